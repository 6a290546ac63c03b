"""Students' texts: kept while they are written, handed in once, worth their experience once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.api.assignments import TextWork
from core.api.core import Core
from core.errors import BadParameter, BadRequest, NotFound
from core.plan.tasks import aloud
from core.portrait.wire import UpdatePortraitRequest
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.plan.assigned import assigned, caller_of, enrol

LONG_ENOUGH = "我家有三口人，爸爸、妈妈和我。爸爸是老师，妈妈是医生，我是学生。我们都很忙，可是很高兴。"


@pytest.fixture
def core(clock: StoppedClock, identifiers: CountingIdentifiers) -> Iterator[Core]:
    made = in_memory_core(clock=clock, identifiers=identifiers, demo=True, bank=shared_bank())
    enrol(made, "s1", "s2")
    yield made
    made.store.close()


def test_a_draft_comes_back_and_is_changed_in_place(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    assert core.writing.draft("s1", "essay_e1-01", caller) is None
    kept = core.writing.keep("s1", task, "我家", caller, writing_id=None)
    core.writing.keep("s1", task, "我家有三口人", caller, writing_id=kept.writing_id)
    found = core.writing.draft("s1", "essay_e1-01", caller)
    assert found is not None
    assert (found.writing_id, found.text, found.characters) == (kept.writing_id, "我家有三口人", 6)
    assert core.writing.texts("s2", caller) == []


def test_what_is_handed_in_stays_and_a_new_draft_can_begin(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    made = core.writing.hand_in("s1", task, LONG_ENOUGH, caller, writing_id=None)
    with pytest.raises(BadRequest, match="was handed in before"):
        core.writing.keep("s1", task, "别的", caller, writing_id=made.writing_id)
    with pytest.raises(BadRequest, match="was handed in before"):
        core.writing.hand_in("s1", task, "别的", caller, writing_id=made.writing_id)
    assert core.writing.draft("s1", "essay_e1-01", caller) is None
    core.writing.keep("s1", task, "又一篇", caller, writing_id=None)
    assert [text.text for text in core.writing.texts("s1", caller)] == [LONG_ENOUGH, "又一篇"]


def test_an_essay_earns_its_experience_once(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    core.writing.hand_in("s1", task, LONG_ENOUGH, caller, writing_id=None)
    request = UpdatePortraitRequest(student_id="s1", behaviors=[])
    assert core.portrait.update(request, caller).level_labels.star_exp == core.tables.experience.of_act["essay"]
    assert core.portrait.update(request, caller).level_labels.star_exp == core.tables.experience.of_act["essay"]


def test_a_text_shorter_than_was_asked_for_is_handed_in_and_earns_nothing(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    assert core.writing.hand_in("s1", task, "我家有三口人。", caller, writing_id=None).handed_in_at is not None
    assert core.store.evidence_of(caller.organisation_id, "s1") == []


def test_the_plan_knows_that_a_title_was_written_on(core: Core, clock: StoppedClock) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    core.writing.hand_in("s1", task, LONG_ENOUGH, caller, writing_id=None)
    day = clock.moment.date()
    (done,) = core.store.completions_between(caller.organisation_id, ["s1"], day, day)
    assert done.resource_id == "essay_e1-01"


def test_an_own_title_is_needed_to_hand_in_and_not_to_keep(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "own", caller)
    kept = core.writing.keep("s1", task, LONG_ENOUGH, caller, writing_id=None)
    with pytest.raises(BadParameter, match="title: it is empty"):
        core.writing.hand_in("s1", task, LONG_ENOUGH, caller, writing_id=kept.writing_id)
    made = core.writing.hand_in("s1", task, LONG_ENOUGH, caller, title=" 我的家 ", writing_id=kept.writing_id)
    assert made.title == "我的家"


@pytest.mark.parametrize(
    ("text", "said"), [("Hello", "no Chinese"), ("", "no Chinese"), ("好" * 5_001, "at most 5000")]
)
def test_a_text_without_chinese_or_without_an_end_is_refused(core: Core, text: str, said: str) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    with pytest.raises(BadParameter, match=said):
        core.writing.hand_in("s1", task, text, caller, writing_id=None)
    assert core.writing.texts("s1", caller) == []


def test_another_students_text_is_neither_read_nor_changed(core: Core) -> None:
    caller = caller_of(core)
    task = core.writing.task("s1", "essay_e1-01", caller)
    kept = core.writing.keep("s1", task, "我家", caller, writing_id=None)
    with pytest.raises(NotFound, match="There is no text"):
        core.writing.text(kept.writing_id, caller, student_id="s2")
    with pytest.raises(NotFound, match="There is no text"):
        core.writing.keep("s2", task, "别的", caller, writing_id=kept.writing_id)
    assert core.writing.text(kept.writing_id, caller).text == "我家"


def test_there_is_nothing_to_write_under_what_is_no_essay(core: Core) -> None:
    text = assigned(core, TextWork(text="你好"))
    for resource_id in ("essay_e9-99", "asg_none", text.resource_id, "e1-01"):
        with pytest.raises(NotFound, match=r"nothing to write|There is no assignment|is no essay"):
            core.writing.task("s1", resource_id, caller_of(core))


def test_titles_are_listed_by_level_in_the_language_of_the_interface(core: Core) -> None:
    titles = core.writing.titles(caller_of(core), level=2)
    assert titles
    assert {title.level for title in titles} == {2}
    first = next(row for row in core.tables.essay_titles if row.level == 2)
    assert (titles[0].title, titles[0].meaning) == (first.title.zh, first.title.en)


# -- reading aloud -------------------------------------------------------------------------------------------


def test_sentences_come_with_their_pinyin_in_the_order_asked_for(core: Core) -> None:
    rows = core.tables.content.sentences[:2]
    asked = [f"say_{rows[1].id}", "say_none", rows[0].id, f"say_{rows[0].id}", f"say_{rows[1].id}"]
    found = core.speaking.sentences(asked)
    assert [each.task_id for each in found] == [f"say_{rows[1].id}", f"say_{rows[0].id}"]
    assert found[0].text == rows[1].text
    assert found[0].pinyin
    assert found[0].translation == rows[1].en


def test_a_reading_aloud_earns_its_experience_once_a_day_and_sentence(core: Core, clock: StoppedClock) -> None:
    caller = caller_of(core)
    for _ in range(2):
        core.store.append_evidence(caller.organisation_id, [aloud.evidence("s1", "say_1", clock.now())])
    made = core.portrait.update(UpdatePortraitRequest(student_id="s1", behaviors=[]), caller)
    assert made.level_labels.star_exp == core.tables.experience.of_act["reading_aloud"]

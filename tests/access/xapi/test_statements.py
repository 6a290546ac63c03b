"""What students did, as statements: of the specification's form, the same at every time, and without names, texts and recordings."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from core.access.xapi import sending
from core.access.xapi.statements import Speaker, statements_of
from core.access.xapi.vocabulary import ANSWERED, COMPLETED, SCORED
from core.answers.wire import AnswerItem, StartPractice, SubmitRequest
from core.api.assignments import AssignRequest, EssayWork
from core.api.core import Core
from core.api.essays import EssayRequest
from core.api.speech import SpeechUpload
from core.errors import Forbidden
from core.records.access import PERMISSIONS, Account, Caller, Organisation
from core.records.answers import AnswerRow
from core.records.classes import SchoolClass
from core.records.evidence import Evidence
from core.records.learning_records import Act
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from evaluation.speech.reports import UMBRELLA, Listener, wav
from tests.access.xapi.statement_schema import STATEMENT

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset(PERMISSIONS), "en")
SITE = "https://wenlu.school.test"
STUDENT, OTHER = "2026-0001", "2026-0002"
NAME = "王小明"
ESSAY = "我昨天去了图书馆。我在图书馆看书，也写作业。晚上我回家吃饭。秘密花园很大。"
OTHER_ESSAY = "春天来了，秘密花园里的花都开了。我和朋友每天放学以后去那里写作业，也在那里聊天。我们很高兴。"
VALID = Draft202012Validator(STATEMENT)

Statement = dict[str, Any]


@dataclass
class School:
    """A core in which two students have done something of each kind."""

    core: Core
    clock: StoppedClock
    assignment_id: str = ""

    def statements(self, **choices: Any) -> list[Statement]:
        return list(self.core.learning_records.statements(CALLER, site=SITE, **choices))


def answer_two(core: Core, student_id: str) -> None:
    """Two answers at once, one of them wrong, and a third card passed over."""
    items = list(bank_items("multiple_choice", "grammar")[:3])
    now = core.clock.now()
    core.store.issue_items(
        items, organisation_id="org", student_id=None, at=now, not_since=now - timedelta(days=1), call=None, reply=None
    )
    wrong = next(option.id for option in items[1].options if option.id != items[1].key)
    given = [items[0].key, wrong, ""]
    answers = [
        AnswerItem(question_id=item.id, answer=text, time_spent=9) for item, text in zip(items, given, strict=True)
    ]
    core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), CALLER)


def practise(core: Core, clock: StoppedClock, *, cards: int, answered: int) -> None:
    """A round of practice, some of its cards answered rightly."""
    request = StartPractice(student_id=STUDENT, types=["multiple_choice"], topics=["grammar"], count=cards)
    session = core.practice.start(request, CALLER)
    for card in session.cards[:answered]:
        clock.advance(timedelta(minutes=1))
        answer = AnswerItem(question_id=card.item.id, answer=card.item.key, time_spent=7)
        core.practice.answer(STUDENT, session.session_id, answer, CALLER)


def hand_in(core: Core, teacher: Account) -> str:
    """An essay for an assignment."""
    work = EssayWork(task="写一写图书馆。", level=2, characters=(10, 300))
    wanted = AssignRequest(title="秘密标题", due=date(2026, 12, 1), work=work)
    given = core.assignments.assign(wanted, CALLER, by=teacher.account_id)
    task = core.writing.task(STUDENT, given.resource_id, CALLER)
    text = core.writing.keep(STUDENT, task, ESSAY, CALLER, title="我的图书馆", writing_id=None)
    core.writing.hand_in(STUDENT, task, ESSAY, CALLER, title="我的图书馆", writing_id=text.writing_id)
    return given.assignment_id


@pytest.fixture(scope="module")
def school() -> Iterator[School]:
    """The school of these tests, made once: nobody changes it but by what is left out below."""
    clock = StoppedClock(NOW)
    core = in_memory_core(clock=clock, identifiers=CountingIdentifiers(), bank=shared_bank(), correctors=())
    core.store.add_organisation(Organisation("org", "蓝天学校", "free", None, False, NOW))
    teacher = Account("acc_li", "org", "li", "teacher", "李老师", "scrypt$00$00", None, "zh", NOW)
    core.store.add_account(teacher)
    core.essays.evaluator, core.speech.evaluator = evaluator(ListedErrors({"写作业": ("做作业", "W")})), Listener()
    for student_id, name in ((STUDENT, NAME), (OTHER, "张红")):
        core.store.put_student(Student("org", student_id, name, None, NOW))
    made = School(core, clock)
    answer_two(core, STUDENT)
    practise(core, clock, cards=3, answered=3)
    practise(core, clock, cards=3, answered=2)
    made.assignment_id = hand_in(core, teacher)
    core.essays.evaluate(EssayRequest(student_id=STUDENT, essay_content=OTHER_ESSAY, essay_title="秘密花园"), CALLER)
    core.speech.evaluate(SpeechUpload(raw=wav(), filename="x.wav", text=UMBRELLA, student_id=STUDENT), CALLER)
    core.plan.finish(STUDENT, core.plan.resources.of(1)[0].resource_id, 150, CALLER)
    clock.advance(timedelta(days=1))
    answer_two(core, OTHER)
    yield made
    core.store.close()


def kinds(statements: list[Statement]) -> Counter[tuple[str, str]]:
    """How many there are of each verb and folder of activities."""
    return Counter(
        (each["verb"]["display"]["en-US"], each["object"]["id"].removeprefix(f"{SITE}/xapi/").split("/")[0])
        for each in statements
    )


def test_each_thing_that_was_done_is_one_statement_of_the_specifications_form(school: School) -> None:
    statements = school.statements()
    for statement in statements:
        VALID.validate(statement)
    assert kinds(statements) == {
        ("answered", "items"): 2 + 3 + 2 + 2,
        ("completed", "practices"): 2 + 1,  # two calls with several answers, one round that came to its end
        ("completed", "essays"): 2,
        ("was scored on", "essays"): 1,
        ("was scored on", "readings"): 1,
        ("completed", "lessons"): 1,
    }
    assert len({each["id"] for each in statements}) == len(statements)
    times = [each["timestamp"] for each in statements]
    assert times[0] == "2026-11-24T02:00:00.000Z"
    assert all(first <= second for first, second in pairwise(times))


def test_nothing_in_them_tells_who_it_was_or_what_was_written_or_said(school: School) -> None:
    text = json.dumps(school.statements(), ensure_ascii=False)
    for told in (STUDENT, OTHER, NAME, "张红", "李老师", "图书馆", "秘密", UMBRELLA[:4], "蓝天", "org"):
        assert told not in text, told


def test_students_are_named_by_ids_only_where_that_is_asked_for(school: School) -> None:
    pseudonyms = {each["actor"]["account"]["name"] for each in school.statements()}
    assert len(pseudonyms) == 2
    assert all(len(each) == 32 for each in pseudonyms)
    named = school.statements(naming="student-ids")
    assert {each["actor"]["account"]["name"] for each in named} == {STUDENT, OTHER}
    assert {each["actor"]["account"]["homePage"] for each in named} == {SITE}
    assert NAME not in json.dumps(named, ensure_ascii=False)
    assert [each["id"] for each in named] == [each["id"] for each in school.statements()]
    actor = school.core.learning_records.actor(STUDENT, CALLER, site=SITE)
    assert actor["account"]["name"] in pseudonyms


def test_an_answer_says_how_right_it_was_how_long_it_took_and_what_it_was_about(school: School) -> None:
    first, second, _ = school.statements()[:3]
    assert (first["verb"]["id"], first["object"]["definition"]["interactionType"]) == (ANSWERED, "choice")
    assert first["result"] == {
        "score": {"scaled": 1.0, "raw": 100.0, "min": 0, "max": 100}, "success": True, "completion": True, "duration": "PT9S",
    }  # fmt: skip
    assert (second["result"]["success"], second["result"]["score"]["scaled"]) == (False, 0.0)
    about = first["context"]["extensions"]
    assert about[f"{SITE}/xapi/extensions/topic"] == "grammar"
    assert about[f"{SITE}/xapi/extensions/points"]


def test_a_sitting_is_told_with_its_last_answer_and_holds_those_of_it_together(school: School) -> None:
    statements = school.statements()
    places = [number for number, each in enumerate(statements) if "/practices/" in each["object"]["id"]]
    of_call, of_round, _ = (statements[place] for place in places)
    assert places[:2] == [2, 6]
    assert of_call["verb"]["id"] == COMPLETED
    assert of_call["result"]["score"]["scaled"] == pytest.approx(1 / 3, abs=1e-4)
    assert of_call["context"]["extensions"] == {
        f"{SITE}/xapi/extensions/answers": 3,
        f"{SITE}/xapi/extensions/right": 1,
    }
    assert of_round["result"] == {
        "score": {"scaled": 1.0, "raw": 100.0, "min": 0, "max": 100}, "completion": True, "duration": "PT21S",
    }  # fmt: skip
    for of_sitting, answers in ((of_call, statements[:2]), (of_round, statements[3:6])):
        for answer in answers:
            assert answer["context"]["registration"] == of_sitting["context"]["registration"]
            assert answer["context"]["contextActivities"]["parent"] == [of_sitting["object"]]


def test_an_essay_that_was_handed_in_names_its_assignment(school: School) -> None:
    essays = [each for each in school.statements() if "/essays/" in each["object"]["id"]]
    handed_in, written, scored = essays
    (parent,) = handed_in["context"]["contextActivities"]["parent"]
    assert parent["id"] == f"{SITE}/xapi/assignments/{school.assignment_id}"
    assert "contextActivities" not in written["context"]
    assert (written["verb"]["id"], scored["verb"]["id"]) == (COMPLETED, SCORED)
    assert written["object"] == scored["object"] != handed_in["object"]
    assert 0 < scored["result"]["score"]["scaled"] <= 1


def test_a_reading_has_its_total_and_none_once_its_report_is_gone(school: School) -> None:
    (reading,) = [each for each in school.statements() if "/readings/" in each["object"]["id"]]
    pieces = school.core.store.acts_above("org", 0, indicators=sending.INDICATORS, limit=100)
    (act,) = [each for each in pieces if each.piece.kind == "read_aloud"]
    assert act.score is not None
    assert reading["result"]["score"]["raw"] == pytest.approx(act.score, abs=0.01)
    (gone,) = statements_of(replace(act, score=None), Speaker("org", SITE, "secret"))
    VALID.validate(gone)
    assert (gone["verb"]["id"], gone["result"]) == (COMPLETED, {"completion": True})


def test_days_are_those_of_the_school_and_both_ends_are_in(school: School) -> None:
    first, second = date(2026, 11, 24), date(2026, 11, 25)
    assert {each["timestamp"][:10] for each in school.statements(until=first)} == {"2026-11-24"}
    assert {each["timestamp"][:10] for each in school.statements(since=second, until=second)} == {"2026-11-25"}
    assert len(school.statements(since=first)) == len(school.statements())
    assert school.statements(since=date(2026, 11, 26)) == []


def test_who_lacks_consent_is_left_out_and_so_is_who_was_erased(school: School) -> None:
    store = school.core.store
    everybody = school.statements()
    store.put_class(SchoolClass("org", "cls_1", "A", NOW, consent="missing"))
    store.change_members("org", "cls_1", added=[STUDENT], at=NOW)
    others = school.statements()
    assert {each["actor"]["account"]["name"] for each in others} == {
        school.core.learning_records.actor(OTHER, CALLER, site=SITE)["account"]["name"]
    }
    store.change_members("org", "cls_1", removed=[STUDENT], at=NOW)
    assert school.statements() == everybody
    core = school.core
    answer_two(core, "gone")
    assert len(school.statements()) == len(everybody) + 3
    core.student_data.erase("gone", CALLER)
    assert school.statements() == everybody


def test_only_who_answers_for_the_whole_school_gets_them(school: School) -> None:
    bound = replace(CALLER, students=frozenset({STUDENT}))
    for ask in (
        lambda: school.core.learning_records.statements(bound, site=SITE),
        lambda: school.core.learning_records.registration(bound),
        lambda: school.core.learning_records.send(bound),
        lambda: school.core.learning_records.forget(bound),
        lambda: school.core.learning_records.actor(STUDENT, bound, site=SITE),
    ):
        with pytest.raises(Forbidden, match="whole school"):
            ask()


# -- single acts ---------------------------------------------------------------------------------------------

PIECE = Evidence("s1", "answer", "skill", "grammar", 1.0, 1.0, "ev_1#0", NOW, "ev_1#0:skill:grammar", "q_1")
ROW = AnswerRow("ev_1", 0, "s1", "q_1", "ordering", "grammar", 3, (), (), '"A"', True, True, 100.0, 5, NOW)
SPEAKER = Speaker("org", SITE, "secret")


@pytest.mark.parametrize(
    ("type_", "interaction"),
    [("multiple_choice", "choice"), ("fill_blank", "fill-in"), ("matching", "matching"), ("ordering", "sequencing")],
)
def test_each_type_of_question_has_its_type_of_interaction(type_: Any, interaction: str) -> None:
    (statement,) = statements_of(Act(PIECE, answer=replace(ROW, type=type_)), SPEAKER)
    VALID.validate(statement)
    assert statement["object"]["definition"]["interactionType"] == interaction


@pytest.mark.parametrize("score", [0.0, 33.333333, 100.0, 100.0000001, -0.0001])
def test_a_score_stays_within_its_bounds(score: float) -> None:
    (statement,) = statements_of(Act(PIECE, answer=replace(ROW, score=score)), SPEAKER)
    VALID.validate(statement)


def test_an_id_of_strange_characters_makes_an_address_all_the_same() -> None:
    act = Act(PIECE, answer=replace(ROW, item_id='q/1 "<好>?#'))
    (statement,) = statements_of(act, SPEAKER)
    VALID.validate(statement)
    assert statement["object"]["id"].count("/") == SITE.count("/") + 3


def test_a_lesson_is_told_with_the_time_it_took() -> None:
    piece = replace(
        PIECE, kind="lesson", target_kind="indicator", target="D14", outcome=2.5, source="lesson_1", item_id=""
    )
    (statement,) = statements_of(Act(piece), SPEAKER)
    VALID.validate(statement)
    assert statement["object"]["id"] == f"{SITE}/xapi/lessons/lesson_1"
    assert statement["result"] == {"completion": True, "duration": "PT150S"}


def test_an_answer_whose_row_is_gone_is_not_told() -> None:
    assert statements_of(Act(PIECE), SPEAKER) == []


def test_ids_and_pseudonyms_depend_on_the_organisation_and_its_secret() -> None:
    others = [Speaker("org", SITE, "secret 2"), Speaker("org2", SITE, "secret")]
    for other in others:
        assert other.pseudonym("s1") != SPEAKER.pseudonym("s1")
        assert other.id_of("evidence:k") != SPEAKER.id_of("evidence:k")
    assert Speaker("org", "https://elsewhere.test", "secret").id_of("evidence:k") == SPEAKER.id_of("evidence:k")
    assert SPEAKER.pseudonym("s1") != SPEAKER.pseudonym("s2")

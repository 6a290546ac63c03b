"""The presenter's story: worked out by the service's own parts on a sample class, and shown slide by slide."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, get_args

import numpy as np
import numpy.typing as npt
import pytest

from core import wiring
from core.api.core import Core
from core.api.presenting import CHAPTERS, Chapter, Story
from core.demo.story import MAIN, READING, WEAK, WRITING_POINT
from core.errors import Busy
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.wire import Language
from pages.parts.i18n import use_language
from pages.parts.present.slides import slides_data
from tests.pages.conftest import OpenPage, SettableClock, caller_of, page_text
from tests.speech.synthetic.voice import perform, wav_bytes

SPOKEN = ["lao3", "shi1", "zai4", "xue4", "xiao4", "gong1", "zuo4"]
"""What the synthetic voice says for 老师在学校工作: 学 in the fourth tone in place of the second."""


HEADER_BYTES = 44
Int16 = npt.NDArray[np.int16]


class NeverAsked:
    """An operator's language model that must not be asked."""

    seconds = 1.0
    version = "none"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"the operator's language model was asked: {name}")


@pytest.fixture(scope="module")
def school(bank: ItemBank) -> Iterator[Core]:
    """A school with an operator's language model."""
    core = wiring.in_memory_core(demo=True, bank=bank, clock=SettableClock())
    core.essays.evaluator = replace(core.essays.evaluator, reviewer=NeverAsked())  # type: ignore[arg-type]
    yield core
    core.store.close()


@pytest.fixture(scope="module")
def told(school: Core) -> tuple[Story, list[Chapter]]:
    """The story in English, and the chapters as they began."""
    chapters: list[Chapter] = []
    return school.presenting.tell(caller_of(school, "teacher"), began=chapters.append), chapters


@pytest.fixture(scope="module")
def story(told: tuple[Story, list[Chapter]]) -> Story:
    """The story in English."""
    return told[0]


def test_the_reading_is_what_the_synthetic_voice_of_the_tests_says(school: Core) -> None:
    def samples(sound: bytes) -> Int16:
        return np.frombuffer(sound[HEADER_BYTES:], "<i2").astype(np.int16)

    said = samples(wav_bytes(perform(SPOKEN, seed=1, f0_hz=120, rate=3.2).samples))
    kept = samples(school.tables.story_reading)
    assert len(kept) == len(said)
    assert np.abs(kept.astype(int) - said).max() <= 2  # processors round otherwise in the last place


def test_every_chapter_comes_about_and_no_student_of_the_school_is_touched(
    school: Core, told: tuple[Story, list[Chapter]]
) -> None:
    story, chapters = told
    assert tuple(chapters) == CHAPTERS
    assert None not in (story.reading, story.practice, story.essay, story.returns, story.lesson)
    organisation_id = caller_of(school, "teacher").organisation_id
    assert [student.student_id for student in school.store.students(organisation_id)] == ["demo-student"]
    assert school.store.newest_seq_before(organisation_id, school.clock.now()) == 0


def test_the_wrong_tone_is_heard_and_becomes_a_drill_of_its_pair(story: Story) -> None:
    assert story.reading is not None
    report = story.reading.report
    assert report.text == READING
    assert [syllable.character for syllable in report.syllables if syllable.verdict == "wrong"] == ["学"]
    tone = report.syllables[story.reading.wrong].tone
    assert tone is not None
    assert (tone.expected, tone.heard) == (2, 4)
    assert (story.reading.drill.first, story.reading.drill.second) == (2, 4)
    assert (story.reading.cell.right, story.reading.cell.n) == (0, 1)


def test_right_answers_move_the_map_up_and_narrow_the_band(story: Story) -> None:
    assert story.practice is not None
    before, after = story.practice.before.state, story.practice.after.state
    assert before.status == "learning"
    assert after.status == "mastered"
    assert after.mastery > before.mastery
    assert after.band[1] - after.band[0] < before.band[1] - before.band[0]
    assert after.total_attempts == before.total_attempts + len(story.practice.answers)


def test_the_error_of_the_essay_is_in_the_plan_of_the_next_day(story: Story) -> None:
    assert story.essay is not None
    assert story.returns is not None
    assert story.essay.edit.original == "很"
    assert story.returns.question.target == WRITING_POINT
    assert all(source.startswith(story.essay.report.evaluation_id) for source in story.returns.question.evidence)


def test_the_lesson_is_given_to_those_who_need_the_point(story: Story) -> None:
    assert story.lesson is not None
    assert story.lesson.group.point_id == WRITING_POINT
    assert len(story.lesson.group.students) == WEAK
    assert MAIN in story.lesson.group.students
    assert {student.student_id for student in story.lesson.given.students} == set(story.lesson.group.students)


@pytest.mark.parametrize("language", get_args(Language))
def test_each_slide_has_a_title_and_notes_and_its_figures_are_those_of_the_story(
    story: Story, language: Language
) -> None:
    use_language(language)
    slides = slides_data(story, 7.2)["slides"]
    assert [slide["kind"] for slide in slides] == [
        "cover", "reading", "drill", "map", "map", "essay", "returns", "class", "lesson", "end",
    ]  # fmt: skip
    assert all(slide["title"] and slide["notes"] for slide in slides)
    assert "7" in slides[0]["lines"][1]
    assert story.practice is not None
    assert [slide["state"]["mastery"] for slide in slides if slide["kind"] == "map"] == [
        round(100 * state.mastery) for state in (story.practice.before.state, story.practice.after.state)
    ]
    assert sum(student["in"] for student in slides[7]["students"]) == WEAK
    assert slides[5]["before"].endswith("我比我哥哥")


def test_a_chapter_that_came_to_nothing_has_no_slide(story: Story) -> None:
    use_language("en")
    data = slides_data(replace(story, reading=None, returns=None), 1.0)
    assert [slide["kind"] for slide in data["slides"]] == ["cover", "map", "map", "essay", "class", "lesson", "end"]


def test_the_page_works_the_story_out_when_it_is_asked_to(
    core: Core, open_page: OpenPage, story: Story, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Caller] = []

    def tell(caller: Caller, *, began: Callable[[Chapter], None]) -> Story:
        asked.append(caller)
        for chapter in CHAPTERS:
            began(chapter)
        return story

    monkeypatch.setattr(core.presenting, "tell", tell)
    test = open_page("pages/present.py", "teacher").run()
    assert not test.exception
    assert asked == []
    assert "Your students are not touched" in page_text(test)
    test.button[0].click().run()
    assert not test.exception
    assert len(asked) == 1
    assert test.session_state["presentation_told"].story == story
    assert test.button[0].label == "Work it out anew"


def test_the_page_says_so_where_the_server_is_busy(
    core: Core, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tell(_caller: Caller, *, began: Callable[[Chapter], None]) -> Story:
        raise Busy("stories", retry_after_seconds=5)

    monkeypatch.setattr(core.presenting, "tell", tell)
    test = open_page("pages/present.py", "admin").run()
    test.button[0].click().run()
    assert not test.exception
    assert len(test.error) == 1

"""Words that a student has put by: each is asked for the first time once a day, wherever it can be."""

from __future__ import annotations

import pytest

from core.api.core import Core
from core.plan.wire import DailyPlan, PlanSettings
from core.questions.targets import ItemShelf, Offer
from core.records.plan import DrawConstraints
from core.wire import Skill
from core.words.wire import NewWord
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, move, plan_of, school

LEVEL = 6
"""Above that of the student, so that the plan asks such a word for no other reason."""


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1")


@pytest.fixture
def word(core: Core) -> str:
    """A word of the student that can be asked in reading and in writing, and is read aloud in no sentence."""
    shelf = core.plan.shelf_of(CALLER)
    spoken = core.plan.spoken_sentences.words()
    text = next(
        row.text
        for row in core.tables.words.rows
        if row.level == LEVEL
        and row.text in shelf.words("reading")
        and row.text in shelf.words("writing")
        and row.text not in spoken
    )
    core.words.add("s1", NewWord(word=text, pinyin="", meaning="", level=LEVEL), CALLER)
    return text


def skills(plan: DailyPlan, word: str) -> list[Skill]:
    """Of the questions that ask the word."""
    return [
        entry.skill_type for entry in plan.recommendations for question in entry.questions if question.target == word
    ]


def test_a_word_of_the_student_is_asked_for_the_first_time_once_a_day(core: Core, word: str) -> None:
    assert len(skills(plan_of(core), word)) == 1


def test_a_word_that_a_kept_slot_asks_is_asked_in_no_other(core: Core, word: str) -> None:
    entry = next(
        each for each in plan_of(core).recommendations if any(question.target == word for question in each.questions)
    )
    move(core, entry.resource_id, next(slot for slot in ("night", "morning") if slot != entry.time_slot))
    core.plan.set_settings("s1", PlanSettings(essays=False), CALLER)
    assert len(skills(plan_of(core), word)) == 1


def test_a_word_that_one_skill_has_no_question_left_for_is_asked_in_another(
    core: Core, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    about_word = ItemShelf.about_word
    first: list[Skill] = []

    def used_up(shelf: ItemShelf, skill: Skill, wanted: str, constraints: DrawConstraints) -> Offer | None:
        if wanted != word:
            return about_word(shelf, skill, wanted, constraints)
        first[:] = first or [skill]
        return None if skill == first[0] else about_word(shelf, skill, wanted, constraints)

    monkeypatch.setattr(ItemShelf, "about_word", used_up)
    asked = skills(plan_of(core), word)
    assert len(asked) == 1
    assert asked != first

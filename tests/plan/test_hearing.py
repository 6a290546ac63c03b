"""A browser without a Chinese voice: what cannot be heard is neither planned nor dealt."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.answers.wire import StartPractice
from core.api.core import Core
from core.backends.recordings import RecordedWords
from core.plan.wire import DailyPlan, PlanSettings, SlotChoice
from core.questions.hearing import is_recorded
from core.records.items import Item
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, plan_of, school


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1")


@pytest.fixture
def packed(core: Core, tmp_path: Path) -> Core:
    """The core with recordings of all words of two characters."""
    for word in core.tables.words.by_form:
        if len(word) == 2:
            (tmp_path / f"{word}.mp3").write_bytes(b"sound")
    core.recordings = core.questions._recordings = RecordedWords(tmp_path)
    return core


def heard(core: Core, plan: DailyPlan) -> list[Item]:
    """What is to be heard in a plan."""
    ids = [question.question_id for entry in plan.recommendations for question in entry.questions]
    items = core.store.items(CALLER.organisation_id, ids).values()
    return [item for item in items if item.topic == "listening"]


def test_with_a_voice_a_plan_has_something_to_hear(core: Core) -> None:
    assert heard(core, plan_of(core))


def test_without_a_voice_or_a_pack_nothing_is_planned_to_be_heard_and_the_day_stays_as_long(core: Core) -> None:
    before = plan_of(core)
    core.plan.set_voice("s1", False, CALLER)
    after = plan_of(core)
    assert not heard(core, after)
    count = sum(entry.count or 0 for entry in before.recommendations)
    assert sum(entry.count or 0 for entry in after.recommendations) == count


def test_with_a_pack_and_no_voice_only_recorded_words_are_planned_to_be_heard(packed: Core) -> None:
    packed.plan.set_voice("s1", False, CALLER)
    items = heard(packed, plan_of(packed))
    assert items
    assert all(item.audio and is_recorded(item.audio, packed.questions.recording) for item in items)


def test_a_voice_that_is_found_later_brings_listening_back(core: Core) -> None:
    core.plan.set_voice("s1", False, CALLER)
    assert not heard(core, plan_of(core))
    core.plan.set_voice("s1", True, CALLER)
    assert heard(core, plan_of(core))


def test_what_the_browser_says_is_no_choice_of_the_student_and_stays_when_one_is_made(core: Core) -> None:
    core.plan.set_voice("s1", False, CALLER)
    assert core.plan.settings("s1", CALLER) is None
    core.plan.set_settings("s1", PlanSettings(noon=SlotChoice(on=False)), CALLER)
    chosen = core.plan.settings("s1", CALLER)
    assert chosen is not None
    assert (chosen.noon.on, chosen.voice) == (False, False)


def test_a_round_without_a_voice_holds_nothing_to_hear(core: Core) -> None:
    mixed = core.practice.start(StartPractice(student_id="s1", count=20), CALLER, voice=False)
    assert mixed.cards
    assert all(card.item.topic != "listening" for card in mixed.cards)
    listening = StartPractice(student_id="s1", topics=["listening"], count=5)
    assert not core.practice.start(listening, CALLER, voice=False).cards
    assert core.practice.start(listening, CALLER).cards


def test_a_round_with_a_pack_and_no_voice_holds_recorded_words(packed: Core) -> None:
    listening = StartPractice(student_id="s1", topics=["listening"], count=10)
    cards = packed.practice.start(listening, CALLER, voice=False).cards
    assert cards
    assert all(card.item.audio and is_recorded(card.item.audio, packed.questions.recording) for card in cards)


@pytest.mark.parametrize(
    "settings", [PlanSettings(), PlanSettings(noon=SlotChoice(place="way"), evening=SlotChoice(minutes=60))]
)
def test_without_a_voice_no_lesson_to_hear_is_planned(core: Core, settings: PlanSettings) -> None:
    def audio() -> list[str]:
        return [entry.resource_id for entry in plan_of(core).recommendations if entry.resource_type == "audio"]

    core.plan.set_settings("s1", settings, CALLER)
    assert audio()
    core.plan.set_voice("s1", False, CALLER)
    assert not audio()

"""Texts to read for pleasure: which is offered, and what was met before."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from core.api.core import Core
from core.errors import NotFound
from core.records.access import PERMISSIONS, Caller
from core.tables.content.texts import SPEAKER
from core.texts.stories import ids_by_text, met_in, opened_on, stories, story_for
from core.texts.wire import Story
from core.wiring import in_memory_core

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")
TODAY = date(2026, 11, 22)
THEN = datetime(2026, 11, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def told(texts_core: Core) -> dict[str, Story]:
    return stories(texts_core.tables.content)


def test_there_are_stories_of_every_level_with_a_translation(told: dict[str, Story]) -> None:
    assert {story.level for story in told.values()} == set(range(1, 8))
    assert all(story.translation and story.title.zh and story.title.en for story in told.values())


def test_a_dialogue_is_titled_with_its_first_words_whoever_speaks_them(told: dict[str, Story]) -> None:
    titles = {story.id: story.title.en for story in told.values()}
    assert all(title.strip("“”") for title in titles.values())
    assert not any(SPEAKER.match(title.strip("“”")) for title in titles.values())
    assert titles["d0001"] == "“How many people are there in your family?”"
    assert titles["d7033"] == "“It's Dad, my girl. Nothing special, you get on with your work.”"
    assert titles["d0026"] == (
        "“Xiaohua, your dad and I have already arrived in Hangzhou and are staying at your sister's.”"
    )


def test_a_story_of_the_level_that_was_never_met_is_offered(told: dict[str, Story]) -> None:
    first = story_for(2, told, met=(), opened=())
    assert first is not None
    assert first.level == 2
    second = story_for(2, told, met={first.id}, opened=())
    third = story_for(2, told, met={first.id}, opened={second.id} if second else ())
    assert len({each.id for each in (first, second, third) if each}) == 3


def test_the_story_opened_today_stays_that_of_the_day(told: dict[str, Story]) -> None:
    opened = {"p0003": THEN, "p0005": datetime(2026, 11, 22, 4, tzinfo=UTC)}
    offered = opened_on(TODAY, told, opened=opened)
    assert offered is not None
    assert offered.id == "p0005"
    assert opened_on(TODAY, told, opened={"p0003": THEN}) is None


def test_when_all_of_a_level_are_known_the_next_lower_one_has_some_and_at_the_end_there_is_none(
    told: dict[str, Story],
) -> None:
    known = {story.id for story in told.values() if story.level == 2}
    lower = story_for(2, told, met=known, opened=())
    assert lower is not None
    assert lower.level == 1
    assert story_for(7, told, met=set(told), opened=()) is None


def test_a_text_that_stood_in_an_exercise_is_met(told: dict[str, Story]) -> None:
    dialogue = next(story for story in told.values() if story.kind == "dialogue")
    spoken = "\n".join(f"{line.speaker}：{line.text}" for line in dialogue.lines)
    assert met_in([spoken, told["p0001"].text, "别的。", ""], ids_by_text(told)) == {dialogue.id, "p0001"}


def test_opening_a_story_is_noted_once_and_erased_with_the_student() -> None:
    core = in_memory_core()
    for _ in range(2):
        assert core.texts.story("p0001", CALLER, student_id="s1").id == "p0001"
    assert list(core.store.stories_read("org", "s1")) == ["p0001"]
    offered = core.texts.story_for("s1", 1, CALLER)
    assert offered is not None
    assert offered.id == "p0001"  # of today
    assert core.store.erase_student("org", "s1")["story_read"] == 1
    assert core.store.stories_read("org", "s1") == {}


def test_while_a_story_was_opened_today_no_answers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    core = in_memory_core()
    core.texts.story("p0005", CALLER, student_id="s1")

    def never(*_arguments: object) -> None:
        raise AssertionError("the answers of a year were read")

    monkeypatch.setattr(core.store, "answers_between", never)
    offered = core.texts.story_for("s1", 1, CALLER)
    assert offered is not None
    assert offered.id == "p0005"


def test_a_story_that_does_not_exist_is_not_found(texts_core: Core) -> None:
    with pytest.raises(NotFound, match="no story 'x'"):
        texts_core.texts.story("x", CALLER)

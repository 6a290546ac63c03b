"""Texts to read or to hear for pleasure, without a question: the passages and dialogues of the content."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime

from core.learning.days import day_of
from core.tables.content.collected import Content
from core.tables.content.texts import Dialogue, Passage
from core.texts.wire import Story, StoryLine
from core.wire import Bilingual

LEAST_TURNS = 4
"""A dialogue of fewer is no story."""
FIRST_SENTENCES = re.compile(r".{30,}?[.!?]”?(?= |$)")
"""At least 30 letters: a greeting alone ("Hello, everyone.") says nothing of a text."""


def stories(content: Content) -> dict[str, Story]:
    """All of them by id, in the order of the content."""
    told = [
        *map(_of_passage, content.passages),
        *(_of_dialogue(row) for row in content.dialogues if len(row.turns) >= LEAST_TURNS),
    ]
    return {story.id: story for story in told}


def _of_passage(row: Passage) -> Story:
    return Story(
        id=row.id,
        kind="passage",
        level=row.level,
        title=Bilingual(zh=row.title_zh, en=row.title_en),
        lines=[StoryLine(speaker="", text=sentence) for sentence in row.sentences],
        translation=row.en,
    )


def _of_dialogue(row: Dialogue) -> Story:
    return Story(
        id=row.id,
        kind="dialogue",
        level=row.level,
        # The first words say more of it than the setting, which is often "a man and a woman are talking".
        title=Bilingual(zh=f"“{row.turns[0].text}”", en=f"“{_first_words(row)}”"),
        lines=[StoryLine(speaker=turn.speaker, text=turn.text) for turn in row.turns],
        translation=row.en,
    )


def _first_words(row: Dialogue) -> str:
    """The translation of the first turn; the first sentences where the translation is not written turn by turn."""
    first, *others = row.translated_lines
    sentences = FIRST_SENTENCES.match(first) if 1 + len(others) != len(row.turns) else None
    return sentences[0] if sentences else first


def ids_by_text(all_stories: Mapping[str, Story]) -> dict[str, str]:
    """The ids of the stories by their whole text, for `met_in`."""
    return {_bare(story.text): story.id for story in all_stories.values()}


def met_in(texts: Iterable[str], by_text: Mapping[str, str]) -> set[str]:
    """Ids of the stories whose whole text a student had before them in an exercise. `by_text`: see `ids_by_text`."""
    return {by_text[bare] for text in texts if (bare := _bare(text)) in by_text}


def _bare(text: str) -> str:
    """Without speakers and white space, in which a text of an exercise differs."""
    return "".join(line.partition("：")[2] if line[:2] in ("男：", "女：") else line for line in text.split()).strip()


def opened_on(day: date, all_stories: Mapping[str, Story], *, opened: Mapping[str, datetime]) -> Story | None:
    """The story that was opened last on a day; None where none was."""
    of_day = [story_id for story_id, at in opened.items() if day_of(at) == day and story_id in all_stories]
    return all_stories[max(of_day, key=opened.__getitem__)] if of_day else None


def story_for(
    level: int, all_stories: Mapping[str, Story], *, met: Collection[str], opened: Collection[str]
) -> Story | None:
    """The story to offer where none was opened today: the first that was never met, of the level or of the next one below; None where all
    are known."""
    for below in range(level, 0, -1):
        for story in all_stories.values():
            if story.level == below and story.id not in met and story.id not in opened:
                return story
    return None

"""What a listening item says, line by line, each with its speaker: tags like 男： choose a voice and are not spoken."""

from __future__ import annotations

from typing import TypedDict

from core.records import Item

SPEAKERS = {"男": "m", "女": "f"}
TURNS = {"A": "f", "B": "m"}
"""In an exchange A and B only need to sound different."""
BETWEEN_TURNS_MS = 350
BETWEEN_ITEMS_MS = 1200
"""Words or lines to be matched one by one need time to think."""


class SpokenLine(TypedDict):
    """One utterance; `pause` in milliseconds after it."""

    text: str
    speaker: str
    pause: int


def heard_one_by_one(item: Item) -> bool:
    """A matching whose left side is numbers only: line 1 is heard, then line 2, ..."""
    return item.audio is not None and bool(item.left) and all(left.text == left.id for left in item.left)


def audio_lines(item: Item) -> list[SpokenLine]:
    """The lines of an item's audio; none for an item without."""
    if item.audio is None or not item.audio.text:
        return []
    text = item.audio.text
    apart = heard_one_by_one(item) or item.type == "ordering"
    parts = text.split("\n") if "\n" in text else _sentences(text) if apart else [text]
    lines = [_line(part, BETWEEN_ITEMS_MS if apart else BETWEEN_TURNS_MS) for part in parts if part.strip()]
    untagged = all(not line["speaker"] for line in lines)
    if untagged and len(lines) == 2 and not apart:
        lines[1]["speaker"] = "m"
    return lines


def text_lines(text: str) -> list[SpokenLine]:
    """A shown text, to be listened to."""
    return [_line(part, BETWEEN_TURNS_MS) for part in text.split("\n") if part.strip()]


def _sentences(text: str) -> list[str]:
    return [part for part in text.split("。") if part]


def _line(part: str, pause: int) -> SpokenLine:
    tag, colon, rest = part.partition("：")
    speaker = SPEAKERS.get(tag) or TURNS.get(tag, "")
    return SpokenLine(text=rest if colon and speaker else part, speaker=speaker, pause=pause)

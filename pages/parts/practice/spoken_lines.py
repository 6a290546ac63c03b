"""The spoken lines of a listening item, each with its speaker: a tag like 男： chooses a voice and is not spoken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from core.records.items import Item

SPEAKER_VOICES = {"男": "m", "女": "f"}
TURN_VOICES = {"A": "f", "B": "m"}
"""Voices of A and B in an exchange, which only need to sound different."""
BETWEEN_TURNS_MS = 350
BETWEEN_ITEMS_MS = 1200
"""Longer, since each of the lines of a matching or ordering needs time to think."""

Recording = Callable[[str], str | None]
"""Path of the recording of a text, None for what is neither a recorded word nor a recorded sentence (`Core.questions.recording`)."""


class SpokenLine(TypedDict):
    """One utterance; `pause` in milliseconds after it; `file` the path of its recording, "" where the browser's voice
    says it."""

    text: str
    speaker: str
    pause: int
    file: str


def heard_one_by_one(item: Item) -> bool:
    """Whether it is a matching item whose left side is numbers only: line 1 is heard, then line 2, ..."""
    return item.audio is not None and bool(item.left) and all(left.text == left.id for left in item.left)


def no_recording(_: str) -> None:
    """The `Recording` of a service without an audio pack."""


def audio_lines(item: Item, recording: Recording = no_recording) -> list[SpokenLine]:
    """The lines of an item's audio; none for an item without."""
    if item.audio is None or not item.audio.text:
        return []
    text = item.audio.text
    separate = heard_one_by_one(item) or item.type == "ordering"
    parts = text.split("\n") if "\n" in text else _sentences(text) if separate else [text]
    pause = BETWEEN_ITEMS_MS if separate else BETWEEN_TURNS_MS
    lines = [_line(part, pause, recording) for part in parts if part.strip()]
    untagged = all(not line["speaker"] for line in lines)
    if untagged and len(lines) == 2 and not separate:
        lines[1]["speaker"] = "m"
    return lines


def text_lines(text: str, recording: Recording = no_recording) -> list[SpokenLine]:
    """The lines of a text that is shown, to be listened to."""
    return [_line(part, BETWEEN_TURNS_MS, recording) for part in text.split("\n") if part.strip()]


def _sentences(text: str) -> list[str]:
    return [part for part in text.split("。") if part]


def _line(part: str, pause: int, recording: Recording) -> SpokenLine:
    tag, colon, rest = part.partition("：")
    speaker = (SPEAKER_VOICES.get(tag) or TURN_VOICES.get(tag, "")) if colon else ""  # 女 alone is a word
    # A turn of a conversation stays with the voices: one word of it in a third voice would be nobody's.
    file = "" if speaker else recording(part.strip()) or ""
    return SpokenLine(text=rest if speaker else part, speaker=speaker, pause=pause, file=file)

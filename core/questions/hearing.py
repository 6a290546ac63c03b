"""Which items can be heard without a Chinese voice in the browser: those of which every line is a recorded word or sentence."""

from __future__ import annotations

from collections.abc import Callable

from core.records.items import Audio
from core.wire import Topic

Recording = Callable[[str], str | None]
"""Path of the recording of a word or a sentence, None without one."""


def is_recorded(audio: Audio, recording: Recording) -> bool:
    """Whether it is a file, a recorded sentence, or words one by one each of which has a recording. What a speaker of a conversation says (男：...) needs a voice.

    >>> is_recorded(Audio(kind="speech", text="茶。水"), {"茶": "a", "水": "b"}.get), is_recorded(Audio(kind="speech", text="茶水"), {"茶": "a"}.get)
    (True, False)
    """
    text = audio.text or ""
    if audio.kind == "file" or recording(text):
        return True
    lines = text.split("\n") if "\n" in text else [part for part in text.split("。") if part]
    return bool(lines) and all(recording(line.strip()) for line in lines)


def needs_no_voice(topic: Topic, audio: Audio | None, recording: Recording) -> bool:
    """Whether an item can be asked where the browser has no Chinese voice: it is read, or what is heard is recorded.

    What a whole text says is spoken by voices; it has no audio before the item is made.
    """
    return topic != "listening" or (audio is not None and is_recorded(audio, recording))

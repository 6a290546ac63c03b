"""Spoken clips in a folder: a FLAC file (16 kHz, 16 bit) and a row of `clips.jsonl` for each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.arrays import Float32
from core.speech.model import SAMPLE_RATE
from evaluation.speech.corpora import decoded

ROWS = "clips.jsonl"


@dataclass(frozen=True)
class ClipSyllable:
    """A syllable of a clip: what the text asks for, what was commanded, and where it lies (seconds)."""

    character: str
    letters: str
    """Pinyin with ü, without tone."""
    text_tone: int
    """As the text is read aloud, sandhi included."""
    accepted: tuple[int, ...]
    """All tones that the product takes for right there."""
    tone: int
    """As commanded."""
    start: float
    final_start: float
    end: float


@dataclass(frozen=True)
class Clip:
    """A row. `id` is also the name of the file."""

    id: str
    voice: str
    speed: float
    text: str
    seconds: float
    syllables: tuple[ClipSyllable, ...]

    @property
    def commanded(self) -> dict[int, int]:
        """Index and tone of the syllables that were given another tone than the text's."""
        return {index: part.tone for index, part in enumerate(self.syllables) if part.tone != part.text_tone}

    def row(self) -> str:
        """The clip as a line of JSON."""
        return json.dumps({**asdict(self), "commanded": self.commanded}, ensure_ascii=False) + "\n"


def clip_of(row: dict[str, Any]) -> Clip:
    """The clip of a decoded row."""
    syllables = tuple(ClipSyllable(**{**part, "accepted": tuple(part["accepted"])}) for part in row["syllables"])
    return Clip(**{**{name: value for name, value in row.items() if name != "commanded"}, "syllables": syllables})


class ClipFolder:
    """The clips of a folder, and the place for more.

    A row is written after its file is complete; a last row that breaks off is taken away when the folder is opened, so that a run
    that was stopped goes on where it stood.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self._rows = folder / ROWS
        self._drop_broken_row()
        self._seconds = {clip.id: clip.seconds for clip in self}

    def __iter__(self) -> Iterator[Clip]:
        if self._rows.exists():
            for line in self._rows.read_text(encoding="utf-8").splitlines():
                yield clip_of(json.loads(line))

    def __contains__(self, clip_id: str) -> bool:
        return clip_id in self._seconds

    @property
    def seconds(self) -> float:
        """Length of all clips together."""
        return sum(self._seconds.values())

    def file(self, clip_id: str) -> Path:
        """Where the sound of a clip lies."""
        return self._folder / f"{clip_id}.flac"

    def samples(self, clip: Clip) -> Float32:
        """The sound of a clip, 16 kHz, -1 to 1."""
        return decoded(self.file(clip.id).read_bytes())

    def add(self, clip: Clip, samples: Float32) -> None:
        """Write a clip."""
        import soundfile

        unfinished = self.file(clip.id).with_suffix(".part")
        soundfile.write(unfinished, samples, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
        unfinished.replace(self.file(clip.id))
        with self._rows.open("a", encoding="utf-8") as rows:
            rows.write(clip.row())
        self._seconds[clip.id] = clip.seconds

    def _drop_broken_row(self) -> None:
        content = self._rows.read_bytes() if self._rows.exists() else b""
        if content and not content.endswith(b"\n"):
            self._rows.write_bytes(content[: content.rfind(b"\n") + 1])

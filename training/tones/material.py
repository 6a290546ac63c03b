"""Pitch, loudness and syllables of every recording, and feature rows made of them, some of them worsened.

Needs `sound.npy` and `alignments.jsonl` of training/acoustic (`corpora.py`, then `align.py`) in `WENLU_TRAINING`/acoustic.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from core.speech.tones.f0 import track
from core.speech.tones.features import Register, Span, features, loudness, register_of, semitones

ROOT = Path(os.environ.get("WENLU_TRAINING", Path(__file__).resolve().parents[2] / ".training"))
ACOUSTIC, WORK = ROOT / "acoustic", ROOT / "tones"
DEVELOPMENT = "aishell3-fifteen-speakers-dev"
SENTENCES = "aishell1-two-speakers"
SESSIONS = (2, 4, 8, 16, 32)
"""Recordings that a register is measured over, beside one alone and all of a speaker."""
MOVED = 0.018
"""Standard deviation in seconds by which bounds are moved: aligners err."""
DROPPED, SWAPPED = 0.1, 0.07
"""Shares of neighbours whose tone is withheld, or another than the text's: learners err."""


@dataclass(frozen=True)
class Item:
    """A recording."""

    id: str
    corpus: str
    speaker: str
    spans: list[Span]
    tones: list[int]
    pitch: np.ndarray
    strength: np.ndarray
    loud: np.ndarray

    @property
    def voiced(self) -> np.ndarray:
        """Semitones of the voiced frames of the finals."""
        parts = [self.pitch[max(round(s.final_start * 100), 0) : round(s.end * 100)] for s in self.spans]
        joined = np.concatenate([np.zeros(0), *parts])
        return joined[np.isfinite(joined)]


def items() -> list[Item]:
    """All recordings, in order of the alignments."""
    aligned = [json.loads(row) for row in (ACOUSTIC / "alignments.jsonl").open(encoding="utf-8")]
    tracks, first, made = _tracks(), 0, []
    for row, length in zip(aligned, tracks["lengths"], strict=True):
        here = slice(first, first + int(length))
        first += int(length)
        spans = [Span(start, final, end) for _, _, start, final, end in row["syllables"]]
        tones = [tone for _, tone, *_ in row["syllables"]]
        pitch, strength, loud = (tracks[name][here].astype(np.float64) for name in ("pitch", "strength", "loud"))
        made.append(Item(row["id"], row["corpus"], row["speaker"], spans, tones, pitch, strength, loud))
    return made


def _tracks() -> dict[str, np.ndarray]:
    file = WORK / "tracks.npz"
    if not file.exists():
        _make_tracks(file)
    with np.load(file) as stored:
        return {name: stored[name] for name in stored.files}


def _make_tracks(file: Path) -> None:
    sound = np.load(ACOUSTIC / "sound.npy", mmap_mode="r")
    parts: dict[str, list[np.ndarray]] = {"pitch": [], "strength": [], "loud": []}
    for row in map(json.loads, (ACOUSTIC / "utterances.jsonl").open(encoding="utf-8")):
        samples = np.asarray(sound[row["first"] : row["last"]], np.float32) / 32768
        found = track(samples)
        parts["pitch"].append(semitones(found.hz).astype(np.float32))
        parts["strength"].append(found.strength.astype(np.float32))
        parts["loud"].append(loudness(samples).astype(np.float32))
    lengths = np.array([len(part) for part in parts["pitch"]])
    WORK.mkdir(parents=True, exist_ok=True)
    np.savez(file, lengths=lengths, **{name: np.concatenate(part) for name, part in parts.items()})


class Registers:
    """A register for a recording: its own, over some recordings of its speaker, or over all of them."""

    def __init__(self, every: Sequence[Item]) -> None:
        self._voiced: dict[tuple[str, str], list[np.ndarray]] = {}
        for item in every:
            self._voiced.setdefault((item.corpus, item.speaker), []).append(item.voiced)
        self._whole = {key: register_of(np.concatenate(parts)) for key, parts in self._voiced.items()}

    def own(self, item: Item) -> Register:
        """Over this recording alone."""
        return register_of(item.voiced)

    def whole(self, item: Item) -> Register:
        """Over all recordings of the speaker."""
        return self._whole[item.corpus, item.speaker]

    def any(self, item: Item, chance: np.random.Generator) -> Register:
        """One as the product may have it: sentences mostly by themselves, syllables mostly within a session."""
        drawn = chance.random()
        own, session = (0.6, 0.9) if item.corpus == SENTENCES else (0.15, 0.55)
        if drawn < own:
            return self.own(item)
        if drawn > session:
            return self.whole(item)
        voiced = self._voiced[item.corpus, item.speaker]
        drawn_parts = [voiced[place] for place in chance.integers(0, len(voiced), int(chance.choice(SESSIONS)))]
        return register_of(np.concatenate([item.voiced, *drawn_parts]))


def rows(item: Item, voice: Register) -> np.ndarray:
    """Features of a recording as it is."""
    known = [frozenset([tone]) for tone in item.tones]
    return features(item.pitch, item.strength, item.loud, item.spans, known, voice)


def worse_rows(item: Item, voice: Register, chance: np.random.Generator) -> np.ndarray:
    """The same with bounds moved, pitch noisy and holed, loudness shifted, neighbours' tones withheld or wrong."""
    loud = item.loud + chance.normal(0, 1)
    spans, known = _moved(item.spans, chance), _doubtful(item.tones, chance)
    return features(_worse_pitch(item.pitch, chance), item.strength, loud, spans, known, voice)


def _moved(spans: Sequence[Span], chance: np.random.Generator) -> list[Span]:
    made = []
    for start, final, end in spans:
        begins = max(final + chance.normal(0, MOVED), start)
        made.append(Span(start, begins, max(end + chance.normal(0, MOVED), begins + 0.05)))
    return made


def _worse_pitch(pitch: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    made = pitch.copy()
    if chance.random() < 0.5:
        made += chance.normal(0, chance.choice([0.05, 0.2, 0.4]), len(made))
    for _ in range(chance.poisson(len(made) / 150)):
        hole = chance.integers(0, len(made))
        made[hole : hole + chance.integers(2, 10)] = np.nan
    if chance.random() < 0.1:
        jump = chance.integers(0, len(made))
        made[jump : jump + chance.integers(3, 15)] += chance.choice([-12, 12])
    return made


def _doubtful(tones: Sequence[int], chance: np.random.Generator) -> list[frozenset[int]]:
    made = []
    for tone in tones:
        drawn = chance.random()
        wrong = drawn < DROPPED + SWAPPED
        made.append(frozenset() if drawn < DROPPED else frozenset([int(chance.integers(1, 6)) if wrong else tone]))
    return made

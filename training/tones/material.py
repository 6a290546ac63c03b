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
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from core.speech.tones.f0 import track
from core.speech.tones.features import Register, Span, features, loudness, register_of, semitones

ROOT = Path(os.environ.get("WENLU_TRAINING", Path(__file__).resolve().parents[2] / ".training"))
ACOUSTIC, WORK = ROOT / "acoustic", ROOT / "tones"
DEVELOPMENT = "aishell3-fifteen-speakers-dev"
VOICES = "synthetic-voices"
SENTENCES = ("aishell1-two-speakers", "synthetic-one-voice-hsk-sentences", VOICES)
SESSIONS = (2, 4, 8, 16, 32)
"""Over how many recordings a register is measured, beside one alone and all of a speaker."""
BOUND_DEVIATION = 0.018
"""Standard deviation in seconds by which bounds are moved, because aligners err."""
WITHHELD, REPLACED = 0.1, 0.07
"""Shares of neighbours whose tone is withheld, or replaced by another than the text's, because learners err."""


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
    def sure(self) -> np.ndarray:
        """Of which syllables the label can be believed: synthetic voices make a second tone of a third before a third."""
        tones = np.array(self.tones)
        third_pair = (tones == 3) & (np.append(tones[1:], 0) == 3)
        return ~third_pair if self.corpus == VOICES else np.ones(len(tones), bool)

    @property
    def voiced(self) -> np.ndarray:
        """Semitones of the voiced frames of the finals."""
        parts = [self.pitch[max(round(s.final_start * 100), 0) : round(s.end * 100)] for s in self.spans]
        joined = np.concatenate([np.zeros(0), *parts])
        return joined[np.isfinite(joined)]


def items() -> list[Item]:
    """All recordings, in order of the alignments."""
    aligned = [json.loads(row) for row in (ACOUSTIC / "alignments.jsonl").open(encoding="utf-8")]
    tracks, first, loaded = _tracks(), 0, []
    for row, length in zip(aligned, tracks["lengths"], strict=True):
        span = slice(first, first + int(length))
        first += int(length)
        spans = [Span(start, final, end) for _, _, start, final, end in row["syllables"]]
        tones = [tone for _, tone, *_ in row["syllables"]]
        pitch, strength, loud = (tracks[name][span].astype(np.float64) for name in ("pitch", "strength", "loud"))
        loaded.append(Item(row["id"], row["corpus"], row["speaker"], spans, tones, pitch, strength, loud))
    return loaded


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
        pitch_track = track(samples)
        parts["pitch"].append(semitones(pitch_track.hz).astype(np.float32))
        parts["strength"].append(pitch_track.strength.astype(np.float32))
        parts["loud"].append(loudness(samples).astype(np.float32))
    lengths = np.array([len(part) for part in parts["pitch"]])
    WORK.mkdir(parents=True, exist_ok=True)
    np.savez(file, lengths=lengths, **{name: np.concatenate(part) for name, part in parts.items()})


class Registers:
    """A register for a recording: its own, over some recordings of its speaker, or over all of them."""

    def __init__(self, all_items: Sequence[Item]) -> None:
        self._voiced: dict[tuple[str, str], list[np.ndarray]] = {}
        for item in all_items:
            self._voiced.setdefault((item.corpus, item.speaker), []).append(item.voiced)
        self._whole = {key: register_of(np.concatenate(parts)) for key, parts in self._voiced.items()}

    def own(self, item: Item) -> Register:
        """Over this recording alone."""
        return register_of(item.voiced)

    def whole(self, item: Item) -> Register:
        """Over all recordings of the speaker."""
        return self._whole[item.corpus, item.speaker]

    def any(self, item: Item, rng: np.random.Generator) -> Register:
        """One as the product may have it: sentences mostly by themselves, syllables mostly within a session."""
        drawn = rng.random()
        own, session = (0.6, 0.9) if item.corpus in SENTENCES else (0.15, 0.55)
        if drawn < own:
            return self.own(item)
        if drawn > session:
            return self.whole(item)
        voiced = self._voiced[item.corpus, item.speaker]
        drawn_parts = [voiced[index] for index in rng.integers(0, len(voiced), int(rng.choice(SESSIONS)))]
        return register_of(np.concatenate([item.voiced, *drawn_parts]))


def rows(item: Item, voice: Register) -> np.ndarray:
    """Features of a recording as it is."""
    return rows_as_text(item, voice, [frozenset([tone]) for tone in item.tones])


def rows_as_text(item: Item, voice: Register, accepted: Sequence[frozenset[int]]) -> np.ndarray:
    """Features of a recording, beside the tones that a text asks for."""
    return features(item.pitch, item.strength, item.loud, item.spans, accepted, voice)


def clips() -> dict[str, list[dict[str, Any]]]:
    """The syllables of every clip of a synthetic voice, as `training/speech/synthesis` writes them, by the id of the recording."""
    rows_of_clips = map(json.loads, (ROOT / "voices" / "clips.jsonl").open(encoding="utf-8"))
    return {f"{VOICES}/{row['id']}": row["syllables"] for row in rows_of_clips}


def worse_rows(item: Item, voice: Register, rng: np.random.Generator) -> np.ndarray:
    """The same with moved bounds, noisy pitch with gaps, shifted loudness, and neighbours' tones withheld or wrong."""
    loud = item.loud + rng.normal(0, 1)
    spans, neighbour_tones = _with_moved_bounds(item.spans, rng), _uncertain_tones(item.tones, rng)
    return features(_worse_pitch(item.pitch, rng), item.strength, loud, spans, neighbour_tones, voice)


def _with_moved_bounds(spans: Sequence[Span], rng: np.random.Generator) -> list[Span]:
    worsened = []
    for start, final, end in spans:
        begins = max(final + rng.normal(0, BOUND_DEVIATION), start)
        worsened.append(Span(start, begins, max(end + rng.normal(0, BOUND_DEVIATION), begins + 0.05)))
    return worsened


def _worse_pitch(pitch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    worsened = pitch.copy()
    if rng.random() < 0.5:
        worsened += rng.normal(0, rng.choice([0.05, 0.2, 0.4]), len(worsened))
    for _ in range(rng.poisson(len(worsened) / 150)):
        hole = rng.integers(0, len(worsened))
        worsened[hole : hole + rng.integers(2, 10)] = np.nan
    if rng.random() < 0.1:
        jump = rng.integers(0, len(worsened))
        worsened[jump : jump + rng.integers(3, 15)] += rng.choice([-12, 12])
    return worsened


def _uncertain_tones(tones: Sequence[int], rng: np.random.Generator) -> list[frozenset[int]]:
    worsened = []
    for tone in tones:
        drawn = rng.random()
        wrong = drawn < WITHHELD + REPLACED
        worsened.append(frozenset() if drawn < WITHHELD else frozenset([int(rng.integers(1, 6)) if wrong else tone]))
    return worsened

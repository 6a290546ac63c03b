"""How well a model tells sounds apart on speakers it never heard: areas under the curve of the plainest goodness of pronunciation."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from corpora import WORK

from core.speech.aligning.mels import log_mels
from core.speech.aligning.phones import FINALS, INDEX, INITIALS, sounds

CONFUSED = [("zh", "z"), ("ch", "c"), ("sh", "s"), ("n", "l"), ("f", "h"), ("r", "l"), ("j", "zh"), ("q", "ch"), ("x", "sh"), ("b", "p"), ("d", "t"), ("g", "k"),
            ("an", "ang"), ("en", "eng"), ("in", "ing"), ("ian", "iang"), ("uan", "uang"), ("un", "ong"), ("u", "ü"), ("ie", "üe"), ("uo", "ou"), ("e", "uo"), ("ün", "iong"), ("ai", "ei"), ("ao", "ou")]  # fmt: skip
PARTNERS: dict[str, list[str]] = {}
for _first, _second in CONFUSED:
    PARTNERS.setdefault(_first, []).append(_second)
    PARTNERS.setdefault(_second, []).append(_first)
MOST = 500
"""Recordings measured of each corpus."""


def measured(model: Any, items: Sequence[Any], speakers: Collection[str], sound: np.ndarray, labels: np.ndarray) -> str:
    """Frame accuracy, and areas for a random wrong sound and a confusable one, by corpus."""
    model.eval()
    rng = np.random.default_rng(5)
    times = {}
    with (WORK / "alignments.jsonl").open(encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            if row["speaker"] in speakers:
                times[row["id"]] = row["syllables"]
    summaries = []
    for corpus in sorted({item.corpus for item in items if item.speaker in speakers}):
        chosen = [item for item in items if item.corpus == corpus and item.speaker in speakers]
        chosen = [chosen[index] for index in rng.permutation(len(chosen))[:MOST]]
        right, wrong, near, hits, seen = [], [], [], 0, 0
        for item in chosen:
            scores = log_posteriors(model, np.asarray(sound[item.sound], np.float32) / 32768)
            expected = labels[item.frames][::2][: len(scores)]
            hits, seen = hits + int((scores[: len(expected)].argmax(1) == expected).sum()), seen + len(expected)
            for letters, _, start, final, end in times[item.id]:
                letter_sounds = sounds(letters)
                assert letter_sounds is not None
                for name, begin, stop, names in (
                    (letter_sounds[0], start, final, INITIALS),
                    (letter_sounds[1], final, end, FINALS),
                ):
                    if name is None:
                        continue
                    rows_of = segment(scores, begin, stop)
                    every = {other: goodness(rows_of, other) for other in names}
                    best = max(every.values())
                    right.append(every[name] - best)
                    wrong.append(every[str(rng.choice([other for other in names if other != name]))] - best)
                    near += [every[other] - best for other in PARTNERS.get(name, [])]
        summaries.append(
            f"{corpus[:8]} frames {hits / seen:.3f} random {area(right, wrong):.4f} near {area(right, near):.4f}"
        )
    return ", ".join(summaries)


def segment(scores: np.ndarray, begin: float, stop: float) -> np.ndarray:
    """Rows of a stretch, one at least."""
    first = round(begin / 0.02)
    return scores[first : max(first + 1, round(stop / 0.02))]


def goodness(rows: np.ndarray, name: str) -> float:
    """Mean log posterior of a sound; of a final with the best cut between its halves."""
    if name in INDEX:
        return float(rows[:, INDEX[name]].mean())
    first, second = rows[:, INDEX[f"{name}/0"]], rows[:, INDEX[f"{name}/1"]]
    before = np.concatenate([[0], first.cumsum()])
    after = np.concatenate([second[::-1].cumsum()[::-1], [0]])
    return float((before + after).max() / len(rows))


def log_posteriors(model: Any, samples: np.ndarray) -> np.ndarray:
    """[frames20ms, states]."""
    with torch.no_grad():
        mels = torch.from_numpy(log_mels(samples))[None]
        return torch.log_softmax(model(mels)[0], dim=1).numpy()


def area(right: Sequence[float], wrong: Sequence[float]) -> float:
    """Chance that a right sound scores above a wrong one (ties half)."""
    both = np.concatenate([right, wrong])
    order = np.unique(both, return_inverse=True)[1]
    counts = np.bincount(order)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[order]
    return float((ranks[: len(right)].sum() - len(right) * (len(right) + 1) / 2) / (len(right) * len(wrong)))

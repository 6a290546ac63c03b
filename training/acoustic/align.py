"""Where each sound lies: a GMM-HMM from a flat start, and Viterbi alignment by any model of the states.

    uv run --with torch --with scikit-learn python training/acoustic/align.py

Isolated syllables come first, for there the sounds' places are nearly known; words and sentences join once the states are told
apart. Leaves `labels.npy` (a state every 10 ms, end to end in the order of `utterances.jsonl`) and `alignments.jsonl` (syllables with start, start
of the final and end in seconds).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))
from corpora import OF_SENTENCES, RATE, WORK

from core.speech.aligning.mels import log_mels
from core.speech.aligning.phones import INDEX, SILENCE, STATES, sounds, states

CEPSTRA = 13
SIL = INDEX[SILENCE]
BATCH = 96
STAY = -0.1
"""Log probability of staying in a state, and of leaving it; their difference hardly matters beside the emissions."""
LEAVE = -2.3
MOST_FRAMES = 12_000
"""Of a state, for its mixture."""


@dataclass(frozen=True)
class Utterance:
    """A recording, its frames within all frames, and its states in order with the optional silences marked."""

    id: str
    corpus: str
    speaker: str
    sound: slice
    frames: slice
    syllables: list[tuple[str, int]]
    path: tuple[int, ...]
    optional: tuple[bool, ...]


def utterances() -> list[Utterance]:
    """Everything that `corpora.py` left, in order."""
    results, first = [], 0
    with (WORK / "utterances.jsonl").open(encoding="utf-8") as rows:
        for row in map(json.loads, rows):
            count = 1 + (row["last"] - row["first"]) // (RATE // 100)
            path, optional = _path(row["syllables"])
            results.append(Utterance(row["id"], row["corpus"], row["speaker"], slice(row["first"], row["last"]),
                                  slice(first, first + count), [tuple(s) for s in row["syllables"]], path, optional))  # fmt: skip
            first += count
    return results


def _path(syllables: Sequence[Sequence[Any]]) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    path, optional = [SIL], [True]
    for letters, _ in syllables:
        letter_sounds = sounds(letters)
        assert letter_sounds is not None, letters
        inside = states(*letter_sounds)
        path += [*inside, SIL]
        optional += [False] * len(inside) + [True]
    return tuple(path), tuple(optional)


def cepstra(mels: np.ndarray) -> np.ndarray:
    """Cepstra with two differences; array [shape=(n_frames, 39)]."""
    bands = mels.shape[1]
    basis = np.cos(np.pi * np.outer(np.arange(CEPSTRA), np.arange(bands) + 0.5) / bands) * np.sqrt(2 / bands)
    base = mels @ basis.T
    first = _difference(base)
    return np.concatenate([base, first, _difference(first)], axis=1).astype(np.float32)


def _difference(rows: np.ndarray) -> np.ndarray:
    padded = np.pad(rows, ((2, 2), (0, 0)), mode="edge")
    return (2 * padded[4:] + padded[3:-1] - padded[1:-3] - 2 * padded[:-4]) / 10


def viterbi(
    items: Sequence[Utterance], score: Callable[[Utterance], np.ndarray]
) -> Iterator[tuple[Utterance, np.ndarray, float]]:
    """Each utterance with its best place on the path a frame, and the mean log likelihood; in batches of like length."""
    order = sorted(items, key=lambda item: item.frames.stop - item.frames.start)
    for first in range(0, len(order), BATCH):
        batch = order[first : first + BATCH]
        emissions = [score(item)[:, list(item.path)] for item in batch]
        yield from _viterbi_batch(batch, emissions)


def _viterbi_batch(
    batch: Sequence[Utterance], emissions: Sequence[np.ndarray]
) -> Iterator[tuple[Utterance, np.ndarray, float]]:
    count, longest, widest = len(batch), max(map(len, emissions)), max(e.shape[1] for e in emissions)
    table = np.full((longest, count, widest + 2), -1e30, np.float32)
    skip = np.full((count, widest + 2), -1e30, np.float32)
    for row, (item, emission) in enumerate(zip(batch, emissions, strict=True)):
        table[: len(emission), row, 2 : 2 + emission.shape[1]] = emission
        # State j may be entered from j - 2 when j - 1 is an optional silence.
        jumps = [place + 2 for place in range(2, len(item.path)) if item.optional[place - 1]]
        skip[row, jumps] = LEAVE
    best = np.full((count, widest + 2), -1e30, np.float32)
    best[:, 2] = table[0, :, 2]
    best[:, 3] = table[0, :, 3]
    back = np.zeros((longest, count, widest + 2), np.int8)
    for frame in range(1, longest):
        stay, step = best + STAY, np.roll(best, 1, axis=1) + LEAVE
        jump = np.roll(best, 2, axis=1) + skip
        choice = np.where(step > stay, 1, 0)
        value = np.maximum(stay, step)
        choice = np.where(jump > value, 2, choice)
        best_scores = np.maximum(value, jump) + table[frame]
        best_scores[:, :2] = -1e30
        alive = np.array([frame < len(e) for e in emissions])[:, None]
        back[frame] = choice
        best = np.where(alive, best_scores, best)
    for row, (item, emission) in enumerate(zip(batch, emissions, strict=True)):
        last = len(item.path) + 1
        place = last if best[row, last] >= best[row, last - 1] else last - 1
        total = float(best[row, place])
        places = np.empty(len(emission), np.int32)
        for frame in range(len(emission) - 1, -1, -1):
            places[frame] = place - 2
            place -= int(back[frame, row, place])
        yield item, places, total / len(emission)


def flat(item: Utterance, loudness: np.ndarray) -> np.ndarray:
    """A first guess: the loud stretch shared out evenly, initials half as long as halves of finals."""
    loud = np.flatnonzero(loudness > loudness.max() - 1.2)
    first, last = int(loud[0]), int(loud[-1]) + 1
    inside = [place for place, optional in enumerate(item.path) if item.path[place] != SIL or not optional]
    places = np.zeros(len(loudness), np.int32)
    places[last:] = len(item.path) - 1
    if last - first < len(inside):
        first, last = 0, len(loudness)
    cuts = np.linspace(first, last, len(inside) + 1).astype(int)
    for place, (begin, end) in zip(inside, pairwise(cuts), strict=True):
        places[begin:end] = place
    return places


class Mixtures:
    """A Gaussian mixture with diagonal covariance for every state."""

    def __init__(self, features: np.ndarray, labels: np.ndarray, components: int, seed: int = 0) -> None:
        from sklearn.mixture import GaussianMixture

        draw = np.random.default_rng(seed)
        quadratic, linear, constant, owner = [], [], [], []
        for state in range(len(STATES)):
            rows = np.flatnonzero(labels == state)
            if len(rows) > MOST_FRAMES:
                rows = draw.choice(rows, MOST_FRAMES, replace=False)
            component_count = max(1, min(components, len(rows) // 200))
            if len(rows) < 20:
                rows = draw.choice(len(labels), 200)
            if component_count == 1:
                weights, means, variances = np.ones(1), features[rows].mean(0)[None], features[rows].var(0)[None] + 1e-3
            else:
                fitted = GaussianMixture(
                    component_count,
                    covariance_type="diag",
                    max_iter=12,
                    reg_covar=1e-3,
                    random_state=seed,
                    init_params="random_from_data",
                )
                import warnings

                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    fitted.fit(features[rows])
                weights, means, variances = fitted.weights_, fitted.means_, fitted.covariances_
            quadratic.append(-0.5 / variances)
            linear.append(means / variances)
            constant.append(
                np.log(weights + 1e-9) - 0.5 * (means**2 / variances + np.log(2 * np.pi * variances)).sum(1)
            )
            owner += [state] * len(weights)
        self._weights = torch.tensor(
            np.concatenate([np.concatenate(quadratic), np.concatenate(linear)], axis=1).T, dtype=torch.float32
        )
        self._constant = torch.tensor(np.concatenate(constant), dtype=torch.float32)
        self._owner = torch.tensor(owner)

    def __call__(self, features: np.ndarray) -> np.ndarray:
        rows = torch.from_numpy(features)
        scores = torch.cat([rows**2, rows], dim=1) @ self._weights + self._constant
        top = torch.full((len(rows), len(STATES)), -1e30)
        top.scatter_reduce_(1, self._owner.expand(len(rows), -1), scores, "amax")
        return top.numpy()


def scorer(model: Mixtures, features: np.ndarray) -> Callable[[Utterance], np.ndarray]:
    """Log likelihoods of the states over an utterance's frames."""
    return lambda item: model(features[item.frames])


ROUNDS = ((4, 1, "syllables"), (3, 1, "words"), (2, 4, "all"), (3, 12, "all"))
"""How often, with how many Gaussians a state, on what."""


def of_kind(items: Sequence[Utterance], kind: str) -> list[Utterance]:
    """The recordings of one step; none longer than the memory of a batch bears."""
    if kind == "all":
        return list(items)
    if kind == "words":
        return [item for item in items if item.corpus not in OF_SENTENCES]
    return [item for item in items if len(item.syllables) == 1 and "syllables" in item.corpus]


def main() -> None:
    """Mels, cepstra, rounds of alignment, and what they leave."""
    items = utterances()
    sound = np.load(WORK / "sound.npy", mmap_mode="r")
    mels = np.concatenate([log_mels(np.asarray(sound[item.sound], np.float32) / 32768) for item in items])
    np.save(WORK / "mels.npy", mels.astype(np.float16))
    features = np.concatenate([cepstra(mels[item.frames]) for item in items])
    for speaker in {item.speaker for item in items}:
        rows = np.concatenate(
            [np.arange(item.frames.start, item.frames.stop) for item in items if item.speaker == speaker]
        )
        features[rows] = (features[rows] - features[rows].mean(0)) / (features[rows].std(0) + 1e-3)
    labels = np.full(len(features), -1, np.int16)
    loudness = mels.mean(axis=1)
    for item in of_kind(items, "syllables"):
        labels[item.frames] = np.array(item.path)[flat(item, loudness[item.frames])]
    for times, components, kind in ROUNDS:
        chosen = of_kind(items, kind)
        for turn in range(times):
            labelled = np.flatnonzero(labels >= 0)
            model = Mixtures(features[labelled], labels[labelled], components)
            fits = []
            for item, places, fit in viterbi(chosen, scorer(model, features)):
                labels[item.frames] = np.array(item.path)[places]
                fits.append(fit)
            print(f"{kind}, {components} Gaussians, round {turn + 1}: {np.mean(fits):.3f}", flush=True)
    last = {item.id: places for item, places, _ in viterbi(items, scorer(model, features))}
    leave(items, last, labels)


def leave(items: Sequence[Utterance], places: dict[str, np.ndarray], labels: np.ndarray) -> None:
    """Write labels and alignments."""
    np.save(WORK / "labels.npy", labels.astype(np.int8))
    with (WORK / "alignments.jsonl").open("w", encoding="utf-8") as out:
        for item in items:
            row = {
                "id": item.id,
                "corpus": item.corpus,
                "speaker": item.speaker,
                "syllables": timed(item, places[item.id]),
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def timed(item: Utterance, places: np.ndarray) -> list[list[Any]]:
    """Letters, tone, start, start of the final, end (seconds) of every syllable."""
    results, place = [], 1
    for letters, tone in item.syllables:
        letter_sounds = sounds(letters)
        assert letter_sounds is not None
        inside = len(states(*letter_sounds))
        begin, final, end = (int(np.searchsorted(places, p)) for p in (place, place + (inside == 3), place + inside))
        results.append([letters, tone, *(round(frame / 100, 2) for frame in (begin, final, end))])
        place += inside + 1
    return results


if __name__ == "__main__":
    main()

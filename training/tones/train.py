"""Train the tone network; prints what it reaches on speakers left out, and keeps those figures in the model's card.

uv run --with torch --with scikit-learn python training/tones/train.py [--processes 2]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

sys.path.insert(0, str(Path(__file__).resolve().parent))
from material import DEVELOPMENT, WORK, Item, Registers, items, rows, worse_rows
from network import Trained, train

from core.speech.tones.verdicts import confidence, log_odds

VERSION = "tones-1"
MODEL = Path(__file__).resolve().parents[2] / "data" / "models" / "tones" / "tones.npz"
WORSE_VERSIONS = 3
NETWORKS, NETWORKS_LEFT_OUT = 5, 3
EVEN_FROM = 4_000
"""Syllables of a speaker from which more of them count by the square root: the word list must not outweigh the sentences."""
ISOLATED = ("yue", "wang", "pinyin", "man")
SENTENCE_SPEAKERS = ("S0150", "S0252")
WRONG_SHARE = 0.2
"""Of tones that are supposed to be wrong where the probability is calibrated; a learner's share, taken high."""
MISLABELLED = 0.03
"""Chance of its label under the other speakers' network below which an isolated file of `DOUBTFUL` is left out of training."""
DOUBTFUL = ("pinyin",)
"""Some of its files hold another tone than their name."""
RESAMPLED = 1_000


@dataclass(frozen=True)
class Rows:
    """Feature rows of many recordings; `places` says which recording a row is from."""

    versions: list[np.ndarray]
    tones: np.ndarray
    places: np.ndarray
    speakers: np.ndarray


def training_rows(every: Sequence[Item], registers: Registers) -> Rows:
    """All recordings that may be trained on, as they are and worsened."""
    chance = np.random.default_rng(1)
    used = [place for place, item in enumerate(every) if item.corpus != DEVELOPMENT and item.spans]
    clean = [rows(every[place], registers.any(every[place], chance)) for place in used]
    worse = [
        [worse_rows(every[place], registers.any(every[place], chance), chance) for place in used]
        for _ in range(WORSE_VERSIONS)
    ]
    return Rows(
        versions=[np.concatenate(version) for version in (clean, *worse)],
        tones=np.concatenate([every[place].tones for place in used]),
        places=np.repeat(used, [len(every[place].tones) for place in used]),
        speakers=np.concatenate([[every[place].speaker] * len(every[place].tones) for place in used]),
    )


def fitted(held: Rows, left_out: str | None, dropped: np.ndarray, networks: int) -> list[Trained]:
    """Networks trained without one speaker and without some recordings."""
    kept = (held.speakers != left_out) & ~np.isin(held.places, dropped)
    weights = np.ones(int(kept.sum()))
    for speaker in np.unique(held.speakers[kept]):
        own = held.speakers[kept] == speaker
        weights[own] = min(1.0, EVEN_FROM / own.sum()) ** 0.5
    versions = [version[kept] for version in held.versions]
    return [train(versions, held.tones[kept], weights, seed=seed) for seed in range(networks)]


def chances(networks: Sequence[Trained], x: np.ndarray) -> np.ndarray:
    """Mean over networks."""
    return np.mean([network.chances(x) for network in networks], axis=0)


@dataclass(frozen=True)
class Judged:
    """Chances of syllables of speakers left out, with their tones and how far the pitch can be trusted."""

    chances: np.ndarray
    tones: np.ndarray
    places: np.ndarray
    trust: np.ndarray

    def right(self) -> np.ndarray:
        """For each full tone, whether it is the likeliest of the four."""
        full = self.tones <= 4
        return self.chances[full, :4].argmax(1) + 1 == self.tones[full]

    def odds(self) -> tuple[np.ndarray, np.ndarray]:
        """Log odds of the full tones, and of a random wrong full tone in their place."""
        chance = np.random.default_rng(0)
        full = np.flatnonzero(self.tones <= 4)
        wrong = [int(chance.choice([t for t in (1, 2, 3, 4) if t != tone])) for tone in self.tones[full]]
        said = [log_odds(self.chances[place], frozenset([int(self.tones[place])])) for place in full]
        swapped = [log_odds(self.chances[place], frozenset([tone])) for place, tone in zip(full, wrong, strict=True)]
        return np.array(said), np.array(swapped)

    def auc(self) -> float:
        """Expected tone against a random wrong one."""
        said, swapped = self.odds()
        return float(roc_auc_score(np.r_[np.ones(len(said)), np.zeros(len(swapped))], np.r_[said, swapped]))


def judged(networks: Sequence[Trained], some: Sequence[Item], registers: Registers, *, alone: bool) -> Judged:
    """Judge recordings; with `alone` the register is that of the recording, otherwise that of the speaker."""
    x = np.concatenate([rows(item, registers.own(item) if alone else registers.whole(item)) for item in some])
    trust = [confidence(item.pitch, item.strength, span) for item in some for span in item.spans]
    places = np.repeat(np.arange(len(some)), [len(item.spans) for item in some])
    return Judged(chances(networks, x), np.concatenate([item.tones for item in some]), places, np.array(trust))


def left_out(
    speaker: str, held: Rows, every: Sequence[Item], registers: Registers, dropped: np.ndarray
) -> list[Judged]:
    """What networks that never heard a speaker make of the speaker: with own registers, and with that of all recordings."""
    networks = fitted(held, speaker, dropped, NETWORKS_LEFT_OUT)
    alone = speaker in ISOLATED
    some = [item for item in every if item.speaker == speaker and item.spans and (len(item.spans) == 1 or not alone)]
    return [judged(networks, some, registers, alone=way) for way in (True, False)]


def figures(found: Judged) -> dict[str, Any]:
    """Accuracy over the four full tones with a 95 % interval over recordings, and the AUC of verification."""
    right, chance = found.right(), np.random.default_rng(0)
    places = found.places[found.tones <= 4]
    sums, counts = np.bincount(places, right), np.bincount(places)
    drawn = chance.integers(0, len(sums), (RESAMPLED, len(sums)))
    means = sums[drawn].sum(1) / np.maximum(counts[drawn].sum(1), 1)
    low, high = np.quantile(means, [0.025, 0.975])
    return {
        "accuracy": round(float(right.mean()), 4),
        "interval": [round(float(low), 4), round(float(high), 4)],
        "auc": round(found.auc(), 4),
        "syllables": len(right),
    }


def calibrated(found: Sequence[Judged]) -> list[float]:
    """Slope and intercept for a share of `WRONG_SHARE` of wrong tones."""
    pairs = [part.odds() for part in found]
    said, swapped = (np.concatenate(side) for side in zip(*pairs, strict=True))
    weights = np.r_[
        np.full(len(said), (1 - WRONG_SHARE) / len(said)), np.full(len(swapped), WRONG_SHARE / len(swapped))
    ]
    truth = np.r_[np.ones(len(said)), np.zeros(len(swapped))]
    line = LogisticRegression(C=1e6).fit(np.r_[said, swapped][:, None], truth, weights * len(truth))
    return [round(float(line.coef_[0, 0]), 4), round(float(line.intercept_[0]), 4)]


def write(networks: Sequence[Trained], card: dict[str, Any]) -> None:
    """The file that `core.models.tones` reads."""
    arrays: dict[str, np.ndarray] = {
        "mean": np.stack([network.mean for network in networks]),
        "scale": np.stack([network.scale for network in networks]),
        "card": np.frombuffer(json.dumps(card, ensure_ascii=False, sort_keys=True).encode(), np.uint8),
    }
    for layer in range(len(networks[0].layers)):
        arrays[f"weight{layer}"] = np.stack([network.layers[layer][0] for network in networks]).astype(np.float16)
        arrays[f"bias{layer}"] = np.stack([network.layers[layer][1] for network in networks]).astype(np.float16)
    MODEL.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(MODEL, **arrays)  # type: ignore[arg-type]


def main() -> None:
    """Find mislabelled files, judge each speaker left out, calibrate on that, train on all, write."""
    given = argparse.ArgumentParser()
    given.add_argument("--processes", type=int, default=2)
    processes = given.parse_args().processes
    every = items()
    registers = Registers(every)
    held = training_rows(every, registers)
    print(f"{len(held.tones)} syllables, {held.versions[0].shape[1]} features", flush=True)
    dropped = np.zeros(0, int)
    with ProcessPoolExecutor(processes) as pool:
        doubtful = list(
            pool.map(left_out, DOUBTFUL, *([part] * len(DOUBTFUL) for part in (held, every, registers, dropped)))
        )
        dropped = np.concatenate(
            [_mislabelled(speaker, parts[1], every) for speaker, parts in zip(DOUBTFUL, doubtful, strict=True)]
        )
        print(f"left out as mislabelled: {sorted(every[place].id for place in dropped)}", flush=True)
        speakers = [speaker for speaker in (*SENTENCE_SPEAKERS, *ISOLATED) if speaker not in DOUBTFUL]
        last = pool.submit(fitted, held, None, dropped, NETWORKS)
        rest = pool.map(left_out, speakers, *([part] * len(speakers) for part in (held, every, registers, dropped)))
        results = dict(zip(speakers, rest, strict=True)) | dict(zip(DOUBTFUL, doubtful, strict=True))
        networks = last.result()
    finish(results, networks, every, registers, len(dropped))


def _mislabelled(speaker: str, found: Judged, every: Sequence[Item]) -> np.ndarray:
    """Places of the recordings whose label the other speakers' networks all but rule out."""
    own = [place for place, item in enumerate(every) if item.speaker == speaker and len(item.spans) == 1]
    chance = found.chances[np.arange(len(own)), found.tones - 1]
    return np.array(own)[(chance < MISLABELLED) & (found.tones <= 4)]


def finish(
    results: dict[str, list[Judged]], networks: list[Trained], every: list[Item], registers: Registers, dropped: int
) -> None:
    """Print and write."""
    table: dict[str, Any] = {}
    for speaker, (alone, whole) in results.items():
        ways = {"own register": alone} if speaker in SENTENCE_SPEAKERS else {"own register": alone, "session": whole}
        table[speaker] = {name: figures(way) for name, way in ways.items()}
        print(speaker, json.dumps(table[speaker]), flush=True)
    sentences = [results[speaker][0] for speaker in SENTENCE_SPEAKERS]
    calibration = calibrated([*sentences, *(results[speaker][1] for speaker in ISOLATED)])
    np.savez(
        WORK / "left_out.npz",
        **{
            f"{who}{way}.{name}": getattr(part, name)
            for who, parts in results.items()
            for way, part in enumerate(parts)
            for name in ("chances", "tones", "trust")
        },
    )
    development = judged(networks, [item for item in every if item.corpus == DEVELOPMENT], registers, alone=True)
    table["development"] = {"own register": figures(development)}
    print("development", json.dumps(table["development"]), "calibration", calibration, flush=True)
    card = {
        "version": VERSION, "calibration": calibration, "wrong_share": WRONG_SHARE, "left_out": table, "mislabelled": dropped,
        "trained_on": "audio-cmn-words, audio-cmn-syllables, pinyin-sound-syllables, hantts-syllables-male, aishell1-two-speakers",
    }  # fmt: skip
    write(networks, card)


if __name__ == "__main__":
    main()

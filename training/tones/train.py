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
from network import TrainedNetwork, train

from core.speech.tones.verdicts import confidence, log_odds

VERSION = "tones-1"
MODEL = Path(__file__).resolve().parents[2] / "data" / "models" / "tones" / "tones.npz"
WORSE_VERSIONS = 3
NETWORKS, NETWORKS_LEFT_OUT = 5, 3
EVEN_FROM = 4_000
"""A speaker with more syllables than this is weighted by the square root: the word list must not outweigh the sentences."""
ISOLATED = ("yue", "wang", "pinyin", "man")
SENTENCE_SPEAKERS = ("S0150", "S0252")
WRONG_SHARE = 0.2
"""The share of wrong tones that is assumed in calibration: a high estimate of a learner's share."""
MISLABELLED = 0.03
"""An isolated file of `DOUBTFUL` is left out of training where its label is less probable than this under the other speakers' network."""
DOUBTFUL = ("pinyin",)
"""Corpora in which some files contain another tone than their name says."""
RESAMPLED = 1_000


@dataclass(frozen=True)
class Rows:
    """Feature rows of many recordings; `item_indices` says which recording a row is from."""

    versions: list[np.ndarray]
    tones: np.ndarray
    item_indices: np.ndarray
    speakers: np.ndarray


def training_rows(all_items: Sequence[Item], registers: Registers) -> Rows:
    """Rows of all recordings that may be trained on, as they are and degraded."""
    rng = np.random.default_rng(1)
    usable = [index for index, item in enumerate(all_items) if item.corpus != DEVELOPMENT and item.spans]
    clean = [rows(all_items[index], registers.any(all_items[index], rng)) for index in usable]
    worse = [
        [worse_rows(all_items[index], registers.any(all_items[index], rng), rng) for index in usable]
        for _ in range(WORSE_VERSIONS)
    ]
    return Rows(
        versions=[np.concatenate(version) for version in (clean, *worse)],
        tones=np.concatenate([all_items[index].tones for index in usable]),
        item_indices=np.repeat(usable, [len(all_items[index].tones) for index in usable]),
        speakers=np.concatenate([[all_items[index].speaker] * len(all_items[index].tones) for index in usable]),
    )


def trained_networks(
    training_set: Rows, left_out: str | None, dropped: np.ndarray, networks: int
) -> list[TrainedNetwork]:
    """Networks trained without one speaker and without some recordings."""
    chosen = (training_set.speakers != left_out) & ~np.isin(training_set.item_indices, dropped)
    weights = np.ones(int(chosen.sum()))
    for speaker in np.unique(training_set.speakers[chosen]):
        own = training_set.speakers[chosen] == speaker
        weights[own] = min(1.0, EVEN_FROM / own.sum()) ** 0.5
    versions = [version[chosen] for version in training_set.versions]
    return [train(versions, training_set.tones[chosen], weights, seed=seed) for seed in range(networks)]


def probabilities(networks: Sequence[TrainedNetwork], x: np.ndarray) -> np.ndarray:
    """Mean probabilities over networks."""
    return np.mean([network.probabilities(x) for network in networks], axis=0)


@dataclass(frozen=True)
class RatedSyllables:
    """Tone probabilities of syllables of held-out speakers, with their tones and the confidence in the pitch."""

    probabilities: np.ndarray
    tones: np.ndarray
    item_indices: np.ndarray
    trust: np.ndarray

    def right(self) -> np.ndarray:
        """For each full tone, whether it is the most probable of the four."""
        full = self.tones <= 4
        return self.probabilities[full, :4].argmax(1) + 1 == self.tones[full]

    def odds(self) -> tuple[np.ndarray, np.ndarray]:
        """Log odds of the full tones, and of a random wrong full tone in their place."""
        rng = np.random.default_rng(0)
        full = np.flatnonzero(self.tones <= 4)
        wrong = [int(rng.choice([t for t in (1, 2, 3, 4) if t != tone])) for tone in self.tones[full]]
        expected = [log_odds(self.probabilities[index], frozenset([int(self.tones[index])])) for index in full]
        swapped = [
            log_odds(self.probabilities[index], frozenset([tone])) for index, tone in zip(full, wrong, strict=True)
        ]
        return np.array(expected), np.array(swapped)

    def auc(self) -> float:
        """Area under the ROC curve: the expected tone against a random wrong one."""
        expected, swapped = self.odds()
        return float(roc_auc_score(np.r_[np.ones(len(expected)), np.zeros(len(swapped))], np.r_[expected, swapped]))


def rated(
    networks: Sequence[TrainedNetwork], chosen_items: Sequence[Item], registers: Registers, *, alone: bool
) -> RatedSyllables:
    """Rate the syllables of recordings; with `alone` the register is that of the recording, otherwise that of the speaker."""
    x = np.concatenate([rows(item, registers.own(item) if alone else registers.whole(item)) for item in chosen_items])
    trust = [confidence(item.pitch, item.strength, span) for item in chosen_items for span in item.spans]
    item_indices = np.repeat(np.arange(len(chosen_items)), [len(item.spans) for item in chosen_items])
    return RatedSyllables(
        probabilities(networks, x), np.concatenate([item.tones for item in chosen_items]), item_indices, np.array(trust)
    )


def left_out(
    speaker: str, training_set: Rows, all_items: Sequence[Item], registers: Registers, dropped: np.ndarray
) -> list[RatedSyllables]:
    """Ratings of a speaker by networks that were not trained on the speaker: with the registers of single recordings, and of all recordings."""
    networks = trained_networks(training_set, speaker, dropped, NETWORKS_LEFT_OUT)
    isolated = speaker in ISOLATED
    chosen_items = [
        item for item in all_items if item.speaker == speaker and item.spans and (len(item.spans) == 1 or not isolated)
    ]
    return [rated(networks, chosen_items, registers, alone=alone) for alone in (True, False)]


def figures(rated_syllables: RatedSyllables) -> dict[str, Any]:
    """Accuracy over the four full tones with a 95 % interval over recordings, and the AUC of verification."""
    right, rng = rated_syllables.right(), np.random.default_rng(0)
    item_indices = rated_syllables.item_indices[rated_syllables.tones <= 4]
    sums, counts = np.bincount(item_indices, right), np.bincount(item_indices)
    drawn = rng.integers(0, len(sums), (RESAMPLED, len(sums)))
    means = sums[drawn].sum(1) / np.maximum(counts[drawn].sum(1), 1)
    low, high = np.quantile(means, [0.025, 0.975])
    return {
        "accuracy": round(float(right.mean()), 4),
        "interval": [round(float(low), 4), round(float(high), 4)],
        "auc": round(rated_syllables.auc(), 4),
        "syllables": len(right),
    }


def calibrated(rated_syllables: Sequence[RatedSyllables]) -> list[float]:
    """Slope and intercept for a share of `WRONG_SHARE` of wrong tones."""
    pairs = [part.odds() for part in rated_syllables]
    expected, swapped = (np.concatenate(side) for side in zip(*pairs, strict=True))
    weights = np.r_[
        np.full(len(expected), (1 - WRONG_SHARE) / len(expected)), np.full(len(swapped), WRONG_SHARE / len(swapped))
    ]
    truth = np.r_[np.ones(len(expected)), np.zeros(len(swapped))]
    line = LogisticRegression(C=1e6).fit(np.r_[expected, swapped][:, None], truth, weights * len(truth))
    return [round(float(line.coef_[0, 0]), 4), round(float(line.intercept_[0]), 4)]


def write(networks: Sequence[TrainedNetwork], card: dict[str, Any]) -> None:
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
    """Find mislabelled files, rate each held-out speaker, calibrate on these ratings, train on all, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--processes", type=int, default=2)
    processes = parser.parse_args().processes
    all_items = items()
    registers = Registers(all_items)
    training_set = training_rows(all_items, registers)
    print(f"{len(training_set.tones)} syllables, {training_set.versions[0].shape[1]} features", flush=True)
    dropped = np.zeros(0, int)
    with ProcessPoolExecutor(processes) as pool:
        doubtful = list(
            pool.map(
                left_out, DOUBTFUL, *([part] * len(DOUBTFUL) for part in (training_set, all_items, registers, dropped))
            )
        )
        dropped = np.concatenate(
            [_mislabelled(speaker, parts[1], all_items) for speaker, parts in zip(DOUBTFUL, doubtful, strict=True)]
        )
        print(f"left out as mislabelled: {sorted(all_items[index].id for index in dropped)}", flush=True)
        speakers = [speaker for speaker in (*SENTENCE_SPEAKERS, *ISOLATED) if speaker not in DOUBTFUL]
        last = pool.submit(trained_networks, training_set, None, dropped, NETWORKS)
        rest = pool.map(
            left_out, speakers, *([part] * len(speakers) for part in (training_set, all_items, registers, dropped))
        )
        results = dict(zip(speakers, rest, strict=True)) | dict(zip(DOUBTFUL, doubtful, strict=True))
        networks = last.result()
    finish(results, networks, all_items, registers, len(dropped))


def _mislabelled(speaker: str, rated_syllables: RatedSyllables, all_items: Sequence[Item]) -> np.ndarray:
    """Indices of the recordings whose label is nearly ruled out by the other speakers' networks."""
    own = [index for index, item in enumerate(all_items) if item.speaker == speaker and len(item.spans) == 1]
    label_probabilities = rated_syllables.probabilities[np.arange(len(own)), rated_syllables.tones - 1]
    return np.array(own)[(label_probabilities < MISLABELLED) & (rated_syllables.tones <= 4)]


def finish(
    results: dict[str, list[RatedSyllables]],
    networks: list[TrainedNetwork],
    all_items: list[Item],
    registers: Registers,
    dropped: int,
) -> None:
    """Print and write."""
    table: dict[str, Any] = {}
    for speaker, (alone, whole) in results.items():
        ways = {"own register": alone} if speaker in SENTENCE_SPEAKERS else {"own register": alone, "session": whole}
        table[speaker] = {name: figures(rated_syllables) for name, rated_syllables in ways.items()}
        print(speaker, json.dumps(table[speaker]), flush=True)
    sentences = [results[speaker][0] for speaker in SENTENCE_SPEAKERS]
    calibration = calibrated([*sentences, *(results[speaker][1] for speaker in ISOLATED)])
    np.savez(
        WORK / "left_out.npz",
        **{
            f"{speaker}{number}.{name}": values
            for speaker, parts in results.items()
            for number, part in enumerate(parts)
            for name, values in (("chances", part.probabilities), ("tones", part.tones), ("trust", part.trust))
        },
    )
    development = rated(networks, [item for item in all_items if item.corpus == DEVELOPMENT], registers, alone=True)
    table["development"] = {"own register": figures(development)}
    print("development", json.dumps(table["development"]), "calibration", calibration, flush=True)
    card = {
        "version": VERSION, "calibration": calibration, "wrong_share": WRONG_SHARE, "left_out": table, "mislabelled": dropped,
        "trained_on": "audio-cmn-words, audio-cmn-syllables, pinyin-sound-syllables, hantts-syllables-male, aishell1-two-speakers",
    }  # fmt: skip
    write(networks, card)


if __name__ == "__main__":
    main()

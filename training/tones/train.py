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
from material import DEVELOPMENT, SENTENCES, VOICES, WORK, Item, Registers, clips, items, rows, rows_as_text, worse_rows
from network import Recordings, TrainedNetwork, mean_probabilities, train

from core.speech.tones.verdicts import LEAST_CONFIDENCE, confidence, log_odds

VERSION = "tones-2"
MODEL = Path(__file__).resolve().parents[2] / "data" / "models" / "tones" / "tones.npz"
HELD_OUT = Path(__file__).resolve().parents[2] / "evaluation" / "speech" / "models"
WORSE_VERSIONS = 3
NETWORKS, NETWORKS_LEFT_OUT = 3, 2
EVEN_FROM = 4_000
"""A speaker with more syllables than this is weighted by the square root: the word list must not outweigh the sentences."""
WORDS_WEIGHT = 0.5
"""Of words and isolated syllables against sentences."""
ISOLATED = ("yue", "wang", "pinyin", "man")
SENTENCE_SPEAKERS = ("S0150", "S0252")
SYNTHETIC = "zf_xiaoyi"
"""The synthetic voice that no network hears of which a figure is given."""
WRONG_SHARE = 0.2
"""The share of wrong tones that is assumed in calibration: a high estimate of a learner's share."""
MISLABELLED = 0.03
"""An isolated file of `DOUBTFUL` is left out of training where its label is less probable than this under the other speakers' network."""
DOUBTFUL = ("pinyin",)
"""Corpora in which some files contain another tone than their name says."""
RESAMPLED = 1_000
FALSE_ALARMS = 0.02
"""Share of right tones at which the share of wrong ones that are found is given."""


@dataclass(frozen=True)
class Rows:
    """Feature rows of many recordings; `item_indices` says which recording a row is from."""

    versions: list[np.ndarray]
    tones: np.ndarray
    item_indices: np.ndarray
    speakers: np.ndarray
    weights: np.ndarray
    """By corpus; nothing where the label cannot be believed."""


def training_rows(all_items: Sequence[Item], registers: Registers) -> Rows:
    """Rows of all recordings that may be trained on, as they are and degraded."""
    rng = np.random.default_rng(1)
    usable = [index for index, item in enumerate(all_items) if item.corpus != DEVELOPMENT and item.spans]
    chosen = [all_items[index] for index in usable]
    clean = [rows(item, registers.any(item, rng)) for item in chosen]
    worse = [[worse_rows(item, registers.any(item, rng), rng) for item in chosen] for _ in range(WORSE_VERSIONS)]
    counts = [len(item.tones) for item in chosen]
    weights = [item.sure * (1.0 if item.corpus in SENTENCES else WORDS_WEIGHT) for item in chosen]
    return Rows(
        versions=[np.concatenate(version) for version in (clean, *worse)],
        tones=np.concatenate([item.tones for item in chosen]),
        item_indices=np.repeat(usable, counts),
        speakers=np.repeat([item.speaker for item in chosen], counts),
        weights=np.concatenate(weights),
    )


def trained_networks(
    training_set: Rows, left_out: str | None, dropped: np.ndarray, networks: int
) -> list[TrainedNetwork]:
    """Networks trained without one speaker and the synthetic voice that is held out, or on all; without some recordings."""
    unheard = (left_out, SYNTHETIC) if left_out is not None else ()
    chosen = ~np.isin(training_set.speakers, unheard) & ~np.isin(training_set.item_indices, dropped)
    weights = training_set.weights[chosen].copy()
    for speaker in np.unique(training_set.speakers[chosen]):
        own = training_set.speakers[chosen] == speaker
        weights[own] *= min(1.0, EVEN_FROM / own.sum()) ** 0.5
    item_indices = training_set.item_indices[chosen]
    bounds = np.flatnonzero(np.diff(item_indices, prepend=-1, append=-1))
    versions = [version[chosen] for version in training_set.versions]
    recordings = Recordings(versions, training_set.tones[chosen], weights, bounds)
    return [train(recordings, seed=seed) for seed in range(networks)]


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

    def found(self) -> float:
        """Share of random wrong tones below the odds under which a fiftieth of the right ones lie, where the pitch can be trusted."""
        expected, swapped = self.odds()
        trusted = self.trust[self.tones <= 4] >= LEAST_CONFIDENCE
        threshold = np.quantile(np.where(trusted, expected, np.inf), FALSE_ALARMS)
        return float((trusted & (swapped < threshold)).mean())


def rated(
    networks: Sequence[TrainedNetwork], chosen_items: Sequence[Item], registers: Registers, *, alone: bool
) -> RatedSyllables:
    """Rate the syllables of recordings; with `alone` the register is that of the recording, otherwise that of the speaker."""
    heard = [
        mean_probabilities(networks, rows(item, registers.own(item) if alone else registers.whole(item)))
        for item in chosen_items
    ]
    trust = [confidence(item.pitch, item.strength, span) for item in chosen_items for span in item.spans]
    item_indices = np.repeat(np.arange(len(chosen_items)), [len(item.spans) for item in chosen_items])
    return RatedSyllables(
        np.concatenate(heard), np.concatenate([item.tones for item in chosen_items]), item_indices, np.array(trust)
    )


def left_out(
    speaker: str, training_set: Rows, all_items: Sequence[Item], registers: Registers, dropped: np.ndarray
) -> list[RatedSyllables]:
    """Ratings of a speaker by networks that were not trained on the speaker: with the registers of single recordings, and of all recordings."""
    networks = trained_networks(training_set, speaker, dropped, NETWORKS_LEFT_OUT)
    if speaker in SENTENCE_SPEAKERS:
        write(
            HELD_OUT / f"tones_without_{speaker}.npz",
            networks,
            {"version": f"{VERSION} without {speaker}", "calibration": [1.0, 0.0]},
        )
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
        "found": round(rated_syllables.found(), 4),
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


def write(file: Path, networks: Sequence[TrainedNetwork], card: dict[str, Any]) -> None:
    """The file that `core.models.tones` reads."""
    parts = [network.arrays() for network in networks]
    arrays = {name: np.stack([part[name] for part in parts]) for name in parts[0]}
    arrays["card"] = np.frombuffer(json.dumps(card, ensure_ascii=False, sort_keys=True).encode(), np.uint8)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def _with_calibration(file: Path, calibration: Sequence[float]) -> None:
    """Give a file of networks the calibration, which is known only when all speakers have been heard."""
    with np.load(file) as stored:
        arrays = {name: stored[name] for name in stored.files}
    card = json.loads(bytes(arrays["card"])) | {"calibration": list(calibration)}
    arrays["card"] = np.frombuffer(json.dumps(card, sort_keys=True).encode(), np.uint8)
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]


def commanded(networks: Sequence[TrainedNetwork], all_items: Sequence[Item], registers: Registers) -> dict[str, Any]:
    """The held-out synthetic voice, which says half of its full tones otherwise than the text has them: area of verification by the text's tones,
    and the share of the commanded ones that lie below a fiftieth of the text's own."""
    own, other = [], []
    by_id = clips()
    for item in all_items:
        if item.corpus != VOICES or item.speaker != SYNTHETIC:
            continue
        syllables = by_id[item.id]
        accepted = [frozenset(part["accepted"]) for part in syllables]
        heard = mean_probabilities(networks, rows_as_text(item, registers.own(item), accepted))
        for part, tones, row, span, sure in zip(syllables, accepted, heard, item.spans, item.sure, strict=True):
            if part["text_tone"] > 4 or not sure or confidence(item.pitch, item.strength, span) < LEAST_CONFIDENCE:
                continue
            if part["tone"] == part["text_tone"]:
                own.append(log_odds(row, tones))
            elif part["tone"] not in tones:
                other.append(log_odds(row, tones))
    truth = np.r_[np.ones(len(own)), np.zeros(len(other))]
    return {
        "auc": round(float(roc_auc_score(truth, np.r_[own, other])), 4),
        "found": round(float((np.array(other) < np.quantile(own, FALSE_ALARMS)).mean()), 4),
        "commanded": len(other),
        "text": len(own),
    }


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
        unheard = pool.submit(trained_networks, training_set, SYNTHETIC, dropped, NETWORKS_LEFT_OUT)
        rest = pool.map(
            left_out, speakers, *([part] * len(speakers) for part in (training_set, all_items, registers, dropped))
        )
        results = dict(zip(speakers, rest, strict=True)) | dict(zip(DOUBTFUL, doubtful, strict=True))
        networks = last.result()
        table = {SYNTHETIC: commanded(unheard.result(), all_items, registers)}
    print(SYNTHETIC, json.dumps(table[SYNTHETIC]), flush=True)
    finish(results, networks, all_items, registers, len(dropped), table)


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
    synthetic: dict[str, Any],
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
        "version": VERSION, "calibration": calibration, "wrong_share": WRONG_SHARE, "left_out": table, "mislabelled": dropped, "synthetic": synthetic,
        "trained_on": "audio-cmn-words, audio-cmn-syllables, pinyin-sound-syllables, hantts-syllables-male, aishell1-two-speakers, "
        "synthetic-one-voice-hsk-sentences, clips of seven voices of Kokoro-82M",
    }  # fmt: skip
    write(MODEL, networks, card)
    for speaker in SENTENCE_SPEAKERS:
        _with_calibration(HELD_OUT / f"tones_without_{speaker}.npz", calibration)


if __name__ == "__main__":
    main()

"""Train the second listener for tones, by which benchmarks judge sounds whose pitch the product has changed.

uv run python training/tones/second_listener.py

takes every second sentence of the two sentence readers, laid out by the product's aligner, and writes
`evaluation/speech/models/second_tones.npz`; prints what is heard of each reader by a network that was taught by the other.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from sklearn.neural_network import MLPClassifier

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from core.speech.aligning.alignment import align
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.tones.features import Span
from evaluation.speech.corpora import SENTENCES, readings
from evaluation.speech.edits import emissions_from
from evaluation.speech.readings import shipped
from evaluation.speech.second_listener import MODEL, rows, yin

EVERY, UNITS, DECAY = 2, 48, 3.0


def heard() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows, tones and speakers of the full tones of all sentences."""
    evaluator, features, tones, speakers = shipped(), [], [], []
    for reading in readings(SENTENCES, every=EVERY):
        syllables = evaluator.readings(reading.text)[0].syllables
        alignment = with_refined_onsets(align(syllables, emissions_from(reading.samples)), reading.samples)
        read = [aligned for aligned in alignment.syllables if aligned.presence == "read"]
        if not read:
            continue
        spans = [Span(aligned.start, aligned.final_start, aligned.end) for aligned in read]
        features.append(rows(yin(reading.samples), spans))
        tones.extend(syllables[aligned.index].tone for aligned in read)
        speakers.extend([reading.speaker] * len(read))
    x, y, who = np.concatenate(features), np.array(tones), np.array(speakers)
    usable = np.isfinite(x).all(axis=1) & (y <= 4)
    return x[usable], y[usable], who[usable]


def fitted(x: np.ndarray, y: np.ndarray) -> tuple[MLPClassifier, np.ndarray, np.ndarray]:
    """The network, and mean and scale of its input."""
    mean, scale = x.mean(0), x.std(0) + 1e-3
    network = MLPClassifier((UNITS,), alpha=DECAY, early_stopping=True, max_iter=200, random_state=0)
    return network.fit((x - mean) / scale, y), mean, scale


def main() -> None:
    """Rate each reader by the other, train on both, write."""
    x, y, who = heard()
    for speaker in np.unique(who):
        network, mean, scale = fitted(x[who != speaker], y[who != speaker])
        share = network.score((x[who == speaker] - mean) / scale, y[who == speaker])
        print(f"{speaker}, taught by the other: {share:.3f} of {int((who == speaker).sum())}", flush=True)
    network, mean, scale = fitted(x, y)
    assert network.classes_.tolist() == [1, 2, 3, 4]
    arrays = {"mean": mean, "scale": scale}
    for layer, (weight, bias) in enumerate(zip(network.coefs_, network.intercepts_, strict=True)):
        arrays |= {f"weight{layer}": weight, f"bias{layer}": bias}
    np.savez_compressed(MODEL, **{name: array.astype(np.float32) for name, array in arrays.items()})


if __name__ == "__main__":
    main()

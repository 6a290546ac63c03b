"""The weights by which `core.speech.aligning.second_look` tells a syllable left out from one that was slurred.

    uv run python -m training.speech.left_out [--speaker S0252] [--sentences 75]

Sentences of one speaker as they are and as if by a voice unheard (played faster or slower, in noise), each with its own text, with a word
too many, a word too few and a changed word; the syllables of the word too many are those that were left out. The acoustic model is the
benchmarks' `held_out.onnx`, which has heard this speaker and not the one that the choice of `OMITTED_FROM` was checked on (S0150). Prints
intercept and weights, and what is found from which probability on.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from unittest.mock import patch

import numpy as np

from core.arrays import Float32, Float64
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import Emissions, emissions_of
from core.speech.aligning.second_look import FirstPass, OmissionSigns, omission_signs, ratio
from core.speech.model import AlignedSyllable, ExpectedSyllable, ExtraSpeech
from evaluation.speech.corpora import SENTENCES, readings
from evaluation.speech.edits import different_syllable, expected, random_word
from evaluation.speech.readings import held_out, with_noise

SPEEDS, NOISES = (0.85, 0.88, 0.91, 1.1, 1.14, 1.18), (14.0, 18.0, 25.0)
"""Times the pace (and the pitch and the formants), and dB."""
L2, ROUNDS = 1.0, 50
SEED = 5


def cases(speaker: str, sentences: int) -> Iterator[tuple[list[ExpectedSyllable], Emissions, range]]:
    """Text, sound, and the syllables of the text that nobody said."""
    evaluator, rng = held_out(), np.random.default_rng(SEED)
    for reading in list(readings(SENTENCES, speaker=speaker))[:sentences]:
        text = list(evaluator.readings(reading.text)[0].syllables)
        for samples in (reading.samples, _as_if_unheard(reading.samples, rng)):
            model = evaluator.acoustic
            emissions = emissions_of(model.log_posteriors(samples), log_priors=model.log_priors)
            for syllables, missing in _edited(text, rng):
                yield [replace(syllable, word=index) for index, syllable in enumerate(syllables)], emissions, missing


def _as_if_unheard(samples: Float32, rng: np.random.Generator) -> Float32:
    speed = float(rng.choice(SPEEDS))
    resampled = np.interp(np.arange(int(len(samples) / speed)) * speed, np.arange(len(samples)), samples)
    return with_noise(np.asarray(resampled, np.float32), float(rng.choice(NOISES)), seed=int(rng.integers(1_000)))


def _edited(
    text: Sequence[ExpectedSyllable], rng: np.random.Generator
) -> Iterator[tuple[list[ExpectedSyllable], range]]:
    yield list(text), range(0)
    added, index = expected(random_word(rng)), int(rng.integers(0, len(text) + 1))
    yield [*text[:index], *added, *text[index:]], range(index, index + len(added))
    length = min(len(random_word(rng)), len(text) - 1)
    index = int(rng.integers(0, len(text) - length + 1))
    yield [*text[:index], *text[index + length :]], range(0)
    changed = expected([different_syllable(rng, "a") for _ in range(length)])
    yield [*text[:index], *changed, *text[index + length :]], range(0)


def table(speaker: str, sentences: int) -> tuple[Float64, Float64]:
    """Signs and ratio of every doubtful syllable, a row each; 1 where it was left out."""
    passes: list[tuple[Sequence[AlignedSyllable], Sequence[ExtraSpeech]]] = []

    def recording_pass(
        _syllables: Sequence[ExpectedSyllable],
        aligned: Sequence[AlignedSyllable],
        extras: Sequence[ExtraSpeech],
        _emissions: Emissions,
    ) -> tuple[list[AlignedSyllable], list[ExtraSpeech]]:
        passes.append((aligned, extras))
        return list(aligned), list(extras)

    rows: list[tuple[float, ...]] = []
    omitted: list[bool] = []
    for syllables, emissions, missing in cases(speaker, sentences):
        with patch("core.speech.aligning.alignment.second_look", recording_pass):
            align(syllables, emissions)
        first_pass = FirstPass(syllables, *passes.pop(), emissions)
        for syllable in first_pass.aligned:
            if len(first_pass.read) > 1 and first_pass.is_doubtful(syllable.index):
                rows.append((*omission_signs(first_pass, syllable.index), ratio(first_pass, syllable.index)))
                omitted.append(syllable.index in missing)
    return np.array(rows), np.array(omitted, float)


def logistic(rows: Float64, omitted: Float64) -> Float64:
    """Intercept and weights, by Newton's method; the intercept is not drawn to nothing."""
    spread = rows.std(axis=0) + 1e-9
    scaled = np.column_stack([np.ones(len(rows)), rows / spread])
    ridge = L2 * np.eye(scaled.shape[1])
    ridge[0, 0] = 0.0
    weights = np.zeros(scaled.shape[1])
    for _ in range(ROUNDS):
        probabilities = 1 / (1 + np.exp(-scaled @ weights))
        gradient = scaled.T @ (omitted - probabilities) - ridge @ weights
        curvature = (scaled * (probabilities * (1 - probabilities))[:, None]).T @ scaled + ridge
        weights += np.linalg.solve(curvature, gradient)
    return np.concatenate([weights[:1], weights[1:] / spread])


def main() -> None:
    """Print the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--speaker", default="S0252")
    parser.add_argument("--sentences", type=int, default=75)
    chosen = parser.parse_args()
    rows, omitted = table(chosen.speaker, chosen.sentences)
    fitted = logistic(rows, omitted)
    print(f"{len(omitted)} doubtful syllables, {int(omitted.sum())} of them left out")
    for name, weight in zip(("intercept", *OmissionSigns._fields, "ratio"), fitted, strict=True):
        print(f"{name:14} {weight:7.3f}")
    probabilities = 1 / (1 + np.exp(-(fitted[0] + rows @ fitted[1:])))
    for threshold in (0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3, 0.5):
        print(
            f"from {threshold}: {omitted[probabilities >= threshold].sum():.0f} found, {(1 - omitted)[probabilities >= threshold].sum():.0f} false"
        )


if __name__ == "__main__":
    main()

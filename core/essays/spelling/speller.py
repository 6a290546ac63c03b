"""The speller: characters written for others that sound or look alike.

1. The characters with which a written character can be confused are the candidates (`core.language.confusion_sets`).
2. An n-gram model and a list of words describe what each candidate would change (`core.essays.spelling.features`).
3. A log-linear model and boosted trees weigh that against leaving the character as it is, and a curve turns their log odds into a
   probability. It was fitted on SIGHAN, each year by the figures of the others, and not on text of learners elsewhere.
4. Around a character that was certainly wrong, the text is read once more with the character corrected.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64
from core.essays.model import Proposal
from core.essays.segmentation import PARAGRAPH
from core.essays.spelling.features import FEATURES, SpellingCandidateFinder, SpellingCandidates, SpellingKnowledge
from core.essays.traditional import is_traditional
from core.language.grammar.sentence import ParsedText

LEAST_PROBABILITY = 0.1
"""Less probable corrections are not proposed: no reader is shown them, and they would hardly make another corrector's proposal surer."""
CERTAIN_FROM = 0.6
"""From this probability on a character is corrected before its surroundings are read again."""
NEIGHBOURHOOD = 4
"""How many characters on each side are affected by a corrected neighbour: the reach of the n-gram model."""


class Parameters(Protocol):
    """The fitted parameters: `core.tables.essays.speller.SpellerParameters`."""

    @property
    def version(self) -> str: ...
    @property
    def bias(self) -> float: ...
    @property
    def weights(self) -> Mapping[str, float]: ...
    @property
    def blend(self) -> Mapping[str, float]: ...
    @property
    def slope(self) -> float: ...
    @property
    def intercept(self) -> float: ...


class Trees(Protocol):
    """Boosted trees: see `core.models.boosted_trees.Trees`."""

    def log_odds(self, rows: Float64) -> Float64: ...


class SpellingCorrection(NamedTuple):
    """Another character that was probably intended at an offset of a line."""

    offset: int
    intended: str
    probability: float


class Speller:
    """Reads lines of simplified characters.

    Parameters
    ----------
    knowledge : the knowledge about characters and words
    trees : boosted trees over the features and the log odds of the log-linear model
    parameters : the fitted parameters
    """

    def __init__(self, knowledge: SpellingKnowledge, trees: Trees, parameters: Parameters) -> None:
        self._finder = SpellingCandidateFinder(knowledge)
        self._trees = trees
        self._parameters = parameters
        self._weights = np.array([parameters.weights[name] for name in FEATURES])

    def corrections(self, line: str) -> list[SpellingCorrection]:
        """The corrections of a line, sorted by offset, at most one for each; less probable ones than `LEAST_PROBABILITY` are left out."""
        first_reading = self._read(line)
        certain = {
            correction.offset: correction for correction in first_reading if correction.probability >= CERTAIN_FROM
        }
        if not certain:
            return first_reading
        mended = "".join(
            certain[offset].intended if offset in certain else character for offset, character in enumerate(line)
        )
        near = {step for offset in certain for step in range(offset - NEIGHBOURHOOD, offset + NEIGHBOURHOOD + 1)}
        second_reading = {correction.offset: correction for correction in self._read(mended, near)}
        kept = {
            correction.offset: correction
            for correction in first_reading
            if correction.offset in certain or correction.offset not in near
        }
        added = {offset: correction for offset, correction in second_reading.items() if offset not in certain}
        return [correction for _, correction in sorted((kept | added).items())]

    def _read(self, line: str, at: Collection[int] | None = None) -> list[SpellingCorrection]:
        return list(self._best_of_each_offset(self._finder.candidates(line, at)))

    def _best_of_each_offset(self, candidates: SpellingCandidates) -> Iterator[SpellingCorrection]:
        offsets = candidates.offsets
        if not len(offsets):
            return
        linear = candidates.features @ self._weights + self._parameters.bias
        odds = np.exp(
            blended(linear, self._trees.log_odds(with_linear(candidates.features, linear)), self._parameters.blend)
        )
        starts = np.flatnonzero(np.r_[True, np.diff(offsets) != 0])
        shares = odds / (1 + np.repeat(np.add.reduceat(odds, starts), np.diff(np.r_[starts, len(offsets)])))
        probabilities = self._calibrated(shares)
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(offsets)], strict=True):
            best = start + int(np.argmax(probabilities[start:end]))
            if probabilities[best] >= LEAST_PROBABILITY:
                yield SpellingCorrection(int(offsets[best]), candidates.intended[best], float(probabilities[best]))

    def _calibrated(self, shares: Float64) -> Float64:
        """Probabilities from a logistic curve over the log odds (Platt 1999)."""
        bounded = np.clip(shares, 1e-6, 1 - 1e-6)
        odds = np.log(bounded / (1 - bounded))
        return np.asarray(1 / (1 + np.exp(-(self._parameters.slope * odds + self._parameters.intercept))), np.float64)


def with_linear(features: Float64, linear: Float64) -> Float64:
    """The input of the trees: features and the log odds of the log-linear model [shape=(n, len(FEATURES) + 1)]."""
    return np.concatenate([features, linear[:, None]], axis=1)


def blended(linear: Float64, trees: Float64, blend: Mapping[str, float]) -> Float64:
    """The combined log odds of both models.

    Parameters
    ----------
    linear, trees : log odds [shape=(n,) each]
    blend : the weights of the first ("linear"), of the second ("trees") and of the lesser of the two ("lesser"), and a constant ("bias")
    """
    lesser = np.minimum(linear, trees)
    return blend["linear"] * linear + blend["trees"] * trees + blend["lesser"] * lesser + blend["bias"]


class SpellingCorrector:
    """The speller as a `core.essays.ports.Corrector`; it is loaded once, on first use.

    Parameters
    ----------
    parameters : the fitted parameters
    load : loads the speller
    traditional : simplified characters with their traditional forms, for essays in traditional characters
    """

    def __init__(self, parameters: Parameters, *, load: Callable[[], Speller], traditional: Mapping[str, str]) -> None:
        self._parameters = parameters
        self._load = load
        self._traditional = traditional
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        """See `core.essays.ports.Corrector.version`."""
        return self._parameters.version

    @cached_property
    def _loaded(self) -> Speller:
        return self._load()

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """See `core.essays.ports.Corrector.proposals`."""
        with self._lock:
            speller = self._loaded
        simplified = parsed.text
        forms = self._traditional if is_traditional(text, simplified, self._traditional) else {}
        return [
            Proposal(
                start=line.start() + correction.offset, end=line.start() + correction.offset + 1,
                replacement=forms.get(correction.intended, correction.intended), type="B", corrector="ngram", name=self.version,
                probability=correction.probability,
            )
            for line in PARAGRAPH.finditer(simplified)
            for correction in speller.corrections(line[0])
        ]  # fmt: skip

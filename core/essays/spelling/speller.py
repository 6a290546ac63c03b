"""The speller: characters written for others that sound or look alike.

1. Every character's confusions are the candidates (`core.language.confusion_sets`).
2. An n-gram model and a list of words say what each would change (`core.essays.spelling.features`).
3. A log-linear model and boosted trees weigh that against leaving the character as it is, and a curve fitted on SIGHAN, each year by the
   figures of the others, turns the outcome into a probability. Of learners elsewhere it was not fitted.
4. Where something was surely wrong, its surroundings are read once more with it put right.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64
from core.essays.cutting import PARAGRAPH
from core.essays.model import Proposal
from core.essays.spelling.features import FEATURES, Candidates, Featurer, Knowledge
from core.essays.traditional import is_traditional
from core.language.grammar.sentence import ParsedText

LEAST_CHANCE = 0.1
"""What is less likely is not proposed: no reader is shown it, and what another judge is sure of it would hardly make surer."""
SURE = 0.6
"""From this chance on a character is put right before its surroundings are read again."""
NEAR = 4
"""Characters to either side for which a right neighbour makes a difference: the n-gram model's reach."""


class Figures(Protocol):
    """What was fitted: a row of `core.tables.essays.speller`."""

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


class Opinion(NamedTuple):
    """That another character was meant in a place of a line."""

    place: int
    meant: str
    chance: float


class Speller:
    """Reads lines of simplified characters.

    Parameters
    ----------
    knowledge : what it knows about characters and words
    trees : over the features and what the log-linear model makes of them
    figures : what was fitted
    """

    def __init__(self, knowledge: Knowledge, trees: Trees, figures: Figures) -> None:
        self._featurer = Featurer(knowledge)
        self._trees = trees
        self._figures = figures
        self._weights = np.array([figures.weights[name] for name in FEATURES])

    def opinions(self, line: str) -> list[Opinion]:
        """At most one for each place, by place; what is less likely than `LEAST_CHANCE` is left out."""
        first = self._read(line)
        sure = {opinion.place: opinion for opinion in first if opinion.chance >= SURE}
        if not sure:
            return first
        mended = "".join(sure[place].meant if place in sure else character for place, character in enumerate(line))
        second = {opinion.place: opinion for opinion in self._read(mended)}
        kept = {opinion.place: opinion for opinion in first if opinion.place in sure or not _near(opinion.place, sure)}
        added = {place: one for place, one in second.items() if place not in sure and _near(place, sure)}
        return [opinion for _, opinion in sorted((kept | added).items())]

    def _read(self, line: str) -> list[Opinion]:
        return list(self._best(self._featurer.candidates(line)))

    def _best(self, candidates: Candidates) -> Iterator[Opinion]:
        places = candidates.places
        if not len(places):
            return
        linear = candidates.features @ self._weights + self._figures.bias
        odds = np.exp(
            blended(linear, self._trees.log_odds(with_linear(candidates.features, linear)), self._figures.blend)
        )
        starts = np.flatnonzero(np.r_[True, np.diff(places) != 0])
        shares = odds / (1 + np.repeat(np.add.reduceat(odds, starts), np.diff(np.r_[starts, len(places)])))
        chances = self._calibrated(shares)
        for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(places)], strict=True):
            best = start + int(np.argmax(chances[start:end]))
            if chances[best] >= LEAST_CHANCE:
                yield Opinion(int(places[best]), candidates.meant[best], float(chances[best]))

    def _calibrated(self, shares: Float64) -> Float64:
        """A logistic curve over the log odds (Platt 1999)."""
        bounded = np.clip(shares, 1e-6, 1 - 1e-6)
        odds = np.log(bounded / (1 - bounded))
        return np.asarray(1 / (1 + np.exp(-(self._figures.slope * odds + self._figures.intercept))), np.float64)


def with_linear(features: Float64, linear: Float64) -> Float64:
    """What the trees are told [shape=(n, len(FEATURES) + 1)]."""
    return np.concatenate([features, linear[:, None]], axis=1)


def blended(linear: Float64, trees: Float64, blend: Mapping[str, float]) -> Float64:
    """Log odds of both models as one.

    Parameters
    ----------
    linear, trees : log odds [shape=(n,) each]
    blend : weights of the first ("linear"), of the second ("trees"), of the lesser of the two ("lesser"), and what is added ("bias")
    """
    lesser = np.minimum(linear, trees)
    return blend["linear"] * linear + blend["trees"] * trees + blend["lesser"] * lesser + blend["bias"]


def _near(place: int, sure: Mapping[int, Opinion]) -> bool:
    return any(step in sure for step in range(place - NEAR, place + NEAR + 1))


class SpellingCorrector:
    """The speller as a `core.essays.ports.Corrector`; loads what it knows on first use, once.

    Parameters
    ----------
    figures : what was fitted
    load : gives the speller
    traditional : the traditional form of simplified characters, for essays written so
    """

    def __init__(self, figures: Figures, *, load: Callable[[], Speller], traditional: Mapping[str, str]) -> None:
        self._figures = figures
        self._load = load
        self._traditional = traditional
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        """See `core.essays.ports.Corrector.version`."""
        return self._figures.version

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
                start=line.start() + opinion.place, end=line.start() + opinion.place + 1,
                replacement=forms.get(opinion.meant, opinion.meant), type="B", judge="ngram", name=self.version,
                chance=opinion.chance,
            )
            for line in PARAGRAPH.finditer(simplified)
            for opinion in speller.opinions(line[0])
        ]  # fmt: skip

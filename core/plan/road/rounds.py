"""The questions of a unit's rounds: first cards that are tapped, and a checkpoint in which things are typed and built too."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import islice
from random import Random
from typing import Protocol

from core.learning.items.pauses import resting
from core.plan.day.filled_day import Offer, Shelf
from core.plan.road.wire import RoundKind
from core.records.items import Askable, parts_of
from core.records.plan import DrawConstraints
from core.tables.content.units import Unit
from core.wire import Skill

FIRST_CARDS = 6
"""Cards of a first meeting: some two minutes."""
FIRST_WORDS = 3
"""Of them those about words; the others are about grammar points."""
CHECKPOINT_CARDS = 8
CHECKPOINT_WORDS = 2
"""Of a checkpoint what is about words, one of them heard where something can be heard; all else is about the points, each before any a second time."""
ROUNDS_OVER_POINTS = 8
"""How often the points are gone through for a checkpoint: one with two points still fills it."""


def drawn(
    unit: Unit,
    step: RoundKind,
    shelf: Shelf,
    *,
    seen: Collection[str],
    shown_sources: Collection[str] = (),
    askable: Askable | None,
    rng: Random,
) -> list[Offer]:
    """Offers for a round of the step, none twice and no two of one sentence; fewer where what is left was all seen. What was made from none of
    `shown_sources` comes first."""
    draw = _Draw(unit, shelf, seen, shown_sources, askable, rng)
    return _first_cards(draw) if step == "cards" else _checkpoint(draw)


def _first_cards(draw: _Draw) -> list[Offer]:
    """Words and points in turn, so that no card needs what was never met on the one before."""
    words = draw.words(("reading",), FIRST_WORDS, tapped=True)
    points = draw.points(("reading",), FIRST_CARDS - len(words), tapped=True)
    words += draw.words(("reading",), FIRST_CARDS - len(words) - len(points), tapped=True)
    return [offer for pair in _pairs(words, points) for offer in pair]


def _pairs(first: list[Offer], second: list[Offer]) -> Iterable[list[Offer]]:
    for index in range(max(len(first), len(second))):
        yield [*first[index : index + 1], *second[index : index + 1]]


def _checkpoint(draw: _Draw) -> list[Offer]:
    heard = draw.words(("listening",), 1)
    words = draw.words(("writing", "reading"), CHECKPOINT_WORDS - len(heard))
    points = draw.points(("writing", "reading"), CHECKPOINT_CARDS - len(words) - len(heard))
    return [*points, *words, *heard]


class _Draw:
    """Draws for one round."""

    def __init__(
        self,
        unit: Unit,
        shelf: Shelf,
        seen: Collection[str],
        shown_sources: Collection[str],
        askable: Askable | None,
        rng: Random,
    ) -> None:
        self._unit = unit
        self._shelf = shelf
        self._excluded = set(seen)
        self._alike: set[str] = set()
        self._shown_sources = set(shown_sources)
        self._askable = askable
        self._rng = rng
        self._words = rng.sample(unit.words, len(unit.words))

    def words(self, skills: tuple[Skill, ...], count: int, *, tapped: bool = False) -> list[Offer]:
        """Up to `count` items on words of the unit, each on another; the first of the skills that has one."""
        offers = (self._first(self._shelf.about_word, skills, word, tapped) for word in list(self._words))
        return list(islice((offer for offer in offers if offer is not None), count))

    def points(self, skills: tuple[Skill, ...], count: int, *, tapped: bool = False) -> list[Offer]:
        """Up to `count` items on points of the unit, in the order of learning and again from the first; of several skills another one comes first
        each time."""
        offers = (
            self._first(self._shelf.about_point, skills if (turn + index) % 2 == 0 else skills[::-1], point, tapped)
            for turn in range(ROUNDS_OVER_POINTS)
            for index, point in enumerate(self._unit.points)
        )
        return list(islice((offer for offer in offers if offer is not None), count))

    def _first(self, draw: _DrawAbout, skills: tuple[Skill, ...], target: str, tapped: bool) -> Offer | None:
        for skill in skills:
            offer = draw(skill, target, self._constraints(tapped))
            if offer is not None and offer.standard_level <= self._unit.level:
                self._excluded.add(offer.id)
                self._alike.add(offer.similar)
                self._shown_sources |= resting(parts_of(offer.source))
                if target in self._words:
                    self._words.remove(target)
                return offer
        return None

    def _constraints(self, tapped: bool) -> DrawConstraints:
        level = self._unit.level
        return DrawConstraints(
            self._excluded,
            self._alike,
            self._rng,
            tapped,
            lambda _guessing, item_level: float(max(0, item_level - level)),
            self._askable,
            self._shown_sources,
        )


class _DrawAbout(Protocol):
    def __call__(self, skill: Skill, target: str, constraints: DrawConstraints, /) -> Offer | None: ...

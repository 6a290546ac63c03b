"""Drawing items for a request: filtered, none twice, none alike, none that the student saw lately.

A draw touches only as many items as it needs: piles are shuffled as they are dealt from, never as a whole.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from core.learning.fit import Fit
from core.questions.kinds.building import Draft
from core.records.items import Askable, Item

Piles = tuple[tuple[Draft, ...], ...]
"""The drafts of a cell by kind of item."""

WINDOW = 24
"""How many drafts are compared at first to take the one that fits a student best: enough that one near the wanted probability is
among them."""
JOINING_PER_PICK = 8
"""How many drafts join the window with each that leaves it; without them the good ones would soon be gone."""

SUBTYPES = frozenset(
    [
        "gap",
        "typed",
        "sentence",
        "words_to_sentences",
        "meaning",
        "form",
        "pinyin",
        "dictation",
        "tones",
        "heard",
        "build",
        "detail",
        "inference",
        "main_idea",
        "cloze",
        "reply",
        "short_answer",
        "match",
        "replies",
        "order",
    ]
)
"""Tags that say what kind of item it is."""


def piles(drafts: Iterable[Draft]) -> Piles:
    """The drafts of a cell by kind of item, each pile in the order of the cell."""
    by_kind: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        by_kind[_subtype(draft)].append(draft)
    return tuple(tuple(by_kind[name]) for name in sorted(by_kind))


def _subtype(draft: Draft) -> str:
    return next((tag for tag in draft.frame.tags if tag in SUBTYPES), "")


def draw(
    cells: Iterable[Piles],
    *,
    levels: tuple[int, int],
    tags: Collection[str],
    points: Collection[str] = (),
    count: int,
    seen: Collection[str],
    fit: Fit | None = None,
    askable: Askable | None = None,
    rng: random.Random,
) -> list[Item]:
    """Up to `count` items of standard levels `levels` (both ends included), the cells in turn, at random inside a cell.

    With `fit` the best of `WINDOW` random ones each time: what suits the student, and not always the same.
    With `askable` only what it allows.
    With `points` only items whose first point is one of them: what the item is about, not what else stands in it.
    At most one item of each `similar` in the batch: the same sentence asked twice is a repetition to the student, even
    when the ids differ. Fewer come back when there are no more; never a repetition.
    """
    lowest, highest = levels
    wanted_tags, wanted_points = set(tags), set(points)
    seen = set(seen)

    def fits(draft: Draft) -> bool:
        frame = draft.frame
        return (
            lowest <= frame.standard_level <= highest
            and (not wanted_tags or not wanted_tags.isdisjoint(frame.tags))
            and (not wanted_points or not wanted_points.isdisjoint(frame.points[:1]))
            and (askable is None or askable(frame.topic, frame.audio))
        )

    decks = (_kinds_in_turn(cell, fits, rng) for cell in cells)
    return _deal([deck if fit is None else _best_first(deck, fit) for deck in decks], count, seen)


def _kinds_in_turn(cell: Piles, fits: Callable[[Draft], bool], rng: random.Random) -> Iterator[Draft]:
    """The drafts that fit, at random; the kinds of item take turns, so that the plentiful does not crowd out."""
    turns = deque(filter(fits, _shuffled(pile, rng)) for pile in rng.sample(cell, len(cell)))
    while turns:
        pile = turns.popleft()
        draft = next(pile, None)
        if draft is not None:
            turns.append(pile)
            yield draft


def _best_first(deck: Iterator[Draft], fit: Fit) -> Iterator[Draft]:
    """Of a window over the deck always the one that fits best; the others wait for their turn."""
    window = list(islice(deck, WINDOW))
    worths = [fit.worth(draft.frame.points, draft.frame.standard_level) for draft in window]
    while window:
        best = max(range(len(window)), key=worths.__getitem__)
        yield window.pop(best)
        worths.pop(best)
        for draft in islice(deck, JOINING_PER_PICK):
            window.append(draft)
            worths.append(fit.worth(draft.frame.points, draft.frame.standard_level))


def _shuffled(pile: Sequence[Draft], rng: random.Random) -> Iterator[Draft]:
    """The pile in random order (Fisher and Yates, one step an item taken)."""
    moved: dict[int, int] = {}
    for index in range(len(pile)):
        drawn = rng.randrange(index, len(pile))
        yield pile[moved.get(drawn, drawn)]
        moved[drawn] = moved.get(index, index)


def _deal(decks: list[Iterator[Draft]], count: int, seen: Collection[str]) -> list[Item]:
    """Deal from the decks in turn until `count` items are dealt or all decks are spent."""
    dealt: list[Item] = []
    alike: set[str] = set()
    while decks and len(dealt) < count:
        for deck in list(decks):
            if len(dealt) == count:
                break
            item = _next_of(deck, alike, seen)
            if item is None:
                decks.remove(deck)
            else:
                alike.add(item.similar)
                dealt.append(item)
    return dealt


def _next_of(deck: Iterator[Draft], alike: Collection[str], seen: Collection[str]) -> Item | None:
    """The next item that resembles none dealt so far and that the student has not seen; None when the deck is spent."""
    items = (draft.item() for draft in deck if draft.alike not in alike)
    return next((item for item in items if item is not None and item.id not in seen), None)

"""Drawing items for a request: filtered, none twice, none alike, none that the student saw lately, none that gives another one away.

A draw touches only as many items as it needs: piles are shuffled as they are dealt from, never as a whole.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from core.learning.fit import Fit
from core.questions.giveaways import Batch, Exposure, exposure
from core.questions.kinds.building import MOST_CACHED, Draft
from core.records.items import Askable, Item, parts_of

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
        "sentence_dictation",
        "mend",
        "scale",
        "register",
        "tones",
        "heard",
        "build",
        "detail",
        "inference",
        "main_idea",
        "attitude",
        "purpose",
        "cloze",
        "reply",
        "short_answer",
        "match",
        "replies",
        "order",
    ]
)
"""Tags that say what kind of item it is."""


def subtype_of(tags: Iterable[str]) -> str:
    """What kind of item it is, by its tags; empty where none says it."""
    return next((tag for tag in tags if tag in SUBTYPES), "")


def piles(drafts: Iterable[Draft]) -> Piles:
    """The drafts of a cell by kind of item, each pile in the order of the cell."""
    by_kind: dict[str, list[Draft]] = defaultdict(list)
    for draft in drafts:
        by_kind[subtype_of(draft.frame.tags)].append(draft)
    return tuple(tuple(by_kind[name]) for name in sorted(by_kind))


def draw(
    cells: Iterable[Piles],
    *,
    levels: tuple[int, int],
    tags: Collection[str],
    points: Collection[str] = (),
    words: Collection[str] = (),
    apart_from: Collection[str] = (),
    beside: Iterable[Item] = (),
    shown_sources: Collection[str] = (),
    one_of_each: bool = True,
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
    With `words` only items about one of these words alone. Nothing that resembles an item of `apart_from`, values of `similar`.
    At most one item of each `similar` in the batch: the same sentence asked twice is a repetition to the student, even
    when the ids differ. Fewer come back when there are no more; never a repetition.

    First come those made from none of `shown_sources` that give away none of the batch and none of `beside`
    (`core.questions.giveaways`), then those made from what was shown, and only where the batch would be smaller without them those that
    give something away. Without `one_of_each` they need not go together: one of them will be chosen.
    """
    lowest, highest = levels
    wanted_tags, wanted_points, wanted_words = set(tags), set(points), set(words)
    seen = set(seen)

    def fits(draft: Draft) -> bool:
        frame = draft.frame
        return (
            lowest <= frame.standard_level <= highest
            and (not wanted_tags or not wanted_tags.isdisjoint(frame.tags))
            and (not wanted_points or not wanted_points.isdisjoint(frame.points[:1]))
            and (not wanted_words or (len(frame.words) == 1 and frame.words[0] in wanted_words))
            and (askable is None or askable(frame.topic, frame.audio))
        )

    def is_new(draft: Draft) -> bool:
        return fits(draft) and shown.isdisjoint(parts_of(draft.frame.source))

    def decks(wanted: Callable[[Draft], bool]) -> list[Iterator[Draft]]:
        dealt_from = (_kinds_in_turn(cell, wanted, rng) for cell in piled)
        return [deck if fit is None else _best_first(deck, fit) for deck in dealt_from]

    piled, shown = list(cells), frozenset(shown_sources)
    batch = Batch(beside)
    dealing = _Dealing(count, seen, apart_from)
    for wanted in (is_new, fits) if shown else (fits,):
        dealing.deal(decks(wanted), batch if one_of_each else None)
    if one_of_each:
        dealing.deal(decks(fits), None)
    return dealing.dealt


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


class _Dealing:
    """Items dealt one after the other, from several rounds of decks."""

    def __init__(self, count: int, seen: Collection[str], apart_from: Collection[str]) -> None:
        self.dealt: list[Item] = []
        self._count = count
        self._seen = seen
        self._alike = set(apart_from)

    def deal(self, decks: list[Iterator[Draft]], batch: Batch | None) -> None:
        """Deal from the decks in turn until there are enough or all decks are spent; with `batch` only what goes with it."""
        while decks and len(self.dealt) < self._count:
            for deck in list(decks):
                if len(self.dealt) == self._count:
                    break
                item = self._next_of(deck, batch)
                if item is None:
                    decks.remove(deck)
                else:
                    self._alike.add(item.similar)
                    self.dealt.append(item)

    def _next_of(self, deck: Iterator[Draft], batch: Batch | None) -> Item | None:
        """The next item that resembles none dealt so far and that the student has not seen; None when the deck is spent."""
        for draft in deck:
            if draft.alike in self._alike or (
                batch is not None and not batch.sources.isdisjoint(parts_of(draft.frame.source))
            ):
                continue
            item = draft.item()
            if item is None or item.id in self._seen:
                continue
            if batch is None or batch.takes_what_shows(_exposure(draft)):
                return item
        return None


@lru_cache(MOST_CACHED)
def _exposure(draft: Draft) -> Exposure:
    """What the item of a draft shows and asks for, which is the same every time."""
    item = draft.item()
    assert item is not None, "a draft without an item is never compared"
    return exposure(item)

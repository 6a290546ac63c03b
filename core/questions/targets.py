"""The bank by what its items train: the items that train a skill on a point, on a word, or at a level. Plans draw from it."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from math import gcd
from random import Random
from types import MappingProxyType

from core.learning.times import characters_of
from core.questions.bank import ItemBank
from core.questions.kinds.building import Draft
from core.records.items import Item, parts_of
from core.records.plan import DrawConstraints
from core.tables import TABLE_SETS_KEPT
from core.wire import BANDS, QUESTION_TYPES, TOPICS, QuestionType, Skill, Topic

DRAFTS_COMPARED = 6
"""How many drafts are compared to take the one nearest to the wanted probability: all forms of two or three sentences. They are
compared by kind and level, before any item is made."""
GUESSING_PROBABILITY = 0.25
"""Probability of guessing a gap with four options; what is typed, built or matched is hardly ever guessed."""
MOST_TRIED = 40
"""How many drafts are looked at for one item: past this number nearly all were seen lately, and another target is better."""


def skill_of(kind: QuestionType, topic: Topic, tags: Collection[str] = ()) -> Skill:
    """The skill that an item trains: what is heard is listening, what is typed or built is writing, all else is reading.

    Pinyin that is typed for shown characters is reading: no character is written.

    >>> skill_of("fill_blank", "grammar"), skill_of("fill_blank", "vocabulary", ["pinyin"]), skill_of("ordering", "reading")
    ('writing', 'reading', 'reading')
    """
    if topic == "listening":
        return "listening"
    if topic in ("grammar", "vocabulary") and kind in ("fill_blank", "ordering") and "pinyin" not in tags:
        return "writing"
    return "reading"


@dataclass
class _DraftsByTarget:
    """Drafts by what they are about."""

    of_point: dict[tuple[Skill, str], list[Draft]] = field(default_factory=lambda: defaultdict(list))
    of_word: dict[tuple[Skill, str], list[Draft]] = field(default_factory=lambda: defaultdict(list))
    of_level: dict[tuple[Skill, int], list[Draft]] = field(default_factory=lambda: defaultdict(list))
    """Whole texts, which are about no single point."""
    words: dict[Skill, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Words that items train, by skill."""

    def put(self, kind: QuestionType, topic: Topic, draft: Draft) -> None:
        """File the draft under what it is about."""
        frame = draft.frame
        skill = skill_of(kind, topic, frame.tags)
        if topic == "grammar":
            for point in frame.points[:1]:
                self.of_point[skill, point].append(draft)
        elif topic in ("vocabulary", "listening") and len(frame.words) == 1:
            self.of_word[skill, frame.words[0]].append(draft)
            self.words[skill].add(frame.words[0])
        elif topic in ("reading", "listening"):
            self.of_level[skill, frame.standard_level].append(draft)


@dataclass(frozen=True, slots=True)
class Offer:
    """What a plan needs to know of an item; the item itself is made when it is stored for the first time."""

    id: str
    type: QuestionType
    topic: Topic
    standard_level: int
    similar: str
    characters: int
    """How many characters are to be read or heard."""
    draft: Draft

    @property
    def source(self) -> str:
        """What it is made from; of a set all its sources (`core.records.items.parts_of`)."""
        return self.draft.frame.source

    def item(self) -> Item:
        """The item in full."""
        item = self.draft.item()
        assert item is not None, "an offer is made of an item"
        return item


class TargetIndex:
    """The shared bank's drafts by target, collected once and cached. Safe to share between threads."""

    def __init__(self, bank: ItemBank) -> None:
        self._bank = bank
        self._lock = threading.Lock()
        self._shelves: _DraftsByTarget | None = None
        self._offers: dict[Draft, Offer | None] = {}

    def offer(self, draft: Draft) -> Offer | None:
        """The offer of a draft of the bank, cached: making the item costs a hundred times as much as looking this up."""
        try:
            return self._offers[draft]
        except KeyError:
            return self._offers.setdefault(draft, offer_of(draft))

    @property
    def shelves(self) -> _DraftsByTarget:
        """The drafts by target, collected on first use: a second of work with a warm bank."""
        with self._lock:
            if self._shelves is None:
                shelves = _DraftsByTarget()
                for band in BANDS:
                    for kind in QUESTION_TYPES:
                        for topic in TOPICS:
                            for draft in self._bank.drafts(kind, topic, band):
                                shelves.put(kind, topic, draft)
                self._shelves = shelves
            return self._shelves


@lru_cache(TABLE_SETS_KEPT)
def index_of(bank: ItemBank) -> TargetIndex:
    """The index of a bank: one for all who draw from it."""
    return TargetIndex(bank)


class ItemShelf:
    """What the plans of an organisation draw from: the shared bank without the items it took out of use, and its own items."""

    def __init__(
        self,
        index: TargetIndex,
        *,
        retired: Collection[str] = (),
        own: Iterable[tuple[QuestionType, Topic, Draft]] = (),
        recorded: Mapping[int, Sequence[Draft]] = MappingProxyType({}),
    ) -> None:
        """`recorded`: drafts of what is heard from a file, by level, for those to whom nothing else can be dealt."""
        self._index = index
        self._retired = retired
        self._recorded = recorded
        self._own = _DraftsByTarget()
        self._own_offers: dict[Draft, Offer | None] = {}
        """Offers of own items and of recorded ones; they go with the shelf, while the index, which all cores share, keeps those of the bank
        for good."""
        for kind, topic, draft in own:
            self._own.put(kind, topic, draft)
            self._own_offers[draft] = offer_of(draft)

    def has_point(self, skill: Skill, point: str) -> bool:
        """Whether any item trains the skill on the point."""
        key = (skill, point)
        return key in self._index.shelves.of_point or key in self._own.of_point

    def words(self, skill: Skill) -> Collection[str]:
        """Words that items train in the skill."""
        own = self._own.words[skill]
        return self._index.shelves.words[skill] | own if own else self._index.shelves.words[skill]

    def about_point(self, skill: Skill, point: str, constraints: DrawConstraints) -> Offer | None:
        """An item that trains the skill on the point; None when all were seen or resemble one that is taken already."""
        key = (skill, point)
        return self._first_offer(
            [*self._own.of_point.get(key, ()), *self._index.shelves.of_point.get(key, ())], constraints
        )

    def about_word(self, skill: Skill, word: str, constraints: DrawConstraints) -> Offer | None:
        """An item that trains the skill on the word."""
        key = (skill, word)
        return self._first_offer(
            [*self._own.of_word.get(key, ()), *self._index.shelves.of_word.get(key, ())], constraints
        )

    def at_level(self, skill: Skill, level: int, constraints: DrawConstraints) -> Offer | None:
        """An item about a whole text of the level, to listen to or to read."""
        key = (skill, level)
        own = self._first_offer(self._own.of_level.get(key, ()), constraints)
        shared = own or self._first_offer(self._index.shelves.of_level.get(key, ()), constraints)
        if shared is not None or skill != "listening":
            return shared
        return self._first_offer(self._recorded.get(level, ()), constraints, self._own_offer)

    def _offer(self, draft: Draft) -> Offer | None:
        return self._own_offers[draft] if draft in self._own_offers else self._index.offer(draft)

    def _own_offer(self, draft: Draft) -> Offer | None:
        """The offer of a draft that is not the bank's."""
        if draft not in self._own_offers:
            self._own_offers[draft] = offer_of(draft)
        return self._own_offers[draft]

    def _first_offer(
        self,
        drafts: Sequence[Draft],
        constraints: DrawConstraints,
        offer: Callable[[Draft], Offer | None] | None = None,
    ) -> Offer | None:
        """`offer`: of a draft, where it is not looked up among those of the bank and of own items."""
        shown = frozenset(constraints.shown_sources)
        offer = offer or self._offer
        new = self._first_of(drafts, constraints, offer, lambda draft: shown.isdisjoint(parts_of(draft.frame.source)))
        return new if new is not None or not shown else self._first_of(drafts, constraints, offer, lambda _: True)

    def _first_of(
        self,
        drafts: Sequence[Draft],
        constraints: DrawConstraints,
        offer_of_draft: Callable[[Draft], Offer | None],
        wanted: Callable[[Draft], bool],
    ) -> Offer | None:
        unalike = (
            draft
            for draft in _scattered(drafts, constraints.rng)
            if draft.alike not in constraints.used_sources
            and wanted(draft)
            and (constraints.askable is None or constraints.askable(draft.frame.topic, draft.frame.audio))
        )
        candidates = list(islice(unalike, MOST_TRIED))
        distance = constraints.distance
        if distance is not None:
            candidates[:DRAFTS_COMPARED] = sorted(
                candidates[:DRAFTS_COMPARED],
                key=lambda draft: distance(_guessing_probability(draft), draft.frame.standard_level),
            )
        offers = map(offer_of_draft, candidates)
        return next((offer for offer in offers if offer is not None and self._fits(offer, constraints)), None)

    def _fits(self, offer: Offer, constraints: DrawConstraints) -> bool:
        if constraints.tapped and offer.type == "fill_blank":
            return False
        return offer.id not in constraints.excluded_ids and offer.id not in self._retired


def _guessing_probability(draft: Draft) -> float:
    return GUESSING_PROBABILITY if "gap" in draft.frame.tags else 0.0


def offer_of(draft: Draft) -> Offer | None:
    """The offer of a draft; None where no item can be made of it."""
    item = draft.item()
    if item is None:
        return None
    return Offer(
        item.id, item.type, item.topic, item.standard_level, item.similar, characters_of(item), draft
    )  # fmt: skip


def _scattered(drafts: Sequence[Draft], rng: Random) -> Iterator[Draft]:
    """All drafts, from a random one on, in steps that reach each of them once: cheaper than a shuffle, and neighbours (which are
    made from one sentence) do not follow one another."""
    size = len(drafts)
    if size == 0:
        return
    start, step = rng.randrange(size), _coprime_step(size)
    for number in range(size):
        yield drafts[(start + number * step) % size]


def _coprime_step(size: int) -> int:
    """A step of about 0.618 of the size that has no common divisor with it."""
    step = max(1, round(size * 0.618))
    while gcd(step, size) > 1:
        step += 1
    return step

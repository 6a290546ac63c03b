"""Search over the bank and an organisation's own items. Drafts are looked through by what they say of themselves; items are made
for the page that is shown and for no other."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np

from core.arrays import Bool, Positions
from core.errors import BadParameter
from core.questions.bank import ItemBank
from core.questions.draw import SUBTYPES
from core.questions.kinds.making import Draft, Frame
from core.questions.life.wire import ItemLine, ItemQuery, ItemsFound
from core.records.items import Item
from core.records.own_items import ItemState, OwnItem
from core.tables.content.texts import Focus
from core.wire import BANDS, QUESTION_TYPES, TOPICS, QuestionType

KINDS: tuple[str, ...] = tuple(sorted(SUBTYPES)) + get_args(Focus)
"""Tags that say what kind of item it is, and what a vocabulary gap is about."""
OWN_SOURCE = "own_"
"""How the sources of items begin that were made from no content of the bank."""
MOST_HELD = 5_000
"""Items held after they were shown: some 20 MB."""


@dataclass(frozen=True)
class Own:
    """What an organisation adds to the bank and says of it."""

    items: Sequence[OwnItem]
    """Oldest first."""
    states: Mapping[str, ItemState]


class Catalogue:
    """The bank's drafts in columns, made on first use. Safe to share between threads."""

    def __init__(self, bank: ItemBank) -> None:
        self._bank = bank
        self._lock = threading.RLock()
        self._columns: _Columns | None = None
        self._row_of: dict[str, int] = {}
        self._held: dict[int, Item] = {}

    def search(
        self, query: ItemQuery, own: Own, *, kept: Callable[[Collection[str]], Mapping[str, Item]]
    ) -> ItemsFound:
        """A page: own items first, then the bank's; retired ones only where they are asked for. `kept` gives items by id that are
        in the store.

        Raises `BadParameter` for a kind that does not exist.
        """
        if query.kind and query.kind not in KINDS:
            raise BadParameter.of("kind", f"{query.kind!r} is not one of {', '.join(KINDS)}")
        mine = _own_lines(query, own)
        rows = self._rows(query, own, kept)
        wanted = range(query.offset, query.offset + query.limit)
        lines = [mine[place] for place in wanted if place < len(mine)]
        first = max(0, query.offset - len(mine))
        for row in rows[first : first + query.limit - len(lines)]:
            item = self._made(int(row))
            if item is not None:
                lines.append(ItemLine(item=item, state=own.states.get(item.id, "approved"), own=False))
        return ItemsFound(total=len(mine) + len(rows), offset=query.offset, lines=lines)

    def find(self, item_id: str) -> Item | None:
        """The bank's item of that id, if it was on a page since the service started. (Those that students saw or that somebody
        decided about are in the store.)"""
        row = self._row_of.get(item_id)
        return None if row is None else self._made(row)

    def holds(self, item: Item) -> bool:
        """Whether the bank makes this very item."""
        if item.source.startswith(OWN_SOURCE):
            return False
        return any(self._made(row) == item for row in self._ready.rows_like(item))

    @property
    def _ready(self) -> _Columns:
        with self._lock:
            if self._columns is None:
                self._columns = _Columns(_numbered(self._bank))
            return self._columns

    def _made(self, row: int) -> Item | None:
        """The item of a row, made once and held for a while; where it is had by its id is remembered for good."""
        item = self._held.get(row) or self._ready.drafts[row].item()
        if item is not None:
            with self._lock:
                self._row_of.setdefault(item.id, row)
                self._held[row] = item
                if len(self._held) > MOST_HELD:
                    del self._held[next(iter(self._held))]
        return item

    def _rows(self, query: ItemQuery, own: Own, kept: Callable[[Collection[str]], Mapping[str, Item]]) -> Positions:
        """Rows of the bank in the order asked for."""
        if query.origin == "own" or query.state == "draft":
            return np.zeros(0, dtype=np.intp)
        columns = self._ready
        retired = self._rows_of(_retired(own), kept)
        found = columns.matching(query)
        if query.state == "retired":
            found &= np.isin(np.arange(len(found)), retired)
        else:
            found[retired] = False
        order = columns.orders["level" if query.sort == "newest" else query.sort]
        rows: Positions = order[found[order]]
        return rows[::-1] if query.descending else rows

    def _rows_of(self, item_ids: Sequence[str], kept: Callable[[Collection[str]], Mapping[str, Item]]) -> Positions:
        """Rows of items by id: those made before, else the drafts with the item's own frame are tried."""
        missing = [item_id for item_id in item_ids if item_id not in self._row_of]
        for item in kept(missing).values() if missing else ():
            for row in self._ready.rows_like(item):
                self._made(row)
        return np.array([self._row_of[item_id] for item_id in item_ids if item_id in self._row_of], dtype=np.intp)


class _Columns:
    """One row a draft."""

    def __init__(self, drafts: Iterable[tuple[QuestionType, Draft]]) -> None:
        pairs = list(drafts)
        self.drafts = [draft for _, draft in pairs]
        frames = [draft.frame for draft in self.drafts]
        self.type = np.array([QUESTION_TYPES.index(kind) for kind, _ in pairs], dtype=np.int8)
        self.topic = np.array([TOPICS.index(frame.topic) for frame in frames], dtype=np.int8)
        self.level = np.array([frame.standard_level for frame in frames], dtype=np.int8)
        self.texts, self.text = _distinct([searched(frame) for frame in frames])
        self.tagged = _inverted(frame.tags for frame in frames)
        self.pointed = _inverted(frame.points for frame in frames)
        self._alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for row, (kind, draft) in enumerate(pairs):
            self._alike[kind, draft.frame.topic, draft.frame.source].append(row)
        place = np.arange(len(pairs))
        self.orders: dict[str, Positions] = {
            "level": np.lexsort((place, self.type, self.topic, self.level)),
            "type": np.lexsort((place, self.level, self.topic, self.type)),
        }

    def rows_like(self, item: Item) -> list[int]:
        """Rows of the same type, topic and source."""
        return self._alike.get((item.type, item.topic, item.source), [])

    def matching(self, query: ItemQuery) -> Bool:
        """[rows]"""
        found = np.ones(len(self.drafts), dtype=np.bool_)
        if query.types:
            found &= np.isin(self.type, [QUESTION_TYPES.index(kind) for kind in query.types])
        if query.topics:
            found &= np.isin(self.topic, [TOPICS.index(topic) for topic in query.topics])
        if query.levels:
            found &= np.isin(self.level, query.levels)
        for wanted, index in ((query.theme, self.tagged), (query.kind, self.tagged), (query.point, self.pointed)):
            if wanted:
                found &= _mask(index.get(wanted), len(found))
        for part in query.text.casefold().split():
            found &= np.array([part in text for text in self.texts], dtype=np.bool_)[self.text]
        return found


def searched(frame: Frame) -> str:
    """What a search for text looks at: the Chinese, the English, the words, in one case."""
    return "\n".join((frame.full_text, frame.translation, *frame.words)).casefold()


# -- parts -----------------------------------------------------------------------------------------------------


def _numbered(bank: ItemBank) -> Iterator[tuple[QuestionType, Draft]]:
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                yield from ((kind, draft) for draft in bank.drafts(kind, topic, band))


def _distinct(texts: Sequence[str]) -> tuple[list[str], Positions]:
    """The different ones, and which of them each is."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), np.array([numbers[text] for text in texts], dtype=np.intp)


def _inverted(names: Iterable[Sequence[str]]) -> dict[str, Positions]:
    found: dict[str, list[int]] = defaultdict(list)
    for row, each in enumerate(names):
        for name in each:
            found[name].append(row)
    return {name: np.array(rows, dtype=np.intp) for name, rows in found.items()}


def _mask(rows: Positions | None, count: int) -> Bool:
    found = np.zeros(count, dtype=np.bool_)
    if rows is not None:
        found[rows] = True
    return found


def _retired(own: Own) -> list[str]:
    """Items of the bank that the organisation took out of use."""
    mine = {each.item.id for each in own.items}
    return [item_id for item_id, state in own.states.items() if state == "retired" and item_id not in mine]


def _own_lines(query: ItemQuery, own: Own) -> list[ItemLine]:
    """The organisation's own items that match, in the order asked for."""
    if query.origin == "bank":
        return []
    found = [each.item for each in own.items if _matches(each.item, query, own.states[each.item.id])]
    found.reverse()  # newest first, also among equals
    if query.sort == "level":
        found.sort(key=lambda item: (item.standard_level, TOPICS.index(item.topic), QUESTION_TYPES.index(item.type)))
    elif query.sort == "type":
        found.sort(key=lambda item: (QUESTION_TYPES.index(item.type), TOPICS.index(item.topic), item.standard_level))
    if query.descending:
        found.reverse()
    return [ItemLine(item=item, state=own.states[item.id], own=True) for item in found]


def _matches(item: Item, query: ItemQuery, state: ItemState) -> bool:
    return (
        (state == query.state if query.state else state != "retired")
        and (not query.types or item.type in query.types)
        and (not query.topics or item.topic in query.topics)
        and (not query.levels or item.standard_level in query.levels)
        and (not query.point or query.point in item.points)
        and all(not tag or tag in item.tags for tag in (query.theme, query.kind))
        and _holds(item, query.text.casefold().split())
    )


def _holds(item: Item, parts: Sequence[str]) -> bool:
    if not parts:
        return True
    shown = (item.question.zh, item.question.en, item.full_text, item.translation, item.key)
    options = (option.text for option in (*item.left, *item.options))
    text = "\n".join((*shown, *item.words, *options, item.audio.text or "" if item.audio else "")).casefold()
    return all(part in text for part in parts)

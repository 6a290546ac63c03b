"""Search over the bank and an organisation's own items. The descriptions of drafts are searched; items are made only for the
page of results that is shown."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import get_args

import numpy as np

from core.arrays import Bool, Positions
from core.errors import BadParameter
from core.questions.bank import ItemBank
from core.questions.draw import SUBTYPES
from core.questions.kinds.building import Draft, Frame
from core.questions.life.wire import ItemLine, ItemQuery, ItemsFound
from core.records.items import Item
from core.records.own_items import ItemState, OwnItem
from core.tables import TABLE_SETS_KEPT
from core.tables.content.texts import Focus
from core.wire import BANDS, QUESTION_TYPES, TOPICS, QuestionType

KINDS: tuple[str, ...] = tuple(sorted(SUBTYPES)) + get_args(Focus)
"""Tags that say what kind of item it is, and what a vocabulary gap is about."""
OWN_SOURCE = "own_"
"""How the sources of own items begin, which were made from no content of the bank."""
MOST_CACHED = 5_000
"""How many items are cached after they were shown: some 20 MB."""


@dataclass(frozen=True)
class OwnItems:
    """The items that an organisation adds to the bank, and the states that it gave to items."""

    items: Sequence[OwnItem]
    """Oldest first."""
    states: Mapping[str, ItemState]

    @property
    def by_id(self) -> dict[str, Item]:
        """The own items by id."""
        return {own_item.item.id: own_item.item for own_item in self.items}


class Catalogue:
    """The bank's drafts in columns, made on first use. Safe to share between threads."""

    def __init__(self, bank: ItemBank) -> None:
        self._bank = bank
        self._lock = threading.RLock()
        self._columns: _Columns | None = None
        self._row_of: dict[str, int] = {}
        self._cached_items: dict[int, Item] = {}

    def search(
        self, query: ItemQuery, own: OwnItems, *, stored_items: Callable[[Collection[str]], Mapping[str, Item]]
    ) -> ItemsFound:
        """A page of results: own items first, then the bank's; retired ones only where they are asked for. `stored_items` gives
        those of the ids that are in the store.

        Raises `BadParameter` for a kind that does not exist.
        """
        if query.kind and query.kind not in KINDS:
            raise BadParameter.of("kind", f"{query.kind!r} is not one of {', '.join(KINDS)}")
        own_lines = _own_lines(query, own)
        rows = self._rows(query, own, stored_items)
        page = range(query.offset, query.offset + query.limit)
        lines = [own_lines[index] for index in page if index < len(own_lines)]
        first = max(0, query.offset - len(own_lines))
        for row in rows[first : first + query.limit - len(lines)]:
            item = self._item_of_row(int(row))
            if item is not None:
                lines.append(ItemLine(item=item, state=own.states.get(item.id, "approved"), own=False))
        return ItemsFound(total=len(own_lines) + len(rows), offset=query.offset, lines=lines)

    def find(self, item_id: str) -> Item | None:
        """The bank's item of that id, if it was on a page since the service started. (Those that students saw or that somebody
        decided about are in the store.)"""
        row = self._row_of.get(item_id)
        return None if row is None else self._item_of_row(row)

    def holds(self, item: Item) -> bool:
        """Whether the bank makes this very item."""
        if item.source.startswith(OWN_SOURCE):
            return False
        return any(self._item_of_row(row) == item for row in self._loaded.rows_like(item))

    @property
    def _loaded(self) -> _Columns:
        with self._lock:
            if self._columns is None:
                self._columns = _columns_of(self._bank)
            return self._columns

    def _item_of_row(self, row: int) -> Item | None:
        """The item of a row, made once and cached for a while; the row of each id is remembered for good."""
        item = self._cached_items.get(row) or self._loaded.drafts[row].item()
        if item is not None:
            with self._lock:
                self._row_of.setdefault(item.id, row)
                self._cached_items[row] = item
                if len(self._cached_items) > MOST_CACHED:
                    del self._cached_items[next(iter(self._cached_items))]
        return item

    def _rows(
        self, query: ItemQuery, own: OwnItems, stored_items: Callable[[Collection[str]], Mapping[str, Item]]
    ) -> Positions:
        """Rows of the bank that match, in the order asked for."""
        if query.origin == "own" or query.state == "draft":
            return np.zeros(0, dtype=np.intp)
        columns = self._loaded
        retired = self._rows_of(_retired(own), stored_items)
        matches = columns.matching(query)
        if query.state == "retired":
            matches &= np.isin(np.arange(len(matches)), retired)
        else:
            matches[retired] = False
        order = columns.orders["level" if query.sort == "newest" else query.sort]
        rows: Positions = order[matches[order]]
        return rows[::-1] if query.descending else rows

    def _rows_of(
        self, item_ids: Sequence[str], stored_items: Callable[[Collection[str]], Mapping[str, Item]]
    ) -> Positions:
        """Rows of items by id: those made before, else the drafts with the item's own frame are tried."""
        missing = [item_id for item_id in item_ids if item_id not in self._row_of]
        for item in stored_items(missing).values() if missing else ():
            for row in self._loaded.rows_like(item):
                self._item_of_row(row)
        return np.array([self._row_of[item_id] for item_id in item_ids if item_id in self._row_of], dtype=np.intp)


class _Columns:
    """The searchable properties of all drafts, one row for each draft."""

    def __init__(self, drafts: Iterable[tuple[QuestionType, Draft]]) -> None:
        pairs = list(drafts)
        self.drafts = [draft for _, draft in pairs]
        frames = [draft.frame for draft in self.drafts]
        self.type = np.array([QUESTION_TYPES.index(kind) for kind, _ in pairs], dtype=np.int8)
        self.topic = np.array([TOPICS.index(frame.topic) for frame in frames], dtype=np.int8)
        self.level = np.array([frame.standard_level for frame in frames], dtype=np.int8)
        self.texts, self.text = _distinct([searchable_text(frame) for frame in frames])
        self.rows_by_tag = _inverted(frame.tags for frame in frames)
        self.rows_by_point = _inverted(frame.points for frame in frames)
        self._alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for row, (kind, draft) in enumerate(pairs):
            self._alike[kind, draft.frame.topic, draft.frame.source].append(row)
        positions = np.arange(len(pairs))
        self.orders: dict[str, Positions] = {
            "level": np.lexsort((positions, self.type, self.topic, self.level)),
            "type": np.lexsort((positions, self.level, self.topic, self.type)),
        }

    def rows_like(self, item: Item) -> list[int]:
        """Rows of the same type, topic and source."""
        return self._alike.get((item.type, item.topic, item.source), [])

    def matching(self, query: ItemQuery) -> Bool:
        """Which rows match the query [shape=(rows,)]."""
        matches = np.ones(len(self.drafts), dtype=np.bool_)
        if query.types:
            matches &= np.isin(self.type, [QUESTION_TYPES.index(kind) for kind in query.types])
        if query.topics:
            matches &= np.isin(self.topic, [TOPICS.index(topic) for topic in query.topics])
        if query.levels:
            matches &= np.isin(self.level, query.levels)
        for tag, rows_by_name in (
            (query.theme, self.rows_by_tag),
            (query.kind, self.rows_by_tag),
            (query.point, self.rows_by_point),
        ):
            if tag:
                matches &= _mask(rows_by_name.get(tag), len(matches))
        for part in query.text.casefold().split():
            matches &= np.array([part in text for text in self.texts], dtype=np.bool_)[self.text]
        return matches


@lru_cache(TABLE_SETS_KEPT)
def _columns_of(bank: ItemBank) -> _Columns:
    """The columns of a bank: one set for all who search it."""
    return _Columns(_all_drafts(bank))


def searchable_text(frame: Frame) -> str:
    """What a search for text looks at: the Chinese, the English, the words, in one case."""
    return "\n".join((frame.full_text, frame.translation, *frame.words)).casefold()


# -- parts -----------------------------------------------------------------------------------------------------


def _all_drafts(bank: ItemBank) -> Iterator[tuple[QuestionType, Draft]]:
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                yield from ((kind, draft) for draft in bank.drafts(kind, topic, band))


def _distinct(texts: Sequence[str]) -> tuple[list[str], Positions]:
    """The distinct texts, and for each text its index among them."""
    numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
    return list(numbers), np.array([numbers[text] for text in texts], dtype=np.intp)


def _inverted(names: Iterable[Sequence[str]]) -> dict[str, Positions]:
    rows_by_name: dict[str, list[int]] = defaultdict(list)
    for row, names_of_row in enumerate(names):
        for name in names_of_row:
            rows_by_name[name].append(row)
    return {name: np.array(rows, dtype=np.intp) for name, rows in rows_by_name.items()}


def _mask(rows: Positions | None, count: int) -> Bool:
    mask = np.zeros(count, dtype=np.bool_)
    if rows is not None:
        mask[rows] = True
    return mask


def _retired(own: OwnItems) -> list[str]:
    """Items of the bank that the organisation took out of use."""
    own_ids = {own_item.item.id for own_item in own.items}
    return [item_id for item_id, state in own.states.items() if state == "retired" and item_id not in own_ids]


def _own_lines(query: ItemQuery, own: OwnItems) -> list[ItemLine]:
    """The organisation's own items that match, in the order asked for."""
    if query.origin == "bank":
        return []
    items = [own_item.item for own_item in own.items if _matches(own_item.item, query, own.states[own_item.item.id])]
    items.reverse()  # newest first, also among equals
    if query.sort == "level":
        items.sort(key=lambda item: (item.standard_level, TOPICS.index(item.topic), QUESTION_TYPES.index(item.type)))
    elif query.sort == "type":
        items.sort(key=lambda item: (QUESTION_TYPES.index(item.type), TOPICS.index(item.topic), item.standard_level))
    if query.descending:
        items.reverse()
    return [ItemLine(item=item, state=own.states[item.id], own=True) for item in items]


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

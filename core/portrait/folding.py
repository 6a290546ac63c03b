"""Evidence is folded into the stored states of portraits."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime

from core.learning.items.prediction import floor_of
from core.learning.level import Cell, cell_of
from core.portrait.feeds import Feed, Materials, fed_by
from core.portrait.observations import Gathered, gathered
from core.portrait.sums import (
    PortraitSums,
    advanced,
    as_json,
    leaf_scores,
    map_share,
    read,
    six_scores,
    state_version,
)  # fmt: skip
from core.ports.store import Store
from core.records.evidence import Evidence
from core.records.learner import Learner, PortraitInput, PortraitState
from core.tables import Tables


class Folding:
    """Evidence of one organisation into states; remembers which leaves each item feeds."""

    def __init__(self, tables: Tables, store: Store, organisation_id: str) -> None:
        self._tables = tables
        self._store = store
        self._organisation_id = organisation_id
        self._materials = Materials(lambda: tables.content)
        self._feeds: dict[str, tuple[Feed, ...]] = {}
        self._cells: dict[str, Cell] = {}

    def feeds_of(self, item_ids: Collection[str]) -> dict[str, tuple[Feed, ...]]:
        """Leaves by item; an item never changes under its id."""
        missing = set(item_ids) - self._feeds.keys()
        if missing:
            for item_id, item in self._store.items(self._organisation_id, missing).items():
                self._feeds[item_id] = fed_by(item, self._materials)
                self._cells[item_id] = cell_of(item.standard_level, floor_of(item))
        return self._feeds

    def gathered(self, evidence: Sequence[Evidence], seconds: Mapping[str, int]) -> Gathered:
        """What pieces of evidence say about leaves."""
        feeds = self.feeds_of({piece.item_id for piece in evidence if piece.item_id})
        return gathered(
            evidence,
            seconds,
            feeds,
            cells=self._cells,
            indicators=self._tables.indicators.by_id,
            experience=self._tables.experience,
        )

    def fold(
        self, given: PortraitInput, learner: Learner | None, *, day: date, now: datetime
    ) -> tuple[PortraitState | None, PortraitSums]:
        """The new state, None when it would be the old one; and what it holds."""
        indicators = self._tables.indicators
        before = read(given.state) if given.state is not None else None
        portrait_sums = advanced(
            before,
            self.gathered(given.evidence, given.seconds),
            map_share(learner, self._tables.points),
            given.baseline,
            day=day,
            tree=indicators,
        )
        text = as_json(portrait_sums)
        watermark = max([given.state.watermark if given.state else 0, *(piece.seq for piece in given.evidence)])
        if given.state is not None and (given.state.standing, given.state.watermark) == (text, watermark):
            return None, portrait_sums
        six = six_scores(leaf_scores(portrait_sums, given.baseline, indicators), given.baseline, indicators)
        state = PortraitState(
            self._organisation_id, given.student_id, watermark, text, json.dumps(six), state_version(indicators), now
        )
        return state, portrait_sums

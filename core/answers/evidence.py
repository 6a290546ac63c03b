"""The answers behind a figure, each with its question: what is shown when a figure is opened."""

from __future__ import annotations

from collections.abc import Sequence

from core.answers.decisions import decisions_on
from core.answers.wire import EvidenceView
from core.errors import NotFound
from core.ports.store import Store
from core.records.access import Caller
from core.records.answers import AnswerRow
from core.records.items import Item
from core.records.rulings import Outcome


def evidence_views(student_id: str, sources: Sequence[str], caller: Caller, *, store: Store) -> list[EvidenceView]:
    """The answers named `evaluation_id#position`, in that order. Raises `NotFound` for one not of this student."""
    rows: dict[str, AnswerRow] = {}
    for row in store.answers_of(caller.organisation_id, *{source.partition("#")[0] for source in sources}):
        if row.student_id == student_id:
            rows[f"{row.evaluation_id}#{row.position}"] = row
    if missing := [source for source in sources if source not in rows]:
        raise NotFound(f"There is no answer {missing[0]!r} of this student.")
    items = store.items(caller.organisation_id, {rows[source].item_id for source in sources})
    decisions = decisions_on(student_id, caller, store=store)
    return [_view(source, rows[source], items[rows[source].item_id], decisions.of(rows[source])) for source in sources]


def _view(source: str, row: AnswerRow, item: Item, decision: Outcome | None) -> EvidenceView:
    return EvidenceView(
        source=source,
        item=item,
        given=row.given,
        answered=row.answered,
        is_correct=row.is_correct,
        score=row.score,
        answered_at=row.answered_at,
        upheld=decision == "right",
        void=decision == "void",
    )

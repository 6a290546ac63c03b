"""The engine's reviews of a text that was handed in, and what has been decided about their marks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.essays import history
from core.essays.history_wire import EssayView
from core.essays.marking.shown import MarkName
from core.ports.store import Store
from core.records.essays import EssayVerdictRow
from core.records.marking import EssayMarking
from core.records.plan import Writing

MOST_REVIEWS = 20
"""So many of the newest are looked at, beside the one that the marking rests on."""


def reviews_of(writing: Writing, marking: EssayMarking | None, *, store: Store) -> list[EssayView]:
    """The reviews of exactly this text: the one that the teacher saw, on which the rulings hang, however often the text is reviewed afterwards;
    then the others, newest first, the desk's and those that the student had made."""
    organisation_id = writing.organisation_id
    stored = store.essays(organisation_id, writing.student_id, limit=MOST_REVIEWS, act=writing.writing_id)
    marked = store.essay(organisation_id, marking.evaluation_id) if marking and marking.evaluation_id else None
    if marked is not None:
        stored = [marked, *(row for row in stored if row.line.evaluation_id != marked.line.evaluation_id)]
    essays = (history.view(row) for row in stored)
    return [essay for essay in essays if essay.report.essay_content == writing.text]


def upheld_marks(
    reviews: Sequence[EssayView],
    organisation_id: str,
    *,
    store: Store,
    counts: Callable[[EssayVerdictRow], bool] = lambda _: True,
) -> frozenset[MarkName]:
    """The marks of reviews of one text of which a teacher has decided, each by itself or by a ruling, that the text is right as it is; of the
    verdicts that count."""
    verdicts = store.verdicts_of_essays(organisation_id, [review.evaluation_id for review in reviews])
    return frozenset(
        (row.start, row.end, row.replacement) for row in verdicts if row.settled == "upheld" and counts(row)
    )

"""What follows from a teacher's word that a student was right: what the log said of the error is taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.essays.evidence import known_again
from core.essays.model import Change
from core.essays.wire import EditShown, EssayReport
from core.records.evidence import Evidence

ERROR, RETRACTION = "essay_error", "retraction"


def retractions(report: EssayReport, edit: EditShown, log: Iterable[Evidence], *, act: str) -> list[Evidence]:
    """The piece of the log that an edit left, with its weight below 0 and as of when it occurred; none of a place to check.

    An error that stood in an earlier draft was logged with that one (`core.essays.evidence`), so that it is looked for by what it is
    known again by, and not by the report. Taken back once, however many drafts it is upheld in.
    """
    if edit not in report.edits:
        return []
    edits = [change_of(one) for one in report.edits]
    known = known_again(report.corrected_version, edits, change_of(edit))
    return [
        replace(
            piece, kind=RETRACTION, weight=-piece.weight, idempotency_key=f"{RETRACTION}:{piece.idempotency_key}", seq=0
        )
        for piece in log
        if piece.kind == ERROR
        and piece.idempotency_key.startswith(f"{ERROR}:{act}:")
        and piece.idempotency_key.endswith(f":{known}")
    ]


def change_of(edit: EditShown) -> Change:
    """An edit without its reasons."""
    return Change(edit.start, edit.end, edit.original, edit.replacement, edit.type)

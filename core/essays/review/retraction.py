"""Retracts the evidence of an error once a teacher has decided that the student was right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from core.essays.evidence import error_key
from core.essays.model import Change
from core.essays.wire import EditShown, EssayReport
from core.records.evidence import Evidence

ERROR, RETRACTION = "essay_error", "retraction"


def retractions(report: EssayReport, edit: EditShown, log: Iterable[Evidence], *, act: str) -> list[Evidence]:
    """The piece of evidence that an edit left in the log, with a negative weight and its original time; none for a place to check.

    An error that stood in an earlier draft was logged with that draft (`core.essays.evidence`), so that it is looked up by the key of the error
    and not by the report. It is retracted once, however many drafts it is upheld in.
    """
    if edit not in report.edits:
        return []
    edits = [change_of(other) for other in report.edits]
    error = error_key(report.corrected_version, edits, change_of(edit))
    return [
        replace(
            piece, kind=RETRACTION, weight=-piece.weight, idempotency_key=f"{RETRACTION}:{piece.idempotency_key}", seq=0
        )
        for piece in log
        if piece.kind == ERROR
        and piece.idempotency_key.startswith(f"{ERROR}:{act}:")
        and piece.idempotency_key.endswith(f":{error}")
    ]


def change_of(edit: EditShown) -> Change:
    """An edit without its reasons."""
    return Change(edit.start, edit.end, edit.original, edit.replacement, edit.type)

"""Retracts the evidence of an error once a teacher has decided that the student was right."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from core.essays.evidence import error_key
from core.essays.model import Change
from core.essays.wire import EditShown, EssayReport
from core.records.evidence import Evidence

ERROR, RETRACTION = "essay_error", "retraction"


def retractions(
    report: EssayReport, edit: EditShown, log: Collection[Evidence], *, act: str, ruling_id: str = ""
) -> list[Evidence]:
    """The piece of evidence that an edit left in the log, with a negative weight and its original time; none for a place to check.

    It is retracted once, however many drafts it is upheld in, whether a teacher settled it by itself or by a ruling, and not at all where a
    teacher struck the mark before. `log` is the student's log as it stands (`core.records.evidence.standing`).
    """
    prefix = f"{ruling_id}:{RETRACTION}:" if ruling_id else f"{RETRACTION}:"
    return [
        replace(piece, kind=RETRACTION, weight=-piece.weight, idempotency_key=prefix + piece.idempotency_key, seq=0)
        for piece in errors_logged(report, edit, log, act=act)
        if is_in_force(piece, log)
    ]


def errors_logged(report: EssayReport, edit: EditShown, log: Collection[Evidence], *, act: str) -> list[Evidence]:
    """The piece of evidence that an edit left in the log; none for a place to check.

    An error that stood in an earlier draft was logged with that draft (`core.essays.evidence`), so that it is looked up by the key of the error
    and not by the report.
    """
    if edit not in report.edits:
        return []
    edits = [change_of(other) for other in report.edits]
    error = error_key(report.corrected_version, edits, change_of(edit))
    return [
        piece
        for piece in log
        if piece.kind == ERROR
        and piece.idempotency_key.startswith(f"{ERROR}:{act}:")
        and piece.idempotency_key.endswith(f":{error}")
    ]


def is_in_force(piece: Evidence, log: Collection[Evidence]) -> bool:
    """Whether a piece still counts: retractions and restorations, of a teacher or of a ruling, bear its key within theirs."""
    about = [
        other
        for other in log
        if other.idempotency_key != piece.idempotency_key
        and f":{piece.idempotency_key}:" in f":{other.idempotency_key}:"
    ]
    return 1 + sum(1 if other.weight > 0 else -1 for other in about) > 0


def change_of(edit: EditShown) -> Change:
    """An edit without its reasons."""
    return Change(edit.start, edit.end, edit.original, edit.replacement, edit.type)

"""Notes that students and teachers write beside a verdict or a score."""

from __future__ import annotations

from core.errors import BadParameter
from core.essays.history import NUL
from core.essays.review.wire import LONGEST_NOTE


def checked_note(note: str) -> str:
    """The note as it is stored. Raises `BadParameter` for one that is too long."""
    if len(note) > LONGEST_NOTE:
        raise BadParameter.of("note", f"has {len(note)} characters; at most {LONGEST_NOTE} are kept")
    return note.replace(NUL, "").strip()

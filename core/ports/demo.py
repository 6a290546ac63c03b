"""What the making of the demo needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.records.answers import MarkedAnswers
from core.records.students import Student


class DemoStore(Protocol):
    """The simulated past of the demo organisation."""

    def demo_state(self) -> str | None:
        """How far its making has come, as JSON text; None before it was begun."""
        ...

    def change_demo_state(self, before: str | None, after: str) -> bool:
        """Replace the state if it is `before` (None: there is none yet); False when another was quicker."""
        ...

    def add_history(self, student: Student, past: Sequence[MarkedAnswers]) -> bool:
        """Write a student's whole past at once; evidence counts as ingested when its evaluation was made. The items must be
        kept already. False, and nothing written, when the student has answers."""
        ...

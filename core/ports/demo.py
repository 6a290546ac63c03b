"""What creating the demo needs of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from core.records.answers import MarkedAnswers
from core.records.students import Student


class DemoStore(Protocol):
    """The simulated histories of the demo organisation's students."""

    def demo_state(self) -> str | None:
        """The progress of creating the demo, as JSON text; None before it was begun."""
        ...

    def change_demo_state(self, before: str | None, after: str) -> bool:
        """Replace the state if it is still `before` (None: there is none yet); False when another process was quicker."""
        ...

    def add_history(self, student: Student, history: Sequence[MarkedAnswers]) -> bool:
        """Write all of a student's simulated answers at once; evidence counts as ingested at the time of its evaluation. The items
        must be stored already. False, and nothing written, when the student has answers already."""
        ...

"""What texts need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from typing import Protocol

from core.records.texts import GrammarFlag


class TextStore(Protocol):
    """Teachers' flags on matches of the grammar detector."""

    def add_grammar_flag(self, flag: GrammarFlag) -> None:
        """Store a teacher's flag on a wrong match or a missing point."""
        ...

    def grammar_flags(self, organisation_id: str) -> list[GrammarFlag]:
        """The organisation's flags, newest first."""
        ...

    def remove_grammar_flag(self, organisation_id: str, flag_id: str) -> bool:
        """Remove a flag; False when the organisation has none with that id."""
        ...

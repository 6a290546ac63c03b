"""What texts need of the store. Each method is one transaction named for its intent."""

from __future__ import annotations

from typing import Protocol

from core.records.texts import GrammarFlag


class TextStore(Protocol):
    """What teachers say about the grammar detector."""

    def add_grammar_flag(self, flag: GrammarFlag) -> None:
        """Keep a teacher's word on a match or a missing point."""
        ...

    def grammar_flags(self, organisation_id: str) -> list[GrammarFlag]:
        """The organisation's flags, newest first."""
        ...

    def remove_grammar_flag(self, organisation_id: str, flag_id: str) -> bool:
        """Take a flag back; False when the organisation has none of that id."""
        ...

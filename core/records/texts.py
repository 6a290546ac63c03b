"""Tokens of a parsed text, and teachers' flags on matches of the grammar detector."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a sentence with its part of speech and its position in the dependency tree (Universal Dependencies 2)."""

    text: str
    start: int
    """Offset in code points into the text as it was sent."""
    end: int
    """One past the last code point."""
    tag: str
    """Universal part of speech: NOUN, VERB, ADP ..."""
    head: int
    """Index of the governing token in the sentence; -1 for the root."""
    relation: str
    """Relation to the head: nsubj, obj, aux:pass ..."""


@dataclass(frozen=True)
class GrammarFlag:
    """A match that a teacher reports as wrong, or a grammar point reported as missing, with its sentence."""

    flag_id: str
    organisation_id: str
    judgement: str
    """wrong or missing."""
    point_id: str
    sentence: str
    start: int
    end: int
    note: str
    by: str
    """User name of the teacher."""
    created_at: datetime

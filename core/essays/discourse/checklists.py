"""Structure, coherence and content of an essay as checklists: each line says what was looked for, what was found and where.

These are heuristics and are called so: surface features correlate with human judgements of coherence by .2 at most. A line that
cannot be judged (no title, a text of two sentences) is left out rather than guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.essays.discourse.coherence import coherence
from core.essays.discourse.composition import Composition, Line, Part
from core.essays.discourse.content import content
from core.essays.discourse.structure import structure

NOTHING_JUDGED = 50.0


def checklist(made: Composition) -> list[Line]:
    """All lines that can be judged, structure first."""
    return [*structure(made), *coherence(made), *content(made)]


def score(lines: Sequence[Line], part: Part) -> float:
    """0-100, the mean of a part's lines; `NOTHING_JUDGED` where none could be judged."""
    shares = [line.share for line in lines if line.part == part]
    return round(100 * sum(shares) / len(shares), 1) if shares else NOTHING_JUDGED

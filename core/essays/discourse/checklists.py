"""Structure, coherence and content of an essay as checklists: each item says what was looked for, what was found and where.

These are heuristics and are called so: surface features correlate with human judgements of coherence by .2 at most. An item that
cannot be judged (no title, a text of two sentences) is left out rather than guessed.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.essays.discourse.coherence import coherence
from core.essays.discourse.composition import ChecklistItem, Composition, Part
from core.essays.discourse.content import content
from core.essays.discourse.structure import structure

SCORE_WITHOUT_ITEMS = 50.0
KNOWN_PARTS: tuple[Part, ...] = ()
"""The parts whose score goes with the examiners' scores of the 60 scored essays: r given the length, with a 95 % interval above 0
(`benchmarks/essays/score.py`). There is none: structure .07, coherence -.19, content .07; without regard to length structure has .28, which is that of
the length it counts. Pages show no other."""


def checklist(composition: Composition) -> list[ChecklistItem]:
    """All items that can be judged, structure first."""
    return [*structure(composition), *coherence(composition), *content(composition)]


def part_score(items: Sequence[ChecklistItem], part: Part) -> float:
    """The score of a part, 0-100: the mean of its items, or `SCORE_WITHOUT_ITEMS` where none could be judged."""
    shares = [item.share for item in items if item.part == part]
    return round(100 * sum(shares) / len(shares), 1) if shares else SCORE_WITHOUT_ITEMS

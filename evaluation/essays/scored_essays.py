"""Essays with human scores, and the regression of the score."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from core.api.core import Core
from core.essays.scoring.fitted import shown
from core.essays.scoring.richness import Richness
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core
from evaluation.essays.sets import ESSAYS as SETS

ESSAYS = SETS / "scored-essays-dev.jsonl"


@dataclass(frozen=True)
class Scored:
    """An essay with its human score."""

    score: float
    found: Richness


@cache
def core() -> Core:
    """One for all parts."""
    return in_memory_core()


@cache
def scored_essays() -> tuple[Scored, ...]:
    """Those of the reference data, counted as the product counts them."""
    rows = [json.loads(line) for line in ESSAYS.read_text(encoding="utf-8").splitlines()]
    made = []
    for row in rows:
        request = EssayRequest(student_id="s", essay_content=row["ESSAY"], hsk_level="6")
        made.append(Scored(float(row["SCORE"]), shown(core().essays.evaluator.evaluated(request).features)))
    return tuple(made)

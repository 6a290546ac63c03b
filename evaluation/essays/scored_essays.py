"""Essays with human scores."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from core.api.core import Core
from core.essays.scoring.fitted import vocabulary_shown
from core.essays.scoring.richness import Richness
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core
from evaluation.essays.sets import ESSAYS as REFERENCE_ESSAYS

ESSAYS = REFERENCE_ESSAYS / "scored-essays-dev.jsonl"


@dataclass(frozen=True)
class ScoredEssay:
    """The counts of an essay with its human score."""

    score: float
    counts: Richness


@cache
def core() -> Core:
    """One core for all uses."""
    return in_memory_core()


@cache
def scored_essays() -> tuple[ScoredEssay, ...]:
    """The scored essays of the reference data, with counts as the product computes them."""
    rows = [json.loads(line) for line in ESSAYS.read_text(encoding="utf-8").splitlines()]
    essays = []
    for row in rows:
        request = EssayRequest(student_id="s", essay_content=row["ESSAY"], hsk_level="6")
        essays.append(
            ScoredEssay(float(row["SCORE"]), vocabulary_shown(core().essays.evaluator.assess(request).features))
        )
    return tuple(essays)

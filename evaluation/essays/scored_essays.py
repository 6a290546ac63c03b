"""Essays with human scores."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from core.api.core import Core
from core.essays.model import EditType
from core.essays.scoring.features import DiscoursePart
from core.essays.scoring.fitted import vocabulary_shown
from core.essays.scoring.richness import Richness
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core
from evaluation.essays.sets import ESSAYS as REFERENCE_ESSAYS

ESSAYS = REFERENCE_ESSAYS / "scored-essays-dev.jsonl"
LEVEL = 6


@dataclass(frozen=True)
class ScoredEssay:
    """What the engine makes of an essay, with its human score."""

    score: float
    characters: int
    counts: Richness
    errors: Mapping[EditType, int]
    parts: Mapping[DiscoursePart, float]
    """The scores of structure, coherence and content."""


@cache
def core() -> Core:
    """One core for all uses."""
    return in_memory_core()


@cache
def scored_essays() -> tuple[ScoredEssay, ...]:
    """The scored essays of the reference data, with counts and errors as the product computes them."""
    rows = [json.loads(line) for line in ESSAYS.read_text(encoding="utf-8").splitlines()]
    essays = []
    for row in rows:
        request = EssayRequest(student_id="s", essay_content=row["ESSAY"], hsk_level="6")
        assessed = core().essays.evaluator.assess(request)
        scores = assessed.scores
        essays.append(
            ScoredEssay(
                float(row["SCORE"]),
                assessed.features.characters,
                vocabulary_shown(assessed.features),
                Counter(edit.type for edit in assessed.features.edits),
                {"structure": scores.structure, "coherence": scores.coherence, "content": scores.content},
            )
        )
    return tuple(essays)

"""The stored portrait of a student in the form of the contract."""

from __future__ import annotations

import json
from datetime import datetime

from core.learning.indicators import Scored, node_score
from core.portrait import labels, tree
from core.portrait.sums import SIX, SKILLS, PortraitSums, leaf_scores, six_scores
from core.portrait.wire import (
    Abilities,
    CurrentPortrait,
    LanguageAbility,
    LevelLabels,
    Performance,
    Portrait,
)  # fmt: skip
from core.records.learner import FirstPortrait
from core.tables import Tables


def drawn(
    student_id: str, portrait_sums: PortraitSums, baseline: FirstPortrait | None, updated_at: datetime, tables: Tables
) -> Portrait:
    """What is stored, in the contract's form."""
    indicators = tables.indicators
    leaves = leaf_scores(portrait_sums, baseline, indicators)
    six = six_scores(leaves, baseline, indicators)
    scored = {
        name: node_score([row for row in indicators.rows if row.second_id == node_id], leaves)
        for node_id, name in SIX.items()
    }
    exp = portrait_sums.states.experience
    known = [value for skill in SKILLS if (value := six[skill]) is not None]
    return Portrait(
        student_id=student_id,
        first_portrait=_abilities(baseline),
        current_portrait=CurrentPortrait(
            language_ability=LanguageAbility(
                **{skill: six[skill] or 0.0 for skill in SKILLS},
                known={skill: six[skill] is not None for skill in SKILLS},  # type: ignore[misc]
            ),
            classroom_performance=_performance(six["classroom"], labels.CLASSROOM),
            community_performance=_performance(six["community"], labels.COMMUNITY),
        ),
        level_labels=LevelLabels(
            language=labels.tier(sum(known) / len(known) if known else 0.0, labels.LANGUAGE),
            star_level=tables.experience.star_level(exp),
            star_exp=exp,
            label_known=bool(known),
            next_star_exp=tables.experience.next_star(exp),
        ),
        updated_at=updated_at.isoformat().replace("+00:00", "Z"),
        indicators=tree.nodes(indicators, leaves),
        effort={name: tree.effort(indicators, leaves, node_id) for node_id, name in SIX.items() if name in SKILLS},  # type: ignore[misc]
        bands={name: _band(each) for name, each in scored.items()},  # type: ignore[misc]
        tree_version=indicators.version,
    )


def _abilities(baseline: FirstPortrait | None) -> Abilities:
    results = json.loads(baseline.test_results) if baseline else {}
    given = {skill: results.get(f"{skill}_ability") for skill in SKILLS}
    values = {skill: float(value or 0.0) for skill, value in given.items()}
    return Abilities(
        **{f"{skill}_ability": value for skill, value in values.items()},
        comprehensive_ability=round(sum(values.values()) / len(SKILLS), 2),
        known=all(value is not None for value in given.values()),
        tested={skill: value is not None for skill, value in given.items()},  # type: ignore[misc]
    )


def _performance(score: float | None, tiers: tuple[tuple[float, str], ...]) -> Performance:
    return Performance(
        score=score or 0.0,
        level=labels.tier(score or 0.0, tiers),
        known=score is not None,
        label_known=score is not None,
    )


def _band(scored: Scored) -> tuple[float, float] | None:
    return None if scored.value is None else (round(scored.low, 2), round(scored.high, 2))

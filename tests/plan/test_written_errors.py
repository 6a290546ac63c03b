"""Errors of essays in the plan: booked within two days, written again, the weakest twice; what was taken back is not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.api.core import Core
from evaluation.service.clock import StoppedClock
from tests.plan.planning import SCHOOL, error, plan_of, school

POINT = "【三01】"


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1")


def urgent(core: Core) -> list[tuple[str, str]]:
    """Targets of the plan's urgent questions with the skill that each trains: writing is what is typed or put in order."""
    return [
        (question.target, entry.skill_type)
        for entry in plan_of(core).recommendations
        for question in entry.questions
        if question.why == "urgent"
    ]


def test_the_weakest_error_of_an_essay_is_typed_or_put_in_order_twice(core: Core) -> None:
    assert core.plan.target_index.shelves.of_point["writing", POINT]
    error(core, "essay_error", "point", POINT)
    assert urgent(core) == [(POINT, "writing")] * 2


def test_a_word_that_went_wrong_in_an_essay_is_written_twice(core: Core) -> None:
    shelves = core.plan.target_index.shelves
    written = {
        word for (skill, word), drafts in shelves.of_word.items()
        if skill == "writing" and len({draft.alike for draft in drafts}) > 1
    }  # fmt: skip
    word = sorted(written & shelves.words["reading"])[0]
    error(core, "essay_error", "word", word)
    assert urgent(core) == [(word, "writing")] * 2


def test_an_error_of_an_essay_is_booked_for_two_days(core: Core) -> None:
    error(core, "essay_error", "point", POINT, hours_ago=47)
    assert {target for target, _ in urgent(core)} == {POINT}


def test_an_error_of_an_essay_older_than_two_days_is_not_booked(core: Core) -> None:
    error(core, "essay_error", "point", POINT, hours_ago=49)
    assert urgent(core) == []


def test_an_error_that_was_taken_back_is_not_booked(core: Core) -> None:
    error(core, "essay_error", "point", POINT)
    said = core.store.evidence_of(SCHOOL, "s1")[0]
    back = replace(said, kind="retraction", weight=-said.weight, idempotency_key="retraction", seq=0)
    core.store.append_evidence(SCHOOL, [back], at=core.clock.now() + timedelta(minutes=1))
    assert urgent(core) == []

"""A contested value: three items move it, and say by how much."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from core.answers.wire import AnswerItem, AppealRequest
from core.api.core import Core
from core.errors import BadRequest, NotFound
from core.portrait.wire import ContestView
from evaluation.service.clock import StoppedClock
from tests.portrait.conftest import CALLER, Answering, flat, report


def play(core: Core, contest: ContestView, *, right: bool) -> None:
    """Answer the three cards."""
    for card in core.practice.view("s1", contest.session_id, CALLER).cards:
        given = card.item.key if right else "错"
        core.practice.answer("s1", contest.session_id, AnswerItem(question_id=card.item.id, answer=given), CALLER)


def test_three_right_answers_raise_a_leaf_and_say_by_how_much(core: Core, answer: Answering) -> None:
    answer(2, 6)
    before = flat(report(core))["D34"].value
    contest = core.contests.of_indicator("s1", "D34", CALLER)
    assert (contest.before, contest.open, contest.moved) == (before, True, None)
    assert len(core.practice.view("s1", contest.session_id, CALLER).cards) == 3
    play(core, contest, right=True)
    (settled,) = core.contests.of_student("s1", CALLER)
    assert not settled.open
    assert settled.after is not None
    assert settled.moved == pytest.approx(settled.after - before)
    assert (settled.moved or 0) > 10
    assert flat(report(core))["D34"].value == settled.after
    proofs = [row for row in core.store.evidence_of("org", "s1") if row.kind == "proof"]
    assert [(row.target, row.weight, row.outcome) for row in proofs] == [("D34", 2.0, 1.0)] * 3


def test_three_wrong_answers_lower_it(core: Core, answer: Answering) -> None:
    answer(6, 1)
    contest = core.contests.of_indicator("s1", "D34", CALLER)
    play(core, contest, right=False)
    (settled,) = core.contests.of_student("s1", CALLER)
    assert (settled.moved or 0) < -10


def test_a_point_moves_and_each_answer_stays_one_attempt(core: Core) -> None:
    point = "【一07】"
    report(core)
    contest = core.contests.of_point("s1", point, CALLER)
    assert contest.before is None
    play(core, contest, right=True)
    (settled,) = core.contests.of_student("s1", CALLER)
    assert settled.after is not None
    assert settled.moved is None
    state = core.knowledge.detail("s1", point, CALLER).state
    assert state.mastery == pytest.approx(settled.after)
    assert state.total_attempts == 3


def test_an_open_contest_is_given_back_and_listing_twice_settles_once(core: Core, answer: Answering) -> None:
    answer(3, 3)
    one = core.contests.of_indicator("s1", "D34", CALLER)
    assert core.contests.of_indicator("s1", "D34", CALLER) == one
    play(core, one, right=True)
    assert core.contests.of_student("s1", CALLER) == core.contests.of_student("s1", CALLER)
    assert sum(row.kind == "proof" for row in core.store.evidence_of("org", "s1")) == 3


def test_a_second_click_meanwhile_gives_the_contest_of_the_first(core: Core, answer: Answering) -> None:
    answer(3, 3)
    issue, clicks = core.store.issue_items, list[ContestView]()

    def click_again(*given: Any, **named: Any) -> Any:
        if not clicks:
            core.store.issue_items = issue  # type: ignore[method-assign]
            clicks.append(core.contests.of_indicator("s1", "D34", CALLER))
        return issue(*given, **named)

    core.store.issue_items = click_again  # type: ignore[method-assign]
    assert core.contests.of_indicator("s1", "D34", CALLER) == clicks[0]
    assert len(core.contests.of_student("s1", CALLER)) == 1


@pytest.mark.parametrize("kind", ["point", "indicator"])
def test_an_upheld_appeal_turns_the_proof_too(core: Core, answer: Answering, kind: str) -> None:
    answer(3, 3)
    point = kind == "point"
    contest = (
        core.contests.of_point("s1", "【一07】", CALLER) if point else core.contests.of_indicator("s1", "D34", CALLER)
    )
    play(core, contest, right=False)
    core.contests.of_student("s1", CALLER)
    card = core.practice.view("s1", contest.session_id, CALLER).cards[0]
    assert card.evaluation_id is not None
    core.answers.appeal(
        AppealRequest(student_id="s1", evaluation_id=card.evaluation_id, question_id=card.item.id), CALLER
    )
    (appeal,) = core.answers.appeals(CALLER, student_id="s1")
    assert core.answers.settle_appeal(appeal.appeal_id, CALLER, upheld=True)
    target = contest.target
    log = [row for row in core.store.evidence_of("org", "s1") if row.source == f"{card.evaluation_id}#0"]
    proved = [(row.outcome, row.weight) for row in log if row.target == target and abs(row.weight) != 1]
    weight = 0.9 if point else 2.0
    assert sorted(proved) == [(0.0, -weight), (0.0, weight), (1.0, weight)]
    assert sum(row.weight * row.outcome for row in log if row.target == target) == weight + point


def test_the_same_value_is_not_proved_again_within_a_week(core: Core, answer: Answering, clock: StoppedClock) -> None:
    answer(3, 3)
    play(core, core.contests.of_indicator("s1", "D34", CALLER), right=True)
    core.contests.of_student("s1", CALLER)
    with pytest.raises(BadRequest, match="D34 was proved within the last 7 days") as caught:
        core.contests.of_indicator("s1", "D34", CALLER)
    assert "2026-12-01" in caught.value.remedy("zh")
    clock.advance(timedelta(days=7))
    assert core.contests.of_indicator("s1", "D34", CALLER).open


def test_items_are_at_levels_that_the_student_works_at(core: Core, answer: Answering) -> None:
    answer(3, 3)
    day, now = timedelta(days=1), core.clock.now()
    levels = {row.standard_level for row in core.store.answers_between("org", "s1", now - day, now + day)}
    contest = core.contests.of_indicator("s1", "D34", CALLER)
    cards = core.practice.view("s1", contest.session_id, CALLER).cards
    assert max(card.item.standard_level for card in cards) <= max(levels)
    assert {card.item.topic for card in cards} == {"vocabulary"}


def test_what_no_items_can_test_says_so(core: Core) -> None:
    report(core)
    with pytest.raises(BadRequest, match="D58 does not rest on answers"):
        core.contests.of_indicator("s1", "D58", CALLER)
    with pytest.raises(NotFound, match="no indicator 'D99'"):
        core.contests.of_indicator("s1", "D99", CALLER)
    with pytest.raises(NotFound, match="no knowledge point"):
        core.contests.of_point("s1", "【九99】", CALLER)
    without = next(row.id for row in core.tables.points.rows if row.kind == "sub")
    with pytest.raises(BadRequest, match=f"There are 0 items on {without}"):
        core.contests.of_point("s1", without, CALLER)
    with pytest.raises(NotFound, match="no student 's9'"):
        core.contests.of_point("s9", "【一07】", CALLER)

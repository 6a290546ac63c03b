"""Cards of a student: what counts as a review, and the same cards in whatever order evidence comes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.api.core import Core
from core.learning.memory import Card
from core.plan.day.memory import VERSION, cards_of, fold, points_among, refresh, reviews_of, words_among
from core.portrait.wire import UpdatePortraitRequest
from core.records.access import PERMISSIONS, Caller
from core.records.evidence import Evidence
from core.records.plan import MemoryState
from core.wiring import in_memory_core
from evaluation.service.clock import StoppedClock
from tests.store.rows import NOW, STUDENT, evidence

POINT = "【一01】"
HOUR = timedelta(hours=1)


def answer(key: str, hours: float, outcome: float = 1.0, **changed: Any) -> Evidence:
    return replace(evidence(key, outcome=outcome, occurred_at=NOW + hours * HOUR, source=key), **changed)


def word(key: str, hours: float, outcome: float = 1.0) -> Evidence:
    return answer(key, hours, outcome, target_kind="word", target="好")


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    made = in_memory_core(clock=clock)
    made.store.put_student(STUDENT)
    return made


def told(core: Core, rows: Sequence[Evidence]) -> dict[str, Card]:
    """The student's cards after further evidence."""
    core.store.append_evidence("org", rows)
    refresh("org", ["s1"], store=core.store, clock=core.clock)
    return cards_of(core.store.memory("org", ["s1"]).get("s1"))


def test_points_and_words_have_cards_of_their_own(core: Core) -> None:
    cards = told(core, [answer("a", 0), word("b", 1)])
    assert set(cards) == {f"p:{POINT}", "w:好"}
    assert points_among(cards) == {POINT: cards[f"p:{POINT}"]}
    assert words_among(cards) == {"好": cards["w:好"]}


def test_a_second_refresh_writes_nothing(core: Core) -> None:
    told(core, [answer("a", 0)])
    assert refresh("org", ["s1", "nobody"], store=core.store, clock=core.clock) == 0


def test_a_text_understood_and_a_proof_are_no_reviews_of_their_points(core: Core) -> None:
    assert told(core, [answer("a", 0, weight=0.25), answer("b", 0, kind="proof", weight=0.9)]) == {}
    state = core.store.memory("org", ["s1"])["s1"]
    assert state.watermark == 2


@pytest.mark.parametrize("kind", ["essay_error", "misread_tone"])
def test_an_error_in_free_use_is_one_failed_review_however_often_it_stands_there(core: Core, kind: str) -> None:
    once = reviews_of([answer("a", 2, 0.0, kind=kind, weight=0.5)])
    assert [(review.outcome, review.at) for review in once] == [(0.0, NOW + 2 * HOUR)]
    assert reviews_of([answer(key, 2, 0.0, kind=kind, weight=0.5) for key in "abc"]) == once
    known = told(core, [answer("a", 0)])[f"p:{POINT}"]
    failed = told(core, [answer("e", 100, 0.0, kind=kind)])[f"p:{POINT}"]
    assert failed.due_at - failed.last_at < known.due_at - known.last_at


def test_an_upheld_appeal_leaves_the_cards_as_if_the_answer_had_been_right(core: Core) -> None:
    wrong = answer("a", 0, 0.0)
    told(core, [wrong, answer("b", 50)])
    back = replace(wrong, kind="retraction", weight=-1.0, idempotency_key="back")
    upheld = replace(wrong, kind="appeal_upheld", outcome=1.0, idempotency_key="upheld")
    cards = told(core, [back, upheld])
    other = in_memory_core(clock=core.clock)
    other.store.put_student(STUDENT)
    assert cards == told(other, [answer("a", 0), answer("b", 50)])


def test_an_essay_error_taken_back_was_never_made() -> None:
    error = answer("a", 0, 0.0, kind="essay_error", weight=0.5)
    assert reviews_of([error, replace(error, kind="retraction", weight=-0.5)]) == []


def test_cards_are_those_of_one_fold_whatever_the_order_in_which_evidence_comes(clock: StoppedClock) -> None:
    draw = random.Random(7)
    rows = [
        answer(f"{place}", draw.randrange(400), draw.choice((0.0, 0.5, 1.0)), target=draw.choice("甲乙丙"))
        for place in range(60)
    ]
    core = in_memory_core(clock=clock)
    core.store.put_student(STUDENT)
    for start in range(0, len(rows), 7):
        cards = told(core, rows[start : start + 7])
    everything = fold("s1", None, sorted(rows, key=lambda row: row.occurred_at))
    assert cards == cards_of(MemoryState("org", "s1", 0, everything, VERSION, NOW))


def test_cards_of_another_version_are_not_read() -> None:
    cards = fold("s1", None, [answer("a", 0)])
    assert cards_of(MemoryState("org", "s1", 1, cards, "older", NOW)) == {}
    assert cards_of(None) == {}


def test_the_night_moves_memory_with_the_map(core: Core) -> None:
    core.store.append_evidence("org", [answer("a", -30)], at=NOW - timedelta(days=1))
    core.knowledge.after_update("org", ["s1"], NOW.date())
    assert set(cards_of(core.store.memory("org", ["s1"])["s1"])) == {f"p:{POINT}"}


def test_a_portrait_updated_has_its_memory_moved(core: Core) -> None:
    core.store.append_evidence("org", [answer("a", -30)], at=NOW)
    caller = Caller("org", frozenset(PERMISSIONS))
    core.portrait.update(UpdatePortraitRequest(student_id="s1", behaviors=[]), caller)
    assert set(cards_of(core.store.memory("org", ["s1"])["s1"])) == {f"p:{POINT}"}

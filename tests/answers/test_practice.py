"""Practice sessions, appeals, and the first page of a student."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.answers.wire import AnswerItem, AppealRequest, PracticeCard, PracticeView, StartPractice
from core.api import Core
from core.errors import NotFound
from tests.answers.conftest import CALLER, Answering, wrong_answer
from tests.conftest import StoppedClock

STUDENT = "s1"


def started(core: Core, count: int = 4) -> PracticeView:
    """A session of grammar choices."""
    request = StartPractice(student_id=STUDENT, types=["multiple_choice"], topics=["grammar"], count=count)
    return core.start_practice(request, CALLER)


def give(core: Core, session: PracticeView, place: int, *, right: bool) -> PracticeCard:
    """Answer one card."""
    item = session.cards[place].item
    answer = AnswerItem(question_id=item.id, answer=item.key if right else wrong_answer(item), time_spent=7)
    return core.answer_practice(STUDENT, session.session_id, answer, CALLER)


def test_a_refresh_finds_every_answer_and_the_next_card(core: Core) -> None:
    session = started(core)
    give(core, session, 0, right=True)
    give(core, session, 1, right=False)
    again = core.practice(STUDENT, session.session_id, CALLER)
    assert [card.detail.is_correct for card in again.cards if card.detail] == [True, False]
    assert (again.next_position, again.seconds, again.finished) == (2, 14, False)
    assert [card.item for card in again.cards] == [card.item for card in session.cards]


def test_a_card_keeps_its_first_answer(core: Core) -> None:
    session = started(core)
    first = give(core, session, 0, right=False)
    second = give(core, session, 0, right=True)
    assert second.detail == first.detail
    assert len(core.store.evidence_of(CALLER.organisation_id, STUDENT)) == 1 + len(session.cards[0].item.points)


def test_the_summary_is_of_this_session_alone(core: Core, answer: Answering) -> None:
    answer(5, 0, start=100)
    session = started(core)
    for place in range(4):
        give(core, session, place, right=place < 3)
    summary = core.practice_summary(STUDENT, session.session_id, CALLER)
    assert (summary.summary.total_questions, summary.summary.correct_count) == (4, 3)
    assert summary.summary.completion_rate == 1.0
    assert summary.wrong_item_ids == [session.cards[3].item.id]
    assert core.practice(STUDENT, session.session_id, CALLER).finished


def test_a_review_brings_the_wrong_items_back(core: Core) -> None:
    session = started(core)
    give(core, session, 0, right=False)
    to_review = core.today(STUDENT, CALLER).to_review
    assert to_review == [session.cards[0].item.id]
    again = core.review_practice(STUDENT, to_review, CALLER)
    give(core, again, 0, right=True)
    assert core.today(STUDENT, CALLER).to_review == []


def test_another_student_cannot_open_the_session(core: Core) -> None:
    session = started(core)
    with pytest.raises(NotFound, match="There is no practice session"):
        core.practice("s2", session.session_id, CALLER)


def test_a_question_of_another_session_is_refused(core: Core) -> None:
    session = started(core)
    with pytest.raises(NotFound, match="is not part of this session"):
        core.answer_practice(STUDENT, session.session_id, AnswerItem(question_id="q_else", answer="A"), CALLER)


def test_today_continues_an_open_session_and_counts_the_day_in_utc_plus_8(core: Core, clock: StoppedClock) -> None:
    session = started(core)
    give(core, session, 0, right=True)
    today = core.today(STUDENT, CALLER)
    assert today.open_session is not None
    assert (today.answered_today, today.correct_today, today.streak_days) == (1, 1, 1)
    clock.advance(timedelta(hours=14))  # midnight in UTC+8
    tomorrow = core.today(STUDENT, CALLER)
    assert (tomorrow.answered_today, tomorrow.streak_days) == (0, 1)
    clock.advance(timedelta(days=1))
    assert core.today(STUDENT, CALLER).streak_days == 0


def test_a_new_student_gets_a_first_step_and_no_claim(core: Core) -> None:
    today = core.today("new", CALLER)
    assert [line.kind for line in today.plan] == ["practice", "practice"]
    assert (today.highlight, today.open_session, today.to_review) == (None, None, [])


def test_an_appeal_reaches_the_teacher_once_and_counts_when_upheld(core: Core) -> None:
    session = started(core)
    card = give(core, session, 0, right=False)
    assert card.evaluation_id is not None
    request = AppealRequest(
        student_id=STUDENT, evaluation_id=card.evaluation_id, question_id=card.item.id, comment="也可以说"
    )
    assert core.appeal(request, CALLER)
    assert not core.appeal(request, CALLER)
    assert core.practice(STUDENT, session.session_id, CALLER).cards[0].appealed
    (waiting,) = core.appeals(CALLER, status="open")
    assert (waiting.comment, waiting.item) == ("也可以说", card.item)
    before = len(core.store.evidence_of(CALLER.organisation_id, STUDENT))
    assert core.settle_appeal(waiting.appeal_id, CALLER, upheld=True, reply="对")
    assert not core.settle_appeal(waiting.appeal_id, CALLER, upheld=False)
    log = core.store.evidence_of(CALLER.organisation_id, STUDENT)[before:]
    assert {(row.kind, row.outcome) for row in log} == {("appeal_upheld", 1.0)}


def test_an_appeal_of_an_answer_never_given_is_refused(core: Core) -> None:
    request = AppealRequest(student_id=STUDENT, evaluation_id="ev_none", question_id="q_none")
    with pytest.raises(NotFound, match="There is no evaluation 'ev_none' of this student"):
        core.appeal(request, CALLER)

"""Practice sessions, appeals, and the first page of a student."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import ValidationError
from sqlalchemy import event

from core.answers.wire import (
    AnswerItem,
    AppealRequest,
    PracticeCard,
    PracticeView,
    ReportRequest,
    StartPractice,
    SubmitRequest,
)  # fmt: skip
from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.records.items import parts_of
from core.store.sql import SqlStore
from evaluation.service.clock import StoppedClock
from tests.answers.conftest import CALLER, Answering, wrong_answer

STUDENT = "s1"


def started(core: Core, count: int = 4) -> PracticeView:
    """A session of grammar choices."""
    request = StartPractice(student_id=STUDENT, types=["multiple_choice"], topics=["grammar"], count=count)
    return core.practice.start(request, CALLER)


def give(core: Core, session: PracticeView, place: int, *, right: bool) -> PracticeCard:
    """Answer one card."""
    item = session.cards[place].item
    answer = AnswerItem(question_id=item.id, answer=item.key if right else wrong_answer(item), time_spent=7)
    return core.practice.answer(STUDENT, session.session_id, answer, CALLER)


def test_a_refresh_finds_every_answer_and_the_next_card(core: Core) -> None:
    session = started(core)
    give(core, session, 0, right=True)
    give(core, session, 1, right=False)
    again = core.practice.view(STUDENT, session.session_id, CALLER)
    assert [card.detail.is_correct for card in again.cards if card.detail] == [True, False]
    assert (again.next_position, again.seconds, again.finished) == (2, 14, False)
    assert [card.item for card in again.cards] == [card.item for card in session.cards]


def test_what_was_said_about_an_answer_follows_the_language_of_the_reader(core: Core) -> None:
    request = StartPractice(student_id=STUDENT, types=["fill_blank"], topics=["vocabulary"], count=3)
    english, chinese = replace(CALLER, language="en"), replace(CALLER, language="zh")
    session = core.practice.start(request, english)
    given = [
        core.practice.answer(
            STUDENT, session.session_id, AnswerItem(question_id=card.item.id, answer="不知道", time_spent=7), english
        )
        for card in session.cards
    ]
    assert core.practice.view(STUDENT, session.session_id, english).cards == given
    for first, card in zip(given, core.practice.view(STUDENT, session.session_id, chinese).cards, strict=True):
        assert first.detail is not None
        assert card.detail is not None
        assert card.detail.suggestion is not None
        assert card.detail.explanation == card.item.explanation.zh
        assert card.detail.feedback != first.detail.feedback
        assert not card.detail.suggestion.startswith("Review")
        assert card.detail.score == first.detail.score


def test_a_card_keeps_its_first_answer(core: Core) -> None:
    session = started(core)
    first = give(core, session, 0, right=False)
    kept = core.store.evidence_of(CALLER.organisation_id, STUDENT)
    assert kept
    second = give(core, session, 0, right=True)
    assert second.detail == first.detail
    assert core.store.evidence_of(CALLER.organisation_id, STUDENT) == kept


def test_the_summary_is_of_this_session_alone(core: Core, answer: Answering) -> None:
    answer(5, 0, start=100)
    session = started(core)
    for place in range(4):
        give(core, session, place, right=place < 3)
    summary = core.practice.summary(STUDENT, session.session_id, CALLER)
    assert (summary.summary.total_questions, summary.summary.correct_count) == (4, 3)
    assert summary.summary.completion_rate == 1.0
    assert summary.wrong_item_ids == [session.cards[3].item.id]
    assert core.practice.view(STUDENT, session.session_id, CALLER).finished


def test_a_review_brings_the_wrong_items_back(core: Core, clock: StoppedClock) -> None:
    session = started(core)
    give(core, session, 0, right=False)
    to_review = core.answers.today(STUDENT, CALLER).to_review
    assert to_review == [session.cards[0].item.id]
    clock.advance(timedelta(minutes=1))
    again = core.practice.review(STUDENT, to_review, CALLER)
    give(core, again, 0, right=True)
    assert core.answers.today(STUDENT, CALLER).to_review == []


def test_another_student_cannot_open_the_session(core: Core) -> None:
    session = started(core)
    with pytest.raises(NotFound, match="There is no practice session"):
        core.practice.view("s2", session.session_id, CALLER)


def test_a_question_of_another_session_is_refused(core: Core) -> None:
    session = started(core)
    with pytest.raises(NotFound, match="is not part of this session"):
        core.practice.answer(STUDENT, session.session_id, AnswerItem(question_id="q_else", answer="A"), CALLER)


def test_today_continues_an_open_session_and_counts_the_day_in_utc_plus_8(core: Core, clock: StoppedClock) -> None:
    session = started(core)
    give(core, session, 0, right=True)
    today = core.answers.today(STUDENT, CALLER)
    assert today.open_session is not None
    assert (today.answered_today, today.correct_today, today.streak_days) == (1, 1, 1)
    clock.advance(timedelta(hours=14))  # midnight in UTC+8
    tomorrow = core.answers.today(STUDENT, CALLER)
    assert (tomorrow.answered_today, tomorrow.streak_days) == (0, 1)
    clock.advance(timedelta(days=1))
    assert core.answers.today(STUDENT, CALLER).streak_days == 0


def test_nothing_is_claimed_of_a_new_student(core: Core) -> None:
    today = core.answers.today("new", CALLER)
    assert (today.answered_today, today.streak_days) == (0, 0)
    assert (today.highlight, today.open_session, today.to_review) == (None, None, [])


def test_an_appeal_reaches_the_teacher_once_and_counts_when_upheld(core: Core) -> None:
    session = started(core)
    card = give(core, session, 0, right=False)
    assert card.evaluation_id is not None
    request = AppealRequest(
        student_id=STUDENT, evaluation_id=card.evaluation_id, question_id=card.item.id, comment="也可以说"
    )
    assert core.answers.appeal(request, CALLER)
    assert not core.answers.appeal(request, CALLER)
    assert core.practice.view(STUDENT, session.session_id, CALLER).cards[0].appealed
    (waiting,) = core.answers.appeals(CALLER, status="open")
    assert (waiting.comment, waiting.item) == ("也可以说", card.item)
    before = len(core.store.evidence_of(CALLER.organisation_id, STUDENT))
    assert core.answers.settle_appeal(waiting.appeal_id, CALLER, upheld=True, reply="对")
    assert not core.answers.settle_appeal(waiting.appeal_id, CALLER, upheld=False)
    log = core.store.evidence_of(CALLER.organisation_id, STUDENT)[before:]
    assert {(row.kind, row.outcome) for row in log} == {("retraction", 0.0), ("appeal_upheld", 1.0)}
    assert sum(row.weight for row in log) == 0
    assert {row.occurred_at for row in log} == {core.store.evidence_of(CALLER.organisation_id, STUDENT)[0].occurred_at}


def upheld(core: Core, session: PracticeView, place: int) -> None:
    """A wrong answer, appealed, and the teacher agrees."""
    card = give(core, session, place, right=False)
    assert card.evaluation_id is not None
    core.answers.appeal(
        AppealRequest(student_id=STUDENT, evaluation_id=card.evaluation_id, question_id=card.item.id), CALLER
    )
    (waiting,) = core.answers.appeals(CALLER, status="open")
    assert core.answers.settle_appeal(waiting.appeal_id, CALLER, upheld=True)


def test_an_upheld_answer_counts_as_right_today_in_the_summary_and_in_the_report(core: Core) -> None:
    session = started(core, 2)
    upheld(core, session, 0)
    give(core, session, 1, right=False)
    wrong = [session.cards[1].item.id]
    today = core.answers.today(STUDENT, CALLER)
    assert (today.to_review, today.correct_today) == (wrong, 1)
    summary = core.practice.summary(STUDENT, session.session_id, CALLER)
    assert (summary.wrong_item_ids, summary.summary.correct_count, summary.summary.score) == (wrong, 1, 50.0)
    card = core.practice.view(STUDENT, session.session_id, CALLER).cards[0]
    assert (card.appealed, card.upheld, card.detail and card.detail.is_correct) == (True, True, False)
    assert core.answers.report(ReportRequest(student_id=STUDENT), CALLER).overall_progress.average_score == 50.0


def test_a_right_answer_cannot_be_appealed(core: Core) -> None:
    card = give(core, started(core), 0, right=True)
    assert card.evaluation_id is not None
    request = AppealRequest(student_id=STUDENT, evaluation_id=card.evaluation_id, question_id=card.item.id)
    with pytest.raises(BadParameter, match="was marked right"):
        core.answers.appeal(request, CALLER)
    assert core.answers.appeals(CALLER) == []


@pytest.mark.parametrize("place", ["0", "x", "99"])
def test_a_stored_evaluation_that_only_passes_for_a_card_is_passed_over(core: Core, place: str) -> None:
    session = started(core, 2)
    foreign = SubmitRequest(
        student_id=STUDENT, answers=[AnswerItem(question_id=session.cards[1].item.id, answer="A")]
    ).model_copy(update={"session_id": f"{session.session_id}:{place}"})
    core.answers.submit(foreign, CALLER)
    seen = core.practice.view(STUDENT, session.session_id, CALLER)
    assert [card.detail for card in seen.cards] == [None, None]
    assert core.answers.today(STUDENT, CALLER).open_session == seen


def test_a_long_session_is_read_in_a_few_statements(core: Core) -> None:
    session = started(core, 8)
    for place in range(8):
        give(core, session, place, right=place % 2 == 0)
    assert isinstance(core.store, SqlStore)
    said: list[str] = []
    event.listen(core.store.engine, "before_cursor_execute", lambda *arguments: said.append(arguments[2]))
    core.practice.summary(STUDENT, session.session_id, CALLER)
    assert len([statement for statement in said if statement.startswith("SELECT")]) <= 6


def test_an_appeal_of_an_answer_never_given_is_refused(core: Core) -> None:
    request = AppealRequest(student_id=STUDENT, evaluation_id="ev_none", question_id="q_none")
    with pytest.raises(NotFound, match="There is no evaluation 'ev_none' of this student"):
        core.answers.appeal(request, CALLER)


def test_a_session_of_an_unknown_type_is_refused() -> None:
    with pytest.raises(ValidationError, match=r"types\.0"):
        StartPractice.model_validate({"student_id": STUDENT, "types": ["essay"]})


def test_of_somebody_of_whom_nothing_is_known_the_first_level_is_asked(core: Core) -> None:
    view = core.practice.start(StartPractice(student_id="new", count=10), CALLER)
    assert {card.item.standard_level for card in view.cards} == {1}


def test_no_text_and_no_sentence_comes_again_within_60_days(core: Core, clock: StoppedClock) -> None:
    met: list[str] = []
    for _ in range(12):
        view = core.practice.start(StartPractice(student_id=STUDENT, level=2, count=10), CALLER)
        assert len(view.cards) == 10
        met += [source for card in view.cards for source in parts_of(card.item.source) if not source.startswith("L")]
        clock.advance(timedelta(days=5))
    assert len(met) == len(set(met))

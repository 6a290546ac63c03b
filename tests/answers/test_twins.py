"""Near twins: one more item like the one that went wrong, offered once, counted apart, and never where a teacher chose what is asked."""

from __future__ import annotations

import pytest

from core.answers import practice
from core.answers.wire import AnswerItem, PracticeView, StartPractice
from core.api.core import Core
from core.errors import BadParameter
from core.wire import QuestionType, Topic
from tests.answers.conftest import CALLER, wrong_answer

STUDENT = "s1"


def started(core: Core, kind: QuestionType, topic: Topic, count: int = 2) -> PracticeView:
    request = StartPractice(student_id=STUDENT, types=[kind], topics=[topic], level=2, count=count)
    return core.practice.start(request, CALLER)


def answered(core: Core, session_id: str, position: int, *, right: bool) -> None:
    item = core.practice.view(STUDENT, session_id, CALLER).cards[position].item
    given = AnswerItem(question_id=item.id, answer=item.key if right else wrong_answer(item), time_spent=5)
    core.practice.answer(STUDENT, session_id, given, CALLER)


@pytest.mark.parametrize(
    ("kind", "topic"),
    [
        ("multiple_choice", "grammar"), ("fill_blank", "grammar"), ("ordering", "grammar"), ("multiple_choice", "vocabulary"),
        ("fill_blank", "vocabulary"), ("multiple_choice", "reading"), ("multiple_choice", "listening"), ("ordering", "listening"),
    ],
)  # fmt: skip
def test_a_twin_tests_the_same_with_another_text_and_stands_beside_the_round(
    core: Core, kind: QuestionType, topic: Topic
) -> None:
    session = started(core, kind, topic)
    answered(core, session.session_id, 0, right=False)
    place = core.practice.twin(STUDENT, session.session_id, 0, CALLER)
    assert place == len(session.cards)
    view = core.practice.view(STUDENT, session.session_id, CALLER)
    first, twin = view.cards[0].item, view.cards[place].item
    assert twin.id != first.id
    assert not twin.stem or twin.stem != first.stem or len(first.words) == 1
    if topic == "grammar":
        assert twin.points[0] == first.points[0]
        assert twin.source != first.source
    assert [card.twin_of for card in view.cards] == [None, None, 0]
    assert not view.cards[0].can_have_twin
    assert view.missing == 0


def test_a_twin_is_dealt_once_and_only_for_a_card_that_went_wrong(core: Core) -> None:
    session = started(core, "multiple_choice", "grammar")
    answered(core, session.session_id, 0, right=False)
    answered(core, session.session_id, 1, right=True)
    place = core.practice.twin(STUDENT, session.session_id, 0, CALLER)
    assert core.practice.twin(STUDENT, session.session_id, 0, CALLER) == place
    assert place is not None
    answered(core, session.session_id, place, right=False)
    for position in (1, place, 9):
        with pytest.raises(BadParameter, match="can have no twin"):
            core.practice.twin(STUDENT, session.session_id, position, CALLER)


def test_the_summary_counts_twins_apart_and_their_answers_are_evidence(core: Core) -> None:
    session = started(core, "multiple_choice", "grammar")
    answered(core, session.session_id, 0, right=False)
    answered(core, session.session_id, 1, right=True)
    place = core.practice.twin(STUDENT, session.session_id, 0, CALLER)
    assert place is not None
    before = len(core.store.evidence_of(CALLER.organisation_id, STUDENT))
    answered(core, session.session_id, place, right=True)
    assert len(core.store.evidence_of(CALLER.organisation_id, STUDENT)) > before
    summary = core.practice.summary(STUDENT, session.session_id, CALLER)
    assert (summary.summary.total_questions, summary.summary.correct_count) == (2, 1)
    assert (summary.again, summary.again_right) == (1, 1)


def test_what_a_teacher_gave_has_no_twins_and_a_round_of_ones_own_is_not_taken_for_it(core: Core) -> None:
    session = started(core, "multiple_choice", "grammar")
    item_ids = [card.item.id for card in session.cards]
    given = practice.round_over(
        STUDENT, item_ids, item_ids, CALLER, store=core.store, clock=core.clock, identifiers=core.identifiers
    )
    assert given.session_id != session.session_id
    answered(core, given.session_id, 0, right=False)
    assert not core.practice.view(STUDENT, given.session_id, CALLER).cards[0].can_have_twin
    with pytest.raises(BadParameter, match="can have no twin"):
        core.practice.twin(STUDENT, given.session_id, 0, CALLER)


def test_a_card_whose_bank_has_nothing_like_it_left_stays_without(core: Core) -> None:
    session = started(core, "multiple_choice", "grammar", count=1)
    answered(core, session.session_id, 0, right=False)
    nothing = practice.twin(
        STUDENT, session.session_id, 0, CALLER, draw=lambda wanted, *, apart_from: [], store=core.store
    )
    assert nothing is None
    assert len(core.practice.view(STUDENT, session.session_id, CALLER).cards) == 1

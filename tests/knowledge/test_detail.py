"""What a click on a point opens."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.errors import NotFound
from core.knowledge.detail import point_detail
from core.knowledge.reasons import OF_A_PREREQUISITE, OF_WHAT_FOLLOWS
from core.knowledge.wire import PointDetail
from core.learning.mastery import PRIOR_ANSWERS
from core.wire import Language
from evaluation.service.clock import StoppedClock
from tests.knowledge.classroom import CALLER, TABLES, Classroom, new_classroom

YESTERDAY = timedelta(days=1)


@pytest.fixture
def room(clock: StoppedClock) -> Classroom:
    made = new_classroom(clock)
    made.join("s1")
    return made


def opened(room: Classroom, point_id: str, *, language: Language = "zh", student_id: str = "s1") -> PointDetail:
    return point_detail(
        student_id,
        point_id,
        CALLER,
        language=language,
        points=room.points,
        practisable=frozenset({"【一02】"}),
        predictor=room.predictor,
        store=room.store,
        clock=room.clock,
    )


def test_the_evidence_listed_adds_up_to_the_weights_shown(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=2, wrong=1, days_ago=60)
    room.answer("s1", "【一02】", right=1, days_ago=5)
    room.say("s1", "【一02】", 0.0, at=room.clock.now() - YESTERDAY, weight=0.25)
    room.take_in()
    found = opened(room, "【一02】")
    assert len(found.evidence) == 5
    assert sum(line.counts * line.outcome for line in found.evidence) == pytest.approx(found.right, abs=1e-3)
    assert sum(line.counts * (1 - line.outcome) for line in found.evidence) == pytest.approx(found.wrong, abs=1e-3)
    assert found.state.n == pytest.approx(found.right + found.wrong, abs=1e-3)
    assert (found.state.total_attempts, found.state.correct_count) == (4, 3)


def test_mastery_is_the_decayed_answers_and_four_answers_of_prediction(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=3, wrong=1)
    room.take_in()
    found = opened(room, "【一02】")
    expected = (found.right + PRIOR_ANSWERS * found.state.prediction) / (found.right + found.wrong + PRIOR_ANSWERS)
    assert found.state.mastery == pytest.approx(expected, abs=1e-3)
    assert found.state.band[0] < found.state.mastery < found.state.band[1]


def test_evidence_is_listed_newest_first_and_says_what_is_left_of_it(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=1, days_ago=60)
    room.answer("s1", "【一02】", wrong=1, days_ago=0.1)
    room.take_in()
    newest, oldest = opened(room, "【一02】").evidence
    assert (newest.outcome, oldest.outcome) == (0.0, 1.0)
    assert newest.counts == pytest.approx(1.0, abs=0.01)
    assert oldest.counts == pytest.approx(0.5, abs=0.01)
    assert newest.opens
    assert newest.occurred_at.endswith("Z")


def test_evidence_after_the_last_update_is_not_listed_as_it_is_not_counted(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=1)
    room.take_in()
    room.answer("s1", "【一02】", wrong=1)
    assert len(opened(room, "【一02】").evidence) == 1
    room.take_in()
    assert len(opened(room, "【一02】").evidence) == 2


def test_a_retraction_is_listed_and_takes_its_answer_back(room: Classroom) -> None:
    at = room.clock.now() - YESTERDAY
    room.say("s1", "【一02】", 0.0, at=at)
    room.say("s1", "【一02】", 0.0, at=at, weight=-1.0, kind="retraction")
    room.say("s1", "【一02】", 1.0, at=at, kind="appeal_upheld")
    room.take_in()
    found = opened(room, "【一02】")
    assert (found.state.total_attempts, found.state.correct_count, found.wrong) == (1, 1, 0.0)
    assert {line.kind for line in found.evidence} == {"answer", "retraction", "appeal_upheld"}


def test_an_official_point_lists_its_children_s_answers_too(room: Classroom) -> None:
    child = next(row for row in room.points.rows if row.kind == "word")
    room.answer("s1", child.id, right=2)
    room.take_in()
    found = opened(room, child.parent_id)
    assert found.state.total_attempts == len(found.evidence) == 2
    assert next(state for state in found.children if state.point_id == child.id).total_attempts == 2


def test_prerequisites_come_with_status_and_reason_in_the_language_asked(room: Classroom) -> None:
    room.answer("s1", "【一14】", right=5)
    room.take_in()
    for language, said in (("zh", "当前知识点的结构里要用到它"), ("en", "this point uses it as a part (")):
        lines = opened(room, "【一02】", language=language).prerequisites  # type: ignore[arg-type]
        found = {line.point_id: line for line in lines}
        assert found["【一14】"].status == "exceeded"
        assert found["【一14】"].reason.startswith(said)
        assert found["【一29】"].status == "not_started"
    assert opened(room, "【一02】").leads_to


def test_every_reason_in_the_table_has_its_words() -> None:
    used = {edge.reason for edge in TABLES.points.prerequisites}
    assert used == set(OF_A_PREREQUISITE) == set(OF_WHAT_FOLLOWS)


def test_without_new_answers_mastery_goes_towards_the_prediction(room: Classroom) -> None:
    room.answer("s1", "【一02】", right=20)
    room.take_in()
    found = opened(room, "【一02】")
    days, values = zip(*found.without_new_answers, strict=True)
    assert days == ("2026-11-24", "2026-12-24", "2027-01-23", "2027-03-24")
    assert values[0] == found.state.mastery
    assert list(values) == sorted(values, reverse=True)


def test_a_child_is_explained_by_its_official_point(room: Classroom) -> None:
    child = next(row for row in room.points.rows if row.kind == "sub")
    assert opened(room, child.id).explanation == opened(room, child.parent_id).explanation != ""


def test_only_points_with_exercises_of_their_own_or_of_a_child_can_be_practised(room: Classroom) -> None:
    assert opened(room, "【一02】").can_practise
    assert not opened(room, "【一14】").can_practise


def test_unknown_points_and_students_are_not_found(room: Classroom) -> None:
    with pytest.raises(NotFound, match="no knowledge point '【一999】'"):
        opened(room, "【一999】")
    with pytest.raises(NotFound, match="no student 'nobody'"):
        opened(room, "【一02】", student_id="nobody")

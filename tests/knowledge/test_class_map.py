"""The class map: the heat map, groups by need, what to teach next, who needs help."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.errors import BadParameter
from core.knowledge.classroom.map import class_map
from core.knowledge.classroom.record import ClassRecord, ClassRecords, class_record
from core.knowledge.wire import ClassMap, NeedsHelp, Subject
from core.learning.mastery import shown_of
from core.learning.sums.record import STATUS_NAMES
from core.learning.sums.states import point_counts
from core.records.access import Caller
from core.wire import Language
from evaluation.service.clock import StoppedClock
from tests.knowledge.classroom import CALLER, Classroom, new_classroom


@pytest.fixture
def room(clock: StoppedClock) -> Classroom:
    return new_classroom(clock)


def record_of(room: Classroom, caller: Caller) -> ClassRecord:
    """The class that a caller sees."""
    return class_record(caller, points=room.points, predictor=room.predictor, store=room.store, clock=room.clock)


def seen(
    room: Classroom,
    *,
    level: int | None = None,
    subject: Subject = "hsk",
    language: Language = "en",
    take_in: bool = True,
) -> ClassMap:
    if take_in:
        room.take_in()
    return class_map(
        record_of(room, CALLER),
        level=level,
        subject=subject,
        points=room.points,
        language=language,
    )


def helped(room: Classroom, *, language: Language = "en") -> dict[str, NeedsHelp]:
    return {each.student_id: each for each in seen(room, language=language).needs_help}


# -- the record ----------------------------------------------------------------------------------------------------


def test_a_record_is_asked_for_its_advice_once_and_nobody_can_change_what_it_keeps(room: Classroom) -> None:
    room.join("s1")
    room.take_in()
    record = record_of(room, CALLER)
    answers = iter(("first", "second"))
    assert [record.once("question", lambda: next(answers)) for _ in range(3)] == ["first"] * 3
    found = class_map(record, level=1, subject="hsk", points=room.points, language="en")
    found.teach_next.clear()
    assert class_map(record, level=1, subject="hsk", points=room.points, language="en").teach_next
    chinese = class_map(record, level=1, subject="hsk", points=room.points, language="zh").teach_next
    assert "人可以学了" in chinese[0].reason


# -- the heat map ----------------------------------------------------------------------------------------------


def test_every_student_has_a_row_and_every_point_of_the_level_a_column(room: Classroom) -> None:
    room.join("b", name="乙")
    room.join("a")
    found = seen(room, level=1)
    assert [(student.student_id, student.name) for student in found.students] == [("a", "a"), ("b", "乙")]
    assert len(found.points) == 124
    assert all(
        len(student.statuses) == len(student.mastery) == len(student.accuracies) == 124 for student in found.students
    )
    assert len(seen(room).points) == 853
    assert len(seen(room, subject="ykk").points) == 566


def test_a_cell_is_what_the_student_s_own_map_says(room: Classroom) -> None:
    child = next(row for row in room.points.rows if row.kind == "word")
    room.join("s1")
    room.answer("s1", "【一02】", right=3, wrong=1)
    room.answer("s1", child.id, wrong=2)
    found = seen(room)
    (row,) = found.students
    counts = point_counts(room.points, room.store.learner("org", "s1"))
    for column, point in enumerate(found.points):
        count = counts[point.point_id]
        assert (*STATUS_NAMES, "begun")[row.statuses[column]] == shown_of(count.status, count.attempts)
        assert row.accuracies[column] == (count.accuracy if count.attempts else None)
        assert (row.mastery[column] is None) == (count.attempts == 0)
    assert row.answers == 6


def test_a_column_counts_its_students(room: Classroom) -> None:
    for student_id, right, wrong in (("a", 10, 0), ("b", 0, 3), ("c", 0, 0), ("d", 2, 0)):
        room.join(student_id)
        room.answer(student_id, "【一02】", right=right, wrong=wrong)
    point = next(each for each in seen(room, level=1).points if each.point_id == "【一02】")
    assert (point.met, point.learning, point.begun, point.not_started) == (1, 1, 1, 1)
    assert point.mean_accuracy == pytest.approx(2 / 3, abs=1e-4)


def test_a_level_that_does_not_exist_is_refused(room: Classroom) -> None:
    with pytest.raises(BadParameter, match="level: 8 is not one of 1 to 7"):
        seen(room, level=8)


def test_an_organisation_without_students_has_columns_and_no_advice(room: Classroom) -> None:
    found = seen(room, level=1)
    assert len(found.points) == 124
    assert (found.students, found.groups, found.teach_next, found.needs_help, found.updated_at) == (
        [],
        [],
        [],
        [],
        None,
    )


def test_another_organisation_s_students_are_not_in_the_class(room: Classroom) -> None:
    room.join("s1")
    others = CALLER.__class__("other", CALLER.permissions, "zh")
    other = class_map(record_of(room, others), level=1, subject="hsk", points=room.points, language="zh")
    assert other.students == []


def test_a_record_is_shared_until_something_about_the_class_changes(room: Classroom) -> None:
    room.join("a", name="甲")
    kept = ClassRecords()

    def read(stamp: int) -> ClassRecord:
        room.take_in()
        return class_record(
            CALLER,
            points=room.points,
            predictor=room.predictor,
            store=room.store,
            clock=room.clock,
            kept=kept,
            stamp=stamp,
        )

    first = read(1)
    assert read(1) is first
    room.answer("a", "【一05】", right=3)
    assert read(2).attempts.sum() > first.attempts.sum()
    room.join("b")
    assert len(read(2).students) == 2
    second = read(2)
    room.clock.advance(timedelta(minutes=11))
    assert read(2) is not second


# -- groups and what to teach -------------------------------------------------------------------------------------


def test_students_with_the_same_weak_point_form_a_group_and_nobody_is_in_two(room: Classroom) -> None:
    for student_id, weak in (
        ("a", "【一05】"),
        ("b", "【一05】"),
        ("c", "【一05】"),
        ("d", "【一07】"),
        ("e", "【一07】"),
    ):
        room.join(student_id)
        room.answer(student_id, weak, wrong=3)
    room.answer("a", "【一07】", wrong=3)  # three students each: the point on which more waits comes first
    found = seen(room)
    grouped = [student for group in found.groups for student in group.students]
    assert len(grouped) == len(set(grouped))
    first = found.groups[0]
    assert first.point_id in ("【一05】", "【一07】")
    assert len(first.students) == 3
    assert "3 students have practised it but not met it yet (0 % right on average)" in first.reason


def test_a_weak_point_whose_base_is_not_met_makes_no_group(room: Classroom) -> None:
    for student_id in ("a", "b"):
        room.join(student_id)
        room.answer(student_id, "【一02】", wrong=2)  # rests on 【一14】 and 【一29】, never answered
    assert "【一02】" not in {group.point_id for group in seen(room).groups}


def test_students_without_a_weak_point_in_common_begin_the_same_new_one(room: Classroom) -> None:
    for student_id in ("a", "b"):
        room.join(student_id)
    (group,) = seen(room, language="zh").groups
    assert group.students == ["a", "b"]
    assert "2 名学生还没学过" in group.reason


def test_single_words_of_a_list_are_no_lesson(room: Classroom) -> None:
    room.join("a")
    kinds = {row.id: row.kind for row in room.points.rows}
    child = next(row for row in room.points.rows if row.kind == "word")
    room.answer("a", child.parent_id, right=5)
    found = seen(room)
    assert found.teach_next
    assert "word" not in {kinds[each.point_id] for each in found.teach_next}


def test_points_far_above_a_student_s_level_are_no_advice(room: Classroom) -> None:
    room.join("a")
    for row in room.points.rows:
        if row.level == 1:
            room.answer("a", row.id, right=1)
    assert {each.level for each in seen(room).teach_next} == {2}


def test_what_to_teach_next_is_what_many_are_ready_for_and_much_rests_on(room: Classroom) -> None:
    for student_id in ("a", "b", "c"):
        room.join(student_id)
    room.answer("a", "【一05】", right=5)
    found = seen(room).teach_next
    assert found[0].never_asked == 3
    five = next(each for each in found if each.point_id == "【一05】")
    assert (five.not_met, five.never_asked) == (0, 2)
    assert five.reason.startswith("2 are ready for it and have not been asked yet; on average ")
    assert five.opens > 0


def test_never_asked_and_not_met_are_told_apart(room: Classroom) -> None:
    for student_id in ("a", "b", "c"):
        room.join(student_id)
    room.answer("a", "【一05】", right=1, wrong=3)
    five = next(each for each in seen(room).teach_next if each.point_id == "【一05】")
    assert (five.not_met, five.never_asked) == (1, 2)
    assert five.reason.startswith(
        "1 has practised it but not met it yet (25 % right on average); 2 are ready for it and have not been asked yet"
    )
    five = next(each for each in seen(room, language="zh").teach_next if each.point_id == "【一05】")
    assert five.reason.startswith("1 人答过但还没达标（平均正确率 25%）；2 人可以学了，还没答过；")


def test_what_was_never_asked_below_the_level_of_a_student_is_no_lesson(room: Classroom) -> None:
    room.join("a")
    for row in room.points.rows:
        if row.level <= 3 and row.id != "【一05】":
            room.answer("a", row.id, right=1)
    assert {each.level for each in seen(room).teach_next} == {4}


# -- who needs help ---------------------------------------------------------------------------------------------------


def test_a_fall_is_named_with_its_figures_when_the_interval_leaves_out_0(room: Classroom) -> None:
    room.join("s1")
    for day in range(31, 51):
        room.score("s1", *[100.0] * 9, 0.0, days_ago=day)
    for day in range(1, 21):
        room.score("s1", *[100.0] * 5, *[0.0] * 5, days_ago=day)
    (reason,) = helped(room)["s1"].reasons
    assert reason.startswith("Mean score 50 in the last 30 days (200 answers), 90 in the 30 days before (200 answers)")
    assert "down by 40 (95 % range" in reason


def test_a_fall_that_may_be_chance_is_not_named(room: Classroom) -> None:
    room.join("s1")
    for day in (31, 32, 1, 2):
        room.score("s1", 100.0, 100.0, 100.0 if day > 30 else 0.0, days_ago=day)
    assert helped(room) == {}


def test_two_weeks_without_an_answer_are_named(room: Classroom) -> None:
    room.join("gone")
    room.score("gone", 100.0, days_ago=20)
    room.join("here")
    room.score("here", 100.0, days_ago=13)
    assert helped(room)["gone"].reasons == ["No answer for 20 days, the last on 4 Nov 2026."]
    assert helped(room, language="zh")["gone"].reasons == ["已经 20 天没有答题，上次是 2026年11月4日。"]
    assert "here" not in helped(room)


def test_a_student_who_never_answered_is_named_after_two_weeks(room: Classroom) -> None:
    room.join("new", days_ago=3)
    room.join("old", days_ago=30)
    assert set(helped(room)) == {"old"}
    assert helped(room)["old"].reasons == ["Here since 25 Oct 2026, 30 days, without an answer."]


def test_several_surely_weak_points_are_named_with_the_weakest(room: Classroom) -> None:
    room.join("s1")
    room.score("s1", 100.0, days_ago=1)
    for point, right in (("【一05】", 1), ("【一07】", 0), ("【一14】", 0)):
        room.answer("s1", point, right=right, wrong=6 - right)
    (found,) = helped(room).values()
    assert found.weakest == ["【一07】", "【一14】", "【一05】"]
    assert found.reasons[0].startswith(
        "3 of 3 points with 5 or more answers are clearly below 60 % right; later points that depend on them: "
    )


def test_weak_points_that_are_few_among_many_are_not_named(room: Classroom) -> None:
    room.join("s1")
    room.score("s1", 100.0, days_ago=1)
    for row in room.points.rows[:40]:
        room.answer("s1", row.id, right=6)
    for point in ("【二02】", "【二03】", "【二05】"):
        room.answer("s1", point, wrong=6)
    assert helped(room) == {}


def test_a_point_that_today_s_mastery_calls_mended_is_not_weak(room: Classroom) -> None:
    room.join("s1")
    room.score("s1", 100.0, days_ago=1)
    for point in ("【一05】", "【一07】", "【一14】"):
        room.answer("s1", point, wrong=30, days_ago=300)
        room.answer("s1", point, right=12, days_ago=0.5)
    assert helped(room) == {}


def test_two_weak_points_or_few_answers_may_be_chance_and_are_not_named(room: Classroom) -> None:
    room.join("s1")
    room.score("s1", 100.0, days_ago=1)
    for point in ("【一05】", "【一07】"):
        room.answer("s1", point, wrong=6)
    room.answer("s1", "【一14】", wrong=4)
    assert helped(room) == {}

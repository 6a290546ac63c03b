"""The six at month ends, what stands under a node, the class."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from core.api.core import Core
from core.errors import NotFound
from evaluation.service.clock import StoppedClock
from tests.portrait.conftest import CALLER, Answering, behaviour, first_request, flat, got, report


def test_past_months_are_those_of_the_log_and_nothing_from_later(
    core: Core, answer: Answering, clock: StoppedClock
) -> None:
    clock.moment = datetime(2026, 9, 15, 2, tzinfo=UTC)
    for topic in ("reading", "vocabulary", "grammar"):
        answer(8, 2, topic=topic)
    answer(2, 2, topic="vocabulary", tag="pinyin")
    september = report(core).current_portrait.language_ability.read
    clock.moment = datetime(2026, 9, 30, 15, 59, tzinfo=UTC)
    as_it_was = report(core).current_portrait.language_ability.read
    clock.moment = datetime(2026, 11, 24, 2, tzinfo=UTC)
    for topic in ("reading", "vocabulary"):
        answer(0, 30, topic=topic, start=20)
    now = report(core)
    points = core.portrait.past("s1", CALLER, months=4)
    assert [point.day for point in points] == ["2026-08-31", "2026-09-30", "2026-10-31", "2026-11-24"]
    assert points[0].read is None
    assert points[1].read == as_it_was
    assert september > now.current_portrait.language_ability.read == points[3].read


def test_the_past_shows_the_baseline_that_was_in_force_then(core: Core, clock: StoppedClock) -> None:
    core.portrait.first(first_request(listen_ability=40.0), CALLER)
    clock.advance(timedelta(days=40))
    core.portrait.first(first_request(listen_ability=70.0), CALLER)
    assert [point.listen for point in core.portrait.past("s1", CALLER, months=4)] == [None, 40.0, 40.0, 70.0]


def test_why_opens_a_leaf_to_the_answers_under_it(core: Core, answer: Answering) -> None:
    sources = answer(3, 1)
    report(core)
    why = core.portrait.why("s1", "D34", CALLER)
    assert {line.source for line in why.lines} == set(sources)
    assert (why.total_lines, why.contestable, why.parts) == (4, True, [])
    assert all(line.opens for line in why.lines)
    opened = core.answers.evidence("s1", [line.source for line in why.lines], CALLER)
    assert [each.score for each in opened] == [line.value for line in why.lines]
    assert "词汇点掌握率" in why.sentence


def test_the_lines_of_a_node_add_up_to_its_n(core: Core, answer: Answering, clock: StoppedClock) -> None:
    answer(3, 1)
    clock.advance(timedelta(days=30))
    answer(5, 2, start=10)
    core.portrait.first(first_request(), CALLER)
    nodes = flat(report(core))
    for node in ("D34", "D02", "D31", "T15", "S3", "S1", "F1", "F3"):
        why = core.portrait.why("s1", node, CALLER)
        assert sum(line.counts for line in why.lines) == pytest.approx(nodes[node].n, abs=0.01), node


def test_why_says_what_is_missing_and_what_would_fill_it(core: Core) -> None:
    report(core)
    assert core.portrait.why("s1", "S6", CALLER).sentence == "“社区表现”的数据还不够：已知的部分只占 0%，有 0 条记录。"
    assert "对话听力题" in core.portrait.why("s1", "D06", CALLER).fills
    assert core.portrait.why("s1", "D11", CALLER).sentence == "“慢速播放开关”是设置或习惯，只作参考，不计分。"
    english = core.portrait.why("s1", "T25", type(CALLER)(CALLER.organisation_id, CALLER.permissions, "en"))
    assert english.sentence.startswith("Not enough data on Attendance")


def test_why_of_an_unknown_node_or_student_is_404(core: Core) -> None:
    report(core)
    with pytest.raises(NotFound, match="no indicator 'D99'"):
        core.portrait.why("s1", "D99", CALLER)
    with pytest.raises(NotFound, match="no student 's9'"):
        core.portrait.why("s9", "D01", CALLER)


def test_a_class_has_a_median_from_ten_students_on(core: Core) -> None:
    for place in range(9):
        core.portrait.first(first_request(f"s{place}", listen_ability=10.0 * place), CALLER)
    assert core.portrait.of_class(CALLER).medians["listen"] is None
    core.portrait.first(first_request("s9", listen_ability=90.0), CALLER)
    made = core.portrait.of_class(CALLER)
    assert made.medians["listen"] == 45.0
    assert made.medians["community"] is None
    assert made.students[3][3]["listen"] == 30.0


def test_a_page_sees_reported_behaviours_under_their_leaf(core: Core) -> None:
    report(core, behaviour(core, "D58", value=80))
    (line,) = core.portrait.why("s1", "D58", CALLER).lines
    assert (line.what, line.value, line.opens) == ("出勤率（上报）", 80.0, False)
    assert got(core).updated_at == "2026-11-24T02:00:00Z"

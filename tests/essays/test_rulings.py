""" "This is right" everywhere: all essays of the organisation are looked through, the mark is taken back, future essays pass it over, undone."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.api.core import Core
from core.api.rulings import EssayRulingPreview, RulingView
from core.errors import Forbidden, NotFound
from core.essays.evidence import ERROR_WEIGHT
from core.essays.wire import EssayReport
from core.records.access import Account
from core.records.rulings import Ruling
from core.store.parts.answers import RULING
from core.store.parts.rulings import ruling_columns
from evaluation.essays.fakes import evaluator
from evaluation.service.clock import StoppedClock
from evaluation.service.derived import derived, different, rebuilt
from tests.essays.test_review import (
    ESSAY,
    TEACHER,
    WRONG,
    edit_name,
    error_evidence,
    evaluated,
    give_verdict,
    loaded,
    replacements,
    settle,
)
from tests.plan.planning import CALLER, SCHOOL, school

ALSO = f"今天天气很好。{ESSAY}"
"""Another essay with the same sentences."""
ACCOUNT = Account("acc-t", SCHOOL, "li", "teacher", "李老师", "scrypt$00$00", None, "zh", None)  # type: ignore[arg-type]


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    made = school(clock, "s1", "s2", "s3", tables=loaded().tables, analyser=loaded().analyser)
    made.essays.evaluator = evaluator(WRONG)
    made.store.add_account(replace(ACCOUNT, created_at=clock.now()))
    made.store.add_account(
        replace(ACCOUNT, account_id="acc-s", username="s1", role="student", student_id="s1", created_at=clock.now())
    )
    return made


@pytest.fixture
def reports(core: Core, clock: StoppedClock) -> dict[str, EssayReport]:
    """Essays of two students with the same sentence, and one of a third without; s1 says that a mark is wrong."""
    found = {}
    for student, text in (("s1", ESSAY), ("s2", ALSO), ("s3", ESSAY.replace("爸爸妈妈", "朋友"))):
        found[student] = evaluated(core, text, student)
        clock.advance(timedelta(minutes=1))
    give_verdict(core, found["s1"], "一只猫", "dismissed")
    return found


def preview(core: Core, report: EssayReport, replacement: str = "一只猫", **fields: Any) -> EssayRulingPreview:
    """What a ruling would take back."""
    arguments = {"caller": TEACHER, "by": "acc-t", **edit_name(report, replacement), **fields}
    return core.rulings.preview_mark(report.evaluation_id, **arguments)


def rule(core: Core, report: EssayReport, replacement: str = "一只猫", **fields: Any) -> RulingView | None:
    """Uphold a dismissal everywhere."""
    arguments = {"caller": TEACHER, "by": "acc-t", "note": "可以这样写", **edit_name(report, replacement), **fields}
    return core.rulings.give_on_mark(report.evaluation_id, **arguments)


def test_all_essays_of_the_organisation_are_looked_through(core: Core, reports: dict[str, EssayReport]) -> None:
    seen = preview(core, reports["s1"])
    assert (seen.marks, seen.students) == (3, 3)
    assert [line.student_id for line in seen.lines] == ["s3", "s2", "s1"]
    assert all(line.counted and line.original == "一本猫" for line in seen.lines)
    assert seen.lines[0].quote_before.startswith("他们家有")
    assert len(seen.points) == 1
    give_verdict(core, reports["s1"], "兴", "dismissed")
    assert [line.student_id for line in preview(core, reports["s1"], "兴").lines] == ["s2", "s1"]  # another sentence


def test_it_is_taken_back_for_all_and_passed_over_from_then_on(core: Core, reports: dict[str, EssayReport]) -> None:
    ruling = rule(core, reports["s1"])
    assert ruling is not None
    assert (ruling.scope, ruling.students, ruling.answers, ruling.teacher) == ("everywhere", 3, 3, "李老师")
    for student in ("s1", "s2", "s3"):
        assert ("retraction", "【一20】", -ERROR_WEIGHT * 0.9) in error_evidence(core, student)
    (own,) = core.essay_reviews.verdicts(reports["s1"].evaluation_id, CALLER)
    (others,) = core.essay_reviews.verdicts(reports["s2"].evaluation_id, CALLER)
    assert (own.settled, own.teacher_note, own.made_by_ruling) == ("upheld", "可以这样写", False)
    assert (others.settled, others.teacher_note, others.made_by_ruling) == ("upheld", "", True)
    assert [mark.replacement for mark in core.rulings.marks_taken_back("s2", CALLER)] == ["一只猫"]
    assert core.rulings.marks_taken_back("s1", CALLER) == []
    assert "一只猫" not in replacements(evaluated(core, f"新的作文。{ESSAY}", "s3"))
    assert [edit.student_id for edit in core.essay_reviews.dismissed(TEACHER, settled=True)] == ["s1"]


def test_undone_everything_is_as_before(core: Core, reports: dict[str, EssayReport]) -> None:
    give_verdict(core, reports["s1"], "兴", "dismissed")
    settle(core, reports["s1"], "兴", upheld=True)
    before = derived(core, TEACHER)
    ruling = rule(core, reports["s1"])
    assert ruling is not None
    with_ruling = derived(core, TEACHER)
    assert different(before, with_ruling)
    assert different(with_ruling, rebuilt(core, TEACHER)) == []
    assert core.rulings.undo(ruling.ruling_id, TEACHER, by="acc-t")
    assert different(before, derived(core, TEACHER)) == []
    assert different(before, rebuilt(core, TEACHER)) == []
    assert "一只猫" in replacements(evaluated(core, f"新的作文。{ESSAY}", "s3"))
    assert len(core.essay_reviews.dismissed(TEACHER)) == 1
    settle(core, reports["s1"], "一只猫", upheld=True)  # decided again, for this essay alone
    assert [kind for kind, target, _ in error_evidence(core, "s1") if target == "【一20】"] == ["essay_error", "retraction"]  # fmt: skip


def test_what_was_settled_before_stays_as_it_was(core: Core, reports: dict[str, EssayReport]) -> None:
    core.essay_reviews.give_verdict("s2", reports["s2"].evaluation_id, verdict="dismissed", caller=CALLER, **edit_name(reports["s2"], "一只猫"))  # fmt: skip
    settle(core, reports["s2"], "一只猫", upheld=False, note="不对")
    assert preview(core, reports["s1"]).students == 2
    rule(core, reports["s1"])
    (verdict,) = core.essay_reviews.verdicts(reports["s2"].evaluation_id, CALLER)
    assert (verdict.settled, verdict.teacher_note) == ("overruled", "不对")
    assert [kind for kind, target, _ in error_evidence(core, "s2") if target == "【一20】"] == ["essay_error"]


def test_an_error_of_several_drafts_is_taken_back_once(core: Core, reports: dict[str, EssayReport]) -> None:
    evaluated(core, f"{ALSO}很好。", "s2")
    before = derived(core, TEACHER)
    assert preview(core, reports["s1"]).marks == 4
    rule(core, reports["s1"])
    weights = [weight for kind, target, weight in error_evidence(core, "s2") if target == "【一20】"]
    assert sum(weights) == 0.0
    assert different(before, derived(core, TEACHER))


def test_a_correction_that_its_writer_accepted_stays_accepted(core: Core, reports: dict[str, EssayReport]) -> None:
    core.essay_reviews.give_verdict("s2", reports["s2"].evaluation_id, verdict="accepted", caller=CALLER, **edit_name(reports["s2"], "一只猫"))  # fmt: skip
    rule(core, reports["s1"])
    (verdict,) = core.essay_reviews.verdicts(reports["s2"].evaluation_id, CALLER)
    assert (verdict.verdict, verdict.settled) == ("accepted", None)
    assert sum(weight for _, target, weight in error_evidence(core, "s2") if target == "【一20】") == 0.0


def test_the_first_of_two_teachers_decides(core: Core, reports: dict[str, EssayReport]) -> None:
    settle(core, reports["s1"], "一只猫", upheld=False)
    assert rule(core, reports["s1"]) is None
    assert core.rulings.listed(TEACHER) == []
    with pytest.raises(NotFound, match="waits for a teacher"):
        preview(core, reports["s1"])


def test_an_essay_that_comes_between_preview_and_ruling_is_looked_through(
    core: Core, reports: dict[str, EssayReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert preview(core, reports["s1"]).marks == 3
    give = core.store.give_essay_ruling
    came: list[EssayReport] = []

    def with_one_more(*rows: Any, **fields: Any) -> Any:
        if not came:
            came.append(evaluated(core, f"{ALSO}再见。", "s3"))
        return give(*rows, **fields)

    monkeypatch.setattr(core.store, "give_essay_ruling", with_one_more)
    ruling = rule(core, reports["s1"])
    assert ruling is not None
    assert ruling.answers == 4


def test_an_essay_that_is_being_reviewed_while_a_teacher_rules_is_reviewed_again(
    core: Core, reports: dict[str, EssayReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    add, given = core.store.add_essay, []

    def ruled_in_between(*rows: Any, **fields: Any) -> None:
        if not given:
            given.append(rule(core, reports["s1"]))
        add(*rows, **fields)

    monkeypatch.setattr(core.store, "add_essay", ruled_in_between)
    report = evaluated(core, f"{ALSO}再见。", "s3")
    assert given[0] is not None
    assert "一只猫" not in replacements(report)
    assert replacements(core.essays.essay(report.evaluation_id, CALLER).report) == replacements(report)
    weights = [weight for _, target, weight in error_evidence(core, "s3") if target == "【一20】"]
    assert sum(weights) == 0.0


def test_evidence_is_read_when_nobody_else_can_add_to_it(
    core: Core, reports: dict[str, EssayReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_reading(*_: Any) -> None:
        raise AssertionError("the log was read before the transaction")

    monkeypatch.setattr(core.store, "evidence_of", no_reading)
    assert rule(core, reports["s1"]) is not None


def test_undone_a_mark_stays_taken_back_where_another_ruling_speaks_of_it(
    core: Core, reports: dict[str, EssayReport], clock: StoppedClock
) -> None:
    first = rule(core, reports["s1"])
    assert first is not None
    (row,) = core.store.essay_verdicts(SCHOOL, reports["s1"].evaluation_id)
    second = Ruling("rul_b", SCHOOL, "everywhere", "acc-t", "李老师", clock.now(), edit_keys=(row.edit_keys[0], "else"), evaluation_id="ess_gone")  # fmt: skip
    with core.store.write() as connection:  # type: ignore[attr-defined]
        connection.execute(RULING.insert(), ruling_columns(second))
    assert core.rulings.undo(first.ruling_id, TEACHER, by="acc-t")
    for student in ("s1", "s2"):
        (verdict,) = core.essay_reviews.verdicts(reports[student].evaluation_id, CALLER)
        assert verdict.settled == "upheld"
        weights = [weight for _, target, weight in error_evidence(core, student) if target == "【一20】"]
        assert sum(weights) == 0.0
    assert core.rulings.undo("rul_b", TEACHER, by="acc-t")
    assert core.essay_reviews.verdicts(reports["s2"].evaluation_id, CALLER) == []
    assert [kind for kind, target, _ in error_evidence(core, "s2") if target == "【一20】"] == ["essay_error"]
    assert different(derived(core, TEACHER), rebuilt(core, TEACHER)) == []


def test_students_give_no_rulings(core: Core, reports: dict[str, EssayReport]) -> None:
    with pytest.raises(Forbidden, match="may not give rulings"):
        rule(core, reports["s1"], by="acc-s")
    with pytest.raises(NotFound, match="no essay"):
        core.essays.essay(reports["s1"].evaluation_id, replace(TEACHER, organisation_id="other"))

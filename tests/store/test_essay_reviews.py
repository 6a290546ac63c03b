"""Verdicts and teachers' scores: stored, removed, settled once, separate for each organisation, deleted with essay or student."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.records.essays import EssayOverrideRow, EssayVerdictRow, NewEssay
from core.records.rulings import Ruling
from core.store.sql import SqlStore
from tests.store.rows import NOW, cells, evidence
from tests.store.test_essays import stored

DISMISSED = EssayVerdictRow(
    evaluation_id="ess_1",
    organisation_id="org",
    student_id="s1",
    start=3,
    end=4,
    replacement="兴",
    verdict="dismissed",
    note="老师这样教",
    edit_keys=("written", "mended"),
    judged_at=NOW,
)
OVERRIDE = EssayOverrideRow("ess_1", "org", "s1", 88.5, {"language": 4, "content": 5}, "写得很好", "李老师", NOW)
NAME: dict[str, Any] = {"start": 3, "end": 4, "replacement": "兴"}
BACK = evidence("ess_1", kind="retraction")


@pytest.fixture
def reviewed(store: SqlStore) -> SqlStore:
    """A store with two essays of s1."""
    for number in (1, 2):
        store.add_essay(NewEssay(stored(f"ess_{number}", minutes=number), []), call=None, reply=None)
    return store


def settle(
    store: SqlStore, row: EssayVerdictRow = DISMISSED, *, settled: str = "upheld", note: str = "你说得对"
) -> bool:
    """Settle a dismissal, as upheld with a piece of evidence."""
    if settled == "overruled":
        return store.overrule_essay_verdict(row, note=note)
    ruling = Ruling(
        ruling_id=f"rul_{row.evaluation_id}",
        organisation_id=row.organisation_id,
        scope="answer",
        by="acc",
        teacher="李老师",
        made_at=NOW,
        evaluation_id=row.evaluation_id,
        start=row.start,
        end=row.end,
        replacement=row.replacement,
    )
    given = store.give_essay_ruling(
        ruling, note=note, verdicts=[], students=["s1"], evidence_of=lambda _logs: [BACK], stamp=None
    )
    return given is not None


def test_a_verdict_is_kept_and_replaced_by_the_next_one(reviewed: SqlStore) -> None:
    assert reviewed.put_essay_verdict(DISMISSED)
    assert reviewed.essay_verdicts("org", "ess_1") == [DISMISSED]
    accepted = replace(DISMISSED, verdict="accepted", note="", judged_at=NOW + timedelta(minutes=1))
    assert reviewed.put_essay_verdict(accepted)
    assert reviewed.essay_verdicts("org", "ess_1") == [accepted]


def test_verdicts_come_by_position(reviewed: SqlStore) -> None:
    for start in (9, 3, 5):
        reviewed.put_essay_verdict(replace(DISMISSED, start=start, end=start))
    assert [row.start for row in reviewed.essay_verdicts("org", "ess_1")] == [3, 5, 9]


def test_a_verdict_taken_back_is_as_if_it_had_never_been(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(DISMISSED)
    assert not reviewed.remove_essay_verdict("org", "ess_1", **{**NAME, "replacement": "心"})
    assert reviewed.remove_essay_verdict("org", "ess_1", **NAME)
    assert not reviewed.remove_essay_verdict("org", "ess_1", **NAME)
    assert reviewed.essay_verdicts("org", "ess_1") == []
    assert reviewed.dismissed_edit_keys("org", "s1") == frozenset()


def test_what_is_dismissed_is_known_until_a_teacher_overrules_it(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(DISMISSED)
    reviewed.put_essay_verdict(replace(DISMISSED, start=8, verdict="accepted", edit_keys=("other", "another")))
    assert reviewed.dismissed_edit_keys("org", "s1") == {"written", "mended"}
    assert reviewed.dismissed_edit_keys("org", "s2") == frozenset()
    assert settle(reviewed, settled="overruled")
    assert reviewed.dismissed_edit_keys("org", "s1") == frozenset()


def test_dismissals_wait_newest_first_with_their_reports_until_they_are_settled(reviewed: SqlStore) -> None:
    newer = replace(DISMISSED, evaluation_id="ess_2", judged_at=NOW + timedelta(minutes=1))
    for row in (DISMISSED, newer, replace(DISMISSED, start=8, verdict="accepted")):
        reviewed.put_essay_verdict(row)
    waiting = reviewed.dismissals("org", settled=False, limit=9)
    assert waiting == [(newer, stored("ess_2", minutes=2)), (DISMISSED, stored("ess_1", minutes=1))]
    assert reviewed.dismissals("org", settled=False, limit=1) == waiting[:1]
    settle(reviewed)
    assert [row for row, _ in reviewed.dismissals("org", settled=False, limit=9)] == [newer]
    settled_verdict = replace(DISMISSED, settled="upheld", teacher_note="你说得对", ruling_id="rul_ess_1")
    assert [row for row, _ in reviewed.dismissals("org", settled=True, limit=9)] == [settled_verdict]


def test_a_dismissal_is_settled_once_with_its_evidence(reviewed: SqlStore) -> None:
    assert not settle(reviewed)
    assert reviewed.evidence_of("org", "s1") == []
    reviewed.put_essay_verdict(DISMISSED)
    assert settle(reviewed)
    assert not settle(reviewed, settled="overruled", note="不对")
    assert [piece.kind for piece in reviewed.evidence_of("org", "s1")] == ["retraction"]
    assert [row.teacher_note for row in reviewed.essay_verdicts("org", "ess_1")] == ["你说得对"]


def test_what_was_overruled_waits_again_once_unless_it_was_accepted_or_upheld(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(DISMISSED)
    assert not reviewed.reopen_essay_verdict(DISMISSED)
    settle(reviewed, settled="overruled")
    assert reviewed.reopen_essay_verdict(DISMISSED)
    assert not reviewed.reopen_essay_verdict(DISMISSED)
    assert reviewed.essay_verdicts("org", "ess_1") == [DISMISSED]
    settle(reviewed, settled="overruled")
    reviewed.put_essay_verdict(replace(DISMISSED, verdict="accepted"))
    assert not reviewed.reopen_essay_verdict(DISMISSED)
    second = replace(DISMISSED, evaluation_id="ess_2")
    reviewed.put_essay_verdict(second)
    settle(reviewed, second)
    assert not reviewed.reopen_essay_verdict(second)


def test_what_was_accepted_cannot_be_settled(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(replace(DISMISSED, verdict="accepted"))
    assert not settle(reviewed)


def test_what_is_settled_stays_but_what_was_overruled_can_be_accepted(reviewed: SqlStore) -> None:
    accepted = replace(DISMISSED, verdict="accepted")
    reviewed.put_essay_verdict(DISMISSED)
    settle(reviewed)
    assert not reviewed.put_essay_verdict(accepted)
    assert not reviewed.remove_essay_verdict("org", "ess_1", **NAME)
    second = replace(DISMISSED, evaluation_id="ess_2")
    reviewed.put_essay_verdict(second)
    settle(reviewed, second, settled="overruled")
    assert not reviewed.put_essay_verdict(second)
    assert reviewed.put_essay_verdict(replace(second, verdict="accepted"))
    assert [(row.verdict, row.settled) for row in reviewed.essay_verdicts("org", "ess_2")] == [
        ("accepted", "overruled")
    ]


def test_a_teachers_score_is_kept_changed_and_taken_back(reviewed: SqlStore) -> None:
    assert reviewed.essay_override("org", "ess_1") is None
    reviewed.put_essay_override(OVERRIDE)
    assert reviewed.essay_override("org", "ess_1") == OVERRIDE
    changed = replace(OVERRIDE, score=70.0, rubric={}, teacher="王老师")
    reviewed.put_essay_override(changed)
    assert reviewed.essay_override("org", "ess_1") == changed
    reviewed.remove_essay_override("org", "ess_1")
    assert reviewed.essay_override("org", "ess_1") is None


def test_another_organisation_sees_and_changes_nothing(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(DISMISSED)
    reviewed.put_essay_override(OVERRIDE)
    strange = replace(DISMISSED, organisation_id="other", verdict="accepted")
    assert not reviewed.put_essay_verdict(strange)
    assert not reviewed.remove_essay_verdict("other", "ess_1", **NAME)
    assert not settle(reviewed, replace(DISMISSED, organisation_id="other"))
    reviewed.put_essay_override(replace(OVERRIDE, organisation_id="other", score=1.0))
    reviewed.remove_essay_override("other", "ess_1")
    assert reviewed.essay_verdicts("other", "ess_1") == []
    assert reviewed.dismissals("other", settled=False, limit=9) == []
    assert reviewed.dismissed_edit_keys("other", "s1") == frozenset()
    assert reviewed.essay_override("other", "ess_1") is None
    assert reviewed.essay_verdicts("org", "ess_1") == [DISMISSED]
    assert reviewed.essay_override("org", "ess_1") == OVERRIDE


def test_forgetting_an_essay_takes_what_was_said_of_it(reviewed: SqlStore) -> None:
    other_verdict = replace(DISMISSED, evaluation_id="ess_2", edit_keys=("kept", "kept"))
    for row in (DISMISSED, other_verdict):
        reviewed.put_essay_verdict(row)
    reviewed.put_essay_override(OVERRIDE)
    assert reviewed.delete_essay("org", "s1", "ess_1")
    assert reviewed.essay_verdicts("org", "ess_1") == []
    assert reviewed.essay_override("org", "ess_1") is None
    assert reviewed.dismissed_edit_keys("org", "s1") == {"kept"}


def test_erasing_a_student_takes_verdicts_and_scores_along(reviewed: SqlStore) -> None:
    reviewed.put_essay_verdict(DISMISSED)
    reviewed.put_essay_override(OVERRIDE)
    removed = reviewed.erase_student("org", "s1")
    assert (removed["essay_verdict"], removed["essay_override"], removed["essay_evaluation"]) == (1, 1, 2)
    assert not [name for name, text in cells(reviewed) if "ess_" in text]

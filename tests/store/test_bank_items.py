"""The life cycle of items in the store: own items, states, history, answers by item."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from core.records.answers import Appeal
from core.records.evidence import Evidence
from core.records.own_items import AppealCounts, ItemAnswer, ItemChange, OwnItem
from core.store.sql import SqlStore
from core.wire import Bilingual
from tests.store.rows import NOW, STUDENT, answer, evaluation, issue, item

OWN = OwnItem("org", item("q_own"), "acc", NOW)
SAVED = ItemChange("org", "q_own", "saved", "draft", None, NOW, by="acc")
RETIRED = ItemChange(
    "org", "q_bank", "rule", "retired", "approved", NOW, rule="reversed", reason=Bilingual(zh="反了", en="reversed")
)


def add_answers(store: SqlStore, item_id: str, students: Sequence[str], **changed: object) -> None:
    for student in students:
        row = evaluation(f"ev_{item_id}_{student}", student_id=student)
        given = answer(row.evaluation_id, student_id=student, item_id=item_id, **changed)
        key = f"{row.evaluation_id}#0"
        piece = Evidence(student, "answer", "skill", "grammar", 1.0, 1.0, key, NOW, key, item_id)
        store.add_evaluation(row, [given], [piece], call=None, reply=None)


def test_an_own_item_is_kept_once_with_its_first_state(store: SqlStore) -> None:
    change_id = store.save_own_item(OWN, SAVED)
    assert change_id is not None
    assert store.own_items("org") == [OWN]
    assert store.own_item("org", "q_own") == OWN
    assert store.item_states("org") == {"q_own": "draft"}
    assert store.item_history("org", "q_own") == [replace(SAVED, change_id=change_id)]
    assert store.save_own_item(OWN, SAVED) is None
    assert len(store.item_history("org", "q_own")) == 1


def test_an_organisation_sees_its_own_only(store: SqlStore) -> None:
    made = store.save_own_item(OWN, SAVED)
    assert made is not None
    assert store.own_items("other") == []
    assert store.own_item("other", "q_own") is None
    assert store.item_states("other") == {}
    assert store.item_change("other", made) is None
    assert store.bank_stamp("other") == 0


def test_an_own_item_that_was_issued_is_read_by_its_owners_only_also_from_memory(store: SqlStore) -> None:
    store.save_own_item(OWN, SAVED)
    issue(store, "q_own", "q_bank")
    for _ in range(2):
        assert set(store.items("org", ["q_own", "q_bank"])) == {"q_own", "q_bank"}
        assert set(store.items("other", ["q_own", "q_bank"])) == {"q_bank"}
    again = replace(OWN, organisation_id="other")
    store.save_own_item(again, replace(SAVED, organisation_id="other"))
    assert set(store.items("other", ["q_own"])) == {"q_own"}
    assert store.items("third", ["q_own"]) == {}


def test_the_replaced_version_goes_with_the_new_one(store: SqlStore) -> None:
    store.save_own_item(OWN, SAVED)
    newer = OwnItem("org", item("q_new"), "acc", NOW, replaces="q_own")
    gone = replace(SAVED, act="replaced", state="retired", previous="draft")
    store.save_own_item(newer, replace(SAVED, item_id="q_new"), replaced=gone)
    assert store.item_states("org") == {"q_own": "retired", "q_new": "draft"}
    assert [change.act for change in store.item_history("org", "q_own")] == ["replaced", "saved"]


def test_a_state_moves_only_from_the_one_expected(store: SqlStore) -> None:
    assert store.change_item(RETIRED, item("q_bank")) is not None
    assert store.change_item(RETIRED, item("q_bank")) is None
    assert store.item_states("org") == {"q_bank": "retired"}
    assert store.items("org", ["q_bank"]) == {"q_bank": item("q_bank")}
    (kept,) = store.item_history("org", "q_bank")
    assert (kept.rule, kept.reason.zh) == ("reversed", "反了")


def test_of_many_who_retire_an_item_at_once_one_does(store: SqlStore) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(lambda _: store.change_item(RETIRED, item("q_bank")), range(8)))
    assert sum(change is not None for change in made) == 1


def test_the_stamp_moves_with_every_change(store: SqlStore) -> None:
    stamps = [store.bank_stamp("org")]
    store.save_own_item(OWN, SAVED)
    stamps.append(store.bank_stamp("org"))
    store.change_item(RETIRED, item("q_bank"))
    stamps.append(store.bank_stamp("org"))
    assert len(set(stamps)) == 3


def test_only_the_newest_change_can_be_undone(store: SqlStore) -> None:
    first = store.change_item(RETIRED, item("q_bank"))
    assert first is not None
    back = replace(RETIRED, act="undone", state="approved", previous="retired")
    assert store.undo_change(first, [back])
    assert store.item_states("org") == {"q_bank": "approved"}
    assert not store.undo_change(first, [back])


def test_answers_come_by_item_and_upheld_appeals_count_as_right(store: SqlStore) -> None:
    store.put_student(STUDENT)
    issue(store, "q_1", "q_2")
    add_answers(store, "q_1", ["s1"], score=0.0, is_correct=False)
    add_answers(store, "q_1", ["s2"], answered_at=NOW + timedelta(minutes=1))
    add_answers(store, "q_2", ["s1"], answered=False, score=0.0)
    assert store.answer_counts("org", ["q_1", "q_2", "q_3"]) == {"q_1": 2}
    assert [row.score for row in store.item_answers("org", ["q_1", "q_2"])] == [0.0, 100.0]
    store.add_appeal(Appeal("ap", "org", "s1", "ev_q_1_s1", "q_1", '"好"', "", "open", NOW))
    assert store.appeal_counts("org", ["q_1"]) == {"q_1": AppealCounts(open=1)}
    store.settle_appeal("org", "ap", upheld=True, reply="", evidence=[])
    assert store.appeal_counts("org", ["q_1"]) == {"q_1": AppealCounts(upheld=1)}
    assert store.appeal_counts("org", ["q_1"], since=NOW) == {}
    first, second = store.item_answers("org", ["q_1"])
    assert first == ItemAnswer("q_1", "s1", '"好"', 100.0, 7, NOW)
    assert second.student_id == "s2"
    assert store.item_answers("other", ["q_1"]) == []


def test_each_answer_is_looked_at_in_one_round(store: SqlStore) -> None:
    store.put_student(STUDENT)
    add_answers(store, "q_1", ["s1"])
    found, upto = store.items_with_new_answers("org")
    assert found == ["q_1"]
    assert store.items_with_new_answers("org")[0] == ["q_1"]
    store.mark_items_checked("org", upto)
    assert store.items_with_new_answers("org") == ([], upto)
    add_answers(store, "q_2", ["s1", "s2"])
    assert store.items_with_new_answers("org")[0] == ["q_2"]


@pytest.mark.parametrize("many", [3, 1_100])
def test_more_ids_than_a_statement_takes_are_read_in_batches(store: SqlStore, many: int) -> None:
    store.put_student(STUDENT)
    add_answers(store, "q_1", ["s1"])
    ids = [f"q_{number}" for number in range(many)]
    assert store.answer_counts("org", ids) == {"q_1": 1}
    assert store.whole_sums("org", ids) == {}


def test_the_students_who_were_shown_an_item_are_counted(store: SqlStore) -> None:
    issue(store, "q_1")
    issue(store, "q_1", student_id="s2")
    issue(store, "q_1", organisation_id="other")
    assert store.students_shown("org", "q_1") == 2

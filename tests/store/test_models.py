"""The model part of the store: the refitted predictor, and counts of answers by item."""

from __future__ import annotations

from dataclasses import replace

from core.records.evidence import Evidence
from core.store.sql import SqlStore
from tests.store.rows import NOW, STUDENT

SKILL = Evidence("s1", "answer", "skill", "grammar", 1.0, 1.0, "ev_1#1", NOW, "ev_1#1:skill:grammar", item_id="q_1")


def append(store: SqlStore, *evidence: Evidence, organisation_id: str = "org") -> None:
    for index, piece in enumerate(evidence):
        key = f"{piece.idempotency_key}:{piece.kind}:{piece.source}:{index}"
        store.append_evidence(organisation_id, [replace(piece, idempotency_key=key)], at=NOW)


def test_the_saved_predictor_is_replaced(store: SqlStore) -> None:
    assert store.saved_predictor() is None
    store.save_predictor("{}")
    store.save_predictor('{"version":"refit-1"}')
    assert store.saved_predictor() == '{"version":"refit-1"}'


def test_answers_are_counted_once_however_often_it_runs(store: SqlStore) -> None:
    store.put_student(STUDENT)
    append(store, SKILL, replace(SKILL, outcome=0.0, source="ev_2#1"), replace(SKILL, item_id="q_2", source="ev_3#1"))
    assert store.count_items("org") == 2
    assert store.count_items("org") == 0
    assert store.item_counts(["q_1", "q_2", "q_3"]) == {"q_1": (2.0, 1.0), "q_2": (1.0, 1.0)}


def test_new_answers_are_added_and_organisations_put_together(store: SqlStore) -> None:
    store.put_student(STUDENT)
    append(store, SKILL)
    store.count_items("org")
    append(store, replace(SKILL, outcome=0.5, source="ev_2#1"))
    append(store, replace(SKILL, outcome=0.0), organisation_id="other")
    assert (store.count_items("org"), store.count_items("other")) == (1, 1)
    assert store.item_counts(["q_1"]) == {"q_1": (3.0, 1.5)}


def test_an_answer_on_a_point_and_a_word_is_one_answer_and_a_retraction_takes_it_back(store: SqlStore) -> None:
    store.put_student(STUDENT)
    point = replace(SKILL, target_kind="point", target="【一01】", idempotency_key="ev_1#1:point")
    back = replace(SKILL, kind="retraction", weight=-1.0, outcome=0.0)
    wrong = replace(SKILL, outcome=0.0)
    favour = replace(SKILL, kind="appeal_upheld")
    append(store, wrong, point, back, favour)
    assert store.count_items("org") == 1
    assert store.item_counts(["q_1"]) == {"q_1": (1.0, 1.0)}


def test_an_organisation_without_answers_has_nothing_to_count(store: SqlStore) -> None:
    assert store.count_items("org") == 0
    assert store.item_counts([]) == {}

"""Texts with questions in the store: versions, all or nothing, and whose they are."""

from __future__ import annotations

from dataclasses import replace

from core.records.own_items import ItemChange, OwnItem
from core.records.own_texts import OwnText
from core.store.sql import SqlStore
from tests.store.rows import NOW, item

ROW = OwnText("org", "tx_1", "{}", "approved", ("q_own",), "acc", NOW, NOW)
OWN = OwnItem("org", item("q_own"), "acc", NOW)
SAVED = ItemChange("org", "q_own", "saved", "approved", None, NOW, by="acc")
RETIRED = ItemChange("org", "q_own", "set", "retired", "approved", NOW, by="acc")


def test_a_text_is_kept_with_its_items_and_their_states(store: SqlStore) -> None:
    assert store.put_own_text(ROW, [OWN], [SAVED])
    assert store.own_texts("org") == [ROW]
    assert store.own_text("org", "tx_1") == ROW
    assert store.own_items("org") == [OWN]
    assert store.item_states("org") == {"q_own": "approved"}


def test_only_the_next_version_takes_the_place_of_a_text(store: SqlStore) -> None:
    store.put_own_text(ROW, [OWN], [SAVED])
    assert not store.put_own_text(ROW, [], [])
    assert not store.put_own_text(replace(ROW, version=3), [], [])
    newer = replace(ROW, body='{"title": "新"}', version=2, author="else")
    assert store.put_own_text(newer, [], [])
    assert store.own_text("org", "tx_1") == replace(newer, author="acc")
    assert not store.put_own_text(replace(ROW, text_id="tx_gone", version=2), [], [])


def test_nothing_is_kept_where_an_item_changed_in_the_meantime(store: SqlStore) -> None:
    store.put_own_text(ROW, [OWN], [SAVED])
    store.change_item(RETIRED, OWN.item)
    assert not store.put_own_text(replace(ROW, version=2), [], [RETIRED])
    assert not store.put_own_text(replace(ROW, version=2), [OWN], [])
    assert not store.delete_own_text(ROW, [RETIRED])
    assert store.own_text("org", "tx_1") == ROW


def test_a_text_is_deleted_in_its_version_and_its_items_stay(store: SqlStore) -> None:
    store.put_own_text(ROW, [OWN], [SAVED])
    assert not store.delete_own_text(replace(ROW, version=2), [])
    assert store.delete_own_text(ROW, [RETIRED])
    assert store.own_texts("org") == []
    assert store.own_items("org") == [OWN]
    assert store.item_states("org") == {"q_own": "retired"}


def test_an_organisation_sees_its_own_texts_only(store: SqlStore) -> None:
    store.put_own_text(ROW, [OWN], [SAVED])
    assert store.own_texts("other") == []
    assert store.own_text("other", "tx_1") is None
    assert not store.delete_own_text(replace(ROW, organisation_id="other"), [])
    assert store.put_own_text(replace(ROW, organisation_id="other", item_ids=()), [], [])
    assert store.own_text("org", "tx_1") == ROW

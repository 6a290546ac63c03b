"""Items: stored once, shown to a student at most once within the pause, all or nothing."""

from __future__ import annotations

from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest

from core.errors import QuotaExceeded
from core.records.items import DrawnItems
from core.store.database.engine import make_engine
from core.store.parts.items import MAX_CACHED, MAX_IDS
from core.store.sql import SqlStore
from tests.store.rows import CALL, NOW, issue, item, row_counts

DAY = timedelta(days=1)


def test_an_item_comes_back_as_it_was_in_any_process(store: SqlStore) -> None:
    assert issue(store, "q_1", "q_2")
    other_process = SqlStore(make_engine(store.engine.url.render_as_string(hide_password=False)))
    for reader in (store, other_process):
        assert reader.items("org", ["q_2", "q_1", "q_1", "unknown"]) == {"q_1": item("q_1"), "q_2": item("q_2")}
    other_process.close()


def test_an_item_issued_again_is_kept_once(store: SqlStore) -> None:
    issue(store, "q_1", student_id="s1")
    issue(store, "q_1", "q_2", student_id="s2")
    assert row_counts(store) == {"item": 2, "item_issue": 3}


def test_more_items_than_one_query_takes_are_read(store: SqlStore) -> None:
    ids = [f"q_{number}" for number in range(MAX_IDS + 1)]
    issue(store, *ids)
    other_process = SqlStore(make_engine(store.engine.url.render_as_string(hide_password=False)))
    assert sorted(other_process.items("org", ids)) == sorted(ids)
    other_process.close()


def test_items_beyond_the_size_of_the_cache_are_read_again(store: SqlStore) -> None:
    issue(store, "q_1", student_id=None)
    store._item_cache.add(item(f"x_{number}") for number in range(MAX_CACHED))
    assert store._item_cache.get(["q_1"]) == {}
    assert store.items("org", ["q_1"]) == {"q_1": item("q_1")}


def test_nothing_is_issued_when_one_item_was_shown_within_the_pause(store: SqlStore) -> None:
    assert issue(store, "q_1")
    assert not issue(store, "q_1", "q_2", at=NOW + DAY, not_since=NOW - DAY, call=CALL)
    assert row_counts(store) == {"item": 1, "item_issue": 1}
    assert issue(store, "q_1", "q_2", at=NOW + 15 * DAY, not_since=NOW + DAY)
    assert store.items_shown_since("org", "s1", NOW + DAY) == {"q_1", "q_2"}


def test_an_item_is_seen_from_the_moment_it_was_last_shown(store: SqlStore) -> None:
    issue(store, "q_1")
    assert store.items_shown_since("org", "s1", NOW) == {"q_1"}
    assert store.items_shown_since("org", "s1", NOW + timedelta(microseconds=1)) == frozenset()
    assert store.items_shown_since("org", "s2", NOW) == frozenset()
    assert store.items_shown_since("other", "s1", NOW) == frozenset()


def test_the_sources_of_what_was_shown_are_told_each_by_itself(store: SqlStore) -> None:
    shown = [item("q_1").model_copy(update={"source": "x0001+x0002"}), item("q_2")]
    store.issue_items(shown, organisation_id="org", student_id="s1", at=NOW, not_since=NOW, call=None, reply=None)
    assert store.sources_shown_since("org", "s1", NOW) == {"x0001", "x0002", "test"}
    assert store.sources_shown_since("org", "s1", NOW + DAY) == frozenset()
    assert store.sources_shown_to("org", ["s1", "s2"], NOW) == {
        "s1": {"x0001", "x0002", "test"},
        "s2": frozenset(),
    }


def test_without_a_student_nobody_is_marked(store: SqlStore) -> None:
    assert issue(store, "q_1", student_id=None)
    assert issue(store, "q_1", student_id=None, call=CALL)
    assert row_counts(store) == {"item": 1, "quota_use": 1, "usage_ledger": 1}


def test_an_issue_of_nothing_is_still_a_counted_call(store: SqlStore) -> None:
    assert issue(store, call=CALL)
    assert store.quota_used("org", "2026-11") == 1


def test_of_threads_that_show_a_student_the_same_item_one_succeeds(store: SqlStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(lambda _: issue(store, "q_1", "q_2", not_since=NOW - DAY, call=CALL), range(24)))
    assert sum(outcomes) == 1
    assert store.quota_used("org", "2026-11") == 1


def test_threads_that_store_new_items_in_different_orders_do_not_deadlock(store: SqlStore) -> None:
    ids = [f"q_{number}" for number in range(40)]

    def keep(number: int) -> bool:
        chosen = ids if number % 2 else ids[::-1]
        return issue(store, *chosen, organisation_id=f"org{number}", student_id=None)

    with ThreadPoolExecutor(8) as threads:
        assert all(threads.map(keep, range(16)))
    assert row_counts(store) == {"item": 40}


def test_of_threads_that_draw_inside_the_transaction_none_gets_what_another_got(store: SqlStore) -> None:
    ids = [f"q_{number:02}" for number in range(24)]

    def draw(seen: Collection[str]) -> DrawnItems:
        return DrawnItems([item(each) for each in ids if each not in seen][:3], CALL)

    def issued(_: int) -> list[str]:
        drawn = store.issue_drawn_items(draw, organisation_id="org", student_id="s1", at=NOW, not_since=NOW - DAY)
        return [each.id for each in drawn.items]

    with ThreadPoolExecutor(8) as threads:
        issued_ids = [each for batch in threads.map(issued, range(8)) for each in batch]
    assert sorted(issued_ids) == ids
    assert store.quota_used("org", "2026-11") == 8


def test_an_issue_past_the_quota_inside_the_transaction_writes_nothing(store: SqlStore) -> None:
    with pytest.raises(QuotaExceeded, match="quota of 0 calls"):
        store.issue_drawn_items(
            lambda seen: DrawnItems([item("q_1")], replace(CALL, limit=0)),
            organisation_id="org",
            student_id="s1",
            at=NOW,
            not_since=NOW,
        )
    assert row_counts(store) == {}


def test_threads_that_show_a_student_items_in_different_orders_do_not_deadlock(store: SqlStore) -> None:
    ids = [f"q_{number}" for number in range(40)]
    with ThreadPoolExecutor(8) as threads:
        outcomes = threads.map(
            lambda number: issue(store, *(ids if number % 2 else ids[::-1]), not_since=NOW - DAY), range(16)
        )
        assert sum(outcomes) == 1

"""What is made of tables alone is one for all cores of a process; what belongs to a core is its own."""

from __future__ import annotations

from core.tables import Tables, shipped_tables
from core.wiring import in_memory_core


def test_cores_over_the_shipped_tables_share_what_is_made_of_them_and_nothing_else() -> None:
    one, other = in_memory_core(), in_memory_core()
    assert one.bank is other.bank
    assert one.plan.target_index is other.plan.target_index
    assert one.plan.resources is other.plan.resources
    assert one.plan.spoken_sentences is other.plan.spoken_sentences
    assert one.store is not other.store
    assert one.access is not other.access
    assert one.clock is not other.clock


def test_a_core_over_other_tables_has_its_own() -> None:
    other_tables = Tables(shipped_tables().folder)
    one, other = in_memory_core(), in_memory_core(tables=other_tables)
    assert one.bank is not other.bank
    assert one.plan.target_index is not other.plan.target_index
    assert one.plan.spoken_sentences is not other.plan.spoken_sentences

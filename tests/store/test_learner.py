"""What the fold relies on in the store: partitions on PostgreSQL, query plans by index, a ledger that lets one process claim a run."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import numpy as np
import pytest
from sqlalchemy import text

from core.records.learner import JobRun
from core.records.learner_blocks import FoldCounts
from core.store.blocks.sqlite import STUDENTS
from core.store.sql import SqlStore
from core.store.tables.learner import PARTITION_NAME, PARTITIONS
from tests.knowledge.folding import NOW, PREDICTOR, piece, some_evidence, update

LEASE = timedelta(minutes=5)
DAY = date(2026, 11, 23)


def claim(store: SqlStore, holder: str, *, day: date = DAY, after: timedelta = timedelta(0)) -> JobRun | None:
    """Claim the run of a day, some time after NOW."""
    return store.claim_run("job", "org", day, holder=holder, now=NOW + after, lease=LEASE)


def test_of_threads_that_claim_a_run_one_gets_it(store: SqlStore) -> None:
    with ThreadPoolExecutor(8) as threads:
        claimed = list(threads.map(lambda number: claim(store, f"h{number}"), range(16)))
    assert sum(run is not None for run in claimed) == 1


def test_a_lease_is_taken_over_once_it_has_passed_and_then_the_first_holder_may_not_finish(store: SqlStore) -> None:
    first = claim(store, "a")
    assert first is not None
    assert claim(store, "b", after=LEASE - timedelta(seconds=1)) is None
    second = claim(store, "b", after=LEASE)
    assert second is not None
    assert not store.renew_run(first, NOW + 2 * LEASE)
    assert not store.finish_run(first, FoldCounts(), watermark=5, at=NOW + LEASE)
    assert store.finish_run(second, FoldCounts(1, 2, 3), watermark=7, at=NOW + LEASE)
    (run,) = store.job_runs("org", "job")
    assert (run.status, run.holder, run.students, run.records, run.points_changed) == ("done", "b", 1, 2, 3)
    assert claim(store, "c", after=timedelta(days=9)) is None


def test_the_next_run_goes_on_from_the_watermark_of_those_done(store: SqlStore) -> None:
    first = claim(store, "a")
    assert first is not None
    assert first.watermark_from == 0
    store.finish_run(first, FoldCounts(), watermark=7, at=NOW)
    second = claim(store, "b", day=DAY + timedelta(days=1))
    assert second is not None
    assert second.watermark_from == 7
    assert claim(store, "c", day=DAY) is None


def test_a_run_given_back_can_be_claimed_at_once(store: SqlStore) -> None:
    first = claim(store, "a")
    assert first is not None
    store.release_run(first, NOW)
    assert claim(store, "b") is not None


def test_evidence_records_when_it_was_appended(store: SqlStore) -> None:
    store.append_evidence("org", [piece("a", occurred_at=NOW - timedelta(days=3))], at=NOW)
    store.append_evidence("org", [piece("b", occurred_at=NOW - timedelta(days=3))])
    assert store.newest_seq_before("org", NOW) == 2
    assert store.newest_seq_before("org", NOW - timedelta(days=2)) == 2
    assert store.newest_seq_before("org", NOW - timedelta(days=4)) == 0
    with store.read() as connection:
        rows = connection.execute(text("SELECT ingested_at - occurred_at FROM evidence ORDER BY seq")).scalars().all()
    assert list(rows) == [timedelta(days=3) // timedelta(microseconds=1), 0]


def test_a_student_erased_between_reading_and_folding_does_not_come_back(store: SqlStore, clock: object) -> None:
    store.append_evidence("org", some_evidence(1, students=2, each=5))
    points, students = PREDICTOR.point_ids, ["s0", "s1"]
    upto = store.newest_seq_before("org", NOW + timedelta(days=1))
    read = store.read_log("org", students, after=0, upto=upto, point_ids=points)
    assert np.diff(read.row_starts).tolist() == [5, 5]
    store.erase_student("org", "s0")
    folded_students: list[list[int]] = []

    def fold(block: object) -> object:
        folded_students.append(sorted(set(block.log.student.tolist())))  # type: ignore[attr-defined]
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        store.fold_students(
            "org",
            students,
            upto=upto,
            model=PREDICTOR.version,
            point_ids=points,
            fold=fold,  # type: ignore[arg-type]
            at=NOW,
            log=read,
        )
    assert folded_students == [[1]]


def plan(store: SqlStore, statement: str) -> str:
    """The database's query plan of a statement."""
    explain = "EXPLAIN (COSTS OFF)" if store.engine.dialect.name == "postgresql" else "EXPLAIN QUERY PLAN"
    with store.read() as connection:
        return "\n".join(str(row) for row in connection.execute(text(f"{explain} {statement}")))


def test_a_students_points_are_read_from_one_partition_by_its_key(store: SqlStore) -> None:
    query_plan = plan(store, "SELECT * FROM point_mastery WHERE organisation_id = 'org' AND student_id = 's1'")
    if store.engine.dialect.name == "postgresql":
        touched = [name for name in map(PARTITION_NAME.format, range(PARTITIONS)) if name in query_plan]
        assert len(touched) == 1, query_plan
        assert "Scan" in query_plan
        assert "Append" not in query_plan
    else:
        assert "SEARCH point_mastery USING PRIMARY KEY (organisation_id=? AND student_id=?)" in query_plan


def test_an_upsert_goes_through_to_the_partitions(
    store: SqlStore, clock: object, identifiers: object, postgresql: str
) -> None:
    if store.engine.dialect.name != "postgresql":
        pytest.skip("SQLite has no partitions")
    store.append_evidence("org", some_evidence(2, students=64, each=3))
    update(store, clock, identifiers)  # type: ignore[arg-type]
    count = "SELECT count(*), count(DISTINCT tableoid) FROM point_mastery"
    by_row = (
        "SELECT count(*) FROM point_mastery p JOIN pg_class c ON c.oid = p.tableoid WHERE c.relname = 'point_mastery'"
    )
    with store.read() as connection:
        rows, partitions = connection.execute(text(count)).one()
        in_the_parent = connection.execute(text(by_row)).scalar_one()
    assert rows == sum(len(learner.points) for learner in store.learners("org"))
    assert partitions > PARTITIONS // 2
    assert in_the_parent == 0


def test_everybody_with_new_evidence_is_found_in_the_new_part_of_the_log(store: SqlStore) -> None:
    if store.engine.dialect.name == "postgresql":
        pytest.skip("its planner reads a small table whole")
    query_plan = plan(store, STUDENTS.replace("?", "'0'"))
    assert "USING COVERING INDEX ix_evidence_log (organisation_id=? AND seq>? AND seq<?)" in query_plan

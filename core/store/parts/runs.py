"""The run part of the store: the ledger of nightly runs, which lets one process claim a run and records the days that are done."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Row, func, or_, select, update
from sqlalchemy.sql.elements import ColumnElement

from core.learning.days import day_start
from core.records.learner import JobRun
from core.records.learner_blocks import FoldCounts
from core.store.database.session import SqlPart
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.learner import JobRunTable

RUN = table(JobRunTable)
RUNNING, DONE = "running", "done"


class RunPart(SqlPart):
    """The ledger's share of `core.ports.knowledge.MasteryStore` in SQL."""

    def claim_run(
        self, job: str, organisation_id: str, business_date: date, *, holder: str, now: datetime, lease: timedelta
    ) -> JobRun | None:
        """See `core.ports.knowledge.MasteryStore.claim_run`."""
        last_watermark = select(func.coalesce(func.max(RUN.c.watermark_to), 0)).where(
            RUN.c.organisation_id == organisation_id, RUN.c.job == job, RUN.c.status == DONE
        )
        claimed = {
            "status": RUNNING,
            "holder": holder,
            "lease_until": to_micros(now + lease),
            "watermark_from": last_watermark.scalar_subquery(),
            "started_at": to_micros(now),
            "finished_at": None,
        }
        key = {"organisation_id": organisation_id, "job": job, "business_date": business_date.isoformat()}
        zero_counts = {"watermark_to": 0, "students": 0, "records": 0, "points_changed": 0}
        day_end = to_micros(day_start(business_date + timedelta(days=1)))
        # A lease longer than a new one, or an end in the future, was written while the clock was wrong.
        latest_plausible = to_micros(now + lease)
        claimable = or_(
            (RUN.c.status == RUNNING)
            & ((RUN.c.lease_until <= to_micros(now)) | (RUN.c.lease_until > latest_plausible)),
            (RUN.c.status == DONE) & ((RUN.c.finished_at < day_end) | (RUN.c.finished_at > latest_plausible)),
        )
        statement = (
            self.insert(RUN)
            .values(**key, **claimed, **zero_counts)
            .on_conflict_do_update(index_elements=list(key), set_=claimed, where=claimable)
            .returning(RUN)
        )
        with self.write() as connection:
            row = connection.execute(statement).first()
        return None if row is None else _run(row)

    def renew_run(self, run: JobRun, lease_until: datetime) -> bool:
        """See `core.ports.knowledge.MasteryStore.renew_run`."""
        return self._update_run(run, lease_until=to_micros(lease_until))

    def finish_run(self, run: JobRun, counts: FoldCounts, *, watermark: int, at: datetime) -> bool:
        """See `core.ports.knowledge.MasteryStore.finish_run`."""
        return self._update_run(
            run,
            status=DONE,
            finished_at=to_micros(at),
            watermark_to=watermark,
            students=RUN.c.students + counts.students,
            records=RUN.c.records + counts.records,
            points_changed=RUN.c.points_changed + counts.points_changed,
        )

    def release_run(self, run: JobRun, at: datetime) -> None:
        """See `core.ports.knowledge.MasteryStore.release_run`."""
        self._update_run(run, lease_until=to_micros(at))

    def _update_run(self, run: JobRun, **values: Any) -> bool:
        statement = update(RUN).where(*_is_held(run)).values(**values)
        with self.write() as connection:
            return connection.execute(statement).rowcount == 1

    def job_runs(self, organisation_id: str, job: str, *, limit: int = 30) -> list[JobRun]:
        """See `core.ports.knowledge.MasteryStore.job_runs`."""
        query = (
            select(RUN)
            .where(RUN.c.organisation_id == organisation_id, RUN.c.job == job)
            .order_by(RUN.c.business_date.desc())
            .limit(limit)
        )
        with self.read() as connection:
            return [_run(row) for row in connection.execute(query)]


def _is_held(run: JobRun) -> tuple[ColumnElement[bool], ...]:
    """That the run is still running and its holder is the same."""
    return (
        RUN.c.organisation_id == run.organisation_id,
        RUN.c.job == run.job,
        RUN.c.business_date == run.business_date.isoformat(),
        RUN.c.status == RUNNING,
        RUN.c.holder == run.holder,
    )


def _run(row: Row[Any]) -> JobRun:
    columns = dict(row._mapping)
    return JobRun(
        **{
            **columns,
            "business_date": date.fromisoformat(columns["business_date"]),
            "lease_until": from_micros(columns["lease_until"]),
            "started_at": from_micros(columns["started_at"]),
            "finished_at": None if columns["finished_at"] is None else from_micros(columns["finished_at"]),
        }
    )

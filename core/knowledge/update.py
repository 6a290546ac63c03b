"""POST /knowledge-map/update and the nightly fold: evidence above the watermark is taken into the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import partial

from core.errors import BadParameter, NotFound
from core.knowledge.wire import UpdateRequest, UpdateResult
from core.learning.days import day_of, day_start
from core.learning.prediction.predictor import Predictor
from core.learning.sums.fold import Families, fold_block
from core.learning.sums.record import structure
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.learner import JobRun
from core.records.learner_blocks import EvidenceLog, Fold, FoldCounts
from core.tables.points import Points

JOB = "knowledge_map"
BLOCK = 1_000
"""Students a transaction: on SQLite some 50 ms with nine answers each, in which nobody else can write; in blocks of 500 the
whole takes 4 % longer (benchmarks/learning/nightly.py)."""
SEQS_AT_ONCE = 4_000_000
"""How many values of `seq` are read at once: some 200 MB of columns if all of them are evidence about points."""
LEASE = timedelta(minutes=5)
"""After a crash the next process waits so long; renewed while the run goes on."""
DAY = timedelta(days=1)
LOOKED_BACK = 400
"""Runs of the ledger that are read to find the last one done; a year is the longest break that is caught up."""

After = Callable[[str, Sequence[str], date], int]
"""(organisation_id, student_ids, day): what is made anew for students with new evidence, the level among it."""


@dataclass(frozen=True)
class Run:
    """What a run over an organisation did."""

    organisation_id: str
    business_date: date
    counts: FoldCounts
    watermark: int
    touched: int = 0
    """What `After` made anew."""
    ours: bool = True
    """False: another process has it, or it was done before; nothing was taken in."""


def last_done(organisation_id: str, *, store: Store, clock: Clock) -> date | None:
    """The newest day whose run was done after the day had ended; what a clock that ran ahead wrote does not count."""
    latest = clock.now() + LEASE
    runs = store.job_runs(organisation_id, JOB, limit=LOOKED_BACK)
    done = (
        run.business_date
        for run in runs
        if run.finished_at is not None and day_start(run.business_date + DAY) <= run.finished_at <= latest
    )
    return next(done, None)


def update(
    request: UpdateRequest,
    caller: Caller,
    *,
    points: Points,
    predictor: Predictor,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    after: After | None = None,
) -> UpdateResult:
    """Take in the evidence of one student, or of all, up to the end of a business date (UTC+8).

    When another process is taking in the same day, this call takes in nothing, and the watermark says how far the map
    was before. Raises `NotFound` for an unknown student, `BadParameter` for a day that does not exist or lies ahead.
    """
    day = business_date(request.date, clock.now())
    if request.student_id is None:
        run = update_all(
            caller.organisation_id,
            day,
            points=points,
            predictor=predictor,
            store=store,
            clock=clock,
            identifiers=identifiers,
            after=after,
        )
        return _result(run.counts, run.watermark)
    if store.student(caller.organisation_id, request.student_id) is None:
        raise NotFound(f"There is no student {request.student_id!r}.")
    upto = store.newest_seq_before(caller.organisation_id, day_start(day + DAY))
    alone, fold = _Block([request.student_id], upto), _fold(points, predictor, clock.now())
    counts = _take_in(caller.organisation_id, alone, fold=fold, predictor=predictor, store=store, at=clock.now())
    if after is not None:
        after(caller.organisation_id, [request.student_id], day)
    learner = store.learner(caller.organisation_id, request.student_id)
    return _result(counts, max(upto, learner.watermark if learner else 0))


def take_in_new(
    organisation_id: str,
    begun: int,
    *,
    points: Points,
    predictor: Predictor,
    store: Store,
    clock: Clock,
) -> int:
    """Take in the evidence of all students that came after a `seq`, without the ledger: the nightly run passes over what is in already.
    Returns the `seq` up to which everything is in."""
    now = clock.now()
    upto = max(begun, store.newest_seq_before(organisation_id, day_start(day_of(now) + DAY)))
    fold = _fold(points, predictor, now)
    for block in _blocks(organisation_id, begun, upto, predictor=predictor, store=store):
        _take_in(organisation_id, block, fold=fold, predictor=predictor, store=store, at=now)
    return upto


def standing(store: Store, organisation_id: str) -> int:
    """The `seq` up to which the nightly runs have taken everything in."""
    return max((run.watermark_to for run in store.job_runs(organisation_id, JOB)), default=0)


def business_date(text: str | None, now: datetime) -> date:
    """The day asked for, by default the day before `now` in UTC+8. Raises `BadParameter`."""
    today = day_of(now)
    if text is None:
        return today - DAY
    day = date.fromisoformat(text)  # the request's pattern lets days of the calendar through only
    if day > today:
        raise BadParameter.of("date", f"{text!r} lies ahead; today is {today} (UTC+8)")
    return day


def update_all(
    organisation_id: str,
    day: date,
    *,
    points: Points,
    predictor: Predictor,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    after: After | None,
) -> Run:
    """All students of an organisation, once for each day: whoever writes the ledger's row does it."""
    holder = identifiers.new("run")
    run = store.claim_run(JOB, organisation_id, day, holder=holder, now=clock.now(), lease=LEASE)
    if run is None:
        return Run(organisation_id, day, FoldCounts(), standing(store, organisation_id), ours=False)
    fold = _fold(points, predictor, clock.now())
    try:
        return _run_claimed(run, fold=fold, predictor=predictor, store=store, clock=clock, after=after)
    except BaseException:
        store.release_run(run, clock.now())
        raise


def _run_claimed(
    run: JobRun, *, fold: Fold, predictor: Predictor, store: Store, clock: Clock, after: After | None
) -> Run:
    organisation_id, low = run.organisation_id, run.watermark_from
    upto = max(low, store.newest_seq_before(organisation_id, day_start(run.business_date + DAY)))
    counts, refreshed, lease_until = FoldCounts(), 0, run.lease_until
    for block in _blocks(organisation_id, low, upto, predictor=predictor, store=store):
        counts += _take_in(organisation_id, block, fold=fold, predictor=predictor, store=store, at=clock.now())
        refreshed += after(organisation_id, block.student_ids, run.business_date) if after else 0
        if clock.now() > lease_until - LEASE / 2:
            lease_until = clock.now() + LEASE
            if not store.renew_run(run, lease_until):
                return Run(organisation_id, run.business_date, counts, low, refreshed, ours=False)
    ours = store.finish_run(run, counts, watermark=upto, at=clock.now())
    return Run(organisation_id, run.business_date, counts, upto, refreshed, ours=ours)


@dataclass(frozen=True)
class _Block:
    student_ids: Sequence[str]
    upto: int
    log: EvidenceLog | None = None


def _blocks(organisation_id: str, low: int, upto: int, *, predictor: Predictor, store: Store) -> Iterator[_Block]:
    """Students with evidence in the span, with it; then those whose sums a refit has outdated, from their whole log."""
    for after in range(low, upto, SEQS_AT_ONCE):
        end = min(after + SEQS_AT_ONCE, upto)
        students = store.students_with_evidence(organisation_id, after, end)
        log = store.read_log(organisation_id, students, after=after, upto=end, point_ids=predictor.point_ids)
        for begin in range(0, len(students), BLOCK):
            part = log.student_slice(begin, min(begin + BLOCK, len(students)))
            yield _Block(part.student_ids, end, part)
    outdated = store.students_of_other_models(organisation_id, predictor.version)
    for begin in range(0, len(outdated), BLOCK):
        yield _Block(outdated[begin : begin + BLOCK], upto)


def _take_in(
    organisation_id: str, block: _Block, *, fold: Fold, predictor: Predictor, store: Store, at: datetime
) -> FoldCounts:
    return store.fold_students(
        organisation_id,
        block.student_ids,
        upto=block.upto,
        model=predictor.version,
        point_ids=predictor.point_ids,
        fold=fold,
        at=at,
        log=block.log,
    )


def _fold(points: Points, predictor: Predictor, at: datetime) -> Fold:
    points_structure = structure(points)
    return partial(
        fold_block, predictor=predictor, families=Families(points_structure.children, points_structure.parents), at=at
    )


def _result(counts: FoldCounts, watermark: int) -> UpdateResult:
    return UpdateResult(
        students=counts.students, records=counts.records, points_changed=counts.points_changed, watermark=watermark
    )

"""The monthly quota under contention, and the turn of the month.

4 processes of 16 threads each submit evaluations through the core (gate, marking, store) against one database until
each thread has made its calls: many more than the limit. Exactly the limit may be accepted.
"""

from __future__ import annotations

import multiprocessing
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlalchemy import func, select

from core.access.service import Price
from core.access.wire import TokenRequest
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.core import Core
from core.api.endpoints import ENDPOINTS
from core.errors import QuotaExceeded
from core.questions.wire import GenerateRequest
from core.records.access import PERMISSIONS, Caller, Tier
from core.settings import Settings
from core.store.sql import SqlStore
from core.store.tables.access import QuotaUseTable, UsageLedgerTable
from core.store.tables.answers import EvaluationTable
from core.store.tables.columns import table
from core.wiring import build_core, in_memory_core, migrate
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock
from evaluation.service.postgresql import NoPostgreSQL, temporary_server

PROCESSES = 4
THREADS = 16
CALLS_PER_THREAD = 25
LIMIT = 1_000
SUBMIT: Price = next(endpoint.price for endpoint in ENDPOINTS if endpoint.operation == "submit_evaluation")
SMALL_LIMIT = 5


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    with tempfile.TemporaryDirectory() as folder:
        _contend(bars, "SQLite", f"sqlite:///{Path(folder) / 'quota.db'}")
    try:
        with temporary_server() as url:
            _contend(bars, "PostgreSQL", url)
    except NoPostgreSQL as reason:
        print(f"    PostgreSQL left out: {reason}")
    _month_turns(bars)
    return bars.failed


def _contend(bars: Bars, name: str, url: str) -> None:
    """Bars on one database."""
    settings = Settings(database_url=url, rate_per_second=1e6, rate_burst=10**6, demo=False)
    migrate(settings)
    core = build_core(settings)
    api_key, question_id = prepared(core, tier="free", limit=LIMIT)
    started = time.perf_counter()
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        outcomes = pool.starmap(_hammer, [(settings, api_key, question_id)] * PROCESSES)
    accepted, refused = (sum(each) for each in zip(*outcomes, strict=True))
    seconds = time.perf_counter() - started
    print(f"    {name}: {PROCESSES} processes x {THREADS} threads, {accepted + refused} calls in {seconds:.1f} s")
    bars.equal(f"{name}: accepted at a limit of {LIMIT}", accepted, LIMIT)
    bars.equal(f"{name}: refused", refused, PROCESSES * THREADS * CALLS_PER_THREAD - LIMIT)
    bars.equal(f"{name}: counter = ledger rows = evaluation rows", counts(core), (LIMIT, LIMIT, LIMIT))
    core.store.close()


def prepared(core: Core, *, tier: Tier, limit: int | None) -> tuple[str, str]:
    """The key of a new organisation with that plan, and the id of a question to answer."""
    organisation = core.access.organisation("benchmark")
    core.store.set_plan(organisation.organisation_id, tier=tier, monthly_limit=limit, overage=False)
    request = GenerateRequest(level="beginner", type="multiple_choice", topic="grammar", count=1, seed=1)
    generated = core.questions.generate(request, Caller(organisation.organisation_id, frozenset(PERMISSIONS)))
    return core.access.new_key(organisation, frozenset(PERMISSIONS)), generated.questions[0].id


def _hammer(settings: Settings, api_key: str, question_id: str) -> tuple[int, int]:
    """Accepted and refused calls of one process."""
    core = build_core(settings)
    token = core.access.token(TokenRequest(api_key=api_key)).access_token

    def client(number: int) -> int:
        return sum(_submitted(core, token, question_id, f"s{number}-{call}") for call in range(CALLS_PER_THREAD))

    with ThreadPoolExecutor(THREADS) as threads:
        accepted = sum(threads.map(client, range(THREADS)))
    core.store.close()
    return accepted, THREADS * CALLS_PER_THREAD - accepted


def _submitted(core: Core, token: str, question_id: str, student_id: str) -> bool:
    """Whether the quota let a submit through."""
    request = SubmitRequest(student_id=student_id, answers=[AnswerItem(question_id=question_id, answer="A")])
    try:
        core.answers.submit(request, core.access.admit(token, SUBMIT, request_id="benchmark").caller)
    except QuotaExceeded:
        return False
    return True


def counts(core: Core) -> tuple[int, int, int]:
    """Counter, ledger rows, evaluation rows; the database holds one organisation."""
    assert isinstance(core.store, SqlStore)
    with core.store.read() as connection:
        used = connection.execute(select(func.sum(table(QuotaUseTable).c.used))).scalar_one()
        ledger = connection.execute(select(func.count()).select_from(table(UsageLedgerTable))).scalar_one()
        rows = connection.execute(select(func.count()).select_from(table(EvaluationTable))).scalar_one()
    return int(used), int(ledger), int(rows)


def _month_turns(bars: Bars) -> None:
    """A clock that stands a microsecond before 00:00 UTC+8 on day 1, and then on it."""
    turn = datetime(2026, 11, 30, 16, tzinfo=UTC)
    clock = StoppedClock(turn - timedelta(microseconds=1))
    core = in_memory_core(clock=clock)
    api_key, question_id = prepared(core, tier="free", limit=SMALL_LIMIT)
    organisation = core.access.organisation("benchmark")
    accepted = []
    for moment in (turn - timedelta(microseconds=1), turn):
        clock.moment = moment
        token = core.access.token(TokenRequest(api_key=api_key)).access_token
        accepted.append(sum(_submitted(core, token, question_id, f"s{n}") for n in range(2 * SMALL_LIMIT)))
    bars.equal(
        "accepted in the last microsecond of November and the first of December (UTC+8)", accepted, [SMALL_LIMIT] * 2
    )
    used = [core.store.quota_used(organisation.organisation_id, period) for period in ("2026-11", "2026-12")]
    bars.equal("counters of November and December", used, [SMALL_LIMIT] * 2)

"""Re-marking after a ruling: 10,000 stored answers of one organisation on SQLite, equal to a rebuild of the evidence from the log, and undone
to the last bit.

Students answer one item that somebody will object to and others beside it; a share of them gives the answer that is accepted afterwards. Timed
are the preview, the ruling and undoing it: marks, reports and class pages follow at once. What brings every map, card and portrait up to date is
printed beside it; the next page that shows one does so, or the night.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

from core.answers.wire import AnswerItem, AppealRequest, SubmitRequest
from core.api.core import Core
from core.records.access import PERMISSIONS, Account, Caller
from core.records.items import Item
from core.records.rulings import AnswerScope
from core.store.database.engine import make_engine
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.derived import Rows, derived, different, rebuilt
from evaluation.service.sqlite import migrated_file

ANSWERS, STUDENTS = 10_000, 500
"""Answers to the item that the ruling is about, and who gave them; each came with an answer to another item."""
SCOPES: tuple[AnswerScope, ...] = ("accept", "retire")
SECONDS = 5.0
SEED = 20261128
ACCEPTED = "大概"
GIVEN = (ACCEPTED, f"{ACCEPTED}。", f" {ACCEPTED}", "也许", "可能", "不一定", "应该")
"""Wrong answers: the first three are the same one to the marker."""
SHARE_RIGHT = 0.3
BESIDE = 4
"""Other items."""
ORGANISATION = "school"
CALLER = Caller(ORGANISATION, frozenset(PERMISSIONS), "en")
FOLLOWS = frozenset(
    ("point_mastery", "learner_state", "memory_state", "portrait_state", "item_statistic", "ruled_answer", "class lines", "appeals", "reports",
     "maps", "histories")
)  # fmt: skip
"""What follows from a ruling on answers: every table that is folded from the log, and what pages say from them."""
CHANGED: dict[AnswerScope, frozenset[str]] = {"accept": FOLLOWS, "retire": FOLLOWS | {"item_state"}}
UNCHANGED: dict[AnswerScope, frozenset[str]] = {
    "accept": frozenset({"essay_verdict", "item_state"}),
    "retire": frozenset({"essay_verdict"}),
}
"""What a ruling of this scope has nothing to do with."""
Result = TypeVar("Result")
BEGUN = datetime(2026, 9, 1, 0, 30, tzinfo=UTC)


def run(bars: Bars) -> None:
    """Print the times and what is equal."""
    with school() as (core, appeal_id):
        for scope in SCOPES:  # undoing the first leaves the appeal open for the second
            measure(bars, core, appeal_id, scope)
        bars.equal("both undone: differences from a rebuild from the log", differences(derived(core, CALLER), rebuilt(core, CALLER)), 0)  # fmt: skip


def measure(bars: Bars, core: Core, appeal_id: str, scope: AnswerScope) -> None:
    """One scope: seen, given, compared with a rebuild, undone, compared with before."""
    before = derived(core, CALLER)
    seen, preview = timed(lambda: core.rulings.preview(appeal_id, scope, CALLER, by="teacher"))
    given, ruling = timed(lambda: core.rulings.give(appeal_id, scope, CALLER, by="teacher", reply="对"))
    assert ruling is not None
    current, _ = timed(lambda: core.knowledge.take_in_class(CALLER))
    print(
        f"    {scope}: {preview.answers} answers of {preview.students} students re-marked; {ANSWERS} answers to the item are stored"
    )
    bars.at_most(f"{scope}: preview, seconds", seen, SECONDS)
    bars.at_most(f"{scope}: ruling given, seconds", given, SECONDS)
    print(f"    every map, card and portrait made anew at the next look: {current:.2f} s")
    bars.equal(f"{scope}: re-marked as it was shown", ruling.answers, preview.answers)
    with_ruling = derived(core, CALLER)
    changed = {line.partition(":")[0] for line in different(before, with_ruling)}
    bars.equal(f"{scope}: tables and readings that must change and do not", sorted(CHANGED[scope] - changed), [])
    bars.equal(f"{scope}: tables that must not change and do", sorted(UNCHANGED[scope] & changed), [])
    bars.equal(f"{scope}: differences from a rebuild from the log", differences(with_ruling, rebuilt(core, CALLER)), 0)
    taken_back, _ = timed(lambda: core.rulings.undo(ruling.ruling_id, CALLER, by="teacher"))
    current, _ = timed(lambda: core.knowledge.take_in_class(CALLER))
    bars.at_most(f"{scope}: undone, seconds", taken_back, SECONDS)
    print(f"    every map, card and portrait made anew at the next look: {current:.2f} s")
    after = derived(core, CALLER)
    bars.equal(f"{scope}: differences from before once undone, to the last bit", differences(before, after), 0)


def differences(one: Rows, other: Rows) -> int:
    """How many tables and readings differ; what differs is printed."""
    found = different(one, other)
    for line in found:
        print(f"    {line[:200]}")
    return len(found)


def timed(call: Callable[[], Result]) -> tuple[float, Result]:
    """Seconds of a call, and its result."""
    begun = time.perf_counter()
    result = call()
    return time.perf_counter() - begun, result


@contextmanager
def school() -> Iterator[tuple[Core, str]]:
    """A school on a SQLite file with the answers of a term, and an open appeal."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqlStore(make_engine(migrated_file(Path(folder) / "wenlu.db")))
        clock = StoppedClock(BEGUN)
        core = in_memory_core(clock=clock, bank=shared_bank(), store=store)
        template = core.access.organisation("template")
        store.add_organisation(replace(template, organisation_id=ORGANISATION, name=ORGANISATION, address=None))
        store.add_account(
            Account("teacher", ORGANISATION, "li", "teacher", "Li", "scrypt$00$00", None, "zh", clock.now())
        )
        appeal_id = answered(core, clock)
        yield core, appeal_id
        store.close()


def answered(core: Core, clock: StoppedClock) -> str:
    """The answers, spread over a term; the first wrong one that will be accepted is objected to. Returns the appeal's id."""
    chance = random.Random(SEED)
    item, *beside = bank_items("fill_blank", "grammar")[: BESIDE + 1]
    core.store.issue_items(
        [item, *beside],
        organisation_id=ORGANISATION,
        student_id=None,
        at=clock.now(),
        not_since=clock.now(),
        call=None,
        reply=None,
    )
    objected = ""
    for _ in range(ANSWERS // STUDENTS):
        for number in range(STUDENTS):
            clock.advance(timedelta(minutes=10))
            answers = [_answer(each, chance) for each in (item, chance.choice(beside))]
            request = SubmitRequest(student_id=f"s{number:03d}", answers=answers)
            evaluation = core.answers.submit(request, CALLER).payload
            if not objected and answers[0].answer == ACCEPTED:
                core.answers.appeal(
                    AppealRequest(
                        student_id=request.student_id, evaluation_id=evaluation.evaluation_id, question_id=item.id
                    ),
                    CALLER,
                )
                objected = core.answers.appeals(CALLER)[0].appeal_id
    return objected


def _answer(item: Item, chance: random.Random) -> AnswerItem:
    given = item.key if chance.random() < SHARE_RIGHT else chance.choice(GIVEN)
    return AnswerItem(question_id=item.id, answer=given, time_spent=chance.randint(3, 60))

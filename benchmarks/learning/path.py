"""The learning path against brute force, its cost on 853 points; peers at 100,000 students: recall, cost, consent."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain, combinations, pairwise, permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from core.arrays import Bool, UInt8
from core.backends.system import RandomIdentifiers
from core.errors import BadParameter
from core.knowledge.neighbourhoods import neighbourhood
from core.knowledge.path import learning_path
from core.knowledge.peers import opt_in, peers
from core.knowledge.wire import PathRequest, PeersRequest
from core.learning.matching.neighbours import Neighbours
from core.learning.matching.similarity import LEAST_SHARED, UNTOUCHED, means, similarities
from core.learning.path import shortest_path
from core.learning.prediction.predictor import Predictor
from core.learning.sums.states import requirements, teaching_order
from core.records.access import Caller
from core.records.students import Student
from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade
from core.store.sql import SqlStore
from core.store.tables.answers import StudentTable
from core.store.tables.columns import table, to_micros
from core.store.tables.learner import LearnerStateTable, PointMasteryTable
from core.store.tables.peers import PeerConsentTable
from core.tables import Tables
from core.tables.prerequisites import read_prerequisites
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

GRAPHS = 500
STUDENTS = 100_000
WILLING = 0.9
RECALL_QUERIES = 200
TIMED_QUERIES = 300
CONSENT_QUERIES = 10_000
SMALL_SCHOOL = 400
"""Students of the organisation in which the 10,000 queries for consent are made, while it is given and withdrawn."""
NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
CALLER = Caller("org", frozenset())
TABLES = Tables()


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    _paths(bars)
    _circles(bars)
    with tempfile.TemporaryDirectory() as folder:
        _path_cost(bars, Path(folder))
        _recall(bars)
        _peer_cost(bars, Path(folder))
        _consent(bars, Path(folder))


# -- paths ---------------------------------------------------------------------------------------------------


def _paths(bars: Bars) -> None:
    random = Random(20261122)
    equal = 0
    for _ in range(GRAPHS):
        names = [f"p{number}" for number in range(random.randint(1, 6))]
        requires = {name: [each for each in names[:place] if random.random() < 0.4] for place, name in enumerate(names)}
        met = {name for name in names if random.random() < 0.3}
        targets = random.sample(names, random.randint(1, min(2, len(names))))
        order = dict(zip(names, ((place,) for place in random.sample(range(9), len(names))), strict=True))
        equal += shortest_path(requires, met, targets, order) == _brute_force(requires, met, targets, order)
    bars.equal("paths equal to brute force over all sets and orders, of 500 random graphs", equal, GRAPHS)


def _brute_force(
    requires: dict[str, list[str]], met: set[str], targets: list[str], order: dict[str, tuple[int]]
) -> list[str]:
    """The smallest set that holds the target and all it rests on, less what is met, in the first order that holds."""
    names = list(requires)
    sets = (set(each) for each in chain.from_iterable(combinations(names, size) for size in range(len(names) + 1)))
    closed = [each for each in sets if each.issuperset(targets) and all(each.issuperset(requires[n]) for n in each)]
    smallest = min((each - met for each in closed), key=len)
    orders = [
        list(each)
        for each in permutations(smallest)
        if all(not (set(requires[name]) & smallest) - set(each[:place]) for place, name in enumerate(each))
    ]
    return min(orders, key=lambda each: [order[name] for name in each])


def _circles(bars: Bars) -> None:
    """An edge the wrong way round is put into the real graph in 100 places; each time the refusal must name a circle."""
    points, random, named = TABLES.points, Random(3), 0
    rests = requirements(points)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "graph.csv"
        text = (TABLES.folder / "prerequisites.csv").read_text(encoding="utf-8")
        for edge in random.sample(points.prerequisites, 100):
            path.write_text(f"{text}{edge.requires_id},{edge.point_id},builds_on,\n", encoding="utf-8")
            try:
                read_prerequisites(path, points)
            except BadParameter as error:
                circle = [part.split(" ")[0] for part in str(error).partition("circle: ")[2].split(" -> ")]
                holds = all(
                    right in rests[left] or (left, right) == (edge.requires_id, edge.point_id)
                    for left, right in pairwise(circle)
                )
                named += len(circle) > 1 and circle[0] == circle[-1] and holds
    bars.equal("imports with a circle refused by the names in it, of 100", named, 100)


def _path_cost(bars: Bars, folder: Path) -> None:
    store, predictor = _store(folder / "path.db"), Predictor.shipped(TABLES)
    random = Random(5)
    rows = [row.id for row in TABLES.points.rows]
    for number in range(40):
        _put_student(store, f"s{number}", random.sample(rows, 20 * number), random)
    asked = [
        PathRequest(student_id=f"s{number}", target_level=level) for number in range(40) for level in (None, "level_7")
    ]
    spent = _times(
        asked,
        lambda each: learning_path(
            each, CALLER, planned_minutes=None, tables=TABLES, predictor=predictor, store=store, clock=StoppedClock(NOW)
        ),
    )
    bars.at_most("path over 853 points, p95 ms (store and stages included)", _p95(spent), 50.0)
    order, rests = teaching_order(TABLES.points), requirements(TABLES.points)
    print(
        f"   the shortest path to all 853 alone: {_p95(_times([rows] * 50, lambda all_: shortest_path(rests, set(), all_, order))):.1f} ms"
    )
    store.close()


def _put_student(store: SqlStore, student_id: str, points: Sequence[str], random: Random) -> None:
    """A folded student with one to eight answers on each of some points."""
    store.put_student(Student("org", student_id, "", None, NOW - timedelta(days=300)))
    cells = []
    for point in points:
        tried = random.randint(1, 8)
        correct = sum(random.random() < 0.7 for _ in range(tried))
        sums = {
            "right_slow": correct,
            "wrong_slow": tried - correct,
            "right_fast": correct,
            "wrong_fast": tried - correct,
        }
        last_at = to_micros(NOW - timedelta(days=random.randint(0, 200)))
        cells.append(
            {
                "organisation_id": "org",
                "student_id": student_id,
                "point_id": point,
                "attempts": tried,
                "correct": correct,
                **sums,
                "last_at": last_at,
            }
        )
    with store.write() as connection:
        if cells:
            connection.execute(table(PointMasteryTable).insert(), cells)
        connection.execute(
            table(LearnerStateTable).insert(), _state(student_id, bytes([UNTOUCHED]) * len(TABLES.points.rows))
        )


# -- peers ---------------------------------------------------------------------------------------------------


def population(count: int, *, seed: int) -> UInt8:
    """Vectors of students who go through the points in teaching order, each with strengths of their own by category.

    Touched: most of what lies behind the student's place, little of what lies ahead. Mastery: right of a few answers,
    shrunk to a prediction as in the product. 240 touched points on average, 5 % of students under 50, 5 % over 520.
    """
    rng = np.random.default_rng(seed)
    rows, order = TABLES.points.rows, teaching_order(TABLES.points)
    rank = np.argsort(np.argsort([order[row.id][0] * 1e6 + order[row.id][1] * 1e3 + order[row.id][2] for row in rows]))
    names = sorted({row.category for row in rows})
    category = np.array([names.index(row.category) for row in rows])
    difficulty = rng.normal(0, 0.8, len(rows))
    made = np.full((count, len(rows)), UNTOUCHED, np.uint8)
    for start in range(0, count, 5_000):
        block = made[start : start + 5_000]
        place = len(rows) * rng.beta(1.2, 2.0, (len(block), 1))
        ability, strengths = rng.normal(0.8, 0.8, (len(block), 1)), rng.normal(0, 0.7, (len(block), len(names)))
        behind, ahead = rng.uniform(0.4, 0.95, (len(block), 1)), 0.6 * np.exp(-(rank - place) / 40)
        touched = rng.random(block.shape) < np.where(rank < place, behind, ahead)
        logit = ability + strengths[:, category] - difficulty
        tried = 1 + rng.poisson(4, block.shape)
        right = rng.binomial(tried, 1 / (1 + np.exp(-logit)))
        prediction = 1 / (1 + np.exp(-(0.7 * ability - 0.8 * difficulty)))
        block[touched] = np.round(200 * (right + 4 * prediction) / (tried + 4)).astype(np.uint8)[touched]
    return made


def _recall(bars: Bars) -> None:
    vectors = population(STUDENTS, seed=1)
    neighbours = Neighbours(vectors.shape[1])
    begun = time.process_time()
    neighbours.put((f"s{number}", row.tobytes()) for number, row in enumerate(vectors))
    print(f"   {STUDENTS} students kept in {time.process_time() - begun:.1f} CPU s")
    rng = np.random.default_rng(9)
    touched = (vectors != UNTOUCHED).sum(axis=1)
    asked = rng.choice(np.flatnonzero(touched >= LEAST_SHARED), RECALL_QUERIES, replace=False)
    middle = means(vectors)
    found = []
    for number in asked:
        blocks = [slice(start, start + 10_000) for start in range(0, STUDENTS, 10_000)]
        exact = np.concatenate([similarities(vectors[number], vectors[b], middle[b])[0] for b in blocks])
        exact[number] = -1.0
        best = {f"s{place}" for place in np.argsort(-exact)[:10]}
        matches = neighbours.similar(vectors[number].tobytes(), 10, without=[f"s{number}"])
        found.append(len(best & {match.student_id for match in matches}) / 10)
    bars.at_least(
        f"recall@10 against exact, {RECALL_QUERIES} queries at {STUDENTS} students", statistics.mean(found), 0.99
    )


def _peer_cost(bars: Bars, folder: Path) -> None:
    store = _store(folder / "peers.db")
    vectors = population(STUDENTS, seed=2)
    willing = np.random.default_rng(4).random(STUDENTS) < WILLING
    _fill(store, vectors, willing)
    begun = time.perf_counter()
    neighbourhood(store, "org", points=vectors.shape[1]).search(vectors[0].tobytes(), 1, without=())
    print(f"   first query, which reads {int(willing.sum())} vectors: {time.perf_counter() - begun:.1f} s")
    asked = [PeersRequest(student_id=f"s{n}") for n in np.flatnonzero(willing)[:: STUDENTS // TIMED_QUERIES]]
    spent = _times(asked, lambda each: peers(each, CALLER, points=TABLES.points, store=store))
    print(f"   median {statistics.median(spent):.1f} ms")
    bars.at_most(f"peers at {STUDENTS} students, p95 ms (store included)", _p95(spent), 50.0)
    store.close()


def _consent(bars: Bars, folder: Path) -> None:
    """Consent is given and withdrawn between queries; each answer is held against what the store says then."""
    store = _store(folder / "consent.db")
    vectors = population(SMALL_SCHOOL, seed=6)
    _fill(store, vectors, np.random.default_rng(7).random(SMALL_SCHOOL) < 0.5)
    rng, clock, wrong, shown = Random(8), StoppedClock(NOW), 0, 0

    for _ in range(CONSENT_QUERIES):
        name = f"s{rng.randrange(SMALL_SCHOOL)}"
        if rng.random() < 0.2:
            other = f"s{rng.randrange(SMALL_SCHOOL)}"
            on = store.consent("org", other) is None
            clock.advance(timedelta(seconds=1))
            opt_in(other, CALLER, on=on, store=store, clock=clock, identifiers=RandomIdentifiers())
        allowed = {each.pseudonym for each in store.consents("org")}
        found = [
            peer.student_id
            for peer in peers(PeersRequest(student_id=name), CALLER, points=TABLES.points, store=store).peers
        ]
        shown += len(found)
        wrong += len(set(found) - allowed) + (len(found) if store.consent("org", name) is None else 0)
    print(f"   {shown} peers shown")
    bars.equal(f"students shown without consent in {CONSENT_QUERIES} queries", wrong, 0)
    store.close()


# -- rows ------------------------------------------------------------------------------------------------------


def _store(path: Path) -> SqlStore:
    engine = make_engine(f"sqlite:///{path}")
    upgrade(engine)
    return SqlStore(engine)


def _state(student_id: str, vector: bytes) -> dict[str, Any]:
    return {
        "organisation_id": "org", "student_id": student_id, "watermark": 1, "model": "benchmark", "attempts": 9,
        "correct": 6, "right_slow": 6.0, "wrong_slow": 3.0, "right_fast": 6.0, "wrong_fast": 3.0,
        "last_at": to_micros(NOW), "vector": vector, "updated_at": to_micros(NOW),
    }  # fmt: skip


def _fill(store: SqlStore, vectors: UInt8, willing: Bool) -> None:
    """Students with these vectors, and consent of some."""
    at = to_micros(NOW)
    for places in _blocks(len(vectors)):
        students = [{"organisation_id": "org", "student_id": f"s{n}", "name": "", "created_at": at} for n in places]
        consents = [
            {"organisation_id": "org", "student_id": f"s{n}", "pseudonym": f"peer_{n}", "since": at}
            for n in places
            if willing[n]
        ]
        with store.write() as connection:
            connection.execute(table(StudentTable).insert(), students)
            connection.execute(
                table(LearnerStateTable).insert(), [_state(f"s{n}", vectors[n].tobytes()) for n in places]
            )
            connection.execute(table(PeerConsentTable).insert(), consents)


def _blocks(count: int) -> Iterator[range]:
    yield from (range(start, min(start + 5_000, count)) for start in range(0, count, 5_000))


def _times(asked: Sequence[Any], ask: Callable[[Any], object]) -> list[float]:
    """Milliseconds of each call, after one that warms up; prints those of the processor beside, for a busy machine."""
    ask(asked[0])
    spent, worked = [], []
    for each in asked:
        begun, before = time.perf_counter(), time.thread_time()
        ask(each)
        spent.append((time.perf_counter() - begun) * 1000)
        worked.append((time.thread_time() - before) * 1000)
    print(f"   CPU ms: median {statistics.median(worked):.1f}, p95 {_p95(worked):.1f}")
    return spent


def _p95(spent: Sequence[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1]

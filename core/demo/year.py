"""The demo's year: simulated answers become real items marked by the real marking, written in bulk, folded, drawn up.

Each student is one transaction, and the state of the making is kept in the database: whoever begins again after a crash goes on with
the students that are missing.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import exp

from core.answers.service import marked_answers
from core.answers.wire import AnswerItem, AppealRequest, Evaluation, SubmitRequest
from core.api.core import Core
from core.demo.cast import SEED, Actor
from core.learning.days import day_of
from core.learning.simulation.students import SimulatedAnswer, simulate
from core.records.access import PERMISSIONS, Caller
from core.records.answers import MarkedAnswers
from core.records.items import Item
from core.records.students import Student
from core.wire import BANDS, QuestionType, Topic

GRAMMAR_TYPES: tuple[QuestionType, ...] = ("multiple_choice", "ordering")
OTHER_TOPICS: tuple[Topic, ...] = ("vocabulary", "reading", "listening")
OTHERS_A_SESSION = 3
"""Items of other skills beside the grammar items of a session."""
EASE = 0.9
"""Logits of a right answer of an average student on an item of the student's own level: about 71 %."""
EASIER_BELOW = 0.5
"""Logits by which items of each lower level are easier."""
GROWTH = 0.6
"""Logits gained in a year in the other skills."""
SLUMP_LOSS = 0.45
"""Share of right answers that go wrong in a slump."""
SECONDS_LOG_MEAN, SECONDS_LOG_SPREAD = 2.9, 0.5
"""Of the time for an answer: median 18 s."""
APPEALS_EVERY = 9
"""Every so many students one has a question to the teacher open."""


class SteppedClock:
    """`core.ports.system.Clock` of the simulation: stands where it was put."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """Where it stands."""
        return self.moment


@dataclass(frozen=True)
class Shelf:
    """The items that simulated students are given."""

    by_point: dict[str, list[Item]]
    by_topic: dict[tuple[Topic, int], list[Item]]
    """Topic and standard level."""


def shelf(core: Core) -> Shelf:
    """From the item bank, all levels; a point is asked by items of its own band."""
    by_point: dict[str, list[Item]] = defaultdict(list)
    by_topic: dict[tuple[Topic, int], list[Item]] = defaultdict(list)
    levels = {row.id: row.level for row in core.tables.points.rows}
    for band, (lowest, highest) in BANDS.items():
        for kind in GRAMMAR_TYPES:
            for item in core.bank.items(kind, "grammar", band):
                for point in item.points:
                    if lowest <= levels[point] <= highest:
                        by_point[point].append(item)
        for topic in OTHER_TOPICS:
            for item in core.bank.items("multiple_choice", topic, band):
                by_topic[topic, item.standard_level].append(item)
    return Shelf(dict(by_point), dict(by_topic))


def past_of(actor: Actor, core: Core, stock: Shelf, organisation_id: str, *, until: datetime) -> list[MarkedAnswers]:
    """The evaluations of the actor's past, oldest first; it ends with the day before `until`."""
    rng = random.Random(f"{SEED}{actor.student_id}")
    answers = simulate(
        actor.rule,
        [actor.profile],
        days=actor.days,
        seed=SEED + sum(map(ord, actor.student_id)),
        points=core.tables.points,
        start=until - timedelta(days=actor.days),
        only=frozenset(stock.by_point),
    )
    levels = {point: core.tables.points.by_id[point].level for point in stock.by_point}
    evaluations, level = [], 1
    for session in _sessions(answers):
        day = (day_of(session[0].moment) - day_of(until)).days + actor.days
        level = max(level, *(levels[answer.point] for answer in session))
        answered_items = [*_grammar(session, stock, actor, day, rng), *_others(level, stock, actor, day, rng)]
        evaluations.append(_marked(answered_items, actor, core, organisation_id, at=session[-1].moment, rng=rng))
    return evaluations


def _sessions(answers: Sequence[SimulatedAnswer]) -> Iterator[list[SimulatedAnswer]]:
    by_day: dict[object, list[SimulatedAnswer]] = defaultdict(list)
    for answer in answers:
        by_day[day_of(answer.moment)].append(answer)
    yield from by_day.values()


Given = tuple[Item, bool]
"""An item and whether it is answered rightly."""


def _grammar(
    session: Sequence[SimulatedAnswer], stock: Shelf, actor: Actor, day: int, rng: random.Random
) -> Iterator[Given]:
    """The simulated answers on items of their points; no item twice in a session."""
    used: set[str] = set()
    for answer in session:
        unused = [item for item in stock.by_point[answer.point] if item.id not in used]
        if unused:
            item = unused[answer.item % len(unused)]
            used.add(item.id)
            yield item, answer.right and not _slumped(actor, day, rng)


def _others(level: int, stock: Shelf, actor: Actor, day: int, rng: random.Random) -> Iterator[Given]:
    """Items of the other skills, mostly of the student's own level."""
    used: set[str] = set()
    for _ in range(OTHERS_A_SESSION):
        topic = rng.choice(OTHER_TOPICS)
        item_level = max(1, level - (rng.random() < 0.3))
        item = rng.choice(stock.by_topic[topic, item_level])
        if item.id in used:
            continue
        used.add(item.id)
        logit = EASE + EASIER_BELOW * (level - item_level) + 0.8 * actor.profile.ability + actor.skills[topic]
        logit += GROWTH * (day - actor.days / 2) / 365
        yield item, rng.random() < 1 / (1 + exp(-logit)) and not _slumped(actor, day, rng)


def _slumped(actor: Actor, day: int, rng: random.Random) -> bool:
    return actor.slump_from is not None and day >= actor.slump_from and rng.random() < SLUMP_LOSS


def _marked(
    answered_items: Sequence[Given], actor: Actor, core: Core, organisation_id: str, *, at: datetime, rng: random.Random
) -> MarkedAnswers:
    request = SubmitRequest(
        student_id=actor.student_id,
        answers=[
            AnswerItem(
                question_id=item.id,
                answer=item.key if right else wrong_answer(item, rng),
                time_spent=round(rng.lognormvariate(SECONDS_LOG_MEAN, SECONDS_LOG_SPREAD)),
            )
            for item, right in answered_items
        ],
    )
    return marked_answers(
        request,
        {item.id: item for item, _right in answered_items},
        organisation_id=organisation_id,
        evaluation_id=core.identifiers.new("ev"),
        language=actor.language,
        points=core.tables.points,
        converter=core.converter,
        answered_at=at,
    )


def wrong_answer(item: Item, rng: random.Random) -> str:
    """Another option, or the key with two parts exchanged."""
    if item.answer_kind == "choice":
        return rng.choice([option.id for option in item.options if option.id != item.key])
    parts = item.key.split(",")
    first, second = rng.sample(range(len(parts)), 2)
    parts[first], parts[second] = parts[second], parts[first]
    return ",".join(parts)


def write_past(actor: Actor, core: Core, stock: Shelf, organisation_id: str, *, until: datetime) -> int:
    """Give the actor a past, unless there is one; the number of answers written."""
    past = past_of(actor, core, stock, organisation_id, until=until)
    if not past:
        return 0
    asked = {row.item_id for each in past for row in each.answers}
    items = [item for shelved in (*stock.by_point.values(), *stock.by_topic.values()) for item in shelved]
    begun = past[0].evaluation.created_at
    core.store.issue_items(
        [item for item in items if item.id in asked],
        organisation_id=organisation_id,
        student_id=None,
        at=begun,
        not_since=begun,
        call=None,
        reply=None,
    )
    student = Student(organisation_id, actor.student_id, actor.name, actor.language, begun)
    core.store.put_student(student)
    written = core.store.add_history(student, past)
    return sum(len(each.answers) for each in past) if written else 0


def ask_teacher(actor: Actor, core: Core, organisation_id: str) -> bool:
    """The actor thinks that the last wrong answer was right; False where there is none."""
    caller = Caller(organisation_id, frozenset(PERMISSIONS), actor.language)
    now = core.clock.now()
    rows = core.store.answers_between(organisation_id, actor.student_id, now - timedelta(days=60), now)
    wrong = next((row for row in reversed(rows) if not row.is_correct), None)
    if wrong is None:
        return False
    row = core.store.evaluation(organisation_id, wrong.evaluation_id)
    assert row is not None
    result = Evaluation.model_validate_json(row.result)
    request = AppealRequest(
        student_id=actor.student_id,
        evaluation_id=result.evaluation_id,
        question_id=wrong.item_id,
        comment="（模拟）我觉得我的答案也可以。",
    )
    return core.answers.appeal(request, caller)

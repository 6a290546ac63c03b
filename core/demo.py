"""Simulated classmates for the demo organisation, so that a teacher's first look shows a class at work.

Everything here is invented by the simulator below and named as simulated (模拟) wherever a student is shown. Each
classmate has a true chance of being right by skill, drifting upwards a little from day to day; answers go through the same
marking and the same evidence log as anybody's.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.answers.wire import AnswerItem, AppealRequest, Evaluation, StartPractice, SubmitRequest
from core.api import Core
from core.records import PERMISSIONS, Caller, Item, Student
from core.wire import TOPICS, Topic

SEED = 2026
DAYS = 28
ITEMS_A_ROUND = 10


@dataclass(frozen=True)
class Classmate:
    """A simulated student: how often they practise and how likely they are right, by skill."""

    student_id: str
    name: str
    rounds: int
    right: dict[Topic, float]


CLASSMATES: tuple[Classmate, ...] = tuple(
    Classmate(f"sim-{number}", f"模拟学生 {number} · Simulated {number}", rounds, dict(zip(TOPICS, right, strict=True)))
    for number, (rounds, right) in enumerate(
        (
            (16, (0.82, 0.88, 0.85, 0.70)),
            (12, (0.70, 0.62, 0.75, 0.80)),
            (9, (0.55, 0.60, 0.66, 0.52)),
            (14, (0.90, 0.93, 0.91, 0.88)),
            (4, (0.48, 0.58, 0.50, 0.45)),
            (7, (0.66, 0.78, 0.58, 0.60)),
        ),
        start=1,
    )
)
"""Chances in the order of TOPICS (grammar, vocabulary, reading, listening): a strong student, a steady one, one who hears
better than reads, beginners, one who seldom comes."""


class SteppedClock:
    """`core.ports.Clock` of the simulation: stands where it was put."""

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        """Where it stands."""
        return self.moment


def simulate_class(core: Core, clock: SteppedClock, organisation_id: str, *, until: datetime) -> int:
    """Let the classmates practise over the four weeks before `until`; gives the number of answers.

    `core` must have been built on `clock`.
    """
    caller = Caller(organisation_id, frozenset(PERMISSIONS), "zh")
    answers = 0
    for classmate in CLASSMATES:
        chance = random.Random(f"{SEED}{classmate.student_id}")
        clock.moment = until - timedelta(days=DAYS)
        core.store.put_student(
            Student(organisation_id, classmate.student_id, classmate.name, "zh", created_at=clock.moment)
        )
        days = sorted(chance.sample(range(1, DAYS), classmate.rounds))
        for done, day in enumerate(days):
            clock.moment = until - timedelta(days=DAYS - day, minutes=chance.randrange(0, 600))
            answers += _round(core, classmate, caller, chance, drift=0.004 * done)
    return answers


def _round(core: Core, classmate: Classmate, caller: Caller, chance: random.Random, *, drift: float) -> int:
    """One round of practice: right with the classmate's chance, else a plausible wrong answer."""
    request = StartPractice(
        student_id=classmate.student_id, types=["multiple_choice", "matching", "ordering"], count=ITEMS_A_ROUND
    )
    items = [card.item for card in core.start_practice(request, caller).cards]
    answers = [
        AnswerItem(
            question_id=item.id,
            answer=item.key if chance.random() < classmate.right[item.topic] + drift else _wrong(item, chance),
            time_spent=round(chance.lognormvariate(2.9, 0.5)),
        )
        for item in items
    ]
    submit = SubmitRequest(student_id=classmate.student_id, answers=answers)
    result = core.submit_evaluation(submit, caller).payload
    if chance.random() < 0.1:
        _appeal(core, classmate, caller, result)
    return len(answers)


def _wrong(item: Item, chance: random.Random) -> str:
    """Another option, or the key with two parts exchanged."""
    if item.answer_kind == "choice":
        return chance.choice([option.id for option in item.options if option.id != item.key])
    parts = item.key.split(",")
    if item.answer_kind == "order":
        first, second = chance.sample(range(len(parts)), 2)
        parts[first], parts[second] = parts[second], parts[first]
        return ",".join(parts)
    left, right = zip(*(pair.split("-") for pair in parts), strict=True)
    return ",".join(f"{one}-{other}" for one, other in zip(left, (right[1], right[0], *right[2:]), strict=True))


def _appeal(core: Core, classmate: Classmate, caller: Caller, result: Evaluation) -> None:
    """Now and then a classmate thinks that a wrong answer was right."""
    wrong = next((detail for detail in result.details if not detail.is_correct), None)
    if wrong is not None:
        core.appeal(
            AppealRequest(
                student_id=classmate.student_id,
                evaluation_id=result.evaluation_id,
                question_id=wrong.question_id,
                comment="（模拟）我觉得我的答案也可以。",
            ),
            caller,
        )

"""How often a student meets a text again who does a mixed round of ten a day for 60 days (`uv run python -m benchmarks.questions.repeats`).

Twenty students of each level, told by a first test; the rounds are those of the practice page, everything can be heard. Printed besides: the
texts that the bank holds at each level, and how many more of each kind a student would need in 60 days if rounds kept the mix of the first ten days.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import ceil

from core.answers.wire import StartPractice
from core.api.core import Core
from core.learning.level import LEVELS
from core.portrait.wire import FirstPortraitRequest, Questionnaire, TestResults
from core.records.access import PERMISSIONS, Caller
from core.records.items import SET_MARK, Item, parts_of
from core.wire import BANDS, QUESTION_TYPES, TOPICS
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock

STUDENTS = 20
DAYS = 60
COUNT = 10
FIRST_DAYS = 10
KINDS = {"p": "passages", "d": "dialogues", "x": "exchanges"}
"""Texts by the letter that their ids begin with."""
SENTENCES = "s"
MORNING = datetime(2026, 11, 2, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def run_part(bars: Bars, *, students: int = STUDENTS, days: int = DAYS) -> None:
    """Print the figures of each level, with the bar that no text comes twice."""
    clock = StoppedClock(MORNING)
    core = in_memory_core(clock=clock)
    caller = Caller("bench", frozenset(PERMISSIONS), "zh")
    held = _held(core)
    for level in LEVELS:
        clock.moment = MORNING
        rounds = [_rounds(core, caller, clock, f"s{level}_{number}", level, days) for number in range(students)]
        seen = [Counter(_sources(item for items in of_student for item in items)) for of_student in rounds]
        again = {kind: sum(_again(counts, kind) for counts in seen) for kind in (*KINDS, SENTENCES)}
        texts = sum(again[kind] for kind in KINDS)
        sums = ", ".join(f"{again[kind]} {name}" for kind, name in KINDS.items())
        bars.equal(f"level {level}, {students} students x {days} days: texts that came again ({sums})", texts, 0)
        print(f"    level {level}: sentences that came again, of each student {again[SENTENCES] / students:.1f}")
        drawn_from = core.questions.fit(f"s{level}_0", caller).levels()
        for kind, name in KINDS.items():
            print(f"    level {level}: {_wanted(rounds, held, kind, name, drawn_from, days)}")
        fewest = min(len(items) for of_student in rounds for items in of_student)
        bars.equal(f"level {level}: cards of the smallest round", fewest, COUNT)


def _rounds(
    core: Core, caller: Caller, clock: StoppedClock, student_id: str, level: int, days: int
) -> list[list[Item]]:
    """The items of a round on each day."""
    clock.moment = MORNING
    _tell(core, caller, student_id, level)
    rounds = []
    for _ in range(days):
        view = core.practice.start(StartPractice(student_id=student_id, count=COUNT), caller)
        rounds.append([card.item for card in view.cards])
        clock.advance(DAY)
    return rounds


def _tell(core: Core, caller: Caller, student_id: str, level: int) -> None:
    """A first test that puts the student into the middle of the level."""
    score = 100 * (level - 0.5) / 8
    core.portrait.first(
        FirstPortraitRequest(
            student_id=student_id,
            questionnaire=Questionnaire(learning_goals=[], native_language="en", learning_duration="unknown"),
            test_results=TestResults(
                listen_ability=score, speak_ability=score, read_ability=score, write_ability=score
            ),
        ),
        caller,
    )


def _held(core: Core) -> dict[int, set[str]]:
    """Sources of the bank by standard level."""
    held: dict[int, set[str]] = defaultdict(set)
    for band in BANDS:
        for type_ in QUESTION_TYPES:
            for topic in TOPICS:
                for draft in core.bank.drafts(type_, topic, band):
                    if SET_MARK not in draft.frame.source:
                        held[draft.frame.standard_level].add(draft.frame.source)
    return held


def _wanted(
    rounds: Sequence[Sequence[Sequence[Item]]],
    held: Mapping[int, Collection[str]],
    kind: str,
    name: str,
    levels: tuple[int, int],
    days: int,
) -> str:
    """How many texts of a kind a student meets in all days at the pace of the first ones, beside how many there are."""
    met = [len(_of_kind(of_student[:FIRST_DAYS], kind)) for of_student in rounds]
    needed = ceil(sum(met) / len(met) * days / min(FIRST_DAYS, days))
    last = [len(_of_kind(of_student[-FIRST_DAYS:], kind)) for of_student in rounds]
    lowest, highest = levels
    there = sum(source.startswith(kind) for level in range(lowest, highest + 1) for source in held[level])
    return (
        f"{name}: {sum(met) / len(met):.1f} in the first {FIRST_DAYS} days, {sum(last) / len(last):.1f} in the last; at the first pace {needed} in "
        f"{days} days, of {there} at levels {lowest}-{highest}: {max(0, needed - there)} short"
    )


def _of_kind(rounds: Sequence[Sequence[Item]], kind: str) -> set[str]:
    return {source for items in rounds for source in _sources(items) if source.startswith(kind)}


def _sources(items: Iterable[Item]) -> Iterable[str]:
    return (source for item in items for source in parts_of(item.source))


def _again(counts: Counter[str], kind: str) -> int:
    """Of the sources of a kind those met more than once."""
    return sum(count > 1 for source, count in counts.items() if source.startswith(kind))


if __name__ == "__main__":
    figures = Bars()
    run_part(figures)
    sys.exit(figures.failed > 0)

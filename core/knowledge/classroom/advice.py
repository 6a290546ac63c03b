"""What a teacher can do about a class: groups by need, what to teach next, who needs help. Every reason bears its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

import numpy as np

from core.arrays import Bool
from core.knowledge.classroom.record import PERIOD, ClassRecord
from core.knowledge.wire import NeedGroup, NeedsHelp, TeachNext
from core.learning.days import day_of
from core.learning.differences import difference
from core.learning.intervals import wilson
from core.learning.mastery import MET_FROM
from core.learning.sums.record import LEARNING, MET
from core.records.answers import DayScores
from core.tables.points import Points
from core.wire import Language

MOST_GROUPS = 8
"""More groups than one teacher can look after in a lesson are of no use."""
LEAST_GROUP = 2
MOST_TO_TEACH = 10
"""Two weeks of lessons."""
INACTIVE = timedelta(days=14)
"""Two weeks without an answer: twice the longest gap of somebody who practises once a week."""
LEAST_ANSWERS = 5
"""On a point, before it can be called surely weak."""
MANY_WEAK = 3
"""Surely weak points: of a few points one or two are chance, three hardly ever (the bound below errs one time in ten)."""
WEAK_SHARE = 0.25
"""And of all points with enough answers: with three in four in order the usual practice mends the rest. In the demo class of
40 simulated students 3 points alone would name 25 of them, with the quarter it is 8."""
Z80 = 1.281552
"""Two-sided 80 % quantile of the normal distribution, as for the bands of mastery."""

MOST_WEAKEST = 3


# -- groups ----------------------------------------------------------------------------------------------------


def groups(found: ClassRecord, places: Sequence[int], names: Sequence[str], language: Language) -> list[NeedGroup]:
    """Students with the same need. Rule, the largest group first, each student in one group at most:

    1. points that were answered but are not met, though everything they rest on is met (to be mended);
    2. for those left over, points not met with yet on which the same holds (to be begun).
    Of equally large groups that comes first on which more points wait.
    """
    free = np.ones(len(found.students), dtype=bool)
    made: list[NeedGroup] = []
    for need, said in ((found.weak, _mend), (found.fresh, _begin)):
        for place, members in _gathered(need, free, places, found, most=MOST_GROUPS - len(made)):
            reason = said(len(members), _mean_accuracy(found, place, members), language)
            made.append(
                NeedGroup(
                    point_id=found.made.ids[place],
                    name=names[place],
                    students=[found.students[row].student_id for row in members],
                    names=[found.names[row] for row in members],
                    reason=reason,
                )
            )
    return made


def _gathered(
    need: Bool, free: Bool, places: Sequence[int], found: ClassRecord, *, most: int
) -> Iterator[tuple[int, list[int]]]:
    """(place, rows) of the largest group again and again; whoever is in one is no longer free."""
    taken = np.array(places, dtype=np.int64)
    for _ in range(most):
        wanting = need[:, taken] & free[:, None]
        sizes = wanting.sum(axis=0)
        waiting = (found.waiting[:, taken] * wanting).sum(axis=0)
        best = max(range(len(taken)), key=lambda column: (sizes[column], waiting[column], -column), default=None)
        if best is None or sizes[best] < LEAST_GROUP:
            return
        members = np.flatnonzero(wanting[:, best])
        free[members] = False
        yield int(taken[best]), members.tolist()


def _mean_accuracy(found: ClassRecord, place: int, members: Sequence[int]) -> float:
    """Share of right answers of these students on the point, each counted alike."""
    shares = found.correct[members, place] / np.maximum(found.attempts[members, place], 1)
    return float(shares.mean())


def _mend(count: int, accuracy: float, language: Language) -> str:
    if language == "zh":
        return f"{count} 名学生学过但还没达标（平均正确率 {accuracy:.0%}）；先修知识点都已达标。"
    return (
        f"{count} students have answered it without meeting it ({100 * accuracy:.0f} % right on average); "
        "they have met everything to learn before it."
    )


def _begin(count: int, _: float, language: Language) -> str:
    if language == "zh":
        return f"{count} 名学生还没学过；先修知识点都已达标，可以开始学。"
    return f"{count} students have not started it and have met everything to learn before it: they can start."


# -- teach this next -----------------------------------------------------------------------------------------------


def teach_next(
    found: ClassRecord, places: Sequence[int], points: Points, names: Sequence[str], language: Language
) -> list[TeachNext]:
    """Points that many are ready for and have not met, within their reach, weighted by what rests on them.

    Order: students ready x log2(2 + points waiting for it, a student on average): what rests on a point counts with
    diminishing returns, and a point on which nothing rests still counts its students.
    """
    ready = found.within_reach.sum(axis=0)
    opens = (found.waiting * found.within_reach).sum(axis=0)
    score = ready * np.log2(2.0 + opens / np.maximum(ready, 1))
    learning = found.weak.sum(axis=0)
    best = sorted((place for place in places if ready[place] > 0), key=lambda place: (-score[place], place))
    return [
        TeachNext(
            point_id=found.made.ids[place],
            name=names[place],
            level=points.rows[place].level,
            ready=int(ready[place]),
            learning=int(learning[place]),
            opens=int(opens[place]),
            reason=_teach(int(ready[place]), len(found.students), int(opens[place]), language),
        )
        for place in best[:MOST_TO_TEACH]
    ]


def _teach(ready: int, of: int, opens: int, language: Language) -> str:
    later = opens / ready
    if language == "zh":
        rest = f"；平均每人有 {later:.1f} 个后续知识点要等它达标" if opens else ""
        return f"全班 {of} 人中，{ready} 人还没达标而先修知识点都已达标{rest}。"
    rest = f"; for each of them {later:.1f} later points wait for it on average" if opens else ""
    return f"Ready to learn it and not there yet: {ready} of {of} students{rest}."


# -- who needs help --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Concern:
    """A reason with how much it weighs against others of its kind, 0-1."""

    text: str
    weight: float


def needs_help(found: ClassRecord, places: Sequence[int], language: Language) -> list[NeedsHelp]:
    """Students with at least one reason to look at them; more reasons first, then heavier ones."""
    listed: list[tuple[float, NeedsHelp]] = []
    for row, student in enumerate(found.students):
        weak = _surely_weak(found, row, places)
        concerns = [
            concern
            for concern in (_falling(found, row, language), _absent(found, row, language), _shaky(found, row, places, weak, language))
            if concern is not None
        ]  # fmt: skip
        if concerns:
            listed.append(
                (
                    sum(1.0 + concern.weight for concern in concerns),
                    NeedsHelp(
                        student_id=student.student_id,
                        name=found.names[row],
                        reasons=[concern.text for concern in concerns],
                        weakest=[found.made.ids[place] for place in weak[:MOST_WEAKEST]],
                    ),
                )
            )
    return [helped for _, helped in sorted(listed, key=lambda pair: (-pair[0], pair[1].student_id))]


def _falling(found: ClassRecord, row: int, language: Language) -> _Concern | None:
    """The last 30 days against the 30 before: only when the 95 % interval of the difference lies below 0."""
    since = day_of(found.now) - PERIOD + timedelta(days=1)
    scored = found.days.get(found.students[row].student_id, [])
    before = [day for day in scored if day.day < since]
    lately = [day for day in scored if day.day >= since]
    changed = difference(_rows(before), _rows(lately))
    if changed is None or changed.high >= 0:
        return None
    (n_before, mean_before), (n_lately, mean_lately) = _mean(before), _mean(lately)
    fall, least, most = (round(-100 * each) for each in (changed.value, changed.high, changed.low))
    if language == "zh":
        text = (
            f"最近 30 天平均分 {mean_lately:.0f}（{n_lately} 题），此前 30 天 {mean_before:.0f}（{n_before} 题），"
            f"下降 {fall} 分（95% 区间 {least}–{most} 分）。"
        )
    else:
        text = (
            f"Mean score {mean_lately:.0f} in the last 30 days ({n_lately} answers), {mean_before:.0f} in the 30 days "
            f"before ({n_before} answers): down by {fall} (95 % range {least} to {most})."
        )
    return _Concern(text, min(1.0, -changed.value))


def _rows(days: Sequence[DayScores]) -> list[list[float]]:
    """A row of scores for each day: `difference` looks at their number and sum only."""
    return [[day.total / day.answers] * day.answers for day in days]


def _mean(days: Sequence[DayScores]) -> tuple[int, float]:
    """Number of answers and their mean score, 0-100."""
    answers = sum(day.answers for day in days)
    return answers, 100 * sum(day.total for day in days) / answers


def _absent(found: ClassRecord, row: int, language: Language) -> _Concern | None:
    """No answer for two weeks, or none ever since the student came two weeks ago."""
    student = found.students[row]
    active = found.active.get(student.student_id)
    since = active.last_answered_at if active else student.created_at
    if since is None or found.now - since < INACTIVE:
        return None
    gone, day = (day_of(found.now) - day_of(since)).days, day_of(since)
    if language == "zh":
        text = f"已经 {gone} 天没有答题，上次是 {day}。" if active else f"{day} 加入，{gone} 天来还没有答过题。"
    else:
        text = (
            f"No answer for {gone} days, the last on {day}."
            if active
            else f"Here since {day}, {gone} days, without an answer."
        )
    return _Concern(text, 1.0 - INACTIVE / (found.now - since))


def _surely_weak(found: ClassRecord, row: int, places: Sequence[int]) -> list[int]:
    """Points with enough answers whose accuracy lies below 60 % with its whole 80 % interval, and which today's mastery does
    not call mended; the weakest first."""
    taken = [
        place
        for place in places
        if found.status[row, place] == LEARNING
        and found.attempts[row, place] >= LEAST_ANSWERS
        and found.mastery[row, place] < MET_FROM
    ]
    upper = {
        place: wilson(found.correct[row, place] / found.attempts[row, place], int(found.attempts[row, place]), z=Z80)[1]
        for place in taken
    }
    return sorted((place for place in taken if upper[place] < MET_FROM), key=lambda place: (upper[place], place))


def _shaky(
    found: ClassRecord, row: int, places: Sequence[int], weak: Sequence[int], language: Language
) -> _Concern | None:
    """Several points that are surely weak and on which others rest that are not met."""
    blocking = [place for place in weak if found.waiting[row, place] > 0]
    tried = int((found.attempts[row, list(places)] >= LEAST_ANSWERS).sum())
    if len(blocking) < max(MANY_WEAK, WEAK_SHARE * tried):
        return None
    waiting = int(((found.made.requires[blocking] > 0).any(axis=0) & (found.status[row] < MET)).sum())
    if language == "zh":
        text = (
            f"答过 {LEAST_ANSWERS} 题以上的 {tried} 个知识点中，有 {len(blocking)} 个正确率明显低于 60%，"
            f"有 {waiting} 个后续知识点要等它们达标。"
        )
    else:
        text = (
            f"{len(blocking)} of {tried} points with {LEAST_ANSWERS} or more answers are clearly below 60 % right; "
            f"later points that wait for them: {waiting}."
        )
    return _Concern(text, min(1.0, len(blocking) / 10))

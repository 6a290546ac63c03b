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
"""Surely weak points: among a few points one or two can be weak by chance, three hardly ever (the bound below errs one time
in ten)."""
WEAK_SHARE = 0.25
"""And of all points with enough answers: with three in four in order the usual practice mends the rest. In the demo class of
40 simulated students 3 points alone would name 25 of them, with the quarter it is 8."""
Z80 = 1.281552
"""Two-sided 80 % quantile of the normal distribution, as for the bands of mastery."""

MOST_WEAKEST = 3


# -- groups ----------------------------------------------------------------------------------------------------


def groups(records: ClassRecord, indexes: Sequence[int], names: Sequence[str], language: Language) -> list[NeedGroup]:
    """Students with the same need. Rule, the largest group first, each student in one group at most:

    1. points that were answered but are not met, though everything they rest on is met (to be mended);
    2. for those left over, points not met with yet on which the same holds (to be begun).
    Of equally large groups that comes first on which more points wait.
    """
    free = np.ones(len(records.students), dtype=bool)
    need_groups: list[NeedGroup] = []
    for need, reason_of in ((records.weak, _mend), (records.fresh, _begin)):
        for index, members in _gathered(need, free, indexes, records, most=MOST_GROUPS - len(need_groups)):
            reason = reason_of(len(members), _mean_accuracy(records, index, members), language)
            need_groups.append(
                NeedGroup(
                    point_id=records.structure.ids[index],
                    name=names[index],
                    students=[records.students[row].student_id for row in members],
                    names=[records.names[row] for row in members],
                    numbers=[records.students[row].shown_number for row in members],
                    reason=reason,
                )
            )
    return need_groups


def _gathered(
    need: Bool, free: Bool, indexes: Sequence[int], records: ClassRecord, *, most: int
) -> Iterator[tuple[int, list[int]]]:
    """The largest group again and again, as (index of the point, rows of the students); who is in one is no longer free."""
    columns = np.array(indexes, dtype=np.int64)
    for _ in range(most):
        in_need = need[:, columns] & free[:, None]
        sizes = in_need.sum(axis=0)
        waiting = (records.waiting[:, columns] * in_need).sum(axis=0)
        best = max(range(len(columns)), key=lambda column: (sizes[column], waiting[column], -column), default=None)
        if best is None or sizes[best] < LEAST_GROUP:
            return
        members = np.flatnonzero(in_need[:, best])
        free[members] = False
        yield int(columns[best]), members.tolist()


def _mean_accuracy(records: ClassRecord, index: int, members: Sequence[int]) -> float:
    """Share of right answers of these students on the point, each counted alike."""
    shares = records.correct[members, index] / np.maximum(records.attempts[members, index], 1)
    return float(shares.mean())


def _mend(count: int, accuracy: float, language: Language) -> str:
    if language == "zh":
        return f"{count} 名学生学过但还没达标（平均正确率 {accuracy:.0%}）；先修知识点都已达标。"
    return (
        f"{count} students have practised it but not met it yet ({100 * accuracy:.0f} % right on average); "
        "they have met everything that comes before it."
    )


def _begin(count: int, _: float, language: Language) -> str:
    if language == "zh":
        return f"{count} 名学生还没学过；先修知识点都已达标，可以开始学。"
    return f"{count} students have not started it but have met everything that comes before it: they can start now."


# -- teach this next -----------------------------------------------------------------------------------------------


def teach_next(
    records: ClassRecord, indexes: Sequence[int], points: Points, names: Sequence[str], language: Language
) -> list[TeachNext]:
    """Points for which a lesson pays, in a class that works where it does: those that many have answered and not met, or have never
    been asked and are due at their level, weighted by what rests on them.

    Order: students x log2(2 + points waiting for it, a student on average): what rests on a point counts with
    diminishing returns, and a point on which nothing rests still counts its students.
    """
    not_met = records.weak & records.within_reach
    served = not_met | records.fresh
    students = served.sum(axis=0)
    opens = (records.waiting * served).sum(axis=0)
    score = students * np.log2(2.0 + opens / np.maximum(students, 1))
    best = sorted((index for index in indexes if students[index] > 0), key=lambda index: (-score[index], index))
    return [
        _lesson(records, index, not_met, int(opens[index]), points, names, language) for index in best[:MOST_TO_TEACH]
    ]


def _lesson(
    records: ClassRecord,
    index: int,
    not_met: Bool,
    opens: int,
    points: Points,
    names: Sequence[str],
    language: Language,
) -> TeachNext:
    members = np.flatnonzero(not_met[:, index]).tolist()
    never_asked = int(records.fresh[:, index].sum())
    accuracy = _mean_accuracy(records, index, members) if members else None
    return TeachNext(
        point_id=records.structure.ids[index],
        name=names[index],
        level=points.rows[index].level,
        not_met=len(members),
        never_asked=never_asked,
        opens=opens,
        reason=_teach(len(members), accuracy, never_asked, opens, language),
    )


def _teach(not_met: int, accuracy: float | None, never_asked: int, opens: int, language: Language) -> str:
    """`3 have answered it without meeting it (40 % right on average); 12 are ready for it and have not been asked yet.`"""
    later = opens / (not_met + never_asked)
    parts = []
    if language == "zh":
        if accuracy is not None:
            parts.append(f"{not_met} 人答过但还没达标（平均正确率 {accuracy:.0%}）")
        if never_asked:
            parts.append(f"{never_asked} 人可以学了，还没答过")
        if opens:
            parts.append(f"平均每人有 {later:.1f} 个后续知识点，要先学会它才能学")
        return "；".join(parts) + "。"
    if accuracy is not None:
        have = "has" if not_met == 1 else "have"
        parts.append(f"{not_met} {have} practised it but not met it yet ({100 * accuracy:.0f} % right on average)")
    if never_asked:
        parts.append(
            f"{never_asked} {'is' if never_asked == 1 else 'are'} ready for it and {'has' if never_asked == 1 else 'have'} not been asked yet"
        )
    if opens:
        parts.append(f"on average {later:.1f} later points per student depend on it")
    return "; ".join(parts) + "."


# -- who needs help --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Concern:
    """A reason with how much it weighs against others of its kind, 0-1."""

    text: str
    weight: float


def needs_help(records: ClassRecord, indexes: Sequence[int], language: Language) -> list[NeedsHelp]:
    """Students with at least one reason to look at them; more reasons first, then heavier ones."""
    ranked: list[tuple[float, NeedsHelp]] = []
    for row, student in enumerate(records.students):
        weak = _surely_weak(records, row, indexes)
        concerns = [
            concern
            for concern in (_falling(records, row, language), _absent(records, row, language), _shaky(records, row, indexes, weak, language))
            if concern is not None
        ]  # fmt: skip
        if concerns:
            ranked.append(
                (
                    sum(1.0 + concern.weight for concern in concerns),
                    NeedsHelp(
                        student_id=student.student_id,
                        name=records.names[row],
                        number=student.shown_number,
                        reasons=[concern.text for concern in concerns],
                        weakest=[records.structure.ids[index] for index in weak[:MOST_WEAKEST]],
                    ),
                )
            )
    return [helped for _, helped in sorted(ranked, key=lambda pair: (-pair[0], pair[1].student_id))]


def _falling(records: ClassRecord, row: int, language: Language) -> _Concern | None:
    """The last 30 days against the 30 before: only when the 95 % interval of the difference lies below 0."""
    since = day_of(records.now) - PERIOD + timedelta(days=1)
    scored = records.days.get(records.students[row].student_id, [])
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


def _absent(records: ClassRecord, row: int, language: Language) -> _Concern | None:
    """No answer for two weeks, or none ever since the student came two weeks ago."""
    student = records.students[row]
    active = records.active.get(student.student_id)
    since = active.last_answered_at if active else student.created_at
    if since is None or records.now - since < INACTIVE:
        return None
    then = day_of(since)
    gone = (day_of(records.now) - then).days
    day = f"{then.year}年{then.month}月{then.day}日" if language == "zh" else f"{then.day} {then:%b %Y}"
    if language == "zh":
        text = f"已经 {gone} 天没有答题，上次是 {day}。" if active else f"{day} 加入，{gone} 天来还没有答过题。"
    else:
        text = (
            f"No answer for {gone} days, the last on {day}."
            if active
            else f"Here since {day}, {gone} days, without an answer."
        )
    return _Concern(text, 1.0 - INACTIVE / (records.now - since))


def _surely_weak(records: ClassRecord, row: int, indexes: Sequence[int]) -> list[int]:
    """Points with enough answers whose accuracy lies below 60 % with its whole 80 % interval, and which today's mastery does
    not call mended; the weakest first."""
    below_bar = [
        index
        for index in indexes
        if records.status[row, index] == LEARNING
        and records.attempts[row, index] >= LEAST_ANSWERS
        and records.mastery[row, index] < MET_FROM
    ]
    upper = {
        index: wilson(
            records.correct[row, index] / records.attempts[row, index], int(records.attempts[row, index]), z=Z80
        )[1]
        for index in below_bar
    }
    return sorted((index for index in below_bar if upper[index] < MET_FROM), key=lambda index: (upper[index], index))


def _shaky(
    records: ClassRecord, row: int, indexes: Sequence[int], weak: Sequence[int], language: Language
) -> _Concern | None:
    """Several points that are surely weak and on which others rest that are not met."""
    blocking = [index for index in weak if records.waiting[row, index] > 0]
    tried = int((records.attempts[row, list(indexes)] >= LEAST_ANSWERS).sum())
    if len(blocking) < max(MANY_WEAK, WEAK_SHARE * tried):
        return None
    waiting = int(((records.structure.requires[blocking] > 0).any(axis=0) & (records.status[row] < MET)).sum())
    if language == "zh":
        text = (
            f"答过 {LEAST_ANSWERS} 题以上的 {tried} 个知识点中，有 {len(blocking)} 个正确率明显低于 60%，"
            f"有 {waiting} 个后续知识点，要先学会它们才能学。"
        )
    else:
        text = (
            f"{len(blocking)} of {tried} points with {LEAST_ANSWERS} or more answers are clearly below 60 % right; "
            f"later points that depend on them: {waiting}."
        )
    return _Concern(text, min(1.0, len(blocking) / 10))

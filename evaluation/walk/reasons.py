"""The plan's reasons, each recomputed as a claim from the log of evidence, apart from the code that writes them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from core.knowledge.wire import PathRequest
from core.learning.days import day_of
from core.plan.wire import DailyRequest, PlannedQuestion, Recommendation
from core.records.evidence import Evidence
from core.tables.points import KnowledgePoint, Points
from evaluation.walk.cast import Walker

DIRECT = 1.0
"""From this weight on a piece of evidence is an answer to an item made for the point."""
ANSWERS = ("answer", "appeal_upheld", "retraction")
MET_SHARE = 0.6
LEAST_ANSWERS = 3
TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4}
SKILL = r"(?:listening|speaking|reading|writing)"
TWO_DAYS = timedelta(days=2)
Claim = Callable[["Log", PlannedQuestion, Recommendation], bool]


@dataclass
class Log:
    """What one student's evidence says, counted anew."""

    walker: Walker
    evidence: Sequence[Evidence]
    level: int | None
    """The level that the path tells; None where it is not known."""

    @property
    def points(self) -> Points:
        """The table of points."""
        return self.walker.core.tables.points

    def counts(self, point_id: str) -> tuple[int, int]:
        """Right answers and answers of a point with what is counted under it; what was taken back does not count."""
        family = set(self.family(point_id))
        right = answers = 0
        for piece in self.evidence:
            if piece.target_kind == "point" and piece.target in family and abs(piece.weight) >= DIRECT:
                sign = 1 if piece.weight > 0 else -1
                answers += sign
                right += sign * (piece.outcome >= 1)
        return right, answers

    def is_met(self, point_id: str) -> bool:
        """Six of ten right, as on the map."""
        right, answers = self.counts(point_id)
        return answers > 0 and right / answers >= MET_SHARE

    def is_seen(self, target_kind: str, target: str) -> bool:
        """Whether anything was ever noted of it."""
        return any(piece.target_kind == target_kind and piece.target == target for piece in self.evidence)

    def family(self, point_id: str) -> list[str]:
        """The point and what this project counts under it."""
        return [point_id, *(row.id for row in self.points.rows if row.parent_id == point_id)]

    def rests_on(self, point_id: str) -> list[KnowledgePoint]:
        """The official points that it rests on directly, itself or through what is counted under it."""
        family = set(self.family(point_id))
        below = {self.official(edge.requires_id) for edge in self.points.prerequisites if edge.point_id in family}
        return [self.points.by_id[each] for each in sorted(below - {point_id})]

    def official(self, point_id: str) -> str:
        """The official point of a child; a point itself."""
        row = self.points.by_id[point_id]
        return row.id if row.kind == "point" else self.official(row.parent_id)

    def days_since(self, target_kind: str, targets: Sequence[str]) -> int | None:
        """Calendar days, UTC+8, since the latest evidence."""
        moments = [
            piece.occurred_at for piece in self.evidence if piece.target_kind == target_kind and piece.target in targets
        ]
        return (day_of(self.walker.core.clock.now()) - day_of(max(moments))).days if moments else None


@dataclass
class Checked:
    """What the check of many plans found."""

    by_why: Counter[str] = field(default_factory=Counter)
    """How many reasons of each kind were recomputed; `several` are the sentences of entries with several tasks."""
    false: list[str] = field(default_factory=list)
    """Reasons that the log does not bear out."""
    changed: int = 0
    """Reasons in which one number was raised by one, to see whether the check would notice ..."""
    noticed: int = 0
    """... and those of them that it called false."""

    @property
    def count(self) -> int:
        """All that were recomputed."""
        return self.by_why.total()


def check(walker: Walker, checked: Checked) -> None:
    """Recompute the reasons of a student's plan of today, in English."""
    core = walker.core
    plan = core.plan.daily(DailyRequest(student_id=walker.student_id), walker.caller)
    path = core.knowledge.path(PathRequest(student_id=walker.student_id), walker.caller)
    level = int(path.current_level.removeprefix("level_")) if path.level_known else None
    log = Log(walker, core.store.evidence_of(walker.caller.organisation_id, walker.student_id), level)
    for entry in plan.recommendations:
        for question in entry.questions:
            checked.by_why[question.why] += 1
            if not CLAIMS[question.why](log, question, entry):
                checked.false.append(f"{walker.student_id} {question.why} {question.target}: {question.reason}")
            for other in _with_other_numbers(question):
                checked.changed += 1
                checked.noticed += not CLAIMS[question.why](log, other, entry)
        if len(entry.questions) > 1 and "; also " in entry.reason:
            checked.by_why["several"] += 1
            others = entry.reason.split("; also ")[1]
            told = sum(int(number) for number in re.findall(r"(\d+) (?:for|on|at|to|assigned|ahead)", others))
            if told != len(entry.questions) - 1:
                checked.false.append(f"{walker.student_id} of {len(entry.questions)} tasks: {entry.reason}")


def _with_other_numbers(question: PlannedQuestion) -> Iterator[PlannedQuestion]:
    """The question with one number of its reason raised by one; numbers of levels and the ten of `of 10` stay."""
    for match in re.finditer(
        r"(?<![Ll]evel )(?<![\d\-–])\d+(?!\d)", re.sub(r"(expected.* of )10 ", r"\1-- ", question.reason)
    ):
        raised = question.reason[: match.start()] + str(int(match[0]) + 1) + question.reason[match.end() :]
        yield question.model_copy(update={"reason": raised})


def _numbers(pattern: str, text: str) -> tuple[int, ...] | None:
    match = re.search(pattern, text)
    return None if match is None else tuple(_number(group) for group in match.groups() if group is not None)


def _number(text: str) -> int:
    return TIMES[text] if text in TIMES else int(text.split()[0])


def _names(log: Log, question: PlannedQuestion) -> bool:
    name = question.target
    if name in log.points.by_id:
        name = log.points.short_name(name).en
    return name in question.reason


def _weak(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    right, answers = log.counts(question.target)
    told = _numbers(r": (\d+) of (\d+) right so far", question.reason)
    return (
        _names(log, question)
        and told == (right, answers)
        and answers >= LEAST_ANSWERS
        and not log.is_met(question.target)
    )


def _retry(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    right, answers = log.counts(question.target)
    told = _numbers(r"answered only (once|twice|\w+ times) so far, (\d+) right", question.reason)
    return (
        _names(log, question)
        and told == (answers, right)
        and answers < LEAST_ANSWERS
        and not log.is_met(question.target)
    )


def _due(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    if question.target in log.points.by_id:
        since = log.days_since("point", log.family(question.target))
    else:
        since = log.days_since("word", [question.target])
    told = _numbers(r"last practised (\d+) days? ago", question.reason) or (0,)
    return _names(log, question) and told == (since,)


def _urgent(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    now = log.walker.core.clock.now()
    kinds = ("essay_error", "misread_tone", "misread_sound")
    targets = log.family(question.target) if question.target in log.points.by_id else [question.target]
    errors = [
        piece
        for piece in log.evidence
        if piece.kind in kinds and piece.target in targets and now - piece.occurred_at <= TWO_DAYS + TWO_DAYS
    ]
    told = re.search(r"(once|twice|three times|four times|\d+ times) (?:on|in) (\w+day)", question.reason)
    return (
        told is not None
        and _number(told[1]) == len(errors)
        and told[2] == max(day_of(piece.occurred_at) for piece in errors).strftime("%A")
    )


def _ready(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    if not _names(log, question) or log.is_met(question.target):
        return False
    below = log.rests_on(question.target)
    if "needs no other point first" in question.reason:
        return not below
    if told := _numbers(r"the (\d+) points? it rests on (?:is|are) met", question.reason):
        return told == (len(below),) and all(log.is_met(point.id) for point in below)
    return _is_known_as_told(log, below, question.reason)


def _is_known_as_told(log: Log, below: Sequence[KnowledgePoint], reason: str) -> bool:
    total = _numbers(r"of the (\d+) points? it rests on", reason)
    met, begun, likely, assumed = (
        (_numbers(pattern, reason) or (0,))[0]
        for pattern in (
            r"(\d+) met",
            r"(\d+) just begun and answered right",
            r"(\d+) likely known",
            r"(\d+) taken as known at your level",
        )
    )
    counts = {point.id: log.counts(point.id)[1] for point in below}
    are_met = [point for point in below if log.is_met(point.id)]
    are_begun = [point for point in are_met if counts[point.id] < LEAST_ANSWERS]
    unasked = [point for point in below if not counts[point.id] and log.level is not None and point.level < log.level]
    return (
        total == (len(below),) == (met + begun + likely + assumed,)
        and (met, begun) == (len(are_met) - len(are_begun), len(are_begun))
        and assumed <= len(unasked)
    )


def _early(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    below = log.rests_on(question.target)
    told = _numbers(r"(\d+) of the (\d+) points? it rests on", question.reason)
    open_points = [point for point in below if not log.is_met(point.id)]
    return told is not None and told[1] == len(below) and 0 < told[0] <= len(open_points) and _names(log, question)


def _expects(question: PlannedQuestion) -> bool:
    told = _numbers(r"expected(?: now)?: about (\d+) of 10 right", question.reason)
    return told is not None and question.chance is not None and abs(told[0] - 10 * question.chance) <= 0.5 + 1e-3


def _repeat(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    return (
        _names(log, question)
        and _expects(question)
        and log.days_since("point", log.family(question.target)) is not None
    )


def _random(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    return _names(log, question) and question.probability < 1


def _new_word(log: Log, question: PlannedQuestion, _: Recommendation) -> bool:
    level = re.search(r"a level (\S+) word", question.reason)
    levels = {_label(word.level) for word in log.walker.core.tables.words.rows if question.target in word.forms}
    return (
        _names(log, question) and level is not None and level[1] in levels and not log.is_seen("word", question.target)
    )


def _level(log: Log, question: PlannedQuestion, entry: Recommendation) -> bool:
    if entry.kind == "essay":
        return question.reason.startswith(f"A level {_shown(entry.difficulty)} title")
    told = re.match(rf"Level (\S+) {SKILL}", question.reason)
    if told is None:
        return False
    if "your level is not known yet" in question.reason:
        return log.level is None
    if log.level is None:
        return False
    asked = _LEVELS[told[1]]
    if "at your level now" in question.reason:
        return asked == log.level and _expects(question)
    own = re.search(r"your level now \(level ([^)]+)\)", question.reason)
    side = asked < log.level if "easier" in question.reason else asked > log.level
    return own is not None and own[1] == _label(log.level) and side and _expects(question)


def _assigned(_log: Log, question: PlannedQuestion, entry: Recommendation) -> bool:
    return entry.assignment_id is not None and bool(question.reason)


def _label(level: int) -> str:
    return "7–9" if level == 7 else str(level)


def _shown(difficulty: str) -> str:
    """The contract's HSK7-9 as reasons name it."""
    return difficulty.removeprefix("HSK").replace("-", "–")


_LEVELS = {_label(level): level for level in range(1, 8)}
CLAIMS: Mapping[str, Claim] = {
    "urgent": _urgent,
    "due": _due,
    "weak": _weak,
    "retry": _retry,
    "ready": _ready,
    "early": _early,
    "repeat": _repeat,
    "random": _random,
    "level": _level,
    "new_word": _new_word,
    "assigned": _assigned,
}

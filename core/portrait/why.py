"""The explanation of a node of the portrait: a sentence, its parts, its observations, and what would fill it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from core.errors import NotFound
from core.learning.days import day_of
from core.learning.indicators import WINDOW, half_life_days, remaining_share, scoring_leaves
from core.learning.mastery import begun
from core.learning.sums.states import fold_counts
from core.portrait import tree
from core.portrait.feeds import CONTESTABLE, DAYS_LEAF, FEEDS, MAP_LEAF
from core.portrait.folding import Folding
from core.portrait.observations import TEST_ITEMS, TEST_LEAVES, answer_observations
from core.portrait.sums import PortraitSums, leaf_scores, read
from core.portrait.wire import IndicatorNode, Why, WhyLine
from core.portrait.words import fills, sentence
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.records.learner import FirstPortrait, Learner
from core.tables import Tables
from core.tables.indicators import Indicator
from core.wire import Language

MOST_LINES = 200
TIMED = frozenset(feed.leaf_id for feed in FEEDS if feed.measure == "minutes")


def why(
    student_id: str, node_id: str, caller: Caller, *, language: Language, tables: Tables, store: Store, clock: Clock
) -> Why:
    """A node (F1, S3, T15, D35) opened. Raises `NotFound` for an unknown student or node."""
    organisation_id = caller.organisation_id
    if store.student(organisation_id, student_id) is None:
        raise NotFound(f"There is no student {student_id!r}.")
    state = store.portrait_state(organisation_id, student_id)
    first = store.first_portrait(organisation_id, student_id)
    portrait_sums = read(state) if state is not None else PortraitSums.nothing(day_of(clock.now()))
    node = tree.node(tables.indicators, leaf_scores(portrait_sums, first, tables.indicators), node_id)
    rows = [tables.indicators.by_id[leaf.id] for leaf in leaves_of(node)]
    # Above the leaves only what is in the number is a reason for it: how often somebody writes is beside how well.
    telling = (scoring_leaves(rows) or rows) if node.children else rows
    teller = _Teller({row.leaf_id: row for row in telling}, portrait_sums.states.day, language, tables)
    log = store.evidence_of(organisation_id, student_id) if any(leaf.n for leaf in leaves_of(node)) else []
    seconds = (
        _seconds(organisation_id, student_id, log, store)
        if log and any(row.leaf_id in TIMED for row in telling)
        else {}
    )
    lines = teller.lines(
        log, seconds, Folding(tables, store, organisation_id), first, store.learner(organisation_id, student_id)
    )
    return Why(
        node=node,
        sentence=sentence(node, rows, len(lines), language),
        parts=list(node.children),
        lines=[line.sent() for line in lines[:MOST_LINES]],
        total_lines=len(lines),
        fills=fills(node, rows, language),
        contestable=node.id in CONTESTABLE,
    )


def _seconds(organisation_id: str, student_id: str, log: Sequence[Evidence], store: Store) -> dict[str, int]:
    """How long each answer of a log took, by the source of its evidence."""
    moments = [piece.occurred_at for piece in log]
    answers = store.answers_between(organisation_id, student_id, min(moments), max(moments) + timedelta(seconds=1))
    return {f"{row.evaluation_id}#{row.position}": row.time_spent_seconds for row in answers}


def leaves_of(node: IndicatorNode) -> list[IndicatorNode]:
    """The leaves at or under a node."""
    return [leaf for child in node.children for leaf in leaves_of(child)] if node.children else [node]


@dataclass(frozen=True)
class _Line:
    what: str
    occurred_at: datetime
    value: float
    counts: float
    source: str
    opens: bool

    def sent(self) -> WhyLine:
        return WhyLine(
            what=self.what,
            occurred_at=self.occurred_at.isoformat().replace("+00:00", "Z"),
            value=round(self.value, 3),
            counts=round(self.counts, 4),
            source=self.source,
            opens=self.opens,
        )


class _Teller:
    """Observations of some leaves as lines, newest first; percentages in percent."""

    def __init__(self, rows: Mapping[str, Indicator], day: date, language: Language, tables: Tables) -> None:
        self._rows = rows
        self._day = day
        self._zh = language == "zh"
        self._language = language
        self._tables = tables

    def lines(
        self,
        log: Iterable[Evidence],
        seconds: Mapping[str, int],
        folding: Folding,
        first: FirstPortrait | None,
        learner: Learner | None,
    ) -> list[_Line]:
        """All of them. `seconds` an answer took, by its source."""
        pieces = [piece for piece in log if piece.target_kind in ("skill", "indicator")]
        feeds = folding.feeds_of({piece.item_id for piece in pieces if piece.item_id})
        found: list[_Line] = []
        active: dict[date, _Line] = {}
        for piece in pieces:
            if piece.target_kind == "indicator" and piece.target in self._rows:
                found.append(self._line(piece, piece.target, piece.outcome))
            elif piece.target_kind == "skill":
                for observation in answer_observations(
                    piece, seconds.get(piece.source, 0), feeds.get(piece.item_id, ())
                ):
                    if observation.leaf_id in self._rows:
                        found.append(self._line(piece, observation.leaf_id, observation.amount))
                if DAYS_LEAF in self._rows and piece.weight > 0 and self._age(piece.occurred_at) < WINDOW:
                    active[day_of(piece.occurred_at)] = self._line(piece, DAYS_LEAF, 1.0)
        # A day counts once and whole, however much was done on it, and then not at all.
        found += [replace(line, counts=1.0) for line in active.values()]
        found += [*self._baseline(first), *self._points(learner)]
        return sorted(found, key=lambda line: line.occurred_at, reverse=True)

    def _line(self, piece: Evidence, leaf_id: str, amount: float) -> _Line:
        row = self._rows[leaf_id]
        elapsed = self._age(piece.occurred_at)
        what = f"{self._name(row)}{self._kind(piece)}"
        counts = piece.weight * remaining_share(elapsed, half_life_days(row))
        value = 100 * amount if row.fold in ("share", "switch") else amount
        return _Line(what, piece.occurred_at, value, counts, piece.source, piece.item_id != "")

    def _age(self, moment: datetime) -> int:
        """Days from a moment to the day of the portrait."""
        return max(0, (self._day - day_of(moment)).days)

    def _name(self, row: Indicator) -> str:
        return row.leaf_zh if self._zh else row.leaf_en

    def _kind(self, piece: Evidence) -> str:
        label = KINDS.get(piece.kind)
        return "" if label is None else label[0 if self._zh else 1]

    def _baseline(self, first: FirstPortrait | None) -> Iterable[_Line]:
        if first is None:
            return
        results = json.loads(first.test_results)
        day = max(0, (self._day - day_of(first.created_at)).days)
        for skill, leaf_id in TEST_LEAVES.items():
            value = results.get(f"{skill}_ability")
            if first.source == "api" and value is not None and leaf_id in self._rows:
                row = self._rows[leaf_id]
                counts = TEST_ITEMS * remaining_share(day, half_life_days(row))
                yield _Line(self._test(row), first.created_at, value, counts, "first_portrait", False)
        for leaf_id, (level, items) in results.get("levels", {}).items():
            if leaf_id in self._rows:
                row = self._rows[leaf_id]
                counts = items * remaining_share(day, half_life_days(row))
                yield _Line(self._placement(row), first.created_at, level, counts, "placement", False)

    def _test(self, row: Indicator) -> str:
        return f"{self._name(row)}（首次测试）" if self._zh else f"{self._name(row)} (first test)"

    def _placement(self, row: Indicator) -> str:
        return f"{self._name(row)}（摸底）" if self._zh else f"{self._name(row)} (placement)"

    def _points(self, learner: Learner | None) -> Iterable[_Line]:
        """Points of the map with answers, each with its accuracy."""
        if learner is None or MAP_LEAF not in self._rows:
            return
        points = self._tables.points
        own = {key: (sums.attempts, sums.correct) for key, sums in learner.points.items() if key in points.by_id}
        for key, counts in fold_counts([points.by_id[key] for key in own], own).items():
            if counts.attempts > 0 and points.by_id[key].kind == "point":
                at = max(
                    sums.last_at
                    for each, sums in learner.points.items()
                    if key in (each, points.by_id[each].parent_id if each in points.by_id else "")
                )
                name = f"{key} {points.short_name(key).get(self._language)}"
                if begun(counts.attempts):
                    name += "（刚开始）" if self._zh else " (just begun)"
                yield _Line(name, at, round(100 * counts.accuracy, 1), 1.0, key, False)


KINDS: dict[str, tuple[str, str]] = {
    "behaviour": ("（上报）", " (reported)"),
    "retraction": ("（撤回原来的判分）", " (first mark taken back)"),
    "essay": ("（交了作文）", " (a text handed in)"),
    "reading_aloud": ("（朗读）", " (reading aloud)"),
    "read_aloud": ("（朗读评分）", " (a reading aloud, scored)"),
    "essay_scored": ("（作文评分）", " (an essay, scored)"),
    "lesson": ("（微课）", " (a lesson)"),
    "plan_share": ("（当天的计划）", " (the day's plan)"),
    "appeal_upheld": ("（老师认可）", " (the teacher agreed)"),
    "proof": ("（验证）", " (check)"),
}

"""What a plan is made from: one student as the store knows them, read for one or for many at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from core.learning.days import day_start
from core.learning.items.pauses import TEXT_PAUSE, resting
from core.learning.level import NOBODY, StudentLevel, levels_of
from core.learning.memory import Card, Spaced
from core.learning.times import WINDOW
from core.plan.day.memory import memory_of
from core.plan.done.retractions import RETRACTION, without_retracted
from core.plan.wire import PlanSettings
from core.ports.store import Store
from core.records.evidence import Evidence, standing
from core.records.learner import Learner, LearningGoal
from core.records.plan import AnswerTime, Completion

SEEN = timedelta(days=14)
"""An item does not come back to a student before this, as in practice."""
PLAYED = timedelta(days=60)
"""A lesson does not come back before this."""
URGENT = timedelta(hours=48)
"""Errors in essays and readings are booked within two days."""
ERROR_KINDS = ("essay_error", "essay_marked", "misread_tone", "misread_sound")
WRITTEN = ("essay_error", "essay_marked")
"""Of these the ones that were made in writing."""
ERROR_BELOW = 0.5
"""Of such evidence what counts as an error."""
SUBJECT = "hsk"


@dataclass(frozen=True)
class Inputs:
    """One student at one moment."""

    organisation_id: str
    student_id: str
    day: date
    """For which the plan is, UTC+8."""
    now: datetime
    learner: Learner | None = None
    cards: Mapping[str, Card] = field(default_factory=dict)
    """By target: points and words (`core.plan.day.memory`)."""
    late: Sequence[Spaced] = ()
    """Late answers on points: how much the student keeps."""
    settings: PlanSettings = field(default_factory=PlanSettings)
    shown: frozenset[str] = frozenset()
    """Items and sentences seen within a fortnight."""
    shown_sources: frozenset[str] = frozenset()
    """Texts, exchanges and sentences of the items shown within `TEXT_PAUSE`."""
    times: Sequence[AnswerTime] = ()
    """Of the last four weeks."""
    errors: tuple[Evidence, ...] = ()
    """Of the last two days, oldest first."""
    played: Mapping[str, date] = field(default_factory=dict)
    """When each resource was last done, of the last two months."""
    goal: LearningGoal | None = None
    level: StudentLevel = NOBODY
    own_words: tuple[str, ...] = ()
    """Words that the student has put by, the last one first."""

    @property
    def last_at(self) -> datetime | None:
        """The latest evidence on any point."""
        return None if self.learner is None else self.learner.whole.last_at


def read(organisation_id: str, student_ids: Sequence[str], day: date, now: datetime, *, store: Store) -> list[Inputs]:
    """The inputs of students of one organisation, in their order: a fixed number of queries, however many they are.

    Of each student the goal is read by itself.
    """
    ids = list(student_ids)
    learners = {row.student_id: row for row in store.learners(organisation_id, ids)}
    levels = levels_of(organisation_id, ids, store=store, now=now)
    memory = store.memory(organisation_id, ids)
    settings = store.plan_settings(organisation_id, ids)
    shown = store.items_shown_to(organisation_id, ids, now - SEEN)
    sources = store.sources_shown_to(organisation_id, ids, now - TEXT_PAUSE)
    done = _by_student(store.completions_between(organisation_id, ids, day - PLAYED, day))
    times: dict[str, list[AnswerTime]] = defaultdict(list)
    for row in store.answer_seconds(organisation_id, ids, now - WINDOW):
        times[row.student_id].append(row)
    own_words = store.own_words(organisation_id, ids)
    errors = _errors(standing(store.evidence_of_kinds(organisation_id, ids, (*ERROR_KINDS, RETRACTION), now - URGENT)))
    made = []
    for student_id in ids:
        chosen = settings.get(student_id)
        cards, late = memory_of(memory.get(student_id))
        played = done.get(student_id, [])
        made.append(
            Inputs(
                organisation_id=organisation_id,
                student_id=student_id,
                day=day,
                now=max(now, day_start(day)),
                learner=learners.get(student_id),
                cards=cards,
                late=late,
                settings=PlanSettings() if chosen is None else PlanSettings.model_validate_json(chosen.body),
                shown=shown.get(student_id, frozenset()) | _lately(played, day),
                shown_sources=resting(sources.get(student_id, ())),
                times=times[student_id],
                errors=tuple(errors.get(student_id, ())),
                played={row.resource_id: row.day for row in played},
                goal=store.goal(organisation_id, student_id, SUBJECT),
                level=levels[student_id],
                own_words=tuple(row.word for row in own_words.get(student_id, ())),
            )
        )
    return made


def _by_student(rows: Sequence[Completion]) -> dict[str, list[Completion]]:
    found: dict[str, list[Completion]] = defaultdict(list)
    for row in rows:
        found[row.student_id].append(row)
    return found


def _lately(rows: Sequence[Completion], day: date) -> frozenset[str]:
    return frozenset(row.resource_id for row in rows if day - row.day <= SEEN)


def _errors(pieces: Sequence[Evidence]) -> dict[str, list[Evidence]]:
    """By student; without what was taken back, which bears the time of what it takes back."""
    found: dict[str, list[Evidence]] = defaultdict(list)
    for piece in without_retracted(pieces):
        if piece.outcome < ERROR_BELOW and piece.weight > 0:
            found[piece.student_id].append(piece)
    return found

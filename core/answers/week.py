"""What was really learned in seven days: only what the evidence log shows, each with the evidence under it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise

from core.answers.gains import RIGHT_OUTCOME, gained_and_lost
from core.answers.wire import KeptWord, MendedError, WeekLearned
from core.learning.days import day_of, day_start
from core.learning.mastery import DIRECT_WEIGHT
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.evidence import Evidence
from core.tables.points import Points
from core.wire import TOPICS, Language

DAYS = 7
"""The time that is looked at, today included."""
KEPT_AFTER = timedelta(days=7)
"""A word answered right after so long without a question about it was remembered, and not just held in mind."""
ERROR, MARKED, USE = "essay_error", "essay_marked", "essay_use"


def week(
    student_id: str, caller: Caller, *, language: Language, points: Points, store: Store, clock: Clock
) -> WeekLearned:
    """What a student learned in the last seven days, today included (UTC+8)."""
    today = day_of(clock.now())
    log = store.evidence_of(caller.organisation_id, student_id)
    return week_learned(log, student_id, today, points=points, language=language)


def week_learned(
    log: Sequence[Evidence], student_id: str, today: date, *, points: Points, language: Language
) -> WeekLearned:
    """The same from the evidence log. What was taken back counts for nothing; of a word that went wrong again nothing is claimed."""
    first = today - timedelta(days=DAYS - 1)
    start, end = day_start(first), day_start(today + timedelta(days=1))
    gained, _ = gained_and_lost(log, start, end, points=points, language=language)
    return WeekLearned(
        student_id=student_id,
        first=first.isoformat(),
        last=today.isoformat(),
        answers=len(
            {given.source for given in _standing(log, "skill") if given.target in TOPICS and start <= given.at < end}
        ),
        words=kept_words(log, start, end),
        points=gained,
        mended=mended_errors(log, start, end, points=points, language=language),
    )


@dataclass(frozen=True)
class _Given:
    """One answer, or one use in an essay, as it stands after everything that was taken back."""

    target: str
    right: bool
    at: datetime
    source: str
    kinds: frozenset[str]
    direct: bool
    """Whether it is an answer to an item, and no essay."""


def _standing(log: Iterable[Evidence], target_kind: str) -> list[_Given]:
    """What still counts, oldest first: pieces of one source and moment about one target with one outcome, whose weights add up to more than 0."""
    # All cards that a student graded have one source: only the moment, which what takes a piece back keeps, tells them apart.
    groups: dict[tuple[str, str, float, datetime], list[Evidence]] = defaultdict(list)
    for piece in log:
        if piece.target_kind == target_kind:
            groups[piece.target, piece.source, piece.outcome, piece.occurred_at].append(piece)
    given = [
        _Given(
            target,
            outcome >= RIGHT_OUTCOME,
            at,
            source,
            frozenset(piece.kind for piece in pieces),
            any(piece.weight >= DIRECT_WEIGHT and "#" in source for piece in pieces),
        )
        for (target, source, outcome, at), pieces in groups.items()
        if sum(piece.weight for piece in pieces) > 0
    ]
    return sorted(given, key=lambda each: (each.at, each.source))


def kept_words(log: Iterable[Evidence], start: datetime, end: datetime) -> list[KeptWord]:
    """Words that were answered right in the time, seven days or more after the answer before, which was right too, and that did not go wrong
    since; those kept the longest first.

    An error in an essay on the word counts as an answer that was wrong.
    """
    by_word: dict[str, list[_Given]] = defaultdict(list)
    for given in _standing(log, "word"):
        if given.at < end and (given.direct or not given.right):
            by_word[given.target].append(given)
    kept = []
    for word, answers in by_word.items():
        pairs = [
            (before, after)
            for before, after in pairwise(answers)
            if before.right and after.right and after.at >= start and after.at - before.at >= KEPT_AFTER
        ]
        if pairs and all(answer.right for answer in answers if answer.at >= pairs[-1][1].at):
            before, after = max(pairs, key=lambda pair: pair[1].at - pair[0].at)
            kept.append(KeptWord(word=word, days=(after.at - before.at).days, evidence=[before.source, after.source]))
    return sorted(kept, key=lambda each: (-each.days, each.word))


def mended_errors(
    log: Sequence[Evidence], start: datetime, end: datetime, *, points: Points, language: Language
) -> list[MendedError]:
    """Points with an error in an essay before the time that another essay of the time uses, with no error on them in the time."""
    # The first piece of a source names its essay: the key of one that counts again begins otherwise.
    acts = {piece.source: _act(piece) for piece in reversed(log) if piece.kind in (ERROR, MARKED, USE)}
    errors: dict[str, list[_Given]] = defaultdict(list)
    uses: dict[str, list[_Given]] = defaultdict(list)
    for given in _standing(log, "point"):
        if given.at < end and given.kinds & {ERROR, MARKED}:
            errors[given.target].append(given)
        elif USE in given.kinds and start <= given.at < end:
            uses[given.target].append(given)
    mended = []
    for point in points.rows:
        before = errors.get(point.id, ())
        if not before or any(error.at >= start for error in before):
            continue
        error = before[-1]
        clean = [use for use in uses.get(point.id, ()) if acts[use.source] != acts[error.source]]
        if clean:
            # What a teacher marked names the writing, of which no evaluation need exist.
            with_error = "" if MARKED in error.kinds else error.source.partition("#")[0]
            essays = [with_error, clean[-1].source.partition("#")[0]]
            name = points.short_name(point.id).get(language)
            mended.append(MendedError(point_id=point.id, name=name, essays=essays))
    return mended


def _act(piece: Evidence) -> str:
    """The essay that a piece is from, the same for all of its drafts: the source of what a teacher marked names it, else the part of the key
    between kind and target."""
    if piece.kind == MARKED:
        return piece.source.partition("#")[0]
    return piece.idempotency_key.removeprefix(f"{piece.kind}:").partition(f":{piece.target_kind}:")[0]

"""What each answer leaves in a student's memory of points and words, folded for many students at once.

A review is a direct answer on a point or a word (an item made for it; a text understood is no review of its points), and an
error made in free use: in an essay, in reading aloud. The result is the same as if everything were folded afresh, whatever
the order in which evidence came: where something late arrives or is taken back, the student's cards are made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from core.learning.mastery import DIRECT_WEIGHT
from core.learning.memory import (
    KEPT_DAYS,
    LONGEST_DAYS,
    RETENTION,
    Card,
    Review,
    Spaced,
    from_rows,
    packed,
    reviewed,
    spaced,
)  # fmt: skip
from core.plan.done.retractions import RETRACTION, without_retracted
from core.ports.plan import MemoryStore
from core.ports.system import Clock
from core.records.evidence import Evidence, standing
from core.records.plan import MemoryState

VERSION = f"fsrs-6 {RETENTION} {LONGEST_DAYS} rules-2"
"""Of the scheduler's parameters and of the rules below; with another one all cards are folded afresh."""
POINT = "p:"
WORD = "w:"
KEPT = "~kept"
"""Where the late answers stand among the cards."""
MICROS_A_DAY = 86_400_000_000
PREFIXES = {"point": POINT, "word": WORD}
"""Before the id of a point, or a word, in the one dictionary of a student's cards."""

ANSWERS = frozenset({"answer", "appeal_upheld", "word_recalled"})
"""The last one is a card of the student's own words, which the student has graded."""
FAILURES = frozenset({"essay_error", "essay_marked", "misread_tone", "misread_sound"})
"""Wrong where nobody asked: a failed review whatever its weight, one for each essay or reading however often it stands there."""
FAILED = 0.0

REFOLD = ""
"""Tells the store that the new evidence cannot be added to the cards."""
BLOCK = 200
"""Students in one transaction of the nightly job: a fraction of a second during which SQLite's other writers wait."""


def refresh(organisation_id: str, student_ids: Sequence[str], *, store: MemoryStore, clock: Clock) -> int:
    """Take the evidence above each student's watermark into the cards; how many were written. A second time writes nothing."""
    return sum(
        store.fold_memory(organisation_id, student_ids[start : start + BLOCK], fold, version=VERSION, at=clock.now())
        for start in range(0, len(student_ids), BLOCK)
    )


def cards_of(state: MemoryState | None) -> dict[str, Card]:
    """A student's cards by target, `p:` or `w:` before it; none where they wait to be folded afresh."""
    return memory_of(state)[0]


def memory_of(state: MemoryState | None) -> tuple[dict[str, Card], list[Spaced]]:
    """The cards, and the late answers on points that say how much a student keeps (`core.learning.memory.share_of_spaced`)."""
    if state is None or state.version != VERSION:
        return {}, []
    rows = json.loads(state.cards)
    kept = rows.pop(KEPT, [])
    return from_rows(rows), [(at, outcome) for at, outcome in kept]


def points_among(cards: Mapping[str, Card]) -> dict[str, Card]:
    """Cards of points, by point id."""
    return _under(POINT, cards)


def words_among(cards: Mapping[str, Card]) -> dict[str, Card]:
    """Cards of words, by word."""
    return _under(WORD, cards)


def _under(prefix: str, cards: Mapping[str, Card]) -> dict[str, Card]:
    return {target.removeprefix(prefix): card for target, card in cards.items() if target.startswith(prefix)}


# -- the fold --------------------------------------------------------------------------------------------------


def fold(_student_id: str, cards: str | None, evidence: Sequence[Evidence]) -> str:
    """The cards after the evidence, packed; empty where only a fold of all the evidence gives the right ones."""
    if cards is None:
        reviews = reviews_of(evidence)
        return _with_kept(json.loads(packed(reviewed({}, reviews))), _late({}, reviews))
    if any(piece.kind == RETRACTION for piece in evidence):
        return REFOLD
    reviews = reviews_of(evidence)
    return _added(cards, reviews) if reviews else cards


def _added(cards: str, reviews: Sequence[Review]) -> str:
    """As `reviewed`, but only what is touched is unpacked: most cards stay as they are, and there are hundreds."""
    rows = json.loads(cards)
    kept = [(at, outcome) for at, outcome in rows.pop(KEPT, [])]
    before = from_rows({review.target: rows[review.target] for review in reviews if review.target in rows})
    if any(review.target in before and review.at <= before[review.target].last_at for review in reviews):
        return REFOLD
    rows |= json.loads(packed(reviewed(before, reviews)))
    return _with_kept(rows, [*kept, *_late(before, reviews)])


def _late(before: Mapping[str, Card], reviews: Iterable[Review]) -> list[Spaced]:
    """Of points alone: a word is asked in too many ways for one answer to be a test of the one before."""
    return spaced(before, [review for review in reviews if review.target.startswith(POINT)])


def _with_kept(rows: dict[str, object], late: Sequence[Spaced]) -> str:
    """The cards as text, with the late answers of the last four weeks before the newest."""
    newest = max((at for at, _ in late), default=0)
    since = newest - KEPT_DAYS * MICROS_A_DAY
    kept = [[at, outcome] for at, outcome in sorted(late) if at >= since]
    return json.dumps({**rows, **({KEPT: kept} if kept else {})}, ensure_ascii=False, separators=(",", ":"))


def reviews_of(evidence: Iterable[Evidence]) -> list[Review]:
    """What counts as a review, without what was taken back among the same evidence."""
    answers: list[Review] = []
    failures: set[Review] = set()
    for piece in without_retracted(standing(evidence)):
        review = _review(piece)
        if review is None:
            continue
        if piece.kind in FAILURES:
            failures.add(review)
        else:
            answers.append(review)
    return [*answers, *sorted(failures, key=lambda failure: (failure.at, failure.target))]


def _review(piece: Evidence) -> Review | None:
    prefix = PREFIXES.get(piece.target_kind)
    if prefix is None:
        return None
    if piece.kind in FAILURES:
        return Review(prefix + piece.target, FAILED, piece.occurred_at)
    direct = piece.kind in ANSWERS and piece.weight >= DIRECT_WEIGHT
    return Review(prefix + piece.target, piece.outcome, piece.occurred_at) if direct else None

"""The words that a student has put by: which are due, what is asked of them, and a card that the student grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Literal

from core.learning.mastery import DIRECT_WEIGHT
from core.learning.memory import Card
from core.records.evidence import Evidence
from core.records.words import OwnWord
from core.words.wire import DeckWord

MOST_WORDS = 3_000
"""Of one student: more than anyone reviews, and a page still lists them."""
Grade = Literal["known", "nearly", "forgotten"]
OUTCOMES: Mapping[Grade, float] = {"known": 1.0, "nearly": 0.5, "forgotten": 0.0}
RECALLED = "word_recalled"
"""Kind of the evidence that a graded card leaves."""


def deck(
    words: Sequence[OwnWord],
    cards: Mapping[str, Card],
    *,
    recording: Callable[[str], str | None],
) -> list[DeckWord]:
    """The words with how they stand, in the order given.

    Parameters
    ----------
    cards
        What is kept of the student's memory, by word.
    """
    return [_deck_word(word, cards.get(word.word), recording(word.word)) for word in words]


def _deck_word(word: OwnWord, card: Card | None, recording: str | None) -> DeckWord:
    return DeckWord(
        word=word.word,
        pinyin=word.pinyin,
        meaning=word.meaning,
        level=word.level,
        sentence=word.sentence,
        added_at=word.added_at,
        last_at=None if card is None else card.last_at,
        due_at=None if card is None else card.due_at,
        recording=recording,
    )


def most_pressing_first(words: Sequence[DeckWord], now: datetime) -> list[DeckWord]:
    """What has been due longest first, then what was never asked, the last added first, then what comes due soonest."""

    def pressing(word: DeckWord) -> tuple[int, float]:
        if word.due_at is None:
            return 1, -word.added_at.timestamp()
        return (0 if word.due_at <= now else 2), word.due_at.timestamp()

    return sorted(words, key=pressing)


def recalled(word: OwnWord, grade: Grade, at: datetime) -> Evidence:
    """What a card that the student graded says; a second grade within the same second changes nothing."""
    return Evidence(
        student_id=word.student_id,
        kind=RECALLED,
        target_kind="word",
        target=word.word,
        outcome=OUTCOMES[grade],
        weight=DIRECT_WEIGHT,
        source="own_words",
        occurred_at=at,
        idempotency_key=f"{RECALLED}:{word.student_id}:{word.word}:{int(at.timestamp())}",
    )

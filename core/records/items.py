"""Items as they are presented: what a student sees, and the right answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from core.records.access import Call
from core.wire import BandLevel, Bilingual, Closed, QuestionType, Topic

BLANK = "____"
"""How a gap is written in a stem."""

AnswerKind = Literal["choice", "text", "pinyin", "text_or_pinyin", "pairs", "order"]


class Option(Closed):
    """One option: `id` is its label (A, B, ... or 1, 2, ... for the left side of a matching)."""

    id: str
    text: str
    note: Bilingual | None = None
    """Of a choice, why this option is wrong here; of an order, what ties this piece to the one before it; of a matching, what joins this right
    side to its left. Shown after the answer only."""


class Audio(Closed):
    """What a listening item plays: speech to be spoken by the browser's own voice, or a recorded file."""

    kind: Literal["speech", "file"]
    text: str | None = None
    pinyin: str | None = None
    url: str | None = None


class Item(Closed):
    """A question with everything needed to show, mark and explain it in both languages.

    `id` is derived from the content, so an item never changes under its id: other content makes another item.
    """

    id: str
    type: QuestionType
    topic: Topic
    level: BandLevel
    standard_level: int = Field(ge=1, le=7)
    source: str
    """Id of the sentence, exchange, passage, dialogue, set or word it was made from."""
    question: Bilingual
    """Instruction and stem; the blank is written ____ (four low lines)."""
    stem: str = ""
    """The Chinese that the learner reads, shown large; empty for pure listening."""
    left: list[Option] = Field(default_factory=list)
    options: list[Option] = Field(default_factory=list)
    answer_kind: AnswerKind
    key: str
    """The wire's correct_answer: option id, expected text, `1-B,2-A`, or `C,A,D,B`."""
    accepted: list[str] = Field(default_factory=list)
    """Further right answers in the same form as `key`."""
    pinyin: str = ""
    """Pinyin of a text key with tone marks, for feedback and for answer_kind text_or_pinyin."""
    explanation: Bilingual
    translation: str = ""
    """English of the stem or the audio, shown after the answer."""
    full_text: str = ""
    """The complete right sentence or text, shown (and spoken) after the answer."""
    tags: list[str] = Field(default_factory=list)
    points: list[str] = Field(default_factory=list)
    """Ids of grammar points this item is evidence for."""
    words: list[str] = Field(default_factory=list)
    """Word-list words this item is evidence for."""
    audio: Audio | None = None
    similar: str = ""
    """Items with the same value test the same thing with the same words: a batch contains at most one of them."""


SET_MARK = "+"
"""What stands between the sources of a set."""


def parts_of(source: str) -> tuple[str, ...]:
    """The sources that an item was made from: several where it is a set.

    >>> parts_of("x0001+x0002"), parts_of("s1001")
    (('x0001', 'x0002'), ('s1001',))
    """
    return tuple(source.split(SET_MARK))


Askable = Callable[[Topic, Audio | None], bool]
"""Whether an item of a topic with what is heard in it may be asked."""


@dataclass(frozen=True)
class DrawnItems:
    """Items drawn for a request, with the call to be counted for them and the reply to be remembered."""

    items: Sequence[Item]
    call: Call | None = None
    reply: str | None = None

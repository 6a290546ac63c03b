"""Texts with questions as a teacher writes them, and what is said of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints

from core.questions.formats.texts import clean, one_line
from core.records.items import Item
from core.records.own_items import ItemState
from core.records.proofs import Proof
from core.wire import Bilingual, Closed

LONGEST_TITLE = 60
LONGEST_TEXT = 3_000
"""Code points of a text: twice the longest passage of the bank."""
LONGEST_LINE = 300
"""Code points of a question or an option."""
LONGEST_REASON = 1_000
MOST_QUESTIONS = 12
MOST_WRONG = 5
MOST_ACCEPTED = 20
MOST_POINTS = 10
USUAL_OPTIONS = 4

TextKind = Literal["passage", "dialogue"]
"""passage: to be read; dialogue: to be heard, a line for each turn, `男：` or `女：` at its head."""
QuestionKind = Literal["choice", "short"]

_Title = Annotated[str, BeforeValidator(one_line), StringConstraints(max_length=LONGEST_TITLE)]
_Line = Annotated[str, BeforeValidator(one_line), StringConstraints(max_length=LONGEST_LINE)]
_Reason = Annotated[str, BeforeValidator(clean), StringConstraints(max_length=LONGEST_REASON)]
_Text = Annotated[str, BeforeValidator(clean), StringConstraints(max_length=LONGEST_TEXT)]


class TextQuestion(Closed):
    """A question about a text, whole or still unfinished."""

    kind: QuestionKind = "choice"
    ask_zh: _Line = ""
    ask_en: _Line = ""
    """The same in English, for beginners; empty where there is none."""
    key: _Line = ""
    wrong: tuple[_Line, ...] = Field(default=(), max_length=MOST_WRONG)
    """Wrong options of a choice."""
    accepted: tuple[_Line, ...] = Field(default=(), max_length=MOST_ACCEPTED)
    """Further right answers of a short answer."""
    notes_zh: dict[_Line, _Reason] = Field(default_factory=dict, max_length=MOST_WRONG)
    """What is wrong with a wrong option, by its text."""
    notes_en: dict[_Line, _Reason] = Field(default_factory=dict, max_length=MOST_WRONG)
    why_zh: _Reason = ""
    why_en: _Reason = ""


class OwnTextDraft(Closed):
    """A text with its questions, whole or still unfinished: an unfinished one can be kept, and not be approved."""

    title: _Title = ""
    kind: TextKind = "passage"
    text: _Text = ""
    level: int = Field(default=1, ge=1, le=7)
    """Of the standard; 7 stands for the band 7-9."""
    translation: _Text = ""
    points: tuple[_Line, ...] = Field(default=(), max_length=MOST_POINTS)
    """Grammar points that an answer is evidence for."""
    questions: tuple[TextQuestion, ...] = Field(default=(), max_length=MOST_QUESTIONS)


class TextWarning(Closed):
    """Something about a text that a teacher should look at."""

    id: str
    question: int
    """Number of the question from 1; 0 is the text itself."""
    blocks: bool
    """Whether the text cannot be approved while this is so."""
    said: Bilingual


class QuestionLook(Closed):
    """A question as a student would get it; None for both while something of it is missing."""

    item: Item | None
    proof: Proof | None
    proof_said: list[str]
    """The proof in sentences, in the caller's language."""


class TextLook(Closed):
    """A draft looked over; nothing of it is kept."""

    warnings: list[TextWarning]
    questions: list[QuestionLook]

    @property
    def can_be_approved(self) -> bool:
        """Whether nothing blocks it."""
        return not any(warning.blocks for warning in self.warnings)


class OwnTextView(Closed):
    """A text of the organisation."""

    text_id: str
    draft: OwnTextDraft
    state: ItemState
    version: int
    item_ids: tuple[str, ...]
    """Ids of its questions that students get, in their order; empty unless it is approved."""
    author: str
    """Display name; empty where the account is gone."""
    author_id: str
    """Account id."""
    made_at: datetime
    changed_at: datetime

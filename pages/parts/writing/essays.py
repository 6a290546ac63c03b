"""A student's essays: each text with its reviews, which are its drafts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from core.api.assignments import WritingView
from core.api.essays import EssaySummary
from pages.parts.visitor import Visitor


@dataclass(frozen=True)
class OwnEssay:
    """One essay. At least one of `text` and `reviews` is there."""

    text: WritingView | None
    """The text as it stands; None for one that was reviewed and never begun at the desk."""
    reviews: tuple[EssaySummary, ...]
    """Its reviews, the oldest first: the text of each is a kept draft."""

    @property
    def essay_id(self) -> str:
        """The id of the text, else that of the newest review."""
        return self.text.writing_id if self.text else self.reviews[-1].evaluation_id

    @property
    def title(self) -> str:
        """The title; "" for none."""
        return self.text.title if self.text else self.reviews[-1].title

    @property
    def changed_at(self) -> datetime:
        """When it was last written on or reviewed."""
        times = [datetime.fromisoformat(self.reviews[-1].evaluated_at)] if self.reviews else []
        return max([*times, self.text.changed_at] if self.text else times)

    @property
    def is_draft(self) -> bool:
        """Whether there is a text that can still be changed."""
        return self.text is not None and self.text.handed_in_at is None


def essays_of(who: Visitor) -> list[OwnEssay]:
    """All essays of the student, the one last changed first."""
    texts = who.core.writing.texts(who.student_id, who.caller)
    return own_essays(texts, who.core.essays.history(who.student_id, who.caller))


def own_essays(texts: Sequence[WritingView], reviews: Sequence[EssaySummary]) -> list[OwnEssay]:
    """Each text with its reviews, the one last changed first; reviews in any order.

    A review belongs to the text that it was made for. One that was made for none (of a pasted text) belongs to the text with its title that was
    begun last before it, else to the first with its title; where no text has its title, to the other reviews of that title. Without a title
    it belongs to those of its act of writing.
    """
    by_id = {text.writing_id: text for text in texts}
    of_text: dict[str, list[EssaySummary]] = defaultdict(list)
    without: dict[str, list[EssaySummary]] = defaultdict(list)
    for review in sorted(reviews, key=lambda review: review.evaluated_at):
        text = by_id.get(review.act) or _text_with_title(texts, review)
        if text is not None:
            of_text[text.writing_id].append(review)
        else:
            without[review.title.strip() or review.act].append(review)
    essays = [OwnEssay(text, tuple(of_text[text.writing_id])) for text in texts]
    essays += [OwnEssay(None, tuple(drafts)) for drafts in without.values()]
    return sorted(essays, key=lambda essay: essay.changed_at, reverse=True)


def _text_with_title(texts: Sequence[WritingView], review: EssaySummary) -> WritingView | None:
    title = review.title.strip()
    same = sorted((text for text in texts if title and text.title.strip() == title), key=lambda text: text.started_at)
    before = [text for text in same if text.started_at <= datetime.fromisoformat(review.evaluated_at)]
    return before[-1] if before else next(iter(same), None)


def essay_named(essays: Sequence[OwnEssay], essay_id: str) -> OwnEssay | None:
    """The essay whose text or one of whose reviews has this id."""
    for essay in essays:
        if essay.text is not None and essay.text.writing_id == essay_id:
            return essay
        if any(review.evaluation_id == essay_id for review in essay.reviews):
            return essay
    return None

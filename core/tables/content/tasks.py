"""Small tasks of their own: a learner's sentence to mend, words on a scale, a reply in the tone that fits who speaks to whom."""

from __future__ import annotations

from pydantic import Field, model_validator

from core.tables.content.texts import Source
from core.tables.points import PointId
from core.wire import Bilingual

LONGEST_TYPED = 8
"""Characters that a learner types into a sentence."""


class Mend(Source):
    """A sentence with one mistake that learners make, `mark` being wrong in it."""

    point: PointId
    wrong: str = Field(min_length=1)
    mark: str = Field(min_length=1)
    en: str = Field(min_length=1)
    """What the sentence is to say."""
    options: list[str] = Field(min_length=4, max_length=4)
    """Ways of mending it; the first is right."""
    notes: list[Bilingual] = Field(min_length=3, max_length=3)
    """What is wrong with the second, third and fourth."""
    why_zh: str = Field(min_length=1)
    why_en: str = Field(min_length=1)
    typed: str | None = Field(default=None, min_length=1, max_length=LONGEST_TYPED)
    """What stands in place of `mark` in the right sentence; None where there are more right answers than can be listed."""
    accept: list[str] = Field(default_factory=list)

    @model_validator(mode="after")
    def _can_be_mended(self) -> Mend:
        if self.wrong.count(self.mark) != 1:
            raise ValueError("the mark does not stand in the sentence once")
        if len({*self.options, self.wrong}) != len(self.options) + 1:
            raise ValueError("two options are the same, or one is the wrong sentence")
        if self.typed is not None and self.wrong.replace(self.mark, self.typed) != self.options[0]:
            raise ValueError("what is typed does not give the right sentence")
        return self


class Scale(Source):
    """Words in an order that their meanings give: from cold to hot, from seldom to always, from first to last."""

    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)
    """Along what they are ordered."""
    items: list[str] = Field(min_length=4, max_length=6)
    steps: list[Bilingual]
    """For each word from the second on: why it stands after the one before."""

    @model_validator(mode="after")
    def _is_an_order(self) -> Scale:
        if len(self.steps) != len(self.items) - 1:
            raise ValueError("steps and items do not fit together")
        if len(set(self.items)) != len(self.items):
            raise ValueError("an item stands twice")
        return self


class Register(Source):
    """Something to be said to somebody: all replies mean the same or nearly, one has the tone that fits."""

    scene: Bilingual
    """Who speaks to whom, where, and what is wanted: `你是新来的职员，对经理说话。`"""
    a: str = ""
    """What the other one has just said; "" where the learner speaks first."""
    a_en: str = ""
    replies: list[str] = Field(min_length=4, max_length=4)
    """The first is right."""
    reply_en: str = Field(min_length=1)
    notes: list[Bilingual] = Field(min_length=3, max_length=3)
    """What is wrong with the second, third and fourth in this place, and where they would fit."""
    why_zh: str = Field(min_length=1)
    why_en: str = Field(min_length=1)

    @model_validator(mode="after")
    def _replies_differ(self) -> Register:
        if len(set(self.replies)) != len(self.replies):
            raise ValueError("two replies are the same")
        if bool(self.a) != bool(self.a_en):
            raise ValueError("a line and its English stand together")
        return self

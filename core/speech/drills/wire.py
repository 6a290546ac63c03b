"""Shapes of the tone-pair drills: the matrix of 20 pairs, and one drill of three steps."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from core.speech.wire import Probability
from core.wire import Closed

FirstTone = Annotated[int, Field(ge=1, le=4)]
SecondTone = Annotated[int, Field(ge=1, le=5)]


class PairCell(Closed):
    """What a student's readings say about one pair of tones."""

    first: FirstTone
    second: SecondTone = Field(description="5 is the neutral tone")
    said: tuple[int, int] = Field(description="As spoken: 3-3 is said 2-3")
    n: int = Field(ge=0, description="Pairs of which both tones could be judged")
    right: int = Field(ge=0)
    share: Probability | None = Field(description="right / n; null without a judged pair")
    interval: tuple[Probability, Probability] = Field(description="95 % range of the share (Wilson)")
    last: str | None = Field(description="When it was last read, ISO 8601; null if never")


class DrillWord(Closed):
    """A word of two syllables to be heard, chosen or said."""

    word: str
    pinyin: str = Field(description="Of the dictionary")
    spoken: str = Field(description="As spoken")
    first: FirstTone
    second: SecondTone
    level: int
    gloss: str = Field(description="English")


class HearStep(Closed):
    """One of two words is played: which pair of tones was it?"""

    step: Literal["hear"] = "hear"
    played: DrillWord
    options: tuple[tuple[int, int], tuple[int, int]] = Field(description="Two pairs that sound different")


class ChooseStep(Closed):
    """The characters are shown: which pair of tones have they?"""

    step: Literal["choose"] = "choose"
    word: DrillWord
    options: tuple[tuple[int, int], ...] = Field(description="Four pairs, the right one among them")


class SayStep(Closed):
    """A word to be said and judged."""

    step: Literal["say"] = "say"
    word: DrillWord


class Drill(Closed):
    """Three steps on one pair of tones, each with a word of its own."""

    first: FirstTone
    second: SecondTone
    hear: HearStep
    choose: ChooseStep
    say: SayStep


class DrillAnswer(Closed):
    """What was chosen in a step, and what was right."""

    right: bool
    chosen: tuple[int, int]
    wanted: tuple[int, int]

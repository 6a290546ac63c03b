"""Judges and analyses made by hand: what evaluation does with them is known beforehand, and no model is read."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.essays.cutting import PARAGRAPH
from core.essays.merging.explanations import Explainer
from core.essays.model import EditType, Judge, Proposal
from core.essays.ports import Corrector, ShownWord
from core.essays.scoring.fitted import FittedScorer
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.language.difficulty import CountedWord
from core.language.grammar.rules import Match
from core.language.grammar.sentence import ParsedText, Sentence
from core.records.texts import Token
from core.tables import Tables

SENTENCE = re.compile(r"[^。！？\r\n]+[。！？]*")
HARD = (
    "[",
    "]",
    "→",
    "\\",
    "😀",
    "𠮷",
    "\r\n",
    "\n",
    "《",
    "》",
    "<b>",
    "&amp;",
    "[B题]",
    "`",
    "*",
    "\t",
    " ",
    "A1",
    "，",
    "。",
)
"""What breaks marks, offsets and pages."""
PLAIN = "我你他的了是不在有人这大来上个到说们为子和地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天能好都然没高兴题提"


class OneByOne:
    """`core.essays.ports.TextAnalyser` that takes every character for a word."""

    def analyse(self, text: str) -> OneByOneAnalysis:
        """See `core.essays.ports.TextAnalyser.analyse`."""
        return OneByOneAnalysis(self.parsed_text(text))

    def parsed_text(self, text: str) -> ParsedText:
        """See `core.essays.ports.TextAnalyser.parsed_text`."""
        return ParsedText(text, tuple(_sentence(found.group(), found.start()) for found in SENTENCE.finditer(text)))


def _sentence(text: str, start: int) -> Sentence:
    tokens = [Token(mark, start + place, start + place + 1, "X", -1, "dep") for place, mark in enumerate(text)]
    return Sentence(text, start, tokens)


@dataclass
class OneByOneAnalysis:
    """`core.essays.ports.TextAnalysis` without words and points."""

    parsed: ParsedText
    matches: Sequence[Match] = ()
    words: Sequence[ShownWord] = ()
    counted: Sequence[CountedWord] = ()


class Plain:
    """`core.ports.language.ScriptConverter` and readings for texts that need neither."""

    def simplified(self, text: str) -> str:
        """The text."""
        return text

    def syllables(self, text: str) -> list[str]:
        """None."""
        return [""] * len(text)


@dataclass
class Listed:
    """A judge that knows a list of wrong words."""

    wrong: Mapping[str, tuple[str, EditType]]
    chance: float = 0.9
    judge: Judge = "rule"
    version: str = "listed 1"
    points: Mapping[str, str] = field(default_factory=dict)

    def proposals(self, text: str, parsed: ParsedText) -> list[Proposal]:
        """See `core.essays.ports.Corrector.proposals`."""
        found = [
            Proposal(
                place.start(), place.end(), right, kind, self.judge, "listed", self.chance, self.points.get(word, "")
            )
            for word, (right, kind) in self.wrong.items()
            for place in re.finditer(re.escape(word), parsed.text)
        ]
        return sorted(found, key=lambda one: (one.start, one.end))


FICKLE: dict[str, tuple[str, EditType]] = {
    "的": ("地", "W"), "地": ("的", "W"), "好": ("好了", "W"), "好了": ("好", "W"), "我你": ("你我", "S"), "你我": ("我你", "S"),
    "高": ("题", "B"), "题": ("提", "B"),
}  # fmt: skip
"""Wrong words of a judge that never comes to rest."""


class Reckless:
    """A judge that proposes anything anywhere, the same for the same paragraph: overlaps, contradictions, undoings."""

    version = "reckless 1"

    def proposals(self, text: str, parsed: ParsedText) -> list[Proposal]:
        """See `core.essays.ports.Corrector.proposals`."""
        found = [
            proposal
            for paragraph in PARAGRAPH.finditer(text)
            for proposal in self._on(paragraph.group(), paragraph.start())
        ]
        return sorted(found, key=lambda one: (one.start, one.end))

    def _on(self, text: str, offset: int) -> list[Proposal]:
        chance = random.Random(zlib.crc32(text.encode()))
        return [self._one(text, offset, chance) for _ in range(chance.randint(0, 2 + len(text) // 4))]

    def _one(self, text: str, offset: int, chance: random.Random) -> Proposal:
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.choice((0, 1, 1, 1, 2, 2, 5)))
        new = "".join(chance.choice((*PLAIN, *HARD[:6])) for _ in range(chance.choice((0, 1, 1, 2, end - start))))
        kind: EditType = chance.choice(("B", "L", "D", "P", "W", "S"))
        judge: Judge = chance.choice(("rule", "ngram", "encoder", "language_model"))
        return Proposal(offset + start, offset + end, new, kind, judge, "reckless", chance.uniform(0.3, 1.0))


def evaluator(*correctors: Corrector) -> EssayEvaluator:
    """Evaluation by these judges and no model."""
    plain = Plain()
    return EssayEvaluator(
        analyser=OneByOne(),
        converter=plain,
        load_correctors=lambda: correctors,
        scorer=FittedScorer(),
        explainer=Explainer(plain, dict),
        load_names=frozenset,
        load_prompts=lambda: Tables().essay_prompts,
    )


def request(essay: str, **changed: str) -> EssayRequest:
    """An essay of s1."""
    return EssayRequest.model_validate({"student_id": "s1", "essay_content": essay, **changed})


def random_essay(chance: random.Random, *, characters: int = 60) -> str:
    """Chinese characters, about one in eight something that breaks marks, offsets or pages; at least ten are Chinese."""
    return "".join(
        chance.choice(HARD) if place >= 10 and chance.random() < 0.12 else chance.choice(PLAIN)
        for place in range(10 + chance.randint(0, characters))
    )

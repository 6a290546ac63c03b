"""Fake correctors and analyses with known results, so that evaluation can be tested without reading a model."""

from __future__ import annotations

import random
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from core.essays.merging.explanations import Explainer
from core.essays.model import CorrectorKind, Doubt, EditType, Proposal, Suspected
from core.essays.ports import Corrector, Detector, ShownWord
from core.essays.scoring.fitted import FittedScorer
from core.essays.segmentation import PARAGRAPH, clauses
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.language.difficulty import CountedWord
from core.language.grammar.rules import Match
from core.language.grammar.sentence import ParsedText, Sentence
from core.records.texts import Token
from core.tables import shipped_tables

SENTENCE = re.compile(r"[^。！？\r\n]+[。！？]*")
BREAKING = (
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
"""Characters and markup that may break marks, offsets and pages."""
COMMON_CHARACTERS = "我你他的了是不在有人这大来上个到说们为子和地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天能好都然没高兴题提"


class CharacterAnalyser:
    """A `core.essays.ports.TextAnalyser` that takes every character for a word."""

    def analyse(self, text: str) -> CharacterAnalysis:
        """See `core.essays.ports.TextAnalyser.analyse`."""
        return CharacterAnalysis(self.parsed_text(text))

    difficulty_points: ClassVar[Mapping[str, int]] = {}

    def parsed_text(self, text: str) -> ParsedText:
        """See `core.essays.ports.TextAnalyser.parsed_text`."""
        return ParsedText(text, tuple(_sentence(match.group(), match.start()) for match in SENTENCE.finditer(text)))


def _sentence(text: str, start: int) -> Sentence:
    tokens = [
        Token(character, start + index, start + index + 1, "X", -1, "dep") for index, character in enumerate(text)
    ]
    return Sentence(text, start, tokens)


@dataclass
class CharacterAnalysis:
    """A `core.essays.ports.TextAnalysis` without words and points."""

    parsed: ParsedText
    matches: Sequence[Match] = ()
    words: Sequence[ShownWord] = ()
    counted: Sequence[CountedWord] = ()


class NoConversion:
    """A `core.ports.language.ScriptConverter` and source of readings for texts that need neither."""

    def simplified(self, text: str) -> str:
        """The text as it is."""
        return text

    def traditional(self, text: str) -> str:
        """The text as it is."""
        return text

    def syllables(self, text: str) -> list[str]:
        """An empty reading for each character."""
        return [""] * len(text)


@dataclass
class ListedErrors:
    """A corrector that knows a list of wrong words."""

    wrong: Mapping[str, tuple[str, EditType]]
    probability: float = 0.9
    corrector: CorrectorKind = "rule"
    version: str = "listed 1"
    points: Mapping[str, str] = field(default_factory=dict)

    def proposals(self, text: str, parsed: ParsedText) -> list[Proposal]:
        """See `core.essays.ports.Corrector.proposals`."""
        proposals = [
            Proposal(
                match.start(),
                match.end(),
                correction,
                kind,
                self.corrector,
                "listed",
                self.probability,
                self.points.get(word, ""),
            )
            for word, (correction, kind) in self.wrong.items()
            for match in re.finditer(re.escape(word), parsed.text)
        ]
        return sorted(proposals, key=lambda proposal: (proposal.start, proposal.end))


@dataclass
class ListedDoubts:
    """A detector that doubts the clauses of a list, each with its probability and the kind that is suspected."""

    doubted: Mapping[str, tuple[float, Suspected]]
    version: str = "listed doubts 1"

    def doubts(self, text: str, parsed: ParsedText, proposals: Sequence[Proposal]) -> list[Doubt]:
        """See `core.essays.ports.Detector.doubts`."""
        return [
            Doubt(start, end, *self.doubted[text[start:end]])
            for start, end in clauses(text)
            if text[start:end] in self.doubted
        ]


UNSTABLE_ERRORS: dict[str, tuple[str, EditType]] = {
    "的": ("地", "W"), "地": ("的", "W"), "好": ("好了", "W"), "好了": ("好", "W"), "我你": ("你我", "S"), "你我": ("我你", "S"),
    "高": ("题", "B"), "题": ("提", "B"),
}  # fmt: skip
"""Wrong words of a corrector whose corrections it would correct again without end."""


class RecklessCorrector:
    """A corrector that proposes anything anywhere, though the same for the same paragraph: overlaps, conflicts, reversals."""

    version = "reckless 1"

    def proposals(self, text: str, parsed: ParsedText) -> list[Proposal]:
        """See `core.essays.ports.Corrector.proposals`."""
        proposals = [
            proposal
            for paragraph in PARAGRAPH.finditer(text)
            for proposal in self._proposals_for(paragraph.group(), paragraph.start())
        ]
        return sorted(proposals, key=lambda proposal: (proposal.start, proposal.end))

    def _proposals_for(self, text: str, offset: int) -> list[Proposal]:
        rng = random.Random(zlib.crc32(text.encode()))
        return [self._random_proposal(text, offset, rng) for _ in range(rng.randint(0, 2 + len(text) // 4))]

    def _random_proposal(self, text: str, offset: int, rng: random.Random) -> Proposal:
        start = rng.randint(0, len(text))
        end = min(len(text), start + rng.choice((0, 1, 1, 1, 2, 2, 5)))
        replacement = "".join(
            rng.choice((*COMMON_CHARACTERS, *BREAKING[:6])) for _ in range(rng.choice((0, 1, 1, 2, end - start)))
        )
        kind: EditType = rng.choice(("B", "L", "D", "P", "W", "S"))
        corrector: CorrectorKind = rng.choice(("rule", "ngram", "encoder", "language_model"))
        return Proposal(offset + start, offset + end, replacement, kind, corrector, "reckless", rng.uniform(0.3, 1.0))


def evaluator(*correctors: Corrector, detector: Detector | None = None) -> EssayEvaluator:
    """An evaluator with these correctors and this detector, and without any model."""
    no_conversion = NoConversion()
    return EssayEvaluator(
        analyser=CharacterAnalyser(),
        converter=no_conversion,
        load_correctors=lambda: correctors,
        scorer=FittedScorer(),
        explainer=Explainer(no_conversion, dict),
        load_names=frozenset,
        load_prompts=lambda: shipped_tables().essay_prompts,
        load_detector=lambda: detector,
    )


def request(essay: str, **fields: str) -> EssayRequest:
    """A request to evaluate an essay of the student s1."""
    return EssayRequest.model_validate({"student_id": "s1", "essay_content": essay, **fields})


def random_essay(rng: random.Random, *, characters: int = 60) -> str:
    """Random Chinese characters, at least ten, of which about one in eight is replaced by something that may break marks, offsets or pages."""
    return "".join(
        rng.choice(BREAKING) if index >= 10 and rng.random() < 0.12 else rng.choice(COMMON_CHARACTERS)
        for index in range(10 + rng.randint(0, characters))
    )

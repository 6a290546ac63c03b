"""From an essay to its report, read as numbered steps."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from core.essays.edits import apply, check
from core.essays.integrity import Finding, inspect
from core.essays.merging.candidates import candidates
from core.essays.merging.explanations import Explainer
from core.essays.merging.protection import names, untouched
from core.essays.merging.selection import BUDGETS, Budget, Merged, merged
from core.essays.merging.stability import lasting
from core.essays.model import Edit, Proposal
from core.essays.ports import Corrector, Reviewer, Scorer, TextAnalyser, TextAnalysis
from core.essays.refusals import NoChinese, TextTooLong, TextTooShort
from core.essays.reporting import Evaluated, report_of
from core.essays.review.dismissals import without_dismissed
from core.essays.reviewing import Review
from core.essays.scoring.features import EssayFeatures, LevelledWord, Scores
from core.essays.wire import LEAST_CHARACTERS, LONGEST_ESSAY, EssayReport, EssayRequest
from core.language.difficulty import estimate
from core.language.grammar.sentence import ParsedText
from core.language.levels import HAN
from core.ports.language import LanguageModel, ScriptConverter
from core.tables.essays.prompts import FeedbackPart, Prompt
from core.wire import Language

ENGINE = "wenlu-essay 1"
FIRST_READ = "我以经学了三个月汉语了，老师说的话都能听懂。"
"""Read by `EssayEvaluator.warm`: with a wrong character, so that what reasons rest on is read too."""
NOT_STORED = ""
"""`evaluation_id` of a report that nobody has kept yet."""


@dataclass
class EssayEvaluator:
    """Evaluation with whatever judges are wired in; without any an essay has no edits. Safe to share between threads."""

    analyser: TextAnalyser
    converter: ScriptConverter
    load_correctors: Callable[[], Sequence[Corrector]]
    """The judges, asked for at the first essay."""
    scorer: Scorer
    explainer: Explainer
    load_names: Callable[[], Container[str]]
    """Names of people and places, asked for at the first essay."""
    load_prompts: Callable[[], Mapping[str, Prompt]]
    """The frames in which essays are reviewed, by name."""
    language_model: LanguageModel | None = None
    """Tells a text from characters that make none."""
    reviewer: Reviewer | None = None
    """A language model of the operator's: one more judge, without a say in scores."""
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    @property
    def _correctors(self) -> Sequence[Corrector]:
        with self._lock:
            return self._loaded

    @cached_property
    def _loaded(self) -> Sequence[Corrector]:
        return self.load_correctors()

    @cached_property
    def _names(self) -> Container[str]:
        return self.load_names()

    def warm(self) -> None:
        """Read now what the first essay would wait for; nothing is sent to a language model."""
        parsed = self.analyser.analyse(FIRST_READ).parsed
        self.judged(FIRST_READ, parsed, BUDGETS["normal"])
        self._fluency(parsed.text)

    def evaluate(self, request: EssayRequest, *, language: Language) -> EssayReport:
        """The report, its `evaluation_id` empty; the same request gives the same report.

        Raises `NoChinese`, `TextTooShort`, `TextTooLong`.
        """
        return report_of(self.evaluated(request), request, language=language, evaluation_id=NOT_STORED)

    def evaluated(self, request: EssayRequest, *, dismissed: Collection[str] = frozenset()) -> Evaluated:
        """All that is found in an essay. Raises what `evaluate` raises.

        `dismissed`: what edits are known by (`core.essays.review.dismissals.known_by`) that the writer has called right; they come neither as edits
        nor as places to check.
        """
        essay = request.essay_content
        # 1. Whether it can be evaluated at all.
        refuse_unusable(essay)
        # 2. Parse it, once.
        analysis = self.analyser.analyse(essay)
        # 3. What the judges say, merged; without what a second reading would undo, and what the writer has called right.
        budget = BUDGETS[request.strictness]
        prompt = self.load_prompts()[request.framework]
        review = self.reviewer.review(request, prompt) if self.reviewer else None
        said = review.proposals if review else ()
        first, again = self.judged(essay, analysis.parsed, budget, said), partial(self._again, budget=budget)
        found = Merged(lasting(essay, first.edits, again), first.checks)
        left = without_dismissed(essay, found, dismissed)
        if len(left.edits) < len(found.edits):
            left = Merged(lasting(essay, left.edits, again), left.checks)
        check(essay, left.edits)
        # 4. Whether it is an essay of its writer.
        title = self.converter.simplified(request.essay_title)
        findings = inspect(analysis.parsed.text, title, fluency=self._fluency(analysis.parsed.text))
        # 5. What it is worth.
        features = features_of(request, analysis, left, findings, feedback=prompt.order)
        scores = with_advice(self.scorer.score(features), review)
        # 6. What the report says beside it.
        level = estimate(analysis.counted)
        return Evaluated(
            features=features,
            scores=scores,
            level=level.level if level.words else None,
            opinion=review.opinion if review else {},
            engine=ENGINE if self.reviewer is None else self.reviewer.engine(ENGINE, review),
            models=(*(corrector.version for corrector in self._correctors), self.scorer.version),
        )

    def judged(self, text: str, parsed: ParsedText, budget: Budget, said: Sequence[Proposal] = ()) -> Merged:
        """What the judges say of a text, and what was `said` of it besides, merged."""
        proposals: list[Proposal] = list(said)
        for corrector in self._correctors:
            proposals += corrector.proposals(text, parsed)
        if not proposals:
            return Merged()
        return merged(
            text,
            candidates(text, parsed.text, proposals),
            untouched=untouched(text),
            names=names(parsed.sentences, self._names),
            budget=budget,
            explain=partial(self.explainer.explain, parsed.text),
        )

    def _again(self, text: str, *, budget: Budget) -> Sequence[Edit]:
        return self.judged(text, self.analyser.parsed_text(text), budget).edits

    def _fluency(self, simplified: str) -> float | None:
        """Mean natural logarithm of probability of the Chinese characters."""
        if self.language_model is None:
            return None
        places = [found.start() for found in HAN.finditer(simplified)]
        return float(np.mean(self.language_model.token_log_probabilities(simplified)[places]))


def with_advice(scores: Scores, review: Review | None) -> Scores:
    """Suggestions of a language model come last; its own scores move nothing."""
    if review is None or not review.advice:
        return scores
    return replace(scores, suggestions=(*scores.suggestions, *(each.text for each in review.advice)))


def refuse_unusable(essay: str) -> None:
    """Raises `NoChinese`, `TextTooShort`, `TextTooLong`."""
    characters = len(HAN.findall(essay))
    if len(essay) > LONGEST_ESSAY:
        raise TextTooLong(len(essay), most=LONGEST_ESSAY)
    if not characters:
        raise NoChinese
    if characters < LEAST_CHARACTERS:
        raise TextTooShort(characters, least=LEAST_CHARACTERS)


def features_of(
    request: EssayRequest,
    analysis: TextAnalysis,
    found: Merged,
    findings: Sequence[Finding],
    *,
    feedback: Sequence[FeedbackPart],
) -> EssayFeatures:
    """What the scorer gets to see."""
    essay, simplified = request.essay_content, analysis.parsed.text
    return EssayFeatures(
        essay=essay,
        corrected=apply(essay, found.edits),
        title=request.essay_title,
        hsk_level=int(request.hsk_level),
        characters=len(HAN.findall(essay)),
        parsed=analysis.parsed,
        words=[
            LevelledWord(simplified[word.start : word.end], word.start, word.end, word.level) for word in analysis.words
        ],
        points=_points(analysis),
        edits=found.edits,
        checks=found.checks,
        findings=findings,
        feedback=feedback,
    )


def _points(analysis: TextAnalysis) -> Mapping[str, Sequence[tuple[int, int]]]:
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for match in analysis.matches:
        found[match.point].append((match.start, match.end))
    return dict(found)

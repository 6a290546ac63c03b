"""Evaluates an essay, from its text to its report, in numbered steps."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from core.arrays import Float64
from core.essays.edits import apply, check
from core.essays.feedback.strengths import strengths
from core.essays.integrity import Finding, inspect
from core.essays.language_model.judging import local_judge
from core.essays.language_model.policy import Agrees, less_sure_where_silent
from core.essays.language_model.words import with_whole_words
from core.essays.merging.candidates import candidate_edits
from core.essays.merging.doubts import select_doubts
from core.essays.merging.explanations import Explainer
from core.essays.merging.protection import frame_spans, name_spans, protected_spans
from core.essays.merging.selection import DISPLAY_THRESHOLDS, DisplayThresholds, Selection, select_edits
from core.essays.merging.stability import stable_edits
from core.essays.model import Doubt, Edit, Proposal
from core.essays.ports import AskedReview, Corrector, Detector, Reviewer, Scorer, TextAnalyser, TextAnalysis
from core.essays.refusals import NoChinese, TextTooLong, TextTooShort
from core.essays.reporting import AssessedEssay, report_of
from core.essays.review.dismissals import doubts_not_dismissed, without_dismissed
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
WARM_UP_TEXT = "我以经学了三个月汉语了，老师说的话都能听懂。"
"""Read by `EssayEvaluator.warm`; it has a wrong character, so that the word list for reasons is loaded too."""
NOT_STORED = ""
"""The `evaluation_id` of a report that has not been stored."""


def no_detector() -> Detector | None:
    """None: nothing is said of clauses."""
    return None


@dataclass
class EssayEvaluator:
    """Evaluates essays with the correctors that are wired in; without any, an essay has no edits. Safe to share between threads."""

    analyser: TextAnalyser
    converter: ScriptConverter
    load_correctors: Callable[[], Sequence[Corrector]]
    """Gives the correctors; called at the first essay."""
    scorer: Scorer
    explainer: Explainer
    load_names: Callable[[], Container[str]]
    """Gives the names of people and places; called at the first essay."""
    load_prompts: Callable[[], Mapping[str, Prompt]]
    """Gives the frameworks in which essays are reviewed, by name."""
    language_model: LanguageModel | None = None
    """Distinguishes text from characters that do not form any."""
    reviewer: Reviewer | None = None
    """The operator's language model: one more corrector, which has no influence on scores."""
    load_detector: Callable[[], Detector | None] = no_detector
    """Gives what says in which clauses something is off, if there is one; called at the first essay."""
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False, compare=False)

    @property
    def correctors(self) -> Sequence[Corrector]:
        """The embedded correctors."""
        with self._lock:
            return self._loaded

    @property
    def is_loaded(self) -> bool:
        """Whether the embedded correctors are in memory: they are from the first essay on."""
        return "_loaded" in vars(self)

    @cached_property
    def _loaded(self) -> Sequence[Corrector]:
        return self.load_correctors()

    @property
    def _detector(self) -> Detector | None:
        with self._lock:
            return self._loaded_detector

    @cached_property
    def _loaded_detector(self) -> Detector | None:
        return self.load_detector()

    @cached_property
    def _names(self) -> Container[str]:
        return self.load_names()

    def warm(self) -> None:
        """Load now what the first essay would have to wait for; nothing is sent to the operator's language model."""
        parsed = self.analyser.analyse(WARM_UP_TEXT).parsed
        selection = self.corrections(WARM_UP_TEXT, parsed, DISPLAY_THRESHOLDS["normal"])
        self.doubts(WARM_UP_TEXT, parsed, (), selection, DISPLAY_THRESHOLDS["normal"])
        self._log_probabilities(parsed.text)

    def evaluate(self, request: EssayRequest, *, language: Language) -> EssayReport:
        """The report, its `evaluation_id` empty; the same request gives the same report.

        Raises `NoChinese`, `TextTooShort`, `TextTooLong`.
        """
        return report_of(self.assess(request), request, language=language, evaluation_id=NOT_STORED)

    def ask(self, request: EssayRequest) -> AskedReview | None:
        """Ask the operator's language model about an essay and go on; None without one. Raises the errors that `evaluate` raises."""
        refuse_unusable(request.essay_content)
        return self.reviewer.ask(request, self.load_prompts()[request.framework]) if self.reviewer else None

    def forget(self, student_id: str) -> None:
        """Drop what this process remembers of a student's texts: answers of the operator's language model."""
        if self.reviewer is not None:
            self.reviewer.forget(student_id)

    def assess(
        self,
        request: EssayRequest,
        *,
        dismissed: Collection[str] = frozenset(),
        asked: AskedReview | None = None,
        wait: bool = True,
    ) -> AssessedEssay:
        """The edits, features and scores of an essay. Raises the errors that `evaluate` raises.

        `asked`: what the operator's language model was asked about it before (`ask`), so that it is not asked again. `wait`: for its answers, as
        long as they may take; without waiting, only what it has answered already counts. `dismissed` are the keys (`core.essays.review.dismissals.dismissal_keys`) of edits that the writer has dismissed as right; these appear
        neither as edits nor as places to check.
        """
        # 1. Refuse what cannot be evaluated at all, and ask the language model, which takes longest.
        return self._assessed(request, asked or self.ask(request), dismissed=dismissed, wait=wait)

    def embedded(self, request: EssayRequest, *, dismissed: Collection[str] = frozenset()) -> AssessedEssay:
        """Like `assess`, by the embedded engine alone."""
        refuse_unusable(request.essay_content)
        return self._assessed(request, None, dismissed=dismissed, wait=False)

    def _assessed(
        self, request: EssayRequest, asked: AskedReview | None, *, dismissed: Collection[str], wait: bool
    ) -> AssessedEssay:
        essay = request.essay_content
        # 2. Parse it, once.
        analysis = self.analyser.analyse(essay)
        # 3. Merge what the correctors propose; drop what a second run would undo and what the writer has dismissed.
        thresholds = DISPLAY_THRESHOLDS[request.strictness]
        prompt = self.load_prompts()[request.framework]
        embedded = self._embedded(essay, analysis.parsed)
        review = self._review(asked, essay, analysis.parsed, embedded, wait=wait) if asked else None
        proposals = (
            [*less_sure_where_silent(embedded, review.proposals, review.read), *review.proposals]
            if review
            else embedded
        )
        selection = self._merged(essay, analysis.parsed, thresholds, proposals)
        edits_of = partial(self._edits_of, thresholds=thresholds)
        stable = Selection(stable_edits(essay, selection.edits, edits_of), selection.checks)
        shown = without_dismissed(essay, stable, dismissed)
        if len(shown.edits) < len(stable.edits):
            shown = Selection(stable_edits(essay, shown.edits, edits_of), shown.checks)
        check(essay, shown.edits)
        # 4. Say where else something is off; not beside what the writer has called right.
        doubts = self.doubts(essay, analysis.parsed, proposals, stable, thresholds, dismissed=dismissed)
        # 5. Examine whether it is an essay of its writer's own.
        title = self.converter.simplified(request.essay_title)
        log_probabilities = self._log_probabilities(analysis.parsed.text)
        findings = inspect(analysis.parsed.text, title, fluency=fluency(analysis.parsed.text, log_probabilities))
        # 6. Score it.
        features = features_of(request, analysis, shown, findings, title=title, feedback=prompt.order)
        scores = with_advice(self.scorer.score(features), review)
        # 7. Add what else the report says.
        level = estimate(analysis.counted)
        return AssessedEssay(
            features=features,
            scores=scores,
            level=level.level if level.level_known else None,
            opinion=review.whole.opinion if review else {},
            engine=ENGINE if self.reviewer is None or review is None else self.reviewer.engine(ENGINE, review),
            models=(*(part.version for part in self._parts), self.scorer.version),
            doubts=doubts,
            strengths=tuple(strengths(features, self.analyser.difficulty_points, log_probabilities)),
            waits=review is not None and review.waiting,
        )

    def corrections(
        self,
        text: str,
        parsed: ParsedText,
        thresholds: DisplayThresholds,
        further_proposals: Sequence[Proposal] = (),
        *,
        read: Sequence[tuple[int, int]] = (),
    ) -> Selection:
        """The corrections that the correctors propose for a text, merged with `further_proposals`; `read` are the spans that a measured language model,
        which made these, has read several times."""
        embedded = less_sure_where_silent(self._embedded(text, parsed), further_proposals, read)
        return self._merged(text, parsed, thresholds, [*further_proposals, *embedded])

    def doubts(
        self,
        text: str,
        parsed: ParsedText,
        proposals: Sequence[Proposal],
        selection: Selection,
        thresholds: DisplayThresholds,
        *,
        dismissed: Collection[str] = frozenset(),
    ) -> tuple[Doubt, ...]:
        """The clauses of a text in which something is off and about which the selection says nothing; none without a detector."""
        if self._detector is None:
            return ()
        found = self._detector.doubts(text, parsed, proposals)
        return select_doubts(
            text,
            doubts_not_dismissed(text, found, selection.edits, dismissed) if dismissed else found,
            marked=[*selection.edits, *selection.checks],
            exempt_spans=[*protected_spans(text), *name_spans(parsed.sentences, self._names)],
            threshold=thresholds.doubt,
        )

    def doubted(self, text: str, thresholds: DisplayThresholds) -> tuple[Selection, tuple[Doubt, ...]]:
        """What the embedded engine selects for a text of any length, and the clauses that are doubted beside it."""
        parsed = self.analyser.parsed_text(text)
        proposals = self._embedded(text, parsed)
        selection = self._merged(text, parsed, thresholds, proposals)
        return selection, self.doubts(text, parsed, proposals, selection, thresholds)

    @property
    def has_detector(self) -> bool:
        """Whether anything says in which clauses something is off."""
        return self._detector is not None

    @property
    def _parts(self) -> Sequence[Corrector | Detector]:
        return [*self.correctors, *([self._detector] if self._detector is not None else [])]

    def _embedded(self, text: str, parsed: ParsedText) -> list[Proposal]:
        return [proposal for corrector in self.correctors for proposal in corrector.proposals(text, parsed)]

    def judge(self, text: str) -> Agrees:
        """Whether the embedded engine agrees with a change of a text: see `core.essays.language_model.judging`."""
        parsed = self.analyser.parsed_text(text)
        return local_judge(text, parsed.text, self._embedded(text, parsed), self.language_model)

    def _review(
        self, asked: AskedReview, essay: str, parsed: ParsedText, embedded: Sequence[Proposal], *, wait: bool
    ) -> Review:
        """What the language model says, waited for if that is wished."""
        if wait and self.reviewer is not None:
            asked.wait(self.reviewer.seconds)
        review = asked.review(local_judge(essay, parsed.text, embedded, self.language_model))
        return replace(review, proposals=with_whole_words(essay, parsed, review.proposals))

    def _merged(
        self, text: str, parsed: ParsedText, thresholds: DisplayThresholds, proposals: Sequence[Proposal]
    ) -> Selection:
        if not proposals:
            return Selection()
        return select_edits(
            text,
            candidate_edits(text, parsed.text, proposals),
            protected_spans=protected_spans(text),
            name_spans=[*name_spans(parsed.sentences, self._names), *frame_spans(parsed.text)],
            thresholds=thresholds,
            explain=partial(self.explainer.explain, parsed.text),
        )

    def _edits_of(self, text: str, *, thresholds: DisplayThresholds) -> Sequence[Edit]:
        return self.corrections(text, self.analyser.parsed_text(text), thresholds).edits

    def _log_probabilities(self, simplified: str) -> Float64 | None:
        """Natural logarithm of the probability of each code point; None without a language model."""
        return None if self.language_model is None else self.language_model.token_log_probabilities(simplified)


def fluency(simplified: str, log_probabilities: Float64 | None) -> float | None:
    """Mean natural logarithm of the probability of the Chinese characters; None without a language model."""
    if log_probabilities is None:
        return None
    return float(np.mean(log_probabilities[[match.start() for match in HAN.finditer(simplified)]]))


def with_advice(scores: Scores, review: Review | None) -> Scores:
    """The scores with the advice of a language model as the last suggestions; its own scores have no influence."""
    if review is None or not review.whole.advice:
        return scores
    return replace(scores, suggestions=(*scores.suggestions, *(advice.text for advice in review.whole.advice)))


def refuse_unusable(essay: str) -> None:
    """Raise `NoChinese`, `TextTooShort` or `TextTooLong` for a text that cannot be evaluated."""
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
    selection: Selection,
    findings: Sequence[Finding],
    *,
    title: str,
    feedback: Sequence[FeedbackPart],
) -> EssayFeatures:
    """The features that the scorer is given; `title` is in simplified characters."""
    essay, simplified = request.essay_content, analysis.parsed.text
    return EssayFeatures(
        essay=essay,
        corrected=apply(essay, selection.edits),
        title=title,
        hsk_level=int(request.hsk_level),
        characters=len(HAN.findall(essay)),
        parsed=analysis.parsed,
        words=[
            LevelledWord(simplified[word.start : word.end], word.start, word.end, word.level) for word in analysis.words
        ],
        points=_points(analysis),
        edits=selection.edits,
        checks=selection.checks,
        findings=findings,
        feedback=feedback,
    )


def _points(analysis: TextAnalysis) -> Mapping[str, Sequence[tuple[int, int]]]:
    spans_by_point: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for match in analysis.matches:
        spans_by_point[match.point].append((match.start, match.end))
    return dict(spans_by_point)

"""The corrector of usage: words that are missing, superfluous, wrong or in the wrong place.

1. Every change that a learner may have intended is a candidate (`core.essays.usage.candidates`).
2. Each candidate is described by statistics of words and characters, and by known habits of learners (`core.essays.usage.features`).
3. Boosted trees weigh these features, and a curve for each operation, fitted on four fifths of MuCGEC, turns their log odds into a probability. On the
   fifth that was left out it is too sure: of what it gives .7 and more, 6 of 10 were right (`core.essays.merging.candidates.HIGHEST_DOUBTED`).
4. Of candidates that conflict the most probable one is proposed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from core.arrays import Float64, Int64
from core.essays.model import EditType, Proposal
from core.essays.traditional import is_traditional
from core.essays.usage.candidates import DELETE, INSERT, MOVE, SUBSTITUTE, Bigrams, UsageCandidateFinder, tokens_of
from core.essays.usage.features import UsageFeatureExtractor
from core.language.grammar.sentence import ParsedText, Sentence
from core.language.levels import HAN

TYPES: dict[int, EditType] = {INSERT: "L", DELETE: "D", SUBSTITUTE: "W", MOVE: "S"}
LEAST_PROBABILITY = 0.15
"""Less probable changes are not proposed: no reader is shown them, and they would hardly make another corrector's proposal surer."""


ParsedSentence = tuple[str, tuple[tuple[int, str, int, str], ...]]
"""A sentence, and of each token its offset, tag, head and relation: all that the model reads."""


class UsageCorrection(NamedTuple):
    """A correction that the model proposes; offsets are code points of the text."""

    start: int
    end: int
    replacement: str
    operation: int
    probability: float


@dataclass(frozen=True)
class UsageModel:
    """Finds and rates corrections of usage.

    Parameters
    ----------
    log_odds : models that give for rows of features the log odds that a change is right
    curves : for each operation the weights of these models and the intercept
    """

    bigrams: Bigrams
    finder: UsageCandidateFinder
    feature_extractor: UsageFeatureExtractor
    log_odds: Sequence[Callable[[Float64], Float64]]
    curves: Sequence[Sequence[float]]

    def corrections(self, parsed: ParsedText) -> list[UsageCorrection]:
        """The corrections of a parsed text, sorted by position and without conflict; less probable ones than `LEAST_PROBABILITY` are left out."""
        return [correction for sentence_corrections in self.by_sentence(parsed) for correction in sentence_corrections]

    def by_sentence(self, parsed: ParsedText) -> list[list[UsageCorrection]]:
        """The corrections of each sentence, which depend on its own parse alone."""
        by_sentence: list[list[UsageCorrection]] = [[] for _ in parsed.sentences]
        tokens = tokens_of(parsed, self.bigrams)
        candidates = self.finder.candidates(tokens)
        if not len(candidates):
            return by_sentence
        rows = self.feature_extractor.features(parsed, tokens, candidates)
        probabilities = self.probabilities(
            np.stack([model(rows) for model in self.log_odds], axis=1), candidates.operation
        )
        changes, sentences = candidates.changes(tokens), tokens.sentence_numbers[candidates.start].tolist()
        for index in np.argsort(-probabilities, kind="stable").tolist():
            if probabilities[index] < LEAST_PROBABILITY:
                break
            start, end, replacement = changes[index]
            correction = UsageCorrection(
                start, end, replacement, int(candidates.operation[index]), float(probabilities[index])
            )
            accepted, changed = by_sentence[sentences[index]], parsed.text[start:end] + replacement
            if not any(_conflict(correction, other) for other in accepted) and _is_chinese(changed):
                accepted.append(correction)
        return [sorted(corrections) for corrections in by_sentence]

    def probabilities(self, odds: Float64, operations: Int64) -> Float64:
        """Calibrated probabilities from the log odds of the models [shape=(n, n_models)] and the operations."""
        weights = np.array(self.curves)[operations]
        logits = (weights[:, :-1] * odds).sum(axis=1) + weights[:, -1]
        return np.asarray(1 / (1 + np.exp(-logits)), np.float64)


def _conflict(correction: UsageCorrection, other: UsageCorrection) -> bool:
    """Whether two corrections cannot both be made.

    They conflict where they share a character, or where one inserts something at an end of the other: that is mostly the same error seen twice.
    """
    if INSERT in (correction.operation, other.operation):
        return correction.start <= other.end and other.start <= correction.end
    return correction.start < other.end and other.start < correction.end


def _is_chinese(changed: str) -> bool:
    return all(HAN.match(character) for character in changed)


class Recent(Protocol):
    """See `core.models.recent.Recent`."""

    def results_for(
        self,
        keys: Sequence[ParsedSentence],
        compute: Callable[[list[ParsedSentence]], Sequence[list[UsageCorrection]]],
    ) -> list[list[UsageCorrection]]: ...


class UsageCorrector:
    """A `core.essays.ports.Corrector` of usage; it loads its model once, on first use.

    Parameters
    ----------
    version : name and version, as reports state them
    load : loads the model
    traditional : simplified characters with their traditional forms, for essays in traditional characters
    recent : remembers the corrections of sentences read recently
    """

    def __init__(
        self, version: str, *, load: Callable[[], UsageModel], traditional: Mapping[str, str], recent: Recent
    ) -> None:
        self.version = version
        self._load, self._traditional = load, traditional
        self._lock = threading.Lock()
        self._model: UsageModel | None = None
        self._recent = recent

    @property
    def model(self) -> UsageModel:
        """The model."""
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def proposals(self, text: str, parsed: ParsedText) -> Sequence[Proposal]:
        """See `core.essays.ports.Corrector`."""
        corrections = self._corrections(parsed)
        forms = self._traditional if is_traditional(text, parsed.text, self._traditional) else {}
        return [
            Proposal(
                correction.start, correction.end, "".join(forms.get(character, character) for character in correction.replacement), TYPES[correction.operation],
                "usage", self.version, round(correction.probability, 4),
            )
            for correction in corrections
        ]  # fmt: skip

    def _corrections(self, parsed: ParsedText) -> list[UsageCorrection]:
        """The corrections of every sentence; one that was read recently, in a corrected text or an earlier draft, is not read again."""
        sentences = {_parsed_sentence(sentence): sentence for sentence in parsed.sentences}

        def find(unread: list[ParsedSentence]) -> list[list[UsageCorrection]]:
            chosen = tuple(sentences[key] for key in unread)
            found_corrections = self.model.by_sentence(ParsedText(parsed.text, chosen))
            return [
                [_shifted(correction, -sentence.start) for correction in corrections]
                for sentence, corrections in zip(chosen, found_corrections, strict=True)
            ]

        corrections = self._recent.results_for([_parsed_sentence(sentence) for sentence in parsed.sentences], find)
        return [
            _shifted(correction, sentence.start)
            for sentence, sentence_corrections in zip(parsed.sentences, corrections, strict=True)
            for correction in sentence_corrections
        ]


def _parsed_sentence(sentence: Sentence) -> ParsedSentence:
    """All that the model reads of a sentence."""
    return sentence.text, tuple(
        (token.start - sentence.start, token.tag, token.head, token.relation) for token in sentence.tokens
    )


def _shifted(correction: UsageCorrection, by: int) -> UsageCorrection:
    return correction._replace(start=correction.start + by, end=correction.end + by)

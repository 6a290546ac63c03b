"""Selects from the candidate edits those that are shown, as errors or as places to check: probable enough, without conflict, and not in protected text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.essays.merging.candidates import CandidateEdit
from core.essays.merging.protection import touches
from core.essays.model import Change, Edit
from core.wire import Bilingual

Strictness = Literal["strict", "normal", "gentle"]
Explain = Callable[[Change, Bilingual | None], Bilingual]
"""Gives a reason for an edit that came without one; the second argument is what to say where the edit itself shows none."""
Spans = Sequence[tuple[int, int]]


RULE = "rule:"
"""How the name of a rule begins among the correctors of an edit."""
UNCALIBRATED = frozenset({"language_model"})
"""Correctors whose probabilities were not measured to be enough for an error: alone they only mark a place to check. `wenlu model` measures the
operator's language model; what may be an error then comes under another name (`core.essays.language_model.policy`)."""


@dataclass(frozen=True)
class DisplayThresholds:
    """The probabilities, 0-1, from which a change is shown: they set how many false alarms the reader has to bear."""

    error: float
    """From here on a change is an error: it is deducted from the score and corrected."""
    rule: float
    """The same for a change of which a rule is one of the correctors."""
    check: float
    """From here on a change is a place to check: without deduction, and not in the corrected version. Below, it is dropped."""
    doubt: float
    """From here on it is said of a clause without error and place to check that something is off in it."""

    def is_error(self, edit: Edit) -> bool:
        """Whether an edit is shown as an error, not as a place to check."""
        by_rule = any(corrector.startswith(RULE) for corrector in edit.correctors)
        return edit.confidence >= (self.rule if by_rule else self.error) and not UNCALIBRATED.issuperset(
            edit.correctors
        )


DISPLAY_THRESHOLDS: dict[Strictness, DisplayThresholds] = {
    "strict": DisplayThresholds(error=0.4, rule=0.4, check=0.25, doubt=0.58),
    "normal": DisplayThresholds(error=0.7, rule=0.5, check=0.45, doubt=0.64),
    "gentle": DisplayThresholds(error=0.9, rule=0.9, check=0.7, doubt=0.75),
}
"""Where the probabilities of a corrector are calibrated, a threshold is the share of right claims among the least sure ones. Characters alone,
sentences of SIGHAN 2014 test put right (F1), right ones there flagged, dev-gsdsimp flagged (`training/essay/agreement_fit.py`): from .4 32.8, 9.6 %, 7.8 %; from .7 26.0, 3.3 %, 2.0 %; from .8 21.1,
2.0 %, .8 %. A learner who asks for strictness wants every doubt; nobody else should meet more than one false alarm in 1,000 characters.

Models need .7 for that. Rules fire on right text ten times in 60,000 characters, whatever their probability, so that at the setting normal a rule
is believed from the probability on at which it is more often right than wrong on learners' sentences (figures in `training/essay/README.md`, "Rules")."""


@dataclass(frozen=True)
class Selection:
    """The errors, and the places to check: each sorted, and without overlap among themselves and with each other."""

    edits: tuple[Edit, ...] = ()
    checks: tuple[Edit, ...] = ()


def select_edits(
    text: str,
    candidates: Sequence[CandidateEdit],
    *,
    protected_spans: Spans,
    name_spans: Spans,
    thresholds: DisplayThresholds,
    explain: Explain,
) -> Selection:
    """Which of the candidates are shown, as errors or as places to check.

    Of two that conflict the more probable one is kept, with a lower probability than it would have without the other; of two equally probable
    ones the one that a rule proposes, then the first.
    """
    allowed = [candidate for candidate in candidates if not _protected(text, candidate, protected_spans, name_spans)]
    rated = [(_probability_among_rivals(candidate, _rivals(candidate, allowed)), candidate) for candidate in allowed]
    chosen: list[tuple[float, CandidateEdit]] = []
    for probability, candidate in sorted(
        rated, key=lambda pair: (-pair[0], pair[1].only_models, pair[1].start, pair[1].replacement)
    ):
        if probability >= thresholds.check and not any(candidate.conflicts_with(other) for _, other in chosen):
            chosen.append((probability, candidate))
    edits = [_edit(text, candidate, probability, explain) for probability, candidate in sorted(chosen, key=_position)]
    errors = [edit for edit in edits if thresholds.is_error(edit)]
    return Selection(tuple(errors), tuple(edit for edit in edits if edit not in errors))


def _protected(text: str, candidate: CandidateEdit, protected_spans: Spans, name_spans: Spans) -> bool:
    """Whether a change would alter protected text; text that is moved as a whole is not altered."""
    spans = [*protected_spans, *name_spans] if candidate.only_models else protected_spans
    altered = [
        (start, end)
        for start, end in spans
        if not (candidate.start <= start and end <= candidate.end and text[start:end] in candidate.replacement)
    ]
    return touches(*candidate.changed_span, altered)


def _position(pair: tuple[float, CandidateEdit]) -> tuple[int, int]:
    return pair[1].start, pair[1].end


def _rivals(candidate: CandidateEdit, among: Sequence[CandidateEdit]) -> list[float]:
    """Probabilities of the candidates that conflict with one. A sentence whose structure is wrong may hold a wrong character as well: only one
    of the two can be shown, but neither makes the other less probable."""
    return [
        other.probability
        for other in among
        if other is not candidate and (candidate.type == "S") == (other.type == "S") and candidate.conflicts_with(other)
    ]


def _probability_among_rivals(candidate: CandidateEdit, rivals: Sequence[float]) -> float:
    """Probability of a change when only it or one of its rivals can be right: o / (1 + o + o1 + o2 + ...), o = p / (1 - p).

    The law of total probability over exclusive hypotheses (this, each rival, none), each weighed by its odds against none.
    """
    odds = _odds(candidate.probability)
    return odds / (1.0 + odds + sum(map(_odds, rivals)))


def _odds(probability: float) -> float:
    return probability / max(1.0 - probability, 1e-6)


def _edit(text: str, candidate: CandidateEdit, probability: float, explain: Explain) -> Edit:
    original = text[candidate.start : candidate.end]
    change = Change(candidate.start, candidate.end, original, candidate.replacement, candidate.type)
    return Edit(
        start=candidate.start,
        end=candidate.end,
        original=original,
        replacement=candidate.replacement,
        type=candidate.type,
        confidence=round(probability, 4),
        correctors=candidate.correctors,
        point=candidate.point,
        explanation=candidate.explanation or explain(change, candidate.model_words),
    )

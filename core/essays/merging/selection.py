"""Proposals become edits and findings to check: sure enough, not against one another, nowhere that is protected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.essays.merging.candidates import Candidate
from core.essays.merging.protection import touches
from core.essays.model import Change, Edit
from core.wire import Bilingual

Strictness = Literal["strict", "normal", "gentle"]
Explain = Callable[[Change], Bilingual]
"""A reason for an edit that came without one."""
Spans = Sequence[tuple[int, int]]


UNMEASURED = frozenset({"language_model"})
"""Judges of whose claims nothing was measured, since every operator sets another one: alone they ask for a check at most."""


@dataclass(frozen=True)
class Budget:
    """From which probability on something is shown, 0-1: the false alarms that the reader is ready to bear."""

    error: float
    """Shown as an error, deducted, corrected."""
    rule: float
    """The same where a rule is among those who say so."""
    check: float
    """Shown as "check this": no deduction, not in the corrected version. Below it is dropped."""

    def is_error(self, edit: Edit) -> bool:
        """Whether it is shown as an error, not as a place to check."""
        by_rule = any(judge.startswith(RULE) for judge in edit.judges)
        return edit.confidence >= (self.rule if by_rule else self.error) and not UNMEASURED.issuperset(edit.judges)


RULE = "rule:"
BUDGETS: dict[Strictness, Budget] = {
    "strict": Budget(error=0.4, rule=0.4, check=0.25),
    "normal": Budget(error=0.7, rule=0.5, check=0.45),
    "gentle": Budget(error=0.9, rule=0.9, check=0.7),
}
"""Where what a judge says is calibrated the threshold is the share of right claims among the least sure. Characters alone, sentences of SIGHAN 2014 test
put right (F1), right ones there flagged, dev-gsdsimp flagged (`training/essay/agreement_fit.py`): from .4 32.8, 9.6 %, 7.8 %; from .7 26.0, 3.3 %, 2.0 %; from .8 21.1,
2.0 %, .8 %. A learner who asks for strictness wants every doubt; nobody else should meet more than one false alarm in 1,000 characters.

Models need .7 for that; rules fire on right text ten times in 60,000 characters, whatever their probability, so that at the setting normal one is
believed from where it is more often right than wrong on learners' sentences (figures in `training/essay/README.md`, "Rules")."""


@dataclass(frozen=True)
class Merged:
    """What is wrong, and what might be: both sorted, without overlap, with themselves and each other."""

    edits: tuple[Edit, ...] = ()
    checks: tuple[Edit, ...] = ()


def merged(
    text: str, candidates: Sequence[Candidate], *, untouched: Spans, names: Spans, budget: Budget, explain: Explain
) -> Merged:
    """What of the candidates is shown, and as what.

    Of two that contradict one another the likelier stands, less sure than without the other; of two equals the one that a rule
    wants, then the first.
    """
    allowed = [one for one in candidates if not _protected(text, one, untouched, names)]
    sure = [(_against_rivals(one, _rivals(one, allowed)), one) for one in allowed]
    chosen: list[tuple[float, Candidate]] = []
    for chance, one in sorted(sure, key=lambda pair: (-pair[0], pair[1].modelled, pair[1].start, pair[1].replacement)):
        if chance >= budget.check and not any(one.against(other) for _, other in chosen):
            chosen.append((chance, one))
    found = [_edit(text, one, chance, explain) for chance, one in sorted(chosen, key=_by_place)]
    errors = [edit for edit in found if budget.is_error(edit)]
    return Merged(tuple(errors), tuple(edit for edit in found if edit not in errors))


def _protected(text: str, one: Candidate, untouched: Spans, names: Spans) -> bool:
    """Whether a change would alter what is protected; what is moved as a whole stays what it is."""
    spans = [*untouched, *names] if one.modelled else untouched
    altered = [
        (start, end)
        for start, end in spans
        if not (one.start <= start and end <= one.end and text[start:end] in one.replacement)
    ]
    return touches(*one.least, altered)


def _by_place(pair: tuple[float, Candidate]) -> tuple[int, int]:
    return pair[1].start, pair[1].end


def _rivals(one: Candidate, among: Sequence[Candidate]) -> list[float]:
    """Chances of what contradicts it. A sentence that is to be built otherwise may hold a wrong character as well: of the two only
    one can be shown, but neither makes the other less likely."""
    return [
        other.chance
        for other in among
        if other is not one and (one.type == "S") == (other.type == "S") and one.against(other)
    ]


def _against_rivals(one: Candidate, rivals: Sequence[float]) -> float:
    """Chance of a change of which only this or a rival can be right: o / (1 + o + o1 + o2 + ...), o = p / (1 - p).

    The law of total probability over exclusive hypotheses (this, each rival, none), each weighed by its odds against none.
    """
    odds = _odds(one.chance)
    return odds / (1.0 + odds + sum(map(_odds, rivals)))


def _odds(chance: float) -> float:
    return chance / max(1.0 - chance, 1e-6)


def _edit(text: str, one: Candidate, chance: float, explain: Explain) -> Edit:
    original = text[one.start : one.end]
    change = Change(one.start, one.end, original, one.replacement, one.type)
    return Edit(
        start=one.start,
        end=one.end,
        original=original,
        replacement=one.replacement,
        type=one.type,
        confidence=round(chance, 4),
        judges=one.judges,
        point=one.point,
        explanation=one.explanation or explain(change),
    )

"""Proposals as candidate edits: proposals that make the same change become one, whichever corrector makes them and however widely they are written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import category

from core.essays.edits import minimal_change
from core.essays.merging.agreement import combined_probability
from core.essays.model import CorrectorKind, EditType, Proposal
from core.essays.traditional import is_traditional
from core.language.levels import HAN
from core.wire import Bilingual

HIGHEST_PROBABILITY = 0.99
"""The highest probability of an edit: no count of cases could support more."""
FURTHER_CORRECTOR_SHARE = 0.5
"""How much of a further corrector's probability counts. The correctors learnt from the same kind of text and make the same mistakes: taken as
independent they would make a certainty of two guesses. An assumption: it was not fitted, so that a change on which several correctors agree
has no measured probability."""
BELIEVED_ALONE_FROM, HIGHEST_DOUBTED = 0.9, 0.69
"""About words, the encoder alone or the usage corrector alone is believed from the first probability on; below it, the second is the highest
that it is given: a place to check, except for a strict reader. Of what the usage corrector alone gave .7 and more, 6 of 10 were right on
MuCGEC's held-out fifth (`benchmarks.essays.usage`)."""
SPELLING_CORRECTORS = frozenset({"ngram", "encoder"})
"""The correctors whose joint probability of a wrong character was fitted (`core.essays.merging.agreement`)."""
CORRECTORS: tuple[CorrectorKind, ...] = (
    "rule",
    "encoder",
    "ngram",
    "usage",
    "measured_language_model",
    "language_model",
)
"""In order of precedence: of two that are equally sure the first names type and reason, because a rule knows the reason."""
LANGUAGE_MODELS = frozenset({"language_model", "measured_language_model"})
"""The operator's language model, whatever was measured of it."""

MinimalChange = tuple[int, int, str]
"""Start, end and replacement of a change in its minimal form (`core.essays.edits.minimal_change`)."""


@dataclass(frozen=True)
class CandidateEdit:
    """A change that at least one corrector proposes."""

    start: int
    end: int
    replacement: str
    type: EditType
    probability: float
    """0-1, from all correctors that propose the change."""
    correctors: tuple[str, ...]
    """The surest first."""
    point: str
    explanation: Bilingual | None
    """Of a corrector of this project's; None where none knows a reason."""
    model_words: Bilingual | None
    """A language model's explanation, for where nothing else explains the change."""
    changed_span: tuple[int, int]
    """Start and end of the characters that really change."""
    only_models: bool
    """Whether no rule proposes the change."""

    def conflicts_with(self, other: CandidateEdit) -> bool:
        """Whether the two changes cannot both be made: they share a character, or both insert something at the same position."""
        if self.start == self.end and other.start == other.end:
            return self.start == other.start
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True)
class Opinions:
    """A change of a text in its minimal form, and which embedded correctors propose it."""

    start: int
    end: int
    replacement: str
    probabilities: Mapping[CorrectorKind, float]
    """Of each corrector that proposes it, 0-1, as it says itself."""

    @property
    def probability(self) -> float:
        """0-1: all of them together (`noisy_or`)."""
        return noisy_or(sorted(self.probabilities.values(), reverse=True))


def candidate_edits(text: str, simplified: str, proposals: Iterable[Proposal]) -> list[CandidateEdit]:
    """The changes that correctors propose, by position. `text` is the essay as sent, `simplified` the same in simplified characters.

    Proposals that change nothing, or nothing but the script, are left out; each of several wrong characters in a row becomes a change of its own.
    """
    return sorted(
        (_combined(change, parts) for change, parts in proposals_by_change(text, simplified, proposals).items()),
        key=lambda candidate: (candidate.start, candidate.end, candidate.replacement),
    )


def proposals_by_change(
    text: str, simplified: str, proposals: Iterable[Proposal]
) -> dict[MinimalChange, list[Proposal]]:
    """The proposals that make each change; see `candidate_edits`."""
    traditional_forms = _traditional_forms(text, simplified)
    by_change: dict[MinimalChange, list[Proposal]] = defaultdict(list)
    for proposal in proposals:
        for part in _split_proposals(text, simplified, _in_script_of_essay(proposal, traditional_forms)):
            by_change[minimal_change(text, part.start, part.end, part.replacement)].append(part)
    return by_change


def opinions(
    text: str, simplified: str, by_change: Mapping[MinimalChange, Sequence[Proposal]]
) -> dict[MinimalChange, Opinions]:
    """The changes of words that embedded correctors propose, in simplified characters, with what each says."""
    simplified_forms = {form: simple for simple, form in _traditional_forms(text, simplified).items()}
    asked: dict[MinimalChange, Opinions] = {}
    for change, parts in by_change.items():
        start, end, replacement = change
        embedded = _highest_by_corrector(part for part in parts if part.corrector not in LANGUAGE_MODELS)
        if embedded and HAN.search(simplified[start:end] + replacement):
            in_simplified = "".join(simplified_forms.get(character, character) for character in replacement)
            asked[change] = Opinions(start, end, in_simplified, embedded)
    return asked


def _traditional_forms(text: str, simplified: str) -> dict[str, str]:
    """Simplified characters with the traditional ones that the essay writes for them; empty for an essay that is mostly simplified."""
    traditional_forms = {
        simplified_character: written
        for written, simplified_character in zip(text, simplified, strict=True)
        if simplified_character != written
    }
    return traditional_forms if is_traditional(text, simplified, traditional_forms) else {}


def _in_script_of_essay(proposal: Proposal, traditional_forms: Mapping[str, str]) -> Proposal:
    """The proposal with those characters that the essay writes in traditional form as the essay writes them."""
    if not traditional_forms:
        return proposal
    replacement = "".join(traditional_forms.get(character, character) for character in proposal.replacement)
    return replace(proposal, replacement=replacement)


def _split_proposals(text: str, simplified: str, proposal: Proposal) -> Iterator[Proposal]:
    """The proposal in the form of edits, each of a type that fits its change."""
    if not 0 <= proposal.start <= proposal.end <= len(text) or not 0 < proposal.probability <= 1:
        raise ValueError(f"{proposal.corrector}:{proposal.name} proposes {proposal} in a text of {len(text)}")
    original = text[proposal.start : proposal.end]
    if proposal.replacement in (original, simplified[proposal.start : proposal.end]):
        return
    if proposal.type == "B" and len(original) == len(proposal.replacement):
        for offset, (old, new) in enumerate(zip(original, proposal.replacement, strict=True)):
            if new not in (old, simplified[proposal.start + offset]):
                start = proposal.start + offset
                yield replace(proposal, start=start, end=start + 1, replacement=new)
        return
    yield _with_fitting_type(text, proposal)


def _with_fitting_type(text: str, proposal: Proposal) -> Proposal:
    """The proposal with the type that fits its change; changes of words and structures keep the span that was proposed."""
    start, end, new = minimal_change(text, proposal.start, proposal.end, proposal.replacement)
    old = text[start:end]
    narrow = replace(proposal, start=start, end=end, replacement=new)
    if proposal.type == "S":
        return proposal
    if proposal.type == "P" or (old + new and all(category(one).startswith(("P", "S")) for one in old + new)):
        return replace(narrow, type="P")
    if not old:
        return replace(narrow, type="L")
    if not new:
        return replace(narrow, type="D")
    return replace(proposal, type="W")


def _combined(change: MinimalChange, parts: Sequence[Proposal]) -> CandidateEdit:
    """One candidate made of all proposals of the same change.

    Its type is that of a rule; else "wrong character" where any corrector says so, because that names the cause; else that of the surest corrector.
    """
    ordered = sorted(
        parts, key=lambda part: (-part.probability, CORRECTORS.index(part.corrector), part.start, part.name)
    )
    wrong_character = (part for part in ordered if part.type == "B")
    naming = next((part for part in ordered if part.corrector == "rule"), next(wrong_character, ordered[0]))
    explained = [part for part in (naming, *ordered) if part.explanation is not None]
    own = next((part.explanation for part in explained if part.corrector not in LANGUAGE_MODELS), None)
    words = next((part.explanation for part in explained if part.corrector in LANGUAGE_MODELS), None)
    return CandidateEdit(
        start=naming.start,
        end=naming.end,
        replacement=naming.replacement,
        type=naming.type,
        probability=_probability(ordered),
        correctors=tuple(dict.fromkeys(_corrector_name(part) for part in ordered)),
        point=next((part.point for part in (naming, *ordered) if part.point), ""),
        explanation=own,
        model_words=words,
        changed_span=change[:2],
        only_models=naming.corrector != "rule",
    )


def _probability(parts: Sequence[Proposal]) -> float:
    by_corrector = _highest_by_corrector(parts)
    measured = by_corrector.pop("measured_language_model", 0.0)
    return min(HIGHEST_PROBABILITY, max(measured, _embedded_probability(parts, by_corrector) if by_corrector else 0.0))


def _embedded_probability(parts: Sequence[Proposal], by_corrector: dict[CorrectorKind, float]) -> float:
    """Without what was measured of a language model, whose probability takes the other correctors' agreement into account already."""
    alone = len(by_corrector) == 1 and by_corrector.keys() <= {"encoder", "usage"}
    if any(part.type == "B" for part in parts) and by_corrector.keys() & SPELLING_CORRECTORS:
        by_corrector["ngram"] = combined_probability(by_corrector.pop("ngram", None), by_corrector.pop("encoder", None))
        alone = False
    probability = noisy_or(sorted(by_corrector.values(), reverse=True))
    return min(probability, HIGHEST_DOUBTED) if alone and probability < BELIEVED_ALONE_FROM else probability


def _corrector_name(part: Proposal) -> str:
    return f"rule:{part.name}" if part.corrector == "rule" else part.corrector


def _highest_by_corrector(parts: Iterable[Proposal]) -> dict[CorrectorKind, float]:
    """Each corrector's highest probability: a corrector that proposes a change twice says no more than if it proposed it once."""
    best: dict[CorrectorKind, float] = {}
    for part in parts:
        best[part.corrector] = max(best.get(part.corrector, 0.0), part.probability)
    return best


def noisy_or(probabilities: Sequence[float]) -> float:
    """The probability of a change that several correctors propose, given the highest probability first: a noisy-or with inhibitors.

    1 - (1 - p1) (1 - s p2) (1 - s p3) ..., with s = `FURTHER_CORRECTOR_SHARE` (Pearl 1988, Probabilistic Reasoning in Intelligent
    Systems, 4.3.2). Each further corrector that agrees multiplies the probability of being wrong by 1 - s p.

    >>> round(noisy_or([0.7, 0.6]), 3), noisy_or([0.7]), noisy_or([1.0, 1.0])
    (0.79, 0.7, 0.99)
    """
    probability_wrong = 1.0
    for rank, probability in enumerate(probabilities):
        probability_wrong *= 1.0 - probability * (FURTHER_CORRECTOR_SHARE if rank else 1.0)
    return min(HIGHEST_PROBABILITY, 1.0 - probability_wrong)

"""Proposals in one form: what comes to the same change is one candidate, whoever says so and however widely."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from unicodedata import category

from core.essays.edits import least
from core.essays.merging.agreement import together
from core.essays.model import EditType, Judge, Proposal
from core.essays.traditional import is_traditional
from core.wire import Bilingual

MOST_SURE = 0.99
"""No count of cases says more."""
SHARED = 0.5
"""How much of a further judge's word counts. Judges learnt from the same kind of text and err together: taken as independent they
would make a certainty of two guesses. An assumption: it was not fitted, so that what several judges agree on bears no measured probability."""
ALONE_FROM, DOUBTED = 0.9, 0.69
"""Where it is about words, the encoder alone or the judge of usage alone is believed from the first chance; below it has the second at most: a
place to check, but for who asks for strictness. Of what usage alone was sure of from .7, 6 of 10 were right on MuCGEC's held-out fifth
(`benchmarks.essays.usage`)."""
SPELLING_JUDGES = frozenset({"ngram", "encoder"})
"""What they are worth together about a character was fitted (`core.essays.merging.agreement`)."""
JUDGES: tuple[Judge, ...] = ("rule", "encoder", "ngram", "usage", "language_model")
"""Where two are as sure as each other the first one names type and reason: a rule knows why."""

Place = tuple[int, int, str]
"""A change in its least form: start, end, replacement."""


@dataclass(frozen=True)
class Candidate:
    """A change that at least one judge wants."""

    start: int
    end: int
    replacement: str
    type: EditType
    chance: float
    """0-1, over all judges that want it."""
    judges: tuple[str, ...]
    """Strongest first."""
    point: str
    explanation: Bilingual | None
    least: tuple[int, int]
    """Start and end of what really changes."""
    modelled: bool
    """No rule wants it."""

    def against(self, other: Candidate) -> bool:
        """Whether the two cannot both be made: they share a character, or put something in at one place."""
        if self.start == self.end and other.start == other.end:
            return self.start == other.start
        return self.start < other.end and other.start < self.end


def candidates(text: str, simplified: str, proposals: Iterable[Proposal]) -> list[Candidate]:
    """The changes that judges want, by place. `text` is as sent, `simplified` the same in simplified characters.

    Proposals that change nothing, or nothing but the script, are left out; several wrong characters in a row are so many changes.
    """
    script = _script(text, simplified)
    wanted: dict[Place, list[Proposal]] = defaultdict(list)
    for proposal in proposals:
        for part in _parts(text, simplified, _in_script(proposal, script)):
            wanted[least(text, part.start, part.end, part.replacement)].append(part)
    return sorted(
        (_together(place, parts) for place, parts in wanted.items()),
        key=lambda found: (found.start, found.end, found.replacement),
    )


def _script(text: str, simplified: str) -> dict[str, str]:
    """Simplified characters with the traditional ones that the essay writes for them; none for an essay that is mostly simplified."""
    script = {plain: written for written, plain in zip(text, simplified, strict=True) if plain != written}
    return script if is_traditional(text, simplified, script) else {}


def _in_script(proposal: Proposal, script: Mapping[str, str]) -> Proposal:
    """With characters that the essay writes in traditional form as it writes them."""
    if not script:
        return proposal
    written = "".join(script.get(character, character) for character in proposal.replacement)
    return replace(proposal, replacement=written)


def _parts(text: str, simplified: str, proposal: Proposal) -> Iterator[Proposal]:
    """The proposal as edits can have it, of a type that fits what it changes."""
    if not 0 <= proposal.start <= proposal.end <= len(text) or not 0 < proposal.chance <= 1:
        raise ValueError(f"{proposal.judge}:{proposal.name} proposes {proposal} in a text of {len(text)}")
    original = text[proposal.start : proposal.end]
    if proposal.replacement in (original, simplified[proposal.start : proposal.end]):
        return
    if proposal.type == "B" and len(original) == len(proposal.replacement):
        for offset, (old, new) in enumerate(zip(original, proposal.replacement, strict=True)):
            if new not in (old, simplified[proposal.start + offset]):
                at = proposal.start + offset
                yield replace(proposal, start=at, end=at + 1, replacement=new)
        return
    yield _fitted(text, proposal)


def _fitted(text: str, proposal: Proposal) -> Proposal:
    """Of the type that what is changed has; words and structures keep the stretch that they were proposed with."""
    start, end, new = least(text, proposal.start, proposal.end, proposal.replacement)
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


def _together(place: Place, parts: Sequence[Proposal]) -> Candidate:
    """One candidate of all proposals that come to the same.

    It is called what a rule calls it; else a wrong character, where any judge takes it for one, since that says why; else what the surest calls it.
    """
    ordered = sorted(parts, key=lambda part: (-part.chance, JUDGES.index(part.judge), part.start, part.name))
    wrong_character = (part for part in ordered if part.type == "B")
    named = next((part for part in ordered if part.judge == "rule"), next(wrong_character, ordered[0]))
    explained = next((part.explanation for part in (named, *ordered) if part.explanation is not None), None)
    return Candidate(
        start=named.start,
        end=named.end,
        replacement=named.replacement,
        type=named.type,
        chance=_chance(ordered),
        judges=tuple(dict.fromkeys(_name(part) for part in ordered)),
        point=next((part.point for part in (named, *ordered) if part.point), ""),
        explanation=explained,
        least=place[:2],
        modelled=named.judge != "rule",
    )


def _chance(parts: Sequence[Proposal]) -> float:
    best = _surest(parts)
    alone = len(best) == 1 and best.keys() <= {"encoder", "usage"}
    if any(part.type == "B" for part in parts) and best.keys() & SPELLING_JUDGES:
        best["ngram"] = together(best.pop("ngram", None), best.pop("encoder", None))
        alone = False
    chance = agreed(sorted(best.values(), reverse=True))
    return min(chance, DOUBTED) if alone and chance < ALONE_FROM else chance


def _name(part: Proposal) -> str:
    return f"rule:{part.name}" if part.judge == "rule" else part.judge


def _surest(parts: Iterable[Proposal]) -> dict[str, float]:
    """Each judge's best chance: one judge that speaks twice says no more."""
    best: dict[str, float] = {}
    for part in parts:
        best[part.judge] = max(best.get(part.judge, 0.0), part.chance)
    return best


def agreed(chances: Sequence[float]) -> float:
    """Chance of a change that several judges want, the best chance first: a noisy-or with inhibitors.

    1 - (1 - p1) (1 - s p2) (1 - s p3) ..., with s = `SHARED` (Pearl 1988, Probabilistic Reasoning in Intelligent Systems,
    4.3.2). In odds: each agreeing judge multiplies the odds of being wrong by 1 - s p.

    >>> round(agreed([0.7, 0.6]), 3), agreed([0.7]), agreed([1.0, 1.0])
    (0.79, 0.7, 0.99)
    """
    wrong = 1.0
    for number, chance in enumerate(chances):
        wrong *= 1.0 - chance * (SHARED if number else 1.0)
    return min(MOST_SURE, 1.0 - wrong)

"""When an item is taken out of use by rule. Every rule says in both languages what it has against the item.

How often the rules find items with planted faults, and how often they retire sound ones, stands in
`benchmarks/questions/life.py` with figures.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import exp, log

import numpy as np

from core.arrays import Bool, Float64
from core.learning.items.prediction import floor_of
from core.learning.items.statistics import Estimated, share, slope
from core.learning.items.suspicion import Suspicion, of_choices, of_scores
from core.records.items import Item, Option
from core.records.proofs import Proof
from core.wire import Bilingual

LEAST_ANSWERS = 30
"""Of different students. Below, 95 % intervals of shares are wider than a third, and one class decides."""
ODDS = 20.0
"""How many times likelier a fault must be than soundness. At most one sound item of 20 would ever pass that bound if sound items
were exactly as modelled; over simulated ones with misunderstandings and slopes of all kinds it is less than one of 100."""
LEAST_UPHELD = 2
UPHELD_SHARE = 0.1
"""Two teachers' words against a mark, and not two of hundreds: a single appeal may have been upheld out of kindness."""
MOST_ODDS_SAID = 1_000_000


@dataclass(frozen=True)
class Case:
    """What is known of an item when it is judged: the first answer of each student since a teacher last decided on it."""

    item: Item
    predicted: float
    """Difficulty before any answer, in logits."""
    ability: Float64
    """[answers], logits."""
    error: Float64
    """[answers], variance of the true ability round that."""
    score: Float64
    """[answers], 0-1."""
    chosen: tuple[str, ...]
    """Of a choice the label chosen, "" where none is meant; empty for the other types."""
    upheld: int = 0
    proof: Proof | None = None

    @property
    def answers(self) -> int:
        """How many."""
        return len(self.score)

    @cached_property
    def suspicion(self) -> Suspicion:
        """The faults weighed."""
        if self.item.answer_kind == "choice":
            told = np.array([label in self.labels for label in self.chosen], dtype=np.bool_)
            return of_choices(
                self.ability[told],
                self.error[told],
                np.array([self.labels.index(label) for label in self.chosen if label in self.labels], dtype=np.intp),
                options=len(self.labels),
                predicted=self.predicted,
            )
        right: Bool = self.score >= 1.0
        floor = floor_of(self.item)
        return of_scores(self.ability, self.error, right, predicted=self.predicted, floor=floor)

    @cached_property
    def labels(self) -> list[str]:
        """Labels of the options, the key's first."""
        key = self.item.key
        return [key, *(option.id for option in self.item.options if option.id != key)]

    @cached_property
    def slope(self) -> Estimated:
        """Of the score by ability."""
        return slope(self.ability, self.score)

    def option(self, place: int) -> Option:
        """The option at a place of `labels`."""
        return next(option for option in self.item.options if option.id == self.labels[place])


@dataclass(frozen=True)
class Objection:
    """A rule with what it says of an item."""

    rule: str
    reason: Bilingual


Rule = Callable[[Case], Bilingual | None]


def objections(case: Case) -> list[Objection]:
    """What the rules have against an item; empty when it stays."""
    found = ((name, rule(case)) for name, rule in RULES.items())
    return [Objection(name, reason) for name, reason in found if reason is not None]


def _enough(case: Case) -> bool:
    return case.answers >= LEAST_ANSWERS


def wrong_key(case: Case) -> Bilingual | None:
    """The answers are likelier if another option is the key."""
    faulty = case.suspicion if _enough(case) else None
    if faulty is None or _kind_of(faulty) != "wrong_key":
        return None
    key, other = case.option(0), case.option(1 + int(np.argmax(faulty.wrong_key)))
    odds = _odds(max(faulty.wrong_key))
    return Bilingual(
        zh=f"{case.answers} 名学生的作答更像是 {other.id}（{other.text}）才对，而不是 {key.id}（{key.text}）：可能性约为 {odds} 倍。",
        en=f"The answers of {case.answers} students look as if {other.id} ({other.text}) were right rather than {key.id} "
        f"({key.text}): about {odds} times likelier.",
    )


def two_right(case: Case) -> Bilingual | None:
    """The answers are likelier if a second option is right."""
    faulty = case.suspicion if _enough(case) else None
    if faulty is None or _kind_of(faulty) != "two_right":
        return None
    other = case.option(1 + int(np.argmax(faulty.two_right)))
    odds = _odds(max(faulty.two_right))
    return Bilingual(
        zh=f"{case.answers} 名学生的作答像是 {other.id}（{other.text}）也对：可能性约为 {odds} 倍。",
        en=f"The answers of {case.answers} students look as if {other.id} ({other.text}) were right as well: about {odds} times "
        "likelier.",
    )


def tells_nothing(case: Case) -> Bilingual | None:
    """The answers have nothing to do with ability."""
    faulty = case.suspicion if _enough(case) else None
    if faulty is None or _kind_of(faulty) != "tells_nothing":
        return None
    odds = _odds(faulty.tells_nothing)
    return Bilingual(
        zh=f"{case.answers} 名学生中，能力强的并不比能力弱的答得好：这道题区分不出水平（可能性约为 {odds} 倍）。",
        en=f"Among {case.answers} students the able did no better than the weak: the item tells nothing ({odds} times likelier "
        "than not).",
    )


def reversed_slope(case: Case) -> Bilingual | None:
    """The able do worse, surely (95 % interval of the slope wholly below 0)."""
    if not _enough(case) or case.slope.high >= 0:
        return None
    return Bilingual(
        zh=f"{case.answers} 名学生中，能力越强的越容易答错（区分度 {case.slope.value:.2f}，95% 区间在 0 以下）。",
        en=f"Among {case.answers} students the abler did worse (discrimination {case.slope.value:.2f}, 95 % interval below 0).",
    )


def below_chance(case: Case) -> Bilingual | None:
    """Fewer are right than by guessing, surely (upper bound of the 95 % interval)."""
    chance = floor_of(case.item)
    if not _enough(case) or case.item.answer_kind != "choice":
        return None
    found = share(case.score)
    if found.high >= chance:
        return None
    return Bilingual(
        zh=f"{case.answers} 名学生中答对的只有 {found.value:.0%}，比随便猜（{chance:.0%}）还低。",
        en=f"Of {case.answers} students {found.value:.0%} were right, fewer than by guessing ({chance:.0%}).",
    )


def appeals_upheld(case: Case) -> Bilingual | None:
    """Teachers agreed with students against the key, more than once."""
    if case.upheld < LEAST_UPHELD or case.upheld < UPHELD_SHARE * case.answers:
        return None
    return Bilingual(
        zh=f"老师已 {case.upheld} 次同意学生的申诉（共 {case.answers} 名学生作答）。",
        en=f"Teachers upheld {case.upheld} appeals ({case.answers} students answered).",
    )


def doubtful_proof(case: Case) -> Bilingual | None:
    """A wrong option is surely as good as the key, by rules of the language. Needs no answers."""
    if case.proof is None or case.proof.verdict != "doubtful":
        return None
    said = [finding.said for finding in case.proof.failed if finding.sure]
    if not said:
        return None
    return Bilingual(zh=f"可能有第二个正确答案：{said[0].zh}", en=f"There may be a second right answer: {said[0].en}")


RULES: dict[str, Rule] = {
    "appeals_upheld": appeals_upheld,
    "wrong_key": wrong_key,
    "two_right": two_right,
    "tells_nothing": tells_nothing,
    "reversed": reversed_slope,
    "below_chance": below_chance,
    "doubtful_proof": doubtful_proof,
}
"""The first that speaks gives the reason."""


def _kind_of(faulty: Suspicion) -> str:
    """The likeliest fault, if faults together are likely enough; else empty."""
    if faulty.any < log(ODDS):
        return ""
    best = {
        "wrong_key": max(faulty.wrong_key, default=-np.inf),
        "two_right": max(faulty.two_right, default=-np.inf),
        "tells_nothing": faulty.tells_nothing,
    }
    return max(best, key=best.__getitem__)


def _odds(logarithm: float) -> str:
    """Two figures of it, in digits."""
    odds = min(exp(min(logarithm, log(MOST_ODDS_SAID))), MOST_ODDS_SAID)
    return f"{float(f'{odds:.2g}'):,.0f}"

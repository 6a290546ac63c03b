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
LEAST_ODDS = 20.0
"""How many times likelier than soundness a fault must be. At most one sound item of 20 would ever pass that bound if sound items
were exactly as modelled; over simulated ones with misunderstandings and slopes of all kinds it is less than one of 100."""
LEAST_UPHELD = 2
UPHELD_SHARE = 0.1
"""Two teachers' words against a mark, and not two of hundreds: a single appeal may have been upheld out of kindness."""
MOST_STATED_ODDS = 1_000_000


@dataclass(frozen=True)
class Case:
    """What is known of an item when it is judged: the first answer of each student since a teacher last decided on it."""

    item: Item
    predicted_difficulty: float
    """Difficulty before any answer, in logits."""
    abilities: Float64
    """[answers], logits."""
    ability_variances: Float64
    """[answers], variance of the true ability round that."""
    scores: Float64
    """[answers], 0-1."""
    chosen_labels: tuple[str, ...]
    """Of a choice the label chosen, "" where none is meant; empty for the other types."""
    upheld_appeals: int = 0
    proof: Proof | None = None

    @property
    def answers(self) -> int:
        """The number of answers."""
        return len(self.scores)

    @cached_property
    def suspicion(self) -> Suspicion:
        """How likely each fault is, given the answers."""
        if self.item.answer_kind == "choice":
            is_known = np.array([label in self.labels for label in self.chosen_labels], dtype=np.bool_)
            return of_choices(
                self.abilities[is_known],
                self.ability_variances[is_known],
                np.array(
                    [self.labels.index(label) for label in self.chosen_labels if label in self.labels], dtype=np.intp
                ),
                options=len(self.labels),
                predicted=self.predicted_difficulty,
            )
        right: Bool = self.scores >= 1.0
        floor = floor_of(self.item)
        return of_scores(
            self.abilities, self.ability_variances, right, predicted=self.predicted_difficulty, floor=floor
        )

    @cached_property
    def labels(self) -> list[str]:
        """Labels of the options, the key's first."""
        key = self.item.key
        return [key, *(option.id for option in self.item.options if option.id != key)]

    @cached_property
    def slope(self) -> Estimated:
        """The slope of the score by ability."""
        return slope(self.abilities, self.scores)

    def option(self, index: int) -> Option:
        """The option at an index of `labels`."""
        return next(option for option in self.item.options if option.id == self.labels[index])


@dataclass(frozen=True)
class Objection:
    """A rule with the reason for which it objects to an item."""

    rule: str
    reason: Bilingual


Rule = Callable[[Case], Bilingual | None]


def objections(case: Case) -> list[Objection]:
    """What the rules have against an item; empty when it stays."""
    reasons = ((name, rule(case)) for name, rule in RULES.items())
    return [Objection(name, reason) for name, reason in reasons if reason is not None]


def _has_enough_answers(case: Case) -> bool:
    return case.answers >= LEAST_ANSWERS


def wrong_key(case: Case) -> Bilingual | None:
    """The answers are likelier if another option is the key."""
    faulty = case.suspicion if _has_enough_answers(case) else None
    if faulty is None or _likeliest_fault(faulty) != "wrong_key":
        return None
    key, likelier = case.option(0), case.option(1 + int(np.argmax(faulty.wrong_key)))
    odds = _odds_text(max(faulty.wrong_key))
    return Bilingual(
        zh=f"从 {case.answers} 名学生的作答看，正确答案更像是 {likelier.id}（{likelier.text}），不是 {key.id}（{key.text}）：可能性约为 {odds} 倍。",
        en=f"The answers of {case.answers} students look as if {likelier.id} ({likelier.text}) were right rather than {key.id} "
        f"({key.text}): about {odds} times likelier.",
    )


def two_right(case: Case) -> Bilingual | None:
    """The answers are likelier if a second option is right."""
    faulty = case.suspicion if _has_enough_answers(case) else None
    if faulty is None or _likeliest_fault(faulty) != "two_right":
        return None
    second = case.option(1 + int(np.argmax(faulty.two_right)))
    odds = _odds_text(max(faulty.two_right))
    return Bilingual(
        zh=f"从 {case.answers} 名学生的作答看，{second.id}（{second.text}）很可能也对：可能性约为 {odds} 倍。",
        en=f"The answers of {case.answers} students look as if {second.id} ({second.text}) were right as well: about {odds} times "
        "likelier.",
    )


def tells_nothing(case: Case) -> Bilingual | None:
    """The answers have nothing to do with ability."""
    faulty = case.suspicion if _has_enough_answers(case) else None
    if faulty is None or _likeliest_fault(faulty) != "tells_nothing":
        return None
    odds = _odds_text(faulty.tells_nothing)
    return Bilingual(
        zh=f"{case.answers} 名学生中，能力强的并不比能力弱的答得好：这道题区分不出水平（可能性约为 {odds} 倍）。",
        en=f"Among {case.answers} students, stronger ones did no better than weaker ones: the item does not tell them apart ({odds} times likelier "
        "than not).",
    )


def reversed_slope(case: Case) -> Bilingual | None:
    """The able do worse, surely (95 % interval of the slope wholly below 0)."""
    if not _has_enough_answers(case) or case.slope.high >= 0:
        return None
    return Bilingual(
        zh=f"{case.answers} 名学生中，能力越强的越容易答错（区分度 {case.slope.value:.2f}，95% 区间在 0 以下）。",
        en=f"Among {case.answers} students, stronger ones did worse (discrimination {case.slope.value:.2f}, 95 % interval below 0).",
    )


def below_chance(case: Case) -> Bilingual | None:
    """Fewer are right than by guessing, surely (upper bound of the 95 % interval)."""
    chance_level = floor_of(case.item)
    if not _has_enough_answers(case) or case.item.answer_kind != "choice":
        return None
    share_right = share(case.scores)
    if share_right.high >= chance_level:
        return None
    return Bilingual(
        zh=f"{case.answers} 名学生中答对的只有 {share_right.value:.0%}，比随便猜（{chance_level:.0%}）还低。",
        en=f"Of {case.answers} students {share_right.value:.0%} were right, fewer than by guessing ({chance_level:.0%}).",
    )


def appeals_upheld(case: Case) -> Bilingual | None:
    """Teachers agreed with students against the key, more than once."""
    if case.upheld_appeals < LEAST_UPHELD or case.upheld_appeals < UPHELD_SHARE * case.answers:
        return None
    return Bilingual(
        zh=f"老师已 {case.upheld_appeals} 次同意学生的疑问（共 {case.answers} 名学生作答）。",
        en=f"Teachers upheld {case.upheld_appeals} appeals ({case.answers} students answered).",
    )


def doubtful_proof(case: Case) -> Bilingual | None:
    """A wrong option is surely as good as the key, by rules of the language. Needs no answers."""
    if case.proof is None or case.proof.verdict != "doubtful":
        return None
    reasons = [finding.said for finding in case.proof.failed if finding.sure]
    if not reasons:
        return None
    return Bilingual(
        zh=f"可能有第二个正确答案：{reasons[0].zh}", en=f"There may be a second right answer: {reasons[0].en}"
    )


RULES: dict[str, Rule] = {
    "appeals_upheld": appeals_upheld,
    "wrong_key": wrong_key,
    "two_right": two_right,
    "tells_nothing": tells_nothing,
    "reversed": reversed_slope,
    "below_chance": below_chance,
    "doubtful_proof": doubtful_proof,
}
"""The first rule that objects gives the reason."""


def _likeliest_fault(faulty: Suspicion) -> str:
    """The likeliest fault, if all faults taken together are likely enough; else empty."""
    if faulty.any < log(LEAST_ODDS):
        return ""
    best = {
        "wrong_key": max(faulty.wrong_key, default=-np.inf),
        "two_right": max(faulty.two_right, default=-np.inf),
        "tells_nothing": faulty.tells_nothing,
    }
    return max(best, key=best.__getitem__)


def _odds_text(logarithm: float) -> str:
    """The odds of a logarithm, rounded to two figures, in digits."""
    odds = min(exp(min(logarithm, log(MOST_STATED_ODDS))), MOST_STATED_ODDS)
    return f"{float(f'{odds:.2g}'):,.0f}"

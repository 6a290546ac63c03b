"""How often each rule of learner grammar is right (data/essay_rule_probabilities.csv).

    uv run python -m training.essay.rule_probabilities [--count] [--keep]     with --count two minutes and the reference data, else a second

1. Counted (`--count`; without it the counts of the file stand, and a new rule has none): every rule is run alone, whatever another rule says
   of the place, on sentences that learners wrote and others corrected: MuCGEC's development half (1,137) and YACLC's half for design
   (297 of 613). Right is a firing whose change, made alone, brings the sentence nearer to one of its corrections
   (`evaluation.essays.nearness`). And on right text (`RIGHT_TEXT`), where every firing is wrong.
2. Calibrated: what a rule's author thought of it (`priority`) is worth what rules of that priority reached: a logistic regression on its log
   odds (Platt 1999, Probabilistic outputs for support vector machines), for rules about words; of rules about marks one share.
3. Smoothed, since firings are few: each rule's share is drawn to that of the other rules of its family, and that to the calibrated figure, as the
   mean of a beta distribution whose prior has it as its mean and so many firings as its weight (beta-binomial; Gelman et al. 2013,
   Bayesian Data Analysis, 5.3):

       family without the rule: f = (R + FAMILY_WEIGHT c) / (N + FAMILY_WEIGHT)
       rule:                    p = (r + RULE_WEIGHT f) / (n + RULE_WEIGHT)

   c the calibrated figure, n and r firings of the rule and right ones, N and R those of the other rules of its family; n and N hold firings on
   right text too. The two weights are those that predict firings on sentences left out best (`compared`, README.md, "Rules").

What the sentences were used for before: no rule was written on YACLC, which came after the last rule. MuCGEC's sentences were not read for
writing rules, but readers judged the reasons of edits that the engine had made in some of them, and some ten rules were narrowed or given
another reason afterwards; four fifths of MuCGEC were training text of the encoder and the judge of usage, which have no part here.
Rules were held to leave dev-gsdsimp alone while they were written; PUD was training text of models, of which the parser alone has a part here.
"""

from __future__ import annotations

import argparse
import csv
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit, logit

from core.essays.rules.corrector import RuleCorrector
from core.tables import Tables
from core.tables.essays.rule_probabilities import EssayRuleProbability, essay_rule_probabilities
from core.tables.essays.rules import EssayRule
from core.wiring import in_memory_core
from evaluation.corpus import ROOT
from evaluation.essays.nearness import is_nearer
from evaluation.essays.sets import ABSENT, LearnerRow, mucgec, present, treebank_sentences, yaclc

OUT = ROOT / "data" / "essay_rule_probabilities.csv"
RULE_WEIGHT, FAMILY_WEIGHT = 4.0, 16.0
"""Firings that the prior of a rule and of a family are worth."""
RIGHT_TEXT = ("train-pud", "dev-gsdsimp")
"""Treebanks: 60,000 characters, as many as of learners' sentences, so that the two together stand for essays of which half is right."""
MARKS = "P"
"""Type of the rules about punctuation: nearly all are right, whatever their priority, so that words are calibrated without them."""
DECIMALS = 3
FOLDS = 10
Floats = NDArray[np.float64]


class Firing(NamedTuple):
    """That a rule proposed something."""

    rule: str
    text: str
    right: bool
    among_errors: bool
    """Whether the text is a learner's with corrections; else it is right as it stands."""


class Counts(NamedTuple):
    """How often a rule fired."""

    fired: int = 0
    right: int = 0
    fired_on_right_text: int = 0

    @property
    def in_all(self) -> int:
        """Firings on either."""
        return self.fired + self.fired_on_right_text


Counted = Mapping[str, Counts]
Smoothing = Callable[[Counted, Sequence[EssayRule]], dict[str, float]]
"""A probability for each rule."""


def firings(tables: Tables) -> Iterator[Firing]:
    """Of every rule by itself, on every sentence."""
    analyser = in_memory_core(tables=tables).essays.evaluator.analyser
    rules = tables.essay_rules
    anything = {row.id: 0.5 for row in rules.rows}
    corrector = RuleCorrector(rules, probabilities=anything, words=tables.words, classifiers=tables.classifiers)
    right_text = (LearnerRow(text, (text,)) for name in RIGHT_TEXT for text in treebank_sentences(name))
    for among_errors, rows in ((True, (*mucgec(), *yaclc(scored=False))), (False, right_text)):
        for row in rows:
            nearer = is_nearer(row)
            for one in corrector.unsettled(analyser.parsed_text(row.written)):
                right = among_errors and nearer((one.start, one.end, one.replacement))
                yield Firing(one.name, row.written, right, among_errors)


def counted(found: Iterable[Firing]) -> dict[str, Counts]:
    """Firings summed by rule."""
    kinds = Counter((one.rule, one.among_errors, one.right) for one in found)
    return {
        rule: Counts(
            kinds[rule, True, True] + kinds[rule, True, False], kinds[rule, True, True], kinds[rule, False, False]
        )
        for rule in {rule for rule, _, _ in kinds}
    }


def kept() -> dict[str, Counts]:
    """The counts of the file."""
    rows = essay_rule_probabilities(OUT).items()
    return {rule: Counts(row.fired, row.right, row.fired_on_right_text) for rule, row in rows}


def smoothed(
    counts: Counted,
    rules: Sequence[EssayRule],
    *,
    rule_weight: float = RULE_WEIGHT,
    family_weight: float = FAMILY_WEIGHT,
    by_priority: bool = True,
) -> dict[str, float]:
    """Each rule drawn to the others of its family, and they to what its priority is worth, or to the share of all."""
    whole = calibrated if by_priority else pooled
    start = whole(counts, rules)
    fired, right = Counter[str](), Counter[str]()
    for rule in rules:
        found = counts.get(rule.id, Counts())
        fired[rule.family] += found.in_all
        right[rule.family] += found.right
    made = {}
    for rule in rules:
        own = counts.get(rule.id, Counts())
        others = fired[rule.family] - own.in_all, right[rule.family] - own.right
        family = (others[1] + family_weight * start[rule.id]) / (others[0] + family_weight)
        made[rule.id] = (own.right + rule_weight * family) / (own.in_all + rule_weight)
    return made


def calibrated(counts: Counted, rules: Sequence[EssayRule]) -> dict[str, float]:
    """What its priority is worth, for a rule about words; about marks the share of all such rules."""
    words = [rule for rule in rules if rule.type != MARKS]
    made = pooled(counts, [rule for rule in rules if rule.type == MARKS])
    found = [counts.get(rule.id, Counts()) for rule in words]
    fired, right = (
        np.array(each, np.float64) for each in zip(*((one.in_all, one.right) for one in found), strict=True)
    )
    sure = logit(np.array([rule.priority for rule in words]) / 100)

    def loss(weights: Floats) -> float:
        odds = weights[0] + weights[1] * sure
        return float((fired * np.logaddexp(0, odds) - right * odds).sum())

    intercept, slope = minimize(loss, np.array([0.0, 1.0])).x
    reached = expit(intercept + slope * sure)
    return made | {rule.id: float(one) for rule, one in zip(words, reached, strict=True)}


def pooled(counts: Counted, rules: Sequence[EssayRule]) -> dict[str, float]:
    """The share of all firings that were right (Laplace's rule)."""
    found = [counts.get(rule.id, Counts()) for rule in rules]
    share = (1 + sum(one.right for one in found)) / (2 + sum(one.in_all for one in found))
    return {rule.id: share for rule in rules}


def as_given(_: Counted, rules: Sequence[EssayRule]) -> dict[str, float]:
    """The author's judgement taken for a probability."""
    return {rule.id: rule.priority / 100 for rule in rules}


def raised(counts: Counted, rules: Sequence[EssayRule]) -> dict[str, float]:
    """Isotonic regression on priority (Zadrozny and Elkan 2002): neighbours that fall are put together."""
    blocks: list[tuple[float, float, list[EssayRule]]] = []
    for priority in sorted({rule.priority for rule in rules}):
        rows = [rule for rule in rules if rule.priority == priority]
        found = [counts.get(rule.id, Counts()) for rule in rows]
        blocks.append((1 + sum(one.right for one in found), 2 + sum(one.in_all for one in found), rows))
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            last, before = blocks.pop(), blocks.pop()
            blocks.append((last[0] + before[0] - 1, last[1] + before[1] - 2, [*before[2], *last[2]]))
    return {rule.id: right / fired for right, fired, rows in blocks for rule in rows}


WAYS: Mapping[str, Smoothing] = {
    "the author's figure taken for a probability": as_given,
    "one share for all rules": pooled,
    "isotonic in the author's figure": raised,
    "logistic in the author's figure, marks apart": calibrated,
    "rule to family to the share of all": partial(smoothed, by_priority=False),
    **{
        f"rule ({rule:g}) to family ({family:g}) to the logistic": partial(
            smoothed, rule_weight=rule, family_weight=family
        )
        for rule, family in product((2.0, 4.0, 8.0), (4.0, 8.0, 16.0, 32.0))
    },
}


def compared(found: Sequence[Firing], rules: Sequence[EssayRule]) -> Iterator[str]:
    """Mean loss (nats) of the firings on sentences left out, all and those about words, by each way of smoothing."""
    types = {rule.id: rule.type for rule in rules}
    words = np.array([types[one.rule] != MARKS for one in found])
    folds = np.array([zlib.crc32(one.text.encode()) // 7 % FOLDS for one in found])
    for name, way in WAYS.items():
        losses = np.empty(len(found))
        for fold in range(FOLDS):
            made = way(counted(one for one, held in zip(found, folds == fold, strict=True) if not held), rules)
            for place in np.flatnonzero(folds == fold):
                told = made[found[place].rule]
                losses[place] = -np.log(told if found[place].right else 1 - told)
        yield f"{losses.mean():.3f} {losses[words].mean():.3f}  {name}"


def write(counts: Counted, made: Mapping[str, float]) -> None:
    """The file, by rule."""
    with OUT.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(EssayRuleProbability.model_fields)
        for rule in sorted(made):
            rows.writerow([rule, *counts.get(rule, Counts()), round(made[rule], DECIMALS)])


def main() -> None:
    """Count if asked, print what the ways are worth and how the probabilities lie, write if asked."""
    asked = argparse.ArgumentParser()
    asked.add_argument("--count", action="store_true", help="run the rules on the reference data")
    asked.add_argument("--keep", action="store_true", help="write the file")
    given = asked.parse_args()
    tables = Tables()
    rules = tables.essay_rules.rows
    if given.count:
        if not present():
            raise SystemExit(ABSENT)
        found = list(firings(tables))
        counts: Counted = counted(found)
        print("\n".join(compared(found, rules)))
    else:
        counts = kept()
    made = smoothed(counts, rules)
    fired = [sum(each) for each in zip(*counts.values(), strict=True)]
    print(f"{fired[0]} firings on learners' sentences, {fired[1]} right; {fired[2]} on right text; {len(counts)} rules")
    print("quartiles", np.round(np.quantile(list(made.values()), [0, 0.25, 0.5, 0.75, 1]), DECIMALS))
    if given.keep:
        write(counts, made)


if __name__ == "__main__":
    main()

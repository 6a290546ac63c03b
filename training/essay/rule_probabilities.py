"""Measures how often each rule of learner grammar is right (data/essay_rule_probabilities.csv).

    uv run python -m training.essay.rule_probabilities [--count] [--keep]     with --count two minutes and the reference data, else a second

1. Firings are counted (`--count`; without it the counts of the file are kept, and a new rule has none): every rule is run alone, whatever
   another rule proposes at the same place, on sentences that learners wrote and others corrected: MuCGEC's development half (1,137) and YACLC's
   half for design (297 of 613). A firing is right if its change, made alone, brings the sentence nearer to one of its corrections
   (`evaluation.essays.nearness`). Rules are also run on right text (`RIGHT_TEXT`), where every firing is wrong.
2. Priorities are calibrated: the priority that its author gave to a rule is turned into the share of right firings of rules with such a
   priority, by a logistic regression on its log odds (Platt 1999, Probabilistic outputs for support vector machines), for rules about words; all
   rules about punctuation have one share.
3. Shares are smoothed, because firings are few: the share of each rule is shrunk towards that of the other rules of its family, and that towards
   the calibrated figure, as the mean of a beta distribution whose prior has that figure as its mean and so many firings as its weight
   (beta-binomial; Gelman et al. 2013, Bayesian Data Analysis, 5.3):

       family without the rule: f = (R + FAMILY_WEIGHT c) / (N + FAMILY_WEIGHT)
       rule:                    p = (r + RULE_WEIGHT f) / (n + RULE_WEIGHT)

   c is the calibrated figure, n and r are the firings of the rule and the right ones, N and R those of the other rules of its family; n and N
   include firings on right text. The two weights are those that best predict firings on held-out sentences (`loss_lines`; README.md, "Rules").

A rule that was written with these sentences in view (`fitted` in its row) is right on them more often than elsewhere: its firings count for
itself alone, not for its family and not for the calibration.

What the sentences were used for before: no other rule was written on YACLC, which came after the last of them. MuCGEC's sentences were not read for
writing them, but readers judged the reasons of edits that the engine had made in some of them, and some ten rules were narrowed or given
another reason afterwards; four fifths of MuCGEC were training text of the encoder and of the usage corrector, which are not used here.
Rules had to leave dev-gsdsimp alone while they were written; PUD was training text of models, of which only the parser is used here.
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
from scipy.optimize import minimize
from scipy.special import expit, logit

from core.arrays import Float64
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
"""How many firings the prior of a rule and of a family count for."""
RIGHT_TEXT = ("train-pud", "dev-gsdsimp")
"""Treebanks of 60,000 characters, as many as the learners' sentences have, so that both together resemble essays of which half is right."""
PUNCTUATION = "P"
"""The type of rules about punctuation: nearly all are right, whatever their priority, so that rules about words are calibrated without them."""
DECIMALS = 3
FOLDS = 10


class Firing(NamedTuple):
    """A proposal that a rule made."""

    rule: str
    text: str
    right: bool
    among_errors: bool
    """Whether the text is a learner's sentence with corrections; otherwise it is right text."""


class Counts(NamedTuple):
    """How often a rule fired."""

    fired: int = 0
    right: int = 0
    fired_on_right_text: int = 0

    @property
    def total(self) -> int:
        """How often it fired on learners' sentences and on right text."""
        return self.fired + self.fired_on_right_text


RuleCounts = Mapping[str, Counts]
Estimator = Callable[[RuleCounts, Sequence[EssayRule]], dict[str, float]]
"""Estimates a probability for each rule."""


def firings(tables: Tables) -> Iterator[Firing]:
    """The firings of every rule by itself, on every sentence."""
    analyser = in_memory_core(tables=tables).essays.evaluator.analyser
    rules = tables.essay_rules
    unknown = {row.id: 0.5 for row in rules.rows}
    corrector = RuleCorrector(rules, probabilities=unknown, words=tables.words, classifiers=tables.classifiers)
    right_text = (LearnerRow(text, (text,)) for name in RIGHT_TEXT for text in treebank_sentences(name))
    for among_errors, rows in ((True, (*mucgec(), *yaclc(scored=False))), (False, right_text)):
        for row in rows:
            nearer = is_nearer(row)
            for proposal in corrector.all_proposals(analyser.parsed_text(row.written)):
                right = among_errors and nearer((proposal.start, proposal.end, proposal.replacement))
                yield Firing(proposal.name, row.written, right, among_errors)


def counted(rule_firings: Iterable[Firing]) -> dict[str, Counts]:
    """The counts of each rule."""
    kinds = Counter((firing.rule, firing.among_errors, firing.right) for firing in rule_firings)
    return {
        rule: Counts(
            kinds[rule, True, True] + kinds[rule, True, False], kinds[rule, True, True], kinds[rule, False, False]
        )
        for rule in {rule for rule, _, _ in kinds}
    }


def stored_counts() -> dict[str, Counts]:
    """The counts of the file."""
    rows = essay_rule_probabilities(OUT).items()
    return {rule: Counts(row.fired, row.right, row.fired_on_right_text) for rule, row in rows}


def smoothed(
    counts: RuleCounts,
    rules: Sequence[EssayRule],
    *,
    rule_weight: float = RULE_WEIGHT,
    family_weight: float = FAMILY_WEIGHT,
    by_priority: bool = True,
) -> dict[str, float]:
    """Each rule shrunk towards the others of its family, and these towards what was calibrated for its priority, or the share of all rules."""
    of_others = {rule.id: counts[rule.id] for rule in rules if rule.id in counts and not rule.fitted}
    prior = (calibrated if by_priority else pooled)(of_others, rules)
    fired, right = Counter[str](), Counter[str]()
    for rule in rules:
        seen = of_others.get(rule.id, Counts())
        fired[rule.family] += seen.total
        right[rule.family] += seen.right
    probabilities = {}
    for rule in rules:
        own, among_others = counts.get(rule.id, Counts()), of_others.get(rule.id, Counts())
        fired_by_others = fired[rule.family] - among_others.total
        right_of_others = right[rule.family] - among_others.right
        family = (right_of_others + family_weight * prior[rule.id]) / (fired_by_others + family_weight)
        probabilities[rule.id] = (own.right + rule_weight * family) / (own.total + rule_weight)
    return probabilities


def calibrated(counts: RuleCounts, rules: Sequence[EssayRule]) -> dict[str, float]:
    """For a rule about words what was reached by rules of its priority; for one about punctuation the share of all such rules."""
    words = [rule for rule in rules if rule.type != PUNCTUATION]
    about_punctuation = pooled(counts, [rule for rule in rules if rule.type == PUNCTUATION])
    word_counts = [counts.get(rule.id, Counts()) for rule in words]
    fired, right = (
        np.array(column, np.float64)
        for column in zip(*((count.total, count.right) for count in word_counts), strict=True)
    )
    priority_odds = logit(np.array([rule.priority for rule in words]) / 100)

    def loss(weights: Float64) -> float:
        odds = weights[0] + weights[1] * priority_odds
        return float((fired * np.logaddexp(0, odds) - right * odds).sum())

    intercept, slope = minimize(loss, np.array([0.0, 1.0])).x
    shares = expit(intercept + slope * priority_odds)
    return about_punctuation | {rule.id: float(share) for rule, share in zip(words, shares, strict=True)}


def pooled(counts: RuleCounts, rules: Sequence[EssayRule]) -> dict[str, float]:
    """For every rule the share of all firings that were right (Laplace's rule of succession)."""
    rule_counts = [counts.get(rule.id, Counts()) for rule in rules]
    share = (1 + sum(count.right for count in rule_counts)) / (2 + sum(count.total for count in rule_counts))
    return {rule.id: share for rule in rules}


def as_given(_: RuleCounts, rules: Sequence[EssayRule]) -> dict[str, float]:
    """The priority of a rule, taken for a probability."""
    return {rule.id: rule.priority / 100 for rule in rules}


def isotonic(counts: RuleCounts, rules: Sequence[EssayRule]) -> dict[str, float]:
    """Isotonic regression on the priority (Zadrozny and Elkan 2002): neighbouring blocks whose shares fall are merged."""
    blocks: list[tuple[float, float, list[EssayRule]]] = []
    for priority in sorted({rule.priority for rule in rules}):
        rows = [rule for rule in rules if rule.priority == priority]
        row_counts = [counts.get(rule.id, Counts()) for rule in rows]
        blocks.append(
            (1 + sum(count.right for count in row_counts), 2 + sum(count.total for count in row_counts), rows)
        )
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            last, before = blocks.pop(), blocks.pop()
            blocks.append((last[0] + before[0] - 1, last[1] + before[1] - 2, [*before[2], *last[2]]))
    return {rule.id: right / fired for right, fired, rows in blocks for rule in rows}


ESTIMATORS: Mapping[str, Estimator] = {
    "the author's figure taken for a probability": as_given,
    "one share for all rules": pooled,
    "isotonic in the author's figure": isotonic,
    "logistic in the author's figure, marks apart": calibrated,
    "rule to family to the share of all": partial(smoothed, by_priority=False),
    **{
        f"rule ({rule:g}) to family ({family:g}) to the logistic": partial(
            smoothed, rule_weight=rule, family_weight=family
        )
        for rule, family in product((2.0, 4.0, 8.0), (4.0, 8.0, 16.0, 32.0))
    },
}


def loss_lines(rule_firings: Sequence[Firing], rules: Sequence[EssayRule]) -> Iterator[str]:
    """For each estimator the mean log loss (nats) on held-out sentences, of all firings and of those about words."""
    types = {rule.id: rule.type for rule in rules}
    about_words = np.array([types[firing.rule] != PUNCTUATION for firing in rule_firings])
    folds = np.array([zlib.crc32(firing.text.encode()) // 7 % FOLDS for firing in rule_firings])
    for name, estimate in ESTIMATORS.items():
        losses = np.empty(len(rule_firings))
        for fold in range(FOLDS):
            held_out = folds == fold
            seen = (firing for firing, is_held_out in zip(rule_firings, held_out, strict=True) if not is_held_out)
            probabilities = estimate(counted(seen), rules)
            for index in np.flatnonzero(held_out):
                probability = probabilities[rule_firings[index].rule]
                losses[index] = -np.log(probability if rule_firings[index].right else 1 - probability)
        yield f"{losses.mean():.3f} {losses[about_words].mean():.3f}  {name}"


def write(counts: RuleCounts, probabilities: Mapping[str, float]) -> None:
    """Write the file, sorted by rule."""
    with OUT.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(EssayRuleProbability.model_fields)
        for rule in sorted(probabilities):
            rows.writerow([rule, *counts.get(rule, Counts()), round(probabilities[rule], DECIMALS)])


def main() -> None:
    """With `--count` count firings and compare the estimators; print the distribution of the probabilities; with `--keep` write the file."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", action="store_true", help="run the rules on the reference data")
    parser.add_argument("--keep", action="store_true", help="write the file")
    arguments = parser.parse_args()
    tables = Tables()
    rules = tables.essay_rules.rows
    if arguments.count:
        if not present():
            raise SystemExit(ABSENT)
        rule_firings = list(firings(tables))
        counts: RuleCounts = counted(rule_firings)
        print("\n".join(loss_lines(rule_firings, rules)))
    else:
        counts = stored_counts()
    probabilities = smoothed(counts, rules)
    fired, right, on_right_text = (sum(column) for column in zip(*counts.values(), strict=True))
    print(f"{fired} firings on learners' sentences, {right} right; {on_right_text} on right text; {len(counts)} rules")
    print("quartiles", np.round(np.quantile(list(probabilities.values()), [0, 0.25, 0.5, 0.75, 1]), DECIMALS))
    if arguments.keep:
        write(counts, probabilities)


if __name__ == "__main__":
    main()

"""Every rule on its own sentences: the wrong ones mended exactly, the right ones and the near misses left alone by all rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from core.essays.model import Proposal
from core.tables import shipped_tables
from core.tables.essays.rules import EssayRule
from core.wiring import analyser_of, essay_correctors

TABLES = shipped_tables()
RULES = TABLES.essay_rules


@cache
def proposals(text: str) -> tuple[Proposal, ...]:
    """The proposals of the rules for a text, parsed as the service does."""
    rules, *_ = essay_correctors(TABLES)
    return rules.proposals(text, analyser_of(TABLES).parsed_text(text))


def mended(text: str) -> str:
    """The text with all proposals of the rules applied."""
    for proposal in reversed(proposals(text)):
        text = text[: proposal.start] + proposal.replacement + text[proposal.end :]
    return text


@pytest.mark.parametrize("family", sorted({rule.family for rule in RULES.rows}))
def test_rules_mend_their_wrong_sentences_and_leave_right_ones_and_near_misses_alone(
    family: str, sample: Callable[..., list[EssayRule]]
) -> None:
    rules = [rule for rule in RULES.rows if rule.family == family]
    assert [fault for rule in sample(rules, lambda rule: rule.id, "data/essay_rules") for fault in faults(rule)] == []


def faults(rule: EssayRule) -> Iterator[str]:
    """Sentences of a rule that the rules do not treat as the table says."""
    for wrong, right in [(rule.wrong, rule.right), *rule.more]:
        if mended(wrong) != right:
            yield f"{rule.id}: {wrong} is mended to {mended(wrong)}, not to {right}"
        if rule.id not in {proposal.name for proposal in proposals(wrong)}:
            yield f"{rule.id} is silent on {wrong}"
        yield from (f"{rule.id}: {proposal.name} flags {right}" for proposal in proposals(right))
    for near in rule.near:
        yield from (f"{rule.id}: {proposal.name} flags {near}" for proposal in proposals(near))


def test_every_point_that_a_rule_names_is_on_the_map() -> None:
    known = {row.id for row in TABLES.points.rows}
    assert [rule.id for rule in RULES.rows if rule.point and rule.point not in known] == []


def test_a_rule_says_one_sentence_of_each_kind_only_once() -> None:
    for rule in RULES.rows:
        sentences = [rule.wrong, rule.right, *(part for pair in rule.more for part in pair), *rule.near]
        repeated = {sentence for sentence in sentences if sentences.count(sentence) > 1}
        assert repeated <= {rule.right, *(right for _, right in rule.more)}


def test_every_word_list_and_fragment_is_named_somewhere() -> None:
    texts = [text for rule in RULES.rows for text in (rule.chars, *rule.where, rule.replacement, rule.zh, rule.en)]
    texts += [*RULES.fragments.values(), *(word for words in RULES.classes.values() for word in words)]
    named = {name for text in texts for name in re.findall(r"\w+", text)}
    assert {*RULES.classes, *RULES.maps, *RULES.fragments} - named == set()

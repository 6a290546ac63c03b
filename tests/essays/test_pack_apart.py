"""No sentence of the behaviour pack occurs in a rule or in the text that a model was trained on: it would be measured on what it was learnt from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from core.tables import shipped_tables
from evaluation.corpus import TREEBANKS, own, prose, treebank
from evaluation.essays.behaviour import compared_forms, rows, texts
from evaluation.essays.learner_text import lines, pair_of
from evaluation.essays.sets import ESSAYS, mucgec
from evaluation.reference import REFERENCE
from tests.evaluation.floors import needs

PACK = {
    part: row["id"]
    for name in ("pairs", "negatives")
    for row in rows(name)
    for text in texts(row)
    for part in compared_forms(text)
}


def shared(others: Iterable[str]) -> list[tuple[str, str]]:
    """The rows of the pack of which a sentence occurs in other texts too, with the sentence."""
    return sorted({(PACK[part], part) for text in others for part in compared_forms(text) if part in PACK})


def texts_of_rules() -> Iterator[str]:
    for rule in shipped_tables().essay_rules.rows:
        yield from (rule.wrong, rule.right, *(side for pair in rule.more for side in pair), *rule.near)


def learner_text() -> Iterator[str]:
    for line in lines():
        pair = pair_of(line)
        yield from (pair.wrong, pair.right)


def reference_text() -> Iterator[str]:
    for row in mucgec():
        yield from (row.written, *row.right)
    for name in TREEBANKS:
        yield from treebank(REFERENCE, name)
    yield from prose(REFERENCE)


def test_no_sentence_of_the_pack_stands_in_a_rule() -> None:
    assert shared(texts_of_rules()) == []


def test_no_sentence_of_the_pack_stands_in_the_projects_own_training_text() -> None:
    assert shared(learner_text()) == []
    assert shared(own()) == []


@needs(ESSAYS)
@pytest.mark.evaluation
def test_no_sentence_of_the_pack_stands_in_the_training_text_of_others() -> None:
    assert shared(reference_text()) == []


def test_a_sentence_is_known_again_with_other_punctuation_and_among_others() -> None:
    part, number = next(iter(PACK.items()))
    assert shared([f"你好，{part[:2]}，{part[2:]}！", f"“{part}？”我说。你好。"]) == [(number, part)]

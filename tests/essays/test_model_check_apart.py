"""The sentences on which a language model is measured occur nowhere else in the project: the judges on this machine would know them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from core.tables import shipped_tables
from core.tables.essays.model_check import CheckedSentence
from evaluation.corpus import own
from evaluation.essays.behaviour import compared_forms, rows, texts
from evaluation.essays.sets import ESSAYS, mucgec, yaclc
from tests.essays.test_pack_apart import learner_text, texts_of_rules
from tests.evaluation.floors import needs

SENTENCES = shipped_tables().essay_model_check
FORMS = {part: row.sentence for row in SENTENCES for text in (row.written, *row.right) for part in compared_forms(text)}


def shared(others: Iterable[str]) -> list[str]:
    """The sentences that occur in other texts too."""
    return sorted({FORMS[part] for text in others for part in compared_forms(text) if part in FORMS})


def behaviour_pack() -> Iterator[str]:
    for name in ("pairs", "negatives"):
        for row in rows(name):
            yield from texts(row)


def reference_text() -> Iterator[str]:
    for row in (*mucgec(), *yaclc(scored=False), *yaclc(scored=True)):
        yield from (row.written, *row.right)


def test_half_of_the_sentences_are_right_as_they_are() -> None:
    assert (sum(row.is_wrong for row in SENTENCES), len(SENTENCES)) == (300, 600)


def test_none_stands_in_a_rule() -> None:
    assert shared(texts_of_rules()) == []


def test_none_stands_in_the_content_or_in_the_training_text() -> None:
    assert shared(learner_text()) == []
    assert shared(own()) == []


def test_none_stands_in_a_test_of_the_engine() -> None:
    assert shared(behaviour_pack()) == []


@needs(ESSAYS)
@pytest.mark.evaluation
def test_none_stands_in_the_learner_sets() -> None:
    assert shared(reference_text()) == []


@pytest.mark.parametrize(
    ("sentence", "also", "fault"),
    [
        ("我{去→去}学校。", "", "changes nothing"),
        ("我{去学校。", "", "does not belong"),
        ("我去学校。", "我到学校。", "a correction that is none"),
        ("{我去了→}。", "", "no sentence"),
    ],
)
def test_a_sentence_that_cannot_be_measured_on_is_refused(sentence: str, also: str, fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        CheckedSentence(sentence=sentence, also=also)

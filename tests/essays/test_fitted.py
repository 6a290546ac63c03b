"""The scorer: what it counts, and in which order it speaks."""

from __future__ import annotations

import pytest

from core.essays.model import Edit
from core.essays.scoring.fitted import quote, vocabulary_shown
from core.wire import Bilingual
from evaluation.essays.fakes import ListedErrors, evaluator, request

ESSAY = "我很高心。昨天我去公圆玩，公园里有很多花，花很漂亮，我看了很久。"
WRONG = ListedErrors({"高心": ("高兴", "B"), "公圆": ("公园", "B")})


def test_what_was_corrected_shows_no_vocabulary() -> None:
    uncorrected = vocabulary_shown(evaluator().assess(request(ESSAY)).features)
    corrected = vocabulary_shown(evaluator(WRONG).assess(request(ESSAY)).features)
    assert (corrected.characters, corrected.distinct_characters) == (
        uncorrected.characters,
        uncorrected.distinct_characters,
    )
    assert corrected.distinct_words <= uncorrected.distinct_words


@pytest.mark.parametrize(("framework", "first"), [("RASNC", "别字"), ("RACAPE", "篇幅")])
def test_suggestions_come_in_the_order_of_the_frame(framework: str, first: str) -> None:
    report = evaluator(WRONG).evaluate(request(ESSAY, framework=framework, hsk_level="6"), language="zh")
    assert report.discourse_level.suggestions[0].startswith(first)
    assert len(report.discourse_level.suggestions) >= 2


def test_a_quotation_stays_in_its_sentence() -> None:
    edit = Edit(5, 6, "心", "兴", "B", 0.9, ("ngram",), "", Bilingual(zh="", en=""))
    assert quote("他说\n很高心。\n再见", edit) == "很高心。"

"""The scorer: what it counts, and in which order it speaks."""

from __future__ import annotations

import pytest

from core.essays.model import Edit
from core.essays.scoring.fitted import quote, shown
from core.wire import Bilingual
from evaluation.essays.made import Listed, evaluator, request

ESSAY = "我很高心。昨天我去公圆玩，公园里有很多花，花很漂亮，我看了很久。"
WRONG = Listed({"高心": ("高兴", "B"), "公圆": ("公园", "B")})


def test_what_was_corrected_shows_no_vocabulary() -> None:
    bare = shown(evaluator().evaluated(request(ESSAY)).features)
    found = shown(evaluator(WRONG).evaluated(request(ESSAY)).features)
    assert found.characters == bare.characters - 2
    assert found.distinct_words <= bare.distinct_words


@pytest.mark.parametrize(("framework", "first"), [("RASNC", "别字"), ("RACAPE", "篇幅")])
def test_suggestions_come_in_the_order_of_the_frame(framework: str, first: str) -> None:
    report = evaluator(WRONG).evaluate(request(ESSAY, framework=framework, hsk_level="6"), language="zh")
    assert report.discourse_level.suggestions[0].startswith(first)
    assert len(report.discourse_level.suggestions) >= 2


def test_a_quotation_stays_in_its_sentence() -> None:
    edit = Edit(5, 6, "心", "兴", "B", 0.9, ("ngram",), "", Bilingual(zh="", en=""))
    assert quote("他说\n很高心。\n再见", edit) == "很高心。"

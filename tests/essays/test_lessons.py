"""Which errors are worth learning from, and the sentence that its writer puts right."""

from __future__ import annotations

from typing import Any

import pytest

from core.essays.feedback.lessons import lessons, rest
from core.essays.feedback.rewriting import corrected_sentence, rewritten, sentence_of
from core.essays.wire import EditShown
from core.wire import Bilingual

ESSAY = "我点了二个菜。  我们吃得很快极了，下午我们去看电影。\n他跑的快！"


def edit(original: str, replacement: str, **changed: Any) -> EditShown:
    """An edit of the first such text in the essay."""
    start = ESSAY.index(original)
    fields: dict[str, Any] = {
        "start": start, "end": start + len(original), "original": original, "replacement": replacement, "type": "W", "confidence": 0.8,
        "judges": ["ngram"], "point": "", "explanation": Bilingual(zh="原因", en="reason"),
    }  # fmt: skip
    return EditShown(**{**fields, **changed})


TWO = edit("二", "两")
VERY = edit("很", "", type="D")
DE = edit("的", "得")


def originals(edits: list[EditShown], level: int = 3) -> list[str]:
    return [lesson.edit.original for lesson in lessons(edits, hsk_level=level)]


def test_the_surest_errors_are_learnt_from_not_the_first() -> None:
    surer = [TWO, VERY.model_copy(update={"confidence": 0.95}), DE.model_copy(update={"confidence": 0.9})]
    assert originals(surer) == ["很", "的"]
    assert originals([TWO, VERY, DE]) == ["二", "很"]
    assert lessons([], hsk_level=3) == []


def test_an_error_about_the_grammar_of_the_level_comes_before_a_surer_one() -> None:
    of_level = DE.model_copy(update={"point": "【三40】"})
    below, above = VERY.model_copy(update={"point": "【一40】"}), TWO.model_copy(update={"point": "【五40】"})
    assert originals([above, below, of_level]) == ["的", "很"]
    assert originals([TWO.model_copy(update={"confidence": 0.95}), of_level]) == ["的", "二"]


def test_an_error_that_comes_again_is_one_lesson_and_comes_first() -> None:
    again = TWO.model_copy(update={"start": 40, "end": 41, "confidence": 0.9})
    first, second = lessons([VERY, TWO, DE, again], hsk_level=3)
    assert (first.edit, first.repeated) == (again, 2)
    assert (second.edit, second.repeated) == (VERY, 1)
    assert rest([VERY, TWO, DE, again], [first, second]) == [TWO, DE]


def test_punctuation_is_the_last_to_learn_from() -> None:
    mark = edit("，", "。", type="P", confidence=0.99)
    assert originals([mark, TWO, VERY]) == ["二", "很"]
    assert originals([mark]) == ["，"]


# -- the sentence put right --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("我们吃得快极了，下午我们去看电影。", "as_corrected"),
        (" 我们吃得快极了,  下午我们去看电影。", "as_corrected"),
        ("我们吃得快极了，晚上我们去看电影。", "as_corrected"),
        ("我们吃得很快极了，下午我们去看电影。", "unchanged"),
        ("我们吃得很快极了，晚上我们去看电影。", "other"),
        ("我们吃得很快，下午我们去看电影。", "other"),
    ],
)
def test_a_sentence_is_as_corrected_where_the_error_is_whatever_else_is_corrected(typed: str, said: str) -> None:
    assert rewritten(ESSAY, VERY, [TWO, VERY, edit("下午", "晚上"), DE], typed) == said


def test_the_sentence_of_an_error_is_its_own_with_every_correction() -> None:
    edits = [TWO, VERY, edit("下午", "晚上"), DE]
    start, end = sentence_of(ESSAY, VERY)
    assert ESSAY[start:end] == "我们吃得很快极了，下午我们去看电影。"
    assert corrected_sentence(ESSAY, VERY, edits) == "我们吃得快极了，晚上我们去看电影。"
    assert corrected_sentence(ESSAY, DE, edits) == "他跑得快！"


def test_the_width_of_a_mark_counts_where_the_error_is_the_mark() -> None:
    essay = "我去学校,他去公园。"
    mark = EditShown(
        start=4, end=5, original=",", replacement="，", type="P", confidence=0.9, judges=["rule:comma"], point="",
        explanation=Bilingual(zh="原因", en="reason"),
    )  # fmt: skip
    assert rewritten(essay, mark, [mark], essay) == "unchanged"
    assert rewritten(essay, mark, [mark], "我去学校，他去公园。") == "as_corrected"


def test_an_error_in_the_space_between_sentences_has_a_sentence_too() -> None:
    space = edit("  ", "", type="P")
    start, end = sentence_of(ESSAY, space)
    assert start <= space.start
    assert space.end <= end
    assert rewritten(ESSAY, space, [space], ESSAY[start:end]) in ("as_corrected", "unchanged")

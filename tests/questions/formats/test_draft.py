"""Drafts: what cannot be asked is refused, and ids follow from the content."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from pydantic import ValidationError

from core.questions.formats.draft import (
    FileLocation,
    ImportedQuestion,
    ItemDraft,
    draft_of,
    item_of,
    without_unknown_names,
)
from core.questions.formats.html_text import html_to_text
from core.records.items import Audio, Item
from core.wire import Bilingual

COMMON: dict[str, Any] = {"topic": "grammar", "level": 1, "stem": "我____茶。"}


def choice(*options: str, **more: Any) -> ItemDraft:
    return ItemDraft(type="multiple_choice", options=options, key=options[0], **COMMON | more)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"type": "multiple_choice", "options": ("a",), "key": "a"}, "fewer than 2 options"),
        ({"type": "multiple_choice", "options": tuple("abcdefghijk"), "key": "a"}, "more than 10 options"),
        ({"type": "multiple_choice", "options": ("a", "a "), "key": "a"}, "Two options are the same"),
        ({"type": "multiple_choice", "options": ("a", "\u0007"), "key": "a"}, "An option is empty"),
        ({"type": "multiple_choice", "options": ("a", "b"), "key": "c"}, "not among the options"),
        ({"type": "multiple_choice", "options": ("a", "b"), "key": "a", "stem": " "}, "question is empty"),
        ({"type": "fill_blank"}, "no right answer"),
        ({"type": "matching", "left": ("a", "b"), "options": ("c",)}, "two sides differ"),
        ({"type": "matching", "left": ("a", "a"), "options": ("c", "d")}, "Two options are the same"),
        ({"type": "ordering", "options": ("a", "b"), "orders": ((1, 0),)}, "not all possible orders can be right"),
        ({"type": "ordering", "options": ("a", "b", "c"), "orders": ((0, 1),)}, "must use each piece once"),
        ({"type": "fill_blank", "key": "a", "level": 8}, "less than or equal to 7"),
        ({"type": "fill_blank", "key": "a" * 1001}, "at most 1000 items"),
        ({"type": "fill_blank", "key": "a", "audio": Audio(kind="file", url="javascript:x")}, "begins with https"),
    ],
)
def test_what_cannot_be_asked_or_marked_is_no_draft(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ItemDraft(**COMMON | fields)


def test_the_order_of_wrong_options_does_not_matter_for_the_id() -> None:
    ids = {item_of(choice("喝", *wrong)).id for wrong in itertools.permutations(["吃", "看", "听"])}
    assert len(ids) == 1


def test_an_item_of_the_bank_is_found_under_its_id_whatever_the_order(items: list[Item]) -> None:
    for item in [item for item in items if item.type == "multiple_choice"][:10]:
        draft = draft_of(item)
        turned = draft.model_copy(update={"options": tuple(reversed(draft.options))})
        assert item_of(turned) == item


def test_a_new_question_gets_a_source_and_its_whole_sentence() -> None:
    made = item_of(choice("喝", "吃"))
    assert made.full_text == "我喝茶。"
    assert made.source.startswith("own_")
    assert made.similar == made.source
    assert item_of(choice("喝", "听")).source != made.source


def test_where_one_language_says_nothing_the_other_stands_in() -> None:
    draft = choice("喝", "吃", instruction=Bilingual(zh="选。", en=""), explanation=Bilingual(zh="", en="Why."))
    assert (draft.instruction.en, draft.explanation.zh) == ("选。", "Why.")


def test_points_and_words_that_nobody_knows_are_left_out_with_a_note() -> None:
    found = ImportedQuestion(FileLocation("line", 1), choice("喝", "吃", points=("【一01】", "x"), words=("茶",)))
    known = without_unknown_names(found, points={"【一01】"}, words={"茶"})
    assert known.draft is not None
    assert (known.draft.points, known.draft.words) == (("【一01】",), ("茶",))
    assert [note.en for note in known.notes] == ["Unknown grammar points or words were left out: x."]
    assert without_unknown_names(known, points={"【一01】"}, words={"茶"}) is known


def test_a_place_is_said_in_both_languages() -> None:
    assert FileLocation("line", 3).text("zh") == "第 3 行"
    assert FileLocation("question", 3, "茶").text("en") == "question 3 (茶)"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("1 < 2 & 3", "1 < 2 & 3"),
        ("a<br/>b", "a\nb"),
        ("<p>a</p>\n  <p>b</p>", "a\nb"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<ruby>茶<rt>chá</rt></ruby>", "茶（chá）"),
        ("<style>p {}</style><p>a&lt;b&#8203;</p>", "a<b\u200b"),
        ("<p>a</script>b<script>c", "ab"),
    ],
)
def test_html_becomes_the_text_that_a_reader_sees(html: str, text: str) -> None:
    assert html_to_text(html)[0] == text

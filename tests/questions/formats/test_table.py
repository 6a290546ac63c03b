"""CSV: from any spreadsheet, and safe in any spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest

from core.questions.formats import table
from core.questions.formats.draft import ImportDefaults, ItemDraft, item_of
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.table import csv_file, read_csv
from core.records.items import Item
from core.wire import Bilingual

OWN = """题型,题干,选项,答案,其他正确答案,等级,类别,标签
选择,我____茶。,喝|吃 | 看,喝,,2,词汇,食物|动词
填空题,我____茶。,,喝,饮,7-9,,
ordering,,我|喝|茶,,,,grammar,
matching,,cat|dog,,,3,,
,我____茶。,,喝,,,,
essay,写,,,,,,
选择,几？,一|二,三,,,,
选择,几？,一|二,一,,8,,

选择,"两
行",一|二,一,,1,词汇,
"""


def rows(file: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(file.decode("utf-8-sig"))))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_table_that_a_teacher_wrote_is_read(encoding: str, delimiter: str) -> None:
    file = OWN.replace(",", delimiter).encode(encoding)
    found = read_csv(file, defaults=ImportDefaults("reading", 1))
    choice, typed, order, pairs, nothing, essay, keyless, level, last = found
    assert choice.draft is not None
    assert (choice.draft.options, choice.draft.key, choice.draft.level) == (("喝", "吃", "看"), "喝", 2)
    assert (choice.draft.topic, choice.draft.tags) == ("vocabulary", ("食物", "动词"))
    assert choice.draft.instruction == Bilingual(zh="选出正确的答案。", en="Choose the right answer.")
    assert typed.draft is not None
    assert (typed.draft.accepted, typed.draft.level, typed.draft.topic) == (("饮",), 7, "reading")
    assert order.draft is not None
    assert order.draft.options == ("我", "喝", "茶")
    assert [each.problem.en if each.problem else "" for each in (pairs, nothing, essay, keyless, level)] == [
        "The two sides differ in number; a matching here is one to one.",
        "The type '' is not known.",
        "The type 'essay' is not known.",
        "The right answer is not among the options.",
        "The level '8' is not known.",
    ]
    assert [each.place.number for each in found] == [2, 3, 4, 5, 6, 7, 8, 9, 11]
    assert last.draft is not None
    assert last.draft.stem == "两\n行"


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "'=1"])
def test_no_cell_begins_like_a_formula_and_the_text_comes_back(text: str) -> None:
    draft = ItemDraft(type="fill_blank", topic="grammar", level=1, stem=text, key=text, tags=(text,), source="s")
    item = item_of(draft)
    file = csv_file([item], language="en")
    assert not any(cell.startswith(("=", "+", "-", "@", "＝")) for row in rows(file) for cell in row)
    (found,) = read_csv(file)
    assert found.draft is not None
    assert item_of(found.draft) == item


def test_a_row_that_was_changed_is_another_item_with_its_own_texts(items: list[Item]) -> None:
    item = next(item for item in items if item.type == "multiple_choice" and item.translation and item.stem)
    file = csv_file([item], language="zh").decode("utf-8-sig")
    (found,) = read_csv(file.replace(item.stem, f"新的{item.stem}").encode())
    assert found.draft is not None
    made = item_of(found.draft)
    assert made.id != item.id
    assert made.translation == item.translation
    assert made.stem == f"新的{item.stem}"


def test_every_item_is_a_row_and_every_column_is_named(items: list[Item]) -> None:
    head, *body = rows(csv_file(items, language="zh"))
    assert head == list(table.COLUMNS.values())
    assert len(body) == len(items)
    assert {len(row) for row in body} == {len(head)}


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"a,b\n1,2\n", "names no column that is known"),
        (b"", "names no column that is known"),
        ('type,key\n"fill_blank,喝\n'.encode(), "row on line 2 is broken"),
        (b"type,key\n\xff\xff,\xff", "not UTF-8 text"),
    ],
)
def test_a_file_that_is_no_table_is_refused(file: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        read_csv(file)


def test_a_fault_of_an_order_is_said() -> None:
    file = b"type,options,orders\nordering,a|b|c,1 3\nordering,a|b|c,x\nordering,a|b,2 1\nordering,a|b|c,2 1 3\n"
    found = read_csv(file)
    assert [each.problem.en.split(",")[0] if each.problem else "" for each in found] == [
        "Every other right order must use each piece once"
    ] * 3 + [""]
    assert found[3].draft is not None
    assert found[3].draft.orders == ((1, 0, 2),)

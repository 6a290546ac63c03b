"""The marked version: every kind of mark, its escapes, and what is none."""

from __future__ import annotations

import pytest

from core.essays import marks
from core.essays.edits import apply
from core.essays.model import Change, EditType

CASES: list[tuple[str, tuple[int, int, str, EditType], str]] = [
    ("我的汉语题高了", (4, 5, "提", "B"), "我的汉语提[B题]高了"),
    ("我吃饭", (2, 2, "了", "L"), "我吃[L了]饭"),
    ("他很高的", (3, 4, "", "D"), "他很高[D的]"),
    ("你好,老师", (2, 3, "，", "P"), "你好，[P,]老师"),
    ("我走了", (3, 3, "。", "P"), "我走了。[P]"),
    ("我走了。。", (3, 5, "。", "P"), "我走了。[P。。]"),
    ("我，走了", (1, 2, "", "P"), "我[P，→]走了"),
    ("后来...", (2, 5, "……", "P"), "后来[P...→……]"),
    ("我尊敬你的意见", (1, 3, "尊重", "W"), "我[W尊敬→尊重]你的意见"),
    ("我吃饭在家", (1, 5, "在家吃饭", "S"), "我[S吃饭在家→在家吃饭]"),
    ("我吃饭", (3, 3, "在家", "S"), "我吃饭[S→在家]"),
    ("他[人]题", (4, 5, "提", "B"), "他\\[人\\]提[B题]"),
    ("a→b\\题", (4, 5, "]", "B"), "a\\→b\\\\\\][B题]"),
    ("𠮷😀题\r\n", (2, 3, "提", "B"), "𠮷😀提[B题]\r\n"),
]


@pytest.mark.parametrize(("essay", "change", "marked"), CASES)
def test_an_edit_is_written_as_its_mark_and_read_back(
    essay: str, change: tuple[int, int, str, EditType], marked: str
) -> None:
    start, end, new, kind = change
    edit = Change(start, end, essay[start:end], new, kind)
    assert marks.write(essay, [edit]) == marked
    assert marks.parse(marked) == marks.Marked(essay, apply(essay, [edit]), (edit,))


def test_marks_side_by_side_are_told_apart() -> None:
    edits = [
        Change(0, 1, "题", "提", "B"),
        Change(1, 1, "", "了", "L"),
        Change(1, 1, "", "，", "P"),
        Change(1, 2, "的", "", "D"),
    ]
    assert marks.write("题的", edits) == "提[B题][L了]，[P][D的]"
    assert marks.parse("提[B题][L了]，[P][D的]").edits == tuple(edits)


def test_an_essay_that_looks_like_marks_is_read_back_as_it_was() -> None:
    essay = "提[B题]高[L了]\\[W a→b]"
    assert marks.parse(marks.write(essay, [])) == marks.Marked(essay, essay, ())


@pytest.mark.parametrize(
    ("marked", "why"),
    [
        ("提[B题", "the mark is not closed"),
        ("提]", "']' stands alone"),
        ("a→b", "'→' stands alone"),
        ("提[X题]", "there is no mark 'X'"),
        ("[B题]", "a mark B without what is right"),
        ("了[L的][B题]", "a mark B without what is right"),
        ("[L]", "'' to '' is no L"),
        ("提[B提]", "'提' to '提' is no B"),
        ("提[B题高]", "is no B"),
        ("[W尊敬]", "a mark W without what is right"),
        ("[W尊敬→]", "'尊敬' to '' is no W"),
        ("[D的→地]", "a mark D has no arrow"),
        ("\\n", "'n' after"),
        ("\\", "'' after"),
    ],
)
def test_what_is_no_marked_version_is_refused(marked: str, why: str) -> None:
    with pytest.raises(marks.BadMarks, match=why):
        marks.parse(marked)

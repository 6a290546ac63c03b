"""GIFT as others write it, and as it leaves here."""

from __future__ import annotations

import re

import pytest

from core.errors import TooLarge
from core.questions.formats import uploads
from core.questions.formats.draft import ImportDefaults, ImportedQuestion, ItemDraft, draft_of, item_of
from core.questions.formats.gift.reading import read_gift
from core.questions.formats.gift.writing import gift_text
from core.questions.formats.problems import UnreadableFile
from core.records.items import Item

FOREIGN = """\
// a comment on its own

$CATEGORY: $course$/top/第一课

::问候::你好吗？{
    =很好。#对！
    ~再见。#不对
    ~%50%谢谢。
}

//[id:moodle-7] [tag:数字] [tag:a\\]b]
::Q2::[html]<p>2 &lt; 3&nbsp;吗？</p><img src="x.png" alt="图">{TRUE#错了#对了}

Grant is {~buried =entombed ~living} in Grant's tomb.

我____茶。{=喝 =%100%饮 =%50%吃}

我喜欢{=喝}茶，你呢？

配对{
  =猫 -> cat
  =狗 -> dog
  ####动物
}

排序{>3 ALL VERTICAL ABSOLUTE_POSITION SHOW
我
喝\\=
茶
}
"""
UNFIT = """\
只是一段说明文字。

写一篇作文。{}

几岁？{#8:1}

选两个{~%50%一 ~%50%二 ~%-100%三}

没有对的{~一 ~二}

一{=a

一{=a} 二{=b}

只有一个{=a ~a}

配{=a -> b =c -> b}

配{=a -> b =c}

空{= ~b}
"""


def only(text: str) -> ItemDraft:
    (found,) = read_gift(text.encode())
    assert found.draft is not None, found.problem
    return found.draft


def read(text: str) -> list[ImportedQuestion]:
    return read_gift(text.encode(), defaults=ImportDefaults("vocabulary", 2))


def test_questions_of_other_systems_become_drafts() -> None:
    drafts = [found.draft for found in read(FOREIGN)]
    assert None not in drafts
    hello, less, grant, tea, like, pets, order = (draft for draft in drafts if draft is not None)
    assert (hello.type, hello.options, hello.key, hello.tags) == (
        "multiple_choice", ("很好。", "再见。", "谢谢。"), "很好。", ("第一课",)
    )  # fmt: skip
    assert (less.stem, less.key, less.options, less.external_id) == ("2 < 3 吗？\n图", "对", ("对", "错"), "moodle-7")
    assert less.tags == ("数字", "a b")
    assert (grant.stem, grant.key) == ("Grant is ____ in Grant's tomb.", "entombed")
    assert (tea.type, tea.stem, tea.key, tea.accepted) == ("fill_blank", "我____茶。", "喝", ("饮",))
    assert (like.stem, like.key) == ("我喜欢____茶，你呢？", "喝")
    assert (pets.left, pets.options, pets.explanation.zh) == (("猫", "狗"), ("cat", "dog"), "动物")
    assert (order.type, order.options) == ("ordering", ("我", "喝=", "茶"))
    assert {(draft.topic, draft.level) for draft in drafts if draft} == {("vocabulary", 2)}


def test_what_is_lost_is_said() -> None:
    hello, less, _, tea, *_ = read(FOREIGN)
    assert [note.en for note in hello.notes] == [
        "Answers with partial credit earn none here: 谢谢。.", "The feedback of single options was left out."
    ]  # fmt: skip
    assert any("Pictures" in note.en for note in less.notes)
    assert [note.zh for note in tea.notes] == ["部分得分的答案按不得分处理：“吃”。"]


def test_questions_that_cannot_be_items_are_named_with_their_line() -> None:
    found = read(UNFIT)
    assert all(each.draft is None for each in found)
    assert [(each.place.number, each.problem.en.split(",")[0] if each.problem else "") for each in found] == [
        (1, "This is a description without an answer"),
        (3, "This is an essay question"),
        (5, "This is a numerical question"),
        (7, "More than one option is right; a choice here has exactly one."),
        (9, "No option is fully right."),
        (11, "The braces do not match."),
        (13, "There are two answer sections; is a blank line between two questions missing?"),
        (15, "Two options are the same"),
        (17, "Two options are the same"),
        (19, "The two sides differ in number; a matching here is one to one."),
        (21, "An option is empty (perhaps a picture or a sound)."),
    ]
    assert found[2].place.text("zh") == "第 5 行"
    assert found[2].problem is not None
    assert found[2].problem.zh == "这是数值题（numerical），不支持导入。"


def test_escaped_marks_are_text() -> None:
    draft = only("a\\=b\\: \\{1\\}\\n\\~\\#{=x\\=\\~y#f ~\\\\n}")
    assert (draft.stem, draft.options) == ("a=b: {1}\n~#", ("x=~y", "\\n"))


def test_without_our_comments_a_file_is_plain_gift(items: list[Item]) -> None:
    file = gift_text(items, language="zh")
    plain = "\n".join(line for line in file.split("\n") if not line.startswith("//"))
    for found, item in zip(read_gift(plain.encode()), items, strict=True):
        assert found.draft is not None
        draft = draft_of(item)
        assert found.draft.type == ("fill_blank" if item.type == "ordering" else item.type)
        if item.type != "ordering":
            assert (found.draft.options, found.draft.left, found.draft.key) == (draft.options, draft.left, draft.key)


def test_every_right_order_is_an_answer(items: list[Item]) -> None:
    item = next(item for item in items if item.type == "ordering" and item.accepted)
    answers = re.findall(r"=%100%([A-J]+)", gift_text([item], language="zh"))
    assert answers == [order.replace(",", "") for order in (item.key, *item.accepted)]


def test_a_question_that_was_changed_is_another_item(items: list[Item]) -> None:
    item = next(item for item in items if item.type == "multiple_choice" and item.topic == "grammar")
    wrong = next(option.text for option in item.options if option.id != item.key)
    changed = gift_text([item], language="zh").replace(f"\t~{wrong}\n", "\t~完全不同\n")
    draft = only(changed)
    made = item_of(draft)
    assert made.id != item.id
    assert (made.points, made.tags, made.explanation) == (item.points, item.tags, item.explanation)
    assert made.translation == ""


def test_options_in_another_order_are_the_same_item(items: list[Item]) -> None:
    item = next(item for item in items if item.type == "multiple_choice")
    lines = gift_text([item], language="zh").split("\n")
    options = [place for place, line in enumerate(lines) if line.startswith(("\t=", "\t~"))]
    lines[options[0]], lines[options[-1]] = lines[options[-1]], lines[options[0]]
    assert item_of(only("\n".join(lines))) == item


def test_damaged_details_are_passed_over_with_a_note(items: list[Item]) -> None:
    file = re.sub(r"\[wenlu:.*\]", "[wenlu:{broken]", gift_text(items[:1], language="zh"))
    (found,) = read_gift(file.encode())
    assert found.draft is not None
    assert found.draft.key
    assert [note.en for note in found.notes] == [
        "The [wenlu:…] details are damaged or do not fit the question, and were passed over."
    ]


def test_a_sound_with_a_script_for_an_address_is_refused() -> None:
    details = (
        '{"language":"zh","id":"x","type":"fill_blank","topic":"listening","level":1,"instruction":{"zh":"","en":""},'
        '"explanation":{"zh":"","en":""},"audio":{"kind":"file","url":"javascript:alert(1)"}}'
    )
    (found,) = read_gift(f"// [wenlu:{details}]\n听{{=好}}".encode())
    assert found.problem is not None
    assert "address of a sound" in found.problem.en


def test_text_in_another_encoding_is_refused() -> None:
    with pytest.raises(UnreadableFile, match=r"not UTF-8 text \(byte 1\)"):
        read_gift("你好{=好}".encode("gbk"))


def test_a_file_beyond_the_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "MOST_BYTES", 10)
    with pytest.raises(TooLarge, match="larger than 10 bytes"):
        read_gift(b"a" * 11)
    monkeypatch.setattr(uploads, "MOST_BYTES", 1000)
    monkeypatch.setattr(uploads, "MOST_QUESTIONS", 2)
    with pytest.raises(UnreadableFile, match="more than 2 questions"):
        read_gift(b"a{=b}\n\n" * 3)

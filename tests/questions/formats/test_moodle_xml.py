"""Moodle XML as Moodle writes it, and what must never be read."""

from __future__ import annotations

import pytest

from core.questions.formats.draft import item_of
from core.questions.formats.moodle_xml.reading import read_moodle_xml
from core.questions.formats.moodle_xml.writing import moodle_xml_file
from core.questions.formats.problems import UnreadableFile
from core.records.items import Item

FOREIGN = """<?xml version="1.0" encoding="UTF-8"?>
<quiz>
<!-- question: 0  -->
  <question type="category"><category><text>$course$/top/第 1 课</text></category></question>
<!-- question: 123  -->
  <question type="multichoice">
    <name><text>茶</text></name>
    <questiontext format="html"><text><![CDATA[<p dir="ltr">他&nbsp;喜欢<b>喝</b> ______。</p><script>x()</script>
      <p><img src="@@PLUGINFILE@@/a.png" alt="茶杯"></p>]]></text><file name="a.png" encoding="base64">AA==</file></questiontext>
    <generalfeedback format="html"><text><![CDATA[<p>茶是饮料。</p>]]></text></generalfeedback>
    <idnumber>m1</idnumber><single>true</single>
    <answer fraction="100" format="html"><text><![CDATA[<p>茶</p>]]></text><feedback format="html"><text>好</text></feedback></answer>
    <answer fraction="33.33333" format="html"><text>水</text></answer>
    <answer fraction="-25" format="plain_text"><text>&lt;饭&gt;</text></answer>
    <tags><tag><text>食物</text></tag></tags>
  </question>
  <question type="ordering">
    <name><text>Moodle</text></name><questiontext format="html"><text>Put these words in order.</text></questiontext>
    <answer fraction="2.0000000" format="html"><text>Object</text></answer>
    <answer fraction="1.0000000" format="html"><text>Modular</text></answer>
    <answer fraction="3.0000000" format="html"><text>Oriented</text></answer>
  </question>
  <question type="shortanswer">
    <questiontext format="markdown"><text>1 * 1 = ?</text></questiontext>
    <answer fraction="100" format="moodle_auto_format"><text>1</text></answer>
    <answer fraction="99.9999" format="moodle_auto_format"><text>一</text></answer>
    <answer fraction="0"><text>*</text><feedback><text>再想想</text></feedback></answer>
  </question>
  <question type="truefalse">
    <questiontext format="html"><text>对吗？</text></questiontext>
    <answer fraction="0"><text>true</text></answer><answer fraction="100"><text>false</text></answer>
  </question>
  <question type="matching">
    <questiontext format="html"><text>配对</text></questiontext>
    <subquestion format="html"><text>&lt;p&gt;猫&lt;/p&gt;</text><answer><text>cat</text></answer></subquestion>
    <subquestion format="html"><text>狗</text><answer><text>dog</text></answer></subquestion>
  </question>
  <question type="essay"><name><text>作文</text></name><questiontext format="html"><text>写</text></questiontext></question>
  <question type="multianswer"><questiontext format="html"><text>{1:SA:=a}</text></questiontext></question>
  <question type="numerical"><questiontext format="html"><text>几？</text></questiontext></question>
  <question type="wiris9"><questiontext format="html"><text>几？</text></questiontext></question>
  <question type="multichoice"><questiontext format="html"><text>几？</text></questiontext>
    <answer fraction="50"><text>a</text></answer><answer fraction="50"><text>b</text></answer></question>
</quiz>
"""


def test_questions_of_moodle_become_drafts() -> None:
    tea, order, one, false, pets = (found.draft for found in read_moodle_xml(FOREIGN.encode())[:5])
    assert tea is not None
    assert (tea.stem, tea.options, tea.key) == ("他 喜欢喝 ____。\n茶杯", ("茶", "水", "<饭>"), "茶")
    assert (tea.explanation.zh, tea.tags, tea.external_id) == ("茶是饮料。", ("食物",), "m1")
    assert order is not None
    assert (order.options, order.tags) == (("Modular", "Object", "Oriented"), ("第 1 课",))
    assert one is not None
    assert (one.stem, one.key, one.accepted) == ("1 * 1 = ?", "1", ("一",))
    assert false is not None
    assert (false.options, false.key) == (("对", "错"), "错")
    assert pets is not None
    assert (pets.left, pets.options) == (("猫", "狗"), ("cat", "dog"))


def test_kinds_without_counterpart_are_named() -> None:
    found = read_moodle_xml(FOREIGN.encode())[5:]
    assert [each.problem.zh if each.problem else "" for each in found] == [
        "这是作文题（essay），不支持导入。",
        "这是多空填空题（cloze），不支持导入。",
        "这是数值题（numerical），不支持导入。",
        "这是“wiris9”类题目，不支持导入。",
        "有不止一个正确选项；这里的选择题只能有一个。",
    ]
    assert found[0].place.text("zh") == "第 6 题（作文）"
    assert found[0].place.text("en") == "question 6 (作文)"


def test_what_is_lost_is_said() -> None:
    tea = read_moodle_xml(FOREIGN.encode())[0]
    assert {note.zh for note in tea.notes} == {
        "图片、声音等没有导入。", "部分得分的答案按不得分处理：“水”。", "各选项自己的反馈没有导入。"
    }  # fmt: skip


def test_pieces_that_were_moved_lose_the_further_orders(items: list[Item]) -> None:
    item = next(item for item in items if item.type == "ordering" and item.accepted)
    file = moodle_xml_file([item], language="zh").decode()
    moved = file.replace('fraction="1.0000000"', 'fraction="2.5"')
    (found,) = read_moodle_xml(moved.encode())
    assert found.draft is not None
    assert found.draft.orders == ()
    assert [note.en for note in found.notes] == ["The pieces were changed, so their further right orders were dropped."]
    assert item_of(found.draft).id != item.id


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b'<!DOCTYPE q [<!ENTITY a "b">]><quiz>&a;</quiz>', "declares a document type or entities"),
        (b'<!DOCTYPE q SYSTEM "file:///etc/passwd"><quiz/>', "declares a document type or entities"),
        (b"<quiz><question></quiz>", "broken at line 1, column 19"),
        (b"<html/>", "not Moodle XML: the file begins with <html>"),
        (b'<?xml version="1.0" encoding="gb2312"?><quiz/>', "in an encoding that is not read"),
        (b"<quiz>" + b"<a>" * 200 + b"</a>" * 200 + b"</quiz>", "nested too deeply"),
        (b"", "broken at line 1"),
    ],
)
def test_a_broken_or_dangerous_file_is_refused(file: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message) as caught:
        read_moodle_xml(file)
    assert caught.value.status == 400
    assert caught.value.remedy("zh").startswith(("XML", "这不是"))

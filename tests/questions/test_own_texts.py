"""Texts with questions that teachers write: looked over, kept, approved as own items, changed, deleted; by whom, and for whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from core.answers.wire import AnswerItem
from core.api.assignments import AssignRequest, ItemsWork
from core.api.core import Core
from core.api.own_texts import OwnTextDraft, OwnTextView, TextQuestion
from core.errors import BadParameter, BadRequest, Forbidden, NotFound, TooLarge
from core.learning.days import day_of
from core.questions.formats.problems import UnreadableFile
from core.questions.own_texts import keeping
from core.questions.own_texts.items import source_of
from core.questions.wire import GenerateRequest
from core.records.items import Item
from core.records.learner import FirstPortrait
from core.records.students import Student
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.questions.editors import CALLER, NOW, OTHER, TABLES, TEACHER, with_school

TEXT = (
    "星期六上午，小雨和爸爸去图书馆还书。图书馆九点开门，他们八点半就到了。"
    "门口有一家小咖啡馆，爸爸买了一杯咖啡，小雨喝了一杯牛奶。九点钟，他们第一个走进了图书馆。"
)
TALK = "男: 你今天怎么来的？\n女：我坐地铁来的，骑车太冷了。\n男：我也觉得今天很冷。"
CHOICE = TextQuestion(
    ask_zh="小雨喝了什么？",
    ask_en="What did Xiaoyu drink?",
    key="一杯牛奶",
    wrong=("一杯咖啡", "一杯茶", "一瓶水"),
    notes_zh={"一杯咖啡": "咖啡是爸爸喝的。"},
    why_zh="课文说“小雨喝了一杯牛奶”。",
)
SHORT = TextQuestion(kind="short", ask_zh="图书馆几点开门？", key="九点", accepted=("9点", "九点钟"), why_zh="第二句。")


@pytest.fixture
def core() -> Iterator[Core]:
    made = in_memory_core(clock=StoppedClock(NOW), identifiers=CountingIdentifiers(), tables=TABLES, bank=shared_bank())
    yield with_school(made)
    made.store.close()


def library(**changed: Any) -> OwnTextDraft:
    """A text about a library with a choice and a short answer."""
    fields: dict[str, Any] = {"title": "在图书馆", "text": TEXT, "level": 2, "questions": (CHOICE, SHORT)}
    return OwnTextDraft(**{**fields, **changed})


def talk(**changed: Any) -> OwnTextDraft:
    """A dialogue to be heard."""
    question = TextQuestion(
        ask_zh="女的怎么来的？", key="坐地铁", wrong=("骑车", "走路", "坐公交车"), why_zh="她说坐地铁。"
    )
    fields: dict[str, Any] = {"title": "怎么来", "kind": "dialogue", "text": TALK, "questions": (question,)}
    return OwnTextDraft(**{**fields, **changed})


def approve(core: Core, draft: OwnTextDraft | None = None, **named: Any) -> OwnTextView:
    return core.own_texts.save(draft or library(), CALLER, by="li", state="approved", **named)


def items_of(core: Core, text: OwnTextView) -> list[Item]:
    return [core.questions.item(item_id, CALLER).item for item_id in text.item_ids]


def warned(core: Core, draft: OwnTextDraft) -> set[tuple[str, int, bool]]:
    return {(each.id, each.question, each.blocks) for each in core.own_texts.look(draft, CALLER).warnings}


# -- looking over ------------------------------------------------------------------------------------------------


def test_a_good_text_has_no_warnings_and_each_question_its_proof(core: Core) -> None:
    look = core.own_texts.look(library(), CALLER, proved=True)
    assert look.warnings == []
    assert look.can_be_approved
    assert all(question.item is not None and question.proof is not None for question in look.questions)
    assert core.store.own_texts("org") == []


@pytest.mark.parametrize(
    ("changed", "warning"),
    [
        ({"text": ""}, ("text", 0, True)),
        ({"text": "我去图书馆。"}, ("short", 0, False)),
        ({"title": ""}, ("title", 0, True)),
        ({"questions": ()}, ("questions", 0, True)),
        ({"points": ("【九99】",)}, ("points", 0, True)),
        ({"kind": "dialogue"}, ("speaker", 0, False)),
        ({"questions": (CHOICE, CHOICE)}, ("asked_twice", 0, False)),
    ],
)
def test_what_a_text_lacks_is_said(core: Core, changed: dict[str, Any], warning: tuple[str, int, bool]) -> None:
    assert warning in warned(core, library(**changed))


@pytest.mark.parametrize(
    ("question", "changed", "warning"),
    [
        (CHOICE, {"ask_zh": ""}, ("ask", 1, True)),
        (CHOICE, {"key": ""}, ("key", 1, True)),
        (CHOICE, {"wrong": ()}, ("wrong", 1, True)),
        (CHOICE, {"key": "", "wrong": ()}, ("wrong", 1, True)),
        (CHOICE, {"wrong": ("一杯咖啡", "一杯茶")}, ("options", 1, False)),
        (CHOICE, {"wrong": ("一杯咖啡", "一杯咖啡。", "一杯茶")}, ("same", 1, True)),
        (CHOICE, {"key": "很高兴"}, ("not_in_text", 1, False)),
        (CHOICE, {"why_zh": ""}, ("reason", 1, False)),
        (SHORT, {"key": "十点", "accepted": ()}, ("not_in_text", 1, False)),
    ],
)
def test_what_a_question_lacks_is_said_with_its_number(
    core: Core, question: TextQuestion, changed: dict[str, Any], warning: tuple[str, int, bool]
) -> None:
    draft = library(questions=(question.model_copy(update=changed),))
    assert warning in warned(core, draft)
    assert core.own_texts.look(draft, CALLER).can_be_approved is not warning[2]


@pytest.mark.parametrize("wrong", [("一杯咖啡",), ("一杯咖啡", "一杯茶")])
def test_wrong_options_without_a_right_answer_lack_nothing_else(core: Core, wrong: tuple[str, ...]) -> None:
    draft = library(questions=(CHOICE.model_copy(update={"key": "", "wrong": wrong}),))
    assert warned(core, draft) == {("key", 1, True)}


def test_the_level_of_a_text_is_read_with_its_points_and_what_is_new_in_it(core: Core) -> None:
    reading = core.own_texts.read(library(level=1), CALLER)
    low, high = reading.interval
    assert low <= reading.level <= high
    assert reading.points
    assert (reading.above, reading.of_class) == (max(1, reading.level - 1), False)
    by_word = {word.word: word for word in reading.new_words}
    assert "咖啡" in by_word
    assert by_word["咖啡"].gloss
    assert by_word["咖啡"].pinyin == "kāfēi"
    assert all(word.level is None or word.level > reading.above for word in reading.new_words)


def test_new_words_are_those_above_the_level_in_the_middle_of_the_class(core: Core) -> None:
    for student_id, score in (("s1", 10.0), ("s2", 45.0), ("s3", 95.0)):
        core.store.put_student(Student("org", student_id, student_id, created_at=NOW))
        tests = {f"{skill}_ability": score for skill in ("listen", "speak", "read", "write")}
        first = FirstPortrait("org", student_id, '{"learning_duration": "unknown"}', json.dumps(tests), "api", NOW)
        core.store.fold_portraits(
            "org", [student_id], lambda _: (None, None), version="1", at=NOW, baseline=first, create=True
        )
    levels = {each: level.level for each, level in core.knowledge.class_levels(["s1", "s2", "s3"], CALLER).items()}
    reading = core.own_texts.read(library(), CALLER)
    assert (reading.above, reading.of_class) == (levels["s2"], True)
    one = replace(CALLER, students=frozenset({"s1"}))
    assert core.own_texts.read(library(), one).above == levels["s1"] < levels["s2"]


def test_an_empty_text_is_read_as_one_without_words(core: Core) -> None:
    reading = core.own_texts.read(OwnTextDraft(), CALLER)
    assert (reading.words, reading.level_known, reading.new_words) == (0, False, ())


# -- kept --------------------------------------------------------------------------------------------------------


def test_an_unfinished_text_is_kept_as_a_draft_without_items_and_not_approved(core: Core) -> None:
    draft = OwnTextDraft(title="没写完", questions=(TextQuestion(ask_zh="谁？"),))
    kept = core.own_texts.save(draft, CALLER, by="li")
    assert (kept.state, kept.item_ids, kept.version, kept.author) == ("draft", (), 1, "李老师")
    assert core.own_texts.text(kept.text_id, CALLER).draft == draft
    with pytest.raises(BadParameter, match="cannot be approved: There is no Chinese text yet"):
        core.own_texts.set_state(kept.text_id, "approved", CALLER, by="li")
    assert core.store.own_items("org") == []


def test_an_approved_text_is_own_items_in_its_order_with_one_source(core: Core) -> None:
    text = approve(core)
    choice, short = items_of(core, text)
    assert {choice.source, short.source} == {source_of(text.text_id)}
    assert {choice.similar, short.similar} == {source_of(text.text_id)}
    assert choice.full_text == choice.stem == short.stem == TEXT
    assert (choice.topic, choice.type, short.type) == ("reading", "multiple_choice", "fill_blank")
    assert choice.question.en.startswith("What did Xiaoyu drink?（小雨喝了什么？）")
    assert {option.text: option.note is not None for option in choice.options}["一杯咖啡"]
    assert (short.key, short.accepted, short.pinyin) == ("九点", ["9点", "九点钟"], "jiǔ diǎn")


def test_a_dialogue_is_heard_and_shown_after_the_answer(core: Core) -> None:
    (item,) = items_of(core, approve(core, talk()))
    assert (item.topic, item.stem) == ("listening", "")
    assert item.audio is not None
    assert item.audio.text == item.full_text == TALK.replace("男: ", "男：")
    assert (item.audio.pinyin or "").count("\n") == 2


def test_a_point_is_what_an_answer_is_evidence_for(core: Core) -> None:
    point = next(iter(TABLES.points.by_id))
    assert all(item.points == [point] for item in items_of(core, approve(core, library(points=(point,)))))


def test_a_new_version_keeps_the_questions_that_did_not_change(core: Core) -> None:
    text = approve(core)
    other = CHOICE.model_copy(update={"ask_zh": "谁喝了牛奶？", "key": "小雨", "wrong": ("爸爸", "妈妈", "老师")})
    newer = approve(core, library(questions=(SHORT, other)), text_id=text.text_id, version=1)
    assert newer.version == 2
    assert newer.item_ids[0] == text.item_ids[1]
    assert newer.item_ids[1] not in text.item_ids
    assert core.questions.item(text.item_ids[0], CALLER).state == "retired"


def test_a_change_of_the_level_alone_makes_other_items_of_the_same_source(core: Core) -> None:
    text = approve(core)
    newer = approve(core, library(level=3), text_id=text.text_id, version=1)
    assert set(newer.item_ids).isdisjoint(text.item_ids)
    source = source_of(text.text_id)
    assert all(item.source.split("+")[0] == source == item.similar for item in items_of(core, newer))
    assert all(item.standard_level == 3 for item in items_of(core, newer))
    back = approve(core, library(), text_id=text.text_id, version=2)
    assert back.item_ids == text.item_ids


def test_of_two_who_change_a_text_at_once_the_second_is_told(core: Core) -> None:
    text = approve(core)
    approve(core, library(level=3), text_id=text.text_id, version=1)
    with pytest.raises(BadRequest, match="changed in the meantime"):
        approve(core, library(level=4), text_id=text.text_id, version=1)
    assert core.own_texts.text(text.text_id, CALLER).draft.level == 3


def test_a_retired_text_takes_its_questions_with_it_and_brings_them_back(core: Core) -> None:
    text = approve(core)
    retired = core.own_texts.set_state(text.text_id, "retired", CALLER, by="li")
    assert (retired.state, retired.item_ids) == ("retired", ())
    assert {core.questions.item(each, CALLER).state for each in text.item_ids} == {"retired"}
    assert core.own_texts.set_state(text.text_id, "approved", CALLER, by="li").item_ids == text.item_ids


@pytest.mark.parametrize("between", ["retired", "draft"])
def test_a_question_that_was_retired_by_itself_stays_so_when_its_text_comes_back(core: Core, between: Any) -> None:
    text = approve(core)
    alone, other = text.item_ids
    core.questions.set_state(alone, "retired", CALLER, by="li")
    core.own_texts.set_state(text.text_id, between, CALLER, by="li")
    assert core.own_texts.set_state(text.text_id, "approved", CALLER, by="li").item_ids == (other,)
    assert core.questions.item(alone, CALLER).state == "retired"


def test_a_text_that_is_a_draft_again_is_drawn_no_more(core: Core) -> None:
    text = approve(core)
    again = core.own_texts.save(library(title="新"), CALLER, by="li", text_id=text.text_id, version=1)
    assert (again.state, again.item_ids) == ("draft", ())
    assert {core.questions.item(each, CALLER).state for each in text.item_ids} == {"draft"}


def test_a_deleted_text_is_gone_its_items_stay_retired_and_it_can_be_put_back(core: Core) -> None:
    text = approve(core)
    deleted = core.own_texts.delete(text.text_id, CALLER, by="li")
    assert core.own_texts.texts(CALLER) == []
    assert {core.questions.item(each, CALLER).state for each in text.item_ids} == {"retired"}
    back = core.own_texts.put_back(deleted, CALLER, by="li")
    assert (back.text_id, back.state, back.item_ids) == (text.text_id, "approved", text.item_ids)


def test_a_text_that_a_colleague_puts_back_stays_its_authors(core: Core) -> None:
    core.store.add_account(replace(TEACHER, account_id="wang", username="wang", display_name="王老师"))
    deleted = core.own_texts.delete(approve(core).text_id, CALLER, by="wang")
    back = core.own_texts.put_back(deleted, CALLER, by="wang")
    assert (back.author, back.made_at) == ("李老师", deleted.made_at)


# -- who ---------------------------------------------------------------------------------------------------------


def test_students_and_strangers_change_nothing(core: Core) -> None:
    text = approve(core)
    with pytest.raises(Forbidden, match="may not change items"):
        core.own_texts.save(library(), CALLER, by="kid")
    with pytest.raises(Forbidden, match="may not change items"):
        core.own_texts.delete(text.text_id, OTHER, by="li")
    with pytest.raises(NotFound, match="no text"):
        core.own_texts.text(text.text_id, OTHER)
    with pytest.raises(NotFound, match="no text"):
        core.own_texts.set_state(text.text_id, "retired", OTHER, by="he")
    assert core.own_texts.texts(OTHER) == []
    assert [each.text_id for each in core.own_texts.texts(CALLER)] == [text.text_id]


# -- drawn and answered --------------------------------------------------------------------------------------------


def test_a_draw_of_the_organisation_holds_at_most_one_question_of_a_text(core: Core) -> None:
    second = CHOICE.model_copy(
        update={"ask_zh": "小雨没有喝什么？", "key": "一杯咖啡", "wrong": ("一杯牛奶", "饭", "水")}
    )
    text = approve(core, library(level=7, questions=(CHOICE, second)))
    request = GenerateRequest(level="advanced", type="multiple_choice", topic="reading", count=50)
    drawn = {question.id for question in core.questions.generate(request, CALLER).questions}
    assert len(drawn & set(text.item_ids)) == 1
    others = {question.id for question in core.questions.generate(request, OTHER).questions}
    assert others.isdisjoint(text.item_ids)
    core.own_texts.set_state(text.text_id, "retired", CALLER, by="li")
    later = {question.id for question in core.questions.generate(request, CALLER).questions}
    assert later.isdisjoint(text.item_ids)


def test_a_text_is_given_as_one_piece_of_work_and_its_answers_are_marked(core: Core) -> None:
    text = approve(core)
    core.store.put_student(Student("org", "s1", "S1", created_at=NOW))
    request = AssignRequest(title="在图书馆", due=day_of(NOW), work=ItemsWork(item_ids=text.item_ids))
    given = core.assignments.assign(request, CALLER, by="li")
    view = core.assignments.start("s1", given.assignment_id, CALLER)
    assert [card.item.id for card in view.cards if card.item] == list(text.item_ids)
    choice, short = items_of(core, text)
    for item, answer in ((choice, choice.key), (short, "9点")):
        card = core.practice.answer("s1", view.session_id, AnswerItem(question_id=item.id, answer=answer), CALLER)
        assert card.detail is not None
        assert card.detail.is_correct
    (student,) = core.assignments.progress(given.assignment_id, CALLER).students
    assert student.state == "done"


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_file_brings_texts_back_as_they_were(core: Core) -> None:
    ids = [approve(core).text_id, approve(core, talk()).text_id]
    file = core.own_texts.export(ids, CALLER)
    drafts = core.own_texts.read_file(file)
    assert drafts == [library(), talk()]
    kept = core.own_texts.save_all(drafts, OTHER, by="he")
    assert [text.state for text in kept] == ["draft", "draft"]


def test_of_a_file_with_too_many_texts_none_is_kept(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    text = approve(core)
    monkeypatch.setattr(keeping, "MOST_TEXTS", 2)
    with pytest.raises(BadRequest, match="keeps 2 texts at most"):
        core.own_texts.save_all([library(), talk()], CALLER, by="li")
    assert core.own_texts.texts(CALLER) == [text]
    assert len(core.own_texts.save_all([talk()], CALLER, by="li")) == 1


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"\xff\xfe", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"{}", "no texts in this file"),
        (json.dumps({"format": "wenlu-texts", "texts": [{}] * 201}).encode(), "201 texts"),
        (json.dumps({"format": "wenlu-texts", "texts": [{}, {"level": 9}]}).encode(), "Text 2 of the file"),
        (json.dumps({"format": "wenlu-texts", "texts": [{"text": "好" * 3001}]}).encode(), "Text 1 of the file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(core: Core, file: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        core.own_texts.read_file(file)


def test_a_file_that_is_too_large_is_refused(core: Core) -> None:
    with pytest.raises(TooLarge, match="larger than 2000000 bytes"):
        core.own_texts.read_file(b" " * 2_000_001)

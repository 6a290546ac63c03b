"""What the exercise component gets: nothing that tells the answer early, everything that explains it afterwards."""

from __future__ import annotations

import json

import pytest
import streamlit as st

from core.answers.diagnosis.deciding import deciding_sentences
from core.answers.wire import AnswerItem, PracticeCard, StartPractice
from core.api.core import Core
from core.questions import service as questions
from core.questions.bank import ItemBank
from core.records.items import Audio, Item
from core.wire import QUESTION_TYPES, TOPICS
from evaluation.questions.bank_items import shared_bank
from pages.parts.practice.card_data import card_data, exercise_data
from pages.parts.practice.spoken_lines import audio_lines, heard_one_by_one
from tests.pages.conftest import account_of, caller_of

CELLS = [(kind, topic) for kind in QUESTION_TYPES for topic in TOPICS]


def sample_items(bank: ItemBank, kind: str, topic: str) -> list[Item]:
    """A few items of a cell."""
    return list(bank.items(kind, topic, "beginner"))[::97][:40]  # type: ignore[arg-type]


@pytest.mark.parametrize(("kind", "topic"), CELLS)
def test_the_question_holds_neither_key_nor_explanation(bank: ItemBank, kind: str, topic: str) -> None:
    for item in sample_items(bank, kind, topic):
        shown = card_data(item, "en")
        assert not {"key", "explanation", "translation", "fullText", "accepted"} & shown.keys()
        assert item.stem not in shown["instruction"] or not item.stem


@pytest.mark.parametrize("kind", QUESTION_TYPES)
def test_speaker_tags_choose_a_voice_and_are_not_spoken(bank: ItemBank, kind: str) -> None:
    for item in sample_items(bank, kind, "listening"):
        lines = audio_lines(item)
        assert lines, item.id
        assert not any(line["text"].startswith(("男：", "女：")) for line in lines)
        if heard_one_by_one(item):
            assert len(lines) == len(item.left), item.id


def recording_of_short_text(text: str) -> str | None:
    """As if every single word had a recording: what holds no punctuation and is short."""
    return f"/recordings/{text}.mp3" if len(text) <= 4 and text.isalpha() else None


@pytest.mark.parametrize(("kind", "tag"), [("multiple_choice", "tones"), ("fill_blank", "dictation")])
def test_a_heard_word_is_played_from_its_recording(bank: ItemBank, kind: str, tag: str) -> None:
    items = [item for item in bank.items(kind, "listening", "beginner") if tag in item.tags][::97]  # type: ignore[arg-type]
    assert items
    for item in items:
        assert item.audio is not None
        (line,) = card_data(item, "en", recording=recording_of_short_text)["audio"]["lines"]
        assert line["file"] == recording_of_short_text(item.audio.text or "")
        (line,) = card_data(item, "en")["audio"]["lines"]
        assert line["file"] == ""


@pytest.mark.parametrize("kind", ["matching", "ordering"])
def test_words_heard_one_by_one_are_played_from_their_recordings(bank: ItemBank, kind: str) -> None:
    items = [item for item in bank.items(kind, "listening", "beginner") if len(item.words) > 1]  # type: ignore[arg-type]
    for item in items[::97]:
        files = [line["file"] for line in audio_lines(item, recording_of_short_text)]
        assert files == [recording_of_short_text(word) for word in item.words], item.id


def test_a_turn_of_a_conversation_stays_with_the_voices(bank: ItemBank) -> None:
    item = bank.items("multiple_choice", "listening", "beginner")[0]
    conversation = item.model_copy(update={"audio": Audio(kind="speech", text="男：谢谢\n女：再见\n走吧。")})
    assert [line["file"] for line in audio_lines(conversation, recording_of_short_text)] == ["", "", ""]
    assert [line["text"] for line in audio_lines(conversation, recording_of_short_text)] == ["谢谢", "再见", "走吧。"]


def test_the_marked_card_plays_the_recording_too(core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    request = StartPractice(student_id=student_id, count=1, types=["multiple_choice"], topics=["vocabulary"])
    view = core.practice.start(request, caller)
    given = AnswerItem(question_id=view.cards[0].item.id, answer=view.cards[0].item.key)
    core.practice.answer(student_id, view.session_id, given, caller)
    view = core.practice.view(student_id, view.session_id, caller)
    exercise = exercise_data(view, view.cards[0], core.tables.points, "en", recording=lambda _: "/recordings/x.mp3")
    assert {line["file"] for line in exercise["mark"]["lines"]} == {"/recordings/x.mp3"}


def test_a_marked_card_explains_itself(core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    request = StartPractice(student_id=student_id, count=2, types=["multiple_choice"], topics=["grammar"])
    view = core.practice.start(request, caller)
    card = view.cards[0]
    wrong = next(option.id for option in card.item.options if option.id != card.item.key)
    core.practice.answer(student_id, view.session_id, AnswerItem(question_id=card.item.id, answer=wrong), caller)
    view = core.practice.view(student_id, view.session_id, caller)
    exercise = exercise_data(view, view.cards[0], core.tables.points, "en")
    mark = exercise["mark"]
    assert (mark["state"], mark["given"], mark["key"]) == ("wrong", wrong, card.item.key)
    assert mark["feedback"] == view.cards[0].diagnosis
    assert card.item.explanation.en.rstrip(".") in mark["feedback"] + mark["why"]
    assert mark["points"][0]["level"].endswith("GF 0025-2021")
    assert exercise["place"]["states"] == ["wrong", "todo"]
    assert json.dumps(exercise, ensure_ascii=False)


def test_a_near_twin_is_offered_on_a_wrong_card_and_stands_beside_the_round(core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    request = StartPractice(student_id=student_id, count=2, types=["multiple_choice"], topics=["grammar"])
    session_id = core.practice.start(request, caller).session_id
    item = core.practice.view(student_id, session_id, caller).cards[0].item
    wrong = next(option.id for option in item.options if option.id != item.key)
    core.practice.answer(student_id, session_id, AnswerItem(question_id=item.id, answer=wrong), caller)
    view = core.practice.view(student_id, session_id, caller)
    points = core.tables.points
    assert exercise_data(view, view.cards[0], points, "en", twins=True)["twin"] == {
        "offered": True,
        "none": False,
        "of": None,
    }
    assert not exercise_data(view, view.cards[0], points, "en")["twin"]["offered"]
    assert not exercise_data(view, view.cards[0], points, "en", twins=True, no_twin=True)["twin"]["offered"]
    position = core.practice.twin(student_id, session_id, 0, caller)
    assert position == 2
    view = core.practice.view(student_id, session_id, caller)
    exercise = exercise_data(view, view.cards[2], points, "en", twins=True)
    assert (exercise["twin"]["of"], exercise["place"]["count"]) == ("Once more: like card 1", "2 + 1")
    assert exercise_data(view, view.cards[1], points, "en")["place"]["count"] == "2 / 2"


def test_the_sentence_that_decides_is_marked_after_a_wrong_answer_only(core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    item = next(
        item
        for item in (draft.item() for draft in shared_bank().drafts("multiple_choice", "reading", "beginner"))
        if item is not None and "detail" in item.tags and deciding_sentences(item)
    )
    questions.keep([item], caller, store=core.store, clock=core.clock)
    for answer in (next(option.id for option in item.options if option.id != item.key), item.key):
        session_id = core.practice.review(student_id, [item.id], caller).session_id
        before = core.practice.view(student_id, session_id, caller)
        assert before.cards[0].deciding == []
        core.practice.answer(student_id, session_id, AnswerItem(question_id=item.id, answer=answer), caller)
        view = core.practice.view(student_id, session_id, caller)
        mark = exercise_data(view, view.cards[0], core.tables.points, "en")["mark"]
        assert mark["deciding"] == ([] if answer == item.key else deciding_sentences(item))
        assert all(sentence in item.stem for sentence in mark["deciding"])


def test_a_refresh_shows_the_given_answer_again(core: Core) -> None:
    student_id, caller = str(account_of(core, "student").student_id), caller_of(core, "student")
    view = core.practice.start(StartPractice(student_id=student_id, count=1, types=["fill_blank"]), caller)
    given = AnswerItem(question_id=view.cards[0].item.id, answer="我的答案")
    core.practice.answer(student_id, view.session_id, given, caller)
    card: PracticeCard = core.practice.view(student_id, view.session_id, caller).cards[0]
    assert card.given == '"我的答案"'


@pytest.fixture(autouse=True)
def english() -> None:
    st.session_state["language"] = "en"

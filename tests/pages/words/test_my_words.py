"""The page of a student's words, and what the card of the word at hand is given."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.api import words as api
from core.api.core import Core
from core.api.words import NewWord
from core.records.access import Caller
from pages.parts import visitor
from pages.parts.dates import SHANGHAI
from pages.parts.words.hand import card_data
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/my_words.py"
TEXT = "银行行长去了上海，小猫在窗外睡觉。"


def student_of(core: Core) -> tuple[str, Caller]:
    """The demo student's id and caller."""
    return account_of(core, "student").student_id or "", caller_of(core, "student")


def put_by(core: Core, *words: str) -> None:
    """Put words by for the demo student, the last one last."""
    student, caller = student_of(core)
    for word in words:
        core.words.add(
            student, NewWord(word=word, pinyin="", meaning=f"meaning of {word}", sentence=f"看{word}。"), caller
        )


def html_of(test: AppTest) -> str:
    """What stands in the page as HTML."""
    return "\n".join(str(element.proto.body) for element in test.get("html"))


def test_without_words_the_page_says_how_to_get_one(open_page: OpenPage) -> None:
    test = open_page(PAGE, "student").run()
    assert not test.exception
    assert "Tap any Chinese word, on any page" in page_text(test)
    assert "我们一起去图书馆看书吧。" in html_of(test)


def test_words_are_listed_searched_removed_and_put_back(core: Core, open_page: OpenPage) -> None:
    put_by(core, "借书", "图书馆")
    test = open_page(PAGE, "student").run()
    assert not test.exception
    assert "2 words in your deck" in page_text(test)
    assert "**2 to practise now**" in "\n".join(element.value for element in test.markdown)
    assert html_of(test).index("图书馆") < html_of(test).index("借书")
    test.text_input(key="words_search").set_value("借").run()
    assert "meaning of 图书馆" not in html_of(test)
    test.text_input(key="words_search").set_value("").run()
    test.button(key="own_remove_图书馆").click().run()
    assert "“图书馆” was removed" in page_text(test)
    assert "1 word in your deck" in page_text(test)
    test.button(key="words_undo").click().run()
    assert "2 words in your deck" in page_text(test)


def test_a_card_is_turned_over_and_graded(core: Core, open_page: OpenPage) -> None:
    put_by(core, "借书")
    test = open_page(PAGE, "student").run()
    test.button(key="words_flip").click().run()
    assert "data-no-words" in html_of(test)
    assert "meaning of 借书" not in html_of(test)
    test.button(key="flip_turn").click().run()
    assert "meaning of 借书" in html_of(test)
    assert "data-no-words" not in html_of(test)
    test.button(key="flip_known").click().run()
    assert test.success[0].value == "You knew 1 of 1 word."
    test.button(key="flip_back").click().run()
    student, caller = student_of(core)
    (word,) = core.words.deck(student, caller)
    assert word.due_at is not None
    assert "nothing is due today" in page_text(test)


def test_a_sentence_is_looked_up_and_its_word_put_by(core: Core, open_page: OpenPage) -> None:
    test = open_page(PAGE, "student").run()
    test.text_input(key="words_look").set_value("我去图书馆。").run()
    assert not test.exception
    assert "túshūguǎn" in html_of(test)
    test.button(key="look_add_图书馆").click().run()
    student, caller = student_of(core)
    assert [(word.word, word.sentence) for word in core.words.deck(student, caller)] == [("图书馆", "我去图书馆。")]
    test.text_input(key="words_look").set_value("xyz").run()
    assert "Type characters, not pinyin" in page_text(test)


def test_a_full_deck_says_so(core: Core, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> None:
    put_by(core, "借书")
    monkeypatch.setattr(api, "MOST_WORDS", 1)
    test = open_page(PAGE, "student").run()
    test.text_input(key="words_look").set_value("我去图书馆。").run()
    test.button(key="look_add_图书馆").click().run()
    assert not test.exception
    assert "Your deck is full." in test.toast[0].value


def test_what_comes_due_later_today_is_not_said_to_be_due_tomorrow(core: Core, open_page: OpenPage) -> None:
    morning = datetime(2026, 11, 2, 9, tzinfo=SHANGHAI)
    core.clock.fixed_time = morning  # type: ignore[attr-defined]
    put_by(core, "借书")
    student, caller = student_of(core)
    core.words.recall(student, "借书", "forgotten", caller)
    (word,) = core.words.deck(student, caller)
    assert word.due_at is not None
    core.clock.fixed_time = word.due_at - timedelta(hours=1)  # type: ignore[attr-defined]
    test = open_page(PAGE, "student").run()
    assert "to review later today" in html_of(test)
    assert "nothing is due now. Practise ahead, or come back later today." in page_text(test)
    core.clock.fixed_time = word.due_at - timedelta(hours=23)  # type: ignore[attr-defined]
    test = open_page(PAGE, "student").run()
    assert "to review tomorrow" in html_of(test)
    assert "nothing is due today." in page_text(test)


def test_a_word_without_exercises_is_practised_by_turning_cards_over(core: Core, open_page: OpenPage) -> None:
    put_by(core, "龘龘")
    test = open_page(PAGE, "student").run()
    test.button(key="words_practise").click().run()
    assert not test.exception
    assert test.button(key="flip_turn")


def test_a_teacher_gets_the_card_without_the_button_that_puts_by(core: Core, open_page: OpenPage) -> None:
    open_page(PAGE, "teacher")
    who = visitor.visitor()
    assert who is not None
    entry = core.words.look(TEXT, TEXT.index("窗"), who.caller)
    data = card_data(who, {"turn": 3, "entry": entry, "own": False, "problem": ""})
    assert not data["canAdd"]
    assert data["entry"]["levelName"] == "Not in the list of 11,092 words"
    assert [part["text"] for part in data["entry"]["parts"]] == ["窗", "外"]
    assert data["entry"]["characters"] == []

"""The tone ear on the page of tone pairs: rounds, tables, and what is said where nothing can be heard."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.backends.recordings import RecordedWords
from core.learning.tone_confusion import HeardTone, tone_table
from pages.parts.ear.practice import SESSION, EarSession
from pages.parts.ear.tables import OPEN, cell_text, table_data
from pages.parts.hearing import VOICE
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/tone_pairs.py"
SYLLABLES = ("ma1", "ma2", "ma3", "ma4")


@pytest.fixture
def packed(core: Core, tmp_path: Path) -> Core:
    """The pages' core with four recorded syllables."""
    for name in SYLLABLES:
        (tmp_path / f"{name}.mp3").write_bytes(b"sound")
    core.recordings = core.questions._recordings = core.ear._recordings = RecordedWords(tmp_path)
    return core


def student_of(core: Core) -> str:
    student_id = account_of(core, "student").student_id
    assert student_id is not None
    return student_id


def begun(open_page: OpenPage) -> tuple[AppTest, EarSession]:
    test = open_page(PAGE, "student").run()
    test.button(key="ear_begin").click().run()
    now = test.session_state[SESSION]
    assert isinstance(now, EarSession)
    return test, now


def choose(test: AppTest, now: EarSession, *, right: bool) -> AppTest:
    """Choose the right option, or a wrong one."""
    assert now.card is not None
    item = now.card.item
    option = next(each for each in item.options if (each.id == item.key) == right)
    return test.button(key=f"ear_option_{option.id}_{item.id}_{len(now.lately)}").click().run()


def test_a_wrong_choice_is_told_at_once_with_both_sounds_to_compare_and_counts(
    open_page: OpenPage, packed: Core
) -> None:
    test, now = begun(open_page)
    choose(test, now, right=False)
    assert not test.exception
    assert "Compare the two:" in page_text(test)
    assert "What you heard:" in page_text(test)
    assert "What you chose:" in page_text(test)
    assert packed.ear.heard(student_of(packed), caller_of(packed, "student")).n == 1
    before = now.lately[-1]
    test.button(key="ear_next").click().run()
    assert test.session_state[SESSION].lately[-1] != before
    assert "0 of 1 sound right so far" in page_text(test)


def test_a_right_choice_stands_in_the_table_whose_cell_opens_to_the_answer(open_page: OpenPage, packed: Core) -> None:
    test, now = begun(open_page)
    choose(test, now, right=True)
    assert test.success[0].value.startswith("Right:")
    assert now.card is not None
    tone = now.card.sound.tones[0]
    test.session_state[OPEN] = f"ear {tone}-{tone}"
    test.run()
    assert not test.exception
    assert "1 of 1, too few for a share" in page_text(test)
    assert f"Given: {now.card.sound.reading}" in page_text(test)
    test.button(key="tone_table_close").click().run()
    assert "too few for a share" not in page_text(test)


def test_without_a_pack_and_a_voice_no_sound_is_dealt_and_one_line_says_how_to_get_it(open_page: OpenPage) -> None:
    test = open_page(PAGE, "student")
    test.session_state[VOICE] = False
    test.run()
    assert all(button.key != "ear_begin" for button in test.button)
    assert "no recordings are installed" in page_text(test)
    test.button(key="drill_begin").click().run()
    assert "Listen. Which two tones do you hear?" not in page_text(test)
    assert "Which two tones does this word have?" in page_text(test)


def test_a_synthetic_voice_is_practice_and_nothing_is_stored(open_page: OpenPage, core: Core) -> None:
    test, now = begun(open_page)
    assert "nothing is scored or stored" in page_text(test)
    choose(test, now, right=False)
    assert "Compare the two:" in page_text(test)
    assert core.ear.heard(student_of(core), caller_of(core, "student")).n == 0


def test_a_cell_tells_its_range_in_words_and_tones_by_name_and_mark() -> None:
    table = tone_table([HeardTone(2, 3, "ev#1")] * 4 + [HeardTone(2, 2, "ev#2")] * 6)
    text = cell_text("ear", table.cells[2, 3])
    assert all(part in text for part in ("ˊ", "ˇ", "95"))
    data = table_data("ear", table)
    assert data["tones"] == [1, 2, 3, 4]
    assert {cell["percent"] for cell in data["cells"] if cell["said"] == 2} == {0, 40, 60}
    assert {cell["percent"] for cell in data["cells"] if cell["said"] != 2} == {None}


def test_a_listening_round_says_why_it_is_empty(open_page: OpenPage) -> None:
    test = open_page("pages/practice.py", "student")
    test.session_state[VOICE] = False
    test.session_state["practice_topics"] = ["listening"]
    test.run()
    test.button(key="practice_start").click().run()
    assert not test.exception
    assert [message.value for message in test.warning]
    assert "no recordings are installed" in test.warning[0].value

"""Settings: every choice is saved at once, holds on other pages, and can be chosen again."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st

from core.access.student_files.reading import read_student_file
from core.access.wire import DailyGoal, Preferences
from core.answers.wire import PracticeCard
from core.api.core import Core
from core.api.knowledge import Knowledge
from core.errors import Busy
from core.knowledge.wire import PeersRequest
from core.records.access import Role
from pages.parts.practice.card_data import exercise_texts, may_be_read
from tests.pages.conftest import OpenPage, account_of, bank_items, caller_of, page_text, submit_answers


def kept(core: Core, role: Role = "student") -> Preferences:
    return core.preferences.of(account_of(core, role))


def choose(test: Any, key: str, value: Any) -> None:
    """Choose in a control with segments."""
    next(group for group in test.button_group if group.key == key).set_value(value).run()


@pytest.mark.parametrize(
    ("key", "value", "saved"),
    [
        ("settings_pinyin", "always", {"pinyin": "always"}),
        ("settings_script", "both", {"script": "both"}),
        ("settings_speed", "slow", {"voice_speed": "slow"}),
        ("settings_explanations", "zh", {"explanations": "zh"}),
        ("settings_goal_unit", "minutes", {"goal": DailyGoal(unit="minutes", amount=15)}),
    ],
)
def test_a_choice_is_saved_at_once_and_undone_by_choosing_again(
    core: Core, open_page: OpenPage, key: str, value: str, saved: dict[str, Any]
) -> None:
    test = open_page("pages/settings.py", "student").run()
    before = next(group for group in test.button_group if group.key == key).value
    choose(test, key, value)
    assert not test.exception
    assert kept(core) == Preferences(**saved)
    assert [toast.value for toast in test.toast] == ["Saved."]
    choose(test, key, before)
    assert kept(core) == Preferences()


@pytest.mark.parametrize(
    ("key", "field"),
    [
        ("settings_tones", "tone_colours"),
        ("settings_sound", "sound"),
        ("settings_week", "week"),
        ("settings_story", "story"),
    ],
)
def test_everything_that_is_on_can_be_switched_off(core: Core, open_page: OpenPage, key: str, field: str) -> None:
    test = open_page("pages/settings.py", "student").run()
    test.toggle(key).set_value(False).run()
    assert kept(core) == Preferences(**{field: False})


def test_a_teacher_has_the_choices_that_make_sense_and_no_goal(core: Core, open_page: OpenPage) -> None:
    test = open_page("pages/settings.py", "teacher").run()
    keys = {group.key for group in test.button_group}
    assert {"settings_language", "settings_pinyin", "settings_script"} <= keys
    assert "settings_goal_unit" not in keys
    choose(test, "settings_pinyin", "never")
    assert kept(core, "teacher").pinyin == "never"
    assert kept(core).pinyin == "tap"


def test_study_peers_are_switched_where_the_core_keeps_them(core: Core, open_page: OpenPage) -> None:
    test = open_page("pages/settings.py", "student").run()
    student_id = str(account_of(core, "student").student_id)
    assert not core.knowledge.opted_in(student_id, caller_of(core, "student"))
    test.toggle("settings_peers").set_value(True).run()
    assert core.knowledge.peers(PeersRequest(student_id=student_id), caller_of(core, "student")).opted_in
    assert core.knowledge.opted_in(student_id, caller_of(core, "student"))
    assert open_page("pages/settings.py", "student").run().toggle("settings_peers").value


def test_a_student_downloads_everything_about_themself_and_a_teacher_is_offered_nothing(
    core: Core, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    files: dict[str, Any] = {}
    monkeypatch.setattr(st, "download_button", lambda label, data, **_: files.update({label: data}))
    submit_answers(core, str(account_of(core, "student").student_id), caller_of(core, "student"), right=1, wrong=1)
    assert not open_page("pages/settings.py", "student").run().exception
    copy = read_student_file(files.pop("Download everything about me")())
    assert copy.student_id == account_of(core, "student").student_id
    assert copy.counts["answer"] == 2
    assert not open_page("pages/settings.py", "teacher").run().exception
    assert files == {}


def test_the_settings_open_while_no_matching_of_peers_can_run(
    core: Core, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise Busy("Others wait.", retry_after_seconds=1)

    monkeypatch.setattr(Knowledge, "peers", refuse)
    test = open_page("pages/settings.py", "student").run()
    assert not test.exception
    assert test.toggle("settings_peers").value is False


def test_explanations_come_in_the_chosen_language_while_the_interface_keeps_its_own(
    core: Core, open_page: OpenPage
) -> None:
    core.preferences.keep(account_of(core, "student"), Preferences(explanations="zh"))
    test = open_page("pages/points.py", "student")
    test.query_params["point"] = "【一01】"
    test.run()
    assert test.title[0].value == "Grammar"
    explanation = core.tables.points.grammar_by_id["【一01】"].explanation
    assert explanation.zh in page_text(test)
    assert explanation.en not in page_text(test)


# -- pinyin on a card --------------------------------------------------------------------------------------------


def card(core: Core, kind: str, topic: str, *, tag: str = "") -> Any:
    """An unanswered card of a kind."""
    item = next(item for item in bank_items(kind, topic) if not tag or tag in item.question.zh)  # type: ignore[arg-type]
    return PracticeCard(position=0, item=item)


@pytest.mark.parametrize(
    ("kind", "topic", "asked"),
    [
        ("multiple_choice", "vocabulary", "怎么读"),
        ("fill_blank", "vocabulary", "写出这个词的拼音"),
        ("matching", "vocabulary", "把词语和拼音连起来"),
        ("ordering", "vocabulary", "用这些字组成一个词"),
        ("fill_blank", "listening", "写出你听到的词"),
        ("ordering", "listening", "按听到的顺序"),
    ],
)
def test_pinyin_never_stands_above_a_card_that_asks_for_it(core: Core, kind: str, topic: str, asked: str) -> None:
    shown = card(core, kind, topic, tag=asked)
    assert not may_be_read(shown.item)
    assert exercise_texts(core, shown) == {}


def test_a_reading_card_has_readings_for_its_text_and_its_options(core: Core) -> None:
    shown = card(core, "multiple_choice", "reading")
    texts = exercise_texts(core, shown)
    assert all(line in texts for line in shown.item.stem.split("\n"))
    assert all("".join(text for text, _ in entry["runs"]) == line for line, entry in texts.items())


def test_an_option_is_read_as_in_its_sentence(core: Core) -> None:
    shown = card(core, "multiple_choice", "grammar", tag="空白")
    item = shown.item.model_copy(
        update={
            "stem": "他跑____很快。",
            "options": [
                option.model_copy(update={"text": text})
                for option, text in zip(shown.item.options, "得的地着", strict=True)
            ],
        }
    )
    texts = exercise_texts(core, shown.model_copy(update={"item": item}))
    assert texts["得"]["runs"] == [("得", "de")]


# -- the story -----------------------------------------------------------------------------------------------------


def test_a_story_is_shown_with_ruby_and_noted_as_opened(core: Core, open_page: OpenPage) -> None:
    test = open_page("pages/story.py", "student")
    test.query_params["id"] = "p0001"
    test.run()
    assert not test.exception
    assert test.title[0].value == next(row.title_zh for row in core.tables.content.passages if row.id == "p0001")
    assert any("<ruby>" in html.proto.body for html in test.get("html"))
    student = account_of(core, "student")
    assert list(core.store.stories_read(student.organisation_id, str(student.student_id))) == ["p0001"]


def test_who_never_wants_pinyin_gets_neither_it_nor_its_button(core: Core, open_page: OpenPage) -> None:
    core.preferences.keep(account_of(core, "student"), Preferences(pinyin="never", script="traditional"))
    test = open_page("pages/story.py", "student")
    test.query_params["id"] = "d0003"
    test.run()
    assert not test.toggle
    html = "".join(each.proto.body for each in test.get("html"))
    assert "<ruby>" not in html
    assert "點" in html


def test_a_story_that_is_gone_leads_to_the_others(open_page: OpenPage) -> None:
    test = open_page("pages/story.py", "student")
    test.query_params["id"] = "nothing"
    test.run()
    assert not test.exception
    assert "no such story" in page_text(test)


# -- the day -------------------------------------------------------------------------------------------------------


def test_the_goal_is_one_line_and_only_where_one_is_set(core: Core, open_page: OpenPage) -> None:
    assert "of 15 minutes" not in today_html(open_page)
    core.preferences.keep(account_of(core, "student"), Preferences(goal=DailyGoal(unit="minutes", amount=15)))
    assert "Today: 0 of 15 minutes" in today_html(open_page)


def test_a_reached_goal_is_said_and_offers_a_story_that_can_be_switched_off(core: Core, open_page: OpenPage) -> None:
    account = account_of(core, "student")
    submit_answers(core, str(account.student_id), caller_of(core, "student"), right=2, wrong=1)
    goal = DailyGoal(unit="cards", amount=3)
    core.preferences.keep(account, Preferences(goal=goal))
    test = open_page("pages/today.py", "student").run()
    assert not test.exception
    assert "Today: 3 of 3 cards. That is your goal." in "".join(each.proto.body for each in test.get("html"))
    assert "no questions" in page_text(test)
    assert "3 answers so far" in page_text(test)
    core.preferences.keep(account, Preferences(goal=goal, story=False, week=False))
    text = page_text(open_page("pages/today.py", "student").run())
    assert "no questions" not in text
    assert "answers so far" not in text


def today_html(open_page: OpenPage) -> str:
    test = open_page("pages/today.py", "student").run()
    assert not test.exception
    return "".join(each.proto.body for each in test.get("html"))

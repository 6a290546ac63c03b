"""The gate: what is shown to a visitor, and what is not kept of one."""

from __future__ import annotations

from typing import get_args

import pytest

from core.api.core import Core
from core.api.trial import CARDS
from core.records.classes import EVERYONE
from core.wire import Language
from pages.parts.i18n import use_language
from pages.parts.showcase.trial import trial_data
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text


@pytest.mark.parametrize("language", get_args(Language))
def test_each_answer_of_a_card_has_its_verdict_in_the_language_of_the_page(core: Core, language: Language) -> None:
    use_language(language)
    cards = trial_data(core)["cards"]
    assert len(cards) == CARDS
    for shown in cards:
        card, marks = shown["card"], shown["marks"]
        assert set(marks) == {option["id"] for option in card["options"]}
        assert [mark["right"] for mark in marks.values()].count(True) == 1
        for option, mark in marks.items():
            assert mark["given"] == option
            assert mark["why"] or mark["feedback"]
            assert bool(mark["feedback"]) != mark["right"]
            text = next(each["text"] for each in card["options"] if each["id"] == option)
            assert mark["feedback"].startswith(f"“{text}”") or mark["right"]


def test_the_gate_opens_where_the_demo_is_closed(core: Core, open_page: OpenPage) -> None:
    core.access.people.demo_accounts = lambda _headers: []  # type: ignore[method-assign]
    test = open_page("frame/frame.py", None).run()
    assert not test.exception
    assert "Practise Chinese along the national standard" in page_text(test)


def test_a_link_with_the_code_of_a_class_shows_the_class_alone(core: Core, open_page: OpenPage) -> None:
    teacher = account_of(core, "teacher")
    code = core.people.open_joining(EVERYONE, caller_of(core, "teacher"), by=teacher.account_id)
    test = open_page("frame/frame.py", None)
    test.query_params["join"] = code
    test.run()
    assert not test.exception
    assert "Join Wenlu demo" in page_text(test)
    assert "Practise Chinese along the national standard" not in page_text(test)

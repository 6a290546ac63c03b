"""The gate: what is shown to a visitor, and what is not kept of one."""

from __future__ import annotations

from typing import get_args

import pytest

from core.api.core import Core
from core.wire import Language
from pages.parts.i18n import use_language
from pages.parts.showcase.trial import trial_data
from tests.pages.conftest import OpenPage, page_text


@pytest.mark.parametrize("language", get_args(Language))
def test_each_answer_of_a_card_has_its_verdict_in_the_language_of_the_page(core: Core, language: Language) -> None:
    use_language(language)
    for shown in trial_data(core)["cards"]:
        card, marks = shown["card"], shown["marks"]
        assert set(marks) == {option["id"] for option in card["options"]}
        assert [mark["right"] for mark in marks.values()].count(True) == 1
        for option, mark in marks.items():
            assert mark["given"] == option
            assert mark["why"]
            assert bool(mark["feedback"]) != mark["right"]
            assert mark["feedback"].startswith(("You chose ", "你选了")) or mark["right"]


def test_the_gate_opens_where_the_demo_is_closed(core: Core, open_page: OpenPage) -> None:
    core.access.people.demo_accounts = lambda _headers: []  # type: ignore[method-assign]
    test = open_page("frame/frame.py", None).run()
    assert not test.exception
    assert "Practise Chinese along the national standard" in page_text(test)


def test_a_link_with_the_code_of_a_class_shows_the_class_alone(open_page: OpenPage) -> None:
    test = open_page("frame/frame.py", None)
    test.query_params["join"] = "NONE-SUCH"
    test.run()
    assert not test.exception
    assert "Practise Chinese along the national standard" not in page_text(test)

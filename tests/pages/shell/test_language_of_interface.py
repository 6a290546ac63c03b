"""The language of the interface: the browser's, until a person chooses one; then the choice, in every browser."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from pages.parts import visitor
from tests.pages.conftest import OpenPage, account_of


@pytest.fixture
def first_visit(open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    """The teacher's first page in a new browser session, in which no language is settled yet."""
    monkeypatch.setattr(visitor, "browser_locale", lambda: "zh-CN")
    test = open_page("frame/frame.py", "teacher")
    del test.session_state["language"]
    return test


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("de", "en"), ("zh-CN", "zh"), ("zh-TW", "zh")])
def test_a_new_account_follows_the_browser(
    first_visit: AppTest, core: Core, monkeypatch: pytest.MonkeyPatch, locale: str, language: str
) -> None:
    monkeypatch.setattr(visitor, "browser_locale", lambda: locale)
    assert account_of(core, "teacher").language is None
    test = first_visit.run()
    assert not test.exception
    assert test.session_state["language"] == language
    assert account_of(core, "teacher").language is None


def test_a_choice_is_kept_whatever_the_browser_asks_for(first_visit: AppTest, core: Core) -> None:
    teacher = account_of(core, "teacher")
    core.access.people.set_language(teacher, "en")
    assert account_of(core, "teacher").language == "en"
    assert first_visit.run().session_state["language"] == "en"


def test_an_account_made_at_the_command_line_has_no_language_of_its_own(core: Core) -> None:
    made = core.access.new_account(
        core.access.organisation("School"), "teacher", username="li", password="right horse li"
    )
    assert made.language is None
    (stored,) = core.store.accounts_named("li")
    assert stored is not None
    assert stored.language is None

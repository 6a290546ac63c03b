"""Failures on a page: said in the interface language, with a number that the log bears, never with a word of the failure itself."""

from __future__ import annotations

import re

import pytest
import structlog
from starlette.applications import Starlette
from streamlit import error_util
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.errors import DatabaseAway
from frame.error_pages import ERROR_HANDLERS
from frame.signin_routes import signin_routes
from pages.parts.failure import draw_failure
from tests.pages.asgi_browser import Browser
from tests.pages.conftest import OpenPage, page_text

SECRET = "SELECT secret FROM /var/lib/wenlu.db"


@pytest.fixture(autouse=True)
def failure_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What `st.App(on_script_error=...)` does; AppTest has no way to say it."""
    invoke = error_util.invoke_script_error_handler
    monkeypatch.setattr(error_util, "invoke_script_error_handler", lambda error, _: invoke(error, draw_failure))


def failing_page(kind: str) -> AppTest:
    """A page with a callback, a fragment and a body of which one fails."""

    def page(kind: str) -> None:
        import streamlit as st

        from core.errors import DatabaseAway, RateExceeded

        errors = {
            "away": DatabaseAway("SELECT secret FROM /var/lib/wenlu.db"),
            "rate": RateExceeded(retry_after_seconds=7),
            "ours": KeyError("SELECT secret FROM /var/lib/wenlu.db"),
        }
        where, _, what = kind.partition(":")

        def fail() -> None:
            raise errors[what]

        @st.fragment
        def part() -> None:
            if where == "fragment":
                fail()

        if where == "callback":
            st.button("go", on_click=fail, key="go")
        part()
        if where == "body":
            fail()

    return AppTest.from_function(page, args=(kind,), default_timeout=30)


@pytest.mark.parametrize("where", ["body", "fragment", "callback"])
def test_a_database_that_is_away_is_said_calmly_wherever_it_fails(where: str) -> None:
    test = failing_page(f"{where}:away")
    test.session_state["language"] = "zh"
    with structlog.testing.capture_logs() as logs:
        test.run()
        if where == "callback":
            test.button(key="go").click().run()
    text = page_text(test)
    assert "请稍等一下" in text
    assert "已经保存的内容都不会丢失" in text
    assert "secret" not in text
    assert [button.label for button in test.button if "calm" in str(button.key)] == ["再试一次"]
    assert not test.exception
    (line,) = [line for line in logs if line.get("incident")]
    assert line["log_level"] == "warning"
    assert "exc_info" not in line


def test_what_nobody_foresaw_gets_a_number_that_the_log_bears_too() -> None:
    test = failing_page("fragment:ours")
    test.session_state["language"] = "en"
    with structlog.testing.capture_logs() as logs:
        test.run()
    text = page_text(test)
    number = re.search(r"the number ([0-9a-f]{8})", text)
    assert number is not None
    assert "secret" not in text
    (line,) = [line for line in logs if line.get("incident")]
    assert (line["incident"], isinstance(line["exc_info"], KeyError)) == (number[1], True)


def test_an_error_with_a_remedy_says_the_remedy() -> None:
    test = failing_page("body:rate")
    test.session_state["language"] = "en"
    assert "Try again in 7 s." in page_text(test.run())


def test_the_frame_says_it_before_it_knows_who_is_there(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    test = open_page("frame/frame.py", "student")

    def away(*_: object) -> None:
        raise DatabaseAway(SECRET)

    with monkeypatch.context() as patched:
        patched.setattr(core.access.people, "account_of", away)
        assert "One moment, please" in page_text(test.run())
    (again,) = [button for button in test.button if "calm_again" in str(button.key)]
    assert "One moment, please" not in page_text(again.click().run())


@pytest.mark.parametrize(("spoken", "title"), [("zh-CN,zh;q=0.9", "请稍等一下"), ("en-GB,en", "One moment, please")])
def test_a_sign_in_without_a_database_is_a_calm_page_and_503(
    core: Core, monkeypatch: pytest.MonkeyPatch, spoken: str, title: str
) -> None:
    browser = Browser(Starlette(routes=signin_routes(core, secure=False), exception_handlers=ERROR_HANDLERS))

    def away(*_: object, **__: object) -> None:
        raise DatabaseAway(SECRET)

    for part in ("sign_in", "enter_demo", "sign_out"):
        monkeypatch.setattr(core.access.people, part, away)
    for path in ("/session/enter", "/session/demo", "/session/leave"):
        headers = {
            "accept-language": spoken,
            "referer": "http://[",
        }  # an address that cannot be read leads back to the first page
        answer = browser.post(path, data={"username": "student", "password": "x"}, headers=headers)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert 'href="/"' in answer.text
        assert answer.headers["content-type"].startswith("text/html")
        assert title in answer.text
        assert "secret" not in answer.text


@pytest.mark.parametrize(
    ("sent_from", "to"),
    [
        ("http://testserver/practice?session=ps_1", "/practice"),
        ("http://testserver///evil.example", "/"),
        ("http://testserver/\\evil.example", "/"),
        ("http://evil.example/practice", "/"),
    ],
)
def test_try_again_leads_to_a_page_of_this_origin_only(
    core: Core, monkeypatch: pytest.MonkeyPatch, sent_from: str, to: str
) -> None:
    browser = Browser(Starlette(routes=signin_routes(core, secure=False), exception_handlers=ERROR_HANDLERS))

    def away(*_: object, **__: object) -> None:
        raise DatabaseAway(SECRET)

    monkeypatch.setattr(core.access.people, "sign_out", away)
    answer = browser.post("/session/leave", headers={"host": "testserver", "referer": sent_from})
    assert re.findall(r'<a href="([^"]*)"', answer.text) == [to]

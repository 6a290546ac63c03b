"""An open page answers only while the sign-in that opened it holds: Streamlit's own server, its websocket spoken by hand."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest

from evaluation.service.open_page import demo_signin, open_page, post_form

FEW_BYTES = 64
"""What was on its way when the socket was closed."""


@pytest.fixture
def port(address: str) -> int:
    """The port of the server of most tests."""
    number = urlsplit(address).port
    assert number is not None
    return number


def test_a_page_that_is_open_when_its_sign_in_ends_answers_no_more_and_comes_to_the_gate(port: int) -> None:
    cookie = demo_signin(port, "student")
    with open_page(port, cookie) as page:
        assert page.ask("today")
        post_form(port, "/session/leave", {}, cookie)
        before = len(page.shown)
        assert not page.ask("today")
        assert len(page.shown) - before <= FEW_BYTES
    with open_page(port, cookie, earlier=page.session) as again:
        assert again.ask("today")
        assert again.session != page.session
        assert again.was_sent("gate")


def test_a_page_is_taken_up_again_by_its_own_sign_in_only(port: int) -> None:
    own, other = demo_signin(port, "teacher"), demo_signin(port, "student")
    with open_page(port, own) as page:
        page.ask("about")
    for cookie, taken_up in ((other, False), ("", False), (own, True)):
        with open_page(port, cookie, earlier=page.session) as again:
            again.ask("about")
            assert (again.session == page.session) is taken_up

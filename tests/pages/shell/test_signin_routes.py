"""Sign-in by form: the cookie, the way on, and what other sites cannot do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.applications import Starlette

from core.access.keys import hash_password
from core.api.core import Core
from core.settings import Settings
from core.web.middleware import served_middleware
from frame.signin_routes import COOKIE, own_address, signin_routes
from tests.pages.asgi_browser import Browser
from tests.pages.conftest import account_of


@pytest.fixture
def browser(core: Core) -> Browser:
    """A browser on a page of this origin."""
    app = Starlette(routes=signin_routes(core, secure=False))
    return Browser(app)


def test_one_click_opens_a_demo_account_and_leads_on(browser: Browser, core: Core) -> None:
    answer = browser.post("/session/demo", data={"username": "student", "to": "/practice?session=ps_1"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/practice?session=ps_1")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    account = core.access.account_of(answer.cookies[COOKIE])
    assert account is not None
    assert account.username == "student"


def test_only_demo_accounts_open_without_a_password(browser: Browser, core: Core) -> None:
    own = replace(account_of(core, "admin"), account_id="acc_own", username="own", demo=False)
    core.store.add_account(own)
    answer = browser.post("/session/demo", data={"username": "own", "to": "/"})
    assert COOKIE not in answer.cookies
    assert answer.headers["location"] == "/?signin=wrong"


def test_a_right_password_opens_the_account(browser: Browser, core: Core) -> None:
    own = replace(account_of(core, "teacher"), account_id="acc_own", username="own", demo=False)
    core.store.add_account(replace(own, password_hash=hash_password("open sesame")))
    wrong = browser.post("/session/enter", data={"username": "own", "password": "shut", "to": "/report?student=a"})
    assert COOKIE not in wrong.cookies
    assert wrong.headers["location"] == "/report?student=a&signin=wrong"
    right = browser.post("/session/enter", data={"username": "own", "password": "open sesame", "to": "/class_inbox"})
    assert right.headers["location"] == "/class_inbox"
    assert core.access.account_of(right.cookies[COOKIE]) is not None


def test_a_school_that_is_not_here_is_said_and_leaves_the_address(browser: Browser) -> None:
    form = {"username": "own", "password": "shut", "to": "/report?school=before&student=a"}
    answer = browser.post("/session/enter", data={**form, "school": "before"})
    assert answer.headers["location"] == "/report?student=a&signin=school"
    answer = browser.post("/session/enter", data={**form, "school": "wenlu-demo"})
    assert answer.headers["location"] == "/report?school=before&student=a&signin=wrong"


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", "http://[::1", "//"])
def test_a_form_of_another_site_is_refused(browser: Browser, origin: str) -> None:
    for path in ("/session/demo", "/session/enter", "/session/leave"):
        answer = browser.post(path, data={"username": "student"}, headers={"origin": origin})
        assert answer.status_code == 403
        assert COOKIE not in answer.cookies


def test_sign_out_ends_the_signin_on_the_server(browser: Browser, core: Core) -> None:
    secret = browser.post("/session/demo", data={"username": "student", "to": "/"}).cookies[COOKIE]
    browser.post("/session/leave")
    assert core.access.account_of(secret) is None


def test_a_language_chosen_at_the_door_becomes_the_accounts(browser: Browser, core: Core) -> None:
    browser.post("/session/demo", data={"username": "student", "to": "/", "language": "zh"})
    assert account_of(core, "student").language == "zh"


def test_the_cookie_is_for_https_only_when_asked(core: Core) -> None:
    app = Starlette(routes=signin_routes(core, secure=True))
    browser = Browser(app)
    answer = browser.post("/session/demo", data={"username": "student", "to": "/"})
    assert "Secure" in answer.headers["set-cookie"]


@pytest.mark.parametrize(
    ("trusted_proxies", "told", "secure"),
    [
        ("127.0.0.1", "https", True),
        ("127.0.0.1", "http", False),
        ("127.0.0.1", "", False),
        ("10.0.0.7", "https", False),
    ],
)
def test_behind_a_trusted_proxy_that_says_https_the_cookies_are_for_https_without_a_setting(
    core: Core, trusted_proxies: str, told: str, secure: bool
) -> None:
    settings = Settings(trusted_proxies=trusted_proxies)
    app = Starlette(routes=signin_routes(core, secure=False), middleware=served_middleware(settings))
    headers = {"x-forwarded-proto": told} if told else {}
    entered = Browser(app).post("/session/demo", data={"username": "student", "to": "/"}, headers=headers)
    left = Browser(app).post("/session/leave", headers=headers)
    for answer in (entered, left):
        assert ("Secure" in answer.headers["set-cookie"]) is secure


@pytest.mark.parametrize("to", ["//evil.example", "https://evil.example", "/\\evil.example", "", "/a\nb", "x"])
def test_no_redirect_leads_away_from_here(to: str) -> None:
    assert own_address(to) == "/"


def test_a_path_with_its_query_is_kept() -> None:
    assert own_address("/practice?session=ps_1&card=2") == "/practice?session=ps_1&card=2"

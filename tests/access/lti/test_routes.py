"""The addresses of LTI over HTTP: cookies, forms, pages."""

from __future__ import annotations

import base64
import hashlib
import html
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from core.access.lti import claims
from core.api.core import Core
from core.settings import Settings
from core.web.middleware import served_middleware
from evaluation.service.lti_platform import INSTRUCTOR, LAUNCH, OWN, Platform
from frame.language_tag import ChineseLanguageTag
from frame.lti_routes import lti_routes
from frame.unknown_addresses import UnknownAddresses

FORM = {"client_id": "client-1", "login_hint": "u1", "lti_message_hint": "m1", "target_link_uri": LAUNCH}


@pytest.fixture
def browser(core: Core, platform: Platform) -> Iterator[TestClient]:
    """A browser on the pages' server, of which only LTI's addresses are there, with what stands before them."""
    before = [*served_middleware(Settings()), Middleware(UnknownAddresses), Middleware(ChineseLanguageTag)]
    app = Starlette(routes=list(lti_routes(core, secure=False)), middleware=before)
    with TestClient(app, base_url=OWN, follow_redirects=False, headers={"Accept-Language": "en"}) as client:
        yield client


def begun(browser: TestClient, platform: Platform, method: str = "POST") -> dict[str, str]:
    """A sign-in that the platform initiates, as far as the platform's own page."""
    fields = {"iss": platform.issuer, **FORM}
    answer = browser.get("/lti/login", params=fields) if method == "GET" else browser.post("/lti/login", data=fields)
    assert answer.status_code == 302
    return platform.checked_request(dict(parse_qsl(urlsplit(answer.headers["location"]).query)))


def launched(browser: TestClient, platform: Platform, **changes: Any) -> httpx2.Response:
    """A launch that the platform's page posts."""
    request = begun(browser, platform)
    token = platform.signed(platform.claims(request["nonce"], **changes))
    return browser.post("/lti/launch", data={"id_token": token, "state": request["state"]})


def test_somebody_comes_in_by_get_and_by_post(browser: TestClient, platform: Platform, core: Core) -> None:
    for method in ("GET", "POST"):
        request = begun(browser, platform, method)
        token = platform.signed(platform.claims(request["nonce"]))
        answer = browser.post("/lti/launch", data={"id_token": token, "state": request["state"]})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        assert core.access.people.account_of(answer.cookies["wenlu_signin"]) is not None


def test_the_browsers_cookie_goes_along_from_the_platform_and_over_https_alone(
    browser: TestClient, platform: Platform
) -> None:
    answer = browser.get("/lti/login", params={"iss": platform.issuer, **FORM})
    cookie = answer.headers["set-cookie"].lower()
    assert "samesite=none" in cookie
    assert "secure" in cookie
    assert "httponly" in cookie
    assert "path=/lti" in cookie


def test_the_sign_in_cookie_is_that_of_any_sign_in(browser: TestClient, platform: Platform) -> None:
    cookie = launched(browser, platform).headers["set-cookie"].lower()
    assert cookie.startswith("wenlu_signin=")
    assert "samesite=lax" in cookie
    assert "httponly" in cookie
    assert "secure" in cookie


def test_a_sign_in_that_the_browser_had_ends(browser: TestClient, platform: Platform, core: Core) -> None:
    first = launched(browser, platform).cookies["wenlu_signin"]
    launched(browser, platform, sub="u2")
    assert core.access.people.account_of(first) is None


def test_without_https_nobody_comes_in_except_on_this_machine(core: Core, platform: Platform) -> None:
    app = Starlette(routes=list(lti_routes(core, secure=False)))
    with TestClient(app, base_url="http://wenlu.test", headers={"Accept-Language": "en"}) as client:
        answer = client.get("/lti/login", params={"iss": platform.issuer, **FORM})
    assert answer.status_code == 400
    assert "https" in answer.text
    with TestClient(app, base_url="http://localhost:8501", follow_redirects=False) as client:
        target = "http://localhost:8501/lti/launch"
        answer = client.get("/lti/login", params={"iss": platform.issuer, **FORM, "target_link_uri": target})
    assert answer.status_code == 302
    assert "samesite=lax" in answer.headers["set-cookie"].lower()


def test_a_refusal_is_a_page_in_the_visitors_language_and_sets_no_cookie(
    browser: TestClient, platform: Platform
) -> None:
    request = begun(browser, platform)
    fields = {"id_token": "<script>", "state": request["state"]}
    answer = browser.post("/lti/launch", data=fields)
    assert answer.status_code == 401
    assert "Go back to your course" in answer.text
    assert "set-cookie" not in answer.headers
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    chinese = browser.post("/lti/launch", data=fields, headers={"Accept-Language": "zh-CN"})
    assert "请回到学习平台" in chinese.text


def test_a_platform_that_refuses_is_told_so(browser: TestClient) -> None:
    answer = browser.post("/lti/launch", data={"error": "login_required", "state": "x"})
    assert answer.status_code == 401
    assert "The platform refused" in answer.text


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"x" * 70_000, "application/x-www-form-urlencoded"),
        (b"--x\r\n", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"&".join(b"a%d=1" % number for number in range(60)), "application/x-www-form-urlencoded"),
    ],
)
def test_a_form_that_is_too_large_or_none_is_refused(content: bytes, kind: str, browser: TestClient) -> None:
    for path in ("/lti/launch", "/lti/login"):
        answer = browser.post(path, content=content, headers={"Content-Type": kind})
        assert answer.status_code == 401


def test_a_launch_inside_a_frame_opens_a_window_of_its_own(browser: TestClient, platform: Platform) -> None:
    fields = {"iss": platform.issuer, **FORM, "login_hint": '"><script>'}
    answer = browser.post("/lti/login", data=fields, headers={"Sec-Fetch-Dest": "iframe"})
    assert answer.status_code == 200
    assert 'target="_blank" rel="opener"' in answer.text
    assert re.findall(r"<script>.*?</script>", answer.text) == ['<script>window.name="wenlu_lti"</script>']
    assert "frame-ancestors https:" in answer.headers["content-security-policy"]
    assert "set-cookie" not in answer.headers


def test_every_step_of_a_choice_keeps_the_window_with_the_frame_that_it_answers(
    browser: TestClient, platform: Platform
) -> None:
    page = deep_linking(browser, platform)
    fields = {"choice": choice_in(page), "opens": "today"}
    sent = browser.post("/lti/choose", data=fields, headers={"Origin": OWN})
    login = browser.get("/lti/login", params={"iss": platform.issuer, **FORM})
    framed = browser.get("/lti/login", params=FORM, headers={"Sec-Fetch-Dest": "iframe"})
    steps = (framed, login, page, sent, launched(browser, platform))
    assert {answer.headers["cross-origin-opener-policy"] for answer in steps} == {"unsafe-none"}
    for answer in (framed, sent):
        (script,) = re.findall(r"<script>(.*?)</script>", answer.text)
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"script-src 'sha256-{digest}'" in answer.headers["content-security-policy"]


def choice_in(answer: httpx2.Response) -> str:
    found = re.search(r'name="choice" value="([^"]+)"', answer.text)
    assert found is not None
    return html.unescape(found.group(1))


def deep_linking(browser: TestClient, platform: Platform) -> httpx2.Response:
    settings = {"deep_link_return_url": f"{platform.url}/return?a=1&b=2", "accept_types": ["ltiResourceLink"]}
    kind = {claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST, claims.DEEP_LINKING_SETTINGS: settings}
    return launched(browser, platform, sub="t1", **{claims.ROLES: [INSTRUCTOR], **kind})


def test_a_teacher_chooses_and_the_browser_carries_the_answer(browser: TestClient, platform: Platform) -> None:
    page = deep_linking(browser, platform)
    assert page.status_code == 200
    assert "What should the link open?" in page.text
    answer = browser.post("/lti/choose", data={"choice": choice_in(page), "opens": "today"}, headers={"Origin": OWN})
    assert f'action="{platform.url}/return?a=1&amp;b=2"' in answer.text
    assert f"form-action {platform.url}" in answer.headers["content-security-policy"]
    found = re.search(r'name="JWT" value="([^"]+)"', answer.text)
    assert found is not None
    (item,) = platform.read_answer(found.group(1))[claims.CONTENT_ITEMS]
    assert item["custom"] == {"wenlu_opens": "today"}


def test_a_choice_that_another_site_posts_or_nobody_made_is_refused(browser: TestClient, platform: Platform) -> None:
    fields = {"choice": choice_in(deep_linking(browser, platform)), "opens": "today"}
    assert browser.post("/lti/choose", data=fields, headers={"Origin": "https://evil.test"}).status_code == 401
    browser.cookies.clear()
    answer = browser.post("/lti/choose", data=fields, headers={"Origin": OWN})
    assert (answer.status_code, "Nobody is signed in" in answer.text) == (401, True)


def test_keys_and_configuration_are_for_everybody(browser: TestClient, core: Core) -> None:
    assert browser.get("/lti/keys").json() == core.lti.key_set()
    assert browser.get("/lti/configuration", headers={"Accept": "application/json"}).json()["target_link_uri"] == LAUNCH
    assert "private" not in browser.get("/lti/keys").text

"""The addresses of LTI 1.3: where platforms begin a sign-in, launch, read our keys and configuration, and where a teacher's choice arrives.

Platforms make the browser post here from their own pages, so that `Origin` says nothing; what binds a launch to this browser is the
state, which holds only with the cookie that the beginning set.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from core.access.wire import SIGNIN_DAYS
from core.api.core import Core
from core.api.lti import CONFIGURATION, KEYS, LAUNCH, LOGIN, is_loopback
from core.errors import BadRequest, LaunchRefused, WenluError
from core.wire import Bilingual, Language
from frame.lti_pages import KEEPS_OPENER, choice_page, delivery_page, refusal_page, window_page
from frame.signin_routes import COOKIE, browser_of, from_this_origin
from pages.parts.failure import log_failure
from pages.parts.i18n import language_of_locale

CHOOSE = "/lti/choose"
BROWSER_COOKIE = "wenlu_lti"
"""Distinguishes this browser while somebody comes in; it grants no access."""
BROWSER_SECONDS = 900
BROWSER = re.compile(r"[A-Za-z0-9_-]{43}")
MOST_BYTES = 64 * 1024
MOST_FIELDS = 40
LAUNCHED_AT_ONCE = 8
"""Launches that are checked at once, in threads of their own, so that platforms that answer slowly take no thread from the pages."""
KEYS_SECONDS = 3600

Answer = TypeVar("Answer")


class LtiRoutes:
    """See the module."""

    def __init__(self, core: Core, *, secure: bool) -> None:
        self._core = core
        self._secure = secure
        self._launches = CapacityLimiter(LAUNCHED_AT_ONCE)
        self._logins = CapacityLimiter(LAUNCHED_AT_ONCE)

    async def login(self, request: Request) -> Response:
        """GET or POST /lti/login: begin a sign-in; the browser goes on to the platform."""
        try:
            return await self._begin(request)
        except WenluError as error:
            return _refusal(request, error)

    async def _begin(self, request: Request) -> Response:
        fields = dict(request.query_params) if request.method == "GET" else await _form(request)
        if len(fields) > MOST_FIELDS:
            raise LaunchRefused("The platform sent too many parameters.")
        origin = self._own_origin(request)
        if request.headers.get("sec-fetch-dest") in ("iframe", "frame", "embed", "object"):
            return window_page(f"{origin}{LOGIN}", fields, _language(request))
        known = request.cookies.get(BROWSER_COOKIE, "")
        browser = known if BROWSER.fullmatch(known) else secrets.token_urlsafe(32)
        begin = partial(
            self._core.lti.begin,
            fields.get("iss", ""),
            client_id=fields.get("client_id", ""),
            login_hint=fields.get("login_hint", ""),
            message_hint=fields.get("lti_message_hint", ""),
            target=fields.get("target_link_uri", ""),
            own_origin=origin,
            browser=browser,
        )
        begun = await to_thread.run_sync(begin, limiter=self._logins)  # which waits for no platform
        response = RedirectResponse(begun.url, status_code=302, headers=KEEPS_OPENER)
        secure = self._is_secure(request)
        response.set_cookie(
            BROWSER_COOKIE,
            browser,
            max_age=BROWSER_SECONDS,
            httponly=True,
            # The platform's page posts the launch: browsers send a cookie along only if it is for all sites, and then only over https.
            samesite="none" if secure else "lax",
            secure=secure,
            path="/lti",
        )
        return response

    async def launch(self, request: Request) -> Response:
        """POST /lti/launch: let somebody in whom a platform sends; a teacher who is to choose a link gets the page of choice."""
        try:
            return await self._launched(request)
        except WenluError as error:
            return _refusal(request, error)

    async def _launched(self, request: Request) -> Response:
        fields = await _form(request)
        if "error" in fields:
            raise LaunchRefused("The platform refused the sign-in.")
        launch = partial(
            self._core.lti.launch,
            fields.get("id_token", ""),
            state=fields.get("state", ""),
            browser=request.cookies.get(BROWSER_COOKIE, ""),
            own_origin=self._own_origin(request),
            browser_name=browser_of(request.headers.get("user-agent", "")),
        )
        opened = await self._in_thread(launch)
        if before := request.cookies.get(COOKIE, ""):
            await run_in_threadpool(self._core.access.people.sign_out, before)
        language = opened.account.language or _language(request)
        if opened.choice:
            offers = await self._in_thread(partial(self._core.lti.offers, opened.choice, language))
            response = choice_page(offers, opened.choice, language, address=CHOOSE)
        else:
            response = RedirectResponse(opened.page, status_code=303, headers=KEEPS_OPENER)
        response.set_cookie(
            COOKIE,
            opened.secret,
            max_age=SIGNIN_DAYS * 86_400,
            httponly=True,
            samesite="lax",
            secure=self._is_secure(request),
            path="/",
        )
        return response

    async def choose(self, request: Request) -> Response:
        """POST /lti/choose: the form that carries a teacher's choice to the platform."""
        try:
            return await self._chosen(request)
        except WenluError as error:
            return _refusal(request, error)

    async def _chosen(self, request: Request) -> Response:
        if not from_this_origin(request):
            raise LaunchRefused("This form was sent from another site.")
        fields = await _form(request)
        account = await run_in_threadpool(self._core.access.people.account_of, request.cookies.get(COOKIE, ""))
        if account is None:
            raise LaunchRefused("Nobody is signed in (any more).")
        language = account.language or _language(request)
        choose = partial(
            self._core.lti.choose,
            fields.get("choice", ""),
            fields.get("opens", ""),
            account=account,
            own_origin=self._own_origin(request),
            language=language,
        )
        return delivery_page(await self._in_thread(choose), language)

    async def keys(self, _: Request) -> Response:
        """GET /lti/keys: our public keys."""
        key_set = await run_in_threadpool(self._core.lti.key_set)
        return JSONResponse(key_set, headers={"Cache-Control": f"public, max-age={KEYS_SECONDS}"})

    async def configuration(self, request: Request) -> Response:
        """GET /lti/configuration: what an administrator of a platform pastes there."""
        try:
            return JSONResponse(self._core.lti.configuration(self._own_origin(request)))
        except WenluError as error:
            return _refusal(request, error)

    async def _in_thread(self, call: Callable[[], Answer]) -> Answer:
        return await to_thread.run_sync(call, limiter=self._launches)

    def _own_origin(self, request: Request) -> str:
        """Scheme and host of this service as the browser knows it. Raises `BadRequest` without https, except on this machine."""
        scheme = "https" if self._secure else request.url.scheme
        if scheme != "https" and not is_loopback(request.url.hostname or ""):
            raise BadRequest(
                "LTI needs https: without it browsers send no cookie from a learning platform.",
                remedy=Bilingual(
                    zh="请用 https 地址打开（管理员：见运维文档里的 TLS 代理）。",
                    en="Open this service by its https address (administrators: see the TLS proxy in the operator's guide).",
                ),
            )
        return f"{scheme}://{request.headers.get('host', '')}"

    def _is_secure(self, request: Request) -> bool:
        return self._secure or request.url.scheme == "https"


def lti_routes(core: Core, *, secure: bool) -> list[Route]:
    """The routes to put beside the pages; `secure`: all requests come over https, whatever they look like."""
    routes = LtiRoutes(core, secure=secure)
    return [
        Route(LOGIN, routes.login, methods=["GET", "POST"]),
        Route(LAUNCH, routes.launch, methods=["POST"]),
        Route(CHOOSE, routes.choose, methods=["POST"]),
        Route(KEYS, routes.keys),
        Route(CONFIGURATION, routes.configuration),
    ]


def _refusal(request: Request, error: WenluError) -> Response:
    log_failure(error)
    return refusal_page(error, _language(request))


def _language(request: Request) -> Language:
    return language_of_locale(request.headers.get("accept-language"))


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form. Raises `LaunchRefused` for one that is too large or none."""
    length = request.headers.get("content-length", "")
    kind = request.headers.get("content-type", "")
    if not length.isdigit() or int(length) > MOST_BYTES:
        raise LaunchRefused(f"The form has more than {MOST_BYTES} bytes, or does not say how many.")
    if not kind.startswith("application/x-www-form-urlencoded"):
        raise LaunchRefused("What was sent is no form.")
    try:
        form = await request.form(max_files=0, max_fields=MOST_FIELDS)
    except (HTTPException, UnicodeDecodeError, ValueError) as error:
        raise LaunchRefused("The form cannot be read.") from error
    return {name: value for name, value in form.items() if isinstance(value, str)}

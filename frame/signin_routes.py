"""Sign-in and sign-out as plain form posts: the cookie is set by a route, so that it survives a refresh.

A form can be sent from any site, so each post must come from a page of this origin (`Origin`, else
`Sec-Fetch-Site`); the cookie is HttpOnly and SameSite=Lax, and an answer is always a 303 to an address of our own.
"""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from core.access.wire import SIGNIN_DAYS
from core.api import Core
from core.errors import TooManyRequests, Unauthorised
from core.records import Account

COOKIE = "wenlu_signin"
MOST_BYTES = 4_096


class SigninRoutes:
    """The three posts."""

    def __init__(self, core: Core, *, secure: bool) -> None:
        self._core = core
        self._secure = secure

    async def enter(self, request: Request) -> Response:
        """POST /session/enter: name and password. On failure back to the page with `signin=wrong` or `slow`."""
        if not from_this_origin(request):
            return _refused()
        form = await _form(request)
        name, password = _text(form, "username"), _text(form, "password")
        address = request.client.host if request.client else "local"
        try:
            secret = await run_in_threadpool(self._core.access.sign_in, name, password, address=address)
        except Unauthorised:
            return _back(form, "wrong")
        except TooManyRequests:
            return _back(form, "slow")
        return await self._entered(form, secret)

    async def enter_demo(self, request: Request) -> Response:
        """POST /session/demo: one click into a demo account; any other account is refused."""
        if not from_this_origin(request):
            return _refused()
        form = await _form(request)
        account = await run_in_threadpool(self._core.store.account_named, _text(form, "username"))
        if account is None or not account.demo:
            return _back(form, "wrong")
        return await self._entered(form, await run_in_threadpool(self._core.access.open_signin, account))

    async def leave(self, request: Request) -> Response:
        """POST /session/leave: end this browser's sign-in."""
        if not from_this_origin(request):
            return _refused()
        await run_in_threadpool(self._core.access.sign_out, request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._secure)
        return response

    async def _entered(self, form: FormData, secret: str) -> Response:
        await run_in_threadpool(self._keep_language, secret, _text(form, "language"))
        response = RedirectResponse(own_address(_text(form, "to")), status_code=303)
        response.set_cookie(
            COOKIE, secret, max_age=SIGNIN_DAYS * 86_400, httponly=True, samesite="lax", secure=self._secure
        )
        return response

    def _keep_language(self, secret: str, language: str) -> None:
        """A language chosen at the door becomes the account's."""
        account: Account | None = self._core.access.account_of(secret)
        if account is not None and language in ("zh", "en") and language != account.language:
            self._core.store.update_account(replace(account, language=language))  # type: ignore[arg-type]


def signin_routes(core: Core, *, secure: bool) -> list[Route]:
    """The routes to put beside the pages; `secure` marks the cookie for https only."""
    routes = SigninRoutes(core, secure=secure)
    return [
        Route("/session/enter", routes.enter, methods=["POST"]),
        Route("/session/demo", routes.enter_demo, methods=["POST"]),
        Route("/session/leave", routes.leave, methods=["POST"]),
    ]


def from_this_origin(request: Request) -> bool:
    """Whether a page of this very origin sent the request; browsers say so and scripts elsewhere cannot."""
    origin = request.headers.get("origin")
    if origin and origin != "null":
        return urlsplit(origin).netloc == request.headers.get("host")
    return request.headers.get("sec-fetch-site") == "same-origin"


def own_address(to: str) -> str:
    """The path and query to go on to; anything that is not plainly inside this origin becomes `/`."""
    inside = to.startswith("/") and not to.startswith("//") and "\\" not in to and to.isprintable()
    return to if inside and len(to) <= 500 else "/"


def _back(form: FormData, reason: str) -> Response:
    path, _, asked = own_address(_text(form, "to")).partition("?")
    query = {**dict(parse_qsl(asked)), "signin": reason}
    if language := _text(form, "language"):
        query["lang"] = language
    return RedirectResponse(f"{path}?{urlencode(query)}", status_code=303)


def _refused() -> Response:
    return PlainTextResponse("This form was sent from another site.", status_code=403)


async def _form(request: Request) -> FormData:
    return await request.form(max_files=0, max_fields=8, max_part_size=MOST_BYTES)


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""

"""Sign-in and sign-out as plain form posts: a route sets the cookie, so that the sign-in survives a refresh.

A form can be sent from any site, so each post must come from a page of this origin (`Origin`, else
`Sec-Fetch-Site`). The cookie is HttpOnly and SameSite=Lax, and an answer is always a 303 to an address of this origin.
"""

from __future__ import annotations

from functools import partial
from urllib.parse import parse_qsl, urlencode, urlsplit

from anyio import CapacityLimiter, to_thread
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from core.access.wire import SIGNIN_DAYS
from core.api.core import Core
from core.errors import Forbidden, TooManyRequests, Unauthorised, UnknownSchool
from core.records.access import Account

COOKIE = "wenlu_signin"
DEVICE_COOKIE = "wenlu_device"
"""By this cookie a browser that has signed in before is distinguished from guessers; it grants no access."""
DEVICE_DAYS = 90
MOST_BYTES = 4_096
CHECKED_AT_ONCE = 4
"""Sign-in attempts that are checked at once, in threads of their own, so that many of them take no thread from the pages."""

BROWSERS = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (
    ("Windows", "Windows"), ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Mac OS", "macOS"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
"""Parts of a User-Agent, the most specific first, and the names shown for them: no text that the browser sent is stored."""


class SigninRoutes:
    """The three form posts: sign in, enter the demo, sign out."""

    def __init__(self, core: Core, *, secure: bool) -> None:
        self._core = core
        self._secure = secure
        self._limiter = CapacityLimiter(CHECKED_AT_ONCE)

    async def enter(self, request: Request) -> Response:
        """POST /session/enter: sign in with name and password.

        `school` is the organisation's address, where the name alone does not say whose it is. A failure leads back to the page with
        `signin=wrong`, `signin=school` where no organisation is called so, `signin=closed`, or `signin=slow` and `wait`.
        """
        if not from_this_origin(request):
            return _refused()
        form = await _form(request)
        attempt = partial(
            self._core.access.people.sign_in,
            _text(form, "username"),
            _text(form, "password"),
            school=_text(form, "school").strip(),
            address=request.client.host if request.client else "local",
            device=request.cookies.get(DEVICE_COOKIE, ""),
            browser=browser_of(request.headers.get("user-agent", "")),
        )
        try:
            entered = await to_thread.run_sync(attempt, limiter=self._limiter)
        except UnknownSchool:
            return _back(form, signin="school")
        except Unauthorised:
            return _back(form, signin="wrong")
        except Forbidden:
            return _back(form, signin="closed")
        except TooManyRequests as refused:
            return _back(form, signin="slow", wait=str(refused.retry_after_seconds))
        return await self._entered(request, form, entered.secret, device=entered.device)

    async def enter_demo(self, request: Request) -> Response:
        """POST /session/demo: enter a demo account with one click; other accounts are refused, and all where the demo is closed."""
        if not from_this_origin(request):
            return _refused()
        form = await _form(request)
        browser = browser_of(request.headers.get("user-agent", ""))
        enter = partial(self._core.access.people.enter_demo, browser=browser)
        try:
            secret = await run_in_threadpool(enter, _text(form, "username"), request.headers)
        except Unauthorised:
            return _back(form, signin="wrong")
        return await self._entered(request, form, secret)

    async def leave(self, request: Request) -> Response:
        """POST /session/leave: end this browser's sign-in."""
        if not from_this_origin(request):
            return _refused()
        await run_in_threadpool(self._core.access.people.sign_out, request.cookies.get(COOKIE, ""))
        response = RedirectResponse("/", status_code=303)
        response.delete_cookie(COOKIE, httponly=True, samesite="lax", secure=self._is_secure(request))
        return response

    async def _entered(self, request: Request, form: FormData, secret: str, *, device: str = "") -> Response:
        """Set the cookies and go on to the page; a sign-in that the browser had before is ended, so that its old cookie is void."""
        if before := request.cookies.get(COOKIE, ""):
            await run_in_threadpool(self._core.access.people.sign_out, before)
        await run_in_threadpool(self._keep_language, secret, _text(form, "language"))
        response = RedirectResponse(own_address(_text(form, "to")), status_code=303)
        if device:
            self._keep(request, response, DEVICE_COOKIE, device, days=DEVICE_DAYS)
        self._keep(request, response, COOKIE, secret, days=SIGNIN_DAYS)
        return response

    def _keep(self, request: Request, response: Response, name: str, value: str, *, days: int) -> None:
        secure = self._is_secure(request)
        response.set_cookie(name, value, max_age=days * 86_400, httponly=True, samesite="lax", secure=secure, path="/")

    def _is_secure(self, request: Request) -> bool:
        """Whether cookies are for https only: the request came over it, by the word of a trusted proxy too (`ForwardedAddresses`), or the
        operator says that all do."""
        return self._secure or request.url.scheme == "https"

    def _keep_language(self, secret: str, language: str) -> None:
        """Make the language that was chosen on the sign-in page the account's language."""
        account: Account | None = self._core.access.people.account_of(secret)
        if account is not None and language in ("zh", "en") and language != account.language:
            self._core.access.people.set_language(account, "en" if language == "en" else "zh")


def signin_routes(core: Core, *, secure: bool) -> list[Route]:
    """The routes to put beside the pages; `secure` marks the cookie for https only, however a request came."""
    routes = SigninRoutes(core, secure=secure)
    return [
        Route("/session/enter", routes.enter, methods=["POST"]),
        Route("/session/demo", routes.enter_demo, methods=["POST"]),
        Route("/session/leave", routes.leave, methods=["POST"]),
    ]


def from_this_origin(request: Request) -> bool:
    """Whether a page of this very origin sent the request, by headers that browsers set and foreign scripts cannot forge."""
    origin = request.headers.get("origin")
    if origin and origin != "null":
        return _host_of(origin) == request.headers.get("host")
    return request.headers.get("sec-fetch-site") == "same-origin"


def _host_of(origin: str) -> str | None:
    """Host and port of an origin; None where it is not readable: anybody can send any header."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


def own_address(to: str) -> str:
    """The path and query to go on to; anything that is not clearly inside this origin becomes `/`."""
    inside = to.startswith("/") and not to.startswith("//") and "\\" not in to and to.isprintable()
    return to if inside and len(to) <= 500 else "/"


def browser_of(user_agent: str) -> str:
    """The names of a browser and its system, from fixed lists; empty where neither is recognised.

    >>> browser_of("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Windows'
    """
    words = [next((name for marker, name in names if marker in user_agent), "") for names in (BROWSERS, SYSTEMS)]
    return ", ".join(word for word in words if word)


def _back(form: FormData, **reason: str) -> Response:
    path, _, query_string = own_address(_text(form, "to")).partition("?")
    # The short name in a link that names no school any more would fill the field again.
    dropped = {"wait", "school"} if reason["signin"] == "school" else {"wait"}
    query = {**{name: value for name, value in parse_qsl(query_string) if name not in dropped}, **reason}
    if language := _text(form, "language"):
        query["lang"] = language
    return RedirectResponse(f"{path}?{urlencode(query)}", status_code=303)


def _refused() -> Response:
    return PlainTextResponse("This form was sent from another site.", status_code=403)


async def _form(request: Request) -> FormData:
    """The fields of the form. Raises `HTTPException` (413) for a body that is longer than they can be."""
    length = request.headers.get("content-length", "")
    if not length.isdigit() or int(length) > 2 * MOST_BYTES:
        raise HTTPException(status_code=413, detail="The form is too large.")
    return await request.form(max_files=0, max_fields=8, max_part_size=MOST_BYTES)


def _text(form: FormData, name: str) -> str:
    value = form.get(name, "")
    return value if isinstance(value, str) else ""

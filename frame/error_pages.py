"""Errors as plain HTML pages, for routes of the pages' server outside of Streamlit, the sign-in posts among them."""

from __future__ import annotations

from html import escape
from urllib.parse import urlsplit

from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from core.errors import Unavailable, WenluError
from core.web.adapter import on_client_gone
from frame.signin_routes import own_address
from pages.parts.failure import failure_text, log_failure
from pages.parts.i18n import catalogue, language_of_locale

PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Wenlu</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>
body {{ margin: 15vh auto; max-width: 34rem; padding: 0 1.5rem; font: 1.05rem/1.7 'Noto Sans SC', 'PingFang SC', sans-serif;
  color: #0E151D; background: #FBF8F3 }} a {{ color: #fff; background: #B93A2B; padding: .5rem 1.2rem; border-radius: 10px;
  text-decoration: none }} h1 {{ font-size: 1.5rem }}</style></head>
<body><h1>{title}</h1><p>{what}</p><p><a href="{to}">{again}</a></p></body></html>"""


async def error_page(request: Request, error: Exception) -> Response:
    """Answer with an error as a page: 503 with Retry-After while the database is away, else the error's own status or 500."""
    chosen = language_of_locale(request.headers.get("accept-language"))
    _ = catalogue(chosen).gettext
    incident = log_failure(error)
    title, sentence = failure_text(error, incident, chosen)
    page = PAGE.format(
        lang="zh-CN" if chosen == "zh" else "en",
        title=escape(title),
        what=escape(sentence),
        to=escape(_back(request)),
        again=escape(_("Try again")),
    )
    status = error.status if isinstance(error, WenluError) else 500
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "same-origin"}
    if isinstance(error, WenluError) and error.retry_after_seconds is not None:
        headers["Retry-After"] = str(error.retry_after_seconds)
    return HTMLResponse(page, status_code=status, headers=headers)


ERROR_HANDLERS = {
    Unavailable: error_page,
    WenluError: error_page,
    ClientDisconnect: on_client_gone,
    Exception: error_page,
}
"""Exception handlers of the pages' server; the API's addresses have their own. A client that leaves before its form or file is whole is no
failure: it is answered by nobody, and not logged as one."""


def _back(request: Request) -> str:
    """The path of the page from which the form was sent, if it is one of ours; else /."""
    try:
        sent_from = urlsplit(request.headers.get("referer", ""))
    except ValueError:  # not readable: anybody can send any header
        return "/"
    return own_address(sent_from.path) if sent_from.netloc == request.headers.get("host") else "/"

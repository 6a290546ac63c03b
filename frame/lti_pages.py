"""The plain HTML pages of LTI: what a teacher links, the form that carries the choice to the platform, a refusal, a window of one's own.

They are answers to posts that platforms make the browser send, outside of Streamlit. Each has a security policy of its own.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from html import escape
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from core.api.lti import Deliverable, Offer, origin_of
from core.errors import WenluError
from core.wire import Language
from pages.parts.i18n import catalogue

PAGE = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>Wenlu</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>
:root {{ color-scheme: light dark }}
body {{ margin: 8vh auto; max-width: 40rem; padding: 0 1.5rem; font: 1.05rem/1.7 'Noto Sans SC', 'PingFang SC', sans-serif;
  color: light-dark(#0E151D, #F2EEE6); background: light-dark(#FBF8F3, #14181D) }}
h1 {{ font-size: 1.5rem }} h2 {{ font-size: 1.15rem; margin: 1.6rem 0 .4rem }}
button, a.button {{ font: inherit; border-radius: 10px; padding: .5rem 1.2rem; border: 1px solid light-dark(#B93A2B, #E0705F);
  color: light-dark(#fff, #14181D); background: light-dark(#B93A2B, #E0705F); text-decoration: none; cursor: pointer }}
button.offer {{ display: block; width: 100%; text-align: left; margin: .4rem 0; color: inherit; background: none }}
button.offer small {{ opacity: .75 }} button:focus-visible, a:focus-visible, summary:focus-visible {{ outline: 3px solid #6C8EBF }}
p.detail {{ opacity: .75; font-size: .9rem; overflow-wrap: anywhere }}</style></head>
<body><main>{body}</main></body></html>"""
FRAME = "wenlu_lti"
"""The name of the platform's frame from which a window of ours was opened."""
NAME_FRAME = f'window.name="{FRAME}"'
SEND = (
    f'var f=document.forms[0],framed=false;try{{framed=opener.name==="{FRAME}"}}catch(e){{}}if(framed)f.target="{FRAME}";'
    "f.submit();if(framed)setTimeout(function(){close()},500)"
)
"""Moodle and Canvas expect the answer in the frame in which they opened the choice; it came from a page of ours there, which opened this
window. Where none did, the answer goes to the platform in this window."""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors {framed}; form-action {posts}"
KEEPS_OPENER = {"Cross-Origin-Opener-Policy": "unsafe-none"}
"""On the way from a platform's frame to the answer of a choice: else browsers part the window from the frame that it answers."""
LANGUAGES: dict[Language, str] = {"zh": "zh-CN", "en": "en"}


def choice_page(offers: Sequence[Offer], choice: str, language: Language, *, address: str) -> Response:
    """The page on which a teacher chooses what a course links to."""
    _ = catalogue(language).gettext
    today = [each for each in offers if each.kind == "today"]
    given = [each for each in offers if each.kind == "assignment"]
    lessons = [each for each in offers if each.kind == "lesson"]
    note = f" <small>({escape(_('its score goes back to the course'))})</small>"
    parts = [
        f"<h1>{escape(_('What should the link open?'))}</h1>",
        f'<form method="post" action="{escape(address)}"><input type="hidden" name="choice" value="{escape(choice)}">',
        *(_button(each, "") for each in today),
        f"<h2>{escape(_('Assignments of this class'))}</h2>",
        *(_button(each, note if each.marked else "") for each in given),
        "" if given else f"<p>{escape(_('None yet. Give one on the page Assignments, then open this again.'))}</p>",
        f"<details><summary>{escape(_('Lessons of the road'))}</summary>",
        *(_button(each, "") for each in lessons),
        f'</details><p><button name="opens" value="">{escape(_("Link nothing"))}</button></p></form>',
    ]
    return _page("".join(parts), language, posts="'self'")


def _button(offer: Offer, note: str) -> str:
    return f'<button class="offer" name="opens" value="{escape(offer.opens)}">{escape(offer.title)}{note}</button>'


def delivery_page(deliverable: Deliverable, language: Language) -> Response:
    """The form that carries the answer to the platform, sent by itself where scripts run."""
    _ = catalogue(language).gettext
    body = (
        f"<h1>{escape(_('Back to the course'))}</h1>"
        f'<form method="post" action="{escape(deliverable.url)}">'
        f'<input type="hidden" name="JWT" value="{escape(deliverable.jwt)}">'
        f"<button>{escape(_('Go on'))}</button></form>"
    )
    return _page(body, language, posts=origin_of(deliverable.url), script=SEND)


def refusal_page(error: WenluError, language: Language) -> Response:
    """Why somebody could not come in, what to do about it, and for whoever runs the platform what exactly was wrong."""
    _ = catalogue(language).gettext
    body = (
        f"<h1>{escape(_('This link could not be opened'))}</h1><p>{escape(error.remedy(language))}</p>"
        f'<p class="detail" lang="en">{escape(str(error))}</p>'
    )
    return _page(body, language, posts="'none'", status=error.status)


def window_page(address: str, parameters: dict[str, str], language: Language) -> Response:
    """What stands in a frame of a platform: a button that opens the link in a window of its own, where browsers let a sign-in be kept."""
    _ = catalogue(language).gettext
    target = escape(f"{address}?{urlencode(parameters)}")
    link = (
        f'<a class="button" href="{target}" target="_blank" rel="opener">{escape(_("Open Wenlu in a new window"))}</a>'
    )
    framed = "https: http://localhost:* http://127.0.0.1:*"
    return _page(f"<p>{link}</p>", language, posts="'none'", framed=framed, script=NAME_FRAME)


def _page(
    body: str, language: Language, *, posts: str, status: int = 200, framed: str = "'none'", script: str = ""
) -> Response:
    """A page with at most one script, which its policy allows by its hash."""
    policy = POLICY.format(framed=framed, posts=posts)
    if script:
        body += f"<script>{script}</script>"
        policy += f"; script-src 'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
    headers = {
        "Content-Security-Policy": policy,
        "Cache-Control": "no-store",
        "Referrer-Policy": "same-origin",
        **KEEPS_OPENER,
    }
    return HTMLResponse(PAGE.format(lang=LANGUAGES[language], body=body), status_code=status, headers=headers)

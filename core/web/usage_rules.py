"""The usage rules as a page of their own, /docs/usage-rules, in both languages: whoever is asked to agree can read them, or hand them on."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from core.access.usage_rules import RULES
from core.web.headers import html_headers
from core.wire import Language

HEADINGS: dict[Language, str] = {"zh": "接口使用规则", "en": "Rules for using the API"}
ENFORCED: dict[Language, str] = {
    "zh": "创建密钥即表示同意。违反规则的密钥会被暂停：不再发放令牌，已发放的令牌立即失效（403001），响应中写明原因。",
    "en": "Whoever makes a key agrees to them. A key that breaks them is suspended: it gets no token, its tokens stop at once (403001), and the "
    "answer says why.",
}


def rules_html() -> str:
    """The page, without scripts and styles."""
    parts = "".join(_section(language) for language in HEADINGS)
    return (
        '<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>Wenlu 文路</title>'
        f'<link rel="icon" href="data:,"></head><body>{parts}</body></html>'
    )


def _section(language: Language) -> str:
    rules = "".join(f"<li>{escape(rule.get(language))}</li>" for rule in RULES.rules)
    heading = f"{HEADINGS[language]} ({RULES.version})"
    return f'<section lang="{language}"><h1>{heading}</h1><ol>{rules}</ol><p>{ENFORCED[language]}</p></section>'


async def usage_rules_page(request: Request) -> Response:
    """The answer to GET /docs/usage-rules."""
    page = rules_html()
    return HTMLResponse(page, headers=html_headers(request.scope, page.encode()))

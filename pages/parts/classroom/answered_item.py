"""A question as the student saw it, with the answer given and the right one."""

from __future__ import annotations

import json

import streamlit as st

from core.records.items import Item, Option
from pages.parts.brand import KAI
from pages.parts.evidence import answer_text
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped_html

BORDER = "color-mix(in srgb, currentColor 18%, transparent)"
STRONG_BORDER = "color-mix(in srgb, currentColor 70%, transparent)"
CHINESE_STYLE = f'lang="zh-CN" style="font-family:{KAI};font-size:'


def draw_item(item: Item, given: str) -> None:
    """The question, its options, then the answer given beside the right one. `given`: the answer as JSON text."""
    parts = [_instruction(item), _stem(item), _audio_text(item), _options(item, given), _answers(item, given)]
    st.html(f'<div style="display:grid;gap:12px;line-height:1.6">{"".join(parts)}</div>')


def _instruction(item: Item) -> str:
    text = item.question.get(language()).removesuffix(item.stem).strip()
    return f"<div>{escaped_html(text)}</div>" if text else ""


def _stem(item: Item) -> str:
    if not item.stem:
        return ""
    return f'<div {CHINESE_STYLE}28px;white-space:pre-line">{escaped_html(item.stem.replace("____", "＿＿"))}</div>'


def _audio_text(item: Item) -> str:
    if item.audio is None or not item.audio.text:
        return ""
    name = _small(_("Heard, not shown"))
    return f'<div>{name}<div {CHINESE_STYLE}22px;white-space:pre-line">{escaped_html(item.audio.text)}</div></div>'


def _options(item: Item, given: str) -> str:
    """One row for each option; the chosen one and the right one are named in words, so that colour is not needed."""
    if not item.options or item.answer_kind == "pairs":
        return _matching_sides(item)
    rows = "".join(_option(option, item, _joined_answer(given)) for option in item.options)
    flow = "flex;flex-wrap:wrap" if item.answer_kind == "order" else "grid"
    return f'<div style="display:{flow};gap:8px">{rows}</div>'


def _option(option: Option, item: Item, chosen: str) -> str:
    tags = []
    if item.answer_kind == "choice":
        tags += [_("chosen")] if option.id == chosen else []
        tags += [_("right answer")] if option.id == item.key else []
    border = STRONG_BORDER if tags else BORDER
    tags_html = (
        f'<span style="font-size:13px;font-weight:600;white-space:nowrap">{escaped_html(" · ".join(tags))}</span>'
    )
    return (
        f'<div style="display:flex;flex-wrap:wrap;gap:4px 12px;align-items:baseline;border:1px solid {border};border-radius:10px;'
        f'padding:4px 14px"><span style="font-size:13px;opacity:.8">{escaped_html(option.id)}</span>'
        f'<span {CHINESE_STYLE}20px;flex:1;min-width:50%">{escaped_html(option.text)}</span>{tags_html if tags else ""}</div>'
    )


def _matching_sides(item: Item) -> str:
    """The two sides of a matching item."""
    if not item.left:
        return ""
    sides = ("".join(_option(option, item, "") for option in side) for side in (item.left, item.options))
    columns = "".join(f'<div style="display:grid;gap:8px;align-content:start">{side}</div>' for side in sides)
    return f'<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:8px">{columns}</div>'


def _answers(item: Item, given: str) -> str:
    """The two answers side by side; nothing where the options already show them."""
    if item.answer_kind == "choice" and _joined_answer(given) in {option.id for option in item.options}:
        return ""
    boxes = (
        (_("The student's answer"), answer_text(item, given)),
        (_("Right answer"), answer_text(item, json.dumps(item.key))),
    )
    cells = "".join(
        f'<div style="border-left:3px solid {BORDER};padding-left:12px">{_small(name)}<div {CHINESE_STYLE}20px">{escaped_html(text)}</div></div>'
        for name, text in boxes
    )
    return f'<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(220px,1fr));gap:12px">{cells}</div>'


def _small(text: str) -> str:
    return f'<div style="font-size:13px;opacity:.8">{escaped_html(text)}</div>'


def _joined_answer(given: str) -> str:
    value = json.loads(given)
    return "".join(value) if isinstance(value, list) else str(value)

"""Draws the corrected version alone, and beside the essay as it was written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import streamlit as st

from pages.parts.brand import KAI
from pages.parts.i18n import _
from pages.parts.shown_text import escaped_html

STRUCK = (
    "--slash:color-mix(in srgb,currentColor 65%,transparent);background:linear-gradient(to bottom right,transparent calc(50% - 1px),var(--slash) calc(50% - 1px) calc(50% + 1px),"
    "transparent calc(50% + 1px))"
)
"""A slash through one character: a horizontal line would turn 了 into 子 and 二 into 三."""
OLD = "background:color-mix(in srgb,#b93a2b 18%,transparent)"
NEW = "text-decoration:underline 2px;text-underline-offset:6px;background:color-mix(in srgb,#2f7f6f 20%,transparent)"
"""Styles of removed and of inserted text, which never differ by colour alone."""
Piece = tuple[str, str]
"""A text with its style; "" for none."""


class Correction(NamedTuple):
    """A correction that is applied, the engine's or a teacher's; offsets in code points of the text."""

    start: int
    end: int
    original: str
    replacement: str


def draw_corrected(text: str, edits: Sequence[Correction]) -> None:
    """The essay with every correction applied."""
    st.caption(
        _(
            "With every marked error corrected, and no other: what was not found is still in it, and what is only to be checked stays as you wrote it."
        )
    )
    corrected = corrected_text(text, edits)
    st.html(sheet([(corrected, "")]))
    with st.expander(_("Copy it"), icon=":material/content_copy:", type="compact"):
        st.code(corrected, language=None, wrap_lines=True)


def corrected_text(text: str, edits: Sequence[Correction]) -> str:
    """The essay with every correction applied."""
    return "".join(piece for piece, _style in _side(text, edits, new=True))


def draw_compared(text: str, edits: Sequence[Correction]) -> None:
    """Both versions: side by side where there is room, otherwise one above the other."""
    if not edits:
        st.markdown(_("Nothing was corrected, so both versions are the same."))
        return
    draw_beside(
        (_("As you wrote it"), list(_side(text, edits, new=False))),
        (_("With these corrections"), list(_side(text, edits, new=True))),
    )


def draw_beside(*sides: tuple[str, Sequence[Piece]]) -> None:
    """Sheets with a name over each."""
    columns = "".join(
        f'<div><div style="font-size:14px;margin-bottom:4px">{escaped_html(name)}</div>{sheet(pieces, size_px=24)}</div>'
        for name, pieces in sides
    )
    st.html(
        f'<div style="display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr));gap:16px">{columns}</div>'
    )


def sheet(pieces: Sequence[Piece], *, size_px: int = 28) -> str:
    """Chinese text on a card."""
    inside = "".join(
        f'<span style="{style}">{struck(text) if style == OLD else _shown(text)}</span>' if style else _shown(text)
        for text, style in pieces
        if text
    )
    return (
        f'<div lang="zh-CN" style="font:{size_px}px/1.9 {KAI};white-space:pre-wrap;overflow-wrap:anywhere;padding:20px 24px;'
        f'border:1px solid var(--st-border-color,#8884);border-radius:10px">{inside}</div>'
    )


def struck(text: str) -> str:
    """Removed text, each character struck through by itself."""
    return "".join(f'<span style="{STRUCK}">{_shown(mark)}</span>' for mark in text)


def _shown(text: str) -> str:
    return escaped_html(text.replace("\r", ""))


def _side(text: str, edits: Sequence[Correction], *, new: bool) -> Iterator[Piece]:
    offset = 0
    for edit in edits:
        if edit.start < offset:  # of two on the same characters only one can be applied
            continue
        yield text[offset : edit.start], ""
        yield (edit.replacement, NEW) if new else (edit.original, OLD)
        offset = edit.end
    yield text[offset:], ""

"""Chinese text in large characters, with pinyin above them where it is switched on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from pages.parts.brand import KAI
from pages.parts.shown_text import escaped_html

Syllables = Callable[[str], Sequence[str]]


def draw_chinese(text: str, syllables: Syllables | None, *, size_px: int) -> None:
    """Draw the text in the Kai face; `syllables` gives the reading of each character, None draws none."""
    html = escaped_html(text) if syllables is None else ruby(text, syllables(text))
    height = 1.8 if syllables is None else 2.4
    st.html(
        f'<div lang="zh-CN" style="font-family:{KAI};font-size:{size_px}px;line-height:{height};white-space:pre-wrap;'
        f'overflow-wrap:anywhere">{html}</div>'
    )


def ruby(text: str, syllables: Sequence[str]) -> str:
    """HTML with each reading above its character; a character without a reading stands alone.

    >>> ruby("好!", ["hǎo", ""])
    '<ruby>好<rp>(</rp><rt style="font:0.48em var(--st-font, sans-serif);line-height:1.2">hǎo</rt><rp>)</rp></ruby>!'
    """
    return "".join(
        f'<ruby>{escaped_html(character)}<rp>(</rp><rt style="{READING}">{escaped_html(syllable)}</rt><rp>)</rp></ruby>'
        if syllable and syllable != character
        else escaped_html(character)
        for character, syllable in zip(text, syllables, strict=True)
    )


READING = "font:0.48em var(--st-font, sans-serif);line-height:1.2"

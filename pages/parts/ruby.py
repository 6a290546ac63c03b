"""Chinese learning text with its readings: each syllable above its character, in traditional characters where the visitor prefers them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.api.core import Core
from pages.parts.brand import KAI
from pages.parts.i18n import _
from pages.parts.preferences import offers_pinyin, pinyin_at_first, preferences
from pages.parts.shown_text import escaped_html

Context = tuple[str, str]
"""What stands before a piece of a sentence, and after it."""
HAN = re.compile(r"[\u3400-\u9fff]")
Syllables = Callable[[str], Sequence[str]]
"""One syllable with its tone mark for each character, "" where it has none."""
MARKS = ("āēīōūǖ", "áéíóúǘ", "ǎěǐǒǔǚ", "àèìòùǜ")
"""The vowels of each tone."""
NEUTRAL = 5
TONE_COLOURS = {
    1: "light-dark(#a83324,#ee9083)",
    2: "light-dark(#8f4f0c,#e8a76a)",
    3: "light-dark(#256658,#7ccbbb)",
    4: "light-dark(#2b4c7e,#9bbbe6)",
    5: "light-dark(#5b6472,#a9b2bf)",
}
"""Colours of the four tones and the neutral one, on paper and on ink."""
READING = "font:0.48em 'Noto Sans','Segoe UI',system-ui,sans-serif;line-height:1.2;padding:0 .1em;user-select:none"
"""Of a syllable above its character: a sans face with all tone marks, and not a part of what is copied."""


def ruby_runs(text: str, syllables: Syllables) -> list[tuple[str, str]]:
    """Runs of (text, reading) for ruby: one for each character that is read, one for each stretch without a reading ("");
    an empty list for a text without Chinese characters."""
    if not HAN.search(text):
        return []
    runs: list[tuple[str, str]] = []
    for character, syllable in zip(text, syllables(text), strict=True):
        if not syllable and runs and not runs[-1][1]:
            runs[-1] = (runs[-1][0] + character, "")
        else:
            runs.append((character, syllable))
    return runs


def tone_of(syllable: str) -> int:
    """The tone of a syllable with its mark: 1 to 4, 5 for the neutral tone.

    >>> tone_of("hǎo"), tone_of("ma"), tone_of("lǜ")
    (3, 5, 4)
    """
    return next((tone for tone, marked in enumerate(MARKS, 1) if any(mark in marked for mark in syllable)), NEUTRAL)


def learning_texts(
    core: Core, texts: Iterable[str], *, pinyin: bool = True, contexts: Mapping[str, Context] | None = None
) -> dict[str, dict[str, Any]]:
    """What `shell/ruby.js` needs in order to draw these texts as the visitor prefers: by text `runs`, each of text and reading, and `traditional`.

    Only what the preferences call for is there; a text without Chinese characters, and one that needs neither, is left out. `contexts`: by
    text the sentence that it is read in, where it is a piece of one: 得 alone is děi, and de after a verb.
    """
    within = contexts or {}

    def read(text: str) -> Sequence[str]:
        before, after = within.get(text, ("", ""))
        return core.reader.syllables(f"{before}{text}{after}")[len(before) : len(before) + len(text)]

    script = preferences().script
    wanted: dict[str, dict[str, Any]] = {}
    for text in dict.fromkeys(texts):
        if not HAN.search(text):
            continue
        entry: dict[str, Any] = {}
        if pinyin and offers_pinyin():
            entry["runs"] = ruby_runs(text, read)
        if script != "simplified" and (traditional := core.converter.traditional(text)) != text:
            entry["traditional"] = traditional
        if entry:
            wanted[text] = entry
    return wanted


def ruby_html(text: str, syllables: Sequence[str] | None, *, traditional: str = "", tones: bool = True) -> str:
    """HTML of a text with each reading above its character; a character without a reading stands alone. `syllables` None: without any.

    `traditional`: the same text in other characters, drawn in its place.

    >>> ruby_html("好!", ["hǎo", ""], tones=False).replace(READING, "...")
    '<ruby>好<rp>(</rp><rt lang="zh-Latn" style="...">hǎo</rt><rp>)</rp></ruby>!'
    """
    drawn = traditional or text
    if syllables is None:
        return escaped_html(drawn)
    return "".join(
        _ruby(shown, syllable, tones=tones) if syllable and syllable != character else escaped_html(shown)
        for character, shown, syllable in zip(text, drawn, syllables, strict=True)
    )


def _ruby(character: str, syllable: str, *, tones: bool) -> str:
    colour = f";color:{TONE_COLOURS[tone_of(syllable)]}" if tones else ""
    return (
        f'<ruby>{escaped_html(character)}<rp>(</rp><rt lang="zh-Latn" style="{READING}{colour}">{escaped_html(syllable)}</rt>'
        "<rp>)</rp></ruby>"
    )


def learning_html(core: Core, text: str, *, pinyin: bool) -> str:
    """HTML of a text as the visitor prefers it: with pinyin or without, in simplified or traditional characters or both."""
    mine = preferences()
    traditional = "" if mine.script == "simplified" else core.converter.traditional(text)
    html = ruby_html(
        text,
        core.reader.syllables(text) if pinyin else None,
        traditional=traditional if mine.script == "traditional" else "",
        tones=mine.tone_colours,
    )
    if mine.script == "both" and traditional != text:
        html += (
            f'<div lang="zh-Hant" style="font-size:.72em;line-height:1.5;opacity:.75">{escaped_html(traditional)}</div>'
        )
    return html


def draw_learning_text(core: Core, text: str, *, pinyin: bool, size_px: int, word_cards: bool = True) -> None:
    """Draw a text in the Kai face, as the visitor prefers it. `word_cards`: whether a click on a word opens its card, which tells its reading."""
    height = 1.75 if pinyin else 1.8
    shut = "" if word_cards else " data-no-words"
    st.html(
        f'<div{shut} lang="{shown_tag()}" style="font-family:{KAI};font-size:{size_px}px;line-height:{height};white-space:pre-wrap;'
        f'overflow-wrap:anywhere">{learning_html(core, text, pinyin=pinyin)}</div>'
    )


def shown_tag() -> str:
    """The language tag of learning text: by it browsers choose the forms of characters."""
    return "zh-Hant" if preferences().script == "traditional" else "zh-CN"


def pinyin_switch(key: str, *, easy: bool = False) -> bool:
    """The button that shows pinyin above a text and takes it away, and whether it is shown; no button for who never wants pinyin."""
    if not offers_pinyin():
        return False
    return st.toggle(_("Pinyin"), value=pinyin_at_first(easy=easy), key=key, persist_state="session")

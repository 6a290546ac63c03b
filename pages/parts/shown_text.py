"""What a person typed, as text: nothing in it becomes a link, a picture, a formula, a colour or the structure of the page.

Streamlit reads markup in two rounds. The grammar (emphasis, links, tables, HTML, formulas, its own directives) is stopped by a
backslash. A second round searches what is left for addresses, mail addresses, emoji and icon names and arrows, and knows nothing of
backslashes: there a character is put into a plain span of its own (`:color[x]{}` without a colour), so that no search finds the whole.
Neither leaves a trace on the page or in what is copied from it. Held by tests/browser/test_words.py in a real Chromium.
"""

from __future__ import annotations

import re
from html import escape

from core.records.printed import on_one_line, visible

GRAMMAR = re.compile(r"[\\`*_{}\[\]<>#$~|]|&(?=[#\w])")
"""What Markdown, GFM, formulas or directives read wherever it stands."""
FIRST = re.compile(r"^(?:(?!:color\[)(?=[-+=:])|\d{1,9}(?=[.)](?:\s|$)))", re.ASCII)
"""Where a line begins like that of a list, a ruler or a block; what follows is to be kept from it."""
SEARCHED = re.compile(
    r"(?<=www)\.|@|:(?=[\w+/-]|$)|(?:(?<=\s)|^)(?:<->|->|<-|--|>=|<=|~=)(?=\s|$)",
    re.ASCII | re.IGNORECASE,
)
"""Where the second round would find an address (also one continued by what is written after the text), an icon or an arrow."""
BLANKS = re.compile(r"[ \t]+")
BREAK = "  \n"
STILLED = re.compile(r":color\[\\?(.)\]\{\}|\\([!-/:-@\[-`{-~])")
UNBROKEN = "\u00a0"
"""On a line of its own it keeps an empty line inside the paragraph."""


class Shown(str):
    """Text that was escaped already; escaping it again changes nothing."""

    __slots__ = ()


def escaped(text: str) -> Shown:
    """The text on one line, for Markdown: labels, titles, cells, lines of a list. Line ends become spaces."""
    if isinstance(text, Shown):
        return text
    return Shown(_line(on_one_line(text)))


def escaped_lines(text: str) -> Shown:
    """The text for a paragraph of Markdown, with its line ends kept and its empty lines at the ends taken off."""
    if isinstance(text, Shown):
        return text
    lines = [_line(line) for line in visible(text).strip().split("\n")]
    return Shown(BREAK.join(line or UNBROKEN for line in lines))


def escaped_html(text: str) -> str:
    """The visible text for `st.html`, within an element or an attribute."""
    return escape(visible(text))


def _line(text: str) -> str:
    """One line without what nobody sees; blanks run together, as a browser draws them."""
    tidy = BLANKS.sub(" ", text).strip(" ")
    made, after = [], 0
    for found in SEARCHED.finditer(tidy):
        made += [_still(tidy[after : found.start()]), *(f":color[\\{mark}]{{}}" for mark in found[0])]
        after = found.end()
    return FIRST.sub(r"\g<0>\\", "".join([*made, _still(tidy[after:])]))


def _still(text: str) -> str:
    return GRAMMAR.sub(r"\\\g<0>", text)


def unescaped(markdown: str) -> str:
    """Markdown with its escaped parts as they are drawn.

    >>> unescaped(escaped("[茶](http://a.b) :tea:")), unescaped("**60** of 100")
    ('[茶](http://a.b) :tea:', '**60** of 100')
    """
    return STILLED.sub(lambda found: found[1] or found[2], markdown)

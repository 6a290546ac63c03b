"""Escaping of what people typed: nothing in it becomes a link, a picture, a formula, a colour or the structure of the page.

Streamlit reads markup in two passes. The first reads Markdown (emphasis, links, tables, HTML, formulas, its own directives); a
backslash stops it. The second searches the rest for web and mail addresses, names of emoji and icons, and arrows, and knows no
backslashes: there a character is put into a plain span of its own (`:color[x]{}` without a colour), so that the search does not find
the whole. Neither leaves a trace on the page or in what is copied from it; tests/browser/test_words.py checks that in a real Chromium.
"""

from __future__ import annotations

import re
from html import escape

from core.records.printed import on_one_line, visible

MARKUP = re.compile(r"[\\`*_{}\[\]<>#$~|]|&(?=[#\w])")
"""Characters that Markdown, GFM, formulas or directives read as markup anywhere in a line."""
BLOCK_START = re.compile(r"^(?:(?!:color\[)(?=[-+=:])|\d{1,9}(?=[.)](?:\s|$)))", re.ASCII)
"""The start of a line that would begin a list, a ruler or a block; a backslash is put after it."""
AUTOLINKED = re.compile(
    r"(?<=www)\.|@|:(?=[\w+/-]|$)|(?:(?<=\s)|^)(?:<->|->|<-|--|>=|<=|~=)(?=\s|$)",
    re.ASCII | re.IGNORECASE,
)
"""Where the second pass would find an address (also one continued by what is written after the text), an icon or an arrow."""
BLANKS = re.compile(r"[ \t]+")
LINE_BREAK = "  \n"
ESCAPED_PART = re.compile(r":color\[\\?(.)\]\{\}|\\([!-/:-@\[-`{-~])")
UNBROKEN = "\u00a0"
"""A no-break space: on a line of its own it keeps an empty line inside the paragraph."""


class EscapedText(str):
    """Text that is already escaped; escaping it again changes nothing."""

    __slots__ = ()


def escaped(text: str) -> EscapedText:
    """The text on one line, for Markdown: labels, titles, cells, lines of a list. Line ends become spaces."""
    if isinstance(text, EscapedText):
        return text
    return EscapedText(_escaped_line(on_one_line(text)))


def escaped_lines(text: str) -> EscapedText:
    """The text for a paragraph of Markdown, with its line ends kept and its empty lines at the ends taken off."""
    if isinstance(text, EscapedText):
        return text
    lines = [_escaped_line(line) for line in visible(text).strip().split("\n")]
    return EscapedText(LINE_BREAK.join(line or UNBROKEN for line in lines))


def escaped_html(text: str) -> str:
    """The visible text for `st.html`, within an element or an attribute."""
    return escape(visible(text))


def _escaped_line(text: str) -> str:
    """One line, escaped; runs of blanks become one, as a browser draws them."""
    tidy = BLANKS.sub(" ", text).strip(" ")
    parts, end = [], 0
    for match in AUTOLINKED.finditer(tidy):
        parts += [_escape_markup(tidy[end : match.start()]), *(f":color[\\{character}]{{}}" for character in match[0])]
        end = match.end()
    return BLOCK_START.sub(r"\g<0>\\", "".join([*parts, _escape_markup(tidy[end:])]))


def _escape_markup(text: str) -> str:
    return MARKUP.sub(r"\\\g<0>", text)


def unescaped(markdown: str) -> str:
    """Markdown with its escaped parts as they are drawn.

    >>> unescaped(escaped("[茶](http://a.b) :tea:")), unescaped("**60** of 100")
    ('[茶](http://a.b) :tea:', '**60** of 100')
    """
    return ESCAPED_PART.sub(lambda match: match[1] or match[2], markdown)

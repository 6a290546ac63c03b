"""The text that a reader would see of a piece of HTML, in time that grows with its length."""

from __future__ import annotations

import re
from html import unescape

from core.questions.formats import problems
from core.wire import Bilingual

PARAGRAPH_TAGS = {
    "p",
    "div",
    "li",
    "tr",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "ul",
    "ol",
    "table",
    "blockquote",
    "pre",
    "dd",
    "dt",
}
CODE_TAGS = ("script", "style")
CODE_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in CODE_TAGS}
HIDDEN_TAGS = {"script", "style", "head", "title", "template"}
MEDIA_TAGS = {"img", "audio", "video", "object", "embed", "iframe", "svg", "math", "canvas"}
LOOKS_LIKE_HTML = re.compile(r"</?[A-Za-z][^<>]*+>|&(?:#\d++|#x[0-9A-Fa-f]++|[A-Za-z]++);")
TAG = re.compile(r"""<(/?)([A-Za-z][^\s/<>]*+)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+'|["'])*+)>""")
"""A tag with what stands between its name and its end. No part of it passes over a `<`, so every attempt to match ends at the next
one, and a text costs what it is long. (A `>` in quotes is part of a value; the last alternative is a quote without its other half.)"""
ATTRIBUTE = re.compile(r"""([^\s=/"'<>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++)))?+""")
"""A name matches without a value too: else a long one would be tried anew from each of its letters."""
COMMENTS = {"<!--": "-->", "<!": ">", "<?": ">"}
"""What nobody sees, by its beginning, and how it ends. What does not end takes the rest of the text with it."""
IMPOSSIBLE_REFERENCE = re.compile(r"&#(?:0*+[1-9]\d{7,}+|[xX]0*+[1-9A-Fa-f][0-9A-Fa-f]{6,}+);?")
"""References to numbers that no character has. Python would work out a number of any length, or refuse one of 4,300 digits."""
SPACES = re.compile(r"[ \t\r\n\xa0]+")


class _VisibleText:
    """Collects what a reader of the page would see, a line for each paragraph. One pass, in time that grows with the text."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.media = False
        self._hidden_depth = 0

    def feed(self, html: str) -> None:
        """Take in a whole text."""
        position = 0
        while (mark := html.find("<", position)) >= 0:
            self._text(html[position:mark])
            position = self._skip_markup(html, mark)
        self._text(html[position:])

    def _skip_markup(self, html: str, mark: int) -> int:
        """Where the text goes on after what begins at `mark`, which need not be markup."""
        for beginning, end in COMMENTS.items():
            if html.startswith(beginning, mark):
                end_found = html.find(end, mark + len(beginning))
                return len(html) if end_found < 0 else end_found + len(end)
        tag = TAG.match(html, mark)
        if tag is None:
            self._text("<")
            return mark + 1
        name = tag[2].lower()
        if tag[1]:
            self._end_tag(name)
            return tag.end()
        self._start_tag(name, tag[3])
        return self._skip_code(html, name, tag.end())

    def _skip_code(self, html: str, name: str, position: int) -> int:
        """Past a script or a style sheet: what looks like a tag in it is none."""
        if name not in CODE_TAGS:
            return position
        code_end = CODE_ENDS[name].search(html, position)
        return len(html) if code_end is None else code_end.start()

    def _start_tag(self, name: str, attributes: str) -> None:
        """Breaks, paragraphs, pictures."""
        if name in HIDDEN_TAGS:
            self._hidden_depth += 1
        if name == "br" or name in PARAGRAPH_TAGS:
            self.pieces.append("\n")
        if name == "rt":
            self.pieces.append("（")
        if name in MEDIA_TAGS:
            self.media = True
            self.pieces.append(_alternative_text(attributes))

    def _end_tag(self, name: str) -> None:
        """Ends of paragraphs."""
        if name in HIDDEN_TAGS:
            self._hidden_depth = max(0, self._hidden_depth - 1)
        if name in PARAGRAPH_TAGS:
            self.pieces.append("\n")
        if name == "rt":
            self.pieces.append("）")

    def _text(self, text: str) -> None:
        """Text; white space of the source is one space."""
        if text and not self._hidden_depth:
            self.pieces.append(SPACES.sub(" ", _unescaped(text)))


def _alternative_text(attributes: str) -> str:
    """What stands for a picture."""
    for attribute in ATTRIBUTE.finditer(attributes):
        if attribute[1].lower() == "alt":
            return _unescaped(attribute[2] or attribute[3] or attribute[4] or "")
    return ""


def _unescaped(text: str) -> str:
    return unescape(IMPOSSIBLE_REFERENCE.sub("\ufffd", text)) if "&" in text else text


def html_to_text(html: str) -> tuple[str, tuple[Bilingual, ...]]:
    """The text of a piece of HTML, and a note where pictures or sounds went.

    >>> html_to_text("<p>喝&nbsp;<b>茶</b></p><p>好</p>")
    ('喝 茶\\n好', ())
    """
    if not LOOKS_LIKE_HTML.search(html):
        return html, ()
    reduced = _VisibleText()
    reduced.feed(html)
    lines = (re.sub(r" +", " ", line).strip() for line in "".join(reduced.pieces).split("\n"))
    text = "\n".join(line for line in lines if line)
    return text, (problems.MEDIA_LEFT_OUT,) if reduced.media or "@@PLUGINFILE@@" in html else ()

"""Files that came from outside: never larger than said, never trusted, and a word about what is wrong with them."""

from __future__ import annotations

import re
from html import unescape
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.errors import TooLarge
from core.questions.formats import problems
from core.questions.formats.problems import UnreadableFile
from core.wire import Bilingual

MOST_BYTES = 8 * 1024 * 1024
"""Of an uploaded file: some 5,000 questions with all their details."""
MOST_QUESTIONS = 5_000
"""Of one file, so that a preview of it stays usable."""
MOST_DEPTH = 100
"""Elements inside one another."""
MOST_MARKS = 600_000
"""Signs `<` in one XML file: 5,000 questions of Moodle have some 60 each, and a tree of so many elements takes 50 MB."""
MOST_ATTRIBUTES = 1_000
"""Of one element; those that are read have a handful."""

PARAGRAPHS = {
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
CODE = ("script", "style")
CODE_ENDS = {name: re.compile(f"</{name}", re.IGNORECASE) for name in CODE}
UNSEEN = {"script", "style", "head", "title", "template"}
MEDIA = {"img", "audio", "video", "object", "embed", "iframe", "svg", "math", "canvas"}
VOID = {"img", "embed", "br", "hr"}
LOOKS_LIKE_HTML = re.compile(r"</?[A-Za-z][^<>]*+>|&(?:#\d++|#x[0-9A-Fa-f]++|[A-Za-z]++);")
TAG = re.compile(r"""<(/?)([A-Za-z][^\s/<>]*+)((?:[^<>"']++|"[^"<]*+"|'[^'<]*+'|["'])*+)>""")
"""A tag with what stands between its name and its end. No part of it passes over a `<`, so every attempt to match ends at the next
one, and a text costs what it is long. (A `>` in quotes is part of a value; the last alternative is a quote without its other half.)"""
ATTRIBUTE = re.compile(r"""([^\s=/"'<>]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>]++)))?+""")
"""A name matches without a value too: else a long one would be tried anew from each of its letters."""
COMMENTS = {"<!--": "-->", "<!": ">", "<?": ">"}
"""What nobody sees, by its beginning, and how it ends. What does not end takes the rest of the text with it."""
NO_CHARACTER = re.compile(r"&#(?:0*+[1-9]\d{7,}+|[xX]0*+[1-9A-Fa-f][0-9A-Fa-f]{6,}+);?")
"""References to numbers that no character has. Python would work out a number of any length, or refuse one of 4,300 digits."""
SPACES = re.compile(r"[ \t\r\n\xa0]+")


def of_allowed_size(file: bytes) -> bytes:
    """The file. Raises `TooLarge`."""
    if len(file) > MOST_BYTES:
        raise TooLarge(MOST_BYTES)
    return file


def not_too_many(count: int) -> None:
    """Raises `UnreadableFile` for more questions than a file may hold."""
    if count > MOST_QUESTIONS:
        raise UnreadableFile(
            f"The file holds more than {MOST_QUESTIONS} questions.",
            zh=f"文件里的题目超过 {MOST_QUESTIONS} 道，请分成几个文件。",
        )


def text_of(file: bytes, *, otherwise: str | None = None) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; else in the encoding `otherwise`. Raises `UnreadableFile`."""
    of_allowed_size(file)
    marked = file.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16" if marked else "utf-8-sig", otherwise):
        try:
            if encoding is not None:
                return file.decode(encoding)
        except UnicodeDecodeError as error:
            place = error.start
    raise UnreadableFile(
        f"The file is not UTF-8 text (byte {place + 1}).", zh=f"文件不是 UTF-8 编码的文本（第 {place + 1} 个字节）。"
    )


def xml_of(file: bytes, name: str = "") -> Element:
    """The root of an XML file: no document type, no entities of its own, nothing fetched. Raises `UnreadableFile`."""
    of_allowed_size(file)
    within = f" in {name}" if name else ""
    if file.count(b"<") > MOST_MARKS:
        raise _too_much(within, name)
    try:
        root: Element = fromstring(file, forbid_dtd=True)
    except DefusedXmlException as error:
        raise UnreadableFile(
            f"The XML{within} declares a document type or entities, which is refused.",
            zh=f"XML 文件 {name} 含有文档类型或实体声明，为安全起见不予读取。",
        ) from error
    except ParseError as error:
        line, column = error.position
        raise UnreadableFile(
            f"The XML{within} is broken at line {line}, column {column + 1}.",
            zh=f"XML 文件 {name} 在第 {line} 行第 {column + 1} 列出错。",
        ) from error
    except (ValueError, LookupError) as error:
        raise UnreadableFile(
            f"The XML{within} is in an encoding that is not read; save it as UTF-8.",
            zh=f"XML 文件 {name} 的编码无法识别，请存为 UTF-8。",
        ) from error
    if _depth(root) > MOST_DEPTH:
        raise UnreadableFile(f"The XML{within} is nested too deeply.", zh=f"XML 文件 {name} 嵌套太深。")
    if any(len(node.attrib) > MOST_ATTRIBUTES for node in root.iter()):
        raise _too_much(within, name)
    return root


def _too_much(within: str, name: str) -> UnreadableFile:
    return UnreadableFile(
        f"The XML{within} has too many elements or attributes.", zh=f"XML 文件 {name} 的元素或属性太多。"
    )


def _depth(root: Element) -> int:
    """How deep the elements are nested; not by recursion, which a deep file would break."""
    deep, row = 0, [root]
    while row and deep <= MOST_DEPTH:
        deep, row = deep + 1, [child for node in row for child in node]
    return deep


# -- HTML to text ------------------------------------------------------------------------------------------------


class _Reduced:
    """Collects what a reader of the page would see, a line for each paragraph. One pass, in time that grows with the text."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.media = False
        self._unseen = 0

    def feed(self, html: str) -> None:
        """Take in a whole text."""
        place = 0
        while (mark := html.find("<", place)) >= 0:
            self._text(html[place:mark])
            place = self._past_markup(html, mark)
        self._text(html[place:])

    def _past_markup(self, html: str, mark: int) -> int:
        """Where the text goes on after what begins at `mark`, which need not be markup."""
        for beginning, end in COMMENTS.items():
            if html.startswith(beginning, mark):
                found = html.find(end, mark + len(beginning))
                return len(html) if found < 0 else found + len(end)
        tag = TAG.match(html, mark)
        if tag is None:
            self._text("<")
            return mark + 1
        name = tag[2].lower()
        if tag[1]:
            self._ended(name)
            return tag.end()
        self._begun(name, tag[3])
        return self._past_code(html, name, tag.end())

    def _past_code(self, html: str, name: str, place: int) -> int:
        """Past a script or a style sheet: what looks like a tag in it is none."""
        if name not in CODE:
            return place
        found = CODE_ENDS[name].search(html, place)
        return len(html) if found is None else found.start()

    def _begun(self, name: str, attributes: str) -> None:
        """Breaks, paragraphs, pictures."""
        if name in UNSEEN:
            self._unseen += 1
        if name == "br" or name in PARAGRAPHS:
            self.pieces.append("\n")
        if name == "rt":
            self.pieces.append("（")
        if name in MEDIA:
            self.media = True
            self.pieces.append(_alternative(attributes))

    def _ended(self, name: str) -> None:
        """Ends of paragraphs."""
        if name in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        if name in PARAGRAPHS:
            self.pieces.append("\n")
        if name == "rt":
            self.pieces.append("）")

    def _text(self, text: str) -> None:
        """Text; white space of the source is one space."""
        if text and not self._unseen:
            self.pieces.append(SPACES.sub(" ", _meant(text)))


def _alternative(attributes: str) -> str:
    """What stands for a picture."""
    for found in ATTRIBUTE.finditer(attributes):
        if found[1].lower() == "alt":
            return _meant(found[2] or found[3] or found[4] or "")
    return ""


def _meant(text: str) -> str:
    return unescape(NO_CHARACTER.sub("\ufffd", text)) if "&" in text else text


def plain(html: str) -> tuple[str, tuple[Bilingual, ...]]:
    """The text of a piece of HTML, and a note where pictures or sounds went.

    >>> plain("<p>喝&nbsp;<b>茶</b></p><p>好</p>")
    ('喝 茶\\n好', ())
    """
    if not LOOKS_LIKE_HTML.search(html):
        return html, ()
    reduced = _Reduced()
    reduced.feed(html)
    lines = (re.sub(r" +", " ", line).strip() for line in "".join(reduced.pieces).split("\n"))
    text = "\n".join(line for line in lines if line)
    return text, (problems.MEDIA_LEFT_OUT,) if reduced.media or "@@PLUGINFILE@@" in html else ()

"""Files that came from outside: never larger than said, never trusted, and a word about what is wrong with them."""

from __future__ import annotations

import re
from html.parser import HTMLParser
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
UNSEEN = {"script", "style", "head", "title", "template"}
MEDIA = {"img", "audio", "video", "object", "embed", "iframe", "svg", "math", "canvas"}
VOID = {"img", "embed", "br", "hr"}
LOOKS_LIKE_HTML = re.compile(r"</?[A-Za-z][^<>]*>|&(?:#\d+|#x[0-9A-Fa-f]+|[A-Za-z]+);")


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
    return root


def _depth(root: Element) -> int:
    """How deep the elements are nested; not by recursion, which a deep file would break."""
    deep, row = 0, [root]
    while row and deep <= MOST_DEPTH:
        deep, row = deep + 1, [child for node in row for child in node]
    return deep


# -- HTML to text ------------------------------------------------------------------------------------------------


class _Reduced(HTMLParser):
    """Collects what a reader of the page would see, a line for each paragraph."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self.media = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Breaks, paragraphs, pictures."""
        if tag in UNSEEN:
            self._unseen += 1
        if tag == "br" or tag in PARAGRAPHS:
            self.pieces.append("\n")
        if tag == "rt":
            self.pieces.append("（")
        if tag in MEDIA:
            self.media = True
            self.pieces.append(dict(attrs).get("alt") or "")

    def handle_endtag(self, tag: str) -> None:
        """Ends of paragraphs."""
        if tag in UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        if tag in PARAGRAPHS:
            self.pieces.append("\n")
        if tag == "rt":
            self.pieces.append("）")

    def handle_data(self, data: str) -> None:
        """Text; white space of the source is one space."""
        if not self._unseen:
            self.pieces.append(re.sub(r"[ \t\r\n\xa0]+", " ", data))


def plain(html: str) -> tuple[str, tuple[Bilingual, ...]]:
    """The text of a piece of HTML, and a note where pictures or sounds went.

    >>> plain("<p>喝&nbsp;<b>茶</b></p><p>好</p>")
    ('喝 茶\\n好', ())
    """
    if not LOOKS_LIKE_HTML.search(html):
        return html, ()
    reduced = _Reduced()
    reduced.feed(html)
    reduced.close()
    lines = (re.sub(r" +", " ", line).strip() for line in "".join(reduced.pieces).split("\n"))
    text = "\n".join(line for line in lines if line)
    return text, (problems.MEDIA_LEFT_OUT,) if reduced.media or "@@PLUGINFILE@@" in html else ()

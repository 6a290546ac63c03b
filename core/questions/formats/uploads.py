"""Files that users upload: within limits, never trusted, and with a message about what is wrong with them."""

from __future__ import annotations

from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from core.errors import TooLarge
from core.questions.formats.problems import UnreadableFile

MOST_BYTES = 8 * 1024 * 1024
"""The most bytes of an uploaded file: some 5,000 questions with all their details."""
MOST_QUESTIONS = 5_000
"""The most questions of one file, so that a preview of it stays usable."""
MOST_DEPTH = 100
"""How deep elements may be nested."""
MOST_MARKS = 600_000
"""Signs `<` in one XML file: 5,000 questions of Moodle have some 60 each, and a tree of so many elements takes 50 MB."""
MOST_ATTRIBUTES = 1_000
"""The most attributes of one element; those that are read have a handful."""


def within_size_limit(file: bytes) -> bytes:
    """The file itself, where it is not too large. Raises `TooLarge`."""
    if len(file) > MOST_BYTES:
        raise TooLarge(MOST_BYTES)
    return file


def check_question_count(count: int) -> None:
    """Raises `UnreadableFile` for more questions than a file may hold."""
    if count > MOST_QUESTIONS:
        raise UnreadableFile(
            f"The file holds more than {MOST_QUESTIONS} questions.",
            zh=f"文件里的题目超过 {MOST_QUESTIONS} 道，请分成几个文件。",
        )


def decode_text(file: bytes, *, otherwise: str | None = None) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; else in the encoding `otherwise`. Raises `UnreadableFile`."""
    within_size_limit(file)
    marked = file.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16" if marked else "utf-8-sig", otherwise):
        try:
            if encoding is not None:
                return file.decode(encoding)
        except UnicodeDecodeError as error:
            offset = error.start
    raise UnreadableFile(
        f"The file is not UTF-8 text (byte {offset + 1}).", zh=f"文件不是 UTF-8 编码的文本（第 {offset + 1} 个字节）。"
    )


def parse_xml(file: bytes, name: str = "") -> Element:
    """The root of an XML file: no document type, no entities of its own, nothing fetched. Raises `UnreadableFile`."""
    within_size_limit(file)
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
    depth, row = 0, [root]
    while row and depth <= MOST_DEPTH:
        depth, row = depth + 1, [child for node in row for child in node]
    return depth

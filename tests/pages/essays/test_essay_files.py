"""Files that essays are taken from: what is read, and what is refused."""

from __future__ import annotations

from io import BytesIO

import pytest

from core.api.documents import word
from core.backends.word_documents import MAIN, NoWordDocument, plain_text
from core.records.printed import Bar, Bars, Document, Heading, Listing, Paragraph, Table
from core.settings import Settings
from core.wiring import isolated_files
from pages.parts.writing.file import text_of

ESSAY = "我点了二个菜，我们吃得很快极了。\n\n下午我们去看电影，电影很有意思。"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk"])
def test_text_files_are_read_in_the_usual_encodings(encoding: str) -> None:
    assert text_of("a.txt", ESSAY.encode(encoding), word=plain_text) == ESSAY


@pytest.mark.parametrize(
    ("name", "file"), [("a.docx", b"PK\x03\x04broken"), ("a.docx", b"plain"), ("a.txt", b"\x00\x01\xff")]
)
def test_a_file_that_is_none_is_not_read(name: str, file: bytes) -> None:
    assert text_of(name, file, word=isolated_files(Settings()).word_text) is None


def test_a_word_document_gives_back_the_text_that_was_written_into_it() -> None:
    blocks = (
        Heading("一"),
        Paragraph("我的家\x07。", "read"),
        Listing(("甲",)),
        Bars((Bar("结构", 80.0),)),
        Table(("a", "b"), (("1", "2"),)),
    )
    text = plain_text(word(Document("作文", "zh", blocks, subtitle="今天", footer="文路")))
    assert text.split("\n") == ["作文", "今天", "一", "我的家。", "甲", "结构", "80.0", "a", "b", "1", "2"]


def test_a_merged_cell_of_a_word_document_is_read_once() -> None:
    from docx import Document as blank

    made = blank()
    table = made.add_table(rows=2, cols=2)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "我的家"
    table.cell(1, 0).text = "我家很大。"
    table.cell(1, 1).text = "我家很大。"
    out = BytesIO()
    made.save(out)
    assert plain_text(out.getvalue()) == "我的家\n我家很大。\n我家很大。"


def test_an_archive_that_would_burst_is_refused() -> None:
    from zipfile import ZIP_DEFLATED, ZipFile

    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", f'<R><R Type="x{MAIN}" Target="word/document.xml"/></R>')
        archive.writestr("word/document.xml", b" " * 21_000_000)
    with pytest.raises(NoWordDocument, match=r"no readable \.docx"):
        plain_text(out.getvalue())

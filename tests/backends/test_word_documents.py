"""Word files that somebody sends: what is read of them, and how little a crafted one may cost."""

from __future__ import annotations

import io
import time
import zipfile

import pytest

from core.backends.word_documents import MAIN, MOST_PIECES, NoWordDocument, plain_text
from evaluation.timing import cpu_seconds

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
CELL = "<w:tc><w:tcPr>{}</w:tcPr><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"


def word_of(body: str, *, namespace: str = WORD, target: str = "word/document.xml") -> bytes:
    """The least that is a .docx."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_rels/.rels", f'<R><Relationship Type="x{MAIN}" Target="{target}"/></R>')
        whole = f'<w:document xmlns:w="{namespace}"><w:body>{body}</w:body></w:document>'
        archive.writestr("word/document.xml", whole)
    return out.getvalue()


def table(*rows: str) -> bytes:
    return word_of("<w:tbl>" + "".join(f"<w:tr>{row}</w:tr>" for row in rows) + "</w:tbl>")


@pytest.mark.parametrize("span", [1_000_000, 2**31 - 1, 10**30])
def test_a_cell_that_says_it_is_a_million_columns_wide_is_one_cell(span: int) -> None:
    began = time.process_time()
    assert plain_text(table(CELL.format(f'<w:gridSpan w:val="{span}"/>', "我"))) == "我"
    assert time.process_time() - began < 1


def test_merged_rows_are_read_once_and_as_fast_as_others() -> None:
    first, below = CELL.format('<w:vMerge w:val="restart"/>', "我"), CELL.format("<w:vMerge/>", "")
    document = table(first, *[below] * 5_000, CELL.format("", "你"))
    assert plain_text(document) == "我\n你"
    assert cpu_seconds(lambda: plain_text(document)) < 5


def test_runs_links_tabs_and_breaks_are_read_as_they_stand() -> None:
    body = (
        "<w:p><w:r><w:t>我</w:t><w:tab/><w:t>家</w:t><w:br/><w:t>大</w:t><w:br w:type='page'/></w:r>"
        "<w:hyperlink><w:r><w:t>网</w:t></w:r></w:hyperlink><w:del><w:r><w:delText>旧</w:delText></w:r></w:del></w:p><w:p/>"
        "<w:p><w:r><w:t>完</w:t><w:noBreakHyphen/></w:r></w:p>"
    )
    assert plain_text(word_of(body)) == "我\t家\n大网\n\n完-"
    assert plain_text(word_of(body, namespace=STRICT)) == "我\t家\n大网\n\n完-"


@pytest.mark.parametrize(
    "file",
    [
        word_of("<w:p/>" * (MOST_PIECES + 1)),
        word_of("<w:p/>" * 1_000_000),
        word_of("<w:tbl><w:tr><w:tc>" * 200 + "</w:tc></w:tr></w:tbl>" * 200),
        word_of("", target="../../etc/passwd"),
        word_of("", target="http://127.0.0.1:9/x"),
        word_of("", target="_rels/.rels"),
        word_of("&a;"),
    ],
)
def test_a_crafted_document_is_refused_soon(file: bytes) -> None:
    def refused() -> None:
        with pytest.raises(NoWordDocument, match=r"no readable \.docx|a document of more|without a Word document"):
            plain_text(file)

    assert cpu_seconds(refused) < 5

"""What people typed is text in every file that is written: no element, no formula, no property, no picture that would be fetched."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest
from defusedxml.ElementTree import fromstring

from core.backends.pdf import PdfPrinter
from core.backends.word_documents import word_file
from core.questions.formats.anki import html
from core.records.printed import Document, Heading, Listing, Paragraph, Table, escape_formula, unescape_formula, visible
from pages.parts.figures import csv_bytes

MARK = (
    '=HYPERLINK("http://m.test")<img src="http://m.test/p.png"/><a href="http://m.test">x</a>'
    "{ INCLUDEPICTURE http://m.test }\r\nBEGIN:VEVENT\x0b\u202e茶"
)
DOCUMENT = Document(
    title=MARK,
    language="zh",
    subtitle=MARK,
    footer=MARK,
    blocks=(Heading(MARK), Paragraph(MARK), Listing((MARK,)), Table((MARK, "n"), ((MARK, "1"),))),
)


def test_a_pdf_prints_markup_as_text_and_fetches_nothing(tmp_path: Path) -> None:
    printer = PdfPrinter()
    if not printer.ready() or shutil.which("pdftotext") is None:
        assert not os.environ.get("CI"), "CI installs poppler-utils"
        pytest.skip("No Chinese font or no pdftotext on this machine.")
    file = printer.pdf(DOCUMENT)
    assert b"/URI" not in file
    assert b"/Subtype /Image" not in file
    (tmp_path / "a.pdf").write_bytes(file)
    command = ["pdftotext", "-raw", str(tmp_path / "a.pdf"), "-"]
    read = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "<imgsrc=" in re.sub(r"\s", "", read)


def test_a_word_file_holds_text_only() -> None:
    with zipfile.ZipFile(io.BytesIO(word_file(DOCUMENT))) as zipped:
        body, links = zipped.read("word/document.xml"), zipped.read("word/_rels/document.xml.rels")
    names = {element.tag.rpartition("}")[2] for element in fromstring(body).iter()}
    assert not names & {"hyperlink", "fldSimple", "instrText", "drawing", "pict"}
    assert b"m.test" not in links
    assert "\u202e" not in body.decode()


@pytest.mark.parametrize("cell", [MARK, "=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1", "'=1"])
def test_no_cell_of_a_table_runs_and_each_is_read_back(cell: str) -> None:
    table = csv_bytes([cell, "n"], [[cell, -1.5]]).decode("utf-8-sig")
    head, row = csv.reader(io.StringIO(table, newline=""))
    assert head[0] == row[0]
    assert row[0].startswith("'")
    assert row[1] == "-1.5"
    assert unescape_formula(escape_formula(cell)) == cell
    assert unescape_formula(row[0]) == visible(cell)


@pytest.mark.parametrize(
    "text", ["<img src=x>", "[sound:x.mp3]", r"\(x\)", r"\[x\]", "{{tts zh_CN:Stem}}", "[latex]x[/latex]", "[$]x[/$]"]
)
def test_anki_reads_no_command_in_a_text(text: str) -> None:
    field = html(text)
    assert not re.search(r"<img|\[sound:|\\[(\[]|\{\{|\[latex\]|\[\$\]", field)

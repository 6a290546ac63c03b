"""Printed documents: the Chinese comes back out, the fonts are embedded, any font on the system serves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from core.backends import fonts, pdf
from core.backends.fonts import SYSTEM_FONTS, FontFile, font_file, truetype
from core.backends.pdf import PdfPrinter
from core.errors import NoFont
from core.records.printed import (
    Axis,
    Bar,
    Bars,
    Card,
    Cards,
    Document,
    Heading,
    Line,
    LinePoint,
    Lines,
    Listing,
    Paragraph,
    Radar,
    Table,
)  # fmt: skip

SENTENCE = "骨、直、海、关、令：平均 78.5 分，高出 9.2 分（95% 区间 2.1–16.3）。"


def document(*blocks: object) -> Document:
    return Document("学习报告", "zh", blocks, subtitle="模拟学生 1", footer="文路")  # type: ignore[arg-type]


def text_of(data: bytes, folder: Path) -> str:
    """What another program reads in the file."""
    if shutil.which("pdftotext") is None:
        assert not os.environ.get("CI"), "CI installs poppler-utils"
        pytest.skip("There is no pdftotext on this machine (Debian: apt install poppler-utils).")
    (folder / "made.pdf").write_bytes(data)
    ran = subprocess.run(
        ["pdftotext", "-layout", str(folder / "made.pdf"), "-"], check=True, capture_output=True, text=True
    )
    return ran.stdout


def test_the_chinese_of_every_block_can_be_taken_out_again(tmp_path: Path) -> None:
    made = PdfPrinter().pdf(
        document(
            Paragraph(SENTENCE, "lead"),
            Heading("四项技能"),
            Bars((Bar("语法", 78, (70, 85), "78 ± 7，90 题"), Bar("听力", None, value_text="数据还不够（1 题）"))),
            Lines((Line("平均分", (LinePoint("2026-10", 60, (50, 70)), LinePoint("2026-11", None))),)),
            Listing(("新达标 3 个知识点",)),
            Table(("知识点", "答对"), (("【一01】 方位名词", "8/11"),), number_columns=(1,)),
            Radar((Axis("听", 70, (60, 80)), Axis("说", None), Axis("读", 80), Axis("写", 50))),
        )
    )
    said = text_of(made, tmp_path)
    for text in (
        "学习报告", SENTENCE, "四项技能", "78 ± 7，90 题", "数据还不够（1 题）", "2026-10",
        "新达标 3 个知识点", "【一01】 方位名词", "8/11", "说", "模拟学生 1", "文路",
    ):  # fmt: skip
        assert text in said


def test_eight_cards_stand_on_a_page_and_a_long_name_stays_inside(tmp_path: Path) -> None:
    def card(number: int) -> Card:
        lines = (("学号", f"2026{number:03d}"), ("学校", "很长的学校名称" * 9))
        return Card(f"王小明{number}", lines, ("一次性登录码", "K7MP-3QXH"), "https://wenlu.example/?user=wangxm")

    made = PdfPrinter().pdf(document(Cards(tuple(map(card, range(17))))))
    assert len(re.findall(rb"/Type /Page\b", made)) == 3
    said = text_of(made, tmp_path)
    assert said.count("K7MP-3QXH") == 17
    assert "王小明16" in said
    assert "很长的学校名称" * 9 not in said


def test_markup_in_a_text_is_text(tmp_path: Path) -> None:
    assert "<b>不是标记</b> & <a" in text_of(PdfPrinter().pdf(document(Paragraph("<b>不是标记</b> & <a"))), tmp_path)


def test_the_fonts_with_chinese_are_embedded_as_truetype() -> None:
    made = PdfPrinter().pdf(document(Paragraph(SENTENCE)))
    names = set(re.findall(rb"/FontName /([A-Za-z+-]+)", made))
    assert len(names) == made.count(b"/FontFile2") == 2


def test_a_long_table_goes_on_over_pages_under_its_head(tmp_path: Path) -> None:
    rows = tuple((f"【三{number:02d}】 “把”字句", str(number)) for number in range(1, 91))
    said = text_of(PdfPrinter().pdf(document(Table(("知识点", "答对"), rows))), tmp_path)
    assert said.count("知识点") >= 3
    assert said.count("把") == 90


def test_each_document_has_its_own_characters(tmp_path: Path) -> None:
    for text in ("骨直海", "不是标记", "骨直海关令"):
        assert text in text_of(PdfPrinter().pdf(document(Paragraph(text))), tmp_path)


def test_one_document_leaves_no_font_behind() -> None:
    from reportlab.pdfbase import pdfmetrics

    PdfPrinter().pdf(document(Paragraph(SENTENCE)))
    assert not [name for name in pdfmetrics._fonts if name.startswith("wenlu-")]
    assert not [name for name in pdfmetrics._dynFaceNames if b"Noto" in name]


@pytest.mark.parametrize("font", [font for font in SYSTEM_FONTS if font.path.exists()], ids=lambda font: font.path.name)
def test_every_font_of_this_system_becomes_a_small_truetype_font(font: FontFile) -> None:
    made = truetype(font, "骨直海关令 12")
    with TTFont(BytesIO(made)) as read:
        assert "glyf" in read
        assert {ord(each) for each in "骨直海关令"} <= set(read.getBestCmap())
    assert len(made) < 40_000


def test_the_package_s_font_comes_first() -> None:
    found = font_file("text")
    assert found is not None
    assert found.path.name == "NotoSansSC-Regular.otf"


def test_without_any_font_the_message_says_which_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "SYSTEM_FONTS", ())
    monkeypatch.setattr(fonts, "PACKAGE", "no_such_package")
    monkeypatch.setattr(pdf, "font_file", font_file.__wrapped__)
    assert not PdfPrinter().ready()
    with pytest.raises(NoFont, match="No font with Chinese characters") as raised:
        PdfPrinter().pdf(document())
    assert "fonts-lxgw-wenkai" in raised.value.remedy("zh")
    assert "fonts-lxgw-wenkai" in raised.value.remedy("en")

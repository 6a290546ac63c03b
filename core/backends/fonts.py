"""Chinese fonts for documents: found in a package or on the system, cut down to the characters that a document uses.

PDF wants TrueType outlines; most free Chinese fonts have PostScript ones (CFF), which reportlab cannot embed. So every font is read
by fontTools, cut down to the document's characters, and given quadratic outlines where it has cubic ones: any font
file serves, and what is embedded is small.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

Face = Literal["text", "title", "kai"]
"""The interface's own, that of titles, and the one in which learners read: Kai, whose strokes are those of handwriting."""

PACKAGE = "pylopdf_fonts_zh_cn"
"""Noto Sans SC and Noto Serif SC (SIL Open Font License) as a package of data."""
IN_PACKAGE: dict[Face, str] = {
    "text": "NotoSansSC-Regular.otf",
    "title": "NotoSerifSC-Regular.otf",
    "kai": "NotoSerifSC-Regular.otf",
}
"""No package of data has a Kai; where the system has none either, Song is next to what textbooks use."""
ERROR_UNITS = 1.0
"""How far a quadratic outline may stray from the cubic one, in font units (1/1000 em): 0.01 pt at 10 pt."""
ZEROED_MAXP_FIELDS = (
    "maxPoints", "maxContours", "maxCompositePoints", "maxCompositeContours", "maxTwilightPoints", "maxStorage",
    "maxFunctionDefs", "maxInstructionDefs", "maxStackElements", "maxSizeOfInstructions", "maxComponentElements",
    "maxComponentDepth",
)  # fmt: skip


@dataclass(frozen=True)
class FontFile:
    """A font: a file and, in a collection, the number of its simplified Chinese face."""

    path: Path
    number: int = 0


WENKAI = FontFile(Path("/usr/share/fonts/truetype/lxgw-wenkai/LXGWWenKai-Regular.ttf"))
SYSTEM_KAI_FONTS: tuple[FontFile, ...] = (
    WENKAI,
    FontFile(Path("/usr/share/fonts/lxgw-wenkai/LXGWWenKai-Regular.ttf")),
    FontFile(Path("/usr/share/fonts/TTF/LXGWWenKai-Regular.ttf")),
    FontFile(Path("/usr/share/fonts/truetype/arphic/ukai.ttc"), 0),
    FontFile(Path("C:/Windows/Fonts/simkai.ttf")),
    FontFile(Path("/System/Library/Fonts/Supplemental/Kaiti.ttc"), 0),
    FontFile(Path("/Library/Fonts/Kaiti.ttc"), 0),
)
"""Where systems keep a Kai: LXGW WenKai (Debian: fonts-lxgw-wenkai), AR PL UKai CN, KaiTi, Kaiti SC."""
SYSTEM_FONTS: tuple[FontFile, ...] = (
    WENKAI,
    FontFile(Path("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc"), 2),
    FontFile(Path("/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc"), 2),
    FontFile(Path("/usr/share/fonts/google-noto-sans-cjk-fonts/NotoSansCJK-Regular.ttc"), 2),
    FontFile(Path("/usr/share/fonts/truetype/wqy/wqy-microhei.ttc")),
    FontFile(Path("C:/Windows/Fonts/msyh.ttc")),
    FontFile(Path("C:/Windows/Fonts/simkai.ttf")),
    FontFile(Path("C:/Windows/Fonts/simhei.ttf")),
    FontFile(Path("/System/Library/Fonts/Supplemental/Songti.ttc"), 6),
    FontFile(Path("/Library/Fonts/Arial Unicode.ttf")),
    FontFile(Path("/System/Library/Fonts/Supplemental/Arial Unicode.ttf")),
)
"""Where Debian, Arch, Fedora, Windows and macOS keep fonts with simplified glyph forms, in the order of preference. In the
collections of Noto CJK the third face is the simplified one, in Songti the seventh (Regular SC)."""


@cache
def font_file(face: Face) -> FontFile | None:
    """The font of a face: the package's, else the first on the system (for Kai the system's first); None when there is none."""
    return next((font for font in _candidates(face) if font.path.is_file()), None)


def _candidates(face: Face) -> Iterator[FontFile]:
    if face == "kai":
        yield from SYSTEM_KAI_FONTS
    spec = find_spec(PACKAGE)
    for folder in spec.submodule_search_locations or [] if spec else []:
        yield FontFile(Path(folder) / IN_PACKAGE[face])
    yield from SYSTEM_FONTS


def truetype(font: FontFile, text: str) -> bytes:
    """A TrueType font of the characters of `text`; those that the font lacks are left out."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.layout_features = []
    options.hinting = False
    options.notdef_outline = True
    options.drop_tables += ["BASE", "DSIG", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    out = BytesIO()
    with TTFont(font.path, fontNumber=font.number, lazy=True) as font_tables:
        subsetter = Subsetter(options)
        subsetter.populate(text=text)
        subsetter.subset(font_tables)
        if "CFF " in font_tables:
            _with_quadratic_outlines(font_tables)
        font_tables.save(out)
    return out.getvalue()


def _with_quadratic_outlines(font: Any) -> None:
    """Replace the CFF outlines by `glyf` ones, in place."""
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.ttLib import newTable

    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    font["loca"], font["glyf"] = newTable("loca"), newTable("glyf")
    font["glyf"].glyphOrder, font["glyf"].glyphs = order, {}
    for name in order:
        pen = TTGlyphPen(glyphs)
        glyphs[name].draw(Cu2QuPen(pen, ERROR_UNITS, reverse_direction=True))
        font["glyf"].glyphs[name] = pen.glyph()
    del font["CFF "]
    font["glyf"].compile(font)
    for name in order:
        font["hmtx"][name] = (font["hmtx"][name][0], getattr(font["glyf"][name], "xMin", 0))
    maximum_profile = font["maxp"]
    maximum_profile.tableVersion = 0x00010000
    maximum_profile.numGlyphs, maximum_profile.maxZones = len(order), 1
    for name in ZEROED_MAXP_FIELDS:
        setattr(maximum_profile, name, 0)
    font["post"].formatType = 3.0
    font.sfntVersion = "\0\1\0\0"

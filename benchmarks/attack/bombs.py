"""Files crafted to cost more than they are: by nesting, expansion, spans, claims and repetitions, each made by kind and size."""

from __future__ import annotations

import io
import json
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain

from benchmarks.attack.file_seeds import document, encoded, items, sounds, voice
from core.questions.formats.registry import FORMATS
from core.questions.formats.table import COLUMNS

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
MOST = 8_000_000
"""Bytes of an upload of questions; what is longer is refused by its size alone."""


@dataclass(frozen=True)
class Bomb:
    """A file of a kind (`file_seeds.KINDS`), made when it is wanted."""

    name: str
    kind: str
    make: Callable[[], bytes]


def bombs() -> list[Bomb]:
    """All of them, 200 and some."""
    return list(chain(_gift(), _html(), _xml(), _qti(), _csv(), _word(), _anki(), _sound(), _recordings()))


def sizes(kind: str, name: str, make: Callable[[int], bytes], *counts: int) -> Iterator[Bomb]:
    """One bomb a size."""
    for count in counts:
        yield Bomb(f"{name} x {count:,}", kind, partial(make, count))


# -- questions as text -------------------------------------------------------------------------------------------


def _gift() -> Iterator[Bomb]:
    def answered(text: str) -> bytes:
        return f"题 {{{text}}}\n".encode()

    def commented(text: str) -> bytes:
        return f"// {text}\n题 {{=是 ~不}}\n".encode()

    yield from sizes(
        "gift", "spaces in an ordering", lambda n: answered(">" + " " * n + "x"), 60, 200, 20_000, 2_000_000
    )
    yield from sizes("gift", "words in an ordering", lambda n: answered("> 1 " + "A" * n), 60, 20_000, 2_000_000)
    yield from sizes("gift", "ids that do not end", lambda n: commented("[id:" * n), 20_000, 500_000)
    yield from sizes("gift", "tags that do not end", lambda n: commented("[tag:" * n), 20_000, 500_000)
    yield from sizes("gift", "details that do not end", lambda n: commented("[wenlu:" * n), 20_000, 500_000)
    yield from sizes(
        "gift", "details before spaces", lambda n: commented("[wenlu:{}]" + "] " * n + "x"), 20_000, 500_000
    )
    yield from sizes(
        "gift", "nesting in details", lambda n: commented("[wenlu:" + "[" * n + "]" * n + "]"), 2_000, 500_000
    )
    yield from sizes(
        "gift", "lines under damaged details", lambda n: b"// [wenlu:x]\n" + b"A. x\n" * n + b"y{=x}", 10_000, 200_000
    )
    yield from sizes("gift", "spaces in an answer", lambda n: answered("=a" + " " * n + "b ~c"), 20_000, 2_000_000)
    yield from sizes("gift", "answers", lambda n: answered("~b" * n + "=a"), 20_000, 2_000_000)
    yield from sizes("gift", "pairs", lambda n: answered("=a -> b" * n), 20_000, 800_000)
    yield from sizes("gift", "empty lines", lambda n: b"\n" * n, 200_000, MOST)
    yield from sizes("gift", "escapes", lambda n: answered("=" + "\\~" * n), 20_000, 2_000_000)
    yield from sizes("gift", "blanks", lambda n: b"_" * n + b"{=x}", 20_000, MOST - 10)
    yield from sizes("gift", "questions", lambda n: b"x{=y}\n\n" * n, 5_000, 500_000)
    yield from sizes("gift", "a weight of nines", lambda n: answered("~%100." + "9" * n + "%x"), 5_000, 2_000_000)
    yield from sizes("gift", "zero bytes", lambda n: b"\x00" * n, 20_000, MOST)
    for encoding in ("utf-16", "utf-32", "utf-16-be", "utf-7"):
        yield Bomb(f"questions in {encoding}", "gift", partial(("题 {=是 ~不}\n\n" * 5_000).encode, encoding))


def _html() -> Iterator[Bomb]:
    def asked(text: str) -> bytes:
        return f"[html]{text} {{=x ~y}}\n".encode()

    def repeated(piece: str, count: int) -> bytes:
        return asked(piece * count)

    pieces = {
        "tags that do not end": "<a ", "ends that do not end": "</a ", "comments": "<!--", "declarations": "<!x", "instructions": "<?x",
        "scripts": "<script>", "quotes in tags": "<a '\"", "quoted ends": "<a '>'", "references": "&#38;", "names": "&amp", "titles": "<title>",
        "paragraphs": "<p><b>", "pictures": "<img alt='x'>", "signs": "<",
    }  # fmt: skip
    for name, piece in pieces.items():
        yield from sizes("gift", f"HTML: {name}", partial(repeated, piece), 20_000, 600_000)
    yield from sizes("gift", "HTML: a number of nines", lambda n: asked("<b>&#" + "9" * n + ";</b>"), 5_000, 2_000_000)
    yield from sizes("gift", "HTML: an attribute", lambda n: asked("<img " + "a" * n + ">"), 20_000, 2_000_000)
    yield from sizes("gift", "HTML: attributes", lambda n: asked("<img " + "a=" * n + ">"), 20_000, 2_000_000)


def _csv() -> Iterator[Bomb]:
    head = b"type,stem,options,key,orders,level,id\n"

    def row(*cells: str) -> bytes:
        return head + ",".join(f'"{cell}"' for cell in cells).encode() + b"\n"

    yield from sizes("csv", "a cell", lambda n: row("填空", "x" * n, "", "y", "", "1"), 20_000, 100_000, MOST - 100)
    yield from sizes("csv", "columns", lambda n: b"type" + b",a" * n + b"\n" + b"x," * n, 20_000, 1_500_000)
    yield from sizes("csv", "rows", lambda n: head + b"x\n" * n, 20_000, 3_000_000)
    yield from sizes("csv", "empty rows", lambda n: head + b"\n" * n, 200_000, MOST - 100)
    yield from sizes(
        "csv",
        "a cell that ends in a backslash",
        lambda n: row("选择", "x", "a" * n + "\\", "a", "", "1"),
        20_000,
        120_000,
    )
    yield from sizes(
        "csv", "spaces in an option", lambda n: row("选择", "x", "a" + " " * n + "b|c", "c", "", "1"), 20_000, 120_000
    )
    yield from sizes("csv", "options", lambda n: row("选择", "x", "a|" * n, "a", "", "1"), 20_000, 60_000)
    yield from sizes("csv", "digits in an order", lambda n: row("排序", "x", "a|b|c", "", "9" * n, "1"), 5_000, 120_000)
    yield from sizes("csv", "orders", lambda n: row("排序", "x", "a|b|c", "", "2 1 3|" * n, "1"), 5_000, 18_000)
    yield from sizes(
        "csv", "spaces in a level", lambda n: row("填空", "x", "", "y", "", "1" + " " * n + "x"), 20_000, 120_000
    )
    yield from sizes("csv", "apostrophes", lambda n: row("填空", "'" * n, "", "y", "", "1"), 20_000, 120_000)
    yield from sizes("csv", "a quote that does not end", lambda n: head + b'"' + b"x\n" * n, 20_000, 3_000_000)
    yield from sizes("csv", "choices with an id of this service", ours, 500, 5_000)


def ours(count: int) -> bytes:
    """A table of choices that bear ids of this service, so that the arrangement with that id is looked for."""
    head = ",".join(COLUMNS).encode() + b"\n"
    return head + b"".join(b"q_%d,multiple_choice,grammar,1,a,,%d,,a|b|c|d|e|f|g,a\n" % (n, n) for n in range(count))


# -- questions as XML --------------------------------------------------------------------------------------------


def _xml() -> Iterator[Bomb]:
    def quiz(inner: bytes) -> bytes:
        return b"<quiz>" + inner + b"</quiz>"

    def question(inner: bytes, kind: bytes = b"multichoice") -> bytes:
        return quiz(b'<question type="' + kind + b'"><name><text>x</text></name>' + inner + b"</question>")

    yield from sizes(
        "moodle_xml", "elements in one another", lambda n: quiz(b"<a>" * n + b"</a>" * n), 90, 20_000, 1_000_000
    )
    yield from sizes("moodle_xml", "elements that do not end", lambda n: b"<a>" * n, 20_000, 2_000_000)
    yield from sizes("moodle_xml", "elements", lambda n: quiz(b"<a/>" * n), 200_000, 1_900_000)
    yield from sizes(
        "moodle_xml",
        "attributes",
        lambda n: quiz(b"<a " + b" ".join(b"a%d='x'" % k for k in range(n)) + b"/>"),
        20_000,
        600_000,
    )
    yield from sizes(
        "moodle_xml",
        "namespaces",
        lambda n: quiz(b"<a " + b" ".join(b"xmlns:n%d='x'" % k for k in range(n)) + b"/>"),
        900,
        300_000,
    )
    yield from sizes(
        "moodle_xml",
        "answers",
        lambda n: question(b"<answer fraction='1'><text>x</text></answer>" * n),
        20_000,
        150_000,
    )
    yield from sizes(
        "moodle_xml",
        "subquestions",
        lambda n: question(b"<subquestion><text>x</text></subquestion>" * n, b"matching"),
        20_000,
        150_000,
    )
    yield from sizes("moodle_xml", "an unknown kind", lambda n: question(b"", b"x" * n), 20_000, MOST - 200)
    yield from sizes("moodle_xml", "a name", lambda n: b"<" + b"a" * n + b"/>", 20_000, MOST - 200)
    yield from sizes("moodle_xml", "a comment", lambda n: quiz(b"<!--" + b"x" * n + b"-->"), 20_000, MOST - 200)
    yield from sizes("moodle_xml", "instructions", lambda n: quiz(b"<?x y?>" * n), 20_000, 1_000_000)
    yield from sizes(
        "moodle_xml",
        "references",
        lambda n: question(b"<questiontext><text>" + b"&#65;" * n + b"</text></questiontext>"),
        20_000,
        1_500_000,
    )
    yield from sizes(
        "moodle_xml",
        "HTML that does not end",
        lambda n: question(b"<questiontext><text>" + b"&lt;a " * n + b"</text></questiontext>"),
        20_000,
        1_000_000,
    )
    yield from sizes(
        "moodle_xml",
        "a fraction of nines",
        lambda n: question(b"<answer fraction='" + b"9" * n + b"'/>"),
        5_000,
        MOST - 300,
    )
    for name, inner in _entities().items():
        yield Bomb(name, "moodle_xml", partial(bytes, inner))
    for encoding in ("utf-16", "idna", "unicode_escape", "zlib", "utf-7", "rot13"):
        said = f"<?xml version='1.0' encoding='{encoding}'?><quiz/>"
        yield Bomb(f"XML in {encoding}", "moodle_xml", partial(said.encode))


def _entities() -> dict[str, bytes]:
    laughs = "".join(f"<!ENTITY a{n} '{f'&a{n - 1};' * 10 if n else 'ha'}'>" for n in range(10))
    return {
        "entities of entities": f"<!DOCTYPE quiz [{laughs}]><quiz>&a9;</quiz>".encode(),
        "one large entity": f"<!DOCTYPE q [<!ENTITY a '{'x' * 100_000}'>]><quiz>{'&a;' * 100_000}</quiz>".encode(),
        "an entity of a file": b"<!DOCTYPE q [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><quiz>&a;</quiz>",
        "a parameter entity": b"<!DOCTYPE q [<!ENTITY % a SYSTEM 'http://127.0.0.1:9/x'> %a;]><quiz/>",
        "entities by the 100,000": b"<!DOCTYPE q ["
        + b"".join(b"<!ENTITY e%d 'x'>" % n for n in range(100_000))
        + b"]><quiz/>",
    }


# -- zips --------------------------------------------------------------------------------------------------------


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip of files."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


def _manifest(*names: str) -> bytes:
    listed = "".join(f'<resource type="imsqti_item_xmlv2p1" href="{name}"/>' for name in names)
    return f"<manifest><resources>{listed}</resources></manifest>".encode()


def _qti() -> Iterator[Bomb]:
    def package(item: bytes, times: int = 1) -> bytes:
        return zipped({"imsmanifest.xml": _manifest(*["a.xml"] * times), "a.xml": item})

    def item(inner: bytes, before: bytes = b"") -> bytes:
        return b"<assessmentItem>" + before + b"<itemBody>" + inner + b"</itemBody></assessmentItem>"

    def order(count: int) -> bytes:
        values = b"".join(b"<value>c%d</value>" % n for n in range(count))
        choices = b"".join(b"<simpleChoice identifier='c%d'>x</simpleChoice>" % n for n in range(count))
        orders = b"".join(b"<baseValue>c%d</baseValue>" % n for n in range(count))
        said = (
            b"<responseDeclaration identifier='R'><correctResponse>"
            + values
            + b"</correctResponse></responseDeclaration>"
        )
        end = b"<responseProcessing><ordered>" + orders + b"</ordered></responseProcessing></assessmentItem>"
        body = item(b"<orderInteraction responseIdentifier='R'>" + choices + b"</orderInteraction>", said)
        return body.removesuffix(b"</assessmentItem>") + end

    yield from sizes(
        "qti",
        "a manifest that unpacks to zeros",
        lambda n: zipped({"imsmanifest.xml": bytes(n)}),
        3_000_000,
        200_000_000,
    )
    yield from sizes("qti", "an item that unpacks to spaces", lambda n: package(item(b" " * n)), 3_000_000, 200_000_000)
    yield from sizes("qti", "one item named often", lambda n: package(item(b"<p>x</p>" * 20_000), n), 100, 5_000)
    yield from sizes(
        "qti", "members", lambda n: zipped({f"{k}.xml": b"" for k in range(n)}, zipfile.ZIP_STORED), 5_000, 60_000
    )
    yield from sizes("qti", "pieces of an order", order, 1_000, 20_000)
    yield from sizes(
        "qti", "paragraphs in one another", lambda n: package(item(b"<p>" * n + b"x" + b"</p>" * n)), 90, 5_000
    )
    yield from sizes(
        "qti",
        "choices in one another",
        lambda n: item(
            b"<choiceInteraction>"
            + (b"<simpleChoice>" + b"x" * 20_000) * n
            + b"</simpleChoice>" * n
            + b"</choiceInteraction>"
        ),
        20,
        80,
    )
    yield from sizes("qti", "a path", lambda n: zipped({"imsmanifest.xml": _manifest("../" * n + "a.xml")}), 10, 20_000)
    yield from sizes("qti", "zips in a zip", _zips_in_zips, 3, 30)
    yield from sizes("qti", "members that lie over one another", _overlapping, 100, 5_000)
    for field, place in (("unpacked size", 24), ("packed size", 20), ("offset", 42), ("length of the name", 28)):
        for value in (0, 0x7FFFFFFF, 0xFFFFFFFE):
            yield Bomb(f"a lying {field} of {value:#x}", "qti", partial(_false_directory_entry, place, value))


def _zips_in_zips(depth: int) -> bytes:
    inner = bytes(1_000_000)
    for _ in range(depth):
        inner = zipped({"imsmanifest.xml": inner})
    return inner


def _overlapping(count: int) -> bytes:
    """Many entries of the directory for one member, after D. Fifield, "A better zip bomb" (2019)."""
    packed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packed.compress(bytes(4_000_000)) + packed.flush()
    check = zlib.crc32(bytes(4_000_000))
    sizes_of = struct.pack("<III", check, len(data), 4_000_000)
    local = b"PK\x03\x04" + struct.pack("<HHHHH", 20, 0, 8, 0, 0) + sizes_of + struct.pack("<HH", 1, 0) + b"a" + data
    entries = b""
    for number in range(count):
        name = b"%d" % number if number else b"imsmanifest.xml"
        entries += b"PK\x01\x02" + struct.pack("<HHHHHH", 20, 20, 0, 8, 0, 0) + sizes_of
        entries += struct.pack("<HHHHHII", len(name), 0, 0, 0, 0, 0, 0) + name
    return local + entries + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(entries), len(local), 0)


def _false_directory_entry(offset: int, value: int) -> bytes:
    """A package whose first entry of the directory claims something else."""
    file = bytearray(FORMATS["qti"].file(items(2), language="zh"))
    entry = file.index(b"PK\x01\x02")
    width = 2 if offset == 28 else 4
    file[entry + offset : entry + offset + width] = (value & (1 << 8 * width) - 1).to_bytes(width, "little")
    return bytes(file)


# -- Word --------------------------------------------------------------------------------------------------------


def word_of(body: bytes, **beside: bytes) -> bytes:
    """A Word document with that body."""
    whole = f'<w:document xmlns:w="{WORD}"><w:body>'.encode() + body + b"</w:body></w:document>"
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(document())) as valid, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as written:
        for name in valid.namelist():
            written.writestr(name, whole if name == "word/document.xml" else valid.read(name))
        for name, content in beside.items():
            written.writestr(name, content)
    return out.getvalue()


def spanning(columns: int) -> bytes:
    """A table with one cell that says it is so many columns wide."""
    cell = b'<w:tc><w:tcPr><w:gridSpan w:val="%d"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>' % columns
    return word_of(b"<w:tbl><w:tr>" + cell + b"</w:tr></w:tbl>")


def merged(rows: int, columns: int = 1) -> bytes:
    """A table whose every row goes on from the one above."""
    cell = b"<w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc>" * columns
    first = cell.replace(b"<w:vMerge/>", b'<w:vMerge w:val="restart"/>')
    return word_of(b"<w:tbl><w:tr>" + first + b"</w:tr>" + (b"<w:tr>" + cell + b"</w:tr>") * rows + b"</w:tbl>")


def _word() -> Iterator[Bomb]:
    yield from sizes("word", "columns claimed", spanning, 1_000_000, 2**31 - 1, 10**30)
    yield from sizes("word", "merged rows", merged, 900, 30_000)
    yield from sizes("word", "merged rows of 60", lambda n: merged(n, 60), 100, 900)
    yield from sizes("word", "empty paragraphs", lambda n: word_of(b"<w:p/>" * n), 40_000, 1_000_000)
    yield from sizes(
        "word", "runs", lambda n: word_of(b"<w:p>" + b"<w:r><w:t>x</w:t></w:r>" * n + b"</w:p>"), 50_000, 300_000
    )
    yield from sizes(
        "word",
        "links between runs",
        lambda n: word_of(b"<w:p>" + b"<w:r/><w:hyperlink/>" * n + b"</w:p>"),
        50_000,
        180_000,
    )
    yield from sizes("word", "tables between paragraphs", lambda n: word_of(b"<w:p/><w:tbl/>" * n), 50_000, 180_000)
    yield from sizes(
        "word",
        "tables in tables",
        lambda n: word_of(b"<w:tbl><w:tr><w:tc>" * n + b"</w:tc></w:tr></w:tbl>" * n),
        25,
        20_000,
    )
    yield from sizes(
        "word",
        "a text",
        lambda n: word_of(b"<w:p><w:r><w:t>" + b"x" * n + b"</w:t></w:r></w:p>"),
        3_000_000,
        12_000_000,
        100_000_000,
    )
    yield from sizes(
        "word", "tabs", lambda n: word_of(b"<w:p><w:r>" + b"<w:tab/>" * n + b"</w:r></w:p>"), 50_000, 400_000
    )
    yield from sizes(
        "word",
        "attributes",
        lambda n: word_of(b"<w:p " + b" ".join(b"a%d=''" % k for k in range(n)) + b"/>"),
        20_000,
        300_000,
    )
    yield from sizes(
        "word", "pictures", lambda n: word_of(b"<w:p/>", **{"word/media/a.png": bytes(n)}), 3_000_000, 300_000_000
    )
    yield from sizes(
        "word", "parts", lambda n: word_of(b"<w:p/>", **{f"word/x{k}.xml": b"" for k in range(n)}), 2_000, 30_000
    )
    for name, inner in _entities().items():
        yield Bomb(f"Word: {name}", "word", partial(_word_main, inner))
    for target in ("../../etc/passwd", "/etc/passwd", "http://127.0.0.1:9/x", "_rels/.rels", "", "word"):
        relation = f'<R><Relationship Type="x/officeDocument" Target="{target}"/></R>'
        yield Bomb(
            f"Word: its text in {target!r}",
            "word",
            partial(zipped, {"_rels/.rels": relation.encode()}),
        )


def _word_main(main: bytes) -> bytes:
    relation = b'<R><Relationship Type="x/officeDocument" Target="word/document.xml"/></R>'
    return zipped({"_rels/.rels": relation, "word/document.xml": main})


def _anki() -> Iterator[Bomb]:
    """Nothing reads decks; a teacher may still choose one, which is a zip."""
    yield from sizes(
        "anki",
        "a deck of zeros",
        lambda n: zipped({"collection.anki2": bytes(n), "media": b"{}"}),
        1_000_000,
        200_000_000,
    )
    yield from sizes(
        "anki",
        "media",
        lambda n: zipped({"collection.anki2": b"", "media": json.dumps({str(k): "x" for k in range(n)}).encode()}),
        10_000,
        300_000,
    )


# -- sound -------------------------------------------------------------------------------------------------------


def wav(
    *,
    channels: int = 1,
    rate: int = 16_000,
    bits: int = 16,
    claimed: int | None = None,
    data_length: int = 32_000,
    form: int = 1,
) -> bytes:
    """A wav with any header; `claimed` is what it says of its length."""
    frame_bytes = max(1, channels * bits // 8) & 0xFFFF
    format_fields = struct.pack(
        "<HHIIHH", form, channels & 0xFFFF, rate, rate * frame_bytes & 0xFFFFFFFF, frame_bytes, bits
    )
    length = data_length if claimed is None else claimed
    return (
        b"RIFF"
        + struct.pack("<I", min(length + 36, 0xFFFFFFFF))
        + b"WAVEfmt \x10\x00\x00\x00"
        + format_fields
        + b"data"
        + struct.pack("<I", length)
        + bytes(data_length)
    )


def box(name: bytes, content: bytes, size: int | None = None) -> bytes:
    """A box of MP4 (ISO/IEC 14496-12)."""
    return struct.pack(">I", len(content) + 8 if size is None else size) + name + content


def m4a(name: bytes, count: int) -> bytes:
    """A real m4a whose table of that name claims so many entries."""
    file = bytearray(encoded(voice(0.5), "mp4", "aac"))
    place = file.index(name) + 8 + (4 if name == b"stsz" else 0)
    file[place : place + 4] = struct.pack(">I", count)
    return bytes(file)


def flac_with(kind: int, size: int) -> bytes:
    """A real flac with a block of metadata before its sound."""
    file = sounds()[1]
    return file[:42].replace(b"\x80", b"\x00", 1) + bytes([kind]) + size.to_bytes(3) + bytes(size) + file[42:]


def id3(size: int, content_length: int) -> bytes:
    """A real mp3 behind a tag that claims `size` bytes."""
    size_field = bytes(size >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\x04\x00\x00" + size_field + bytes(content_length) + sounds()[3]


def ogg_streams(count: int) -> bytes:
    """The first page of a real ogg under so many serial numbers, then the file itself."""
    file = sounds()[2]
    first = file[: file.index(b"OggS", 4)]
    return b"".join(first[:14] + struct.pack("<I", number) + first[18:] for number in range(count)) + file


def ebml(depth: int) -> bytes:
    """The head of a webm and segments of unknown size in one another."""
    file = encoded(voice(0.5), "webm", "libopus")
    return file[: file.index(b"\x18\x53\x80\x67")] + b"\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff" * depth


def _sound() -> Iterator[Bomb]:
    for name, file in {
        "4 GB claimed": wav(claimed=0xFFFFFFFE), "65,535 channels": wav(channels=65_535), "no channel": wav(channels=0), "no rate": wav(rate=0),
        "a rate of 2^32": wav(rate=0xFFFFFFFF), "a rate of 1": wav(rate=1), "65,535 bits": wav(bits=65_535), "no bits": wav(bits=0),
        "8 channels": wav(channels=8, data_length=1_600_000), "a rate of 384,000": wav(rate=384_000, data_length=10_000_000), "all zeros": b"RIFF" + bytes(1_000_000),
        "a codec of its own": wav(form=0xFFFE), "ADPCM": wav(form=2, bits=4), "MPEG in wav": wav(form=85),
    }.items():  # fmt: skip
        yield Bomb(f"a wav: {name}", "sound", partial(bytes, file))
    yield from sizes("sound", "a wav of zeros", lambda n: wav(data_length=n), 3_000_000, 31_000_000)
    yield from sizes(
        "sound",
        "chunks of a wav",
        lambda n: b"RIFF\xff\xff\xff\x7fWAVE" + b"junk\x00\x00\x00\x00" * n,
        20_000,
        3_000_000,
    )
    for table in (b"stsz", b"stts", b"stsc", b"stco"):
        yield from sizes(
            "sound",
            f"entries claimed in {table.decode()}",
            partial(m4a, table),
            10_000_000,
            2**28,
            2**32 - 1,
        )
    yield from sizes(
        "sound",
        "boxes in one another",
        lambda n: b"".join(box(b"moov" if k else b"ftyp", b"", (n - k) * 8 + 8) for k in range(n)),
        500,
        300_000,
    )
    yield from sizes("sound", "segments in one another", ebml, 500, 300_000)
    yield from sizes("sound", "bytes of a flac's picture", lambda n: flac_with(6, n), 1_000_000, 16_777_215)
    yield from sizes("sound", "bytes of a flac's padding", lambda n: flac_with(1, n), 16_777_215)
    yield from sizes("sound", "bytes of ID3 claimed", lambda n: id3(n, 0), 268_435_455)
    yield from sizes("sound", "bytes of ID3", lambda n: id3(n, n), 20_000_000)
    yield from sizes("sound", "streams of an ogg", ogg_streams, 500, 100_000)
    yield from sizes("sound", "beginnings of ADTS", lambda n: b"\xff\xf1\x50\x80" * n, 20_000, 5_000_000)
    yield from sizes("sound", "beginnings of MP3", lambda n: b"\xff\xfb\x90\x64" * n, 20_000, 5_000_000)
    yield from sizes(
        "sound",
        "pages of an ogg without anything",
        lambda n: b"OggS" + bytes(23) + (b"OggS" + bytes(23)) * n,
        20_000,
        500_000,
    )


# -- packs of recordings -----------------------------------------------------------------------------------------


def tar_of(*members: tuple[str, int, bytes, bytes]) -> bytes:
    """A tar of members (name, size claimed, kind, content as it lies there)."""
    parts = []
    for name, size, kind, content in members:
        member = tarfile.TarInfo(name)
        member.size, member.type = size, kind
        parts += [member.tobuf(tarfile.GNU_FORMAT), content, bytes(-len(content) % 512)]
    return b"".join(parts) + bytes(1_024)


def packed(tar: bytes) -> bytes:
    """Through gzip."""
    return zlib.compress(tar, 9, 31)


def _recordings() -> Iterator[Bomb]:
    def header(kind: bytes, content: bytes) -> bytes:
        return tar_of(("x", len(content), kind, content), ("爱.ogg", 4, tarfile.REGTYPE, b"love"))

    kinds = {
        "links": tarfile.SYMTYPE,
        "hard links": tarfile.LNKTYPE,
        "devices": tarfile.CHRTYPE,
        "pipes": tarfile.FIFOTYPE,
    }
    for name, kind in kinds.items():
        yield Bomb(f"a tar of {name}", "recordings", partial(tar_of, *[("爱.ogg", 0, kind, b"")] * 500))
    for name in ("/etc/爱.ogg", "../../爱.ogg", "a/" * 40 + "爱.ogg", "爱.ogg\x00.txt"):
        yield Bomb(f"a tar with {name[:20]!r}", "recordings", partial(tar_of, (name, 4, tarfile.REGTYPE, b"love")))
    yield from sizes("recordings", "digits in a header", lambda n: header(tarfile.XHDTYPE, b"1" * n), 5_000, 200_000)
    yield from sizes(
        "recordings", "a header's length in digits", lambda n: header(tarfile.XHDTYPE, b"9" * n + b" path=x\n"), 5_000
    )
    yield from sizes(
        "recordings", "headers before headers", lambda n: tar_of(*[("x", 0, tarfile.XHDTYPE, b"")] * n), 500, 20_000
    )
    yield from sizes(
        "recordings",
        "bytes of a long name",
        lambda n: packed(header(tarfile.GNUTYPE_LONGNAME, b"x" * n)),
        100_000,
        100_000_000,
    )
    yield from sizes(
        "recordings",
        "bytes that a word unpacks to",
        lambda n: packed(tar_of(("爱.ogg", n, tarfile.REGTYPE, bytes(n)))),
        1_000_000,
        100_000_000,
    )
    yield from sizes(
        "recordings", "bytes claimed", lambda n: tar_of(("爱.ogg", n, tarfile.REGTYPE, b"love")), 2**33 - 1, 2**60
    )
    yield from sizes(
        "recordings",
        "bytes of a sparse word",
        lambda n: tar_of(("爱.ogg", n, tarfile.GNUTYPE_SPARSE, b"love")),
        2**33 - 1,
    )
    yield from sizes(
        "recordings", "files", lambda n: packed(tar_of(*[("x.txt", 0, tarfile.REGTYPE, b"")] * n)), 5_000, 60_000
    )
    yield from sizes(
        "recordings",
        "a zip of words that unpack to zeros",
        lambda n: zipped({f"{chr(0x4E00 + k)}.ogg": bytes(2**21) for k in range(n)}),
        5,
        50,
    )

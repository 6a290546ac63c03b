"""Valid files of twelve kinds, made by the project's own writers, and what chance makes of them."""

from __future__ import annotations

import io
import random
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import av
import numpy as np
import soundfile

from core.access.student_files.writing import student_file
from core.api.documents import word
from core.api.own_lessons import FILES as LESSON_FILES
from core.api.own_lessons import OwnLessonDraft, OwnLine
from core.api.own_texts import FILES as TEXT_FILES
from core.api.own_texts import OwnTextDraft, TextQuestion
from core.questions.formats import anki
from core.questions.formats.draft import ItemDraft, item_of
from core.questions.formats.registry import FORMATS
from core.records.items import Item
from core.records.printed import Block, Document, Heading, Listing, Paragraph, Table
from core.records.student_copies import ColumnKind, CopiedTable, StudentCopy
from core.store.database.migrate import newest_revision
from core.wire import Bilingual

KINDS = (
    "word", "gift", "moodle_xml", "qti", "csv", "anki", "sound", "recordings", "people", "student", "own_texts", "own_lessons",
)  # fmt: skip
RATE = 16_000
SNAGS = (
    b"\x00", b"\xff", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"<", b">", b"&#", b"&", b'"', b"{", b"}", b"[id:", b"\\",
    b"|", b"\n", b"\n\n", b"%", b"~", b"=", b"::", b"//", b"_" * 50, b" " * 500, b"9" * 5_000, b"-1", b"1e999", b"<!--", b"]]>", b"PK\x03\x04",
    "\u3000\ufeff".encode(), b"\xed\xa0\x80",
)  # fmt: skip
SEEDS_OF_RANDOM = 2026


def items(count: int) -> list[Item]:
    """Questions of the four types in turn."""
    explanation = Bilingual(zh="“喝”和“茶”搭配。", en="One drinks tea.")
    questions = []
    for number in range(count):
        shared: dict[str, Any] = {
            "topic": "grammar",
            "level": number % 7 + 1,
            "explanation": explanation,
            "tags": ("单元一",),
        }
        stem = f"第{number}题：他每天____茶。"
        match number % 4:
            case 0:
                draft = ItemDraft(
                    type="multiple_choice", stem=stem, options=("喝", "吃", "看", "读"), key="喝", **shared
                )
            case 1:
                draft = ItemDraft(type="fill_blank", stem=stem, key="喝", accepted=("饮", "品"), **shared)
            case 2:
                draft = ItemDraft(type="matching", stem=stem, left=("喝", "看"), options=("茶", "书"), **shared)
            case _:
                pieces = ("他", "每天", "喝", "茶")
                draft = ItemDraft(type="ordering", stem=stem, options=pieces, orders=((1, 0, 2, 3),), **shared)
        questions.append(item_of(draft))
    return questions


def seeds() -> Mapping[str, Sequence[bytes]]:
    """Valid files by kind."""
    few = items(8)
    by_kind: dict[str, Sequence[bytes]] = {name: [form.file(few, language="zh")] for name, form in FORMATS.items()}
    deck = anki.anki_deck(few, language="zh", title="练习", changed_at=datetime(2026, 11, 24, tzinfo=UTC))
    return (
        by_kind | {"word": [document()], "anki": [deck], "sound": sounds(), "recordings": packs()} | drafts_and_people()
    )


def drafts_and_people() -> dict[str, list[bytes]]:
    """Texts and lessons of a teacher, lists of people, and all that is stored about a student."""
    question = TextQuestion(
        ask_zh="小雨喝了什么？", key="牛奶", wrong=("咖啡", "茶", "水"), why_zh="课文说“一杯牛奶”。"
    )
    text = OwnTextDraft(title="咖啡馆", text="小雨今天在咖啡馆喝了一杯牛奶。" * 3, level=2, questions=(question,))
    line = OwnLine(zh="我要一碗面。", en="A bowl of noodles, please.")
    lesson = OwnLessonDraft(title="点菜", goal="能用“要”点菜。", meet=(line,), rule="“要”后面说东西。", say=(line,))
    return {
        "own_texts": [TEXT_FILES.written([text] * 3)],
        "own_lessons": [LESSON_FILES.written([lesson] * 3)],
        "people": people(),
        "student": [student()],
    }


def people() -> list[bytes]:
    """A list with a head in UTF-8 and in GB 18030, pasted rows, and a package of OneRoster."""
    names = ("王小明", "Anna Miller", "张伟")
    table = "姓名,学号,班级,用户名\n" + "".join(
        f"{name},{place},一班,user{place}\n" for place, name in enumerate(names)
    )
    pasted = "".join(f"{place}\t{name}\n" for place, name in enumerate(names))
    sheets = {
        "manifest.csv": "propertyName,value\noneroster.version,1.2\n",
        "orgs.csv": "sourcedId,name,type\no1,School,school\n",
        "users.csv": "sourcedId,username,givenName,familyName,enabledUser\nu1,xm,小明,王,true\nu2,am,Anna,Miller,true\n",
        "classes.csv": "sourcedId,title\nc1,一班\n",
        "enrollments.csv": "sourcedId,classSourcedId,userSourcedId,role\ne1,c1,u1,student\ne2,c1,u2,teacher\n",
    }
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in sheets.items():
            archive.writestr(name, content)
    return [table.encode(), table.encode("gb18030"), pasted.encode(), package.getvalue()]


def student() -> bytes:
    """A student's file of a school that is not here."""
    columns: dict[str, ColumnKind] = {
        "organisation_id": "text",
        "student_id": "text",
        "name": "text",
        "created_at": "time",
    }
    row = {
        "organisation_id": "org",
        "student_id": "s1",
        "name": "小雨",
        "created_at": datetime(2026, 11, 24, tzinfo=UTC),
    }
    copy = StudentCopy(
        "s1", str(newest_revision()), (CopiedTable("student", columns, (row,), comes_back=True),), (), {}
    )
    return student_file(copy, scope="whole", at=datetime(2026, 11, 24, tzinfo=UTC), product_version="0")


def document(paragraphs: int = 5) -> bytes:
    """A Word document with a heading, paragraphs, a list and a table."""
    text = tuple(Paragraph(f"第{number}段：我家有三口人，爸爸、妈妈和我。", "read") for number in range(paragraphs))
    blocks: tuple[Block, ...] = (
        Heading("我的家"),
        *text,
        Listing(("甲", "乙")),
        Table(("名字", "年级"), (("小雨", "三"), ("小明", "四"))),
    )
    return word(Document("作文", "zh", blocks, subtitle="今天", footer="文路"))


def voice(seconds: float) -> np.ndarray:
    """A hummed scale with some noise."""
    times = np.arange(round(seconds * RATE)) / RATE
    hummed = 0.3 * np.sin(2 * np.pi * (150 + 60 * np.sin(times)) * times)
    return (hummed + 0.01 * np.random.default_rng(SEEDS_OF_RANDOM).standard_normal(len(times))).astype(np.float32)


def sounds(seconds: float = 0.5) -> list[bytes]:
    """The same sound in eight kinds of file."""
    samples = voice(seconds)
    files = []
    for kind, subtype in (
        ("WAV", "PCM_16"),
        ("FLAC", "PCM_16"),
        ("OGG", "VORBIS"),
        ("MP3", "MPEG_LAYER_III"),
        ("AIFF", "PCM_16"),
    ):
        out = io.BytesIO()
        soundfile.write(out, samples, RATE, format=kind, subtype=subtype)
        files.append(out.getvalue())
    return files + [encoded(samples, *form) for form in (("mp4", "aac"), ("webm", "libopus"), ("adts", "aac"))]


def encoded(samples: np.ndarray, container: str, codec: str) -> bytes:
    """By FFmpeg's libraries, at 48 kHz."""
    out = io.BytesIO()
    with av.open(out, "w", format=container) as written:
        stream = written.add_stream(codec, rate=48_000)
        assert isinstance(stream, av.AudioStream)
        stream.layout = "mono"
        converter = av.AudioResampler(format=stream.format.name, layout="mono", rate=48_000)
        frame = av.AudioFrame.from_ndarray(np.repeat(samples, 3)[None], format="flt", layout="mono")
        frame.sample_rate, frame.pts = 48_000, 0
        for part in converter.resample(frame):
            written.mux(stream.encode(part))
        written.mux(stream.encode(None))
    return out.getvalue()


def packs() -> list[bytes]:
    """Recordings of words as tar, packed tar and zip."""
    files = {
        "爱.ogg": b"love" * 50,
        "words/cmn-爱好.mp3": b"hobby" * 50,
        "words/ma3.wav": b"horse" * 50,
        "readme.txt": b"none",
    }
    archives = []
    for mode in ("w:", "w:gz"):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode=mode) as packed:
            for name, content in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                packed.addfile(member, io.BytesIO(content))
        archives.append(out.getvalue())
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return [*archives, out.getvalue()]


# -- what chance makes of them -------------------------------------------------------------------------------------


def mutated(file: bytes, rng: random.Random) -> bytes:
    """The file with one to six changes; of a zip often inside a member, so that what is inside is met too."""
    if file.startswith(b"PK") and rng.random() < 0.7:
        file = _inside(file, rng)
        if rng.random() < 0.7:
            return file
    content = bytearray(file)
    for _ in range(rng.randint(1, 6)):
        _change(content, rng)
    return bytes(content)


def _inside(file: bytes, rng: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as packed, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as written:
        names = packed.namelist()
        chosen = rng.choice(names)
        for name in names:
            content = packed.read(name)
            written.writestr(name, mutated(content, rng) if name == chosen else content)
    return out.getvalue()


def _change(content: bytearray, rng: random.Random) -> None:
    offset = rng.randrange(len(content) + 1)
    match rng.randrange(6):
        case 0:
            content[offset : offset + 1] = bytes([rng.randrange(256)])
        case 1:
            content[offset:offset] = rng.choice(SNAGS)
        case 2:
            content[offset : offset + rng.randint(1, 40)] = b""
        case 3:
            piece = content[offset : offset + rng.randint(1, 200)]
            content[offset:offset] = piece * rng.randint(1, 30)
        case 4:
            content[offset : offset + 4] = rng.choice(SNAGS)[:4]
        case _:
            del content[offset:]

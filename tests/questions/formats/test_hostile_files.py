"""Files made to cost much: each is read or refused in time that grows with its size, and never breaks a reader."""

from __future__ import annotations

import io
import random
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest

from core.errors import TooLarge
from core.questions.formats.draft import ItemDraft, item_of
from core.questions.formats.html_text import html_to_text
from core.questions.formats.problems import LONGEST_KIND, UnreadableFile, partly_right, unsupported
from core.questions.formats.registry import FORMATS, FormatName, read_questions
from core.questions.formats.table import MOST_COLUMNS, MOST_ROWS, cell_texts
from core.questions.formats.texts import one_line
from core.questions.formats.uploads import MOST_ATTRIBUTES, MOST_MARKS

SMALL, FACTOR = 3_000, 8
MOST_GROWTH = 24.0
"""For 8 times the size: linear time gives 8, quadratic 64; a busy machine lies between."""
LEAST_SECONDS = 0.02
"""What takes less is too short to compare, and short enough."""
HEAD = "type,stem,options,key,orders,level\n"


def gift(text: str) -> bytes:
    return text.encode()


def row(*cells: str) -> bytes:
    return (HEAD + ",".join(f'"{cell}"' for cell in cells)).encode()


def order_of(count: int) -> bytes:
    each = "".join(f"<value>c{n}</value>" for n in range(count))
    choices = "".join(f"<simpleChoice identifier='c{n}'>x</simpleChoice>" for n in range(count))
    further = "".join(f"<baseValue>c{n}</baseValue>" for n in range(count))
    return (
        f"<assessmentItem><responseDeclaration identifier='R'><correctResponse>{each}</correctResponse></responseDeclaration>"
        f"<itemBody><orderInteraction responseIdentifier='R'>{choices}</orderInteraction></itemBody>"
        f"<responseProcessing><ordered>{further}</ordered></responseProcessing></assessmentItem>"
    ).encode()


GROWING: dict[str, tuple[FormatName, Callable[[int], bytes]]] = {
    "spaces in an ordering": ("gift", lambda n: gift("题 {>" + " " * n + "x}")),
    "capitals in an ordering": ("gift", lambda n: gift("题 {> 1 " + "A" * n + "}")),
    "ids that do not end": ("gift", lambda n: gift("// " + "[id:" * n + "\n题 {=是 ~不}")),
    "details that do not end": ("gift", lambda n: gift("// " + "[wenlu:" * n + "\n题 {=是 ~不}")),
    "lines under damaged details": ("gift", lambda n: gift("// [wenlu:x]\n" + "A. x\n" * n + "y{=x}")),
    "tags that do not end": ("gift", lambda n: gift("[html]<b>" + "<a " * n + "{=是 ~不}")),
    "quotes in tags": ("gift", lambda n: gift("[html]<b>" + "<a '\"" * n + "{=是 ~不}")),
    "an attribute": ("gift", lambda n: gift("[html]<img " + "a" * n + ">{=是 ~不}")),
    "scripts": ("gift", lambda n: gift("[html]" + "<script>" * n + "{=是 ~不}")),
    "spaces in an answer": ("gift", lambda n: gift("题 {=a" + " " * n + "b ~c}")),
    "spaces in an option": ("csv", lambda n: row("选择", "x", "a" + " " * n + "b|c", "c", "", "1")),
    "a backslash at the end": ("csv", lambda n: row("选择", "x", "a" * n + "\\", "a", "", "1")),
    "spaces in a level": ("csv", lambda n: row("填空", "x", "", "y", "", "1" + " " * n + "x")),
    "pieces of an order": ("qti", order_of),
}


def seconds_of(read: Callable[[], object]) -> float:
    """CPU time, the least of two: other work on the machine is none of it."""
    taken = []
    for _ in range(2):
        began = time.process_time()
        read()
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.parametrize("name", GROWING)
def test_eight_times_as_much_of_a_bad_thing_takes_about_eight_times_as_long(name: str) -> None:
    form, make = GROWING[name]
    small, large = make(SMALL), make(SMALL * FACTOR)
    brief = seconds_of(lambda: FORMATS[form].read(small))
    assert brief < 2
    assert seconds_of(lambda: FORMATS[form].read(large)) <= max(brief, LEAST_SECONDS) * MOST_GROWTH


def test_a_choice_with_an_id_of_this_service_is_found_among_its_720_arrangements_and_soon() -> None:
    draft = ItemDraft(
        type="multiple_choice", topic="grammar", level=1, stem="x" * 20_000, options=tuple("abcdefg"), key="d"
    )
    made = item_of(draft)
    told = draft.model_copy(update={"external_id": made.id, "source": made.source, "full_text": made.full_text})
    began = time.process_time()
    assert item_of(told).id == made.id
    assert item_of(told.model_copy(update={"external_id": "q_0"})).id == made.id
    assert time.process_time() - began < 1


def test_numbers_of_any_length_are_text_or_refused() -> None:
    nines = "9" * 5_000
    assert html_to_text(f"<b>一&#{nines};&#x{nines};</b>")[0] == "一\ufffd\ufffd"
    assert html_to_text(f"<b>&#{'0' * 40}65;</b>")[0] == "A"
    (found,) = FORMATS["csv"].read(row("排序", "x", "a|b|c", "", nines, "1"))
    assert found.problem is not None
    (found,) = FORMATS["gift"].read(gift(f"题 {{~%100.{nines}%一 ~二}}"))
    assert found.draft is not None or found.problem is not None


def test_html_is_read_as_before() -> None:
    assert html_to_text("<p title='a > b'>x</p><script>if (a<b) c()</script>y<!-- z -->")[0] == "x\ny"
    assert (
        html_to_text('<ruby>好<rt>hǎo</rt></ruby><img src=x alt="猫">a<br/>b &lt;c&gt; 1 < 2')[0]
        == "好（hǎo）猫a\nb <c> 1 < 2"
    )
    assert html_to_text("<b>x</b> a<b") == ("x a<b", ())


def test_lines_become_one_as_before() -> None:
    assert one_line(" 喝 \n\n 茶\t好\r\n") == "喝 茶 好"
    assert cell_texts("a\\|b | c\\\\| d\\") == ["a|b", "c\\", "d\\"]


@pytest.mark.parametrize(
    ("form", "file", "says"),
    [
        ("moodle_xml", b"<quiz>" + b"<a/>" * (MOST_MARKS + 1) + b"</quiz>", "too many elements"),
        ("moodle_xml", b"<quiz " + b" ".join(b"a%d=''" % n for n in range(MOST_ATTRIBUTES + 1)) + b"/>", "or attributes"),
        ("moodle_xml", b"<quiz>" + b"<a>" * 5_000 + b"</a>" * 5_000 + b"</quiz>", "nested too deeply"),
        ("csv", b"type" + b",a" * MOST_COLUMNS, "columns"),
        ("csv", b"type\n" + b"\n" * MOST_ROWS, "rows"),
        ("csv", b'type\n"' + b"x" * 200_000 + b'"', "field larger than field limit"),
        ("gift", b"\n" * 300_000, "lines"),
    ],
)  # fmt: skip
def test_more_than_a_file_may_hold_is_refused_with_a_word(form: FormatName, file: bytes, says: str) -> None:
    with pytest.raises(UnreadableFile, match=says):
        FORMATS[form].read(file)


def test_what_is_said_of_a_file_does_not_hold_the_file_once_more() -> None:
    assert len(unsupported("x" * 100_000).en) < 2 * LONGEST_KIND + 40
    assert len(partly_right(["x" * 100_000] * 1_000).zh) < 3_000


SNAGS = (
    b"\x00",
    b"\xff\xfe",
    b"<",
    b"&#",
    b"{",
    b"}",
    b"[id:",
    b"\\",
    b"|",
    b"\n\n",
    b"%",
    b"9" * 5_000,
    b" " * 500,
    b"//",
    b"=",
)


def mutated(file: bytes, chance: random.Random) -> bytes:
    """The file with a few changes, for a zip inside one of its members."""
    if file.startswith(b"PK"):
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(file)) as packed, zipfile.ZipFile(out, "w") as written:
            chosen = chance.choice(packed.namelist())
            for name in packed.namelist():
                content = packed.read(name)
                written.writestr(name, mutated(content, chance) if name == chosen else content)
        return out.getvalue()
    made = bytearray(file)
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(made) + 1)
        made[start : start + chance.choice((0, 0, 1, 20))] = chance.choice((*SNAGS, made[start : start + 100] * 3))
    return bytes(made)


@pytest.mark.parametrize("name", FORMATS)
def test_files_changed_by_chance_are_read_or_refused(name: FormatName) -> None:
    common = {"topic": "grammar", "level": 1, "stem": "他每天____茶。"}
    drafts = (
        ItemDraft(type="multiple_choice", options=("喝", "吃", "看"), key="喝", **common),  # type: ignore[arg-type]
        ItemDraft(type="fill_blank", key="喝", accepted=("品",), **common),  # type: ignore[arg-type]
        ItemDraft(type="matching", left=("喝", "看"), options=("茶", "书"), **common),  # type: ignore[arg-type]
        ItemDraft(type="ordering", options=("他", "喝", "茶"), orders=((1, 0, 2),), **common),  # type: ignore[arg-type]
    )
    valid = FORMATS[name].file([item_of(draft) for draft in drafts], language="zh")
    chance = random.Random(name)
    for _ in range(60):
        with suppress(UnreadableFile, TooLarge):
            read_questions(mutated(valid, chance), name)

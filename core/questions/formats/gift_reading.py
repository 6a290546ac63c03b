"""GIFT read: blocks between blank lines, each a question, a category, or comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.questions.formats import problems
from core.questions.formats.credit import FALSE, TRUE, Credited, choice_of, short_of, unstarred
from core.questions.formats.draft import UNSAID, Imported, Place, Unsaid
from core.questions.formats.kept import Seen, imported, read_kept
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.reading import not_too_many, plain, text_of
from core.questions.formats.texts import LINE_ENDS, UNFIT, tag_of, tags_of
from core.questions.kinds.making import BLANK, LABELS
from core.wire import Bilingual

ESCAPES = {"\\": "\x01", ":": "\x02", "#": "\x03", "=": "\x04", "{": "\x05", "}": "\x06", "~": "\x07", "n": "\x08"}
ARROW = "\x0e"
"""Escaped marks stand as control characters, which no text of a file can hold, until the structure is read."""
MEANT = str.maketrans({sign: "\n" if mark == "n" else mark for mark, sign in ESCAPES.items()} | {ARROW: "->"})
ESCAPE = re.compile(r"\\([\\:#={}~n]|->)")
WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d+)?)%")
FORMAT = re.compile(r"\[(html|plain|moodle|markdown)\]")
FOREIGN_BLANK = re.compile(r"_{3,}")
BRACKETS = re.compile(r"(?<!\\)\[(id|tag):|(?<!\\)\]")
"""In a comment: where an id or a tag begins, and where it ends."""
KEPT = "[wenlu:"
PIECE = re.compile(r"([A-J])\. (.*)")
MOODLE_ORDERING = re.compile(
    r">(?:\s*+\d*+[ \t]*+(?:ALL|EXACT|RANDOM|REL|CONTIGUOUS|CONTIG)?[ \t]*+(?:HORIZONTAL|HORI|H|VERTICAL|VERT|V)?[ \t]*+"
    r"(?:[A-Z_]{3,40})?[ \t]*+(?:SHOW|HIDE|TRUE|FALSE|YES|NO)?[ \t]*+(?:none|abc|ABCD|123|iii|IIII)?[ \t]*+|[ \t]*+)\n"
)
"""The settings that may stand on the first line of Moodle's own ordering. White space is never given back: six runs of it side by
side would be divided among one another in every way there is."""
MOST_LINES = 250_000
"""Of one file: fifty for each question that it may hold."""
TRUE_FALSE = {"T": True, "TRUE": True, "F": False, "FALSE": False}


@dataclass(frozen=True)
class _Block:
    """The lines between two blank ones, comments apart."""

    line: int
    text: str
    comments: Sequence[str]


def read(file: bytes, *, unsaid: Unsaid = UNSAID) -> list[Imported]:
    """Every question of a GIFT file, in order. Raises `UnreadableFile`, `TooLarge`."""
    text = UNFIT.sub("", LINE_ENDS.sub("\n", text_of(file)))
    found: list[Imported] = []
    category: tuple[str, ...] = ()
    for block in _blocks(text):
        if block.text.startswith("$CATEGORY:"):
            path, _, rest = block.text.removeprefix("$CATEGORY:").partition("\n")
            category = tuple(filter(None, [tag_of(path.rstrip("/").rpartition("/")[2])]))
            block = replace(block, text=rest.strip(), line=block.line + 1)
        if block.text:
            found.append(_read_block(block, category, unsaid))
            not_too_many(len(found))
    return found


def _blocks(text: str) -> Iterator[_Block]:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise UnreadableFile(f"The file has more than {MOST_LINES} lines.", zh=f"文件超过 {MOST_LINES} 行。")
    ends = [-1, *(number for number, line in enumerate(lines) if not line.strip()), len(lines)]
    for before, end in pairwise(ends):
        own = lines[before + 1 : end]
        shown = [line for line in own if not line.lstrip().startswith("//")]
        if shown:
            first = next(place for place, line in enumerate(own) if line is shown[0])
            comments = [line for line in own if line.lstrip().startswith("//")]
            yield _Block(before + 2 + first, "\n".join(shown).strip(), comments)


def _read_block(block: _Block, category: tuple[str, ...], unsaid: Unsaid) -> Imported:
    text = ESCAPE.sub(lambda match: ARROW if match[1] == "->" else ESCAPES[match[1]], block.text)
    name = ""
    if text.startswith("::"):
        name, _, text = text[2:].partition("::")
    place = Place("line", block.line, _meant(name)[:80])
    seen = _seen(text.strip())
    if isinstance(seen, Bilingual):
        return Imported(place, problem=seen)
    return _with_comments(block.comments, seen, category, place, unsaid)


def _with_comments(
    comments: Sequence[str], seen: Seen, category: tuple[str, ...], place: Place, unsaid: Unsaid
) -> Imported:
    """The question with what the comments before it say."""
    kept = [_kept_in(line) for line in comments]
    kept_text = next((text for text in kept if text is not None), None)
    others = " ".join(line for line, text in zip(comments, kept, strict=True) if text is None)
    ids, tags = _bracketed("id", others), _bracketed("tag", others)
    seen = replace(
        seen,
        external_id=ids[-1].replace("\\", "") if ids else "",
        tags=tags_of([tag.replace("\\", "") for tag in tags]) or (() if kept_text else category),
    )
    if kept_text is None:
        return imported(place, _foreign(seen), None, unsaid)
    details, found = read_kept(kept_text, seen)
    ordered = _ordered(seen) if details is None else None
    if ordered is not None:
        details, found = read_kept(kept_text, ordered)
    return imported(place, found if details else _foreign(found), details, unsaid)


def _kept_in(line: str) -> str | None:
    """The details that end the line, None without any."""
    _, mark, rest = line.rstrip().partition(KEPT)
    return rest[:-1] if mark and rest.endswith("]") else None


def _bracketed(name: str, text: str) -> list[str]:
    """What stands in each `[name:…]`, up to the first bracket that is not escaped. One pass over the text."""
    found: list[str] = []
    begun: int | None = None
    for mark in BRACKETS.finditer(text):
        if begun is None and mark[1] == name:
            begun = mark.end()
        elif begun is not None and mark[0] == "]":
            found.append(text[begun : mark.start()])
            begun = None
    return found


def _foreign(seen: Seen) -> Seen:
    return replace(seen, text=FOREIGN_BLANK.sub(BLANK, seen.text))


# -- the question --------------------------------------------------------------------------------------------------


def _seen(text: str) -> Seen | Bilingual:
    """A question's text in its parts, or why it is none."""
    if text.count("{") != text.count("}"):
        return problems.BRACES
    if "{" not in text:
        return problems.unsupported("description")
    before, _, rest = text.partition("{")
    inside, _, after = rest.partition("}")
    if "}" in before or "{" in inside:
        return problems.BRACES
    if "{" in after:
        return problems.TWO_ANSWERS
    mark = FORMAT.match(before)
    style = mark[1] if mark else "moodle"
    asked = f"{before}{BLANK}{after}" if after.strip() else before
    shown, notes = _plain(asked, style)
    answer, hashes, feedback = inside.rpartition("####")
    said, more = _plain(feedback, style) if hashes else ("", ())
    found = _answered(Seen("fill_blank", shown, explanation=said), (answer if hashes else inside).strip(), style)
    return found if isinstance(found, Bilingual) else replace(found, notes=(*notes, *more, *found.notes))


def _answered(seen: Seen, inside: str, style: str) -> Seen | Bilingual:
    """The question with its answers; which kind it is follows from the marks, tried in Moodle's order."""
    if not inside:
        return problems.unsupported("essay")
    if inside.startswith("#"):
        return problems.unsupported("numerical")
    if inside.startswith(">"):
        return _moodle_ordering(seen, inside, style)
    if "~" in inside:
        return _choice(seen, inside, style)
    if "=" in inside and "->" in inside:
        return _matching(seen, inside, style)
    judgement = TRUE_FALSE.get(inside.partition("#")[0].strip().upper())
    if judgement is not None:
        notes = (problems.FEEDBACK_LEFT_OUT,) if "#" in inside else ()
        return replace(
            seen, type="multiple_choice", options=(TRUE, FALSE), key=TRUE if judgement else FALSE, notes=notes
        )
    return _short(seen, inside, style)


def _choice(seen: Seen, inside: str, style: str) -> Seen | Bilingual:
    marked = re.findall(r"([~=])([^~=]*)", inside)
    found = [_answer(text, style, right=sign == "=", weighted=sign == "~") for sign, text in marked]
    return choice_of(seen, [answer for answer, _ in found], tuple(note for _, notes in found for note in notes))


def _matching(seen: Seen, inside: str, style: str) -> Seen | Bilingual:
    pairs = [pair.partition("->") for pair in inside.split("=") if pair.strip()]
    if not all(arrow for _, arrow, _ in pairs):
        return problems.UNPAIRED
    left = [_plain(text, style) for text, _, _ in pairs]
    right = [_meant(text) for _, _, text in pairs]
    notes = tuple(note for _, more in left for note in more)
    return replace(seen, type="matching", left=[text for text, _ in left], options=right, notes=notes)


def _short(seen: Seen, inside: str, style: str) -> Seen | Bilingual:
    texts = [text for text in inside.split("=") if text.strip()]
    found = [_answer(text, style, right=True, weighted=True) for text in texts]
    return short_of(
        seen, unstarred([answer for answer, _ in found]), tuple(note for _, notes in found for note in notes)
    )


def _moodle_ordering(seen: Seen, inside: str, style: str) -> Seen:
    """Moodle's own `{>…`: the settings on the first line, then a piece on each."""
    settings = MOODLE_ORDERING.match(f"{inside}\n")
    lines = inside[settings.end() if settings else 1 :].split("\n")
    pieces = [_plain(line, style) for line in lines if line.strip()]
    notes = tuple(note for _, more in pieces for note in more)
    return replace(seen, type="ordering", options=[text for text, _ in pieces], notes=notes)


def _ordered(seen: Seen) -> Seen | None:
    """An ordering that was written as a short answer, put together again; None where it no longer can be."""
    lines = seen.text.split("\n")
    # The letters do not reach further: earlier lines need not be looked at.
    earliest = max(0, len(lines) - 1 - len(LABELS))
    first = next((place for place in range(earliest, len(lines)) if _are_pieces(lines[place:-1])), None)
    if first is None:
        return None
    pieces = [line.partition(". ")[2] for line in lines[first:-1]]
    places = LABELS[: len(pieces)]
    orders = [tuple(map(places.index, order)) for order in (seen.key, *seen.accepted) if set(order) == set(places)]
    if len(orders) != 1 + len(seen.accepted):
        return None
    right = orders[0]
    return replace(
        seen, type="ordering", text="\n".join(lines[:first]), options=[pieces[place] for place in right], key="",
        accepted=(), orders=tuple(tuple(map(right.index, order)) for order in orders[1:]),
    )  # fmt: skip


def _are_pieces(lines: Sequence[str]) -> bool:
    """Whether the lines bear the letters from A on."""
    letters = [match[1] if (match := PIECE.fullmatch(line)) else "" for line in lines]
    return len(letters) > 1 and "".join(letters) == LABELS[: len(letters)]


# -- texts ---------------------------------------------------------------------------------------------------------


def _answer(text: str, style: str, *, right: bool, weighted: bool) -> tuple[Credited, tuple[Bilingual, ...]]:
    """One answer: a weight, the text, a feedback behind #."""
    text, share = text.strip(), 1.0 if right else 0.0
    weight = WEIGHT.match(text) if weighted else None
    if weight is not None:
        text, share = text[weight.end() :], float(weight[1]) / 100
    shown, _, feedback = text.partition("#")
    meant, notes = _plain(shown.strip(), style)
    return Credited(meant, share, bool(feedback.strip())), notes


def _plain(text: str, style: str) -> tuple[str, tuple[Bilingual, ...]]:
    """The text meant, without markup where the format (its own, or that of the question) has any."""
    mark = FORMAT.match(text.strip())
    if mark is not None:
        text, style = text.strip()[mark.end() :], mark[1]
    meant = _meant(text)
    return (meant, ()) if style in ("plain", "markdown") else plain(meant)


def _meant(text: str) -> str:
    return text.translate(MEANT).strip()

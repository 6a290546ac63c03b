"""Reading GIFT: blocks between blank lines, each a question, a category, or comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.questions.formats import problems
from core.questions.formats.credit import FALSE, TRUE, CreditedAnswer, as_choice, as_typed_answer, unescape_stars
from core.questions.formats.details import ParsedQuestion, imported_question, parse_details
from core.questions.formats.draft import IMPORT_DEFAULTS, FileLocation, ImportDefaults, ImportedQuestion
from core.questions.formats.html_text import html_to_text
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.texts import FORBIDDEN_CHARACTERS, LINE_ENDS, tag_of, tags_of
from core.questions.formats.uploads import check_question_count, decode_text
from core.questions.kinds.building import LABELS
from core.records.items import BLANK
from core.wire import Bilingual

ESCAPES = {"\\": "\x01", ":": "\x02", "#": "\x03", "=": "\x04", "{": "\x05", "}": "\x06", "~": "\x07", "n": "\x08"}
ARROW = "\x0e"
"""Escaped marks stand as control characters, which no text of a file can hold, until the structure is read."""
UNESCAPED = str.maketrans({sign: "\n" if mark == "n" else mark for mark, sign in ESCAPES.items()} | {ARROW: "->"})
ESCAPE = re.compile(r"\\([\\:#={}~n]|->)")
WEIGHT = re.compile(r"%(-?\d{1,3}(?:\.\d+)?)%")
FORMAT = re.compile(r"\[(html|plain|moodle|markdown)\]")
FOREIGN_BLANK = re.compile(r"_{3,}")
BRACKETS = re.compile(r"(?<!\\)\[(id|tag):|(?<!\\)\]")
"""In a comment: where an id or a tag begins, and where it ends."""
DETAILS_MARK = "[wenlu:"
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


def read_gift(file: bytes, *, defaults: ImportDefaults = IMPORT_DEFAULTS) -> list[ImportedQuestion]:
    """Every question of a GIFT file, in order. Raises `UnreadableFile`, `TooLarge`."""
    text = FORBIDDEN_CHARACTERS.sub("", LINE_ENDS.sub("\n", decode_text(file)))
    questions: list[ImportedQuestion] = []
    category: tuple[str, ...] = ()
    for block in _blocks(text):
        if block.text.startswith("$CATEGORY:"):
            path, _, rest = block.text.removeprefix("$CATEGORY:").partition("\n")
            category = tuple(filter(None, [tag_of(path.rstrip("/").rpartition("/")[2])]))
            block = replace(block, text=rest.strip(), line=block.line + 1)
        if block.text:
            questions.append(_read_block(block, category, defaults))
            check_question_count(len(questions))
    return questions


def _blocks(text: str) -> Iterator[_Block]:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise UnreadableFile(f"The file has more than {MOST_LINES} lines.", zh=f"文件超过 {MOST_LINES} 行。")
    ends = [-1, *(number for number, line in enumerate(lines) if not line.strip()), len(lines)]
    for before, end in pairwise(ends):
        own = lines[before + 1 : end]
        shown = [line for line in own if not line.lstrip().startswith("//")]
        if shown:
            first = next(index for index, line in enumerate(own) if line is shown[0])
            comments = [line for line in own if line.lstrip().startswith("//")]
            yield _Block(before + 2 + first, "\n".join(shown).strip(), comments)


def _read_block(block: _Block, category: tuple[str, ...], defaults: ImportDefaults) -> ImportedQuestion:
    text = ESCAPE.sub(lambda match: ARROW if match[1] == "->" else ESCAPES[match[1]], block.text)
    name = ""
    if text.startswith("::"):
        name, _, text = text[2:].partition("::")
    location = FileLocation("line", block.line, _unescaped(name)[:80])
    parsed = _parsed_question(text.strip())
    if isinstance(parsed, Bilingual):
        return ImportedQuestion(location, problem=parsed)
    return _with_comments(block.comments, parsed, category, location, defaults)


def _with_comments(
    comments: Sequence[str],
    parsed: ParsedQuestion,
    category: tuple[str, ...],
    location: FileLocation,
    defaults: ImportDefaults,
) -> ImportedQuestion:
    """The question with what the comments before it say."""
    details_of_lines = [_details_in(line) for line in comments]
    details_text = next((text for text in details_of_lines if text is not None), None)
    others = " ".join(line for line, text in zip(comments, details_of_lines, strict=True) if text is None)
    ids, tags = _bracketed("id", others), _bracketed("tag", others)
    parsed = replace(
        parsed,
        external_id=ids[-1].replace("\\", "") if ids else "",
        tags=tags_of([tag.replace("\\", "") for tag in tags]) or (() if details_text else category),
    )
    if details_text is None:
        return imported_question(location, _with_our_blank(parsed), None, defaults)
    details, question = parse_details(details_text, parsed)
    ordered = _as_ordering(parsed) if details is None else None
    if ordered is not None:
        details, question = parse_details(details_text, ordered)
    return imported_question(location, question if details else _with_our_blank(question), details, defaults)


def _details_in(line: str) -> str | None:
    """The details that end the line, None without any."""
    _, mark, rest = line.rstrip().partition(DETAILS_MARK)
    return rest[:-1] if mark and rest.endswith("]") else None


def _bracketed(name: str, text: str) -> list[str]:
    """What stands in each `[name:…]`, up to the first bracket that is not escaped. One pass over the text."""
    texts: list[str] = []
    start: int | None = None
    for mark in BRACKETS.finditer(text):
        if start is None and mark[1] == name:
            start = mark.end()
        elif start is not None and mark[0] == "]":
            texts.append(text[start : mark.start()])
            start = None
    return texts


def _with_our_blank(parsed: ParsedQuestion) -> ParsedQuestion:
    return replace(parsed, text=FOREIGN_BLANK.sub(BLANK, parsed.text))


# -- the question --------------------------------------------------------------------------------------------------


def _parsed_question(text: str) -> ParsedQuestion | Bilingual:
    """A question's text taken apart, or the problem that keeps it from being a question."""
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
    question_text = f"{before}{BLANK}{after}" if after.strip() else before
    shown, notes = _text_and_notes(question_text, style)
    answer, hashes, feedback = inside.rpartition("####")
    explanation, more = _text_and_notes(feedback, style) if hashes else ("", ())
    question = _answered(
        ParsedQuestion("fill_blank", shown, explanation=explanation), (answer if hashes else inside).strip(), style
    )
    return question if isinstance(question, Bilingual) else replace(question, notes=(*notes, *more, *question.notes))


def _answered(parsed: ParsedQuestion, inside: str, style: str) -> ParsedQuestion | Bilingual:
    """The question with its answers; which kind it is follows from the marks, tried in Moodle's order."""
    if not inside:
        return problems.unsupported("essay")
    if inside.startswith("#"):
        return problems.unsupported("numerical")
    if inside.startswith(">"):
        return _moodle_ordering(parsed, inside, style)
    if "~" in inside:
        return _choice(parsed, inside, style)
    if "=" in inside and "->" in inside:
        return _matching(parsed, inside, style)
    judgement = TRUE_FALSE.get(inside.partition("#")[0].strip().upper())
    if judgement is not None:
        notes = (problems.FEEDBACK_LEFT_OUT,) if "#" in inside else ()
        return replace(
            parsed, type="multiple_choice", options=(TRUE, FALSE), key=TRUE if judgement else FALSE, notes=notes
        )
    return _typed_answer(parsed, inside, style)


def _choice(parsed: ParsedQuestion, inside: str, style: str) -> ParsedQuestion | Bilingual:
    marked = re.findall(r"([~=])([^~=]*)", inside)
    answers_and_notes = [_answer(text, style, right=sign == "=", weighted=sign == "~") for sign, text in marked]
    return as_choice(
        parsed,
        [answer for answer, _ in answers_and_notes],
        tuple(note for _, notes in answers_and_notes for note in notes),
    )


def _matching(parsed: ParsedQuestion, inside: str, style: str) -> ParsedQuestion | Bilingual:
    pairs = [pair.partition("->") for pair in inside.split("=") if pair.strip()]
    if not all(arrow for _, arrow, _ in pairs):
        return problems.UNPAIRED
    left = [_text_and_notes(text, style) for text, _, _ in pairs]
    right = [_unescaped(text) for _, _, text in pairs]
    notes = tuple(note for _, more in left for note in more)
    return replace(parsed, type="matching", left=[text for text, _ in left], options=right, notes=notes)


def _typed_answer(parsed: ParsedQuestion, inside: str, style: str) -> ParsedQuestion | Bilingual:
    texts = [text for text in inside.split("=") if text.strip()]
    answers_and_notes = [_answer(text, style, right=True, weighted=True) for text in texts]
    return as_typed_answer(
        parsed,
        unescape_stars([answer for answer, _ in answers_and_notes]),
        tuple(note for _, notes in answers_and_notes for note in notes),
    )


def _moodle_ordering(parsed: ParsedQuestion, inside: str, style: str) -> ParsedQuestion:
    """Moodle's own `{>…`: the settings on the first line, then a piece on each."""
    settings = MOODLE_ORDERING.match(f"{inside}\n")
    lines = inside[settings.end() if settings else 1 :].split("\n")
    pieces = [_text_and_notes(line, style) for line in lines if line.strip()]
    notes = tuple(note for _, more in pieces for note in more)
    return replace(parsed, type="ordering", options=[text for text, _ in pieces], notes=notes)


def _as_ordering(parsed: ParsedQuestion) -> ParsedQuestion | None:
    """An ordering that was written as a short answer, put together again; None where it no longer can be."""
    lines = parsed.text.split("\n")
    # The letters do not reach further: earlier lines need not be looked at.
    earliest = max(0, len(lines) - 1 - len(LABELS))
    first = next((index for index in range(earliest, len(lines)) if _are_pieces(lines[index:-1])), None)
    if first is None:
        return None
    pieces = [line.partition(". ")[2] for line in lines[first:-1]]
    letters = LABELS[: len(pieces)]
    orders = [
        tuple(map(letters.index, order)) for order in (parsed.key, *parsed.accepted) if set(order) == set(letters)
    ]
    if len(orders) != 1 + len(parsed.accepted):
        return None
    right = orders[0]
    return replace(
        parsed, type="ordering", text="\n".join(lines[:first]), options=[pieces[index] for index in right], key="",
        accepted=(), orders=tuple(tuple(map(right.index, order)) for order in orders[1:]),
    )  # fmt: skip


def _are_pieces(lines: Sequence[str]) -> bool:
    """Whether the lines bear the letters from A on."""
    letters = [match[1] if (match := PIECE.fullmatch(line)) else "" for line in lines]
    return len(letters) > 1 and "".join(letters) == LABELS[: len(letters)]


# -- texts ---------------------------------------------------------------------------------------------------------


def _answer(text: str, style: str, *, right: bool, weighted: bool) -> tuple[CreditedAnswer, tuple[Bilingual, ...]]:
    """One answer: a weight, the text, a feedback behind #."""
    text, share = text.strip(), 1.0 if right else 0.0
    weight = WEIGHT.match(text) if weighted else None
    if weight is not None:
        text, share = text[weight.end() :], float(weight[1]) / 100
    shown, _, feedback = text.partition("#")
    meant, notes = _text_and_notes(shown.strip(), style)
    return CreditedAnswer(meant, share, bool(feedback.strip())), notes


def _text_and_notes(text: str, style: str) -> tuple[str, tuple[Bilingual, ...]]:
    """The text meant, without markup where the format (its own, or that of the question) has any."""
    mark = FORMAT.match(text.strip())
    if mark is not None:
        text, style = text.strip()[mark.end() :], mark[1]
    meant = _unescaped(text)
    return (meant, ()) if style in ("plain", "markdown") else html_to_text(meant)


def _unescaped(text: str) -> str:
    return text.translate(UNESCAPED).strip()

"""Reading Moodle XML, from this service or from Moodle: choice, short answer, matching, true-false, ordering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from xml.etree.ElementTree import Element

from core.questions.formats import problems
from core.questions.formats.credit import FALSE, TRUE, CreditedAnswer, as_choice, as_typed_answer, unescape_stars
from core.questions.formats.details import ParsedQuestion, imported_question, parse_details
from core.questions.formats.draft import IMPORT_DEFAULTS, FileLocation, ImportDefaults, ImportedQuestion
from core.questions.formats.gift.reading import FOREIGN_BLANK
from core.questions.formats.html_text import html_to_text
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.texts import tag_of, tags_of
from core.questions.formats.uploads import check_question_count, parse_xml
from core.records.items import BLANK
from core.wire import Bilingual

MARKUP = {"html", "moodle_auto_format", ""}
"""Formats in which tags are tags."""


def read_moodle_xml(file: bytes, *, defaults: ImportDefaults = IMPORT_DEFAULTS) -> list[ImportedQuestion]:
    """Every question of a Moodle XML file, in order. Raises `UnreadableFile`, `TooLarge`."""
    quiz = parse_xml(file)
    if quiz.tag != "quiz":
        raise UnreadableFile(
            f"This is not Moodle XML: the file begins with <{quiz.tag[:60]}>, not with <quiz>.",
            zh=f"这不是 Moodle XML：文件以 <{quiz.tag[:60]}> 开头，而不是 <quiz>。",
        )
    questions: list[ImportedQuestion] = []
    category: tuple[str, ...] = ()
    for question in quiz.findall("question"):
        if question.get("type") == "category":
            category = _category(question)
            continue
        location = FileLocation("question", len(questions) + 1, _raw_text(question.find("name")).strip()[:80])
        questions.append(_read_question(question, location, category, defaults))
        check_question_count(len(questions))
    return questions


def _category(question: Element) -> tuple[str, ...]:
    """The last part of `$course$/top/…` as a tag."""
    path = _raw_text(question.find("category")).strip().rstrip("/")
    return tuple(filter(None, [tag_of(path.rpartition("/")[2])]))


def _read_question(
    question: Element, location: FileLocation, category: tuple[str, ...], defaults: ImportDefaults
) -> ImportedQuestion:
    kind = question.get("type") or ""
    if kind not in _ANSWERS:
        return ImportedQuestion(location, problem=problems.unsupported(kind))
    text, notes = _text_and_notes(question.find("questiontext"))
    explanation, more_notes = _text_and_notes(question.find("generalfeedback"))
    details_text = question.findtext("wenlu")
    parsed = ParsedQuestion(
        "fill_blank",
        text,
        explanation=explanation,
        tags=tags_of([_raw_text(tag) for tag in question.findall("tags/tag")]) or (() if details_text else category),
        external_id=question.findtext("idnumber") or "",
    )
    answered = _ANSWERS[kind](question, parsed)
    if isinstance(answered, Bilingual):
        return ImportedQuestion(location, problem=answered)
    answered = replace(answered, notes=(*notes, *more_notes, *answered.notes))
    details, answered = parse_details(details_text, answered) if details_text else (None, answered)
    if details is None:
        answered = replace(answered, text=FOREIGN_BLANK.sub(BLANK, answered.text))
    return imported_question(location, answered, details, defaults)


def _choice(question: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    return as_choice(parsed, *_answers(question))


def _typed_answer(question: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    answers, notes = _answers(question, typed=True)
    return as_typed_answer(parsed, unescape_stars(answers), notes)


def _true_false(question: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    answers, notes = _answers(question)
    names = {"true": TRUE, "false": FALSE}
    return as_choice(
        parsed, [answer._replace(text=names.get(answer.text.lower(), answer.text)) for answer in answers], notes
    )


def _matching(question: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    """A subquestion without a text is a further wrong answer in Moodle, and has no place here."""
    pairs = question.findall("subquestion")
    left = [_text_and_notes(pair) for pair in pairs]
    if not all(text.strip() for text, _ in left):
        return problems.UNPAIRED
    notes = tuple(note for _, more in left for note in more)
    right = [_raw_text(pair.find("answer")) for pair in pairs]
    return replace(parsed, type="matching", left=[text for text, _ in left], options=right, notes=notes)


def _ordering(question: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    """Pieces by their fractions 1, 2, 3 …, as Moodle numbers them; in the file's order where they bear none."""
    answers, notes = _answers(question, scale=1)
    pieces = [answer.text for answer in sorted(answers, key=lambda answer: answer.share)]
    return replace(parsed, type="ordering", options=pieces, notes=notes)


_ANSWERS: dict[str, Callable[[Element, ParsedQuestion], ParsedQuestion | Bilingual]] = {
    "multichoice": _choice,
    "shortanswer": _typed_answer,
    "truefalse": _true_false,
    "matching": _matching,
    "match": _matching,
    "ordering": _ordering,
}


def _answers(
    question: Element, *, scale: float = 100, typed: bool = False
) -> tuple[list[CreditedAnswer], tuple[Bilingual, ...]]:
    """The answers, and what was left out of them. What is to be typed never holds markup, whatever its format says."""
    answers: list[CreditedAnswer] = []
    notes: list[Bilingual] = []
    for answer in question.findall("answer"):
        text, more_notes = (_raw_text(answer), ()) if typed else _text_and_notes(answer)
        notes += more_notes
        feedback = bool(_raw_text(answer.find("feedback")).strip())
        answers.append(CreditedAnswer(text.strip(), _number(answer.get("fraction")) / scale, feedback))
    return answers, tuple(notes)


def _number(text: str | None) -> float:
    """The number written, 0 where it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def _text_and_notes(element: Element | None) -> tuple[str, tuple[Bilingual, ...]]:
    """The text meant, without markup where its format has any."""
    if element is None:
        return "", ()
    raw = _raw_text(element)
    return html_to_text(raw) if element.get("format", "") in MARKUP else (raw, ())


def _raw_text(element: Element | None) -> str:
    """What stands in `<text>`; a few writers leave that element out."""
    if element is None:
        return ""
    inner = element.find("text")
    return "".join((element if inner is None else inner).itertext())

"""Moodle XML read, from this service or from Moodle: choice, short answer, matching, true-false, ordering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from xml.etree.ElementTree import Element

from core.questions.formats import problems
from core.questions.formats.credit import FALSE, TRUE, Credited, choice_of, short_of, unstarred
from core.questions.formats.draft import UNSAID, Imported, Place, Unsaid
from core.questions.formats.gift_reading import FOREIGN_BLANK
from core.questions.formats.kept import Seen, imported, read_kept
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.reading import not_too_many, plain, xml_of
from core.questions.formats.texts import tag_of, tags_of
from core.questions.kinds.making import BLANK
from core.wire import Bilingual

MARKUP = {"html", "moodle_auto_format", ""}
"""Formats in which tags are tags."""


def read(file: bytes, *, unsaid: Unsaid = UNSAID) -> list[Imported]:
    """Every question of a Moodle XML file, in order. Raises `UnreadableFile`, `TooLarge`."""
    quiz = xml_of(file)
    if quiz.tag != "quiz":
        raise UnreadableFile(
            f"This is not Moodle XML: the file begins with <{quiz.tag[:60]}>, not with <quiz>.",
            zh=f"这不是 Moodle XML：文件以 <{quiz.tag[:60]}> 开头，而不是 <quiz>。",
        )
    found: list[Imported] = []
    category: tuple[str, ...] = ()
    for question in quiz.findall("question"):
        if question.get("type") == "category":
            category = _category(question)
            continue
        place = Place("question", len(found) + 1, _raw(question.find("name")).strip()[:80])
        found.append(_read_question(question, place, category, unsaid))
        not_too_many(len(found))
    return found


def _category(question: Element) -> tuple[str, ...]:
    """The last part of `$course$/top/…` as a tag."""
    path = _raw(question.find("category")).strip().rstrip("/")
    return tuple(filter(None, [tag_of(path.rpartition("/")[2])]))


def _read_question(question: Element, place: Place, category: tuple[str, ...], unsaid: Unsaid) -> Imported:
    kind = question.get("type") or ""
    if kind not in _ANSWERS:
        return Imported(place, problem=problems.unsupported(kind))
    text, notes = _text(question.find("questiontext"))
    said, more = _text(question.find("generalfeedback"))
    kept_text = question.findtext("wenlu")
    seen = Seen(
        "fill_blank",
        text,
        explanation=said,
        tags=tags_of([_raw(tag) for tag in question.findall("tags/tag")]) or (() if kept_text else category),
        external_id=question.findtext("idnumber") or "",
    )
    answered = _ANSWERS[kind](question, seen)
    if isinstance(answered, Bilingual):
        return Imported(place, problem=answered)
    answered = replace(answered, notes=(*notes, *more, *answered.notes))
    kept, answered = read_kept(kept_text, answered) if kept_text else (None, answered)
    if kept is None:
        answered = replace(answered, text=FOREIGN_BLANK.sub(BLANK, answered.text))
    return imported(place, answered, kept, unsaid)


def _choice(question: Element, seen: Seen) -> Seen | Bilingual:
    return choice_of(seen, *_answers(question))


def _short(question: Element, seen: Seen) -> Seen | Bilingual:
    answers, notes = _answers(question, typed=True)
    return short_of(seen, unstarred(answers), notes)


def _true_false(question: Element, seen: Seen) -> Seen | Bilingual:
    answers, notes = _answers(question)
    names = {"true": TRUE, "false": FALSE}
    return choice_of(seen, [a._replace(text=names.get(a.text.lower(), a.text)) for a in answers], notes)


def _matching(question: Element, seen: Seen) -> Seen | Bilingual:
    """A subquestion without a text is a further wrong answer in Moodle, and has no place here."""
    pairs = question.findall("subquestion")
    left = [_text(pair) for pair in pairs]
    if not all(text.strip() for text, _ in left):
        return problems.UNPAIRED
    notes = tuple(note for _, more in left for note in more)
    right = [_raw(pair.find("answer")) for pair in pairs]
    return replace(seen, type="matching", left=[text for text, _ in left], options=right, notes=notes)


def _ordering(question: Element, seen: Seen) -> Seen | Bilingual:
    """Pieces by their fractions 1, 2, 3 …, as Moodle numbers them; in the file's order where they bear none."""
    answers, notes = _answers(question, scale=1)
    pieces = [answer.text for answer in sorted(answers, key=lambda answer: answer.share)]
    return replace(seen, type="ordering", options=pieces, notes=notes)


_ANSWERS: dict[str, Callable[[Element, Seen], Seen | Bilingual]] = {
    "multichoice": _choice,
    "shortanswer": _short,
    "truefalse": _true_false,
    "matching": _matching,
    "match": _matching,
    "ordering": _ordering,
}


def _answers(
    question: Element, *, scale: float = 100, typed: bool = False
) -> tuple[list[Credited], tuple[Bilingual, ...]]:
    """The answers, and what was left out of them. What is to be typed never holds markup, whatever its format says."""
    found: list[Credited] = []
    notes: list[Bilingual] = []
    for answer in question.findall("answer"):
        text, more = (_raw(answer), ()) if typed else _text(answer)
        notes += more
        feedback = bool(_raw(answer.find("feedback")).strip())
        found.append(Credited(text.strip(), _number(answer.get("fraction")) / scale, feedback))
    return found, tuple(notes)


def _number(text: str | None) -> float:
    """The number written, 0 where it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def _text(element: Element | None) -> tuple[str, tuple[Bilingual, ...]]:
    """The text meant, without markup where its format has any."""
    if element is None:
        return "", ()
    raw = _raw(element)
    return plain(raw) if element.get("format", "") in MARKUP else (raw, ())


def _raw(element: Element | None) -> str:
    """What stands in `<text>`; a few writers leave that element out."""
    if element is None:
        return ""
    inner = element.find("text")
    return "".join((element if inner is None else inner).itertext())

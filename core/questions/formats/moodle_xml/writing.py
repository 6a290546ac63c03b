"""Moodle XML (docs.moodle.org, "Moodle XML format"; the fixtures of Moodle's own tests are the reference).

Texts are marked `plain_text`, so that nothing in them is markup. `<wenlu>` in a question holds what Moodle has no field for
(`details.py`); Moodle passes over elements that it does not know. The id stands in `<idnumber>`, which Moodle keeps.

An ordering is the question type "ordering" of Moodle 4.4 and later (a plug-in before). It has one right order: further
ones stand in `<wenlu>` alone, and Moodle would mark them as wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from core.questions.formats.credit import escape_stars
from core.questions.formats.details import details_json, feedback_text
from core.questions.formats.draft import ItemDraft, draft_of
from core.records.items import Item
from core.wire import Language, QuestionType

KINDS: dict[QuestionType, str] = {
    "multiple_choice": "multichoice",
    "fill_blank": "shortanswer",
    "matching": "matching",
    "ordering": "ordering",
}
PENALTY = "0.3333333"
"""Moodle's default: a third off for each further try."""


def moodle_xml_file(items: Sequence[Item], *, language: Language) -> bytes:
    """The items as a Moodle XML file in UTF-8, instructions and explanations in `language`."""
    quiz = Element("quiz")
    for item in items:
        _add_question(quiz, draft_of(item), language)
    indent(quiz)
    content: bytes = tostring(quiz, encoding="utf-8", xml_declaration=True)
    return content


def _add_question(quiz: Element, draft: ItemDraft, language: Language) -> None:
    question = SubElement(quiz, "question", type=KINDS[draft.type])
    _add_text(question, "name", draft.external_id)
    _add_text(question, "questiontext", draft.question_text(language), plain=True)
    _add_text(question, "generalfeedback", feedback_text(draft, language), plain=True)
    for name, value in {"defaultgrade": "1", "penalty": PENALTY, "hidden": "0", "idnumber": draft.external_id}.items():
        SubElement(question, name).text = value
    _ANSWERS[draft.type](question, draft)
    tags = SubElement(question, "tags")
    for tag in draft.tags:
        _add_text(tags, "tag", tag)
    SubElement(question, "wenlu").text = details_json(draft, language)


def _add_choice(question: Element, draft: ItemDraft) -> None:
    for name, value in {"single": "true", "shuffleanswers": "true", "answernumbering": "ABCD"}.items():
        SubElement(question, name).text = value
    for text in draft.options:
        _add_answer(question, text, "100" if text == draft.key else "0", plain=True)


def _add_typed(question: Element, draft: ItemDraft) -> None:
    SubElement(question, "usecase").text = "0"
    for text in dict.fromkeys((draft.key, *draft.accepted)):
        _add_answer(question, escape_stars(text), "100")


def _add_matching(question: Element, draft: ItemDraft) -> None:
    SubElement(question, "shuffleanswers").text = "true"
    for left, right in zip(draft.left, draft.options, strict=True):
        pair = _add_text(question, "subquestion", left, plain=True)
        _add_text(pair, "answer", right)


def _add_ordering(question: Element, draft: ItemDraft) -> None:
    settings = {
        "layouttype": "HORIZONTAL",
        "selecttype": "ALL",
        "selectcount": "0",
        "gradingtype": "ABSOLUTE_POSITION",
        "showgrading": "SHOW",
        "numberingstyle": "none",
    }
    for name, value in settings.items():
        SubElement(question, name).text = value
    for position, text in enumerate(draft.options, start=1):
        _add_answer(question, text, f"{position}.0000000", plain=True)


_ANSWERS = {
    "multiple_choice": _add_choice,
    "fill_blank": _add_typed,
    "matching": _add_matching,
    "ordering": _add_ordering,
}


def _add_answer(question: Element, text: str, fraction: str, *, plain: bool = False) -> None:
    answer = _add_text(question, "answer", text, plain=plain)
    answer.set("fraction", fraction)


def _add_text(parent: Element, name: str, text: str, *, plain: bool = False) -> Element:
    element = SubElement(parent, name)
    if plain:
        element.set("format", "plain_text")
    SubElement(element, "text").text = text
    return element

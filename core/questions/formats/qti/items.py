"""An item as a QTI 2.1 assessment item."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from core.questions.formats.details import feedback_text
from core.questions.formats.draft import ItemDraft, draft_of
from core.records.items import BLANK, Item
from core.wire import Language

NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
MATCH_CORRECT = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"
MAP_RESPONSE = "http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"
"""The specification's own ways of marking: all or nothing, and by the mapping of a typed answer."""
RESPONSE, SCORE, FEEDBACK, EXPLANATION = "RESPONSE", "SCORE", "FEEDBACK", "explanation"
INSTRUCTION_CLASS, STEM_CLASS, ANSWER_CLASS = "wenlu-instruction", "wenlu-stem", "wenlu-answer"
LINE_CLASS = "wenlu-line"
LANGUAGE_CODES = {"zh": "zh-CN", "en": "en"}


def assessment_item(item: Item, language: Language) -> Element:
    """The item; choices stand in the order in which this service shows them and are not shuffled again."""
    draft = draft_of(item)
    described = {
        "xmlns": NAMESPACE,
        "identifier": item.id,
        "title": item.id,
        "xml:lang": LANGUAGE_CODES[language],
        "adaptive": "false",
        "timeDependent": "false",
    }
    root = Element("assessmentItem", described)
    _declare_response(root, item, draft)
    _declare_outcomes(root, has_feedback=bool(feedback_text(draft, language)))
    _add_body(SubElement(root, "itemBody"), item, draft, language)
    _add_marking(root, item, draft)
    _add_feedback(root, feedback_text(draft, language))
    return root


# -- declarations ------------------------------------------------------------------------------------------------


def _declare_response(root: Element, item: Item, draft: ItemDraft) -> None:
    cardinality, base = {
        "multiple_choice": ("single", "identifier"),
        "fill_blank": ("single", "string"),
        "matching": ("multiple", "directedPair"),
        "ordering": ("ordered", "identifier"),
    }[draft.type]
    declared = SubElement(root, "responseDeclaration", identifier=RESPONSE, cardinality=cardinality, baseType=base)
    correct = SubElement(declared, "correctResponse")
    for value in _right_values(item, draft):
        SubElement(correct, "value").text = value
    if draft.type == "fill_blank":
        mapping = SubElement(declared, "mapping", defaultValue="0")
        for text in dict.fromkeys((draft.key, *draft.accepted)):
            SubElement(mapping, "mapEntry", mapKey=text, mappedValue="1", caseSensitive="false")


def _right_values(item: Item, draft: ItemDraft) -> list[str]:
    match draft.type:
        case "fill_blank":
            return [draft.key]
        case "matching":
            return [f"L{left} {right}" for left, right in (pair.split("-") for pair in item.key.split(","))]
        case _:
            return item.key.split(",")


def _declare_outcomes(root: Element, *, has_feedback: bool) -> None:
    score = SubElement(root, "outcomeDeclaration", identifier=SCORE, cardinality="single", baseType="float")
    SubElement(SubElement(score, "defaultValue"), "value").text = "0"
    if has_feedback:
        feedback = SubElement(
            root, "outcomeDeclaration", identifier=FEEDBACK, cardinality="single", baseType="identifier"
        )
        SubElement(SubElement(feedback, "defaultValue"), "value").text = EXPLANATION


# -- body --------------------------------------------------------------------------------------------------------


def _add_body(body: Element, item: Item, draft: ItemDraft, language: Language) -> None:
    _add_lines(body, INSTRUCTION_CLASS, draft.instruction.get(language))
    _add_lines(body, STEM_CLASS, draft.stem)
    if draft.type == "fill_blank":
        _add_text_entry(body, draft)
    elif draft.type == "matching":
        _add_match(body, draft, item)
    else:
        _add_choices(body, draft, item)


def _add_lines(parent: Element, name: str, text: str) -> None:
    """A paragraph for each line; nothing for an empty text."""
    if text:
        part = SubElement(parent, "div", {"class": name})
        for line in text.split("\n"):
            SubElement(part, "p", {"class": LINE_CLASS}).text = line


def _add_text_entry(body: Element, draft: ItemDraft) -> None:
    """The field stands where the first blank is, or in a paragraph of its own."""
    entry = Element("textEntryInteraction", responseIdentifier=RESPONSE, expectedLength=str(len(draft.key) + 2))
    for line in body.findall(f"div[@class='{STEM_CLASS}']/p"):
        before, blank, after = (line.text or "").partition(BLANK)
        if blank:
            line.text, entry.tail = before, after
            line.append(entry)
            return
    SubElement(SubElement(body, "div", {"class": ANSWER_CLASS}), "p").append(entry)


def _add_choices(body: Element, draft: ItemDraft, item: Item) -> None:
    """Options of a choice, pieces of an ordering."""
    if draft.type == "ordering":
        interaction = SubElement(body, "orderInteraction", responseIdentifier=RESPONSE, shuffle="false")
        shown = sorted(zip(item.key.split(","), draft.options, strict=True))
    else:
        interaction = SubElement(
            body, "choiceInteraction", responseIdentifier=RESPONSE, shuffle="false", maxChoices="1"
        )
        shown = [(option.id, text) for option, text in zip(item.options, draft.options, strict=True)]
    for label, text in shown:
        SubElement(interaction, "simpleChoice", identifier=label).text = text


def _add_match(body: Element, draft: ItemDraft, item: Item) -> None:
    count = str(len(draft.left))
    interaction = SubElement(
        body, "matchInteraction", responseIdentifier=RESPONSE, shuffle="false", maxAssociations=count
    )
    rights = [pair.split("-")[1] for pair in item.key.split(",")]
    left = [(f"L{option.id}", text) for option, text in zip(item.left, draft.left, strict=True)]
    for choices in (left, sorted(zip(rights, draft.options, strict=True))):
        side = SubElement(interaction, "simpleMatchSet")
        for label, text in choices:
            SubElement(side, "simpleAssociableChoice", identifier=label, matchMax="1").text = text


# -- marking -----------------------------------------------------------------------------------------------------


def _add_marking(root: Element, item: Item, draft: ItemDraft) -> None:
    if draft.type == "ordering" and item.accepted:
        _add_orders(SubElement(root, "responseProcessing"), [order.split(",") for order in item.accepted])
    else:
        template = MAP_RESPONSE if draft.type == "fill_blank" else MATCH_CORRECT
        SubElement(root, "responseProcessing", template=template)


def _add_orders(processing: Element, orders: Sequence[Sequence[str]]) -> None:
    """Right in the declared order or in one of `orders`, else wrong."""
    condition = SubElement(processing, "responseCondition")
    good, bad = SubElement(condition, "responseIf"), SubElement(condition, "responseElse")
    either = SubElement(good, "or")
    declared = SubElement(either, "match")
    SubElement(declared, "variable", identifier=RESPONSE)
    SubElement(declared, "correct", identifier=RESPONSE)
    for order in orders:
        match = SubElement(either, "match")
        SubElement(match, "variable", identifier=RESPONSE)
        ordered = SubElement(match, "ordered")
        for label in order:
            SubElement(ordered, "baseValue", baseType="identifier").text = label
    for branch, score in ((good, "1"), (bad, "0")):
        SubElement(SubElement(branch, "setOutcomeValue", identifier=SCORE), "baseValue", baseType="float").text = score


def _add_feedback(root: Element, explanation: str) -> None:
    """Shown after every attempt: the outcome that it waits for has its value from the start."""
    if explanation:
        feedback = SubElement(
            root, "modalFeedback", outcomeIdentifier=FEEDBACK, identifier=EXPLANATION, showHide="show"
        )
        for line in explanation.split("\n"):
            SubElement(feedback, "p", {"class": LINE_CLASS}).text = line

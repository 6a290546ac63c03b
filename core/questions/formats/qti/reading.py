"""Reading QTI 2.0, 2.1 and 2.2: packages, or a single item as XML. One interaction of the four kinds makes a question."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from core.questions.formats import problems
from core.questions.formats.credit import CreditedAnswer, as_choice, as_typed_answer
from core.questions.formats.details import ParsedQuestion, imported_question, parse_details
from core.questions.formats.draft import IMPORT_DEFAULTS, MOST_OPTIONS, FileLocation, ImportDefaults, ImportedQuestion
from core.questions.formats.html_text import MEDIA_TAGS, PARAGRAPH_TAGS
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.qti.items import ANSWER_CLASS, INSTRUCTION_CLASS, LINE_CLASS, STEM_CLASS
from core.questions.formats.uploads import check_question_count, parse_xml
from core.questions.formats.zips import Package, checked_path
from core.records.items import BLANK
from core.wire import Bilingual

ITEM_TYPES = ("imsqti_item_xmlv2p0", "imsqti_item_xmlv2p1", "imsqti_item_xmlv2p2")
OTHER_VERSIONS = ("imsqti_xmlv1", "imsqti_item_xmlv3")
MANIFEST = "imsmanifest.xml"
DETAILS_ENDING = ".wenlu.json"
"""Ending of the file with the kept details, beside the item."""
SEVERAL_INTERACTIONS = Bilingual(
    zh="一道题里有好几个作答部分，不支持导入。", en="One item holds several interactions, which cannot be imported."
)
OTHER_VERSION = Bilingual(
    zh="这道题用的是 QTI 1.x 或 3.x；能导入的是 2.x。", en="This item is in QTI 1.x or 3.x; 2.x can be imported."
)
NOT_IN_PACKAGE = Bilingual(zh="压缩包里没有这个文件。", en="The package does not hold this file.")
BROKEN_XML = Bilingual(zh="这道题的 XML 有误，无法读取。", en="The XML of this item is broken.")


def read_qti(file: bytes, *, defaults: ImportDefaults = IMPORT_DEFAULTS) -> list[ImportedQuestion]:
    """Every item of a package (zip), in the manifest's order, or the one of an XML file.

    Raises `UnreadableFile`, `TooLarge`.
    """
    if file.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        root = _without_namespaces(parse_xml(file))
        if root.tag != "assessmentItem":
            raise UnreadableFile(
                f"This is not a QTI 2 item: it begins with <{root.tag[:60]}>.",
                zh=f"这不是 QTI 2 题目：文件以 <{root.tag[:60]}> 开头。",
            )
        return [_read_item(root, FileLocation("question", 1), None, defaults)]
    package = Package(file)
    resources = list(_resources(package))
    check_question_count(len(resources))
    return [
        _read_resource(package, folder, resource, number, defaults)
        for number, (folder, resource) in enumerate(resources, start=1)
    ]


def _resources(package: Package) -> Iterator[tuple[str, Element]]:
    """Items of the manifest, with the folder that their paths begin in."""
    path = min((name for name in package.names if posixpath.basename(name) == MANIFEST), key=len, default=None)
    content = package.read(path) if path else None
    if path is None or content is None:
        raise UnreadableFile(
            "The zip holds no imsmanifest.xml, so it is no QTI package.",
            zh="压缩包里没有 imsmanifest.xml，不是 QTI 内容包。",
        )
    for resource in _without_namespaces(parse_xml(content, path)).iter("resource"):
        if (resource.get("type") or "").startswith((*ITEM_TYPES, *OTHER_VERSIONS)):
            yield posixpath.dirname(path), resource


def _read_resource(
    package: Package, folder: str, resource: Element, number: int, defaults: ImportDefaults
) -> ImportedQuestion:
    href = resource.get("href") or ""
    location = FileLocation("question", number, href[:80])
    if (resource.get("type") or "").startswith(OTHER_VERSIONS):
        return ImportedQuestion(location, problem=OTHER_VERSION)
    path = checked_path(posixpath.join(folder, href))
    content = package.read(path)
    if content is None:
        return ImportedQuestion(location, problem=NOT_IN_PACKAGE)
    try:
        root = _without_namespaces(parse_xml(content, path))
    except UnreadableFile as error:
        return ImportedQuestion(location, problem=Bilingual(zh=BROKEN_XML.zh, en=str(error)))
    details = posixpath.splitext(href)[0] + DETAILS_ENDING
    has_details = any(file.get("href") == details for file in resource.iter("file"))
    details_text = package.read(posixpath.splitext(path)[0] + DETAILS_ENDING) if has_details else None
    return _read_item(root, location, details_text, defaults)


def _read_item(
    root: Element, location: FileLocation, details_text: bytes | None, defaults: ImportDefaults
) -> ImportedQuestion:
    body = root.find("itemBody")
    interactions = [node for node in root.iter() if node.tag.endswith("Interaction")]
    if body is None or not interactions:
        return ImportedQuestion(location, problem=problems.unsupported("description"))
    unknown = next((node.tag for node in interactions if node.tag not in _ANSWERS), None)
    if unknown is not None:
        return ImportedQuestion(location, problem=problems.unsupported(unknown))
    if len(interactions) > 1:
        return ImportedQuestion(location, problem=SEVERAL_INTERACTIONS)
    parsed = _ANSWERS[interactions[0].tag](interactions[0], root, _parsed_text(root, body))
    if isinstance(parsed, Bilingual):
        return ImportedQuestion(location, problem=parsed)
    details, parsed = parse_details(details_text, parsed) if details_text else (None, parsed)
    return imported_question(location, parsed, details, defaults)


# -- what is shown -----------------------------------------------------------------------------------------------


def _parsed_text(root: Element, body: Element) -> ParsedQuestion:
    """Instruction, stem and explanation."""
    feedback = root.findall("modalFeedback")
    explanation = (_lines_as_written_here(feedback[0]) or _lines(feedback[0])) if len(feedback) == 1 else ""
    notes: tuple[Bilingual, ...] = (problems.FEEDBACK_LEFT_OUT,) if len(feedback) > 1 else ()
    if any(node.tag in MEDIA_TAGS for node in body.iter()):
        notes += (problems.MEDIA_LEFT_OUT,)
    parsed = ParsedQuestion(
        "fill_blank", "", explanation=explanation, external_id=root.get("identifier") or "", notes=notes
    )
    own = {name: body.find(f"div[@class='{name}']") for name in (INSTRUCTION_CLASS, STEM_CLASS, ANSWER_CLASS)}
    if all(part is None for part in own.values()):
        return replace(parsed, text=_lines(body))
    instruction, stem = own[INSTRUCTION_CLASS], own[STEM_CLASS]
    return replace(
        parsed,
        instruction="" if instruction is None else _lines_as_written_here(instruction),
        text="" if stem is None else _lines_as_written_here(stem),
    )


def _lines_as_written_here(part: Element) -> str:
    """The paragraphs as this service wrote them; empty where another did."""
    return "\n".join("".join(_text_pieces(line)) for line in part.findall("p") if line.get("class") == LINE_CLASS)


def _lines(part: Element) -> str:
    """The text of any markup, a line for each paragraph, white space of the source as one space."""
    lines = (
        re.sub(r"[ \t\xa0]+", " ", line).strip() for line in "".join(_text_pieces(part, collapse=True)).split("\n")
    )
    return "\n".join(line for line in lines if line)


def _option(choice: Element) -> str:
    """A choice's text; without markup in it, as it stands."""
    return _lines(choice) if len(choice) else choice.text or ""


def _text_pieces(node: Element, *, collapse: bool = False) -> Iterator[str]:
    """The text in order; a field to type in as a blank, other interactions by their prompt alone."""
    ends = "\n" if collapse and (node.tag in PARAGRAPH_TAGS or node.tag in ("br", "prompt")) else ""
    yield ends
    if node.tag == "textEntryInteraction":
        yield BLANK
    elif node.tag.endswith("Interaction"):
        prompt = node.find("prompt")
        yield from _text_pieces(prompt, collapse=collapse) if prompt is not None else ()
    else:
        yield _spaced(node.text, collapse=collapse)
        for child in node:
            yield from _text_pieces(child, collapse=collapse)
            yield _spaced(child.tail, collapse=collapse)
    yield ends


def _spaced(text: str | None, *, collapse: bool) -> str:
    return " ".join((text or "").split("\n")) if collapse else text or ""


# -- what is right -----------------------------------------------------------------------------------------------


def _declared_response(root: Element, interaction: Element) -> tuple[list[str], dict[str, float]]:
    """Right values and the mapping of the interaction's response."""
    name = interaction.get("responseIdentifier")
    declared = next((node for node in root.iter("responseDeclaration") if node.get("identifier") == name), None)
    if declared is None:
        return [], {}
    values = [(value.text or "").strip() for value in declared.findall("correctResponse/value")]
    mapping = {
        entry.get("mapKey") or "": _number(entry.get("mappedValue")) for entry in declared.findall("mapping/mapEntry")
    }
    return values, mapping


def _number(text: str | None) -> float:
    """The number written, 0 where it is none."""
    try:
        return float(text or 0)
    except ValueError:
        return 0.0


def _choice(interaction: Element, root: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    values, mapping = _declared_response(root, interaction)
    best = max(mapping.values(), default=0.0)
    right = set(values) or {name for name, worth in mapping.items() if worth == best > 0}
    answers = [
        CreditedAnswer(
            _option(choice), float((choice.get("identifier") or "") in right), choice.find("feedbackInline") is not None
        )
        for choice in interaction.iter("simpleChoice")
    ]
    return as_choice(parsed, answers, parsed.notes)


def _entry(interaction: Element, root: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    values, mapping = _declared_response(root, interaction)
    best = max(mapping.values(), default=0.0)
    credit_by_text = dict.fromkeys(values[:1], 1.0)
    for text, worth in mapping.items():
        credit_by_text.setdefault(text, worth / best if best > 0 else 0.0)
    return as_typed_answer(
        parsed, [CreditedAnswer(text, share) for text, share in credit_by_text.items()], parsed.notes
    )


def _match(interaction: Element, root: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    """One to one, the whole of both sides."""
    sides = [
        {choice.get("identifier") or "": _option(choice) for choice in side.iter("simpleAssociableChoice")}
        for side in interaction.iter("simpleMatchSet")
    ]
    values, mapping = _declared_response(root, interaction)
    pairs = [tuple(pair.split()) for pair in values or [pair for pair, worth in mapping.items() if worth > 0]]
    if len(sides) != 2 or not all(len(pair) == 2 and pair[0] in sides[0] and pair[1] in sides[1] for pair in pairs):
        return problems.UNPAIRED
    joined = {pair[0]: pair[1] for pair in pairs}
    if not len(pairs) == len(joined) == len(set(joined.values())) == len(sides[0]) == len(sides[1]):
        return problems.UNPAIRED
    right = [sides[1][joined[label]] for label in sides[0]]
    return replace(parsed, type="matching", left=list(sides[0].values()), options=right)


def _order(interaction: Element, root: Element, parsed: ParsedQuestion) -> ParsedQuestion | Bilingual:
    text = {choice.get("identifier") or "": _option(choice) for choice in interaction.iter("simpleChoice")}
    labels, _ = _declared_response(root, interaction)
    if len(labels) > MOST_OPTIONS:
        return problems.too_many("要排序的项", "pieces", MOST_OPTIONS)
    if sorted(labels) != sorted(text):
        return problems.NO_ANSWER
    further = [
        [(value.text or "").strip() for value in ordered.iter("baseValue")]
        for processing in root.findall("responseProcessing")
        for ordered in processing.iter("ordered")
    ]
    orders = [tuple(map(labels.index, order)) for order in further if sorted(order) == sorted(labels)]
    return replace(parsed, type="ordering", options=[text[label] for label in labels], orders=orders)


_ANSWERS: dict[str, Callable[[Element, Element, ParsedQuestion], ParsedQuestion | Bilingual]] = {
    "choiceInteraction": _choice,
    "textEntryInteraction": _entry,
    "matchInteraction": _match,
    "orderInteraction": _order,
}


def _without_namespaces(root: Element) -> Element:
    """The same tree with plain names: versions of QTI differ in the namespace alone."""
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
    return root

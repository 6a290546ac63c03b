"""QTI 2.0, 2.1 and 2.2 read: packages, or a single item as XML. One interaction of the four kinds makes a question."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from core.questions.formats import problems
from core.questions.formats.credit import Credited, choice_of, short_of
from core.questions.formats.draft import MOST_OPTIONS, UNSAID, Imported, Place, Unsaid
from core.questions.formats.kept import Seen, imported, read_kept
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.qti_items import ANSWER_CLASS, INSTRUCTION_CLASS, LINE_CLASS, STEM_CLASS
from core.questions.formats.reading import MEDIA, PARAGRAPHS, not_too_many, xml_of
from core.questions.formats.zips import Package, checked_path
from core.questions.kinds.making import BLANK
from core.wire import Bilingual

ITEM_TYPES = ("imsqti_item_xmlv2p0", "imsqti_item_xmlv2p1", "imsqti_item_xmlv2p2")
OTHER_VERSIONS = ("imsqti_xmlv1", "imsqti_item_xmlv3")
MANIFEST = "imsmanifest.xml"
DETAILS = ".wenlu.json"
"""Ending of the file with the kept details, beside the item."""
SEVERAL_INTERACTIONS = Bilingual(
    zh="一道题里有好几个作答部分，不支持导入。", en="One item holds several interactions, which cannot be imported."
)
OTHER_VERSION = Bilingual(
    zh="这道题用的是 QTI 1.x 或 3.x；能导入的是 2.x。", en="This item is in QTI 1.x or 3.x; 2.x can be imported."
)
NOT_IN_PACKAGE = Bilingual(zh="压缩包里没有这个文件。", en="The package does not hold this file.")
BROKEN = Bilingual(zh="这道题的 XML 有误，无法读取。", en="The XML of this item is broken.")


def read(file: bytes, *, unsaid: Unsaid = UNSAID) -> list[Imported]:
    """Every item of a package (zip), in the manifest's order, or the one of an XML file.

    Raises `UnreadableFile`, `TooLarge`.
    """
    if file.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        root = _without_namespaces(xml_of(file))
        if root.tag != "assessmentItem":
            raise UnreadableFile(
                f"This is not a QTI 2 item: it begins with <{root.tag[:60]}>.",
                zh=f"这不是 QTI 2 题目：文件以 <{root.tag[:60]}> 开头。",
            )
        return [_read_item(root, Place("question", 1), None, unsaid)]
    package = Package(file)
    resources = list(_resources(package))
    not_too_many(len(resources))
    return [
        _read_resource(package, folder, resource, number, unsaid)
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
    for resource in _without_namespaces(xml_of(content, path)).iter("resource"):
        if (resource.get("type") or "").startswith((*ITEM_TYPES, *OTHER_VERSIONS)):
            yield posixpath.dirname(path), resource


def _read_resource(package: Package, folder: str, resource: Element, number: int, unsaid: Unsaid) -> Imported:
    href = resource.get("href") or ""
    place = Place("question", number, href[:80])
    if (resource.get("type") or "").startswith(OTHER_VERSIONS):
        return Imported(place, problem=OTHER_VERSION)
    path = checked_path(posixpath.join(folder, href))
    content = package.read(path)
    if content is None:
        return Imported(place, problem=NOT_IN_PACKAGE)
    try:
        root = _without_namespaces(xml_of(content, path))
    except UnreadableFile as error:
        return Imported(place, problem=Bilingual(zh=BROKEN.zh, en=str(error)))
    details = posixpath.splitext(href)[0] + DETAILS
    has_details = any(file.get("href") == details for file in resource.iter("file"))
    kept = package.read(posixpath.splitext(path)[0] + DETAILS) if has_details else None
    return _read_item(root, place, kept, unsaid)


def _read_item(root: Element, place: Place, kept_text: bytes | None, unsaid: Unsaid) -> Imported:
    body = root.find("itemBody")
    interactions = [node for node in root.iter() if node.tag.endswith("Interaction")]
    if body is None or not interactions:
        return Imported(place, problem=problems.unsupported("description"))
    unknown = next((node.tag for node in interactions if node.tag not in _ANSWERS), None)
    if unknown is not None:
        return Imported(place, problem=problems.unsupported(unknown))
    if len(interactions) > 1:
        return Imported(place, problem=SEVERAL_INTERACTIONS)
    seen = _ANSWERS[interactions[0].tag](interactions[0], root, _shown(root, body))
    if isinstance(seen, Bilingual):
        return Imported(place, problem=seen)
    kept, seen = read_kept(kept_text, seen) if kept_text else (None, seen)
    return imported(place, seen, kept, unsaid)


# -- what is shown -----------------------------------------------------------------------------------------------


def _shown(root: Element, body: Element) -> Seen:
    """Instruction, stem and explanation."""
    feedback = root.findall("modalFeedback")
    said = (_own_lines(feedback[0]) or _lines(feedback[0])) if len(feedback) == 1 else ""
    notes: tuple[Bilingual, ...] = (problems.FEEDBACK_LEFT_OUT,) if len(feedback) > 1 else ()
    if any(node.tag in MEDIA for node in body.iter()):
        notes += (problems.MEDIA_LEFT_OUT,)
    seen = Seen("fill_blank", "", explanation=said, external_id=root.get("identifier") or "", notes=notes)
    own = {name: body.find(f"div[@class='{name}']") for name in (INSTRUCTION_CLASS, STEM_CLASS, ANSWER_CLASS)}
    if all(part is None for part in own.values()):
        return replace(seen, text=_lines(body))
    instruction, stem = own[INSTRUCTION_CLASS], own[STEM_CLASS]
    return replace(
        seen,
        instruction="" if instruction is None else _own_lines(instruction),
        text="" if stem is None else _own_lines(stem),
    )


def _own_lines(part: Element) -> str:
    """The paragraphs as this service wrote them; empty where another did."""
    return "\n".join("".join(_pieces(line)) for line in part.findall("p") if line.get("class") == LINE_CLASS)


def _lines(part: Element) -> str:
    """The text of any markup, a line for each paragraph, white space of the source as one space."""
    lines = (re.sub(r"[ \t\xa0]+", " ", line).strip() for line in "".join(_pieces(part, collapse=True)).split("\n"))
    return "\n".join(line for line in lines if line)


def _option(choice: Element) -> str:
    """A choice's text; without markup in it, as it stands."""
    return _lines(choice) if len(choice) else choice.text or ""


def _pieces(node: Element, *, collapse: bool = False) -> Iterator[str]:
    """The text in order; a field to type in as a blank, other interactions by their prompt alone."""
    ends = "\n" if collapse and (node.tag in PARAGRAPHS or node.tag in ("br", "prompt")) else ""
    yield ends
    if node.tag == "textEntryInteraction":
        yield BLANK
    elif node.tag.endswith("Interaction"):
        prompt = node.find("prompt")
        yield from _pieces(prompt, collapse=collapse) if prompt is not None else ()
    else:
        yield _spaced(node.text, collapse=collapse)
        for child in node:
            yield from _pieces(child, collapse=collapse)
            yield _spaced(child.tail, collapse=collapse)
    yield ends


def _spaced(text: str | None, *, collapse: bool) -> str:
    return " ".join((text or "").split("\n")) if collapse else text or ""


# -- what is right -----------------------------------------------------------------------------------------------


def _declared(root: Element, interaction: Element) -> tuple[list[str], dict[str, float]]:
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


def _choice(interaction: Element, root: Element, seen: Seen) -> Seen | Bilingual:
    values, mapping = _declared(root, interaction)
    best = max(mapping.values(), default=0.0)
    right = set(values) or {name for name, worth in mapping.items() if worth == best > 0}
    found = [
        Credited(
            _option(choice), float((choice.get("identifier") or "") in right), choice.find("feedbackInline") is not None
        )
        for choice in interaction.iter("simpleChoice")
    ]
    return choice_of(seen, found, seen.notes)


def _entry(interaction: Element, root: Element, seen: Seen) -> Seen | Bilingual:
    values, mapping = _declared(root, interaction)
    best = max(mapping.values(), default=0.0)
    found = dict.fromkeys(values[:1], 1.0)
    for text, worth in mapping.items():
        found.setdefault(text, worth / best if best > 0 else 0.0)
    return short_of(seen, [Credited(text, share) for text, share in found.items()], seen.notes)


def _match(interaction: Element, root: Element, seen: Seen) -> Seen | Bilingual:
    """One to one, the whole of both sides."""
    sides = [
        {choice.get("identifier") or "": _option(choice) for choice in side.iter("simpleAssociableChoice")}
        for side in interaction.iter("simpleMatchSet")
    ]
    values, mapping = _declared(root, interaction)
    pairs = [tuple(pair.split()) for pair in values or [pair for pair, worth in mapping.items() if worth > 0]]
    if len(sides) != 2 or not all(len(pair) == 2 and pair[0] in sides[0] and pair[1] in sides[1] for pair in pairs):
        return problems.UNPAIRED
    joined = {pair[0]: pair[1] for pair in pairs}
    if not len(pairs) == len(joined) == len(set(joined.values())) == len(sides[0]) == len(sides[1]):
        return problems.UNPAIRED
    right = [sides[1][joined[label]] for label in sides[0]]
    return replace(seen, type="matching", left=list(sides[0].values()), options=right)


def _order(interaction: Element, root: Element, seen: Seen) -> Seen | Bilingual:
    text = {choice.get("identifier") or "": _option(choice) for choice in interaction.iter("simpleChoice")}
    labels, _ = _declared(root, interaction)
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
    return replace(seen, type="ordering", options=[text[label] for label in labels], orders=orders)


_ANSWERS: dict[str, Callable[[Element, Element, Seen], Seen | Bilingual]] = {
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

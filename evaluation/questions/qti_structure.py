"""A check of QTI 2.1 items and manifests against the content models of the official schemas, for the elements used here.

No package of the registries at hand bundles the schemas themselves (imsqti_v2p1.xsd of 2012, qtiv2p1_imscpv1p2_v1p0.xsd of 2014),
so their rules for these elements are written down: which attributes an element must and may have and of which form, which
children in which order, whether text may stand in it. Where 2.0 asks for more than 2.1 (`shuffle`, `maxChoices`), it is asked for.
Beyond the schemas: identifiers are declared once and exist where they are referred to, and values fit their base type.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, fromstring

ITEM_NAMESPACE = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE_NAMESPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"

NAME = r"[^\W\d][\w.-]*"
"""Identifier.Type: an NCName."""
BOOLEAN, NUMBER, COUNT, ANY = "true|false", r"-?\d+(\.\d+)?", r"\d+", r"(?s).*"
BASE = "boolean|directedPair|duration|file|float|identifier|integer|pair|point|string|uri"
CARDINALITY = "multiple|ordered|record|single"
TEMPLATES = "|".join(
    re.escape(f"http://www.imsglobal.org/question/qti_v2p1/rptemplates/{name}")
    for name in ("match_correct", "map_response", "map_response_point")
)
BLOCKS = "div|p|choiceInteraction|orderInteraction|matchInteraction"
EXPRESSIONS = "match|or|variable|correct|ordered|baseValue"


@dataclass(frozen=True)
class Model:
    """What an element may look like; `content` is a regular expression over the names of its children, each with a blank behind."""

    content: str = ""
    required: Mapping[str, str] = field(default_factory=dict)
    optional: Mapping[str, str] = field(default_factory=dict)
    text: str | None = None
    """The form of its text; None where it holds elements alone."""


ITEM: dict[str, Model] = {
    "assessmentItem": Model(
        r"(responseDeclaration )*(outcomeDeclaration )*(itemBody )?(responseProcessing )?(modalFeedback )*",
        {"identifier": r".+", "title": r".*", "adaptive": BOOLEAN, "timeDependent": BOOLEAN},
        {"label": r".{0,256}", LANG: r"[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*", "toolName": ANY, "toolVersion": ANY},
    ),
    "responseDeclaration": Model(
        r"(defaultValue )?(correctResponse )?(mapping )?", {"identifier": NAME, "cardinality": CARDINALITY}, {"baseType": BASE}
    ),
    "outcomeDeclaration": Model(
        r"(defaultValue )?", {"identifier": NAME, "cardinality": CARDINALITY}, {"baseType": BASE, "normalMaximum": NUMBER}
    ),
    "defaultValue": Model(r"(value )+", optional={"interpretation": ANY}),
    "correctResponse": Model(r"(value )+", optional={"interpretation": ANY}),
    "value": Model(optional={"fieldIdentifier": NAME, "baseType": BASE}, text=ANY),
    "mapping": Model(r"(mapEntry )+", {"defaultValue": NUMBER}, {"lowerBound": NUMBER, "upperBound": NUMBER}),
    "mapEntry": Model(required={"mapKey": ANY, "mappedValue": NUMBER}, optional={"caseSensitive": BOOLEAN}),
    "itemBody": Model(rf"(({BLOCKS}) )+"),
    "div": Model(rf"(({BLOCKS}|textEntryInteraction) )*", optional={"class": ANY, "id": NAME}, text=ANY),
    "p": Model(r"(textEntryInteraction )*", optional={"class": ANY, "id": NAME}, text=ANY),
    "textEntryInteraction": Model(
        required={"responseIdentifier": NAME}, optional={"expectedLength": COUNT, "placeholderText": ANY, "patternMask": ANY}
    ),
    "choiceInteraction": Model(
        r"(prompt )?(simpleChoice )+",
        {"responseIdentifier": NAME, "shuffle": BOOLEAN, "maxChoices": COUNT},
        {"minChoices": COUNT, "orientation": "horizontal|vertical"},
    ),
    "orderInteraction": Model(
        r"(prompt )?(simpleChoice )+",
        {"responseIdentifier": NAME, "shuffle": BOOLEAN},
        {"minChoices": COUNT, "maxChoices": COUNT, "orientation": "horizontal|vertical"},
    ),
    "matchInteraction": Model(
        r"(prompt )?simpleMatchSet simpleMatchSet ",
        {"responseIdentifier": NAME, "shuffle": BOOLEAN, "maxAssociations": COUNT},
        {"minAssociations": COUNT},
    ),
    "simpleMatchSet": Model(r"(simpleAssociableChoice )*"),
    "simpleChoice": Model(required={"identifier": NAME}, optional={"fixed": BOOLEAN}, text=ANY),
    "simpleAssociableChoice": Model(
        required={"identifier": NAME, "matchMax": COUNT}, optional={"fixed": BOOLEAN, "matchMin": COUNT}, text=ANY
    ),
    "responseProcessing": Model(r"(responseCondition )*", optional={"template": TEMPLATES, "templateLocation": ANY}),
    "responseCondition": Model(r"responseIf (responseElseIf )*(responseElse )?"),
    "responseIf": Model(rf"({EXPRESSIONS}) (setOutcomeValue )*"),
    "responseElse": Model(r"(setOutcomeValue )*"),
    "setOutcomeValue": Model(rf"({EXPRESSIONS}) ", {"identifier": NAME}),
    "or": Model(rf"(({EXPRESSIONS}) )+"),
    "match": Model(rf"(({EXPRESSIONS}) ){{2}}"),
    "ordered": Model(rf"(({EXPRESSIONS}) )*"),
    "variable": Model(required={"identifier": NAME}),
    "correct": Model(required={"identifier": NAME}),
    "baseValue": Model(required={"baseType": BASE}, text=ANY),
    "modalFeedback": Model(
        r"((p|div) )*",
        {"outcomeIdentifier": NAME, "identifier": NAME, "showHide": "show|hide"},
        {"title": ANY},
        text=ANY,
    ),
}  # fmt: skip

MANIFEST: dict[str, Model] = {
    "manifest": Model(r"metadata organizations resources ", {"identifier": NAME}),
    "metadata": Model(r"schema schemaversion "),
    "schema": Model(text=r"QTIv2\.1 (Item Bank )?Package"),
    "schemaversion": Model(text=r"1\.0\.0"),
    "organizations": Model(),
    "resources": Model(r"(resource )*"),
    "resource": Model(
        r"(file )*(dependency )*",
        {"identifier": NAME, "type": "imsqti_(test|section|item|resprocessing)_xmlv2p1|webcontent"},
        {"href": r"[^\s\\]+"},
    ),
    "file": Model(required={"href": r"[^\s\\]+"}),
    "dependency": Model(required={"identifierref": NAME}),
}  # fmt: skip


def faults_in_item(document: bytes) -> list[str]:
    """What is wrong with an item document; empty when it holds."""
    root = fromstring(document)
    return [*_faults(root, "assessmentItem", ITEM_NAMESPACE, ITEM), *_loose_ends(root)]


def faults_in_manifest(document: bytes, names: set[str]) -> list[str]:
    """What is wrong with a manifest of a package that holds the files `names`."""
    root = fromstring(document)
    faults = _faults(root, "manifest", PACKAGE_NAMESPACE, MANIFEST)
    hrefs = [node.get("href") or "" for node in root.iter() if node.tag.endswith("}file")]
    faults += [f"{href} is not in the package" for href in hrefs if href not in names]
    ids = [node.get("identifier") for node in root.iter() if node.get("identifier")]
    return faults + (["an identifier stands twice"] if len(set(ids)) < len(ids) else [])


def _faults(root: Element, first: str, namespace: str, models: Mapping[str, Model]) -> list[str]:
    """Content models and attributes, element by element."""
    if root.tag != f"{{{namespace}}}{first}":
        return [f"the root is {root.tag}"]
    return [fault for node in root.iter() for fault in _of_element(node, namespace, models)]


def _of_element(node: Element, namespace: str, models: Mapping[str, Model]) -> Iterator[str]:
    name = node.tag.removeprefix(f"{{{namespace}}}")
    model = models.get(name)
    if model is None:
        yield f"{node.tag} is not known"
        return
    children = "".join(f"{child.tag.removeprefix(f'{{{namespace}}}')} " for child in node)
    if not re.fullmatch(model.content, children):
        yield f"{name}: children {children!r}"
    text = "".join([node.text or "", *(child.tail or "" for child in node)])
    if not re.fullmatch(model.text or r"\s*", text):
        yield f"{name}: text {text!r}"
    known = {**model.required, **model.optional}
    yield from (f"{name}: {attribute} is missing" for attribute in model.required if attribute not in node.attrib)
    for attribute, value in node.attrib.items():
        if not re.fullmatch(known.get(attribute, r"(?!)"), value):
            yield f"{name}: {attribute}={value!r}"


def _loose_ends(root: Element) -> Iterator[str]:
    """Identifiers that are doubled or refer to nothing, and values that are no choices."""
    plain = {node: node.tag.rpartition("}")[2] for node in root.iter()}
    nodes = list(plain)
    declared = {node.get("identifier"): node for node in nodes if plain[node].endswith("Declaration")}
    choices = [node.get("identifier") for node in nodes if plain[node] in ("simpleChoice", "simpleAssociableChoice")]
    if len(set(choices)) < len(choices):
        yield "two choices have the same identifier"
    for node in nodes:
        name = node.get("responseIdentifier") or node.get("outcomeIdentifier")
        if plain[node] in ("variable", "correct", "setOutcomeValue"):
            name = node.get("identifier")
        if name is not None and name not in declared:
            yield f"{plain[node]} refers to {name}, which is not declared"
    for response in (node for node in nodes if plain[node] == "responseDeclaration"):
        if response.get("baseType") in ("identifier", "directedPair"):
            values = " ".join(value.text or "" for value in response.iter(f"{{{ITEM_NAMESPACE}}}value")).split()
            yield from (f"the right value {value} is no choice" for value in values if value not in choices)

"""QTI 2.1 content packages (IMS Question and Test Interoperability 2.1, final release of 2012; packages by its profile of
IMS Content Packaging 1.2).

One assessment item a file: choiceInteraction, textEntryInteraction, matchInteraction, orderInteraction. Beside each lies a JSON
file with what QTI has no place for (`details.py`); it belongs to the item's resource, as its pictures would.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, tostring

from core.questions.formats.details import details_json
from core.questions.formats.draft import draft_of
from core.questions.formats.qti.items import assessment_item
from core.questions.formats.qti.reading import DETAILS_ENDING
from core.records.items import Item
from core.wire import Language

PACKAGING_NAMESPACE = "http://www.imsglobal.org/xsd/imscp_v1p1"
EARLIEST_TIME = (1980, 1, 1, 0, 0, 0)
"""The earliest time a zip file knows: the same items give the same bytes."""


def qti_package(items: Sequence[Item], *, language: Language) -> bytes:
    """The items as a package (zip), instructions and explanations in `language`."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        _add_file(package, "imsmanifest.xml", xml(_manifest(len(items))))
        for number, item in enumerate(items, start=1):
            _add_file(package, f"{_path(number)}.xml", xml(assessment_item(item, language)))
            _add_file(package, f"{_path(number)}{DETAILS_ENDING}", details_json(draft_of(item), language).encode())
    return out.getvalue()


def _path(number: int) -> str:
    return f"items/item_{number:04d}"


def _add_file(package: zipfile.ZipFile, name: str, content: bytes) -> None:
    package.writestr(zipfile.ZipInfo(name, EARLIEST_TIME), content, zipfile.ZIP_DEFLATED)


def xml(root: Element) -> bytes:
    """A document in UTF-8, without white space between elements: in QTI it would be text."""
    content: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return content


def _manifest(count: int) -> Element:
    manifest = Element("manifest", {"xmlns": PACKAGING_NAMESPACE, "identifier": "wenlu_items"})
    metadata = SubElement(manifest, "metadata")
    SubElement(metadata, "schema").text = "QTIv2.1 Package"
    SubElement(metadata, "schemaversion").text = "1.0.0"
    SubElement(manifest, "organizations")
    resources = SubElement(manifest, "resources")
    for number in range(1, count + 1):
        path = _path(number)
        described = {"identifier": f"item_{number:04d}", "type": "imsqti_item_xmlv2p1", "href": f"{path}.xml"}
        resource = SubElement(resources, "resource", described)
        for ending in (".xml", DETAILS_ENDING):
            SubElement(resource, "file", href=path + ending)
    return manifest

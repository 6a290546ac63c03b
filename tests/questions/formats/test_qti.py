"""QTI 2.1: what is written holds to the schemas' rules; packages of others; packages that are traps."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given, settings

from core.questions.formats import zips
from core.questions.formats.draft import ImportedQuestion, ItemDraft, item_of
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.qti.reading import read_qti
from core.questions.formats.qti.writing import qti_package
from core.records.items import Item
from evaluation.questions.qti_structure import faults_in_item, faults_in_manifest
from tests.questions.formats.drafts import DRAFTS

HEAD = 'xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" title="t" adaptive="false" timeDependent="false"'
CHOICE = f"""<?xml version="1.0"?>
<assessmentItem {HEAD} identifier="other-1">
  <responseDeclaration identifier="R" cardinality="single" baseType="identifier">
    <correctResponse><value>b</value></correctResponse>
  </responseDeclaration>
  <itemBody>
    <p>Look at
       the <b>text</b>.</p>
    <choiceInteraction responseIdentifier="R" shuffle="true" maxChoices="1">
      <prompt>What is <i>right</i>?</prompt>
      <simpleChoice identifier="a">one</simpleChoice>
      <simpleChoice identifier="b"><p>two</p></simpleChoice>
    </choiceInteraction>
  </itemBody>
</assessmentItem>"""
ENTRY = f"""<assessmentItem {HEAD} identifier="other-2">
  <responseDeclaration identifier="R" cardinality="single" baseType="string">
    <correctResponse><value>York</value></correctResponse>
    <mapping defaultValue="0"><mapEntry mapKey="York" mappedValue="2"/><mapEntry mapKey="york" mappedValue="1"/>
      <mapEntry mapKey="Jork" mappedValue="2"/></mapping>
  </responseDeclaration>
  <itemBody><blockquote><p>this sun of <textEntryInteraction responseIdentifier="R" expectedLength="9"/>;</p></blockquote></itemBody>
</assessmentItem>"""
ESSAY = f"""<assessmentItem {HEAD} identifier="other-3"><responseDeclaration identifier="R" cardinality="single" baseType="string"/>
  <itemBody><extendedTextInteraction responseIdentifier="R"><prompt>Write.</prompt></extendedTextInteraction></itemBody>
</assessmentItem>"""
TWO = f"""<assessmentItem {HEAD} identifier="other-4"><itemBody><p><textEntryInteraction responseIdentifier="R"/>
  <textEntryInteraction responseIdentifier="S"/></p></itemBody></assessmentItem>"""


def package(files: dict[str, str | bytes], hrefs: list[str], kind: str = "imsqti_item_xmlv2p1") -> bytes:
    resources = "".join(
        f'<resource identifier="r{place}" type="{kind}" href="{href}"><file href="{href}"/></resource>'
        for place, href in enumerate(hrefs)
    )
    manifest = (
        f'<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources>{resources}</resources></manifest>'
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name, content in {"imsmanifest.xml": manifest, **files}.items():
            zipped.writestr(name, content)
    return out.getvalue()


def faults(file: bytes) -> list[str]:
    with zipfile.ZipFile(io.BytesIO(file)) as zipped:
        names = set(zipped.namelist())
        found = faults_in_manifest(zipped.read("imsmanifest.xml"), names)
        for name in names - {"imsmanifest.xml"}:
            if name.endswith(".xml"):
                found += faults_in_item(zipped.read(name))
    return found


def test_items_of_every_cell_hold_to_the_schemas_rules(items: list[Item]) -> None:
    assert faults(qti_package(items, language="zh")) == []


@settings(max_examples=60, deadline=None)
@given(draft=DRAFTS)
def test_items_with_any_text_hold_to_the_schemas_rules(draft: ItemDraft) -> None:
    assert faults(qti_package([item_of(draft)], language="en")) == []


@pytest.mark.parametrize(
    ("good", "bad", "fault"),
    [
        (' maxChoices="1"', "", "choiceInteraction: maxChoices is missing"),
        ("<value>A</value>", "<value>Z</value>", "the right value Z is no choice"),
        ('identifier="B"', 'identifier="A"', "two choices have the same identifier"),
        ("<itemBody>", "<itemBody>text", "itemBody: text 'text'"),
        ("<simpleChoice", "<choice", "is not known"),
        ('adaptive="false"', 'adaptive="no"', "assessmentItem: adaptive='no'"),
    ],
)
def test_the_check_finds_what_is_wrong(items: list[Item], good: str, bad: str, fault: str) -> None:
    item = next(item for item in items if item.type == "multiple_choice" and item.key == "A")
    with zipfile.ZipFile(io.BytesIO(qti_package([item], language="zh"))) as zipped:
        document = zipped.read("items/item_0001.xml").decode()
    broken = document.replace(good, bad).replace(
        "</simpleChoice>", "</choice>" if bad == "<choice" else "</simpleChoice>"
    )
    assert any(fault in found for found in faults_in_item(broken.encode()))


def test_packages_of_other_systems_become_drafts() -> None:
    file = package({"a.xml": CHOICE, "b/c d.xml": ENTRY}, ["a.xml", "b/c%20d.xml"])
    choice, entry = (found.draft for found in read_qti(file))
    assert choice is not None
    assert (choice.stem, choice.options, choice.key) == ("Look at the text.\nWhat is right?", ("one", "two"), "two")
    assert choice.external_id == "other-1"
    assert entry is not None
    assert (entry.stem, entry.key, entry.accepted) == ("this sun of ____;", "York", ("Jork",))
    assert [found.draft for found in read_qti(CHOICE.encode())] == [choice]


def test_items_without_counterpart_are_named_with_their_file() -> None:
    file = package(
        {"a.xml": ESSAY, "b.xml": TWO, "c.xml": "<assessmentItem>", "d.xml": f"<assessmentItem {HEAD}/>"},
        ["a.xml", "b.xml", "c.xml", "d.xml", "e.xml"],
    )
    found = read_qti(file)
    assert [each.problem.en if each.problem else "" for each in found] == [
        "This is an essay question (extendedTextInteraction), which cannot be imported.",
        "One item holds several interactions, which cannot be imported.",
        "The XML in c.xml is broken at line 1, column 17.",
        "This is a description without an answer, which cannot be imported.",
        "The package does not hold this file.",
    ]
    assert found[4].place.text("en") == "question 5 (e.xml)"
    other: list[ImportedQuestion] = read_qti(package({"a.xml": "<x/>"}, ["a.xml"], "imsqti_xmlv1p2"))
    assert other[0].problem is not None
    assert "QTI 1.x or 3.x" in other[0].problem.en


def bomb() -> bytes:
    return package({"a.xml": b" " * (zips.MOST_MEMBER_BYTES + 1)}, ["a.xml"])


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (b"PK\x03\x04 not a zip", "not a zip file"),
        (b"", "not a zip file"),
        (package({}, [])[:-30], "not a zip file"),
        (package({}, []).replace(b"imsmanifest.xml", b"imsmanifesto.ml"), "holds no imsmanifest.xml"),
        (package({"../x.xml": CHOICE}, []), "leads out of the package"),
        (package({"/etc/x.xml": CHOICE}, []), "leads out of the package"),
        (package({"a\\..\\x.xml": CHOICE}, []), "leads out of the package"),
        (package({}, ["../../etc/passwd"]), "leads out of the package"),
        (package({}, ["%2e%2e/%2e%2e/etc/passwd"]), "leads out of the package"),
        (package({}, ["file:///etc/passwd"]), "leads out of the package"),
        (bomb(), "unpacks to more than is allowed"),
        (b"<assessmentTest/>", "not a QTI 2 item"),
    ],
)
def test_a_broken_or_dangerous_package_is_refused(file: bytes, message: str) -> None:
    with pytest.raises(UnreadableFile, match=message):
        read_qti(file)


def test_a_package_of_too_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_MEMBERS", 2)
    with pytest.raises(UnreadableFile, match="more than 2 files"):
        read_qti(package({"a": "", "b": ""}, []))


def test_what_is_read_of_a_package_is_limited_as_a_whole(monkeypatch: pytest.MonkeyPatch, items: list[Item]) -> None:
    monkeypatch.setattr(zips, "MOST_UNPACKED_BYTES", 5_000)
    with pytest.raises(UnreadableFile, match="unpacks to more than is allowed"):
        read_qti(qti_package(items[:20], language="zh"))

"""Everything about a student: out as a file, erased with a receipt, in again to the same state."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from core.access.student_files.reading import read_student_file
from core.access.student_files.scope import own_copy
from core.access.student_files.words import file_of
from core.access.student_files.writing import student_file
from core.answers.wire import ReportRequest
from core.api.core import Core
from core.commands.student_data import told as told_by_the_command
from core.errors import BadParameter, BadStudentFile, Forbidden, NotFound, StudentIsHere
from core.knowledge.wire import MapRequest
from core.learning.days import day_of
from core.portrait.wire import PortraitPath
from core.records.access import PERMISSIONS, Account, Caller, Role
from core.records.student_copies import ColumnKind, CopiedItem, CopiedTable, StudentCopy
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.leaks import caller_of
from evaluation.service.marked import fill
from evaluation.service.student_rows import rows_of
from tests.store.every_table import fill_every_table

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
STUDENT = "student-of-lantian-7"
ROLES: tuple[Role, ...] = ("student", "teacher", "admin")


@pytest.fixture
def core() -> Iterator[Core]:
    made = in_memory_core(clock=StoppedClock(NOW), correctors=(), bank=shared_bank())
    yield made
    made.store.close()


@pytest.fixture
def caller(core: Core) -> Caller:
    """Of a school with a student of whom there is a row in every table."""
    organisation_id = core.access.organisation("Lantian").organisation_id
    assert isinstance(core.store, SqlStore)
    fill_every_table(core.store, organisation_id, STUDENT, "m7")
    return Caller(organisation_id, frozenset(PERMISSIONS), "en")


def a_copy(**rows: tuple[dict[str, Any], ...]) -> StudentCopy:
    """A copy with these rows by table; columns are of the kinds of their values."""
    kinds: dict[type, ColumnKind] = {str: "text", bytes: "bytes", datetime: "time", bool: "boolean"}

    def kind(values: list[Any]) -> ColumnKind:
        return next((kinds.get(type(value), "number") for value in values if value is not None), "text")

    tables = (
        CopiedTable(name, {column: kind([row[column] for row in each]) for column in each[0]}, each, comes_back=True)
        for name, each in rows.items()
    )
    return StudentCopy(STUDENT, "0029", tuple(tables), (), {})


def written(copy: StudentCopy) -> bytes:
    return student_file(copy, scope="whole", at=NOW, product_version="1")


def with_member(content: bytes, name: str, change: Callable[[bytes], bytes | None]) -> bytes:
    """The zip with one member changed, or left out."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as package, zipfile.ZipFile(target, "w") as changed:
        for each in package.namelist():
            member = change(package.read(each)) if each == name else package.read(each)
            if member is not None:
                changed.writestr(each, member)
    return target.getvalue()


@pytest.mark.parametrize(
    "value",
    [
        '{"student_id":"s1","score":1.0}',
        '{"student_id": "s1", "score": 1.0}',
        '{"score":1e5}',
        "[]",
        "{not json",
        '"好"',
        "两行\n第二行\u2028第三行\x85",
        "",
        None,
        12,
        0.1,
        True,
        datetime(2026, 11, 24, 2, 0, 0, 123456, tzinfo=UTC),
        b"\x00\xff",
    ],
)
def test_every_value_is_read_back_as_it_was_to_the_character(value: Any) -> None:
    copy = a_copy(answer=({"value": value, "other": "x"}, {"value": value, "other": "y"}))
    (table,) = read_student_file(written(copy)).tables
    assert table.rows == copy.tables[0].rows


def test_a_text_that_is_json_is_a_record_in_the_file_and_times_are_in_utc(core: Core, caller: Caller) -> None:
    content = written(a_copy(evaluation=({"result": '{"score":1}', "created_at": NOW},)))
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert json.loads(package.read("evaluations.jsonl")) == {
            "result": {"score": 1},
            "created_at": "2026-11-24T02:00:00+00:00",
        }


def test_sounds_are_files_of_their_own() -> None:
    copy = a_copy(speech_recording=({"media_type": "audio/wav", "sound": b"RIFF"},))
    content = written(copy)
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        assert package.read("sounds/speech_recording-1.wav") == b"RIFF"
        assert package.getinfo("sounds/speech_recording-1.wav").compress_type == zipfile.ZIP_STORED
    assert read_student_file(content).tables[0].rows == copy.tables[0].rows


def test_every_file_is_explained_in_both_languages_and_counted(core: Core, caller: Caller) -> None:
    content = core.administration.export_student(STUDENT, caller)
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        manifest = json.loads(package.read("manifest.json"))
        read_me = package.read("README.txt").decode()
        rows = {
            line["name"]: package.read(line["name"]).decode().count("\n") for line in manifest["files"] if line["table"]
        }
    assert rows == {file_of(name): count for name, count in manifest["counts"].items()}
    for name in rows:
        assert read_me.count(f"  {name}") == 2


def test_a_file_names_no_secret(core: Core, caller: Caller) -> None:
    content = core.administration.export_student(STUDENT, caller)
    with zipfile.ZipFile(io.BytesIO(content)) as package:
        everything = b"".join(package.read(name) for name in package.namelist()).decode()
    assert "account display_name m7" in everything  # else the words below could not be found either
    for secret in ("account password_hash m7", "signin token_sha256 m7", "access_code code_sha256 m7"):
        assert secret not in everything


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("answers.jsonl", lambda content: content.replace(b"0.5", b"1.5"), "answers.jsonl is not as it was written"),
        ("answers.jsonl", lambda _: None, "answers.jsonl is missing"),
        ("README.txt", lambda content: content + b" ", "README.txt is not as it was written"),
        ("manifest.json", lambda _: None, "holds no manifest.json"),
        ("manifest.json", lambda _: b"[]", "manifest.json is of another kind"),
        ("manifest.json", lambda content: content[:-9], "manifest.json cannot be read"),
        ("manifest.json", lambda content: content.replace(b'"format_version": 1', b'"format_version": 2'), "format version 2; .* reads 1"),
    ],
)  # fmt: skip
def test_a_file_that_was_changed_is_refused_by_name(
    core: Core, caller: Caller, name: str, change: Callable[[bytes], bytes | None], said: str
) -> None:
    content = core.student_data.export(STUDENT, caller)
    core.student_data.erase(STUDENT, caller)
    with pytest.raises(BadStudentFile, match=said):
        core.student_data.bring_back(with_member(content, name, change), caller)
    assert core.store.student_copy(caller.organisation_id, STUDENT).counts == {}


def test_a_question_with_other_fields_than_a_questions_is_refused() -> None:
    broken = CopiedItem("q_1", "{}", None, own=True, answered=True)  # type: ignore[arg-type]
    with pytest.raises(BadStudentFile, match=r"questions\.jsonl cannot be read"):
        read_student_file(written(StudentCopy(STUDENT, "0029", (), (broken,), {})))


def test_what_is_no_zip_is_refused() -> None:
    with pytest.raises(BadStudentFile, match="no zip that can be read"):
        read_student_file(b"PK\x03\x04 and no more")


def test_a_student_gets_neither_what_is_not_shown_yet_nor_who_others_are() -> None:
    marking = {"writing_id": "wr_1", "returned_at": None, "previous": "{}"}
    request = {"student_id": STUDENT, "to_student_id": "classmate", "status": "open"}
    copy = replace(
        a_copy(
            essay_marking=(marking, {**marking, "writing_id": "wr_2", "returned_at": NOW}),
            essay_mark=({"writing_id": "wr_1"}, {"writing_id": "wr_2"}),
            voice_note=({"writing_id": "wr_1"}, {"writing_id": "wr_2"}, {"writing_id": "wr_not_marked_yet"}),
            peer_request=(request, {**request, "to_student_id": "friend", "status": "accepted"}),
            idempotent_reply=({"reply": "{}"},),
        ),
        items=(CopiedItem("q_1", "{}", NOW, False, True), CopiedItem("q_2", "{}", NOW, False, False)),
        pseudonyms={"classmate": "peer_1"},
    )
    own = own_copy(copy)
    rows = {table.name: table.rows for table in own.tables}
    assert rows["essay_marking"] == ({"writing_id": "wr_2", "returned_at": NOW, "previous": ""},)
    assert rows["essay_mark"] == rows["voice_note"] == ({"writing_id": "wr_2"},)
    assert [row["to_student_id"] for row in rows["peer_request"]] == ["peer_1", "friend"]
    assert rows["idempotent_reply"] == ()
    assert [item.item_id for item in own.items] == ["q_1"]
    assert "classmate" not in str(read_student_file(written(own)))
    with zipfile.ZipFile(io.BytesIO(student_file(own, scope="own", at=NOW, product_version="1"))) as package:
        read_me = package.read("README.txt").decode()
    assert "everything that Wenlu keeps about one student, but for what is listed below as not in here." in read_me
    assert "可以用 wenlu people import-student 导入（不含上面列出的内容）" in read_me


def test_what_a_student_took_along_comes_back_too(core: Core, caller: Caller) -> None:
    before = core.store.student_copy(caller.organisation_id, STUDENT)
    content = core.student_data.export(STUDENT, caller, scope="own")
    core.student_data.erase(STUDENT, caller)
    assert "This is a student's own copy: it is without marking that" in " ".join(
        told_by_the_command(core.student_data.bring_back(content, caller))
    )
    after = core.store.student_copy(caller.organisation_id, STUDENT)
    assert after.counts["answer"] == before.counts["answer"]
    with pytest.raises(StudentIsHere, match="has data here already"):
        core.student_data.bring_back(content, caller)


def test_no_file_puts_another_question_in_the_place_of_one_of_the_banks(core: Core, caller: Caller) -> None:
    (bank_item, *_) = shared_bank().items("multiple_choice", "grammar", "beginner")
    forged = bank_item.model_copy(update={"key": "B" if bank_item.key == "A" else "A"})
    items = (CopiedItem(forged.id, forged.model_dump_json(), NOW, own=True, answered=True),)
    core.student_data.bring_back(written(StudentCopy("new", "0029", (), items, {})), caller)
    assert core.store.items("another school", [bank_item.id]) == {}
    (kept,) = core.store.own_items(caller.organisation_id)
    assert kept.item == forged.model_copy(update={"id": kept.item.id})
    true = (CopiedItem(bank_item.id, bank_item.model_dump_json(), NOW, own=False, answered=True),)
    core.student_data.bring_back(written(StudentCopy("newer", "0029", (), true, {})), caller)
    assert core.store.items("another school", [bank_item.id]) == {bank_item.id: bank_item}
    for body in ("{}", bank_item.model_dump_json()):
        items = (CopiedItem("q_x", body, NOW, own=True, answered=True),)
        with pytest.raises(BadStudentFile, match=r"question .*of the file"):
            core.student_data.bring_back(written(StudentCopy("newest", "0029", (), items, {})), caller)


def test_a_receipt_says_what_was_removed_and_who_asked_and_not_of_whom(core: Core, caller: Caller) -> None:
    organisation = core.access.organisation("Lantian")
    head = core.access.people.new_account(
        organisation, "admin", username="head", password="right horse", name="Head Li"
    )
    names = core.student_data.names(STUDENT, caller)
    receipt = core.student_data.erase(STUDENT, caller, by=head.account_id)
    assert core.student_data.receipts(caller) == [receipt]
    for language, said in (
        ("en", "Backups made before this time still hold the student"),
        ("zh", "备份里仍有这名学生的数据"),
    ):
        text = core.student_data.receipt_text(receipt.receipt_id, caller, language=language)  # type: ignore[arg-type]
        assert said in text
        assert head.display_name in text
        assert not [name for name in names if name in text]
    with pytest.raises(NotFound, match="no receipt 'er_other'"):
        core.student_data.receipt_text("er_other", caller, language="en")


def test_whoever_answers_for_single_classes_alone_brings_nobody_in_and_looks_for_nobody(
    core: Core, caller: Caller
) -> None:
    bound = replace(caller, students=frozenset({STUDENT}))
    for refused in (
        lambda: core.student_data.bring_back(b"", bound),
        lambda: core.student_data.receipts(bound),
        lambda: core.student_data.traces(["x"], bound),
    ):
        with pytest.raises(Forbidden, match="for the whole school"):
            refused()
    with pytest.raises(NotFound, match="no student 'classmate'"):
        core.student_data.export("classmate", bound)


def test_an_empty_word_is_not_looked_for_and_an_unknown_student_is_said(core: Core, caller: Caller) -> None:
    with pytest.raises(BadParameter, match="an empty word stands everywhere"):
        core.student_data.traces([" "], caller)
    for refused in (core.administration.export_student, core.student_data.erase):
        with pytest.raises(NotFound, match="There is no student 'nobody'"):
            refused("nobody", caller)


@pytest.mark.exhaustive
def test_after_export_erasure_and_import_map_portrait_report_and_plan_say_the_same(core: Core) -> None:
    organisation = core.access.organisation("Lantian")
    people: dict[Role, Account] = {
        role: core.access.people.new_account(
            organisation,
            role,
            username=f"lantian-{role}-user",
            password=f"right horse of {role}",
            student_id=STUDENT if role == "student" else None,
        )
        for role in ROLES
    }
    fill(core, *(people[role] for role in ROLES))
    caller = caller_of(people["admin"])
    name = "欧阳青蓝"
    core.store.set_student_name(caller.organisation_id, STUDENT, name)
    said = told(core, caller)
    before = core.store.student_copy(caller.organisation_id, STUDENT)
    content = core.administration.export_student(STUDENT, caller)
    words = core.student_data.names(STUDENT, caller)
    assert set(words) == {STUDENT, "lantian-student-user", name}
    assert core.student_data.traces(words, caller)
    core.student_data.erase(STUDENT, caller)
    core.student_data.erase(f"{STUDENT}-other", caller)  # whose id holds this one's
    assert core.student_data.traces(words, caller) == []
    core.student_data.bring_back(content, caller)
    assert rows_of(core.store.student_copy(caller.organisation_id, STUDENT)) == rows_of(before)
    assert told(core, caller) == said


def told(core: Core, caller: Caller) -> list[Any]:
    """What the student's map, portrait, report, plan and lists say."""
    return [
        core.knowledge.map(MapRequest(student_id=STUDENT), caller),
        core.portrait.stored(PortraitPath(student_id=STUDENT), caller),
        core.answers.report(ReportRequest(student_id=STUDENT), caller),
        core.plan.day(STUDENT, day_of(core.clock.now()), caller),
        core.words.deck(STUDENT, caller),
        core.essays.history(STUDENT, caller),
        core.speech.history(STUDENT, caller),
        core.writing.texts(STUDENT, caller),
    ]

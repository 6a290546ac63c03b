"""Copies of students: every table is in them, they come back to the same rows, an erasure leaves no trace."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError

from core.errors import BadStudentFile, NotFound, StudentIsHere
from core.records.access import Organisation
from core.records.student_copies import CopiedItem, CopiedTable, Restored, StudentCopy, subject_hash
from core.store.parts.belongings import student_tables
from core.store.parts.copying import comes_back
from core.store.parts.students import erase_rows
from core.store.sql import SqlStore
from core.store.tables.columns import METADATA
from evaluation.service.clock import CountingIdentifiers
from evaluation.service.student_rows import rows_of
from tests.store.every_table import SHARED, fill_every_table
from tests.store.rows import NOW, STUDENT, cells, issue, item, row_counts, with_organisation

ME, MARK = "pupil-7", "Qx7markQ"


@pytest.fixture
def school(store: SqlStore) -> SqlStore:
    """A school that has what a student's rows name: a class, an assignment, a ruling, an import."""
    with_organisation(store)
    school_things(store, "org", MARK)
    store.put_student(replace(STUDENT, student_id="another"))
    with store.write() as connection:
        consent = METADATA.tables["peer_consent"]
        row = {"organisation_id": "org", "student_id": "another", "pseudonym": "peer_9", "since": 1}
        connection.execute(consent.insert(), row)
    return store


def school_things(store: SqlStore, organisation_id: str, mark: str) -> None:
    """The class, the assignment, the ruling and the import of `fill_every_table`."""
    made = {
        "school_class": "class_id",
        "assignment": "assignment_id",
        "ruling": "ruling_id",
        "roster_import": "import_id",
    }
    with store.write() as connection:
        for name, column_name in made.items():
            target = METADATA.tables[name]
            row: dict[str, Any] = {
                column.name: 0 if column.type.python_type in (int, bool) else "" for column in target.c
            }
            row.update({column_name: SHARED[column_name] + mark, "organisation_id": organisation_id})
            if "everyone" in target.c:
                row["everyone"] = False
            connection.execute(target.insert(), row)


def restore(
    store: SqlStore,
    copy: StudentCopy,
    organisation_id: str = "org",
    student_id: str = ME,
    new_item_ids: dict[str, str] | None = None,
) -> Restored:
    return store.restore_student(
        organisation_id,
        student_id,
        copy,
        at=NOW,
        new_id=CountingIdentifiers().new,
        new_item_ids=new_item_ids or {},
        unused_password="none",
    )


def test_every_table_that_names_a_student_belongs_to_one() -> None:
    naming = {
        table.name
        for table in METADATA.sorted_tables
        if any(name.endswith("student_id") for name in set(table.c.keys()))
    }
    assert naming <= {table.name for table in student_tables()}


def test_a_copy_holds_every_table_and_none_of_the_secrets(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    assert {table.name for table in copy.tables if table.rows} == {table.name for table in student_tables()}
    names = {name for table in copy.tables for name in table.columns}
    assert not [name for name in names if name.endswith(("_sha256", "_hash"))]


def test_a_student_who_was_erased_comes_back_row_by_row(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    before = school.student_copy("org", ME)
    school.erase_student("org", ME)
    restored = restore(school, before)
    after = school.student_copy("org", ME)
    assert rows_of(after) == rows_of(before)
    assert dict(restored.left_out) == {}
    brought = {table.name for table in student_tables() if comes_back(table)}
    assert set(restored.counts) == brought
    with school.read() as connection:
        account = METADATA.tables["account"]
        query = select(account.c.password_hash).where(account.c.student_id == ME)
        assert connection.execute(query).scalar() == "none", "the sign-in comes back without its password"


def test_erasing_leaves_no_mark_in_any_column_and_a_receipt_without_the_student(school: SqlStore) -> None:
    before = row_counts(school)
    fill_every_table(school, "org", ME, MARK)
    words = [*school.student_names("org", ME), f"acc_{MARK}"]
    found = {trace.where for trace in school.traces("org", [ME])}
    assert found == {f"{table.name}.student_id" for table in student_tables() if "student_id" in table.c}
    receipt = school.erase_with_receipt("org", ME, receipt_id="er_1", salt="ab", asked_by="acc", at=NOW)
    assert school.traces("org", words) == []
    left = [name for name, text in cells(school) if MARK in text or ME in text]
    assert set(left) <= {"school_class", "assignment", "ruling", "roster_import"}, "of the school's own things alone"
    assert row_counts(school) == {**before, "erasure_receipt": 1, "audit_entry": before["audit_entry"] + 1}
    assert set(receipt.counts) == {table.name for table in student_tables()}
    assert (
        receipt.counts_sha256 == hashlib.sha256(json.dumps(dict(receipt.counts), sort_keys=True).encode()).hexdigest()
    )
    assert receipt.subject_hash == subject_hash("ab", "org", ME)
    assert school.erasure_receipts("org") == [receipt]
    assert school.erasure_receipts("other") == []


def test_a_demo_sign_in_is_nobodys_and_stays(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    account = METADATA.tables["account"]
    with school.write() as connection:
        connection.execute(account.update().values(demo=True))
    assert school.erase_student("org", ME)["account"] == 0
    assert [each.student_id for each in school.accounts("org")] == [ME]


def test_beside_the_first_a_copy_under_another_id_gets_ids_of_its_own_throughout(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    before = school.student_copy("org", ME)
    restored = restore(school, before, student_id="pupil-8")
    assert school.student_copy("org", ME) == before
    after = school.student_copy("org", "pupil-8")
    assert after.counts["evidence"] == 1
    assert restored.username is not None
    assert restored.username.endswith("-2")
    assert restored.number_taken
    report, verdict = (
        next(table for table in after.tables if table.name == name) for name in ("essay_evaluation", "essay_verdict")
    )
    assert report.rows[0]["evaluation_id"] == verdict.rows[0]["evaluation_id"] != f"ev_00{MARK}"


def test_in_another_school_what_names_this_one_is_left_out_and_said(school: SqlStore) -> None:
    school.add_organisation(Organisation("other", "Another", "free", None, False, NOW))
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    restored = restore(school, copy, "other")
    assert set(restored.left_out) == {
        "class_student", "assignment_student", "assignment_extension", "ruled_answer", "roster_change",
        "peer_request",
    }  # fmt: skip
    assert dict(restored.unlinked) == {"appeal": 1, "essay_verdict": 1}
    assert school.student_copy("other", ME).counts["answer"] == 1
    assert school.student_copy("org", ME) == copy


def test_questions_of_another_school_come_along_retired_under_ids_of_their_own(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    (question,) = {row["item_id"] for table in school.student_copy("org", ME).tables if table.name == "answer" for row in table.rows}  # fmt: skip
    copy = replace(
        school.student_copy("org", ME),
        items=(CopiedItem(question, item(question).model_dump_json(), NOW, own=True, answered=True),),
    )
    school.erase_student("org", ME)
    restore(school, copy, new_item_ids={question: "q_new"})
    assert school.items("org", [question, "q_new"]) == {"q_new": item("q_new")}
    assert school.item_states("org") == {"q_new": "retired"}
    assert school.items("other", ["q_new"]) == {}
    after = school.student_copy("org", ME)
    assert {row["item_id"] for table in after.tables for row in table.rows if "item_id" in row} == {"q_new"}


def test_no_file_makes_a_question_of_everybodys_a_schools_own(school: SqlStore) -> None:
    issue(school, "q_bank")
    copy = replace(
        StudentCopy(ME, "", (), (), {}),
        items=(
            CopiedItem("q_bank", item("q_bank", explanation="another").model_dump_json(), NOW, own=True, answered=True),
        ),
    )
    restore(school, copy)
    assert school.items("other", ["q_bank"]) == {"q_bank": item("q_bank")}
    assert school.own_items("org") == []


def test_a_student_with_data_is_not_mixed_with_another_s(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy, before = school.student_copy("org", ME), row_counts(school)
    with pytest.raises(StudentIsHere, match=r"'pupil-7' has data here already: .*answer"):
        restore(school, copy)
    assert row_counts(school) == before


def test_a_student_who_is_only_enrolled_gets_the_copy_and_keeps_the_sign_in(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    school.erase_student("org", ME)
    school.put_student(replace(STUDENT, student_id=ME, name="new"))
    with school.write() as connection:
        account = METADATA.tables["account"]
        row = {"account_id": "acc_new", "organisation_id": "org", "username": "new", "role": "student", "display_name": "new",
               "password_hash": "kept", "student_id": ME, "language": "", "demo": False, "settings": "{}", "created_at": 1}  # fmt: skip
        connection.execute(account.insert(), row)
    assert restore(school, copy).username == "new"
    after = school.student_copy("org", ME)
    assert next(table for table in after.tables if table.name == "preferences").rows[0]["account_id"] == "acc_new"
    assert [account.account_id for account in school.accounts("org")] == ["acc_new"]


def test_rows_that_do_not_fit_are_refused_whole(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    school.erase_student("org", ME)
    before = row_counts(school)
    for name, changed, said in (
        ("answer", {"score": None}, "A row of 'answer' does not fit: score"),
        ("answer", {"colour": "red"}, "other columns than this version: colour"),
    ):
        broken = [
            replace(table, rows=tuple({**row, **changed} for row in table.rows)) if table.name == name else table
            for table in copy.tables
        ]
        with pytest.raises(BadStudentFile, match=said):
            restore(school, replace(copy, tables=tuple(broken)))
    with pytest.raises(BadStudentFile, match="'later', which this version does not know"):
        restore(school, replace(copy, tables=(replace(copy.tables[0], name="later"),)))
    assert row_counts(school) == before


def with_rows(copy: StudentCopy, name: str, **changed: Any) -> StudentCopy:
    """The copy with a table's rows changed."""
    return replace(
        copy,
        tables=tuple(
            replace(table, rows=tuple({**row, **changed} for row in table.rows)) if table.name == name else table
            for table in copy.tables
        ),
    )


def test_a_file_brings_in_rows_about_its_own_student_alone(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    school.erase_student("org", ME)
    before = row_counts(school)
    for name, changed in (
        ("account", {"role": "admin"}),
        ("account", {"student_id": "another"}),
        ("answer", {"student_id": "another"}),
        ("peer_request", {"student_id": "another", "to_student_id": "third"}),
    ):
        with pytest.raises(BadStudentFile, match=f"A row of '{name}' is not about 'pupil-7'; nothing was brought in"):
            restore(school, with_rows(copy, name, **changed))
    assert row_counts(school) == before


@pytest.mark.parametrize("name", ["temporary_quota", "join_code", "own_item", "job_run", "kept_setting", "class_teacher", "signin"])  # fmt: skip
def test_a_file_brings_in_no_table_that_is_no_students(school: SqlStore, name: str) -> None:
    foreign = CopiedTable(name, {}, ({"account_id": "acc", "value": "x"},), comes_back=True)
    with pytest.raises(BadStudentFile, match=f"The file holds '{name}', which no student brings along"):
        restore(school, StudentCopy(ME, "", (foreign,), (), {}))


def test_a_mark_in_a_file_does_not_come_to_stand_in_another_s_text(school: SqlStore) -> None:
    fill_every_table(school, "org", "classmate", "fill")
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    school.erase_student("org", ME)
    with school.write() as connection:
        connection.execute(METADATA.tables["essay_mark"].delete())
    restore(school, with_rows(copy, "essay_mark", writing_id="wr_00fill"))
    marks = next(table for table in school.student_copy("org", ME).tables if table.name == "essay_mark")
    assert marks.rows[0]["writing_id"] != "wr_00fill"


def test_undoing_an_import_reaches_no_account_that_only_a_file_names(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    school.erase_student("org", ME)
    restored = restore(school, with_rows(copy, "roster_change", account_id="acc_of_a_teacher"))
    assert restored.left_out["roster_change"] == 1
    assert "roster_change" not in restored.counts


def test_rows_without_their_student_are_erased_too_and_whoever_is_not_there_is_said(school: SqlStore) -> None:
    fill_every_table(school, "org", ME, MARK)
    with school.write() as connection:
        connection.execute(METADATA.tables["student"].delete().where(METADATA.tables["student"].c.student_id == ME))
    receipt = school.erase_with_receipt("org", ME, receipt_id="er_1", salt="ab", asked_by="acc", at=NOW)
    assert "answer" in receipt.counts
    with pytest.raises(NotFound, match="There is no student 'pupil-7'"):
        school.erase_with_receipt("org", ME, receipt_id="er_2", salt="ab", asked_by="acc", at=NOW)
    assert school.erasure_receipts("org") == [receipt]


def test_on_postgresql_an_erasure_waits_for_whoever_writes_what_the_student_does(school: SqlStore) -> None:
    if school.engine.dialect.name != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    with school.write() as connection, school.engine.connect() as other:
        school.ensure_student(connection, "org", "another", NOW)
        other.execute(text("SET LOCAL lock_timeout = '50ms'"))
        with pytest.raises(OperationalError, match="lock timeout"):
            erase_rows(other, "org", "another")


def test_what_stood_under_the_watermark_stands_under_it_again(school: SqlStore) -> None:
    fill_every_table(school, "org", "first", "fill")
    fill_every_table(school, "org", ME, MARK)
    copy = school.student_copy("org", ME)
    (seq,) = (row["seq"] for table in copy.tables if table.name == "evidence" for row in table.rows)

    def with_watermark(watermark: int) -> StudentCopy:
        return replace(
            copy,
            tables=tuple(
                replace(table, rows=tuple({**row, "watermark": watermark} for row in table.rows))
                if "watermark" in table.columns
                else table
                for table in copy.tables
            ),
        )

    for watermark, above in ((seq, False), (seq - 1, True), (seq + 100, False)):
        school.erase_student("org", ME)
        restore(school, with_watermark(watermark))
        (piece,) = school.evidence_of("org", ME)
        after = school.student_copy("org", ME)
        marks = [row["watermark"] for table in after.tables for row in table.rows if "watermark" in row]
        assert [piece.seq > mark for mark in marks] == [above] * 3

"""The part of the store that brings a copied student back.

What is in the copy is fitted to the database in memory first, table by table (`_Fitting`); then everything is written in one transaction.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, func, select
from sqlalchemy.exc import StatementError

from core.errors import BadStudentFile, StudentIsHere
from core.records.audit import Fact, FactName, Subject
from core.records.own_items import NO_REASON
from core.records.student_copies import CopiedItem, Restored, StudentCopy
from core.store.parts.accounts import ACCOUNT
from core.store.parts.answers import ORDER_OF_LOG, AnswerPart
from core.store.parts.bank_items import CHANGE, STATE
from core.store.parts.belongings import belongings, hangs_on_sign_in, student_tables
from core.store.parts.classes import id_blocks
from core.store.parts.copying import comes_back, copied_columns
from core.store.parts.items import ITEM, MAX_IDS, OWN
from core.store.parts.peers import CONSENT
from core.store.parts.roster import WHO_THEY_ARE
from core.store.parts.students import STUDENT
from core.store.tables.answers import EvidenceTable
from core.store.tables.columns import METADATA, table, to_micros

EVIDENCE = table(EvidenceTable)
IDENTIFIER = re.compile(r"(?<![0-9A-Za-z_])[A-Za-z]+_[0-9A-Za-z]+(?![0-9A-Za-z_])")
"""As `core.ports.system.Identifiers` makes them, wherever they stand in a text."""
SCHOOLS = {
    "class_id": "school_class",
    "assignment_id": "assignment",
    "ruling_id": "ruling",
    "import_id": "roster_import",
}
"""Columns that name what a school made, with its table: rows that name what is not there do not come back, or come back without."""
CHANGES = "roster_change"
MAY_BE_HERE = frozenset({"class_student", CHANGES, "idempotent_reply"})
"""Tables of which a row may be here already: a class that the student is in, a line of an import, the reply to a call."""
ROWS_AT_ONCE = 1_000
Rows = list[dict[str, Any]]


class RestoringPart(AnswerPart):
    """The way back of `core.ports.student_copies.StudentCopyStore` in SQL."""

    def restore_student(
        self,
        organisation_id: str,
        student_id: str,
        copy: StudentCopy,
        *,
        at: datetime,
        new_id: Callable[[str], str],
        new_item_ids: Mapping[str, str],
        unused_password: str,
    ) -> Restored:
        """See `core.ports.student_copies.StudentCopyStore.restore_student`."""
        try:
            with self.write() as connection:
                self._lock_log(connection, organisation_id)
                _refuse_data(connection, organisation_id, student_id)
                fitting = _Fitting(connection, organisation_id, student_id, copy, new_id)
                fitting.fit(unused_password, new_item_ids)
                self._write(connection, fitting, at)
                self._write_items(connection, organisation_id, _with_ids(copy.items, new_item_ids), at)
                back = Subject("student", student_id)
                rows: dict[FactName, Fact] = {"rows": sum(map(len, fitting.rows.values()))}
                self.note(connection, organisation_id, "student_brought_back", back, at=at, facts=rows)
        except (StatementError, KeyError, TypeError, ValueError, OverflowError) as error:
            raise BadStudentFile("The rows of the file do not fit the database. Nothing was brought in.") from error
        return fitting.result()

    def _write(self, connection: Connection, fitting: _Fitting, at: datetime) -> None:
        """The rows, evidence first: where it came to stand in the log is noted in the states that were folded from it."""
        rows = fitting.rows
        evidence = rows.setdefault(EVIDENCE.name, [])
        old_places = [row.pop("seq") for row in evidence]
        self._insert(connection, EVIDENCE, [{**row, "ingested_at": to_micros(at)} for row in evidence])
        query = select(EVIDENCE.c.seq).where(
            EVIDENCE.c.organisation_id == fitting.organisation_id, EVIDENCE.c.student_id == fitting.student_id
        )
        places = list(connection.execute(query.order_by(ORDER_OF_LOG)).scalars())
        for target in (ACCOUNT, *(each for each in METADATA.sorted_tables if each not in (ACCOUNT, EVIDENCE))):
            for row in rows.get(target.name, []):
                if "watermark" in row:
                    row["watermark"] = _moved(row["watermark"], old_places, places)
            self._insert(connection, target, rows.get(target.name, []))
        self.ensure_student(connection, fitting.organisation_id, fitting.student_id, at)

    def _insert(self, connection: Connection, target: Table, rows: Rows) -> None:
        statement = self.insert_new(target) if target.name in MAY_BE_HERE else target.insert()
        for start in range(0, len(rows), ROWS_AT_ONCE):
            connection.execute(statement, rows[start : start + ROWS_AT_ONCE])

    def _write_items(
        self, connection: Connection, organisation_id: str, items: Sequence[CopiedItem], at: datetime
    ) -> None:
        """The questions that are not kept yet. Those of another school become own ones of this school, retired: its teachers see them with the
        student's answers, and nobody is asked them. What is kept already as nobody's own stays so."""
        own_ids: set[str] = set()
        for start in range(0, len(items), MAX_IDS):
            block = items[start : start + MAX_IDS]
            ids = [item.item_id for item in block]
            nobodys = select(ITEM.c.item_id).where(
                ITEM.c.item_id.in_(ids), ITEM.c.item_id.not_in(select(OWN.c.item_id))
            )
            own_ids.update(item.item_id for item in block if item.own)
            own_ids.difference_update(connection.execute(nobodys).scalars())
            kept = [
                {"item_id": item.item_id, "body": item.body, "first_issued_at": to_micros(item.first_issued_at)}
                for item in block
            ]
            connection.execute(self.insert_new(ITEM), kept)
        for item in items:
            if item.item_id not in own_ids:
                continue
            of_school = {"organisation_id": organisation_id, "item_id": item.item_id}
            own = {**of_school, "body": item.body, "author": "", "made_at": to_micros(at), "replaces": ""}
            if connection.execute(self.insert_new(OWN), own).rowcount == 0:
                continue
            connection.execute(self.insert_new(STATE), {**of_school, "state": "retired"})
            change = {
                "act": "saved",
                "state": "retired",
                "previous": None,
                "by": "",
                "rule": "",
                "reason": NO_REASON.model_dump_json(),
            }
            connection.execute(CHANGE.insert(), {**of_school, **change, "at": to_micros(at)})


class _Fitting:
    """The rows of a copy, made to fit the school and the student into which they are brought."""

    def __init__(
        self,
        connection: Connection,
        organisation_id: str,
        student_id: str,
        copy: StudentCopy,
        new_id: Callable[[str], str],
    ) -> None:
        self.organisation_id = organisation_id
        self.student_id = student_id
        self.rows: dict[str, Rows] = {
            each.name: [{name: _stored(value) for name, value in row.items()} for row in each.rows]
            for each in copy.tables
            if each.comes_back
        }
        self._connection = connection
        self._copy = copy
        self._new_id = new_id
        self._left_out: Counter[str] = Counter()
        self._unlinked: Counter[str] = Counter()
        self._username: str | None = None
        self._has_password = False
        self._number_taken = False

    def fit(self, unused_password: str, new_item_ids: Mapping[str, str]) -> None:
        """All steps, in their order."""
        _refuse_columns(self.rows)
        _refuse_others(self.rows, self._copy.student_id)
        self._leave_out_others_accounts()
        self._find_others()
        self._leave_out_what_the_school_lacks()
        self._rename(new_item_ids)
        self._fit_accounts(unused_password)
        self._fit_student()
        self._fit_evidence()
        for rows in self.rows.values():
            for row in rows:
                row["organisation_id"] = self.organisation_id

    def result(self) -> Restored:
        """What `restore_student` tells."""
        return Restored(
            counts={name: len(rows) for name, rows in sorted(self.rows.items()) if rows},
            left_out=dict(+self._left_out),
            unlinked=dict(+self._unlinked),
            username=self._username,
            has_password=self._has_password,
            number_taken=self._number_taken,
            scope=self._copy.scope,
        )

    # -- what rows refer to --------------------------------------------------------------------------------

    def _find_others(self) -> None:
        """Rows that name another student, by id or by pseudonym, come back where that one is here and to be found as a study peer."""
        by_name = {
            key: row.student_id
            for row in self._consents()
            for key in (row.student_id, row.pseudonym)
            if row.student_id != self.student_id
        }
        for name, rows in self.rows.items():
            other_columns = [column.name for column in METADATA.tables[name].c if _names_other(column.name)]
            if other_columns:
                self.rows[name] = [
                    row for row in rows if self._with_others(row, (*other_columns, "student_id"), by_name)
                ]
                self._left_out[name] += len(rows) - len(self.rows[name])

    def _with_others(self, row: dict[str, Any], columns: Sequence[str], by_name: Mapping[str, str]) -> bool:
        for column in columns:
            if row[column] != self._copy.student_id:
                row[column] = by_name.get(row[column])
        return all(row[column] is not None for column in columns)

    def _leave_out_others_accounts(self) -> None:
        """Lines of an import that name an account that is not the student's: when the import is undone, that one would be deleted."""
        own_ids = {"", *(row["account_id"] for row in self.rows.get(ACCOUNT.name, []))}
        changes = self.rows.get(CHANGES, [])
        if changes:
            self.rows[CHANGES] = [row for row in changes if row["account_id"] in own_ids]
            self._left_out[CHANGES] += len(changes) - len(self.rows[CHANGES])

    def _leave_out_what_the_school_lacks(self) -> None:
        for name, rows in self.rows.items():
            target = METADATA.tables[name]
            for column_name, school_table in SCHOOLS.items():
                if column_name not in target.c or not rows:
                    continue
                here = self._there(METADATA.tables[school_table], column_name, {row[column_name] for row in rows})
                lacking = [row for row in rows if row[column_name] and row[column_name] not in here]
                if target.c[column_name].server_default is not None:
                    for row in lacking:
                        row[column_name] = ""
                    self._unlinked[name] += len(lacking)
                else:
                    rows = [row for row in rows if not row[column_name] or row[column_name] in here]
                    self._left_out[name] += len(lacking)
            self.rows[name] = rows

    def _there(self, target: Table, column_name: str, values: set[str]) -> set[str]:
        """Those of the values that the school has."""
        found: set[str] = set()
        for block in id_blocks(sorted(filter(None, values))):
            query = select(target.c[column_name]).where(
                target.c.organisation_id == self.organisation_id, target.c[column_name].in_(block)
            )
            found.update(self._connection.execute(query).scalars())
        return found

    # -- ids -----------------------------------------------------------------------------------------------

    def _rename(self, new_item_ids: Mapping[str, str]) -> None:
        """Give the student the new id and, where any id of the copy is in use here, new ids to everything, wherever they stand."""
        ids = self._ids()
        new = dict(new_item_ids)
        if any(self._in_use(target, column_name, values) for targets, column_name, values in ids for target in targets):
            new.update({old: self._new_id(old.partition("_")[0]) for *_, values in ids for old in values})
        old_student = self._copy.student_id
        in_texts = [
            (
                text.format(json.dumps(old_student, ensure_ascii=False)),
                text.format(json.dumps(self.student_id, ensure_ascii=False)),
            )
            for text in ('"student_id":{}', '"student_id": {}')
        ]
        in_keys = f":{old_student}:", f":{self.student_id}:"

        def renamed(name: str, value: str) -> str:
            if value in new:
                return new[value]
            if new:
                value = IDENTIFIER.sub(lambda found: new.get(found[0], found[0]), value)
            if self.student_id == old_student:
                return value
            if name.endswith("student_id"):
                return self.student_id if value == old_student else value
            for old, changed in in_texts:
                value = value.replace(old, changed)
            return value.replace(*in_keys) if name == "idempotency_key" else value

        for rows in self.rows.values():
            for row in rows:
                row.update({name: renamed(name, value) for name, value in row.items() if isinstance(value, str)})

    def _ids(self) -> list[tuple[list[Table], str, set[str]]]:
        """The ids of the copy that are the only ones of their kind in the whole database, by column, with the tables in which they would be in
        use: every one that they lead, so that no mark of the file comes to stand in another's text."""
        found: list[tuple[list[Table], str, set[str]]] = []
        for name, rows in self.rows.items():
            target = METADATA.tables[name]
            key = [column.name for column in target.primary_key.columns]
            if "organisation_id" in key or not rows or target is ACCOUNT or "account_id" in key:
                continue
            ids = {row[key[0]] for row in rows if isinstance(row[key[0]], str)}
            if ids:
                led = [each for each in student_tables() if next(iter(each.primary_key.columns)).name == key[0]]
                found.append((led, key[0], ids))
        if consents := self.rows.get(CONSENT.name):
            found.append(([CONSENT], "pseudonym", {row["pseudonym"] for row in consents}))
        return found

    def _in_use(self, target: Table, column_name: str, values: set[str]) -> bool:
        column = target.c[column_name]
        return any(
            self._connection.execute(select(column).where(column.in_(block)).limit(1)).first()
            for block in id_blocks(sorted(values))
        )

    # -- who they are --------------------------------------------------------------------------------------

    def _fit_accounts(self, unused_password: str) -> None:
        """Give the student's things to the sign-in that the student has here, else bring that of the copy in, without a password."""
        accounts = self.rows.get(ACCOUNT.name, [])
        here = self._connection.execute(
            select(ACCOUNT).where(
                ACCOUNT.c.organisation_id == self.organisation_id,
                ACCOUNT.c.student_id == self.student_id,
                ACCOUNT.c.role == "student",
            )
        ).first()
        own_ids = {row["account_id"] for row in accounts}
        if here is not None:
            self._use_account(own_ids, here)
        else:
            for row in accounts:
                self._new_account(row, unused_password)
            self._username = accounts[0]["username"] if accounts else None
        preferences = self.rows.get("preferences", [])
        kept_ids = {here.account_id} if here is not None else {row["account_id"] for row in accounts}
        self.rows["preferences"] = [row for row in preferences if row["account_id"] in kept_ids]
        self._left_out["preferences"] += len(preferences) - len(self.rows["preferences"])

    def _use_account(self, own_ids: set[str], here: Row[Any]) -> None:
        self.rows[ACCOUNT.name] = []
        self._username, self._has_password = here.username, True
        demo_ids = {row["account_id"] for row in self.rows.get("preferences", [])}
        self._change_account(own_ids | demo_ids, here.account_id)

    def _new_account(self, row: dict[str, Any], unused_password: str) -> None:
        if self._in_use(ACCOUNT, "account_id", {row["account_id"]}):
            new_id = self._new_id("acc")
            self._change_account({row["account_id"]}, new_id)
        usernames = set(
            self._connection.execute(
                select(ACCOUNT.c.username).where(ACCOUNT.c.organisation_id == self.organisation_id)
            ).scalars()
        )
        wanted, number = row["username"], 2
        while row["username"] in usernames:
            row["username"] = f"{wanted}-{number}"
            number += 1
        row.update(password_hash=unused_password, demo=False)

    def _change_account(self, old_ids: set[str], new_id: str) -> None:
        for rows in self.rows.values():
            for row in rows:
                if row.get("account_id") in old_ids:
                    row["account_id"] = new_id

    def _fit_student(self) -> None:
        """The row of a student who is here without data is replaced; a number that another has is left off."""
        of_student = STUDENT.c.organisation_id == self.organisation_id, STUDENT.c.student_id == self.student_id
        if self.rows.get(STUDENT.name):
            self._connection.execute(delete(STUDENT).where(*of_student))
        for row in self.rows.get(STUDENT.name, []):
            if row["number"] is not None and self._there(STUDENT, "number", {row["number"]}):
                row["number"], self._number_taken = None, True

    def _fit_evidence(self) -> None:
        """Give another key to evidence whose key is in use."""
        evidence = self.rows.get(EVIDENCE.name, [])
        taken = self._there(EVIDENCE, "idempotency_key", {row["idempotency_key"] for row in evidence})
        for row in evidence:
            if row["idempotency_key"] in taken:
                row["idempotency_key"] += f":{self.student_id}"

    def _consents(self) -> Sequence[Row[Any]]:
        query = select(CONSENT).where(CONSENT.c.organisation_id == self.organisation_id)
        return self._connection.execute(query).all()


# -- parts -------------------------------------------------------------------------------------------------------


def _with_ids(items: Sequence[CopiedItem], new_item_ids: Mapping[str, str]) -> list[CopiedItem]:
    """The questions under their new ids, as the school's own."""
    renamed = []
    for item in items:
        if new_id := new_item_ids.get(item.item_id):
            body = json.dumps({**json.loads(item.body), "id": new_id}, ensure_ascii=False, separators=(",", ":"))
            item = replace(item, item_id=new_id, body=body, own=True)
        renamed.append(item)
    return renamed


def _refuse_data(connection: Connection, organisation_id: str, student_id: str) -> None:
    """Raise `StudentIsHere` where anything is kept about the student beyond who the student is."""
    with_data = tuple(
        target.name
        for target, condition in belongings(organisation_id, student_id)
        if target.name not in WHO_THEY_ARE
        and not hangs_on_sign_in(target)
        and connection.execute(select(func.count()).select_from(target).where(condition)).scalar_one()
    )
    if with_data:
        raise StudentIsHere(student_id, with_data)


def _refuse_columns(rows: Mapping[str, Rows]) -> None:
    """Raise `BadStudentFile` for tables that are no student's, and for columns that this version does not have, or has and the file lacks."""
    brought = {each.name for each in student_tables() if comes_back(each)}
    for name, table_rows in rows.items():
        target = METADATA.tables.get(name)
        if target is None:
            raise BadStudentFile(f"The file holds {name!r}, which this version does not know. Nothing was brought in.")
        if name not in brought:
            raise BadStudentFile(f"The file holds {name!r}, which no student brings along. Nothing was brought in.")
        known = set(copied_columns(target))
        for row in table_rows[:1]:
            lacking = {column for column in known - set(row) if not _can_lack(target, column)}
            if wrong := sorted(set(row) - known | lacking):
                raise BadStudentFile(
                    f"{name!r} of the file has other columns than this version: {', '.join(wrong)}. Nothing was brought in."
                )
        for row in table_rows:
            for column_name, value in row.items():
                if not _fits(target, column_name, value):
                    raise BadStudentFile(f"A row of {name!r} does not fit: {column_name}. Nothing was brought in.")


def _refuse_others(rows: Mapping[str, Rows], student_id: str) -> None:
    """Raise `BadStudentFile` for a row that is about somebody else: anybody can write such a file, and it must give nobody a right or a mark but
    the student."""
    own_ids = {row["account_id"] for row in rows.get(ACCOUNT.name, [])}
    for name, table_rows in rows.items():
        columns = [column.name for column in METADATA.tables[name].c if column.name.endswith("student_id")]
        for row in table_rows:
            own = any(row.get(column) == student_id for column in columns) if columns else row["account_id"] in own_ids
            if not own or (name == ACCOUNT.name and row["role"] != "student"):
                raise BadStudentFile(f"A row of {name!r} is not about {student_id!r}; nothing was brought in.")


def _fits(target: Table, column_name: str, value: Any) -> bool:
    """Whether a column takes a value: SQLite would take any."""
    column = target.c[column_name]
    if value is None:
        return bool(column.nullable)
    wanted = column.type.python_type
    return isinstance(value, wanted) or (wanted is float and type(value) is int)


def _can_lack(target: Table, column_name: str) -> bool:
    column = target.c[column_name]
    return bool(column.nullable) or column.server_default is not None


def _stored(value: Any) -> Any:
    return to_micros(value) if isinstance(value, datetime) else value


def _names_other(column_name: str) -> bool:
    return column_name.endswith("_student_id")


def _moved(watermark: int, old_places: Sequence[int], places: Sequence[int]) -> int:
    """The place in the log up to which as much of the student's evidence stands as stood up to the watermark.

    >>> _moved(7, [3, 5, 9], [101, 102, 103]), _moved(2, [3], [101]), _moved(40, [3, 5], [101, 102])
    (102, 100, 102)
    """
    below = bisect_right(old_places, watermark)
    if below:
        return places[below - 1]
    return places[0] - 1 if places else 0

"""The roster part of the store: imports with their undoing, one-time codes, codes and requests to join a class."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Table, delete, exists, func, or_, select, update

from core.records.access import Account
from core.records.audit import NOBODY, AuditAction, Fact, FactName, Subject
from core.records.roster import AccessCode, ImportRun, JoinCode, JoinRequest, RosterChange, RosterChanges, Undone
from core.records.students import Student
from core.store.database.session import SqlPart
from core.store.parts.accounts import ACCOUNT, CLIENT, CODE, SIGNIN, account_columns
from core.store.parts.audit import put_in_place
from core.store.parts.belongings import hangs_on_sign_in, student_tables
from core.store.parts.classes import CLASS, MEMBER, TEACHER, id_blocks
from core.store.parts.students import STUDENT
from core.store.tables.columns import from_micros, table, to_micros
from core.store.tables.plan import AssignmentTable
from core.store.tables.roster import JoinCodeTable, JoinRequestTable, RosterChangeTable, RosterImportTable

RUN = table(RosterImportTable)
CHANGE = table(RosterChangeTable)
JOIN = table(JoinCodeTable)
REQUEST = table(JoinRequestTable)
ASSIGNMENT = table(AssignmentTable)

WHO_THEY_ARE = frozenset({"student", "account", "class_student", "roster_change"})
"""Tables that say who a student is; every other with a student's id holds what the student did or was given."""


class TakenMeanwhile(Exception):
    """Undoes the transaction that it leaves: something was taken by another since it was looked at."""


class RosterPart(SqlPart):
    """`core.ports.roster.RosterStore` in SQL."""

    # -- imports -----------------------------------------------------------------------------------------

    def apply_roster(self, changes: RosterChanges) -> bool:
        """See `core.ports.roster.RosterStore.apply_roster`."""
        try:
            with self.write() as connection:
                self._apply(connection, changes)
        except TakenMeanwhile:
            return False
        return True

    def _apply(self, connection: Connection, changes: RosterChanges) -> None:
        run = changes.run
        organisation_id, made_at = run.organisation_id, to_micros(run.made_at)
        connection.execute(RUN.insert(), {**vars(run), "made_at": made_at, "undone_at": None})
        kept = [
            {"organisation_id": organisation_id, "import_id": run.import_id, "position": position, **vars(each)}
            for position, each in enumerate(changes.kept())
        ]
        if kept:
            connection.execute(CHANGE.insert(), kept)
        self._insert_all(connection, CLASS, [{**vars(each), "made_at": made_at} for each in changes.classes])
        self._insert_all(connection, STUDENT, [{**vars(each), "created_at": made_at} for each in changes.students])
        self._insert_all(connection, ACCOUNT, [account_columns(each) for each in changes.accounts])
        self._insert_all(
            connection,
            MEMBER,
            [
                {
                    "organisation_id": organisation_id,
                    "class_id": class_id,
                    "student_id": student_id,
                    "joined_at": made_at,
                }
                for class_id, student_id in changes.members
            ],
        )
        self._insert_all(
            connection,
            TEACHER,
            [
                {"organisation_id": organisation_id, "class_id": class_id, "account_id": account_id}
                for class_id, account_id in changes.teachers
            ],
        )
        for each in changes.renamings:
            if not _rename(connection, organisation_id, each.student_id, each.after, before=each.before):
                raise TakenMeanwhile
        facts: dict[FactName, Fact] = {
            "students": len(changes.students),
            "accounts": len(changes.accounts),
            "classes": len(changes.classes),
            "members": len(changes.members),
            "teachers": len(changes.teachers),
            "renamed": len(changes.renamings),
        }
        done = Subject("import", run.import_id)
        self.note(connection, organisation_id, "roster_imported", done, at=run.made_at, facts=facts)

    def _insert_all(self, connection: Connection, target: Table, rows: list[dict[str, Any]]) -> None:
        """Insert rows, all of which are new; raises `TakenMeanwhile` where one is there already."""
        if rows and connection.execute(self.insert_new(target), rows).rowcount != len(rows):
            raise TakenMeanwhile

    def last_import(self, organisation_id: str, *, made_by: str | None = None) -> ImportRun | None:
        """See `core.ports.roster.RosterStore.last_import`."""
        query = select(RUN).where(RUN.c.organisation_id == organisation_id, RUN.c.undone_at.is_(None))
        if made_by is not None:
            query = query.where(RUN.c.made_by == made_by)
        with self.read() as connection:
            row = connection.execute(query.order_by(RUN.c.made_at.desc(), RUN.c.import_id.desc()).limit(1)).first()
        return None if row is None else ImportRun(**{**row._mapping, "made_at": from_micros(row.made_at)})

    def import_changes(self, organisation_id: str, import_id: str) -> list[RosterChange]:
        """See `core.ports.roster.RosterStore.import_changes`."""
        with self.read() as connection:
            return _changes(connection, organisation_id, import_id)

    def import_counts(self, organisation_id: str, import_id: str) -> dict[str, int]:
        """See `core.ports.roster.RosterStore.import_counts`."""
        query = select(CHANGE.c.kind, func.count()).where(
            CHANGE.c.organisation_id == organisation_id, CHANGE.c.import_id == import_id
        )
        with self.read() as connection:
            return {row.kind: row[1] for row in connection.execute(query.group_by(CHANGE.c.kind))}

    def undo_import(self, organisation_id: str, import_id: str, at: datetime, *, unused_password: str) -> Undone | None:
        """See `core.ports.roster.RosterStore.undo_import`."""
        is_run = RUN.c.organisation_id == organisation_id, RUN.c.import_id == import_id
        with self.write() as connection:
            mark = update(RUN).where(*is_run, RUN.c.undone_at.is_(None)).values(undone_at=to_micros(at))
            if connection.execute(mark).rowcount == 0:
                return None
            changes = _changes(connection, organisation_id, import_id)
            undone, gone, gone_accounts = _undo(connection, organisation_id, changes, unused_password)
            put_in_place(
                connection, organisation_id, import_id, students=gone, accounts=gone_accounts, as_kind="import"
            )
            facts: dict[FactName, Fact] = {
                "students": undone.students,
                "accounts": undone.accounts,
                "classes": undone.classes,
                "members": undone.members,
                "renamed": undone.names,
            }
            taken_back = Subject("import", import_id)
            self.note(connection, organisation_id, "roster_import_undone", taken_back, at=at, facts=facts)
            return undone

    # -- one-time codes ----------------------------------------------------------------------------------

    def give_codes(
        self, organisation_id: str, codes: Sequence[AccessCode], *, unused_password: str, only_unused: bool
    ) -> set[str]:
        """See `core.ports.roster.RosterStore.give_codes`."""
        by_account = {each.account_id: each for each in codes if each.organisation_id == organisation_id}
        given: set[str] = set()
        with self.write() as connection:
            for block in id_blocks(sorted(by_account)):
                own = ACCOUNT.c.organisation_id == organisation_id, ACCOUNT.c.account_id.in_(block)
                hashes = _locked_passwords(connection, *own)
                ids = [each for each, stored in hashes.items() if not only_unused or stored == unused_password]
                given.update(ids)
                connection.execute(
                    update(ACCOUNT).where(ACCOUNT.c.account_id.in_(ids)).values(password_hash=unused_password)
                )
                for target in (SIGNIN, CLIENT, CODE):
                    connection.execute(delete(target).where(target.c.account_id.in_(ids)))
            if given:
                connection.execute(CODE.insert(), [_code_columns(by_account[each]) for each in sorted(given)])
                people = [Subject("account", each) for each in sorted(given)]
                self.note(connection, organisation_id, "code_given", *people, at=codes[0].made_at)
        return given

    def access_codes(self, organisation_id: str, account_ids: Collection[str] | None = None) -> list[AccessCode]:
        """See `core.ports.roster.RosterStore.access_codes`."""
        query = select(CODE).where(CODE.c.organisation_id == organisation_id)
        with self.read() as connection:
            if account_ids is None:
                rows = connection.execute(query).all()
            else:
                rows = [
                    row
                    for block in id_blocks(account_ids)
                    for row in connection.execute(query.where(CODE.c.account_id.in_(block)))
                ]
        return [_code(row) for row in rows]

    # -- students ----------------------------------------------------------------------------------------

    def set_student_name(self, organisation_id: str, student_id: str, name: str) -> None:
        """See `core.ports.roster.RosterStore.set_student_name`."""
        with self.write() as connection:
            if _rename(connection, organisation_id, student_id, name):
                self.note(connection, organisation_id, "student_renamed", Subject("student", student_id))

    def set_student_number(self, organisation_id: str, student_id: str, number: str | None) -> bool:
        """See `core.ports.roster.RosterStore.set_student_number`."""
        in_organisation = STUDENT.c.organisation_id == organisation_id
        without_number = STUDENT.c.number.is_(None) & (STUDENT.c.student_id == number)
        other = select(STUDENT.c.student_id).where(
            in_organisation, STUDENT.c.student_id != student_id, or_(STUDENT.c.number == number, without_number)
        )
        with self.write() as connection:
            if number is not None and connection.execute(other).first() is not None:
                return False
            statement = update(STUDENT).where(in_organisation, STUDENT.c.student_id == student_id)
            changed = connection.execute(statement.values(number=number)).rowcount == 1
            if changed:
                self.note(connection, organisation_id, "student_renumbered", Subject("student", student_id))
        return changed

    # -- joining -----------------------------------------------------------------------------------------

    def put_join_code(self, code: JoinCode) -> bool:
        """See `core.ports.roster.RosterStore.put_join_code`."""
        row = {**vars(code), "made_at": to_micros(code.made_at), "expires_at": to_micros(code.expires_at)}
        try:
            with self.write() as connection:
                connection.execute(delete(JOIN).where(*_of_class(JOIN, code.organisation_id, code.class_id)))
                self._insert_all(connection, JOIN, [row])
                opened = Subject("class", code.class_id)
                facts: dict[FactName, Fact] = {
                    "days": (code.expires_at - code.made_at).days,
                    "approval": code.approval,
                }
                self.note(connection, code.organisation_id, "joining_opened", opened, at=code.made_at, facts=facts)
        except TakenMeanwhile:
            return False
        return True

    def join_code(self, organisation_id: str, class_id: str) -> JoinCode | None:
        """See `core.ports.roster.RosterStore.join_code`."""
        with self.read() as connection:
            row = connection.execute(select(JOIN).where(*_of_class(JOIN, organisation_id, class_id))).first()
        return None if row is None else _join_code(row)

    def join_code_named(self, code: str) -> JoinCode | None:
        """See `core.ports.roster.RosterStore.join_code_named`."""
        with self.read() as connection:
            row = connection.execute(select(JOIN).where(JOIN.c.code == code)).first()
        return None if row is None else _join_code(row)

    def end_join_code(self, organisation_id: str, class_id: str) -> None:
        """See `core.ports.roster.RosterStore.end_join_code`."""
        with self.write() as connection:
            if connection.execute(delete(JOIN).where(*_of_class(JOIN, organisation_id, class_id))).rowcount:
                self.note(connection, organisation_id, "joining_ended", Subject("class", class_id))

    def add_join_request(self, request: JoinRequest) -> bool:
        """See `core.ports.roster.RosterStore.add_join_request`."""
        row = {**vars(request), "language": request.language or "", "asked_at": to_micros(request.asked_at)}
        taken = select(ACCOUNT.c.account_id).where(
            ACCOUNT.c.organisation_id == request.organisation_id, ACCOUNT.c.username == request.username
        )
        with self.write() as connection:
            if connection.execute(taken).first() is not None:
                return False
            return connection.execute(self.insert_new(REQUEST), row).rowcount == 1

    def join_requests(self, organisation_id: str, class_id: str) -> list[JoinRequest]:
        """See `core.ports.roster.RosterStore.join_requests`."""
        query = select(REQUEST).where(*_of_class(REQUEST, organisation_id, class_id))
        with self.read() as connection:
            rows = connection.execute(query.order_by(REQUEST.c.asked_at, REQUEST.c.request_id)).all()
        return [_join_request(row) for row in rows]

    def settle_join_request(
        self, organisation_id: str, request_id: str, *, student: Student | None = None, account: Account | None = None
    ) -> bool:
        """See `core.ports.roster.RosterStore.settle_join_request`."""

        def admit(connection: Connection, class_id: str) -> None:
            if student is not None and account is not None:
                self._admit(connection, class_id, student, account)
            self._note_settled(connection, organisation_id, class_id, None if student is None else student.student_id)

        return self._settle(organisation_id, request_id, admit)

    def admit_as(self, organisation_id: str, request_id: str, account: Account, *, unused_password: str) -> bool:
        """See `core.ports.roster.RosterStore.admit_as`."""

        def admit(connection: Connection, class_id: str) -> None:
            self._give_account(connection, account, unused_password)
            self._put_into_class(connection, class_id, account)
            self._note_settled(connection, organisation_id, class_id, account.student_id)

        return self._settle(organisation_id, request_id, admit)

    def _note_settled(
        self, connection: Connection, organisation_id: str, class_id: str, student_id: str | None
    ) -> None:
        """Note whom a class admitted, or that it refused somebody, of whom nothing is kept."""
        action: AuditAction = "joining_refused" if student_id is None else "joining_admitted"
        admitted = NOBODY if student_id is None else Subject("student", student_id)
        self.note(connection, organisation_id, action, Subject("class", class_id), related=admitted)

    def _settle(self, organisation_id: str, request_id: str, admit: Callable[[Connection, str], None]) -> bool:
        """Take a request away and do what it leads to in its class, all or nothing; False where somebody else has settled it, or taken a name."""
        own = REQUEST.c.organisation_id == organisation_id, REQUEST.c.request_id == request_id
        try:
            with self.write() as connection:
                row = connection.execute(delete(REQUEST).where(*own).returning(REQUEST.c.class_id)).first()
                if row is None:
                    return False
                admit(connection, row.class_id)
        except TakenMeanwhile:
            return False
        return True

    def _give_account(self, connection: Connection, account: Account, unused_password: str) -> None:
        """Give a student, who has none that was used, an account; raises `TakenMeanwhile`."""
        organisation_id, student_id = account.organisation_id, account.student_id
        is_student = STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == student_id
        student = connection.execute(select(STUDENT.c.name).where(*is_student).with_for_update()).first()
        if student is None:
            raise TakenMeanwhile
        if not student.name:
            connection.execute(update(STUDENT).where(*is_student).values(name=account.display_name))
        of_student = ACCOUNT.c.organisation_id == organisation_id, ACCOUNT.c.student_id == student_id
        hashes = _locked_passwords(connection, *of_student)
        taken = select(ACCOUNT.c.account_id).where(
            ACCOUNT.c.organisation_id == organisation_id,
            ACCOUNT.c.username == account.username,
            ACCOUNT.c.account_id.not_in(list(hashes)),
        )
        if connection.execute(taken).first() is not None or any(each != unused_password for each in hashes.values()):
            raise TakenMeanwhile
        if not hashes:
            self._insert_all(connection, ACCOUNT, [account_columns(account)])
            return
        changed = {
            name: account_columns(account)[name] for name in ("username", "password_hash", "language", "display_name")
        }
        connection.execute(update(ACCOUNT).where(ACCOUNT.c.account_id.in_(list(hashes))).values(changed))
        for target in (SIGNIN, CLIENT, CODE):
            connection.execute(delete(target).where(target.c.account_id.in_(list(hashes))))

    def _put_into_class(self, connection: Connection, class_id: str, account: Account) -> None:
        organisation_id = account.organisation_id
        everyone = select(CLASS.c.everyone).where(*_of_class(CLASS, organisation_id, class_id))
        if not connection.execute(everyone).scalar():
            member = {"organisation_id": organisation_id, "class_id": class_id, "student_id": account.student_id}
            connection.execute(self.insert_new(MEMBER), {**member, "joined_at": to_micros(account.created_at)})

    def _admit(self, connection: Connection, class_id: str, student: Student, account: Account) -> None:
        assert student.created_at is not None
        joined_at = to_micros(student.created_at)
        self._insert_all(connection, STUDENT, [{**vars(student), "created_at": joined_at}])
        self._insert_all(connection, ACCOUNT, [account_columns(account)])
        organisation_id = student.organisation_id
        everyone = select(CLASS.c.everyone).where(*_of_class(CLASS, organisation_id, class_id))
        if not connection.execute(everyone).scalar():
            member = {"organisation_id": organisation_id, "class_id": class_id, "student_id": student.student_id}
            self._insert_all(connection, MEMBER, [{**member, "joined_at": joined_at}])


def _changes(connection: Connection, organisation_id: str, import_id: str) -> list[RosterChange]:
    query = select(CHANGE).where(CHANGE.c.organisation_id == organisation_id, CHANGE.c.import_id == import_id)
    columns = ("kind", "student_id", "account_id", "class_id", "before", "after")
    rows = connection.execute(query.order_by(CHANGE.c.position)).mappings().all()
    return [RosterChange(**{name: row[name] for name in columns}) for row in rows]


def _undo(
    connection: Connection, organisation_id: str, rows: Sequence[RosterChange], unused_password: str
) -> tuple[Undone, list[str], list[str]]:
    """Take the changes back in the reverse of their order, those apart whose students or accounts were used since; with the ids of the students
    and accounts that are gone."""
    made = [row.student_id for row in rows if row.kind == "student"]
    accounts = {row.account_id: row.student_id for row in rows if row.kind == "account"}
    _lock_students(connection, organisation_id, made)
    used_accounts = _used_accounts(connection, list(accounts), unused_password)
    busy = _who_worked(connection, organisation_id, list(dict.fromkeys([*made, *accounts.values()])))
    busy |= {accounts[each] for each in used_accounts if accounts[each]}
    gone = [each for each in made if each not in busy]
    gone_accounts = [
        each for each, student_id in accounts.items() if each not in used_accounts and student_id not in busy
    ]
    members = [(row.class_id, row.student_id) for row in rows if row.kind == "member" and row.student_id not in busy]
    for class_id, student_id in members:
        _delete_in_class(connection, MEMBER, organisation_id, class_id, MEMBER.c.student_id == student_id)
    for block in id_blocks(gone_accounts):
        for target in (SIGNIN, CLIENT, CODE, ACCOUNT):
            connection.execute(delete(target).where(target.c.account_id.in_(block)))
    for block in id_blocks(gone):
        own = STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id.in_(block)
        connection.execute(delete(STUDENT).where(*own))
        connection.execute(
            delete(MEMBER).where(MEMBER.c.organisation_id == organisation_id, MEMBER.c.student_id.in_(block))
        )
    names = sum(
        _rename(connection, organisation_id, row.student_id, row.before, before=row.after)
        for row in rows
        if row.kind == "name"
    )
    classes = sum(
        _delete_unused_class(connection, organisation_id, row.class_id) for row in rows if row.kind == "class"
    )
    # A class that it made and that stays keeps its teachers: else nobody could open it.
    made_classes = {row.class_id for row in rows if row.kind == "class"}
    for row in rows:
        if row.kind == "teacher" and row.account_id not in used_accounts and row.class_id not in made_classes:
            _delete_in_class(connection, TEACHER, organisation_id, row.class_id, TEACHER.c.account_id == row.account_id)
    kept = tuple(each for each in made if each in busy)
    return Undone(len(gone), len(gone_accounts), len(members), names, classes, kept), gone, gone_accounts


def _used_accounts(connection: Connection, account_ids: Sequence[str], unused_password: str) -> set[str]:
    used: set[str] = set()
    for block in id_blocks(sorted(account_ids)):
        hashes = _locked_passwords(connection, ACCOUNT.c.account_id.in_(block))
        used.update(each for each, stored in hashes.items() if stored != unused_password)
    return used


def _locked_passwords(connection: Connection, *conditions: Any) -> dict[str, str]:
    """Hashes of passwords by account id. On PostgreSQL whoever would choose a password, give a code or delete the account waits from here on
    until the transaction has ended, and what such a one wrote before is read; SQLite has one writer at a time."""
    query = select(ACCOUNT.c.account_id, ACCOUNT.c.password_hash).where(*conditions).order_by(ACCOUNT.c.account_id)
    return {row.account_id: row.password_hash for row in connection.execute(query.with_for_update())}


def _lock_students(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> None:
    """On PostgreSQL whoever would write what these students do waits from here on until the transaction has ended."""
    for block in id_blocks(sorted(student_ids)):
        query = select(STUDENT.c.student_id).where(
            STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id.in_(block)
        )
        connection.execute(query.order_by(STUDENT.c.student_id).with_for_update())


def tables_of_students() -> Iterator[Table]:
    """The tables that hold what students did or were given."""
    for target in student_tables():
        if target.name not in WHO_THEY_ARE and not hangs_on_sign_in(target):
            yield target


def _who_worked(connection: Connection, organisation_id: str, student_ids: Sequence[str]) -> set[str]:
    """Those of the students about whom anything is kept beyond who they are."""
    busy: set[str] = set()
    for target in tables_of_students():
        for block in id_blocks(student_ids):
            query = select(target.c.student_id).where(
                target.c.organisation_id == organisation_id, target.c.student_id.in_(block)
            )
            busy.update(connection.execute(query.distinct()).scalars())
    return busy


def _rename(
    connection: Connection, organisation_id: str, student_id: str, name: str, *, before: str | None = None
) -> bool:
    """Rename a student and the student's account; with `before` only where that is still the name. Whether it was done."""
    statement = update(STUDENT).where(STUDENT.c.organisation_id == organisation_id, STUDENT.c.student_id == student_id)
    if before is not None:
        statement = statement.where(STUDENT.c.name == before)
    if connection.execute(statement.values(name=name)).rowcount == 0:
        return False
    own = ACCOUNT.c.organisation_id == organisation_id, ACCOUNT.c.student_id == student_id
    connection.execute(update(ACCOUNT).where(*own).values(display_name=name))
    return True


def _delete_unused_class(connection: Connection, organisation_id: str, class_id: str) -> bool:
    """Delete a class that an import made, if nobody is in it and nothing was given to it."""
    used = or_(
        *(exists().where(*_of_class(target, organisation_id, class_id)) for target in (MEMBER, ASSIGNMENT, REQUEST))
    )
    statement = delete(CLASS).where(*_of_class(CLASS, organisation_id, class_id), ~used)
    if connection.execute(statement).rowcount == 0:
        return False
    for target in (TEACHER, JOIN):
        connection.execute(delete(target).where(*_of_class(target, organisation_id, class_id)))
    return True


def _delete_in_class(
    connection: Connection, members: Table, organisation_id: str, class_id: str, condition: Any
) -> None:
    connection.execute(delete(members).where(*_of_class(members, organisation_id, class_id), condition))


def _of_class(target: Table, organisation_id: str, class_id: str) -> tuple[Any, ...]:
    return target.c.organisation_id == organisation_id, target.c.class_id == class_id


def _code_columns(code: AccessCode) -> dict[str, Any]:
    return {**vars(code), "made_at": to_micros(code.made_at), "expires_at": to_micros(code.expires_at)}


def _times(row: Row[Any], names: Iterable[str]) -> dict[str, Any]:
    """The columns of a row with these times read."""
    return {**row._mapping, **{name: from_micros(row._mapping[name]) for name in names}}


def _code(row: Row[Any]) -> AccessCode:
    return AccessCode(**_times(row, ("made_at", "expires_at")))


def _join_code(row: Row[Any]) -> JoinCode:
    return JoinCode(**{**_times(row, ("made_at", "expires_at")), "approval": bool(row.approval)})


def _join_request(row: Row[Any]) -> JoinRequest:
    return JoinRequest(**{**_times(row, ("asked_at",)), "language": row.language or None})

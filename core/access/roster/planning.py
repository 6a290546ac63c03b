"""The dry run of an import: for each row what would happen, what is wrong, and what has to be asked. Nothing is written here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from core.access.roster.cells import key_of
from core.access.roster.entries import COLUMNS, Entry, Fault, Reading
from core.access.roster.indexes import School
from core.access.roster.plans import (
    ANOTHER,
    LEAVE,
    SAME,
    TO_BE_MADE,
    Action,
    Choices,
    Draft,
    NewPerson,
    Plan,
    PlannedLine,
    Question,
)
from core.access.roster.usernames import unique, username_base
from core.ports.store import Store
from core.records.access import Account
from core.records.students import Student
from core.wire import Bilingual


def plan_of(
    reading: Reading,
    choices: Choices,
    by: Account,
    *,
    class_id: str | None,
    syllables: Callable[[str], list[str]],
    store: Store,
) -> Plan:
    """The dry run of a list for a person; rows that name no class go into `class_id`, which is a class of the person's own."""
    return _Planner(reading, choices, School(by, store=store), class_id, syllables).plan()


class _Fault(Exception):
    def __init__(self, column: str, zh: str, en: str) -> None:
        super().__init__(en)
        self.column, self.text = column, Bilingual(zh=zh, en=en)


class _Asked(Exception):
    """The row cannot be decided; without a question it waits for a class."""

    def __init__(self, question: Question | None) -> None:
        super().__init__()
        self.question = question


class _LeftOut(Exception):
    """The person decided to leave the row out."""


class _Planner:
    """One dry run. Rows are looked at in their order; each sees what those before it would make."""

    def __init__(
        self,
        reading: Reading,
        choices: Choices,
        school: School,
        class_id: str | None,
        syllables: Callable[[str], list[str]],
    ) -> None:
        self._reading, self._choices, self._school = reading, choices, school
        self._class_id, self._syllables = class_id, syllables
        self._draft = Draft()
        self._unknown: Counter[str] = Counter()
        self._names_of_unknown: dict[str, str] = {}
        self._row_of_number: dict[str, tuple[Entry, str]] = {}
        self._row_of_username: dict[str, Entry] = {}
        named = {each.username.casefold() for each in reading.entries if each.username}
        self._not_to_be_made = school.taken_usernames | named
        """User names, folded, that are made for nobody: taken ones, and those that a row names, wherever in the list it stands."""
        self._row_of_teacher: dict[str, Entry] = {}
        """Earlier rows of teachers, by folded user name, their own or made."""
        self._members: set[tuple[str, str]] = set()
        """What is in `Draft.members` so far."""
        self._seen_in_class: dict[tuple[str, str], tuple[Entry, str]] = {}
        """Earlier rows of the list and their students, by class and folded name."""

    def plan(self) -> Plan:
        """All rows of the list."""
        lines = tuple(self._line(entry) for entry in self._reading.entries)
        unknown = tuple((self._names_of_unknown[key], count) for key, count in self._unknown.items())
        return Plan(lines, unknown, self._reading.unused, self._draft)

    def _line(self, entry: Entry) -> PlannedLine:
        key = f"{entry.file}:{entry.row}"
        if entry.faults:
            return PlannedLine(key, entry, "fault", faults=entry.faults)
        try:
            return self._teacher(key, entry) if entry.role == "teacher" else self._student(key, entry)
        except _Fault as fault:
            column = self._reading.columns.get(fault.column, COLUMNS[fault.column])
            return PlannedLine(key, entry, "fault", faults=(Fault(column, fault.text),))
        except _Asked as asked:
            return PlannedLine(key, entry, "question", question=asked.question)
        except _LeftOut:
            return PlannedLine(key, entry, "left_out")

    # -- classes -----------------------------------------------------------------------------------------

    def _classes(self, entry: Entry) -> list[str]:
        """The classes of a row: ids, and folded names of those to be made. Raises `_Fault`, `_Asked` for one that is not here."""
        if not entry.class_names:
            return [] if self._class_id is None else [self._class_id]
        found = [self._class_named(name) for name in entry.class_names]
        missing = [
            key
            for key in found
            if key in self._names_of_unknown and key[len(TO_BE_MADE) :] not in self._choices.new_classes
        ]
        for key in missing:
            self._unknown[key] += 1
        if missing:
            raise _Asked(None)
        return list(dict.fromkeys(found))

    def _class_named(self, name: str) -> str:
        # A class that is over keeps its name and bars nobody from a new one of that name.
        here = [each for each in self._school.class_of_name.get(key_of(name), []) if each.archived_at is None]
        own = [each for each in here if each.class_id in self._school.own_classes]
        if len(own) > 1:
            raise _Fault(
                "class",
                f"有几个班都叫“{name}”。请先给它们改名。",
                f"Several classes are named “{name}”. Rename them first.",
            )
        if own:
            return own[0].class_id
        if here:
            raise _Fault(
                "class",
                f"“{name}”不是你教的班。请管理员把你加为这个班的老师，或由管理员导入。",
                f"The class “{name}” is not yours. Ask an administrator to give it to you, or to import the list.",
            )
        key = f"{TO_BE_MADE}{key_of(name)}"
        self._names_of_unknown.setdefault(key, name)
        return key

    def _make_classes(self, class_ids: Sequence[str]) -> None:
        """Put down the classes among these that are to be made."""
        for each in class_ids:
            if each in self._names_of_unknown:
                self._draft.classes[each] = self._names_of_unknown[each]

    # -- students ----------------------------------------------------------------------------------------

    def _student(self, key: str, entry: Entry) -> PlannedLine:
        class_ids = self._classes(entry)
        student_id = self._known_student(key, entry, class_ids)
        if student_id is None:
            line = self._new_student(key, entry, class_ids)
            student_id = self._draft.people[-1].student_id
        else:
            line = self._existing_student(key, entry, class_ids, student_id)
        if entry.number:
            self._row_of_number.setdefault(entry.number.casefold(), (entry, student_id))
        if entry.username:
            self._row_of_username.setdefault(entry.username.casefold(), entry)
        for class_id in class_ids or [""]:
            self._seen_in_class.setdefault((class_id, key_of(entry.name)), (entry, student_id))
        return line

    def _known_student(self, key: str, entry: Entry, class_ids: Sequence[str]) -> str | None:
        """The id of the student that a row is about; None for a new one. Raises `_Fault`, `_Asked`, `_LeftOut`."""
        if entry.number:
            found = self._by_number(entry, class_ids)
            self._check_username(entry, found)
            return found
        if entry.username:
            return self._by_username(entry)
        return self._by_name(key, entry, class_ids)

    def _by_number(self, entry: Entry, class_ids: Sequence[str]) -> str | None:
        earlier = self._row_of_number.get(entry.number.casefold())
        if earlier is not None:
            before, student_id = earlier
            if key_of(before.name) != key_of(entry.name):
                raise _Fault(
                    "number",
                    f"和第 {before.row} 行“{before.name}”的学号相同，姓名不同。请更正其中一个。",
                    f"Row {before.row}, “{before.name}”, has the same number and another name. Mend one of them.",
                )
            if all((each, student_id) in self._members or student_id in self._inside(each) for each in class_ids):
                raise _Fault(
                    "number",
                    f"和第 {before.row} 行重复。请删去一行。",
                    f"The same as row {before.row}. Delete one of them.",
                )
            return student_id
        student = self._school.by_number.get(entry.number.casefold())
        if student is None:
            return None
        if not self._school.may_see(student.student_id):
            raise _Fault(
                "number",
                "这个学号已属于其他班的学生。请核对；如果是转班，请管理员导入。",
                "A student of another class has this number. Check it; if the student changes classes, ask an administrator to import.",
            )
        return student.student_id

    def _inside(self, class_id: str) -> Collection[str]:
        return self._school.inside(class_id) if class_id in self._school.own_classes else ()

    def _check_username(self, entry: Entry, student_id: str | None) -> None:
        """Refuse a user name that another person has, here or earlier in the list. Raises `_Fault`."""
        if not entry.username:
            return
        account = self._school.by_username.get(entry.username.casefold())
        earlier = self._earlier_of_username(entry.username)
        if account is not None and (account.student_id is None or account.student_id != student_id):
            raise _username_taken()
        if earlier is not None and (earlier.role != "student" or earlier.number.casefold() != entry.number.casefold()):
            raise _Fault(
                "username",
                f"和第 {earlier.row} 行“{earlier.name}”的用户名相同。请更正，或留空由系统生成。",
                f"Row {earlier.row}, “{earlier.name}”, has the same user name. Mend it, or leave it empty: one is made.",
            )

    def _earlier_of_username(self, username: str) -> Entry | None:
        folded = username.casefold()
        return self._row_of_teacher.get(folded, self._row_of_username.get(folded))

    def _by_username(self, entry: Entry) -> str | None:
        earlier = self._earlier_of_username(entry.username)
        if earlier is not None:
            raise _Fault(
                "username",
                f"和第 {earlier.row} 行的用户名相同。请删去一行，或更正。",
                f"Row {earlier.row} has the same user name. Delete one of them, or mend it.",
            )
        account = self._school.by_username.get(entry.username.casefold())
        if account is None:
            return None
        if account.student_id is None or not self._school.may_see(account.student_id):
            raise _username_taken()
        return account.student_id

    def _by_name(self, key: str, entry: Entry, class_ids: Sequence[str]) -> str | None:
        """The student of a row with a name alone: where one of that name is there already, it is asked."""
        answer = self._choices.answers.get(key, "")
        if answer == LEAVE:
            raise _LeftOut
        candidates = self._candidates(entry, class_ids)
        chosen = answer.removeprefix(SAME)
        if answer.startswith(SAME) and chosen in {student_id for student_id, _ in candidates}:
            return chosen
        if not candidates or answer == ANOTHER:
            return None
        raise _Asked(
            Question(
                Bilingual(
                    zh=f"已经有“{entry.name}”了。是同一个人吗？写上学号就不用问了。",
                    en=f"There is a “{entry.name}” already. Is it the same person? With a number nobody need ask.",
                ),
                tuple(candidates),
            )
        )

    def _candidates(self, entry: Entry, class_ids: Sequence[str]) -> list[tuple[str, Bilingual]]:
        """The students of that name in the classes of the row, here or earlier in the list, with what tells each apart."""
        wanted = key_of(entry.name)
        found: dict[str, Bilingual] = {}
        for student_id in self._school.ids_of_name.get(wanted, ()):
            is_inside = any(student_id in self._inside(each) for each in class_ids)
            if is_inside or (not class_ids and self._school.may_see(student_id)):
                number = self._school.students[student_id].shown_number
                found[student_id] = Bilingual(zh=number, en=number)
        for class_id in class_ids or [""]:
            if (class_id, wanted) in self._seen_in_class:
                earlier, student_id = self._seen_in_class[class_id, wanted]
                found.setdefault(student_id, Bilingual(zh=f"第 {earlier.row} 行", en=f"row {earlier.row}"))
        return sorted(found.items(), key=lambda each: each[0])

    def _new_student(self, key: str, entry: Entry, class_ids: Sequence[str]) -> PlannedLine:
        self._check_username(entry, None)
        username = entry.username or self._new_username(entry)
        wanted_id = (entry.number or username).casefold()
        student_id = entry.number or username
        if wanted_id in self._school.taken_ids:
            student_id = unique(username, self._school.taken_ids)
        self._school.taken_ids.add(student_id.casefold())
        self._take(username)
        self._draft.people.append(
            NewPerson(
                entry.name, username, "student", entry.language, student_id, entry.number or None, makes_student=True
            )
        )
        self._make_classes(class_ids)
        added = [each for each in class_ids if self._put_into(each, student_id)]
        return PlannedLine(key, entry, "new", username, changes=tuple(self._comes_into(each) for each in added))

    def _new_username(self, entry: Entry) -> str:
        """The number where it is free, else letters of the name with a counter."""
        if entry.number and entry.number.casefold() not in self._not_to_be_made:
            return entry.number
        return unique(username_base(entry.name, self._syllables), self._not_to_be_made)

    def _take(self, username: str) -> None:
        self._school.taken_usernames.add(username.casefold())
        self._not_to_be_made.add(username.casefold())

    def _existing_student(self, key: str, entry: Entry, class_ids: Sequence[str], student_id: str) -> PlannedLine:
        student = self._school.students.get(student_id)
        account = self._school.account_of.get(student_id)
        changes: list[Bilingual] = []
        if student is not None and key_of(student.name) != key_of(entry.name):
            changes.append(self._renamed(student, entry.name))
        username = account.username if account is not None else ""
        if (
            student is not None
            and account is None
            and student_id not in {each.student_id for each in self._draft.people}
        ):
            username = entry.username or self._new_username(entry)
            self._take(username)
            self._draft.people.append(NewPerson(entry.name, username, "student", entry.language, student_id))
            changes.append(Bilingual(zh="会得到登录账号", en="gets a sign-in"))
        self._make_classes(class_ids)
        changes += [self._comes_into(each) for each in class_ids if self._put_into(each, student_id)]
        return PlannedLine(key, entry, "changed" if changes else "same", username, changes=tuple(changes))

    def _renamed(self, student: Student, name: str) -> Bilingual:
        self._draft.renamings.append((student.student_id, student.name, name))
        self._school.students[student.student_id] = replace(student, name=name)
        return Bilingual(
            zh=f"改名：{student.name or '（无名）'} → {name}", en=f"renamed: {student.name or '(no name)'} → {name}"
        )

    def _put_into(self, class_id: str, student_id: str) -> bool:
        """Put a student into a class where they are not in it yet; whether that changes anything."""
        own = self._school.own_classes.get(class_id)
        if own is not None and (own.everyone or student_id in self._school.members.get(class_id, ())):
            return False
        if (class_id, student_id) in self._members:
            return False
        self._members.add((class_id, student_id))
        self._draft.members.append((class_id, student_id))
        return True

    def _comes_into(self, class_id: str) -> Bilingual:
        own = self._school.own_classes.get(class_id)
        name = own.name if own is not None else self._names_of_unknown[class_id]
        return Bilingual(zh=f"加入{name}", en=f"comes into {name}")

    # -- teachers ----------------------------------------------------------------------------------------

    def _teacher(self, key: str, entry: Entry) -> PlannedLine:
        if self._school.by.role != "admin":
            raise _Fault(
                "role",
                "只有管理员可以导入教师。请删去这一行，或请管理员导入。",
                "Only administrators import teachers. Delete the row, or ask an administrator.",
            )
        class_ids = self._classes(entry)
        username = entry.username or entry.number or self._teacher_of_name(key, entry)
        account = self._school.by_username.get(username.casefold())
        earlier = self._row_of_teacher.get(username.casefold())
        if account is not None and account.role != "teacher":
            raise _username_taken()
        if earlier is not None and key_of(earlier.name) != key_of(entry.name):
            raise _Fault(
                "username",
                f"和第 {earlier.row} 行“{earlier.name}”的用户名相同，姓名不同。请更正其中一个。",
                f"Row {earlier.row}, “{earlier.name}”, has the same user name and another name. Mend one of them.",
            )
        is_new = account is None and earlier is None
        if is_new and username.casefold() in self._school.taken_usernames:
            raise _username_taken()
        self._row_of_teacher.setdefault(username.casefold(), entry)
        changes: list[Bilingual] = []
        if is_new:
            self._take(username)
            self._draft.people.append(NewPerson(entry.name, username, "teacher", entry.language))
        self._make_classes(class_ids)
        for class_id in class_ids:
            teaches = account is not None and account.account_id in self._school.teachers.get(class_id, ())
            if not teaches and (class_id, username) not in self._draft.teachers:
                self._draft.teachers.append((class_id, account.username if account is not None else username))
                own = self._school.own_classes.get(class_id)
                name = own.name if own is not None else self._names_of_unknown[class_id]
                changes.append(Bilingual(zh=f"教{name}", en=f"teaches {name}"))
        action: Action = "new" if is_new else "changed" if changes else "same"
        return PlannedLine(key, entry, action, username, changes=tuple(changes))

    def _teacher_of_name(self, key: str, entry: Entry) -> str:
        """The user name of a teacher whose row has a name alone: a new one; where a teacher of that name is here already, or earlier in the
        list, it is asked whether it is the same. Raises `_Asked`, `_LeftOut`."""
        answer = self._choices.answers.get(key, "")
        if answer == LEAVE:
            raise _LeftOut
        wanted = key_of(entry.name)
        candidates = {
            each.username: Bilingual(zh=each.username, en=each.username)
            for each in self._school.by_username.values()
            if each.role == "teacher" and key_of(each.display_name) == wanted
        }
        for person in self._draft.people:
            if person.role == "teacher" and key_of(person.name) == wanted:
                row = self._row_of_teacher[person.username.casefold()].row
                candidates.setdefault(person.username, Bilingual(zh=f"第 {row} 行", en=f"row {row}"))
        chosen = answer.removeprefix(SAME)
        if answer.startswith(SAME) and chosen in candidates:
            return chosen
        if not candidates or answer == ANOTHER:
            return unique(username_base(entry.name, self._syllables), self._not_to_be_made)
        raise _Asked(
            Question(
                Bilingual(
                    zh=f"已经有老师叫“{entry.name}”了。是同一个人吗？写上用户名就不用问了。",
                    en=f"There is a teacher “{entry.name}” already. Is it the same person? With a user name nobody need ask.",
                ),
                tuple(sorted(candidates.items(), key=lambda each: each[0])),
            )
        )


def _username_taken() -> _Fault:
    return _Fault(
        "username",
        "这个用户名已属于别人。请换一个，或留空由系统生成。",
        "Somebody else has this user name. Choose another, or leave it empty: one is made.",
    )

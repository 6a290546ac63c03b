"""OneRoster 1.1 and 1.2 over REST: the collections of a server, as entries of a list, by the same rules as those of a CSV package."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from core.access.roster.cells import key_of
from core.access.roster.entries import Fault, Reading
from core.access.roster.oneroster import GONE, LEARNING, TableRow, table_reading
from core.access.roster.sheets import bad_file
from core.errors import NotFound
from core.wire import Bilingual

COLLECTIONS = ("orgs", "academicSessions", "classes", "users", "enrollments")
"""What is read of a server."""
TEXTS = {
    "orgs": ("sourcedId", "status", "name", "type"),
    "academicSessions": ("sourcedId", "status", "title", "endDate"),
    "classes": ("sourcedId", "status", "title"),
    "users": ("sourcedId", "status", "username", "enabledUser", "givenName", "familyName", "identifier", "role"),
    "enrollments": ("sourcedId", "status", "role", "endDate"),
}
"""The texts that are read of each collection."""
FIELDS = {
    "orgs": (*TEXTS["orgs"], "parent"),
    "academicSessions": TEXTS["academicSessions"],
    "classes": (*TEXTS["classes"], "school", "terms"),
    "users": (*TEXTS["users"], "orgs", "roles"),
    "enrollments": (*TEXTS["enrollments"], "class", "user"),
}
"""The fields that are read of each collection; nothing else of it is kept, however much a server gives."""

Json = Mapping[str, Any]


@dataclass(frozen=True)
class ServerReading:
    """What a server says, and what of it was passed over."""

    reading: Reading
    classes_over: int = 0
    """Classes whose terms are all over."""
    enrolments_over: int = 0
    """Enrolments that have ended, or are in such a class."""
    elsewhere: int = 0
    """Users of other schools of the server."""


def server_reading(
    collections: Mapping[str, Sequence[Json]], *, source: str, today: date, school: str = ""
) -> ServerReading:
    """What the collections say of people and classes of today. A package is one year's; a server keeps all of them, so that classes and
    enrolments that are over are passed over. `school`: the name or id of the one school that is wanted, with the organisations under it.

    Raises `BadParameter` where a field is of another type than in the standard, and for two classes of one name, which are told apart by
    nothing else here; `NotFound` for a school that is not there.
    """
    rows = {name: [_row(name, number, row) for number, row in _numbered(collections[name])] for name in COLLECTIONS}
    schools = _schools(collections["orgs"], rows["orgs"], school) if school else None
    over = _sessions_over(rows["academicSessions"], today)
    classes, classes_over, foreign = _classes(collections["classes"], rows["classes"], over, schools)
    _refuse_namesakes(classes)
    enrolments, enrolments_over = [], 0
    for (number, row), raw in zip(rows["enrollments"], collections["enrollments"], strict=True):
        if row["status"] == GONE:
            continue
        class_id = _reference("enrollments", number, raw, "class")
        if class_id in foreign:
            continue
        if class_id in classes_over or _is_over(row["endDate"], today, "enrollments", number):
            enrolments_over += 1
            continue
        user_id = _reference("enrollments", number, raw, "user")
        enrolments.append((number, {**row, "classSourcedId": class_id, "userSourcedId": user_id}))
    users, roles, elsewhere = _users(collections["users"], rows["users"], enrolments, schools)
    known = {row["sourcedId"] for _, row in users}
    if schools is not None:
        enrolments = [(number, row) for number, row in enrolments if row["userSourcedId"] in known]
    reading = table_reading(
        users=users, classes=classes, enrolments=enrolments, roles=roles, source=source, unknown=_unknown
    )
    named = tuple(replace(each, file=each.file.removesuffix(".csv")) for each in reading.entries)
    return ServerReading(replace(reading, entries=named), len(classes_over), enrolments_over, elsewhere)


def _numbered(rows: Sequence[Json]) -> Sequence[tuple[int, Json]]:
    return list(enumerate(rows, start=1))


def _row(collection: str, number: int, row: Json) -> TableRow:
    """The row's texts as they would stand in a file: an absent or empty field as an empty cell, a truth value as `true` or `false`."""
    return number, {field: _text(collection, number, field, row.get(field)) for field in TEXTS[collection]}


def _text(collection: str, number: int, field: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, int) and field != "sourcedId":
        return str(value)
    raise _wrong_type(collection, number, field)


def _wrong_type(collection: str, number: int, field: str) -> Exception:
    return bad_file(
        f"{collection}, row {number}: {field} is not what OneRoster has there",
        zh=f"服务器给出的 {collection} 第 {number} 行，{field} 不符合 OneRoster 的格式。什么都没有写入，请联系服务器的管理方。",
        en=f"Of the server's {collection}, row {number}, {field} is not of OneRoster's form. Nothing was written; tell whoever runs the server.",
    )


def _unknown(column: str, value: str) -> Fault:
    return Fault(
        Bilingual(zh=column, en=column),
        Bilingual(
            zh=f"服务器给出的数据里没有“{value[:60]}”。请联系服务器的管理方。",
            en=f"“{value[:60]}” is in nothing that the server gives. Tell whoever runs the server.",
        ),
    )


def _refuse_namesakes(classes: Sequence[TableRow]) -> None:
    """Raises `BadParameter` for two classes of one name: classes here are found by their names, so that the teachers of each would see the
    students of both."""
    first: dict[str, int] = {}
    for number, row in classes:
        if row["status"] == GONE or not (key := key_of(row["title"])):
            continue
        earlier = first.setdefault(key, number)
        if earlier != number:
            raise bad_file(
                f"classes, rows {earlier} and {number}: both are named {row['title'][:60]!r}",
                zh="服务器上有两个同名的班，导入后会并成一个。请在教务系统里给它们不同的名称；如果它们属于不同学校，请加 --school。",
                en="Two classes of the server have one name and would become one class here. Give them different names there, or name one "
                "school with --school.",
            )


def _reference(collection: str, number: int, row: Json, field: str) -> str:
    """The id of what a row refers to (`{"href", "sourcedId", "type"}`); empty where it refers to nothing."""
    value = row.get(field)
    if value is None:
        return ""
    return _id_in(collection, number, field, value)


def _references(collection: str, number: int, row: Json, field: str) -> list[str]:
    value = row.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _wrong_type(collection, number, field)
    return [_id_in(collection, number, field, each) for each in value]


def _id_in(collection: str, number: int, field: str, value: Any) -> str:
    if not isinstance(value, Mapping) or not isinstance(value.get("sourcedId"), str):
        raise _wrong_type(collection, number, field)
    return str(value["sourcedId"]).strip()


# -- what is over, and what is another school's --------------------------------------------------------------


def _is_over(text: str, today: date, collection: str, number: int) -> bool:
    """Whether an end, which is the day after the last one in both versions of the standard, is past."""
    if not text:
        return False
    try:
        return date.fromisoformat(text[:10]) <= today
    except ValueError:
        raise _wrong_type(collection, number, "endDate") from None


def _sessions_over(rows: Sequence[TableRow], today: date) -> dict[str, bool]:
    """Of each term whether it is over."""
    return {
        row["sourcedId"]: _is_over(row["endDate"], today, "academicSessions", number)
        for number, row in rows
        if row["status"] != GONE
    }


def _classes(
    raw: Sequence[Json], rows: Sequence[TableRow], over: Mapping[str, bool], schools: set[str] | None
) -> tuple[list[TableRow], set[str], set[str]]:
    """The classes that are wanted, the ids of those whose terms are all over, and of those of other schools."""
    wanted: list[TableRow] = []
    ended: set[str] = set()
    foreign: set[str] = set()
    for (number, row), each in zip(rows, raw, strict=True):
        terms = [over[term] for term in _references("classes", number, each, "terms") if term in over]
        if schools is not None and _reference("classes", number, each, "school") not in schools:
            foreign.add(row["sourcedId"])
        elif row["status"] != GONE and terms and all(terms):
            ended.add(row["sourcedId"])
        else:
            wanted.append((number, row))
    return wanted, ended, foreign


def _schools(raw: Sequence[Json], rows: Sequence[TableRow], school: str) -> set[str]:
    """The ids of the school of that name or id, and of what is under it. Raises `NotFound`."""
    children: dict[str, list[str]] = defaultdict(list)
    found: list[str] = []
    for (number, row), each in zip(rows, raw, strict=True):
        if row["status"] == GONE:
            continue
        children[_reference("orgs", number, each, "parent")].append(row["sourcedId"])
        if school == row["sourcedId"] or key_of(row["name"]) == key_of(school):
            found.append(row["sourcedId"])
    if not found:
        names = "、".join(repr(row["name"][:60]) for _, row in rows[:10])
        raise NotFound(
            f"The server has no school {school!r}.",
            remedy=Bilingual(zh=f"服务器上有：{names}。", en=f"It has: {names}."),
        )
    schools: set[str] = set()
    while found:
        schools.add(found[-1])
        found += [child for child in children[found.pop()] if child not in schools]
    return schools


def _users(
    raw: Sequence[Json], rows: Sequence[TableRow], enrolments: Sequence[TableRow], schools: set[str] | None
) -> tuple[list[TableRow], dict[str, set[str]], int]:
    """The users that are wanted, their roles of 1.2, and how many are of other schools alone."""
    enrolled = {row["userSourcedId"] for _, row in enrolments}
    learning = {row["userSourcedId"] for _, row in enrolments if row["role"] in LEARNING}
    wanted: list[TableRow] = []
    roles: dict[str, set[str]] = defaultdict(set)
    elsewhere = 0
    for (number, row), each in zip(rows, raw, strict=True):
        held = _roles(number, each)
        places = {place for _, place in held} | set(_references("users", number, each, "orgs"))
        if schools is not None and row["sourcedId"] not in enrolled and not places & schools:
            elsewhere += row["status"] != GONE
            continue
        wanted.append((number, row))
        here = {role for role, place in held if schools is None or place in schools}
        # Who has a role of the district alone has it in its schools too; whom an enrolment makes a student of this one is one here.
        elsewhere_held = set() if row["sourcedId"] in learning else {role for role, _ in held}
        roles[row["sourcedId"]] |= here or elsewhere_held
    return wanted, roles, elsewhere


def _roles(number: int, user: Json) -> list[tuple[str, str]]:
    """A user's roles with the organisation of each, as 1.2 has them; of 1.1 the single role is the user's own field."""
    value = user.get("roles")
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, Mapping) for each in value):
        raise _wrong_type("users", number, "roles")
    return [
        (_text("users", number, "roles", each.get("role")), _reference("users", number, each, "org")) for each in value
    ]

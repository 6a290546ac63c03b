"""OneRoster 1.2 CSV (1EdTech, "OneRoster 1.2 CSV Binding"): users, classes and enrolments of a package, as entries of a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.access.roster import cells
from core.access.roster.cells import CellFault
from core.access.roster.entries import Entry, Fault, Reading, whole_name
from core.access.roster.sheets import Sheet, bad_file
from core.wire import Bilingual

NEEDED = {
    "manifest.csv": ("propertyName", "value"),
    "orgs.csv": ("sourcedId", "name", "type"),
    "users.csv": ("sourcedId", "username", "givenName", "familyName"),
    "classes.csv": ("sourcedId", "title"),
    "enrollments.csv": ("sourcedId", "classSourcedId", "userSourcedId", "role"),
}
"""The files that are read, with the columns without which they cannot be."""
GONE = "tobedeleted"
TEACHING = frozenset({"teacher", "aide"})
LEARNING = frozenset({"student"})

TableRow = tuple[int, Mapping[str, str]]
"""The number of a row and its cells by column."""


def oneroster_reading(sheets: Mapping[str, Sheet], *, source: str) -> Reading:
    """What a package says. Raises `BadParameter` for one without a file or a column that is needed."""
    rows = {name: _rows(sheets, name, columns) for name, columns in NEEDED.items()}
    if not any(row["propertyName"] == "oneroster.version" for _, row in rows["manifest.csv"]):
        raise _incomplete("manifest.csv", "oneroster.version")
    return table_reading(
        users=rows["users.csv"],
        classes=rows["classes.csv"],
        enrolments=rows["enrollments.csv"],
        roles=_roles(sheets),
        source=source,
    )


def _unknown(column: str, value: str) -> Fault:
    return Fault(
        Bilingual(zh=column, en=column),
        Bilingual(
            zh=f"“{value[:60]}”不在对应的文件里。请在教务系统里检查后重新导出。",
            en=f"“{value[:60]}” stands in no file of the package. Check it where the package comes from and export it again.",
        ),
    )


def table_reading(
    *,
    users: Sequence[TableRow],
    classes: Sequence[TableRow],
    enrolments: Sequence[TableRow],
    roles: Mapping[str, set[str]],
    source: str,
    unknown: Callable[[str, str], Fault] = _unknown,
) -> Reading:
    """What the tables of OneRoster say, wherever they come from; `roles` by user, `unknown` the fault of a column that names what is not there."""
    titles = {row["sourcedId"]: row["title"] for _, row in classes if row.get("status") != GONE}
    known = {row["sourcedId"] for _, row in users}
    enrolled, teaching, faulty = _enrolments(enrolments, titles, known, unknown)
    entries = [
        _entry(number, row, [titles[each] for each in enrolled[row["sourcedId"]]], _teaches(row, roles, teaching))
        for number, row in users
        if row.get("status") != GONE and row.get("enabledUser", "true").casefold() != "false"
    ]
    wanted = [each for each in entries if each is not None]
    return Reading((*wanted, *faulty), source=source)


def _rows(sheets: Mapping[str, Sheet], name: str, columns: tuple[str, ...]) -> list[TableRow]:
    sheet = sheets.get(name)
    if sheet is None or not sheet.rows:
        raise _incomplete(name)
    (_, head), *rest = sheet.rows
    missing = [column for column in columns if column not in head]
    if missing:
        raise _incomplete(name, missing[0])
    return [(number, dict(zip(head, row, strict=False))) for number, row in rest if len(row) <= len(head)]


def _incomplete(name: str, column: str = "") -> Exception:
    zh = f"{name} 里没有 {column}" if column else f"压缩包里没有 {name}"
    en = f"{name} lacks {column}" if column else f"The zip lacks {name}"
    return bad_file(
        f"is no OneRoster 1.2 package: {en}",
        zh=f"{zh}，不是完整的 OneRoster 1.2 CSV 包。请从教务系统重新导出。",
        en=f"{en}: this is no whole OneRoster 1.2 CSV package. Export it again.",
    )


def _enrolments(
    rows: Sequence[TableRow], titles: Mapping[str, str], users: set[str], unknown: Callable[[str, str], Fault]
) -> tuple[dict[str, list[str]], set[str], list[Entry]]:
    """Classes by user, the users who teach, and the enrolments that name what is not there."""
    enrolled: dict[str, list[str]] = defaultdict(list)
    teaching: set[str] = set()
    faulty: list[Entry] = []
    for number, row in rows:
        if row.get("status") == GONE:
            continue
        user_id, class_id, role = row.get("userSourcedId", ""), row.get("classSourcedId", ""), row.get("role", "")
        for column, known in (("classSourcedId", class_id in titles), ("userSourcedId", user_id in users)):
            if not known:
                faulty.append(Entry(number, "enrollments.csv", faults=(unknown(column, row.get(column, "")),)))
                break
        else:
            if role in TEACHING | LEARNING and class_id not in enrolled[user_id]:
                enrolled[user_id].append(class_id)
            if role in TEACHING:
                teaching.add(user_id)
    return enrolled, teaching, faulty


def _roles(sheets: Mapping[str, Sheet]) -> dict[str, set[str]]:
    """Roles by user, of the optional file of roles."""
    found: dict[str, set[str]] = defaultdict(set)
    if "roles.csv" in sheets:
        for _, row in _rows(sheets, "roles.csv", ("userSourcedId", "role")):
            found[row.get("userSourcedId", "")].add(row.get("role", ""))
    return found


def _teaches(row: Mapping[str, str], roles: Mapping[str, set[str]], teaching: set[str]) -> str:
    """`student`, `teacher` or another role of the standard: of 1.2 by roles and enrolments, of 1.1 by the user's own column."""
    own = roles.get(row["sourcedId"], set()) | {role for role in [row.get("role", "")] if role}
    if row["sourcedId"] in teaching or own & TEACHING:
        return "teacher"
    return "student" if not own or own & LEARNING else min(own)


def _entry(number: int, row: Mapping[str, str], titles: list[str], role: str) -> Entry | None:
    """The entry of a user; None for one who neither learns nor teaches (parents, guardians, administrators)."""
    if role not in ("student", "teacher"):
        return None
    faults: list[Fault] = []

    def read(column: str, reader: Callable[[str], Any], default: Any) -> Any:
        try:
            return reader(row.get(column, ""))
        except CellFault as fault:
            faults.append(Fault(Bilingual(zh=column, en=column), fault.text))
            return default

    class_names = tuple(name for title in titles for name in _class_names(title, faults))
    given_number = "identifier" if row.get("identifier") else "sourcedId"
    family, given = read("familyName", cells.plain, ""), read("givenName", cells.plain, "")
    name = whole_name(family, given)
    if not faults:
        try:
            name = cells.name_of(name)
        except CellFault as fault:
            faults.append(Fault(Bilingual(zh="familyName", en="familyName"), fault.text))
    return Entry(
        number,
        "users.csv",
        number=read(given_number, cells.number_of, ""),
        name=name,
        username=read("username", cells.username_of, ""),
        class_names=class_names,
        role="teacher" if role == "teacher" else "student",
        faults=tuple(faults),
    )


def _class_names(title: str, faults: list[Fault]) -> tuple[str, ...]:
    try:
        return (cells.plain(title),)
    except CellFault as fault:
        faults.append(Fault(Bilingual(zh="title", en="title"), fault.text))
        return ()

"""An import: what the dry run says of each row, what is written, what a second one changes, and its undoing."""

from __future__ import annotations

import io
import zipfile

import pytest

from core.access.roster.sheets import MOST_BYTES
from core.api.people import ANOTHER, LEAVE
from core.errors import BadParameter, Forbidden, NotFound
from core.records.classes import EVERYONE
from tests.access.roster.school import CALLER, TestSchool

LIST = "学号\t姓名\t班级\n2026001\t王小明\t三年级1班\n2026002\t曾丽\t\n2026003\tAnna Müller\t三年级1班\n"


def actions(run: object) -> list[str]:
    return [line.action for line in run.lines]  # type: ignore[attr-defined]


def test_pasted_rows_are_shown_first_and_written_when_confirmed(school: TestSchool) -> None:
    before = school.rows()
    shown = school.look(LIST)
    assert actions(shown) == ["new", "new", "new"]
    assert [line.username for line in shown.lines] == ["2026001", "2026002", "2026003"]
    assert school.rows() == before
    school.bring(LIST)
    assert school.rows() == {"students": 3, "accounts": 6, "members": 3}
    student = school.core.store.student("org", "2026001")
    assert student is not None
    assert (student.name, student.number) == ("王小明", "2026001")
    assert [(each.number, each.name, each.state) for each in school.core.people.of_class("a", CALLER, by="li")] == [
        ("2026001", "王小明", "waiting"),
        ("2026002", "曾丽", "waiting"),
        ("2026003", "Anna Müller", "waiting"),
    ]


def test_a_second_import_of_the_same_list_changes_nothing(school: TestSchool) -> None:
    school.bring(LIST)
    before = school.rows()
    again = school.bring(LIST)
    assert actions(again) == ["same", "same", "same"]
    assert not again.changes_anything
    assert school.rows() == before


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", ["\t", ",", ";"])
def test_a_list_is_read_in_every_encoding_and_with_every_separator(
    school: TestSchool, encoding: str, separator: str
) -> None:
    shown = school.look(LIST.replace("Anna Müller", "陈安娜").replace("\t", separator).encode(encoding))
    assert [line.name for line in shown.lines] == ["王小明", "曾丽", "陈安娜"]
    assert actions(shown) == ["new", "new", "new"]


@pytest.mark.parametrize(
    ("rows", "people"),
    [
        ("王小明\n曾丽\n", [("", "王小明", "wangxm"), ("", "曾丽", "zengl")]),
        ("7\t王小明\n8\t曾丽\n", [("7", "王小明", "7"), ("8", "曾丽", "8")]),
        ("王小明\t7\n", [("7", "王小明", "7")]),
        ("1 王小明\n2 曾丽\n", [("1", "王小明", "1"), ("2", "曾丽", "2")]),
        ("学号，姓名\n7，王小明\n", [("7", "王小明", "7")]),
        ("姓\t名\n欧阳\t小明\nMiller\tAnna\n", [("", "欧阳小明", "ouyangxm"), ("", "Anna Miller", "annam")]),
    ],
)
def test_lists_without_a_head_and_with_other_columns(
    school: TestSchool, rows: str, people: list[tuple[str, str, str]]
) -> None:
    shown = school.look(rows)
    assert [(line.number, line.name, line.username) for line in shown.lines] == people


FAULTS = """姓名,学号,班级,用户名,角色,语言,出生日期,性别
王小明,1,,,,,2014-09-01,男
,2,,,,,,女
李华,1,,,,,,
=1+1,3,,,,,,
陈晨,2.02E+09,,,,,,
刘洋,5,三年级2班,,,,,
赵敏,6,,,校长,,,
孙悦,7,,,,法语,,
周杰,8,,,,,2014-13-45,
吴\x07芳,9,,,,,,
郑爽,10,,li,,,,
冯唐,11,,a b,,,,
1234,12,,,,,,
钱多,13,,,教师,,,
蒋欣,@14,,,,,,
王小明,1,,,,,,
"""


def test_every_faulty_row_is_named_by_row_and_column_and_nothing_is_written(school: TestSchool) -> None:
    before = school.rows()
    shown = school.look(FAULTS)
    faults = {line.row: [fault.column.zh for fault in line.faults] for line in shown.lines if line.faults}
    assert faults == {
        3: ["姓名"], 4: ["学号"], 5: ["姓名"], 6: ["学号"], 7: ["班级"], 8: ["角色"], 9: ["语言"], 10: ["出生日期"],
        11: ["姓名"], 12: ["用户名"], 13: ["用户名"], 14: ["姓名"], 15: ["角色"], 16: ["学号"], 17: ["学号"],
    }  # fmt: skip
    assert all(fault.text.zh and fault.text.en for line in shown.lines for fault in line.faults)
    assert shown.unused_columns == ["性别"]
    with pytest.raises(BadParameter, match="15 rows have faults"):
        school.bring(FAULTS)
    assert school.rows() == before
    school.bring(FAULTS, leave_out_faulty=True)
    assert school.rows()["students"] == 1


def test_an_unknown_class_is_asked_about_and_made_once(school: TestSchool) -> None:
    rows = "姓名\t学号\t班级\n王小明\t1\t四年级 1 班\n曾丽\t2\t四年级1班\n"
    shown = school.look(rows)
    assert actions(shown) == ["question", "question"]
    assert [(each.name, each.rows) for each in shown.unknown_classes] == [("四年级 1 班", 2)]
    school.bring(rows, new_classes=["四年级1班"])
    (made,) = [each for each in school.core.store.classes("org") if each.name == "四年级 1 班"]
    assert school.core.store.membership("org").students[made.class_id] == {"1", "2"}
    assert school.core.store.membership("org").teachers[made.class_id] == {"li"}


def test_a_name_that_is_in_the_class_already_is_a_question_and_no_guess(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    shown = school.look("王小明\n")
    (line,) = shown.lines
    assert (line.action, [each.answer for each in line.candidates]) == ("question", ["same:1"])
    assert not school.bring("王小明\n").changes_anything
    assert actions(school.look("王小明\n", answers={line.key: "same:1"})) == ["same"]
    assert actions(school.look("王小明\n", answers={line.key: LEAVE})) == ["left_out"]
    assert actions(school.look("王小明\n", answers={line.key: "same:999"})) == ["question"]
    other = school.bring("王小明\n", answers={line.key: ANOTHER})
    assert [each.username for each in other.lines] == ["wangxm"]
    assert [each.number for each in school.core.people.of_class("a", CALLER, by="li")] == ["1", "wangxm"]


def test_two_of_one_name_in_a_list_are_told_apart_by_number_and_asked_about_without(school: TestSchool) -> None:
    assert actions(school.look("1\t王小明\n2\t王小明\n")) == ["new", "new"]
    twice = school.look("王小明\n王小明\n")
    assert actions(twice) == ["new", "question"]
    assert [line.username for line in school.look("王小明\n王小明\n", answers={":2": ANOTHER}).lines] == [
        "wangxm",
        "wangxm2",
    ]


def test_a_student_gets_another_name_and_a_second_class(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    shown = school.look("学号,姓名,班级\n1,王晓明,三年级2班\n", by="admin", class_id=None)
    assert [[change.en for change in line.changes] for line in shown.lines] == [
        ["renamed: 王小明 → 王晓明", "comes into 三年级2班"]
    ]
    school.bring("学号,姓名,班级\n1,王晓明,三年级2班\n", by="admin", class_id=None)
    student = school.core.store.student("org", "1")
    assert student is not None
    assert student.name == "王晓明"
    assert school.core.store.membership("org").students == {"a": {"1"}, "b": {"1"}}


def test_a_teacher_takes_no_student_of_another_class_by_a_number(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    shown = school.look("1\t王小明\n", by="wang", class_id="b")
    assert actions(shown) == ["fault"]
    assert "王" not in shown.lines[0].faults[0].text.zh
    with pytest.raises(NotFound):
        school.look("1\t王小明\n", by="wang", class_id="a")
    with pytest.raises(Forbidden):
        school.look("1\t王小明\n", by="wang", class_id=None)


def test_the_plan_that_was_shown_is_the_one_that_is_written(school: TestSchool) -> None:
    shown = school.look("1\t王小明\n")
    school.bring("1\t王小明\n", by="admin", class_id=EVERYONE)
    with pytest.raises(BadParameter, match="has changed since"):
        school.core.people.confirm("1\t王小明\n".encode(), shown.digest, CALLER, by="li", class_id="a")


def test_an_import_is_taken_back_but_for_those_who_worked_since(school: TestSchool) -> None:
    school.bring("1\t王小明\n")
    before = school.rows()
    school.bring("1\t王晓明\n2\t曾丽\n3\t李华\n")
    people, store = school.core.people, school.core.store
    (worked,) = [each for each in store.accounts("org") if each.username == "3"]
    store.change_password("org", worked.account_id, "scrypt-nfkc$00$00")
    last = people.last_import(CALLER, by="li")
    assert last is not None
    assert (last.students, last.accounts, last.members, last.names) == (2, 2, 2, 1)
    assert people.last_import(CALLER, by="wang") is None
    undone = people.undo_import(last.import_id, CALLER, by="li")
    assert (undone.students, undone.accounts, undone.names, undone.kept) == (1, 1, 1, ("3",))
    assert store.student("org", "2") is None
    assert [each.name for each in people.of_class("a", CALLER, by="li")] == ["王小明", "李华"]
    with pytest.raises(NotFound, match="no such import"):
        people.undo_import(last.import_id, CALLER, by="li")
    first = people.last_import(CALLER, by="li")
    assert first is not None
    assert first.import_id != last.import_id
    assert school.rows() == {name: count + 1 for name, count in before.items()}


def test_a_class_that_an_import_made_goes_with_it(school: TestSchool) -> None:
    rows = "姓名\t学号\t班级\n王小明\t1\t四年级1班\n"
    school.bring(rows, new_classes=["四年级1班"])
    last = school.core.people.last_import(CALLER, by="li")
    assert last is not None
    assert school.core.people.undo_import(last.import_id, CALLER, by="li").classes == 1
    assert len(school.core.store.classes("org")) == 3
    assert school.rows() == {"students": 0, "accounts": 3, "members": 0}


def test_a_class_that_stays_when_an_import_is_undone_keeps_its_teacher(school: TestSchool) -> None:
    school.bring("姓名\t学号\t班级\n王小明\t1\t四年级1班\n", new_classes=["四年级1班"])
    (made,) = [each for each in school.core.store.classes("org") if each.name == "四年级1班"]
    (worked,) = [each for each in school.core.store.accounts("org") if each.student_id == "1"]
    school.core.store.change_password("org", worked.account_id, "scrypt-nfkc$00$00")
    last = school.core.people.last_import(CALLER, by="li")
    assert last is not None
    assert school.core.people.undo_import(last.import_id, CALLER, by="li").kept == ("1",)
    assert "li" in school.core.store.membership("org", [made.class_id]).teachers[made.class_id]


def test_an_administrator_imports_teachers(school: TestSchool) -> None:
    rows = "姓名,角色,班级\n张老师,教师,三年级1班\n"
    assert actions(school.look(rows, by="admin", class_id=None)) == ["new"]
    school.bring(rows, by="admin", class_id=None)
    (made,) = [each for each in school.core.store.accounts("org") if each.display_name == "张老师"]
    again = school.look(rows, by="admin", class_id=None)
    assert [(line.action, [each.answer for each in line.candidates]) for line in again.lines] == [
        ("question", ["same:zhangls"])
    ]
    for answer, action in (("same:zhangls", "same"), (ANOTHER, "new"), (LEAVE, "left_out")):
        answers = {again.lines[0].key: answer}
        assert actions(school.look(rows, by="admin", class_id=None, answers=answers)) == [action]
    with_username = "姓名,用户名,角色,班级\n张老师,zhangls,教师,三年级1班\n"
    assert actions(school.look(with_username, by="admin", class_id=None)) == ["same"]
    assert (made.role, made.student_id, made.username) == ("teacher", None, "zhangls")
    assert made.account_id in school.core.store.membership("org").teachers["a"]


def test_a_teacher_is_no_namesake_and_nobody_who_has_the_user_name(school: TestSchool) -> None:
    school.bring("姓名,用户名,角色,班级\n张老师,zhang.wei,教师,三年级1班\n", by="admin", class_id=None)
    rows = (
        "姓名,学号,用户名,角色,班级\n张老师,,,教师,三年级2班\n高老师,,,教师,三年级1班\n高老师,,,教师,三年级2班\n"
        "王小明,T1,,学生,三年级1班\n钱老师,T1,,教师,三年级1班\n孙老师,s9,,教师,三年级1班\n赵丽,,s9,学生,三年级1班\n"
        "周老师,s9,,教师,三年级2班\n"
    )
    shown = school.look(rows, by="admin", class_id=None)
    assert actions(shown) == ["question", "new", "question", "new", "fault", "new", "fault", "fault"]
    assert shown.lines[0].candidates[0].answer == "same:zhang.wei"
    assert shown.lines[2].candidates[0].shown.en == "row 3"
    answers = {shown.lines[0].key: ANOTHER, shown.lines[2].key: "same:gaols"}
    school.bring(rows, by="admin", class_id=None, answers=answers, leave_out_faulty=True)
    teachers = school.core.store.membership("org").teachers
    of_name = {each.username: each.account_id for each in school.core.store.accounts("org")}
    assert of_name["gaols"] in teachers["a"] & teachers["b"]
    assert of_name["zhang.wei"] not in teachers["b"]
    assert of_name["T1"] not in teachers["a"]


def test_a_user_name_that_a_later_row_names_is_made_for_nobody(school: TestSchool) -> None:
    rows = "姓名\t学号\t用户名\n王小明\t\t\n王小美\t\twangxm\n赵丽\t7\t\n李华\t8\t7\n"
    shown = school.bring(rows)
    assert actions(shown) == ["new"] * 4
    assert [line.username for line in shown.lines] == ["wangxm2", "wangxm", "zhaol", "7"]
    names = {each.username: each.display_name for each in school.core.store.accounts("org")}
    assert (names["wangxm"], names["7"]) == ("王小美", "李华")


def test_the_name_of_a_class_that_is_over_is_free_for_a_new_one(school: TestSchool) -> None:
    school.core.classes.archive("a", CALLER, over=True, by="li")
    rows = "姓名\t学号\t班级\n王小明\t1\t三年级1班\n"
    shown = school.look(rows, class_id=None, by="admin")
    assert [each.name for each in shown.unknown_classes] == ["三年级1班"]
    school.bring(rows, class_id=None, by="admin", new_classes=["三年级1班"])
    named = [each for each in school.core.store.classes("org") if each.name == "三年级1班"]
    assert sorted(each.archived_at is None for each in named) == [False, True]
    assert "1" not in school.core.store.membership("org").students.get("a", frozenset())


def package(**files: str) -> bytes:
    """A OneRoster package."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(f"{name}.csv", text)
    return out.getvalue()


ONEROSTER = {
    "manifest": "propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\n",
    "orgs": "sourcedId,status,dateLastModified,name,type,identifier,parentSourcedId\no1,,,蓝天学校,school,,\n",
    "users": (
        "sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier\n"
        "u1,,,true,wxm,,小明,王,,2026001\nu2,,,true,anna,,Anna,Miller,,2026002\nu3,,,false,gone,,丽,曾,,2026003\n"
        "u4,,,true,zhang,,伟,张,,T1\nu5,,,true,=cmd,,悦,孙,,2026005\n"
    ),
    "roles": "sourcedId,userSourcedId,roleType,role,beginDate,endDate,orgSourcedId\nr1,u4,primary,teacher,,,o1\n",
    "classes": "sourcedId,status,dateLastModified,title,grades,courseSourcedId\nc1,,,三年级1班,,\nc2,,,三年级2班,,\n",
    "enrollments": (
        "sourcedId,status,dateLastModified,classSourcedId,schoolSourcedId,userSourcedId,role\n"
        "e1,,,c1,o1,u1,student\ne2,,,c2,o1,u1,student\ne3,,,c1,o1,u2,student\ne4,,,c1,o1,u4,teacher\ne5,,,c9,o1,u2,student\n"
    ),
}


def test_a_oneroster_package_brings_users_classes_and_enrolments(school: TestSchool) -> None:
    content = package(**ONEROSTER)
    shown = school.look(content, by="admin", class_id=None)
    assert [(line.file, line.row, line.name, line.action) for line in shown.lines] == [
        ("users.csv", 2, "王小明", "new"),
        ("users.csv", 3, "Anna Miller", "new"),
        ("users.csv", 5, "张伟", "new"),
        ("users.csv", 6, "孙悦", "fault"),
        ("enrollments.csv", 6, "", "fault"),
    ]
    assert [fault.column.en for line in shown.lines for fault in line.faults] == ["username", "classSourcedId"]
    school.bring(content, by="admin", class_id=None, leave_out_faulty=True)
    assert school.core.store.membership("org").students == {"a": {"2026001", "2026002"}, "b": {"2026001"}}
    assert not school.look(content, by="admin", class_id=None).changes_anything


@pytest.mark.parametrize(
    ("content", "match"),
    [
        (b"", "is empty"),
        ("姓名,学号\n".encode(), "has a head alone"),
        ("学号,班级\n1,a\n".encode(), "no column of names"),
        ("姓名,名字\n1,a\n".encode(), "two columns for the same"),
        (b"x" * (MOST_BYTES + 1), "bytes"),
        ("王小明\n" * 5_002, "rows or 60 columns"),
        (b"\xff\xfe\x00\xd8", "none of the encodings"),
        (b"PK\x03\x04broken", "cannot be read as a zip"),
        (package(**{"xl/workbook": ""}), "is a workbook"),
        (package(manifest=ONEROSTER["manifest"]), "lacks orgs.csv"),
    ],
)
def test_a_file_that_cannot_be_taken_says_what_to_do(school: TestSchool, content: bytes | str, match: str) -> None:
    with pytest.raises(BadParameter, match=match) as refused:
        school.look(content)
    assert refused.value.remedy("zh") != BadParameter.default_remedy.zh


def test_a_zip_that_unpacks_to_too_much_is_refused_and_not_unpacked(school: TestSchool) -> None:
    with pytest.raises(BadParameter, match="bytes"):
        school.look(package(**{**ONEROSTER, "users": "a" * (MOST_BYTES + 1)}), by="admin", class_id=None)


def test_an_existing_student_without_an_account_gets_one(school: TestSchool) -> None:
    from core.records.students import Student
    from tests.access.roster.school import NOW

    school.core.store.put_student(Student("org", "s1", "王小明", None, NOW))
    shown = school.bring("学号,姓名\ns1,王小明\n", by="admin", class_id=None)
    assert [[change.en for change in line.changes] for line in shown.lines] == [["gets a sign-in"]]
    assert school.rows() == {"students": 1, "accounts": 4, "members": 0}

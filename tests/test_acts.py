"""No act of those who administer goes without its entry in the audit log: every method of their parts of the facade, every command."""

from __future__ import annotations

import argparse
import inspect
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from core.access.quota_requests import QuotaRequestBody
from core.api.core import Core
from core.cli import build_parser, main
from core.errors import BadRequest
from core.records.access import PERMISSIONS, Caller
from core.records.audit import AUDIT_ACTIONS, AuditAction, AuditFilter
from core.records.backups import BackupTask
from core.records.students import Student
from core.settings import Settings
from core.store.sql import SqlStore
from core.wiring import build_core, migrate
from evaluation.questions.bank_items import shared_bank
from tests.access.roster.school import NOW, TestSchool, made_school

ACTS: dict[str, AuditAction] = {
    "administration.set_school_address": "address_changed",
    "administration.end_signins": "signins_ended",
    "administration.close_account": "account_closed",
    "administration.open_account": "account_opened",
    "administration.new_api_key": "key_made",
    "administration.revoke_api_key": "key_revoked",
    "administration.export_student": "student_exported",
    "people.confirm": "roster_imported",
    "people.undo_import": "roster_import_undone",
    "people.rename": "student_renamed",
    "people.renumber": "student_renumbered",
    "people.reset": "code_given",
    "people.reset_account": "code_given",
    "people.pause": "account_closed",
    "people.cards": "code_given",
    "people.open_joining": "joining_opened",
    "people.end_joining": "joining_ended",
    "people.settle_joining": "joining_refused",
    "people.admit_as": "joining_admitted",
    "people.merge": "students_merged",
    "classes.make": "class_made",
    "classes.rename": "class_changed",
    "classes.settle_consent": "class_changed",
    "classes.archive": "class_changed",
    "classes.move": "class_members_changed",
    "classes.share": "class_opened_to_teacher",
    "student_data.export": "student_exported",
    "student_data.bring_back": "student_brought_back",
    "student_data.erase": "student_erased",
    "student_data.traces": "student_searched",
    "quota.ask": "quota_requested",
    "quota.withdraw": "quota_request_withdrawn",
    "quota.grant": "quota_request_answered",
    "quota.refuse": "quota_request_answered",
    "upkeep.back_up": "backup_made",
    "learning_records.register": "record_store_registered",
    "learning_records.forget": "record_store_removed",
    "learning_records.statements": "records_exported",
    "lti.register": "platform_registered",
    "lti.remove": "platform_removed",
}
LOOKS = frozenset({
    "administration.accounts", "administration.api_keys", "administration.bill", "administration.database_ready",
    "administration.demo_making", "administration.ledger", "administration.organisation", "administration.quota",
    "administration.signins", "administration.usage_rules",
    "audit.actors", "audit.page", "audit.rows",
    "classes.comments", "classes.lines", "classes.members", "classes.scope", "classes.students", "classes.teachers",
    "learning_records.actor", "learning_records.registration",
    "lti.configuration", "lti.key_set", "lti.offers",
    "people.dry_run", "people.join_door", "people.joining", "people.last_import", "people.merge_preview", "people.of_class",
    "quota.requests", "quota.waiting",
    "student_data.names", "student_data.receipt_text", "student_data.receipts",
    "upkeep.backup_folder", "upkeep.backup_task", "upkeep.backups", "upkeep.database_problems", "upkeep.disks",
    "upkeep.is_named_operator", "upkeep.is_operator", "upkeep.loaded_models", "upkeep.memory_limit_mb", "upkeep.needs", "upkeep.nights",
    "upkeep.settings",
})  # fmt: skip
"""What only looks, or gives back what who asks may see on every page."""
NO_ACTS = {
    "audit.forget_old": "the nightly work deletes what is past its time",
    "classes.comment": "teaching: what a teacher writes under a report stands there with the name",
    "classes.drop_old_recordings": "the nightly work does what an act on the class has set",
    "learning_records.send": "what is sent and where to was set by an act",
    "lti.begin": "a sign-in, as any other",
    "lti.choose": "teaching: what a teacher gives stands where it was given",
    "lti.forget_nonces": "the nightly work deletes what is past its time",
    "lti.launch": "a sign-in, as any other; the account that it makes is noted by the store",
    "lti.queue_scores": "what is sent and where to was set by an act",
    "lti.read_members": "the platform's own doing, whom an act let in",
    "lti.rotate_keys": "a key of the server, which is no organisation's",
    "lti.send_scores": "what is sent and where to was set by an act",
    "people.ask_to_join": "done by a visitor who is nobody yet; the admission is noted",
    "upkeep.check_backup": "reads a file and changes nothing",
}
TEACHING = frozenset({
    "answers", "assignments", "calls", "contests", "documents", "ear", "essay_reviews", "essays", "fetching", "giving",
    "knowledge", "marking", "own_lessons", "own_texts", "placement", "plan", "portrait", "practice", "preferences",
    "presenting", "questions", "road", "rulings", "speaking", "speech", "texts", "trial", "voice_notes", "words", "writing",
})  # fmt: skip
"""Parts for those who learn and teach: what they do stands where they did it, with who did it."""
OF_THE_SERVICE = {
    "operations": "measures of the service, which are about nobody",
    "sound": "recordings of words, which are about nobody",
    "stroke_packs": "the order of strokes, which is about nobody",
}
COMMANDS: dict[str, tuple[AuditAction, ...]] = {
    "accounts create": ("account_made",),
    "accounts disable": ("account_closed",),
    "accounts enable": ("account_opened",),
    "accounts password": ("password_changed",),
    "accounts rename": ("account_renamed",),
    "accounts sessions": ("signins_ended",),
    "first-admin": ("organisation_made", "account_made", "code_given"),
    "keys create": ("key_made",),
    "keys resume": ("key_resumed",),
    "keys revoke": ("key_revoked",),
    "keys suspend": ("key_suspended",),
    "lti register": ("platform_registered",),
    "lti remove": ("platform_removed",),
    "organisation address": ("address_changed",),
    "people erase": ("student_erased", "student_searched"),
    "people export": ("student_exported",),
    "people import": ("roster_imported",),
    "people import-student": ("student_brought_back",),
    "people traces": ("student_searched",),
    "quota answer": ("quota_request_answered",),
    "quota grant": ("quota_granted",),
    "quota plan": ("plan_changed",),
    "restore": ("backup_restored",),
    "xapi export": ("records_exported",),
    "xapi forget": ("record_store_removed",),
    "xapi register": ("record_store_registered",),
}
OTHER_COMMANDS = {
    "accounts list": "looks",
    "api": "serves",
    "audio install": "a file that is about nobody",
    "audio remove": "a file that is about nobody",
    "audio status": "looks",
    "audit": "looks",
    "availability": "looks",
    "backup": "a timer runs it every day; the file is the operator's, who can read the database",
    "check-prerequisites": "looks",
    "demo-class": "the demo, where nobody is real",
    "doctor": "looks",
    "grammar": "serves",
    "keys list": "looks",
    "lti list": "looks",
    "lti members": "the platform's own doing, whom an act let in",
    "lti rotate-keys": "a key of the server, which is no organisation's",
    "migrate": "changes tables, not what is in them",
    "model": "a setting of the server, in a file",
    "nightly": "the service's own work",
    "people receipts": "looks at what names nobody",
    "quota ledger": "looks",
    "quota requests": "looks",
    "quota show": "looks",
    "recordings install": "a file that is about nobody",
    "recordings remove": "a file that is about nobody",
    "recordings show": "looks",
    "refit": "a model of all students, which is about none",
    "roster pull": "brings in as `people import` does, by the same method of the store, which notes it",
    "scheduler": "serves",
    "serve": "serves",
    "speech": "serves",
    "strokes install": "a file that is about nobody",
    "strokes remove": "a file that is about nobody",
    "strokes status": "looks",
    "verify": "looks",
    "xapi actor": "looks",
    "xapi send": "what is sent and where to was set by an act",
    "xapi status": "looks",
}
NOTING = {
    "add_key", "add_quota_request", "admit_as", "answer_quota_request", "apply_roster", "change_members", "change_teachers",
    "end_join_code", "end_signins", "erase_with_receipt", "give_codes", "merge_students", "note_act", "put_class", "put_join_code",
    "put_record_store", "remove_record_store", "restore_student", "revoke_key", "set_address", "set_disabled", "set_student_name",
    "set_student_number", "settle_join_request", "undo_import",
}  # fmt: skip
"""Methods of the store by which the acts on the pages are done, each of which notes them; what commands alone do is in
`tests/store/test_audit.py`."""
PLATFORM = [
    "--authorize-url", "https://lms.example/auth", "--token-url", "https://lms.example/token",
    "--keys-url", "https://lms.example/keys", "--site", "https://wenlu.example",
]  # fmt: skip
OF_COMMANDS = {"lti.register", "lti.remove"}
"""Acts of the facade that no caller does: only a command, with an organisation's id."""
ADMIN = Caller("org", frozenset(PERMISSIONS), "zh", person="admin", account_id="admin")
LIST = "学号\t姓名\n7\t王小明\n8\t曾丽\n9\t陈安娜\n".encode()


# -- the lists are whole ---------------------------------------------------------------------------------------


def parts(core: Core) -> dict[str, object]:
    """The parts of the facade by name."""
    return {name: part for name, part in vars(core).items() if type(part).__module__.startswith("core.api.")}


def test_every_part_and_every_method_is_an_act_or_known_to_be_none() -> None:
    school = made_school()
    found = {
        f"{name}.{method}"
        for name, part in parts(school.core).items()
        if name not in TEACHING and name not in OF_THE_SERVICE
        for method, _ in inspect.getmembers(type(part), inspect.isfunction)
        if not method.startswith("_")
    }
    assert found == {*ACTS, *LOOKS, *NO_ACTS}
    assert TEACHING | set(OF_THE_SERVICE) <= set(parts(school.core))
    school.core.store.close()


def commands(parser: argparse.ArgumentParser, before: str = "") -> Iterator[str]:
    """Every command with its action, `keys create`."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, child in action.choices.items():
                yield from commands(child, f"{before} {name}".strip())
            return
    yield before


def test_every_command_is_an_act_or_known_to_be_none() -> None:
    assert set(commands(build_parser())) == {*COMMANDS, *OTHER_COMMANDS}


def test_every_action_of_the_list_is_done_by_something() -> None:
    of_store = {"class_taken_from_teacher", "joining_admitted", "organisation_made"}
    done = {*ACTS.values(), *(each for several in COMMANDS.values() for each in several), *of_store}
    assert done == set(AUDIT_ACTIONS)


# -- and each act has its entry --------------------------------------------------------------------------------


class StandingBackups:
    """`core.ports.backups.Backups` that makes one in no time, while none is under way."""

    folder = "backups"
    task = BackupTask()

    def lines(self) -> tuple[()]:
        return ()

    def begin(self, *, made: Callable[[], None]) -> BackupTask:
        made()
        return self.task

    def begin_check(self, name: str) -> BackupTask:
        return self.task


class SlowBackups(StandingBackups):
    """Where one is under way until the test says that it is made."""

    def __init__(self) -> None:
        self.begun: list[Callable[[], None]] = []

    def begin(self, *, made: Callable[[], None]) -> BackupTask:
        self.begun.append(made)
        self.task = BackupTask("writing")
        return self.task


def acts_of(school: TestSchool) -> Iterator[str]:
    """Everything that an administrator does on the pages, once; yields the name of each after it was done."""
    core, by = school.core, "admin"
    yield from _keys_and_accounts(core)
    shown = core.people.dry_run(LIST, ADMIN, by=by, class_id="a")
    core.people.confirm(LIST, shown.digest, ADMIN, by=by, class_id="a")
    yield "people.confirm"
    last = core.people.last_import(ADMIN, by=by)
    assert last is not None
    core.people.undo_import(last.import_id, ADMIN, by=by)
    yield "people.undo_import"
    shown = core.people.dry_run(LIST, ADMIN, by=by, class_id="a")
    core.people.confirm(LIST, shown.digest, ADMIN, by=by, class_id="a")
    yield "people.confirm"
    core.people.rename("7", "王大明", ADMIN, by=by)
    yield "people.rename"
    core.people.renumber("7", "77", ADMIN, by=by)
    yield "people.renumber"
    core.people.reset("7", ADMIN, by=by)
    yield "people.reset"
    core.people.reset_account("wang", ADMIN, by=by)
    yield "people.reset_account"
    core.people.pause("7", ADMIN, paused=True, by=by)
    yield "people.pause"
    if core.printer.ready():
        core.people.cards("a", ADMIN, by=by, site="http://127.0.0.1", language="zh", student_ids=["8"])
        yield "people.cards"
    yield from _joining(core)
    yield from _classes(core)
    core.people.merge("7", "8", ADMIN, by=by)
    yield "people.merge"
    yield from _student_data(core)
    yield from _quota(core)
    yield from _other_systems(core)
    core.upkeep.back_up(ADMIN)
    yield "upkeep.back_up"


def _keys_and_accounts(core: Core) -> Iterator[str]:
    administration = core.administration
    administration.set_school_address("lantian-two", ADMIN)
    yield "administration.set_school_address"
    administration.new_api_key(frozenset({"essay"}), ADMIN, agreed_rules=administration.usage_rules().version)
    yield "administration.new_api_key"
    administration.revoke_api_key(administration.api_keys(ADMIN)[0].key_id, ADMIN)
    yield "administration.revoke_api_key"
    teacher = core.store.account("org", "wang")
    assert teacher is not None
    core.access.open_signin(teacher)
    administration.end_signins("wang", ADMIN)
    yield "administration.end_signins"
    administration.close_account("wang", ADMIN)
    yield "administration.close_account"
    administration.open_account("wang", ADMIN)
    yield "administration.open_account"


def _joining(core: Core) -> Iterator[str]:
    code = core.people.open_joining("a", ADMIN, by="admin")
    yield "people.open_joining"
    for username in ("chen", "nobody"):
        core.people.ask_to_join(
            code,
            name="陈安娜" if username == "chen" else "别人",
            number="9" if username == "chen" else "",
            username=username,
            password="eine eigene Wahl",
            language="zh",
            address="203.0.113.7",
        )
    waiting = {each.username: each.request_id for each in core.people.joining("a", ADMIN, by="admin").waiting}
    core.people.settle_joining("a", [waiting["nobody"]], ADMIN, admitted=False, by="admin")
    yield "people.settle_joining"
    core.people.admit_as("a", waiting["chen"], "9", ADMIN, by="admin")
    yield "people.admit_as"
    core.people.end_joining("a", ADMIN, by="admin")
    yield "people.end_joining"


def _classes(core: Core) -> Iterator[str]:
    made = core.classes.make("四年级", ADMIN, by="admin")
    yield "classes.make"
    core.classes.rename(made.class_id, "五年级", ADMIN, by="admin")
    yield "classes.rename"
    core.classes.settle_consent(made.class_id, "given", ADMIN, keep_days=30, by="admin")
    yield "classes.settle_consent"
    core.classes.share(made.class_id, ADMIN, teacher_id="li", teaches=True, by="admin")
    yield "classes.share"
    core.classes.move(["8"], ADMIN, out_of=None, into=made.class_id, by="admin")
    yield "classes.move"
    core.classes.archive(made.class_id, ADMIN, over=True, by="admin")
    yield "classes.archive"


def _student_data(core: Core) -> Iterator[str]:
    core.administration.export_student("8", ADMIN)
    yield "administration.export_student"
    copy = core.student_data.export("8", ADMIN)
    yield "student_data.export"
    core.student_data.erase("8", ADMIN, by="admin")
    yield "student_data.erase"
    core.student_data.bring_back(copy, ADMIN)
    yield "student_data.bring_back"
    core.student_data.traces(["8"], ADMIN)
    yield "student_data.traces"


def _quota(core: Core) -> Iterator[str]:
    body = QuotaRequestBody(kind="temporary", calls=500, reason="more classes")
    for done in ("withdraw", "grant", "refuse"):
        request_id = core.quota.ask(body, ADMIN).request_id
        yield "quota.ask"
        getattr(core.quota, done)(request_id, ADMIN)
        yield f"quota.{done}"


def _other_systems(core: Core) -> Iterator[str]:
    """What a page could do; today commands do it."""
    core.learning_records.register(
        ADMIN,
        endpoint="https://lrs.example/xapi",
        username="wenlu",
        password="a password",
        site="https://wenlu.example",
    )
    yield "learning_records.register"
    core.learning_records.statements(ADMIN, site="https://wenlu.example")
    yield "learning_records.statements"
    core.learning_records.forget(ADMIN)
    yield "learning_records.forget"


def test_each_act_on_the_pages_has_its_entry_with_who_did_it(monkeypatch: pytest.MonkeyPatch) -> None:
    school = made_school()
    core = school.core
    monkeypatch.setattr(core.upkeep, "_backups", StandingBackups())
    monkeypatch.setattr(core.quota, "_operator", "蓝天学校")
    last = _newest(core)
    done: set[str] = set()
    undone = undone_without_entry(core.store, monkeypatch)  # type: ignore[arg-type]
    for act in acts_of(school):
        new = core.store.audit_entries("org", AuditFilter(), below=None, limit=20)
        new = [each for each in new if each.seq > last]
        assert ACTS[act] in {each.action for each in new}, act
        assert {each.actor.kind for each in new} == {"account"}, act
        assert {each.actor.id for each in new} == {"admin"}, act
        last, done = _newest(core), done | {act}
    assert done == set(ACTS) - OF_COMMANDS - (set() if core.printer.ready() else {"people.cards"})
    assert undone == NOTING
    core.store.close()


def undone_without_entry(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """From here on each method of the store that writes is first tried with no room for its entry, after which the database must hold what it
    held before; the set that is returned names those that were tried."""
    tried: set[str] = set()
    noted = store.note
    connection = store.engine.raw_connection()

    def content() -> bytes:
        return connection.driver_connection.serialize()  # type: ignore[union-attr]

    def fails(*_: object, **__: object) -> None:
        raise ArithmeticError("no room for the entry")

    def trying(name: str, method: Callable[..., object]) -> Callable[..., object]:
        def called(*arguments: object, **named: object) -> object:
            if store.note is fails:  # within a method that is tried
                return method(*arguments, **named)
            before = content()
            store.note = fails  # type: ignore[method-assign,assignment]
            try:
                return method(*arguments, **named)
            except ArithmeticError:
                tried.add(name)
                assert content() == before, f"{name} is done without its entry"
            finally:
                store.note = noted  # type: ignore[method-assign]
            return method(*arguments, **named)

        return called

    for name, method in inspect.getmembers(store, inspect.ismethod):
        writes = re.search(r"self\.(write|_settle)\(", inspect.getsource(method.__func__))
        if writes and not name.startswith("_"):
            monkeypatch.setattr(store, name, trying(name, method))
    return tried


def test_a_backup_is_noted_once_there_is_one_and_a_second_press_is_told_of_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    core, kept = made_school().core, SlowBackups()
    monkeypatch.setattr(core.upkeep, "_backups", kept)
    core.upkeep.back_up(ADMIN)
    for begin in (core.upkeep.back_up, lambda caller: core.upkeep.check_backup("a.zip", caller)):
        with pytest.raises(BadRequest, match="nothing was begun"):
            begin(ADMIN)
    wanted = AuditFilter(action="backup_made")
    assert core.store.audit_entries("org", wanted, below=None, limit=9) == []
    (made,) = kept.begun
    made()
    assert len(core.store.audit_entries("org", wanted, below=None, limit=9)) == 1
    core.store.close()


def _newest(core: Core) -> int:
    return max((each.seq for each in core.store.audit_entries("org", AuditFilter(), below=None, limit=1)), default=0)


@pytest.fixture
def core(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A core on the database that the commands use, with a school that has a student."""
    url = f"sqlite:///{tmp_path / 'wenlu.db'}"
    for name, value in {"DATABASE_URL": url, "DEMO": "0", "BACKUPS": str(tmp_path / "backups")}.items():
        monkeypatch.setenv(f"WENLU_{name}", value)
    migrate(Settings(database_url=url, demo=False, demo_class=False))
    made = build_core(Settings(database_url=url), bank=shared_bank())
    school = made.access.organisation("School", tier="education")
    made.store.put_student(Student(school.organisation_id, "7", "王小明", None, NOW))
    yield made
    made.store.close()


def test_each_command_that_is_an_act_has_its_entry_as_the_operators_doing(
    core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    school = core.access.organisation("School").organisation_id
    (tmp_path / "list.csv").write_text("学号,姓名\n8,曾丽\n", encoding="utf-8")
    caller = replace(ADMIN, organisation_id=school)
    request_id = core.quota.ask(QuotaRequestBody(kind="temporary", calls=5, reason="more"), caller).request_id
    here = ["--organisation", "School"]
    done: set[str] = set()
    core.access.new_key(core.access.organisation("School"), frozenset({"essay"}))
    key_id = core.store.keys(school)[0].key_id
    for line in (
        ["first-admin", "--organisation", "Another"],
        ["keys", "create", *here],
        ["keys", "suspend", key_id, "--reason", "copied the bank"],
        ["keys", "resume", key_id],
        ["keys", "revoke", key_id],
        ["accounts", "create", *here, "--username", "li", "--role", "admin"],
        ["accounts", "password", "--username", "li"],
        ["accounts", "rename", "--username", "li", "--name", "李老师"],
        ["accounts", "sessions", "--username", "li", "--end", "all"],
        ["accounts", "disable", "--username", "li"],
        ["accounts", "enable", "--username", "li"],
        ["people", "import", str(tmp_path / "list.csv"), *here],
        ["people", "export", *here, "--student", "7", str(tmp_path / "copy.zip")],
        ["people", "erase", *here, "--student", "7", "--yes"],
        ["people", "import-student", str(tmp_path / "copy.zip"), *here],
        ["people", "traces", *here, "--student", "7"],
        ["organisation", "address", "School", "lantian"],
        ["quota", "plan", *here, "--tier", "professional"],
        ["quota", "grant", "500", *here],
        ["quota", "answer", request_id, "grant"],
        [
            "xapi",
            "register",
            *here,
            "--endpoint",
            "https://lrs.example/xapi",
            "--user",
            "u",
            "--site",
            "https://wenlu.example",
        ],
        ["xapi", "export", *here, "--to", str(tmp_path / "statements.jsonl")],
        ["xapi", "forget", *here],
        [
            "lti",
            "register",
            *here,
            "--issuer",
            "https://lms.example",
            "--client-id",
            "c",
            "--deployment",
            "1",
            *PLATFORM,
        ],
        ["lti", "remove", "THE REGISTRATION"],
    ):
        if line[-1] == "THE REGISTRATION":
            line = ["lti", "remove", core.store.lti_registrations(school)[0].registration_id]
        if line[1] == "sessions":
            (account,) = core.store.accounts_named("li")
            core.access.open_signin(account)
        done.add(_noted(core, line, monkeypatch))
    assert main(["backup", str(tmp_path / "copy-of-all.zip")]) == 0
    done.add(_noted(core, ["restore", str(tmp_path / "copy-of-all.zip"), "--yes"], monkeypatch))
    assert done == set(COMMANDS)


def _noted(core: Core, line: list[str], monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a command; its name, after looking that each of its acts was noted as the operator's."""
    command = next(each for each in COMMANDS if " ".join(line).startswith(f"{each} "))
    before = _of_all(core)
    monkeypatch.setattr("sys.stdin", io.StringIO("a password of some length\n"))
    assert main(line) in (0, 1), line
    new = [each for each in _of_all(core) if each not in before]
    assert {action for _, action, _ in new} == set(COMMANDS[command]), line
    assert {kind for _, _, kind in new} == {"operator"}, line
    return command


def _of_all(core: Core) -> list[tuple[int, AuditAction, str]]:
    """Place, action and kind of actor of every entry."""
    return [
        (entry.seq, entry.action, entry.actor.kind)
        for organisation in core.store.organisations()
        for entry in core.store.audit_entries(organisation.organisation_id, AuditFilter(), below=None, limit=500)
    ]

"""The command line. `wenlu` alone is `wenlu serve`: everything on one port, with demo data."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Callable, Sequence

from core.commands.opened import run_and_close
from core.commands.option_types import day, identifier, month, name, price, sentence, sha256, site, whole_number
from core.errors import WenluError
from core.records.access import PERMISSIONS
from core.records.learning_records import NAMINGS
from core.store.database.private_files import make_new_files_private

DEFAULT_PORT = 8501
TIERS = ("free", "education", "professional", "enterprise")
OPEN_ADDRESSES = (("speech", "the speech evaluation"), ("grammar", "grammar points and difficulty"))
LAST_PORT = 65_534
"""With --split the API takes the next one."""
MOST_WORKERS = 64


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what was asked, 1 with one line on stderr when it could not."""
    if "WENLU_PARENT" in os.environ:
        importlib.import_module("core.commands.processes.lifeline").tie_to_parent()
    make_new_files_private()
    options = build_parser().parse_args(list(sys.argv[1:] if arguments is None else arguments) or ["serve"])
    if options.database is not None:
        os.environ["WENLU_DATABASE_URL"] = options.database
    try:
        return run_and_close(lambda: int(options.run(options) or 0))
    except WenluError as error:
        print(f"wenlu: {error} {error.remedy('en')}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def build_parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = argparse.ArgumentParser(prog="wenlu", description="Chinese teaching and assessment.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = _add(commands, "serve", "pages and API on one port", "core.commands.processes.serving:serve")
    serve.add_argument("--port", type=whole_number(1, LAST_PORT), default=DEFAULT_PORT)
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--split", action="store_true", help="API in processes of its own, on PORT+1")
    serve.add_argument("--workers", type=whole_number(1, MOST_WORKERS), default=1, help="API processes with --split")
    api = _add(commands, "api", "the API alone", "core.commands.processes.serving:api")
    api.add_argument("--port", type=whole_number(1, LAST_PORT), default=DEFAULT_PORT + 1)
    api.add_argument("--host", default="127.0.0.1")
    api.add_argument("--workers", type=whole_number(1, MOST_WORKERS), default=1)
    for port_offset, (address, description) in enumerate(OPEN_ADDRESSES, start=2):
        alone = _add(commands, address, f"{description} alone", "core.commands.processes.serving:open_address")
        alone.add_argument("--port", type=whole_number(1, LAST_PORT), default=DEFAULT_PORT + port_offset)
        alone.add_argument("--host", default="127.0.0.1")
        alone.set_defaults(address=address)
    _add(commands, "migrate", "bring the database to the newest revision", "core.commands.upkeep:migrate")
    _add_copies(commands)
    _add_keys(commands)
    first = _add(
        commands,
        "first-admin",
        "a one-time code for the first administrator of a school",
        "core.commands.first_admin:first_admin",
    )
    first.add_argument("--organisation", type=name, required=True)
    first.add_argument("--username", type=identifier, default="admin")
    first.add_argument(
        "--site",
        type=site,
        default=f"http://127.0.0.1:{DEFAULT_PORT}",
        help="address of the pages, for the link that is printed",
    )
    _add_accounts(commands)
    _add_people(commands)
    _add_other_systems(commands)
    _add_lti(commands)
    _add_quota(commands)
    available = _add(
        commands,
        "availability",
        "a month's availability beside what each tier was promised",
        "core.commands.availability:availability",
    )
    available.add_argument("--month", type=month, help="YYYY-MM (default: this month, UTC+8)")
    log = _add(commands, "audit", "who did what, the newest first", "core.commands.audit:audit")
    log.add_argument("--organisation", type=name, help="of this one alone")
    log.add_argument("--since", type=day, metavar="DAY", help="YYYY-MM-DD, UTC+8 (default: 30 days ago)")
    _add(commands, "nightly", "the nightly work, now", "core.commands.upkeep:nightly")
    refit = _add(
        commands, "refit", "fit the predictor anew on this installation's answers", "core.commands.refit:refit"
    )
    whose = refit.add_mutually_exclusive_group(required=True)
    whose.add_argument("--organisation", type=name, help="on this organisation's answers alone")
    whose.add_argument(
        "--all", action="store_true", help="on the answers of every organisation but the demo's, which are simulated"
    )
    _add(commands, "scheduler", "the nightly work at 02:00, UTC+8", "core.commands.scheduler:scheduler")
    _add(
        commands, "demo-class", "make the demo's simulated year (a server does it by itself)", "core.commands.demo:make"
    )
    check = _add(
        commands, "check-prerequisites", "look over a prerequisite graph (CSV)", "core.commands.prerequisites:check"
    )
    check.add_argument("file", metavar="FILE")
    _add_recordings(commands)
    _add_audio(commands)
    _add_strokes(commands)
    _add_model(commands)
    _add(
        commands,
        "doctor",
        "look over the installation and say what is wrong",
        "core.commands.doctor:check_installation",
    )
    return parser


def _add_copies(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    backup = _add(
        commands, "backup", "copy the whole database into one file while it is used", "core.commands.copies:backup"
    )
    backup.add_argument("to", nargs="?", metavar="FILE|FOLDER", help="default: a new file in the folder WENLU_BACKUPS")
    backup.add_argument("--keep", type=whole_number(1), metavar="N", help="delete all but the newest N of the folder")
    restore = _add(
        commands, "restore", "put a backup in the place of a database", "core.commands.copies:restore_backup"
    )
    restore.add_argument("file", metavar="FILE")
    restore.add_argument(
        "--yes", action="store_true", help="also over a database that holds something: that is backed up first"
    )
    restore.add_argument(
        "--no-migrate",
        action="store_true",
        help="leave it as an earlier version of Wenlu made it, to go back to that one",
    )
    verify = _add(commands, "verify", "is a backup whole? needs no database", "core.commands.copies:verify")
    verify.add_argument("file", metavar="FILE")


def _add_keys(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "keys", "make, list, suspend and revoke API keys")
    create = _add(actions, "create", "print a new key, alone, on stdout", "core.commands.keys:create")
    create.add_argument("--organisation", type=name, required=True)
    create.add_argument("--tier", choices=TIERS, default="free")
    create.add_argument("--permissions", nargs="+", choices=PERMISSIONS, default=list(PERMISSIONS))
    listing = _add(actions, "list", "keys of an organisation, without their secrets", "core.commands.keys:listing")
    listing.add_argument("--organisation", type=name, required=True)
    suspend = _add(actions, "suspend", "refuse a key and its tokens until it is resumed", "core.commands.keys:suspend")
    suspend.add_argument("key_id", type=identifier, metavar="KEY_ID")
    suspend.add_argument("--reason", type=sentence, required=True, help="told to whoever uses the key")
    resume = _add(actions, "resume", "let a suspended key in again", "core.commands.keys:resume")
    resume.add_argument("key_id", type=identifier, metavar="KEY_ID")
    revoke = _add(actions, "revoke", "refuse a key from now on", "core.commands.keys:revoke")
    revoke.add_argument("key_id")


def _add_accounts(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "accounts", "make, list, close and open local accounts")
    create = _add(actions, "create", "a new sign-in; its password is asked for", "core.commands.accounts:create")
    create.add_argument("--username", type=identifier, required=True)
    create.add_argument("--organisation", type=name, required=True)
    create.add_argument("--role", choices=["student", "teacher", "admin"], required=True)
    create.add_argument("--name", type=name, help="shown on the pages (default: the user name)")
    create.add_argument("--student-id", type=identifier, help="for students (default: the user name)")
    listing = _add(actions, "list", "accounts of an organisation", "core.commands.accounts:listing")
    listing.add_argument("--organisation", type=name, required=True)
    for action_name, help_text in (
        ("password", "a new password, asked for; ends the account's sign-ins"),
        ("disable", "close an account and end its sign-ins"),
        ("enable", "open a closed account again"),
        ("rename", "another name on the pages"),
        ("sessions", "where an account is signed in; with --end, end that"),
    ):
        action = _add(actions, action_name, help_text, f"core.commands.accounts:{action_name}")
        action.add_argument("--username", type=identifier, required=True)
        action.add_argument("--organisation", type=name, help="where several organisations have the user name")
        if action_name == "rename":
            action.add_argument("--name", type=name, required=True)
        if action_name == "sessions":
            action.add_argument("--end", metavar="SESSION", help="one of those listed, or `all`")


def _add_people(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "people", "bring people in from a list; everything about one student")
    bring_in = _add(actions, "import", "a CSV, tab-separated or OneRoster file", "core.commands.people:bring_in")
    bring_in.add_argument("file", metavar="FILE")
    bring_in.add_argument("--organisation", type=name, required=True)
    bring_in.add_argument("--class", dest="class_name", type=name, metavar="NAME", help="for rows that name no class")
    bring_in.add_argument("--dry-run", action="store_true", help="say what would happen and write nothing")
    bring_in.add_argument("--make-classes", action="store_true", help="make the classes that are not there")
    bring_in.add_argument("--leave-out-faulty", action="store_true", help="write the rows without faults")
    _add_student_data(actions)
    schools = _group(commands, "organisation", "the short name of an organisation")
    address = _add(schools, "address", "by which the sign-in finds it, such as lantian", "core.commands.people:address")
    address.add_argument("name", type=name, metavar="NAME")
    address.add_argument("address", metavar="ADDRESS", help="2 to 32 of a-z, 0-9 and the hyphen")


def _add_student_data(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    target = "core.commands.student_data:{}".format
    export = _add(actions, "export", "everything about a student, as a zip of readable files", target("export"))
    back = _add(actions, "import-student", "bring a student in from such a zip", target("bring_back"))
    erase = _add(actions, "erase", "remove everything about a student; prints a receipt", target("erase"))
    receipts = _add(actions, "receipts", "receipts of students who were erased", target("receipts"))
    traces = _add(actions, "traces", "where a student is named, in the database and in logs", target("traces"))
    for action in (export, back, erase, receipts, traces):
        action.add_argument("--organisation", type=name, required=True)
        optional = action in (back, receipts)
        action.add_argument("--student", type=identifier, required=not optional, metavar="ID")
    for action in (export, back):
        action.add_argument("file", metavar="FILE")
    for action in (erase, traces):
        action.add_argument("--words", nargs="+", type=name, default=[], help="look for these too, such as a name")
        action.add_argument("--log", nargs="+", default=[], metavar="FILE", help="look through these files too")
    erase.add_argument("--yes", action="store_true", help="ask nothing; needed where there is no terminal")


def _add_other_systems(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    rosters = _group(commands, "roster", "people and classes from a school's OneRoster server")
    pull = _add(
        rosters, "pull", "read them and say what would change; with --apply, write it", "core.commands.roster:pull"
    )
    pull.add_argument("--organisation", type=name, required=True)
    pull.add_argument("--endpoint", required=True, metavar="URL", help="such as https://sis.example/ims/oneroster/v1p1")
    pull.add_argument("--client-id", type=sentence, required=True, metavar="ID")
    pull.add_argument(
        "--token-url", metavar="URL", help="where the server gives tokens (default: /token of the same server)"
    )
    pull.add_argument("--secret-file", metavar="FILE", help="holds the client's secret (default: it is asked for)")
    pull.allow_abbrev = False  # `--secret x` would be taken for a file, and the secret printed
    pull.add_argument("--school", type=name, metavar="NAME", help="only this school of the server, by name or id")
    pull.add_argument("--make-classes", action="store_true", help="make the classes that are not there")
    pull.add_argument("--leave-out-faulty", action="store_true", help="write the rows without faults")
    pull.add_argument("--apply", action="store_true", help="write it, all of it or nothing")
    _add_xapi(_group(commands, "xapi", "what students did, as statements for a learning record store"))


def _add_xapi(actions: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    target = "core.commands.xapi:{}".format
    export = _add(actions, "export", "write the statements into a file, one a line", target("export"))
    export.add_argument("--to", required=True, metavar="FILE")
    export.add_argument("--since", type=day, metavar="DAY", help="YYYY-MM-DD, UTC+8")
    export.add_argument("--until", type=day, metavar="DAY", help="the last day")
    register = _add(actions, "register", "name a record store that statements are sent to", target("register"))
    register.add_argument("--endpoint", required=True, metavar="URL", help="such as https://lrs.example/xapi")
    register.add_argument("--user", type=sentence, required=True)
    register.add_argument("--password-file", metavar="FILE", help="holds the password (default: it is asked for)")
    register.allow_abbrev = False  # `--password x` would be taken for a file, and the secret printed
    register.add_argument("--everything", action="store_true", help="send also what was done before")
    actor = _add(actions, "actor", "by which account statements name a student", target("actor"))
    actor.add_argument("--student", type=identifier, required=True, metavar="ID")
    send = _add(actions, "send", "send what is not sent yet, now", target("send"))
    status = _add(actions, "status", "what is registered, and how far it was sent", target("status"))
    forget = _add(actions, "forget", "send nothing any more", target("forget"))
    for action in (export, register, actor, send, status, forget):
        action.add_argument("--organisation", type=name, required=True)
    for action in (export, register, actor):
        action.add_argument("--site", type=site, help="public address of the pages, under which ids lie")
    for action, default in (
        (export, "pseudonyms"),
        (register, "pseudonyms; at the endpoint that is registered, as before"),
        (actor, "as registered, else pseudonyms"),
    ):
        action.add_argument("--names", choices=NAMINGS, help=f"what students are named by (default: {default})")


def _add_lti(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "lti", "learning platforms (Moodle, Canvas, Blackboard) that open Wenlu by LTI 1.3")
    target = "core.commands.lti:{}".format
    register = _add(actions, "register", "let a platform's deployment in", target("register"))
    register.add_argument("--organisation", type=name, required=True)
    register.add_argument("--issuer", required=True, metavar="URL", help="as the platform shows it, to the letter")
    register.add_argument("--client-id", required=True, metavar="ID")
    register.add_argument("--deployment", required=True, metavar="ID")
    register.add_argument("--authorize-url", required=True, metavar="URL", help="authentication request address")
    register.add_argument("--token-url", required=True, metavar="URL", help="access token address")
    register.add_argument("--keys-url", required=True, metavar="URL", help="public keyset address")
    register.add_argument(
        "--site", type=site, required=True, help="address of the pages, for the addresses that are printed"
    )
    listing = _add(actions, "list", "the registered platforms", target("show"))
    listing.add_argument("--organisation", type=name)
    remove = _add(actions, "remove", "let one in no more; people, classes and work stay", target("remove"))
    remove.add_argument("registration", type=identifier, metavar="REGISTRATION")
    members = _add(actions, "members", "bring classes to their platforms' lists, now", target("members"))
    members.add_argument("--organisation", type=name, required=True)
    _add(
        actions,
        "rotate-keys",
        "publish a new key, which signs in an hour; the old one is published for another day",
        target("rotate"),
    )


def _add_quota(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "quota", "show and change an organisation's quota")
    show = _add(actions, "show", "limit, use and bill of a month", "core.commands.quota:show")
    show.add_argument("--month", type=month, help="YYYY-MM (default: this month, UTC+8)")
    plan = _add(actions, "plan", "tier, own limit, overage", "core.commands.quota:plan")
    plan.add_argument("--tier", choices=TIERS)
    plan.add_argument("--limit", type=whole_number(-1), help="calls a month instead of the tier's; -1 takes it away")
    plan.add_argument("--overage", choices=["on", "off"], help="bill priced calls past the quota")
    grant = _add(actions, "grant", "temporary calls for this month", "core.commands.quota:grant")
    grant.add_argument("calls", type=whole_number(1))
    grant.add_argument("--note", default="")
    for action in (show, plan, grant):
        action.add_argument("--organisation", type=name, required=True)
    requests = _add(actions, "requests", "requests for more calls that wait", "core.commands.quota:requests")
    requests.add_argument("--organisation", type=name)
    requests.add_argument("--all", action="store_true", help="those that were answered too")
    answer = _add(actions, "answer", "grant or refuse a request for more calls", "core.commands.quota:answer")
    answer.add_argument("request_id", type=identifier, metavar="REQUEST_ID")
    answer.add_argument("verdict", choices=["grant", "refuse"])
    answer.add_argument("--calls", type=whole_number(1), help="instead of the number that the request names")
    answer.add_argument("--tier", choices=TIERS, help="of an upgrade, instead of the plan that the request names")
    ledger = _add(actions, "ledger", "the bill of a month by organisation and endpoint", "core.commands.quota:ledger")
    ledger.add_argument("--month", type=month)


def _add_recordings(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "recordings", "words spoken by native speakers, for listening")
    install = _add(
        actions,
        "install",
        "take a .tar, .tar.gz, .zip or folder of 爱.mp3, 爱好.ogg ...",
        "core.commands.recordings:install",
    )
    install.add_argument("file", metavar="FILE")
    install.add_argument("--credit", type=name, help="who made them, shown on the page About")
    _add(actions, "show", "how many there are, and of which words", "core.commands.recordings:show")
    _add(actions, "remove", "take them away again", "core.commands.recordings:remove")


def _add_audio(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "audio", "optional audio packs: words and syllables by native speakers, sentences")
    install = _add(actions, "install", "fetch one from its public source (audio-cmn)", "core.commands.audio:install")
    install.add_argument(
        "--from",
        dest="sources",
        metavar="FILE|FOLDER|URL",
        action="append",
        help="another address, or a copy that is here already; several are put together",
    )
    install.add_argument("--sha256", type=sha256, help="refuse a download with another checksum")
    install.add_argument("--credit", type=name, help="who made them, where the source is not known")
    status = _add(actions, "status", "what is installed", "core.commands.audio:status")
    remove = _add(actions, "remove", "take one away again", "core.commands.audio:remove")
    for action in (install, remove):
        action.add_argument("pack", nargs="?", choices=("words", "sentences"), default="words")
    for action in (install, status, remove):
        action.add_argument("--to", metavar="FOLDER", help="default: WENLU_RECORDINGS")


def _add_strokes(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    actions = _group(commands, "strokes", "the optional stroke order of characters (Make Me a Hanzi)")
    install = _add(actions, "install", "fetch it from its public source", "core.commands.strokes:install")
    install.add_argument(
        "--from", dest="source", metavar="FILE|FOLDER|URL", help="another address, or a copy that is here already"
    )
    install.add_argument("--sha256", type=sha256, help="refuse a download with another checksum")
    install.add_argument("--credit", type=name, help="who made it, where it is another one")
    status = _add(actions, "status", "what is installed", "core.commands.strokes:status")
    remove = _add(actions, "remove", "take it away again", "core.commands.strokes:remove")
    for action in (install, status, remove):
        action.add_argument("--to", metavar="FOLDER", help="default: WENLU_STROKES")


def _add_model(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    model = _add(
        commands,
        "model",
        "measure a language model of your own and let it correct essays",
        "core.commands.model:model",
    )
    what = model.add_mutually_exclusive_group()
    what.add_argument("--show", action="store_true", help="which model is set, and what was measured of it")
    what.add_argument("--off", action="store_true", help="let the embedded engine work alone")
    what.add_argument("--anew", action="store_true", help="measure from the beginning, whatever was answered before")
    model.add_argument(
        "--url",
        help="address up to /v1 (default: WENLU_ESSAY_MODEL_URL, else the one set before, else Ollama, llama.cpp or vLLM on this machine)",
    )
    model.add_argument("--model", dest="model_name", type=name, help="its name there (default: the only one)")
    model.add_argument(
        "--key", help="sent as a bearer token (default: WENLU_ESSAY_MODEL_KEY, which no process list shows)"
    )
    model.add_argument(
        "--price",
        nargs=2,
        type=price,
        metavar=("IN", "OUT"),
        help="of a million tokens of questions and of answers: the cost is said",
    )
    model.add_argument("--at-once", type=whole_number(1, 64), default=4, help="questions under way at once")
    model.add_argument("--seconds", type=whole_number(1, 3600), default=60, help="how long one answer may take")


# -- parts ---------------------------------------------------------------------------------------------------


def _group(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], command_name: str, help_text: str
) -> argparse._SubParsersAction[argparse.ArgumentParser]:
    parser = commands.add_parser(command_name, help=help_text)
    _add_database(parser, None)
    return parser.add_subparsers(required=True, metavar="ACTION")


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], command_name: str, help_text: str, target: str
) -> argparse.ArgumentParser:
    """A command that runs `module:function`; the module is imported only then, so that --help is quick."""
    parser = commands.add_parser(command_name, help=help_text)
    # Without a default of its own an action's --database does not take back the one given before the action.
    _add_database(parser, argparse.SUPPRESS if commands.metavar == "ACTION" else None)
    parser.set_defaults(run=_later(target))
    return parser


def _add_database(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--database", default=default, help="sqlite:///file or postgresql://... (default: WENLU_DATABASE_URL)"
    )


def _later(target: str) -> Callable[[argparse.Namespace], int | None]:
    module, _, function = target.partition(":")

    def run(options: argparse.Namespace) -> int | None:
        exit_code: int | None = getattr(importlib.import_module(module), function)(options)
        return exit_code

    return run


if __name__ == "__main__":
    sys.exit(main())

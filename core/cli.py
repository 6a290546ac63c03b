"""The command line. `wenlu` alone is `wenlu serve`: everything on one port, with demo data."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from core.errors import WenluError
from core.records import PERMISSIONS

DEFAULT_PORT = 8501


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; 0 when it did what was asked, 1 with one line on stderr when it could not."""
    parser = build_parser()
    options = parser.parse_args(list(sys.argv[1:] if arguments is None else arguments) or ["serve"])
    if options.database:
        os.environ["WENLU_DATABASE_URL"] = options.database
    try:
        return int(options.run(options) or 0)
    except WenluError as error:
        print(f"wenlu: {error} {error.remedy('en')}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def build_parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    parser = argparse.ArgumentParser(prog="wenlu", description="Chinese teaching and assessment.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--database", help="sqlite:///file or postgresql://... (default: WENLU_DATABASE_URL)")

    def add(name: str, run: object, help_text: str) -> argparse.ArgumentParser:
        command = commands.add_parser(name, parents=[common], help=help_text)
        command.set_defaults(run=run)
        return command

    serve = add("serve", _serve, "pages and API on one port")
    serve.add_argument("--port", type=int, default=DEFAULT_PORT)
    serve.add_argument("--host", default="127.0.0.1")
    serve.add_argument("--split", action="store_true", help="API in processes of its own, on PORT+1")
    serve.add_argument("--workers", type=int, default=1, help="API processes with --split")
    api = add("api", _api, "the API alone")
    api.add_argument("--port", type=int, default=DEFAULT_PORT + 1)
    api.add_argument("--host", default="127.0.0.1")
    api.add_argument("--workers", type=int, default=1)
    add("migrate", _migrate, "bring the database to the newest revision")
    _add_keys(add)
    _add_quota(add)
    add("nightly", _nightly, "the nightly work, now")
    add("doctor", _doctor, "look over the installation and say what is wrong")
    return parser


def _add_keys(add: object) -> None:
    from core.commands import keys

    assert callable(add)
    parser = add("keys", None, "make, list and revoke API keys").add_subparsers(required=True, metavar="ACTION")
    create = parser.add_parser("create", help="print a new key, alone, on stdout")
    create.add_argument("--organisation", required=True)
    create.add_argument("--tier", choices=["free", "education", "professional", "enterprise"], default="free")
    create.add_argument("--permissions", nargs="+", choices=PERMISSIONS, default=list(PERMISSIONS))
    create.set_defaults(run=keys.create)
    listing = parser.add_parser("list", help="keys of an organisation, without their secrets")
    listing.add_argument("--organisation", required=True)
    listing.set_defaults(run=keys.listing)
    revoke = parser.add_parser("revoke", help="refuse a key from now on")
    revoke.add_argument("key_id")
    revoke.set_defaults(run=keys.revoke)
    for action in (create, listing, revoke):
        action.add_argument("--database")


def _add_quota(add: object) -> None:
    from core.commands import quota

    assert callable(add)
    parser = add("quota", None, "show and change an organisation's quota").add_subparsers(
        required=True, metavar="ACTION"
    )
    show = parser.add_parser("show", help="limit, use and bill of a month")
    show.add_argument("--month", help="YYYY-MM (default: this month, UTC+8)")
    show.set_defaults(run=quota.show)
    plan = parser.add_parser("plan", help="tier, own limit, overage")
    plan.add_argument("--tier", choices=["free", "education", "professional", "enterprise"])
    plan.add_argument("--limit", type=int, help="calls a month instead of the tier's; -1 takes it away")
    plan.add_argument("--overage", choices=["on", "off"], help="bill priced calls past the quota")
    plan.set_defaults(run=quota.plan)
    grant = parser.add_parser("grant", help="temporary calls for this month")
    grant.add_argument("calls", type=int)
    grant.add_argument("--note", default="")
    grant.set_defaults(run=quota.grant)
    ledger = parser.add_parser("ledger", help="the bill of a month by organisation and endpoint")
    ledger.add_argument("--month")
    ledger.set_defaults(run=quota.ledger)
    for action in (show, plan, grant):
        action.add_argument("--organisation", required=True)
    for action in (show, plan, grant, ledger):
        action.add_argument("--database")


def _serve(options: argparse.Namespace) -> None:
    from core.commands import serving

    serving.serve(options)


def _api(options: argparse.Namespace) -> None:
    from core.commands import serving

    serving.api(options)


def _migrate(_: argparse.Namespace) -> None:
    from core.settings import Settings
    from core.wiring import migrate

    migrate(Settings.from_environment())
    print("The database stands at the newest revision.")


def _nightly(_: argparse.Namespace) -> None:
    from core.jobs import nightly
    from core.wiring import shared_core

    for line in nightly(shared_core()):
        print(line)


def _doctor(_: argparse.Namespace) -> int:
    from core.commands import doctor

    return doctor.look_over(Path(__file__).resolve().parent.parent)


if __name__ == "__main__":
    sys.exit(main())

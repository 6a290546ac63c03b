"""wenlu roster pull: reading people and classes from a school's OneRoster server."""

from __future__ import annotations

import argparse
from urllib.parse import urlsplit

from core.access.roster.oneroster_rest import COLLECTIONS, ServerReading, server_reading
from core.backends.oneroster import RosterServer
from core.backends.outgoing import Outgoing, checked_address
from core.commands.migrated_core import migrated_core
from core.commands.people import carry_out, organisation_named
from core.commands.secret_lines import secret_line
from core.errors import BadParameter
from core.learning.days import day_of
from core.wire import Bilingual

NAME = "The OneRoster server"


def pull(options: argparse.Namespace, *, outgoing: Outgoing | None = None) -> int:
    """Read all collections, say what would change, and with `--apply` write it, all of it or nothing. 1 when rows have faults; then nothing is
    written unless these are to be left out."""
    endpoint = checked_address("endpoint", options.endpoint)
    token_url = checked_address("token-url", options.token_url or _token_url(endpoint))
    secret = secret_line("Secret of the client", options.secret_file)
    if not secret:
        raise BadParameter.of(
            "secret-file",
            "holds no secret",
            remedy=Bilingual(zh="请把密钥写在文件的第一行。", en="Write the secret into the first line of the file."),
        )
    core = migrated_core()
    organisation = organisation_named(core, options.organisation)
    server = RosterServer(
        endpoint,
        token_url=token_url,
        client_id=options.client_id,
        secret=secret,
        outgoing=outgoing or Outgoing(NAME),
    )
    said = server_reading(
        {name: server.collection(name) for name in COLLECTIONS},
        source=urlsplit(endpoint).netloc,
        today=day_of(core.clock.now()),
        school=options.school or "",
    )
    _print_passed_over(said)
    code = carry_out(core, organisation, said.reading, options, class_id=None, writes=options.apply)
    if not options.apply:
        print("Nothing is written: this says what would be. Give --apply to write it.")
    return code


def _token_url(endpoint: str) -> str:
    """Where the standard's own examples have it: `/token` of the same server."""
    parts = urlsplit(endpoint)
    return f"{parts.scheme}://{parts.netloc}/token"


def _print_passed_over(said: ServerReading) -> None:
    for count, what in (
        (said.classes_over, "classes whose terms are over"),
        (said.enrolments_over, "enrolments that have ended"),
        (said.elsewhere, "users of other schools"),
    ):
        if count:
            print(f"{count} {what} are passed over.")

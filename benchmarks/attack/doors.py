"""Attacks on access: entering without permission, staying signed in after the end of a sign-in, seeing what belongs to others."""

from __future__ import annotations

import base64
import json
import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from urllib.parse import parse_qs, urlsplit

import jwt

from benchmarks.attack.trying import Answer, Attack, Target
from benchmarks.service.servers import ROOT, free_port, running
from core.api.core import Core
from core.errors import RateExceeded, Unauthorised
from core.plan.assignments.wire import WritingTask
from core.records.access import Account
from core.settings import Settings
from core.wiring import build_core, in_memory_core
from evaluation.bars import Bars
from evaluation.service.clock import StoppedClock
from evaluation.service.leaks import caller_of, plant
from evaluation.service.open_page import open_page

COOKIE = "wenlu_signin"
GUESSES, ADDRESSES, MINUTES = 1_000, 20, 10
MOST_CHECKED, CLASSMATES = 30, 39
PASSWORD = "a right horse of {}"


# -- ways of asking --------------------------------------------------------------------------------------------


def form(
    target: Target, path: str, fields: dict[str, str], *, origin: str | None = None, host: str = "", **more_headers: str
) -> Answer:
    """A form as a page of this origin sends it, or as another page would."""
    own_origin = f"http://{host or f'127.0.0.1:{target.port}'}"
    headers = {"Origin": own_origin if origin is None else origin, **({"Host": host} if host else {}), **more_headers}
    return target.call("POST", path, form=fields, headers={name: value for name, value in headers.items() if value})


def cookie_of(answer: Answer) -> str:
    """The sign-in cookie that an answer sets."""
    return answer.headers.get("set-cookie", "").partition(f"{COOKIE}=")[2].partition(";")[0]


@contextmanager
def core_of(target: Target) -> Iterator[Core]:
    """A core beside the server, over its database."""
    url = f"sqlite:///{target.folder / 'wenlu.db'}"
    core = build_core(Settings(database_url=url, demo=True), correctors=())
    try:
        yield core
    finally:
        core.store.close()


def fresh_account(core: Core, name: str, like: Account) -> Account:
    """Another account of the same organisation and role."""
    organisation = core.store.organisation(like.organisation_id)
    assert organisation is not None
    existing = core.store.accounts_named(name)
    return (
        existing[0]
        if existing
        else core.access.people.new_account(organisation, like.role, username=name, password=PASSWORD.format(name))
    )


def holder(core: Core, cookie: str) -> Account:
    """The account that is signed in under the cookie."""
    account = core.access.people.account_of(cookie)
    assert account is not None
    return account


def answers_after(target: Target, end: Callable[[Core, Account, str], object]) -> str | None:
    """Whether an open page answers after its sign-in has ended in some way (seen within a second by another process)."""
    with core_of(target) as core:
        account = fresh_account(core, "attacked-page", holder(core, target.cookies["student"]))
        core.access.people.enable(account)
        cookie = core.access.people.open_signin(account)
        with open_page(target.port, cookie) as page:
            if not page.ask("about"):
                return "the page did not answer while the sign-in held"
            end(core, account, cookie)
            wait_out_the_second()
            before = len(page.shown)
            page.ask("today")
            if len(page.shown) - before > FEW_BYTES:
                return f"{len(page.shown) - before} bytes came after the sign-in had ended"
            session = page.session
        with open_page(target.port, cookie, earlier=session) as page:
            page.ask("today")
            return "the session was taken up again" if page.session == session else None


FEW_BYTES = 64
"""Bytes that may still have been on their way when the socket was closed."""


def wait_out_the_second() -> None:
    """Wait until another process no longer reuses its last answer about a cookie, which it does for a second."""
    import time

    time.sleep(1.1)


# -- the demo (4) ----------------------------------------------------------------------------------------------


def enters_demo(target: Target, **request_options: str) -> str | None:
    """A fault if the demo's administrator can be entered."""
    answer = form(target, "/session/demo", {"username": "admin", "to": "/"}, **request_options)
    return f"entered: {answer.status}" if cookie_of(answer) else None


@contextmanager
def demo_server(target: Target, environment: dict[str, str], *options: str) -> Iterator[tuple[Target, str, str]]:
    """A server of another setting over a database that has the demo; with a demo administrator's cookie and API key."""
    folder = target.folder / f"demo-{free_port()}"
    folder.mkdir()
    url = f"sqlite:///{folder / 'wenlu.db'}"
    from core.wiring import migrate

    migrate(Settings(database_url=url, demo=True, demo_class=False))
    core = build_core(Settings(database_url=url, demo=True))
    cookie = core.access.people.enter_demo("admin", {})
    rules = core.administration.usage_rules().version
    key = core.administration.new_api_key(frozenset({"knowledge"}), caller_of(holder(core, cookie)), agreed_rules=rules)
    core.store.close()
    port = free_port()
    server_environment = {"WENLU_DEMO_CLASS": "0", "WENLU_SCHEDULER": "0", **environment}
    command = ("core.cli", "serve", "--port", str(port), "--database", url, *options)
    with running(*command, port=port, environment=server_environment) as pid:
        yield replace(target, port=port, pid=pid, folder=folder), cookie, key


def closed_demo(target: Target, environment: dict[str, str], *options: str, host: str = "") -> str | None:
    """Whether anything of the demo opens: the button, a cookie of before, a key of before."""
    with demo_server(target, environment, *options) as (server, cookie, key):
        if entered := enters_demo(server, host=host):
            return entered
        with open_page(server.port, cookie) as page:
            page.ask("admin")
            if page.was_sent(key[:11]):
                return "a cookie of before opens the administration"
        if server.call("POST", "/v1/auth/token", {"api_key": key}).status == 200:
            return "a key of before opens the API"
    return None


def demo_under_another_name(target: Target, **headers: str) -> str | None:
    """A server on loopback, without the setting, asked as no browser of this machine asks it."""
    with demo_server(target, {}) as (server, _, _):
        if entered := enters_demo(server, **headers):
            return entered
        return (
            None if cookie_of(form(server, "/session/demo", {"username": "admin"})) else "the one command gives no demo"
        )


def through_a_proxy(target: Target) -> str | None:
    """A request like those that a proxy on this machine passes on."""
    return demo_under_another_name(target, **{"X-Forwarded-For": "10.0.0.1"})


# -- guessing (6) ----------------------------------------------------------------------------------------------


def one_account(target: Target) -> str | None:
    """200 guesses at one account over HTTP: how many were looked at, and whether a classmate gets in behind them."""
    with core_of(target) as core:
        student = holder(core, target.cookies["student"])
        fresh_account(core, "attacked-guessed", student)
        fresh_account(core, "attacked-mate", student)
    locations = []
    for number in range(200):
        fields = {"username": "attacked-guessed", "password": f"guess {number}", "to": "/"}
        locations.append(form(target, "/session/enter", fields).headers.get("location", ""))
    checked = sum("signin=wrong" in location for location in locations)
    if checked > MOST_CHECKED:
        return f"{checked} of 200 guesses were looked at"
    right = {"username": "attacked-mate", "password": PASSWORD.format("attacked-mate"), "to": "/"}
    return (
        None if cookie_of(form(target, "/session/enter", right)) else "a classmate behind the same address is kept out"
    )


def refusal_of_a_name(target: Target) -> str | None:
    """A refusal tells how long to wait, and does not reveal whether the name exists."""
    answers_seen = set()
    for name in ("attacked-guessed", "attacked-nobody"):
        for number in range(12):
            location = form(target, "/session/enter", {"username": name, "password": f"g{number}", "to": "/"}).headers[
                "location"
            ]
        parameters = parse_qs(urlsplit(location).query)
        if parameters.get("signin") != ["slow"] or not parameters.get("wait", [""])[0].isdigit():
            return f"{name}: {location}"
        answers_seen.add(tuple(sorted(parameters)))
    return None if len(answers_seen) == 1 else f"an unknown name is told apart: {answers_seen}"


def guessed_keys(target: Target) -> str | None:
    """200 wrong API keys keep no right token's holder out."""
    for number in range(200):
        target.call("POST", "/v1/auth/token", {"api_key": f"wl_{number:08x}_guess"})
    answer = target.call("GET", "/v1/classroom/evaluation/ev_none", token=target.token)
    return None if answer.status == 404 else f"a right token is answered with {answer.status}"


def long_password(target: Target) -> str | None:
    """A password of a megabyte costs nobody anything."""
    fields = {"username": "attacked-long", "password": "a" * 2**20, "to": "/"}
    answer = form(target, "/session/enter", fields)
    return None if answer.seconds < 1 and answer.status < 500 else f"{answer.status} after {answer.seconds:.1f} s"


def odd_names(target: Target) -> str | None:
    """Names with NUL, of 4 kB, of direction marks: refused like any other."""
    for name in ("\x00", "a\x00b", "x" * 4_000, "\u202e" * 50, "' OR 1=1 --", "\ud7ff\ufffe"):
        answer = form(target, "/session/enter", {"username": name, "password": "some password", "to": "/"})
        if answer.status >= 500 or cookie_of(answer):
            return f"{name[:8]!r}: {answer.status}"
    return None


# -- sign-ins (8) ----------------------------------------------------------------------------------------------


def sign_in_from_elsewhere(target: Target) -> str | None:
    """A form of another site signs nobody in or out, with or without what a browser says of it."""
    for origin, more in (
        ("https://elsewhere.example", {}),
        ("null", {}),
        ("", {"Sec-Fetch-Site": "cross-site"}),
        ("", {}),
    ):
        for path in ("/session/enter", "/session/demo", "/session/leave"):
            answer = form(target, path, {"username": "admin", "to": "/"}, origin=origin, **more)
            if answer.status != 403:
                return f"{path} from {origin or more or 'nowhere'}: {answer.status}"
    return None


def planted_cookie(target: Target) -> str | None:
    """A cookie that somebody put into the browser beforehand is worth nothing after the sign-in."""
    with core_of(target) as core:
        fresh_account(core, "attacked-fixed", holder(core, target.cookies["student"]))
        fields = {"username": "attacked-fixed", "password": PASSWORD.format("attacked-fixed"), "to": "/"}
        before = "0" * 43
        first_cookie = cookie_of(form(target, "/session/enter", fields, Cookie=f"{COOKIE}={before}"))
        second_cookie = cookie_of(form(target, "/session/enter", fields, Cookie=f"{COOKIE}={first_cookie}"))
        if (
            not first_cookie
            or not second_cookie
            or before in (first_cookie, second_cookie)
            or first_cookie == second_cookie
        ):
            return "a sign-in has no secret of its own"
        return "the sign-in of before still holds" if core.access.people.account_of(first_cookie) else None


def redirected_elsewhere(target: Target) -> str | None:
    """No value of `to` redirects to another host."""
    with core_of(target) as core:
        fresh_account(core, "attacked-led", holder(core, target.cookies["student"]))
    for to in (
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "javascript:alert(1)",
        "/\r\nX: y",
    ):
        fields = {"username": "attacked-led", "password": PASSWORD.format("attacked-led"), "to": to}
        location = form(target, "/session/enter", fields).headers.get("location", "")
        if not location.startswith("/") or location[1:2] in ("/", "\\") or "evil" in urlsplit(location).netloc:
            return f"{to!r} leads to {location!r}"
    return None


def stolen_session(target: Target) -> str | None:
    """The id of another's open page is worth nothing under another cookie, or none."""
    with open_page(target.port, target.cookies["teacher"]) as theirs:
        theirs.ask("about")
        for cookie in (target.cookies["student"], target.cookies["other-teacher"], ""):
            with open_page(target.port, cookie, earlier=theirs.session) as page:
                page.ask("about")
                if page.session == theirs.session:
                    return "another's session was taken up"
    return None


def stolen_download(target: Target) -> str | None:
    """A file that a page shows is fetched by nobody else, also by whoever knows its address."""
    import re

    with core_of(target) as core:
        account = holder(core, target.cookies["student"])
        task = WritingTask(resource_id="", title="", task="", level=None, characters=None)
        text = "我昨天去了图书馆。"
        writing = core.writing.keep(
            account.student_id or "", task, text, caller_of(account), title="我", writing_id=None
        )
        writing = core.writing.hand_in(
            account.student_id or "", task, text, caller_of(account), title="我", writing_id=writing.writing_id
        )
    with open_page(target.port, target.cookies["student"]) as page:
        page.ask("writing", f"text={writing.writing_id}")
        files = sorted(set(re.findall(rb"/media/[0-9a-f]{16,}\.[a-z0-9]+", page.shown)))
        if not files:
            return "the page shows no file"
        path = files[0].decode()
        if target.call("GET", path, cookie=target.cookies["student"]).status != 200:
            return "the owner cannot fetch the file"
        for cookie in (target.cookies["classmate"], None, "0" * 43):
            if target.call("GET", path, cookie=cookie).status == 200 and not _on_the_gate(target, path):
                return f"{path} is given to somebody else"
    return None


def _on_the_gate(target: Target, path: str) -> bool:
    """Whether everybody is shown the file: the mark of the service."""
    with open_page(target.port) as page:
        page.ask("about")
        return page.was_sent(path.rpartition("/")[2])


def stolen_upload(target: Target) -> str | None:
    """A file is put into nobody else's page."""
    with open_page(target.port, target.cookies["teacher"]) as theirs:
        theirs.ask("text_level")
        for cookie in (target.cookies["student"], None):
            answer = target.call("PUT", f"/_stcore/upload_file/{theirs.session}/file", b"x", cookie=cookie)
            if answer.status < 400:
                return f"taken with {answer.status}"
    return None


# -- files (9) -------------------------------------------------------------------------------------------------


def readable_database(target: Target) -> str | None:
    """The running server's database with its companions."""
    exposed = [
        file.name for file in target.folder.glob("wenlu.db*") if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
    ]
    return f"others may open {', '.join(exposed)}" if exposed else None


def old_database(target: Target) -> str | None:
    """A database that was readable by everybody is so no more after any command."""
    folder = target.folder / f"old-{free_port()}"
    folder.mkdir(mode=0o755)
    file = folder / "wenlu.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
    file.chmod(0o644)
    command = [sys.executable, "-c", "import os, sys; os.umask(0); from core.cli import main; main(['migrate'])"]
    command_environment = {**os.environ, "WENLU_DATABASE_URL": f"sqlite:///{file}"}
    subprocess.run(command, cwd=ROOT, check=True, env=command_environment, capture_output=True)
    return readable_database(replace(target, folder=folder))


# -- organisations (12) ------------------------------------------------------------------------------------------


def own_item(target: Target) -> str | None:
    """A school's own item by its id: over HTTP as a question that is answered, and in the core."""
    with core_of(target) as core:
        theirs = holder(core, target.cookies["other-teacher"])
        things = plant(core, holder(core, target.cookies["other-student"]), theirs, "ITEMMARK")
        item_id = things.ids["item"]
        body = {"student_id": "attacked", "answers": [{"question_id": item_id, "answer": "A", "time_spent": 3}]}
        answer = target.call("POST", "/v1/classroom/evaluation/submit", body, token=target.token)
        if b"ITEMMARK" in answer.body or answer.status == 200:
            return f"the question of another school is marked: {answer.status}"
        organisation = holder(core, target.cookies["teacher"]).organisation_id
        return "the store gives it" if core.store.items(organisation, [item_id]) else None


def forged_tokens(target: Target) -> str | None:
    """Tokens of nobody: no algorithm, another key, another organisation, another `kid`, expired, changed."""
    head, body, signature = target.token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    other_claims = jwt.decode(target.other_token, options={"verify_signature": False})
    changed = (
        base64.urlsafe_b64encode(json.dumps({**claims, "org": other_claims["org"]}).encode()).rstrip(b"=").decode()
    )
    tokens = [
        jwt.encode(claims, "", algorithm="none"),
        jwt.encode(claims, "secret" * 8, algorithm="HS256"),
        jwt.encode(claims, "secret" * 8, algorithm="HS256", headers={"kid": "../../dev/null"}),
        jwt.encode({**claims, "exp": 1}, "secret" * 8, algorithm="HS256"),
        f"{head}.{changed}.{signature}",
        f"{head}.{body}.",
        f"{head}.{body}",
    ]
    for number, token in enumerate(tokens):
        answer = target.call("GET", "/v1/knowledge-map/anybody", token=token)
        if answer.status != 401:
            return f"token {number} is answered with {answer.status}"
    return None


def narrow_key(target: Target) -> str | None:
    """A key of one permission opens no endpoint of another."""
    with core_of(target) as core:
        caller = caller_of(holder(core, target.cookies["admin"]))
        rules = core.administration.usage_rules().version
        key = core.administration.new_api_key(frozenset({"grammar"}), caller, agreed_rules=rules)
    token = target.call("POST", "/v1/auth/token", {"api_key": key}).payload["data"]["access_token"]
    for path in ("/v1/knowledge-map/s", "/v1/portrait/s", "/v1/recommendation/daily/s", "/v1/classroom/evaluation/e"):
        answer = target.call("GET", path, token=token)
        if answer.status != 403:
            return f"{path}: {answer.status}"
    return None


def _signed_out(core: Core, _: Account, cookie: str) -> None:
    core.access.people.sign_out(cookie)


def _closed(core: Core, account: Account, _: str) -> None:
    core.access.people.disable(account)


def _changed(core: Core, account: Account, _: str) -> None:
    core.access.people.change_password(account, "another good horse")


def _expired(core: Core, account: Account, _: str) -> None:
    with closing(sqlite3.connect(str(core.store.engine.url.database))) as connection, connection:  # type: ignore[attr-defined]
        connection.execute("UPDATE signin SET expires_at = 1 WHERE account_id = ?", (account.account_id,))


def leaves_by_form(target: Target) -> str | None:
    """The original: sign out in one tab, ask in another; in the server's own process at once."""
    with core_of(target) as core:
        cookie = core.access.people.open_signin(holder(core, target.cookies["student"]))
    with open_page(target.port, cookie) as page:
        page.ask("today")
        form(target, "/session/leave", {}, Cookie=f"{COOKIE}={cookie}")
        before = len(page.shown)
        page.ask("today")
        return None if len(page.shown) - before <= FEW_BYTES else "the page answers after signing out"


ATTACKS: tuple[Attack, ...] = (
    Attack("the demo of a database that had it, closed with 0", 4, partial(closed_demo, environment={"WENLU_DEMO": "0"}), original=True, alone=True),
    Attack("the demo of a server that listens everywhere", 4, lambda target: closed_demo(target, {}, "--host", "0.0.0.0"), alone=True),
    Attack("the demo on loopback by another host name", 4, partial(demo_under_another_name, host="wenlu.example"), alone=True),
    Attack("the demo on loopback through a proxy", 4, through_a_proxy, alone=True),
    Attack("200 guesses at one account", 6, one_account, original=True),
    Attack("what a refusal tells of a name", 6, refusal_of_a_name),
    Attack("200 wrong API keys", 6, guessed_keys),
    Attack("a password of a megabyte", 6, long_password),
    Attack("names that no database takes", 6, odd_names),
    Attack("an open page after signing out", 8, leaves_by_form, original=True),
    Attack("an open page after signing out elsewhere", 8, partial(answers_after, end=_signed_out)),
    Attack("an open page of a closed account", 8, partial(answers_after, end=_closed)),
    Attack("an open page after a new password", 8, partial(answers_after, end=_changed)),
    Attack("an open page after the sign-in has expired", 8, partial(answers_after, end=_expired)),
    Attack("a sign-in from another site", 8, sign_in_from_elsewhere),
    Attack("a cookie planted before the sign-in", 8, planted_cookie),
    Attack("a sign-in that leads away", 8, redirected_elsewhere),
    Attack("another's page by its id", 8, stolen_session),
    Attack("another's download by its address", 8, stolen_download),
    Attack("an upload into another's page", 8, stolen_upload),
    Attack("the database as another user of the machine", 9, readable_database, original=True),
    Attack("an old database that everybody could read", 9, old_database, alone=True),
    Attack("another school's own item by its id", 12, own_item, original=True),
    Attack("tokens of nobody", 12, forged_tokens),
    Attack("a key without the permission", 12, narrow_key),
)  # fmt: skip


# -- figures -----------------------------------------------------------------------------------------------------


def guessing(bars: Bars) -> None:
    """1,000 guesses in ten minutes at one account from 20 addresses, and a class behind one of them; the clock is told."""
    clock = StoppedClock(datetime(2026, 11, 24, 2, tzinfo=UTC))
    core = in_memory_core(clock=clock)
    people, school = core.access.people, core.access.organisation("School")
    names = [f"pupil{number:02d}" for number in range(CLASSMATES + 1)]
    for name in names:
        people.new_account(school, "student", username=name, password=PASSWORD.format(name))
    checked, inside, attempts = 0, 0, 0
    for number in range(GUESSES):
        try:
            people.sign_in(names[0], f"guess {number}", address=f"10.0.0.{number % ADDRESSES}")
        except Unauthorised:
            checked += 1
        except RateExceeded:
            pass
        if number % (GUESSES // CLASSMATES) == 0 and attempts < CLASSMATES:
            attempts += 1
            inside += _enters(core, names[attempts])
        clock.moment += timedelta(minutes=MINUTES) / GUESSES
    bars.at_most("guesses looked at of 1,000 in ten minutes from 20 addresses", checked, MOST_CHECKED)
    bars.equal("classmates behind a guesser's address who get in at the first or second try", inside, CLASSMATES)
    core.store.close()


def _enters(core: Core, name: str) -> bool:
    """Mistyped once, then right."""
    for password in ("mistyped once", PASSWORD.format(name)):
        try:
            core.access.people.sign_in(name, password, address="10.0.0.0")
        except (Unauthorised, RateExceeded):
            continue
        return True
    return False


def figures(_: Target, bars: Bars) -> None:
    """The bars of the doors."""
    guessing(bars)

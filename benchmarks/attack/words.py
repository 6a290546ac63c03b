"""Words of one person as markup in another's page or file: markers in every field, looked at in a browser and in every export.

The markers go into the database of the running server, then its pages are opened with the sign-ins of the target and searched for
elements that only markup makes; no request may leave the machine.
"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from benchmarks.attack.browsing import browsing
from benchmarks.attack.trying import Attack, Target
from benchmarks.service.servers import ROOT
from evaluation.service.marked import HOST, MARK, MARKED_ID

FILL = """
import json, sys
from core.settings import Settings
from core.wiring import build_core
from evaluation.service.marked import fill
url, *cookies = sys.argv[1:]
core = build_core(Settings(database_url=url, secret="only-to-fill-it-" * 3))
people = [core.access.account_of(cookie) for cookie in cookies]
print(json.dumps(fill(core, *people)))
"""
"""Run in a process of its own: the core is heavy and has its own connection to the database."""
FILL_SECONDS = 400


@cache
def filled(folder: Path, cookies: tuple[str, ...]) -> Mapping[str, str]:
    """Ids of what bears markers now; the school is filled once."""
    command = [sys.executable, "-c", FILL, f"sqlite:///{folder / 'wenlu.db'}", *cookies]
    finished = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=FILL_SECONDS, check=True)
    ids: dict[str, str] = json.loads(finished.stdout.splitlines()[-1])
    return ids


def _marked_ids(target: Target) -> Mapping[str, str]:
    return filled(target.folder, tuple(target.cookies[username] for username in ("student", "teacher", "admin")))


def opens_page(
    username: str, name: str, *, query: Mapping[str, str] | None = None, **ids: str
) -> Callable[[Target], str | None]:
    """An attempt that opens one page and looks for what became of the markers on it.

    `ids` are parts of the query that are ids of what was made, by its name.
    """

    def attempt(target: Target) -> str | None:
        from evaluation.service.looking import faults, settled

        marked_ids = _marked_ids(target)
        parameters = {**(query or {}), **{part: marked_ids[which] for part, which in ids.items()}}
        with browsing(target, username) as (page, watch):
            page.goto(f"http://127.0.0.1:{target.port}/{name}?{urlencode(parameters)}")
            settled(page)
            drawn_faults = faults(page)
            if HOST not in page.locator("[data-testid=stApp]").inner_text():
                return "no marker is shown: the page was not tried"
        if watch.strangers:
            return f"the browser asked {watch.strangers[0]}"
        return f"drawn as markup: {', '.join(drawn_faults)}" if drawn_faults else None

    return attempt


# -- files -----------------------------------------------------------------------------------------------------

EXPORT = """
import pathlib, sys
from core.settings import Settings
from core.wiring import build_core
from core.records.access import PERMISSIONS, Caller
url, cookie, item, out = sys.argv[1:]
core = build_core(Settings(database_url=url, secret="only-to-fill-it-" * 3))
account = core.access.account_of(cookie)
caller = Caller(account.organisation_id, frozenset(PERMISSIONS), "en")
for form in ("csv", "anki", "qti", "moodle_xml", "gift"):
    (pathlib.Path(out) / form).write_bytes(core.questions.export([item], form, caller, title="=1+1").content)
"""


@cache
def files(folder: Path, cookie: str, item: str) -> Mapping[str, bytes]:
    """The marked item in every format, by its name."""
    with TemporaryDirectory() as out:
        command = [sys.executable, "-c", EXPORT, f"sqlite:///{folder / 'wenlu.db'}", cookie, item, out]
        subprocess.run(command, cwd=ROOT, capture_output=True, timeout=FILL_SECONDS, check=True)
        return {file.name: file.read_bytes() for file in Path(out).iterdir()}


def exported(form: str, read: Callable[[bytes], str | None]) -> Callable[[Target], str | None]:
    """An attempt that reads the exported item as the programs of its format do."""

    def attempt(target: Target) -> str | None:
        return read(files(target.folder, target.cookies["teacher"], _marked_ids(target)["item"])[form])

    return attempt


def _formulas(file: bytes) -> str | None:
    """Cells that a spreadsheet would run."""
    rows = csv.reader(io.StringIO(file.decode("utf-8-sig")))
    running = [cell for row in rows for cell in row if cell.lstrip().startswith(("=", "+", "-", "@"))]
    return f"a cell that runs: {running[0][:40]}" if running else None


def _tags(file: bytes) -> str | None:
    """A tag of the marker, in the file or in any document of the package."""
    texts = [file]
    if zipfile.is_zipfile(io.BytesIO(file)):
        with zipfile.ZipFile(io.BytesIO(file)) as zipped:
            texts = [zipped.read(name) for name in zipped.namelist() if name.endswith(".xml")]
    return "an <img> of the marker stands in the file" if any(b"<img src=//" in text for text in texts) else None


def _cards(file: bytes) -> str | None:
    """HTML of a marker in a field of an Anki note."""
    with zipfile.ZipFile(io.BytesIO(file)) as zipped:
        content = zipped.read("collection.anki2")
    database = sqlite3.connect(":memory:")
    database.deserialize(content)
    (fields,) = database.execute("SELECT flds FROM notes").fetchone()
    database.close()
    return "an Anki field holds the marker's HTML" if "<img" in fields else None


def _questions(file: bytes) -> str | None:
    """More questions than one in a GIFT file, or marks of its grammar that a text brought."""
    text = file.decode()
    unescaped = re.search(r"(?<!\\)\{", text.partition("[plain]")[2].replace("{\n", "", 1))
    return "a brace of a text opens answers" if unescaped else None


def _over_http(target: Target) -> str | None:
    """A student's id over HTTP that bears markup comes back as JSON only: no page of HTML answers with it."""
    answer = target.call("GET", f"/v1/evaluation/report/{MARKED_ID}", token=target.token)
    kind = answer.headers.get("content-type", "")
    return None if kind.startswith("application/json") else f"answered as {kind}"


ATTACKS: tuple[Attack, ...] = (
    # The four places of the finding.
    Attack("words: title of a review, read by the teacher", 7, opens_page("teacher", "essay_review", essay="review", student="student"), original=True),
    Attack("words: title of an assignment, read by the student", 7, opens_page("student", "assignments", resource="text"), original=True),
    Attack("words: title of a draft at the writing desk", 7, opens_page("student", "writing", text="draft"), original=True),
    Attack("words: names of students in the class", 7, opens_page("teacher", "class_inbox"), original=True),
    # Relatives: other fields, other pages, other files.
    Attack("words: own texts offered for review", 7, opens_page("student", "writing")),
    Attack("words: an own item with markers in every field", 7, opens_page("teacher", "items", item="item")),
    Attack("words: an essay's task and its hints", 7, opens_page("student", "writing", resource="essay")),
    Attack("words: a student's id as one chose it", 7, opens_page("teacher", "report", query={"student": MARKED_ID})),
    Attack("words: a query that nobody has, echoed", 7, opens_page("teacher", "essay_review", query={"student": MARK})),
    Attack("words: all that was given, by the teacher", 7, opens_page("teacher", "assignments")),
    Attack("words: links of a teacher", 7, opens_page("teacher", "assignments", query={"view": "links"})),
    Attack("words: names on the administrator's page", 7, opens_page("admin", "admin")),
    Attack("words: a reading's text and file name", 7, opens_page("student", "speaking", reading="reading")),
    Attack("words: formulas in a CSV of items", 7, exported("csv", _formulas)),
    Attack("words: HTML in Anki cards", 7, exported("anki", _cards)),
    Attack("words: elements in a QTI package", 7, exported("qti", _tags)),
    Attack("words: elements in Moodle XML", 7, exported("moodle_xml", _tags)),
    Attack("words: grammar of GIFT in a text", 7, exported("gift", _questions)),
    Attack("words: an id with markup over HTTP", 7, _over_http),
)  # fmt: skip

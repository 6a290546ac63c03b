"""Every number that an endpoint answers or a page shows, with the name of its place and what it is about."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from unittest.mock import patch

from starlette.testclient import TestClient
from streamlit.testing.v1 import AppTest
from structlog.testing import capture_logs

from core import wiring
from core.access.wire import TokenRequest
from core.records.access import PERMISSIONS
from core.web.frame import create_server
from evaluation.walk.cast import Walk, Walker

BAND_7_TO_9 = re.compile(r"(?<!\d)7[–-]9(?!\d)")
"""Levels 7 to 9 are one band, level 7 of this service."""
SCALE = re.compile(r"\bHSK(?=\d)")
"""Before the number of a level in the contract's difficulty."""
IDENTIFIERS = (
    "stage",
    "point_id",
    "id",
    "question_id",
    "resource_id",
    "student_id",
    "month",
    "date",
    "day",
    "skill",
    "name",
    "level",
    "label",
    "key",
)
"""Fields that say what an object in a list is about, the first that it has."""
PLAIN_FIELD = re.compile(r"[a-z][a-zA-Z_]*")
LEVEL_KEY = re.compile(r"level_\d(_\d)?")
NUMBER = re.compile(r"(?<![\w.])[+−-]?\d+(?:[.,]\d+)*%?")
TIMEOUT = 240
MAX_BODY_BYTES = 100_000
ENDPOINTS: Mapping[str, str] = {
    "report": "/v1/classroom/evaluation/report/{}",
    "portrait": "/v1/portrait/{}",
    "daily": "/v1/recommendation/daily/{}",
    "map": "/v1/knowledge-map/{}",
    "path": "/v1/knowledge-map/{}/path",
    "peers": "/v1/knowledge-map/{}/peers",
}
"""What a caller can read of a student."""
TEACHERS_PAGES = ("portrait", "report", "knowledge_map", "learning_path")
"""Those that a teacher opens for a student."""
PAGES = (
    "today",
    "plan",
    "practice",
    "portrait",
    "placement",
    "report",
    "knowledge_map",
    "learning_path",
    "speaking",
    "tone_pairs",
    "writing",
    "assignments",
    "account",
)
"""A student's pages on which something of the student may stand."""
OPENED: Mapping[str, tuple[str, str, str]] = {
    "knowledge_map": ("point", "map", "total_attempts"),
    "portrait": ("node", "portrait", ".n"),
}
"""Pages that open one thing by a parameter of the address, and the endpoint's field that says how much evidence there is on each."""


@dataclass(frozen=True)
class Shown:
    """A number at a place."""

    place: str
    """`map` of the endpoints, `page report` of the pages."""
    name: str
    """The path of the field with keys left out, or the interface text with the name of its placeholder."""
    about: tuple[str, ...]
    """What it is about: ids on the way to the field, or the text's other words."""
    value: float
    text: str
    """As it was written."""

    @property
    def slot(self) -> str:
        """The place and the name: what the register lists."""
        return f"{self.place} {self.name}"


def of_json(place: str, body: object) -> Iterator[Shown]:
    """The numbers of a JSON value. A list of objects is keyed by an identifying field, a list of numbers by its position."""
    yield from _of_json(place, "", (), body)


def _of_json(place: str, name: str, about: tuple[str, ...], value: object) -> Iterator[Shown]:
    if isinstance(value, bool) or value is None:
        return
    if isinstance(value, int | float):
        yield Shown(place, name, about, float(value), str(value))
    elif isinstance(value, str):
        for position, (number, text) in enumerate(in_text(value)):
            yield Shown(place, f"{name}~", (*about, str(position)), number, text)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            if (key in IDENTIFIERS and isinstance(inner, str)) or key == "stage":
                continue
            if PLAIN_FIELD.fullmatch(str(key)) and not LEVEL_KEY.fullmatch(str(key)):
                yield from _of_json(place, f"{name}.{key}" if name else str(key), about, inner)
            else:
                yield from _of_json(place, f"{name}{{}}", (*about, str(key)), inner)
    elif isinstance(value, list | tuple):
        for position, inner in enumerate(value):
            own = (
                next((str(inner[each]) for each in IDENTIFIERS if each in inner), str(position))
                if isinstance(inner, Mapping)
                else str(position)
            )
            yield from _of_json(place, f"{name}[]", (*about, own), inner)


def in_text(text: str) -> Iterator[tuple[float, str]]:
    """The numbers of a text, a percentage as a share."""
    for match in NUMBER.finditer(SCALE.sub("", BAND_7_TO_9.sub("7", text))):
        written = match.group()
        digits = written.rstrip("%").replace("−", "-").replace(",", "")
        if digits.count(".") <= 1:
            yield float(digits) / (100 if written.endswith("%") else 1), written


@dataclass
class PageRecorder:
    """Runs pages as a person and notes what they write: the placeholders of interface texts, the data of widgets, tables, metrics."""

    walk: Walk
    folder: Path
    i18n: ModuleType
    visitor: ModuleType
    components: ModuleType
    found: list[Shown] = field(default_factory=list)
    place: str = ""

    def numbers(self, page: str, secret: str, **address: str) -> list[Shown]:
        """What a page shows under a sign-in. `address`: parameters after the question mark. Raises AssertionError where the page fails."""
        self.found, self.place = [], f"page {page}"
        with self._recording(secret):
            test = AppTest.from_file(str(self.folder / f"{page}.py"), default_timeout=TIMEOUT)
            test.session_state["language"] = "en"
            for name, value in address.items():
                test.query_params[name] = value
            test.run()
        assert not test.exception, (page, [element.value for element in test.exception])
        for metric in test.metric:
            for position, (number, text) in enumerate(in_text(str(metric.value))):
                self.found.append(Shown(self.place, f"metric {metric.label}", (str(position),), number, text))
        for element in test.dataframe:
            rows = json.loads(element.value.to_json(orient="records", force_ascii=False))
            for row in rows:
                about = str(row.get("Number") or next((each for each in row.values() if isinstance(each, str)), ""))
                for column, cell in row.items():
                    self.found.extend(_of_json(f"{self.place} table {_columns(rows[0])}", column, (about,), cell))
        return self.found

    @contextmanager
    def _recording(self, secret: str) -> Iterator[None]:
        catalogue = self.i18n.catalogue

        def recorded_catalogue(language: str) -> _Catalogue:
            return _Catalogue(catalogue(language), self)

        def recorded_component(name: str, **_: Any) -> Callable[..., Any]:
            def draw(**arguments: Any) -> object:
                self.found.extend(of_json(f"{self.place} widget {name}", arguments.get("data")))
                return {}

            return draw

        for maker in vars(self.components).values():
            if hasattr(maker, "cache_clear"):
                maker.cache_clear()
        with (
            patch.object(wiring, "shared_core", lambda: self.walk.core),
            patch.object(self.visitor, "cookie", lambda: secret),
            patch.object(self.i18n, "catalogue", recorded_catalogue),
            patch.object(self.i18n, "DEFAULT", "en"),
            patch.object(self.components, "component_from", recorded_component),
        ):
            yield
        for maker in vars(self.components).values():
            if hasattr(maker, "cache_clear"):
                maker.cache_clear()

    def note(self, message: str, values: Mapping[str, object]) -> None:
        """Note the numbers that were put into a text; the other placeholders say what they are about."""
        words = tuple(str(value) for value in values.values() if not any(in_text(str(value))))
        for name, value in values.items():
            for position, (number, text) in enumerate(in_text(str(value))):
                self.found.append(Shown(self.place, f"“{message}” {name}", (*words, str(position)), number, text))


def _columns(row: Mapping[str, object]) -> str:
    """The heads of the first columns: they tell one table of a page from another."""
    return "/".join([*row][:3])


class _Catalogue:
    """A gettext catalogue whose texts tell the recorder what is put into them."""

    def __init__(self, catalogue: Any, recorder: PageRecorder) -> None:
        self._catalogue = catalogue
        self._recorder = recorder

    def gettext(self, message: str) -> str:
        return _Text(self._catalogue.gettext(message), message, self._recorder)

    def ngettext(self, one: str, many: str, count: int) -> str:
        return _Text(self._catalogue.ngettext(one, many, count), many, self._recorder)


class _Text(str):
    """An interface text that tells the recorder what is put into it."""

    message: str
    recorder: PageRecorder

    def __new__(cls, text: str, message: str, recorder: PageRecorder) -> _Text:
        made = super().__new__(cls, text)
        made.message, made.recorder = message, recorder
        return made

    def __reduce__(self) -> tuple[type[str], tuple[str]]:
        return str, (str(self),)  # a copy tells nobody

    def format(self, *arguments: Any, **values: Any) -> str:
        self.recorder.note(self.message, {**{str(index): each for index, each in enumerate(arguments)}, **values})
        return str.format(str(self), *arguments, **values)


def of_class(recorder: PageRecorder, secret: str) -> dict[str, list[Shown]]:
    """What the page of the class shows of each student, by the name shown there."""
    rows: dict[str, list[Shown]] = defaultdict(list)
    for shown in recorder.numbers("class_map", secret):
        if " table " in shown.place:
            rows[shown.about[0]].append(replace(shown, about=shown.about[1:]))
    return dict(rows)


def of_endpoints(walk: Walk, walker: Walker) -> Iterator[Shown]:
    """What a caller of the API reads of a student."""
    key = walk.core.access.new_key(walk.organisation, frozenset(PERMISSIONS))
    token = walk.core.access.token(TokenRequest(api_key=key)).access_token
    client = TestClient(create_server(walk.core, max_body_bytes=MAX_BODY_BYTES))
    for place, address in ENDPOINTS.items():
        headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
        with capture_logs():
            answer = client.get(address.format(walker.student_id), headers=headers)
        if answer.status_code == 404:
            continue
        assert answer.status_code == 200, (place, answer.text)
        body = cast(dict[str, Any], answer.json())
        data = body.get("data", body)
        yield from of_json(place, data)
        if place == "daily":
            for entry in data["recommendations"]:
                spent = _minute(entry["end_time"]) - _minute(entry["start_time"])
                yield Shown(place, "end minus start", (entry["resource_id"],), float(spent), str(spent))


def of_student(
    walk: Walk, walker: Walker, recorder: PageRecorder, in_class: Mapping[str, list[Shown]] | None = None
) -> list[Shown]:
    """Everything that endpoints, the student's pages and the teacher's pages about the student show."""
    shown_name = f"{walker.account.display_name} ({walker.student_id})"
    found = [*of_endpoints(walk, walker), *(in_class or {}).get(shown_name, ())]
    own = walk.core.access.open_signin(walker.account)
    for page in PAGES:
        shown = recorder.numbers(page, own)
        found += [*shown, *of_opened(recorder, own, page, found, {each.name for each in shown})]
    teacher = walk.core.access.open_signin(walk.teacher)
    for page in TEACHERS_PAGES:
        found += recorder.numbers(page, teacher, student=walker.student_id)
    return found


def of_opened(
    recorder: PageRecorder, secret: str, page: str, endpoints: Sequence[Shown], shown: Collection[str]
) -> Iterator[Shown]:
    """What a page shows more once its point or indicator with the most evidence is opened: about it, and not in `shown`."""
    if page not in OPENED:
        return
    parameter, place, name = OPENED[page]
    with_evidence = [each for each in endpoints if each.place == place and each.name.endswith(name) and each.value > 0]
    for most in [max(each, key=lambda one: one.value) for each in _by_depth(with_evidence)]:
        identifier = most.about[-1]
        for number, each in enumerate(list(recorder.numbers(page, secret, **{parameter: identifier}))):
            if each.name not in shown:
                # Two lines of a table may be the same; texts are written more than once.
                line = (str(number),) if " table " in each.place else ()
                yield replace(each, place=f"{each.place} opened", about=(identifier, *each.about, *line))


def _by_depth(numbers: Sequence[Shown]) -> list[list[Shown]]:
    depths = sorted({len(each.about) for each in numbers})
    return [[each for each in numbers if len(each.about) == depth] for depth in depths]


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return 60 * int(hours) + int(minutes)

"""Breaks replies and counts which rows notice: `python -m tests.contract.mutations [part ...]`.

A row that holds of a broken reply as well says nothing. Rows in the language: what stands at their path is dropped, made null, another
type, another value, out of every bound, empty. Rows with a function: all replies that it sees are broken in one way after another.
A row notices a mutation where it fails; a function that only stumbles over an empty reply or another status, without an assertion, does not.
The rows that notice none are listed, and the command fails if there are any. Rows that look at no reply, but at a command, a setting or a
table, are listed apart and do not count among the rows that there have to be.
"""

from __future__ import annotations

import copy
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from evaluation.service.sqlite import migrated_file
from tests.contract.language import STEP, Reply, must_hold
from tests.contract.school import School, as_it_came
from tests.contract.table import Row, rows
from tests.contract.test_statements import LEAST_ROWS, function_of
from tests.http.service import IN_MEMORY

DROPPED = object()
Mutation = tuple[str, Reply]
Change = Callable[[Any], Any]

OTHERS: dict[str, Change] = {
    "dropped": lambda _: DROPPED,
    "null": lambda _: None,
    "another type": lambda value: "7" if isinstance(value, int | float) and not isinstance(value, bool) else 7,
    "another value": lambda value: _another(value),
    "far out": lambda value: -1e9 if isinstance(value, int | float) else "✗" * 10_000,
    "empty": lambda value: type(value)() if isinstance(value, list | dict | str) else [],
}


def _another(value: Any) -> Any:
    """A value of the same type that is not the same."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1001
    if isinstance(value, str):
        return f"✗{value[::-1]}✗"
    if isinstance(value, list):
        return [*value, "✗"]
    return {**value, "✗": "✗"} if isinstance(value, dict) else "✗"


def places(body: Any, path: str) -> Iterator[tuple[Any, Any]]:
    """Containers and keys of what stands at a path."""
    found: list[tuple[Any, Any]] = [({"": body}, "")]
    for step in STEP.finditer(path):
        found = [inner for container, key in found for inner in _inside(container, key, step)]
    yield from found


def _inside(container: Any, key: Any, step: Any) -> Iterator[tuple[Any, Any]]:
    value = container[key] if not isinstance(container, dict) or key in container else None
    name, index = step[1], step[2]
    if name is not None and isinstance(value, dict):
        yield value, name
    elif index is not None and isinstance(value, list):
        wanted, _, text = index.partition("=")
        for place, each in enumerate(value):
            named = not text or (isinstance(each, dict) and str(each.get(wanted)).lower() in text.lower().split("|"))
            if named and (not index.isdigit() or int(index) == place):
                yield value, place
    elif name is None and index is None and isinstance(value, dict):
        for each in value:
            yield value, each


def broken_at(reply: Reply, path: str) -> Iterator[Mutation]:
    """The reply with the first thing at the path broken in every way."""
    if path == "status":
        yield "another value", replace(reply, status=reply.status + 1)
    elif path.startswith("headers."):
        name = path.removeprefix("headers.").lower()
        value = reply.headers.get(name)
        other = {"another value": f"✗{value}"} if value else {"added": "https://other.example"}
        for kind, text in other.items():
            yield kind, replace(reply, headers={**reply.headers, name: text})
        if value:
            yield "dropped", replace(reply, headers={key: each for key, each in reply.headers.items() if key != name})
    else:
        yield from _broken_in_body(reply, "" if path == "body" else path)


def _broken_in_body(reply: Reply, path: str) -> Iterator[Mutation]:
    for kind, change in OTHERS.items():
        body = copy.deepcopy(reply.body)
        holder = {"body": body}
        container, key = next(places(body, path), (None, None)) if path else (holder, "body")
        if container is None:
            continue
        if isinstance(container, dict) and key not in container:
            container[key] = "✗"
            yield "added", replace(reply, body=body)
            return
        value = change(container[key])
        if value is DROPPED:
            del container[key]
        elif value == container[key] and type(value) is type(container[key]):
            continue
        else:
            container[key] = value
        yield kind, replace(reply, body=holder.get("body", body))


def broken(row: Row, reply: Reply) -> Iterator[Mutation]:
    """What may be wrong with a reply that the row looks at."""
    first = row.check.split()[0]
    if first == "answered":
        yield "another value", replace(reply, status=500)
    elif first == "refused":
        yield "answered", replace(reply, status=200)
        for path in ("code", "message", "errors", "error_code"):
            yield from broken_at(reply, path)
    else:
        yield from broken_at(reply, first)


def noticed(row: Row, school: School) -> Counter[str]:
    """How many mutations the row of the language noticed (`+`) and did not (`-`), by kind."""
    counted: Counter[str] = Counter()
    replies = school.looked_at(row.look)
    must_hold(row.check, replies, school.looked_at)
    for kind, mutant in broken(row, replies[0]):
        check = partial(must_hold, row.check, [mutant, *replies[1:]], school.looked_at)
        counted[f"{'+' if fails(check, kind) else '-'}{kind}"] += 1
    return counted


# -- functions ---------------------------------------------------------------------------------------------


def everywhere(change: Change) -> Callable[[Reply], Reply]:
    """Every leaf of every reply changed."""

    def changed(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: changed(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [changed(inner) for inner in value]
        return change(value)

    return lambda reply: replace(reply, body=changed(reply.body))


WAYS: dict[str, Callable[[Reply], Reply]] = {
    "other numbers": everywhere(lambda value: value + 1 if type(value) in (int, float) else value),
    "other texts": everywhere(lambda value: f"{value}✗" if isinstance(value, str) else value),
    "other booleans": everywhere(lambda value: not value if isinstance(value, bool) else value),
    "no headers": lambda reply: replace(reply, headers={}),
    "other status": lambda reply: replace(reply, status=500 if reply.status < 400 else 200),
    "empty": lambda reply: replace(reply, body={}),
}


CRUDE = ("empty", "other status")
"""Ways at which whatever reads a reply stumbles, whether it checks something or not."""


def noticed_by_function(row: Row, school: School) -> Counter[str] | None:
    """The same of a row with a function; None where it looks at no reply."""
    assert row.function is not None
    name, arguments = row.function
    check = partial(function_of(row, name), school, *arguments)
    replies: list[Reply] = []

    def kept(reply: Reply) -> Reply:
        replies.append(reply)
        return reply

    with heard(school, kept):
        check()
    if not replies:
        return None
    counted: Counter[str] = Counter()
    for kind, way in WAYS.items():
        with heard(school, way):
            counted[f"{'+' if fails(check, kind) else '-'}{kind}"] += 1
    return counted


@contextmanager
def heard(school: School, way: Callable[[Reply], Reply]) -> Iterator[None]:
    """All replies go through `way` for a while."""
    school.heard = way
    try:
        yield
    finally:
        school.heard = as_it_came


def fails(check: Callable[[], None], kind: str) -> bool:
    """Whether a check fails at a mutation of a kind."""
    try:
        check()
    except AssertionError:
        return True
    except Exception:
        return kind not in CRUDE
    return False


def main(parts: list[str]) -> int:
    """Print how many mutations were noticed, and the rows that noticed none."""
    with tempfile.TemporaryDirectory() as folder:
        school = School(lambda: IN_MEMORY, lambda: migrated_file(Path(tempfile.mkdtemp(dir=folder)) / "wenlu.db"))
        total: dict[bool, Counter[str]] = {False: Counter(), True: Counter()}
        counted: Counter[bool] = Counter()
        unmoved, without_reply = list[Row](), list[Row]()
        for row in rows():
            if parts and row.part not in parts:
                continue
            by_function = row.function is not None
            found = noticed_by_function(row, school) if by_function else noticed(row, school)
            if found is None:
                without_reply.append(row)
                continue
            total[by_function] += found
            counted[by_function] += 1
            if not any(kind.startswith("+") for kind in found):
                unmoved.append(row)
        school.close()
    for by_function, kinds in total.items():
        of, seen = kinds.total(), sum(count for kind, count in kinds.items() if kind.startswith("+"))
        what = "functions" if by_function else "the language"
        print(f"{counted[by_function]} rows in {what}: {seen} of {of} mutations noticed ({seen / max(of, 1):.1%})")  # noqa: T201
        print(f"  not noticed: {[(kind[1:], count) for kind, count in kinds.items() if kind.startswith('-')]}")  # noqa: T201
    for what, listed in (("noticed nothing", unmoved), ("look at no reply", without_reply)):
        print(f"{len(listed)} rows {what}")  # noqa: T201
        for row in listed:
            print(f"  {row.id}: {row.statement} ({row.check})")  # noqa: T201
    too_few = not parts and counted.total() < LEAST_ROWS
    return 1 if unmoved or too_few else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

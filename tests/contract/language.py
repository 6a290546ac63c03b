"""The small language of the column `check`: what must hold of the replies that a row looks at.

    answered                          the status is 200
    refused 400002 count tags         the contract's error body with that detailed code (or plain status), naming exactly these fields
    data.questions[].id text          a path, and a predicate with its argument
    by star_level 3 170               a function of `tests/contract/checks/<part>.py`

A path begins in the body; `status` and `headers.<name>` look beside it and `body` is the whole of it. `[]` goes into every element
of an array, `[0]` into one, `[name=value]` into the elements with that field, `{}` into every value of an object, `{keys}` to its
keys. A path that reaches nothing is a failure: no row holds because there was nothing to look at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

STEP = re.compile(r"\.?([^.\[\]{}]+)|\[([^\]]*)\]|\{(keys)?\}")
CODES = {400001: 400, 400002: 400, 401001: 401, 403001: 403, 429001: 429}
"""Detailed codes of the contract with the status of each."""
ERROR_FIELDS = {"code", "message", "errors", "error_code", "remedy", "request_id"}


@dataclass(frozen=True)
class Missing:
    """What stands for something that is not there."""

    what: str

    def __repr__(self) -> str:
        return self.what


MISSING = Missing("nothing")
"""A field that its object does not have."""
UNREACHED = Missing("unreached")
"""What a path asks of something that is no object or array, or is not there itself: of this nothing holds, not even that it is absent."""


@dataclass(frozen=True)
class Reply:
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: Any


def values_at(reply: Reply, path: str) -> list[Any]:
    """What stands at a path of a reply; `MISSING` or `UNREACHED` for each place where something should and does not."""
    if path == "status":
        return [reply.status]
    if path == "body":
        return [reply.body]
    if path.startswith("headers."):
        return [reply.headers.get(path.removeprefix("headers.").lower(), MISSING)]
    found = [reply.body]
    for step in STEP.finditer(path):
        found = [inner for value in found for inner in _inside(value, step)]
    return found


def _inside(value: Any, step: re.Match[str]) -> Iterator[Any]:
    name, index, keys = step[1], step[2], step[3]
    if name is not None:
        yield value.get(name, MISSING) if isinstance(value, dict) else UNREACHED
    elif index is not None:
        yield from _elements(value, index)
    elif not isinstance(value, dict):
        yield UNREACHED
    else:
        yield from (value if keys else value.values())


def _elements(value: Any, index: str) -> Iterator[Any]:
    if not isinstance(value, list):
        yield UNREACHED
    elif index == "":
        yield from value
    elif index.isdigit():
        yield value[int(index)] if int(index) < len(value) else UNREACHED
    else:
        name, _, wanted = index.partition("=")
        yield from (
            each for each in value if isinstance(each, dict) and _as_text(each.get(name, MISSING)) in wanted.split("|")
        )


def _as_text(value: Any) -> str:
    if isinstance(value, Missing):
        return "absent" if value is MISSING else repr(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


# -- predicates --------------------------------------------------------------------------------------------

EachPredicate = Callable[[Any, str], bool]
AllPredicate = Callable[[Sequence[Any], "Context"], bool]


@dataclass(frozen=True)
class Context:
    """What a predicate over all values sees beside them: its argument, the replies, and those that other rows look at."""

    argument: str
    replies: Sequence[Reply]
    others: Callable[[str], Sequence[Reply]]

    def at(self, path: str) -> list[Any]:
        """Values at `path` of the replies looked at, or at `reply:path` of another."""
        name, separator, inner = path.partition(":")
        replies = self.others(name) if separator else self.replies
        return [value for reply in replies for value in values_at(reply, inner if separator else path)]


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bounded(value: Any, bounds: str) -> bool:
    """`0..100`, `0..`, `..5` or nothing."""
    low, _, high = bounds.partition("..")
    return (not low or value >= float(low)) and (not high or value <= float(high))


EACH: dict[str, EachPredicate] = {
    "string": lambda value, _: isinstance(value, str),
    "text": lambda value, _: isinstance(value, str) and value.strip() != "",
    "integer": lambda value, bounds: _is_integer(value) and _bounded(value, bounds),
    "number": lambda value, bounds: _is_number(value) and _bounded(value, bounds),
    "float": lambda value, bounds: isinstance(value, float) and _bounded(value, bounds),
    "boolean": lambda value, _: isinstance(value, bool),
    "array": lambda value, _: isinstance(value, list),
    "object": lambda value, _: isinstance(value, dict),
    "one-of": lambda value, allowed: _as_text(value) in allowed.split("|"),
    "equals": lambda value, wanted: value == json.loads(wanted) and type(value) is type(json.loads(wanted)),
    "is": lambda value, wanted: value == wanted,
    "matches": lambda value, pattern: isinstance(value, str) and re.search(pattern, value) is not None,
    "holds": lambda value, part: isinstance(value, str | list) and part in value,
    "has": lambda value, names: isinstance(value, dict) and set(names.split("|")) <= set(value),
    "only": lambda value, names: isinstance(value, dict) and set(names.split("|")) == set(value),
    "size": lambda value, bounds: (
        isinstance(value, list | str | dict)
        and (len(value) == int(bounds) if bounds.isdigit() else _bounded(len(value), bounds))
    ),
    "absent": lambda value, _: value is MISSING,
}
"""Of each value by itself."""


def _total(values: Sequence[Any]) -> float:
    return sum(value for value in values if _is_number(value))


def _counts(values: Sequence[Any], context: Context) -> bool:
    return [float(value) for value in values if _is_number(value)] == [float(len(context.at(context.argument)))]


def _means(values: Sequence[Any], context: Context) -> bool:
    parts = context.at(context.argument)
    return len(values) == 1 and _is_number(values[0]) and abs(values[0] - _total(parts) / len(parts)) <= 0.051


def _rises(values: Sequence[Any], _: Context) -> bool:
    return len(values) > 1 and list(values) == sorted(values)


ALL: dict[str, AllPredicate] = {
    "takes": lambda values, context: {_as_text(value) for value in values} == set(context.argument.split("|")),
    "covers": lambda values, context: {_as_text(value) for value in values} >= set(context.argument.split("|")),
    "distinct": lambda values, _: len(values) > 1 and len({_as_text(value) for value in values}) == len(values),
    "rises": _rises,
    "counts": _counts,
    "sums": lambda values, context: len(values) == 1 and values[0] == _total(context.at(context.argument)),
    "means": _means,
    "same-as": lambda values, context: list(values) == context.at(context.argument),
    "differs-from": lambda values, context: list(values) != context.at(context.argument),
    "among": lambda values, context: all(value in context.at(context.argument) for value in values),
}
"""Of all values together. `counts`, `sums`, `means`, `same-as`, `differs-from`, `among` take a path, of another reply as `reply:path`."""


# -- a check -----------------------------------------------------------------------------------------------


def must_hold(check: str, replies: Sequence[Reply], others: Callable[[str], Sequence[Reply]]) -> None:
    """Raise `AssertionError` unless the check holds of the replies. `others` gives the replies of another look."""
    assert replies, "there is no such reply"
    first, _, rest = check.partition(" ")
    if first == "answered":
        assert [reply.status for reply in replies] == [200] * len(replies), [reply.body for reply in replies]
    elif first == "refused":
        code, *fields = rest.split()
        for reply in replies:
            must_refuse(reply, int(code), fields)
    else:
        _must_satisfy(first, rest, Context("", replies, others))


def must_refuse(reply: Reply, code: int, fields: Sequence[str] = ()) -> None:
    """Raise `AssertionError` unless the reply is the contract's error body with this code (detailed or plain), naming these fields."""
    body = reply.body
    assert isinstance(body, dict), body
    assert reply.status == body["code"] == CODES.get(code, code), body
    assert body.get("error_code") == (code if code in CODES else None), body
    assert isinstance(body["message"], str)
    assert body["message"], body
    assert all(set(item) == {"field", "message"} and item["message"] for item in body["errors"]), body
    assert [item["field"] for item in body["errors"]] == list(fields), body
    assert set(body) <= ERROR_FIELDS, body


def _must_satisfy(path: str, predicate: str, context: Context) -> None:
    name, _, argument = predicate.partition(" ")
    context = Context(argument, context.replies, context.others)
    values = context.at(path)
    assert values, f"there is nothing at {path}"
    if name in EACH:
        wrong = [value for value in values if not EACH[name](value, argument)]
        assert not wrong, f"{path} is {str(wrong[0])[:300]}"
    else:
        assert ALL[name](values, context), f"{path} is {str(values)[:600]}"

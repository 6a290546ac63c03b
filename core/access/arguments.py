"""Bounds on the arguments of the facade, for every page and program that calls it: texts, ids, lists and numbers."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Mapping
from contextlib import nullcontext
from functools import wraps
from typing import Any, TypeVar

from core.access.acting import acting, actor_of
from core.errors import BadParameter, NotFound
from core.records.access import Caller

LONGEST_ARGUMENT = 20_000
"""Characters of a text: the longest text of the contract."""
LONGEST_ID = 200
MOST_MEMBERS = 100_000
"""Members of a list: the nightly work passes all students of an organisation, even of the largest."""
LARGEST_NUMBER = 2**53
"""The largest whole number that JSON, SQL and the browser all represent exactly."""

Facade = TypeVar("Facade", bound=type)


def bounded(facade: Facade) -> Facade:
    """Class decorator: every public method refuses texts, ids, lists and numbers that are too large, and students whom its caller may not
    ask about; what it does is noted as its caller's doing (`core.access.acting`).

    Models bound their own fields (`tests/web/test_requests.py` checks that); this bounds plain arguments. The methods raise
    `BadParameter`, and `NotFound` for a student of another class: that there is one is not told. It stands here because it is then true of
    every method, also of one that is written later; what a method finds by another id than the student's is looked at when it returns.
    """
    for name, method in inspect.getmembers(facade, inspect.isfunction):
        if not name.startswith("_"):
            setattr(facade, name, _checked(method))
    return facade


def _checked(method: Any) -> Any:
    names = tuple(inspect.signature(method).parameters)

    @wraps(method)
    def called(*arguments: Any, **named: Any) -> Any:
        for name, value in zip(names[1:], arguments[1:], strict=False):
            check(name, value)
        for name, value in named.items():
            check(name, value)
        given = {**dict(zip(names[1:], arguments[1:], strict=False)), **named}
        caller = next((value for value in given.values() if isinstance(value, Caller)), None)
        actor = actor_of(given.values(), given.get("by"))
        with nullcontext() if actor is None else acting(actor):
            if caller is None or caller.students is None:
                return method(*arguments, **named)
            for name, value in given.items():
                _refuse_unseen(name, value, caller)
            return _seen(method(*arguments, **named), caller)

    return called


def _refuse_unseen(name: str, value: object, caller: Caller) -> None:
    """Raises `NotFound` where an argument, or a field of one that is a model, names a student whom the caller may not ask about."""
    named = value if name in ("student_id", "student_ids") else getattr(value, "student_id", None)
    students = [named] if isinstance(named, str) else named if isinstance(named, Collection) else []
    for student_id in students:
        if not caller.sees(student_id):
            raise NotFound(f"There is no student {student_id!r}.")


def _seen(result: Any, caller: Caller) -> Any:
    """The result without rows about students whom the caller may not ask about. Raises `NotFound` where it is about one alone."""
    if type(result) in (list, tuple):
        return type(result)(row for row in result if _may_see(row, caller))
    if not _may_see(result, caller):
        raise NotFound("There is nothing under this id.")
    return result


def _may_see(row: object, caller: Caller) -> bool:
    student_id = getattr(row, "student_id", None)
    return not isinstance(student_id, str) or not student_id or caller.sees(student_id)


def check(name: str, value: object) -> None:
    """Raises `BadParameter` naming the argument. Models and bytes pass: they are bounded elsewhere.

    >>> check("text", "好")
    >>> check("student_id", "s" * 300)
    Traceback (most recent call last):
    core.errors.BadParameter: Parameter validation failed: student_id: has more than 200 characters
    """
    if isinstance(value, str):
        _check_text(name, value)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
            raise BadParameter.of(name, "is a number out of all bounds")
    elif isinstance(value, Mapping | list | tuple | set | frozenset):
        _check_members(name, value)


def _check_text(name: str, text: str) -> None:
    identifier = name.endswith(("_id", "_ids"))
    if len(text) > (most := LONGEST_ID if identifier else LONGEST_ARGUMENT):
        raise BadParameter.of(name, f"has more than {most} characters")
    if any("\ud800" <= character <= "\udfff" for character in text) or (identifier and "\x00" in text):
        raise BadParameter.of(name, "holds what no database keeps")


def _check_members(name: str, members: Collection[object]) -> None:
    if len(members) > MOST_MEMBERS:
        raise BadParameter.of(name, f"has more than {MOST_MEMBERS} members")
    for member in members:
        if isinstance(member, str | int | float):
            check(name, member)

"""JSON to the types of this package, and back."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints


class UnexpectedShape(ValueError):
    """An answer is not what the documents say."""


def decoded(hint: Any, value: Any) -> Any:
    """A value of JSON as what a type hint says: fields that are not known are left out, absent ones are None, plain values stay as they are.

    Raises `UnexpectedShape` where an object or a list is something else.
    """
    origin = get_origin(hint)
    if value is None:
        return None
    if origin in (Union, types.UnionType):
        return decoded(_alternative(hint, value), value)
    if origin is list:
        return [decoded(get_args(hint)[0], each) for each in _checked(value, list)]
    if origin is tuple:
        return tuple(decoded(part, each) for part, each in zip(get_args(hint), _checked(value, list), strict=False))
    if origin is dict:
        return {key: decoded(get_args(hint)[1], each) for key, each in _checked(value, dict).items()}
    if _is_model(hint):
        sent = _checked(value, dict)
        return hint(**{name: decoded(part, sent.get(name)) for name, part in _hints(hint).items()})
    return value


def encoded(value: Any) -> Any:
    """What is sent of a value: models as objects without what is None."""
    if is_dataclass(value):
        told = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: encoded(each) for name, each in told.items() if each is not None}
    if isinstance(value, Mapping):
        return {name: encoded(each) for name, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [encoded(each) for each in value]
    return value


def _alternative(hint: Any, value: Any) -> Any:
    """The part of a union that a value is: the only one, or the first model whose required fields are all there.

    Raises `UnexpectedShape` where it can only be a model, and is none of them.
    """
    present = [each for each in get_args(hint) if each is not types.NoneType]
    if len(present) == 1:
        return present[0]
    fitting = (each for each in present if _fits(each, value))
    found = next(fitting, Any)
    if found is Any and all(_is_model(each) for each in present):
        raise UnexpectedShape(f"none of {', '.join(each.__name__ for each in present)} came")
    return found


def _fits(hint: Any, value: Any) -> bool:
    """Whether a value is an object with what a model requires, or a list where one is asked for."""
    if isinstance(value, dict):
        return _is_model(hint) and _required(hint) <= value.keys()
    return isinstance(value, list) and get_origin(hint) is list


def _is_model(hint: Any) -> bool:
    return isinstance(hint, type) and is_dataclass(hint)


@cache
def _hints(model: Any) -> Mapping[str, Any]:
    return get_type_hints(model)


@cache
def _required(model: Any) -> frozenset[str]:
    return frozenset(each.name for each in fields(model) if each.default is MISSING)


def _checked(value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise UnexpectedShape(f"a {kind.__name__} was expected, and {type(value).__name__} came")
    return value

"""Every model in which a caller or a page hands something to the core, and what of it has no bound."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import AwareDatetime, BaseModel
from pydantic.fields import FieldInfo

from core.access.wire import TokenRequest
from core.api.calls import Calls
from core.api.endpoints import ENDPOINTS
from core.wiring import in_memory_core

SCALARS = (bool, bytes, type(None), date, datetime, time, AwareDatetime)


def facade_parameters() -> Iterator[tuple[str, str, Any]]:
    """Method, parameter and type of everything that the public methods of the facade's parts take."""
    for part_name, part in parts_of_facade().items():
        for name, method in inspect.getmembers(part, inspect.isfunction):
            if not name.startswith("_"):
                hints = get_type_hints(method, include_extras=True)
                for parameter, kind in hints.items():
                    if parameter != "return":
                        yield f"{part_name}.{name}", parameter, kind


def parts_of_facade() -> dict[str, type]:
    """The parts by the name under which `Core` holds them."""
    attributes = {name: type(value) for name, value in vars(in_memory_core()).items()}
    return {
        name: part for name, part in attributes.items() if part.__module__.startswith("core.api.") and part is not Calls
    }


def request_models() -> list[type[BaseModel]]:
    """Of the endpoints, of the token, and whatever the pages call the core with."""
    models: dict[type[BaseModel], None] = dict.fromkeys(endpoint.request for endpoint in ENDPOINTS)
    models[TokenRequest] = None
    for _, _, kind in facade_parameters():
        for part in _leaves(kind):
            if inspect.isclass(part) and issubclass(part, BaseModel) and part is not BaseModel:
                models[part] = None
    return list(models)


def _leaves(kind: Any) -> Iterator[Any]:
    yield kind
    for part in get_args(kind):
        yield from _leaves(part)


def unbounded(model: type[BaseModel], path: str = "", above: tuple[type, ...] = ()) -> Iterator[str]:
    """Paths of the fields that may be as long, as many or as large as somebody likes."""
    if model in above:
        yield f"{path}: holds itself"
        return
    for name, field in model.model_fields.items():
        yield from _unbounded_parts(
            field.annotation, list(field.metadata), f"{path or model.__name__}.{name}", (*above, model)
        )


def _unbounded_parts(kind: Any, bounds: Sequence[Any], path: str, above: tuple[type, ...]) -> Iterator[str]:
    origin = get_origin(kind)
    if origin is Annotated:
        first, *more = get_args(kind)
        yield from _unbounded_parts(first, [*bounds, *_flat(more)], path, above)
    elif origin in (Union, types.UnionType):
        for part in get_args(kind):
            yield from _unbounded_parts(part, bounds, path, above)
    elif origin is Literal or kind in SCALARS or (inspect.isclass(kind) and issubclass(kind, Enum)):
        return
    elif kind is str:
        if not any(_limits_text(bound) for bound in bounds):
            yield f"{path}: text of any length"
    elif kind in (int, float):
        if not _limits_numbers(bounds):
            yield f"{path}: number of any size"
    elif origin in (list, set, frozenset, Sequence) or (origin is tuple and get_args(kind)[-1] is Ellipsis):
        if not any(isinstance(bound, MaxLen) for bound in bounds):
            yield f"{path}: any number of members"
        yield from _unbounded_parts(get_args(kind)[0], (), f"{path}[]", above)
    elif origin is tuple:
        for part in get_args(kind):
            yield from _unbounded_parts(part, (), f"{path}[]", above)
    elif origin in (dict, Mapping):
        key, value = get_args(kind)
        if not any(isinstance(bound, MaxLen) for bound in bounds) and get_origin(key) is not Literal:
            yield f"{path}: any number of members"
        yield from _unbounded_parts(key, (), f"{path} (key)", above)
        yield from _unbounded_parts(value, (), f"{path}[]", above)
    elif inspect.isclass(kind) and issubclass(kind, BaseModel):
        yield from unbounded(kind, path, above)
    elif dataclasses.is_dataclass(kind):
        for field in dataclasses.fields(kind):
            yield from _unbounded_parts(
                get_type_hints(kind, include_extras=True)[field.name], (), f"{path}.{field.name}", above
            )
    else:
        yield f"{path}: {kind} is not known here"


def _flat(bounds: Sequence[Any]) -> list[Any]:
    """The single bounds: those within a `Field` stand in its metadata."""
    return [
        each for bound in bounds for each in ([bound, *bound.metadata] if isinstance(bound, FieldInfo) else [bound])
    ]


def _limits_text(bound: Any) -> bool:
    pattern = getattr(bound, "pattern", None)
    return getattr(bound, "max_length", None) is not None or (pattern is not None and _finite(str(pattern)))


def _finite(pattern: str) -> bool:
    """Whether a pattern is anchored and nothing in it repeats without end."""
    syntax: Any = importlib.import_module("re._parser")
    return pattern.startswith("^") and pattern.endswith("$") and int(syntax.parse(pattern).getwidth()[1]) < 1000


def _limits_numbers(bounds: Sequence[Any]) -> bool:
    low = any(isinstance(bound, Ge | Gt) for bound in bounds)
    return low and any(isinstance(bound, Le | Lt) for bound in bounds)

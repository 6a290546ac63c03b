"""Values to send and to answer with: the documents' examples where there are any, else made from the schemas.

A made value is the same every time. `whole` has every field, `least` only those that are required.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from typing import Any

from clients.generate.model import Api, Operation, Type

RECORDING = {
    "base64": base64.b64encode(b"RIFF\x24\x00\x00\x00WAVE \r\n--not a boundary\r\n\x00\xff").decode(),
    "filename": "reading.wav",
}
"""Stands for a recording: bytes that are no text, with what looks like the end of a part."""
BY_NAME: Mapping[str, Any] = {
    "student_id": "student-1",
    "api_key": "wl_key_of_the_vectors",
    "access_token": "token-of-the-call",
    "month": "2026-11",
    "date": "2026-11-24",
    "target_level": "level_3",
    "question_id": "q-1",
    "evaluation_id": "ev-1",
    "resource_id": "lesson-1",
    "new_start_time": "07:10",
    "new_end_time": "07:30",
    "text": "我把书放在桌子上了。",
    "txt": "我把书放在桌子上了。",
    "essay_content": "今天我和朋友去公园玩了，天气很好。",
    "tags": ["level_2"],
    "count": 2,
    "limit": 5,
    "occurred_at": "2026-11-24T02:00:00Z",
    "learning_duration": "1 year",
    "reason": "a class of 40 begins",
}
"""Values of arguments and fields that a schema says too little of."""
DEEPEST = 3
"""A model that holds itself is followed this far."""


class Values:
    """Makes values of types."""

    def __init__(self, api: Api) -> None:
        self.api = api

    def whole(self, type_: Type, name: str = "", within: tuple[str, ...] = ()) -> Any:
        """A value with every field of every object in it."""
        return self._value(type_, name, within, least=False)

    def least(self, type_: Type, name: str = "", within: tuple[str, ...] = ()) -> Any:
        """A value with the required fields alone; what may be null is null."""
        return None if type_.nullable else self._value(type_, name, within, least=True)

    def arguments(self, operation: Operation, *, least: bool) -> dict[str, Any]:
        """What a caller passes: everything, or what must be passed."""
        made = self.least if least else self.whole
        passed = {
            each.name: RECORDING if each.type.kind == "file" else made(each.type, each.name)
            for each in operation.arguments
            if each.required or not least
        }
        example = next((each for each in operation.sent_examples if isinstance(each, dict)), None)
        if least or example is None or operation.body != "json":
            return passed
        in_path = {each.name for each in operation.arguments if each.where != "body"}
        return {name: each for name, each in passed.items() if name in in_path} | example

    def projected(self, value: Any, type_: Type) -> Any:
        """What a client that knows the documents keeps of a value: fields that it knows, nulls left out."""
        if value is None:
            return None
        if type_.kind == "model":
            fields = self.api.models[type_.model].fields
            return {
                each.name: self.projected(value[each.name], each.type)
                for each in fields
                if value.get(each.name) is not None
            }
        if type_.kind == "union":
            return self.projected(value, self._alternative(value, type_))
        if type_.kind == "list":
            return [self.projected(each, type_.items[0]) for each in value]
        if type_.kind == "map":
            return {key: self.projected(each, type_.items[0]) for key, each in value.items() if each is not None}
        if type_.kind == "tuple":
            return [self.projected(each, place) for each, place in zip(value, type_.items, strict=True)]
        return value

    def extended(self, value: Any, type_: Type) -> Any:
        """A value as a newer service could send it: each object has one more field, each enumeration another value."""
        if type_.kind == "model" and value is not None:
            fields = {each.name: each.type for each in self.api.models[type_.model].fields}
            known = {key: self.extended(each, fields[key]) for key, each in value.items()}
            return {**known, "a_field_of_a_newer_service": {"code": [1, None]}}
        if type_.kind == "union" and value is not None:
            return self.extended(value, self._alternative(value, type_))
        if type_.kind == "list" and value is not None:
            return [self.extended(each, type_.items[0]) for each in value]
        if type_.kind == "string" and len(type_.values) > 1 and value is not None:
            return "a_value_of_a_newer_service"
        return value

    def _alternative(self, value: Any, type_: Type) -> Type:
        """The alternative of a union that a value is: the first model whose required fields are there, else what fits by kind."""
        for each in type_.items:
            if each.kind == "model" and isinstance(value, dict):
                required = {field.name for field in self.api.models[each.model].fields if field.required}
                if required <= value.keys():
                    return each
            elif each.kind == "list" and isinstance(value, list):
                return each
        return Type("any")

    def _value(self, type_: Type, name: str, within: tuple[str, ...], *, least: bool) -> Any:
        if type_.values:
            return type_.values[0]
        if type_.kind == "model":
            return self._object(type_.model, within, least=least)
        if type_.kind in ("list", "map", "tuple", "union"):
            return self._composed(type_, name, within, least=least)
        if name in BY_NAME and not isinstance(BY_NAME[name], list) and _fits(BY_NAME[name], type_):
            return BY_NAME[name]
        plain = {"integer": 7, "number": 62.5, "boolean": True, "any": None, "string": f"{name} 文"}
        return "2026-11-24T02:00:00Z" if type_.format == "date-time" else plain[type_.kind]

    def _composed(self, type_: Type, name: str, within: tuple[str, ...], *, least: bool) -> Any:
        made = self.least if least else self.whole
        if type_.kind == "list" and name in BY_NAME and isinstance(BY_NAME[name], list):
            return BY_NAME[name]
        if type_.kind == "list":
            element = type_.items[0]
            ended = element.kind == "model" and within.count(element.model) >= DEEPEST
            return [] if ended else [made(element, name, within)]
        if type_.kind == "map":
            return {"a key 键": made(type_.items[0], name, within)}
        if type_.kind == "tuple":
            return [made(each, name, within) for each in type_.items]
        return made(type_.items[0], name, within)

    def _object(self, model: str, within: tuple[str, ...], *, least: bool) -> dict[str, Any]:
        made = self.least if least else self.whole
        return {
            each.name: made(each.type, each.name, (*within, model))
            for each in self.api.models[model].fields
            if each.required or not least
        }


def _fits(value: Any, type_: Type) -> bool:
    kinds: Mapping[str, Iterable[type]] = {"string": (str,), "integer": (int,), "number": (int, float)}
    return isinstance(value, tuple(kinds.get(type_.kind, ())))

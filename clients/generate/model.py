"""One model of the whole API, read from the three OpenAPI documents; every client is written from it.

`read()` gives an `Api`: its operations, with arguments and results, and the models that they exchange. Envelopes are gone:
an operation says by `envelope` whether its result lies in `data`. Models are ordered by name and operations as in the documents, so
that what is written from them is the same every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS: Mapping[Address, str] = {
    "v1": "openapi.json",
    "speech": "openapi-speech.json",
    "grammar": "openapi-grammar.json",
}
"""By the address that a document describes: `{server}/v1`, `{server}/speech`, `{server}/grammar`."""
METHODS = ("get", "post", "put", "patch", "delete")
KEEPS_NOTHING = frozenset({"token", "grammar_text"})
"""POST operations after which the service is as before: they can be sent again without an idempotency key."""
SECRET_FIELDS = frozenset({"access_token"})
"""What the text of a model does not show: programs print and log models."""
REPLAY_HEADER = "Idempotent-Replay"
"""A documented header of the answers to those operations that honour `Idempotency-Key`."""

Address = Literal["v1", "speech", "grammar"]
Kind = Literal["string", "integer", "number", "boolean", "any", "file", "list", "map", "tuple", "model", "union"]
Where = Literal["path", "query", "body", "part"]
Authentication = Literal["required", "optional", "none"]
Schema = Mapping[str, Any]


@dataclass(frozen=True)
class Type:
    """What a value on the wire is.

    `items`: the element of a list, the value of a map (keys are strings), each place of a tuple (an array of fixed length), each
    alternative of a union. `values`: what is known of an enumerated string or integer; a newer service may send others in results.
    """

    kind: Kind
    nullable: bool = False
    items: tuple[Type, ...] = ()
    values: tuple[str | int, ...] = ()
    model: str = ""
    format: str = ""


@dataclass(frozen=True)
class Field:
    """A field of a model. One that is not `required` may be absent; absent and null mean the same."""

    name: str
    type: Type
    required: bool
    description: str = ""
    default: Any = None


@dataclass(frozen=True)
class Model:
    """An object on the wire. `in_requests`, `in_results`: where it occurs, directly or inside another."""

    name: str
    description: str
    fields: tuple[Field, ...]
    in_requests: bool = False
    in_results: bool = False

    def field(self, name: str) -> Field:
        """Raises `StopIteration` for a field that the model does not have."""
        return next(each for each in self.fields if each.name == name)


@dataclass(frozen=True)
class Argument(Field):
    """What a caller passes to an operation, and where it goes: the path, the query, a field of the JSON body, a part of a form."""

    where: Where = "body"


@dataclass(frozen=True)
class Operation:
    """One call. `path` is relative to its `address` and names path arguments in braces.

    `envelope`: the result is `data` of the answer, else it is the whole answer. `idempotency_key`: the service honours the header
    `Idempotency-Key`. `repeatable`: a request whose fate is unknown can be sent again (it reads, keeps nothing, or bears a key);
    one that is not is sent again only after 429, 503, and where the connection failed before anything was sent. The examples are
    the documents' own: whole bodies, envelope included.
    """

    name: str
    address: Address
    method: str
    path: str
    summary: str
    tag: str
    arguments: tuple[Argument, ...]
    body: Literal["", "json", "multipart"]
    result: Type
    envelope: bool
    authentication: Authentication
    idempotency_key: bool
    repeatable: bool
    sent_examples: tuple[Any, ...] = ()
    answered_examples: tuple[Any, ...] = ()

    def placed(self, where: Where) -> tuple[Argument, ...]:
        """The arguments that go to one place."""
        return tuple(each for each in self.arguments if each.where == where)


@dataclass(frozen=True)
class Api:
    """Everything that can be called, and the models by name."""

    version: str
    operations: tuple[Operation, ...]
    models: Mapping[str, Model]


def read(folder: Path = ROOT / "docs") -> Api:
    """The API of the documents in a folder. Raises `ValueError` where two documents disagree or one holds what is not known here."""
    documents = {address: json.loads((folder / name).read_text("utf-8")) for address, name in DOCUMENTS.items()}
    reader = _Reader(_schemas(documents.values()))
    operations = tuple(
        reader.operation(address, method, path, document["paths"][path][method])
        for address, document in documents.items()
        for path in document["paths"]
        for method in METHODS
        if method in document["paths"][path]
    )
    return Api(str(documents["v1"]["info"]["version"]), operations, _reached(operations, reader.models))


def model_names(types: Iterable[Type]) -> Iterator[str]:
    """Names of the models that types speak of directly."""
    for each in types:
        if each.kind == "model":
            yield each.model
        yield from model_names(each.items)


def _schemas(documents: Iterable[Schema]) -> dict[str, Schema]:
    """The schemas of all documents by name. Raises `ValueError` where two of a name differ in what they allow."""
    named: dict[str, Schema] = {}
    for document in documents:
        for name, schema in document["components"]["schemas"].items():
            if _bare(named.setdefault(name, schema)) != _bare(schema):
                raise ValueError(
                    f"Two documents have a schema {name}, and the two differ; give one of them another name."
                )
    return named


def _bare(schema: Any) -> Any:
    """A schema without its examples."""
    if isinstance(schema, dict):
        return {key: _bare(each) for key, each in schema.items() if key not in ("example", "examples")}
    return [_bare(each) for each in schema] if isinstance(schema, list) else schema


class _Reader:
    """Turns schemas into types; keeps the models it meets."""

    def __init__(self, schemas: Mapping[str, Schema]) -> None:
        self.schemas = schemas
        self.models: dict[str, Model] = {}

    def operation(self, address: Address, method: str, path: str, documented: Schema) -> Operation:
        """An operation of a document."""
        name = documented["operationId"]
        answers = {status: each for status, each in documented["responses"].items() if status.startswith("2")}
        answer = answers[min(answers)]
        schema = self._resolved(answer["content"]["application/json"]["schema"])
        envelope = {"code", "data"} <= set(schema.get("properties", ())) <= {"code", "message", "data"}
        keyed = method == "post" and REPLAY_HEADER in answer.get("headers", ())
        body, body_arguments = self._body(documented.get("requestBody"), name)
        result = schema["properties"]["data"] if envelope else answer["content"]["application/json"]["schema"]
        return Operation(
            name=name,
            address=address,
            method=method.upper(),
            path=path,
            summary=documented.get("summary", name),
            tag=(documented.get("tags") or [""])[0],
            arguments=(*self._parameters(documented.get("parameters", ()), name), *body_arguments),
            body=body,
            result=self.type(result, _pascal(name)),
            envelope=envelope,
            authentication=_authentication(documented.get("security")),
            idempotency_key=keyed,
            repeatable=method != "post" or keyed or name in KEEPS_NOTHING,
            sent_examples=self._examples(documented.get("requestBody", {}).get("content", {})),
            answered_examples=self._examples(answer["content"]),
        )

    def _examples(self, contents: Mapping[str, Schema]) -> tuple[Any, ...]:
        """The examples of a body, whichever way the document gives them."""
        (content,) = contents.values() or ({},)
        named = [each["value"] for each in content.get("examples", {}).values() if "value" in each]
        single = [content["example"]] if "example" in content else []
        of_schema = self._resolved(content.get("schema", {})).get("examples", ())
        return tuple(named or single or of_schema)

    def _parameters(self, parameters: Iterable[Schema], operation: str) -> Iterator[Argument]:
        for each in parameters:
            if each["in"] not in ("path", "query"):
                raise ValueError(f"{operation}: a parameter in {each['in']!r} is not known here.")
            yield Argument(
                name=each["name"],
                type=self.type(each["schema"], _pascal(operation) + _pascal(each["name"])),
                required=each.get("required", False),
                description=each.get("description") or each["schema"].get("description", ""),
                default=each["schema"].get("default"),
                where=each["in"],
            )

    def _body(
        self, documented: Schema | None, operation: str
    ) -> tuple[Literal["", "json", "multipart"], tuple[Argument, ...]]:
        if documented is None:
            return "", ()
        ((media_type, content),) = documented["content"].items()
        schema = self._resolved(content["schema"])
        if "properties" not in schema:
            raise ValueError(f"{operation}: a body that is no object with fields is not known here.")
        multipart = media_type == "multipart/form-data"
        fields = self._fields(schema, _pascal(operation))
        where: Where = "part" if multipart else "body"
        arguments = (
            Argument(each.name, each.type, each.required, each.description, each.default, where) for each in fields
        )
        return ("multipart" if multipart else "json"), tuple(arguments)

    def _fields(self, schema: Schema, owner: str) -> tuple[Field, ...]:
        required = schema.get("required", ())
        return tuple(
            Field(
                name=name,
                type=self.type(each, owner + _pascal(name)),
                required=name in required,
                description=each.get("description", ""),
                default=each.get("default"),
            )
            for name, each in schema["properties"].items()
        )

    def _resolved(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            schema = self.schemas[_referred(schema)]
        return schema

    def type(self, schema: Schema, name: str) -> Type:
        """The type of a schema. `name`: what an object without a name of its own is called."""
        if "$ref" in schema:
            return self._referred_type(_referred(schema))
        if len(schema.get("allOf", ())) == 1:
            return self.type(schema["allOf"][0], name)
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._alternatives(schema[several], name)
        if "const" in schema or "enum" in schema:
            return _enumerated(schema["enum"] if "enum" in schema else [schema["const"]])
        return self._plain(schema, name)

    def _plain(self, schema: Schema, name: str) -> Type:
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._alternatives([{**schema, "type": each} for each in kind], name)
        if kind == "array":
            return self._array(schema, name)
        if kind == "object":
            return self._object(schema, name)
        if kind == "string" and schema.get("format") == "binary":
            return Type("file")
        if kind in ("string", "integer", "number", "boolean"):
            return Type(kind, format=schema.get("format", ""))
        return Type("any")

    def _array(self, schema: Schema, name: str) -> Type:
        if "prefixItems" in schema:
            return Type("tuple", items=tuple(self.type(each, name) for each in schema["prefixItems"]))
        return Type("list", items=(self.type(schema.get("items", {}), name),))

    def _object(self, schema: Schema, name: str) -> Type:
        if "properties" in schema:
            return self._model(name, schema)
        values = schema.get("additionalProperties")
        return Type("map", items=(self.type(values if isinstance(values, dict) else {}, name),))

    def _alternatives(self, schemas: Iterable[Schema], name: str) -> Type:
        present = [each for each in schemas if each.get("type") != "null"]
        nullable = len(present) < len(list(schemas))
        types = tuple(dict.fromkeys(self.type(each, name) for each in present))
        if len(types) == 1:
            (only,) = types
            return Type(only.kind, nullable or only.nullable, only.items, only.values, only.model, only.format)
        return Type("union", nullable, types)

    def _referred_type(self, name: str) -> Type:
        schema = self.schemas[name]
        return self._model(name, schema) if "properties" in schema else self.type(schema, name)

    def _model(self, name: str, schema: Schema) -> Type:
        if name not in self.models:
            self.models[name] = Model(name, "", ())  # a model may hold itself
            self.models[name] = Model(name, schema.get("description", ""), self._fields(schema, name))
        return Type("model", model=name)


def _enumerated(values: Iterable[Any]) -> Type:
    present = tuple(each for each in values if each is not None)
    nullable = len(present) < len(list(values))
    if all(isinstance(each, bool) for each in present):
        return Type("boolean", nullable)
    if all(isinstance(each, int) for each in present):
        return Type("integer", nullable, values=present)
    return Type("string", nullable, values=tuple(str(each) for each in present))


def _authentication(security: Iterable[Mapping[str, Any]] | None) -> Authentication:
    if not security:
        return "none"
    return "optional" if {} in security else "required"


def _reached(operations: Iterable[Operation], models: Mapping[str, Model]) -> dict[str, Model]:
    """The models that operations speak of, with where they occur."""
    asked = _closure((each.type for operation in operations for each in operation.arguments), models)
    given = _closure((operation.result for operation in operations), models)
    return {
        name: Model(name, models[name].description, models[name].fields, name in asked, name in given)
        for name in sorted(asked | given)
    }


def _closure(types: Iterable[Type], models: Mapping[str, Model]) -> set[str]:
    reached: set[str] = set()
    ahead = list(model_names(types))
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead.extend(model_names(each.type for each in models[name].fields))
    return reached


def _referred(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _pascal(name: str) -> str:
    return "".join(each[:1].upper() + each[1:] for each in name.split("_"))

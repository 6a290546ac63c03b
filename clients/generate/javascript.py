"""Writes the JavaScript client's part that follows the documents: its operations, its class and the declarations of its types.

- `operations.js`: what is called and how results are read, as tables
- `client.js`: the class, with a method for each operation
- `models.d.ts`: the models, and the arguments of each operation
- `client.d.ts`: the class as TypeScript sees it
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from clients.generate.model import Api, Argument, Field, Model, Operation, Type

FOLDER = PurePosixPath("javascript/src")
NOTICE = "// Written by `python -m clients.generate` from the OpenAPI documents; changed there and not here.\n"
WIDTH = 120
PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "any": "unknown",
    "file": "Recording",
}
TOKEN = "token"
"""The operation that exchanges an API key for a token."""


def written(api: Api) -> dict[PurePosixPath, str]:
    """The texts of the generated files by their paths from `clients/`."""
    texts = {
        "operations.js": _operations(api),
        "client.js": _client(api),
        "models.d.ts": _models(api),
        "client.d.ts": _declared_client(api),
    }
    return {FOLDER / name: f"{NOTICE}\n{text}" for name, text in texts.items()}


# -- what runs ---------------------------------------------------------------------------------------------


def _operations(api: Api) -> str:
    operations = [f"  {_method(each.name)}: {{\n{_facts(each)}  }},\n" for each in api.operations]
    read = [each for each in api.models.values() if each.in_results]
    models = [_read_model(each) for each in read]
    required = [_required(each) for each in read if each.name in _alternatives(read, api.operations)]
    return (
        "/** How each operation is called. */\n"
        f"export const OPERATIONS = {{\n{''.join(operations)}}};\n\n"
        "/** Fields of the models in results, with their types as `reading.js` explains them. */\n"
        f"export const MODELS = {{\n{''.join(models)}}};\n\n"
        "/** Fields that must be there, of the models that stand beside others in a union. */\n"
        f"export const REQUIRED = {_braces(required)};\n"
    )


def _facts(operation: Operation) -> str:
    """What `transport.js` knows of an operation."""
    facts = {
        "method": json.dumps(operation.method),
        "address": json.dumps(operation.address),
        "path": json.dumps(operation.path),
        "body": json.dumps(operation.body),
        "envelope": json.dumps(operation.envelope),
        "authentication": json.dumps(operation.authentication),
        "idempotencyKey": json.dumps(operation.idempotency_key),
        "repeatable": json.dumps(operation.repeatable),
        "result": _reading(operation.result),
    }
    return "".join(f"    {name}: {value},\n" for name, value in facts.items())


def _read_model(model: Model) -> str:
    fields = [f"    {_key(each.name)}: {_reading(each.type)},\n" for each in model.fields]
    return f"  {model.name}: {_braces(fields, '  ')},\n"


def _required(model: Model) -> str:
    names = json.dumps([each.name for each in model.fields if each.required], ensure_ascii=False)
    return f"  {model.name}: {names},\n"


def _alternatives(models: Iterable[Model], operations: Iterable[Operation]) -> set[str]:
    """Names of the models that stand in a union."""
    types = [*(each.type for model in models for each in model.fields), *(each.result for each in operations)]
    unions = [each for type_ in types for each in _within(type_) if each.kind == "union"]
    return {each.model for union in unions for each in union.items if each.kind == "model"}


def _within(type_: Type) -> Iterator[Type]:
    """The type and all in it."""
    yield type_
    for each in type_.items:
        yield from _within(each)


def _braces(lines: Iterable[str], indent: str = "") -> str:
    """Lines in braces."""
    inside = "".join(lines)
    return f"{{\n{inside}{indent}}}" if inside else "{}"


def _reading(type_: Type) -> str:
    """How a value of the type is read: null where it is kept as it is."""
    if type_.kind == "model":
        return json.dumps(type_.model)
    if type_.kind in ("list", "map"):
        return f"{{ {type_.kind}: {_reading(type_.items[0])} }}"
    if type_.kind in ("tuple", "union"):
        return f"{{ {type_.kind}: [{', '.join(map(_reading, type_.items))}] }}"
    return "null"


def _client(api: Api) -> str:
    methods = "\n".join(
        f"  {_method(each.name)}(values, options) {{\n"
        f"    return this.#transport.call(OPERATIONS.{_method(each.name)}, values, options);\n"
        "  }\n"
        for each in api.operations
    )
    return (
        'import { OPERATIONS } from "./operations.js";\n'
        'import { Transport } from "./transport.js";\n\n'
        "/** A client of the service; `client.d.ts` says what each method does. */\n"
        "export class Wenlu {\n"
        "  #transport;\n\n"
        "  constructor(options) {\n"
        f"    this.#transport = new Transport(OPERATIONS.{_method(TOKEN)}, options);\n"
        "  }\n\n"
        f"{methods}"
        "}\n"
    )


# -- what TypeScript reads ----------------------------------------------------------------------------------


def _models(api: Api) -> str:
    models = "\n".join(_interface(each) for each in api.models.values())
    arguments = "\n".join(
        _comment(f"What `{_method(each.name)}` is given.")
        + f"export interface {_arguments(each.name)} {{\n{''.join(map(_asked, each.arguments))}}}\n"
        for each in api.operations
    )
    return f'import type {{ Recording }} from "./options.js";\n\n{models}\n{arguments}'


def _interface(model: Model) -> str:
    fields = "".join(_given(each) if model.in_results else _asked(each) for each in model.fields)
    return f"{_comment(model.description)}export interface {model.name} {{\n{fields}}}\n"


def _given(field: Field) -> str:
    """A field of a result: one that the service leaves out is null, and an enumeration may have new values."""
    nullable = field.type.nullable or not field.required
    type_ = _declared(field.type, open_=True) + (" | null" if nullable else "")
    return _comment(field.description, "  ") + f"  {_key(field.name)}: {type_};\n"


def _asked(field: Field | Argument) -> str:
    """A field that a caller gives."""
    optional = "" if field.required else "?"
    nullable = field.type.nullable or not field.required
    type_ = _declared(field.type, open_=False) + (" | null" if nullable else "")
    default = "" if field.default in (None, "") else f" Default: `{json.dumps(field.default, ensure_ascii=False)}`."
    return (
        _comment(f"{_sentence(field.description)}{default}".strip(), "  ")
        + f"  {_key(field.name)}{optional}: {type_};\n"
    )


def _declared(type_: Type, *, open_: bool) -> str:
    """The TypeScript type, without its null. `open_`: an enumeration of texts may have values that are not known yet."""
    items = [_declared(each, open_=open_) + (" | null" if each.nullable else "") for each in type_.items]
    if type_.kind == "model":
        return type_.model
    if type_.kind == "list":
        return f"Array<{items[0]}>"
    if type_.kind == "map":
        return f"Record<string, {items[0]}>"
    if type_.kind == "tuple":
        return f"[{', '.join(items)}]"
    if type_.kind == "union":
        return " | ".join(items)
    if type_.values and (type_.kind == "string" or not open_):
        known = " | ".join(json.dumps(each, ensure_ascii=False) for each in type_.values)
        return f"{known} | (string & {{}})" if open_ else known
    return PLAIN[type_.kind]


def _declared_client(api: Api) -> str:
    arguments = [_arguments(each.name) for each in api.operations]
    results = [part.model for each in api.operations for part in _within(each.result) if part.kind == "model"]
    names = sorted({*arguments, *results})
    methods = "\n".join(_declared_method(each) for each in api.operations)
    return (
        f'import type {{\n{"".join(f"  {each},{chr(10)}" for each in names)}}} from "./models.js";\n'
        'import type { CallOptions, ClientOptions } from "./options.js";\n\n'
        "/** A client of the service. Every method throws `WenluError`. */\n"
        "export class Wenlu {\n"
        "  constructor(options: ClientOptions);\n\n"
        f"{methods}"
        "}\n"
    )


def _declared_method(operation: Operation) -> str:
    asks = any(each.required for each in operation.arguments)
    result = _declared(operation.result, open_=True) + (" | null" if operation.result.nullable else "")
    return (
        _comment(operation.summary, "  ")
        + f"  {_method(operation.name)}(values{'' if asks else '?'}: {_arguments(operation.name)}, "
        + f"options?: CallOptions): Promise<{result}>;\n"
    )


# -- words -------------------------------------------------------------------------------------------------


def _method(name: str) -> str:
    """
    >>> _method("generate_questions")
    'generateQuestions'
    """
    first, *others = name.split("_")
    return first + "".join(each[:1].upper() + each[1:] for each in others)


def _arguments(name: str) -> str:
    """
    >>> _arguments("generate_questions")
    'GenerateQuestionsArguments'
    """
    method = _method(name)
    return f"{method[:1].upper()}{method[1:]}Arguments"


def _key(name: str) -> str:
    """A property's name, quoted where it is no plain word."""
    return name if re.fullmatch(r"[A-Za-z_]\w*", name, re.ASCII) else json.dumps(name, ensure_ascii=False)


def _sentence(text: str) -> str:
    """A text that another sentence can follow."""
    return text if not text or text.endswith((".", "。", "?", "!")) else f"{text}."


def _comment(text: str, indent: str = "") -> str:
    """A JSDoc comment; nothing for no text."""
    lines = list(_lines(text.replace("*/", "*\\/"), WIDTH - len(indent) - 3))
    if not lines:
        return ""
    if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
        return f"{indent}/** {lines[0]} */\n"
    return "".join(f"{indent}{each}".rstrip() + "\n" for each in ("/**", *(f" * {line}" for line in lines), " */"))


def _lines(text: str, width: int) -> Iterable[str]:
    """The text broken into lines; its own line ends count as spaces, its empty lines stay."""
    paragraphs = [" ".join(each.split()) for each in text.strip().split("\n\n")] if text.strip() else []
    for number, paragraph in enumerate(paragraphs):
        if number:
            yield ""
        yield from textwrap.wrap(paragraph, width, break_long_words=False, break_on_hyphens=False)

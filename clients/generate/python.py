"""Writes `models.py` and `operations.py` of the Python client."""

from __future__ import annotations

import json
import keyword
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import PurePosixPath

from clients.generate.model import ROOT, SECRET_FIELDS, Api, Argument, Field, Model, Operation, Type

PACKAGE = PurePosixPath("python/wenlu_client")
HEAD = "Written by `python -m clients.generate` from the OpenAPI documents; not to be edited."
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "any": "Any", "file": "File"}
HIDDEN = frozenset({"str", "int", "float", "bool", "list", "tuple", "dict", "Any", "Literal"})
"""Names that a field must not have: inside its class it would hide the type."""
INDENT = "    "


def written(api: Api) -> dict[PurePosixPath, str]:
    """The two files, from `clients/`."""
    return {
        PACKAGE / "models.py": _formatted(_models(api)),
        PACKAGE / "operations.py": _formatted(_operations(api)),
    }


def _models(api: Api) -> str:
    lines = [
        f'"""What is sent to the service and comes back. {HEAD}"""',
        "from __future__ import annotations",
        "from collections.abc import Mapping, Sequence",
        "from dataclasses import dataclass, field",
        "from typing import Any, Literal",
    ]
    for model in api.models.values():
        lines += ["", "", *_model(model)]
    return "\n".join(lines) + "\n"


def _model(model: Model) -> Iterator[str]:
    yield "@dataclass(frozen=True, kw_only=True, slots=True)"
    yield f"class {model.name}:"
    if model.description:
        yield from _docstring(model.description, 1)
    for field in model.fields:
        asked = model.in_requests and not model.in_results
        hint = _hint(field.type, asked=asked, module="")
        if not field.required and not hint.endswith("| None"):
            hint += " | None"
        default = "" if field.required else " = None"
        if field.name in SECRET_FIELDS:
            default = f" = field({'' if field.required else 'default=None, '}repr=False)"
        yield f"{INDENT}{_name(field.name)}: {hint}{default}"
        described = _described(field, asked=asked)
        if described:
            yield from _docstring(described, 1)


def _operations(api: Api) -> str:
    lines = [
        f'"""The operations of the service. {HEAD}"""',
        "from __future__ import annotations",
        "from collections.abc import Mapping, Sequence",
        "from typing import Any, Literal",
        "from . import models",
        "from .calls import Caller, Operation",
        "from .form import File, upload",
        "",
    ]
    for operation in api.operations:
        lines += _constant(operation)
    lines += ["", "", "class Operations(Caller):", f'{INDENT}"""One method for each operation."""']
    for operation in api.operations:
        lines += ["", *_method(operation)]
    return "\n".join(lines) + "\n"


def _constant(operation: Operation) -> Iterator[str]:
    result = _hint(operation.result, asked=False, module="models.")
    query = tuple(each.name for each in operation.placed("query"))
    yield f"{operation.name.upper()}: Operation[{result}] = Operation("
    yield f"name={operation.name!r}, method={operation.method!r}, address={operation.address!r}, path={operation.path!r},"
    yield f"query={query!r}, body={operation.body!r}, result={result}, envelope={operation.envelope},"
    yield f"authentication={operation.authentication!r}, idempotency_key={operation.idempotency_key},"
    yield f"repeatable={operation.repeatable},"
    yield ")"


def _method(operation: Operation) -> Iterator[str]:
    """Arguments of the path, and a key or a file, come first; everything else is named."""
    first = [
        each
        for each in operation.arguments
        if each.where == "path" or each.type.kind == "file" or each.name == "api_key"
    ]
    named = [each for each in operation.arguments if each not in first]
    named.sort(key=lambda each: not each.required)
    has_file = any(each.type.kind == "file" for each in operation.arguments)
    signature = ["self", *(_parameter(each) for each in first)]
    keywords = [_parameter(each) for each in named]
    keywords += ["filename: str | None = None"] if has_file else []
    keywords += ["idempotency_key: str | None = None"] if operation.idempotency_key else []
    signature += ["*", *keywords] if keywords else []
    result = _hint(operation.result, asked=False, module="models.")
    yield f"{INDENT}def {operation.name}({', '.join(signature)}) -> {result}:"
    yield from _docstring(_explained(operation, [*first, *named], has_file=has_file), 2)
    passed = ", ".join(f"{json.dumps(each.name)}: {_passed(each)}" for each in operation.arguments)
    key = ", idempotency_key" if operation.idempotency_key else ""
    yield f"{INDENT * 2}return self._call({operation.name.upper()}, {{{passed}}}{key})"


def _parameter(argument: Argument) -> str:
    hint = _hint(argument.type, asked=True, module="models.")
    if argument.required:
        return f"{_name(argument.name)}: {hint}"
    hint = hint if hint.endswith("| None") else f"{hint} | None"
    return f"{_name(argument.name)}: {hint} = None"


def _passed(argument: Argument) -> str:
    name = _name(argument.name)
    return f"upload({name}, filename)" if argument.type.kind == "file" else name


def _explained(operation: Operation, arguments: Iterable[Argument], *, has_file: bool) -> str:
    lines = [f"{operation.summary.rstrip('.')}.", ""]
    for each in arguments:
        described = _described(each, asked=True)
        default = "" if each.default in (None, "", [], {}) else f"By default {each.default}."
        if described or default:
            lines.append(f"`{_name(each.name)}`: {f'{described} {default}'.strip()}")
    if has_file:
        lines.append("`filename`: the name that the file has at the service; by default its own.")
    if operation.idempotency_key:
        lines.append(
            "`idempotency_key`: the same key with the same call gives the first answer again; by default one is made."
        )
    return "\n".join(lines).rstrip()


def _described(field: Field, *, asked: bool) -> str:
    """A field's description as sentences; of an enumeration in results the values that are known."""
    text = field.description.strip()
    text = text if not text or text[-1] in ".!?。" else f"{text}."
    if field.type.values and not asked and len(field.type.values) > 1:
        listed = ", ".join(f"`{each}`" for each in field.type.values)
        text = f"{text} One of {listed}; a newer service may send another.".strip()
    return text


def _hint(type_: Type, *, asked: bool, module: str) -> str:
    """A type as it is written. `asked`: of what a caller passes. `module`: what stands before the name of a model."""
    hint = _bare_hint(type_, asked=asked, module=module)
    return f"{hint} | None" if type_.nullable else hint


def _bare_hint(type_: Type, *, asked: bool, module: str) -> str:
    inner = [_hint(each, asked=asked, module=module) for each in type_.items]
    if type_.kind == "model":
        return f"{module}{type_.model} | Mapping[str, Any]" if asked else f"{module}{type_.model}"
    if type_.kind == "list":
        return f"Sequence[{inner[0]}]" if asked else f"list[{inner[0]}]"
    if type_.kind == "map":
        return f"Mapping[str, {inner[0]}]" if asked else f"dict[str, {inner[0]}]"
    if type_.kind == "tuple":
        return f"tuple[{', '.join(inner)}]"
    if type_.kind == "union":
        return " | ".join(inner)
    if type_.values and asked:
        return f"Literal[{', '.join(json.dumps(each, ensure_ascii=False) for each in type_.values)}]"
    return PLAIN[type_.kind]


def _name(name: str) -> str:
    """Raises `ValueError` for a name that Python or a type already has."""
    if keyword.iskeyword(name) or name in HIDDEN or not name.isidentifier():
        raise ValueError(f"{name!r} cannot be the name of a field in Python; the client needs a rule for it.")
    return name


def _docstring(text: str, depth: int) -> Iterator[str]:
    indent = INDENT * depth
    first, *rest = text.replace("\\", "\\\\").replace('"""', "'''").splitlines()
    if not rest:
        end = " " if first.endswith('"') else ""
        yield f'{indent}"""{first}{end}"""'
        return
    yield f'{indent}"""{first}'
    yield from (f"{indent}{line}".rstrip() for line in rest)
    yield f'{indent}"""'


def _formatted(source: str) -> str:
    """A source as the project's checker has it: unused imports gone, imports sorted, lines wrapped."""
    ruff = [sys.executable, "-m", "ruff"]
    name = ["--stdin-filename", str(ROOT / "clients" / PACKAGE / "written.py"), "-"]
    for command in (["check", "--quiet", "--fix-only", "--select", "F401,I,UP,RUF100"], ["format", "--quiet"]):
        done = subprocess.run(
            [*ruff, *command, *name], input=source, capture_output=True, text=True, check=True, cwd=ROOT
        )
        source = done.stdout
    return source

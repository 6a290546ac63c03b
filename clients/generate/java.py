"""Writes what the Java client shares with the service: a record for each model, a method for each operation.

Optional arguments of an operation are set on an object of its own, `generateQuestions(level, type, with -> with.count(2))`, so
that a further one breaks no caller. A model that callers make has `of` with what it needs, and `with...` for the rest.
"""

from __future__ import annotations

import html
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import PurePosixPath
from typing import TypeVar

from clients.generate.model import SECRET_FIELDS, Api, Argument, Field, Model, Operation, Type, model_names

SOURCES = PurePosixPath("java/src/main/java/wenlu/client")
MODELS = SOURCES / "models"
WIDTH = 120
WRITTEN = "Written from the service's OpenAPI documents by {@code clients/generate}; change nothing here."
RESERVED_WORDS = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends false final"
    " finally float for goto if implements import instanceof int interface long native new null package private protected"
    " public return short static strictfp super switch synchronized this throw throws transient true try void volatile while _"
    " clone finalize getClass hashCode notify notifyAll toString wait"
)
"""Words that Java keeps for itself, and names that a component of a record cannot have."""
RESERVED = frozenset(RESERVED_WORDS.split())
PRIMITIVES = {"integer": "long", "number": "double", "boolean": "boolean"}
BOXED = {
    "string": "String",
    "integer": "Long",
    "number": "Double",
    "boolean": "Boolean",
    "any": "Object",
    "file": "Recording",
}
IMPORTED = {
    "List<": "java.util.List",
    "Map<": "java.util.Map",
    "Objects.": "java.util.Objects",
    "Set.": "java.util.Set",
    "Consumer<": "java.util.function.Consumer",
    "@JsonName": "wenlu.client.json.JsonName",
    "@MayBeAbsent": "wenlu.client.json.MayBeAbsent",
}
"""What is imported where a text stands in the code."""
PLACES = {"path": "path", "query": "query", "body": "content", "part": "content"}
"""The method of `Arguments` that takes an argument, by where it goes."""

AnyField = TypeVar("AnyField", bound=Field)


def written(api: Api) -> dict[PurePosixPath, str]:
    """Texts of files by their paths from `clients/`."""
    named = _Interfaces(api)
    files = {MODELS / f"{model.name}.java": _model(model, named.over(model)) for model in named.api.models.values()}
    files |= {MODELS / f"{name}.java": _interface(name, models) for name, models in named.models.items()}
    files |= {
        SOURCES / f"{_options(each)}.java": _options_class(each) for each in named.api.operations if _optional(each)
    }
    return files | {SOURCES / "Operations.java": _operations(named.api)}


class _Interfaces:
    """Gives each union of models a name, that of an interface, after the first place where it occurs.

    `api`: the API with models of those names in place of unions. `models`: the models of each.
    """

    def __init__(self, api: Api) -> None:
        self.models: dict[str, tuple[str, ...]] = {}
        operations = tuple(self._operation(each) for each in api.operations)
        models = {each.name: replace(each, fields=self._fields(each.fields, each.name)) for each in api.models.values()}
        self.api = Api(api.version, operations, models)
        if twice := self.models.keys() & models.keys():
            raise ValueError(f"{sorted(twice)}: a model has the name that Java needs for a union; rename the model.")

    def over(self, model: Model) -> list[str]:
        """The interfaces that a model implements."""
        return [name for name, models in self.models.items() if model.name in models]

    def _operation(self, operation: Operation) -> Operation:
        name = _pascal(operation.name)
        result = self._named(operation.result, f"{name}Result")
        return replace(operation, result=result, arguments=self._fields(operation.arguments, name))

    def _fields(self, fields: Iterable[AnyField], owner: str) -> tuple[AnyField, ...]:
        return tuple(replace(each, type=self._named(each.type, owner + _pascal(each.name))) for each in fields)

    def _named(self, type_: Type, name: str) -> Type:
        models = tuple(each.model for each in type_.items)
        if type_.kind != "union" or not all(models):
            return replace(type_, items=tuple(self._named(each, name) for each in type_.items))
        known = {models: name for name, models in self.models.items()}.get(models, name)
        self.models[known] = models
        return Type("model", type_.nullable, model=known)


# -- models ------------------------------------------------------------------------------------------------


def _model(model: Model, interfaces: Sequence[str]) -> str:
    """A record."""
    implemented = f" implements {', '.join(interfaces)}" if interfaces else ""
    components = [_component(each) for each in model.fields]
    body = _indented([*(_ways_to_make(model) if model.in_requests else ()), *_text(model)])
    declared = [
        *_javadoc(model.description or f"{_words(model.name)}.", _component_notes(model.fields), WRITTEN),
        *_call(f"public record {model.name}", components, f"{implemented} {{" if body else f"{implemented} {{}}"),
        *(("", *body[1:], "}") if body else ()),
    ]
    return _file("models", declared)


def _component(field: Field) -> str:
    absent = "" if field.required else "@MayBeAbsent "
    named = "" if _camel(field.name) == field.name else f'@JsonName("{field.name}") '
    return f"{absent}{named}{_field_type(field)} {_camel(field.name)}"


def _component_notes(fields: Iterable[Field]) -> list[tuple[str, str]]:
    return [(_camel(each.name), note) for each in fields if (note := _note(each))]


def _ways_to_make(model: Model) -> Iterator[str]:
    """`of` with the required fields, once for each form that they may have, and `with...` for each optional one."""
    required = [each for each in model.fields if each.required]
    for types in product(*(_forms(each.type) for each in required)):
        parameters = [f"{type_} {_camel(each.name)}" for each, type_ in zip(required, types, strict=True)]
        values = [_checked(each, type_) for each, type_ in zip(required, types, strict=True)]
        given = dict(zip((each.name for each in required), values, strict=True))
        notes = _component_notes(each for each in required if each.type.kind != "union")
        yield from ("", *_javadoc("Makes one of what must be given.", notes))
        yield f"public static {model.name} of({', '.join(parameters)}) {{"
        yield from _call(f"    return new {model.name}", [given.get(each.name, "null") for each in model.fields], ";")
        yield "}"
    for field in model.fields:
        if not field.required:
            name = _camel(field.name)
            yield from ("", *_javadoc(f"The same with this {{@code {name}}}.", _component_notes([field])))
            yield f"public {model.name} with{_pascal(field.name)}({_unboxed(field.type)} {name}) {{"
            yield from _call(f"    return new {model.name}", [_camel(each.name) for each in model.fields], ";")
            yield "}"


def _text(model: Model) -> Iterator[str]:
    """What prints a model that holds a secret without it; nothing for others."""
    shown = [_camel(each.name) for each in model.fields if each.name not in SECRET_FIELDS]
    if len(shown) < len(model.fields):
        told = ' + ", '.join(f'{name}=" + {name}' for name in shown)
        yield from ("", "/** Without what must stand in no log. */", "@Override", "public String toString() {")
        yield f'    return "{model.name}[{told} + "]";'
        yield "}"


def _forms(type_: Type) -> list[str]:
    """The Java types in which a value can be given."""
    return [_unboxed(each) for each in (type_.items if type_.kind == "union" else (type_,))]


def _interface(name: str, models: Iterable[str]) -> str:
    """What models have in common of which a result is one."""
    listed = ", ".join(models)
    head = f"public sealed interface {name} permits {listed} {{}}"
    return _file("models", [*_javadoc(f"One of {listed}: {{@code instanceof}} says which.", (), WRITTEN), head])


# -- operations --------------------------------------------------------------------------------------------


def _operations(api: Api) -> str:
    """The class that has a method for each operation."""
    declared = [
        *_javadoc("The operations of the service; {@link Wenlu} is the client that has them.", (), WRITTEN),
        "public abstract sealed class Operations permits Wenlu {",
        *_indented(line for each in api.operations for line in _constant(each)),
        "",
        "    Operations() {}",
        "",
        "    abstract <T> T call(Operation operation, Arguments arguments, Class<T> result);",
        *_indented(line for each in api.operations for line in _methods(each)),
        "}",
    ]
    spoken = [
        *(each.result for each in api.operations),
        *(one.type for each in api.operations for one in _required(each)),
    ]
    enumerations = [f"wenlu.client.Operation.{name}" for name in ("Address", "Authentication", "Body", "Trait")]
    return _file("", declared, [*enumerations, *_models_of(spoken)])


def _constant(operation: Operation) -> list[str]:
    traits = {"ENVELOPE": operation.envelope, "KEYED": operation.idempotency_key, "REPEATABLE": operation.repeatable}
    values = [
        f'"{operation.method}"',
        f"Address.{operation.address.upper()}",
        f'"{operation.path}"',
        f"Body.{(operation.body or 'none').upper()}",
        f"Authentication.{operation.authentication.upper()}",
        f"Set.of({', '.join(f'Trait.{name}' for name, has in traits.items() if has)})",
    ]
    return ["", *_call(f"static final Operation {operation.name.upper()} = new Operation", values, ";")]


def _methods(operation: Operation) -> Iterator[str]:
    """A method with the required arguments, and where there are optional ones a second that sets them."""
    required = _required(operation)
    result = _java(operation.result)
    name = _camel(operation.name)
    parameters = [f"{_unboxed(each.type)} {_camel(each.name)}" for each in required]
    names = [_camel(each.name) for each in required]
    summary = f"{operation.summary.rstrip('.')}."
    notes = _component_notes(required)
    if _optional(operation):
        yield from ("", *_javadoc(summary, notes))
        yield from _call(f"public {result} {name}", parameters, " {")
        yield f"    return {name}({', '.join([*names, 'with -> {}'])});"
        yield "}"
        parameters.append(f"Consumer<{_options(operation)}> options")
        notes = [
            *notes,
            ("options", "sets what is optional: " + ", ".join(_camel(each.name) for each in _optional(operation))),
        ]
    yield from ("", *_javadoc(summary, notes))
    yield from _call(f"public {result} {name}", parameters, " {")
    yield from _indented(_body(operation))
    yield "}"


def _body(operation: Operation) -> Iterator[str]:
    """The statements of a method: collect the arguments, call."""
    placed = [f'.{PLACES[each.where]}("{each.name}", {_checked(each)})' for each in _required(operation)]
    if placed:
        yield "Arguments arguments = new Arguments()"
        yield from (f"        {each}" for each in placed[:-1])
        yield f"        {placed[-1]};"
    else:
        yield "Arguments arguments = new Arguments();"
    if _optional(operation):
        yield f"options.accept(new {_options(operation)}(arguments));"
    yield f"return call({operation.name.upper()}, arguments, {_java(operation.result)}.class);"


def _options_class(operation: Operation) -> str:
    """The class that takes an operation's optional arguments."""
    name = _options(operation)
    optional = _optional(operation)
    declared = [
        *_javadoc(f"What is optional in {{@link Wenlu#{_camel(operation.name)}}}.", (), WRITTEN),
        f"public final class {name} {{",
        "    private final Arguments arguments;",
        "",
        f"    {name}(Arguments arguments) {{",
        "        this.arguments = arguments;",
        "    }",
        *_indented(line for each in optional for line in _setter(name, each)),
        "}",
    ]
    return _file("", declared, _models_of(each.type for each in optional))


def _setter(owner: str, argument: Argument) -> Iterator[str]:
    name = _camel(argument.name)
    for type_ in _forms(argument.type):
        yield from ("", *_javadoc(f"Sets {{@code {name}}}.", [("value", note)] if (note := _note(argument)) else ()))
        yield f"public {owner} {name}({type_} value) {{"
        yield f'    arguments.{PLACES[argument.where]}("{argument.name}", value);'
        yield "    return this;"
        yield "}"


def _options(operation: Operation) -> str:
    return f"{_pascal(operation.name)}Options"


def _required(operation: Operation) -> list[Argument]:
    return [each for each in operation.arguments if each.required]


def _optional(operation: Operation) -> list[Argument]:
    return [each for each in operation.arguments if not each.required]


def _checked(field: Field, type_: str = "") -> str:
    """A required value, refused here where it is null; a primitive cannot be."""
    name = _camel(field.name)
    primitive = (type_ or _unboxed(field.type)) in PRIMITIVES.values()
    return name if primitive or field.type.nullable else f'Objects.requireNonNull({name}, "{name} must be given")'


# -- types and names ---------------------------------------------------------------------------------------


def _field_type(field: Field) -> str:
    """The type of a record's component: primitive where a value is always there."""
    return _unboxed(field.type) if field.required and not field.type.nullable else _java(field.type)


def _unboxed(type_: Type) -> str:
    return PRIMITIVES.get(type_.kind) or _java(type_)


def _java(type_: Type) -> str:
    """The Java type of a value that may be null."""
    if type_.kind == "model":
        return type_.model
    if type_.kind == "list":
        return f"List<{_java(type_.items[0])}>"
    if type_.kind == "map":
        return f"Map<String, {_java(type_.items[0])}>"
    if type_.kind == "tuple":
        places = {_java(each) for each in type_.items}
        return f"List<{places.pop() if len(places) == 1 else 'Object'}>"
    if type_.kind == "union":
        return "Object"
    return BOXED[type_.kind]


def _camel(name: str) -> str:
    """A name of the wire as one of Java; digits that meet stay apart.

    >>> _camel("student_id"), _camel("level_6_9"), _camel("final")
    ('studentId', 'level6_9', 'final_')
    """
    joined = re.sub(r"_([a-z])", lambda found: found[1].upper(), name)
    joined = re.sub(r"(?<=[a-zA-Z])_(?=\d)", "", joined)
    return f"{joined}_" if joined in RESERVED else joined


def _pascal(name: str) -> str:
    """A name of the wire as that of a class.

    >>> _pascal("submit_evaluation")
    'SubmitEvaluation'
    """
    return "".join(each[:1].upper() + each[1:] for each in name.split("_"))


def _words(name: str) -> str:
    """A class's name as words, for a model of which the document says nothing.

    >>> _words("LanguageAbility")
    'Language ability'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).capitalize()


# -- text --------------------------------------------------------------------------------------------------


def _note(field: Field) -> str:
    """What a reader must know of a field beside its name and type."""
    notes = [field.description] if field.description else []
    if field.type.values:
        notes.append(f"one of {', '.join(map(str, field.type.values))}")
    if field.type.kind == "union":
        notes.append(f"a {' or a '.join(_java(each) for each in field.type.items)}")
    if field.default not in (None, "", [], {}):
        notes.append(f"default {field.default}")
    return "; ".join(notes)


def _javadoc(summary: str, notes: Iterable[tuple[str, str]], *paragraphs: str) -> list[str]:
    """A documentation comment. Notes are of parameters; paragraphs are in the form of javadoc already."""
    sentence = _javadoc_text(summary if "{@" in summary else html.escape(summary, quote=False), escaped=True)
    blocks = [sentence, *(f"\n<p>{each}" for each in paragraphs)]
    tags = [f"@param {name} {_javadoc_text(note)}" for name, note in notes]
    if len(blocks) == 1 and not tags and len(sentence) <= WIDTH - 12:
        return [f"/** {sentence} */"]
    lines = [line for each in blocks for line in _wrapped(each)]
    lines += ["", *(line for each in tags for line in _wrapped(each, "    "))] if tags else []
    return ["/**", *(f" * {line}".rstrip() for line in lines), " */"]


def _javadoc_text(text: str, *, escaped: bool = False) -> str:
    """A text in a documentation comment: code between backticks is marked, and nothing in it ends the comment."""
    plain = text if escaped else html.escape(text, quote=False)
    return re.sub(r"`([^`]+)`", r"{@code \1}", plain).replace("*/", "*&#47;").strip()


def _wrapped(text: str, indent: str = "") -> list[str]:
    lead = [""] if text.startswith("\n") else []
    return lead + textwrap.wrap(
        text.strip(), WIDTH - 8, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _call(head: str, parts: Sequence[str], end: str) -> list[str]:
    """A head with its list in parentheses: in one line where it is short enough, else the list in the next, else a part a line."""
    listed = ", ".join(parts)
    indent = " " * (len(head) - len(head.lstrip()) + 8)
    if len(head) + len(listed) + len(end) + 2 <= WIDTH - 4:
        return [f"{head}({listed}){end}"]
    if len(indent) + len(listed) + len(end) < WIDTH - 4 and "@" not in listed:
        return [f"{head}(", f"{indent}{listed}){end}"]
    return [f"{head}(", *(f"{indent}{each}," for each in parts[:-1]), f"{indent}{parts[-1]}){end}"]


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" if line else "" for line in lines]


def _models_of(types: Iterable[Type]) -> list[str]:
    """Imports of the models that a class of another package speaks of."""
    return [f"wenlu.client.models.{name}" for name in model_names(types)]


def _file(package: str, declared: Sequence[str], imported: Iterable[str] = ()) -> str:
    """A file of one package below the client's: its imports, then what it declares."""
    text = "\n".join(declared)
    names = {*imported, *(name for spoken, name in IMPORTED.items() if re.search(rf"(?<!\w){re.escape(spoken)}", text))}
    head = f"package {'.'.join(filter(None, ('wenlu.client', package)))};\n"
    imports = "".join(f"import {name};\n" for name in sorted(names))
    return "\n".join(filter(None, (head, imports, f"{text}\n")))

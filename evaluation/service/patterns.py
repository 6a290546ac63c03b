"""Every regular expression of the project with the text that it meets, and strings made from its own tree that would make it slow.

Patterns are collected by observation: the syntax trees of all modules are walked for calls of `re`, whose arguments are evaluated in their
module; what is compiled from tables comes from the same functions that the service compiles it with. A call whose pattern cannot be
evaluated must be named in `BUILT`.
"""

from __future__ import annotations

import ast
import importlib
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any
from zlib import crc32

from core.models.parsing.parser import LONGEST_CHARACTERS

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = ("core", "pages", "frame")
FUNCTIONS = frozenset(["compile", "match", "search", "fullmatch", "sub", "subn", "split", "findall", "finditer"])
ANCHORED = frozenset(["match", "fullmatch"])
Text = bytes | str

BUILT = {
    "core/language/rules/expressions.py": "data/grammar_rules and data/essay_rules, with their word classes",
    "core/language/grammar/token_pattern.py": "token patterns of data/grammar_rules, and the words of their atoms",
    "core/language/grammar/word_classes.py": "patterns of the predicates with the words of their classes; collected where they stand",
    "core/tables/grammar.py": "data/grammar_rules, when it is read",
    "core/tables/reading.py": "tables, when they are read",
    "core/language/readings.py": "contexts of data/polyphones.csv",
    "core/speech/reading/numerals.py": "its own table READ",
    "core/questions/proofs/guards.py": "data tables on sentences of the bank",
    "core/essays/discourse/content.py": "words",
    "core/models/essays/encoder.py": "words",
    "core/web/frame.py": "paths of routes",
    "core/questions/formats/html_text.py": "names of tags",
    "core/language/grammar/predicates/aspect.py": "着 or 过",
    "core/language/grammar/predicates/complements/degree.py": "a tail of a complement",
    "core/language/grammar/predicates/complex_sentences/connectives.py": "openers of a table, in 45 characters",
    "core/language/grammar/predicates/complex_sentences/levels.py": "tables of connectives; what is compiled stands in the module and is collected there",
    "core/language/grammar/predicates/parts/verbal_subjects.py": "a word",
    "core/language/grammar/predicates/prepositions/partners.py": "a character",
    "core/language/grammar/predicates/words/aspect_particles.py": "a word",
    "core/language/grammar/predicates/words/question_words.py": "a word",
    "core/language/grammar/predicates/words/reduplication.py": "a character",
}
"""Modules in which patterns are put together, and where they come from: `of_tables` collects them."""


SHORTER: dict[str, tuple[int, bool, str]] = {
    "core/plan/lessons/composed.py": (200, False, "written patterns of the points of the standard: nobody types them"),
    "core/store/database/engine.py": (300, False, "the operator's own address of the database, in an error"),
    "core/speech/reading/numerals.py RULES": (
        2_000,
        True,
        "matched where a number begins, which the last of the rules takes whole; texts of 2,000",
    ),
    "core/language/grammar/predicates/parts/predicates.py": (
        22,
        True,
        "`nominal_parts` looks at no chunk that is longer",
    ),
    "core/essays/rules/corrector.py MENTIONED": (20, False, "`LONGEST_MENTION` characters before a match"),
}
"""Where a pattern meets less than its module otherwise: characters, whether from the beginning only, and what bounds it."""


@dataclass(frozen=True)
class Held:
    """A pattern with what it meets: texts of up to `longest` characters, from any place or (`anchored`) from the beginning."""

    where: str
    pattern: re.Pattern[Any]
    longest: int
    anchored: bool = False


# -- collecting ------------------------------------------------------------------------------------------------


def collected(one_of: int = 1) -> list[Held]:
    """All patterns, each with the longest text that it meets; one that stands at several places once.

    `one_of` n: of those that meet a sentence only one in n, always the same; those that meet a whole text all the same.
    """
    found: dict[tuple[Any, int, int, bool], Held] = {}
    for held in [*of_modules(one_of), *of_tables(one_of)]:
        found.setdefault((held.pattern.pattern, held.pattern.flags, held.longest, held.anchored), held)
    return list(found.values())


TEXT = 100_000
SENTENCE_FOLDERS = (
    "core/language/grammar/predicates/",
    "core/language/grammar/syntax/",
    "core/language/grammar/token_pattern.py",
)


def _chosen(where: str, one_of: int) -> bool:
    return crc32(where.encode()) % one_of == 0


def of_modules(one_of: int = 1) -> Iterator[Held]:
    """Patterns written in the code."""
    for path, tree in _trees().items():
        module = _module_of(path)
        names = vars(module) if module is not None else _constants(tree)
        longest = LONGEST_CHARACTERS if path.startswith(SENTENCE_FOLDERS) else TEXT
        for name, value in vars(module).items() if module is not None else ():
            used = _methods(path, name)
            if longest < TEXT and not _chosen(f"{path} {name}", one_of):
                continue
            for made in _patterns_in(value):
                yield _bounded(Held(f"{path} {name}", made, longest, bool(used) and used <= ANCHORED))
        for call, name in _calls(tree):
            if longest < TEXT and not _chosen(ast.unparse(call), one_of):
                continue
            pattern = _evaluated(call, names)
            if pattern is None:
                if path not in BUILT:
                    raise ValueError(f"{path}:{call.lineno}: the pattern is built; say in BUILT from what")
                continue
            used = _methods(path, name) if name else {_attribute(call)}
            yield _bounded(Held(f"{path}:{call.lineno}", pattern, longest, bool(used) and used <= ANCHORED))


@cache
def _trees() -> dict[str, ast.Module]:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def _module_of(path: str) -> Any:
    """Pages are scripts that draw when they are run: only what the core holds is imported."""
    if not path.startswith("core/") or path.startswith("core/store/migrations/"):
        return None
    return importlib.import_module(path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))


def _constants(tree: ast.Module) -> dict[str, object]:
    found: dict[str, object] = {"re": re}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def _calls(tree: ast.Module) -> Iterator[tuple[ast.Call, str]]:
    """Calls of `re`, each with the name that the compiled pattern is given, if any."""
    names: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            names[node.value] = node.targets[0].id
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _attribute(node) in FUNCTIONS and _is_re(node):
            yield node, names.get(node, "")


def _attribute(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def _is_re(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name) and call.func.value.id == "re"


def _evaluated(call: ast.Call, names: Mapping[str, object]) -> re.Pattern[Any] | None:
    """The pattern of a call where it rests on names of the module alone."""
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    if _attribute(call) == "compile" and len(call.args) > 1:
        flags = [call.args[1]]
    try:
        made = eval(compile(ast.Expression(call.args[0]), "pattern", "eval"), dict(names))
        return re.compile(made, eval(compile(ast.Expression(flags[0]), "flags", "eval"), dict(names)) if flags else 0)
    except (NameError, AttributeError, TypeError, KeyError):
        return None


def _methods(path: str, name: str) -> set[str]:
    """Which methods of patterns are called on a name of a module, there or where it is imported; one that is handed on counts as searched."""
    uses, imported = _uses()
    module = path.removesuffix(".py").replace("/", ".")
    return set[str]().union(*(uses.get((user, name), set()) for user in [path, *imported.get((module, name), ())]))


@cache
def _uses() -> tuple[dict[tuple[str, str], set[str]], dict[tuple[str, str], list[str]]]:
    """By file and name what is called on it, and by module and name the files that import it."""
    uses: dict[tuple[str, str], set[str]] = {}
    imported: dict[tuple[str, str], list[str]] = {}
    for path, tree in _trees().items():
        called: set[int] = set()
        for node in ast.walk(tree):  # from the outside in: an attribute comes before its name
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                method = node.attr if node.attr in FUNCTIONS else "search"
                uses.setdefault((path, node.value.id), set()).add(method)
                called.add(id(node.value))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called:
                uses.setdefault((path, node.id), set()).add("search")
            elif isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    imported.setdefault((node.module or "", alias.name), []).append(path)
    return uses, imported


def _bounded(held: Held) -> Held:
    for place, (longest, anchored, _) in SHORTER.items():
        if held.where.startswith(place):
            return replace(held, longest=longest, anchored=anchored or held.anchored)
    return held


def of_tables(one_of: int = 1) -> Iterator[Held]:
    """Patterns written in `data/` or put together from words."""
    from core.essays.rules.corrector import PreparedRule as PreparedEssayRule
    from core.essays.rules.vocabulary import vocabulary
    from core.language import readings
    from core.language.grammar.rules import PreparedRule
    from core.language.rules.conditions import expressions_in
    from core.language.rules.expressions import WordClasses
    from core.tables import Tables

    tables = Tables()
    classes = WordClasses(tables.grammar_classes)
    for rule_row in tables.grammar_rules:
        if rule_row.scope == "sentence" and _chosen(rule_row.model_dump_json(), one_of):
            rule = PreparedRule(rule_row, classes)
            searched = [rule.expression] if rule.expression else []
            for pattern in (each.whole for each in (*searched, *expressions_in(rule.conditions))):
                # A token is its word, a tag and a relation: several times as long as its characters.
                longest = LONGEST_CHARACTERS * (12 if rule_row.tokens and pattern.pattern.startswith("(?<= )") else 1)
                yield Held(f"grammar rule {rule_row.point}", pattern, longest)
    rules = tables.essay_rules
    words = vocabulary(rules, words=tables.words, classifiers=tables.classifiers)
    for row in rules.rows:
        if row.scope == "sentence" and not _chosen(row.id, one_of):
            continue
        prepared = PreparedEssayRule(row, words)
        longest = LONGEST_CHARACTERS if row.scope == "sentence" else TEXT
        yield Held(f"essay rule {row.id}", prepared.expression.whole, longest)
        for expression in expressions_in(prepared.conditions):
            yield Held(f"essay rule {row.id}, where", expression.whole, longest)
    for polyphone in (each for rows in tables.polyphones.values() for each in rows):
        if polyphone.before and not polyphone.before.startswith("/"):
            yield Held(
                f"reading {polyphone.pinyin}", readings._pattern_at_end(polyphone.before), readings.CONTEXT_CHARACTERS
            )
        if polyphone.after and not polyphone.after.startswith("/"):
            yield Held(
                f"reading {polyphone.pinyin}", readings._pattern_at_start(polyphone.after), readings.CONTEXT_CHARACTERS
            )


def _patterns_in(value: Any, deep: int = 0) -> Iterator[re.Pattern[Any]]:
    """Compiled patterns in a partial, a closure, a record or a list."""
    if isinstance(value, re.Pattern):
        yield value
        return
    if deep > 4 or isinstance(value, str | bytes | int | float | type):
        return
    parts: list[Any] = []
    if isinstance(value, list | tuple | frozenset | set):
        parts = list(value)
    elif isinstance(value, dict):
        parts = list(value.values())
    elif isinstance(value, partial):
        parts = list(value.args)
    elif isinstance(value, FunctionType) and value.__closure__:
        parts = [cell.cell_contents for cell in value.__closure__]
    elif is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value)]
    for part in parts:
        yield from _patterns_in(part, deep + 1)


# -- strings that make a pattern slow -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """`prefix`, then `unit` again and again, then `suffix`."""

    prefix: str
    unit: str
    suffix: str

    def text(self, length: int) -> str:
        """Of about so many characters."""
        room = max(0, length - len(self.prefix) - len(self.suffix))
        return (self.prefix + self.unit * (room // len(self.unit) + 1))[: length - len(self.suffix)] + self.suffix


MOST_ATTACKS = 40
PLAIN_UNITS = (" ", "a", "1", "一", "的", "，", "\n", "“", "a ", "1a", "一，", "的一")
NEVER = "\x01"
"""What no pattern asks for: a suffix at which matches fail."""
CANDIDATES = "一的了人a1 ，。“”-.:/'<[(\n=\\"
LEAST_PUMPED = 8
_syntax: Any = importlib.import_module("re._parser")


def attacks(pattern: re.Pattern[Any]) -> list[Attack]:
    """From the tree of the pattern: each part that repeats is pumped behind what stands before it, and each beginning is repeated whole."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _syntax.parse(text, pattern.flags & ~re.DEBUG & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0))
    sampler = _Sampler(tree)
    found: dict[Attack, None] = {}
    for variant in range(3):
        for prefix, unit in sampler.pumped(tree, "", variant):
            if unit:
                found[Attack(prefix, unit, NEVER)] = None
                found[Attack("", unit, "")] = None
        for place in range(1, len(tree) + 1):
            if unit := sampler.of(tree[:place], variant):
                found[Attack("", unit, NEVER)] = None
    found |= dict.fromkeys(Attack("", unit, NEVER) for unit in PLAIN_UNITS)
    return list(found)[:MOST_ATTACKS]


class _Sampler:
    """Strings that parts of a pattern match, or nearly: assertions are not looked at."""

    def __init__(self, tree: Any) -> None:
        self._alphabet = "".join(dict.fromkeys(_literals(tree)))[:200] + CANDIDATES

    def of(self, items: Sequence[Any], variant: int) -> str:
        """A string for a sequence; `variant` chooses among alternatives."""
        return "".join(self._one(str(operation), argument, variant) for operation, argument in items)

    def _one(self, operation: str, argument: Any, variant: int) -> str:
        if operation == "LITERAL":
            return chr(argument)
        if operation in ("IN", "NOT_LITERAL", "ANY", "CATEGORY"):
            return self._character(operation, argument, variant)
        if operation == "BRANCH":
            return self.of(argument[1][variant % len(argument[1])], variant)
        if operation == "SUBPATTERN":
            return self.of(argument[-1], variant)
        if operation == "ATOMIC_GROUP":
            return self.of(argument, variant)
        if operation in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            return self.of(argument[2], variant) * min(max(int(argument[0]), variant % 2), 20)
        if operation == "ASSERT":
            return self.of(argument[1], variant) if argument[0] < 0 else ""
        return ""

    def _character(self, operation: str, argument: Any, variant: int) -> str:
        fitting = [mark for mark in self._alphabet if _fits(operation, argument, mark)]
        if fitting:
            return fitting[variant % len(fitting)]
        first = argument[0] if operation == "IN" and argument else None
        return (
            chr(first[1][0] if str(first[0]) == "RANGE" else first[1])
            if first and str(first[0]) in ("RANGE", "LITERAL")
            else ""
        )

    def pumped(self, items: Sequence[Any], prefix: str, variant: int) -> Iterator[tuple[str, str]]:
        """What stands before each part that repeats, and what it repeats; parts within parts included."""
        for place, (operation, argument) in enumerate(items):
            before = prefix + self.of(items[:place], variant)
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                if argument[1] > LEAST_PUMPED:
                    yield before, self.of(argument[2], variant)
                yield from self.pumped(argument[2], before, variant)
            elif name == "SUBPATTERN":
                yield from self.pumped(argument[-1], before, variant)
            elif name == "ATOMIC_GROUP":
                yield from self.pumped(argument, before, variant)
            elif name == "BRANCH":
                for part in argument[1][:6]:
                    yield from self.pumped(part, before, variant)
            elif name in ("ASSERT", "ASSERT_NOT"):
                yield from self.pumped(argument[1], before, variant)


def _literals(items: Any) -> Iterator[str]:
    for operation, argument in items:
        name = str(operation)
        if name == "LITERAL":
            yield chr(argument)
        elif name == "IN":
            yield from (chr(value) for kind, value in argument if str(kind) == "LITERAL")
        elif name == "BRANCH":
            for part in argument[1]:
                yield from _literals(part)
        elif name in ("SUBPATTERN", "MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            yield from _literals(argument[-1])
        elif name == "ATOMIC_GROUP":
            yield from _literals(argument)
        elif name in ("ASSERT", "ASSERT_NOT"):
            yield from _literals(argument[1])


CATEGORIES: dict[str, Callable[[str], bool]] = {
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_DIGIT": str.isdigit,
    "CATEGORY_WORD": lambda mark: mark.isalnum() or mark == "_",
}


def _fits(operation: str, argument: Any, mark: str) -> bool:
    """Whether a character is of a class."""
    if operation == "ANY":
        return mark != "\n"
    if operation == "NOT_LITERAL":
        return bool(ord(mark) != argument)
    members = [(str(kind), value) for kind, value in argument]
    turned = bool(members) and members[0][0] == "NEGATE"
    held = any(
        (kind == "LITERAL" and value == ord(mark))
        or (kind == "RANGE" and value[0] <= ord(mark) <= value[1])
        or (kind == "CATEGORY" and _in_category(str(value), mark))
        for kind, value in members
    )
    return held != turned


def _in_category(name: str, mark: str) -> bool:
    if "_NOT_" in name:
        return not _in_category(name.replace("_NOT_", "_"), mark)
    return CATEGORIES[name.replace("UNI_", "").replace("LOC_", "")](mark)


# -- measuring ----------------------------------------------------------------------------------------------------

STEPS = (16, 24, 40, 200, 1_000, 10_000)
"""Lengths tried in turn, so that a pattern of exponential time is met while it is still short."""
SECONDS_AT_STEP = 0.02
"""What a text of up to 10,000 characters may take: at a linear 2 µs a character, which is ten times what the slowest honest one needs."""
GROWTH = 2.6
"""Of the time, where the length doubles: 2 is linear, 4 is quadratic."""
FLOOR_SECONDS = 0.05
"""Below it 100,000 characters are quick enough, whatever the noise says of the growth."""
SENTENCE_SECONDS = 0.01
"""What a sentence of the greatest length may take of one pattern."""


@dataclass(frozen=True)
class Slow:
    """What was found of a pattern: its worst attack, and the seconds for each length."""

    held: Held
    attack: Attack
    seconds: Mapping[int, float]
    fault: str

    @property
    def growth(self) -> float:
        """Of the last doubling; 0 where there was none."""
        lengths = sorted(self.seconds)
        if len(lengths) < 2 or lengths[-1] != 2 * lengths[-2]:
            return 0.0
        return self.seconds[lengths[-1]] / max(self.seconds[lengths[-2]], 1e-9)


def measured(held: Held) -> Slow:
    """The worst of all attacks on a pattern; `fault` is empty where it holds."""
    worst: tuple[float, Attack] = (0.0, Attack("", "a", ""))
    for attack in attacks(held.pattern):
        for length in [step for step in STEPS if step <= held.longest] or [held.longest]:
            seconds = _seconds(held, attack.text(length))
            if seconds > SECONDS_AT_STEP and (again := _seconds(held, attack.text(length))) > SECONDS_AT_STEP:
                return Slow(held, attack, {length: min(seconds, again)}, f"{seconds:.3f} s for {length} characters")
        if seconds > worst[0]:
            worst = (seconds, attack)
    return _at_length(held, worst[1])


def _at_length(held: Held, attack: Attack) -> Slow:
    if held.longest < TEXT:
        seconds = min(_seconds(held, attack.text(held.longest)) for _ in range(2))
        fault = f"{seconds:.4f} s for a sentence" if seconds > SENTENCE_SECONDS else ""
        return Slow(held, attack, {held.longest: seconds}, fault)
    times: dict[int, float] = {}
    for length in (TEXT // 2, TEXT):
        text = attack.text(length)
        times[length] = _seconds(held, text)
        if times[length] > FLOOR_SECONDS:
            times[length] = min(times[length], _seconds(held, text), _seconds(held, text))
    found = Slow(held, attack, times, "")
    if times[TEXT] > FLOOR_SECONDS and found.growth > GROWTH:
        return Slow(held, attack, times, f"grows by {found.growth:.1f} where the length doubles")
    return found


def _seconds(held: Held, text: str) -> float:
    """CPU time of one search from the beginning to the end."""
    subject: Any = text.encode() if isinstance(held.pattern.pattern, bytes) else text
    began = time.thread_time()
    if held.anchored:
        held.pattern.match(subject)
    else:
        for _ in held.pattern.finditer(subject):
            pass
    return time.thread_time() - began

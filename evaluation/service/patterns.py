"""Every regular expression of the project, the length of text that it is used on, and strings, made from its own tree, to slow it down.

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
    "core/access/student_files/naming.py": "a name or an id, escaped, as it is and as JSON writes it",
    "core/answers/diagnosis/words.py": "a word, escaped",
    "core/language/rules/expressions.py": "data/grammar_rules and data/essay_rules, with their word classes",
    "core/language/grammar/token_pattern.py": "token patterns of data/grammar_rules, and the words of their atoms",
    "core/language/grammar/word_classes.py": "patterns of the predicates with the words of their classes; collected where they stand",
    "core/store/copies/folder.py": "the name of the operator's database, escaped",
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
"""Modules in which patterns are put together, and where they come from: `table_patterns` collects them."""


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
"""Patterns that are used on shorter texts than others of their module: characters, whether matched from the beginning only, and what
bounds them."""


@dataclass(frozen=True)
class UsedPattern:
    """A pattern as it is used: on texts of up to `longest` characters, searched or (`anchored`) matched from the beginning."""

    where: str
    pattern: re.Pattern[Any]
    longest: int
    anchored: bool = False


# -- collecting ------------------------------------------------------------------------------------------------


def collect_patterns(one_of: int = 1) -> list[UsedPattern]:
    """All patterns, each with the longest text that it is used on; a pattern that is written several times comes once.

    `one_of` n: of patterns used on single sentences only a sample of one in n, always the same; all of those used on whole texts.
    """
    patterns: dict[tuple[Any, int, int, bool], UsedPattern] = {}
    for used in [*module_patterns(one_of), *table_patterns(one_of)]:
        patterns.setdefault((used.pattern.pattern, used.pattern.flags, used.longest, used.anchored), used)
    return list(patterns.values())


TEXT = 100_000
SENTENCE_FOLDERS = (
    "core/language/grammar/predicates/",
    "core/language/grammar/syntax/",
    "core/language/grammar/token_pattern.py",
)


def _in_sample(where: str, one_of: int) -> bool:
    return crc32(where.encode()) % one_of == 0


def module_patterns(one_of: int = 1) -> Iterator[UsedPattern]:
    """Patterns written in the code."""
    for path, tree in _trees().items():
        module = _module_of(path)
        names = vars(module) if module is not None else _constants(tree)
        longest = LONGEST_CHARACTERS if path.startswith(SENTENCE_FOLDERS) else TEXT
        for name, value in vars(module).items() if module is not None else ():
            methods = _methods(path, name)
            if longest < TEXT and not _in_sample(f"{path} {name}", one_of):
                continue
            for compiled in _patterns_in(value):
                yield _with_own_bound(
                    UsedPattern(f"{path} {name}", compiled, longest, bool(methods) and methods <= ANCHORED)
                )
        for call, name in _calls(tree):
            if longest < TEXT and not _in_sample(ast.unparse(call), one_of):
                continue
            pattern = _evaluated(call, names)
            if pattern is None:
                if path not in BUILT:
                    raise ValueError(f"{path}:{call.lineno}: the pattern is built; say in BUILT from what")
                continue
            methods = _methods(path, name) if name else {_attribute(call)}
            yield _with_own_bound(
                UsedPattern(f"{path}:{call.lineno}", pattern, longest, bool(methods) and methods <= ANCHORED)
            )


@cache
def _trees() -> dict[str, ast.Module]:
    files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in files}


def _module_of(path: str) -> Any:
    """The imported module; None outside of the core, since pages are scripts that draw when they are imported."""
    if not path.startswith("core/") or path.startswith("core/store/migrations/"):
        return None
    return importlib.import_module(path.removesuffix(".py").replace("/", ".").removesuffix(".__init__"))


def _constants(tree: ast.Module) -> dict[str, object]:
    constants: dict[str, object] = {"re": re}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                constants[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return constants


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
    """The pattern of a call, if its arguments use names of the module only; else None."""
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    if _attribute(call) == "compile" and len(call.args) > 1:
        flags = [call.args[1]]
    try:
        expression = eval(compile(ast.Expression(call.args[0]), "pattern", "eval"), dict(names))
        return re.compile(
            expression, eval(compile(ast.Expression(flags[0]), "flags", "eval"), dict(names)) if flags else 0
        )
    except (NameError, AttributeError, TypeError, KeyError):
        return None


def _methods(path: str, name: str) -> set[str]:
    """Which methods are called on a pattern's name, in its module or where that is imported; a pattern passed on counts as searched."""
    uses, imported = _uses()
    module = path.removesuffix(".py").replace("/", ".")
    return set[str]().union(*(uses.get((user, name), set()) for user in [path, *imported.get((module, name), ())]))


@cache
def _uses() -> tuple[dict[tuple[str, str], set[str]], dict[tuple[str, str], list[str]]]:
    """The methods called on each name, by file and name, and the files that import a name, by module and name."""
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


def _with_own_bound(used: UsedPattern) -> UsedPattern:
    for prefix, (longest, anchored, _) in SHORTER.items():
        if used.where.startswith(prefix):
            return replace(used, longest=longest, anchored=anchored or used.anchored)
    return used


def table_patterns(one_of: int = 1) -> Iterator[UsedPattern]:
    """Patterns written in `data/` or put together from words."""
    from core.essays.rules.corrector import PreparedRule as PreparedEssayRule
    from core.essays.rules.vocabulary import vocabulary
    from core.language import readings
    from core.language.grammar.rules import PreparedRule
    from core.language.rules.conditions import expressions_in
    from core.language.rules.expressions import WordClasses
    from core.tables import shipped_tables

    tables = shipped_tables()
    classes = WordClasses(tables.grammar_classes)
    for rule_row in tables.grammar_rules:
        if rule_row.scope == "sentence" and _in_sample(rule_row.model_dump_json(), one_of):
            rule = PreparedRule(rule_row, classes)
            searched = [rule.expression] if rule.expression else []
            for pattern in (each.whole for each in (*searched, *expressions_in(rule.conditions))):
                # A token is its word, a tag and a relation: several times as long as its characters.
                longest = LONGEST_CHARACTERS * (12 if rule_row.tokens and pattern.pattern.startswith("(?<= )") else 1)
                yield UsedPattern(f"grammar rule {rule_row.point}", pattern, longest)
    rules = tables.essay_rules
    words = vocabulary(rules, words=tables.words, classifiers=tables.classifiers)
    for row in rules.rows:
        if row.scope == "sentence" and not _in_sample(row.id, one_of):
            continue
        prepared = PreparedEssayRule(row, words)
        longest = LONGEST_CHARACTERS if row.scope == "sentence" else TEXT
        yield UsedPattern(f"essay rule {row.id}", prepared.expression.whole, longest)
        in_tree = (line.expression for line in prepared.named if line.expression)
        for expression in (*expressions_in(prepared.conditions), *in_tree):
            yield UsedPattern(f"essay rule {row.id}, where or tree", expression.whole, longest)
    for polyphone in (each for rows in tables.polyphones.values() for each in rows):
        if polyphone.before and not polyphone.before.startswith("/"):
            yield UsedPattern(
                f"reading {polyphone.pinyin}", readings._pattern_at_end(polyphone.before), readings.CONTEXT_CHARACTERS
            )
        if polyphone.after and not polyphone.after.startswith("/"):
            yield UsedPattern(
                f"reading {polyphone.pinyin}", readings._pattern_at_start(polyphone.after), readings.CONTEXT_CHARACTERS
            )


def _patterns_in(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    """Compiled patterns in a partial, a closure, a record or a list."""
    if isinstance(value, re.Pattern):
        yield value
        return
    if depth > 4 or isinstance(value, str | bytes | int | float | type):
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
        parts = [getattr(value, field.name) for field in fields(value)]
    for part in parts:
        yield from _patterns_in(part, depth + 1)


# -- strings that make a pattern slow -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack:
    """A string of `prefix`, then `unit` repeated, then `suffix`."""

    prefix: str
    unit: str
    suffix: str

    def text(self, length: int) -> str:
        """The string, with about `length` characters."""
        room = max(0, length - len(self.prefix) - len(self.suffix))
        return (self.prefix + self.unit * (room // len(self.unit) + 1))[: length - len(self.suffix)] + self.suffix


MOST_ATTACKS = 40
PLAIN_UNITS = (" ", "a", "1", "一", "的", "，", "\n", "“", "a ", "1a", "一，", "的一")
NEVER = "\x01"
"""A character that no pattern contains: a suffix at which matches fail."""
CANDIDATES = "一的了人a1 ，。“”-.:/'<[(\n=\\"
LEAST_REPETITIONS = 8
_syntax: Any = importlib.import_module("re._parser")


def attacks_on(pattern: re.Pattern[Any]) -> list[Attack]:
    """Attacks made from the tree of a pattern: each part that can repeat is repeated behind the prefix that leads to it, and each
    beginning of the pattern is repeated as a whole."""
    text = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _syntax.parse(text, pattern.flags & ~re.DEBUG & ~(re.UNICODE if isinstance(pattern.pattern, bytes) else 0))
    sampler = _Sampler(tree)
    attacks: dict[Attack, None] = {}
    for variant in range(3):
        for prefix, unit in sampler.repeated_parts(tree, "", variant):
            if unit:
                attacks[Attack(prefix, unit, NEVER)] = None
                attacks[Attack("", unit, "")] = None
        for length in range(1, len(tree) + 1):
            if unit := sampler.of(tree[:length], variant):
                attacks[Attack("", unit, NEVER)] = None
    attacks |= dict.fromkeys(Attack("", unit, NEVER) for unit in PLAIN_UNITS)
    return list(attacks)[:MOST_ATTACKS]


class _Sampler:
    """Makes strings that parts of a pattern match, or nearly match: lookahead assertions are ignored."""

    def __init__(self, tree: Any) -> None:
        self._alphabet = "".join(dict.fromkeys(_literals(tree)))[:200] + CANDIDATES

    def of(self, items: Sequence[Any], variant: int) -> str:
        """A string for a sequence of parts; `variant` chooses among alternatives."""
        return "".join(self._sample_part(str(operation), argument, variant) for operation, argument in items)

    def _sample_part(self, operation: str, argument: Any, variant: int) -> str:
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

    def repeated_parts(self, items: Sequence[Any], prefix: str, variant: int) -> Iterator[tuple[str, str]]:
        """(prefix before it, one repetition) of each part that can repeat, nested parts included."""
        for index, (operation, argument) in enumerate(items):
            before = prefix + self.of(items[:index], variant)
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                if argument[1] > LEAST_REPETITIONS:
                    yield before, self.of(argument[2], variant)
                yield from self.repeated_parts(argument[2], before, variant)
            elif name == "SUBPATTERN":
                yield from self.repeated_parts(argument[-1], before, variant)
            elif name == "ATOMIC_GROUP":
                yield from self.repeated_parts(argument, before, variant)
            elif name == "BRANCH":
                for part in argument[1][:6]:
                    yield from self.repeated_parts(part, before, variant)
            elif name in ("ASSERT", "ASSERT_NOT"):
                yield from self.repeated_parts(argument[1], before, variant)


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
    negated = bool(members) and members[0][0] == "NEGATE"
    matches = any(
        (kind == "LITERAL" and value == ord(mark))
        or (kind == "RANGE" and value[0] <= ord(mark) <= value[1])
        or (kind == "CATEGORY" and _in_category(str(value), mark))
        for kind, value in members
    )
    return matches != negated


def _in_category(name: str, mark: str) -> bool:
    if "_NOT_" in name:
        return not _in_category(name.replace("_NOT_", "_"), mark)
    return CATEGORIES[name.replace("UNI_", "").replace("LOC_", "")](mark)


# -- measuring ----------------------------------------------------------------------------------------------------

STEPS = (16, 24, 40, 200, 1_000, 10_000)
"""Lengths tried in turn, so that a pattern of exponential time is met while it is still short."""
SECONDS_AT_STEP = 0.02
"""Seconds that a text of up to 10,000 characters may take: a linear 2 µs a character, ten times what the slowest harmless one needs."""
GROWTH = 2.6
"""The most that time may grow by when the length doubles: 2 is linear, 4 is quadratic."""
FLOOR_SECONDS = 0.05
"""If 100,000 characters take less than this, the pattern is quick enough, whatever the growth, which is then mostly noise."""
REPETITIONS = 8
"""How often a search that took too long is made again before its pattern is blamed."""
SENTENCE_SECONDS = 0.01
"""Seconds that one pattern may take on the longest sentence."""


@dataclass(frozen=True)
class Measurement:
    """What was measured of a pattern: its worst attack, the seconds for each length, and the fault, if any."""

    used: UsedPattern
    attack: Attack
    seconds: Mapping[int, float]
    fault: str

    @property
    def growth(self) -> float:
        """The growth of the time at the last doubling of the length; 0 where there was none."""
        lengths = sorted(self.seconds)
        if len(lengths) < 2 or lengths[-1] != 2 * lengths[-2]:
            return 0.0
        return self.seconds[lengths[-1]] / max(self.seconds[lengths[-2]], 1e-9)


def measure(used: UsedPattern) -> Measurement:
    """Measure a pattern under the worst of all attacks on it; `fault` is empty where it is quick enough."""
    worst: tuple[float, Attack] = (0.0, Attack("", "a", ""))
    for attack in attacks_on(used.pattern):
        for length in [step for step in STEPS if step <= used.longest] or [used.longest]:
            seconds = _least_seconds(used, attack.text(length), SECONDS_AT_STEP)
            if seconds > SECONDS_AT_STEP:
                return Measurement(used, attack, {length: seconds}, f"{seconds:.3f} s for {length} characters")
        if seconds > worst[0]:
            worst = (seconds, attack)
    return _at_full_length(used, worst[1])


def _at_full_length(used: UsedPattern, attack: Attack) -> Measurement:
    if used.longest < TEXT:
        seconds = _least_seconds(used, attack.text(used.longest), SENTENCE_SECONDS)
        fault = f"{seconds:.4f} s for a sentence" if seconds > SENTENCE_SECONDS else ""
        return Measurement(used, attack, {used.longest: seconds}, fault)
    half, whole = (attack.text(length) for length in (TEXT // 2, TEXT))
    measurement = Measurement(used, attack, {TEXT // 2: _seconds(used, half), TEXT: _seconds(used, whole)}, "")
    for _ in range(REPETITIONS):
        if measurement.seconds[TEXT] <= FLOOR_SECONDS or measurement.growth <= GROWTH:
            return measurement
        again = {TEXT // 2: _seconds(used, half), TEXT: _seconds(used, whole)}
        least = {length: min(seconds, again[length]) for length, seconds in measurement.seconds.items()}
        measurement = replace(measurement, seconds=least)
    return replace(measurement, fault=f"grows by {measurement.growth:.1f} where the length doubles")


def _least_seconds(used: UsedPattern, text: str, enough: float) -> float:
    """The least of some searches: a machine that is busy makes one slow, a pattern makes all of them slow. Stops at `enough`."""
    seconds = _seconds(used, text)
    for _ in range(REPETITIONS):
        if seconds <= enough:
            break
        seconds = min(seconds, _seconds(used, text))
    return seconds


def _seconds(used: UsedPattern, text: str) -> float:
    """CPU time of one search from the beginning to the end."""
    subject: Any = text.encode() if isinstance(used.pattern.pattern, bytes) else text
    began = time.thread_time()
    if used.anchored:
        used.pattern.match(subject)
    else:
        for _ in used.pattern.finditer(subject):
            pass
    return time.thread_time() - began

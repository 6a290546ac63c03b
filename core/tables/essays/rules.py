"""What learners write wrong, as rules: where a wrong form shows, what stands right there, and why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.tables.reading import Pattern
from core.wire import Closed

Text = tuple[str, ...]
LEAST_NEAR_MISSES = 3


class EssayRule(Closed):
    """One error of learners that characters, word lists and tags can tell surely.

    `chars` says where, `where` narrows it, `replacement` mends the group `edit` (the whole match without one). How
    patterns, conditions and templates are written: `core.essays.rules`.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    family: str = Field(pattern=r"^[a-z_]+$")
    point: str = ""
    """Knowledge point that the error is about; "" where none is."""
    level: int = Field(ge=1, le=7)
    """From which level on a learner can be expected to know it."""
    type: Literal["B", "L", "D", "P", "W", "S"]
    scope: Literal["sentence", "text"] = "sentence"
    """`text`: the pattern sees the whole text, marks between sentences and line ends included."""
    chars: str = Field(min_length=1)
    """Regular expression over simplified characters; `%{name}` stands for a word class, a map's keys or a fragment."""
    where: Text = ()
    """Conditions that a match must satisfy, see `core.essays.rules.conditions`."""
    replacement: str
    """Template for the mended text: `{group}`, `{group|map}`."""
    priority: int = Field(ge=1, le=99)
    """How sure its author was of it, by judgement: of rules that contradict one another at a place the one with the highest stands. It is no
    probability; what it is worth as one was measured (`core.tables.essays.rule_probabilities`)."""
    zh: str = Field(min_length=4)
    """Template of the explanation: groups, and `{wrong}`, `{right}` for the edit's two sides."""
    en: str = Field(min_length=4)
    wrong: str = Field(min_length=2)
    right: str = Field(min_length=2)
    more: tuple[tuple[str, str], ...] = ()
    """Further wrong sentences, each with its right one."""
    near: Text = Field(min_length=LEAST_NEAR_MISSES)
    """Right sentences that look like the error."""


@dataclass(frozen=True)
class EssayRules:
    """All files of the folder.

    Parameters
    ----------
    rows : the rules by id
    classes : word lists; an entry `%name` stands for another class, `-word` takes a word away
    maps : word to word, such as a verb and its preposition
    fragments : pieces of patterns
    """

    rows: tuple[EssayRule, ...]
    classes: Mapping[str, Text]
    maps: Mapping[str, Mapping[str, str]]
    fragments: Mapping[str, str]


class _Shelf(Closed):
    """What a file holds beside its rules.

    Classes are words between blanks; a map has one line for each value: the value, then the words that lead to it.
    """

    classes: dict[str, str] = Field(default_factory=dict)
    maps: dict[str, str] = Field(default_factory=dict)
    fragments: dict[str, Pattern] = Field(default_factory=dict)


def essay_rules(folder: Path) -> EssayRules:
    """Rules and word lists of every `*.toml` of a folder and its families.

    The order of files decides nothing: the rules are sorted by id.

    Raises
    ------
    CorruptTable
        On the first bad rule, and for an id, class, map or fragment that is given twice.
    """
    rows: list[EssayRule] = []
    named: dict[str, dict[str, Any]] = {"classes": {}, "maps": {}, "fragments": {}}
    for path in sorted(folder.rglob("*.toml")):
        content = _content(path)
        listed = content.pop("rule", [])
        rows += [_checked(row, path, number) for number, row in enumerate(listed, start=1)]
        shelf = _shelf(content, path)
        for kind, found in named.items():
            _merge(found, getattr(shelf, kind), path, kind)
    _must_be_single(folder, [row.id for row in rows])
    classes = {name: tuple(words.split()) for name, words in named["classes"].items()}
    maps = {name: _map(lines) for name, lines in named["maps"].items()}
    return EssayRules(tuple(sorted(rows, key=lambda row: row.id)), classes, maps, named["fragments"])


def _map(lines: str) -> dict[str, str]:
    """Word to value, from lines of a value and the words that lead to it.

    >>> _map("本 书 词典\\n件 衣服")
    {'书': '本', '词典': '本', '衣服': '件'}
    """
    cells = [line.split() for line in lines.splitlines() if line.strip()]
    return {word: value for value, *words in cells for word in words}


def _content(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CorruptTable(path.name, 0, "file", path.name, str(error)) from error


def _checked(row: dict[str, Any], path: Path, number: int) -> EssayRule:
    """`number` counts the rules of the file, for TOML keeps no line numbers."""
    try:
        return EssayRule.model_validate(row, strict=False)
    except ValidationError as error:
        raise CorruptTable(path.name, number, "id", row.get("id", ""), str(error)) from error


def _shelf(content: dict[str, Any], path: Path) -> _Shelf:
    try:
        return _Shelf.model_validate(content)
    except ValidationError as error:
        raise CorruptTable(path.name, 0, "tables", sorted(content), str(error)) from error


def _merge(found: dict[str, Any], more: Mapping[str, Any], path: Path, kind: str) -> None:
    for name, value in more.items():
        if name in found:
            raise CorruptTable(path.name, 0, kind, name, "is given twice")
        found[name] = value


def _must_be_single(folder: Path, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise CorruptTable(folder.name, 0, "id", name, "is given twice")
        seen.add(name)

"""Rules for learners' errors: where a wrong form occurs, what would be right there, and why."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, model_validator

from core.errors import CorruptTable
from core.tables.reading import Pattern
from core.wire import Closed

Text = tuple[str, ...]
LEAST_NEAR_MISSES = 3


class EssayRule(Closed):
    """One error of learners that can be recognised reliably from characters, word lists, tags and dependencies.

    `chars` is the pattern, `tree` names words that stand farther away, `where` restricts both, and `replacement` corrects the group `edit` (without one, the whole match). How
    patterns and conditions are written: `core.language.rules` (`expressions`, `conditions`); templates: `core.essays.rules.templates`.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    family: str = Field(pattern=r"^[a-z_]+$")
    point: str = ""
    """Id of the knowledge point that the error is about; "" where there is none."""
    level: int = Field(ge=1, le=7)
    """The level from which a learner can be expected to know it, 1-7."""
    type: Literal["B", "L", "D", "P", "W", "S"]
    scope: Literal["sentence", "text"] = "sentence"
    """`sentence`: the pattern is searched in each sentence; `text`: in the whole text, including marks between sentences and line ends."""
    chars: str = Field(min_length=1)
    """Regular expression over simplified characters; `%{name}` stands for a word class, the keys of a map or a fragment."""
    tree: Text = ()
    """Further groups, named by their place in the dependency tree of the sentence, see `core.language.rules.tree`."""
    where: Text = ()
    """Conditions that a match must satisfy, see `core.language.rules.conditions`."""
    replacement: str
    """Template for the corrected text: `{group}`, `{group|map}`."""
    priority: int = Field(ge=1, le=99)
    """How sure the author of the rule was of it: of rules that overlap, the one with the highest priority makes its proposal. It is a judgement
    and not a probability; the probability was measured (`core.tables.essays.rule_probabilities`)."""
    fitted: bool = False
    """Whether it was written with those sentences in view on which firings are counted for the probabilities."""
    zh: str = Field(min_length=4)
    """Template of the explanation: groups, and `{wrong}` and `{right}` for the two sides of the edit."""
    en: str = Field(min_length=4)
    wrong: str = Field(min_length=2)
    right: str = Field(min_length=2)
    more: tuple[tuple[str, str], ...] = ()
    """Further wrong sentences, each with its correction."""
    near: Text = Field(min_length=LEAST_NEAR_MISSES)
    """Right sentences that resemble the error."""

    @model_validator(mode="after")
    def _tree_is_of_a_sentence(self) -> Self:
        if self.tree and self.scope != "sentence":
            raise ValueError("Only a rule for sentences can name words by their place in the tree.")
        return self


@dataclass(frozen=True)
class EssayRules:
    """The rules and word lists of all files of the folder.

    Parameters
    ----------
    rows : the rules by id
    classes : word lists; an entry `%name` stands for another class, `-word` removes a word
    maps : from word to word, such as from a verb to its preposition
    fragments : pieces of patterns
    """

    rows: tuple[EssayRule, ...]
    classes: Mapping[str, Text]
    maps: Mapping[str, Mapping[str, str]]
    fragments: Mapping[str, str]


class _SharedEntries(Closed):
    """The word lists of a file, beside its rules.

    Classes are words separated by blanks; a map has one line for each value: the value, then the words that are mapped to it.
    """

    classes: dict[str, str] = Field(default_factory=dict)
    maps: dict[str, str] = Field(default_factory=dict)
    fragments: dict[str, Pattern] = Field(default_factory=dict)


def essay_rules(folder: Path) -> EssayRules:
    """Rules and word lists of every `*.toml` of a folder and its families.

    The order of files has no effect: the rules are sorted by id.

    Raises
    ------
    CorruptTable
        On the first bad rule, and for an id, class, map or fragment that is given twice.
    """
    rows: list[EssayRule] = []
    entries: dict[str, dict[str, Any]] = {"classes": {}, "maps": {}, "fragments": {}}
    for path in sorted(folder.rglob("*.toml")):
        content = _content(path)
        rule_rows = content.pop("rule", [])
        rows += [_checked(row, path, number) for number, row in enumerate(rule_rows, start=1)]
        shared = _shared_entries(content, path)
        for kind, collected in entries.items():
            _merge(collected, getattr(shared, kind), path, kind)
    _must_be_unique(folder, [row.id for row in rows])
    classes = {name: tuple(words.split()) for name, words in entries["classes"].items()}
    maps = {name: _map(lines) for name, lines in entries["maps"].items()}
    return EssayRules(tuple(sorted(rows, key=lambda row: row.id)), classes, maps, entries["fragments"])


def _map(lines: str) -> dict[str, str]:
    """From word to value, read from lines of a value and the words that are mapped to it.

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
    """A rule from its row. `number` counts the rules of the file, because TOML keeps no line numbers."""
    try:
        return EssayRule.model_validate(row, strict=False)
    except ValidationError as error:
        raise CorruptTable(path.name, number, "id", row.get("id", ""), str(error)) from error


def _shared_entries(content: dict[str, Any], path: Path) -> _SharedEntries:
    try:
        return _SharedEntries.model_validate(content)
    except ValidationError as error:
        raise CorruptTable(path.name, 0, "tables", sorted(content), str(error)) from error


def _merge(collected: dict[str, Any], added: Mapping[str, Any], path: Path, kind: str) -> None:
    for name, value in added.items():
        if name in collected:
            raise CorruptTable(path.name, 0, kind, name, "is given twice")
        collected[name] = value


def _must_be_unique(folder: Path, names: Iterable[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise CorruptTable(folder.name, 0, "id", name, "is given twice")
        seen.add(name)

"""Rules that find each grammar point in a text, and the page that shows the point to learners."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError, model_validator

from core.errors import CorruptTable
from core.tables.points import PointId
from core.tables.reading import jsonl_rows
from core.wire import Bilingual, Closed

MatchType = Literal[
    "词语匹配", "固定搭配", "模式匹配", "词性匹配", "短语匹配", "句法依存匹配", "语义匹配", "语义词性匹配"
]  # fmt: skip
"""The match types of the contract."""


class GrammarRule(Closed):
    """One way in which a point shows in a text; a point may have several.

    Exactly one of `words`, `chars`, `tokens` and `predicate` says what is searched, see
    `core.language.grammar.rules`; the other fields narrow it.
    """

    point: PointId
    type: MatchType
    words: tuple[str, ...] = ()
    """Words as they stand in the text, longest first wins."""
    chars: str = ""
    """Regular expression over the characters of a sentence."""
    tokens: str = ""
    """Token pattern, see `core.language.grammar.token_pattern`."""
    predicate: str = ""
    """Name of a function of `core.language.grammar.predicates`: `sentences.passives.with_agent`."""
    scope: Literal["sentence", "text"] = "sentence"
    """`text`: the function sees the whole text (relations between sentences)."""
    where: tuple[str, ...] = ()
    """Conditions that a match must satisfy, see `core.language.rules.conditions`; the cheap ones first."""
    check: str = ""
    """Name of a function of `core.language.grammar.predicates` that a match must satisfy."""
    trigger: tuple[str, ...] = ()
    """One of these strings stands in every sentence that can match: spares the search elsewhere."""
    group: tuple[str, ...] = ()
    """Competition groups: where markers of two matches of a group overlap, the better one stays."""
    priority: int = 0
    """Within a group the higher wins, then the longer."""

    @model_validator(mode="after")
    def _one_matcher(self) -> GrammarRule:
        if sum(map(bool, (self.words, self.chars, self.tokens, self.predicate))) != 1:
            raise ValueError("needs exactly one of words, chars, tokens and predicate")
        re.compile(self.chars)
        return self


class Example(Closed):
    """A sentence for learners with its English."""

    zh: str = Field(min_length=2)
    en: str = Field(min_length=2)


class NearMiss(Closed):
    """A sentence that looks like the point and is not, and why."""

    zh: str = Field(min_length=2)
    why: Bilingual


class PointPage(Closed):
    """What the catalogue shows of a point beside its explanation."""

    id: PointId
    pattern: str = Field(min_length=1)
    examples: tuple[Example, ...] = Field(min_length=2, max_length=4)
    near_miss: NearMiss


def grammar_rules(folder: Path) -> list[GrammarRule]:
    """Rules of all files in the folder, in the order of file names. Raises `CorruptTable` on the first bad one."""
    return [rule for path in sorted(folder.glob("*.toml")) for rule in grammar_rules_of(path)]


def grammar_rules_of(path: Path) -> list[GrammarRule]:
    """Rules of one file. Raises `CorruptTable` on the first bad one."""
    table = _toml(path)
    if unknown := sorted(table.keys() - {"rule"}):
        raise CorruptTable(path.name, 0, unknown[0], table[unknown[0]], "a file of rules holds [[rule]] and no more")
    rows: list[dict[str, Any]] = table.get("rule", [])
    return [_checked(row, path, number) for number, row in enumerate(rows, start=1)]


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise CorruptTable(path.name, 0, "file", path.name, str(error)) from error


def _checked(row: dict[str, Any], path: Path, number: int) -> GrammarRule:
    """`number` counts the rules of the file, for TOML keeps no line numbers."""
    try:
        return GrammarRule.model_validate(row, strict=False)
    except (ValidationError, re.error) as error:
        raise CorruptTable(path.name, number, row.get("point", "point"), row, str(error)) from error


def grammar_classes(folder: Path) -> dict[str, tuple[str, ...]]:
    """The word classes of all files in the folder, by name; which file holds one makes no difference.

    Raises `CorruptTable` for a file that cannot be read, a name that two files give, and a value that is no words.
    """
    classes: dict[str, tuple[str, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        for name, words in _toml(path).items():
            if name in classes:
                raise CorruptTable(path.name, 0, "name", name, "is given by two files")
            listed = words.split() if isinstance(words, str) else words
            if not isinstance(listed, list) or not listed or not all(isinstance(word, str) for word in listed):
                raise CorruptTable(path.name, 0, name, words, "is neither a string of words nor a list of them")
            classes[name] = tuple(listed)
    return classes


def point_pages(folder: Path) -> dict[str, PointPage]:
    """What the catalogue shows, by point. Raises `CorruptTable` on the first bad row."""
    rows = [row for path in sorted(folder.glob("*.jsonl")) for row in jsonl_rows(path, PointPage)]
    return {row.id: row for row in rows}

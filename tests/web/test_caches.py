"""Every cache that is keyed by text is bounded in number and in what a key may hold."""

from __future__ import annotations

import ast
import gc
import json
import weakref
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path

from core.language.caching import DigestCache, bounded_cache
from core.learning import level
from core.records.learner import FirstPortrait

ROOT = Path(__file__).resolve().parent.parent.parent
TABLES_ALONE = {
    "core/learning/prediction/predictor.py:_current": "the model that the database keeps",
    "core/learning/sums/states.py:requirements": "subjects",
    "core/language/rules/expressions.py:_compiled": "expressions of the tables with words of the tables",
    "core/language/rules/expressions.py:_trie": "words of the tables",
    "core/language/caching.py:lru_cache(max_entries)(function)": "short keys: the mechanism itself",
    "core/language/readings.py:_pattern_at_end": "patterns of the table of polyphones",
    "core/language/readings.py:_pattern_at_start": "patterns of the table of polyphones",
    "core/plan/tasks/spoken.py:tones_of": "pinyin of the word list",
    "core/questions/kinds/comprehension.py:_words_shared": "lines of the content",
    "core/questions/kinds/vocabulary.py:_sense_words": "glosses of the word list",
    "core/speech/aligning/phones.py:states": "initials and finals",
    "core/speech/measures/silences.py:_slots": "figures of a recording",
    "core/store/copies/shapes.py:shapes_at": "revisions that the migrations name: another one raises, and nothing is kept",
}
"""Caches whose keys no stranger writes, and who does."""


def test_no_cache_is_keyed_by_text_of_any_length() -> None:
    assert sorted(set(_keyed_by_text()) - set(TABLES_ALONE)) == []


def _keyed_by_text() -> Iterator[str]:
    """Functions under `cache` or `lru_cache` that take a text, and methods that are wrapped by hand."""
    for folder in ("core", "pages", "frame"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            where = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef) and any(map(_is_cache, node.decorator_list)) and _takes_text(node):
                    yield f"{where}:{node.name}"
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Call) and _is_cache(node.func):
                    yield f"{where}:{ast.unparse(node)}"


def _takes_text(function: ast.FunctionDef) -> bool:
    return any(each.annotation is not None and "str" in ast.unparse(each.annotation) for each in function.args.args)


def _is_cache(decorator: ast.expr) -> bool:
    return ast.unparse(decorator).partition("(")[0] in ("cache", "lru_cache", "functools.cache", "functools.lru_cache")


def test_a_long_key_is_answered_and_not_kept() -> None:
    asked: list[str] = []

    @bounded_cache(10)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length("好" * 20_000), length("好" * 20_000), length("好"), length("好")] == [20_000, 20_000, 1, 1]
    assert (len(asked), length.cached_entries()) == (3, 1)


def test_a_level_is_kept_without_what_was_told_of_the_student() -> None:
    told = "".join(["nine months ", "with a tutor in Lyon"])
    first = FirstPortrait(
        organisation_id="o",
        student_id="s1",
        source="api",
        questionnaire=json.dumps({"learning_duration": told}),
        test_results="{}",
        created_at=datetime(2026, 11, 1, tzinfo=UTC),
    )
    levels = level._level_on(None, first, date(2026, 11, 2))
    assert level._level_on(None, first, date(2026, 11, 2)) is levels
    kept = weakref.ref(first)
    del first
    gc.collect()
    assert kept() is None


def test_a_digest_cache_forgets_what_was_asked_longest_ago() -> None:
    asked: list[int] = []

    def squared(number: int) -> int:
        asked.append(number)
        return number * number

    cache = DigestCache[int](2)
    for number in (1, 2, 1, 3, 1, 2):
        assert cache.get(number, partial(squared, number)) == number * number
    assert asked == [1, 2, 3, 2]


def test_many_keys_push_the_oldest_out() -> None:
    @bounded_cache(10)
    def same(text: str) -> str:
        return text

    for number in range(1_000):
        same(str(number))
    assert same.cached_entries() == 10

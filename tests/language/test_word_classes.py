"""The word classes of the grammar: in predicates as sets and in patterns, and none that nothing names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.language import grammar
from core.language.grammar.word_classes import expanded, pattern, words
from core.tables import shipped_tables

NAMED = re.compile(r'%\{+(\w+)\}+|%(\w+)(?=[\]/|])|words\("(\w+)"\)')


def test_a_class_is_a_set_of_words_and_stands_in_patterns_with_the_longer_word_first() -> None:
    assert words("question_endings") >= {"吗", "不成"}
    assert expanded("一%{verbs_of_putting}").startswith("一(?:")
    found = pattern("%{compound_directions}").search("他跑出来了")
    assert found is not None
    assert found[0] == "出来"


def test_an_unknown_class_is_refused_by_name() -> None:
    with pytest.raises(KeyError, match="colours"):
        words("colours")
    with pytest.raises(ValueError, match="There is no class, map or fragment 'colours'"):
        pattern("%{colours}")


def test_every_class_is_named_by_a_rule_or_a_predicate() -> None:
    tables = shipped_tables()
    files = [*(tables.folder / "grammar_rules").glob("*.toml"), *Path(grammar.__path__[0]).rglob("*.py")]
    named = {name for path in files for groups in NAMED.findall(path.read_text(encoding="utf-8")) for name in groups}
    assert set(tables.grammar_classes) - named == set()

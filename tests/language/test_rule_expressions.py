"""Expressions with word classes: what is looked up matches as what is written out, and the index loses nothing."""

from __future__ import annotations

import re

import pytest

from core.language.rules import expressions
from core.language.rules.conditions import Occurrence, condition
from core.language.rules.expressions import Expression, WordClasses
from core.language.rules.index import RuleIndex
from core.language.rules.needed import needed_strings, strings_of
from tests.language.test_grammar_engine import sentence

CLASSES = WordClasses(
    {"long": ("书", "书包", "书包带", "苹果", "车", "汽车"), "short": ("个", "本"), "never": ("飞船",)},
    {"counted": "[一两三]%{short}"},
)
TEXTS = ["我有一本书包。", "书包带断了", "一个苹果", "两本汽车书", "没有", "三个飞船车"]
PATTERNS = [
    "%{counted}(?P<noun>%{long})",
    "(?P<noun>%{long})带",
    "(?<=%{short})%{long}(?!%{long})",
    "(?:%{long})?断",
    "%{never}%{long}|没",
    "(?<![%本])%{long}+",
    "(?!%{long})..",
    "(?=%{long}断)..",
    "(?>%{long}|一)断",
]


@pytest.fixture(autouse=True)
def every_class_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expressions, "LONG_CLASS", 2)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_an_expression_narrowed_to_the_words_of_a_text_matches_it_as_the_whole_one(pattern: str) -> None:
    expression = Expression(pattern, CLASSES)
    for text in TEXTS:
        words = CLASSES.words_of(text)
        whole = [match.regs for match in expression.whole.finditer(text)]
        assert [match.regs for match in expression.within(words).finditer(text)] == whole
        assert [match.regs for match in expression.finditer(text, words)] == whole
        assert expression.is_found(text, words) == bool(whole)


def test_an_expression_is_not_compiled_for_a_text_that_lacks_its_outline() -> None:
    expression = Expression("一%{long}断", CLASSES)
    words = CLASSES.words_of("一书")
    for _ in range(expressions.SEARCHES_BEFORE_WHOLE + expressions.SEARCHES_SPREAD):
        assert not expression.is_found("一书", words)
    assert expression.within(words) is not expression.whole


def test_an_expression_that_is_often_narrowed_is_compiled_whole() -> None:
    expression = Expression("一%{long}", CLASSES)
    words = CLASSES.words_of("一书")
    assert expression.within(words).pattern == "一(?>(?:书))"
    for _ in range(expressions.SEARCHES_BEFORE_WHOLE + expressions.SEARCHES_SPREAD):
        expression.within(words)
    assert expression.within(words) is expression.whole


def test_a_text_that_matches_holds_a_string_of_each_set_that_is_needed() -> None:
    for pattern in PATTERNS:
        expression = Expression(pattern, CLASSES)
        for text in TEXTS:
            strings = strings_of(text) | CLASSES.words_of(text).keys()
            if expression.whole.search(text):
                assert not any(needed.isdisjoint(strings) for needed in expression.needed), (pattern, text)


def test_a_class_is_needed_as_a_sign_and_never_in_a_pair() -> None:
    sign = CLASSES.sign_of["long"]
    assert set(Expression("一%{long}", CLASSES).needed) == {frozenset([sign]), frozenset("一")}


def test_what_stands_in_a_positive_look_around_is_needed_and_in_a_negative_one_not() -> None:
    assert set(needed_strings("(?<=虽然).(?!但是)")) == {frozenset(["虽然"]), frozenset("虽"), frozenset("然")}


def test_a_broken_pattern_is_an_error_of_the_pattern() -> None:
    with pytest.raises(re.error, match="unterminated"):
        _ = Expression("(一", CLASSES).needed


class Row:
    """A rule that needs what its pattern needs."""

    def __init__(self, pattern: str) -> None:
        self.pattern, self.needed = pattern, needed_strings(pattern)


def test_the_index_gives_the_rules_that_can_match_in_the_order_of_the_table() -> None:
    index = RuleIndex([Row("把.*了"), Row("."), Row("被"), Row("把")])
    assert [rule.pattern for rule in index.candidates(strings_of("把书看了"))] == ["把.*了", ".", "把"]
    assert [rule.pattern for rule in index.candidates(strings_of("把书"))] == [".", "把"]


def test_a_condition_on_markers_holds_of_each_or_of_the_whole_match() -> None:
    spoken = sentence("因为/SCONJ 下雨/VERB 所以/SCONJ")
    tagged = condition("markers tag SCONJ", CLASSES, groups=frozenset())
    assert tagged(Occurrence(spoken, (0, 6), markers=((0, 2), (4, 6))))
    assert not tagged(Occurrence(spoken, (0, 6), markers=((0, 2), (2, 4))))
    assert tagged(Occurrence(spoken, (0, 6)))

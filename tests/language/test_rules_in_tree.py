"""Words that a rule names by their place in the dependency tree."""

from __future__ import annotations

import pytest

from core.language.grammar.sentence import Sentence
from core.language.rules.conditions import Occurrence, condition
from core.language.rules.expressions import WordClasses
from core.language.rules.tree import named
from core.records.texts import Token

CLASSES = WordClasses({"partner": ("跟", "和")})


def sentence(cells: str) -> Sentence:
    """From `word/TAG/relation>head` cells."""
    tokens, text = [], ""
    for cell in cells.split(" "):
        word, tag, dependency = cell.split("/")
        relation, head = dependency.split(">")
        tokens.append(Token(word, len(text), len(text) + len(word), tag, int(head), relation))
        text += word
    return Sentence(text, 0, tokens)


NOT_EATEN = sentence(
    "我/PRON/nsubj>6 没/ADV/advmod>6 跟/ADP/case>4 老/ADJ/amod>4 朋友/NOUN/obl>6 一起/ADV/advmod>6 吃/VERB/root>-1 了/AUX/aux>6 饭/NOUN/obj>6"
)
NEG, VERB, OBJECT = (1, 2), (8, 9), (10, 11)


def found(line: str, **groups: tuple[int, int]) -> str | None:
    """The characters that a line names; None where there are none such."""
    name = named(line, CLASSES, groups=frozenset(groups))
    span = name.found(NOT_EATEN, [groups[group] for group in name.groups], None)
    return None if span is None else NOT_EATEN.text[span[0] : span[1]]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("verb = head neg", "吃"),
        ("verb = head neg advmod|obl", "吃"),
        ("verb = head neg case", None),
        ("above = head verb", None),
        ("aspect = child verb aux", "了"),
        ("aspect = child verb aux 着|过", None),
        ("who = child verb obl", "朋友"),
        ("who = phrase verb obl", "跟老朋友"),
        ("who = phrase verb obl %{partner}.+", "跟老朋友"),
        ("who = phrase verb obl 老.+", None),
        ("place = after verb", ""),
        ("place = before verb", ""),
        ("all = from verb to object", "吃了饭"),
        ("all = from object to verb", None),
    ],
)
def test_a_line_names_a_word_by_its_place(line: str, expected: str | None) -> None:
    assert found(line, neg=NEG, verb=VERB, object=OBJECT) == expected


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("verb is head of neg", "is named by"),
        ("verb = head nothing", "no group 'nothing'"),
        ("verb = child neg", "another argument"),
        ("all = from neg", "another argument"),
        ("who = child neg obl %{unknown}", "no class, map or fragment 'unknown'"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused(line: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        named(line, CLASSES, groups=frozenset({"neg"}))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("neg depends-on verb", True),
        ("verb depends-on neg", False),
        ("verb linked-to neg", True),
        ("neg linked-to object", False),
        ("verb has-child aux 了|过", True),
        ("verb has-child aux 过", False),
        ("verb lacks-child ccomp", True),
        ("verb lacks-child obj", False),
    ],
)
def test_a_condition_can_ask_for_dependencies(line: str, expected: bool) -> None:
    groups = {"neg": NEG, "verb": VERB, "object": OBJECT}
    holds = condition(line, CLASSES, groups=frozenset(groups))
    assert holds(Occurrence(NOT_EATEN, (0, len(NOT_EATEN.text)), groups)) == expected


def test_a_condition_on_a_group_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no group 'object'"):
        condition("neg depends-on object", CLASSES, groups=frozenset({"neg"}))

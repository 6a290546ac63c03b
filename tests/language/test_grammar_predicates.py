"""Predicates and rules name each other: every name of the table is a function, every marked function is named by a rule."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys

from core.language.grammar import predicates
from core.language.grammar.predicates import registry
from core.language.grammar.sentence import Sentence
from core.records.texts import Token
from core.tables import shipped_tables

RULES = shipped_tables().grammar_rules


def test_every_name_in_a_rule_leads_to_its_function() -> None:
    for row in RULES:
        if row.predicate and row.scope == "sentence":
            assert callable(registry.sentence_predicate_named(row.predicate))
        elif row.predicate:
            assert callable(registry.text_predicate_named(row.predicate))
        if row.check:
            assert callable(registry.check_named(row.check))


def test_every_marked_function_is_named_by_a_rule() -> None:
    for module in pkgutil.walk_packages(predicates.__path__, f"{predicates.__name__}."):
        importlib.import_module(module.name)
    marked = {*registry.SENTENCE_PREDICATES, *registry.TEXT_PREDICATES, *registry.CHECKS}
    assert marked == {name for row in RULES for name in (row.predicate, row.check) if name}


def test_a_module_is_loaded_when_the_first_rule_that_names_it_is_compiled() -> None:
    """In a process of its own: other tests have loaded every module."""
    code = """
import sys
from core.language.grammar.rules import PreparedRule
from core.language.rules.expressions import WordClasses
from core.tables.grammar import GrammarRule
from core.language.grammar.predicates import registry
from core.language.grammar.sentence import Sentence
from core.records.texts import Token

def loaded():
    return {name for name in sys.modules if name.startswith(registry.PACKAGE + ".")} - {registry.__name__}

assert not loaded(), loaded()
row = GrammarRule.model_validate({"point": "【三55】", "type": "语义匹配", "predicate": "sentences.passives.with_agent"}, strict=False)
PreparedRule(row, WordClasses({}))
assert loaded() == {registry.PACKAGE + ".sentences", registry.PACKAGE + ".sentences.passives"}, loaded()
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_copula_misread_after_its_noun_leaves_no_object() -> None:
    """The parser takes the last 了 of 是电脑中了 for a second copula of 电脑."""
    tokens = (
        Token("是", 0, 1, "AUX", 1, "cop"),
        Token("电脑", 1, 3, "NOUN", -1, "root"),
        Token("中", 3, 4, "NOUN", 1, "case:loc"),
        Token("了", 4, 5, "AUX", 1, "cop"),
    )
    assert (
        list(registry.sentence_predicate_named("parts.objects.nominal_object")(Sentence("是电脑中了", 0, tokens))) == []
    )

"""Word classes and maps that rules refer to: the lists of the rule files, and those derived from the word list and the measure words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from core.language.rules.expressions import WordClasses
from core.tables.essays.rules import EssayRules
from core.tables.words.equivalents import Classifiers
from core.tables.words.lists import WordList

LISTED = {
    "listed_noun": "N", "listed_verb": "V", "listed_adjective": "Adj", "listed_adverb": "Adv", "listed_pronoun": "Pron",
    "listed_measure": "M", "listed_numeral": "Num", "listed_preposition": "Prep", "listed_conjunction": "Conj",
}  # fmt: skip
"""Classes of the words that can have a part of speech, by its abbreviation in the word list."""
ONLY = {"only_noun": "N", "only_verb": "V", "only_adjective": "Adj", "only_adverb": "Adv"}
"""Classes of the words that have one part of speech and no other."""
CLASSIFIER = "classifier"
"""Name of the map from a noun to its usual measure word."""
COUNTED = "counted_noun"


@dataclass(frozen=True)
class Vocabulary:
    """The classes and maps that `%{name}` and `{group|map}` refer to.

    Parameters
    ----------
    classes : words by class; the keys of a map form a class of the map's name
    maps : from word to word, by the name of the map
    fragments : pieces of patterns
    classifiers : every measure word that goes with a noun
    """

    classes: Mapping[str, Sequence[str]]
    maps: Mapping[str, Mapping[str, str]]
    fragments: Mapping[str, str]
    classifiers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def words(self) -> WordClasses:
        """The classes and fragments in the form that expressions need."""
        return WordClasses(self.classes, self.fragments)


def vocabulary(rules: EssayRules, *, words: WordList, classifiers: Classifiers) -> Vocabulary:
    """The classes of the rule files with references resolved, together with those of the tables.

    Raises
    ------
    ValueError
        For a class that refers to one that does not exist, or to itself.
    """
    maps = {CLASSIFIER: {noun: fitting[0] for noun, fitting in classifiers.by_noun.items()}, **rules.maps}
    table_classes = {
        **_listed(words),
        COUNTED: tuple(classifiers.by_noun),
        **{name: tuple(keys) for name, keys in maps.items()},
    }
    spelt_out = {name: _spelt_out(name, rules.classes, table_classes, ()) for name in rules.classes}
    return Vocabulary({**table_classes, **spelt_out}, maps, rules.fragments, classifiers.by_noun)


def _listed(words: WordList) -> dict[str, tuple[str, ...]]:
    parts = {form: {pos for row in rows for pos in row.pos} for form, rows in words.by_form.items()}
    listed = {name: tuple(form for form, pos in parts.items() if tag in pos) for name, tag in LISTED.items()}
    return {
        **listed,
        **{name: tuple(form for form, pos in parts.items() if pos == {tag}) for name, tag in ONLY.items()},
        "listed": tuple(parts),
    }


def _spelt_out(
    name: str,
    rule_classes: Mapping[str, Sequence[str]],
    table_classes: Mapping[str, Sequence[str]],
    outer: tuple[str, ...],
) -> tuple[str, ...]:
    """The words of a class, including the classes that it refers to and without the words that it removes."""
    if name in outer:
        raise ValueError(f"The class {name!r} names itself.")
    if name not in rule_classes:
        if name not in table_classes:
            raise ValueError(f"There is no class {name!r}.")
        return tuple(table_classes[name])
    words: dict[str, None] = {}
    for entry in rule_classes[name]:
        if entry.startswith("%"):
            words.update(dict.fromkeys(_spelt_out(entry[1:], rule_classes, table_classes, (*outer, name))))
        elif entry.startswith("-%"):
            for word in _spelt_out(entry[2:], rule_classes, table_classes, (*outer, name)):
                words.pop(word, None)
        elif entry.startswith("-"):
            words.pop(entry[1:], None)
        else:
            words[entry] = None
    return tuple(words)

"""Word classes and maps that rules name: written lists of the rule files, and what the word list and the measure words give."""

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
"""Words of the list that can be this."""
ONLY = {"only_noun": "N", "only_verb": "V", "only_adjective": "Adj", "only_adverb": "Adv"}
"""Words of the list that are this and nothing else."""
CLASSIFIER = "classifier"
"""Map from a noun to its usual measure word."""
COUNTED = "counted_noun"


@dataclass(frozen=True)
class Vocabulary:
    """What `%{name}` and `{group|map}` mean.

    Parameters
    ----------
    classes : words by class; a map's keys are a class of the map's name
    maps : word to word
    fragments : pieces of patterns
    classifiers : every measure word that goes with a noun
    """

    classes: Mapping[str, Sequence[str]]
    maps: Mapping[str, Mapping[str, str]]
    fragments: Mapping[str, str]
    classifiers: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @cached_property
    def words(self) -> WordClasses:
        """The classes and fragments as expressions name them."""
        return WordClasses(self.classes, self.fragments)


def vocabulary(rules: EssayRules, *, words: WordList, classifiers: Classifiers) -> Vocabulary:
    """The classes of the rule files, spelt out, beside those of the tables.

    Raises
    ------
    ValueError
        For a class that names another one that does not exist, or itself.
    """
    maps = {CLASSIFIER: {noun: fitting[0] for noun, fitting in classifiers.by_noun.items()}, **rules.maps}
    given = {
        **_listed(words),
        COUNTED: tuple(classifiers.by_noun),
        **{name: tuple(keys) for name, keys in maps.items()},
    }
    spelt = {name: _spelt(name, rules.classes, given, ()) for name in rules.classes}
    return Vocabulary({**given, **spelt}, maps, rules.fragments, classifiers.by_noun)


def _listed(words: WordList) -> dict[str, tuple[str, ...]]:
    parts = {form: {pos for row in rows for pos in row.pos} for form, rows in words.by_form.items()}
    found = {name: tuple(form for form, pos in parts.items() if tag in pos) for name, tag in LISTED.items()}
    return {
        **found,
        **{name: tuple(form for form, pos in parts.items() if pos == {tag}) for name, tag in ONLY.items()},
        "listed": tuple(parts),
    }


def _spelt(
    name: str, written: Mapping[str, Sequence[str]], given: Mapping[str, Sequence[str]], above: tuple[str, ...]
) -> tuple[str, ...]:
    """The words of a class, with the classes that it names and without the words that it takes away."""
    if name in above:
        raise ValueError(f"The class {name!r} names itself.")
    if name not in written:
        if name not in given:
            raise ValueError(f"There is no class {name!r}.")
        return tuple(given[name])
    found: dict[str, None] = {}
    for entry in written[name]:
        if entry.startswith("%"):
            found.update(dict.fromkeys(_spelt(entry[1:], written, given, (*above, name))))
        elif entry.startswith("-%"):
            for word in _spelt(entry[2:], written, given, (*above, name)):
                found.pop(word, None)
        elif entry.startswith("-"):
            found.pop(entry[1:], None)
        else:
            found[entry] = None
    return tuple(found)

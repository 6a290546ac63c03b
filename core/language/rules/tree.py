"""Words that a rule names by their place in the dependency tree, however many words stand between: lines `name = kind group ...`, read in order.

The pattern of a rule anchors it in the characters; from a group of the pattern, or a name of a line before, a line goes on to another
word of the sentence. Where there is no such word the rule does not apply. Names are used like groups.

================================== ==========================================================================
`verb = head neg`                  the word that the first word of the group `neg` depends on
`verb = head neg advmod|obl`       the same, if it depends on it by one of these relations, or a subtype of one
`aspect = child verb aux 了|过`     the first word that depends on `verb` by such a relation and is one of these; the
                                   expression must match the whole word, and may be left out
`who = phrase verb nsubj 每.+`      the same with all that depends on that word in turn
`edit = before verb`, `after verb`  the place where the group begins or ends
`edit = from verb to object`       from where the one begins to where the other ends
================================== ==========================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from core.language.grammar.sentence import Sentence, Span, is_relation
from core.language.rules.expressions import Expression, TextWords, WordClasses

LINE = re.compile(
    r"(?P<name>[a-z_]+) = (?P<kind>head|child|phrase|before|after|from) (?P<group>[a-z_]+)(?: (?P<rest>.+))?"
)
RANGE = re.compile(r"to ([a-z_]+)")


@dataclass(frozen=True)
class Dependents:
    """Words that depend on a word by one of some relations, if an expression is given only those that it matches.

    Parameters
    ----------
    relations : relations; each stands for its subtypes too (`aux` for `aux:pass`)
    expression : must match the whole word, or with `phrases` the word with all that depends on it
    """

    relations: tuple[str, ...]
    expression: Expression | None = None
    phrases: bool = False

    @classmethod
    def read(cls, argument: str, classes: WordClasses, *, phrases: bool = False) -> Dependents:
        """From `relation|relation expression`."""
        relations, _, pattern = argument.partition(" ")
        return cls(tuple(relations.split("|")), Expression(pattern, classes) if pattern else None, phrases)

    def of(self, sentence: Sentence, span: Span, words: TextWords | None) -> Iterator[Span]:
        """The spans of the dependents of the word that covers the first character of a span."""
        token = sentence.token_over(span[0])
        for dependent in sentence.children[token] if token >= 0 else ():
            if not is_relation(sentence.tokens[dependent].relation, self.relations):
                continue
            first, last = sentence.subtree(dependent) if self.phrases else (dependent, dependent)
            start, end = sentence.span(first, last)
            if self.expression is None or self.expression.within(words).fullmatch(sentence.text, start, end):
                yield start, end


@dataclass(frozen=True)
class Named:
    """A line: the name that it gives, and how the span is found from those of other groups."""

    name: str
    groups: tuple[str, ...]
    found: Callable[[Sentence, Sequence[Span], TextWords | None], Span | None]
    expression: Expression | None = None


def named(line: str, classes: WordClasses, *, groups: frozenset[str]) -> Named:
    """What a line describes; `groups` are the names known before it.

    Raises
    ------
    ValueError
        For a line that cannot be read, and for an unknown group or class.
    """
    parts = LINE.fullmatch(line)
    if parts is None:
        raise ValueError(f"A word is named by `name = kind group ...`, not by {line!r}.")
    kind, rest = parts["kind"], parts["rest"] or ""
    used = (parts["group"], *RANGE.findall(rest)) if kind == "from" else (parts["group"],)
    if (kind == "from") != (len(used) == 2) or (kind in ("child", "phrase") and not rest):
        raise ValueError(f"{kind!r} needs another argument ({line!r}).")
    unknown = sorted(set(used) - groups)
    if unknown:
        raise ValueError(f"There is no group {unknown[0]!r} ({line!r}).")
    if kind in ("child", "phrase"):
        dependents = Dependents.read(rest, classes, phrases=kind == "phrase")
        return Named(parts["name"], used, partial(_first, dependents), dependents.expression)
    if kind == "head":
        return Named(parts["name"], used, partial(_head, tuple(rest.split("|")) if rest else ()))
    return Named(parts["name"], used, partial(_place, kind))


def _first(dependents: Dependents, sentence: Sentence, spans: Sequence[Span], words: TextWords | None) -> Span | None:
    return next(dependents.of(sentence, spans[0], words), None)


def _head(
    relations: tuple[str, ...], sentence: Sentence, spans: Sequence[Span], _words: TextWords | None
) -> Span | None:
    token = sentence.token_over(spans[0][0])
    if token < 0 or sentence.tokens[token].head < 0:
        return None
    if relations and not is_relation(sentence.tokens[token].relation, relations):
        return None
    return sentence.spans[sentence.tokens[token].head]


def _place(kind: str, _sentence: Sentence, spans: Sequence[Span], _words: TextWords | None) -> Span | None:
    if kind == "from":
        return (spans[0][0], spans[1][1]) if spans[0][0] <= spans[1][0] else None
    place = spans[0][0] if kind == "before" else spans[0][1]
    return place, place

"""Conditions that an occurrence must satisfy beyond its characters: lines `subject test argument` of a rule, each made into a check.

The subject is a group of the pattern, `match` (the whole), `markers` (each of the groups `a`, `b`, `c`, or the whole where
there are none), or a part of the text around it: `sentence`, `clause` (between clause marks), `before` and `after` (within the
sentence), `clause_before` and `clause_after`. A group that took no part satisfies every test but the last two: to `matches`
and `lacks` it is empty, to `unfits` a noun without measure words.

=========================== ==================================================================================
`noun edges`                a word begins where the group begins and one ends where it ends
`noun starts`, `noun ends`  one of the two
`verb token`                the group is one word
`verb tag VERB|AUX`         the word at its first character has one of these parts of speech; `not-tag` none
`noun next-tag PUNCT|PART`  so has the word after the group, "END" where the sentence ends; `next-not-tag`
`noun last-tag NOUN|PROPN`  so has the word before it, "START" where the sentence begins; `last-not-tag`
`match relation nsubj|obj`  the word at its first character has one of these relations, or a subtype of one
`adverb depends-on verb`    the word at its first character depends on the word at that of the group `verb`
`neg linked-to verb`        the same, or the other way round: 没有 is a head to some parses
`verb has-child aux 了|过`   a word depends on it by such a relation that is one of these (expression optional); `lacks-child` none
`verb in transitive|own`    its characters are a word of one of these classes; `not-in` of none
`noun not-within 得了|不了`   it is not part of one of these longer strings
`clause matches 比.+`        the expression is found in the stretch; `lacks` that it is not
`measure unfits noun`       the measure word is none of those of the noun in the group `noun`, which has some
=========================== ==================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from core.language.grammar.sentence import Sentence, Span, is_relation
from core.language.rules.expressions import Expression, TextWords, WordClasses
from core.language.rules.tree import Dependents

SURROUNDINGS = frozenset(["sentence", "clause", "before", "after", "clause_before", "clause_after"])
MATCH, MARKERS = "match", "markers"
START, END = "START", "END"


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A match of a rule's pattern in a sentence.

    Parameters
    ----------
    sentence : the sentence, or a whole text as one
    span : start and end of the whole match within it
    groups : the spans of the named groups that took part
    markers : the spans that make the match what it is; without any, the whole match
    words : the words of each class that occur in the text, by sign; None where they were not looked up
    """

    sentence: Sentence
    span: Span
    groups: Mapping[str, Span] = field(default_factory=dict)
    markers: tuple[Span, ...] = ()
    words: TextWords | None = None

    def spans(self, subject: str) -> tuple[Span, ...]:
        """The spans of a subject; none for a group that took no part in the match."""
        if subject == MATCH:
            return (self.span,)
        if subject == MARKERS:
            return self.markers or (self.span,)
        return (self.groups[subject],) if subject in self.groups else ()

    def text(self, subject: str) -> str:
        """The characters of a group or of the whole match; "" for a group that took no part in the match."""
        return "".join(self.sentence.text[start:end] for start, end in self.spans(subject))


Condition = Callable[[Occurrence], bool]
Classifiers = Mapping[str, Sequence[str]]


def condition(
    line: str, classes: WordClasses, *, groups: frozenset[str], classifiers: Classifiers | None = None
) -> Condition:
    """The check that a line describes.

    Parameters
    ----------
    line : `subject test argument`
    classes : the word classes that `in` and the names in an expression refer to
    groups : names of the groups of the rule's pattern
    classifiers : every measure word that goes with a noun, for `unfits`

    Raises
    ------
    ValueError
        For a line that cannot be read, an unknown group, test or class.
    """
    subject, _, rest = line.partition(" ")
    test, _, argument = rest.partition(" ")
    if subject not in SURROUNDINGS and subject not in groups and subject not in (MATCH, MARKERS):
        raise ValueError(f"There is no group {subject!r} in the pattern ({line!r}).")
    if test in ("matches", "lacks"):
        return partial(_holds, subject, Expression(argument, classes), test == "matches")
    if subject in SURROUNDINGS:
        raise ValueError(f"A stretch can only match or lack something ({line!r}).")
    if test == "unfits":
        return partial(_is_unfit, subject, argument, classifiers or {})
    if test in ("has-child", "lacks-child"):
        return partial(_has_child, subject, Dependents.read(argument, classes), test == "has-child")
    if test in ("depends-on", "linked-to"):
        if argument not in groups:
            raise ValueError(f"There is no group {argument!r} in the pattern ({line!r}).")
        return partial(_depends if test == "depends-on" else _is_linked, subject, argument)
    return partial(_all_spans, subject, _test(test, argument, classes, line))


def _test(test: str, argument: str, classes: WordClasses, line: str) -> Callable[[Sentence, Span], bool]:
    options = frozenset(argument.split("|")) if argument else frozenset[str]()
    if test in _EDGES:
        return _EDGES[test]
    if test.replace("not-", "") in _TAGS:
        return partial(_has_tag, _TAGS[test.replace("not-", "")], options, "not-" not in test)
    if test == "relation":
        return partial(_has_relation, tuple(argument.split("|")))
    if test in ("in", "not-in"):
        words = frozenset[str]().union(*(_members(classes, name, line) for name in options))
        return partial(_is_listed, words, test == "in")
    if test == "not-within":
        return partial(_is_outside, tuple(options))
    raise ValueError(f"There is no test {test!r} ({line!r}).")


def expressions_in(conditions: Sequence[Condition]) -> Iterator[Expression]:
    """The expressions that the conditions search for."""
    for check in conditions:
        if isinstance(check, partial):
            yield from (argument for argument in check.args if isinstance(argument, Expression))
            yield from (
                argument.expression
                for argument in check.args
                if isinstance(argument, Dependents) and argument.expression
            )


def _members(classes: WordClasses, name: str, line: str) -> frozenset[str]:
    if name not in classes.members:
        raise ValueError(f"There is no class {name!r} ({line!r}).")
    return classes.members[name]


def _all_spans(subject: str, check: Callable[[Sentence, Span], bool], occurrence: Occurrence) -> bool:
    return all(check(occurrence.sentence, span) for span in occurrence.spans(subject))


def _starts(sentence: Sentence, span: Span) -> bool:
    return span[0] in sentence.token_at_start


def _ends(sentence: Sentence, span: Span) -> bool:
    return span[1] in sentence.token_at_end


def _edges(sentence: Sentence, span: Span) -> bool:
    return _starts(sentence, span) and _ends(sentence, span)


def _token(sentence: Sentence, span: Span) -> bool:
    return span[0] in sentence.token_at_start and sentence.token_at_start[span[0]] == sentence.token_at_end.get(span[1])


_EDGES: dict[str, Callable[[Sentence, Span], bool]] = {
    "starts": _starts, "ends": _ends, "edges": _edges, "token": _token,
}  # fmt: skip


def _own_tag(sentence: Sentence, span: Span) -> str:
    return sentence.tag_at.get(sentence.token_over(span[0]), "")


def _next_tag(sentence: Sentence, span: Span) -> str:
    return sentence.tag_at.get(_token_over_either(sentence, span[1], span[1] + 1), END)


def _last_tag(sentence: Sentence, span: Span) -> str:
    return sentence.tag_at.get(_token_over_either(sentence, span[0] - 1, span[0] - 2), START)


def _token_over_either(sentence: Sentence, offset: int, beyond: int) -> int:
    """The token at an offset, or at the one beyond it where a blank stands between; -1 outside the sentence."""
    token = sentence.token_over(offset)
    return token if token >= 0 else sentence.token_over(beyond)


_TAGS: dict[str, Callable[[Sentence, Span], str]] = {"tag": _own_tag, "next-tag": _next_tag, "last-tag": _last_tag}


def _has_tag(
    tag_of: Callable[[Sentence, Span], str], tags: frozenset[str], expected: bool, sentence: Sentence, span: Span
) -> bool:
    return (tag_of(sentence, span) in tags) == expected


def _has_relation(relations: tuple[str, ...], sentence: Sentence, span: Span) -> bool:
    token = sentence.token_over(span[0])
    return token >= 0 and is_relation(sentence.tokens[token].relation, relations)


def _has_child(subject: str, dependents: Dependents, expected: bool, occurrence: Occurrence) -> bool:
    return all(
        any(True for _ in dependents.of(occurrence.sentence, span, occurrence.words)) == expected
        for span in occurrence.spans(subject)
    )


def _depends(subject: str, head: str, occurrence: Occurrence) -> bool:
    sentence = occurrence.sentence
    heads = {sentence.token_over(start) for start, _ in occurrence.spans(head)} - {-1}
    words = [sentence.token_over(start) for start, _ in occurrence.spans(subject)]
    return all(word >= 0 and sentence.tokens[word].head in heads for word in words)


def _is_linked(one: str, other: str, occurrence: Occurrence) -> bool:
    return _depends(one, other, occurrence) or _depends(other, one, occurrence)


def _is_listed(words: frozenset[str], expected: bool, sentence: Sentence, span: Span) -> bool:
    return (sentence.text[span[0] : span[1]] in words) == expected


def _is_outside(longer: tuple[str, ...], sentence: Sentence, span: Span) -> bool:
    return not any(_covers(sentence.text, word, span) for word in longer)


def _covers(text: str, word: str, span: Span) -> bool:
    start = text.find(word, max(0, span[1] - len(word)))
    return 0 <= start <= span[0] and start + len(word) >= span[1]


def _is_unfit(group: str, noun: str, classifiers: Classifiers, occurrence: Occurrence) -> bool:
    fitting = classifiers.get(occurrence.text(noun), ())
    return bool(fitting) and occurrence.text(group) not in fitting


def _holds(subject: str, expression: Expression, expected: bool, occurrence: Occurrence) -> bool:
    return expression.is_found(_searched_text(subject, occurrence), occurrence.words) == expected


def _searched_text(subject: str, occurrence: Occurrence) -> str:
    if subject not in SURROUNDINGS:
        return occurrence.text(subject)
    text, (start, end) = occurrence.sentence.text, occurrence.span
    if subject == "sentence":
        return text
    if subject == "before":
        return text[:start]
    if subject == "after":
        return text[end:]
    clauses = occurrence.sentence.clauses
    first = next((left for left, right in clauses if left <= start < right), start)
    last = next((right for left, right in clauses if left < max(end, start + 1) <= right), end)
    if subject == "clause_before":
        return text[first:start]
    return text[end:last] if subject == "clause_after" else text[first:last]

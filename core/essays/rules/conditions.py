"""What a match must satisfy beyond its characters: `subject test argument` lines of a rule, each made into a check.

The subject is a group of the pattern (`match` is the whole), or a stretch round it: `sentence`, `clause` (between clause
marks), `before` and `after` (within the sentence), `clause_before` and `clause_after`. A group that took no part
satisfies every test but the last two: to `matches` and `lacks` it is empty, to `unfits` a noun without measure words.

=========================== ==================================================================================
`noun edges`                a word begins where the group begins and one ends where it ends
`noun starts`, `noun ends`  one of the two
`verb token`                the group is one word
`verb tag VERB|AUX`         the word at its first character has one of these parts of speech; `not-tag` none
`noun next-tag PUNCT|PART`  so has the word after the group, "END" where the sentence ends; `next-not-tag`
`noun last-tag NOUN|PROPN`  so has the word before it, "START" where the sentence begins; `last-not-tag`
`verb in transitive|own`    its characters are a word of one of these classes; `not-in` of none
`noun not-within 得了|不了`   it is not part of one of these longer strings
`clause matches 比.+`        the expression is found in the stretch; `lacks` that it is not
`measure unfits noun`       the measure word is none of those of the noun in the group `noun`, which has some
=========================== ==================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from core.essays.rules.patterns import expanded
from core.essays.rules.vocabulary import Vocabulary
from core.language.grammar.sentence import Sentence

Found = re.Match[str]
Condition = Callable[[Sentence, Found], bool]
Span = tuple[int, int]

STRETCHES = frozenset(["sentence", "clause", "before", "after", "clause_before", "clause_after"])
START, END = "START", "END"


def condition(line: str, vocabulary: Vocabulary, groups: frozenset[str]) -> Condition:
    """The check that a line means.

    Raises
    ------
    ValueError
        For a line that cannot be read, an unknown group, test or class.
    """
    subject, _, rest = line.partition(" ")
    test, _, argument = rest.partition(" ")
    if subject not in STRETCHES and subject not in groups and subject != "match":
        raise ValueError(f"There is no group {subject!r} in the pattern ({line!r}).")
    if test in ("matches", "lacks"):
        expression = re.compile(expanded(argument, classes=vocabulary.classes, fragments=vocabulary.fragments))
        return partial(_holds, subject, expression, test == "matches")
    if subject in STRETCHES:
        raise ValueError(f"A stretch can only match or lack something ({line!r}).")
    return _on_group(subject, test, argument, vocabulary, line)


def _on_group(group: str, test: str, argument: str, vocabulary: Vocabulary, line: str) -> Condition:
    options = frozenset(argument.split("|")) if argument else frozenset[str]()
    if test in _EDGES:
        return partial(_EDGES[test], group)
    if test.replace("not-", "") in _PLACES:
        return partial(_has_tag, _PLACES[test.replace("not-", "")], group, options, "not-" not in test)
    if test in ("in", "not-in"):
        words = frozenset[str]().union(*(_members(vocabulary, name, line) for name in options))
        return partial(_listed, group, words, test == "in")
    if test == "not-within":
        return partial(_outside, group, tuple(options))
    if test == "unfits":
        return partial(_unfit, group, argument, vocabulary)
    raise ValueError(f"There is no test {test!r} ({line!r}).")


def _members(vocabulary: Vocabulary, name: str, line: str) -> frozenset[str]:
    if name not in vocabulary.members:
        raise ValueError(f"There is no class {name!r} ({line!r}).")
    return vocabulary.members[name]


def _span(group: str, found: Found) -> Span | None:
    """Where a group stands; None for one that took no part."""
    span = found.span() if group == "match" else found.span(group)
    return None if span[0] < 0 else span


def _starts(group: str, sentence: Sentence, found: Found) -> bool:
    span = _span(group, found)
    return span is None or span[0] in sentence.token_at_start


def _ends(group: str, sentence: Sentence, found: Found) -> bool:
    span = _span(group, found)
    return span is None or span[1] in sentence.token_at_end


def _edges(group: str, sentence: Sentence, found: Found) -> bool:
    return _starts(group, sentence, found) and _ends(group, sentence, found)


def _token(group: str, sentence: Sentence, found: Found) -> bool:
    span = _span(group, found)
    return span is None or (
        span[0] in sentence.token_at_start and sentence.token_at_start[span[0]] == sentence.token_at_end.get(span[1])
    )


_EDGES: dict[str, Callable[[str, Sentence, Found], bool]] = {
    "starts": _starts, "ends": _ends, "edges": _edges, "token": _token,
}  # fmt: skip


def _own_tag(sentence: Sentence, span: Span) -> str:
    return sentence.tag_at.get(sentence.token_over(span[0]), "")


def _next_tag(sentence: Sentence, span: Span) -> str:
    place = next((at for at in (sentence.token_over(offset) for offset in (span[1], span[1] + 1)) if at >= 0), -1)
    return sentence.tag_at.get(place, END)


def _last_tag(sentence: Sentence, span: Span) -> str:
    place = next((at for at in (sentence.token_over(span[0] - back) for back in (1, 2)) if at >= 0), -1)
    return sentence.tag_at.get(place, START)


_PLACES: dict[str, Callable[[Sentence, Span], str]] = {"tag": _own_tag, "next-tag": _next_tag, "last-tag": _last_tag}


def _has_tag(
    tag_of: Callable[[Sentence, Span], str], group: str, tags: frozenset[str], wanted: bool, sentence: Sentence, found: Found
) -> bool:  # fmt: skip
    span = _span(group, found)
    return span is None or (tag_of(sentence, span) in tags) == wanted


def _listed(group: str, words: frozenset[str], wanted: bool, _: Sentence, found: Found) -> bool:
    span = _span(group, found)
    return span is None or (found.string[span[0] : span[1]] in words) == wanted


def _outside(group: str, longer: tuple[str, ...], sentence: Sentence, found: Found) -> bool:
    span = _span(group, found)
    return span is None or not any(_covers(sentence.text, word, span) for word in longer)


def _covers(text: str, word: str, span: Span) -> bool:
    at = text.find(word, max(0, span[1] - len(word)))
    return 0 <= at <= span[0] and at + len(word) >= span[1]


def _unfit(group: str, noun: str, vocabulary: Vocabulary, _: Sentence, found: Found) -> bool:
    fitting = vocabulary.classifiers.get(found[noun] or "", ())
    return bool(fitting) and found[group] not in fitting


def _holds(subject: str, expression: re.Pattern[str], wanted: bool, sentence: Sentence, found: Found) -> bool:
    return (expression.search(_stretch(subject, sentence, found)) is not None) == wanted


def _stretch(subject: str, sentence: Sentence, found: Found) -> str:
    text = found.string
    if subject not in STRETCHES:
        return found[0] if subject == "match" else found[subject] or ""
    if subject == "sentence":
        return text
    if subject == "before":
        return text[: found.start()]
    if subject == "after":
        return text[found.end() :]
    first = next((start for start, end in sentence.clauses if start <= found.start() < end), found.start())
    last = next(
        (end for start, end in sentence.clauses if start < max(found.end(), found.start() + 1) <= end), found.end()
    )
    if subject == "clause_before":
        return text[first : found.start()]
    return text[found.end() : last] if subject == "clause_after" else text[first:last]

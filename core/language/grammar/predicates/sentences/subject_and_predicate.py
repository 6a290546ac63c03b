"""Sentences of subject and predicate: verbal, adjectival, nominal, double (主谓句)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.parts.predicates import nominal_parts
from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunks
from core.language.grammar.syntax.dependencies import copulas, is_subject, noun_phrase, predicate_heads, subjects_of
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern, words


@cached_on_sentence
def sentence_kind(sentence: Sentence, first: int, last: int) -> str:
    """`verb`, `adjective` or nothing for a chunk with an overt subject and such a predicate."""
    heads = [i for i in [*predicate_heads(sentence), *copulas(sentence)] if first <= i <= last]
    for index in sorted(heads):
        if relation(sentence, index).startswith("ccomp"):
            continue
        head = sentence.tokens[index].head if relation(sentence, index) == "cop" else index
        subjects = [i for i in subjects_of(sentence, head) if first <= i < index]
        if not subjects:
            nearest = [i for i in range(first, index) if is_subject(sentence, i)]
            timed = (
                tag(sentence, first) == "NOUN"
                and tag(sentence, index) == "ADJ"
                and relation(sentence, first).startswith("obl:tmod")
            )
            if not nearest and not timed:
                continue
        if tag(sentence, index) == "ADJ" or word(sentence, index) in FEELING_VERBS:
            return "" if word(sentence, index + 1) == "得" else "adjective"
        return "verb"
    return ""


FEELING_VERBS = words("feeling_verbs")


@cached_on_sentence
def _of_kind(sentence: Sentence, kind: str) -> Iterator[Span]:
    for first, last in chunks(sentence):
        if sentence_kind(sentence, first, last) == kind:
            while first < last and (
                tag(sentence, first) in ("SCONJ", "CCONJ")
                or word(sentence, first) in ("因为", "所以", "如果", "虽然", "但是", "可是", "但")
            ):
                first += 1
            yield sentence.span(first, last)


@predicate
@cached_on_sentence
def verbal(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and a verbal predicate."""
    yield from _of_kind(sentence, "verb")


@predicate
def adjectival(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and an adjectival predicate."""
    yield from _of_kind(sentence, "adjective")


@predicate
def nominal(sentence: Sentence) -> Iterator[Span]:
    """The clause whose predicate is a noun or an amount."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if (
            span is not None
            and span[0] < span[1][0]
            and not sentence.text[span[1][0] : span[1][1]].startswith("怎么样")
        ):
            yield span[0], span[1][1]


@predicate
def double_subject(sentence: Sentence) -> Iterator[Span]:
    """他工作很忙, 这本书我看过: two nominals before one predicate, no 的 between."""
    for first, last in chunks(sentence):
        if double_parts(sentence, first, last) is not None:
            yield sentence.span(first, last)


def _timed(sentence: Sentence, i: int) -> bool:
    return is_time(word(sentence, i)) or is_time(sentence.text[slice(*sentence.span(*noun_phrase(sentence, i)))])


PART_OF_WHOLE = pattern(r"%{parts_of_wholes}")


@cached_on_sentence
def double_parts(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """The two subject tokens of a chunk, None when there are not two."""
    for index in sorted({*predicate_heads(sentence), *(sentence.tokens[i].head for i in copulas(sentence))}):
        if not first < index <= last:
            continue
        subjects = [
            i
            for i in range(first, index)
            if (
                is_subject(sentence, i)
                or (
                    relation(sentence, i) in ("dislocated", "obl:tmod", "nmod:topic", "obl:patient", "obj", "obl")
                    and tag(sentence, i) in NOMINAL
                )
            )
            and sentence.tokens[i].head == index
        ]
        subjects = [
            i
            for i in subjects
            if not _timed(sentence, i)
            and word(sentence, i) != "自己"
            and not (word(sentence, i) == "人" and word(sentence, i - 1) == "个")
            and not any(tag(sentence, child) in ("ADP",) for child in sentence.children[i])
        ]
        if (
            len(subjects) >= 2
            and is_subject(sentence, subjects[-1])
            and tag(sentence, subjects[0]) != "DET"
            and not any(word(sentence, i) in ("是", "有", "的话", "说") for i in range(subjects[0], subjects[1]))
            and not any(
                tag(sentence, i) == "VERB" and sentence.tokens[i].head == index
                for i in range(subjects[0], subjects[-1])
            )
        ) and not _is_one_phrase(sentence, subjects[0], subjects[1], index):
            return subjects[0], subjects[1]
        if len(subjects) == 1 and tag(sentence, index) in ("ADJ", "VERB"):
            subject = subjects[0]
            before = subject - 1
            if (
                before >= first
                and PART_OF_WHOLE.fullmatch(word(sentence, subject))
                and sentence.tokens[before].head == subject
                and tag(sentence, before) in NOMINAL
                and relation(sentence, before) in ("nmod", "compound", "nsubj")
                and (tag(sentence, index) == "ADJ" or word(sentence, index) in ("疼", "痛"))
            ):
                return before, subject
    return _whole_and_part(sentence, first, last)


PART_PREDICATE = pattern(r"(?:%{adverbs_of_parts}|有点儿?)*[\u4e00-\u9fff]{1,3}(?:了|吗|吧|呢|啊|极了)?")


def _is_one_phrase(sentence: Sentence, first: int, second: int, predicate_at: int) -> bool:
    """我们班有…, 此事需…: a pronoun that belongs to the noun behind it."""
    if word(sentence, first) in ("此", "这", "那", "该", "本", "其", "各", "每"):
        return True
    plain = second == first + 1 and tag(sentence, first) == "PRON" and tag(sentence, second) == "NOUN"
    part = PART_OF_WHOLE.fullmatch(word(sentence, second)) is not None
    return plain and not part and tag(sentence, predicate_at) == "VERB"


def _whole_and_part(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """他工作很忙, 北京冬天天气很冷: a whole, one of its parts, an adjective."""
    part = first + 1
    while part < last and is_time(word(sentence, part)):
        part += 1
    if (
        tag(sentence, first) not in NOMINAL
        or is_time(word(sentence, first))
        or not PART_OF_WHOLE.fullmatch(word(sentence, part))
    ):
        return None
    rest = [tag(sentence, later) for later in range(part + 1, last + 1)]
    if "ADJ" in rest or word(sentence, last) in ("疼", "痛"):
        text = sentence.text[sentence.spans[part][1] : sentence.spans[last][1]]
        if (
            set(rest) <= {"ADV", "ADJ", "PART", "AUX", "VERB"}
            and PART_PREDICATE.fullmatch(text)
            and word(sentence, part + 1) not in ("的", "得")
        ):
            return first, part
    return None

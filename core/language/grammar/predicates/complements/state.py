"""Complements of state: 写得很好, 笑得说不出话来 (状态补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.predicates.words.structural_particles import de_complement
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.chunks import chunk_of, without_particles
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import pattern, words


def _after_de(sentence: Sentence) -> Iterator[tuple[int, int, int]]:
    """(verb token, 得 token, last token of the chunk) of each 得 that leads a complement."""
    for index, text in enumerate(sentence.words):
        if (
            text != "得"
            or not index
            or re.match(r"得(?:不得了|慌|不行|要命|要死)", sentence.text[sentence.spans[index][0] :])
        ):
            continue
        start = sentence.spans[index][0]
        if not de_complement(sentence, ((start, start + 1),)):
            continue
        _, high = chunk_of(sentence, index)
        if index < high:
            yield index - 1, index, without_particles(sentence, index + 1, high)


DEGREE_ADVERBS = words("degree_adverbs")
FIXED_DEGREE = re.compile(r"很$|不得了|慌$|厉害$|要命|不行|要死|多$|不了|下$|完$")


@predicate
def adjective(sentence: Sentence) -> Iterator[Span]:
    """Verb + 得 + adjective, with adverbs."""
    for verb, de, last in _after_de(sentence):
        end = _adjective_after(sentence, de, last)
        if end >= 0 and (tag(sentence, verb) == "VERB" or tag(sentence, verb) in ("NOUN", "ADP")):
            start, stop = sentence.span(verb, end)
            yield (start + 1 if word(sentence, verb) == "歌唱" else start), stop


STATE_WORDS = words("state_words")
AFTER_STATE = words("after_state_adjective")


def _adjective_after(sentence: Sentence, de: int, last: int) -> int:
    """Index of the adjective that closes the complement, -1 when it is something else."""
    adjective = de + 1
    doubled = re.match(
        r"([\u4e00-\u9fff])\1([\u4e00-\u9fff])\2(?![\u4e00-\u9fff]{2})", sentence.text[sentence.spans[adjective][0] :]
    )
    if doubled:
        return sentence.token_over(sentence.spans[adjective][0] + 3)
    while (
        adjective < last
        and (word(sentence, adjective) in DEGREE_ADVERBS or tag(sentence, adjective) == "ADV")
        and not (word(sentence, adjective) == "多" and adjective == last)
    ):
        adjective += 1
    if word(sentence, adjective) == "比" or word(sentence, adjective) == "跟":
        adjective = next(
            (later for later in range(adjective + 1, last + 1) if tag(sentence, later) == "ADJ"), adjective
        )
    if (
        tag(sentence, adjective) != "ADJ"
        and word(sentence, adjective) not in STATE_WORDS
        and not re.fullmatch(r"(.)\1(.)\2", word(sentence, adjective))
    ):
        return -1
    text = sentence.text[sentence.spans[de + 1][0] : sentence.spans[adjective][1]]
    if adjective == de + 1 and re.fullmatch(r"(.)\1(.)\2", word(sentence, adjective)):
        return adjective
    if re.fullmatch(r"不得了|不行|要命|厉害|慌|很|清楚|懂|完|干净", text) and (
        text in ("不得了", "不行", "要命", "慌", "很", "懂", "完")
        or (text == "厉害" and tag(sentence, de - 1) == "ADJ")
    ):
        return -1
    rest = [tag(sentence, later) for later in range(adjective + 1, last + 1)]
    if (
        not rest
        or rest[0] in ("PUNCT", "PART", "AUX", "NUM", "ADV", "CCONJ", "ADJ")
        or word(sentence, adjective + 1) in AFTER_STATE
    ):
        return adjective
    return -1


POTENTIAL_TAIL = pattern(r"(?:%{potential_tails}|出来?|下来?|进去?|过来?|上来?)(?![\u4e00-\u9fff]{3})")
DEGREE_TAIL = pattern(r"(?:%{degree_tails}|跟[^，。]{1,6}一样)")
POTENTIAL_WORD = pattern(r"%{potential_complement_words}|清楚?")


@predicate
def phrase(sentence: Sentence) -> Iterator[Span]:
    """Verb or adjective + 得 + verb phrase, clause or set phrase; reported to the end of the chunk."""
    for verb, de, last in _after_de(sentence):
        after = sentence.text[sentence.spans[de + 1][0] : sentence.spans[last][1]]
        if (
            (_adjective_after(sentence, de, last) >= 0 and not re.match(r"又", after))
            or FIXED_DEGREE.fullmatch(after)
            or re.match(r"(?:很|不得了|厉害|慌|要命|不行|要死)$", after)
        ):
            continue
        if tag(sentence, verb) not in ("VERB", "ADJ", "AUX") or (
            word(sentence, verb) in ("过", "没") and after[:1] in "去说"
        ):
            continue
        if POTENTIAL_TAIL.match(after) and tag(sentence, de + 1) in ("VERB", "PART", "ADJ") and len(after) < 9:
            continue
        if DEGREE_TAIL.match(after) and not re.match(
            r"(?:这么|那么|很|不太|更|最)?(?:想|让|叫|使|不想|说|像|有|受|讨)", after
        ):
            continue
        if POTENTIAL_WORD.fullmatch(word(sentence, de + 1)) and tag(sentence, de + 2) not in (
            "VERB",
            "ADV",
            "ADJ",
            "AUX",
        ):
            continue
        kinds = {tag(sentence, i) for i in range(de + 1, last + 1)}
        if (
            "VERB" in kinds
            or (len(after) == 4 and re.fullmatch(r"[\u4e00-\u9fff]{4}", after))
            or (kinds & {"ADJ"} and kinds & {"NOUN", "PRON"})
        ):
            yield sentence.span(verb, last)


@check
def not_potential(sentence: Sentence, markers: Markers) -> bool:
    """洗得干净 beside 洗不干净 is potential."""
    match = re.match(r"(.)得(.{1,2})$", sentence.text[slice(*markers[0])])
    return match is None or f"{match[1]}不{match[2]}" not in sentence.text


@check
def led_by_ge(sentence: Sentence, markers: Markers) -> bool:
    """个 that leads a complement follows a verb."""
    index = sentence.token_over(markers[0][0])
    return tag(sentence, index) in ("VERB", "AUX", "ADP", "NOUN") and word(sentence, index) not in (
        "是",
        "有",
        "这",
        "那",
        "找",
        "买",
        "当",
        "做",
    )

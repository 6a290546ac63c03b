"""Aspect particles: 了, 着, 过 (动态助词)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import PARTICLE_AND_EDGE
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words


@predicate
def le_aspect(sentence: Sentence) -> Iterator[Span]:
    """了 after a verb that has something behind it."""
    for index in aspect_le_tokens(sentence):
        yield sentence.span(index, index)


def aspect_le_tokens(sentence: Sentence) -> Iterator[int]:
    """Tokens 了 inside a clause, after a verb or its complement."""
    for index, text in enumerate(sentence.words):
        if text != "了" or not index:
            continue
        end = sentence.spans[index][1]
        if PARTICLE_AND_EDGE.match(sentence.text, end) or re.match(
            r"(?:我|你|他|她)?没(?:有)?[？?]", sentence.text[end:]
        ):
            continue
        before = sentence.words[index - 1]
        if re.match(re.escape(before) + "了", sentence.text[end:]) or sentence.text[
            : sentence.spans[index][0]
        ].endswith(before + "了" + before):
            continue
        if before in ("为", "除", "不", "得", "极", "死", "算", "好", "对") and tag(sentence, index - 1) != "VERB":
            continue_after = before == "好" and relation(sentence, index - 1).startswith(("compound", "xcomp"))
        else:
            continue_after = before not in ("不", "得", "为", "除")
        if not continue_after:
            continue
        if re.search(r"(?:太|够|再[好大多]不过)[^，。]{1,3}了$", sentence.text[:end]):
            continue
        if tag(sentence, index) == "PART" and tag(sentence, index + 1) in ("PART", "PUNCT", ""):
            continue
        yield index


NOT_EXPERIENCE = pattern(r"过(?:%{guo_other_words}|年(?!轻))")
OTHER_GUO = pattern(r"%{before_other_guo}$")


@check
def guo(sentence: Sentence, markers: Markers) -> bool:
    """过 of experience: after a verb, not a direction, not the verb 过."""
    start, _end = markers[0]
    text = sentence.text
    index = sentence.token_over(start)
    going = re.match(r"过(?:去|来)(?:[年]|[\u4e00-\u9fff])", text[start:]) and tag(sentence, index) == "AUX"
    if not start or (NOT_EXPERIENCE.match(text, start) and not going):
        return False
    if OTHER_GUO.search(text[:start]):
        return tag(sentence, index) == "AUX" and not re.search(r"(?:通|超|经|不|难|胜|只|太|得)$", text[:start])
    if re.match(
        r"过(?:了)?(?:晚饭|早饭|午饭|饭|澡)(?:以后|后|，|就|再|才)|过(?:后|就|再)|过[^，。；]{1,4}?(?:以后|之后|后|就|再|才)(?!来)",
        text[start:],
    ):
        return False
    return (
        tag(sentence, index) == "AUX"
        or (word(sentence, index) != "过" and word(sentence, index).endswith("过") and tag(sentence, index) == "VERB")
        or (
            tag(sentence, index - 1) == "VERB"
            and tag(sentence, index) in ("PART", "VERB")
            and relation(sentence, index) in ("aux", "compound")
        )
    )


ZHE_WORDS = words("zhe_words")  # fmt: skip
PREPOSITIONS_WITH_ZHE = words("prepositions_with_zhe")


@check
def zhe(sentence: Sentence, markers: Markers) -> bool:
    """着 after a verb, state or action going on."""
    start, _end = markers[0]
    text = sentence.text
    if not start or text[start - 1] in "不得，。":
        return False
    for longer in ZHE_WORDS:
        offset = text.find(longer, max(0, start - len(longer) + 1), start + len(longer))
        if 0 <= offset <= start < offset + len(longer):
            if longer == "着呢" and tag(sentence, sentence.token_over(start - 1)) == "VERB":
                continue
            if longer in PREPOSITIONS_WITH_ZHE:
                return False
            return longer == "着地" and text[start - 1 : start] in "活"
    index = sentence.token_over(start)
    inside = word(sentence, index)
    if inside == "着":
        return tag(sentence, index) in ("AUX", "PART", "VERB") and tag(sentence, index - 1) in (
            "VERB",
            "ADJ",
            "AUX",
            "ADP",
            "NOUN",
        )
    return inside.endswith("着") and tag(sentence, index) in ("VERB", "ADV")

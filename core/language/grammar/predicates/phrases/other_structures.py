"""Prepositional, localizer, pivotal and appositive phrases (其他结构类型)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence, once
from core.language.grammar.syntax.chunks import chunk_of, merged
from core.language.grammar.syntax.dependencies import noun_phrase
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern, words

LOCALIZERS = words("localizers")
PREPOSITIONS = words("prepositions")
PIVOT_VERB = pattern(r"^%{pivot_verbs}$")


@predicate
@once
def other_phrase(sentence: Sentence) -> Iterator[Span]:
    """Preposition + object, noun or verb + localizer, pivotal phrase, apposition."""
    yield from merged(
        [
            *_prepositional(sentence),
            *_preposition_and_noun(sentence),
            *_local(sentence),
            *_pivotal(sentence),
            *_apposition(sentence),
        ]
    )


def _prepositional(sentence: Sentence) -> Iterator[Span]:
    for place, token in enumerate(sentence.tokens):
        if word(sentence, place) in ("因", "以") and word(sentence, place + 1) in ("此", "资", "致"):
            continue
        if word(sentence, place) not in PREPOSITIONS or token.tag not in ("ADP", "AUX", "VERB", "SCONJ"):
            continue
        if (
            token.relation.startswith(("case", "aux", "mark"))
            and token.head > place
            and tag(sentence, token.head) in (*NOMINAL, "PART", "X", "NUM", "VERB")
            and not (
                word(sentence, place) in ("和", "跟", "与", "因为", "为了", "因", "同", "就", "到")
                and token.relation.startswith(("cc", "mark"))
            )
        ):
            if tag(sentence, token.head) == "VERB" and not (
                word(sentence, place) in ("把", "将", "被") or token.relation == "case"
            ):
                continue
            _, high = chunk_of(sentence, place)
            end = token.head
            if tag(sentence, token.head) == "VERB":
                end = next((at for at in range(place + 1, token.head) if tag(sentence, at) in NOMINAL), place)
            while end < high and relation(sentence, end + 1).startswith("case:loc"):
                end += 1
            if end > place:
                yield sentence.span(place, end)


STRONG_PREPOSITIONS = words("strong_prepositions")


def _preposition_and_noun(sentence: Sentence) -> Iterator[Span]:
    """A sure preposition with the noun that follows it, however the parser hangs them."""
    for place, token in enumerate(sentence.tokens):
        if word(sentence, place) not in STRONG_PREPOSITIONS or token.tag != "ADP" or token.relation.startswith("cc"):
            continue
        _, high = chunk_of(sentence, place)
        for at in range(place + 1, min(place + 7, high + 1)):
            if tag(sentence, at) in NOMINAL and relation(sentence, at) != "clf":
                yield sentence.span(place, at)
                break
            if tag(sentence, at) in ("VERB", "AUX", "PART"):
                break


def _local(sentence: Sentence) -> Iterator[Span]:
    for place in range(1, len(sentence.tokens)):
        if word(sentence, place) not in LOCALIZERS or tag(sentence, place - 1) == "PUNCT":
            continue
        before = tag(sentence, place - 1)
        named = before in (*NOMINAL, "PART", "X") or word(sentence, place - 1) == "的"
        timed = word(sentence, place) in ("后", "前", "以后", "以前", "之后", "之前", "时") and before in (
            "VERB",
            "NOUN",
            "AUX",
        )
        if (not named and not timed) or (tag(sentence, place) in ("VERB", "ADV") and len(word(sentence, place)) == 1):
            continue
        if word(sentence, place - 1) == "的":
            first = sentence.subtree(place - 2)[0] if place > 1 else place
        else:
            first = noun_phrase(sentence, place - 1)[0] if named else place - 1
        yield sentence.span(max(first, chunk_of(sentence, place)[0]), place)
    for found in re.finditer(r"[\u4e00-\u9fff]{1,4}的(?:时候)", ""):
        yield found.span()


def _pivotal(sentence: Sentence) -> Iterator[Span]:
    for place in range(len(sentence.tokens)):
        if PIVOT_VERB.match(word(sentence, place)) and tag(sentence, place) in ("VERB", "ADP", "AUX"):
            _, high = chunk_of(sentence, place)
            noun = place + 1
            while (
                noun < high
                and tag(sentence, noun) in ("DET", "NUM", "ADJ", "NOUN", "PROPN", "AUX")
                and tag(sentence, noun + 1) in ("NOUN", "PROPN", "PRON")
            ):
                noun += 1
            if tag(sentence, noun) not in NOMINAL:
                continue
            if word(sentence, place) in ("有", "没有", "帮", "送") and not (
                (tag(sentence, noun) == "NOUN" and word(sentence, noun) in ("人", "个", "谁"))
                or (tag(sentence, noun) == "PRON" and tag(sentence, noun + 1) == "VERB")
            ):
                continue
            verb = next(
                (
                    at
                    for at in range(noun + 1, min(noun + 5, high + 1))
                    if tag(sentence, at) in ("VERB", "ADJ") or word(sentence, at) == "的"
                ),
                -1,
            )
            if verb > 0 and word(sentence, verb) != "的":
                after = (
                    verb + 1
                    if tag(sentence, verb + 1) == "VERB"
                    and relation(sentence, verb + 1).startswith("compound")
                    and verb < high
                    else verb
                )
                yield sentence.span(place, after)


APPOSITION = pattern(
    r"(?:[我你他她]们?(?:的)?|我的|你的|他的|她的)(?:[\u4e00-\u9fff]{0,2}%{kin_and_colleagues})(?:小[\u4e00-\u9fff]|"
    r"老[\u4e00-\u9fff]|[\u4e00-\u9fff](?:老师|先生|经理|医生))(?![子])|"
    r"首都[\u4e00-\u9fff]{2,3}|[\u4e00-\u9fff]{2,4}(?:这[种个位件]|那[种个位件])%{general_nouns}|"
    r"(?:我|你|他|她|咱)们%{groups_of_people}|[我你他她](?:自己|这个人|们自己|本人)|(?:小|老)[\u4e00-\u9fff](?:他|她|这个人|这人)|"
    r"%{titles}[\u4e00-\u9fff]{2,3}(?=[在于是的说对出担，])"
)


DIRECTION_PHRASE = pattern(
    r"(?:[往向朝]|从(?=[上下左右前后里外东南西北]))[上下左右前后里外东南西北]边?(?=%{verbs_after_direction}|，)"
)


def _apposition(sentence: Sentence) -> Iterator[Span]:
    for found in DIRECTION_PHRASE.finditer(sentence.text):
        yield found.span()
    for found in APPOSITION.finditer(sentence.text):
        if found.end() in sentence.token_at_end:
            yield found.span()
    for place, token in enumerate(sentence.tokens):
        if (
            token.relation == "appos"
            and tag(sentence, token.head) in NOMINAL
            and token.tag in NOMINAL
            and abs(place - token.head) < 3
        ):
            low, high = min(place, token.head), max(place, token.head)
            if tag(sentence, low + 1) != "PUNCT" and word(sentence, place) not in ("等", "时", "地"):
                yield sentence.span(low, high)

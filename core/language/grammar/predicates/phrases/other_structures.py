"""Prepositional, localizer, pivotal and appositive phrases (其他结构类型)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import chunk_of, merged
from core.language.grammar.syntax.dependencies import noun_phrase
from core.language.grammar.syntax.people import is_person
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern, words

LOCALIZERS = words("localizers")
PREPOSITIONS = words("prepositions")
PIVOT_VERB = pattern(r"^%{pivot_verbs}$")


@predicate
@cached_on_sentence
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
    for index, token in enumerate(sentence.tokens):
        if word(sentence, index) in ("因", "以") and word(sentence, index + 1) in ("此", "资", "致"):
            continue
        if word(sentence, index) not in PREPOSITIONS or token.tag not in ("ADP", "AUX", "VERB", "SCONJ"):
            continue
        if (
            token.relation.startswith(("case", "aux", "mark"))
            and token.head > index
            and tag(sentence, token.head) in (*NOMINAL, "PART", "X", "NUM", "VERB")
            and not (
                word(sentence, index) in ("和", "跟", "与", "因为", "为了", "因", "同", "就", "到")
                and token.relation.startswith(("cc", "mark"))
            )
        ):
            if tag(sentence, token.head) == "VERB" and not (
                word(sentence, index) in ("把", "将", "被") or token.relation == "case"
            ):
                continue
            _, high = chunk_of(sentence, index)
            end = token.head
            if tag(sentence, token.head) == "VERB":
                end = next((i for i in range(index + 1, token.head) if tag(sentence, i) in NOMINAL), index)
            while end < high and relation(sentence, end + 1).startswith("case:loc"):
                end += 1
            if end > index:
                yield sentence.span(index, end)


STRONG_PREPOSITIONS = words("strong_prepositions")


def _preposition_and_noun(sentence: Sentence) -> Iterator[Span]:
    """A sure preposition with the noun that follows it, however the parser hangs them."""
    for index, token in enumerate(sentence.tokens):
        if word(sentence, index) not in STRONG_PREPOSITIONS or token.tag != "ADP" or token.relation.startswith("cc"):
            continue
        _, high = chunk_of(sentence, index)
        for noun in range(index + 1, min(index + 7, high + 1)):
            if tag(sentence, noun) in NOMINAL and relation(sentence, noun) != "clf":
                yield sentence.span(index, noun)
                break
            if tag(sentence, noun) in ("VERB", "AUX", "PART"):
                break


def _local(sentence: Sentence) -> Iterator[Span]:
    for index in range(1, len(sentence.tokens)):
        if word(sentence, index) not in LOCALIZERS or tag(sentence, index - 1) == "PUNCT":
            continue
        before = tag(sentence, index - 1)
        named = before in (*NOMINAL, "PART", "X") or word(sentence, index - 1) == "的"
        timed = word(sentence, index) in ("后", "前", "以后", "以前", "之后", "之前", "时") and before in (
            "VERB",
            "NOUN",
            "AUX",
        )
        if (not named and not timed) or (tag(sentence, index) in ("VERB", "ADV") and len(word(sentence, index)) == 1):
            continue
        if word(sentence, index - 1) == "的":
            first = sentence.subtree(index - 2)[0] if index > 1 else index
        else:
            first = noun_phrase(sentence, index - 1)[0] if named else index - 1
        yield sentence.span(max(first, chunk_of(sentence, index)[0]), index)


def _pivotal(sentence: Sentence) -> Iterator[Span]:
    for index in range(len(sentence.tokens)):
        if PIVOT_VERB.match(word(sentence, index)) and tag(sentence, index) in ("VERB", "ADP", "AUX"):
            _, high = chunk_of(sentence, index)
            noun = index + 1
            while (
                noun < high
                and tag(sentence, noun) in ("DET", "NUM", "ADJ", "NOUN", "PROPN", "AUX")
                and tag(sentence, noun + 1) in ("NOUN", "PROPN", "PRON")
            ):
                noun += 1
            if tag(sentence, noun) not in NOMINAL:
                continue
            if word(sentence, index) in ("有", "没有", "帮", "送") and not (
                _counted_actor(sentence, index, noun)
                or (tag(sentence, noun) == "NOUN" and word(sentence, noun) in ("人", "个", "谁"))
                or (tag(sentence, noun) == "PRON" and tag(sentence, noun + 1) == "VERB")
            ):
                continue
            verb = next(
                (
                    i
                    for i in range(noun + 1, min(noun + 5, high + 1))
                    if tag(sentence, i) in ("VERB", "ADJ") or word(sentence, i) == "的"
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
                yield sentence.span(index, after)


MEASURES_OF_ACTORS = words("measures_of_actors")
MEASURES_OF_ACTORS_ONLY = words("measures_of_actors_only")


def _counted_actor(sentence: Sentence, you: int, noun: int) -> bool:
    """Whether 有 has as object some persons, animals or vehicles that act next: 有个朋友找你, 有辆车停在门口.

    有 with a thing and a verb that takes it (有两个问题想问) is no pivot.
    """
    if word(sentence, you) not in ("有", "没有") or tag(sentence, noun) != "NOUN":
        return False
    between = [word(sentence, i) for i in range(you + 1, noun)]
    if not any(form in MEASURES_OF_ACTORS for form in between) or not {"这", "那", "这个", "那个"}.isdisjoint(between):
        return False
    acts = tag(sentence, noun + 1) in ("VERB", "AUX", "ADV", "ADP") and word(sentence, noun + 2) != "的"
    animate = is_person(word(sentence, noun)) or not MEASURES_OF_ACTORS_ONLY.isdisjoint(between)
    return acts and animate


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
    for match in DIRECTION_PHRASE.finditer(sentence.text):
        yield match.span()
    for match in APPOSITION.finditer(sentence.text):
        if match.end() in sentence.token_at_end:
            yield match.span()
    for index, token in enumerate(sentence.tokens):
        if (
            token.relation == "appos"
            and tag(sentence, token.head) in NOMINAL
            and token.tag in NOMINAL
            and abs(index - token.head) < 3
        ):
            low, high = min(index, token.head), max(index, token.head)
            if tag(sentence, low + 1) != "PUNCT" and word(sentence, index) not in ("等", "时", "地"):
                yield sentence.span(low, high)

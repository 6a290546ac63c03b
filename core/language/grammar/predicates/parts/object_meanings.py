"""Objects by meaning: agent, patient, place, result (宾语的语义类型)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.parts.objects import object_heads
from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.dependencies import noun_phrase
from core.language.grammar.syntax.times_and_places import PLACE_WORDS, is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words

NOT_ACTING = words("verbs_not_acting_on_objects")
AGENT_VERBS = pattern(r"%{agent_verbs}")


@predicate
def agent_or_patient(sentence: Sentence) -> Iterator[Span]:
    """Objects that act themselves (来了一位客人) and objects acted upon (采购食品)."""
    for index in object_heads(sentence):
        token = sentence.tokens[index]
        if relation(sentence, index) not in ("obj", "iobj") or token.head > index:
            continue
        verb = word(sentence, token.head)
        first, last = noun_phrase(sentence, index)
        if tag(sentence, token.head) != "VERB":
            continue
        text = sentence.text[slice(*sentence.span(first, last))]
        if AGENT_VERBS.fullmatch(verb):
            begin, _ = chunk_of(sentence, index)
            if (
                re.match(NUMBER + r"|几|很?多|好些|一些|些|许多|不少|好多|一", text)
                and "个小时" not in text
                and _place_first(sentence, begin, token.head)
                and not is_time(text)
            ):
                yield sentence.span(first, last)
        elif (
            verb not in NOT_ACTING
            and not is_time(text)
            and text not in PLACE_WORDS
            and _acts_on(sentence, index, token.head)
        ):
            yield sentence.span(first, last)


def _place_first(sentence: Sentence, begin: int, verb: int) -> bool:
    """Before the verb stands a place, not a person."""
    words = [word(sentence, i) for i in range(begin, verb)]
    return not words or not (set(words) & {"我", "你", "他", "她", "我们", "他们", "她们", "你们"})


NOT_PATIENTS = words("not_patients")


def _acts_on(sentence: Sentence, index: int, verb: int) -> bool:
    """A verb of action with a thing, a person or a matter as object."""
    if len(word(sentence, verb)) > 2 and not re.search(r"[到完好出上下开起]$", word(sentence, verb)):
        return False
    return word(sentence, index) not in NOT_PATIENTS


PLACE_VERBS = words("verbs_with_places")
VERB_WITH_RESULT = pattern(
    r"(?:盖|建|修建|建造|建设|造|修)(?:了|好|起|着|完)*(?:[\u4e00-\u9fff]{0,5}?)(?:%{things_built}|房子?)|"
    r"挖(?:了|好)*[\u4e00-\u9fff]{0,4}?(?:井|洞|坑|沟)|织(?:了|着|好)*[\u4e00-\u9fff]{0,4}?(?:毛衣|布|围巾|手套|网)|"
    r"写(?:了|完|着|好|过)*[\u4e00-\u9fff0-9]{0,6}?%{things_written}|"
    r"(?:做|煮|烧)(?:了|好|着)*[\u4e00-\u9fff]{0,5}?(?:饭|菜|汤|蛋糕|早饭|晚饭|午饭|面条)|包(?:了|着)*[\u4e00-\u9fff]{0,3}?(?:饺子|包子|粽子)|"
    r"画(?:了|着|好)*[\u4e00-\u9fff]{0,5}?(?:画儿?|像|地图|图|马|花儿?|山水)|生(?:了)?(?:[\u4e00-\u9fff]{0,3})(?:孩子|儿子|女儿|宝宝)|"
    r"%{verbs_of_making}(?:了|出)*[\u4e00-\u9fff]{2,8}|(?:泡|沏)(?:了)?[\u4e00-\u9fff]{0,3}茶|"
    r"蒸(?:了)?[\u4e00-\u9fff]{0,3}(?:包子|馒头)|烤(?:了)?[\u4e00-\u9fff]{0,3}(?:面包|蛋糕)"
)
MOVES_WITH_PLACE = words("moves_with_place")


@predicate
def place_or_result(sentence: Sentence) -> Iterator[Span]:
    """Verb with an object that is a place (进教室) or what the action makes (盖房子)."""
    spans: list[Span] = []
    for match in VERB_WITH_RESULT.finditer(sentence.text):
        start = match.start()
        if (
            tag(sentence, sentence.token_over(start)) == "VERB"
            and start in sentence.token_at_start
            and not set(match[0]) & {"的", "年"}
        ):
            spans.append(match.span())
    for index, text in enumerate(sentence.words):
        if text in MOVES_WITH_PLACE and tag(sentence, index) == "VERB":
            spans.append(sentence.span(index, index))
        if text in PLACE_VERBS and tag(sentence, index) in ("VERB", "ADP"):
            span = _place_object(sentence, index)
            if span is not None:
                spans.append(span)
        inside = word(sentence, index + 2) in ("上", "里", "下", "里边", "上边", "外边")
        if text in PUTTING and tag(sentence, index) == "VERB" and tag(sentence, index + 1) == "NOUN" and inside:
            spans.append(sentence.span(index, index + 2))
    done = 0
    for start, end in sorted(set(spans)):
        if start >= done:
            yield start, end
            done = end


PUTTING = words("verbs_of_putting")
PLACE_NAME = pattern(r"%{place_name_ends}$")


def _place_object(sentence: Sentence, index: int) -> Span | None:
    """Span of a verb of motion or staying and the place right behind it."""
    if tag(sentence, index) == "ADP" and relation(sentence, index) != "root":
        return None
    if word(sentence, index) in ("在", "坐", "放", "飞") and relation(sentence, index).startswith(
        ("case", "mark", "advmod", "advcl")
    ):
        return None
    begin = index + 1
    while word(sentence, begin) in ("了", "过"):
        begin += 1
    end = begin
    while (tag(sentence, end + 1) in ("NOUN", "PROPN", "PART") and sentence.tokens[end].head == end + 1) or relation(
        sentence, end + 1
    ) == "case:loc":
        end += 1
        if end > begin + 4:
            return None
    if tag(sentence, begin) not in ("NOUN", "PROPN", "PRON") or end >= len(sentence.tokens):
        return None
    text = sentence.text[sentence.spans[begin][0] : sentence.spans[end][1]]
    named = text in PLACE_WORDS or tag(sentence, end) == "PROPN" or PLACE_NAME.search(text)
    if not named or is_time(text):
        return None
    if (
        word(sentence, index) in ("坐", "放", "飞", "下", "过")
        and tag(sentence, end) == "NOUN"
        and relation(sentence, end) != "case:loc"
        and word(sentence, index) in ("坐", "放")
    ):
        return None
    return sentence.spans[index][0], sentence.spans[end][1]

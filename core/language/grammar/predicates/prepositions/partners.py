"""Prepositions of the other one concerned: 跟, 和, 比, 给, 为, 向, 就 (引出对象)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.prepositions.governed_verbs import has_verb_after, verb_follows
from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.syntax.tokens import NOMINAL_OR_NUMERAL
from core.language.grammar.word_classes import expanded, pattern

WITH = expanded(r"%{acts_with_partner}|一块儿?|一同|一道|一样|见过?面|见了|结了?婚|结合|一致")
WITH_SOON = re.compile(rf"[^，。；、？！]{{1,10}}?(?:{WITH})")
AND_SIGN = re.compile(r"[^，。；、？！]{1,6}?(?:都|两|俩|们都|、)")
BEFORE_WITH = pattern(r"%{before_partner}$")
STRONG_WITH = pattern(
    r"[^的，。；、？！]{1,14}?(?:%{strong_acts_with_partner}|发生(?:了|冲突|关系|争|矛盾)|合作(?!社|伙伴|者)|(?<!相互)接触(?!的)|有关(?!部门|的)|不同(?!的))"
)
LATE_WITH = pattern(r"[^，。；、？！]{1,24}?%{relations_with_partner}了?$")


def is_with(sentence: Sentence, start: int, end: int) -> bool:
    """跟, 和, 同, 与 introduce a partner rather than join equals."""
    text = sentence.text
    low, high = clause_around(sentence, start)
    before, after = text[low:start].lstrip("“‘"), text[end:high]
    tag = sentence.tokens[sentence.token_over(start)].tag
    if not after or before.endswith("、") or (re.match(r"其|此同时|否|共", after) and text[start] == "与"):
        return False
    if re.match(rf"(?:不|没|否){re.escape(before[-1:])}", after):
        return False
    if BEFORE_WITH.search(before) and not re.search(r"(?:上|下|过|出|回)来$", before):
        return True
    if text[start] in "和与同" and AND_SIGN.match(after):
        return False
    if text[start] == "跟":
        if (
            before
            and re.match(r"[^，。；]{1,4}都", after)
            and not re.search(r"[^们]{1,4}都(?:没)?(?:说|谈|聊|商量|联系)", after)
        ):
            return False
        return tag != "CCONJ" or bool(WITH_SOON.match(after)) or not before
    if LATE_WITH.match(after):
        return True
    if STRONG_WITH.match(after) and not before.endswith("的"):
        return True
    if not before:
        return bool(WITH_SOON.match(after)) or tag == "ADP"
    subject = re.fullmatch(r"(?:.{0,6}(?:，|、))?[^的在把被给对从有是]{1,6}", before)
    if (
        subject
        and WITH_SOON.match(after)
        and not re.match(r"[^，。；]{1,10}?的(?:区别|关系|不同|差别|距离|故事)", after)
    ):
        return True
    return tag == "ADP" and bool(WITH_SOON.match(after) or text[start] != "和")


@check
def with_someone(sentence: Sentence, markers: Markers) -> bool:
    """跟, 和, 同, 与 as a preposition."""
    return is_with(sentence, *markers[0])


@check
def compares(sentence: Sentence, markers: Markers) -> bool:
    """比 with what is compared and then the predicate."""
    start, end = markers[0]
    _, high = clause_around(sentence, start)
    text = sentence.text
    if re.search(r"(?:跟|和|与|同|来|一|爱|以)[^，。；]{0,4}$", text[max(0, start - 5) : start]) and re.match(
        r"[了过赛试谁]", text[end:]
    ):
        return False
    if re.match(r"[^，。]{0,4}(?:谁|身高|大小|高低|高矮)", text[end:high]) and not re.search(
        r"[更还都高大]", text[end + 3 : high]
    ):
        return bool(re.match(r"谁都", text[end:]))
    return high - end >= 2 and sentence.tokens[sentence.token_over(start)].tag != "NOUN"


GIVING_VERB = pattern(r"%{verbs_before_gei}$")


@check
def gives_to(sentence: Sentence, markers: Markers) -> bool:
    """给 before someone and the verb of what is done for them."""
    start, _end = markers[0]
    index = sentence.token_over(start)
    _, high = clause_around(sentence, start)
    token = sentence.tokens[index]
    later = [t for t in range(index + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    if index and GIVING_VERB.search(sentence.words[index - 1]) and sentence.tokens[index - 1].tag == "VERB":
        return False
    first = index + 1
    if first < len(sentence.tokens) and sentence.tokens[first].tag not in {
        "NOUN",
        "PROPN",
        "PRON",
        "NUM",
        "DET",
        "ADJ",
        "PART",
    }:
        return False
    if not has_verb_after(sentence, start):
        return False
    return (
        token.tag == "ADP" or token.relation == "case" or (token.tag == "VERB" and not _gives_a_thing(sentence, later))
    )


def _gives_a_thing(sentence: Sentence, later: list[int]) -> bool:
    """A numeral with measure word or 的 follows before the next verb: 给我一本书看."""
    for t in later:
        if sentence.tokens[t].tag == "VERB":
            return False
        if sentence.tokens[t].tag == "NUM":
            return True
    return True


BENEFICIARY = pattern(r"%{beneficiaries_of_wei}")
BEFORE_WEI_AS = pattern(r"(?:以[^，。]{1,12}|%{verbs_before_wei_as})$")


@check
def for_someone(sentence: Sentence, markers: Markers) -> bool:
    """为 with someone or something that benefits, and the verb of what is done."""
    start, end = markers[0]
    index = sentence.token_over(start)
    _, high = clause_around(sentence, start)
    token = sentence.tokens[index]
    if index and BEFORE_WEI_AS.search(sentence.text[:start]):
        return False
    if not has_verb_after(sentence, start) or re.search(r"^[^，。]{1,12}所", sentence.text[end:high]):
        return False
    if token.tag == "ADP" or token.relation == "case":
        return True
    return bool(BENEFICIARY.match(sentence.text[end:])) and token.head > index


REQUEST = pattern(r"%{requests}")


@check
def asks_someone(sentence: Sentence, markers: Markers) -> bool:
    """向 with the one who is asked, told or learnt from, and what is done."""
    _, end = markers[0]
    _, high = clause_around(sentence, markers[0][0])
    return bool(REQUEST.search(sentence.text[end:high])) or verb_follows(sentence, markers)


FORMAL_TALK = re.compile(
    r"[^，。；！？]{2,20}?(?:达成|发表|交换了?意见|展开|进行了?(?:讨论|交流|磋商|谈判|沟通|会谈|商谈|调查|说明)|磋商|协商|商讨|探讨|表态|谈判|作了?说明|作出|做出)"
)
TOPIC = pattern(r"[^，。；！？]{2,30}?(?:%{topics_of_jiu}|如何[^，。]{2,12}|怎样[^，。]{2,12}|是否[^，。]{2,12}|案件?)")
LINK_BEFORE_JIU = pattern(r"%{links_before_jiu}[^，。]{0,8}$")


@check
def about(sentence: Sentence, markers: Markers) -> bool:
    """就 with a topic and then a verb of discussing; the topic is a noun phrase or an indirect question."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    index = sentence.token_over(start)
    if LINK_BEFORE_JIU.search(text[max(0, low - 12) : start]):
        return False
    if sentence.tokens[index].tag == "ADP":
        return True
    topic = TOPIC.match(text[end:high])
    if (
        not topic
        and index + 1 < len(sentence.tokens)
        and sentence.tokens[index + 1].tag in NOMINAL_OR_NUMERAL | {"DET"}
    ):
        topic = FORMAL_TALK.match(text[end:high])
    return bool(topic) and bool(text[low:start])

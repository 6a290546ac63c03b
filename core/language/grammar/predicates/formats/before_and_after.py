"""（在）……以前/以后/前/后: the time before or after something, not a place and not the lone 以前, 以后 (固定格式)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.word_classes import pattern

CLOSING_WORD = re.compile(r"以前|以后|前|后")
AMOUNT_OF_TIME = pattern(
    r"(?:[\d０-９一二两三四五六七八九十百千万亿半几多数来余]|多少|很多|好|许)个?半?(?:多|来|余)?(?:%{units_after_amounts}|秒钟?|分钟?|季度?|点钟?|点半|"
    r"点[一-十]+分)多?$|(?:很|好|不|许)久$|片刻$|不多时$"
)
EVENT = pattern(
    r"(?:%{events}|国庆节?|圣诞节?|节日?|[周星]期?[一二三四五六日天]|天[亮黑]"
    r"|会议?|战争?|婚礼?|[早午晚]?饭|[早午晚]餐|[上下]?课|件事情|睡觉?"
    r"|%{activities}|[赛产病酒术])$"
)
NOT_OF_TIME = pattern(r"%{before_qian_hou_of_place}$")
OTHER_WORD = pattern(r"[前后]%{qian_hou_other_words}")
NO_EVENT_BEFORE = re.compile(r"[在像比跟和同与如是从“‘]$|(?:[推拖留等放改])到$|公元$")
PLACE = pattern(r"(?:%{places_before_qian}|门口?|窗户?|桌子?|屋子?|房子?|电视机?)$")


@predicate
def before_after(sentence: Sentence) -> Iterator[Span]:
    """The closing word, or the stretch from 在 to it."""
    for match in CLOSING_WORD.finditer(sentence.text):
        start, end = match.span()
        if end in sentence.token_at_end and _is_time_word(sentence, start, end):
            yield _opening(sentence, start), end


def _clause_start(sentence: Sentence, offset: int) -> int:
    return next((low for low, high in sentence.clauses if low <= offset < high), 0)


def _opening(sentence: Sentence, start: int) -> int:
    """Start of 在 where it opens the clause or follows a short subject; else of the closing word."""
    low = _clause_start(sentence, start)
    opening = sentence.text.find("在", low, start)
    return opening if 0 <= opening <= low + 3 and opening in sentence.token_at_start else start


def _is_time_word(sentence: Sentence, start: int, end: int) -> bool:
    text, low = sentence.text, _clause_start(sentence, start)
    before = text[low:start]
    if not before.strip("“‘《（") or OTHER_WORD.match(text, start) or NO_EVENT_BEFORE.search(before):
        return False
    if AMOUNT_OF_TIME.search(before):
        return not before.endswith(("以", "之"))
    if end - start == 2:
        return _after_event(sentence, start, low) or before.endswith(("那", "这", "从此"))
    return NOT_OF_TIME.search(before) is None and _after_event(sentence, start, low)


def _after_event(sentence: Sentence, start: int, low: int) -> bool:
    """Whether a clause, a verb phrase or an event noun stands before the closing word."""
    index = sentence.token_over(start)
    if sentence.spans[index][0] != start:  # 饭后, 课后 in one word
        return EVENT.search(sentence.text[low:start]) is not None
    token, last = sentence.tokens[index], sentence.tokens[index - 1]
    before = sentence.text[low:start]
    if EVENT.search(before):
        return True
    if last.tag in {"VERB", "AUX"} or before.endswith(("了", "完", "过")):
        return last.tag != "AUX" or before.endswith(("了", "过"))
    if last.tag in {"ADV", "CCONJ", "SCONJ", "ADP", "PART", "PUNCT"} or before.endswith("的"):
        return (
            token.relation == "mark" and last.tag not in {"ADV", "CCONJ", "SCONJ", "ADP"} and not before.endswith("的")
        )
    return _governed_by_verb(sentence, index, low)


def _governed_by_verb(sentence: Sentence, index: int, low: int) -> bool:
    """Whether the noun before is the object of a verb of the same clause, and no place with 在."""
    token = sentence.tokens[index]
    noun_end = sentence.spans[index][0]
    bare = token.end - token.start == 1
    if bare and PLACE.search(sentence.text[low:noun_end]):
        return False
    if token.relation == "mark" and 0 <= token.head < index and sentence.spans[token.head][0] >= low:
        return sentence.tokens[token.head].tag in {"VERB", "ADJ", "AUX"}
    verbs = [
        i for i in range(index - 1) if sentence.spans[i][0] >= low
        and (sentence.tokens[i].tag == "VERB" or sentence.words[i] in {"到", "回", "回到", "来到", "离开", "进"})
    ]  # fmt: skip
    if not verbs or "的" in sentence.words[verbs[-1] : index]:
        return False
    return (
        sentence.words[verbs[-1]] not in {"在", "像", "比", "跟", "和", "从", "是"}
        and "在" not in sentence.words[verbs[-1] : index]
    )

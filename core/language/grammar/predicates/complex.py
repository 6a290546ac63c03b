"""Complex sentences: what a connective needs around it before it counts."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

PREDICATIVE = frozenset({"VERB", "ADJ"})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "DET", "NUM"})
TIME_CLAUSE = re.compile(r"(?:以后|之后|后|时|时候|以前|之前|前|期间|来说|看来|来看|来讲|一样|似的|方面|以来|为止)$")
SUBORDINATE = re.compile(
    r"^.{0,4}?(?:因为|由于|如果|要是|只要|既然|虽然|尽管|为了|假如|倘若|除了|只有|当|要不是|一旦|万一|若)"
)
CONCESSIVE = re.compile(
    r"即使|即便|就算|哪怕|纵然|无论|不管|不论|任凭|任[你他她谁]|再[^，,也]{1,8}[，,]?[^，,]{0,6}$|连[^，,]*$|宁[可愿肯]"
    r"|[，,](?:但|可是|然而|不过|所以|而|因此)[^，,]*$|(?:[着了倒]|半天|(?<=[一二两三四五六七八九十几])(?:天|年|个月|个?小时|分钟)|[走留坐站哭笑好坏])$|一[^，,]{1,3}$|(?:^|[，,])[这那]$|(?:什么|谁|哪|怎么|一[点个句件次分])[^，,]{0,5}$|别说|更不用说|除了|一方面|一边|就是[^，,]*[，,]?[^，,]{0,4}$"
)
ASKING = re.compile(
    r"什么|谁|哪|怎|几|多|如何|是否|与否|还是|或|有没有|何|大小|好坏|男女|老少|([^，,])[不没]\1|大人小孩|早晚|远近|成败|刮风下雨|白天黑夜|白天晚上|风吹雨打|酷暑"
)
DEGREE = re.compile(
    r"再(?:怎么|[难大小多少长短高低远近快慢好坏贵累忙苦冷热晚早重轻深强弱穷笨急美亮困饿疼痛香甜厚薄]|[便]宜|好吃|漂亮|聪明|能干"
    r"|努力|困难|危险|辛苦|喜欢|生气|重要|简单|复杂|厉害|有[钱名]|优秀|疲惫|伟大|周密|精彩|昂贵|不)"
)
SIGN = re.compile(r"[了着过不没是有会能很太都]|非常|可以|应该|要(?!么)|下雨")
"""What stands only where something is said: makes up for verbs that the parser misses."""
AIM = re.compile(
    r"纪念|调动|方便|提高|保证|满足|适应|促进|确保|缓解|增强|加强|防止|减少|降低|扩大|改善|推动|保护|维护|吸引|表示|表达|帮助|鼓励|应对|实现|达到"
    r"|获得|取得|节省|节约|避免|解决|证明|显示|示|求|待|备|飨|激发|增加|增进|支持|保持|维持|提醒|庆祝|迎接|弥补|补充|检验|观察|进一步|更好|尽快|便于"
)
OPENED = {
    "而且": r"不但|不仅|不光", "更": r"不但|不仅|不光", "还": r"不但|不仅|不光", "然后": r"先|首先", "接着": r"先", "所以": r"因为|由于",
    "因此": r"因为|由于", "但是": r"虽|尽管|固然", "可是": r"虽|尽管|固然", "不过": r"虽|尽管|固然", "但": r"虽|尽管|固然",
}  # fmt: skip
PARTNER = re.compile(r"虽然[^；;]{1,45}?(?:但|可是|不过|然而|可(?![以能见爱怕])|却|还是|仍)")
COMMON = frozenset({"是", "有", "在", "为", "会", "能", "要"})
TIME_WORD = re.compile(r"今天|昨天|明天|上次|这次|后来|去年|今年|现在|刚才|第二天")


def clause_of(sentence: Sentence, offset: int) -> int:
    """Index of the clause that holds a character; -1 between clauses."""
    for place, (start, end) in enumerate(sentence.clauses):
        if start <= offset < end:
            return place
    return -1


def has_predicate(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a verb, an adjective or 是 stands between two offsets."""
    return SIGN.search(sentence.text[start:end]) is not None or any(
        start <= at < end and token.tag in PREDICATIVE
        for token, (at, _) in zip(sentence.tokens, sentence.spans, strict=True)
    )


def tag_at(sentence: Sentence, offset: int) -> str:
    """Part of speech of the token over a character; empty outside."""
    place = sentence.token_over(offset)
    return sentence.tokens[place].tag if place >= 0 else ""


def follows_clause(sentence: Sentence, offset: int) -> bool:
    """Whether a main clause with a predicate goes before the clause of an offset."""
    place = clause_of(sentence, offset)
    if place < 1:
        return False
    start, end = sentence.clauses[place - 1]
    text = sentence.text[start:end]
    return has_predicate(sentence, start, end) and not TIME_CLAUSE.search(text) and not SUBORDINATE.search(text)


@check("complex_also")
def also(sentence: Sentence, markers: Markers) -> bool:
    """也 "also" in a clause that follows another one."""
    at, end = markers[0]
    if sentence.text[at - 1] == sentence.text[end : end + 1] or not follows_clause(sentence, at):
        return False
    if CONCESSIVE.search(sentence.text[:at]) or sentence.text[end : end + 2] == "是它":
        return False
    return has_predicate(sentence, end, sentence.clauses[clause_of(sentence, at)][1])


@check("complex_also_same")
def also_same(sentence: Sentence, markers: Markers) -> bool:
    """也 "also" whose clause repeats a verb or adjective of the clause before."""
    if not also(sentence, markers):
        return False
    at, end = markers[0]
    place = clause_of(sentence, at)
    start, stop = sentence.clauses[place - 1]
    shared = _predicates(sentence, place - 1) & _predicates(sentence, place) - COMMON
    return bool(shared) or sentence.text[end : end + 2] in sentence.text[start:stop]


def _predicates(sentence: Sentence, place: int) -> set[str]:
    start, end = sentence.clauses[place]
    return {
        word
        for word, token, (at, _) in zip(sentence.words, sentence.tokens, sentence.spans, strict=True)
        if start <= at < end and token.tag in PREDICATIVE
    }


@check("complex_alone")
def alone(sentence: Sentence, markers: Markers) -> bool:
    """A connective that is not one half of a correlative, which has its own rule."""
    start, end = markers[0]
    word = sentence.text[start:end]
    if word == "虽然":
        return PARTNER.match(sentence.text[start:]) is None
    opener = OPENED.get(word)
    return opener is None or re.search(opener, sentence.text[max(0, start - 45) : start]) is None


@check("complex_more")
def more(sentence: Sentence, markers: Markers) -> bool:
    """更 or 还 that goes one step beyond the clause before."""
    at, end = markers[0]
    before = sentence.clauses[clause_of(sentence, at) - 1]
    if sentence.text[at] == "还" and sentence.text[before[1] - 1] == "了":
        return False
    return alone(sentence, markers) and follows_clause(sentence, at) and tag_at(sentence, end) not in NOMINAL


@check("complex_choice")
def choice(sentence: Sentence, markers: Markers) -> bool:
    """还是 "or" between clauses, not "still" and not between two nouns."""
    text, (start, end) = sentence.text, markers[0]
    asks = re.search(r"[？?]|不知道|不清楚|问|说不清|想知道|忘了|不确定|分不清", text)
    if not asks or re.match(r"没|不太|很", text[end:]):
        return False
    span = text[start:end]
    return "，" in span or "," in span or start < 1 or text[start - 1] in "，," or _between_verbs(sentence, markers) or (
        len(markers) == 1
    )  # fmt: skip


def _between_verbs(sentence: Sentence, markers: Markers) -> bool:
    first, last = markers[1][1] if len(markers) > 1 else markers[0][0], markers[0][1]
    return tag_at(sentence, first) in {"VERB", "ADP", "AUX"} and tag_at(sentence, last) in {"VERB", "ADP", "AUX"}


@check("complex_hua")
def hua(sentence: Sentence, markers: Markers) -> bool:
    """的话 "if" after a clause, not 的 and the noun 话; other matches pass."""
    start = markers[0][0]
    if not sentence.text.startswith("的话", start):
        return True
    clause = sentence.clauses[clause_of(sentence, start)][0]
    if re.search(r"[听说讲记信按照写读]|告诉", sentence.text[clause:start]):
        return False
    return any(
        clause <= at < start and token.tag in {"VERB", "ADJ", "AUX"}
        for token, (at, _) in zip(sentence.tokens, sentence.spans, strict=True)
    )


@check("complex_because")
def because(sentence: Sentence, markers: Markers) -> bool:
    """因为 that links clauses on its own: after a clause, or before one with a predicate of its own."""
    text, at = sentence.text, markers[0][0]
    if re.match(r"因为[^；;]{1,50}?所以", text[at:]) or re.search(r"[是就正都仅只]$", text[:at]):
        return False
    place = clause_of(sentence, at)
    start, end = sentence.clauses[place]
    if re.search(r"[^然反因从]而(?![且是])", text[at:end]):
        return False
    if at == start and place > 0:
        return follows_clause(sentence, at) and has_predicate(sentence, at + 2, end)
    return place + 1 < len(sentence.clauses) and has_predicate(sentence, at + 2, end)


@check("complex_again")
def again(sentence: Sentence, markers: Markers) -> bool:
    """又…，又… that lists, not what happened once more at two times."""
    first, second = markers[1][0], markers[2][0]
    place = clause_of(sentence, second)
    before = (
        sentence.text[sentence.clauses[clause_of(sentence, first)][0] : first]
        + sentence.text[sentence.clauses[place][0] : second]
    )
    return TIME_WORD.search(before) is None


@check("complex_for")
def purpose(sentence: Sentence, markers: Markers) -> bool:
    """为了 whose aim is a clause's length away from what is done: the verb it serves stands in a later clause."""
    place = sentence.token_over(markers[0][0])
    clause = clause_of(sentence, markers[0][0])
    aim = sentence.tokens[place].head
    served = sentence.tokens[aim].head if aim >= 0 else -1
    if aim <= place or served < 0 or markers[0][0] == sentence.clauses[clause][0]:
        return True
    return not (place < aim < served and clause_of(sentence, sentence.spans[served][0]) == clause)


@check("complex_or")
def either(sentence: Sentence, markers: Markers) -> bool:
    """或者…或者… of clauses or verb phrases, not of nouns in a row."""
    start, end = markers[0]
    return any(mark in sentence.text[start:end] for mark in "，,；;") or tag_at(sentence, end) in {"VERB", "PRON"}


@check("complex_question_inside")
def question_inside(sentence: Sentence, markers: Markers) -> bool:
    """A question word, A不A or A还是B after 不管."""
    start, end = markers[0]
    return ASKING.search(sentence.text[start + 2 : end]) is not None


@check("complex_without")
def without(sentence: Sentence, markers: Markers) -> bool:
    """不…也…: 不 before a verb or adjective that it denies."""
    at = markers[1][0]
    place = sentence.token_over(at)
    return sentence.words[place].startswith("不") and tag_at(sentence, at + 1) not in {"NUM", "PUNCT"}


@check("complex_however")
def however(sentence: Sentence, markers: Markers) -> bool:
    """再 "however much" before a quality."""
    return DEGREE.match(sentence.text[markers[0][0] :]) is not None or (
        tag_at(sentence, markers[0][0] + 1) == "ADJ"
    )  # fmt: skip


@check("complex_then")
def then(sentence: Sentence, markers: Markers) -> bool:
    """便 after something has happened or is given."""
    at, end = markers[0]
    if tag_at(sentence, at) not in {"ADV", "CCONJ", "SCONJ", "PART"} or sentence.text[end : end + 1] == "是":
        return False
    return has_predicate(sentence, 0, at) and has_predicate(sentence, end, len(sentence.text))


@check("complex_while")
def while_(sentence: Sentence, markers: Markers) -> bool:
    """而 before another subject, set against the clause before."""
    at = markers[-1][0] if len(markers) == 1 else markers[1][0]
    place = clause_of(sentence, at)
    if place < 1 or not has_predicate(sentence, at + 1, sentence.clauses[place][1]):
        return False
    start, end = sentence.clauses[place - 1]
    if not has_predicate(sentence, start, end) or TIME_CLAUSE.search(sentence.text[start:end]):
        return False
    return tag_at(sentence, at + 1) in NOMINAL or sentence.text[at + 1 : at + 2] in {"在", "对", "有"}


@check("complex_on_contrary")
def on_contrary(sentence: Sentence, markers: Markers) -> bool:
    """倒 as an adverb: not the last word of its clause, and not a verb by itself."""
    at, end = markers[0]
    place = sentence.token_over(at)
    alone_verb = sentence.words[place] == "倒" and sentence.tokens[place].relation == "root"
    return not alone_verb and end < sentence.clauses[clause_of(sentence, at)][1]


@check("complex_in_order")
def in_order(sentence: Sentence, markers: Markers) -> bool:
    """以 "in order to" before a verb, after a clause."""
    at, end = markers[0]
    clause = sentence.clauses[clause_of(sentence, at)]
    if not follows_clause(sentence, at) or re.search(
        r"(?<![行认作因人])为(?![止了])|求(?:生存|得)|方式|形式|名义|身份|态度", sentence.text[end : clause[1]]
    ):
        return False
    return tag_at(sentence, end) == "VERB" or AIM.match(sentence.text[end:]) is not None

"""Complex sentences without a connective, and those of several levels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.complex import TIME_CLAUSE, has_predicate
from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence, once

LINKING = re.compile(
    r"因|一会儿|一方面|首先|其次|所以|如果|要是|虽|但|可是|不过|就|才|也|又|还|更|而|于是|然后|只要|只有|既|为了|以便|以免|否则|不然|或|不管|无论|即|哪怕|先|再|一边"
    r"|一面|然|若|倘|假如|除|与其|宁|却|倒|反|便|甚至|况|不是|连|别说|好让|免得|的话|一旦|越|的时候|[？?]|吗|呢|吧|请|别|被"
)
REDUCED = {"NOUN": "N", "PROPN": "N", "PRON": "N", "VERB": "V", "AUX": "V", "ADJ": "A"}
STATES = frozenset({
    "是", "有", "在", "喜欢", "觉得", "知道", "想", "需要", "像", "叫", "属于", "认为", "希望", "爱", "怕", "没有", "没",
    "等于", "包括", "成为", "意味着", "表示", "说", "以为", "适合", "值得", "存在", "会", "能", "要", "可以", "应该", "让",
    "使", "令", "导致", "造成", "引起", "显示", "占", "达", "达到", "超过", "作为", "位于", "具有", "拥有", "呈", "为",
    "深受", "受到", "看来", "听说",
})  # fmt: skip
DONE = re.compile(
    r"(?<![为除太极够好是有年岁点])了(?!$)|[回进出上下过起]来|[回进出上下过]去|[打拿关穿戴放站坐走跑抬举端收吃洗写做看买](?:开|完|好|起|下|上|到|进|出|住|回)"
)
ACTING = re.compile(
    r"(?:去|来|走|回|到(?!处)|拿|打|坐|站|跑|买|开(?!始)|关(?!于)|送|给|向|从|往|把|跟|转|吃|喝|看(?!起来|上去|似|来)|说|问|马上|赶紧|急忙|很快|立刻|匆匆)"
)
ASIDE = re.compile(
    r"^(?:经.{1,4}|退一步说|总而言之|总的来说|比如说?|例如|也就是说|换句话说|换言之|一般来说|据说|听说|看来|说实话|老实说|可以说|由此可见|综上所述|另外|建议新手|不过|但是|其实"
    r"|有一天|没错|对了|好的?|当然|不是|.*也[好罢])$"
)
OPENING = {
    "cause": r"因为|由于|既然|之所以|鉴于",
    "contrast": r"虽然|尽管|虽(?!然)|固然",
    "condition": r"如果|要是|假如|只要|只有(?=.*才)|除非|无论|不管|即使|哪怕|就算|一旦|倘若|假使|万一|的话$|即便|纵然|凡是|不论",
    "advance": r"不但|不仅|不光|别说",
    "purpose": r"为了",
    "beside": r"一边|一方面|既(?!然)|不是(?=.*而是|.*就是)|要么|或者",
    "sequence": r"首先",
}
CLOSING = {
    "cause": r"所以|因此|因而|可见|以致|以至于|故(?![意事乡])|从而|于是",
    "contrast": r"但是|可是|不过|然而|但|却|可(?=[我你他她它这那])|而(?![且是已])",
    "condition": r"否则|不然|要不然|才能|才会",
    "advance": r"而且|并且|甚至|何况|况且|进而|更不用说|更",
    "purpose": r"以便|以免|免得|为的是|以(?=方便|提高|保证|防|促进|满足)|好让",
    "beside": r"而是|也(?![许好罢])|另一方面|同时|或者|要么|又",
    "sequence": r"然后|接着|随后|便(?![宜利])|再(?![也])",
    "explain": r"也就是说",
}
OPENERS = {name: re.compile(r"(?:^.{0,6}?)(?:" + words + ")") for name, words in OPENING.items()}
CLOSERS = {name: re.compile(r"(?:^.{0,5}?)(?:" + words + ")") for name, words in CLOSING.items()}
CONTRACTED = re.compile(
    r".*?(?:因为.{2,}?(所以)|(?:即使|就算|哪怕|即便).{2,}?((?<=.)也)|(?:如果|要是|只要).{2,}?(就)|只有.{2,}?(才)|虽.{2,}?(但))"
)
WEAK = frozenset({"beside", "sequence"})


def _tokens(sentence: Sentence, clause: Span) -> list[int]:
    return [
        place
        for place, (at, _) in enumerate(sentence.spans)
        if clause[0] <= at < clause[1] and sentence.tokens[place].tag != "PUNCT"
    ]


@predicate("complex_parallel")
def parallel(sentence: Sentence) -> Iterator[Span]:
    """Runs of clauses of the same build without a connective."""
    run: list[Span] = []
    for left, right in pairwise(sentence.clauses):
        if _same_build(sentence, left, right):
            run = [run[0] if run else left, right]
        elif run:
            yield run[0][0], run[-1][1]
            run = []
    if run:
        yield run[0][0], run[-1][1]


def _same_build(sentence: Sentence, left: Span, right: Span) -> bool:
    text = sentence.text
    between = text[left[1] : right[0]]
    if between.strip("，,；; ") or LINKING.search(text[left[0] : left[1]] + text[right[0] : right[1]]):
        return False
    if re.search(r"[？?]", text[right[1] :]):
        return False
    first, second = _tokens(sentence, left), _tokens(sentence, right)
    if min(len(first), len(second)) < 2 or max(len(first), len(second)) > 12:
        return False
    if _shared_verb(sentence, first, second):
        return True
    if abs((left[1] - left[0]) - (right[1] - right[0])) > 2 or re.match(r"这|那", text[left[0] :]):
        return False
    both = has_predicate(sentence, *left) and has_predicate(sentence, *right)
    return both and _shape(sentence, first) == _shape(sentence, second)


def _shape(sentence: Sentence, places: list[int]) -> str:
    shape = "".join(REDUCED.get(sentence.tokens[place].tag, "x") for place in places)
    shape = re.sub("VN+", "V", shape)
    return shape if shape[:1] == "N" and len(shape) > 1 and ("V" in shape or "A" in shape) else repr(places)


def _shared_verb(sentence: Sentence, first: list[int], second: list[int]) -> bool:
    """The same verb, or 有 against 没有, in the same place, give or take a word."""
    words, tokens = sentence.words, sentence.tokens
    verbs = [{words[p] for p in places if tokens[p].tag in {"VERB", "AUX"}} for places in (first, second)]
    if abs(len(first) - len(second)) > 3:
        return False
    if any("有" in one and other & {"没有", "没"} for one, other in (verbs, verbs[::-1])):
        return True
    lead = _lead(sentence, first), _lead(sentence, second)
    return (
        lead[0] is not None and lead[1] is not None and lead[0][0] == lead[1][0] and words[first[0]] != words[second[0]]
    )


def _lead(sentence: Sentence, places: list[int]) -> str | None:
    """First verb of a clause, where a subject goes before it."""
    for order, place in enumerate(places):
        if sentence.tokens[place].tag in {"VERB", "AUX"} or sentence.words[place] in {"在", "是"}:
            return (
                sentence.words[place] if order and sentence.tokens[places[0]].tag in {"NOUN", "PRON", "PROPN"} else None
            )
    return None


@predicate("complex_sequence")
def sequence(sentence: Sentence) -> Iterator[Span]:
    """A clause that something is done in, and one where the same subject does the next thing."""
    for left, right in pairwise(sentence.clauses):
        if _goes_on(sentence, left, right):
            yield left[0], right[1]
            return


def _goes_on(sentence: Sentence, left: Span, right: Span) -> bool:
    text, tokens, words = sentence.text, sentence.tokens, sentence.words
    before, after = text[left[0] : left[1]], text[right[0] : right[1]]
    if LINKING.search(before + after) or re.search(r"[不没]", before + after) or TIME_CLAUSE.search(before):
        return False
    if text[left[1] : right[0]].strip("，, ") or not DONE.search(before) or re.search(r"[？?]", text):
        return False
    first, second = _tokens(sentence, left), _tokens(sentence, right)
    if len(first) < 2 or len(second) < 2:
        return False
    start = tokens[second[0]]
    if start.tag in {"PRON", "NOUN", "PROPN"}:
        return (
            re.match(r".{1,2}了", before) is not None
            and start.tag == "PRON"
            and not re.match(r".{1,2}的", after)
            and _acts(sentence, second)
        )
    return ACTING.match(after) is not None and words[second[0]] not in STATES and _acts(sentence, second)


def _acts(sentence: Sentence, places: list[int]) -> bool:
    """Whether the first verb of a clause is an action."""
    for place in places:
        if sentence.tokens[place].tag in {"VERB", "AUX"}:
            return sentence.words[place] not in STATES
    return False


@once
def _links(sentence: Sentence) -> tuple[list[Span], dict[int, set[str]]]:
    """Clauses with a predicate, and for each gap between two of them the relations that connectives mark there."""
    clauses: list[Span] = []
    start = None
    for low, high in sentence.clauses:
        low, start = (low if start is None else start), None
        text = sentence.text[low:high]
        if has_predicate(sentence, low, high) and not TIME_CLAUSE.search(text) and not ASIDE.match(text):
            inner = CONTRACTED.match(text)
            cut = low + inner.start(inner.lastindex or 0) if inner else high
            clauses += [(low, cut), (cut, high)] if inner else [(low, high)]
        else:
            start = low
    gaps: dict[int, set[str]] = {}
    last = len(clauses) - 1
    for place, (low, high) in enumerate(clauses):
        text = sentence.text[low:high]
        for name, words in OPENERS.items():
            if words.search(text) or (name == "condition" and text.endswith("的话")):
                gaps.setdefault(min(place, last - 1), set()).add(name)
        for name, words in CLOSERS.items():
            if place and words.search(text) and not (name == "beside" and gaps.get(place - 1)):
                gaps.setdefault(place - 1, set()).add(name)
    return clauses, gaps


@once
def _level(sentence: Sentence) -> int:
    """How many levels: 1 for none or one, 2 for clause + complex sentence, 3 for two complex halves, 4 for more."""
    if "“" in sentence.text:
        return 1
    clauses, gaps = _links(sentence)
    kinds = set().union(*gaps.values()) if gaps else set()
    if len(clauses) < 3 or not kinds - WEAK:
        return 1
    if len(clauses) >= 4 and (
        len(kinds) >= 3 or (len(kinds) == 2 and len(gaps) == len(clauses) - 1 and gaps[0] - WEAK)
    ):
        return 4
    halves = any(
        any(gap < cut - 1 for gap in gaps) and any(gap > cut - 1 for gap in gaps) for cut in range(2, len(clauses) - 1)
    )
    return 3 if halves else 2


@predicate("complex_two_levels")
def two_levels(sentence: Sentence) -> Iterator[Span]:
    """A clause and a complex sentence under one relation."""
    if _level(sentence) == 2:
        yield _whole(sentence)


@predicate("complex_two_pairs")
def two_pairs(sentence: Sentence) -> Iterator[Span]:
    """Two complex sentences under one relation."""
    if _level(sentence) == 3:
        yield _whole(sentence)


@predicate("complex_many_levels")
def many_levels(sentence: Sentence) -> Iterator[Span]:
    """Three levels and more."""
    if _level(sentence) == 4:
        yield _whole(sentence)


def _whole(sentence: Sentence) -> Span:
    return sentence.clauses[0][0], sentence.clauses[-1][1]

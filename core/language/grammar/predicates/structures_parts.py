"""Parts of the sentence: subject, predicate, object, attribute, adverbial."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
    NOMINAL,
    NUMBER,
    chunk_of,
    chunks,
    copulas,
    is_subject,
    is_time,
    phrase,
    predicates,
    relation,
    tag,
    word,
    word_set,
)
from core.language.grammar.sentence import Sentence, once

MEASURE_WORDS = re.compile(
    r"(?:个|本|杯|家|间|口|块|页|层|封|件|条|位|张|只|支|双|把|辆|次|遍|斤|公斤|岁|年|天|分钟|小时|周|夜|米|元|毛|名|种|包|瓶|碗|盒|套|台|座|棵|"
    r"首|篇|段|部|场|门|份|片|句|声|回|趟|顿|架|头|匹|朵|根|颗|粒|幅|架|艘|栋|幢|户|群|批|届|期|节|课|级|倍|克|吨|公里|厘米|毫米|里|亩|度|秒|"
    r"刻|点|角|分|班|排|队|对|副|组|项|款|例|步|所|则|盏|枚|株|串|滴|道|面|顶|袋|箱|桶|盘|锅|壶|集|局|轮|圈|眼|脚|拳|口|世纪|人次|平方米|星期|"
    r"月|代|笔|番|阵|丝|线|身|样|缕|团|堆|卷|册|枝|束|扇|尊|辈子|美元|欧元|千克|升|毫升|摄氏度|公顷|平方公里|钟头|晚|届|座|章|类|成|席|股)"
)

OBJECT_TOKENS = word_set(
    "吃饭 做饭 喝茶 喝水 喝酒 看书 写字 唱歌 打球 买菜 看电视 画画 喝咖啡 听音乐 看电影 打电话 开车 读书 写信 上网 下棋 买东西 吃药 踢足球 打篮球"
)

DURATION = re.compile(
    NUMBER
    + r"{1,4}个?(?:多|半)?个?(?:年|天|小时|分钟|月|星期|周|次|遍|趟|下|回|会儿|岁|米|倍|岁)|一下儿?|一会儿|很久|半天"
)

PLACE_PREPOSITIONS = word_set("在 从 到 往 向 由 自 于 当 离 沿 沿着 朝 自从 至 打 顺着 趁")


@predicate("structures_subject")
@once
def subject(sentence: Sentence) -> Iterator[Span]:
    """Nominal subjects, with a time word before an adjective or a noun for want of another."""
    found = [place for place in range(len(sentence.tokens)) if is_subject(sentence, place)]
    for first, last in chunks(sentence):
        if not any(first <= place <= last for place in found):
            extra = _unmarked_subject(sentence, first, last)
            if extra >= 0:
                found.append(extra)
    for place in sorted(found):
        if word(sentence, place) in ("的", "了") or (
            word(sentence, place) in ("这样", "那么") and relation(sentence, place) == "advmod"
        ):
            continue
        yield sentence.span(*phrase(sentence, place))


def _unmarked_subject(sentence: Sentence, first: int, last: int) -> int:
    """A nominal at the head of a chunk that the parser took for a time or a root, before a predicate."""
    if (
        tag(sentence, first) == "NOUN"
        and first < last
        and relation(sentence, first).startswith(("obl:tmod", "nmod:tmod", "obl"))
    ):
        head = sentence.tokens[first].head
        if (
            first < head <= last
            and (tag(sentence, head) in ("ADJ", "NOUN", "NUM") or not is_time(word(sentence, first)))
            and not any(tag(sentence, at) == "ADP" for at in sentence.children[first])
        ):
            return first
    if (
        tag(sentence, first) == "PRON"
        and first < last
        and word(sentence, first) in "我你您他她它谁这那"
        and tag(sentence, first + 1) in ("VERB", "ADV", "ADJ", "AUX", "ADP")
    ):
        return first
    return -1


@predicate("structures_predicate")
@once
def verb_or_adjective(sentence: Sentence) -> Iterator[Span]:
    """The head of each verbal or adjectival predicate."""
    places = set(predicates(sentence)) | set(copulas(sentence))
    if not places:
        places = {place for place in range(len(sentence.tokens)) if _may_be_predicate(sentence, place)}
    for place in sorted(places):
        yield sentence.span(place, place)


def _may_be_predicate(sentence: Sentence, place: int) -> bool:
    """For sentences in which the parser sees no predicate: a verb, an adjective at the end, 在 before a place."""
    base = relation(sentence, place).partition(":")[0]
    if tag(sentence, place) in ("VERB", "ADJ"):
        return base not in ("acl", "amod", "nmod") and word(sentence, place + 1) not in ("的", "起来", "下去")
    return (word(sentence, place) == "在" and base == "root") or word(sentence, place) == "学会"


@once
def object_heads(sentence: Sentence) -> list[int]:
    """Nominal objects, what 是 links included, measures of time and frequency left out."""
    found = []
    for place, token in enumerate(sentence.tokens):
        if token.relation in ("obj", "iobj") and (token.tag in NOMINAL or token.tag in ("PART", "NUM", "X")):
            first, last = phrase(sentence, place)
            text = sentence.text[slice(*sentence.span(first, last))]
            before = {word(sentence, child) for child in sentence.children[place] if tag(sentence, child) == "ADP"}
            if (
                DURATION.fullmatch(text)
                or before & {"把", "被", "将", "给", "对", "跟"}
                or word(sentence, place) in ("的", "得", "了")
            ):
                continue
            if token.head < place:
                found.append(place)
    for place, token in enumerate(sentence.tokens):
        if (
            token.relation == "cop"
            and place < token.head
            and (tag(sentence, token.head) in NOMINAL or tag(sentence, token.head) in ("PART", "NUM", "X"))
        ):
            found.append(token.head)
    for place in range(1, len(sentence.tokens) - 1):
        if word(sentence, place) in ("了", "过") and tag(sentence, place - 1) == "VERB":
            found.extend(_misread_object(sentence, place))
    return sorted(set(found))


def _misread_object(sentence: Sentence, place: int) -> Iterator[int]:
    """The noun right behind verb + 了 or 过 that the parser gives to a later predicate."""
    _, high = chunk_of(sentence, place)
    for at in range(place + 1, min(place + 6, high + 1)):
        if is_subject(sentence, at) and tag(sentence, at) in NOMINAL and phrase(sentence, at)[0] == place + 1:
            if not DURATION.fullmatch(sentence.text[slice(*sentence.span(*phrase(sentence, at)))]):
                yield at
            return


@predicate("structures_object")
@once
def nominal_object(sentence: Sentence) -> Iterator[Span]:
    """Nominal objects with their modifiers."""
    for place in object_heads(sentence):
        first, last = phrase(sentence, place)
        cop = [child for child in sentence.children[place] if relation(sentence, child) == "cop"]
        if cop:
            first = max(first, cop[-1] + 1)
        yield sentence.span(first, last)
    for place, text in enumerate(sentence.words):
        if text in OBJECT_TOKENS and tag(sentence, place) == "VERB":
            start, end = sentence.spans[place]
            yield start + 1, end


@predicate("structures_attribute")
@once
def attribute(sentence: Sentence) -> Iterator[Span]:
    """Nouns, pronouns, adjectives, numeral + measure before a noun, without the 的."""
    for place in range(len(sentence.tokens)):
        if tag(sentence, place) not in ("NOUN", "PROPN", "PART", "X", "PRON"):
            continue
        for child in attributes_of(sentence, place):
            first, last = attribute_span(sentence, child)
            if last < place and first <= last:
                yield sentence.span(first, last)


def attributes_of(sentence: Sentence, place: int) -> Iterator[int]:
    """Dependents of a noun that are nominal, adjectival or numeral attributes."""
    for child in sentence.children[place]:
        if child > place:
            break
        base = relation(sentence, child).partition(":")[0]
        kind = tag(sentence, child)
        full = relation(sentence, child)
        if "tmod" in full or (full.startswith("case") and kind != "ADJ"):
            continue
        if base in ("nmod", "compound", "amod", "nummod", "det", "acl", "clf", "case", "appos") and kind in (
            "NOUN", "PROPN", "PRON", "ADJ", "NUM", "DET", "PART",
        ):  # fmt: skip
            if kind == "PART" and base not in ("nmod", "compound"):
                continue
            if kind in ("NUM", "DET") and child == place - 1 and MEASURE_WORDS.fullmatch(word(sentence, place)):
                continue
            if base == "clf" or any(relation(sentence, at) == "cop" and at > child for at in sentence.children[place]):
                continue
            if (
                kind == "NUM"
                and not any(relation(sentence, at) == "clf" for at in sentence.children[child])
                and tag(sentence, child + 1) != "NOUN"
            ):
                continue
            if base == "appos":
                continue
            yield child


def attribute_span(sentence: Sentence, child: int) -> tuple[int, int]:
    """Tokens of an attribute; numeral or 这 with its measure, the 的 left out."""
    first, last = sentence.subtree(child)
    if tag(sentence, child) == "DET" and tag(sentence, child + 1) == "NUM" and last == child:
        last = child + 1
    while last > first and word(sentence, last) in ("的", "之", "、", "，"):
        last -= 1
    while first < last and tag(sentence, first) == "PUNCT":
        first += 1
    return first, last


@predicate("structures_adverbial")
@once
def adverbial(sentence: Sentence) -> Iterator[Span]:
    """Adverbs, adjectives, words of time and place, prepositional phrases of time and place before a predicate."""
    for place in range(len(sentence.tokens)):
        span = adverbial_span(sentence, place) or _bare_adverb(sentence, place)
        if span is not None and not (span[1] - span[0] == 0 and word(sentence, place) in ("的话",)):
            yield sentence.span(*span)


def _bare_adverb(sentence: Sentence, place: int) -> tuple[int, int] | None:
    """An adverb right before a verb or an adjective, however the parser hangs it."""
    if tag(sentence, place) != "ADV" or tag(sentence, place + 1) not in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
        return None
    if (
        word(sentence, place) in ("不", "没")
        and place
        and word(sentence, place - 1)[:1] == word(sentence, place + 1)[:1]
    ):
        return None
    potential = word(sentence, place) == "不" and tag(sentence, place - 1) == "VERB"
    return None if potential or word(sentence, place) in ("的话", "也好", "得") else (place, place)


@once
def adverbial_span(sentence: Sentence, place: int) -> tuple[int, int] | None:
    """Tokens of the adverbial that a token heads, None when it heads none."""
    token = sentence.tokens[place]
    if word(sentence, place) in ("天", "年", "月") and place == chunk_of(sentence, place)[0]:
        return None
    head, base = token.head, token.relation.partition(":")[0]
    if not place < head:
        return None
    if base == "advmod" and token.tag in ("ADV", "ADJ", "NOUN", "PRON", "VERB"):
        if tag(sentence, head) in ("VERB", "ADJ", "AUX", "ADV", "NOUN", "PRON", "PROPN", "NUM"):
            if (
                word(sentence, place) in ("不", "没")
                and place
                and word(sentence, place - 1)[:1] == word(sentence, place + 1)[:1]
            ):
                return None
            first, last = _without_marks(sentence, *sentence.subtree(place))
            return first, (last - 1 if word(sentence, last) == "地" and last > first else last)
        return None
    if base not in ("obl", "nmod") or tag(sentence, head) not in ("VERB", "ADJ", "AUX", "NOUN", "ADP"):
        return None
    first, last = _without_marks(sentence, *sentence.subtree(place))
    prepositions = {
        word(sentence, child)
        for child in sentence.children[place]
        if child < place and tag(sentence, child) in ("ADP", "VERB") and relation(sentence, child) == "case"
    }
    if "tmod" in token.relation or (
        is_time(word(sentence, place)) and base == "obl" and not prepositions - PLACE_PREPOSITIONS
    ):
        return first, last
    if base == "obl" and prepositions & PLACE_PREPOSITIONS:
        return first, last
    return None


def _without_marks(sentence: Sentence, first: int, last: int) -> tuple[int, int]:
    while last > first and tag(sentence, last) == "PUNCT":
        last -= 1
    while first < last and tag(sentence, first) == "PUNCT":
        first += 1
    return first, last

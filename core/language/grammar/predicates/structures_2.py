"""Parts of the sentence: subject, predicate, object, attribute, adverbial; patterns of the clause."""

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
    subjects_of,
    tag,
    without_particles,
    word,
)
from core.language.grammar.sentence import Sentence

MEASURE_WORDS = re.compile(
    r"(?:个|本|杯|家|间|口|块|页|层|封|件|条|位|张|只|支|双|把|辆|次|遍|斤|公斤|岁|年|天|分钟|小时|周|夜|米|元|毛|名|种|包|瓶|碗|盒|套|台|座|棵|"
    r"首|篇|段|部|场|门|份|片|句|声|回|趟|顿|架|头|匹|朵|根|颗|粒|幅|架|艘|栋|幢|户|群|批|届|期|节|课|级|倍|克|吨|公里|厘米|毫米|里|亩|度|秒|"
    r"刻|点|角|分|班|排|队|对|副|组|项|款|例|步|所|则|盏|枚|株|串|滴|道|面|顶|袋|箱|桶|盘|锅|壶|集|局|轮|圈|眼|脚|拳|口|世纪|人次|平方米|星期|"
    r"月|代|笔|番|阵|丝|线|身|样|缕|团|堆|卷|册|枝|束|扇|尊|辈子|美元|欧元|千克|升|毫升|摄氏度|公顷|平方公里|钟头|晚|届|座|章|类|成|席|股)"
)
OBJECT_TOKENS = frozenset(
    [
        "吃饭",
        "做饭",
        "喝茶",
        "喝水",
        "喝酒",
        "看书",
        "写字",
        "唱歌",
        "打球",
        "买菜",
        "看电视",
        "画画",
        "喝咖啡",
        "听音乐",
        "看电影",
        "打电话",
        "开车",
        "读书",
        "写信",
        "上网",
        "下棋",
        "买东西",
        "吃药",
        "踢足球",
        "打篮球",
    ]
)
DURATION = re.compile(
    NUMBER
    + r"{1,4}个?(?:多|半)?个?(?:年|天|小时|分钟|月|星期|周|次|遍|趟|下|回|会儿|岁|米|倍|岁)|一下儿?|一会儿|很久|半天"
)
PLACE_PREPOSITIONS = frozenset(
    ["在", "从", "到", "往", "向", "由", "自", "于", "当", "离", "沿", "沿着", "朝", "自从", "至", "打", "顺着", "趁"]
)


@predicate("structures_subject")
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
        if first < head <= last and (
            tag(sentence, head) in ("ADJ", "NOUN", "NUM") or not is_time(word(sentence, first))
        ):
            if not any(tag(sentence, at) == "ADP" for at in sentence.children[first]):
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
def verb_or_adjective(sentence: Sentence) -> Iterator[Span]:
    """The head of each verbal or adjectival predicate."""
    places = set(predicates(sentence)) | set(copulas(sentence))
    for place in sorted(places):
        yield sentence.span(place, place)
    if not places:
        for first, last in chunks(sentence):
            for place in range(first, last + 1):
                if tag(sentence, place) == "VERB" and relation(sentence, place).partition(":")[0] not in (
                    "acl",
                    "compound",
                    "amod",
                    "nsubj",
                    "obj",
                ):
                    yield sentence.span(place, place)


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
    return sorted(set(found))


@predicate("structures_object")
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
def adverbial(sentence: Sentence) -> Iterator[Span]:
    """Adverbs, adjectives, words of time and place, prepositional phrases of time and place before a predicate."""
    for place in range(len(sentence.tokens)):
        span = adverbial_span(sentence, place)
        if span is not None and not (span[1] - span[0] == 0 and word(sentence, place) in ("的话",)):
            yield sentence.span(*span)


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


def sentence_kind(sentence: Sentence, first: int, last: int) -> str:
    """`verb`, `adjective` or nothing for a chunk with an overt subject and such a predicate."""
    heads = [place for place in [*predicates(sentence), *copulas(sentence)] if first <= place <= last]
    for place in sorted(heads):
        if relation(sentence, place).startswith("ccomp"):
            continue
        head = sentence.tokens[place].head if relation(sentence, place) == "cop" else place
        subjects = [at for at in subjects_of(sentence, head) if first <= at < place]
        if not subjects:
            nearest = [at for at in range(first, place) if is_subject(sentence, at)]
            timed = (
                tag(sentence, first) == "NOUN"
                and tag(sentence, place) == "ADJ"
                and relation(sentence, first).startswith("obl:tmod")
            )
            if not nearest and not timed:
                continue
        if tag(sentence, place) == "ADJ" or word(sentence, place) in FEELING_VERBS:
            return "" if word(sentence, place + 1) == "得" else "adjective"
        return "verb"
    return ""


FEELING_VERBS = frozenset(
    ["疼", "痛", "饿", "渴", "困", "忙", "累", "难", "贵", "胖", "瘦", "冷", "热", "满意", "辛苦"]
)


def _patterns(sentence: Sentence, kind: str) -> Iterator[Span]:
    for first, last in chunks(sentence):
        if sentence_kind(sentence, first, last) == kind:
            while first < last and (
                tag(sentence, first) in ("SCONJ", "CCONJ")
                or word(sentence, first) in ("因为", "所以", "如果", "虽然", "但是", "可是", "但")
            ):
                first += 1
            yield sentence.span(first, last)


@predicate("structures_verb_sentence")
def verb_sentence(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and a verbal predicate."""
    yield from _patterns(sentence, "verb")


@predicate("structures_adjective_sentence")
def adjective_sentence(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and an adjectival predicate."""
    yield from _patterns(sentence, "adjective")


NOMINAL_END = re.compile(
    rf"(?:{NUMBER}+(?:多|来)?(?:[年月日号点岁块元毛分米斤]|分钟|公斤|公里)(?:半|{NUMBER}*分?)?(?:左右|多)?|(?:星期|周)[一二三四五六日天几]|[晴阴雨][天]|怎么样|"
    rf"{NUMBER}+|.{{1,6}}人|[高大小长短黄黑红白圆][个眼头鼻脸胡腿]?[子睛发][发]?|{NUMBER}+[口个]人|春节|中秋节|国庆节|元旦|多大|多少钱|几[号点岁]|星期几|.{{0,4}}节)"
)


@predicate("structures_nominal_predicate")
def nominal_predicate(sentence: Sentence) -> Iterator[Span]:
    """今天星期五, 他四十: a noun or an amount as predicate; without a verb in the chunk."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if span is not None:
            yield span[1]


@predicate("structures_nominal_sentence")
def nominal_sentence(sentence: Sentence) -> Iterator[Span]:
    """The clause whose predicate is a noun or an amount."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if (
            span is not None
            and span[0] < span[1][0]
            and not sentence.text[span[1][0] : span[1][1]].startswith("怎么样")
        ):
            yield span[0], span[1][1]


def nominal_parts(sentence: Sentence, first: int, last: int) -> tuple[int, Span] | None:
    """Start of the subject and span of the nominal predicate in a chunk, None when there is none."""
    last = without_particles(sentence, first, last)
    start, end = sentence.span(first, last)
    text = sentence.text[start:end]
    if len(text) > 22 or any(
        word(sentence, at) in ("是", "有", "在", "为", "的") and at > first + 1 and word(sentence, at) != "的"
        for at in range(first, last + 1)
    ):
        return None
    found = re.fullmatch(
        r"(?P<s>(?:[今明昨后前]天|现在|[我你您他她它]们?|[这那][\u4e00-\u9fff]{0,8}?|[我你他她][\u4e00-\u9fff]{1,5}?|小[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,8}?)?)"
        r"(?P<adv>(?:已经|才|都|又|大概|大约|快|刚|也|一共|就|今年|整整|明年|每[\u4e00-\u9fff]|一)*)(?P<p>"
        + NOMINAL_END.pattern
        + r")",
        text,
    )
    if found is not None and (re.search(r"是|[宽长高深重厚离]$", found["s"] + found["adv"]) or "是" in found["p"]):
        return None
    if found is None:
        return _trait(sentence, first, last, text, start)
    verbs = [
        at
        for at in range(first, last + 1)
        if tag(sentence, at) in ("VERB", "ADP", "AUX") and sentence.spans[at][0] < start + found.start("p")
    ]
    if verbs or (not found["s"] and not found["adv"]):
        return _trait(sentence, first, last, text, start)
    named = found["s"]
    if re.fullmatch(r".{1,6}人|.{0,4}节", found["p"]) and not (
        named in ("我", "你", "您", "他", "她", "今天", "明天", "后天", "昨天")
        and (re.search(r"[国京海州津京汉安东西南北江]人$|节$", found["p"]))
    ):
        return None
    if (
        re.fullmatch(NUMBER + "+", found["p"])
        and named not in ("我", "你", "他", "她")
        and not re.search(r"(?:女儿|儿子|爸爸|妈妈|奶奶|爷爷|孩子)$", named)
    ):
        return None
    if re.search(r"(?:第|[一二三四五六七八九十百千万])$", named) or (
        is_time(named) and not re.search(r"(?:[月号日点半分节几]|星期.|周.|天|" + NUMBER + r"+)$", found["p"])
    ):
        return None
    subject_at = start if named else start + found.start("p")
    return subject_at, (start + found.start("p"), start + found.end("p"))


def _trait(sentence: Sentence, first: int, last: int, text: str, start: int) -> tuple[int, Span] | None:
    """她高个子, 大眼睛; 这儿怎么样."""
    found = re.fullmatch(
        r"(?P<s>[我你他她][\u4e00-\u9fff]{0,4}?|)(?P<p>[高矮大小黄黑长短白圆红瘦][\u4e00-\u9fff]?(?:个子|眼睛|头发|鼻子|脸|个儿|胡子|皮肤))",
        text,
    )
    if found is None or (not found["s"] and first == 0):
        return None
    if not found["s"] and not re.search(r"(?:个子|眼睛|头发|鼻子|皮肤)[，、]$", sentence.text[:start]):
        return None
    return start - (0 if found["s"] else 1), (start + found.start("p"), start + found.end("p"))


@predicate("structures_double_subject")
def double_subject(sentence: Sentence) -> Iterator[Span]:
    """他工作很忙, 这本书我看过: two nominals before one predicate, no 的 between."""
    for first, last in chunks(sentence):
        if double_parts(sentence, first, last) is not None:
            yield sentence.span(first, last)


def _timed(sentence: Sentence, at: int) -> bool:
    return is_time(word(sentence, at)) or is_time(sentence.text[slice(*sentence.span(*phrase(sentence, at)))])


WHOLE_PART = re.compile(
    r"(?:头|头发|眼睛|身体|个子|性格|脾气|工作|学习|成绩|颜色|味道|质量|价格|天气|嘴|手|脚|腿|肚子|牙|嗓子|胃|心|心情|年纪|皮肤|记性|力气|声音|空气|风景|环境|人|东西|菜|交通|服务|态度|房租|个儿|脸|鼻子|耳朵|胳膊|脑子|血压|英语|中文|汉语|汉字|数学|字|人口|面积|生意|压力|经验|条件|样子|功能|物价|电池|屏幕|信号|速度|胆子|演技|歌|嗓音)"
)


def double_parts(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """The two subject tokens of a chunk, None when there are not two."""
    for place in sorted({*predicates(sentence), *(sentence.tokens[at].head for at in copulas(sentence))}):
        if not first < place <= last:
            continue
        subjects = [
            at
            for at in range(first, place)
            if (
                is_subject(sentence, at)
                or (
                    relation(sentence, at) in ("dislocated", "obl:tmod", "nmod:topic", "obl:patient", "obj", "obl")
                    and tag(sentence, at) in NOMINAL
                )
            )
            and sentence.tokens[at].head == place
        ]
        subjects = [
            at
            for at in subjects
            if not _timed(sentence, at)
            and word(sentence, at) != "自己"
            and not (word(sentence, at) == "人" and word(sentence, at - 1) == "个")
            and not any(tag(sentence, child) in ("ADP",) for child in sentence.children[at])
        ]
        if (
            len(subjects) >= 2
            and is_subject(sentence, subjects[-1])
            and tag(sentence, subjects[0]) != "DET"
            and not any(word(sentence, at) in ("是", "有", "的话", "说") for at in range(subjects[0], subjects[1]))
            and not any(
                tag(sentence, at) == "VERB" and sentence.tokens[at].head == place
                for at in range(subjects[0], subjects[-1])
            )
        ):
            return subjects[0], subjects[1]
        if len(subjects) == 1 and tag(sentence, place) in ("ADJ", "VERB"):
            one = subjects[0]
            before = one - 1
            if (
                before >= first
                and WHOLE_PART.fullmatch(word(sentence, one))
                and sentence.tokens[before].head == one
                and tag(sentence, before) in NOMINAL
                and relation(sentence, before) in ("nmod", "compound", "nsubj")
                and (tag(sentence, place) == "ADJ" or word(sentence, place) in ("疼", "痛"))
            ):
                return before, one
    return _whole_and_part(sentence, first, last)


PART_PREDICATE = re.compile(
    r"(?:很|不|非常|特别|比较|都|也|太|真|有点儿?|最|更|越来越|十分|挺|好|一直|不太|已经)*[\u4e00-\u9fff]{1,3}(?:了|吗|吧|呢|啊|极了)?"
)


def _whole_and_part(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """他工作很忙, 北京冬天天气很冷: a whole, one of its parts, an adjective."""
    at = first + 1
    while at < last and is_time(word(sentence, at)):
        at += 1
    if (
        tag(sentence, first) not in NOMINAL
        or is_time(word(sentence, first))
        or not WHOLE_PART.fullmatch(word(sentence, at))
    ):
        return None
    rest = [tag(sentence, later) for later in range(at + 1, last + 1)]
    if "ADJ" in rest or word(sentence, last) in ("疼", "痛"):
        text = sentence.text[sentence.spans[at][1] : sentence.spans[last][1]]
        if (
            set(rest) <= {"ADV", "ADJ", "PART", "AUX", "VERB"}
            and PART_PREDICATE.fullmatch(text)
            and word(sentence, at + 1) not in ("的", "得")
        ):
            return first, at
    return None


@predicate("structures_patient_subject")
def patient_subject(sentence: Sentence) -> Iterator[Span]:
    """作业写完了: what is acted upon before its verb, without 被."""
    for first, last in chunks(sentence):
        if re.search(
            r"^(?:饭|菜|作业|衣服|钱|票|水|房子|书|东西|信|字)(?:都|也|已经|全|终于|早就|还没|没)*[吃写做洗用花卖修看读寄](?:完|好|光|掉|干净)",
            sentence.text[slice(*sentence.span(first, last))],
        ):
            yield sentence.span(first, first)
            continue
        if re.search(r"[被把让叫给由将]|为.*所", sentence.text[slice(*sentence.span(first, last))]):
            continue
        pair = double_parts(sentence, first, last)
        if pair is not None:
            head = sentence.tokens[pair[1]].head
            if (
                tag(sentence, head) == "VERB"
                and word(sentence, pair[0]) not in PERSONS
                and (tag(sentence, pair[1]) in ("PRON", "PROPN") or word(sentence, pair[1]) in PERSONS)
                and not any(
                    sentence.tokens[at].head == head and relation(sentence, at) == "obj" for at in range(head, last + 1)
                )
            ):
                yield sentence.span(*phrase(sentence, pair[0]))
                continue
        for place in predicates(sentence):
            if first < place <= last and tag(sentence, place) == "VERB" and _acts(sentence, place, last):
                subjects = [at for at in subjects_of(sentence, place) if at >= first]
                if (
                    len(subjects) == 1
                    and tag(sentence, subjects[0]) in ("NOUN", "PART", "PROPN")
                    and word(sentence, subjects[0]) not in PERSONS
                    and not re.search(r"[们员家师者人生]$", word(sentence, subjects[0]))
                ):
                    yield sentence.span(*phrase(sentence, subjects[0]))


PERSONS = frozenset(
    [
        "我",
        "你",
        "您",
        "他",
        "她",
        "我们",
        "你们",
        "他们",
        "她们",
        "咱们",
        "大家",
        "谁",
        "人",
        "人们",
        "孩子",
        "孩子们",
        "妈妈",
        "爸爸",
        "哥哥",
        "姐姐",
        "弟弟",
        "妹妹",
        "老师",
        "学生",
        "同学",
        "同学们",
        "朋友",
        "朋友们",
        "爷爷",
        "奶奶",
        "儿子",
        "女儿",
        "父母",
        "父亲",
        "母亲",
        "经理",
        "警察",
        "顾客",
        "客人",
        "观众",
        "狗",
        "猫",
        "小狗",
        "小猫",
        "公司",
        "政府",
        "学校",
        "国家",
        "自己",
        "别人",
        "鸟",
        "老板",
        "邻居",
        "丈夫",
        "妻子",
        "小孩儿",
        "医生",
        "护士",
        "司机",
        "同事",
    ]
)
ACTED = re.compile(
    r"(?:吃|喝|写|做|看|洗|买|卖|修|打扫|收拾|准备|解决|完成|办|寄|送|拿|取|还|借|偷|拆|建|盖|擦|关|开|打开|关上|装|搬|用|花|丢|扔|放|贴|挂|印|发|译|翻译|改|填|交|煮|炒|烧|切|定|订|安排|布置|批准|通过|发表|处理|讨论|检查|整理|复印|锁|停|染|倒|种|修改|修理|公布|确定|制定|取消|推迟|录|拍|画|包|烤|热|找|读|学|念|背|记|忘|弄|搞|摔|打|砸|撕|挖|填写|录取|接|运|退|换|洗完|吃完|做好|写完|看完|卖完|用完|收到|安装|下载|删除|上传|出版|播|播放|演|补|量|埋)(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|下|坏|破|清楚|清)?"
)


def _acts(sentence: Sentence, place: int, last: int) -> bool:
    """A verb that acts on things, with a complement or 了, or with 没, 已经 before it, and with no object."""
    if not ACTED.fullmatch(word(sentence, place)) or any(
        relation(sentence, at) in ("obj", "xcomp", "ccomp")
        and at > place
        and tag(sentence, at) in ("NOUN", "PRON", "PROPN")
        for at in sentence.children[place]
    ):
        return False
    if tag(sentence, place + 1) in ("NOUN", "PRON", "NUM", "PROPN", "DET") and place < last:
        return False
    behind = "".join(sentence.words[place + 1 : last + 1])
    if behind.startswith(("得", "着", "过来", "起来", "不")):
        return (
            behind.startswith("着") and word(sentence, place) in ("开", "关", "放", "挂", "锁", "装")
        ) or behind.startswith(("不完", "不下", "得完"))
    if word(sentence, place) in (
        "停",
        "开",
        "热",
        "倒",
        "打",
        "发",
        "通过",
        "接",
        "看",
        "读",
        "学",
        "找",
    ) and not re.match(r"(?:完|好|掉|光|到|出|坏|走)", behind):
        return False
    return re.match(
        r"(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|坏|破|清楚|清|没|丢|过|了)", behind
    ) is not None or (len(word(sentence, place)) == 2 and behind == "")

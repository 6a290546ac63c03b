"""What the structure points share: chunks between marks, nominal phrases, predicates, lists of verbs and times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span
from core.language.grammar.sentence import Sentence, once


def word_set(text: str) -> frozenset[str]:
    """The words of a text, written with blanks between them."""
    return frozenset(text.split())


NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
NUMBER = "[零〇一二两三四五六七八九十百千万亿几半0-9０-９]"
PARTICLES = "了吗吧呢啊呀嘛啦哦哇呗的着"
SPLIT_MARK = re.compile(r"[，,；;：:。！？!?…—、“”\"「」『』《》（）()～~\s]+")
TIME = re.compile(
    r"(?:今|明|昨|前|后|当|每|整|白|半|次|同)[天年日晚早夜]|[早晚]上|上午|下午|中午|夜里|凌晨|傍晚|现在|刚才|以前|以后|"
    r"目前|当时|那时|从前|将来|过去|最近|平时|周末|星期|礼拜|[周][一二三四五六日末]|春天|夏天|秋天|冬天|[早晚]晨|"
    r"[\d零〇一二三四五六七八九十]+[年月号日点]|时候|[这上下去今明后][个]?[年月周]|去年|一会儿|暑假|寒假|近来|如今|期间|小时候|"
    r"平常|有时|晚|早|每[一]?次|届时|课[前后]|[年月]底|连日|整天|当年|往年|年初"
)
PLACE_WORDS = word_set(
    "学校 教室 图书馆 家 家里 医院 商店 超市 公司 饭店 宾馆 酒店 机场 车站 火车站 公园 银行 邮局 书店 房间 楼上 楼下 外面 里面 外边 里边 中国 北京 上海 美国 国外 国内 这儿 那儿 这里 "
    "那里 哪儿 哪里 城市 农村 办公室 宿舍 食堂 操场 山 楼 河 城 门 村 省 市 县 镇 院 店 馆 海边 路上 街 南方 北方 国家 老家 家乡 城里 厨房 餐厅 电影院 剧院 博物馆 大学 中学 小学 "
    "洗手间 地方 屋 屋里 世界 体育馆 咖啡馆 动物园 班 床 台 车 船 飞机 岸 天 地 二楼 三楼 一楼 路口 门口 现场 会场 广州 深圳 西安 南京 日本 英国 法国 工厂 幼儿园 长城 故宫 集团 校园 "
    "花园 客厅 卧室 车间 市场 商场 广场 场 站 海 湖 江 岛 东西方 桌子 桌上 手里 身边 眼前 面前 心里"
)
LEFT_PARTS = ("nmod", "amod", "nummod", "det", "clf", "case", "acl", "compound", "mark:rel", "appos", "flat", "advmod")


@once
def chunks(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """Token ranges (first, last) between punctuation, quotes included; nothing but words inside."""
    first = None
    for place, token in enumerate(sentence.tokens):
        if token.tag == "PUNCT" or SPLIT_MARK.fullmatch(sentence.words[place]):
            if first is not None:
                yield first, place - 1
            first = None
        elif first is None:
            first = place
        elif place and sentence.spans[place][0] > sentence.spans[place - 1][1]:
            yield first, place - 1
            first = place
    if first is not None:
        yield first, len(sentence.tokens) - 1


@once
def chunk_of(sentence: Sentence, place: int) -> tuple[int, int]:
    """The chunk that holds a token; the token alone when it is a mark."""
    for first, last in chunks(sentence):
        if first <= place <= last:
            return first, last
    return place, place


def tag(sentence: Sentence, place: int) -> str:
    """Part of speech of a token, empty outside the sentence."""
    return sentence.tag_at.get(place, "")


def word(sentence: Sentence, place: int) -> str:
    """A token's text, empty outside the sentence."""
    return sentence.word_at.get(place, "")


def relation(sentence: Sentence, place: int) -> str:
    """Relation of a token to its head, empty outside the sentence."""
    return sentence.relation_at.get(place, "")


def is_subject(sentence: Sentence, place: int) -> bool:
    """Whether the parser takes the token for a nominal subject."""
    token = sentence.tokens[place]
    return token.relation.startswith("nsubj") and (token.tag in NOMINAL or token.tag in ("PART", "NUM", "X", "DET"))


def is_time(text: str) -> bool:
    """Whether a word or phrase names a time."""
    return TIME.match(text) is not None and len(text) < 8


@once
def phrase(sentence: Sentence, place: int) -> tuple[int, int]:
    """First and last token of the nominal phrase around a noun: modifiers on the left, localizer and partners on the right."""
    first = last = place
    low, high = chunk_of(sentence, place)
    for child in sentence.children[place]:
        if child < place and relation(sentence, child).startswith(LEFT_PARTS) and tag(sentence, child) != "ADP":
            begin = sentence.subtree(child)[0]
            first = min(first, begin if begin >= low else child)
        elif child > place and relation(sentence, child).startswith(
            ("case:loc", "conj", "flat", "clf", "nummod", "compound")
        ):
            end = sentence.subtree(child)[1]
            last = max(last, end if end <= high else child)
    while first < place and tag(sentence, first) in ("ADV", "ADP", "CCONJ", "PUNCT"):
        first += 1
    return first, last


@once
def predicates(sentence: Sentence) -> list[int]:
    """Tokens that are predicates of a clause: verbs and adjectives that neither modify a noun nor serve as a complement."""
    found = []
    for place, token in enumerate(sentence.tokens):
        if token.tag not in ("VERB", "ADJ") and not (
            token.tag == "AUX" and token.relation in ("root", "ccomp", "conj")
        ):
            continue
        base = token.relation.partition(":")[0]
        if base in ("root", "ccomp", "advcl", "parataxis", "conj", "dep") and token.relation != "conj:compound":
            found.append(place)
    return found


@once
def copulas(sentence: Sentence) -> list[int]:
    """Tokens 是 that link a nominal predicate."""
    return [
        place
        for place, token in enumerate(sentence.tokens)
        if sentence.words[place] in ("是", "不是", "就是", "为") and token.relation == "cop"
    ]


def without_particles(sentence: Sentence, first: int, last: int) -> int:
    """Last token of a chunk once the particles at its end are put aside."""
    while last > first and sentence.words[last] in PARTICLES and tag(sentence, last) in ("PART", "AUX", "INTJ"):
        last -= 1
    return last


@once
def body(sentence: Sentence) -> Span:
    """The sentence without its end mark and without quotes at its ends."""
    text = sentence.text
    marks = " \t，,。！!？?…；;：:～~—"
    end = len(text.rstrip(marks + '”"」』’）)'))
    start = len(text) - len(text.lstrip(' \t“"「『‘—-'))
    if any(mark in text[start:end] for mark in "“「『") and text[end : end + 3].strip(marks)[:1] in ("”", "」", "』"):
        end = len(text.rstrip(marks))
    return (start, end) if end > start else (0, len(text))


@once
def subjects_of(sentence: Sentence, place: int) -> list[int]:
    """Subject tokens of a predicate, in order."""
    return [child for child in sentence.children[place] if is_subject(sentence, child)]


def merged(spans: list[Span]) -> list[Span]:
    """Outermost spans: those inside or overlapping others joined."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found

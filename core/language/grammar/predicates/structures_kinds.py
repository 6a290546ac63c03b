"""Amounts, sentences without subject, and the four kinds of sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
    NUMBER,
    body,
    is_subject,
    predicates,
    relation,
    tag,
    word,
    word_set,
)
from core.language.grammar.predicates.structures_parts import MEASURE_WORDS
from core.language.grammar.sentence import Sentence, once

AMOUNT = re.compile(
    rf"(?<![第初])(?P<n>{NUMBER}{{1,20}}(?:[.．]\d+)?(?:多|来|余)?|多少|数{NUMBER}{{1,20}})(?P<m>{MEASURE_WORDS.pattern})"
)  # fmt: skip

NOT_AMOUNT = re.compile(
    r"一(?:样|起|下|些|点|会|直|定|边|面|般|旦|向|带|时|同|道|路|度|口气|手|家人|辈子|块儿|次性|级|把|番|头|身|阵|心|生|再|律|贯|致|切|共|流|行|体|代|线|世|代|方|旁|批(?!人)|页(?!纸))|"
    r"两(?:岸|口子|手)|[三六八五]角形|三(?:角|级|国)|四(?:面|周)|半(?:年|夜)|十(?:分(?!钟))|百(?:分|年)|千(?:克)|万(?:分|里)|八(?:成)|百(?:姓)|一(?:月|号)"
)


@predicate("structures_number_measure")
def number_measure(sentence: Sentence) -> Iterator[Span]:
    """A numeral with its measure word."""
    text = sentence.text
    for found in AMOUNT.finditer(text):
        start, end = found.span()
        if NOT_AMOUNT.match(found[0]) and not _real_amount(text, start):
            continue
        if text[max(0, start - 1) : start] in ("第", "星", "周") or text[end : end + 1] == "形" or found[0] == "一式":
            continue
        if not _is_date(found[0], found["n"], found["m"]) and _ends_word(sentence, end, found["m"]):
            yield start, end


DOUBTFUL_MEASURES = word_set("点 分 里 角 面 头 家 队 身 班 路 级 月 期 晚 手 类 轮 集 届 楼 度")


def _is_date(amount: str, number: str, measure: str) -> bool:
    """2008年, 三月, 八号: a date, not an amount."""
    if measure in ("月", "号"):
        return re.match(r"\d|[一二三四五六七八九十]+", number) is not None
    return measure == "年" and re.fullmatch(r"[\d零〇一二三四五六七八九]{4}年|\d{2}年", amount) is not None


def _ends_word(sentence: Sentence, end: int, measure: str) -> bool:
    """The measure ends a token, or a token of numeral and measure goes on with a noun."""
    if measure in DOUBTFUL_MEASURES and end not in sentence.token_at_end:
        return False
    last = sentence.token_over(end - 1)
    first, stop = sentence.spans[last]
    if stop > end and first < end - len(measure):
        return False
    return stop == end or stop - first == 1 or first < end - len(measure) or measure in ("个", "年", "天")


def _real_amount(text: str, start: int) -> bool:
    """一 with a measure that also begins another word: 一家公司, 一面墙, 一把椅子, 一头牛."""
    rest = text[start:]
    return (
        bool(
            re.match(
                r"一(?:把[椅刀伞钥]|头[牛猪驴]|面[墙镜红国旗]|家[公饭商书医店酒餐咖企小银]|口[水气井人饭]|道[题菜光门]|路公|块[钱蛋面手表石肉糖巧布地]|身[本衣新]|阵[风雨掌]|行[字]|线希|批[食货新人学电]|代人|条|手[好]|页|番[话]|番|阵)",
                rest,
            )
        )
        and not rest.startswith("一番风顺")
    ) or (re.match(r"半年|三角形|半夜", rest) is not None and rest.startswith("半年"))


GREETING = r"(?:谢谢|多谢|不谢|好的?|好吧|是的?|对|嗯+|再见|拜拜|对不起|没关系|不客气|没事儿?|没问题|当然|行|可以|喂|哎|唉|哎呀|啊|哦|早|早上好|晚上好|下午好|晚安|辛苦了|加油|恭喜|欢迎|救命|太好了|太棒了|好极了|真棒|好啊|是啊|对啊|可不是|不错|不行|不对|不是|不用|没有|有|好嘞|好好好|哈+|天哪|天啊|我的天|糟了|糟糕|完了|算了|得了|行了|好了|您好|你好|大家好|不好意思|抱歉|打扰了|劳驾|万岁|注意|小心|立正|收到|明白|知道了|谢谢你|谢谢您|谢谢大家|生日快乐|新年快乐|新年好)"

WEATHER = re.compile(
    r"(?:又|快|要|快要|就要|正|刚|正在|突然|忽然|外面)?(?:下|刮|打|出|起|闪)(?:了|着|起)?[\u4e00-\u9fff]{0,3}?(?:雨|雪|风|雷|太阳|雾|霜|闪电|冰雹)(?:来)?了?[吗吧呢啊]?"
)

EVENTS = re.compile(
    r"(?:快|要|该)?(?:上课|下课|着火|开饭|放学|下班|开会|停电|出事|开车|起火|地震|失火|集合|吃饭|到站|开船|过年|放假|天亮|来人|来车|起风|出发|出太阳|到点)(?:啦|了|咯)"
)

BANS = re.compile(r"(?:禁止|严禁|请勿|不准|不许|谢绝)[\u4e00-\u9fff]{2,8}")


@predicate("structures_no_subject")
def no_subject(sentence: Sentence) -> Iterator[Span]:
    """A sentence that is only a word or phrase, or whose subject is nobody: 下雨了, 车, 谢谢."""
    start, end = body(sentence)
    text = sentence.text[start:end]
    parts = [part for part in re.split(r"[，,、\s]+", text) if part]
    plain = re.sub(r"[啊呀哦呢吧啦]$", "", text)
    if text.startswith(("天黑", "天亮", "天冷")):
        return
    if any(pattern.fullmatch(text) for pattern in (WEATHER, EVENTS, BANS)) or all(
        re.fullmatch(GREETING + r"[啊呀哦呢吧啦]?", part) for part in parts
    ):
        yield start, end
        return
    if re.fullmatch(r"多(?:么)?[\u4e00-\u9fff]{1,4}的[\u4e00-\u9fff]{1,6}", plain) or re.fullmatch(
        r"好[大多美漂香]\w{0,3}的[\u4e00-\u9fff]{1,6}", plain
    ):
        yield start, end
        return
    nouns = [place for place in range(len(sentence.tokens)) if tag(sentence, place) not in ("PUNCT",)]
    verbs = [
        place
        for place in nouns
        if tag(sentence, place) in ("VERB", "ADJ", "AUX")
        and not relation(sentence, place).startswith(("acl", "amod", "compound", "case"))
    ]
    if (
        nouns
        and not verbs
        and len(text) <= 14
        and not any(is_subject(sentence, place) for place in nouns)
        and not re.search(r"[？?]|呢|怎么样", sentence.text)
    ):
        kinds = {tag(sentence, place) for place in nouns}
        if (
            kinds & {"NOUN", "PROPN", "INTJ"}
            and not re.search(NUMBER + r"[岁点块元号]|星期|[晴阴]天|[今明昨]天", text)
            and tag(sentence, nouns[0]) != "PRON"
        ):
            yield start, end
            return
    if WEATHER.fullmatch(parts[0]) if parts else False:
        yield start, start + len(parts[0])


def is_question(sentence: Sentence) -> bool:
    """Question mark, 吗 at the end, or A不A with no mark at all."""
    text = sentence.text
    if re.search(r"[？?]", text):
        return True
    if re.search(r"吗[。！!，,”\s]*$", text) and "干吗" not in text:
        return True
    if re.search(r"[。！!…]", text[-2:]):
        return False
    return (
        re.search(r"(?:什么|谁|哪儿|哪里|怎么|多少|几点|为什么)[^，。都也]{0,8}呢?$", text) is not None
        and re.search(r"不知道|知道|告诉|无论|不管", text) is None
    )


EXCLAIM_MARK = re.compile(
    r"(?:(?<![认天当])真(?!的是)|太|多么|多(?=[\u4e00-\u9fff]{1,4}[啊呀哪])|好(?=[\u4e00-\u9fff]{1,3}[啊呀哦])|好(?=[大多美香热冷贵高累漂可厉快远难帅棒酷])|这么|那么|可(?=[\u4e00-\u9fff]{1,4}[了啦])|极了|死了|死我了|坏了|[啊呀哇啦哪](?=[！!，])|哎呀|天[哪啊]|竟然|居然|何等|简直|终于|万岁|棒|了不起|得不得了|糟了|救命|怎么能|哟|哎哟|哇|唉|透了|好极|妙|最)"
)


@once
def is_exclamation(sentence: Sentence) -> bool:
    """Mark ！ with an exclaiming word, or plainly exclamatory wording."""
    text = sentence.text
    if re.search(r"[？?]", text) and not re.search(r"[！!]", text):
        return False
    if re.search(r"[！!]", text):
        if is_order(sentence) and not re.search(r"真|太[^，]*了|多么", text):
            return False
        return EXCLAIM_MARK.search(text) is not None or _only_phrase(text)
    return (
        re.search(
            r"多么[^，。]{1,15}[啊呀哪]?[。]?$|(?:真|好|太)[^，。得]{1,10}[啊呀哪][。…~～]?$|^太[^，。]{1,6}了[吧啦]?[。~～]?$|极了[。~～]?$",
            text,
        )
        is not None
    )


def _only_phrase(text: str) -> bool:
    return re.fullmatch(r"[\u4e00-\u9fff]{1,3}[！!]+", text) is not None


@predicate("structures_exclamation")
def exclamation(sentence: Sentence) -> Iterator[Span]:
    """Sentences that exclaim."""
    if is_exclamation(sentence):
        yield body(sentence)


ORDER = re.compile(
    r"(?:^|[，,；;：:“、！!\s])(?:(?:那|好|来|喂|嗯|快|哎|对|行)[，,])?(?:您|你们|你|大家|咱们|我们|[\u4e00-\u9fff]{2,3}(?=请))?(?:千万|可|快|先|就|都|再|还是|最好)?"
    r"(?:别(?!人|的|墅|具|致|出|提)|不要(?!紧|求|是|命|脸|的|钱)|不许|不准|甭|不用(?=[\u4e00-\u9fff]{0,6}[了！])|请(?!假|客|教|问[，,]|示|柬|求|帖|愿|了)|禁止|严禁|切勿|请勿|勿|务必|敬请|恳请|谨请|让我们|麻烦(?:你|您)|劳驾)"
)

BARE_ORDER = re.compile(
    r"^(?:你们?|您|大家)?(?:快|赶快|赶紧|先|再|来|给我|帮我|等等|等一下|等一等|看看|看|听|说|站住|坐|进来|出去|过来|走|滚|放|把|记住|注意|小心|让开|住手|闭嘴|起来|起床|加油|开门|救命|安静|打开|关上|拿|告诉我|相信我)"
)


@once
def is_order(sentence: Sentence) -> bool:
    """Orders, requests, invitations, prohibitions."""
    text = sentence.text
    if re.search(r"[？?]", text) and not re.search(r"[！!]", text):
        return re.search(r"[，,。：“](?:请|别)(?!问)|，好吗|^(?:请|麻烦)(?!问)", text) is not None and not re.search(
            r"(?:请客|请假)", text
        )
    if re.search(r"吧[。！!~～”]*$", text) and not _stated_guess(text):
        return True
    if (
        len(text) < 22
        and re.search(r"^[^，。]{0,8}(?:严禁|禁止|请勿|不得随意|不准|谢绝)[\u4e00-\u9fff]{2,10}[。！]?$", text)
        and not re.search(r"被|了|明令|令|说|规定", text)
    ):
        return True
    early = re.match(r"(?:你们?|您|咱们?|我们|那|就|快|先)?[^，。！？]{1,12}吧[，,]", text)
    if early and not re.search(r"可能|大概|也许|应该|恐怕|好像|就算|是|说不定|比如|这个人|[我他她]吧", early[0]):
        return True
    found = ORDER.search(text)
    if (
        found is not None
        and not re.search(r"(?:我|他|她|我们|他们)(?:不要|请|别)", text[: found.end()])
        and not re.search(r"(?:请|不要)$", text[: found.end()].replace("请", "", 1) if False else "")
    ):
        return re.match(r"[。，]?$", text[found.end() :]) is None
    subjectless = not any(
        is_subject(sentence, at) and word(sentence, at) not in ("你", "你们", "您", "大家")
        for at in range(min(4, len(sentence.tokens)))
    )
    if re.search(r"[！!]", text) and subjectless and BARE_ORDER.match(text) and not re.search(r"真|太|了[！!]$", text):
        return True
    if re.match(
        r"(?:你们?|您)(?:先|快|赶快|赶紧|再|也|给我|帮我|等|看看|听我|听|说说|认真|好好|来)", text
    ) and re.search(r"[！!]$", text):
        return True
    return (
        re.match(
            r"(?:先|再)?(?:把[^，。]{1,10}(?:放|打|关|拿|给|洗|加|倒|切)|打开|等一下|等等|快[^乐要点到，。]|赶快|赶紧|帮我|给我|告诉我|记得|小心|注意|千万|来[，,])[^，。]{0,14}(?:[，,。！!]|$)",
            text,
        )
        is not None
        and subjectless
    )


def _stated_guess(text: str) -> bool:
    """吧 that guesses or concedes, in a statement."""
    if re.search(r"[也可]?太[^，。]{1,6}了吧", text):
        return True
    return (
        re.search(r"(?:可能|大概|也许|应该|恐怕|好像|算是|就算|是|说不定|有|不会|没)[^，。]{0,14}吧[。！!~～”]*$", text)
        is not None
        and re.search(r"(?:我们|咱们|还是)[^，。]{1,10}吧[。！!]*$", text) is None
    )


@predicate("structures_order")
def order(sentence: Sentence) -> Iterator[Span]:
    """Sentences that order, ask for, invite or forbid."""
    if is_order(sentence):
        yield body(sentence)


@predicate("structures_question")
def question(sentence: Sentence) -> Iterator[Span]:
    """Sentences that ask."""
    if is_question(sentence):
        yield body(sentence)


@predicate("structures_statement")
@once
def statement(sentence: Sentence) -> Iterator[Span]:
    """Sentences that state: a predicate, no question, no exclamation, no order."""
    if is_question(sentence) or is_exclamation(sentence) or is_order(sentence):
        return
    start, end = body(sentence)
    text = sentence.text[start:end]
    if re.fullmatch(GREETING + r"[啊呀哦呢吧啦]?", text) or len(text) < 2:
        return
    if (
        predicates(sentence)
        or any(tag(sentence, at) in ("VERB", "ADJ", "AUX") for at in range(len(sentence.tokens)))
        or any(is_subject(sentence, at) for at in range(len(sentence.tokens)))
        or (re.search(r"[。]", sentence.text) and len(text) > 3)
    ):
        yield start, end

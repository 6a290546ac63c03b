"""Sentences without subject: 下雨了, 谢谢 (非主谓句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.chunks import body
from core.language.grammar.syntax.dependencies import is_subject
from core.language.grammar.syntax.tokens import relation, tag

GREETING = r"(?:谢谢|多谢|不谢|好的?|好吧|是的?|对|嗯+|再见|拜拜|对不起|没关系|不客气|没事儿?|没问题|当然|行|可以|喂|哎|唉|哎呀|啊|哦|早|早上好|晚上好|下午好|晚安|辛苦了|加油|恭喜|欢迎|救命|太好了|太棒了|好极了|真棒|好啊|是啊|对啊|可不是|不错|不行|不对|不是|不用|没有|有|好嘞|好好好|哈+|天哪|天啊|我的天|糟了|糟糕|完了|算了|得了|行了|好了|您好|你好|大家好|不好意思|抱歉|打扰了|劳驾|万岁|注意|小心|立正|收到|明白|知道了|谢谢你|谢谢您|谢谢大家|生日快乐|新年快乐|新年好)"
WEATHER = re.compile(
    r"(?:又|快|要|快要|就要|正|刚|正在|突然|忽然|外面)?(?:下|刮|打|出|起|闪)(?:了|着|起)?[\u4e00-\u9fff]{0,3}?(?:雨|雪|风|雷|太阳|雾|霜|闪电|冰雹)(?:来)?了?[吗吧呢啊]?"
)
EVENTS = re.compile(
    r"(?:快|要|该)?(?:上课|下课|着火|开饭|放学|下班|开会|停电|出事|开车|起火|地震|失火|集合|吃饭|到站|开船|过年|放假|天亮|来人|来车|起风|出发|出太阳|到点)(?:啦|了|咯)"
)
BANS = re.compile(r"(?:禁止|严禁|请勿|不准|不许|谢绝)[\u4e00-\u9fff]{2,8}")


@predicate
def without_subject(sentence: Sentence) -> Iterator[Span]:
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

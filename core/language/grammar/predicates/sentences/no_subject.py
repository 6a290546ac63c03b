"""Sentences without subject: 下雨了, 谢谢 (非主谓句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.chunks import body
from core.language.grammar.syntax.dependencies import is_subject
from core.language.grammar.syntax.tokens import relation, tag
from core.language.grammar.word_classes import expanded, pattern

GREETING = expanded(r"(?:%{greetings}|好的?|好吧|是的?|嗯+|没事儿?|没问题|好极了|好啊|是啊|没有|好嘞|好好好|哈+|好了)")
WEATHER = re.compile(
    r"(?:又|快|要|快要|就要|正|刚|正在|突然|忽然|外面)?(?:下|刮|打|出|起|闪)(?:了|着|起)?[\u4e00-\u9fff]{0,3}?(?:雨|雪|风|雷|太阳|雾|霜|闪电|冰雹)(?:来)?了?[吗吧呢啊]?"
)
EVENTS = pattern(r"(?:快|要|该)?%{subjectless_events}(?:啦|了|咯)")
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
    nouns = [index for index in range(len(sentence.tokens)) if tag(sentence, index) not in ("PUNCT",)]
    verbs = [
        index
        for index in nouns
        if tag(sentence, index) in ("VERB", "ADJ", "AUX")
        and not relation(sentence, index).startswith(("acl", "amod", "compound", "case"))
    ]
    if (
        nouns
        and not verbs
        and len(text) <= 14
        and not any(is_subject(sentence, index) for index in nouns)
        and not re.search(r"[？?]|呢|怎么样", sentence.text)
    ):
        kinds = {tag(sentence, index) for index in nouns}
        if (
            kinds & {"NOUN", "PROPN", "INTJ"}
            and not re.search(NUMBER + r"[岁点块元号]|星期|[晴阴]天|[今明昨]天", text)
            and tag(sentence, nouns[0]) != "PRON"
        ):
            yield start, end
            return
    if WEATHER.fullmatch(parts[0]) if parts else False:
        yield start, start + len(parts[0])

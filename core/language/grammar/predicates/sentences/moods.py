"""Statements, questions, orders, exclamations (句类)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.predicates.sentences.no_subject import GREETING
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.chunks import body
from core.language.grammar.syntax.dependencies import is_subject, predicate_heads
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import pattern


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


EXCLAIM_MARK = pattern(
    r"(?:%{exclamations}|(?<![认天当])真(?!的是)|多(?=[\u4e00-\u9fff]{1,4}[啊呀哪])|好(?=[\u4e00-\u9fff]{1,3}[啊呀哦])|"
    r"好(?=%{qualities_after_exclaiming_hao})|可(?=[\u4e00-\u9fff]{1,4}[了啦])|[啊呀哇啦哪](?=[！!，])|天[哪啊]|哇|好极)"
)


@cached_on_sentence
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


@predicate
def exclamation(sentence: Sentence) -> Iterator[Span]:
    """Sentences that exclaim."""
    if is_exclamation(sentence):
        yield body(sentence)


ORDER = re.compile(
    r"(?:^|[，,；;：:“、！!\s])(?:(?:那|好|来|喂|嗯|快|哎|对|行)[，,])?(?:您|你们|你|大家|咱们|我们|[\u4e00-\u9fff]{2,3}(?=请))?(?:千万|可|快|先|"
    r"就|都|再|还是|最好)?(?:别(?!人|的|墅|具|致|出|提)|不要(?!紧|求|是|命|脸|的|钱)|不许|不准|甭|不用(?=[\u4e00-\u9fff]{0,6}[了！])|"
    r"请(?!假|客|教|问[，,]|示|柬|求|帖|愿|了)|禁止|严禁|切勿|请勿|勿|务必|敬请|恳请|谨请|让我们|麻烦(?:你|您)|劳驾)"
)
BARE_ORDER = pattern(r"^(?:你们?|您|大家)?%{bare_orders}")
ORDER_TO_YOU = pattern(r"(?:你们?|您)%{orders_to_you}")


@cached_on_sentence
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
    match = ORDER.search(text)
    if match is not None and not re.search(r"(?:我|他|她|我们|他们)(?:不要|请|别)", text[: match.end()]):
        return re.match(r"[。，]?$", text[match.end() :]) is None
    subjectless = not any(
        is_subject(sentence, i) and word(sentence, i) not in ("你", "你们", "您", "大家")
        for i in range(min(4, len(sentence.tokens)))
    )
    if re.search(r"[！!]", text) and subjectless and BARE_ORDER.match(text) and not re.search(r"真|太|了[！!]$", text):
        return True
    if ORDER_TO_YOU.match(text) and re.search(r"[！!]$", text):
        return True
    return (
        re.match(
            r"(?:先|再)?(?:把[^，。]{1,10}(?:放|打|关|拿|给|洗|加|倒|切)|打开|等一下|等等|快[^乐要点到，。]|赶快|赶紧|帮我|给我|告诉我|记得|小心|注意|千万|"
            r"来[，,])[^，。]{0,14}(?:[，,。！!]|$)",
            text,
        )
        is not None
        and subjectless
    )


GUESS = pattern(r"%{guesses}[^，。]{0,14}吧[。！!~～”]*$")


def _stated_guess(text: str) -> bool:
    """吧 that guesses or concedes, in a statement."""
    if re.search(r"[也可]?太[^，。]{1,6}了吧", text):
        return True
    return GUESS.search(text) is not None and re.search(r"(?:我们|咱们|还是)[^，。]{1,10}吧[。！!]*$", text) is None


@predicate
def order(sentence: Sentence) -> Iterator[Span]:
    """Sentences that order, ask for, invite or forbid."""
    if is_order(sentence):
        yield body(sentence)


@predicate
def question(sentence: Sentence) -> Iterator[Span]:
    """Sentences that ask."""
    if is_question(sentence):
        yield body(sentence)


@predicate
@cached_on_sentence
def statement(sentence: Sentence) -> Iterator[Span]:
    """Sentences that state: a predicate, no question, no exclamation, no order."""
    if is_question(sentence) or is_exclamation(sentence) or is_order(sentence):
        return
    start, end = body(sentence)
    text = sentence.text[start:end]
    if re.fullmatch(GREETING + r"[啊呀哦呢吧啦]?", text) or len(text) < 2:
        return
    if (
        predicate_heads(sentence)
        or any(tag(sentence, i) in ("VERB", "ADJ", "AUX") for i in range(len(sentence.tokens)))
        or any(is_subject(sentence, i) for i in range(len(sentence.tokens)))
        or (re.search(r"[。]", sentence.text) and len(text) > 3)
    ):
        yield start, end

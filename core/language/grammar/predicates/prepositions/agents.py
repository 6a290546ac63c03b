"""Prepositions of who acts and what is acted upon: 被, 叫, 让, 将 (引出施事、受事)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.syntax.tokens import NOMINAL_OR_NUMERAL

NOUN_OR_VERB = """
定义 命名 改编 任命 指控 起诉 录取 批评 表扬 邀请 开除 淘汰 逮捕 发现 认证 要求 允许 禁止 保护 破坏 影响 污染 感染 打败 击败 拒绝
判刑 判处 授予 公认 评价 推荐 选举 提名 翻译 收录 取消 取代 替代 安排 分配 介绍 通知 警告 处罚 罚款 调查 采访 袭击 攻击 控制 包围
"""
VERBS_LIKE_NOUNS = frozenset(NOUN_OR_VERB.split())


@check
def has_an_agent(sentence: Sentence, markers: Markers) -> bool:
    """被 is followed by a noun phrase and then a verb."""
    start, end = markers[0]
    text = sentence.text
    place = sentence.token_over(start)
    if sentence.spans[place] != (start, end) or place + 1 >= len(sentence.tokens):
        return bool(
            re.match(r"(?:我|你|他|她|它|人|老师|妈妈|爸爸|孩子|朋友|同学|警察|别人|大家|雨|风|谁)", text[end:])
        )
    if re.match(r"(?:人(?!为)|我|你|您|他|她|它|咱|谁|别人|老师|妈妈|爸爸|孩子|警察)", text[end:]):
        return True
    following = sentence.tokens[place + 1]
    if sentence.words[place + 1] in VERBS_LIKE_NOUNS:
        return False
    if following.tag not in NOMINAL_OR_NUMERAL | {"DET", "ADJ", "PART"}:
        return False
    _, high = clause_around(sentence, start)
    later = [t for t in range(place + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    verbs = [t for t in later if sentence.tokens[t].tag == "VERB"]
    return bool(verbs) and following.tag != "ADJ"


@check
def names_the_agent(sentence: Sentence, markers: Markers) -> bool:
    """叫 or 让 names who did it: something affected stands before and nobody is told to do anything."""
    start, _ = markers[0]
    low, high = clause_around(sentence, start)
    before, after = sentence.text[low:start], sentence.text[start + 1 : high]
    if re.search(r"(?:不|别|想|要|能|会|请|去|来|老师|妈妈|爸爸|经理|可以|应该|给)$", before) or not before:
        return False
    if re.fullmatch(r"(?:我|你|他|她|我们|你们|他们|妈妈|爸爸|老师|经理)(?:已经|也)?", before) and not re.search(
        r"骗|打|撞|批评|骂|咬|吓|抓|淋", after
    ):
        return False
    return not re.search(r"(?:好好|一下|一会儿|去|来|吧)", after)


@check
def disposes(sentence: Sentence, markers: Markers) -> bool:
    """将 in the sense of 把: a noun phrase, then a verb."""
    start, end = markers[0]
    place = sentence.token_over(start)
    token = sentence.tokens[place]
    _, high = clause_around(sentence, start)
    if place + 1 >= len(sentence.tokens) or token.tag == "NOUN":
        return False
    if re.match(r"(?:其|他|她|它|我|你|此|这|那|自己|所有|全部)", sentence.text[end:]):
        return True
    following = sentence.tokens[place + 1]
    if following.tag in {"VERB", "AUX", "ADV", "ADP"} and token.relation != "case":
        return False
    later = [t for t in range(place + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    return token.tag != "ADV" and any(sentence.tokens[t].tag == "VERB" for t in later)

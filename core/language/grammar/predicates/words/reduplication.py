"""Reduplicated verbs: 看看, 看一看, 休息休息 (动词重叠)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag, word_set

DOUBLED_SYLLABLES = "说看听想尝试写读问走坐学做玩吃尝穿用等找洗聊谈练猜笑点摇挥拍握擦歇逛转帮查算数闻摸动商管改教讲记跑跳唱打挑弄收闹劝念瞧量评散遛排亲抱抓碰推敲修晒晾泡补翻翘眨拉搓搞养骗吹理清跟品望吓压陪忍喂扫"
DOUBLED = re.compile(
    rf"(?P<a>[{DOUBLED_SYLLABLES}])(?:一|了一|了)?(?P=a)(?P<er>儿)?|(?P<b>[\u4e00-\u9fff]{{2}})(?P=b)"
)  # fmt: skip
DOUBLED_WORDS = word_set(
    "休息 介绍 学习 讨论 研究 考虑 商量 了解 认识 打扫 收拾 准备 帮助 练习 复习 检查 参观 活动 锻炼 运动 放松 比较 分析 体验 欣赏 享受 打听 解释 说明 整理 交流 关心 照顾 观察 总结 改变 "
    "回忆 安慰 教育 表示 感谢 庆祝 尝试 熟悉 适应 预习 讲解 反省 思考 琢磨 照看 修改 修理 议论 调查 联系 沟通 解决 布置 打扮 管理 鼓励 批评 表扬 指导 核对 合计 体会 翻译 调整 请教 宣传 "
    "计划 处理 反思 改进 盘算 活跃 梳理 缓和"
)


@predicate
def reduplication(sentence: Sentence) -> Iterator[Span]:
    """看看, 看一看, 看了看, 休息休息; not 常常, 说说笑笑, 一遍一遍."""
    text = sentence.text
    for found in DOUBLED.finditer(text):
        start, end = found.span()
        if found["b"] and found["b"] not in DOUBLED_WORDS:
            continue
        if found["a"] and (
            re.match(r"(?:" + found["a"] + r"|不)", text[end:])
            or (
                re.match(r"\w", text[end : end + 1])
                and text[end : end + 2] in ("停停", "笑笑", "跳跳", "打打", "闹闹", "想想", "看看", "写写", "玩玩")
            )
        ):
            continue
        if start and re.search(r"(?:说说|走走|吃吃|打打|写写|看看|想想|[一二两三四几])$", text[:start]):
            continue
        if found["a"] and "一" in found[0] and re.match(r"[个本件条张杯次天下位点些句首部]", text[end:]):
            continue
        if found[0].startswith(("谈谈", "说说")) and re.match(r"的", text[end:]):
            continue
        if found["er"] and found["a"] not in "玩":
            end -= 1
        if (
            found["a"]
            and len(found[0].rstrip("儿")) == 2
            and tag(sentence, sentence.token_over(start)) not in ("VERB", "NOUN", "X", "ADV", "ADJ", "AUX")
        ):
            continue
        yield start, end

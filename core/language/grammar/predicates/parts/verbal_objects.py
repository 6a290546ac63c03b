"""Verbs, adjectives and clauses as objects (宾语)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.chunks import chunk_of, without_particles
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word, word_set

VERBAL_OBJECT_VERBS = word_set(
    "觉得 希望 打算 开始 喜欢 认为 以为 知道 感到 感觉 准备 决定 发现 相信 听说 说 看见 看到 表示 继续 停止 进行 爱 怕 担心 记得 忘 忘记 忘了 同意 建议 要求 允许 计划 考虑 想 试 "
    "试着 学 学习 练习 答应 值得 受到 显得 祝 主张 拒绝 害怕 讨厌 反对 支持 保证 后悔 注意 假装 猜 估计 明白 理解 了解 证明 说明 认出 坚持 避免 防止 加以 予以 给予 忍不住 禁不住 懂得 "
    "学会 习惯 参加 保持 追求 渴望 欢迎 注意到 意识到 看出 表明 指出 强调 宣布 承认 否认 怀疑 盼望 期待 梦见 听见 听到 觉 嫌 恨 恨不得 舍不得 善于 敢于 属于 便于 擅长 爱好 提议 尝试 "
    "适合 适应 放弃 感谢 祝愿 祝贺 发誓 通知 告诉 问 询问 介绍 回答 报道 显示 意味着 包括 负责 导致 引起 造成 缺乏 失去 获得 得到 实现"
)


@predicate
def verbal_object(sentence: Sentence) -> Iterator[Span]:
    """What follows 打算, 喜欢, 觉得, 希望 ... when it is a verb, an adjective or a clause."""
    for place in range(len(sentence.tokens)):
        text = word(sentence, place)
        if text not in VERBAL_OBJECT_VERBS or tag(sentence, place) not in ("VERB", "AUX"):
            continue
        _, high = chunk_of(sentence, place)
        if text in ("说", "学") and (
            (word(sentence, place + 1) in ("不", "得") and text == "学")
            or tag(sentence, place + 1) == "ADJ"
            or word(sentence, place - 1) == "有"
        ):
            continue
        if text == "想" and (
            place + 1 > high or tag(sentence, place) == "AUX" or tag(sentence, place + 1) not in ("PRON", "PROPN")
        ):
            continue
        start = place + 1
        while start <= high and word(sentence, start) in ("了", "到", "过", "着", "见", "出"):
            start += 1
        if (
            start > high
            or word(sentence, start) in ("的", "得", "吗", "呢", "吧")
            or (word(sentence, start) in ("不", "没") and word(sentence, start + 1) == text)
            or (place > 1 and word(sentence, place - 2) == text)
        ):
            continue
        stop = without_particles(sentence, start, high)
        if _holds_predicate(sentence, place, start, stop):
            yield sentence.span(start, stop)
            break


TAKES_CLAUSE = word_set(
    "觉得 希望 认为 以为 知道 感到 感觉 发现 相信 听说 表示 怕 担心 记得 忘 忘记 忘了 同意 建议 显得 祝 保证 估计 明白 证明 说明 看见 看到 听见 听到 猜 表明 指出 强调 意识到 注意到 "
    "承认 想 说 恨不得 嫌 盼望 期待 梦见 害怕 怀疑 主张 意味着 显示 宣布 懂得"
)
TAKES_VERB = word_set(
    "打算 开始 喜欢 准备 决定 继续 停止 爱 计划 考虑 试 学 学习 练习 答应 值得 主张 拒绝 讨厌 坚持 避免 防止 加以 予以 进行 学会 习惯 追求 渴望 善于 敢于 擅长 爱好 提议 尝试 适合 放弃 "
    "保持 参加 后悔 假装 需要 支持 反对 欢迎 注意 舍不得 不如 允许 感到 便于 实现 导致 引起 造成 给予 同意 建议 害怕 怕 希望 忘 忘了 忘记 记得"
)
ACTION_NOUNS = word_set("上课 工作 学习 比赛 考试 上班 运动 研究 调查 帮助 表演 讨论 训练")
INNER_RELATIONS = ("acl", "amod", "compound", "case", "nmod", "aux", "mark")


def _holds_predicate(sentence: Sentence, verb: int, start: int, stop: int) -> bool:
    """Whether the stretch is a clause, a verb phrase or an adjective rather than a noun with modifiers."""
    kinds = [tag(sentence, at) for at in range(start, stop + 1)]
    name = word(sentence, verb)
    heads = _inner_heads(sentence, start, stop)
    if not heads:
        if name in TAKES_VERB and word(sentence, start) in ACTION_NOUNS:
            return start == stop or tag(sentence, start + 1) != "NOUN"
        if any(word(sentence, at) == "当" or relation(sentence, at) == "ccomp" for at in range(start, stop + 1)):
            return name in TAKES_CLAUSE
        after = tag(sentence, start + 1)
        return (
            name in TAKES_VERB and kinds[0] == "VERB" and after in ("NOUN", "PROPN", "PUNCT", "PART", "NUM", "PRON", "")
        )
    if name in TAKES_CLAUSE:
        return True
    if name not in TAKES_VERB:
        return any(relation(sentence, at).startswith("ccomp") and sentence.tokens[at].head == verb for at in heads)
    if kinds[0] in ("VERB", "ADJ", "AUX", "ADV", "ADP"):
        return True
    if heads[0] - start <= 3 and kinds[0] in NOMINAL and tag(sentence, stop) != "NOUN":
        return True
    return any(relation(sentence, at).startswith(("xcomp", "ccomp")) for at in heads)


def _inner_heads(sentence: Sentence, start: int, stop: int) -> list[int]:
    """Verbs and adjectives of a stretch that do not modify a noun."""
    found = []
    for at in range(start, stop + 1):
        if tag(sentence, at) not in ("VERB", "ADJ", "AUX") or relation(sentence, at).startswith(INNER_RELATIONS):
            continue
        nearby = range(at + 1, min(at + 5, stop + 1))
        if not any(word(sentence, near) == "的" and tag(sentence, near + 1) in ("NOUN", "PROPN") for near in nearby):
            found.append(at)
    return found

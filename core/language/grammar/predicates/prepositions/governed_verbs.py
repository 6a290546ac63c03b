"""The verb that a prepositional phrase goes with."""

from __future__ import annotations

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.clauses import clause_around

COMMON_VERBS = frozenset(
    [
        "学",
        "学习",
        "工作",
        "吃",
        "喝",
        "买",
        "卖",
        "看",
        "见",
        "说",
        "听",
        "写",
        "读",
        "做",
        "玩",
        "玩儿",
        "等",
        "住",
        "坐",
        "站",
        "走",
        "跑",
        "找",
        "开",
        "用",
        "上课",
        "上班",
        "睡觉",
        "休息",
        "见面",
        "吃饭",
        "做饭",
        "看书",
        "唱歌",
        "跳舞",
        "打球",
        "游泳",
        "跑步",
        "散步",
        "举行",
        "举办",
        "进行",
        "发生",
        "出生",
        "长大",
        "生活",
        "讨论",
        "准备",
        "参加",
        "开会",
        "聊天",
        "打",
        "拿",
        "放",
        "想",
        "问",
        "教",
        "画",
        "洗",
        "穿",
        "起床",
        "出现",
        "开始",
        "结束",
        "变",
        "有",
        "是",
        "叫",
        "买东西",
        "担心",
        "帮忙",
        "服务",
    ]
)


def has_verb_after(sentence: Sentence, start: int, skipped: int = 2) -> bool:
    """A verb or adjective in the clause, after at least one word behind the marker."""
    _, high = clause_around(sentence, start)
    place = sentence.token_over(start)
    for t in range(place + skipped, len(sentence.tokens)):
        if sentence.spans[t][0] >= high:
            return False
        if sentence.tokens[t].tag in {"VERB", "ADJ", "AUX"} or sentence.words[t] in COMMON_VERBS:
            return True
    return False


@check
def verb_follows(sentence: Sentence, markers: Markers) -> bool:
    """A verb or adjective follows in the same clause after at least one other word."""
    low, high = clause_around(sentence, markers[0][0])
    if low == markers[0][0] and high + 2 < len(sentence.text) and sentence.text[high] in "，,":
        return True
    return has_verb_after(sentence, markers[0][0])

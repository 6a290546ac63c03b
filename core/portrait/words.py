"""Sentences about a node of the portrait, in the two languages of the interface."""

from __future__ import annotations

from collections.abc import Sequence

from core.portrait.feeds import CONTESTABLE, FED, SPOKEN_LEAVES
from core.portrait.wire import IndicatorNode
from core.tables.indicators import Indicator
from core.wire import Language

WHAT_TO_DO: dict[str, tuple[str, str]] = {
    "D05": ("词语和单句听力题", "listening questions on words and single lines"),
    "D06": ("对话听力题", "listening questions on dialogues"),
    "D07": ("短文听力题", "listening questions on short talks"),
    "D08": ("听力练习", "listening practice"),
    "D09": ("听力题", "listening questions"),
    **dict.fromkeys(SPOKEN_LEAVES, ("朗读（“口语”页）", "reading aloud (the page Speaking)")),
    "D33": ("拼音题", "questions on the pinyin of words"),
    "D34": ("词汇题", "vocabulary questions"),
    "D35": ("语法题", "grammar questions"),
    "D37": ("短句和对话阅读题", "reading questions on sentences and short dialogues"),
    "D38": ("短文阅读题", "reading questions on texts"),
    "D39": ("阅读练习", "reading practice"),
    "D40": ("短文阅读题", "reading questions on texts"),
    "D70": ("日常练习", "practice, on more days"),
}
"""What fills a leaf from own answers."""


SIX: dict[str, tuple[str, str]] = {
    "S1": ("听力", "Listening"),
    "S2": ("口语", "Speaking"),
    "S3": ("阅读", "Reading"),
    "S4": ("写作", "Writing"),
    "S5": ("课堂表现", "Classroom performance"),
    "S6": ("社区表现", "Community performance"),
}
"""The six in a sentence: the tree names them by the contract's words (听, listen)."""


def sentence(node: IndicatorNode, rows: Sequence[Indicator], observations: int, language: Language) -> str:
    """Value, band and what they rest on, or why there is no value."""
    zh = language == "zh"
    name = SIX.get(node.id, (node.name_zh, node.name_en))[0 if zh else 1]
    known = f"{node.coverage:.0%}"
    if node.value is None:
        if all(row.group == "context" for row in rows):
            if zh:
                return f"“{name}”是设置或习惯，只作参考，不计分。"
            return f"{name} is a setting or a habit: it is shown and never scored."
        if zh:
            return f"“{name}”的数据还不够：已知的部分只占 {known}，有 {observations} 条记录。"
        return f"Not enough data on {name}: only {known} of it is covered, by {_observations(observations)}."
    assert node.band is not None
    low, high = node.band
    half = f"{node.value:.1f}", f"{low:.0f}", f"{high:.0f}"
    if zh:
        return f"“{name}”是 {half[0]} 分，有 80% 的把握在 {half[1]} 到 {half[2]} 之间；依据 {observations} 条记录，已知的部分占 {known}。"
    return (
        f"{name} is {half[0]}, with 80 % certainty between {half[1]} and {half[2]}; "
        f"it comes from {_observations(observations)}, which cover {known} of it."
    )


def _observations(count: int) -> str:
    return f"{count} observation" + ("" if count == 1 else "s")


def fills(node: IndicatorNode, rows: Sequence[Indicator], language: Language) -> str:
    """What would give it a value, or make the band narrower."""
    zh = language == "zh"
    scoring = [row for row in rows if row.group != "context"]
    if not scoring:
        return "不需要补充：设置和习惯不计分。" if zh else "Nothing is needed: settings and habits are not scored."
    own = list(dict.fromkeys(WHAT_TO_DO[row.leaf_id][0 if zh else 1] for row in scoring if row.leaf_id in FED))
    found = []
    if own:
        listed = "、".join(own) if zh else ", ".join(own)
        found.append(f"多做{listed}。" if zh else f"Do more {listed}.")
    if any(row.leaf_id not in FED and row.initial_from == "first test" for row in scoring):
        found.append(
            "做一次摸底，或由学校提供首次测试成绩。"
            if zh
            else "Take the placement, or ask the school to send first test results."
        )
    if any(row.leaf_id not in FED and row.initial_from != "first test" for row in scoring):
        found.append(
            "其余的由学校的系统上报（出勤、作业、社区等）。"
            if zh
            else "The rest is reported by the school's system (attendance, homework, community)."
        )
    if node.id in CONTESTABLE and node.value is not None:
        found.append("觉得不准，可以用三道题来验证。" if zh else "If it seems wrong, three exercises can check it.")
    return "".join(found) if zh else " ".join(found)

"""Reasons derived from an edit: what the two characters have in common, which word was intended, and nothing more."""

from __future__ import annotations

import pytest

from core.essays.merging.explanations import Explainer
from core.essays.model import Change, EditType

READINGS = {
    "题": "tí", "提": "tí", "买": "mǎi", "卖": "mài", "只": "zhǐ", "子": "zǐ", "未": "wèi", "末": "mò", "心": "xīn", "兴": "xìng",
}  # fmt: skip


class FewReadings:
    """Readings of a few characters, the same in every text."""

    def syllables(self, text: str) -> list[str]:
        """The readings of the characters, "" for unknown ones."""
        return [READINGS.get(character, "") for character in text]


EXPLAINER = Explainer(
    FewReadings(), lambda: {"提高": "tígāo", "高兴": "gāoxìng", "周末": ""}, lambda a, b: {a, b} == {"未", "末"}
)


def reason(text: str, offset: int, new: str, kind: EditType = "B", length: int = 1) -> tuple[str, str]:
    """The reason in both languages."""
    explanation = EXPLAINER.explain(text, Change(offset, offset + length, text[offset : offset + length], new, kind))
    return explanation.zh, explanation.en


@pytest.mark.parametrize(
    ("text", "offset", "new", "zh"),
    [
        ("我题高了", 1, "提", "这里应写“提”，不写“题”：“提”和“题”同音（tí）；要写的词是“提高”（tígāo）。"),
        ("我卖书", 1, "买", "这里应写“买”，不写“卖”：“买”（mǎi）和“卖”（mài）只有声调不同。"),
        ("我子有", 1, "只", "这里应写“只”，不写“子”：“只”（zhǐ）和“子”（zǐ）读音相近。"),
        ("周未去", 1, "末", "这里应写“末”，不写“未”：“末”和“未”字形相近；要写的词是“周末”。"),
        (
            "我很高心",
            3,
            "兴",
            "这里应写“兴”，不写“心”：“兴”（xìng）和“心”（xīn）读音相近；要写的词是“高兴”（gāoxìng）。",
        ),
        ("我很好", 1, "真", "这里应写“真”，不写“很”。"),
    ],
)
def test_a_wrong_character_is_explained_by_sound_shape_and_word(text: str, offset: int, new: str, zh: str) -> None:
    assert reason(text, offset, new)[0] == zh


def test_reasons_come_in_english_too() -> None:
    assert (
        reason("我题高了", 1, "提")[1]
        == "Write 提 here, not 题: 提 and 题 sound the same (tí); the word is 提高 (tígāo)."
    )


@pytest.mark.parametrize(
    ("old", "new", "kind", "zh", "en"),
    [
        ("", "了", "L", "这里少写了“了”。", "了 is missing here."),
        ("的", "", "D", "这里多写了“的”。", "的 is not needed here."),
        ("尊敬", "尊重", "W", "这里用“尊重”，不用“尊敬”。", "Say 尊重 here, not 尊敬."),
        (",", "，", "P", "这里应该用逗号“，”，不用英文逗号“,”。", "Use a comma ， here, not a Western comma ,."),
        ("", "。", "P", "这里应加上句号“。”。", "A full stop 。 is missing here."),
        ("", "！", "P", "这里应加上感叹号“！”。", "An exclamation mark ！ is missing here."),
        ("，", "、", "P", "这里应该用顿号“、”，不用逗号“，”。", "Use an enumeration comma 、 here, not a comma ，."),
        ("～", "", "P", "这里不用标点“～”。", "No mark ～ belongs here."),
        ("吃在家", "在家吃", "S", "这一处应说成“在家吃”。", "Say it in this way: 在家吃"),
        ("是", "", "S", "这里不要“是”。", "Leave out 是 here."),
    ],
)
def test_other_edits_are_stated_without_an_invented_cause(old: str, new: str, kind: EditType, zh: str, en: str) -> None:
    explanation = EXPLAINER.explain("", Change(0, len(old), old, new, kind))
    assert (explanation.zh, explanation.en) == (zh, en)


@pytest.mark.parametrize(
    ("text", "offset", "zh"),
    [
        ("我参观比赛", 1, "这里用“参加”，不用“参观”：和后面的“比赛”常连用的是“参加”。"),
        ("我参观大家", 1, "这里用“参加”，不用“参观”。"),
    ],
)
def test_a_wrong_word_is_explained_by_the_word_it_is_used_with(text: str, offset: int, zh: str) -> None:
    associations = {("参加", "比赛"): 5.0, ("参观", "比赛"): 1.0}
    explainer = Explainer(
        FewReadings(), lambda: {"比赛": "", "大家": ""}, association=lambda left, right: associations.get((left, right))
    )
    assert explainer.explain(text, Change(offset, offset + 2, "参观", "参加", "W")).zh == zh

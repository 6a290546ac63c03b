"""Texts that are no essay of their writer are told, and essays are not taken for them."""

from __future__ import annotations

import pytest

from core.essays.integrity import CAUTIONED, REFUSED, highest_score, inspect

POEM = "床前明月光，疑是地上霜。举头望明月，低头思故乡。"
SEVEN = "朝辞白帝彩云间，千里江陵一日还。两岸猿声啼不住，轻舟已过万重山。"
ANALECTS = "子曰：学而时习之，不亦说乎？有朋自远方来，不亦乐乎？人不知而不愠，不亦君子乎？"
ESSAY = (
    "我的家乡在南方的一个小城市。那里的冬天不太冷，夏天常常下雨。每年春节，我都坐火车回家看父母。\n"
    "妈妈做的鱼特别好吃，爸爸喜欢跟我下棋。我很爱我的家乡，希望以后还能回去工作。"
)


@pytest.mark.parametrize(
    ("text", "title", "kind"),
    [
        ("我很喜欢我的家。" * 200, "", "repetition"),
        ("我今天去学校上课很高兴" * 20, "", "repetition"),
        ("我的家乡。我的家乡，我的家乡！", "我的家乡", "copied_title"),
        (POEM, "", "classical"),
        (SEVEN, "", "classical"),
        (ANALECTS, "", "classical"),
        (
            "I like to learn Chinese very much every single day with my good friends at school 我今天去学校学习汉语",
            "",
            "foreign",
        ),
    ],
)
def test_what_is_no_essay_is_refused_a_high_score(text: str, title: str, kind: str) -> None:
    findings = inspect(text, title, fluency=-4.5)
    assert [finding.kind for finding in findings] == [kind]
    assert highest_score(findings) <= CAUTIONED
    assert all(finding.reason.zh and finding.reason.en for finding in findings)


def test_characters_that_make_no_sense_are_told_by_the_model_alone() -> None:
    text = "题石的高海面书天去雨来日月生东西走看听说红绿大小"
    assert [finding.kind for finding in inspect(text, "", fluency=-8.0)] == ["no_sense"]
    assert inspect(text, "", fluency=None) == []
    assert highest_score(inspect(text, "", fluency=-8.0)) == REFUSED


@pytest.mark.parametrize(
    "text",
    [
        ESSAY,
        "我爱你。你爱我吗？我爱你。",
        "他说：“好！好！好！”大家都笑了。我们一起回家吃饭。",
        "我用iPhone 12和App Store学汉语，很方便，每天都学。",
    ],
)
def test_an_essay_is_taken_for_one(text: str) -> None:
    assert inspect(text, "我的家乡", fluency=-4.8) == []
    assert highest_score([]) == 100.0


def test_a_little_repetition_is_a_caution() -> None:
    text = ESSAY.replace("\n", "") + "我真的很想家，每天都想。" * 6
    (finding,) = inspect(text, "", fluency=-4.5)
    assert (finding.kind, finding.severity) == ("repetition", "caution")

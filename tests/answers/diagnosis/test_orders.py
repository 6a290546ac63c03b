"""What is said of a wrong order: which piece was put on the wrong side of which, and the rule that it breaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.answers.diagnosis.meanings import Telling
from core.answers.diagnosis.orders import diagnosis
from core.answers.marking import mark
from core.answers.text_marking import common_subsequence
from core.backends.scripts import OpenccConverter
from core.models.parsing.parser import NeuralParser
from core.records.items import Item, Option
from core.wire import Bilingual, Topic

CONVERTER = OpenccConverter()
MODELS = Path(__file__).resolve().parents[3] / "data" / "models" / "parser"


@pytest.fixture(scope="module")
def parser() -> NeuralParser:
    return NeuralParser(MODELS, simplified=CONVERTER.simplified)


def told(parser: NeuralParser, right: str, given: str) -> Bilingual:
    """What is said; pieces are parted by spaces."""
    pieces = right.split()
    text = {"ABCDEFGH"[place]: piece for place, piece in enumerate(pieces)}
    label = {piece: name for name, piece in text.items()}
    order, key = [label[piece] for piece in given.split()], sorted(text)
    kept = common_subsequence(order, key)
    found = diagnosis(order, key, text, parser.parse("".join(pieces)), moved=[name for name in key if name not in kept])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("right", "given", "zh"),
    [
        ("我爸爸 晚上 睡觉", "我爸爸 睡觉 晚上", "你把“晚上”放在了“睡觉”后面：说时间的词语放在谓语前面。"),
        ("飞机 下午 两点 到", "飞机 两点 下午 到", "说时间从大到小。"),
        ("我 常 给妈妈 打电话。", "我 常 打电话 给妈妈", "“给”字短语放在动词、形容词前面。"),
        ("这里 不能 抽烟。", "这里 抽烟。 不能", "能愿动词放在动词前面。"),
        (
            "从我家 到公司 有 十五公里 远。",
            "从我家 有 十五公里 到公司 远。",
            "“从……到……”是一个整体，一起放在谓语前面。",
        ),
        ("他 非常 喜欢 音乐。", "他 喜欢 音乐。 非常", "状语放在动词、形容词前面。"),
        ("我 买了 三本 词典。", "我 买了 词典。 三本", "数量词放在名词前面。"),
        ("他 睡了 八个小时。", "他 八个小时。 睡了", "多长时间、多少次放在动词后面。"),
        ("虽然 路很远， 他还是 骑车 上班。", "路很远， 虽然 他还是 骑车 上班。", "关联词放在它引出的内容前面。"),
        ("今天 是 我妈妈的 生日。", "我妈妈的 今天 是 生日。", "要紧接在“生日”前面：定语放在名词前面。"),
        ("我 看见了 两只 熊猫。", "我 两只 熊猫。 看见了", "宾语放在动词后面。"),
    ],
)
def test_the_rule_that_was_broken_is_named(parser: NeuralParser, right: str, given: str, zh: str) -> None:
    given = " ".join(
        next(piece for piece in right.split() if piece.strip("。，") == each.strip("。，")) for each in given.split()
    )
    assert told(parser, right, given).zh.endswith(zh)


def test_the_piece_that_was_moved_is_the_one_that_is_named(parser: NeuralParser) -> None:
    said = told(parser, "我爸爸 晚上 睡觉", "睡觉 我爸爸 晚上")
    assert said.zh.startswith("你把“睡觉”放在了")
    assert said.en.startswith("You put “睡觉” before ")


@pytest.mark.parametrize(
    ("right", "given", "zh"),
    [
        ("一 二 三 四", "二 三 四 一", "你把“一”放在了“四”后面；它应该在最前面。"),
        ("一 二 三 四", "四 一 二 三", "你把“四”放在了最前面；它应该在最后。"),
        ("一 二 三 四", "一 三 四 二", "你把“二”放在了“四”后面；它应该在“一”和“三”之间。"),
    ],
)
def test_without_a_parse_the_place_is_named(right: str, given: str, zh: str) -> None:
    text = dict(zip("ABCD", right.split(), strict=True))
    label = {piece: name for name, piece in text.items()}
    order = [label[piece] for piece in given.split()]
    kept = common_subsequence(order, "ABCD")
    found = diagnosis(order, "ABCD", text, [], moved=[name for name in "ABCD" if name not in kept])
    assert found is not None
    assert found.zh == zh


def test_nothing_is_said_where_pieces_are_only_missing() -> None:
    assert diagnosis(["A", "C"], ["A", "B", "C"], {"A": "一", "B": "二", "C": "三"}, [], moved=[]) is None


def ordering(topic: Topic, pieces: str, full: str) -> Item:
    empty = Bilingual(zh="", en="")
    options = [Option(id="ABCDEFG"[place], text=text) for place, text in enumerate(pieces.split())]
    key = ",".join(option.id for option in options)
    return Item(id="q_test", type="ordering", topic=topic, level="beginner", standard_level=1, source="test", question=empty,
                explanation=empty, answer_kind="order", key=key, options=options, full_text=full)  # fmt: skip


def test_a_mark_says_the_rule_only_with_a_parser_and_scores_the_same_without(
    parser: NeuralParser, telling: Telling
) -> None:
    item = ordering("grammar", "我爸爸 晚上 睡觉。", "我爸爸晚上睡觉。")
    plain = mark(item, "A,C,B", simplify=CONVERTER.simplified)
    told_mark = mark(item, "A,C,B", simplify=CONVERTER.simplified, telling=Telling(parser.parse, telling.meanings))
    assert (plain.score, plain.faults) == (told_mark.score, told_mark.faults)
    assert "说时间的词语" in told_mark.message.zh
    assert "说时间的词语" not in plain.message.zh
    assert told_mark.message.zh.endswith("正确顺序：我爸爸晚上睡觉。")


@pytest.mark.parametrize("full", ["我晚上十点睡觉", "我晚上十点睡觉。"])
def test_an_order_accepted_beside_the_key_and_a_mark_that_no_piece_has_are_a_sentence_too(
    parser: NeuralParser, telling: Telling, full: str
) -> None:
    item = ordering("grammar", "我 晚上 十点 睡觉", full).model_copy(update={"accepted": ["B,C,A,D"]})
    telling = Telling(parser.parse, telling.meanings)
    by_key, by_other = (
        mark(item, given, simplify=CONVERTER.simplified, telling=telling) for given in ("A,B,D,C", "C,B,A,D")
    )
    assert "说时间的词语" in by_key.message.zh
    assert "它应该在最前面" in by_other.message.zh
    assert by_other.message.zh.endswith("正确顺序：晚上十点我睡觉")


def test_what_was_heard_in_turn_is_joined_with_arrows_and_letters_of_a_word_are_not_explained() -> None:
    heard = mark(ordering("listening", "买票 上车 下车", "男：我先买票……"), "B,A,C", simplify=CONVERTER.simplified)
    assert heard.message.zh.endswith("正确顺序：买票 → 上车 → 下车")
    spelt = mark(ordering("vocabulary", "开 玩 笑", "开玩笑"), "B,A,C", simplify=CONVERTER.simplified)
    assert spelt.message.zh == "位置不对：开。正确顺序：开玩笑"

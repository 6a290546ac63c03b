"""The segmenter, tagger and parser that come with the project."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.backends.scripts import OpenccConverter
from core.models.parsing.features import units
from core.models.parsing.network import tree
from core.models.parsing.parser import LONGEST_SENTENCE, NeuralParser, sentences
from core.records.texts import Token

MODEL = Path(__file__).resolve().parents[2] / "data" / "models" / "parser"
PARSER = NeuralParser(MODEL, simplified=OpenccConverter().simplified)
CHINESE = st.text(
    alphabet="我你他不没去看了过的得书北京好三本个，。！？“”…（）\n　 aZ9９Ａ.😀𠮷著臺\u200b'\"", max_size=60
)


def texts_of(text: str) -> list[list[str]]:
    return [[token.text for token in sentence] for sentence in PARSER.parse(text)]


def relations_of(text: str) -> dict[str, tuple[str, str]]:
    """Word: relation and head, of the one sentence."""
    (sentence,) = PARSER.parse(text)
    return {t.text: (t.relation, sentence[t.head].text if t.head >= 0 else "") for t in sentence}


@pytest.mark.parametrize(
    "segmented",
    [
        "他 跑 得 很 快 。",
        "我 没 去 过 北京 。",
        "你 去 不 去 ？",
        "你 有 没 有 时间 ？",
        "他 看 了 看 我 。",
        "请 你 看 一 看 这 本 书 。",
        "我 吃 完 饭 了 。",
        "他 从 外面 走 进来 了 。",
        "书 在 桌子 上 。",
        "这 个 苹果 多少 钱 ？",
        "我 买 了 三 本 书 。",
        "我 每 天 早上 六 点 起床 。",
        "我 不 能 去 。",
        "我 把 作业 做 完 了 。",
        "手机 被 弟弟 弄 坏 了 。",
        "他 比 我 高 三 厘米 。",
        "我 想 学 好 中文 。",
        "她 会 说 法语 。",
        "她 的 说法 语气 很 重 。",
        "他 是 一 位 有名 的 作曲家 。",
    ],
)
def test_words_are_parted_where_grammar_needs_it(segmented: str) -> None:
    assert PARSER.words(segmented.replace(" ", "")) == segmented.split()


def test_a_plain_sentence_has_its_tree() -> None:
    found = relations_of("我昨天在学校看了一本书。")
    assert found["看"] == ("root", "")
    assert found["我"] == ("nsubj", "看")
    assert found["书"] == ("obj", "看")
    assert found["在"] == ("case", "学校")
    assert found["本"] == ("clf", "一")


def test_tags_are_universal_parts_of_speech() -> None:
    (sentence,) = PARSER.parse("他喜欢北京的三个公园吗？")
    tags = [token.tag for token in sentence]
    assert tags == ["PRON", "VERB", "PROPN", "PART", "NUM", "NOUN", "NOUN", "PART", "PUNCT"]


def check_tokens(text: str, found: list[tuple[Token, ...]]) -> None:
    """Offsets reproduce the text, every other character has one token, every sentence is a tree with one root."""
    place = 0
    for sentence in found:
        assert sentence
        for token in sentence:
            assert text[place : token.start].strip() == ""
            assert text[token.start : token.end] == token.text != ""
            place = token.end
        heads = [token.head for token in sentence]
        assert heads.count(-1) == 1
        assert [token.relation for token in sentence if token.head == -1] == ["root"]
        for start in range(len(heads)):
            steps, node = 0, start
            while node >= 0 and steps <= len(heads):
                node, steps = heads[node], steps + 1
            assert node == -1
    assert text[place:].strip() == ""


@settings(max_examples=60, deadline=None)
@given(st.one_of(CHINESE, st.text(max_size=40)))
def test_offsets_reproduce_any_text(text: str) -> None:
    check_tokens(text, PARSER.parse(text))
    assert "".join(PARSER.words(text)) == text


@pytest.mark.parametrize("text", ["", " ", "\n\n", "　\t"])
def test_a_text_without_characters_has_no_sentences(text: str) -> None:
    assert PARSER.parse(text) == []


def test_traditional_text_is_read_as_simplified_and_given_back_as_it_was() -> None:
    (traditional,), (simplified,) = PARSER.parse("我們學習漢語。"), PARSER.parse("我们学习汉语。")
    assert [token.text for token in traditional] == ["我們", "學習", "漢語", "。"]
    assert [(t.start, t.end, t.tag, t.head) for t in traditional] == [
        (t.start, t.end, t.tag, t.head) for t in simplified
    ]


def test_latin_letters_and_digits_stay_together_full_width_too() -> None:
    assert texts_of("我用ＷｅＣｈａｔ给Mary发了２０２４年的照片。")[0][:4] == ["我", "用", "ＷｅＣｈａｔ", "给"]
    assert "２０２４" in texts_of("我在２０２４年毕业。")[0]
    assert "3,500" in texts_of("一共3,500元。")[0]


def test_sentences_end_after_marks_and_take_closing_quotes_along() -> None:
    text = "他说：“好吧！”我走了。真的？！……太好了（对吗？）然后呢；没了\n下一行"
    assert ["".join(sentence) for sentence in texts_of(text)] == [
        "他说：“好吧！”", "我走了。", "真的？！……", "太好了（对吗？）", "然后呢；没了", "下一行",
    ]  # fmt: skip


def test_a_monster_is_cut_after_a_comma() -> None:
    groups = sentences(units("我喜欢看书，" * 80))
    assert max(map(len, groups)) <= LONGEST_SENTENCE
    assert {group[-1].key for group in groups} == {"，"}
    assert max(map(len, sentences(units("书" * 900)))) <= LONGEST_SENTENCE


def test_white_space_parts_words_and_belongs_to_none() -> None:
    assert texts_of("北 京 大学") == [["北", "京", "大学"]]
    assert PARSER.words(" 我 去。\n") == [" ", "我", " ", "去", "。", "\n"]


def test_twenty_thousand_characters_take_time_in_proportion() -> None:
    text = "我每天早上六点起床，然后跟妹妹一起坐车去学校。" * 1000
    started = time.process_time()
    found = PARSER.parse(text[:20_000])
    assert time.process_time() - started < 20
    assert sum(len(token.text) for sentence in found for token in sentence) == 20_000


def test_given_words_are_kept() -> None:
    given = [["我", "学习", "漢語", "。"], [], ["好"]]
    found = PARSER.parse_words(given)
    assert [len(sentence) for sentence in found] == [4, 0, 1]
    assert found[0][1] == ("VERB", -1, "root")


def test_threads_get_the_same_trees() -> None:
    parser, text = NeuralParser(MODEL), "你今天吃了什么？我吃了三个苹果。"
    found: list[list[tuple[Token, ...]]] = []
    threads = [threading.Thread(target=lambda: found.append(parser.parse(text))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(each == found[0] for each in found)


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_the_best_tree_is_the_best_of_all_trees(count: int, seed: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(count, count + 1)).astype(np.float32)

    def total(heads: tuple[int, ...]) -> float:
        return float(sum(scores[word, head] for word, head in enumerate(heads)))

    trees = [heads for heads in np.ndindex(*[count + 1] * count) if _one_rooted(heads)]
    assert total(tuple(tree(scores))) == pytest.approx(max(map(total, trees)), abs=1e-4)


def _one_rooted(heads: tuple[int, ...]) -> bool:
    def reaches(word: int) -> bool:
        for _ in heads:
            if heads[word] == 0:
                return True
            word = heads[word] - 1
        return False

    return heads.count(0) == 1 and all(reaches(word) for word in range(len(heads)))

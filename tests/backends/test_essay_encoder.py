"""The essay encoder: what it reads, what it is told of neighbours, and the one that ships."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.language.grammar.sentence import ParsedText
from core.models.essays.encoder import FOLDER, LEAST_CHANCE, EssayEncoder, Opinion, edit_type, usual
from core.models.essays.features import PLACE_FEATURES, Neighbours, surroundings
from core.models.essays.network import NumpyNetwork
from core.tables import Tables

SHIPPED = Path(Tables().folder) / FOLDER


@pytest.fixture(scope="module")
def shipped() -> EssayEncoder:
    return EssayEncoder(SHIPPED)


def parsed_text(text: str) -> ParsedText:
    return ParsedText(text, ())


def changes(encoder: EssayEncoder, text: str, *, least: float = 0.5) -> list[tuple[int, int, str]]:
    found = encoder.proposals(text, parsed_text(text))
    return [(row.start, row.end, row.replacement) for row in found if row.chance >= least]


def test_neighbours_that_stand_together_often_score_above_chance() -> None:
    beside = Neighbours(
        np.full(8, 100.0), np.array([5 * 8 + 6]), np.array([50], np.uint8), np.array([5 * 8 + 6]), np.array([511])
    )
    seen, unseen = beside.together(np.array([5, 6]), np.array([6, 5]))
    assert seen > 0 > unseen
    assert beside.is_word(np.array([5, 6]), np.array([6, 5])).tolist() == [1, 0]


def test_surroundings_are_two_on_each_side() -> None:
    assert surroundings(np.array([[5, 6, 7]])).tolist() == [[[0, 0, 6, 7], [0, 5, 7, 0], [5, 6, 0, 0]]]


def test_what_stays_as_it_is_differs_in_nothing() -> None:
    beside = Neighbours(np.full(8, 100.0), np.array([46]), np.array([50], np.uint8), np.array([46]), np.array([511]))
    around = np.array([[1, 5, 6, 2]])
    assert not beside.of_choices(np.array([7]), around, np.array([[7, 5]]))[0, 0].any()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("妳好", "你好"), ("看著他", "看着他"), ("著名的著作", "著名的著作"), ("他显著地变了", "他显著地变了")],
)
def test_taiwan_characters_are_read_as_the_usual_ones(text: str, expected: str) -> None:
    assert usual(text) == expected


@pytest.mark.parametrize(
    ("opinion", "mark"),
    [
        (Opinion(0, 1, "已", "sound", (0, 0, 0)), "B"),
        (Opinion(0, 1, "过", "class", (0, 0, 0)), "W"),
        (Opinion(0, 1, "，", "class", (0, 0, 0)), "P"),
        (Opinion(0, 0, "了", "insert", (0, 0, 0)), "L"),
        (Opinion(0, 0, "，", "insert", (0, 0, 0)), "P"),
        (Opinion(0, 1, "", "delete", (0, 0, 0)), "D"),
    ],
)
def test_the_mark_follows_from_the_change(opinion: Opinion, mark: str) -> None:
    assert edit_type(opinion) == mark


def test_the_shipped_encoder_mends_a_wrong_character(shipped: EssayEncoder) -> None:
    assert (1, 2, "已") in changes(shipped, "他以经回家了。")


def test_the_shipped_encoder_leaves_plain_sentences_alone(shipped: EssayEncoder) -> None:
    for text in ("我每天早上七点起床。", "他已经回家了。", "这家饭馆的菜很好吃。", "明天我们一起去公园吧。", ""):
        assert not changes(shipped, text, least=0.8)


def test_places_are_code_points_of_the_text_as_given(shipped: EssayEncoder) -> None:
    before = "😀 Hello, 2024年\r\n"
    shifted = [(start + len(before), end + len(before), new) for start, end, new in changes(shipped, "他以经回家了。")]
    assert [row for row in changes(shipped, f"{before}他以经回家了。") if row[0] >= len(before)] == shifted


def test_what_is_said_of_a_sentence_does_not_depend_on_the_others(shipped: EssayEncoder) -> None:
    sentence, other = "他以经回家了。", "我们在公园里看到了很多漂亮的花，大家都很高兴，拍了很多照片。"
    alone = shipped.proposals(sentence, parsed_text(sentence))
    among = shipped.proposals(f"{sentence}\n{other}", parsed_text(f"{sentence}\n{other}"))
    assert [row for row in among if row.end <= len(sentence)] == list(alone)


def test_the_network_gives_a_row_the_same_to_the_last_digit_whatever_stands_beside_it() -> None:
    draw, network = np.random.default_rng(5), NumpyNetwork(SHIPPED / "network.npz")
    lengths = np.array([1, 2, 9, 14, 30])
    numbers = draw.integers(5, 3000, (5, 30))
    features = draw.random((5, 30, PLACE_FEATURES)).astype(np.float32)
    together = network.outputs(numbers, features, lengths)
    for row, length in enumerate(lengths.tolist()):
        alone = network.outputs(numbers[[row], :length], features[[row], :length], lengths[[row]])
        assert all((one[row, :length] == other[0]).all() for one, other in zip(together, alone, strict=True))


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_a_line_is_read_by_itself_even_where_no_mark_ends_it(shipped: EssayEncoder, line_break: str) -> None:
    line = "他以经"
    text = f"{line}{line_break}回家了。"
    found = [row for row in shipped.proposals(text, parsed_text(text)) if row.end <= len(line)]
    assert found == list(shipped.proposals(line, parsed_text(line)))
    assert found


def test_the_same_text_is_judged_alike_twice(shipped: EssayEncoder) -> None:
    text = "我觉的中国菜很好吃，可是有点儿拉。"
    assert shipped.proposals(text, parsed_text(text)) == EssayEncoder(SHIPPED).proposals(text, parsed_text(text))


def test_proposals_are_sorted_and_bear_a_chance_worth_telling(shipped: EssayEncoder) -> None:
    text = "我今天很高幸，因为我的朋友来了北京看我。我门一起吃了烤鸭，味到好极了。"
    found = shipped.proposals(text, parsed_text(text))
    assert [row.start for row in found] == sorted(row.start for row in found)
    assert all(LEAST_CHANCE <= row.chance <= 1 and row.judge == "encoder" for row in found)
    assert all(0 <= row.start <= row.end <= len(text) for row in found)


def test_a_very_long_sentence_is_read_in_pieces(shipped: EssayEncoder) -> None:
    text = "我们去公园" * 200 + "，他以经回家了"
    assert (text.index("以经"), text.index("以经") + 1, "已") in changes(shipped, text, least=LEAST_CHANCE)


@pytest.mark.parametrize("text", ["\r\n \t", "Hello!", "👍👍", "𠮷", "。", "[B]→\\", "a" * 3000])
def test_what_is_no_chinese_is_left_alone(shipped: EssayEncoder, text: str) -> None:
    assert not changes(shipped, text, least=0.8)

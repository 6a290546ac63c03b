"""The essay encoder: what it reads, its features of neighbours, and the network that ships."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.language.grammar.sentence import ParsedText
from core.models.essays.encoder import (
    FOLDER,
    LEAST_PROBABILITY,
    NO_DOUBT,
    EncoderCorrection,
    EssayEncoder,
    edit_type,
    with_usual_characters,
)
from core.models.essays.features import POSITION_FEATURES, Neighbours, surroundings
from core.models.essays.network import NumpyNetwork
from core.tables import shipped_tables

SHIPPED = Path(shipped_tables().folder) / FOLDER


@pytest.fixture(scope="module")
def shipped() -> EssayEncoder:
    return EssayEncoder(SHIPPED)


def parsed_text(text: str) -> ParsedText:
    return ParsedText(text, ())


def changes(encoder: EssayEncoder, text: str, *, threshold: float = 0.5) -> list[tuple[int, int, str]]:
    proposals = encoder.proposals(text, parsed_text(text))
    return [
        (proposal.start, proposal.end, proposal.replacement)
        for proposal in proposals
        if proposal.probability >= threshold
    ]


def test_characters_that_often_occur_together_have_positive_mutual_information() -> None:
    neighbours = Neighbours(
        np.full(8, 100.0), np.array([5 * 8 + 6]), np.array([50], np.uint8), np.array([5 * 8 + 6]), np.array([511])
    )
    seen, unseen = neighbours.mutual_information(np.array([5, 6]), np.array([6, 5]))
    assert seen > 0 > unseen
    assert neighbours.is_word(np.array([5, 6]), np.array([6, 5])).tolist() == [1, 0]


def test_surroundings_are_two_on_each_side() -> None:
    assert surroundings(np.array([[5, 6, 7]])).tolist() == [[[0, 0, 6, 7], [0, 5, 7, 0], [5, 6, 0, 0]]]


def test_the_written_character_differs_in_no_feature_from_itself() -> None:
    neighbours = Neighbours(
        np.full(8, 100.0), np.array([46]), np.array([50], np.uint8), np.array([46]), np.array([511])
    )
    around = np.array([[1, 5, 6, 2]])
    assert not neighbours.choice_features(np.array([7]), around, np.array([[7, 5]]))[0, 0].any()


@pytest.mark.parametrize(
    ("text", "expected"),
    [("妳好", "你好"), ("看著他", "看着他"), ("著名的著作", "著名的著作"), ("他显著地变了", "他显著地变了")],
)
def test_taiwan_characters_are_read_as_the_usual_ones(text: str, expected: str) -> None:
    assert with_usual_characters(text) == expected


@pytest.mark.parametrize(
    ("correction", "expected_type"),
    [
        (EncoderCorrection(0, 1, "已", "sound", (0, 0, 0)), "B"),
        (EncoderCorrection(0, 1, "过", "class", (0, 0, 0)), "W"),
        (EncoderCorrection(0, 1, "，", "class", (0, 0, 0)), "P"),
        (EncoderCorrection(0, 0, "了", "insert", (0, 0, 0)), "L"),
        (EncoderCorrection(0, 0, "，", "insert", (0, 0, 0)), "P"),
        (EncoderCorrection(0, 1, "", "delete", (0, 0, 0)), "D"),
    ],
)
def test_the_type_follows_from_the_change(correction: EncoderCorrection, expected_type: str) -> None:
    assert edit_type(correction) == expected_type


def test_the_shipped_encoder_mends_a_wrong_character(shipped: EssayEncoder) -> None:
    assert (1, 2, "已") in changes(shipped, "他以经回家了。")


def test_the_shipped_encoder_leaves_plain_sentences_alone(shipped: EssayEncoder) -> None:
    for text in ("我每天早上七点起床。", "他已经回家了。", "这家饭馆的菜很好吃。", "明天我们一起去公园吧。", ""):
        assert not changes(shipped, text, threshold=0.8)


def test_offsets_are_code_points_of_the_text_as_given(shipped: EssayEncoder) -> None:
    before = "😀 Hello, 2024年\r\n"
    shifted = [(start + len(before), end + len(before), new) for start, end, new in changes(shipped, "他以经回家了。")]
    assert [change for change in changes(shipped, f"{before}他以经回家了。") if change[0] >= len(before)] == shifted


def test_the_proposals_for_a_sentence_do_not_depend_on_the_others(shipped: EssayEncoder) -> None:
    sentence, other = "他以经回家了。", "我们在公园里看到了很多漂亮的花，大家都很高兴，拍了很多照片。"
    alone = shipped.proposals(sentence, parsed_text(sentence))
    among = shipped.proposals(f"{sentence}\n{other}", parsed_text(f"{sentence}\n{other}"))
    assert [proposal for proposal in among if proposal.end <= len(sentence)] == list(alone)


def test_the_network_gives_a_row_the_same_but_for_rounding_whatever_stands_beside_it() -> None:
    """Equal to the last digit on most processors; some BLAS kernels round by the shape of the batch (up to 2e-5 seen)."""
    rng, network = np.random.default_rng(5), NumpyNetwork(SHIPPED / "network.npz")
    lengths = np.array([1, 2, 9, 14, 30])
    numbers = rng.integers(5, 3000, (5, 30))
    features = rng.random((5, 30, POSITION_FEATURES)).astype(np.float32)
    batch_outputs = network.outputs(numbers, features, lengths)
    for row, length in enumerate(lengths.tolist()):
        alone = network.outputs(numbers[[row], :length], features[[row], :length], lengths[[row]])
        for together, single in zip(batch_outputs, alone, strict=True):
            np.testing.assert_allclose(together[row, :length], single[0], rtol=0, atol=1e-4)


@pytest.mark.parametrize("line_break", ["\n", "\r\n", "\r"])
def test_a_line_is_read_by_itself_even_without_a_final_punctuation_mark(shipped: EssayEncoder, line_break: str) -> None:
    line = "他以经"
    text = f"{line}{line_break}回家了。"
    proposals = [proposal for proposal in shipped.proposals(text, parsed_text(text)) if proposal.end <= len(line)]
    assert proposals == list(shipped.proposals(line, parsed_text(line)))
    assert proposals


def test_the_same_text_gets_the_same_proposals_twice(shipped: EssayEncoder) -> None:
    text = "我觉的中国菜很好吃，可是有点儿拉。"
    assert shipped.proposals(text, parsed_text(text)) == EssayEncoder(SHIPPED).proposals(text, parsed_text(text))


def test_proposals_are_sorted_and_probable_enough_to_be_made(shipped: EssayEncoder) -> None:
    text = "我今天很高幸，因为我的朋友来了北京看我。我门一起吃了烤鸭，味到好极了。"
    proposals = shipped.proposals(text, parsed_text(text))
    assert [proposal.start for proposal in proposals] == sorted(proposal.start for proposal in proposals)
    assert all(
        LEAST_PROBABILITY <= proposal.probability <= 1 and proposal.corrector == "encoder" for proposal in proposals
    )
    assert all(0 <= proposal.start <= proposal.end <= len(text) for proposal in proposals)


def test_a_very_long_sentence_is_read_in_pieces(shipped: EssayEncoder) -> None:
    text = "我们去公园" * 200 + "，他以经回家了"
    assert (text.index("以经"), text.index("以经") + 1, "已") in changes(shipped, text, threshold=LEAST_PROBABILITY)


@pytest.mark.parametrize("text", ["\r\n \t", "Hello!", "👍👍", "𠮷", "。", "[B]→\\", "a" * 3000])
def test_what_is_not_chinese_is_left_alone(shipped: EssayEncoder, text: str) -> None:
    assert not changes(shipped, text, threshold=0.8)


def test_every_character_has_its_doubts_and_other_sentences_move_none_of_them(shipped: EssayEncoder) -> None:
    wrong, other = "我以经学了三个月汉语了。", "他今天很高兴。"
    alone, among = shipped.doubts(wrong), shipped.doubts(f"{other}\r\n{wrong}")
    assert alone.shape == (len(wrong), 2)
    assert among[-len(wrong) :] == pytest.approx(alone, abs=1e-4)
    assert alone[:, 0].argmax() == wrong.index("以")


def test_white_space_and_the_rest_of_a_latin_word_are_not_doubted(shipped: EssayEncoder) -> None:
    text = "我 会 Python 。"
    found = shipped.doubts(text)
    assert (found[[1, 3]] == NO_DOUBT).all()
    assert (found[text.index("y") : text.index("n") + 1] == NO_DOUBT).all()
    assert (found[[0, 2], 0] > NO_DOUBT).all()


def test_an_empty_text_has_no_doubts(shipped: EssayEncoder) -> None:
    assert shipped.doubts("").shape == (0, 2)

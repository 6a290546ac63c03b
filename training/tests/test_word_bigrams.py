"""The word bigram model, from its file to its probabilities."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.essays.spelling.words import UNKNOWN
from core.models.ngrams.words import WordBigrams
from training.essay.word_bigrams import Pairs, read, with_chinese_words, write

PAIRS = Pairs(
    words=["<unk>", "喝", "abc", "茶", "北京", "看"],
    unigrams=np.array([-6.0, -3.0, -4.0, -3.5, -2.5, -3.0], np.float32),
    backoffs=np.array([0.0, -0.5, 0.0, -0.25, 0.0, 0.0], np.float32),
    left=np.array([1, 2, 5, 1, 3]),
    right=np.array([3, 3, 4, 4, 1]),
    table=np.array([-1.0, -2.0, -3.0], np.float32),
    numbers=np.array([0, 1, 1, 2, 2], np.uint8),
)


@pytest.fixture
def model(tmp_path: Path) -> WordBigrams:
    file = tmp_path / "words.npz"
    write(with_chinese_words(PAIRS), file)
    return WordBigrams(file)


def behind(model: WordBigrams, left: str, right: str) -> float:
    numbers = [np.array([model.ids[word]]) for word in (left, right)]
    return float(model.log_probabilities(numbers[0], numbers[1])[0] / np.log(10))


def test_how_words_go_together_is_told_of_kept_pairs_alone(model: WordBigrams) -> None:
    found = [model.association(*pair) for pair in ("喝茶", ("喝", "北京"), ("茶", "酒"))]
    assert found == [pytest.approx(2.5 * np.log(10), abs=0.01), pytest.approx(-0.5 * np.log(10), abs=0.01), None]


def test_a_kept_pair_has_its_probability(model: WordBigrams) -> None:
    assert [behind(model, *pair) for pair in ("喝茶", ("看", "北京"), ("喝", "北京"), "茶喝")] == pytest.approx(
        [-1, -2, -3, -3], abs=1e-3
    )


def test_another_pair_backs_off(model: WordBigrams) -> None:
    assert [behind(model, "茶", "北京"), behind(model, "看", "茶")] == pytest.approx([-2.75, -3.5], abs=2e-3)


def test_only_words_of_chinese_characters_are_kept(model: WordBigrams) -> None:
    assert set(model.ids) == {UNKNOWN, "喝", "茶", "北京", "看"}
    assert model.log_probability("abc") == model.log_probability(UNKNOWN)


def test_the_model_that_ships_knows_what_goes_together() -> None:
    model = WordBigrams(Path(__file__).resolve().parents[2] / "data" / "models" / "essay" / "words.npz")
    assert behind(model, "高兴", "认识") > behind(model, "高兴", "坐车")
    assert len(model.ids) == 164_626


def test_another_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no trigram trie"):
        read(b"mmap lm http://kheafield.com/code format version 5\n\x00" + b"\x00" * 200)

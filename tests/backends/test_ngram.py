"""The character n-gram model: a small one whose sums are known, and the one that ships."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.models.ngrams.characters import BLOCK, END, START, NgramModel, keys_of, symbols
from core.tables import shipped_tables
from evaluation.ngrams.kneser_ney import count_ngrams, estimate
from evaluation.ngrams.mixing import backoffs, mix, prune
from evaluation.ngrams.training import tokens, vocabulary, write

SHIPPED = Path(shipped_tables().folder) / "models" / "ngram" / "characters.npz"
TEXTS = ["我爱看书。", "我爱吃面。", "你爱看书吗？", "他不爱吃面，我爱。"] * 3
LEAST_LOSS = 1e-4


@pytest.fixture(scope="module")
def shipped() -> NgramModel:
    return NgramModel(SHIPPED)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> NgramModel:
    read = "".join(symbols(text)[0] for text in TEXTS)
    known = vocabulary([read])
    estimated = estimate(count_ngrams(tokens(read, known), size=len(known), order=3))
    path = tmp_path_factory.mktemp("ngram") / "small.npz"
    write(prune(mix(estimated, estimated, 0.5), least_loss=LEAST_LOSS), known, path)
    return NgramModel(path)


@pytest.mark.parametrize("context", ["", "我", "我爱", "爱吃", "，我"])
def test_the_probabilities_of_all_next_characters_sum_to_one(small: NgramModel, context: str) -> None:
    characters = [chr(int(code)) for code in np.flatnonzero(small.trie.vocabulary) if chr(int(code)) != START]
    scores = [small.scored(f"{START}{context}{character}")[0][-1] for character in characters]
    unknown = small.scored(f"{START}{context}\U0002a6d6")[0][-1]
    assert np.exp([*scores, unknown]).sum() == pytest.approx(1, abs=0.03)  # steps of 1/16 nat


def test_back_off_weights_after_pruning_are_numbers_above_zero() -> None:
    read = "".join(symbols(text)[0] for text in TEXTS)
    known = vocabulary([read])
    estimated = estimate(count_ngrams(tokens(read, known), size=len(known), order=3))
    kept = prune(mix(estimated, estimated, 0.5), least_loss=LEAST_LOSS)
    assert all((weights > 0).all() and np.isfinite(weights).all() for weights in backoffs(kept))
    assert all((suffixes >= 0).all() for suffixes in kept.suffixes)


def test_what_was_read_is_likelier_than_what_was_not(small: NgramModel) -> None:
    assert small.log_probability("我爱看书。") > small.log_probability("书看爱我。")


def test_marks_runs_and_sentences_become_symbols() -> None:
    read, places = symbols("用 Linux吧。好!")
    assert read == f"{START}用\x05吧。{END}{START}好！{END}"
    assert places == [0, 0, 2, 7, 8, 8, 9, 9, 10, 10]


@pytest.mark.parametrize(
    "text", ["他不在房间里，在外边打电话。", "我 有 3.5 个 iPad。你呢？", "𠮷野家😀", "\n", "", "\x02\x03"]
)
def test_the_parts_sum_to_the_whole(shipped: NgramModel, text: str) -> None:
    parts = shipped.token_log_probabilities(text)
    assert len(parts) == len(text) == len(shipped.known_lengths(text))
    assert parts.sum() == pytest.approx(shipped.log_probability(text))
    assert (parts <= 0).all()


def test_a_batch_gives_what_single_calls_give(shipped: NgramModel) -> None:
    texts = ["今天天气很好。", "", "我们去公园吧！", "好"]
    assert shipped.log_probabilities(texts).tolist() == pytest.approx([shipped.log_probability(text) for text in texts])
    assert shipped.log_probabilities([]).tolist() == []


def test_two_sentences_are_as_likely_as_both_together(shipped: NgramModel) -> None:
    both = shipped.log_probability("你好吗？我很好。")
    assert both == pytest.approx(shipped.log_probability("你好吗？") + shipped.log_probability("我很好。"))


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("他把书放在桌子上。", "他被书放在桌子上。"),
        ("我买了一本书。", "我买了一条书。"),
        ("我昨天去了北京。", "我昨天去着北京。"),
        ("她唱歌唱得很好。", "她唱歌唱的很好。"),
    ],
)
def test_right_chinese_is_likelier(shipped: NgramModel, right: str, wrong: str) -> None:
    assert shipped.log_probability(right) > shipped.log_probability(wrong) + 2


def test_common_stretches_are_known_whole(shipped: NgramModel) -> None:
    assert shipped.known_lengths("我们都").tolist() == [2, 3, 4]  # the start of the sentence counts as a character


def test_threads_that_ask_first_together_read_the_file_once() -> None:
    model = NgramModel(SHIPPED)
    with ThreadPoolExecutor(8) as pool:
        tries = list(pool.map(lambda _: model.trie, range(8)))
    assert all(one is tries[0] for one in tries)


def test_models_of_one_file_share_its_arrays() -> None:
    assert NgramModel(SHIPPED).trie is NgramModel(SHIPPED.parent / ".." / "ngram" / SHIPPED.name).trie


@pytest.mark.parametrize("beginnings", [1, 1000, 2 * BLOCK + 7, 400_000])
def test_keys_are_found_where_they_stand_and_no_others(beginnings: int) -> None:
    draw, size = np.random.default_rng(beginnings), 30_000
    children = draw.integers(0, 4, beginnings).astype(np.uint16)
    last = np.concatenate([np.sort(draw.choice(size, count, replace=False)) for count in children])
    whole = np.repeat(np.arange(beginnings), children) * size + last.astype(np.int64)
    keys = keys_of(children, last.astype(np.uint16), size)
    assert keys.find(whole).tolist() == list(range(len(whole)))
    others = np.setdiff1d(draw.integers(0, beginnings * size + size, 1000), whole)
    assert (keys.find(others) == -1).all()
    # Those that share their lower 32 bits with a key are no keys either.
    assert (keys.find(np.setdiff1d(np.concatenate([whole + (1 << 32), whole + (1 << 40)]), whole)) == -1).all()


def test_the_file_is_small_enough_to_ship() -> None:
    assert SHIPPED.stat().st_size <= 20 * 2**20

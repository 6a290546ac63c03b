"""The speller on everyday sentences, with the files that ship."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from core.arrays import Float64, Int64
from core.backends.scripts import OpenccConverter
from core.errors import CorruptTable
from core.essays.model import Proposal
from core.essays.spelling.speller import Speller, SpellingCorrector
from core.essays.spelling.words import UNKNOWN, WordLattice
from core.language.grammar.sentence import Document
from core.models.essays.speller import speller_trees, spelling_corrector, spelling_knowledge
from core.models.ngrams.characters import NgramModel
from core.models.ngrams.gains import NgramGains
from core.tables import Tables
from core.tables.essays.speller import speller_parameters

DATA = Path(__file__).resolve().parents[2] / "data"
SHOWN = 0.5


@cache
def corrector() -> SpellingCorrector:
    return spelling_corrector(Tables(DATA))


def proposals(text: str) -> Sequence[Proposal]:
    return corrector().proposals(text, Document(OpenccConverter().simplified(text), ()))


def corrected(text: str) -> str:
    replacements = {
        proposal.start: proposal.replacement for proposal in proposals(text) if proposal.probability >= SHOWN
    }
    return "".join(replacements.get(offset, character) for offset, character in enumerate(text))


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("我不知到这件事。", "我不知道这件事。"),
        ("他己经回家了。", "他已经回家了。"),
        ("我门明天去公园玩。", "我们明天去公园玩。"),
        ("我们应该保护环竟。", "我们应该保护环境。"),
        ("老师说明天有考式。", "老师说明天有考试。"),
    ],
)
def test_a_character_written_for_another_is_put_right(wrong: str, right: str) -> None:
    assert corrected(wrong) == right


@pytest.mark.parametrize(
    "text",
    [
        "我每天早上七点起床，然后去学校上课。",
        "李梓萱和欧阳娜娜住在北京。",
        "他把书放在桌子上就走了。",
        "两岸猿声啼不住，轻舟已过万重山。",
        "I like 中文 very much 😀！",
        "",
    ],
)
def test_what_is_right_stays_as_it_is(text: str) -> None:
    assert corrected(text) == text


def test_an_essay_in_traditional_characters_is_corrected_in_them() -> None:
    assert corrected("這個學校的環竟很漂亮，我們都喜歡這裡。") == "這個學校的環境很漂亮，我們都喜歡這裡。"


def test_every_proposal_is_one_character_at_its_offset_in_the_essay() -> None:
    text = "我不知到。\r\n😀他己经走了！"
    shown = [proposal for proposal in proposals(text) if proposal.probability >= SHOWN]
    assert [(text[one.start : one.end], one.replacement, one.type, one.corrector) for one in shown] == [
        ("到", "道", "B", "ngram"),
        ("己", "已", "B", "ngram"),
    ]


def test_a_paragraph_is_corrected_by_itself() -> None:
    alone, beside = proposals("他己经走了。"), proposals("他己经走了。\n今天天气很好。")
    assert [(one.start, one.replacement, one.probability) for one in alone] == [
        (one.start, one.replacement, one.probability) for one in beside if one.start < 6
    ]


def test_the_gain_of_a_character_is_the_difference_of_the_whole_text() -> None:
    model = NgramModel(DATA / "models" / "ngram" / "characters.npz")
    gains = NgramGains(model)
    text = "我们在逆竟里学习。今天用Linux 3.5写字，好吗？"
    read = gains.read(text)
    for place, character in ((4, "境"), (0, "他"), (9, "明"), (8, "！"), (len(text) - 2, "嘛")):
        symbol = np.array([read.place_of[place]])
        now, _ = gains.windows(read, symbol, gains.tokens(character))
        was, _ = gains.windows(read, symbol, read.tokens[symbol])
        changed = text[:place] + character + text[place + 1 :]
        assert now[0] - was[0] == pytest.approx(model.log_probability(changed) - model.log_probability(text))


class CountedWords:
    """A bigram model of a few words: what stands in `pairs`, else the word alone."""

    def __init__(self, words: Mapping[str, float], pairs: Mapping[tuple[str, str], float]) -> None:
        self._order = [UNKNOWN, *words]
        self.ids = {word: number for number, word in enumerate(self._order)}
        self._alone = {UNKNOWN: -12.0, **words}
        self._pairs = pairs

    def log_probability(self, word: str) -> float:
        return self._alone.get(word, self._alone[UNKNOWN])

    def log_probabilities(self, left: Int64, right: Int64) -> Float64:
        words = [(self._order[one], self._order[other]) for one, other in zip(left, right, strict=True)]
        return np.array([self._pairs.get(pair, self._alone[pair[1]]) for pair in words])


WORDS = CountedWords(
    {"北京": -3.0, "大学": -3.0, "北京大学": -5.0, "大": -3.0, "学": -4.0, "生": -4.0, "学生": -3.0, "他": -2.0, "在": -2.0, "再": -5.0},
    {("他", "在"): -1.0, ("在", "北京"): -1.0},
)  # fmt: skip


def test_the_best_division_takes_the_likeliest_words() -> None:
    lattice = WordLattice("北京大学", WORDS)
    assert [over.word for over in lattice.with_characters([1, 3], "京生")] == ["北京大学", "生"]
    assert (lattice.before(2), lattice.after(1), lattice.before(0), lattice.after(3)) == ("北京", "大学", "", "")


def test_another_character_gains_what_the_whole_division_gains() -> None:
    (over,) = WordLattice("他再北京", WORDS).with_characters([1], "在")
    assert over.gain == pytest.approx((5.0 - 1.0) + (3.0 - 1.0))


def test_no_change_gains_nothing() -> None:
    text = "他在北京，北京大学。"
    lattice = WordLattice(text, WORDS)
    assert [over.gain for over in lattice.with_characters(range(len(text)), text)] == pytest.approx([0.0] * len(text))


def test_the_speller_gives_the_same_corrections_twice() -> None:
    speller = Speller(
        spelling_knowledge(DATA, Tables(DATA).words),
        speller_trees(DATA),
        speller_parameters(DATA / "essay_speller.toml"),
    )
    assert speller.corrections("我不知到他己经走了。") == speller.corrections("我不知到他己经走了。")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('version = "x"\nbias = 0\nslope = 1\nintercept = 0\n[blend]\nlinear = 1\n', "weights"),
        ("version =", "is no TOML"),
    ],
)
def test_parameters_that_are_not_as_described_are_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "essay_speller.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CorruptTable, match=why):
        speller_parameters(path)

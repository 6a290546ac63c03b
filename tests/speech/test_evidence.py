"""What a reading says of the student: only what is sure, each error once, with the weight that its confidence earns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from core.records.evidence import Evidence
from core.speech.evidence import MOST_TARGETS, MOST_WEIGHT, ReadingAct, evidence_of, is_reading, tone_pair
from core.speech.wire import IndicatorName, SpeechReport
from tests.speech.made_reports import SpokenSyllable, report, spoken_syllables
from tests.store.rows import NOW

TEXT = "你好，老师！我喜欢下雨。"
PINYIN = "ní-hǎo lǎo-shī wǒ xǐ-huan xià yǔ"
WRITTEN = {0: 3, 1: 3, 3: 3, 4: 1, 6: 3, 7: 3, 8: 5, 9: 4, 10: 3}
ACT = ReadingAct(
    student_id="s1",
    task_id="say_s0001",
    read_at=NOW,
    again=False,
    simplified=TEXT,
    citation=WRITTEN,
    words={"你好", "老师", "喜欢", "我", "雨"},
    points={"下": "【一49】"},
)
LONG = "我们明天一起去图书馆看书好不好"


def reading(changes: dict[int, dict[str, Any]] | None = None, **options: Any) -> SpeechReport:
    """A reading of `TEXT`; `changes`: by number of the syllable."""
    syllables = spoken_syllables(TEXT, PINYIN)
    for index, changed in (changes or {}).items():
        syllables[index] = replace(syllables[index], **changed)
    return report(TEXT, syllables, **options).model_copy(update={"evaluation_id": "spe_1"})


def of(pieces: list[Evidence], kind: str, target_kind: str) -> dict[str, Evidence]:
    """The pieces of a kind, by target."""
    return {piece.target: piece for piece in pieces if (piece.kind, piece.target_kind) == (kind, target_kind)}


def test_a_perfect_reading_speaks_well_of_sounds_tones_and_words_and_reports_no_error() -> None:
    pieces = evidence_of(reading(), ACT)
    leaves = of(pieces, "read_aloud", "indicator")
    assert {name: leaves[name].outcome for name in ("D18", "D19", "D20")} == {"D18": 1, "D19": 1, "D20": 1}
    assert of(pieces, "read_aloud", "point")["【一49】"].outcome == 1
    assert not [piece for piece in pieces if piece.kind.startswith("misread")]


def test_every_piece_has_a_key_of_its_own_and_tells_where_it_stands() -> None:
    wrong = {place: {"tone": "wrong", "initial": "wrong", "final": "wrong"} for place in range(9)}
    pieces = evidence_of(reading(wrong), ACT)
    assert len({piece.idempotency_key for piece in pieces}) == len(pieces) > 20
    assert all(piece.source.startswith("spe_1#") for piece in pieces if piece.kind != "reading_aloud")


def test_what_cannot_be_judged_says_nothing() -> None:
    unsure = {place: {"tone": "unsure", "initial": "unsure", "final": "unsure"} for place in range(9)}
    pieces = evidence_of(reading(unsure), ACT)
    assert {piece.target for piece in pieces} == {"speaking", "D25", "D26", "D29"}
    one = evidence_of(reading({3: {"tone": "unsure"}}), ACT)
    all_sure = of(evidence_of(reading(), ACT), "read_aloud", "indicator")["D19"]
    assert of(one, "read_aloud", "indicator")["D19"].weight < all_sure.weight
    assert of(one, "read_aloud", "indicator")["D19"].outcome == 1


def test_weight_follows_confidence() -> None:
    sure, less = (evidence_of(reading({3: {"tone": "wrong", "sure": sure}}), ACT) for sure in (0.96, 0.6))
    assert of(sure, "misread_tone", "tone")["3-1"].weight == 0.96
    assert of(less, "misread_tone", "tone")["3-1"].weight == 0.6
    assert of(sure, "read_aloud", "indicator")["D19"].outcome < of(less, "read_aloud", "indicator")["D19"].outcome


@pytest.mark.parametrize(
    ("place", "pair"),
    [(0, "3-3"), (1, "3-3"), (2, "3-1"), (3, "3-1"), (4, "3-3"), (6, "3-5"), (7, "4-3"), (8, "4-3")],
)
def test_a_misread_tone_is_booked_under_its_pair_as_written(place: int, pair: str) -> None:
    made = reading({place: {"tone": "wrong"}})
    assert tone_pair(made, place, ACT) == pair
    assert of(evidence_of(made, ACT), "misread_tone", "tone").keys() == {pair}


def test_a_tone_with_nothing_beside_it_stands_alone_and_no_pair_begins_with_a_neutral_tone() -> None:
    alone = report("好。", [SpokenSyllable("好", "hǎo", tone="wrong")])
    assert tone_pair(alone, 0, replace(ACT, simplified="好。", citation={0: 3})) == "3"
    after = report("了好", [SpokenSyllable("了", "le"), SpokenSyllable("好", "hǎo", tone="wrong")])
    assert tone_pair(after, 1, replace(ACT, simplified="了好", citation={0: 5, 1: 3})) == "3"


def test_changed_and_neutral_tones_count_for_their_own_leaf_and_for_no_other() -> None:
    for place, leaf, other in ((0, "D20", "D19"), (6, "D20", "D19"), (3, "D19", "D20")):
        leaves = of(evidence_of(reading({place: {"tone": "wrong"}}), ACT), "read_aloud", "indicator")
        assert leaves[leaf].outcome < 1 == leaves[other].outcome


def test_a_misread_sound_is_told_with_what_was_heard_and_its_word_goes_to_the_plan() -> None:
    pieces = evidence_of(reading({3: {"initial": "wrong", "heard": "s"}}), ACT)
    assert of(pieces, "misread_sound", "sound").keys() == {"sh-s"}
    word = of(pieces, "misread_sound", "word")["老师"]
    assert (word.outcome, word.weight) == (0, 0.9)
    assert of(pieces, "read_aloud", "indicator")["D18"].outcome < 1


def test_one_wrong_tone_books_its_pair_alone_and_two_in_a_word_the_word_too() -> None:
    one, two = (evidence_of(reading({place: {"tone": "wrong"} for place in places}), ACT) for places in ((2,), (2, 3)))
    assert of(one, "misread_tone", "word") == {}
    assert of(two, "misread_tone", "word").keys() == {"老师"}


def test_words_outside_the_list_are_not_booked() -> None:
    pieces = evidence_of(reading({7: {"final": "wrong"}}), ACT)
    assert of(pieces, "misread_sound", "word") == {}
    assert of(pieces, "read_aloud", "point")["【一49】"].outcome == 0


def test_only_the_surest_targets_go_to_the_plan() -> None:
    wrong = {place: {"tone": "wrong", "final": "wrong", "sure": 0.6 + place / 30} for place in range(9)}
    pieces = evidence_of(reading(wrong), ACT)
    assert len(of(pieces, "misread_tone", "tone")) == MOST_TARGETS
    assert of(pieces, "misread_sound", "word").keys() == {"雨", "喜欢", "我"}


def test_traditional_characters_are_the_same_words() -> None:
    syllables = spoken_syllables("老師", "lǎo-shī")
    syllables[1] = replace(syllables[1], initial="wrong")
    made = report("老師", syllables)
    occasion = replace(ACT, simplified="老师", citation={0: 3, 1: 1})
    assert of(evidence_of(made, occasion), "misread_sound", "word").keys() == {"老师"}


def test_a_long_reading_weighs_as_much_as_the_prior_and_no_more() -> None:
    text = LONG * 20
    made = report(text, [SpokenSyllable(character, "mā") for character in text])
    leaves = of(evidence_of(made, replace(ACT, simplified=text, citation={})), "read_aloud", "indicator")
    assert leaves["D18"].weight == leaves["D19"].weight == MOST_WEIGHT


VALUES: dict[IndicatorName, float] = {"pronunciation_time_ratio": 0.9, "average_flow_length": 7.5}


def test_fluency_feeds_its_leaves_once_the_text_is_long_enough() -> None:
    short = of(evidence_of(reading(values=VALUES), ACT), "read_aloud", "indicator")
    made = report(LONG, [SpokenSyllable(character, "mā") for character in LONG], values=VALUES)
    long = of(evidence_of(made, replace(ACT, simplified=LONG, citation={})), "read_aloud", "indicator")
    assert (short["D21"].outcome, short["D21"].weight) == (0.9, 0.6)
    assert "D22" not in short
    assert (long["D21"].weight, long["D22"].outcome, long["D22"].weight) == (0.8, 7.5, 0.8)


def test_minutes_recordings_and_repeats_are_counted() -> None:
    first = of(evidence_of(reading(), ACT), "read_aloud", "indicator")
    again = of(evidence_of(reading(), replace(ACT, again=True)), "read_aloud", "indicator")
    assert (first["D25"].outcome, first["D26"].outcome, first["D29"].outcome) == (0.1, 1, 0)
    assert again["D29"].outcome == 1


@pytest.mark.parametrize("left_out", [5, 9])
def test_less_than_half_of_the_text_or_another_text_says_nothing(left_out: int) -> None:
    half = reading({place: {"omitted": True} for place in range(left_out)})
    other = reading(total=25.0)
    for made in (half, other):
        assert not is_reading(made)
        assert evidence_of(made, ACT) == []
    assert is_reading(reading({place: {"omitted": True} for place in range(4)}))


def test_what_was_left_out_is_no_error_of_sound() -> None:
    pieces = evidence_of(reading({2: {"omitted": True}, 3: {"omitted": True}}), ACT)
    assert not [piece for piece in pieces if piece.kind.startswith("misread")]

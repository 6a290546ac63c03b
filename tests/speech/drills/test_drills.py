"""Tone-pair drills."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

import pytest

from core.speech.drills.pairs import (
    LIKE_2_3,
    NoDrillWords,
    ReadTones,
    answered,
    drill_order,
    judged_pairs,
    next_drill,
    pair_matrix,
)
from core.speech.verdicts import Verdict, syllable_verdict
from core.speech.wire import SyllableJudged, ToneJudged
from core.tables import shipped_tables
from core.tables.words.tone_pairs import PAIRS, TonePair

WORDS = shipped_tables().tone_pairs
AT = datetime(2026, 11, 22, 10, tzinfo=UTC)


def syllable(
    index: int, tone: int, verdict: Verdict = "right", *, word: int = 0, start: int | None = None, character: str = "字"
) -> SyllableJudged:
    begins = index * 300 if start is None else start
    judged = ToneJudged(expected=tone, accepted=[tone], score=50.0, confidence=0.9, verdict=verdict, heard=None)
    return SyllableJudged(
        position=index, length=len(character), character=character, pinyin="zì", word=word, status="read", start_ms=begins, end_ms=begins + 250,
        final_start_ms=begins, verdict=syllable_verdict(read=True, initial=None, final=None, tone=verdict, other_said=False), score=50.0,
        initial=None, final=None, tone=judged, contour=None,
    )  # fmt: skip


def omitted(index: int) -> SyllableJudged:
    empty = {"start_ms": None, "end_ms": None, "final_start_ms": None, "score": None, "tone": None}
    return syllable(index, 1).model_copy(update={**empty, "status": "omitted", "verdict": "omitted"})


def reading(*syllables: SyllableJudged, dictionary_tones: tuple[int, ...] | None = None) -> ReadTones:
    tones = tuple(syllable.tone.expected if syllable.tone else 0 for syllable in syllables)
    return ReadTones(syllables, dictionary_tones or tones, AT)


def pairs(reading: ReadTones) -> list[tuple[TonePair, bool]]:
    return [(judged.pair, judged.right) for judged in judged_pairs(reading)]


def test_a_pair_is_right_when_both_tones_are() -> None:
    assert pairs(reading(syllable(0, 1), syllable(1, 4), syllable(2, 2, "wrong"))) == [((1, 4), True), ((4, 2), False)]


def test_what_could_not_be_judged_is_no_pair() -> None:
    assert pairs(reading(syllable(0, 1), syllable(1, 4, "unsure"), syllable(2, 2))) == []
    assert pairs(reading(syllable(0, 1), omitted(1), syllable(2, 2))) == []


def test_no_pair_reaches_over_a_mark_or_a_silence_or_begins_neutral() -> None:
    assert pairs(reading(syllable(0, 1, word=0), syllable(2, 4, word=1, start=300))) == []
    assert pairs(reading(syllable(0, 1), syllable(1, 4, start=600))) == []
    assert pairs(reading(syllable(0, 5), syllable(1, 4))) == []


def test_words_side_by_side_make_a_pair_and_erhua_takes_two_places() -> None:
    assert pairs(reading(syllable(0, 2, word=0, character="玩儿"), syllable(2, 5, word=1, start=300))) == [
        ((2, 5), True)
    ]


def test_two_third_tones_count_as_such_though_the_first_is_said_as_a_second() -> None:
    assert pairs(reading(syllable(0, 2), syllable(1, 3), dictionary_tones=(3, 3))) == [((3, 3), True)]
    assert pairs(reading(syllable(0, 2), syllable(1, 3), dictionary_tones=(2, 3))) == [((2, 3), True)]


def test_a_changed_first_tone_counts_as_it_is_said() -> None:
    assert pairs(reading(syllable(0, 4, character="一"), syllable(1, 1), dictionary_tones=(1, 1))) == [((4, 1), True)]


def test_the_matrix_has_twenty_cells_with_range_and_moment() -> None:
    cells = pair_matrix([reading(syllable(0, 1), syllable(1, 4)), reading(syllable(0, 1), syllable(1, 4, "wrong"))])
    by_pair = {(cell.first, cell.second): cell for cell in cells}
    read, unread = by_pair[1, 4], by_pair[2, 2]
    assert [*by_pair] == list(PAIRS)
    assert (read.n, read.right, read.share, read.last) == (2, 1, 0.5, AT.isoformat())
    assert read.interval[0] < 0.5 < read.interval[1]
    assert (unread.n, unread.share, unread.interval, unread.last) == (0, None, (0.0, 1.0), None)
    assert by_pair[3, 3].said == (2, 3)


def matrix_with(weak: TonePair) -> list[ReadTones]:
    readings = []
    for first, second in PAIRS:
        verdict: Verdict = "wrong" if (first, second) == weak else "right"
        pair_reading = reading(syllable(0, first), syllable(1, second, verdict), dictionary_tones=(first, second))
        if (first, second) == (3, 3):
            pair_reading = reading(syllable(0, 2), syllable(1, 3, verdict), dictionary_tones=(3, 3))
        readings += [pair_reading] * 20
    return readings


def test_the_weakest_pair_comes_first() -> None:
    cells = pair_matrix(matrix_with((4, 2)))
    assert [drill_order(cells, rng=Random(seed))[0] for seed in range(20)] == [(4, 2)] * 20


def test_a_pair_never_read_comes_before_those_that_are_well_said() -> None:
    cells = pair_matrix([one for one in matrix_with((9, 9)) if pairs(one)[0][0] != (2, 5)])
    firsts = [drill_order(cells, rng=Random(seed))[0] for seed in range(50)]
    assert firsts.count((2, 5)) > 35


def test_a_drill_has_three_words_of_its_pair_and_one_right_answer_in_each_step() -> None:
    cells = pair_matrix([])
    for seed in range(200):
        drill = next_drill(cells, WORDS, seed=seed)
        pair = (drill.first, drill.second)
        words = (drill.hear.played, drill.choose.word, drill.say.word)
        assert len({word.word for word in words}) == 3
        assert {(word.first, word.second) for word in words} == {pair}
        for options in (drill.hear.options, drill.choose.options):
            assert options.count(pair) == 1
            assert len(set(options)) == len(options)
            assert not set(options) >= LIKE_2_3
        assert answered(drill.hear, pair).right
        assert not answered(drill.choose, next(one for one in drill.choose.options if one != pair)).right


def test_the_same_seed_gives_the_same_drill() -> None:
    cells = pair_matrix([])
    assert next_drill(cells, WORDS, seed=5) == next_drill(cells, WORDS, seed=5)


def test_a_session_repeats_no_word_and_rests_its_pairs() -> None:
    cells = pair_matrix(matrix_with((4, 2)))
    seen: list[str] = []
    lately: list[TonePair] = []
    for seed in range(20):
        drill = next_drill(cells, WORDS, seed=seed, seen=seen, lately=lately)
        assert (drill.first, drill.second) not in lately[-3:]
        seen += [drill.hear.played.word, drill.choose.word.word, drill.say.word.word]
        lately.append((drill.first, drill.second))
    assert len(seen) == len(set(seen))


def test_words_keep_to_the_levels_that_were_asked() -> None:
    drill = next_drill(pair_matrix([]), WORDS, seed=1, levels=(1, 2))
    assert max(word.level for word in (drill.hear.played, drill.choose.word, drill.say.word)) <= 2


def test_without_words_there_is_no_drill() -> None:
    with pytest.raises(NoDrillWords, match="No words are left for a drill at levels 1 to 4"):
        next_drill(pair_matrix([]), WORDS, seed=1, seen={word.word for word in WORDS})

"""The strict scorer of spelling correction, on sets whose figures can be counted by hand."""

import pytest

from evaluation.essays.spelling_scores import Triple, differing_offsets, score_lines, scores

RIGHT = Triple("我门走了", "我们走了", "我们走了")
WRONGLY_CORRECTED = Triple("我门走了", "我们走了", "我闷走了")
HALF = Triple("我门走乐", "我们走了", "我们走乐")
TOO_MUCH = Triple("我门走了", "我们走了", "你们走了")
MISSED = Triple("我门走了", "我们走了", "我门走了")
CLEAN = Triple("他很好", "他很好", "他很好")
FALSE_ALARM = Triple("他很好", "他很好", "她很好")


def test_a_sentence_counts_only_when_every_place_in_it_is_right() -> None:
    found = scores([RIGHT, HALF, TOO_MUCH, MISSED])
    assert (
        found.sentence_correction.correct,
        found.sentence_correction.claimed,
        found.sentence_correction.expected,
    ) == (
        1,
        3,
        4,
    )
    assert found.sentence_detection == found.sentence_correction


def test_the_right_place_with_the_wrong_character_is_detected_but_not_corrected() -> None:
    found = scores([WRONGLY_CORRECTED])
    assert (found.sentence_detection.f1, found.sentence_correction.f1) == (1.0, 0.0)
    assert (found.character_detection.f1, found.character_correction.f1) == (1.0, 0.0)


def test_character_scores_count_every_place_that_is_wrong_or_changed() -> None:
    found = scores([RIGHT, HALF, TOO_MUCH, MISSED])
    assert found.character_correction.correct == 3
    assert found.character_correction.claimed == 4
    assert found.character_correction.expected == 5


def test_a_false_alarm_costs_precision_and_is_counted_among_the_clean_sentences() -> None:
    found = scores([RIGHT, CLEAN, FALSE_ALARM])
    assert found.sentence_correction.precision == 0.5
    assert found.sentence_correction.recall == 1.0
    assert found.false_positives == 0.5


def test_scores_without_claims_or_errors_are_nought_and_not_undefined() -> None:
    found = scores([CLEAN])
    assert (found.sentence_correction.f1, found.character_detection.f1, found.false_positives) == (0.0, 0.0, 0.0)


def test_sentences_of_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        differing_offsets("我们", "我们走")


def test_figures_are_printed_in_per_cent() -> None:
    [line] = score_lines("made up", scores([RIGHT, CLEAN, FALSE_ALARM]))
    assert "sentence correction 50.0/100.0/66.7" in line
    assert "clean sentences flagged 50.0 % of 2" in line

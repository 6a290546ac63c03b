"""The table of confused tones, and which tones are contrasted next."""

from __future__ import annotations

from collections import Counter
from random import Random

from core.learning.tone_confusion import TONES, HeardTone, next_contrast, tone_table


def heard(said: int, as_tone: int, times: int) -> list[HeardTone]:
    return [HeardTone(said, as_tone, f"ev_{said}{as_tone}#{number}") for number in range(times)]


def test_every_answer_stands_in_one_cell_and_a_row_sums_up_to_what_was_said() -> None:
    table = tone_table([*heard(2, 3, 4), *heard(2, 2, 6), *heard(4, 4, 1)])
    assert table.n == 11
    assert {table.cells[2, tone].of for tone in TONES} == {10}
    cell = table.cells[2, 3]
    assert (cell.n, cell.share) == (4, 0.4)
    assert cell.interval[0] < 0.4 < cell.interval[1]
    assert [tone.source for tone in cell.under] == [f"ev_23#{number}" for number in range(4)]


def test_of_few_answers_no_share_is_told() -> None:
    table = tone_table(heard(1, 1, 4))
    assert table.cells[1, 1].share is None
    assert tone_table(heard(1, 1, 5)).cells[1, 1].share == 1.0


def test_the_tones_that_are_confused_are_contrasted_more_often_and_none_is_left_out() -> None:
    table = tone_table([*heard(2, 3, 8), *heard(2, 2, 2), *heard(1, 1, 20), *heard(4, 4, 20), *heard(3, 3, 10)])
    random = Random(20)
    drawn = Counter(next_contrast(table, (1, 2, 3, 4), random=random) for _ in range(3_000))
    pairs: Counter[frozenset[int]] = Counter()
    for pair, count in drawn.items():
        pairs[frozenset(pair)] += count
    assert pairs.most_common(1)[0][0] == {2, 3}
    assert pairs[frozenset({2, 3})] > 1_500
    assert len(pairs) == 6
    assert drawn[2, 3] > 3 * drawn[3, 2], "the second tone is taken for the third, not the third for the second"

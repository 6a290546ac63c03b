"""What was taken back, and given again, ends in the same bits as if nothing had happened."""

from __future__ import annotations

import numpy as np
import pytest

from core.learning.sums.fold import add_up, contributions, without_cancelled
from core.records.evidence import Evidence, standing, taken_back
from core.records.learner_blocks import LogRows
from tests.store.rows import NOW

DAY = 86_400_000_000


def log(*rows: tuple[int, int, float, float]) -> LogRows:
    """Rows of (student, day, outcome, weight) on one point."""
    student, day, outcome, weight = (np.array(column) for column in zip(*rows, strict=True))
    size = len(rows)
    return LogRows(
        student.astype(np.int64),
        np.zeros(size, dtype=np.int64),
        outcome.astype(np.float64),
        weight.astype(np.float64),
        day.astype(np.int64) * DAY,
        np.ones(size, dtype=np.bool_),
    )


def weights(rows: LogRows) -> list[float]:
    """The weights that remain."""
    return [float(weight) for weight in without_cancelled(rows).weight]


@pytest.mark.parametrize(
    ("rows", "remaining"),
    [
        ([(0, 1, 0.3, 1.0), (0, 2, 0.3, 1.0)], [1.0, 1.0]),
        ([(0, 1, 0.3, 1.0), (0, 1, 0.3, -1.0)], [0.0, 0.0]),
        ([(0, 1, 0.3, 1.0), (0, 2, 0.7, 1.0), (0, 1, 0.3, -1.0), (0, 1, 0.3, 1.0)], [1.0, 1.0, 0.0, 0.0]),
        ([(0, 1, 0.3, -1.0), (0, 1, 0.3, 1.0), (0, 1, 0.3, -1.0)], [-1.0, 0.0, 0.0]),
        ([(0, 1, 0.3, 1.0), (1, 1, 0.3, -1.0)], [1.0, -1.0]),
        ([(0, 1, 0.3, 1.0), (0, 2, 0.3, -1.0)], [1.0, -1.0]),
        ([(0, 1, 0.3, 1.0), (0, 1, 0.4, -1.0)], [1.0, -1.0]),
        ([(0, 1, 0.3, 1.0), (0, 1, 0.3, -0.5)], [1.0, -0.5]),
    ],
)
def test_rows_that_take_each_other_back_weigh_nothing(
    rows: list[tuple[int, int, float, float]], remaining: list[float]
) -> None:
    assert weights(log(*rows)) == remaining


def test_sums_of_a_log_with_a_ruling_that_was_undone_are_those_without_it() -> None:
    rng = np.random.default_rng(7)
    plain = [(0, int(day), float(outcome), 1.0) for day, outcome in zip(range(60), rng.choice([0, 1 / 3, 0.7, 1], 60), strict=True)]  # fmt: skip
    ruled = [plain[index] for index in (3, 17, 40)]
    pieces = [(0, day, outcome, -1.0) for _, day, outcome, _ in ruled] + [(0, day, 1.0, 1.0) for _, day, _, _ in ruled]
    undone = [(student, day, outcome, -weight) for student, day, outcome, weight in pieces]
    one, other = (without_cancelled(log(*rows)) for rows in (plain, [*plain, *pieces, *undone]))
    sums = [add_up(1, rows.student, contributions(rows), rows.occurred_at).amounts.tobytes() for rows in (one, other)]
    assert sums[0] == sums[1]


def test_pieces_of_an_undone_ruling_and_what_took_them_back_do_not_stand() -> None:
    first = Evidence("s1", "answer", "point", "【一01】", 0.0, 1.0, "ev_1#0", NOW, "ev_1#0:point", seq=1)
    retraction = Evidence("s1", "retraction", "point", "【一01】", 0.0, -1.0, "ev_1#0", NOW, "rul_1:retraction:ev_1#0:point", seq=2)  # fmt: skip
    undoing = taken_back(retraction)
    assert (undoing.weight, undoing.kind, undoing.idempotency_key) == (1.0, "retraction", f"undone:{retraction.idempotency_key}")  # fmt: skip
    assert standing([first, retraction]) == [first, retraction]
    assert standing([first, retraction, undoing]) == [first]

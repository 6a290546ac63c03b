"""When a recording is a reading of its text."""

from __future__ import annotations

READ_SHARE = 0.5
"""Share of the syllables that must have been read: less of the text is no reading of it."""
ANOTHER_TEXT = 25.0
"""The highest total of a recording of something else: a report with no more gives no evidence about the student."""


def counts_as_read(total_score: float, read_share: float, *, least_score: int = 0) -> bool:
    """Whether a recording counts as a reading of the text, and one that reaches the total score (0-100) that was asked for.

    The total counts as it is shown, in whole points: nobody is told that 70 points are less than 70.

    >>> counts_as_read(69.6, 1.0, least_score=70), counts_as_read(69.4, 1.0, least_score=70)
    (True, False)
    >>> counts_as_read(90.0, 0.4), counts_as_read(25.0, 1.0)
    (False, False)
    """
    return read_share >= READ_SHARE and total_score > ANOTHER_TEXT and round(total_score) >= least_score

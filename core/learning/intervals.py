"""Intervals for small samples."""

from __future__ import annotations

from math import sqrt

Z95 = 1.959964
"""Two-sided 95 % quantile of the normal distribution."""


def wilson(mean: float, n: float, *, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval (Wilson 1927) for a mean of n outcomes in [0, 1].

    For outcomes between 0 and 1 (partial credit) it is wider than needed, never narrower: their variance is at most
    that of right-or-wrong outcomes of the same mean.

    >>> tuple(round(bound, 3) for bound in wilson(0.8, 10))
    (0.49, 0.943)
    """
    if n == 0:
        return (0.0, 1.0)
    centre = (mean + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    return (max(0.0, centre - half), min(1.0, centre + half))

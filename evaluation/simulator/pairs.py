"""What one plan gains over another on the same simulated students."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Float64


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences with its 95 % interval (Student's t)."""

    mean: float
    low: float
    high: float
    n: int

    def __str__(self) -> str:
        return f"{self.mean:+.3f} [{self.low:+.3f}, {self.high:+.3f}], n = {self.n}"


def paired(ours: Float64, others: Float64) -> Difference:
    """Of two plans on the same students."""
    from scipy.stats import t

    apart = ours - others
    half = float(t.ppf(0.975, len(apart) - 1) * apart.std(ddof=1) / np.sqrt(len(apart)))
    mean = float(apart.mean())
    return Difference(mean, mean - half, mean + half, len(apart))

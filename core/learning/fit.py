"""How well an exercise fits a student: hard enough to learn from, easy enough to get mostly right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

TARGET_PROBABILITY = 0.75
"""Probability of a right answer at which practice teaches most while it still feels good: success rates of 0.70-0.85 do best
with the simulated learners; Wilson et al. (2019) derive 0.85 for gradient learners, adaptive practice systems aim at
0.75 (Klinkenberg, Straatemeier and van der Maas 2011)."""
READY = 0.05
"""What a point counts for that the student is ready to learn, as probability: enough to come before an equal, no more."""
AROUND = 1
"""Levels below and above the one that fits, which a round without a chosen level draws from."""


@dataclass(frozen=True)
class Fit:
    """What is known of a student, for choosing exercises."""

    probabilities: Mapping[str, float]
    """Of a right answer, by knowledge point."""
    by_level: Sequence[float]
    """The same for an exercise that tests no point, by standard level from 1."""
    ready: Collection[str] = field(default_factory=frozenset)
    """Points not met whose prerequisites are all met."""

    def probability(self, points: Sequence[str], level: int) -> float:
        """Of a right answer to an exercise about the first of `points`."""
        own = self.probabilities.get(points[0]) if points else None
        return self.by_level[level - 1] if own is None else own

    def worth(self, points: Sequence[str], level: int) -> float:
        """The higher, the better it fits; 0 is best but for points that wait to be learned.

        >>> fit = Fit({"a": 0.75, "b": 0.95, "c": 0.72}, [0.9] * 7, {"c"})
        >>> [round(fit.worth(points, 1), 2) for points in (["a"], ["b"], ["c"], [])]
        [0.0, -0.2, 0.02, -0.15]
        """
        waits = READY if points and points[0] in self.ready else 0.0
        return waits - abs(self.probability(points, level) - TARGET_PROBABILITY)

    def levels(self) -> tuple[int, int]:
        """Lowest and highest standard level to draw from when none is chosen.

        >>> Fit({}, [0.9, 0.85, 0.7, 0.5, 0.4, 0.3, 0.2]).levels()
        (2, 4)
        """
        best = min(
            range(1, len(self.by_level) + 1), key=lambda level: abs(self.by_level[level - 1] - TARGET_PROBABILITY)
        )
        return max(1, best - AROUND), min(len(self.by_level), best + AROUND)

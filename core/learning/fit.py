"""How well an exercise fits a student: hard enough to learn from, easy enough to get mostly right."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from core.learning.level import LEVELS, NOBODY, StudentLevel

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
    """Points neither met nor assumed whose prerequisites are all one of the two."""
    level: StudentLevel = NOBODY
    """Where the student stands."""

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
        """Lowest and highest standard level to draw from when none is chosen: the student's own and its neighbours, and as far up as
        the student may stand once there are answers: nobody is found out who is asked nothing above.

        >>> Fit({}, [0.9] * 7).levels()
        (1, 2)
        """
        own = self.level.level
        highest = max(own + AROUND, self.level.band[1]) if self.level.answers else own + AROUND
        return max(LEVELS[0], own - AROUND), min(LEVELS[-1], highest)

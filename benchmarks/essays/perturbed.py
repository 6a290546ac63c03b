"""Whether an essay made worse ever scores higher: 2,000 versions of the project's own passages and learner-like text (`evaluation/essays/perturbed.py`).

uv run python -m benchmarks.essays.perturbed [versions]
"""

from __future__ import annotations

import sys

from core.api.core import Core
from core.learning.intervals import wilson
from core.wiring import in_memory_core
from evaluation.essays.perturbed import ORDER, STUFFED, compared
from evaluation.figures import Figure

VERSIONS = 2_000


def figures(core: Core, versions: int = VERSIONS) -> list[Figure]:
    """The shares of versions that raise no number, by what was done; each with the share that lowers the score."""
    results = []
    for name, count in compared(core.essays.evaluator, core.tables.content.passages, versions).items():
        kept = 1 - count["raised"] / count.total()
        results.append(
            Figure(
                f"versions that raise no number: {name}",
                kept,
                count.total(),
                "versions",
                *wilson(kept, count.total()),
                1.0 if name in (ORDER, STUFFED) else None,
                f"lowered {count['lowered'] / count.total():.3f}",
            )
        )
    return results


if __name__ == "__main__":
    for each in figures(in_memory_core(), *map(int, sys.argv[1:])):
        print(f"{each.name}: {each.value:.4f} [{each.low:.4f}, {each.high:.4f}] n={each.n}, {each.baseline}")

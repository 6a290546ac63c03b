"""The behaviour pack: minimal pairs and hard negatives that were written before the rules were tuned, and are never tuned on.

uv run python -m evaluation.essays.behaviour [--misses]
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.essays.edits import apply
from core.essays.scoring.features import EssayFeatures
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.learning.intervals import wilson
from core.wiring import in_memory_core
from evaluation.figures import Figure

PACK = Path(__file__).resolve().parents[2] / "tests" / "cases" / "essays"
FIXED, UNTOUCHED = 0.65, 0.92
EITHER = ({"W", "B"}, {"W", "S"}, {"L", "D"})
"""Types between which the pack's README lets both count."""
Row = Mapping[str, Any]


def rows(name: str) -> list[Row]:
    """Of one file."""
    return [json.loads(line) for line in (PACK / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def read(evaluator: EssayEvaluator, text: str, level: int) -> EssayFeatures:
    """What the engine makes of a text at the shipped setting."""
    request = EssayRequest(student_id="s", essay_content=text, hsk_level=str(min(level, 6)))  # type: ignore[arg-type]
    return evaluator.assess(request).features


def is_fixed(found: EssayFeatures, row: Row) -> bool:
    """Whether the text became an accepted one, by edits of the right types."""
    if apply(found.essay, found.edits) not in (row["right"], *row["also"]):
        return False
    wanted, given = {edit["type"] for edit in row["edits"]}, {edit.type for edit in found.edits}
    return all(type_ in wanted or any(type_ in pair and pair & wanted for pair in EITHER) for type_ in given)


def is_mended(evaluator: EssayEvaluator, row: Row) -> bool:
    """Whether the engine mends a pair."""
    found = read(evaluator, padded(row["wrong"]), row["level"])
    return is_fixed(found, {**row, "right": padded(row["right"]), "also": [*map(padded, row["also"])]})


def is_untouched(evaluator: EssayEvaluator, row: Row) -> bool:
    """Whether the engine claims nothing against a right text."""
    return not read(evaluator, padded(row["text"]), row["level"]).edits


def figures(evaluator: EssayEvaluator) -> list[Figure]:
    """Both shares."""
    pairs, negatives = rows("pairs"), rows("negatives")
    mended = sum(is_mended(evaluator, row) for row in pairs)
    untouched = sum(is_untouched(evaluator, row) for row in negatives)
    return [
        _share("behaviour pack, wrong sentences mended with the right type", mended, len(pairs), FIXED),
        _share("behaviour pack, right sentences that look wrong left alone", untouched, len(negatives), UNTOUCHED),
    ]


def _share(name: str, count: int, of: int, bar: float) -> Figure:
    return Figure(name, count / of, of, "sentences", *wilson(count / of, of), bar)


def by_family(evaluator: EssayEvaluator) -> Iterator[str]:
    """How many of each family are mended, and what is wrongly flagged."""
    pairs = rows("pairs")
    fixed = Counter(row["family"] for row in pairs if is_mended(evaluator, row))
    for family, count in Counter(row["family"] for row in pairs).most_common():
        yield f"{family} {fixed[family]}/{count}"
    for row in rows("negatives"):
        if not is_untouched(evaluator, row):
            yield f"flagged: {row['id']} {row['text']}"


def padded(text: str) -> str:
    """With a sentence before it that nothing can be said against, for the engine refuses texts of under ten characters."""
    return f"今天是星期六，我在家休息。\n{text}"


if __name__ == "__main__":
    print("\n".join(by_family(in_memory_core().essays.evaluator)))

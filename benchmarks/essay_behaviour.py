"""The behaviour pack: minimal pairs and hard negatives that were written before the rules were tuned, and are never tuned on.

uv run python -m benchmarks.essay_behaviour [--misses]
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.bars import Bars
from core.essays.edits import apply
from core.essays.features import EssayFeatures
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.wiring import in_memory_core

PACK = Path(__file__).resolve().parent.parent / "tests" / "cases" / "essays"
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
    return evaluator.evaluated(request).features


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


def run(bars: Bars, *, misses: bool = False) -> None:
    """Print each figure beside its bar."""
    evaluator = in_memory_core().essays
    fixed: Counter[str] = Counter()
    pairs, negatives, alarms = rows("pairs"), rows("negatives"), []
    for row in pairs:
        fixed[row["family"]] += is_mended(evaluator, row)
    for row in negatives:
        found = read(evaluator, padded(row["text"]), row["level"])
        if found.edits:
            alarms.append(
                (row["id"], row["family"], row["text"], [(e.original, e.replacement, e.judges) for e in found.edits])
            )
    counts = Counter(row["family"] for row in pairs)
    bars.at_least(f"pairs mended with the right type, n {len(pairs)}", fixed.total() / len(pairs), FIXED)
    print("    " + ", ".join(f"{family} {fixed[family]}/{count}" for family, count in counts.most_common()))
    bars.at_least(f"hard negatives untouched, n {len(negatives)}", 1 - len(alarms) / len(negatives), UNTOUCHED)
    for line in alarms if misses else ():
        print("    ", *line)


def padded(text: str) -> str:
    """With a sentence before it that nothing can be said against, for the engine refuses texts of under ten characters."""
    return f"今天是星期六，我在家休息。\n{text}"


if __name__ == "__main__":
    printed = Bars()
    run(printed, misses="--misses" in sys.argv)
    sys.exit(1 if printed.failed else 0)

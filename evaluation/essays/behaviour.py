"""The behaviour pack: minimal pairs and hard negatives, a regression test of the rules and of the engine as a whole.

uv run python -m evaluation.essays.behaviour

It shows whether errors that the engine corrected are still corrected. It does not measure recall: its pairs and the rules were written by the
same author at the same time, it was looked at in three rounds of writing rules, and rows whose sentences had got into rules or training text
were in it until they were removed (`tests/cases/essays/README.md`). Figures about real learners' errors are measured on learners' own text.
"""

from __future__ import annotations

import json
import re
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
"""Pairs of types of which both count as right (the pack's README)."""
SHORTEST_COMPARED = 5
"""The fewest characters of a sentence that is compared: shorter ones (你好) occur in any text."""
SENTENCE_END = re.compile(r"[。！？!?…]+|[\r\n]+")
Row = Mapping[str, Any]


def rows(name: str) -> list[Row]:
    """The rows of one file of the pack."""
    return [json.loads(line) for line in (PACK / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def texts(row: Row) -> list[str]:
    """All texts of a pair or a negative, further corrections included."""
    return [row[name] for name in ("text", "wrong", "right") if name in row] + list(row.get("also", ()))


def compared_forms(text: str) -> set[str]:
    """A text and its sentences without punctuation: the form in which the pack is compared with rules and training text.

    >>> sorted(compared_forms("老师好！我跟她只见过一次，面。"))
    ['我跟她只见过一次面', '老师好我跟她只见过一次面']
    """
    parts = (re.sub(r"[\W_]", "", part) for part in (text, *SENTENCE_END.split(text)))
    return {part for part in parts if len(part) >= SHORTEST_COMPARED}


def features_of(evaluator: EssayEvaluator, text: str, level: int) -> EssayFeatures:
    """The features of a text, with its edits, at the shipped setting."""
    request = EssayRequest(student_id="s", essay_content=text, hsk_level=str(min(level, 6)))  # type: ignore[arg-type]
    return evaluator.assess(request).features


def is_fixed(features: EssayFeatures, row: Row) -> bool:
    """Whether the corrected text is one that the row accepts, and the edits have the right types."""
    if apply(features.essay, features.edits) not in (row["right"], *row["also"]):
        return False
    expected, types = {edit["type"] for edit in row["edits"]}, {edit.type for edit in features.edits}
    return all(type_ in expected or any(type_ in pair and pair & expected for pair in EITHER) for type_ in types)


def is_corrected(evaluator: EssayEvaluator, row: Row) -> bool:
    """Whether the engine corrects the wrong text of a pair."""
    features = features_of(evaluator, padded(row["wrong"]), row["level"])
    return is_fixed(features, {**row, "right": padded(row["right"]), "also": [*map(padded, row["also"])]})


def is_untouched(evaluator: EssayEvaluator, row: Row) -> bool:
    """Whether the engine has no edit for a right text."""
    return not features_of(evaluator, padded(row["text"]), row["level"]).edits


def figures(evaluator: EssayEvaluator) -> list[Figure]:
    """The share of wrong texts that are corrected, and of right texts that are left alone."""
    pairs, negatives = rows("pairs"), rows("negatives")
    corrected = sum(is_corrected(evaluator, row) for row in pairs)
    untouched = sum(is_untouched(evaluator, row) for row in negatives)
    return [
        _share("behaviour pack, wrong sentences mended with the right type", corrected, len(pairs), FIXED),
        _share("behaviour pack, right sentences that look wrong left alone", untouched, len(negatives), UNTOUCHED),
    ]


def _share(name: str, count: int, of: int, bar: float) -> Figure:
    return Figure(name, count / of, of, "sentences", *wilson(count / of, of), bar)


def by_family(evaluator: EssayEvaluator) -> Iterator[str]:
    """How many pairs of each family are corrected, and which right texts are flagged."""
    pairs = rows("pairs")
    corrected = Counter(row["family"] for row in pairs if is_corrected(evaluator, row))
    for family, count in Counter(row["family"] for row in pairs).most_common():
        yield f"{family} {corrected[family]}/{count}"
    for row in rows("negatives"):
        if not is_untouched(evaluator, row):
            yield f"flagged: {row['id']} {row['text']}"


def padded(text: str) -> str:
    """The text after a sentence without errors, because the engine refuses texts of under ten characters."""
    return f"今天是星期六，我在家休息。\n{text}"


if __name__ == "__main__":
    print("\n".join(by_family(in_memory_core().essays.evaluator)))

"""Joins the official points with this project's explanations into data/grammar_points.jsonl.

    uv run python training/knowledge/grammar_points.py ../shared/reference/gf0025

Titles are taken from data/knowledge_points.csv (tidied there), explanations from explanations-*.jsonl beside this file.
"""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "data"


def main(reference: Path) -> None:
    """Write the 572 points; stop at the first without an explanation."""
    explained = dict(explanations())
    with (DATA / "knowledge_points.csv").open(encoding="utf-8", newline="") as lines:
        names = {row["id"]: row["name"] for row in csv.DictReader(lines)}
    with (DATA / "grammar_points.jsonl").open("w", encoding="utf-8") as out:
        for line in (reference / "grammar_points.jsonl").read_text(encoding="utf-8").splitlines():
            point = json.loads(line)
            row = {
                "id": point["id"],
                "level": int(point["level"].split("-")[0]),
                "number": point["number"],
                "title": names[point["id"]],
                "category": point["category"],
                "explanation": explained[point["id"]],
            }
            out.write(json.dumps(row, ensure_ascii=False) + "\n")


def explanations() -> list[tuple[str, dict[str, str]]]:
    """Id and explanation in both languages."""
    explanations = []
    for path in sorted(HERE.glob("explanations-*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            explanations.append((row["id"], {"zh": row["zh"], "en": row["en"]}))
    return explanations


if __name__ == "__main__":
    main(Path(sys.argv[1]))

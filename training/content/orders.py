"""Orders that may be missing among the accepted ones, for a person to judge.

    uv run python -m training.content.orders FOLDS OUT.csv

FOLDS holds the models of `training.ngram.train --folds`. The likeliest come first; what is right goes into `orders` of the sentence.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterator
from pathlib import Path

from core.questions.proofs.orders import OrderCandidate, order_candidates, punctuated_sentence
from core.tables import Tables
from evaluation.questions.content_questions import Ordering, orderings
from evaluation.questions.proofs import Models, fold_models

COLUMNS = ("source", "rule", "margin", "order", "proposed", "written", "accepted")


def proposals(models: Models, tables: Tables) -> Iterator[tuple[Ordering, OrderCandidate]]:
    """All candidates of all sentences."""
    for row in orderings(tables.content):
        ordered, _ = order_candidates(row.pieces, row.orders, model=models(row.source), text=row.text)
        yield from ((row, candidate) for candidate in ordered)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folds", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    ordered = sorted(proposals(fold_models(arguments.folds), Tables()), key=lambda pair: -pair[1].margin)
    with arguments.out.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row, candidate in ordered:
            accepted = " / ".join("".join(row.pieces[index] for index in order) for order in row.orders)
            order = ",".join(map(str, candidate.order))
            proposed = punctuated_sentence(row.pieces, candidate.order, row.text)
            writer.writerow(
                [row.source, candidate.rule, f"{candidate.margin:.1f}", order, proposed, row.text, accepted]
            )
    print(f"{len(ordered)} proposals for {len({row.source for row, _ in ordered})} sentences")


if __name__ == "__main__":
    main()

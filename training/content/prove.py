"""Proves every question of the content and writes data/content/proofs.csv.

uv run python -m training.ngram.train CORPUS --folds FOLDER
uv run python -m training.content.prove FOLDER          each source judged by the model that has not read it
uv run python -m training.content.prove FOLDER --fit    prints the weights of core/questions/proofs/blind.py
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from core.questions.proofs.blind import FEATURES
from core.tables import Tables
from evaluation.questions.asked import choices, orderings
from evaluation.questions.proofs import (
    OUT,
    choice_proofs,
    choice_row,
    fitted,
    fold_models,
    guards_of,
    ordering_row,
    told,
    write,
)


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folds", type=Path)
    parser.add_argument("--fit", action="store_true")
    arguments = parser.parse_args()
    tables = Tables()
    guards, models = guards_of(tables), fold_models(arguments.folds)
    questions = list(choices(tables.content))
    if arguments.fit:
        rows = told(questions, models, guards)
        for words in (True, False):
            weights = fitted([row for row in rows if row.words == words])
            print("words" if words else "answers", dict(zip(FEATURES, weights.round(2).tolist(), strict=True)))
        return
    proved = [choice_row(question, proof) for question, proof in choice_proofs(questions, models, guards)]
    proved += [ordering_row(row, models(row.source)) for row in orderings(tables.content)]
    write(proved, OUT)
    print(Counter(row.verdict for row in proved), OUT.stat().st_size)


if __name__ == "__main__":
    main()

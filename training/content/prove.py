"""Proves every question of the content and writes data/content/proofs.csv.

uv run python -m training.ngram.train CORPUS --folds FOLDER
uv run python -m training.content.prove FOLDER          each source judged by the model that has not read it
uv run python -m training.content.prove FOLDER --fit    prints the weights of core/questions/proofs/blind_guess.py
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from core.questions.proofs.blind_guess import FEATURES
from core.tables import Tables
from evaluation.questions.content_questions import choices, orderings
from evaluation.questions.gap_readings import doubted, named_key_alone
from evaluation.questions.proofs import (
    PROOFS_FILE,
    choice_proofs,
    choice_row,
    fitted,
    fold_models,
    guards_of,
    option_features,
    ordering_row,
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
        rows = option_features(questions, models, guards)
        for words in (True, False):
            weights = fitted([row for row in rows if row.words == words])
            print("words" if words else "answers", dict(zip(FEATURES, weights.round(2).tolist(), strict=True)))
        return
    read, otherwise = named_key_alone(), doubted()
    proved = [
        choice_row(question, proof, read, otherwise) for question, proof in choice_proofs(questions, models, guards)
    ]
    proved += [ordering_row(row, models(row.source)) for row in orderings(tables.content)]
    write(proved, PROOFS_FILE)
    print(Counter(row.verdict for row in proved), PROOFS_FILE.stat().st_size)


if __name__ == "__main__":
    main()

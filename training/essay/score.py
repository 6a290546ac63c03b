"""The coefficients of the overall score (`core/essays/scoring/overall.py`), fitted on the scored essays with whatever engine finds the errors.

    uv run python -m training.essay.score [--keep]     a minute on an idle core

Run it again whenever a corrector changes: it finds the errors of the 60 essays and of YACLC's half for design anew, fits its figures, and with
--keep writes them into `overall.py`. What was tried stands in `README.md`, "Score".
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.essays.scoring import overall
from core.language.levels import HAN
from evaluation.essays.score_regression import fit, left_out, lost
from evaluation.essays.scored_essays import core, scored_essays
from evaluation.essays.sets import yaclc
from evaluation.essays.told import told

FILE = Path(overall.__file__)


def untold_errors() -> float:
    """Errors in a hundred characters of learners' sentences that the engine does not tell."""
    evaluator, untold, characters = core().essays.evaluator, 0, 0
    for row in yaclc(scored=False):
        parsed = evaluator.analyser.parsed_text(row.written)
        edits = evaluator.corrections(row.written, parsed, DISPLAY_THRESHOLDS["normal"]).edits
        counted = told(row, [(edit.start, edit.end, edit.replacement) for edit in edits])
        untold += counted.errors.total() - counted.found.total()
        characters += len(HAN.findall(row.written))
    return 100 * untold / characters


def with_figures(source: str, figures: Mapping[str, float]) -> str:
    """The source of `overall.py` with other figures.

    >>> with_figures("RESIDUAL_ERROR = 8.1\\nf(intercept=-1.5)", {"RESIDUAL_ERROR = ": 7.0, "intercept=": -2.0})
    'RESIDUAL_ERROR = 7.0\\nf(intercept=-2.0)'
    """
    for name, value in figures.items():
        source, count = re.subn(rf"(?<={re.escape(name)})-?[\d.]+", f"{value:.1f}", source, count=1)
        if not count:
            raise ValueError(f"no figure after {name!r}")
    return source


def main(arguments: list[str]) -> None:
    """Print the figures, and write them with --keep."""
    essays = scored_essays()
    coefficients = fit(essays)
    errors = left_out(essays) - np.array([essay.score for essay in essays])
    figures = {
        "intercept=": coefficients.intercept,
        "distinct_words=": coefficients.distinct_words,
        "characters=": coefficients.characters,
        "RESIDUAL_ERROR = ": float(np.sqrt(np.mean(errors**2))),
        "UNTOLD_ERRORS = ": untold_errors(),
    }
    print({name.strip("= "): round(value, 2) for name, value in figures.items()})
    print(f"errors cost an essay {np.mean([lost(essay) for essay in essays]):.2f} points on the average")
    if "--keep" in arguments:
        FILE.write_text(with_figures(FILE.read_text(encoding="utf-8"), figures), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

"""The weights of the overall score (`core/essays/scoring/overall.py`), fitted on the scored essays.

    uv run python -m training.essay.score

Ridge regression on the logarithms of three counts, then drawn out to the spread of the human scores: a regression's own predictions
crowd around the mean, and agreement in quadratic kappa falls with the spread. `benchmarks/essays/score.py` measures it by cross-validation.

What was tried (tenfold, 50 times; quadratic kappa plain and drawn out; 60 essays): length alone .640 .694; distinct words of two characters and
more .668 .738; distinct characters .678 .741; both .693 .754; with length, as here, .698 .739; with words of level 4 and more .686
.729; with grammar points of level 4 and more, paragraphs, connectives, clause length .68 .71; 27 features .633 .695. The density of errors that the engine finds
says nothing here (r -.04: what is found depends on what is written), so that its cost is set, not fitted.
"""

from __future__ import annotations

import numpy as np

from core.essays.scoring.overall import WEIGHTS
from evaluation.essays.score_regression import fit, logarithms


def main() -> None:
    """Print intercept and weights."""
    from evaluation.essays.scored_essays import scored_essays

    essays = scored_essays()
    intercept, weights = fit(
        logarithms([essay.counts for essay in essays]), np.array([essay.score for essay in essays])
    )
    print(f"INTERCEPT = {intercept:.1f}")
    print({name: round(float(weight), 2) for name, weight in zip(WEIGHTS, weights, strict=True)})


if __name__ == "__main__":
    main()

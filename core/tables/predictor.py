"""The shipped model that predicts right answers: weights and difficulties in one JSON file."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.wire import Closed


class PredictorModel(Closed):
    """A fitted model. Logits are natural; 0 is a probability of one half."""

    version: str = Field(min_length=1)
    weights: dict[str, float]
    """One for each feature of `core.learning.prediction.features`."""
    levels: tuple[float, ...] = Field(min_length=7, max_length=7)
    """Logit of the probability that an average learner is right on a point of levels 1-7 that nobody has answered yet."""
    points: dict[str, float] = Field(default_factory=dict)
    """The same for points that were answered often enough; other points have the value of their level."""
    calibration: tuple[tuple[float, float], ...] = ()
    """Knots (raw logit, calibrated logit), ascending in both; straight lines between, slope 1 outside. Empty: no calibration."""
    answers: int = Field(default=0, ge=0)
    """How many answers it was fitted on."""
    fitted_on: str = ""


def predictor_model(path: Path) -> PredictorModel:
    """The model in a file. Raises `CorruptTable` naming the invalid field."""
    try:
        return PredictorModel.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        first_error = error.errors()[0]
        field = ".".join(map(str, first_error["loc"])) or "model"
        raise CorruptTable(path.name, 1, field, first_error["input"], first_error["msg"]) from error

"""The shipped model of what a student will get right: weights and difficulties, one JSON file."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, ValidationError

from core.errors import CorruptTable
from core.wire import Closed


class PredictorModel(Closed):
    """A fitted model. Logits are natural; 0 is an even chance."""

    version: str = Field(min_length=1)
    weights: dict[str, float]
    """One for each feature of `core.learning.prediction.features`."""
    levels: tuple[float, ...] = Field(min_length=7, max_length=7)
    """Logit of an average learner's chance on a point of levels 1-7 that nobody has answered yet."""
    points: dict[str, float] = Field(default_factory=dict)
    """The same of points that were answered often enough; the others have their level's."""
    calibration: tuple[tuple[float, float], ...] = ()
    """Knots (logit given, logit meant), rising in both; straight lines between, slope 1 outside. Empty: nothing changes."""
    answers: int = Field(default=0, ge=0)
    """How many answers it was fitted on."""
    fitted_on: str = ""


def predictor_model(path: Path) -> PredictorModel:
    """The model in a file. Raises `CorruptTable` naming the field that is not what it should be."""
    try:
        return PredictorModel.model_validate_json(path.read_text(encoding="utf-8"))
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"])) or "model"
        raise CorruptTable(path.name, 1, field, first["input"], first["msg"]) from error

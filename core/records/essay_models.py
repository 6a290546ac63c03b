"""What is known of a language model of the operator's: what was measured of it, and what was asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pydantic import Field

from core.wire import Closed

NO_NAME = "default"
"""For a server that has a single model and takes any name."""


@dataclass(frozen=True)
class ModelUse:
    """What was asked of a model since the process began."""

    requests: int = 0
    failures: int = 0
    """Requests without a usable answer; what was not asked while the model was left alone is not counted."""
    seconds: float = 0.0
    """Of all requests together."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    """As the server counts them; 0 where it does not say."""

    @property
    def mean_seconds(self) -> float:
        """Of a request."""
        return self.seconds / self.requests if self.requests else 0.0


class MeasuredShare(Closed):
    """A share with its 95 % interval."""

    count: int = Field(ge=0)
    of: int = Field(ge=0)
    low: float = Field(ge=0, le=1)
    high: float = Field(ge=0, le=1)

    @property
    def value(self) -> float:
        """0-1; 0 of nothing."""
        return self.count / self.of if self.of else 0.0


class MeasuredCell(Closed):
    """How often an edit is right that so many samples make, with or without a judge on this machine."""

    samples: int = Field(ge=1)
    sure: bool = False
    """Whether most of the samples call it certain; a model measured before it was asked that never does."""
    agreed: bool
    probability: float = Field(ge=0, le=1)


class MeasuredModel(Closed):
    """What `wenlu model` measured of a model, and how far it is believed since."""

    url: str = Field(min_length=1)
    model: str = Field(min_length=1)
    prompt: str = Field(min_length=1)
    """The version of the question (`core.essays.prompting.correction_version`); with another one the model is unmeasured."""
    measured_at: datetime
    samples: int = Field(ge=1)
    cells: tuple[MeasuredCell, ...]
    error_from: float
    """From this probability on an edit may be marked as an error; above 1: none."""
    error_types: tuple[str, ...]
    told: MeasuredShare
    right: MeasuredShare
    clean_touched: MeasuredShare
    told_or_asked: MeasuredShare
    shown_right: MeasuredShare
    clean_shown: MeasuredShare
    seconds: float = Field(ge=0)
    """Mean of a request."""
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    """Of the whole measurement."""
    cost: float | None = None
    """Of the whole measurement, in the money of the prices given; None without prices."""

    @property
    def marks_errors(self) -> bool:
        """Whether anything that it says may be marked as an error."""
        return bool(self.error_types) and any(cell.probability >= self.error_from for cell in self.cells)


class ActiveModel(Closed):
    """The model that corrects essays."""

    url: str = Field(min_length=1)
    model: str = Field(min_length=1)
    key: str = ""


class OperatorModels(Closed):
    """The operator's file: which model is in use, and what was measured of this one and others."""

    active: ActiveModel | None = None
    measured: tuple[MeasuredModel, ...] = ()

    def measured_of(self, url: str, model: str, prompt: str) -> MeasuredModel | None:
        """What was measured of a model at an address with this wording of the question."""
        key = (url.rstrip("/"), model, prompt)
        return next((each for each in self.measured if (each.url.rstrip("/"), each.model, each.prompt) == key), None)

    def in_use(self, url: str, model: str, key: str) -> ActiveModel | None:
        """The model that corrects essays where the settings name this address, model and key; each may be empty, and is then the one that was set."""
        if not url:
            return self.active
        active = self.active if self.active and self.active.url.rstrip("/") == url.rstrip("/") else None
        name = model or (active.model if active else NO_NAME)
        return ActiveModel(url=url, model=name, key=key or (active.key if active else ""))

    def with_measured(self, measured: MeasuredModel) -> OperatorModels:
        """With this measurement in the place of an earlier one of the same model."""
        others = [each for each in self.measured if (each.url, each.model) != (measured.url, measured.model)]
        return self.model_copy(update={"measured": (*others, measured)})

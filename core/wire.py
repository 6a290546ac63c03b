"""What crosses the wire: frozen, closed pydantic bases, the envelope, and the enumerations of the contract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

Language = Literal["zh", "en"]
"""Language of explanations and of the interface."""

BandLevel = Literal["beginner", "intermediate", "advanced"]
"""Level bands of the contract: standard levels 1-3, 4-6, 7-9."""

QuestionType = Literal["multiple_choice", "fill_blank", "matching", "ordering"]
Topic = Literal["grammar", "vocabulary", "reading", "listening"]

Skill = Literal["listening", "speaking", "reading", "writing"]

QUESTION_TYPES: tuple[QuestionType, ...] = ("multiple_choice", "fill_blank", "matching", "ordering")
TOPICS: tuple[Topic, ...] = ("grammar", "vocabulary", "reading", "listening")
SKILLS: tuple[Skill, ...] = ("listening", "speaking", "reading", "writing")
BANDS: dict[BandLevel, tuple[int, int]] = {"beginner": (1, 3), "intermediate": (4, 6), "advanced": (7, 7)}
"""Lowest and highest standard level of a band; 7 stands for the band 7-9."""

STANDARD = "GF 0025-2021"
"""The standard that every level refers to unless another is named beside it."""

Identifier = Annotated[
    str, StringConstraints(min_length=1, max_length=128, pattern=r"^[^\s/\x00-\x1f\x7f-\x9f\ufeff]+$")
]
"""An id chosen by the caller: no white space, slash or control character, so that it can stand in a path. U+0085 and
U+FEFF are white space to some regular expressions and not to others, so they stand there by name."""


WITHOUT_NUL = r"^[^\x00]*$"
"""A pattern for texts that are kept: PostgreSQL keeps no NUL in one."""
KnownId = Annotated[str, StringConstraints(max_length=128)]
"""An id that is only looked up: whatever its form, it has an end."""


CALENDAR_DAY = (
    r"^(20[0-9]{2}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    r"|02-(0[1-9]|1[0-9]|2[0-8]))|20([02468][048]|[13579][26])-02-29)$"
)
"""Exactly the days of the years 2000 to 2099, leap days included."""
Day = Annotated[str, StringConstraints(pattern=CALENDAR_DAY)]


def whole(value: object) -> object:
    """A number without a fraction as an integer: in JSON 10 and 10.0 are the same number.

    >>> whole(10.0), whole(1.5), whole("10")
    (10, 1.5, '10')
    """
    return int(value) if isinstance(value, float) and value.is_integer() else value


WHOLE = BeforeValidator(whole)
"""For integers of a request, after their bounds: `Annotated[int, Field(ge=0), WHOLE]`; strict otherwise."""

Payload = TypeVar("Payload")
Model = TypeVar("Model", bound=BaseModel)


def is_none(value: object) -> bool:
    """For `Field(exclude_if=is_none)`: the field is absent on the wire rather than null."""
    return value is None


class Closed(BaseModel):
    """A frozen model that refuses unknown fields and does not coerce types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Bilingual(Closed):
    """A text in the two languages of the interface."""

    zh: str
    en: str

    def get(self, language: Language) -> str:
        """The text in `language`."""
        return self.zh if language == "zh" else self.en


class Envelope(BaseModel, Generic[Payload]):
    """The response envelope: `code` 200 and `message` 'success' around the payload."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: Literal[200] = 200
    message: Literal["success"] = "success"
    data: Payload


class BareEnvelope(BaseModel, Generic[Payload]):
    """The envelope of the learning path, which the contract writes without `message`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: Literal[200] = 200
    data: Payload


@dataclass(frozen=True)
class Rendered(Generic[Model]):
    """A payload as the JSON text that is stored and sent, so that a later read is equal to the first answer."""

    text: str
    model: type[Model]

    @property
    def payload(self) -> Model:
        """The text read back into its model."""
        return self.model.model_validate_json(self.text)


class ErrorItem(Closed):
    """One offending parameter."""

    field: str = Field(description="Path of the offending parameter, e.g. answers[2].time_spent")
    message: str = Field(description="The reason")


class ErrorBody(Closed):
    """The one error shape of every address."""

    code: int = Field(description="HTTP-style status")
    message: str
    errors: list[ErrorItem] = Field(default_factory=list)
    error_code: int | None = Field(default=None, exclude_if=is_none, description="Detailed code, e.g. 400002")
    remedy: str = Field(default="", description="What the caller can do, in the language of Accept-Language")
    request_id: str = Field(default="", description="Also in the header X-Request-Id and in the log")

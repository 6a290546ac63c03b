"""What the eleven indicators add up to for a reader: sounds and tones, fluency, completeness."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from core.speech.measures.mapping import fluency
from core.speech.wire import Indicator, IndicatorName, SpeechReport

AspectName = Literal["sounds", "fluency", "completeness"]
ASPECTS: Mapping[AspectName, tuple[IndicatorName, ...]] = {
    "sounds": ("accurary", "sentence_intonation"),
    "fluency": (
        "speed_of_speech",
        "rate_of_pronunciation",
        "silent_pause_frequency",
        "average_length_of_silent_pause",
        "pronunciation_time_ratio",
        "average_flow_length",
        "pause_fluency",
        "corrected_fluency",
    ),
    "completeness": ("text_integrity",),
}
"""The indicators of each, the weightiest first."""


@dataclass(frozen=True)
class Aspect:
    """One of the three, with the indicators behind it in the order in which they are shown."""

    name: AspectName
    score: float | None
    """0-100: that of the syllables, of the composite that the total counts, of the text that was read; None where nothing could be measured."""
    indicators: tuple[Indicator, ...]


def aspects(report: SpeechReport) -> list[Aspect]:
    """The three of a report. The total counts them too, accuracy by a curve and completeness squared (`core.speech.measures.total`)."""
    by_name = {indicator.name: indicator for indicator in report.indicators}
    scores: dict[AspectName, float | None] = {
        "sounds": _measured(by_name["accurary"]),
        "fluency": None
        if by_name["speed_of_speech"].value is None
        else fluency({name: by_name[name].score for name in ASPECTS["fluency"]}),
        "completeness": _measured(by_name["text_integrity"]),
    }
    return [
        Aspect(name, scores[name], tuple(by_name[indicator] for indicator in indicators))
        for name, indicators in ASPECTS.items()
    ]


def _measured(indicator: Indicator) -> float | None:
    return None if indicator.value is None else indicator.score

"""The eleven indicators of one reading, from its measures."""

from __future__ import annotations

from collections.abc import Mapping

from core.speech.measures.disfluency import corrected_fluency, pause_fluency
from core.speech.measures.mapping import ScoredIndicator, scored_indicator
from core.speech.measures.timing import Timing, charged_measures, raw_measures
from core.speech.model import Alignment, Measure
from core.speech.wire import INDICATORS
from core.tables.speech_norms import Norm


def indicators(
    timing: Timing | None,
    alignment: Alignment,
    *,
    integrity: Measure,
    intonation: Measure,
    accuracy: Measure,
    norms: Mapping[str, Norm],
) -> dict[str, ScoredIndicator]:
    """The eleven indicators by name, in the contract's order; with `timing` None (nothing was read) all score 0."""
    produced = timing.produced if timing else 0
    raw = {
        **(raw_measures(timing) if timing else {}),
        "pause_fluency": pause_fluency(alignment, produced=produced),
        "corrected_fluency": corrected_fluency(alignment, produced=produced),
        "text_integrity": integrity,
        "sentence_intonation": intonation,
        "accurary": accuracy,
    }
    charged = charged_measures(timing) if timing else {}
    absent = {name: Measure(None, norms[name].unit, 0) for name in INDICATORS}
    if not timing:
        return {name: ScoredIndicator(raw.get(name, absent[name]), 0.0, 0.0) for name in INDICATORS}
    return {name: scored_indicator(raw[name], norms[name], charged=charged.get(name)) for name in INDICATORS}

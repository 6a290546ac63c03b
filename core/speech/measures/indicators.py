"""The eleven indicators of one reading, from its measures."""

from __future__ import annotations

from collections.abc import Mapping

from core.speech.measures.disfluency import corrected_fluency, pause_fluency
from core.speech.measures.mapping import Scored, scored
from core.speech.measures.timing import Timing, charged_measures, raw_measures
from core.speech.model import Alignment, Measure
from core.speech.wire import INDICATORS
from core.tables.speech_norms import Norm


def indicators(
    times: Timing | None,
    alignment: Alignment,
    *,
    integrity: Measure,
    intonation: Measure,
    accuracy: Measure,
    norms: Mapping[str, Norm],
) -> dict[str, Scored]:
    """By name, in the contract's order; `times` None (nothing was read) leaves the eight of time without value."""
    produced = times.produced if times else 0
    raw = {
        **(raw_measures(times) if times else {}),
        "pause_fluency": pause_fluency(alignment, produced=produced),
        "corrected_fluency": corrected_fluency(alignment, produced=produced),
        "text_integrity": integrity,
        "sentence_intonation": intonation,
        "accurary": accuracy,
    }
    charged = charged_measures(times) if times else {}
    absent = {name: Measure(None, norms[name].unit, 0) for name in INDICATORS}
    if not times:
        return {name: Scored(raw.get(name, absent[name]), 0.0, 0.0) for name in INDICATORS}
    return {name: scored(raw[name], norms[name], charged=charged.get(name)) for name in INDICATORS}

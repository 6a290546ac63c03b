"""A reading as files: the whole as JSON, its syllables as CSV."""

from __future__ import annotations

from collections.abc import Iterator

import streamlit as st

from core.speech.wire import SoundJudged, SpeechReport, SyllableJudged, ToneJudged
from pages.parts.figures import csv_bytes
from pages.parts.i18n import _

HEAD = (
    "position", "character", "pinyin", "status", "start_ms", "end_ms", "score",
    *(f"{part}_{field}" for part in ("initial", "final", "tone") for field in ("expected", "verdict", "score", "confidence", "heard")),
    *(f"contour_{point}" for point in range(1, 12)),
)  # fmt: skip


def draw_downloads(report: SpeechReport) -> None:
    """Draw the two buttons that download a report."""
    st.download_button(
        _("Result as JSON"),
        lambda: report.model_dump_json(indent=1),
        file_name="wenlu-reading.json",
        mime="application/json",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
    )
    st.download_button(
        _("Syllables as CSV"),
        lambda: csv_bytes(HEAD, rows(report)),
        file_name="wenlu-syllables.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        type="tertiary",
    )


def rows(report: SpeechReport) -> Iterator[list[object]]:
    """A row for each syllable, in the order of `HEAD`; cells are empty where there is nothing."""
    for syllable in report.syllables:
        yield [
            syllable.position, syllable.character, syllable.pinyin, syllable.status, _cell(syllable.start_ms), _cell(syllable.end_ms), _cell(syllable.score),
            *(cell for part in (syllable.initial, syllable.final, syllable.tone) for cell in _judged(part)),
            *_contour(syllable),
        ]  # fmt: skip


def _judged(part: SoundJudged | ToneJudged | None) -> list[object]:
    if part is None:
        return [""] * 5
    return [part.expected, part.verdict, _cell(part.score), part.confidence, _cell(part.heard)]


def _contour(syllable: SyllableJudged) -> list[object]:
    return list(syllable.contour) if syllable.contour else [""] * 11


def _cell(value: object) -> object:
    return "" if value is None else value

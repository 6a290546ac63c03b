"""The words of the speaking pages: verdicts, confidence, tones, units."""

from __future__ import annotations

from collections.abc import Sequence

from core.api.speech import Scores, SyllableVerdict, Verdict
from core.speech.wire import SoundJudged, SpeechReport, SyllableJudged, ToneJudged
from pages.parts.figures import number
from pages.parts.i18n import _, language

SURE = 0.9
"""Confidence from which a judgement is called sure; below it stands "fairly sure". No verdict depends on it."""
TONE_MARKS = {1: "ˉ", 2: "ˊ", 3: "ˇ", 4: "ˋ", 5: "·"}


def judged_parts(syllable: SyllableJudged) -> list[SoundJudged | ToneJudged]:
    """Initial, final and tone, as far as there are any."""
    return [part for part in (syllable.initial, syllable.final, syllable.tone) if part is not None]


def verdict_names() -> dict[SyllableVerdict, str]:
    """Names of the verdicts on a syllable."""
    return {
        "right": _("right"),
        "wrong": _("misread"),
        "replaced": _("said otherwise"),
        "omitted": _("left out"),
        "unsure": _("cannot judge"),
    }


def total_text(scores: SpeechReport | Scores) -> str:
    """A total in a line: the range alone where it is short, since one number would claim more than was heard."""
    low, high = scores.total_interval
    return f"{low:.0f}–{high:.0f}" if scores.short else number(scores.total_score)


def verdict_text(verdict: Verdict, confidence: float) -> str:
    """A verdict in words: `right, sure`, `wrong, fairly sure`, `cannot judge`."""
    if verdict == "unsure":
        return _("cannot judge")
    sure = confidence >= SURE
    if verdict == "right":
        return _("right, sure") if sure else _("right, fairly sure")
    return _("wrong, sure") if sure else _("wrong, fairly sure")


def tone_name(tone: int) -> str:
    """The name of a tone, from first to neutral tone."""
    return {
        1: _("first tone"),
        2: _("second tone"),
        3: _("third tone"),
        4: _("fourth tone"),
        5: _("neutral tone"),
    }[tone]


def confidence_text(confidence: float) -> str:
    """How sure a number is, in a word."""
    return _("sure") if confidence >= SURE else _("fairly sure") if confidence >= FAIRLY_SURE else _("rough")


FAIRLY_SURE = 0.5
"""Confidence below which a number is called rough."""


def unit_names() -> dict[str, str]:
    """Units of the raw values, as the interface writes them."""
    return {
        "syllables/s": _("syllables/s"),
        "per 100 syllables": _("per 100 syllables"),
        "s": _("s"),
        "syllables": _("syllables"),
        "%": "%",
    }


def quantity_text(value: float, unit: str) -> str:
    """A raw value with its unit; shares are written in percent.

    >>> quantity_text(0.84, "ratio"), quantity_text(3.25, "%")
    ('84 %', '3.2 %')
    """
    if unit in ("ratio", "share"):
        return f"{100 * value:.0f} %"
    digits = 2 if abs(value) < 10 and unit in ("s", "syllables/s") else 1
    written = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return f"{written} {unit_names().get(unit, unit)}".strip()


def sentences(parts: Sequence[str]) -> str:
    """Sentences one after the other; Chinese ones without a space between."""
    return ("" if language() == "zh" else " ").join(parts)


def range_text(low: float, high: float, unit: str) -> str:
    """A range of the same unit as the value beside it; only a percent sign is repeated.

    >>> range_text(3.3, 4.2, "syllables/s"), range_text(0.96, 0.99, "share")
    ('3.3–4.2', '96–99 %')
    """
    is_share = unit in ("ratio", "share")
    written = "–".join(f"{round(100 * bound)}" if is_share else f"{bound:.3g}" for bound in (low, high))
    return f"{written} %" if is_share or unit == "%" else written

"""Tones in words and marks, for the tone ear."""

from __future__ import annotations

from core.api.ear import EarKind, tones_heard
from pages.parts.i18n import _
from pages.parts.speaking.words import TONE_MARKS, tone_name

EAR_KINDS: tuple[EarKind, ...] = ("syllable", "word")


def kind_names() -> dict[EarKind, str]:
    """Names of what can be heard."""
    return {"syllable": _("Single syllables"), "word": _("Words of two syllables")}


def tones_text(reading: str) -> str:
    """The tones of a reading in numbers and marks: `3 ˇ`, `1 + 4 ˉˋ`."""
    tones = tones_heard(reading)
    numbers = " + ".join(_("neutral") if tone == 5 else str(tone) for tone in tones)
    return f"{numbers} {''.join(TONE_MARKS[tone] for tone in tones)}"


def tone_text(tone: int) -> str:
    """A tone by name and mark: `third tone ˇ`."""
    return f"{tone_name(tone)} {TONE_MARKS[tone]}"

"""What the page of essay reviews says: kinds of errors, confidence, judges, scores, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from core.api.essays import EditType, EssayReport, Framework, HskLevel, Strictness
from core.essays.wire import EditShown
from pages.parts.figures import number
from pages.parts.i18n import _, ngettext

LEVELS: tuple[HskLevel, ...] = ("1", "2", "3", "4", "5", "6")
TYPES: tuple[EditType, ...] = ("B", "L", "D", "P", "W", "S")
SURE, FAIRLY_SURE = 0.9, 0.7
"""Confidence from which an error is called so: right nine times in ten, seven times in ten, as far as it was measured."""
RULE = "rule"
"""How the names of judges begin that are rules; all others are models."""
Part = Literal["structure", "coherence", "content"]


def error_names() -> dict[EditType, str]:
    """By the letter that stands in the text."""
    return {
        "B": _("wrong character"),
        "L": _("something missing"),
        "D": _("something extra"),
        "P": _("punctuation"),
        "W": _("wrong word"),
        "S": _("sentence structure"),
    }


def strictness_names() -> dict[Strictness, str]:
    """How sure an error must be to be shown."""
    return {"strict": _("Strict"), "normal": _("Normal"), "gentle": _("Gentle")}


def strictness_said() -> dict[Strictness, str]:
    """What each setting does."""
    return {
        "strict": _("Strict: marks most, and is wrong more often."),
        "normal": _("Normal: marks what is probably wrong."),
        "gentle": _("Gentle: marks only what is nearly certain."),
    }


def framework_names() -> dict[Framework, str]:
    """In which order feedback comes."""
    return {"RASNC": _("RASNC: sentence by sentence"), "RACAPE": _("RACAPE: reader and purpose first")}


def part_names() -> dict[Part, str]:
    """Scores of the whole text."""
    return {"structure": _("Structure"), "coherence": _("Coherence (heuristic)"), "content": _("Content")}


def part_scores(report: EssayReport) -> dict[Part, float]:
    """Of the whole text, 0-100."""
    found = report.discourse_level
    return {
        "structure": found.structure_score,
        "coherence": found.coherence_score,
        "content": found.content_score,
    }


def opinion_said(report: EssayReport) -> str:
    """What the operator's language model would give each part, plainly as its opinion; "" where none was asked."""
    if not report.opinion:
        return ""
    names = part_names() | {"coherence": _("Coherence")}
    parts = " · ".join(f"{names[part]} {score}" for part, score in report.opinion.items())
    return _("Opinion of a language model, which moves no score here: {parts}.").format(parts=parts)


def confidence_said(confidence: float, *, check: bool) -> str:
    """In words: sure, fairly sure, more likely than not, and for what is only to be checked: not sure."""
    if check:
        return _("not sure: check it yourself")
    if confidence >= FAIRLY_SURE:
        return _("sure") if confidence >= SURE else _("fairly sure")
    return _("more likely than not")


def judges_said(judges: Sequence[str]) -> str:
    """Who says so."""
    rules = any(judge.startswith(RULE) for judge in judges)
    models = any(not judge.startswith(RULE) for judge in judges)
    if rules and models:
        return _("a grammar rule and a language model")
    return _("a grammar rule") if rules else _("a language model")


def change_said(edit: EditShown) -> str:
    """`只 → 匹`, `+ 了`, `− 很`."""
    if not edit.original:
        return f"+ {edit.replacement}"
    if not edit.replacement:
        return f"− {edit.original}"
    return f"{edit.original} → {edit.replacement}"


def range_said(score: float, span: tuple[float, float]) -> str:
    """`84 (72–96)`."""
    return f"{number(score)} ({span[0]:.0f}–{span[1]:.0f})"


def errors_said(counts: Mapping[EditType, int]) -> str:
    """`3 errors`."""
    total = sum(counts.values())
    return ngettext("{count} error", "{count} errors", total) if total else _("no errors found")


def checks_said(count: int) -> str:
    """`2 places to check`."""
    return ngettext("{count} place to check", "{count} places to check", count)


def counts_of(report: EssayReport) -> dict[EditType, int]:
    """How many edits of each type, in the order of the letters."""
    counts = Counter(edit.type for edit in report.edits)
    return {kind: counts[kind] for kind in TYPES if counts[kind]}


def calibration_said(report: EssayReport) -> str:
    """What the number rests on; that it is uncalibrated below level 5 is said in words."""
    if report.calibrated:
        return _("Fitted on essays that examiners scored; the range holds in 8 of 10 cases.")
    return _(
        "Not calibrated below level 5: no scored essays of this level exist to fit it on. Read it as a rough guide; the "
        "range is wide."
    )

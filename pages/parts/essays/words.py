"""Texts of the page of essay reviews: types of errors, confidence, correctors, scores, levels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from core.api.essays import EditType, EssayReport, Framework, HskLevel, Strictness
from core.essays.wire import EditShown
from pages.parts.figures import number
from pages.parts.i18n import _, explanation_language, ngettext

LEVELS: tuple[HskLevel, ...] = ("1", "2", "3", "4", "5", "6")
TYPES: tuple[EditType, ...] = ("B", "L", "D", "P", "W", "S")
SURE, FAIRLY_SURE = 0.9, 0.7
"""Confidence from which an error is called so: right nine times in ten, seven times in ten, as far as it was measured."""
RULE = "rule"
"""The names of rules begin with this; all other correctors are models."""
LANGUAGE_MODELS = ("language_model", "measured_language_model")
"""The names of the operator's language model among the correctors."""
Part = Literal["structure", "coherence", "content"]


def error_names() -> dict[EditType, str]:
    """The names of error types by their letters."""
    return {
        "B": _("wrong character"),
        "L": _("something missing"),
        "D": _("something extra"),
        "P": _("punctuation"),
        "W": _("wrong word"),
        "S": _("sentence structure"),
    }


def strictness_names() -> dict[Strictness, str]:
    """The names of the settings for how sure an error must be to be shown."""
    return {"strict": _("Strict"), "normal": _("Normal"), "gentle": _("Gentle")}


def strictness_explanations() -> dict[Strictness, str]:
    """Explanations of these settings."""
    return {
        "strict": _("Strict: marks most, and is wrong more often."),
        "normal": _("Normal: marks what is probably wrong."),
        "gentle": _("Gentle: marks only what is nearly certain."),
    }


def framework_names() -> dict[Framework, str]:
    """The names of the frameworks, which order the feedback."""
    return {"RASNC": _("RASNC: sentence by sentence"), "RACAPE": _("RACAPE: reader and purpose first")}


def part_names() -> dict[Part, str]:
    """The names of the scores of the whole text."""
    return {"structure": _("Structure"), "coherence": _("Coherence"), "content": _("Content")}


def part_scores(report: EssayReport) -> dict[Part, float]:
    """The scores of the whole text that go with examiners' scores, 0-100; the others are not shown."""
    discourse = report.discourse_level
    scores: dict[Part, float] = {
        "structure": discourse.structure_score,
        "coherence": discourse.coherence_score,
        "content": discourse.content_score,
    }
    return {part: score for part, score in scores.items() if part in discourse.known}


def hidden_parts_text(report: EssayReport) -> str:
    """Which scores of the whole text are not shown, and why; "" where all are."""
    hidden = [name for part, name in part_names().items() if part not in report.discourse_level.known]
    if not hidden:
        return ""
    return _(
        "No score is shown for these, because none that the machine can give goes with examiners’ scores: {parts}. What it counted stands here."
    ).format(parts=" · ".join(hidden))


def suggestions_of(report: EssayReport) -> list[str]:
    """What to do next, in the language of the reader; of an old report in the one in which it was made."""
    discourse = report.discourse_level
    return [each.get(explanation_language()) for each in discourse.advice] or discourse.suggestions


def opinion_text(report: EssayReport) -> str:
    """The scores of the operator's language model, stated as its opinion; "" where none was asked."""
    if not report.opinion:
        return ""
    names = part_names()
    parts = " · ".join(f"{names[part]} {score}" for part, score in report.opinion.items())
    return _("A language model's opinion, which does not affect any score here: {parts}.").format(parts=parts)


def confidence_text(confidence: float, *, check: bool) -> str:
    """The confidence in words: sure, fairly sure, more likely than not, or, for a place to check, not sure."""
    if check:
        return _("not sure: check it yourself")
    if confidence >= FAIRLY_SURE:
        return _("sure") if confidence >= SURE else _("fairly sure")
    return _("more likely than not")


def correctors_text(correctors: Sequence[str]) -> str:
    """Who found an error, in words."""
    rules = [corrector for corrector in correctors if corrector.startswith(RULE)]
    operators = [corrector for corrector in correctors if corrector in LANGUAGE_MODELS]
    names = [
        *([_("a grammar rule")] if rules else []),
        *([_("a model of this service")] if len(rules) + len(operators) < len(correctors) else []),
        *([_("the operator’s language model")] if operators else []),
    ]
    return _(", ").join(names)


def change_text(edit: EditShown) -> str:
    """`只 → 匹`, `+ 了`, `− 很`."""
    if not edit.original:
        return f"+ {edit.replacement}"
    if not edit.replacement:
        return f"− {edit.original}"
    return f"{edit.original} → {edit.replacement}"


def range_text(score: float, interval: tuple[float, float]) -> str:
    """`84 (72–96)`."""
    return f"{number(score)} ({interval[0]:.0f}–{interval[1]:.0f})"


def errors_text(counts: Mapping[EditType, int]) -> str:
    """`3 errors`."""
    total = sum(counts.values())
    return ngettext("{count} error", "{count} errors", total) if total else _("no errors found")


def checks_text(count: int) -> str:
    """`2 places to check`."""
    return ngettext("{count} place to check", "{count} places to check", count)


def error_counts(report: EssayReport) -> dict[EditType, int]:
    """The number of edits of each type, in the order of the letters."""
    counts = Counter(edit.type for edit in report.edits)
    return {kind: counts[kind] for kind in TYPES if counts[kind]}


def calibration_text(report: EssayReport) -> str:
    """What the score rests on; below level 6 it says that the score is not calibrated."""
    if report.calibrated:
        return _("Fitted on essays that examiners scored; the range holds in 8 of 10 cases.")
    return _(
        "No scored essays of this level exist to fit it on: it says how much of the task is written and what the errors found cost. Many "
        "errors are not found; the range goes down to what the score would be with as many as learners usually make."
    )

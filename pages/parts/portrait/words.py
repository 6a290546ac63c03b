"""The portrait in words: each number with band and n, which skill stands out, what to do next."""

from __future__ import annotations

from collections.abc import Mapping

from core.portrait.wire import IndicatorNode, SixKey, SkillKey
from pages.parts.figures import number, with_interval
from pages.parts.i18n import _, ngettext
from pages.parts.portrait.view import LANGUAGE_SKILLS, Aspect

TIER_BOUNDS = (20, 60, 85)
"""Bounds of the contract's label tiers; a bound belongs to the higher tier."""


def observations_text(n: float) -> str:
    """`31 observations`; older ones count less, so the number is rounded."""
    return ngettext("{count} observation", "{count} observations", round(n))


def value_text(value: float | None, band: tuple[float, float] | None, n: float) -> str:
    """`72 ± 5, 31 observations`, or that there is not enough data yet."""
    if value is None:
        return _("Not enough data yet")
    if band is None:
        return _("{score}, from the first portrait").format(score=number(value))
    return _("{score}, {observations}").format(score=with_interval(value, band), observations=observations_text(n))


def node_text(node: IndicatorNode) -> str:
    """A node's number in words; a setting or habit is never scored."""
    if node.group == "context":
        return _("Never scored: {raw}").format(raw=raw_text(node)) if node.raw is not None else _("Never scored")
    return value_text(node.value, node.band, node.n)


def raw_text(node: IndicatorNode) -> str:
    """A leaf's estimate in its own unit; empty where there is none."""
    if node.raw is None:
        return ""
    if node.kind == "switch":
        return _("on, {share} % of the days").format(share=number(node.raw))
    return unit_texts().get(node.unit, "{amount}").format(amount=number(node.raw))


def unit_texts() -> dict[str, str]:
    """An amount with its unit, by the units of the indicator table."""
    return {
        "%": _("{amount} %"),
        "level": _("level {amount}"),
        "min": _("{amount} min"),
        "min/week": _("{amount} min a week"),
        "times/week": _("{amount} × a week"),
        "days/week": _("days a week: {amount}"),
        "days/28": _("{amount} of the last 28 days"),
        "times/item": _("{amount} × a question"),
        "times/composition": _("{amount} × a composition"),
        "times/100 characters": _("{amount} × in 100 characters"),
        "syllables": _("syllables: {amount}"),
        "characters": _("characters: {amount}"),
    }


def strength_sentence(six: Mapping[SixKey, Aspect]) -> str:
    """Which skill stands out, claimed only where the 80 % ranges do not overlap; classroom and community are no skills."""
    known = _known_skills(six)
    if not known:
        return _("Nothing is known about the four skills yet.")
    lowest, highest = known[0], known[-1]
    if len(known) == 1:
        return _("So far only one skill is known: {name} {score}.").format(
            name=_name_in_sentence(highest), score=_value_in_words(highest)
        )
    if not _bands_apart(lowest, highest):
        return _("No skill clearly stands out: the 80 % ranges of the known ones overlap.")
    return _("{best} stands out: {best_score}.").format(best=highest.name, best_score=_value_in_words(highest))


def work_on(six: Mapping[SixKey, Aspect]) -> SkillKey:
    """The skill to work on: the first of which nothing is known, otherwise the lowest."""
    return min(LANGUAGE_SKILLS, key=lambda key: -1.0 if six[key].value is None else six[key].value or 0.0)


def work_sentence(six: Mapping[SixKey, Aspect]) -> str:
    """Which skill to work on, and on what that rests: why it is the next step, no more than is known."""
    aspect = six[work_on(six)]
    name = _name_in_sentence(aspect)
    if aspect.value is None:
        return _("Nothing is known about {name} yet: {filled_by}.").format(name=name, filled_by=filled_by(aspect.key))
    known = _known_skills(six)
    if len(known) > 1 and _bands_apart(known[0], known[-1]):
        return _("What to work on is {name}: {score}.").format(name=name, score=_value_in_words(aspect))
    return _("Lowest so far, though not clearly, is {name}: {score}.").format(name=name, score=_value_in_words(aspect))


def filled_by(key: SixKey) -> str:
    """What gives a skill its first number, as it stands inside a sentence."""
    ways: dict[SixKey, str] = {
        "speak": _("a few texts read aloud give it a number"),
        "write": _("exercises in which you write, and essays that are reviewed, give it a number"),
    }
    return ways.get(key, _("a round or two of its exercises gives it a number"))


def _known_skills(six: Mapping[SixKey, Aspect]) -> list[Aspect]:
    """The known skills, the lowest first."""
    known = [six[key] for key in LANGUAGE_SKILLS if six[key].value is not None]
    return sorted(known, key=lambda aspect: aspect.value or 0.0)


def tier_of(score: float) -> int:
    """The tier of a score, 0-3, by the contract's bounds.

    >>> [tier_of(score) for score in (19.9, 20, 60, 85)]
    [0, 1, 2, 3]
    """
    return sum(score >= bound for bound in TIER_BOUNDS)


def unknown_names(six: Mapping[SixKey, Aspect]) -> list[str]:
    """Names of those of the six that nothing is known about, in order."""
    return [aspect.name for aspect in six.values() if aspect.value is None]


def _bands_apart(lower: Aspect, upper: Aspect) -> bool:
    return lower.band is not None and upper.band is not None and lower.band[1] < upper.band[0]


def _value_in_words(aspect: Aspect) -> str:
    return value_text(aspect.value, aspect.band, aspect.n)


def _name_in_sentence(aspect: Aspect) -> str:
    """The name inside a sentence."""
    return aspect.name[0].lower() + aspect.name[1:]

"""The indicator tree: the sums of the observations, the score of a leaf, and the score of a node above leaves.

Everything a portrait needs of a student is one `IndicatorStates`: decayed sums by leaf. Sums commute, so observations may come in
any order, and a retraction is an observation with negative weight. Decay goes by whole days (UTC+8), so a portrait does
not change within a day in which nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from math import log, sqrt

from core.tables.indicators import Indicator

PROFICIENCY_HALF_LIFE = 60.0
"""Days: what is observed of a skill fades by half in them."""
EFFORT_HALF_LIFE = 21.0
"""Days, of effort and of habits."""
PRIOR_OBSERVATIONS = 8.0
"""m: how many observations the prior is worth."""
LEAST_COVERAGE = 0.30
"""Share of the weight below a node that must be known for it to have a value."""
KNOWN_FROM = 0.5
"""Decayed observations from which on a leaf is known: a single one is forgotten after one half-life."""
Z80 = 1.281552
"""Two-sided 80 % quantile of the normal distribution."""
LEVELS = 9
LEVEL_SPREAD = 1.5
"""Standard deviation, in levels, of one item or one rating as a statement about a level: 20 adaptive items then give a
band of about one level, as measured by `benchmarks.learning.portrait`."""
LEAF_SPREAD = 15.0
"""tau: standard deviation of the leaves of one node around their mean, in points, before any is seen: skills of one
learner differ by about a tier of three. What is seen of the leaves takes its place, see `_spread`."""
SPREAD_PRIOR = 2.0
"""How many leaves `LEAF_SPREAD` is worth."""
WINDOW = 28
"""Days in which active days are counted."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One observation of a leaf."""

    leaf_id: str
    amount: float
    """In the leaf's unit: a share 0-1, a level, minutes, times, 0 or 1 for a switch."""
    weight: float
    """How many observations it is worth; negative takes one back."""
    day: date


@dataclass(frozen=True, slots=True)
class LeafSums:
    """Sums over the observations of one leaf, decayed to the day of the `IndicatorStates` that holds them."""

    total: float = 0.0
    """Sum of weight x amount."""
    n: float = 0.0
    """Sum of weights."""
    last: date = date.min
    """Day of the latest observation."""


@dataclass(frozen=True)
class IndicatorStates:
    """What the observations on a student add up to, at the end of a day (UTC+8)."""

    day: date
    leaves: Mapping[str, LeafSums] = field(default_factory=dict)
    active: int = 0
    """Bit i: something was answered i days before `day`; 28 bits."""
    experience: int = 0


@dataclass(frozen=True, slots=True)
class Scored:
    """A node's score 0-100 with its 80 % band; `value` None where too little is known."""

    value: float | None
    low: float
    high: float
    variance: float
    """Of `value`, in points squared, before the band is cut at 0 and 100."""
    raw: float | None
    """Of a leaf: the estimate in its own unit (percentages in percent)."""
    n: float
    coverage: float
    """Share of the weight below that is known."""
    last: date | None
    shared: float = 0.0
    """The part of the standard deviation that comes from the prior. Somebody whom the prior misjudges, it misjudges on every
    leaf the same way: this part does not shrink when leaves are put together."""


UNKNOWN = Scored(None, 0.0, 0.0, 0.0, None, 0.0, 0.0, None)


def half_life_days(indicator: Indicator) -> float:
    """60 for proficiency, 21 for effort and habits."""
    return PROFICIENCY_HALF_LIFE if indicator.group == "proficiency" else EFFORT_HALF_LIFE


def remaining_share(days: int, half_life: float) -> float:
    """The share of a weight that remains after so many days.

    >>> remaining_share(60, 60.0)
    0.5
    """
    return float(2.0 ** (-days / half_life))


def decayed_to(states: IndicatorStates, day: date, indicators: Mapping[str, Indicator]) -> IndicatorStates:
    """The same states decayed to a later day. An earlier day changes nothing: states never go back in time."""
    days = (day - states.day).days
    if days <= 0:
        return states
    leaves = {}
    for leaf_id, sums in states.leaves.items():
        share = remaining_share(days, half_life_days(indicators[leaf_id]))
        leaves[leaf_id] = LeafSums(sums.total * share, sums.n * share, sums.last)
    active = (states.active << min(days, WINDOW)) & ((1 << WINDOW) - 1)
    return IndicatorStates(day, leaves, active, states.experience)


def absorb(
    states: IndicatorStates,
    observations: Iterable[Observation],
    *,
    day: date,
    active_days: Iterable[date] = (),
    experience: int = 0,
    indicators: Mapping[str, Indicator],
) -> IndicatorStates:
    """The states with further observations, decayed to `day`, or to the day of the latest of them if that is later."""
    seen, days_on = list(observations), list(active_days)
    day = max([day, states.day, *(observation.day for observation in seen), *days_on])
    base = decayed_to(states, day, indicators)
    leaves, active = dict(base.leaves), base.active
    for observation in seen:
        share = observation.weight * remaining_share(
            (day - observation.day).days, half_life_days(indicators[observation.leaf_id])
        )
        before = leaves.get(observation.leaf_id, LeafSums())
        leaves[observation.leaf_id] = LeafSums(
            before.total + share * observation.amount, before.n + share, max(before.last, observation.day)
        )
    for active_day in days_on:
        if (day - active_day).days < WINDOW:
            active |= 1 << (day - active_day).days
    return IndicatorStates(day, leaves, active, base.experience + experience)


# -- leaves --------------------------------------------------------------------------------------------------


def leaf_score(indicator: Indicator, states: IndicatorStates) -> Scored:
    """The score of a leaf; habits have `raw` and no value."""
    sums = states.leaves.get(indicator.leaf_id, LeafSums())
    n, last = sums.n, sums.last if sums.last > date.min else None
    if indicator.fold == "days":
        counted = states.active.bit_count()
        if counted:
            n, last = max(n, float(counted)), max(last or date.min, _last_active(states))
    if n < KNOWN_FROM:
        return replace(UNKNOWN, n=max(0.0, n), last=last)
    value, raw, spread, shared = FOLDS[indicator.fold](indicator, sums, states)
    if indicator.group == "context":
        return Scored(None, 0.0, 0.0, 0.0, raw, n, 1.0, last)
    if indicator.reversed:
        value = 100.0 - value
    variance = spread * spread + shared * shared
    low, high = _band(value, variance)
    return Scored(value, low, high, variance, raw, n, 1.0, last, shared)


Estimate = tuple[float, float, float, float]
"""Score 0-100 before any reversal, estimate in its own unit, standard deviation of the score from its own observations, and
from the prior."""


def _share(indicator: Indicator, sums: LeafSums, _: IndicatorStates) -> Estimate:
    """(s + m mu) / (n + m). Students lie around mu as the Beta distribution of the prior has it, variance
    mu (1 - mu) / (m + 1); that counts with the share of the prior, m / (n + m)."""
    prior = indicator.prior if indicator.prior is not None else 0.5
    total = sums.n + PRIOR_OBSERVATIONS
    share = min(1.0, max(0.0, (sums.total + PRIOR_OBSERVATIONS * prior) / total))
    own = sqrt(max(0.0, sums.n) * share * (1 - share)) / total
    around = sqrt(prior * (1 - prior) / (PRIOR_OBSERVATIONS + 1)) * PRIOR_OBSERVATIONS / total
    return 100 * share, 100 * share, 100 * own, 100 * around


def _switch(_: Indicator, sums: LeafSums, __: IndicatorStates) -> Estimate:
    """Decayed share of days on."""
    share = min(1.0, max(0.0, sums.total / sums.n))
    smooth = (sums.total + 0.5) / (sums.n + 1)
    return 100 * share, 100 * share, 100 * sqrt(max(0.0, smooth * (1 - smooth)) / (sums.n + 1)), 0.0


def _level(_: Indicator, sums: LeafSums, __: IndicatorStates) -> Estimate:
    """100 (level - 1) / 8."""
    level = min(float(LEVELS), max(1.0, sums.total / sums.n))
    step = 100 / (LEVELS - 1)
    return step * (level - 1), level, step * LEVEL_SPREAD / sqrt(sums.n), 0.0


def _mean(indicator: Indicator, sums: LeafSums, _: IndicatorStates) -> Estimate:
    return _amount(indicator, max(0.0, sums.total / sums.n), sums.n)


def _rate(indicator: Indicator, sums: LeafSums, _: IndicatorStates) -> Estimate:
    """Amount a week at the present pace: the decayed sum over the decayed days, seven times."""
    a_week = 7 * (1 - remaining_share(1, half_life_days(indicator)))
    return _amount(indicator, max(0.0, sums.total) * a_week, sums.n)


def _days(indicator: Indicator, sums: LeafSums, states: IndicatorStates) -> Estimate:
    """Days with an answer among the last 28, or what a caller reports, if that is more."""
    counted = float(states.active.bit_count())
    reported = sums.total / sums.n if sums.n >= KNOWN_FROM else 0.0
    x = min(float(WINDOW), max(counted, reported))
    return _amount(indicator, x, max(x, 1.0))


def _amount(indicator: Indicator, x: float, n: float) -> Estimate:
    """100 min(1, ln(1 + x/x0) / ln(1 + target/x0)); spread by a relative error of 1/sqrt(n), as of counts."""
    assert indicator.target is not None
    assert indicator.x0 is not None
    scale = 100 / log(1 + indicator.target / indicator.x0)
    relative = x / indicator.x0 / (1 + x / indicator.x0)
    return min(100.0, scale * log(1 + x / indicator.x0)), x, scale * relative / sqrt(n), 0.0


FOLDS: dict[str, Callable[[Indicator, LeafSums, IndicatorStates], Estimate]] = {
    "share": _share,
    "switch": _switch,
    "level": _level,
    "mean": _mean,
    "rate": _rate,
    "days": _days,
}


def _last_active(states: IndicatorStates) -> date:
    """The latest day whose bit is set; bit 0 is the day of the states themselves."""
    return states.day - timedelta(days=(states.active & -states.active).bit_length() - 1)


def _band(value: float, variance: float) -> tuple[float, float]:
    half = Z80 * sqrt(variance)
    return max(0.0, value - half), min(100.0, value + half)


# -- what stands above leaves --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Part:
    """A child of a node with its weight; `confidence` 0-1 counts down what little is known of it."""

    weight: float
    confidence: float
    scored: Scored


def leaf_part(indicator: Indicator, scored: Scored) -> Part:
    """c = n / (n + m)."""
    return Part(indicator.weight, scored.n / (scored.n + PRIOR_OBSERVATIONS) if scored.n > 0 else 0.0, scored)


def combined(parts: Sequence[Part]) -> Scored:
    """sum(w c z) / sum(w c) over what is known; None under 30 % coverage.

    The variance has three terms: that of the known parts themselves, that which they share, and that of the difference to
    the node with all parts known. With shares u (by w c, of the known) and v (by w, of all), and parts that lie around a common mean with standard
    deviation tau, the latter is tau^2 (sum over the known of (u - v)^2 + sum over the unknown of v^2).
    """
    whole = sum(part.weight for part in parts)
    known = [part for part in parts if part.scored.value is not None]
    trusted = sum(part.weight * part.confidence for part in known)
    n = sum(part.scored.n for part in parts)
    last = max((part.scored.last for part in parts if part.scored.last), default=None)
    if whole <= 0 or trusted <= 0:
        return replace(UNKNOWN, n=n, last=last)
    coverage = sum(part.weight * part.scored.coverage for part in known) / whole
    if coverage < LEAST_COVERAGE:
        return replace(UNKNOWN, n=n, coverage=coverage, last=last)
    shares = [part.weight * part.confidence / trusted for part in known]
    value = sum(u * _value(part) for u, part in zip(shares, known, strict=True))
    missing = sum((u - part.weight / whole) ** 2 for u, part in zip(shares, known, strict=True)) + sum(
        (part.weight / whole) ** 2 for part in parts if part.scored.value is None
    )
    shared = sum(u * part.scored.shared for u, part in zip(shares, known, strict=True))
    own = sum(u * u * (part.scored.variance - part.scored.shared**2) for u, part in zip(shares, known, strict=True))
    variance = own + shared * shared + _spread(known) * missing
    low, high = _band(value, variance)
    return Scored(value, low, high, variance, None, n, coverage, last, shared)


def halves(first: Scored, second: Scored) -> Scored:
    """Proficiency and effort, half and half; the known one alone where the other is not."""
    return combined([Part(0.5, 1.0, first), Part(0.5, 1.0, second)])


def _spread(known: Sequence[Part]) -> float:
    """tau^2: `LEAF_SPREAD` at first, what the known parts show as they come."""
    mean = sum(_value(part) for part in known) / len(known)
    squares = sum((_value(part) - mean) ** 2 for part in known)
    return (SPREAD_PRIOR * LEAF_SPREAD**2 + squares) / (SPREAD_PRIOR + len(known) - 1)


def _value(part: Part) -> float:
    assert part.scored.value is not None
    return part.scored.value


def scoring_leaves(indicators: Sequence[Indicator]) -> list[Indicator]:
    """Those of a node's leaves that make up its score; what is put into a skill is shown beside what is known of it."""
    ability = [row for row in indicators if row.group == "proficiency"]
    effort = [row for row in indicators if row.group == "effort"]
    if indicators[0].first_id == "F2":
        return [*ability, *effort]
    return ability or effort


def node_score(indicators: Sequence[Indicator], leaves: Mapping[str, Scored]) -> Scored:
    """The score of the node over these leaves, all of one second-level parent or of several of the same first level.

    Skills (F1): proficiency alone, or effort where there is nothing else below. Class (F2): half proficiency, half
    effort. Community (F3): effort.
    """
    scoring = {row.leaf_id for row in scoring_leaves(indicators)}
    ability, effort = (
        [leaf_part(row, leaves[row.leaf_id]) for row in indicators if row.group == group and row.leaf_id in scoring]
        for group in ("proficiency", "effort")
    )
    if ability and effort:
        return halves(combined(ability), combined(effort))
    return combined(ability or effort)

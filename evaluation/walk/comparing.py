"""Compares numbers that mean the same: which ones do stands in `register.csv`, where every place of a number has its line.

A line names a place (`Shown.slot`), what the number is about, and the quantity that it tells. `<x>` binds what stands there and puts it into
the quantity; `*` stands for anything. How it is told:

- nothing: the place shows the quantity itself;
- `sum:NAME`: the numbers of that place, with those of the other lines of the same name, add up to it;
- `count`: there are so many numbers at that place;
- `oneof`: the place does not say which of several quantities it shows (patterns, with ` or ` between them), it has to equal one of them;
  `=20` among them stands for a fixed number, such as a choice in a form;
- `once`: nothing else shows it; the last column says why.

The number is multiplied by the line's factor: 60 for hours that are minutes elsewhere, -1 for what a text says went down.

Two numbers that are rounded alike have to be equal; others have to be so within what both were rounded by.
"""

from __future__ import annotations

import csv
import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from pathlib import Path

from evaluation.walk.numbers import Shown

REGISTER = Path(__file__).with_name("register.csv")
IGNORED = re.compile(
    r"(?:.*(?:updated_at|_at|standard|model|policy|unit|name_en|tree_version|\.period|period|month|Day|Month|Time|trend_dates\[\]|iso|Indicator|evidence\[\]|(?<!recommendations\[\]\.)difficulty|notice|target)~"
    r"|.* (?:when|seen|since|standard)|daily seed)$"
)
"""Dates, versions, parts of names and identifiers: digits that count nothing."""
SUM_OF = "sum of "
"""Before the place of a quantity that was added up."""


@dataclass(frozen=True)
class Line:
    """A line of the register."""

    slot: re.Pattern[str]
    about: tuple[str, ...]
    quantity: str
    how: str
    factor: float
    why: str

    def bound(self, shown: Shown, names: Mapping[str, str]) -> dict[str, str] | None:
        """What the marks stand for at this number; None where the line is not about it."""
        match = self.slot.fullmatch(shown.slot)
        if match is None or (self.about and len(self.about) != len(shown.about)):
            return None
        bound = dict(match.groupdict())
        for wanted, told in zip(self.about, shown.about, strict=False):
            if wanted.startswith("<"):
                bound[wanted[1:-1]] = told
            elif not fnmatch.fnmatchcase(told, wanted):
                return None
        return {name: names.get(told.casefold(), told) for name, told in bound.items()}


@dataclass
class Told:
    """A quantity as one place tells it."""

    place: str
    value: float
    rounding: float
    text: str
    terms: int = 1
    """Of how many numbers of the place it is the sum."""


@dataclass
class Comparison:
    """What the walk of one student found."""

    pairs: list[tuple[str, Told, Told]] = field(default_factory=list)
    """A quantity and two places that tell it."""
    differing: list[tuple[str, Told, Told]] = field(default_factory=list)
    unknown: set[str] = field(default_factory=set)
    """Places without a line in the register."""
    kinds: set[tuple[str, str, str]] = field(default_factory=set)
    """Pairs of places, with the quantity's kind."""


@cache
def register() -> tuple[Line, ...]:
    """The register's lines."""
    rows = [row for row in REGISTER.read_text("utf-8").splitlines() if row and not row.startswith("#")]
    return tuple(
        Line(
            slot=_slot(row["slot"]),
            about=tuple(row["about"].split(",")) if row["about"] else (),
            quantity=row["quantity"],
            how=row["how"] or "",
            factor=float(row["factor"] or 1),
            why=row["why"] or "",
        )
        for row in csv.DictReader(rows, delimiter="|", quoting=csv.QUOTE_NONE)
    )


def _slot(template: str) -> re.Pattern[str]:
    escaped = re.escape(template)
    escaped = re.sub(r"<(\w+)>", r"(?P<\1>[^.\\s]+?)", escaped)
    return re.compile(escaped.replace(r"\*", ".*"))


def compared(found: Iterable[Shown], names: Mapping[str, str]) -> Comparison:
    """Every number of a student against the others of its quantity. `names`: interface names, in lower case, of what has an identifier."""
    result = Comparison()
    told: dict[str, list[Told]] = defaultdict(list)
    sums: dict[tuple[str, str], Told] = {}
    choices: list[tuple[str, Told]] = []
    for shown in dict.fromkeys(found):
        if IGNORED.match(shown.slot):
            continue
        lines = [(line, bound) for line in register() if (bound := line.bound(shown, names)) is not None]
        if not lines:
            result.unknown.add(shown.slot)
        for line, bound in lines:
            quantity = re.sub(r"<(\w+)>", lambda mark, bound=bound: bound[mark[1]], line.quantity)  # type: ignore[misc]
            number = Told(shown.slot, shown.value * line.factor, _rounding(shown.text) * abs(line.factor), shown.text)
            way, _, name = line.how.partition(":")
            if way == "":
                told[quantity].append(number)
            elif way == "oneof":
                choices.append((quantity, number))
            elif way in ("sum", "count"):
                _add(sums, (quantity, name or shown.slot), number, 1.0 if way == "count" else number.value)
    for (quantity, _), number in sums.items():
        told[quantity].append(number)
    _add_halves(told)
    for quantity, numbers in told.items():
        if quantity.endswith(" half"):
            continue
        for one, other in combinations(_one_a_place(numbers), 2):
            _compare(result, quantity, one, other)
    for pattern, number in choices:
        if f"={number.value:g}" in pattern.split(" or "):
            continue
        near = [each for quantity, numbers in told.items() if _fits(quantity, pattern) for each in numbers]
        if near:
            _compare(result, pattern, number, _nearest(near, number))
        else:
            result.unknown.add(f"{number.place}: nothing tells {pattern}")
    return result


def _add_halves(told: dict[str, list[Told]]) -> None:
    """What lies between a value and the ends of its range: pages write ranges that are about even as `72 ± 5`."""
    for quantity in [each[: -len(" low")] for each in told if each.endswith(" low")]:
        for value, low, high in zip(*(told.get(quantity + end, ()) for end in ("", " low", " high")), strict=False):
            for half in (value.value - low.value, high.value - value.value):
                told[f"{quantity} half"].append(
                    Told(low.place, half, value.rounding + low.rounding, "half of the range")
                )


def _add(sums: dict[tuple[str, str], Told], key: tuple[str, str], number: Told, value: float) -> None:
    """Whole numbers are counts and add up exactly."""
    before = sums.get(key) or Told(SUM_OF + number.place, 0.0, 0.0, "", 0)
    rounding = before.rounding + (number.rounding if "." in number.text else 0.0)
    sums[key] = Told(before.place, before.value + value, rounding, f"{before.value + value:g}", before.terms + 1)


def _one_a_place(numbers: Sequence[Told]) -> list[Told]:
    """One of those that one place tells with the same value; of different values each."""
    return list({(each.place, each.value): each for each in numbers}.values())


def _compare(result: Comparison, quantity: str, one: Told, other: Told) -> None:
    result.pairs.append((quantity, one, other))
    result.kinds.add((re.sub(r"[^ a-z*]+.*?(?= |$)", "…", quantity), one.place, other.place))
    # Of one number rounded alike nothing may differ; the terms of a sum were each rounded by themselves.
    is_one_number = one.rounding == other.rounding and max(one.terms, other.terms) == 1
    tolerance = 0.0 if is_one_number else one.rounding + other.rounding
    if abs(one.value - other.value) > tolerance + 1e-9:
        result.differing.append((quantity, one, other))


def _nearest(candidates: Sequence[Told], number: Told) -> Told:
    return min(candidates, key=lambda each: abs(each.value - number.value))


def _fits(quantity: str, pattern: str) -> bool:
    return any(fnmatch.fnmatchcase(quantity, re.sub(r"\[", "[[]", each)) for each in pattern.split(" or "))


def _rounding(text: str) -> float:
    """Half a unit of the last digit."""
    digits = text.rstrip("%").replace(",", "")
    decimals = len(digits.partition(".")[2])
    return 0.5 * 10.0**-decimals / (100 if text.endswith("%") else 1) if decimals or text.endswith("%") else 0.5


def names_of(indicators: Path) -> dict[str, str]:
    """Identifiers by the names, in lower case, that pages and fields use for them, from `data/indicators.csv`."""
    names: dict[str, str] = {}
    with indicators.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            for level in ("leaf", "third", "second", "first"):
                names[row[f"{level}_en"].casefold()] = row[f"{level}_id"]
    skills = {"listening": "listen", "speaking": "speak", "reading": "read", "writing": "write"}
    return {**names, **{page: names[field] for page, field in skills.items() if field in names}}

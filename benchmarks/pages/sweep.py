"""Every page of a student and of a teacher: what axe-core finds in light and in dark, what scrolls sideways on a phone, what Tab misses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benchmarks.pages.stage import DESK, PHONE, Options, Served, entered, opened
from core.records.access import Role
from evaluation.bars import Bars
from evaluation.service.accessibility import RULES_OF_STREAMLIT, grave_faults_in_both
from evaluation.service.reach import reach, sideways

Found = tuple[int, list[str]]
"""How much was looked at on a page, and what is wrong."""


@dataclass(frozen=True)
class Look:
    """One way to look at a page: in a window of that size, and what its bar is called."""

    size: tuple[int, int]
    at: Callable[[Any], Found]
    bar: str


def _axe_faults(page: Any) -> Found:
    return 1, [f"{scheme} {fault}" for scheme, faults in grave_faults_in_both(page).items() for fault in faults]


def _unreached(page: Any) -> Found:
    looked = reach(page)
    return looked.count, looked.missed


def _wide(page: Any) -> Found:
    wide = sideways(page)
    return 1, ["; ".join(wide)] if wide else []


LOOKS = {
    "axe": Look(DESK, _axe_faults, "axe serious and critical, light and dark"),
    "tab": Look(DESK, _unreached, "controls that Tab misses"),
    "scroll": Look(PHONE, _wide, f"horizontal scroll at {PHONE[0]} px"),
}


def sweep(options: Options, browser: Any, served: Served, bars: Bars) -> None:
    """Look at every page of every role in the ways asked for; what is wrong is printed under its page."""
    asked = {name: look for name, look in LOOKS.items() if name in options.parts}
    if "axe" in asked:
        print(f"    axe: left out as Streamlit's own: {', '.join(sorted(RULES_OF_STREAMLIT))}")
    for role in options.roles:
        looked: Counter[str] = Counter()
        wrong: Counter[str] = Counter()
        for size in (DESK, PHONE):
            of_size = {name: look for name, look in asked.items() if look.size == size}
            if of_size:
                _over_pages(options, browser, served, role, of_size, looked, wrong)
        for name, look in asked.items():
            of = f"{looked[name]} on {len(options.visits(role))}" if name == "tab" else f"{len(options.visits(role))}"
            bars.equal(f"{look.bar}, {of} pages of a {role}", wrong[name], 0)


def _over_pages(
    options: Options,
    browser: Any,
    served: Served,
    role: Role,
    looks: Mapping[str, Look],
    looked: Counter[str],
    wrong: Counter[str],
) -> None:
    """Open each page once and look at it in these ways, all of one size."""
    (size,) = {look.size for look in looks.values()}
    with entered(browser, served.address, role, size=size) as page:
        for visit in options.visits(role):
            for place, (name, look) in enumerate(looks.items()):
                try:
                    if not place:
                        opened(page, f"{served.address}{visit.path}")
                    count, faults = look.at(page)
                except Exception as error:  # a page that never comes to rest is a finding, not the end of the sweep
                    count, faults = 0, [f"not looked at: {type(error).__name__} {str(error)[:200]}"]
                looked[name], wrong[name] = looked[name] + count, wrong[name] + len(faults)
                for fault in faults:
                    print(f"    {name} {role} {visit}: {' '.join(fault.split())}", flush=True)

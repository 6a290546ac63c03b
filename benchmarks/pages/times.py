"""How long every page takes: opened in a browser that has been here before, and run again.

A rerun is measured at the page's websocket, without the drawing; with it for a round of cards, in the part `first`.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import numpy as np

from benchmarks.pages.stage import Options, Served, Visit, entered, opened
from evaluation.bars import Bars
from evaluation.service.open_page import demo_signin, open_page

WARM_SECONDS, RERUN_SECONDS = 2.0, 0.3
LOADS = 3
RERUNS = 5
DRAWN = """() => document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]") !== null &&
    document.querySelector("[data-testid=stMain] h1, [data-testid=stMain] h2") !== null &&
    document.querySelector("[data-testid=stSkeleton], [data-testid=stSpinner]") === null"""
"""The page's script has ended and its title stands."""


def times(options: Options, browser: Any, served: Served, bars: Bars) -> None:
    """Print each page's figures, and hold all of them to the bars."""
    for role in options.roles:
        warm: dict[str, list[float]] = {}
        reruns: dict[str, list[float]] = {}
        cookie = demo_signin(served.port, role)
        with entered(browser, served.address, role) as page:
            for visit in options.visits(role):
                opened(page, f"{served.address}{visit.path}")  # what a page reads once is read
                warm[str(visit)] = [_load(page, served.address, visit) for _ in range(LOADS)]
                reruns[str(visit)] = _reruns(served, cookie, visit)
                print(f"    {role} {visit}: warm {_told(warm[str(visit)])}, run again {_told(reruns[str(visit)])}")
        if not warm:
            continue
        slowest = max(warm, key=lambda name: statistics.median(warm[name]))
        bars.at_most(
            f"warm load of the slowest page of a {role} ({slowest}), seconds, median of {LOADS}",
            statistics.median(warm[slowest]),
            WARM_SECONDS,
        )
        _overall(bars, f"warm load, {len(warm)} pages of a {role}", warm, None)
        _overall(bars, f"rerun, {len(reruns)} pages of a {role}", reruns, RERUN_SECONDS)
        missed = sum(RERUNS - len(seconds) for seconds in reruns.values())
        bars.equal(f"reruns without an answer, {len(reruns)} pages of a {role}", missed, 0)


def _load(page: Any, address: str, visit: Visit) -> float:
    began = time.perf_counter()
    page.goto(f"{address}{visit.path}")
    page.wait_for_function(DRAWN)
    return time.perf_counter() - began


def _reruns(served: Served, cookie: str, visit: Visit) -> list[float]:
    """Seconds of runs of an open page, from the message that asks for one to the one that ends it; without those that got no answer."""
    with open_page(served.port, cookie) as page:
        page.ask(visit.name, visit.query)
        seconds = []
        for _ in range(RERUNS):
            began = time.perf_counter()
            if page.ask(visit.name, visit.query):
                seconds.append(time.perf_counter() - began)
    return seconds


def _told(seconds: list[float]) -> str:
    return f"{statistics.median(seconds):.2f} s (n {len(seconds)})" if seconds else "did not run"


def _overall(bars: Bars, name: str, of_pages: dict[str, list[float]], most: float | None) -> None:
    seconds = [each for page in of_pages.values() for each in page]
    if not seconds:
        bars.check(name, "nothing measured", most is None, "a figure")
        return
    median, p95 = statistics.median(seconds), float(np.percentile(seconds, 95))
    print(f"    {name}: median {median:.3f} s, p95 {p95:.3f} s, n {len(seconds)}")
    if most is not None:
        bars.at_most(f"{name}, seconds, median", median, most)

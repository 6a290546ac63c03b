"""How long one waits for the details of a point: from the click on the map until its name stands beside it, drawn."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.learning.map_labels import nearer
from benchmarks.pages.stage import Options, Served, entered, opened
from evaluation.bars import Bars

SECONDS_P95 = 0.3
FIRST, CLICKS = 20, 60
"""The first are not counted: a new process still reads what it reads once."""
GIVEN_UP_MS = 10_000
"""A click whose details are not there by then counts as this long."""
READING_MS, HURRIED_MS = 1_500, 300
"""How long somebody looks at what a click brought: the name and what is drawn after it, or the name alone. Whoever is in a hurry clicks while the rest is
still drawn, and waits for that too."""
IN_SIGHT = """(sheet) => {
  const port = sheet.getBoundingClientRect();
  return [...sheet.querySelectorAll(".point .hit")].map((hit) => {
    const box = hit.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }).filter(([x, y]) => x > port.x + 60 && x < port.right - 60 && y > port.y + 60 && y < port.bottom - 60);
}"""
WATCH = """(limit) => {
  const named = () => document.querySelector(".st-key-map_detail [lang=zh-CN]")?.textContent ?? "";
  const before = named();
  window.waited = new Promise((done) => addEventListener("pointerup", () => {
    const began = performance.now();
    const look = () => {
      const passed = performance.now() - began;
      if ((named() !== before && named() !== "") || passed > limit) done(passed);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, { capture: true, once: true }));
}"""
"""Counts up to the first picture that shows another point's name."""


def details(options: Options, browser: Any, served: Served, bars: Bars) -> None:
    """Print the seconds from click to detail of many points of the map, of each role that has it, against their bar."""
    for role in options.roles:
        if "knowledge_map" not in [visit.name for visit in options.visits(role)]:
            continue
        with entered(browser, served.address, role) as page:
            opened(page, f"{served.address}/knowledge_map")
            page.locator(".port").wait_for()
            nearer(page)
            places = page.locator(".port").evaluate(IN_SIGHT)
            step = max(1, len(places) // 2 - 1) if len(places) > 2 else 1
            found = {}
            for pause in (READING_MS, HURRIED_MS):
                clicks = [
                    _click(page, *places[number * step % len(places)], pause=pause) for number in range(FIRST + CLICKS)
                ]
                found[pause] = clicks[FIRST:]
        for pause, seconds in found.items():
            median, p95 = float(np.median(seconds)), float(np.percentile(seconds, 95))
            print(
                f"    {role}: {len(places)} points in sight, {pause / 1000:g} s after each: median {median:.3f} s, "
                f"95th percentile {p95:.3f} s, n {len(seconds)}"
            )
            paced = f"{pause / 1000:g} s after each"
            bars.at_most(f"click on the map to detail ({role}), {paced}, seconds, 95th percentile", p95, SECONDS_P95)


def _click(page: Any, x: float, y: float, *, pause: int) -> float:
    """Seconds from the click until another point's name is drawn."""
    page.evaluate(WATCH, GIVEN_UP_MS)
    page.mouse.click(x, y)
    seconds = float(page.evaluate("() => window.waited")) / 1000
    page.wait_for_timeout(pause)
    return seconds

"""The pages as people use them: ways by click, axe, keys, a phone's width, times, clicks on the map, many students at once.

`python -m benchmarks pages --only axe,scroll --database FILE` does some of it on a copy of a demo database that is there already.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.pages import clicks, details, students, sweep, times
from benchmarks.pages.stage import ROLES, Options, Served, chromium, served
from benchmarks.service import pages as first_page
from evaluation.bars import Bars

PARTS = ("clicks", *sweep.LOOKS, "times", "details", "students", "first")
"""`first`: the first page of a cold server, and that nothing is asked of other hosts."""


def run(arguments: Sequence[str] = ()) -> int:
    """Print the figures of the parts asked for; how many bars failed."""
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    options, bars, failed = _options(arguments), Bars(), 0
    print(f"    {os.cpu_count()} cores, Chromium with software rendering; load before: {os.getloadavg()[0]:.1f}")
    if "clicks" in options.parts:
        with tempfile.TemporaryDirectory() as folder:
            voice = Path(folder) / "voice.wav"
            clicks.write_voice(voice)
            with served(history=False) as server, chromium(voice) as browser:
                clicks.clicks(options, browser, server, bars)
                _tell_log(server, bars, "clicks")
    with_history = [name for name in (*sweep.LOOKS, "times", "details") if name in options.parts]
    if with_history:
        with served(history=True, source=options.database) as server, chromium() as browser:
            sweep.sweep(options, browser, server, bars)
            if "times" in options.parts:
                times.times(options, browser, server, bars)
            if "details" in options.parts:
                details.details(options, browser, server, bars)
            _tell_log(server, bars, ", ".join(with_history))
    if "students" in options.parts:
        students.run(options, bars)
    if "first" in options.parts:
        failed = first_page.run()
    return bars.failed + failed


def _tell_log(server: Served, bars: Bars, name: str) -> None:
    faults = server.faults()
    for fault in faults[:10]:
        print(f"    {fault}")
    bars.equal(f"errors in the server's log ({name})", len(faults), 0)


def _options(arguments: Sequence[str]) -> Options:
    parser = argparse.ArgumentParser(prog="python -m benchmarks pages", description=__doc__)
    parser.add_argument("--only", default="", help=f"parts, with commas between them: {','.join(PARTS)}")
    parser.add_argument("--students", type=int, default=5, help="how many are driven at once")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long, once each has done every task")
    parser.add_argument("--database", type=Path, help="SQLite file of a demo with its class; it is copied")
    parser.add_argument(
        "--pages", default="", help="names of pages: axe, scroll, tab, times and details look at these alone"
    )
    parser.add_argument("--roles", default=",".join(ROLES), help="student, teacher, admin")
    given = parser.parse_args(arguments)
    parts = _names(given.only) or PARTS
    if unknown := set(parts) - set(PARTS):
        parser.error(f"There is no part {', '.join(sorted(unknown))}; there are: {', '.join(PARTS)}.")
    return Options(
        parts, given.students, given.minutes, given.database, pages=_names(given.pages), roles=_names(given.roles)
    )


def _names(text: str) -> Any:
    return tuple(name for each in text.split(",") if (name := each.strip()))

"""Attacks on a running server of this machine: everything that once stopped, opened or misled the service, with its relatives.

`python -m benchmarks attack` runs them all on loopback; `WENLU_ATTACKS=doors,words` only those of the areas named.
Each area is a module with `ATTACKS` (rows of `trying.Attack`) and, where it has bars of its own, `figures(target, bars)`, and
`flood(target, bars)`, which sends many requests to the service while the neighbour is timed.
"""

from __future__ import annotations

import importlib
import os
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

from benchmarks.attack.neighbour import Neighbour, neighbour, p95
from benchmarks.attack.stage import stage
from benchmarks.attack.trying import KINDS, Attack, Target
from evaluation.bars import Bars

AREAS = ("files", "text", "service", "days", "doors", "schools", "classes", "words", "bodies")
LONGEST_STOP_SECONDS = 1.0
"""An attack has stopped the service when the neighbour's answer took longer."""
MOST_LEFT = 1.20
"""Memory of the server afterwards, as a share of what it was before."""
MOST_TIMES = 2.0
QUIET_SECONDS = 10.0
SETTLE_SECONDS = 30.0
LEAST_RELATIVES = 40


def run() -> int:
    """Print a line for every attack that got through and the bars; how many bars failed."""
    bars = Bars()
    selected = os.environ.get("WENLU_ATTACKS", "")
    areas = [name for name in AREAS if not selected or name in selected.split(",")]
    modules = [importlib.import_module(f"benchmarks.attack.{name}") for name in areas]
    with stage() as target, neighbour(target) as beside:
        quiet = _quiet(beside)
        before = memory_mb(target.pid)
        broken, slow = _attacked(target, beside, [attack for module in modules for attack in module.ATTACKS])
        bars.equal("attacks that got through", broken, 0)
        bars.equal(f"attacks that stopped a neighbour for more than {LONGEST_STOP_SECONDS:.0f} s", slow, 0)
        for module in modules:
            _figures(target, beside, module, quiet, bars)
        bars.check("the server is alive", _alive(target), _alive(target), "yes")
        bars.at_most("memory afterwards / before", round(_settled(target, before) / before, 3), MOST_LEFT)
    if not selected:
        _counted(modules, bars)
    return bars.failed


def _quiet(beside: Neighbour) -> float:
    """The neighbour's 95th percentile while nobody attacks."""
    began = time.monotonic()
    time.sleep(QUIET_SECONDS)
    quiet = p95(beside.since(began))
    print(f"    a neighbour alone: p95 {1000 * quiet:.1f} ms")
    return quiet


def _attacked(target: Target, beside: Neighbour, attacks: list[Attack]) -> tuple[int, int]:
    """How many got through, and how many held the neighbour up."""
    broken = slow = 0
    for attack in attacks:
        began = time.monotonic()
        try:
            happened = attack.attempt(target)
        except Exception as error:  # an attack that cannot be made has proved nothing
            happened = f"could not be made: {error!r}"
        answers = beside.since(began)
        longest = max((answer.seconds for answer in answers), default=0.0)
        faults = Counter(answer.fault for answer in answers if answer.fault)
        held_up = not attack.alone and (longest > LONGEST_STOP_SECONDS or bool(faults))
        broken += happened is not None
        slow += held_up
        verdict = f"GOT THROUGH: {happened}" if happened is not None else "held"
        waited = f"; a neighbour waited {longest:.2f} s {dict(faults) or ''}" if held_up else ""
        mark = "*" if attack.original else " "
        cost = f"{time.monotonic() - began:.1f} s, {memory_mb(target.pid):.0f} MB"
        print(f"    {attack.kind:2}{mark} {attack.name}: {verdict}{waited} ({cost})", flush=True)
    return broken, slow


def _figures(target: Target, beside: Neighbour, module: ModuleType, quiet: float, bars: Bars) -> None:
    """The bars of an area; for what is sent, how long the neighbour waited meanwhile."""
    if hasattr(module, "figures"):
        module.figures(target, bars)
    if hasattr(module, "flood"):
        began = time.monotonic()
        module.flood(target, bars)
        name = module.__name__.rpartition(".")[2]
        times = p95(beside.since(began)) / quiet
        bars.at_most(f"{name}: a neighbour's p95 meanwhile / alone", round(times, 2), MOST_TIMES)


def _counted(modules: list[ModuleType], bars: Bars) -> None:
    """The rows by kind: every finding's original, and its relatives."""
    attacks = [attack for module in modules for attack in module.ATTACKS]
    for kind, description in KINDS.items():
        of_kind = [attack for attack in attacks if attack.kind == kind]
        print(
            f"    {kind:2} {description}: {sum(a.original for a in of_kind)} original, {sum(not a.original for a in of_kind)} relatives"
        )
    originals = {attack.kind for attack in attacks if attack.original}
    bars.equal("kinds whose original was tried", len(originals), len(KINDS))
    bars.at_least("relatives tried", sum(not attack.original for attack in attacks), LEAST_RELATIVES)


def memory_mb(pid: int) -> float:
    """Resident memory of a process (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _settled(target: Target, before: float) -> float:
    """Memory once it no longer falls, waiting for half a minute at most."""
    deadline = time.monotonic() + SETTLE_SECONDS
    while (now := memory_mb(target.pid)) > before * MOST_LEFT and time.monotonic() < deadline:
        time.sleep(1)
    return now


def _alive(target: Target) -> bool:
    try:
        return target.call("GET", "/healthz").status == 200
    except OSError:
        return False

"""Who sees whom inside a school: six askers and every method of the core that takes an id or tells of a class, for another class's things.

The pages of the running service are tried by `WENLU_ATTACKS=classes python -m benchmarks attack`, both databases by `tests/test_leaks.py`.
"""

from __future__ import annotations

from benchmarks.attack.classes import LEAST_CASES
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.questions.bank_items import shared_bank
from evaluation.service.two_classes import asked_across, new_school, planted


def run(bars: Bars) -> None:
    """The cases and the leaks among them."""
    core = in_memory_core(correctors=(), bank=shared_bank())
    accounts = new_school(core)
    told = list(asked_across(core, accounts, planted(core, accounts)))
    leaks = [name for name, leaked in told if leaked]
    for leak in leaks[:20]:
        print(f"    leak: {leak}", flush=True)
    bars.at_least("cases of another class's ids", len(told), LEAST_CASES)
    bars.equal("leaks between classes", len(leaks), 0)
    core.store.close()

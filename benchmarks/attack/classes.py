"""Classes of one school: nobody sees another class's students, through any page or any method of the core.

The core's own methods and the pages are tried on the database of the running service; `tests/test_leaks.py` tries the methods on both databases. What all of a school shares, items, links and reports on grammar, bears a marker of its own and is looked for nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.attack.doors import core_of, holder, pages
from benchmarks.attack.trying import Attack, Target
from core.api.core import Core
from core.records.access import Account, Caller
from evaluation.bars import Bars
from evaluation.service.leaks import Things, class_calls, core_calls, plant, scoped_caller_of, text_of

ATTACKS: tuple[Attack, ...] = ()
LEAST_CASES = 600
SHARED = "SHAREDMARK"
PEOPLE = ("pupil-one", "pupil-two", "teacher-one", "teacher-two", "teacher-both")
ASKERS = (
    ("teacher-one", "", "two"),
    ("teacher-two", "", "one"),
    ("teacher-both", "one", "two"),
    ("teacher-both", "two", "one"),
    ("pupil-one", "", "two"),
    ("pupil-two", "", "one"),
)
"""Who asks, the class that they chose, and the class whose things they ask for."""
VIEWERS = (("teacher-one", "two"), ("teacher-two", "one"), ("pupil-one", "two"), ("pupil-two", "one"))


def planted(core: Core, accounts: dict[str, Account]) -> dict[str, Things]:
    """Things of a student and a teacher in each of the two classes, by class."""
    return {
        name: plant(
            core,
            accounts[f"pupil-{name}"],
            accounts[f"teacher-{name}"],
            f"CLASS{name.upper()}MARK",
            class_id=name,
            shared=SHARED,
        )
        for name in ("one", "two")
    }


def asked(core: Core, accounts: dict[str, Account], things: dict[str, Things]) -> Iterator[tuple[str, bool]]:
    """Every way of asking the core for what is another class's: its name, and whether something was told."""
    for username, chosen, of_class in ASKERS:
        account, wanted = accounts[username], things[of_class]
        caller: Caller = scoped_caller_of(core, account, chosen=chosen)
        own = account.student_id or "nobody"
        for ask in (
            *core_calls(core, caller, own, account.account_id, wanted),
            *class_calls(core, caller, account.account_id),
        ):
            yield f"{username} ({chosen or 'own'}): {ask.name}", wanted.marker in text_of(ask)


def figures(target: Target, bars: Bars) -> None:
    """The matrix of classes, on the service's own database and over its pages."""
    with core_of(target) as core:
        accounts = {name: holder(core, target.cookies[name]) for name in PEOPLE}
        things = planted(core, accounts)
        told = list(asked(core, accounts, things))
    cases, leaks = len(told), [name for name, leaked in told if leaked]
    for viewer, of_class in VIEWERS:
        tried, page_leaks = pages(target, viewer, things[of_class])
        cases += tried
        leaks += page_leaks
    for leak in leaks[:20]:
        print(f"    leak: {leak}", flush=True)
    bars.at_least("cases of another class's ids: pages, methods of the core", cases, LEAST_CASES)
    bars.equal("leaks between classes", len(leaks), 0)

"""Classes of one school: nobody sees another class's students, through any page or any method of the core.

Both are tried on the database of the running service; `tests/test_leaks.py` tries the methods on both databases.
"""

from __future__ import annotations

from benchmarks.attack.doors import core_of, holder
from benchmarks.attack.schools import LEAST_OWN_PAGES, opened_pages, pages_of_their_own
from benchmarks.attack.trying import Attack, Target
from evaluation.bars import Bars
from evaluation.service.two_classes import PEOPLE, asked_across, planted

ATTACKS: tuple[Attack, ...] = ()
LEAST_CASES = 600
VIEWERS = (("teacher-one", "two"), ("teacher-two", "one"), ("pupil-one", "two"), ("pupil-two", "one"))
"""Who opens the pages, and the class whose ids stand in the addresses."""
TEACHERS = {"teacher-one": "one", "teacher-two": "two"}
"""The class of each, whose student they see."""
LEAST_COMPARED = 10
"""Pages that were held against those for an id that nobody has."""


def figures(target: Target, bars: Bars) -> None:
    """The matrix of classes, on the service's own database and over its pages."""
    with core_of(target) as core:
        accounts = {name: holder(core, target.cookies[name]) for name, _role in PEOPLE}
        things = planted(core, accounts)
        told = list(asked_across(core, accounts, things))
    cases, leaks = len(told), [name for name, leaked in told if leaked]
    own_pages = [pages_of_their_own(target, teacher, things[of_class]) for teacher, of_class in TEACHERS.items()]
    compared = 0
    for viewer, of_class in VIEWERS:
        openings = opened_pages(target, viewer, things[of_class])
        cases += openings.parameters
        compared += openings.compared
        leaks += openings.leaks
    for leak in leaks[:20]:
        print(f"    leak: {leak}", flush=True)
    bars.at_least("cases of another class's ids: pages, methods of the core", cases, LEAST_CASES)
    bars.at_least("pages on which each teacher sees the own student", min(own_pages), LEAST_OWN_PAGES)
    bars.at_least("pages compared with those for ids that nobody has", compared, LEAST_COMPARED)
    bars.equal("leaks between classes", len(leaks), 0)

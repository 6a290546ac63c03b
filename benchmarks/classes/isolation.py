"""Who sees whom inside a school: six askers and every method of the core that takes an id or tells of a class, for another class's things.

The pages of the running service are tried by `WENLU_ATTACKS=classes python -m benchmarks attack`, both databases by `tests/test_leaks.py`.
"""

from __future__ import annotations

from benchmarks.attack.classes import LEAST_CASES, PEOPLE, asked, planted
from core.records.access import Role
from core.records.classes import EVERYONE, SchoolClass
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.questions.bank_items import shared_bank

CLASSES = {"one": ("teacher-one", "teacher-both"), "two": ("teacher-two", "teacher-both")}


def run(bars: Bars) -> None:
    """The cases and the leaks among them."""
    core = in_memory_core(correctors=(), bank=shared_bank())
    school = core.access.organisation("School")
    roles: dict[str, Role] = {name: "student" if name.startswith("pupil") else "teacher" for name in PEOPLE}
    accounts = {
        name: core.access.people.new_account(school, role, username=name, password=f"right horse of {name}")
        for name, role in roles.items()
    }
    for class_id, teachers in CLASSES.items():
        core.store.put_class(SchoolClass(school.organisation_id, class_id, class_id, core.clock.now()))
        core.store.change_members(school.organisation_id, class_id, added=[f"pupil-{class_id}"], at=core.clock.now())
        ids = [accounts[teacher].account_id for teacher in teachers]
        core.store.change_teachers(school.organisation_id, class_id, added=ids)
        core.store.change_teachers(school.organisation_id, EVERYONE, removed=ids)
    told = list(asked(core, accounts, planted(core, accounts)))
    leaks = [name for name, leaked in told if leaked]
    for leak in leaks[:20]:
        print(f"    leak: {leak}", flush=True)
    bars.at_least("cases of another class's ids", len(told), LEAST_CASES)
    bars.equal("leaks between classes", len(leaks), 0)
    core.store.close()

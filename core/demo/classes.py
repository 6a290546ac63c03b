"""The demo's three classes, by how far their students were when the simulated year began."""

from __future__ import annotations

from collections.abc import Sequence

from core.api.core import Core
from core.demo.cast import Actor
from core.records.access import Account
from core.records.classes import EVERYONE, SchoolClass

NAMES = {1: "1 级班 · Level 1 class", 2: "2 级班 · Level 2 class", 3: "3 级班 · Level 3 class"}
"""By the level that the class works at."""


def class_id_of(level: int) -> str:
    """The id of the class that works at a level."""
    return f"demo-{level}"


def found(core: Core, actors: Sequence[Actor], organisation_id: str) -> None:
    """Make the classes with all of the cast, and give them to the demo's teacher in place of that of everyone. Doing it twice changes nothing."""
    now = core.clock.now()
    teacher = teacher_of(core, organisation_id)
    for level, name in NAMES.items():
        core.store.put_class(SchoolClass(organisation_id, class_id_of(level), name, now))
        members = [actor.student_id for actor in actors if actor.level == level]
        core.store.change_members(organisation_id, class_id_of(level), added=members, at=now)
        if teacher is not None:
            core.store.change_teachers(organisation_id, class_id_of(level), added=[teacher.account_id])
    if teacher is not None:
        core.store.change_teachers(organisation_id, EVERYONE, removed=[teacher.account_id])


def teacher_of(core: Core, organisation_id: str) -> Account | None:
    """The demo's teacher."""
    return next((each for each in core.store.accounts(organisation_id) if each.role == "teacher"), None)

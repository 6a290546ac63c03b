"""What people set for themselves is kept in the account, survives, and is erased with a student."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from core.access.wire import DailyGoal, Preferences
from core.api.core import Core
from core.records.access import PERMISSIONS, Account, Caller
from core.records.preferences import KeptPreferences
from core.wiring import in_memory_core

CHOSEN = Preferences(pinyin="always", script="both", goal=DailyGoal(unit="minutes", amount=15), explanations="en")


@pytest.fixture
def core() -> Core:
    return in_memory_core(demo=True)


def account_named(core: Core, name: str) -> Account:
    (account,) = core.store.accounts_named(name)
    return account


def test_before_a_choice_the_defaults_hold(core: Core) -> None:
    assert core.preferences.of(account_named(core, "student")) == Preferences()


def test_a_choice_is_kept_for_its_account_alone_and_can_be_chosen_again(core: Core) -> None:
    student, teacher = account_named(core, "student"), account_named(core, "teacher")
    core.preferences.keep(student, CHOSEN)
    assert core.preferences.of(student) == CHOSEN
    assert core.preferences.of(teacher) == Preferences()
    core.preferences.keep(student, Preferences())
    assert core.preferences.of(student) == Preferences()


def test_what_another_version_kept_and_nobody_understands_gives_the_defaults(core: Core) -> None:
    student = account_named(core, "student")
    core.store.put_preferences(
        KeptPreferences(
            student.organisation_id, student.account_id, student.student_id or "", '{"pinyin":"loud"}', core.clock.now()
        )
    )
    assert core.preferences.of(student) == Preferences()


def test_preferences_are_erased_with_the_student_and_those_of_others_stay(core: Core) -> None:
    student, teacher = account_named(core, "student"), account_named(core, "teacher")
    core.preferences.keep(student, CHOSEN)
    core.preferences.keep(teacher, CHOSEN)
    caller = Caller(student.organisation_id, frozenset(PERMISSIONS), "zh")
    assert student.student_id is not None
    assert core.student_data.erase(student.student_id, caller).counts["preferences"] == 1
    assert core.preferences.of(student) == Preferences()
    assert core.preferences.of(teacher) == CHOSEN


def test_a_story_opened_by_a_student_without_a_row_can_be_erased(core: Core) -> None:
    student = account_named(core, "student")
    assert student.student_id is not None
    caller = Caller(student.organisation_id, frozenset(PERMISSIONS), "zh")
    core.texts.story(core.texts.stories_of(1)[0].id, caller, student_id=student.student_id)
    assert core.student_data.erase(student.student_id, caller).counts["story_read"] == 1
    assert core.store.stories_read(student.organisation_id, student.student_id) == {}


@pytest.mark.parametrize(
    "field", [{"pinyin": "sometimes"}, {"goal": {"unit": "cards", "amount": 0}}, {"colour": "red"}]
)
def test_only_what_can_be_chosen_is_taken(field: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Preferences.model_validate(field)

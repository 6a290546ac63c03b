"""Deep linking: what a teacher may link, and the answer that the platform takes."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.access.lti import claims, states
from core.api.assignments import AssignRequest, EssayWork, TextWork
from core.api.core import Core
from core.api.lti import OpenedLaunch
from core.errors import Forbidden, LaunchRefused
from core.learning.days import day_of
from core.plan.assignments.wire import Work
from core.records.access import Account, Caller, Organisation
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import LAUNCH, OWN, Platform


def given(core: Core, teacher: Account, class_id: str, work: Work, title: str = "作业") -> str:
    """The id of an assignment that a teacher gives to a class."""
    caller = Caller(teacher.organisation_id, frozenset(), "en", class_id=class_id)
    request = AssignRequest(title=title, due=day_of(core.clock.now()) + timedelta(days=3), work=work)
    return core.assignments.assign(request, caller, by=teacher.account_id).assignment_id


def class_of(core: Core, organisation: Organisation, context_id: str = "course-1") -> str:
    (class_id,) = [
        each.class_id for each in core.store.lti_courses(organisation.organisation_id) if each.context_id == context_id
    ]
    return class_id


def chosen(core: Core, opened: OpenedLaunch, opens: str) -> str:
    return core.lti.choose(opened.choice, opens, account=opened.account, own_origin=OWN, language="en").jwt


def test_a_teacher_links_an_assignment_of_the_class_which_gets_a_column(
    core: Core, platform: Platform, school: Organisation
) -> None:
    teacher = platform.teacher().account
    assignment_id = given(core, teacher, class_of(core, school), EssayWork(title_id="e1-01"), "我的家")
    opened = platform.deep_linking()
    offer = next(each for each in core.lti.offers(opened.choice, "en") if each.kind == "assignment")
    assert (offer.opens, offer.title, offer.marked) == (f"assignment:{assignment_id}", "我的家", True)
    body = platform.read_answer(chosen(core, opened, offer.opens))
    assert body[claims.DATA] == "back-1"
    (item,) = body[claims.CONTENT_ITEMS]
    assert (item["type"], item["url"], item["title"]) == ("ltiResourceLink", LAUNCH, "我的家")
    assert item["lineItem"] == {"scoreMaximum": 100, "label": "我的家", "resourceId": offer.opens}
    page = platform.launch(**{claims.CUSTOM: item["custom"]}).page
    assert page == f"/assignments?resource=asg_{assignment_id}"


def test_what_is_not_marked_gets_no_column(core: Core, platform: Platform, school: Organisation) -> None:
    teacher = platform.teacher().account
    assignment_id = given(core, teacher, class_of(core, school), TextWork(text="你好"))
    body = platform.read_answer(chosen(core, platform.deep_linking(), f"assignment:{assignment_id}"))
    assert "lineItem" not in body[claims.CONTENT_ITEMS][0]


def test_a_platform_that_takes_no_columns_is_given_none(core: Core, platform: Platform, school: Organisation) -> None:
    teacher = platform.teacher().account
    assignment_id = given(core, teacher, class_of(core, school), EssayWork(title_id="e1-01"))
    opened = platform.deep_linking(accept_lineitem=False, data=None)
    body = platform.read_answer(chosen(core, opened, f"assignment:{assignment_id}"))
    assert "lineItem" not in body[claims.CONTENT_ITEMS][0]
    assert claims.DATA not in body


def test_today_and_every_lesson_of_the_road_can_be_linked(core: Core, platform: Platform) -> None:
    opened = platform.deep_linking()
    offers = core.lti.offers(opened.choice, "zh")
    assert offers[0].opens == "today"
    assert len([each for each in offers if each.kind == "lesson"]) == len(core.tables.units)
    for each in (offers[0], offers[-1]):
        (item,) = platform.read_answer(chosen(core, opened, each.opens))[claims.CONTENT_ITEMS]
        assert item["custom"] == {"wenlu_opens": each.opens}


def test_linking_nothing_is_an_answer_too(core: Core, platform: Platform) -> None:
    body = platform.read_answer(chosen(core, platform.deep_linking(), ""))
    assert body[claims.CONTENT_ITEMS] == []


def test_assignments_of_another_class_are_neither_offered_nor_linked(
    core: Core, platform: Platform, school: Organisation
) -> None:
    other = platform.teacher("t2", **{claims.CONTEXT: {"id": "course-2", "title": "Chinese 2"}}).account
    theirs = given(core, other, class_of(core, school, "course-2"), EssayWork(title_id="e1-01"))
    opened = platform.deep_linking()
    assert [each for each in core.lti.offers(opened.choice, "en") if each.kind == "assignment"] == []
    with pytest.raises(LaunchRefused, match="not there"):
        chosen(core, opened, f"assignment:{theirs}")


def test_what_is_given_to_named_students_of_another_class_is_not_offered(
    core: Core, platform: Platform, school: Organisation
) -> None:
    teacher = platform.teacher().account
    own = platform.launch().account.student_id or ""
    elsewhere = platform.launch(sub="u2", **{claims.CONTEXT: {"id": "course-2"}}).account.student_id or ""
    for title, student_id in (("自己班的", own), ("别的班的", elsewhere)):
        caller = Caller(school.organisation_id, frozenset(), "en")
        due = day_of(core.clock.now()) + timedelta(days=3)
        request = AssignRequest(title=title, due=due, work=TextWork(text="你好"), student_ids=(student_id,))
        core.assignments.assign(request, caller, by=teacher.account_id)
    offers = core.lti.offers(platform.deep_linking().choice, "en")
    assert [each.title for each in offers if each.kind == "assignment"] == ["自己班的"]


@pytest.mark.parametrize("opens", ["assignment:as_9", "https://evil.test/", "today\n", "lesson:../../x"])
def test_what_was_not_offered_is_not_linked(opens: str, core: Core, platform: Platform) -> None:
    with pytest.raises(LaunchRefused, match="not there"):
        chosen(core, platform.deep_linking(), opens)


def test_the_choice_of_one_teacher_is_not_made_by_another(core: Core, platform: Platform) -> None:
    opened, other = platform.deep_linking(), platform.teacher("t2")
    with pytest.raises(Forbidden, match="Only a teacher"):
        core.lti.choose(opened.choice, "today", account=other.account, own_origin=OWN, language="en")


def test_a_choice_is_too_old_after_an_hour_and_a_forged_one_is_none(
    core: Core, platform: Platform, clock: StoppedClock
) -> None:
    opened = platform.deep_linking()
    with pytest.raises(LaunchRefused, match="not one that was given"):
        core.lti.offers(opened.choice[:-3] + "abc", "en")
    clock.advance(states.CHOICE_LIFETIME)
    with pytest.raises(LaunchRefused, match="too old"):
        core.lti.offers(opened.choice, "en")


def test_a_state_is_no_choice(core: Core, platform: Platform) -> None:
    with pytest.raises(LaunchRefused, match="not one that was given"):
        core.lti.offers(platform.begin()["state"], "en")

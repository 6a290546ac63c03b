"""What teachers assign: refused or kept, done by real acts, open to the plan."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from core.api.assignments import (
    AssignRequest,
    EssayWork,
    ItemsBody,
    ItemsWork,
    LinkBody,
    LinkWork,
    StudentState,
    TextBody,
    TextWork,
)
from core.api.core import Core
from core.errors import BadParameter, Forbidden, NotFound
from core.plan.assignments.own import open_for, open_for_many
from core.plan.lessons.links import checked_url
from core.records.access import Caller
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.plan.assigned import LINK, answered, assigned, caller_of, enrol, finished, items, keep, teacher_of, today

DAY = timedelta(days=1)


@pytest.fixture
def core(clock: StoppedClock, identifiers: CountingIdentifiers) -> Iterator[Core]:
    made = in_memory_core(clock=clock, identifiers=identifiers, demo=True, bank=shared_bank())
    enrol(made, "s1", "s2")
    keep(made, items())
    yield made
    made.store.close()


def standing(core: Core, assignment_id: str, student_id: str = "s1") -> StudentState:
    """How far a student is with an assignment."""
    students = core.assignments.progress(assignment_id, caller_of(core)).students
    return next(student for student in students if student.student_id == student_id)


def state_of(core: Core, assignment_id: str, student_id: str = "s1") -> str:
    """The same in a word."""
    return standing(core, assignment_id, student_id).state


# -- assigning -----------------------------------------------------------------------------------------------


def test_items_are_kept_so_that_a_round_over_them_can_begin(core: Core) -> None:
    view = assigned(core)
    assert isinstance(view.body, ItemsBody)
    assert view.body.item_ids == tuple(item.id for item in items())
    assert (view.body.skill, view.body.seconds) == ("reading", 90)
    assert view.resource_id == f"asg_{view.assignment_id}"
    round_ = core.practice.review("s1", list(view.body.item_ids), caller_of(core))
    assert [card.item.id for card in round_.cards] == list(view.body.item_ids)


def test_a_text_is_kept_with_its_level_and_the_time_to_read_it(core: Core) -> None:
    view = assigned(core, TextWork(text="今天天气很好，我和朋友一起去公园。"))
    assert isinstance(view.body, TextBody)
    assert view.body.level <= 3
    assert 3 <= view.body.seconds <= 10
    assert not view.body.level_known


def test_a_text_of_30_words_or_more_has_a_level_that_may_be_shown(core: Core) -> None:
    view = assigned(core, TextWork(text="今天天气很好，我和朋友一起去公园。" * 6))
    assert isinstance(view.body, TextBody)
    assert view.body.level_known


def test_an_essay_title_is_copied_into_the_assignment(core: Core) -> None:
    title = core.tables.essay_titles[0]
    view = assigned(core, EssayWork(title_id=title.id))
    task = core.writing.task("s1", view.resource_id, caller_of(core))
    assert (task.task, task.characters, task.words) == (title.task.en, title.characters, title.words)
    assert task.due == view.due


def test_a_new_link_joins_the_resources_and_stays_assigned_when_it_is_removed(core: Core) -> None:
    view = assigned(core, LinkWork(fields=LINK))
    (link,) = core.assignments.links(caller_of(core))
    assert isinstance(view.body, LinkBody)
    assert (view.body.url, view.body.seconds) == ("https://example.org/tea", 240)
    again = assigned(core, LinkWork(link_id=link.link_id))
    by = teacher_of(core)[0]
    assert core.assignments.remove_link(link.link_id, caller_of(core), by=by)
    assert core.assignments.links(caller_of(core)) == []
    assert [row.assignment_id for row in core.assignments.current(caller_of(core))] == [
        view.assignment_id,
        again.assignment_id,
    ]
    assert core.assignments.restore_link(link.link_id, caller_of(core), by=by)


@pytest.mark.parametrize("days", [-1, 367])
def test_a_day_that_is_over_or_far_away_is_refused(core: Core, days: int) -> None:
    with pytest.raises(BadParameter, match="is not between today and a year from now"):
        assigned(core, days=days)


def test_today_in_utc_plus_8_is_not_over_at_its_last_minute(core: Core, clock: StoppedClock) -> None:
    clock.moment = clock.moment.replace(hour=15, minute=59)
    assert assigned(core, days=0).due == today(core)


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (TextWork(text="Hello"), "there is no Chinese in it"),
        (EssayWork(task=" "), "nothing to write about"),
        (EssayWork(task="写写你的家。", characters=(80, 80)), "80 is not less than 80"),
        (LinkWork(fields=LINK.model_copy(update={"url": "javascript:alert(1)"})), "no http or https address"),
        (LinkWork(fields=LINK.model_copy(update={"points": ("【七99】",)})), "is no grammar point"),
    ],
)
def test_what_cannot_be_assigned_is_refused_and_not_kept(core: Core, work: TextWork, said: str) -> None:
    with pytest.raises(BadParameter, match=said):
        assigned(core, work)
    assert core.assignments.current(caller_of(core)) == []
    assert core.assignments.links(caller_of(core)) == []


@pytest.mark.parametrize("work", [ItemsWork(item_ids=("q_none",)), EssayWork(title_id="e9-99"), LinkWork(link_id="x")])
def test_what_does_not_exist_cannot_be_assigned(core: Core, work: ItemsWork) -> None:
    with pytest.raises(NotFound, match="There is no"):
        assigned(core, work)


def test_a_student_who_does_not_exist_is_refused(core: Core) -> None:
    with pytest.raises(BadParameter, match="there is no student 's9'"):
        assigned(core, students=("s1", "s9"))


def test_students_and_teachers_of_other_organisations_assign_nothing(core: Core) -> None:
    (student,) = core.store.accounts_named("student")
    assert student is not None
    request = AssignRequest(title="x", due=today(core), work=TextWork(text="你好"))
    with pytest.raises(Forbidden, match="may not assign"):
        core.assignments.assign(request, caller_of(core), by=student.account_id)
    with pytest.raises(Forbidden, match="may not assign"):
        core.assignments.withdraw("as_0001", caller_of(core), by="nobody")


@pytest.mark.parametrize(
    "url",
    [
        "", "example.org", "ftp://example.org", "https://", "https://user:pass@example.org", "https://a b.org",
        "https://example.org:99999/", "data:text/html,x", "https://example.org/\nx", 'https://example.org/"onclick',
    ],
)  # fmt: skip
def test_only_whole_web_addresses_are_links(url: str) -> None:
    with pytest.raises(BadParameter, match="is no http or https address") as refused:
        checked_url(url)
    assert "https://" in refused.value.remedy("zh")


# -- who did what --------------------------------------------------------------------------------------------


def test_items_are_done_when_every_one_is_answered_and_the_first_answers_count(core: Core) -> None:
    first, second, third = items()
    view = assigned(core)
    answered(core, "s1", first)
    answered(core, "s1", second, right=False)
    assert state_of(core, view.assignment_id) == "begun"
    answered(core, "s1", third)
    answered(core, "s1", second)
    state = standing(core, view.assignment_id)
    assert (state.state, state.finished, state.parts) == ("done", 3, 3)
    assert state.score == pytest.approx(200 / 3)
    opened = core.answers.evidence("s1", state.sources, caller_of(core))
    assert [answer.item.id for answer in opened] == [first.id, second.id, third.id]
    assert state_of(core, view.assignment_id, "s2") == "not_begun"


def test_answers_from_before_the_assignment_do_not_count(core: Core, clock: StoppedClock) -> None:
    view = assigned(core)
    answered(core, "s1", items()[0])
    core.assignments.withdraw(view.assignment_id, caller_of(core), by=teacher_of(core)[0])
    clock.advance(timedelta(minutes=1))
    assert state_of(core, assigned(core).assignment_id) == "not_begun"


@pytest.mark.parametrize(("hours", "state"), [(13, "done"), (14, "late")])
def test_in_time_is_until_the_last_day_ends_in_utc_plus_8(
    core: Core, clock: StoppedClock, hours: int, state: str
) -> None:
    view = assigned(core, TextWork(text="你好"), days=0)
    clock.advance(timedelta(hours=hours))
    finished(core, "s1", view.resource_id)
    assert state_of(core, view.assignment_id) == state


def test_a_link_is_done_from_the_assignment_or_from_the_resources(core: Core) -> None:
    view = assigned(core, LinkWork(fields=LINK))
    (link,) = core.assignments.links(caller_of(core))
    finished(core, "s1", link.resource_id)
    finished(core, "s2", view.resource_id)
    assert {state_of(core, view.assignment_id, student) for student in ("s1", "s2")} == {"done"}


def test_an_essay_is_begun_with_a_draft_and_done_when_it_is_handed_in(core: Core) -> None:
    view = assigned(core, EssayWork(task="写写你的家。", characters=(5, 50)))
    caller = caller_of(core)
    task = core.writing.task("s1", view.resource_id, caller)
    kept = core.writing.keep("s1", task, "我家有三口人。", caller, writing_id=None)
    assert state_of(core, view.assignment_id) == "begun"
    core.writing.hand_in("s1", task, "我家有三口人。", caller, writing_id=kept.writing_id)
    state = standing(core, view.assignment_id)
    assert (state.state, state.writing_id) == ("done", kept.writing_id)


def test_only_those_named_stand_in_the_progress(core: Core) -> None:
    view = assigned(core, students=("s2",))
    progress = core.assignments.progress(view.assignment_id, caller_of(core))
    assert [student.student_id for student in progress.students] == ["s2"]
    assert progress.count("not_begun") == 1
    with pytest.raises(NotFound, match="There is no assignment"):
        core.assignments.assignment_of_student("s1", view.assignment_id, caller_of(core))


def test_another_organisation_sees_nothing(core: Core) -> None:
    view = assigned(core)
    other = Caller("other", frozenset(), "en")
    assert core.assignments.current(other) == []
    assert core.assignments.of_student("s1", other) == []
    with pytest.raises(NotFound, match="There is no assignment"):
        core.assignments.progress(view.assignment_id, other)


# -- for the plan and the student ----------------------------------------------------------------------------


def test_the_plan_learns_what_is_left_and_when_it_is_late(core: Core) -> None:
    first, *rest = items()
    view = assigned(core, days=1)
    answered(core, "s1", first)
    organisation = caller_of(core).organisation_id
    (found,) = open_for(organisation, "s1", today(core), now=core.clock.now(), store=core.store)
    assert (found.resource_id, found.kind, found.done, found.late) == (view.resource_id, "items", False, False)
    assert found.unanswered == tuple(item.id for item in rest)
    assert found.seconds == 60
    (late,) = open_for(organisation, "s1", view.due + DAY, now=core.clock.now(), store=core.store)
    assert late.late
    assert open_for(organisation, "s1", view.due + 7 * DAY, now=core.clock.now(), store=core.store) != []
    assert open_for(organisation, "s1", view.due + 8 * DAY, now=core.clock.now(), store=core.store) == []
    assert open_for(organisation, "s1", today(core) - DAY, now=core.clock.now(), store=core.store) == []


def test_many_students_at_once_get_the_same_as_each_alone(core: Core) -> None:
    assigned(core, students=("s2",))
    assigned(core, LinkWork(fields=LINK), days=1)
    view = assigned(core, EssayWork(title_id="e1-01"), days=2)
    task = core.writing.task("s1", view.resource_id, caller_of(core))
    core.writing.hand_in("s1", task, "我家有三口人。", caller_of(core), writing_id=None)
    organisation, day = caller_of(core).organisation_id, today(core)
    many = open_for_many(organisation, ["s1", "s2"], day, now=core.clock.now(), store=core.store)
    assert many == {
        each: open_for(organisation, each, day, now=core.clock.now(), store=core.store) for each in ("s1", "s2")
    }
    assert [found.kind for found in many["s2"]] == ["link", "essay", "items"]
    assert [found.done for found in many["s1"]] == [False, True]


def test_what_is_withdrawn_is_open_to_nobody_until_it_is_given_again(core: Core) -> None:
    view, caller, by = assigned(core), caller_of(core), teacher_of(core)[0]
    assert core.assignments.withdraw(view.assignment_id, caller, by=by)
    assert open_for(caller.organisation_id, "s1", today(core), now=core.clock.now(), store=core.store) == []
    assert core.assignments.reinstate(view.assignment_id, caller, by=by)
    assert not core.assignments.reinstate(view.assignment_id, caller, by=by)
    assert len(open_for(caller.organisation_id, "s1", today(core), now=core.clock.now(), store=core.store)) == 1


def test_a_student_sees_first_what_is_due_first(core: Core, clock: StoppedClock) -> None:
    later, sooner = assigned(core, days=9), assigned(core, TextWork(text="你好"), days=2)
    done = assigned(core, TextWork(text="再见"), days=1)
    finished(core, "s1", done.resource_id)
    mine = core.assignments.of_student("s1", caller_of(core))
    assert [each.assignment.assignment_id for each in mine] == [
        sooner.assignment_id,
        later.assignment_id,
        done.assignment_id,
    ]
    clock.advance(3 * DAY)
    assert core.assignments.of_student("s1", caller_of(core))[0].standing == "overdue"
    clock.advance(7 * DAY)
    assert not core.assignments.of_student("s1", caller_of(core))[-1].open

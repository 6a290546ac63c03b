"""One ruling for everybody: given, seen before, told, undone; on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.answers.additions import NotAcceptable, addition_of, with_additions
from core.answers.marking import mark
from core.answers.wire import AnswerItem, AppealRequest, AppealView, Evaluation, RulingView, SubmitRequest
from core.api.core import Core
from core.errors import BadParameter, Forbidden, NotFound, RulingsChanged
from core.records.access import Account, Caller
from core.records.items import Item
from core.store.sql import SqlStore
from core.wiring import in_memory_core
from evaluation.questions.bank_items import bank_items, shared_bank
from evaluation.service.clock import StoppedClock
from evaluation.service.derived import derived, different, rebuilt
from tests.answers.conftest import CALLER

SAME, OTHER = "大概", "也许"
"""Two wrong answers; the first is the one that a teacher accepts."""
ITEM = bank_items("fill_blank", "grammar")[0]
NEIGHBOURS = bank_items("fill_blank", "grammar")[1:6]
TEACHER = Account("acc-t", "org", "li", "teacher", "李老师", "scrypt$00$00", None, "zh", None)  # type: ignore[arg-type]


@pytest.fixture
def core(store: SqlStore, clock: StoppedClock) -> Core:
    """A core on each of the two databases, with a teacher, a student's account and a teacher of another school."""
    made = in_memory_core(clock=clock, bank=shared_bank(), store=store)
    for organisation_id in ("org", "other"):
        store.add_organisation(
            replace(
                made.access.organisation("template"),
                organisation_id=organisation_id,
                name=organisation_id,
                address=organisation_id,
            )
        )
    for account in (
        replace(TEACHER, created_at=clock.now()),
        replace(TEACHER, account_id="acc-u", username="wang", display_name="王老师", created_at=clock.now()),
        replace(TEACHER, account_id="acc-s", username="s1", role="student", student_id="s1", created_at=clock.now()),
        replace(TEACHER, account_id="acc-o", organisation_id="other", username="other", created_at=clock.now()),
    ):
        store.add_account(account)
    store.issue_items(
        [ITEM, *NEIGHBOURS],
        organisation_id="org",
        student_id=None,
        at=clock.now(),
        not_since=clock.now(),
        call=None,
        reply=None,
    )
    return made


def submit(core: Core, student_id: str, given: str, *, item: Item = ITEM, caller: Caller = CALLER) -> Evaluation:
    """One answer to an item, with some to its neighbours, so that there is something else to know about the student."""
    others = [AnswerItem(question_id=each.id, answer=each.key if place % 2 else "错了", time_spent=9) for place, each in enumerate(NEIGHBOURS)]  # fmt: skip
    answers = [*others[:3], AnswerItem(question_id=item.id, answer=given, time_spent=12), *others[3:]]
    return core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload


def appealed(core: Core, evaluation: Evaluation, item: Item = ITEM) -> AppealView:
    """The student's appeal about the item."""
    request = AppealRequest(
        student_id=evaluation.student_id, evaluation_id=evaluation.evaluation_id, question_id=item.id
    )
    assert core.answers.appeal(request, CALLER)
    return next(
        view for view in core.answers.appeals(CALLER, student_id=evaluation.student_id) if view.status == "open"
    )


@pytest.fixture
def appeal(core: Core, clock: StoppedClock) -> AppealView:
    """s1 and s2 gave the same wrong answer, s3 another, s4 the right one; s1 objects."""
    first = submit(core, "s1", SAME)
    for student_id, given in (("s2", f" {SAME}。"), ("s3", OTHER), ("s4", ITEM.key)):
        clock.advance(timedelta(minutes=1))
        submit(core, student_id, given)
    return appealed(core, first)


def give(core: Core, appeal: AppealView, scope: str, **fields: str) -> RulingView:
    """A ruling of the teacher."""
    arguments = {"by": "acc-t", "reply": "你说得对", **fields}
    ruling = core.rulings.give(appeal.appeal_id, scope, CALLER, **arguments)  # type: ignore[arg-type]
    assert ruling is not None
    return ruling


def mean(core: Core, student_id: str) -> float:
    """The student's mean score of the month on the class page."""
    line = next(line for line in core.answers.class_lines(CALLER) if line.student_id == student_id)
    assert line.mean_score is not None
    return line.mean_score


# -- seen before -----------------------------------------------------------------------------------------------


def test_what_would_change_is_shown_before_anything_does(core: Core, appeal: AppealView) -> None:
    before = derived(core, CALLER)
    alone, everybody, nobody = (core.rulings.preview(appeal.appeal_id, scope, CALLER, by="acc-t") for scope in ("answer", "accept", "retire"))  # fmt: skip
    assert [(line.student_id, line.score_before, line.score_after) for line in alone.lines] == [("s1", 0.0, 100.0)]
    assert [(line.student_id, line.score_after) for line in everybody.lines] == [("s2", 100.0), ("s1", 100.0)]
    assert (everybody.answers, everybody.students, everybody.addition) == (2, 2, SAME)
    assert everybody.points
    assert [(line.student_id, line.score_after) for line in nobody.lines] == [("s4", None), ("s3", None), ("s2", None), ("s1", None)]  # fmt: skip
    assert different(before, derived(core, CALLER)) == []


def test_only_teachers_and_administrators_of_the_organisation_rule(core: Core, appeal: AppealView) -> None:
    for account in ("acc-s", "acc-o", "nobody"):
        with pytest.raises(Forbidden, match="may not give rulings"):
            core.rulings.give(appeal.appeal_id, "accept", CALLER, by=account)
        with pytest.raises(Forbidden, match="may not give rulings"):
            core.rulings.preview(appeal.appeal_id, "accept", CALLER, by=account)
    ruling = give(core, appeal, "accept")
    with pytest.raises(Forbidden, match="may not give rulings"):
        core.rulings.undo(ruling.ruling_id, CALLER, by="acc-s")
    other = replace(CALLER, organisation_id="other")
    with pytest.raises(NotFound, match="no appeal"):
        core.rulings.preview(appeal.appeal_id, "accept", other, by="acc-o")
    with pytest.raises(NotFound, match="no ruling"):
        core.rulings.undo(ruling.ruling_id, other, by="acc-o")
    assert core.rulings.listed(other) == []


def test_a_scope_that_does_not_exist_is_refused(core: Core, appeal: AppealView) -> None:
    with pytest.raises(BadParameter, match="'all' is none of answer, accept, retire"):
        core.rulings.give(appeal.appeal_id, "all", CALLER, by="acc-t")  # type: ignore[arg-type]


# -- given -----------------------------------------------------------------------------------------------------


def test_accepted_of_everybody_it_counts_as_right_for_all_who_gave_it(core: Core, appeal: AppealView) -> None:
    means = {student: mean(core, student) for student in ("s1", "s2", "s3", "s4")}
    ruling = give(core, appeal, "accept")
    assert (ruling.students, ruling.answers, ruling.scope, ruling.teacher) == (2, 2, "accept", "李老师")
    assert mean(core, "s1") > means["s1"]
    assert mean(core, "s2") > means["s2"]
    assert (mean(core, "s3"), mean(core, "s4")) == (means["s3"], means["s4"])
    (settled,) = core.answers.appeals(CALLER)
    assert (settled.status, settled.reply, settled.ruling_id) == ("upheld", "你说得对", ruling.ruling_id)


def test_the_maps_are_those_of_a_rebuild_from_the_log(core: Core, appeal: AppealView) -> None:
    derived(core, CALLER)
    give(core, appeal, "accept")
    assert different(derived(core, CALLER), rebuilt(core, CALLER)) == []


def test_alone_it_helps_nobody_else(core: Core, appeal: AppealView) -> None:
    before = mean(core, "s2")
    assert give(core, appeal, "answer").answers == 1
    assert mean(core, "s2") == before
    assert submit(core, "s5", SAME).details[3].score == 0.0


def test_an_answer_that_is_accepted_is_right_from_then_on(core: Core, appeal: AppealView, clock: StoppedClock) -> None:
    give(core, appeal, "accept")
    clock.advance(timedelta(hours=1))
    detail = submit(core, "s5", f"{SAME}！").details[3]
    assert (detail.is_correct, detail.score) == (True, 100.0)
    view = core.answers.evidence("s5", [f"{core.store.ruled_answers('org', 's5')[0].source}"], CALLER)[0]
    assert (view.is_correct, view.upheld) == (False, True)
    assert core.rulings.accepted("s5", CALLER) == []  # it was told at once
    elsewhere = replace(CALLER, organisation_id="other")
    assert submit(core, "s5", SAME, caller=elsewhere).details[3].score == 0.0
    assert different(derived(core, CALLER), rebuilt(core, CALLER)) == []


def test_a_retired_item_counts_for_nobody_and_is_not_drawn(core: Core, appeal: AppealView) -> None:
    ruling = give(core, appeal, "retire")
    assert (ruling.students, ruling.answers) == (4, 4)
    assert core.store.item_states("org")[ITEM.id] == "retired"
    for student in ("s1", "s2", "s3", "s4"):
        log = [piece for piece in core.store.evidence_of("org", student) if piece.item_id == ITEM.id]
        assert sum(piece.weight for piece in log) == 0.0
    submit(core, "s6", ITEM.key)  # a student who still had it open
    assert [answer.outcome for answer in core.store.ruled_answers("org", "s6")] == ["void"]
    assert different(derived(core, CALLER), rebuilt(core, CALLER)) == []


def test_a_day_of_practice_stays_one_when_its_item_is_retired(core: Core) -> None:
    answers = [AnswerItem(question_id=ITEM.id, answer=SAME, time_spent=60)]
    only = core.answers.submit(SubmitRequest(student_id="s9", answers=answers), CALLER).payload
    give(core, appealed(core, only), "retire")
    today = core.answers.today("s9", CALLER)
    assert (today.streak_days, today.answered_today, today.minutes_today) == (1, 0, 1.0)


def test_students_who_did_not_object_are_told(core: Core, appeal: AppealView) -> None:
    give(core, appeal, "accept")
    (told,) = core.rulings.accepted("s2", CALLER)
    assert (told.item.id, told.outcome, told.given) == (ITEM.id, "right", f'" {SAME}。"')
    assert core.rulings.accepted("s1", CALLER) == []  # reads the reply to the own appeal
    assert core.rulings.accepted("s3", CALLER) == []


# -- in order --------------------------------------------------------------------------------------------------


def test_the_first_of_two_teachers_decides(core: Core, appeal: AppealView) -> None:
    give(core, appeal, "answer")
    assert core.rulings.give(appeal.appeal_id, "retire", CALLER, by="acc-u") is None
    assert not core.answers.settle_appeal(appeal.appeal_id, CALLER, upheld=False)
    assert [ruling.scope for ruling in core.rulings.listed(CALLER)] == ["answer"]
    assert core.store.item_states("org") == {}


def test_a_ruling_is_undone_once(core: Core, appeal: AppealView) -> None:
    ruling = give(core, appeal, "accept")
    assert core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")
    before = derived(core, CALLER)
    assert not core.rulings.undo(ruling.ruling_id, CALLER, by="acc-u")
    assert different(before, derived(core, CALLER)) == []


def test_an_appeal_that_was_settled_before_stays_as_it_was(core: Core, appeal: AppealView) -> None:
    upheld = appealed(core, submit(core, "s7", SAME))
    assert core.answers.settle_appeal(upheld.appeal_id, CALLER, upheld=True, reply="对")
    declined = appealed(core, submit(core, "s8", SAME))
    assert core.answers.settle_appeal(declined.appeal_id, CALLER, upheld=False, reply="不对")
    preview = core.rulings.preview(appeal.appeal_id, "accept", CALLER, by="acc-t")
    assert {line.student_id: line.declined_before for line in preview.lines} == {"s1": False, "s2": False, "s8": True}
    log = core.store.evidence_of("org", "s7")
    ruling = give(core, appeal, "accept")
    assert core.store.evidence_of("org", "s7") == log
    for _ in range(2):
        settled = {view.student_id: (view.status, view.reply) for view in core.answers.appeals(CALLER)}
        assert (settled["s7"], settled["s8"]) == (("upheld", "对"), ("declined", "不对"))
        core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")


def test_other_appeals_about_the_same_answer_are_settled_with_it_and_open_again(core: Core, appeal: AppealView) -> None:
    another = appealed(core, submit(core, "s7", SAME))
    different_one = appealed(core, submit(core, "s8", OTHER))
    ruling = give(core, appeal, "accept")
    status = {view.appeal_id: view.status for view in core.answers.appeals(CALLER)}
    assert (status[another.appeal_id], status[different_one.appeal_id]) == ("upheld", "open")
    core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")
    assert {view.status for view in core.answers.appeals(CALLER)} == {"open"}


def test_what_one_ruling_settled_is_one_decision_against_the_item(core: Core, appeal: AppealView) -> None:
    appealed(core, submit(core, "s7", SAME))
    give(core, appeal, "accept")
    counts = core.store.appeal_counts("org", [ITEM.id])[ITEM.id]
    assert (counts.open, counts.upheld) == (0, 1)


def test_an_answer_given_between_preview_and_ruling_is_re_marked_too(core: Core, appeal: AppealView) -> None:
    assert core.rulings.preview(appeal.appeal_id, "accept", CALLER, by="acc-t").answers == 2
    submit(core, "s5", SAME)
    assert give(core, appeal, "accept").answers == 3


def test_an_answer_that_is_being_marked_while_a_teacher_rules_is_marked_again(
    core: Core, appeal: AppealView, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, add = core.store, core.store.add_evaluation
    refused: list[RulingsChanged] = []

    def ruled_in_between(*rows: object, **fields: object) -> object:
        if not refused and not core.rulings.listed(CALLER):
            give(core, appeal, "accept")
        try:
            return add(*rows, **fields)  # type: ignore[arg-type]
        except RulingsChanged as error:
            refused.append(error)
            raise

    monkeypatch.setattr(store, "add_evaluation", ruled_in_between)
    assert submit(core, "s5", SAME).details[3].is_correct
    assert len(refused) == 1
    assert [answer.outcome for answer in store.ruled_answers("org", "s5")] == ["right"]


# -- undone ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scope", ["answer", "accept", "retire"])
def test_undone_everything_is_as_if_there_had_been_no_ruling(core: Core, appeal: AppealView, scope: str) -> None:
    before = derived(core, CALLER)
    ruling = give(core, appeal, scope)
    assert different(before, derived(core, CALLER))
    assert core.rulings.undo(ruling.ruling_id, CALLER, by="acc-u")
    assert different(before, derived(core, CALLER)) == []
    assert different(before, rebuilt(core, CALLER)) == []
    assert submit(core, "s5", SAME).details[3].score == 0.0


@pytest.mark.parametrize("first_scope", ["answer", "accept", "retire"])
@pytest.mark.parametrize("second_scope", ["accept", "retire"])
def test_undone_the_answers_are_as_the_other_rulings_in_force_say(
    core: Core, appeal: AppealView, first_scope: str, second_scope: str
) -> None:
    another = appealed(core, submit(core, "s3", SAME))
    first = give(core, appeal, first_scope)
    other_settled = next(view for view in core.answers.appeals(CALLER) if view.appeal_id == another.appeal_id).status
    if other_settled == "upheld":
        another = appealed(core, submit(core, "s6", OTHER))
    second = give(core, another, second_scope, reply="也对")
    assert core.rulings.undo(first.ruling_id, CALLER, by="acc-t")
    ruled = {row.evaluation_id: row.outcome for student in ("s1", "s2", "s3", "s4", "s6") for row in core.store.ruled_answers("org", student)}  # fmt: skip
    with_second = derived(core, CALLER)
    assert different(with_second, rebuilt(core, CALLER)) == []
    assert (core.store.item_states("org").get(ITEM.id) == "retired") == (second_scope == "retire")
    assert core.rulings.undo(second.ruling_id, CALLER, by="acc-t")
    assert core.store.item_states("org").get(ITEM.id, "approved") == "approved"
    again = give(core, another, second_scope, reply="也对")
    alone = {row.evaluation_id: row.outcome for student in ("s1", "s2", "s3", "s4", "s6") for row in core.store.ruled_answers("org", student)}  # fmt: skip
    assert ruled == alone
    settled = [(view.appeal_id, view.status, view.reply) for view in core.answers.appeals(CALLER)]
    assert {(view[1], view[2]) for view in settled if view[0] == another.appeal_id} == {("upheld", "也对")}
    means = {name: rows for name, rows in derived(core, CALLER).items() if name not in ("ruled_answer", "appeals")}
    assert different({name: with_second[name] for name in means}, means) == []
    assert again.answers == len(alone)


@pytest.mark.parametrize("scope", ["accept", "retire"])
def test_answers_that_came_under_a_ruling_lose_it_with_the_others(
    core: Core, appeal: AppealView, scope: str, clock: StoppedClock
) -> None:
    ruling = give(core, appeal, scope)
    for student, given in (("s5", SAME), ("s2", SAME), ("s6", ITEM.key)):
        clock.advance(timedelta(minutes=5))
        submit(core, student, given)
    derived(core, CALLER)
    core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")
    assert core.store.ruled_answers("org", "s5") == []
    after = derived(core, CALLER)
    assert different(after, rebuilt(core, CALLER)) == []
    assert mean(core, "s5") == mean(core, "s2")


def test_given_again_after_it_was_undone(core: Core, appeal: AppealView) -> None:
    first = give(core, appeal, "accept")
    with_ruling = derived(core, CALLER)
    core.rulings.undo(first.ruling_id, CALLER, by="acc-t")
    without = derived(core, CALLER)
    second = give(core, appeal, "accept")
    again = derived(core, CALLER)
    for rows in (with_ruling, again):
        rows.pop("ruled_answer"), rows.pop("appeals")  # they name the ruling
    assert different(with_ruling, again) == []
    core.rulings.undo(second.ruling_id, CALLER, by="acc-t")
    assert different(without, derived(core, CALLER)) == []
    assert [ruling.undone_at is not None for ruling in core.rulings.listed(CALLER)] == [True, True]


def test_the_items_state_stays_where_somebody_changed_it_since(core: Core, appeal: AppealView) -> None:
    ruling = give(core, appeal, "retire")
    core.questions.set_state(ITEM.id, "approved", CALLER, by="acc-u")
    core.questions.set_state(ITEM.id, "retired", CALLER, by="acc-u", reason="again")
    core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")
    assert core.store.item_states("org")[ITEM.id] == "retired"


def test_a_student_who_is_erased_leaves_nothing_in_a_ruling(core: Core, appeal: AppealView) -> None:
    ruling = give(core, appeal, "accept")
    assert core.store.erase_student("org", "s2")["ruled_answer"] == 1
    assert core.rulings.listed(CALLER)[0].answers == 1
    assert core.rulings.undo(ruling.ruling_id, CALLER, by="acc-t")
    assert core.store.student("org", "s2") is None


# -- what can be accepted --------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Nothing to convert."""
    return text


@pytest.mark.parametrize(("kind", "given"), [("multiple_choice", "B"), ("fill_blank", SAME)])
def test_what_was_given_is_right_once_it_is_accepted(kind: str, given: str) -> None:
    item = next(each for each in bank_items(kind, "grammar") if each.key != given)
    addition = addition_of(item, given, simplify=plain)
    assert mark(item, given, simplify=plain).score < 100
    assert mark(with_additions(item, [addition]), given, simplify=plain).score == 100
    assert mark(with_additions(item, [addition]), item.key, simplify=plain).score == 100


def test_another_order_and_other_pairs_can_be_accepted_if_they_are_whole() -> None:
    for kind in ("ordering", "matching"):
        item = next(each for topic in ("grammar", "vocabulary") for each in bank_items(kind, topic))
        parts = item.key.split(",")
        if kind == "ordering":
            given = ",".join(reversed(parts))
        else:
            lefts, rights = zip(*(pair.split("-") for pair in parts), strict=True)
            given = ",".join(f"{left}-{right}" for left, right in zip(lefts, (*rights[1:], rights[0]), strict=True))
        addition = addition_of(item, given, simplify=plain)
        assert mark(with_additions(item, [addition]), given, simplify=plain).score == 100
        with pytest.raises(NotAcceptable, match="not in the form"):
            addition_of(item, given.rsplit(",", 1)[0], simplify=plain)


def test_an_answer_that_names_no_option_is_not_accepted_of_everybody() -> None:
    item = bank_items("multiple_choice", "grammar")[0]
    with pytest.raises(NotAcceptable, match="not in the form"):
        addition_of(item, "我不知道", simplify=plain)

"""The road: where it begins, what counts as a step, when a unit is done, and what its rounds ask."""

from __future__ import annotations

from datetime import timedelta

import pytest

from core.answers.wire import AnswerItem, PracticeView
from core.api.core import Core
from core.errors import NotFound
from core.essays.wire import EssayRequest
from core.plan.ids import ESSAY, SAY
from core.plan.road import rounds
from core.plan.road.steps import RoundResult, Taken, next_step, purpose_of
from core.plan.road.wire import STEPS, RoundKind, UnitView
from core.portrait.wire import FirstPortraitRequest
from core.tables import shipped_tables
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, school

FIRST = "u1-01"


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    return school(clock, "s1", "s2")


def started(core: Core, step: RoundKind, *, unit_id: str = FIRST, voice: bool = True) -> PracticeView:
    """A round that has cards."""
    view = core.road.start("s1", unit_id, step, CALLER, voice=voice)
    assert view is not None
    return view


def answered(core: Core, step: RoundKind, *, wrong: int = 0, unit_id: str = FIRST, leave: int = 0) -> str:
    """A round of a step, answered but for the last `leave` cards, the first `wrong` of them wrongly; its id."""
    view = started(core, step, unit_id=unit_id)
    for card in view.cards[: len(view.cards) - leave]:
        given = "?" if card.position < wrong else core.store.items("school", [card.item.id])[card.item.id].key
        core.practice.answer("s1", view.session_id, AnswerItem(question_id=card.item.id, answer=given), CALLER)
    return view.session_id


def unit(core: Core, unit_id: str = FIRST) -> UnitView:
    return core.road.unit("s1", unit_id, CALLER)


def test_somebody_of_whom_nothing_is_known_begins_at_the_first_unit(core: Core) -> None:
    road = core.road.whole("s1", CALLER)
    assert road.current is not None
    assert (road.current.line.unit_id, road.current.next_step) == (FIRST, "cards")
    assert [line.unit_id for line in road.units if line.state == "current"] == [FIRST]
    assert len(road.units) == len(core.tables.units)
    assert all(line.minutes_left >= len(STEPS) for line in road.units)


def test_somebody_who_placed_higher_begins_at_their_level_and_may_go_back(core: Core) -> None:
    results = {"listen_ability": 60, "speak_ability": 60, "read_ability": 60, "write_ability": 60}
    request = FirstPortraitRequest.model_validate(
        {
            "student_id": "s2",
            "questionnaire": {"learning_duration": "three years", "learning_goals": [], "native_language": "fr"},
            "test_results": results,
        }
    )
    core.portrait.first(request, CALLER)
    road = core.road.whole("s2", CALLER)
    level = core.knowledge.level("s2", CALLER)
    assert road.current is not None
    assert level.low <= road.current.line.level <= level.level
    assert road.units[0].state in ("behind", "open")


def test_the_first_cards_are_tapped_and_of_the_unit_alone(core: Core) -> None:
    view = started(core, "cards")
    first = core.tables.units[0]
    assert len(view.cards) == 6
    items = [card.item for card in view.cards]
    assert all(item.type != "fill_blank" for item in items)
    assert all(item.standard_level <= first.level for item in items)
    assert all(item.points[:1] == [] or item.points[0] in first.points for item in items if item.topic == "grammar")
    assert len({item.similar for item in items}) == len(items)


def test_a_checkpoint_asks_every_point_before_any_a_second_time(core: Core) -> None:
    view = started(core, "checkpoint", unit_id="u1-03")
    points = [card.item.points[0] for card in view.cards if card.item.topic == "grammar"]
    wanted = core.tables.units[2].points
    assert len(view.cards) == 8
    assert points[: len(wanted)] == list(wanted)


def test_without_a_voice_nothing_is_asked_by_ear(core: Core) -> None:
    view = started(core, "checkpoint", voice=False)
    assert view.cards
    assert all(card.item.topic != "listening" for card in view.cards)


def test_where_everything_was_seen_no_round_is_kept(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "drawn", lambda *_arguments, **_named: [])
    assert core.road.start("s1", FIRST, "cards", CALLER) is None
    assert core.store.practices_with_purpose("school", "s1") == []


def test_a_round_that_was_begun_is_gone_on_with(core: Core) -> None:
    begun = answered(core, "cards", leave=2)
    assert started(core, "cards").session_id == begun
    (step,) = (step for step in unit(core).steps if step.kind == "cards")
    assert (step.begun, step.done) == (True, False)


def test_answered_cards_are_a_step_whatever_was_right(core: Core) -> None:
    answered(core, "cards", wrong=4)
    here = unit(core)
    assert here.next_step == "lesson"
    assert here.line.steps_done == 1
    assert [(step.right, step.asked) for step in here.steps if step.kind == "cards"] == [(2, 6)]


def test_a_checkpoint_is_passed_with_three_in_four_and_not_below(core: Core, clock: StoppedClock) -> None:
    answered(core, "checkpoint", wrong=3)
    assert unit(core).line.state != "done"
    clock.advance(timedelta(minutes=5))
    answered(core, "checkpoint", wrong=2)
    here = unit(core)
    assert (here.line.state, here.next_step, here.line.minutes_left) == ("done", None, 0)
    road = core.road.whole("s1", CALLER)
    assert road.current is not None
    assert road.current.line.unit_id == "u1-02"


def test_a_near_twin_changes_nothing_of_a_checkpoints_result(core: Core) -> None:
    session_id = answered(core, "checkpoint", wrong=3)
    position = core.practice.twin("s1", session_id, 0, CALLER)
    assert position is not None
    twin = core.practice.view("s1", session_id, CALLER).cards[position].item
    core.practice.answer("s1", session_id, AnswerItem(question_id=twin.id, answer=twin.key), CALLER)
    step = next(step for step in unit(core).steps if step.kind == "checkpoint")
    assert (step.asked, step.right, step.done) == (8, 5, False)


def test_lessons_sentences_and_texts_count_wherever_they_were_done(core: Core) -> None:
    first = core.tables.units[0]
    for resource_id in (first.lesson, first.dialogue, *(SAY + sentence for sentence in first.say)):
        core.plan.finish("s1", resource_id, 60, CALLER)
    task = core.writing.task("s1", ESSAY + first.essay, CALLER)
    core.writing.hand_in("s1", task, "我叫大卫，我是美国人。", CALLER, writing_id=None)
    here = unit(core)
    assert [step.kind for step in here.steps if step.done] == ["lesson", "hear", "say", "write"]
    assert here.next_step == "cards"


def test_a_text_that_was_reviewed_counts_as_written_before_it_is_handed_in(core: Core) -> None:
    first = core.tables.units[0]
    task = core.writing.task("s1", ESSAY + first.essay, CALLER)
    draft = core.writing.keep("s1", task, "我叫大卫，我是美国人。认识你很高兴。", CALLER, writing_id=None)
    assert "write" not in [step.kind for step in unit(core).steps if step.done]
    core.essays.evaluate(EssayRequest(student_id="s1", essay_content=draft.text), CALLER, act=draft.writing_id)
    assert "write" in [step.kind for step in unit(core).steps if step.done]


def test_one_sentence_that_was_not_said_keeps_the_step_open(core: Core) -> None:
    for sentence in core.tables.units[0].say[1:]:
        core.plan.finish("s1", SAY + sentence, 10, CALLER)
    assert not next(step.done for step in unit(core).steps if step.kind == "say")


def test_one_students_road_says_nothing_of_anothers(core: Core) -> None:
    answered(core, "cards")
    assert core.road.unit("s2", FIRST, CALLER).line.steps_done == 0


def test_an_unknown_unit_is_not_found(core: Core) -> None:
    with pytest.raises(NotFound, match="no unit 'u9-01'"):
        core.road.unit("s1", "u9-01", CALLER)
    with pytest.raises(NotFound, match="no unit"):
        core.road.start("s1", "nowhere", "cards", CALLER)


def test_the_next_step_is_the_first_that_was_not_taken_and_none_after_the_checkpoint(clock: StoppedClock) -> None:
    first = shipped_tables().units[0]
    now = clock.now()
    assert next_step(first, Taken()) == "cards"
    assert next_step(first, Taken(played={first.lesson: now})) == "cards"
    passed = RoundResult("ps_1", asked=8, answered=8, right=6)
    assert next_step(first, Taken(rounds={purpose_of(first.id, "checkpoint"): [passed]})) is None

"""The placement: what it asks, how it ends, what it fills, and that a refresh loses nothing."""

from __future__ import annotations

import json
from datetime import timedelta

import numpy as np
import pytest

from core.api.core import Core
from core.errors import NotFound
from core.learning import placement as adaptive
from core.learning.placement import Trial, level_estimate, posterior
from core.portrait.wire import PlacementState, Questionnaire
from evaluation.service.clock import StoppedClock
from tests.portrait.conftest import CALLER, first_request, flat, got


def taken(core: Core, knows: int, *, candid: bool = True, voice: bool = True) -> PlacementState:
    """A placement by somebody who knows everything up to a level and nothing beyond."""
    state = core.placement.start("s1", CALLER, voice=voice)
    while state.next is not None:
        item = state.next.item
        kept = core.store.placement("org", state.placement_id)
        assert kept is not None
        level = json.loads(kept.steps)[-1]["level"]
        wrong = next(option.id for option in item.options if option.id != item.key)
        given = item.key if level <= knows else None if candid else wrong
        state = core.placement.answer("s1", state.placement_id, item.id, given, CALLER, voice=voice)
    return state


@pytest.mark.parametrize("knows", [1, 5, 9])
def test_it_ends_within_20_items_near_what_is_known(core: Core, knows: int) -> None:
    done = taken(core, knows)
    assert done.answered <= 20
    assert done.level is not None
    assert done.band is not None
    assert abs(done.level - knows) <= 1
    assert done.band[0] <= done.level <= done.band[1]


def test_it_fills_the_first_portrait_and_claims_no_skill_that_it_did_not_test(core: Core) -> None:
    taken(core, 2)
    made = got(core)
    tested = made.first_portrait.tested
    assert (tested["read"], tested["speak"], tested["write"]) == (True, False, False)
    assert not made.first_portrait.known
    assert not made.current_portrait.language_ability.known["speak"]
    assert flat(made)["D36"].value is not None
    assert flat(made)["D36"].raw == pytest.approx(2, abs=1)
    baseline = core.store.first_portrait("org", "s1")
    assert baseline is not None
    assert baseline.source == "placement"


def test_a_skill_with_fewer_than_three_items_is_not_claimed(core: Core) -> None:
    done = taken(core, 9)
    assert all(items >= 3 for _, items in done.by_skill.values())
    assert "listening" not in done.by_skill
    assert not got(core).first_portrait.tested["listen"]


@pytest.mark.parametrize("voice", [True, False])
def test_nothing_is_asked_by_ear_where_nothing_can_be_heard(core: Core, voice: bool) -> None:
    done = taken(core, 2, voice=voice)
    kept = core.store.placement("org", done.placement_id)
    assert kept is not None
    assert ("listening" in {step["skill"] for step in json.loads(kept.steps)}) is voice
    assert got(core).first_portrait.tested["read"]


def test_what_a_school_tested_stays_where_the_placement_tests_nothing(core: Core, clock: StoppedClock) -> None:
    core.portrait.first(first_request(speak_ability=77.0), CALLER)
    clock.advance(timedelta(days=1))
    taken(core, 3)
    first = got(core).first_portrait
    assert first.speak_ability == 77.0
    assert first.read_ability != 60.0


def test_answers_are_ordinary_evidence_and_i_do_not_know_is_none(core: Core) -> None:
    state = core.placement.start("s1", CALLER)
    assert state.next is not None
    one = state.next.item
    state = core.placement.answer("s1", state.placement_id, one.id, one.key, CALLER)
    assert state.next is not None
    core.placement.answer("s1", state.placement_id, state.next.item.id, None, CALLER)
    log = core.store.evidence_of("org", "s1")
    assert {row.item_id for row in log} == {one.id}
    assert {row.kind for row in log} == {"answer"}


def test_a_refresh_finds_the_same_item_and_an_answer_given_twice_stands(core: Core) -> None:
    state = core.placement.start("s1", CALLER)
    assert state.next is not None
    item = state.next.item
    assert core.placement.start("s1", CALLER) == state == core.placement.state("s1", state.placement_id, CALLER)
    after = core.placement.answer("s1", state.placement_id, item.id, item.key, CALLER)
    assert core.placement.answer("s1", state.placement_id, item.id, None, CALLER) == after
    assert after.answered == 1


def test_two_tabs_that_answer_at_once_go_on_with_one_next_item(core: Core) -> None:
    state = core.placement.start("s1", CALLER)
    assert state.next is not None
    item = state.next.item
    before = core.store.placement("org", state.placement_id)
    assert before is not None
    quicker = core.placement.answer("s1", state.placement_id, item.id, item.key, CALLER)
    read, kept = core.store.placement, [before]
    core.store.placement = lambda *ids: kept.pop() if kept else read(*ids)  # type: ignore[method-assign]
    slower = core.placement.answer("s1", state.placement_id, item.id, None, CALLER)
    assert slower == quicker
    assert slower.next is not None
    assert core.placement.answer("s1", state.placement_id, slower.next.item.id, None, CALLER).answered == 2


def test_after_a_day_an_unfinished_one_is_begun_anew(core: Core, clock: StoppedClock) -> None:
    state = core.placement.start("s1", CALLER)
    clock.advance(timedelta(days=1))
    assert core.placement.start("s1", CALLER).placement_id != state.placement_id


def test_nothing_is_asked_twice_and_no_word_in_two_ways(core: Core) -> None:
    state = taken(core, 4)
    kept = core.store.placement("org", state.placement_id)
    assert kept is not None
    steps = json.loads(kept.steps)
    assert len({step["similar"] for step in steps}) == len(steps)


def test_the_questionnaire_goes_into_the_portrait(core: Core) -> None:
    said = Questionnaire(learning_goals=["旅行"], native_language="fr", learning_duration="一年")
    core.placement.start("s1", CALLER, questionnaire=said)
    taken(core, 3)
    baseline = core.store.first_portrait("org", "s1")
    assert baseline is not None
    assert Questionnaire.model_validate_json(baseline.questionnaire) == said


def test_another_students_placement_is_404(core: Core) -> None:
    state = core.placement.start("s1", CALLER)
    with pytest.raises(NotFound, match="no placement"):
        core.placement.state("s2", state.placement_id, CALLER)
    with pytest.raises(NotFound, match="'q_none' is not part of this placement"):
        core.placement.answer("s1", state.placement_id, "q_none", "A", CALLER)


def test_words_of_all_nine_levels_can_be_asked(core: Core) -> None:
    assert core.placement.items.levels("vocabulary") == tuple(range(1, 10))
    for level in range(1, 10):
        item = core.placement.items.draw("vocabulary", level, avoid=(), alike=(), seed="x")
        assert item is not None
        assert len({option.text for option in item.options}) == 4
        assert item.standard_level == min(level, 7)


def test_a_right_answer_never_lowers_and_a_wrong_one_never_raises_the_mean() -> None:
    trials = [Trial(4, 0.25, "right"), Trial(5, 0.25, "wrong"), Trial(3, 0.25, "right")]
    mean = level_estimate(posterior(trials)).mean
    for level in range(1, 10):
        assert level_estimate(posterior([*trials, Trial(level, 0.25, "right")])).mean >= mean - 1e-9
        assert level_estimate(posterior([*trials, Trial(level, 0.25, "wrong")])).mean <= mean + 1e-9
        wrong, unknown = (level_estimate(posterior([Trial(level, 0.25, said)])).mean for said in ("wrong", "unknown"))
        assert unknown <= wrong + 1e-9


def test_the_chance_of_a_right_answer_grows_with_ability_from_guessing_to_one_less_a_slip() -> None:
    probability = adaptive.right_probability(adaptive.GRID, 5, 0.25)
    assert np.all(np.diff(probability) > 0)
    assert probability[0] == pytest.approx(0.25, abs=0.01)
    assert adaptive.knowing(5.0, 5) == pytest.approx(0.75, abs=0.01)


def test_those_who_know_all_or_nothing_reach_the_ends() -> None:
    top = [Trial(9, 0.25, "right")] * 12
    bottom = [Trial(1, 0.25, "unknown")] * 12
    assert (level_estimate(posterior(top)).level, level_estimate(posterior(bottom)).level) == (9, 1)

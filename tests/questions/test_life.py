"""Life cards and the rules of retirement."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest

from core.api.core import Core
from core.api.questions import ItemQuery
from core.errors import NotFound
from core.jobs import nightly
from core.learning.items.prediction import floor_of, kind_part, likeness, predicted_difficulty
from core.learning.prediction.features import logistic
from core.questions.life.nightly import first_answers
from core.questions.life.retirement import LEAST_ANSWERS, RULES, Case, objections
from core.records.answers import Appeal
from core.records.items import Item
from core.records.learner import Sums
from core.records.proofs import Finding, Proof
from core.store.sql import SqlStore
from core.wire import Bilingual
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.questions.editors import CALLER, NOW, OTHER, TABLES, answer_all, tea, tea_item, with_school

DAY = timedelta(days=1)
WRONG, SECOND, THIRD = (option.id for option in tea_item().options if option.id != tea_item().key)
KEY = tea_item().key


@pytest.fixture
def core(clock: StoppedClock) -> Iterator[Core]:
    made = in_memory_core(clock=clock, identifiers=CountingIdentifiers(), tables=TABLES, bank=shared_bank())
    yield with_school(made)
    made.store.close()


@pytest.fixture
def kept(core: Core) -> Item:
    """An approved own item, issued so that answers to it can be kept."""
    item = core.questions.save(tea(), CALLER, by="li", state="approved").item
    core.store.issue_items([item], organisation_id="org", student_id="s0", at=NOW, not_since=NOW, call=None, reply=None)
    return item


def able(monkeypatch: pytest.MonkeyPatch, right: dict[str, float]) -> None:
    """What the map says of students: balances of right against wrong by student."""
    sums = {student: Sums(99, 99, value, 20.0 - value, 0.0, 0.0, NOW) for student, value in right.items()}
    monkeypatch.setattr(SqlStore, "whole_sums", lambda *_: sums)


def case(chosen: str, ability: list[float] | None = None, **changed: object) -> Case:
    """A case of the tea item from labels, one a student; abilities by default rise over the answers."""
    count = len(chosen)
    abilities = np.linspace(-1.5, 1.5, count) if ability is None else np.array(ability)
    made = Case(
        item=tea_item(),
        predicted_difficulty=0.0,
        abilities=abilities,
        ability_variances=np.full(count, 0.1),
        scores=np.array([float(label == KEY) for label in chosen]),
        chosen_labels=tuple(chosen),
    )
    return replace(made, **changed)  # type: ignore[arg-type]


def rules_of(made: Case) -> set[str]:
    return {objection.rule for objection in objections(made)}


SOUND = (WRONG + KEY + SECOND) * 8 + (KEY + KEY + THIRD + KEY) * 9 + KEY * 12


# -- rules -------------------------------------------------------------------------------------------------------


def test_a_sound_item_stays() -> None:
    assert rules_of(case(SOUND)) == set()


def test_another_option_that_the_able_choose_is_called_the_key() -> None:
    found = objections(case(SOUND.translate(str.maketrans(KEY + WRONG, WRONG + KEY))))
    assert found[0].rule == "wrong_key"
    assert f"look as if {WRONG}" in found[0].reason.en
    assert WRONG in found[0].reason.zh


def test_an_option_that_half_of_the_able_choose_is_called_right_too() -> None:
    chance = np.random.default_rng(5)
    ability = chance.normal(0, 1, 400)
    knows = chance.random(400) < 0.25 + 0.75 * logistic(2 * ability)
    given = [(KEY + THIRD)[place % 2] if knows[place] else (WRONG + SECOND + THIRD)[place % 3] for place in range(400)]
    found = objections(case("".join(given), list(map(float, ability))))
    assert found[0].rule == "two_right"
    assert f"as if {THIRD}" in found[0].reason.en


def test_an_item_on_which_the_able_do_worse_goes() -> None:
    assert "reversed" in rules_of(case(SOUND[::-1]))


def test_below_chance_is_below_chance() -> None:
    rare = (WRONG + SECOND + THIRD) * 13 + KEY
    assert "below_chance" in rules_of(case(rare))
    assert "below_chance" not in rules_of(case((KEY + WRONG + SECOND + THIRD) * 10))


@pytest.mark.parametrize("rule", ["wrong_key", "two_right", "tells_nothing", "reversed", "below_chance"])
def test_no_rule_about_answers_speaks_before_there_are_enough(rule: str) -> None:
    assert RULES[rule](case((WRONG + SECOND) * (LEAST_ANSWERS // 2 - 1) + WRONG)) is None


@pytest.mark.parametrize(("upheld", "answers", "retired"), [(1, 4, False), (2, 20, True), (2, 21, False), (3, 0, True)])
def test_two_upheld_appeals_of_ten_answers_each_are_enough(upheld: int, answers: int, retired: bool) -> None:
    assert ("appeals_upheld" in rules_of(case(KEY * answers, upheld_appeals=upheld))) is retired


def test_a_sure_finding_against_the_proof_is_enough_and_an_unsure_one_is_not() -> None:
    said = Bilingual(zh="可以互换。", en="They replace one another.")
    for sure in (True, False):
        proof = Proof(failed=(Finding(guard="g", option="吃", sure=sure, said=said),), verdict="doubtful")
        assert ("doubtful_proof" in rules_of(case("", proof=proof))) is sure


def test_every_rule_says_why_in_both_languages() -> None:
    made = case((WRONG + SECOND + THIRD) * 13, upheld_appeals=9)
    found = objections(made)
    assert found
    assert all(objection.reason.zh and objection.reason.en for objection in found)


def test_answers_that_name_no_option_count_as_wrong_and_break_nothing() -> None:
    odd = replace(
        case(SOUND), chosen_labels=tuple("" if place % 9 == 0 else label for place, label in enumerate(SOUND))
    )
    assert "wrong_key" not in rules_of(odd)


# -- prediction --------------------------------------------------------------------------------------------------


def test_what_must_be_recalled_is_predicted_to_be_harder_than_what_is_recognised(core: Core) -> None:
    gap = tea_item().model_copy(update={"tags": ["gap"]})
    written = gap.model_copy(update={"tags": ["typed"]})
    assert kind_part(written) > kind_part(gap) == 0
    assert predicted_difficulty(written, core.predictor) > predicted_difficulty(gap, core.predictor)


def test_close_options_are_predicted_to_be_harder() -> None:
    assert likeness(core_options("看见", "看到")) > likeness(core_options("看见", "睡觉"))


def core_options(key: str, wrong: str) -> Item:
    options = [
        tea_item().options[0].model_copy(update={"id": name, "text": text}) for name, text in (("A", key), ("B", wrong))
    ]
    return tea_item().model_copy(update={"options": options, "key": "A"})


def test_the_floor_is_the_chance_of_a_guess() -> None:
    assert floor_of(tea_item()) == 0.25
    assert floor_of(tea_item().model_copy(update={"answer_kind": "text"})) == 0
    ordered = tea_item().model_copy(update={"answer_kind": "order", "accepted": ["B,A,C,D"]})
    assert floor_of(ordered) == pytest.approx(2 / 24)


# -- nightly -----------------------------------------------------------------------------------------------------


def bad_answers(core: Core, item: Item, monkeypatch: pytest.MonkeyPatch, **changed: object) -> None:
    """As if another option were the key: the able choose it."""
    other = next(option.id for option in item.options if option.id != item.key)
    given = [item.key, other] * 10 + [other] * 20
    able(monkeypatch, {f"{changed.get('prefix', 's')}{place}": 4.0 + 0.3 * place for place in range(len(given))})
    answer_all(core, item, given, **changed)  # type: ignore[arg-type]


def test_the_night_retires_what_misbehaves_and_says_so(core: Core, kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    bad_answers(core, kept, monkeypatch)
    assert "org: 1 items judged by 40 answers, 1 retired" in list(nightly(core))
    card = core.questions.life_card(kept.id, CALLER)
    assert card.state == "retired"
    assert (card.history[0].act, card.history[0].by, card.history[0].rule) == ("rule", "", "wrong_key")
    assert card.history[0].reason.zh
    assert core.questions.retire_by_rule("org").items == 0
    assert card.answers == 40


def test_what_a_teacher_brought_back_stays_until_new_answers_speak_against_it(
    core: Core, kept: Item, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad_answers(core, kept, monkeypatch)
    core.questions.retire_by_rule("org")
    clock.advance(DAY)
    core.questions.set_state(kept.id, "approved", CALLER, by="li")
    clock.advance(DAY)
    answer_all(core, kept, [kept.key], at=clock.now(), prefix="late")
    assert core.questions.retire_by_rule("org").retired == 0
    assert core.questions.item(kept.id, CALLER).state == "approved"
    bad_answers(core, kept, monkeypatch, at=clock.now(), prefix="new")
    assert core.questions.retire_by_rule("org").retired == 1


def test_undoing_a_rule_counts_as_a_teacher_s_word(
    core: Core, kept: Item, clock: StoppedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad_answers(core, kept, monkeypatch)
    core.questions.retire_by_rule("org")
    clock.advance(DAY)
    assert (
        core.questions.undo(core.questions.life_card(kept.id, CALLER).history[0].change_id, CALLER, by="li").state
        == "approved"
    )
    answer_all(core, kept, [kept.key], at=clock.now(), prefix="late")
    assert core.questions.retire_by_rule("org").retired == 0


def test_a_night_that_breaks_off_begins_again(core: Core, kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    bad_answers(core, kept, monkeypatch)
    with monkeypatch.context() as broken:
        broken.setattr(SqlStore, "mark_items_checked", lambda *_: (_ for _ in ()).throw(OSError("power cut")))
        with pytest.raises(OSError, match="power cut"):
            core.questions.retire_by_rule("org")
    assert core.questions.item(kept.id, CALLER).state == "retired"
    assert core.questions.retire_by_rule("org").retired == 0
    assert [change.act for change in core.questions.life_card(kept.id, CALLER).history] == ["rule", "saved"]


def test_upheld_appeals_retire_without_many_answers(core: Core, kept: Item) -> None:
    answer_all(core, kept, [WRONG if kept.key != WRONG else SECOND] * 3)
    for number in range(2):
        evaluation = f"ev_s_{kept.id}_{number}_{NOW.timestamp()}"
        appeal = Appeal(f"ap{number}", "org", f"s{number}", evaluation, kept.id, '"A"', "", "open", NOW)
        core.store.add_appeal(appeal)
        assert core.answers.settle_appeal(f"ap{number}", CALLER, upheld=True)
    assert core.questions.retire_by_rule("org").retired == 1
    card = core.questions.life_card(kept.id, CALLER)
    assert card.history[0].rule == "appeals_upheld"
    assert card.appeals.upheld == 2


def test_another_organisation_s_answers_retire_nothing_here(
    core: Core, kept: Item, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad_answers(core, kept, monkeypatch)
    assert core.questions.retire_by_rule("other").items == 0


def test_only_the_first_answer_of_a_student_counts(core: Core, kept: Item) -> None:
    answer_all(core, kept, [kept.key] * 6)
    answer_all(core, kept, [WRONG] * 6, at=NOW + DAY)
    card = core.questions.life_card(kept.id, CALLER)
    assert (card.answers, card.students) == (12, 6)
    assert card.share_right is not None
    assert card.share_right.value == 1.0
    answers = core.store.item_answers("org", [kept.id])
    assert first_answers(answers, NOW) == []


# -- the card ----------------------------------------------------------------------------------------------------


def test_the_card_of_a_new_item_holds_the_prediction_and_says_what_it_waits_for(core: Core, kept: Item) -> None:
    card = core.questions.life_card(kept.id, CALLER)
    assert (card.answers, card.observed, card.discrimination, card.options, card.median_seconds) == (
        0,
        None,
        None,
        None,
        None,
    )
    assert card.needed.observed < card.needed.options < card.needed.discrimination
    assert card.predicted.low < card.predicted.value < card.predicted.high
    assert card.shown == 1
    assert card.proof is not None
    assert card.warnings == []


def test_the_card_fills_as_answers_come(core: Core, kept: Item, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = [option.id for option in kept.options if option.id != kept.key]
    given = [wrong[0], kept.key, wrong[1], kept.key, kept.key] * 5
    able(monkeypatch, {f"s{place}": 5.0 + place * 0.4 for place in range(len(given))})
    answer_all(core, kept, given[:4])
    assert core.questions.life_card(kept.id, CALLER).observed is None
    answer_all(core, kept, given, at=NOW + DAY, prefix="t")
    card = core.questions.life_card(kept.id, CALLER)
    assert card.observed is not None
    assert card.discrimination is not None
    assert card.options is not None
    assert card.observed.low < card.observed.value < card.observed.high
    assert sum(option.chosen for option in card.options) == 29
    assert [option.id for option in card.options if option.right] == [kept.key]
    assert all(0 <= option.rate.low <= option.rate.value <= option.rate.high <= 1 for option in card.options)
    assert card.median_seconds is not None


def test_a_bank_item_has_a_card_in_every_organisation_from_its_own_answers(core: Core) -> None:
    item = core.questions.search(ItemQuery(kind="gap", topics=("grammar",), limit=1), CALLER).lines[0].item
    core.store.issue_items([item], organisation_id="org", student_id="s0", at=NOW, not_since=NOW, call=None, reply=None)
    answer_all(core, item, [item.key] * 5)
    assert core.questions.life_card(item.id, CALLER).answers == 5
    assert core.questions.life_card(item.id, OTHER).answers == 0
    assert not core.questions.life_card(item.id, CALLER).own


def test_the_card_of_what_is_not_there_is_not_found(core: Core) -> None:
    with pytest.raises(NotFound, match="There is no item 'q_0'"):
        core.questions.life_card("q_0", CALLER)

"""Teachers' own items: looked over, kept, replaced, drawn beside the bank's; by whom, and for whom."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pydantic import ValidationError

from core.answers.wire import StartPractice
from core.api.core import Core
from core.api.questions import ItemDraft, ItemQuery
from core.errors import BadParameter, BadRequest, Forbidden, NotFound
from core.questions.wire import GenerateRequest
from core.records.items import Audio
from core.wiring import in_memory_core
from evaluation.questions.bank_items import shared_bank
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from tests.questions.editors import CALLER, NOW, OTHER, TABLES, tea, with_school

BANK_TEXT = ItemQuery(types=("multiple_choice",), topics=("grammar",), origin="bank", limit=1)


@pytest.fixture
def core() -> Iterator[Core]:
    made = in_memory_core(clock=StoppedClock(NOW), identifiers=CountingIdentifiers(), tables=TABLES, bank=shared_bank())
    yield with_school(made)
    made.store.close()


def fails(core: Core, draft: ItemDraft) -> set[str]:
    """Ids of the checks that do not hold."""
    return {check.id for check in core.questions.check(draft, CALLER).checks if not check.holds}


def test_an_item_without_notes_has_the_id_that_it_had_before_there_were_any(core: Core) -> None:
    found = core.questions.check(tea(), CALLER).item
    assert found is not None
    assert (found.id, found.source) == ("q_77067f15d51b3792", "own_ce6a5fc58168")


# -- looking over ------------------------------------------------------------------------------------------------


def test_a_good_draft_passes_every_check_and_shows_its_proof(core: Core) -> None:
    found = core.questions.check(tea(), CALLER)
    assert found.can_be_kept
    assert all(check.holds for check in found.checks)
    assert found.proof is not None
    assert found.proof.verdict == "proved"
    assert found.proof_said[0] == "Checked: there is one right answer."
    assert core.store.own_items("org") == []


@pytest.mark.parametrize(
    ("changed", "check", "blocks"),
    [
        ({"stem": "tea ____", "options": ("a", "b"), "key": "a"}, "chinese", True),
        ({"points": ("【九99】",)}, "points", True),
        ({"topic": "listening"}, "audio", True),
        ({"points": ("【四10】",)}, "point_level", False),
        ({"words": ("贡献",)}, "word_level", False),
        ({"explanation": {"zh": "", "en": ""}}, "explanation", False),
        ({"type": "fill_blank", "options": (), "stem": "我茶。"}, "blank", False),
    ],
)
def test_each_check_names_what_is_wrong(core: Core, changed: dict[str, object], check: str, blocks: bool) -> None:
    found = core.questions.check(tea(**changed), CALLER)
    assert fails(core, tea(**changed)) == {check}
    assert found.can_be_kept is not blocks
    assert (found.item is None) is blocks


def test_a_doubtful_proof_is_shown_and_does_not_block(core: Core) -> None:
    draft = tea(stem="我很累，____我想睡觉。", options=("但是", "可是", "因为", "如果"), key="但是")
    assert fails(core, draft) == {"proof"}
    assert core.questions.save(draft, CALLER, by="li").new


def test_something_to_hear_satisfies_a_listening_item(core: Core) -> None:
    heard = tea(topic="listening", stem="", audio=Audio(kind="speech", text="我喝茶。"))
    assert fails(core, heard) == set()


def test_a_draft_that_makes_no_question_is_explained_before_it_is_made(core: Core) -> None:
    fields = tea().model_dump()
    assert core.questions.draft_fault(fields) is None
    fault = core.questions.draft_fault({**fields, "key": "饮"})
    assert fault is not None
    assert fault.zh == "正确答案不在选项里。"
    with pytest.raises(ValidationError, match="not among the options"):
        tea(key="饮")
    assert core.questions.draft_fault({**fields, "stem": "长" * 30_000}) is not None
    assert core.questions.draft_fault({"type": "ordering", "topic": "grammar", "level": 1}) is not None


# -- keeping -----------------------------------------------------------------------------------------------------


def test_an_item_is_kept_as_a_draft_of_its_organisation(core: Core) -> None:
    saved = core.questions.save(tea(), CALLER, by="li")
    assert (saved.state, saved.new) == ("draft", True)
    assert core.questions.item(saved.item.id, CALLER).own
    with pytest.raises(NotFound, match="There is no item"):
        core.questions.item(saved.item.id, OTHER)
    with pytest.raises(NotFound, match="There is no item"):
        core.questions.set_state(saved.item.id, "retired", OTHER, by="he")


def test_the_same_item_again_changes_nothing(core: Core) -> None:
    first = core.questions.save(tea(), CALLER, by="li")
    again = core.questions.save(tea(), CALLER, by="li", state="approved")
    assert (again.new, again.change_id, again.state) == (False, None, "draft")
    assert again.item == first.item
    unchanged = core.questions.save(
        core.questions.draft_of(first.item.id, CALLER), CALLER, by="li", replaces=first.item.id
    )
    assert not unchanged.new
    assert core.questions.item(first.item.id, CALLER).state == "draft"


def test_the_order_of_options_makes_no_other_item(core: Core) -> None:
    first = core.questions.save(tea(), CALLER, by="li")
    assert core.questions.check(tea(options=("听", "喝", "看", "吃")), CALLER).item == first.item


@pytest.mark.parametrize(
    "changed", [{"level": 2}, {"tags": ("gap",)}, {"points": ("【一01】",)}, {"stem": "我们____茶。"}]
)
def test_whatever_is_changed_the_new_item_replaces_the_old(core: Core, changed: dict[str, object]) -> None:
    old = core.questions.save(tea(), CALLER, by="li", state="approved")
    draft = core.questions.draft_of(old.item.id, CALLER).model_copy(update=changed)
    new = core.questions.save(ItemDraft.model_validate(draft.model_dump()), CALLER, by="li", replaces=old.item.id)
    assert new.new
    assert new.item.id != old.item.id
    assert core.questions.item(old.item.id, CALLER).state == "retired"
    card = core.questions.life_card(new.item.id, CALLER)
    assert (card.replaces, card.author) == (old.item.id, "李老师")
    assert core.questions.life_card(old.item.id, CALLER).replaced_by == new.item.id


def test_undoing_an_edit_brings_the_old_version_back(core: Core) -> None:
    old = core.questions.save(tea(), CALLER, by="li", state="approved")
    new = core.questions.save(tea(level=2), CALLER, by="li", replaces=old.item.id)
    assert new.change_id is not None
    core.questions.undo(new.change_id, CALLER, by="li")
    assert core.questions.item(old.item.id, CALLER).state == "approved"
    assert core.questions.item(new.item.id, CALLER).state == "retired"


def test_an_edited_item_of_the_bank_becomes_an_own_one_and_the_bank_s_stays(core: Core) -> None:
    bank = core.questions.search(BANK_TEXT, CALLER).lines[0].item
    draft = core.questions.draft_of(bank.id, CALLER)
    assert not core.questions.save(draft, CALLER, by="li").new
    changed = ItemDraft.model_validate({**draft.model_dump(), "level": 7})
    own = core.questions.save(changed, CALLER, by="li", replaces=bank.id)
    assert own.item.id != bank.id
    assert own.item.similar == bank.similar
    assert core.questions.item(bank.id, CALLER).state == "approved"


def test_what_blocks_is_said_and_nothing_is_kept(core: Core) -> None:
    with pytest.raises(BadParameter, match="cannot be kept") as caught:
        core.questions.save(tea(points=("【九99】",)), CALLER, by="li")
    assert "【九99】" in caught.value.remedy("zh")
    assert core.store.own_items("org") == []


def test_only_teachers_of_the_organisation_write(core: Core) -> None:
    for nobody in ("kid", "he", "nobody"):
        with pytest.raises(Forbidden, match="may not change items"):
            core.questions.save(tea(), CALLER, by=nobody)
    saved = core.questions.save(tea(), CALLER, by="li")
    with pytest.raises(Forbidden, match="may not change items"):
        core.questions.set_state(saved.item.id, "approved", CALLER, by="kid")
    assert saved.change_id is not None
    with pytest.raises(Forbidden, match="may not change items"):
        core.questions.undo(saved.change_id, CALLER, by="kid")


def test_nothing_is_saved_as_retired_or_in_place_of_what_is_not_there(core: Core) -> None:
    with pytest.raises(BadParameter, match="draft or approved"):
        core.questions.save(tea(), CALLER, by="li", state="retired")
    with pytest.raises(NotFound, match="q_nothing"):
        core.questions.save(tea(), CALLER, by="li", replaces="q_nothing")


# -- drawing -----------------------------------------------------------------------------------------------------


def drawn(core: Core, *, tags: list[str], caller: object = CALLER) -> set[str]:
    """Ids of what a request for a tag gets."""
    request = GenerateRequest(level="beginner", type="multiple_choice", topic="grammar", tags=tags, count=50, seed=1)
    return {question.id for question in core.questions.generate(request, caller).questions}  # type: ignore[arg-type]


def test_an_own_item_is_drawn_once_it_is_approved_and_in_its_organisation_only(core: Core) -> None:
    saved = core.questions.save(tea(tags=("ours",)), CALLER, by="li")
    assert drawn(core, tags=["ours"]) == set()
    core.questions.set_state(saved.item.id, "approved", CALLER, by="li")
    assert drawn(core, tags=["ours"]) == {saved.item.id}
    assert drawn(core, tags=["ours"], caller=OTHER) == set()
    with pytest.raises(NotFound, match="There is no item"):
        core.questions.life_card(saved.item.id, OTHER)
    core.questions.set_state(saved.item.id, "retired", CALLER, by="li")
    assert drawn(core, tags=["ours"]) == set()


def test_practice_draws_own_items_too(core: Core) -> None:
    point = "【一01】"
    own = {
        core.questions.save(tea(stem=f"{name}____茶。", points=(point,)), CALLER, by="li", state="approved").item.id
        for name in ("我", "你", "他")
    }
    request = StartPractice(student_id="s1", points=[point], count=50, types=["multiple_choice"])
    shown = {card.item.id for card in core.practice.start(request, CALLER).cards}
    assert own <= shown
    assert shown > own


def test_a_retired_item_of_the_bank_is_drawn_no_more_here_and_still_elsewhere(core: Core) -> None:
    target = core.questions.search(BANK_TEXT.model_copy(update={"kind": "gap"}), CALLER).lines[0].item
    point = target.points[0]
    assert target.id in drawn(core, tags=[point])
    core.questions.set_state(target.id, "retired", CALLER, by="li")
    assert target.id not in drawn(core, tags=[point])
    assert target.id in drawn(core, tags=[point], caller=OTHER)
    core.questions.set_state(target.id, "approved", CALLER, by="li")
    assert target.id in drawn(core, tags=[point])


# -- states ------------------------------------------------------------------------------------------------------


def test_a_change_can_be_undone_while_it_is_the_newest(core: Core) -> None:
    saved = core.questions.save(tea(), CALLER, by="li")
    first = core.questions.set_state(saved.item.id, "approved", CALLER, by="li")
    second = core.questions.set_state(saved.item.id, "retired", CALLER, by="li", reason="太容易")
    assert first.change_id is not None
    assert second.change_id is not None
    with pytest.raises(BadRequest, match="changed in the meantime"):
        core.questions.undo(first.change_id, CALLER, by="li")
    assert core.questions.undo(second.change_id, CALLER, by="li").state == "approved"
    history = core.questions.life_card(saved.item.id, CALLER).history
    assert [change.act for change in history] == ["undone", "set", "set", "saved"]
    assert history[1].reason.zh == "太容易"
    assert [change.can_be_undone for change in history] == [True, False, False, False]
    assert {change.by for change in history} == {"李老师"}
    redone = core.questions.undo(history[0].change_id, CALLER, by="li")
    assert redone.state == "retired"


def test_setting_the_present_state_changes_nothing(core: Core) -> None:
    saved = core.questions.save(tea(), CALLER, by="li")
    assert core.questions.set_state(saved.item.id, "draft", CALLER, by="li").change_id is None
    assert len(core.questions.life_card(saved.item.id, CALLER).history) == 1


def test_an_item_of_the_bank_is_never_a_draft(core: Core) -> None:
    bank = core.questions.search(BANK_TEXT, CALLER).lines[0].item
    with pytest.raises(BadParameter, match="never a draft"):
        core.questions.set_state(bank.id, "draft", CALLER, by="li")
    with pytest.raises(NotFound, match="There is no change"):
        core.questions.undo(7, CALLER, by="li")

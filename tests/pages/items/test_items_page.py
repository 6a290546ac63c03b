"""Items: found, looked at, changed and changed back, written, imported, exported; for teachers and nobody else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core import wiring
from core.api.core import Core
from core.api.questions import Estimate, ItemDraft, ItemQuery, OptionRate
from core.errors import NotFound
from core.questions import service as questions
from core.questions.bank import ItemBank
from core.records.access import Role
from core.records.items import Item
from core.store.sql import SqlStore
from core.wire import Bilingual
from evaluation.questions.bank_items import bank_items
from pages.parts.items import form as items_form
from pages.parts.items import importing as items_import
from pages.parts.items import list as items_list
from pages.parts.items.export import file_kinds
from pages.parts.items.filter import key_of_filter
from pages.parts.items.form import form_of, orders_of
from pages.parts.items.life import difficulty_html, discrimination_sentence, option_html
from pages.parts.items.preview import right_detail
from pages.parts.items.words import estimate_text, signed
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers

PAGE = "pages/items.py"
DRAFT = ItemDraft(
    type="multiple_choice",
    topic="grammar",
    level=2,
    instruction=Bilingual(zh="选出填入空白处的正确答案。", en="Choose what fits the blank."),
    stem="他____去过上海。",
    options=("没", "不", "别"),
    key="没",
    explanation=Bilingual(zh="“过”的否定用“没”。", en="过 is negated with 没."),
)
GIFT = "::Q1:: 他____去过北京。 { =没 ~不 ~别 }\n\n::Q2:: Write about your family. {}\n".encode()


@pytest.fixture(scope="session")
def costly_parts(bank: ItemBank) -> Core:
    """What is costly to make and never changes: the bank in columns, the prover with its language model."""
    return wiring.in_memory_core(bank=bank)


@pytest.fixture
def core(core: Core, costly_parts: Core) -> Core:
    """The core of the pages with those."""
    core.questions.catalogue, core.questions.prover = costly_parts.questions.catalogue, costly_parts.questions.prover
    return core


def save_item(core: Core, state: str = "draft") -> Item:
    """An own item of the teacher."""
    by, caller = account_of(core, "teacher").account_id, caller_of(core, "teacher")
    return core.questions.save(DRAFT, caller, by=by, state=state).item  # type: ignore[arg-type]


def open_item(open_page: OpenPage, item_id: str) -> AppTest:
    """The page of one item."""
    test = open_page(PAGE, "teacher")
    test.query_params["item"] = item_id
    return test.run()


def state_of(core: Core, item_id: str) -> str:
    return core.questions.item(item_id, caller_of(core, "teacher")).state


def button_labels(test: AppTest) -> list[str]:
    return [button.label for button in test.button]


# -- who ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["teacher", "admin"])
def test_teachers_and_administrators_see_the_bank(open_page: OpenPage, role: Role) -> None:
    test = open_page(PAGE, role).run()
    assert not test.exception
    assert "items in all. Search, or narrow them down below." in page_text(test)
    assert len(test.dataframe[0].value) == 25


def test_a_student_sees_nothing_of_it(open_page: OpenPage) -> None:
    test = open_page(PAGE, "student").run()
    assert "This page is not part of your account." in page_text(test)
    assert not test.dataframe


# -- find --------------------------------------------------------------------------------------------------


def test_filters_narrow_and_the_next_page_goes_on(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    test.button(key="items_page:material/chevron_right:").click().run()
    assert any(caption.value.startswith("26–50 of ") for caption in test.caption)
    test.text_input(key=key_of_filter("text")).set_value("北京").run()
    assert not test.exception
    assert any(caption.value.startswith("1–") for caption in test.caption)
    results = core.questions.search(ItemQuery(text="北京"), caller_of(core, "teacher"))
    assert f"Matching items: **{results.total:,}**." in page_text(test)


def test_an_empty_search_says_what_to_do_and_leads_back(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher").run()
    test.text_input(key=key_of_filter("text")).set_value("no such item anywhere").run()
    assert "Remove a filter, search for another word, or write the item yourself." in page_text(test)
    test.button(key="items_clear").click().run()
    assert "items in all." in page_text(test)


def test_without_own_items_the_first_steps_are_offered(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher")
    test.session_state[key_of_filter("origin")] = "own"
    test.run()
    assert "There are no items of your own yet" in page_text(test)
    test.button(key="items_to_write").click().run()
    assert "Write the question and its answer" in page_text(test)


# -- one item ----------------------------------------------------------------------------------------------


def test_an_item_is_shown_with_its_life_before_any_answer(open_page: OpenPage, core: Core) -> None:
    line = core.questions.search(ItemQuery(types=("multiple_choice",)), caller_of(core, "teacher")).lines[0]
    test = open_item(open_page, line.item.id)
    assert not test.exception
    for text in ("Students get this item.", "No student has had it yet.", "Not enough data yet", "One right answer?"):
        assert text in page_text(test)
    assert "Edit a copy" in button_labels(test)


def test_an_item_with_answers_says_how_it_did(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "teacher")
    submit_answers(core, "s1", caller, right=2, wrong=1)
    item = next(
        candidate
        for candidate in core.bank.items("multiple_choice", "grammar", "beginner")
        if core.questions.life_card(candidate.id, caller).answers
    )
    test = open_item(open_page, item.id)
    assert not test.exception
    assert "1 answer by 1 student" in page_text(test)


def test_an_unknown_item_leads_back(open_page: OpenPage) -> None:
    test = open_item(open_page, "q_0000000000000000")
    assert "This item does not exist (any more)." in page_text(test)
    test.button(key="item_back").click().run()
    assert "items in all." in page_text(test)


def test_a_draft_is_approved_retired_with_a_reason_and_every_step_is_undone(open_page: OpenPage, core: Core) -> None:
    item = save_item(core)
    test = open_item(open_page, item.id)
    assert "A draft: students get it once you approve it." in page_text(test)
    test.button(key="item_approve").click().run()
    assert state_of(core, item.id) == "approved"
    test.text_input(key="item_reason").set_value("Two answers *fit*").run()
    test.button(key="item_retire").click().run()
    assert not test.exception
    assert state_of(core, item.id) == "retired"
    assert "Two answers *fit*" in page_text(test)
    assert "Bring back" in button_labels(test)
    test.button(key="items_undo").click().run()
    assert state_of(core, item.id) == "approved"
    assert "Taken back: everything is as it was before." in page_text(test)


def test_a_change_that_is_no_longer_the_newest_says_so(open_page: OpenPage, core: Core) -> None:
    item = save_item(core)
    test = open_item(open_page, item.id)
    test.button(key="item_approve").click().run()
    by, caller = account_of(core, "admin").account_id, caller_of(core, "admin")
    core.questions.set_state(item.id, "retired", caller, by=by)
    test.button(key="items_undo").click().run()
    assert not test.exception
    assert test.error
    assert state_of(core, item.id) == "retired"


def test_the_basket_takes_items_in_and_gives_them_back(open_page: OpenPage, core: Core) -> None:
    item = save_item(core)
    test = open_item(open_page, item.id)
    test.button(key="item_collect").click().run()
    test.button(key="item_back").click().run()
    assert "Chosen exercises (1)" in [expander.label for expander in test.expander]
    test.button(key=f"items_out_{item.id}").click().run()
    assert not test.exception
    assert not test.expander


def test_the_basket_names_two_that_give_each_other_away_and_exchanges_one(open_page: OpenPage, core: Core) -> None:
    items = bank_items("multiple_choice", "grammar")
    first = next(item for item in items if item.standard_level == 1)
    second = next(item for item in bank_items("fill_blank", "grammar") if item.source == first.source)
    questions.keep([first, second], caller_of(core, "teacher"), store=core.store, clock=core.clock)
    test = open_page(PAGE, "teacher")
    test.session_state["items_basket"] = {first.id: "一", second.id: "二"}
    test.run()
    assert "**1 pair of exercises gives its answers away**" in page_text(test)
    assert "Numbers 1 (一) and 2 (二) are made from the same text." in page_text(test)
    next(button for button in test.button if button.label == "Exchange number 2").click().run()
    assert not test.exception
    first_id, other_id = test.session_state["items_basket"]
    assert (first_id, other_id != second.id) == (first.id, True)
    assert core.questions.giveaways([first_id, other_id], caller_of(core, "teacher")) == []
    assert "gives its answers away" not in page_text(test)


def test_an_item_that_is_gone_hides_nothing_of_the_others(open_page: OpenPage, core: Core) -> None:
    first = next(item for item in bank_items("multiple_choice", "grammar") if item.standard_level == 1)
    second = next(item for item in bank_items("fill_blank", "grammar") if item.source == first.source)
    questions.keep([first, second], caller_of(core, "teacher"), store=core.store, clock=core.clock)
    test = open_page(PAGE, "teacher")
    test.session_state["items_basket"] = {"q_gone": "无", first.id: "一", second.id: "二"}
    test.run()
    assert "Numbers 2 (一) and 3 (二) are made from the same text." in page_text(test)
    next(button for button in test.button if button.label == "Exchange number 3").click().run()
    assert not test.exception
    assert second.id not in test.session_state["items_basket"]


def test_ticked_items_that_give_each_other_away_are_told_beside_the_file(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    items = bank_items("multiple_choice", "grammar")
    first = next(item for item in items if item.standard_level == 1)
    second = next(item for item in bank_items("fill_blank", "grammar") if item.source == first.source)
    questions.keep([first, second], caller_of(core, "teacher"), store=core.store, clock=core.clock)
    ticked = [core.questions.item(each.id, caller_of(core, "teacher")) for each in (first, second)]
    monkeypatch.setattr(items_list, "_draw_table", lambda _results: ticked)
    test = open_page(PAGE, "teacher").run()
    assert not test.exception
    assert "**1 pair of exercises gives its answers away.** Put them into the chosen exercises" in page_text(test)
    test.button(key="items_collect").click().run()
    assert "Numbers 1 (" in page_text(test)


def test_however_many_items_are_compared_the_states_are_not_read_for_each_and_those_gone_are_left_out(
    core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    caller = caller_of(core, "teacher")
    items = bank_items("multiple_choice", "grammar")
    first = next(item for item in items if item.standard_level == 1)
    second = next(item for item in bank_items("fill_blank", "grammar") if item.source == first.source)
    questions.keep([first, second], caller, store=core.store, clock=core.clock)
    own = core.questions.save(DRAFT, caller, by=account_of(core, "teacher").account_id)
    ids = [first.id, "q_gone", second.id, own.item.id, first.id]
    core.questions.bank_of(caller)  # the organisation's own items are read once
    read: list[str] = []

    def noted(name: str) -> Callable[..., object]:
        method = getattr(SqlStore, name)

        def call(*arguments: object) -> object:
            read.append(name)
            return method(*arguments)

        return call

    for name in ("item_states", "own_item", "items"):
        monkeypatch.setattr(SqlStore, name, noted(name))
    (pair,) = core.questions.giveaways(ids, caller)
    assert {pair.first, pair.second} == {first.id, second.id}
    assert read == ["items"]
    exchanged = core.questions.exchange(second.id, [first.id, "q_gone"], caller, seed=1)
    assert exchanged is not None
    with pytest.raises(NotFound, match="q_gone"):
        core.questions.exchange("q_gone", [first.id], caller)


# -- write -------------------------------------------------------------------------------------------------


def open_form(open_page: OpenPage, draft: ItemDraft) -> AppTest:
    """The form, filled in by hand."""
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "write"
    for name, value in form_of(draft).items():
        test.session_state[items_form.field_key(name)] = value
    return test.run()


def test_an_empty_form_says_where_to_begin(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "write"
    test.run()
    assert not test.exception
    assert "Nothing is typed yet." in page_text(test)
    test.text_area(key=items_form.field_key("stem")).set_value("他____去过上海。").run()
    assert "fewer than 2 options" in page_text(test)


def test_what_is_written_is_checked_kept_as_a_draft_and_shown(open_page: OpenPage, core: Core) -> None:
    test = open_form(open_page, DRAFT)
    assert not test.exception
    assert "Checks" in page_text(test)
    test.button(key="item_new_save").click().run()
    assert not test.exception
    caller = caller_of(core, "teacher")
    (line,) = core.questions.search(ItemQuery(origin="own"), caller).lines
    assert (line.item.stem, line.item.standard_level, line.state) == ("他____去过上海。", 2, "draft")
    assert test.query_params["item"] == line.item.id
    assert "Saved as a draft." in page_text(test)


def test_an_own_item_is_edited_into_a_new_version_that_replaces_it(open_page: OpenPage, core: Core) -> None:
    item = save_item(core, "approved")
    test = open_item(open_page, item.id)
    test.button(key="item_edit").click().run()
    assert "Nothing was changed yet." in page_text(test)
    test.text_input(key=items_form.field_key("translation")).set_value("He has never been to Shanghai.").run()
    test.text_area(key=items_form.field_key("wrong")).set_value("不\n别\n非").run()
    test.button(key="item_new_approve").click().run()
    assert not test.exception
    assert state_of(core, item.id) == "retired"
    card = core.questions.life_card(test.query_params["item"], caller_of(core, "teacher"))
    assert (card.replaces, card.state, len(card.item.options)) == (item.id, "approved", 4)
    assert card.item.translation == "He has never been to Shanghai."


def test_a_copy_of_a_bank_item_may_take_its_place(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "teacher")
    item = core.questions.search(ItemQuery(types=("ordering",), topics=("grammar",)), caller).lines[0].item
    test = open_item(open_page, item.id)
    test.button(key="item_edit").click().run()
    assert "Nothing was changed yet." in page_text(test)
    test.text_area(key=items_form.field_key("why_en")).set_value("Another explanation.").run()
    test.toggle(key="item_new_retire").set_value(True).run()
    test.button(key="item_new_approve").click().run()
    assert not test.exception
    assert state_of(core, item.id) == "retired"
    test.button(key="items_undo").click().run()
    assert state_of(core, item.id) == "approved"


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ("不 = 没去过，不用“不”。\n别 用在命令里。", "Write the text, =, and the note about it: “别 用在命令里。”."),
        ("不 = 没去过，不用“不”。\n非 = 太书面。", "There is a note about “非”, which is none of the options"),
    ],
)
def test_a_note_that_would_be_lost_is_named_and_nothing_is_saved(open_page: OpenPage, notes: str, said: str) -> None:
    test = open_form(open_page, DRAFT)
    test.text_area(key=items_form.field_key("notes_zh")).set_value(notes).run()
    assert not test.exception
    assert said in page_text(test)
    assert "item_new_save" not in [button.key for button in test.button]


def test_a_note_with_a_line_break_stays_whole_in_the_form(open_page: OpenPage, core: Core) -> None:
    draft = DRAFT.model_copy(update={"notes": {"不": Bilingual(zh="一。\n二＝三。", en="one.\ntwo.")}})
    by, caller = account_of(core, "teacher").account_id, caller_of(core, "teacher")
    item = core.questions.save(draft, caller, by=by, state="draft").item
    test = open_item(open_page, item.id)
    test.button(key="item_edit").click().run()
    assert test.text_area(key=items_form.field_key("notes_zh")).value == "不 = 一。 二＝三。"
    assert "Nothing was changed yet." in page_text(test)
    test.text_area(key=items_form.field_key("why_en")).set_value("Another explanation.").run()
    test.button(key="item_new_save").click().run()
    assert not test.exception
    (option,) = (each for each in core.questions.item(test.query_params["item"], caller).item.options if each.note)
    assert option.note == Bilingual(zh="一。 二＝三。", en="one. two.")


@pytest.mark.parametrize("kind", ["multiple_choice", "fill_blank", "matching", "ordering"])
@pytest.mark.parametrize("topic", ["grammar", "listening"])
def test_an_item_in_the_form_is_the_same_item(open_page: OpenPage, core: Core, kind: str, topic: str) -> None:
    query = ItemQuery(types=(kind,), topics=(topic,))  # type: ignore[arg-type]
    caller = caller_of(core, "teacher")
    for line in core.questions.search(query, caller).lines[:2]:
        test = open_item(open_page, line.item.id)
        test.button(key="item_edit").click().run()
        assert not test.exception
        assert "Nothing was changed yet." in page_text(test), line.item


# -- files -------------------------------------------------------------------------------------------------


def test_the_import_says_what_it_wants_before_a_file(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "import"
    test.run()
    assert not test.exception
    assert "Nothing is kept before you have seen what is in it." in page_text(test)
    assert "No file at hand?" in page_text(test)


def test_a_file_is_shown_row_by_row_and_taken_over_as_drafts(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "import"
    test.run()
    test.file_uploader[0].upload("unit.gift", GIFT, "text/plain").run()
    assert not test.exception
    assert "**1** of 2 questions were understood." in page_text(test)
    assert list(test.dataframe[0].value["Understood"]) == ["✓ yes", "✕ no"]
    test.button(key="items_take").click().run()
    assert not test.exception
    assert "1 draft is kept." in page_text(test)
    caller = caller_of(core, "teacher")
    assert core.questions.search(ItemQuery(origin="own", state="draft"), caller).total == 1
    test.button(key="items_undo").click().run()
    assert core.questions.search(ItemQuery(origin="own", state="draft"), caller).total == 0


def test_a_broken_file_is_refused_in_the_language_of_the_page(open_page: OpenPage) -> None:
    test = open_page(PAGE, "teacher")
    test.query_params["view"] = "import"
    test.run()
    test.file_uploader[0].upload("unit.zip", b"not a zip", "application/zip").run()
    assert not test.exception
    assert "upload again" in test.error[0].value


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("a.gift", "gift"), ("a.txt", "gift"), ("b.XML", "moodle_xml"), ("c.zip", "qti"), ("d.csv", "csv")],
)
def test_the_format_is_known_by_the_name(name: str, wanted: str) -> None:
    assert items_import.format_of(name) == wanted


def test_every_format_makes_a_file_of_the_name_it_says(open_page: OpenPage, core: Core) -> None:
    test = open_page(PAGE, "teacher").run()
    assert test.get("download_button")[0].proto.label == "Download 500 items"
    caller = caller_of(core, "teacher")
    item = core.questions.search(ItemQuery(), caller).lines[0].item
    for form, kind in file_kinds().items():
        made = core.questions.export([item.id], form, caller, title="Unit 3")
        assert made.content
        assert made.media_type.partition(";")[0] == kind.media_type, form
        assert made.name.rpartition(".")[2] == kind.file.rpartition(".")[2], form


# -- words and figures -------------------------------------------------------------------------------------


def test_figures_bear_their_range_and_a_true_minus(open_page: OpenPage) -> None:
    assert estimate_text(Estimate(value=-0.26, low=-1.0, high=0.5)) == "−0.3 (−1 to 0.5)"
    assert signed(-0.01) == "0"


def test_an_option_is_named_in_words_and_escaped(open_page: OpenPage) -> None:
    rate = Estimate(value=0.3, low=0.18, high=0.45)
    drawn = option_html(OptionRate(id="A", text="<b>没</b>", right=True, chosen=12, rate=rate, ability=0.4))
    assert "&lt;b&gt;没&lt;/b&gt;" in drawn
    assert "right answer" in drawn
    assert "12 answers, 30 % (18–45), ability +0.4" in drawn


def test_the_plot_holds_both_difficulties_and_the_slope_is_said_in_words(open_page: OpenPage, core: Core) -> None:
    card = core.questions.life_card(save_item(core).id, caller_of(core, "teacher"))
    assert "Observed" not in difficulty_html(card)
    known = card.model_copy(
        update={
            "observed": Estimate(value=9.0, low=5.0, high=12.0),
            "discrimination": Estimate(value=-0.8, low=-1.4, high=-0.2),
        }
    )
    assert "Observed 9 (5 to 12)" in difficulty_html(known)
    assert "No: stronger students do worse." in discrimination_sentence(known)


def test_the_preview_shows_the_key_as_a_right_answer(core: Core) -> None:
    item = save_item(core)
    detail = right_detail(item)
    assert (detail.is_correct, detail.correct_answer) == (True, item.key)


def test_other_orders_are_read_as_numbers_and_nonsense_is_refused(core: Core) -> None:
    assert orders_of(("2 1 3", "3，1，2")) == ((1, 0, 2), (2, 0, 1))
    fields = {
        "type": "ordering",
        "topic": "grammar",
        "level": 1,
        "options": ("我", "去", "北京"),
        "orders": orders_of(("x",)),
    }
    assert core.questions.draft_fault(fields) is not None

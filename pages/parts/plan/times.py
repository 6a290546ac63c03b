"""When a student wants to study: a first choice in two taps, later the settings of every slot."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.errors import WenluError
from core.plan.day.slots import SLOTS, Slot
from core.plan.wire import PlanSettings, SlotChoice
from core.records.plan import ALL_SLOTS
from pages.parts.addresses import page_named
from pages.parts.i18n import _, language, ngettext
from pages.parts.plan.words import period_text, slot_name
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

AMOUNTS: tuple[int | None, ...] = (10, 20, 30, 45, 60, 90, None)
"""Minutes to choose from; None: the slot's full amount."""
FIRST_AMOUNTS: tuple[int | None, ...] = (10, 20, 30, 60, None)
FIRST_MINUTES = 20
"""Preselected: enough for a round, a lesson and some reading aloud, and little enough to be kept up."""
FIRST_SLOTS: tuple[Slot, ...] = ("evening", "weekend")
"""Preselected: the evening of a school day, and the one slot that a weekend has."""
PLACES = ("quiet", "way")
SAVE_RESULT = "plan_times_saved"


def slot_text(slot: Slot) -> str:
    """`Evening 18:00–19:30`."""
    return f"{slot_name(slot)} {period_text(slot)}"


def amount_name(minutes: int | None) -> str:
    """`20 min`, `Full amount`."""
    return _("Full amount") if minutes is None else _("{minutes} min").format(minutes=minutes)


def full_amount_text(slot: Slot) -> str:
    """`9 questions and up to 40 min of lessons`."""
    rule = SLOTS[slot]
    return ngettext(
        "{count} question and up to {minutes} min of lessons",
        "{count} questions and up to {minutes} min of lessons",
        rule.questions,
        minutes=str(rule.video_minutes),
    )


# -- the first time ------------------------------------------------------------------------------------------


def draw_first_times(who: Visitor, *, primary: bool = True) -> None:
    """The one question before a first plan. `primary`: its button is the primary action of the page."""
    with st.container(border=True):
        st.subheader(_("When do you want to study?"), anchor=False)
        st.markdown(_("Choose what fits your day; the plan never fills more than this. You can change it at any time."))
        slots = st.pills(
            _("Times of day"), ALL_SLOTS, selection_mode="multi", default=list(FIRST_SLOTS), format_func=slot_text, key="plan_first_slots"
        )  # fmt: skip
        minutes = st.segmented_control(
            _("How long each time"), FIRST_AMOUNTS, default=FIRST_MINUTES, format_func=amount_name, key="plan_first_minutes", required=True
        )  # fmt: skip
        st.caption(_weekly_text(slots, minutes))
        st.button(
            _("Make my plan"), type="primary" if primary else "secondary", key="plan_first", disabled=not slots, on_click=save_first, args=(who, slots, minutes)
        )  # fmt: skip
        draw_save_result()


def _weekly_text(slots: Sequence[Slot], minutes: int | None) -> str:
    if not slots:
        return _("Choose at least one time of day.")
    if minutes is None:
        return _("The full amount is what the course plans for each time: in the evening {amount}.").format(
            amount=full_amount_text("evening")
        )
    return _("That is up to {minutes} minutes a week.").format(minutes=_settings(slots, minutes).minutes_a_week)


def save_first(who: Visitor, slots: Sequence[Slot], minutes: int | None) -> None:
    """Save the chosen slots with the same amount each, the others off."""
    _save(who, _settings(slots, minutes))


def _settings(slots: Sequence[Slot], minutes: int | None) -> PlanSettings:
    return PlanSettings.model_validate({slot: SlotChoice(on=slot in slots, minutes=minutes) for slot in ALL_SLOTS})


# -- later ---------------------------------------------------------------------------------------------------


def draw_times(who: Visitor, settings: PlanSettings) -> None:
    """An expander with the settings of every slot and of essays, and a link to the target; drawn when it is opened."""
    opened = st.expander(_("Times and places"), icon=":material/tune:", key="plan_times", on_change="rerun")
    draw_save_result()
    if not opened.open:
        return
    with opened, st.form("plan_times_form", border=False):
        choices = {slot: _draw_slot(slot, settings.of(slot)) for slot in ALL_SLOTS}
        st.divider()
        essays = st.toggle(
            _("Essay titles from time to time"), settings.essays, key="plan_essays", help=_("Every third day at most, in a quiet place, where there is time for it.")
        )  # fmt: skip
        st.caption(_("Saving replans today, except for times of day in which you have started or moved something."))
        if st.form_submit_button(_("Save"), icon=":material/check:"):
            _save(who, PlanSettings.model_validate({**choices, "essays": essays}))
            st.rerun(scope="fragment")
    with opened:
        st.page_link(page_named("learning_path"), label=_("To your target: it decides which new points come first"), icon=":material/flag:")  # fmt: skip


def _draw_slot(slot: Slot, choice: SlotChoice) -> SlotChoice:
    """The settings of one slot: on or off, how long, where."""
    on_column, amount_column, place_column = st.columns([3, 2, 3], vertical_alignment="bottom")
    is_on = on_column.toggle(slot_text(slot), choice.on, key=f"plan_on_{slot}")
    on_column.caption(_("Full amount: {amount}").format(amount=full_amount_text(slot)))
    offered = sorted({*AMOUNTS, choice.minutes}, key=lambda minutes: minutes or 1000)
    minutes = amount_column.selectbox(
        _("At most"), offered, index=offered.index(choice.minutes), format_func=amount_name, key=f"plan_minutes_{slot}"
    )
    place = place_column.segmented_control(
        _("Where"), PLACES, default=choice.place, format_func=place_names().__getitem__, key=f"plan_place_{slot}", required=True,
        help=_("On the go, nothing has to be said aloud or written: you only listen and read."),
    )  # fmt: skip
    return SlotChoice.model_validate({"on": is_on, "minutes": minutes, "place": place or choice.place})


def place_names() -> dict[str, str]:
    """Names of the places where one studies."""
    return {"quiet": _("In a quiet place"), "way": _("On the go")}


def _save(who: Visitor, settings: PlanSettings) -> None:
    try:
        who.core.plan.set_settings(who.student_id, settings, who.caller)
    except WenluError as error:
        st.session_state[SAVE_RESULT] = error.remedy(language())
        return
    st.session_state[SAVE_RESULT] = ""


def draw_save_result() -> None:
    """Whether the last choice was saved, or why not."""
    message = st.session_state.pop(SAVE_RESULT, None)
    if message:
        st.error(escaped(message), icon=":material/error:")
    elif message == "":
        st.toast(_("Your times are saved."), icon=":material/check:")

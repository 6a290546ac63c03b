"""Before the first item: what the placement is, and three questions that no test can answer; or one to go on with."""

from __future__ import annotations

import streamlit as st

from core.portrait.wire import PlacementState, Questionnaire
from pages.parts.dates import moment_name
from pages.parts.hearing import draw_sound_line, has_voice
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

PLACEMENT_PARAMETER = "placement"
"""Query parameter: the placement that is shown, so that a refresh comes back to it."""
NEW = "new"
"""Stands in the address in place of a placement while a further one is about to begin."""
GOALS, NATIVE, DURATION = "placement_goals", "placement_native", "placement_duration"
NOT_STATED = "unknown"
"""Stands for an answer left empty: the contract wants a word in every field."""
LONGEST_ANSWER = 200
"""The longest answer in the questionnaire, in characters, as the contract has it."""


def draw_open(state: PlacementState) -> None:
    """A placement that was begun and left, with a button to go on."""
    st.title(_("Placement"))
    with st.container(border=True):
        text_column, button_column = st.columns([4, 1], vertical_alignment="center")
        text_column.markdown(_("**An unfinished placement test**"))
        text_column.caption(
            _("{done} of {most} questions at most are answered; you can go on until {moment}.").format(
                done=state.answered, most=state.most, moment=moment_name(state.goes_on_until)
            )
        )
        button_column.button(
            _("Go on"),
            type="primary",
            width="stretch",
            key="placement_go_on",
            on_click=name_in_address,
            args=(state.placement_id,),
        )


def name_in_address(placement: str) -> None:
    """Let the address name a placement, or `NEW`, from now on."""
    st.query_params[PLACEMENT_PARAMETER] = placement


def draw_start(who: Visitor, before: Questionnaire | None, *, again: bool) -> None:
    """The page before a placement: what it is, the questionnaire, the button that begins.

    `before`: what was said before an earlier placement; the form opens with it. `again`: there is such a placement.
    """
    st.title(_("Placement"))
    st.markdown(
        _(
            "Twenty short questions at most, about ten minutes. Each answer chooses the next question: after a right one it "
            "gets harder, after a wrong one easier. You can leave at any time and go on within a day."
        )
    )
    st.markdown(_("“I don't know” is an honest answer and helps to find your level sooner than a guess."))
    if again:
        st.markdown(_("This begins a new placement. Your answers so far still count for your level."))
    draw_sound_line(who)
    with st.form("placement_start", border=True):
        st.markdown(f"**{_('First, three questions about you')}**")
        st.caption(
            _(
                "Leave empty what you do not want to say. Your answers are kept with your portrait; how long you have been learning decides where the questions begin."
            )
        )
        st.multiselect(
            _("Why are you learning Chinese?"),
            list(goal_names()),
            default=[goal for goal in before.learning_goals if goal in goal_names()] if before else None,
            format_func=goal_names().__getitem__,
            placeholder=_("Choose as many as you like"),
            key=GOALS,
        )
        native = before.native_language if before and before.native_language != NOT_STATED else ""
        st.text_input(_("Your native language"), native, max_chars=LONGEST_ANSWER, key=NATIVE)
        st.selectbox(
            _("How long have you been learning Chinese?"),
            list(duration_names()),
            index=list(duration_names()).index(before.learning_duration)
            if before and before.learning_duration in duration_names()
            else None,
            format_func=duration_names().__getitem__,
            placeholder=_("Choose one"),
            key=DURATION,
        )
        st.form_submit_button(_("Begin"), type="primary", icon=":material/play_arrow:", on_click=_begin, args=(who,))


def _begin(who: Visitor) -> None:
    """Begin a placement, or go on with one that another tab began; the address names it from now on."""
    session = st.session_state
    questionnaire = questionnaire_of(list(session[GOALS]), session[NATIVE], session[DURATION])
    state = who.core.placement.start(who.student_id, who.caller, questionnaire=questionnaire, voice=has_voice())
    name_in_address(state.placement_id)


def questionnaire_of(goals: list[str], native: str, duration: str | None) -> Questionnaire:
    """The answers as the contract's questionnaire."""
    return Questionnaire(
        learning_goals=goals,
        native_language=native.strip() or NOT_STATED,
        learning_duration=duration or NOT_STATED,
    )


def goal_names() -> dict[str, str]:
    """Names of goals by the word that is stored."""
    return {
        "study": _("To study in Chinese"),
        "work": _("For work"),
        "exam": _("To pass an examination"),
        "travel": _("To travel"),
        "family": _("Family and friends"),
        "culture": _("Interest in language and culture"),
    }


def duration_names() -> dict[str, str]:
    """Names of lengths of time by the word that is stored."""
    return {
        "none": _("Not yet"),
        "under half a year": _("Less than half a year"),
        "half a year to a year": _("Half a year to a year"),
        "1 to 2 years": _("One to two years"),
        "2 to 4 years": _("Two to four years"),
        "over 4 years": _("More than four years"),
    }

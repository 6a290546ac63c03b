"""Before the first item: what the placement is, and three questions that no test can answer."""

from __future__ import annotations

import streamlit as st

from core.portrait.wire import Questionnaire
from pages.parts.i18n import _
from pages.parts.visitor import Visitor

PLACEMENT_PARAMETER = "placement"
"""Query parameter: the placement that is shown, so that a refresh comes back to it."""
GOALS, NATIVE, DURATION = "placement_goals", "placement_native", "placement_duration"
NOT_STATED = "unknown"
"""Stands for an answer left empty: the contract wants a word in every field."""
LONGEST_ANSWER = 200
"""The longest answer in the questionnaire, in characters, as the contract has it."""


def draw_start(who: Visitor) -> None:
    """The page before a placement: what it is, the questionnaire, the button that begins."""
    st.title(_("Placement"))
    st.markdown(
        _(
            "Twenty short questions at most, about ten minutes. Each answer chooses the next question: after a right one it "
            "gets harder, after a wrong one easier. You can leave at any time and go on within a day."
        )
    )
    st.markdown(_("“I don't know” is an honest answer and helps to find your level sooner than a guess."))
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
            format_func=goal_names().__getitem__,
            placeholder=_("Choose as many as you like"),
            key=GOALS,
        )
        st.text_input(_("Your native language"), max_chars=LONGEST_ANSWER, key=NATIVE)
        st.selectbox(
            _("How long have you been learning Chinese?"),
            list(duration_names()),
            index=None,
            format_func=duration_names().__getitem__,
            placeholder=_("Choose one"),
            key=DURATION,
        )
        st.form_submit_button(
            _("Begin or go on"), type="primary", icon=":material/play_arrow:", on_click=_begin, args=(who,)
        )


def _begin(who: Visitor) -> None:
    """Begin a placement, or go on with the one begun; the address names it from now on."""
    session = st.session_state
    questionnaire = questionnaire_of(list(session[GOALS]), session[NATIVE], session[DURATION])
    state = who.core.placement.start(who.student_id, who.caller, questionnaire=questionnaire)
    st.query_params[PLACEMENT_PARAMETER] = state.placement_id


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

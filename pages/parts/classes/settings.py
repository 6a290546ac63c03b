"""The settings of a class: name, teachers, guardians' consent, its end."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from core.access.wire import ClassLine
from core.errors import WenluError
from core.records.classes import CONSENTS
from pages.parts.classes.words import consent_names
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FAULT = "class_settings_fault"


def draw_settings(who: Visitor, line: ClassLine) -> None:
    """Each setting saves itself when it is changed."""
    if fault := st.session_state.pop(FAULT, None):
        st.error(escaped(fault), icon=":material/error:")
    by = who.account.account_id
    st.text_input(
        _("Name"),
        line.name,
        max_chars=60,
        key=f"class_name_{line.class_id}",
        on_change=lambda: _try(
            lambda: who.core.classes.rename(
                line.class_id, st.session_state[f"class_name_{line.class_id}"], who.caller, by=by
            )
        ),
    )
    _draw_teachers(who, line)
    _draw_consent(who, line)
    _draw_end(who, line)


def _draw_teachers(who: Visitor, line: ClassLine) -> None:
    teachers = who.core.classes.teachers(line.class_id, who.caller, by=who.account.account_id)
    key = f"class_teachers_{line.class_id}"
    shown = [teacher_id for teacher_id, (_name, teaches) in teachers.items() if teaches]
    # Set at each run: the field shows who teaches now, also where somebody else has changed it since.
    st.session_state[key] = shown
    st.multiselect(
        _("Teachers"),
        list(teachers),
        format_func=lambda teacher_id: teachers[teacher_id][0],
        placeholder=_("Nobody yet"),
        help=_("Each sees the class's maps, portraits and work, and may change what stands on this page."),
        key=key,
        on_change=lambda: _try(lambda: _share(who, line, set(shown), set(st.session_state[key]))),
    )


def _share(who: Visitor, line: ClassLine, shown: set[str], wanted: set[str]) -> None:
    """Carry out what the person changed in the field, and nothing else: others may have changed the class meanwhile."""
    # Those who come first: of two teachers exchanged for each other, one is there at any time.
    for teacher_id in [*sorted(wanted - shown), *sorted(shown - wanted)]:
        who.core.classes.share(
            line.class_id,
            who.caller,
            teacher_id=teacher_id,
            teaches=teacher_id in wanted,
            by=who.account.account_id,
        )


def _draw_consent(who: Visitor, line: ClassLine) -> None:
    names = consent_names()
    consent_key, days_key = f"class_consent_{line.class_id}", f"class_days_{line.class_id}"

    def save() -> None:
        _try(
            lambda: who.core.classes.settle_consent(
                line.class_id,
                st.session_state[consent_key],
                who.caller,
                keep_days=st.session_state[days_key],
                by=who.account.account_id,
            )
        )

    st.radio(
        _("Guardians' consent"),
        CONSENTS,
        index=CONSENTS.index(line.consent),
        format_func=names.__getitem__,
        key=consent_key,
        on_change=save,
    )
    st.caption(
        _(
            "Without consent, recordings of this class are dropped once they are scored, and its students are no study peers. "
            "Practice, marking, maps and reports go on."
        )
    )
    st.number_input(
        _("Keep recordings for (days)"),
        1,
        3_650,
        line.keep_days,
        placeholder=_("as the server is set"),
        help=_("Counts where the server keeps recordings at all; older ones of this class are removed every night."),
        key=days_key,
        on_change=save,
    )


def _draw_end(who: Visitor, line: ClassLine) -> None:
    over = line.archived_at is not None
    st.markdown(f"**{_('End of the year')}**")
    st.caption(
        _("The class is over: pages leave it out unless you choose it in the side bar.")
        if over
        else _("A class that is over leaves the pages. Everything that was done in it stays, and it can begin again.")
    )
    st.button(
        _("Begin the class again") if over else _("End the class"),
        icon=":material/unarchive:" if over else ":material/archive:",
        key=f"class_end_{line.class_id}",
        on_click=lambda: _try(
            lambda: who.core.classes.archive(line.class_id, who.caller, over=not over, by=who.account.account_id)
        ),
    )


def _try(change: Callable[[], object]) -> None:
    """Make a change; what is wrong with it stands over the settings at the next run."""
    try:
        change()
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())

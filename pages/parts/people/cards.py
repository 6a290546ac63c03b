"""Cards for a class: what each student needs for the first sign-in, to be printed and cut out."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

import streamlit as st

from core.access.roster.wire import Cards, PersonLine
from pages.parts.i18n import _, language, ngettext
from pages.parts.people.acting import attempt, caller_of, draw_outcome
from pages.parts.visitor import Visitor

MADE = "people_cards"
SEEN = "people_cards_seen"
"""Class, and the moment at which the page last read who of it has a code."""


def draw_cards(who: Visitor, class_id: str) -> None:
    """Who needs a card, what making them does, the button, then the file."""
    draw_outcome()
    draw_card_offer(who, class_id)


def draw_card_offer(who: Visitor, class_id: str) -> None:
    """The same without the outcome of the last action, for a part that has told it already."""
    now = who.core.clock.now()
    people = who.core.people.of_class(class_id, caller_of(who), by=who.account.account_id)
    needing = sum(each.state in ("waiting", "code") for each in people)
    made = st.session_state.get(MADE)
    if made is not None and made[0] == class_id:
        _draw_file(made[1], people)
    if not needing:
        st.markdown(_("Nobody here needs a card: all have chosen a password, or have no sign-in yet."))
        return
    st.markdown(
        ngettext(
            "{count} student has no password yet. A card shows name, number, address, user name, a one-time code and a square code to scan.",
            "{count} students have no password yet. A card shows name, number, address, user name, a one-time code and a square code to scan.",
            needing,
        )
    )
    if any(each.state == "code" for each in people):
        st.caption(_("Some have a code already. New cards make new codes, and the earlier ones stop working."))
    made_now = st.button(
        ngettext("Make {count} card", "Make {count} cards", needing),
        icon=":material/badge:",
        type="primary" if made is None else "secondary",
        key="people_cards_make",
    )
    if made_now:
        with st.spinner(_("Printing the cards…")):
            _make(who, class_id)
        st.rerun()
    st.session_state[SEEN] = (class_id, now)
    st.caption(
        _(
            "Codes are not kept anywhere: print the file now, or save it where nobody else finds it. A code holds for 60 days and works once."
        )
    )


def _draw_file(made: Cards, people: Sequence[PersonLine]) -> None:
    replaced = sum(
        each.code_until is not None and each.code_until > made.codes_until.get(each.student_id, each.code_until)
        for each in people
    )
    if replaced:
        st.warning(
            ngettext(
                "{count} of these cards no longer works: a newer code was made for the student since.",
                "{count} of these cards no longer work: newer codes were made for the students since.",
                replaced,
            ),
            icon=":material/warning:",
        )
    with st.container(border=True, horizontal=True, vertical_alignment="center"):
        st.markdown(ngettext("{count} card is ready.", "{count} cards are ready.", made.made), width="stretch")
        st.download_button(
            _("Download the cards (PDF)"),
            made.pdf,
            file_name="wenlu-cards.pdf",
            mime="application/pdf",
            icon=":material/download:",
            type="primary",
            on_click="ignore",
        )


def _make(who: Visitor, class_id: str) -> None:
    def act() -> None:
        seen = st.session_state.get(SEEN)
        made = who.core.people.cards(
            class_id,
            caller_of(who),
            by=who.account.account_id,
            site=site_address(),
            language=language(),
            seen_at=seen[1] if seen is not None and seen[0] == class_id else None,
        )
        st.session_state[MADE] = (class_id, made)

    attempt(act)


def site_address() -> str:
    """The address under which the browser has these pages: `https://wenlu.example`."""
    parts = urlsplit(st.context.url or "")
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else "http://localhost"

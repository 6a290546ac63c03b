"""Why an item has one right answer, as far as a machine can tell; what speaks against it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.questions import Check, DraftCheck, LifeCard
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped

ICONS = {"proved": ":material/verified:", "plausible": ":material/help:", "doubtful": ":material/warning:"}


def draw_proof(checked: LifeCard | DraftCheck) -> None:
    """The verdict first, then what it rests on."""
    st.markdown(f"**{_('One right answer?')}**")
    if checked.proof is None or not checked.proof_said:
        st.caption(_("This item was not checked by machine; look at it yourself."))
        return
    first, *others = (escaped(sentence) for sentence in checked.proof_said)
    st.markdown(f"{ICONS[checked.proof.verdict]} {first}")
    if others:
        st.markdown("\n".join(f"- {sentence}" for sentence in others))


def draw_warnings(card: LifeCard) -> None:
    """What the rules of retirement have against it."""
    for warning in card.warnings:
        st.warning(escaped(warning.get(language())), icon=":material/warning:")


def draw_checks(checks: Sequence[Check]) -> None:
    """What was looked at, what blocks first."""
    for check in sorted(checks, key=lambda shown: (shown.holds, not shown.blocks)):
        icon = ":material/check:" if check.holds else ":material/close:" if check.blocks else ":material/info:"
        weight = "**" if check.blocks and not check.holds else ""
        st.markdown(f"{icon} {weight}{escaped(check.said.get(language()))}{weight}")

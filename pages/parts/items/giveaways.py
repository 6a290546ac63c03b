"""Which of the chosen exercises give another one away, and a button that exchanges one of the two."""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

import streamlit as st

from core.api.questions import Giveaway
from core.errors import NotFound
from pages.parts.i18n import _, language, ngettext
from pages.parts.items.words import short_question
from pages.parts.map.words import shortened
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FOUND = "items_giveaways"
"""Session state: for each place the ids that were compared last, and the pairs among them."""
MOST_SHOWN = 5
LONGEST = 24


def draw_giveaways(who: Visitor, collected: MutableMapping[str, str], key: str, *, most: int | None = None) -> None:
    """The pairs, each with what is the matter and a button that exchanges one; nothing where all go together. `collected`: a short question by
    id, in which an exercise is exchanged. `key`: what the keys of the buttons begin with. `most`: how many of the first are looked at, None for
    all."""
    pairs = pairs_among(who, tuple(collected)[:most], key)
    if not pairs:
        return
    numbers = {item_id: number for number, item_id in enumerate(collected, 1)}
    with st.container(border=True, gap="xsmall", key=f"{key}_giveaways"):
        st.markdown(f":material/warning: **{heading(pairs)}**")
        for pair in pairs[:MOST_SHOWN]:
            with st.container(horizontal=True, vertical_alignment="center"):
                st.markdown(_sentence(pair, collected, numbers), width="stretch")
                st.button(
                    _("Exchange number {number}").format(number=numbers[pair.second]),
                    icon=":material/autorenew:",
                    type="tertiary",
                    key=f"{key}_exchange_{pair.first}_{pair.second}",
                    help=_("Puts another exercise of the same skill and level in its place."),
                    on_click=_exchange,
                    args=(who, collected, pair.second),
                )


def heading(pairs: Sequence[Giveaway]) -> str:
    """How many pairs there are."""
    return ngettext(
        "{count} pair of exercises gives its answers away",
        "{count} pairs of exercises give their answers away",
        len(pairs),
    )


def pairs_among(who: Visitor, ids: tuple[str, ...], place: str) -> list[Giveaway]:
    """The pairs among the exercises, looked for again only where others were chosen; `place` tells one choice from another on the same page."""
    kept: dict[str, tuple[tuple[str, ...], list[Giveaway]]] = st.session_state.setdefault(FOUND, {})
    if place not in kept or kept[place][0] != ids:
        kept[place] = (ids, who.core.questions.giveaways(ids, who.caller))
    return kept[place][1]


def _sentence(pair: Giveaway, collected: Mapping[str, str], numbers: Mapping[str, int]) -> str:
    first, second = (
        f"{numbers[item_id]} ({escaped(shortened(collected[item_id], LONGEST))})"
        for item_id in (pair.first, pair.second)
    )
    sentences = {
        "source": _("Numbers {first} and {second} are made from the same text."),
        "word": _("Numbers {first} and {second} ask about the same word."),
        "answer": _("Number {first} shows the answer to number {second}."),
    }
    return sentences[pair.reason].format(first=first, second=second)


def _exchange(who: Visitor, collected: MutableMapping[str, str], item_id: str) -> None:
    """Put another exercise in the place of one; where there is none, it stays."""
    try:
        found = who.core.questions.exchange(item_id, list(collected), who.caller)
    except NotFound as error:
        st.toast(escaped(error.remedy(language())), icon=":material/error:")
        return
    if found is None:
        st.toast(_("There is no other exercise that goes with the rest."), icon=":material/info:")
        return
    new = (found.id, short_question(found))
    rows = [new if each[0] == item_id else each for each in collected.items()]
    collected.clear()
    collected.update(rows)

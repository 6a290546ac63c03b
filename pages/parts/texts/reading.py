"""The text itself, coloured by level, with its grammar points underlined and clickable; flags of teachers on matches."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from core.texts.wire import FlagRequest, GrammarTextRequest, PointView, TextView
from pages.parts.components import reading_text
from pages.parts.dates import short_day
from pages.parts.i18n import _, explanation_language, ngettext
from pages.parts.preferences import offers_pinyin
from pages.parts.visitor import Visitor

KEY = "reading"
MOST_CONTEXT = 80
"""Code points on either side of a match, cut at sentence ends, that a flag keeps."""
SENTENCE_ENDS = "。！？!?\n"


def view_of(who: Visitor, text: str) -> TextView:
    """The analysis of a text, computed once however often the page is drawn; kept in this browser session only."""
    view = st.session_state.get("text_level_view")
    if not isinstance(view, TextView) or view.text != text:
        view = who.core.texts.view(GrammarTextRequest(txt=text), who.caller)
        st.session_state["text_level_view"] = view
    return view


@st.cache_resource(show_spinner=False)
def _catalogue(_who: Visitor) -> dict[str, PointView]:
    return {point.id: point for point in _who.core.texts.catalogue()}


def catalogue_of(who: Visitor) -> dict[str, PointView]:
    """The 572 points by id."""
    return _catalogue(who)


def draw_reading(who: Visitor, view: TextView) -> int:
    """Draw the text; returns the level above which words are marked."""
    st.subheader(_("The text"))
    start = min(6, int(view.result.difficulty_level)) if view.result.level_known else 1
    level = (
        st.segmented_control(
            _("Mark words and underline points above level"), list(range(1, 7)), default=start, key="text_level_above"
        )
        or start
    )
    reading_text()(
        key=KEY,
        data=reading_data(who, view, level),
        on_flag_change=partial(_store_flag, who, view),
    )
    return level


def reading_data(who: Visitor, view: TextView, level: int) -> dict[str, Any]:
    """Data for the component: words, matches, and the points of the matches."""
    catalogue = catalogue_of(who)
    points = list(view.result.grammar_list)
    number_of = {point: index for index, point in enumerate(points)}
    return {
        "ui": _words(),
        "text": view.text,
        "readings": who.core.reader.syllables(view.text) if offers_pinyin() else [],
        "level": level,
        "from": level + 1,
        "teacher": who.account.role != "student",
        "flagged": [],
        "words": [[word.start, word.end, word.level, word.syllabus_level, word.evidence] for word in view.shown_words],
        "matches": [
            [start, end, number_of[point], kind]
            for point, matches in view.result.grammar_dict.items()
            for start, end, _text, kind in matches
        ],
        "points": [_point(catalogue[point]) for point in points],
    }


def _point(point: PointView) -> dict[str, Any]:
    return {
        "id": point.id,
        "level": point.level,
        "title": point.title,
        "pattern": point.pattern,
        "explanation": point.explanation.get(explanation_language()),
        "examples": [example.model_dump() for example in point.examples],
    }


def _words() -> dict[str, str]:
    return {
        "pinyin": _("Pinyin"),
        "level_of": _("level {level}"),
        "unlisted": _("not on the list"),
        "name": _("name or number"),
        "compound": _("not on the list, made of easy words or characters"),
        "click": _("Click a word to see its level and the grammar points around it."),
        "no_point": _("No grammar point was found here."),
        "here": _("What stands here"),
        "show_all": _("Show everywhere"),
        "wrong": _("This is wrong"),
        "flagged": _("Noted, thank you"),
    }


def _store_flag(who: Visitor, view: TextView) -> None:
    flagged = st.session_state[KEY].get("flag")
    if not flagged or who.account.role == "student":
        return
    start, end = int(flagged["start"]), int(flagged["end"])
    first, last = sentence_around(view.text, start, end)
    who.core.texts.flag(
        FlagRequest(
            judgement="wrong",
            point_id=str(flagged["point"]),
            sentence=view.text[first:last],
            start=start - first,
            end=end - first,
        ),
        who.caller,
        by=who.account.username,
    )
    st.toast(_("Noted: the match and its sentence were kept for your organisation. You can take it back below."))


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that holds a span, at most `MOST_CONTEXT` beyond it on either side.

    >>> sentence_around("我来了。你好吗？好。", 4, 6)
    (4, 8)
    """
    first, last = start, end
    while first > 0 and start - first < MOST_CONTEXT and text[first - 1] not in SENTENCE_ENDS:
        first -= 1
    while last < len(text) and last - end < MOST_CONTEXT and text[max(last - 1, 0)] not in SENTENCE_ENDS:
        last += 1
    return first, max(last, end)


def draw_flags(who: Visitor) -> None:
    """Matches that the organisation's teachers flagged as wrong, each with a button to withdraw the flag; nothing for students."""
    if who.account.role == "student":
        return
    flags = who.core.texts.flags(who.caller)
    if not flags:
        return
    with st.expander(ngettext("{count} match reported as wrong", "{count} matches reported as wrong", len(flags))):
        for flag in flags:
            with st.container(horizontal=True, vertical_alignment="center"):
                before, match, after = (
                    flag.sentence[: flag.start],
                    flag.sentence[flag.start : flag.end],
                    flag.sentence[flag.end :],
                )
                st.markdown(
                    f"{flag.point_id} {before}**{match}**{after}  \n:small[:gray[{flag.by} · {short_day(flag.at.date())}]]"
                )
                st.button(
                    _("Take back"),
                    key=f"flag-{flag.flag_id}",
                    on_click=who.core.texts.withdraw_flag,
                    args=(flag.flag_id, who.caller),
                )

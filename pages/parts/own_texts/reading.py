"""How hard a text is while it is written: its level with the range, its points, and what is new in it for the class."""

from __future__ import annotations

import streamlit as st

from core.api.own_texts import NewWord, OwnTextDraft, TextReading
from core.errors import WenluError
from pages.parts.i18n import _, explanation_language, language
from pages.parts.map.words import level_short
from pages.parts.own_texts.form import draft, field_key
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

READING, PROPOSED, FAULT = "otext_reading", "otext_proposed", "otext_reading_fault"
"""Session state: the text that was read with what was found, the level that was proposed, and why it could not be read."""
MOST_POINTS = 12
UNLISTED = "–"


def draw_reading(who: Visitor, typed: OwnTextDraft) -> None:
    """The button, and what it found."""
    st.button(
        _("See level, points and new words"),
        icon=":material/search:",
        key="otext_read",
        on_click=_read,
        args=(who,),
        disabled=not typed.text,
    )
    if fault := st.session_state.pop(FAULT, None):
        st.warning(escaped(fault), icon=":material/hourglass_empty:")
    kept = st.session_state.get(READING)
    if kept is None or not typed.text:
        return
    text, reading = kept
    if text != (typed.kind, typed.text):
        st.caption(_("The text has changed since; press the button again."))
    st.markdown(level_sentence(reading))
    if reading.points:
        st.markdown(f"**{_('Grammar points found')}**: {escaped(points_text(who, reading))}")
    draw_words(reading)


def forget_reading() -> None:
    """Of another text nothing is known yet."""
    for key in (READING, PROPOSED):
        st.session_state.pop(key, None)


def was_read(typed: OwnTextDraft) -> bool:
    """Whether this very text was read by the button."""
    kept = st.session_state.get(READING)
    return kept is not None and kept[0] == (typed.kind, typed.text)


def _read(who: Visitor) -> None:
    """Read the text; its level is set where the teacher has chosen none."""
    typed = draft()
    try:
        reading = who.core.own_texts.read(typed, who.caller)
    except WenluError as error:
        st.session_state[FAULT] = error.remedy(language())
        return
    st.session_state[READING] = ((typed.kind, typed.text), reading)
    if reading.level_known and typed.level == st.session_state.get(PROPOSED, 1):
        st.session_state[field_key("level")] = st.session_state[PROPOSED] = reading.level


def level_sentence(reading: TextReading) -> str:
    """`**Level 3** (80 % range 2–4), 64 words`; of a short text how many words a level takes."""
    if not reading.level_known:
        return _(
            "Too short for a level: that takes at least {enough} words, not counting names and numbers, and this text has {count}."
        ).format(enough=reading.least_words, count=reading.words)
    low, high = reading.interval
    span = level_short(low) if low == high else f"{level_short(low)}–{level_short(high)}"
    return _("**Level {level}** (80 % range: {span}), from {count} words").format(
        level=level_short(reading.level), span=span, count=reading.words
    )


def points_text(who: Visitor, reading: TextReading) -> str:
    """The points of the highest level by name, and how many more there are."""
    table = who.core.tables.points
    named = [f"{point} {table.short_name(point).get(language())}" for point in reading.points[:MOST_POINTS]]
    more = len(reading.points) - len(named)
    rest = [_("{count} more").format(count=more)] if more > 0 else []
    return _(", ").join([*named, *rest])


def draw_words(reading: TextReading) -> None:
    """The words above the level of the class, with what they mean."""
    above = level_short(reading.above)
    label = (
        _("New words for the class, above its level {level}").format(level=above)
        if reading.of_class
        else _("Words above level {level}").format(level=above)
    )
    st.markdown(f"**{label}**")
    if not reading.new_words:
        st.caption(_("None: every word of the text is inside this level."))
        return
    st.dataframe([word_row(word) for word in reading.new_words], hide_index=True, alt=label)


def word_row(word: NewWord) -> dict[str, str]:
    """A line of the table."""
    return {
        _("Word"): word.word,
        _("Pinyin"): word.pinyin,
        _("Level"): UNLISTED if word.level is None else level_short(word.level),
        _("Meaning"): (word.zh if explanation_language() == "zh" else "") or word.gloss,
    }

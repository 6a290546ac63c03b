"""The tone ear: hear a syllable or a word, say which tones it had, compare what was said with what was chosen."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import SystemRandom
from time import monotonic

import streamlit as st

from core.api.ear import EarCard, EarKind, EarSound, tones_heard
from core.errors import WenluError
from core.records.items import Option
from pages.parts.components import listen_bar
from pages.parts.ear.words import EAR_KINDS, kind_names, tones_text
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, language, ngettext
from pages.parts.practice.spoken_lines import text_lines
from pages.parts.shown_text import escaped
from pages.parts.speaking.desk import listening_words
from pages.parts.visitor import Visitor

SESSION = "tone_ear"
KIND = "tone_ear_kind"
ERROR = "tone_ear_error"
SEEDS = 2**31
LONGEST_SECONDS = 120
"""Who takes longer was away."""


@dataclass
class EarSession:
    """A student's round of the tone ear in this browser session."""

    kind: EarKind
    card: EarCard | None
    scored: bool
    chosen: Option | None = None
    lately: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    began: float = field(default_factory=monotonic)


def ear_session() -> EarSession | None:
    """The round that is in progress, None without one."""
    stored = st.session_state.get(SESSION)
    return stored if isinstance(stored, EarSession) else None


def draw_ear(who: Visitor) -> None:
    """The tone ear: a button that begins a round, or the card that is due. Nothing where nothing can be heard."""
    kinds = who.core.ear.kinds(voice=has_voice())
    if not kinds:
        end()
        return
    st.subheader(_("Tone ear"), anchor=False)
    now = ear_session()
    if now is None:
        st.markdown(_("Hear a syllable or a word and say which tone it was. What you confuse comes more often."))
        if len(kinds) > 1:
            st.segmented_control(
                _("What to hear"),
                kinds,
                default=kinds[0],
                format_func=kind_names().__getitem__,
                key=KIND,
                required=True,
            )
        st.button(_("Train the ear"), icon=":material/hearing:", key="ear_begin", on_click=_begin, args=(who, kinds[0]))
    else:
        with st.container(border=True, key="tone_ear_card"):
            _draw_card(who, now)
        _draw_ways_on(who, now)
    if not who.core.ear.scored():
        st.caption(
            _("Your browser's synthetic voice speaks: this is practice, and nothing is scored or stored. With recordings it counts.")
        )  # fmt: skip


def _begin(who: Visitor, first: EarKind) -> None:
    kind = st.session_state.get(KIND)
    _deal(who, EarSession(kind if kind in EAR_KINDS else first, None, who.core.ear.scored()))


def _deal(who: Visitor, now: EarSession) -> None:
    """Put the next card before the student."""
    card = who.core.ear.next(
        who.student_id,
        now.kind,
        who.caller,
        seed=SystemRandom().randrange(SEEDS),
        lately=now.lately,
        voice=has_voice(),
    )
    now.card, now.chosen, now.began, now.scored = card, None, monotonic(), who.core.ear.scored()
    if card is not None:
        now.lately = [*now.lately, card.sound.text][-20:]
    st.session_state[SESSION] = now


def _draw_card(who: Visitor, now: EarSession) -> None:
    card = now.card
    if card is None:
        st.info(_("There is no recording for this yet. Choose the other kind."), icon=":material/info:")
        return
    st.markdown(card.item.question.get(language()))
    _draw_listen(who, card.sound, f"ear_listen_{len(now.right)}_{card.item.id}")
    with st.container(horizontal=True):
        for option in sorted(card.item.options, key=lambda option: tones_heard(option.text)):
            st.button(
                f"{tones_text(option.text)} {escaped(option.text)}",
                key=f"ear_option_{option.id}_{card.item.id}_{len(now.lately)}",
                disabled=now.chosen is not None,
                on_click=_answer,
                args=(who, now, card, option),
            )
    if message := st.session_state.pop(ERROR, None):
        st.warning(escaped(message), icon=":material/info:")
    if now.chosen is not None:
        _draw_feedback(who, now, card, now.chosen)


def _answer(who: Visitor, now: EarSession, card: EarCard, option: Option) -> None:
    if now.scored:
        seconds = min(LONGEST_SECONDS, round(monotonic() - now.began))
        try:
            who.core.ear.answer(who.student_id, card.item.id, option.id, who.caller, seconds=seconds)
        except WenluError as error:
            st.session_state[ERROR] = error.remedy(language())
            return
    now.chosen = option
    now.right.append(option.id == card.item.key)


def _draw_feedback(who: Visitor, now: EarSession, card: EarCard, chosen: Option) -> None:
    said = f"{tones_text(card.sound.reading)} {sound_text(card.sound)}"
    if chosen.id == card.item.key:
        st.success(_("Right: {said}").format(said=said), icon=":material/check:")
        return
    heard = f"{tones_text(chosen.text)} {escaped(chosen.text)}"
    st.error(_("It was {said}, not {heard}. Compare the two:").format(said=said, heard=heard), icon=":material/close:")
    other = card.examples.get(chosen.id)
    said_column, chosen_column = st.columns(2)
    with said_column:
        st.markdown(_("What you heard: {sound}").format(sound=said))
        _draw_listen(who, card.sound, f"ear_said_{len(now.right)}")
    with chosen_column:
        if other is None:
            st.markdown(_("There is no recording with the tones that you chose."))
        else:
            st.markdown(_("What you chose: {sound}").format(sound=f"{tones_text(other.reading)} {sound_text(other)}"))
            _draw_listen(who, other, f"ear_chosen_{len(now.right)}")


def sound_text(sound: EarSound) -> str:
    """A sound in writing: `mǎ`, `希望 xīwàng (hope)`."""
    if not sound.is_word:
        return escaped(sound.reading)
    gloss = f" ({sound.gloss})" if sound.gloss else ""
    return escaped(f"{sound.text} {sound.reading}{gloss}")


def _draw_listen(who: Visitor, sound: EarSound, key: str) -> None:
    lines = text_lines(sound.text, who.core.questions.recording)
    listen_bar()(key=key, data={"lines": lines, "ui": listening_words()})


def _draw_ways_on(who: Visitor, now: EarSession) -> None:
    with st.container(horizontal=True):
        answered = now.chosen is not None
        st.button(
            _("Next sound") if answered else _("Skip this sound"),
            type="primary" if answered else "tertiary",
            icon=":material/chevron_right:",
            key="ear_next",
            on_click=_deal,
            args=(who, now),
        )
        st.button(_("End the round"), key="ear_end", type="tertiary", on_click=end)
    if now.right:
        st.caption(
            ngettext(
                "{right} of {count} sound right so far",
                "{right} of {count} sounds right so far",
                len(now.right),
                right=str(sum(now.right)),
            )
        )


def end() -> None:
    """End the round."""
    st.session_state.pop(SESSION, None)

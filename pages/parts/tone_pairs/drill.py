"""A drill on one pair of tones: hear it, choose it, say it. Its progress is kept in the browser session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import SystemRandom

import streamlit as st

from core.api.speaking import (
    ChooseStep,
    Drill,
    DrillAnswer,
    DrillWord,
    HearStep,
    NoDrillWords,
    PairCell,
    TonePair,
    answered,
)
from core.speech.wire import SpeechReport
from pages.parts.components import listen_bar
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, ngettext
from pages.parts.practice.spoken_lines import text_lines
from pages.parts.ruby import draw_learning_text
from pages.parts.shown_text import escaped
from pages.parts.speaking.desk import listening_words
from pages.parts.speaking.readings import Reading, draw_refusal, last_reading, played_sound, scored_reading
from pages.parts.speaking.recorder import draw_recorder, heard_container, task_container, text_container
from pages.parts.speaking.result import draw_text_read
from pages.parts.speaking.words import TONE_MARKS
from pages.parts.tone_pairs.matrix import pair_text
from pages.parts.visitor import Visitor

SESSION = "tone_drill"
STEPS = 3
LARGE = 56
SEEDS = 2**31
NEUTRAL = 5


@dataclass
class DrillSession:
    """A student's progress in drills; `pair` is the one that was chosen, None where the weakest come by themselves."""

    drill: Drill
    pair: TonePair | None = None
    step: int = 0
    answer: DrillAnswer | None = None
    seen: list[str] = field(default_factory=list)
    lately: list[TonePair] = field(default_factory=list)
    choices_right: list[bool] = field(default_factory=list)


def session() -> DrillSession | None:
    """The drill that is in progress, None without one."""
    stored = st.session_state.get(SESSION)
    return stored if isinstance(stored, DrillSession) else None


def begin(who: Visitor, cells: Sequence[PairCell], pair: TonePair | None = None) -> None:
    """Begin a drill of a pair, or of a weak one; words that were seen in this browser session do not come again."""
    previous = session()
    seen = [*previous.seen, *words_in(previous.drill)] if previous else []
    lately = [*previous.lately, (previous.drill.first, previous.drill.second)] if previous else []
    seed = SystemRandom().randrange(SEEDS)
    try:
        drill = who.core.speaking.drill(cells, seed=seed, pair=pair, seen=seen, lately=lately)
    except NoDrillWords:
        # All words of the pair were seen: they come again.
        seen = []
        drill = who.core.speaking.drill(cells, seed=seed, pair=pair, lately=lately)
    st.session_state[SESSION] = DrillSession(
        drill,
        pair,
        step=0 if has_voice() or who.core.questions.recording(drill.hear.played.word) else 1,
        seen=seen,
        lately=lately,
        choices_right=previous.choices_right if previous else [],
    )


def words_in(drill: Drill) -> list[str]:
    """The three words of a drill."""
    return [drill.hear.played.word, drill.choose.word.word, drill.say.word.word]


def draw_drill(who: Visitor, cells: Sequence[PairCell], now: DrillSession) -> None:
    """Draw the step that is due."""
    names = (_("Hear"), _("Choose"), _("Say"))
    st.subheader(_("Drill: {pair}").format(pair=pair_text((now.drill.first, now.drill.second))), anchor=False)
    step = _("Step {place} of {count}: {name}").format(place=now.step + 1, count=STEPS, name=names[now.step])
    st.progress((now.step + (now.answer is not None)) / STEPS, text=step)
    with st.container(border=True, key="tone_drill_card"):
        if now.step == 0:
            _draw_hear(who, now)
        elif now.step == 1:
            _draw_choose(who, now)
        else:
            _draw_say(who, now)
    _draw_ways_on(who, cells, now)
    if now.choices_right:
        right = sum(now.choices_right)
        st.caption(
            ngettext(
                "{right} of {count} choice right so far",
                "{right} of {count} choices right so far",
                len(now.choices_right),
                right=str(right),
            )
        )


def _draw_hear(who: Visitor, now: DrillSession) -> None:
    word = now.drill.hear.played
    st.markdown(_("Listen. Which two tones do you hear?"))
    _draw_listen(who, word)
    _draw_options(now, now.drill.hear)
    if now.answer is not None:
        _draw_word(who, word)


def _draw_choose(who: Visitor, now: DrillSession) -> None:
    st.markdown(_("Which two tones does this word have?"))
    # Until it is answered, the word keeps its card shut: its pinyin tells the tones that are asked for.
    draw_learning_text(
        who.core, now.drill.choose.word.word, pinyin=False, size_px=LARGE, word_cards=now.answer is not None
    )
    _draw_options(now, now.drill.choose)
    if now.answer is not None:
        st.markdown(word_text(now.drill.choose.word))
        _draw_listen(who, now.drill.choose.word)


def _draw_say(who: Visitor, now: DrillSession) -> None:
    word = now.drill.say.word
    key = f"drill_{word.word}_{len(now.lately)}"
    with task_container():
        with text_container():
            st.markdown(_("Hear it, then say it."))
            _draw_word(who, word)
            _draw_listen(who, word)
        sound = draw_recorder(key, kept=who.core.speech.keeps_recordings, again=last_reading(key) is not None)
    reading = scored_reading(who, key, word.word, sound)
    if reading is None:
        return
    with heard_container(reading.sound):
        _draw_heard(who, reading, key)


def _draw_heard(who: Visitor, reading: Reading, key: str) -> None:
    if reading.report is None:
        draw_refusal(reading)
        return
    st.markdown(f"**{tones_text(reading.report)}**")
    played = played_sound(reading.sound.raw, reading.sound.media_type, key)
    draw_text_read(who, reading.report, sound=played, student_id=who.student_id, key=key)


def tones_text(report: SpeechReport) -> str:
    """The verdict on both tones in one sentence, which also says when they cannot be judged."""
    verdicts = [syllable.tone.verdict if syllable.tone else "unsure" for syllable in report.syllables]
    if "wrong" in verdicts:
        return _("A tone was off: look at its line, hear the model, and say it again.")
    if "unsure" in verdicts:
        return _(
            "At least one tone could not be judged. Say it again, a little more slowly and closer to the microphone."
        )
    return _("Both tones are right.")


def _draw_listen(who: Visitor, word: DrillWord) -> None:
    listen_bar()(
        key=f"drill_listen_{word.word}",
        data={"lines": text_lines(word.word, who.core.questions.recording), "ui": listening_words()},
    )


def _draw_word(who: Visitor, word: DrillWord) -> None:
    draw_learning_text(who.core, word.word, pinyin=False, size_px=LARGE)
    st.markdown(word_text(word))


def word_text(word: DrillWord) -> str:
    """Pinyin and meaning of a word; both readings where it is spoken in another way than written."""
    written = f" ({_('written {pinyin}').format(pinyin=word.pinyin)})" if word.spoken != word.pinyin else ""
    return f"{escaped(word.spoken)}{written} · {escaped(word.gloss)}"


def _draw_options(now: DrillSession, step: HearStep | ChooseStep) -> None:
    with st.container(horizontal=True):
        for option in step.options:
            st.button(
                option_text(option),
                key=f"drill_option_{now.step}_{option[0]}{option[1]}_{len(now.lately)}",
                disabled=now.answer is not None,
                on_click=_answer,
                args=(now, step, option),
            )
    if now.answer is None:
        return
    if now.answer.right:
        st.success(_("Right: {pair}.").format(pair=option_text(now.answer.wanted)), icon=":material/check:")
    else:
        st.error(
            _("It is {wanted}, not {chosen}. Listen once more.").format(
                wanted=option_text(now.answer.wanted), chosen=option_text(now.answer.chosen)
            ),
            icon=":material/close:",
        )


def option_text(pair: TonePair) -> str:
    """A pair of tones in numbers and marks: `3 + 2 ˇˊ`."""
    second = _("neutral") if pair[1] == NEUTRAL else str(pair[1])
    return f"{pair[0]} + {second} {TONE_MARKS[pair[0]]}{TONE_MARKS[pair[1]]}"


def _answer(now: DrillSession, step: HearStep | ChooseStep, chosen: TonePair) -> None:
    now.answer = answered(step, chosen)
    now.choices_right.append(now.answer.right)


def _draw_ways_on(who: Visitor, cells: Sequence[PairCell], now: DrillSession) -> None:
    with st.container(horizontal=True):
        if now.step < STEPS - 1:
            st.button(
                _("Next step") if now.answer else _("Skip this step"),
                type="primary" if now.answer else "tertiary",
                icon=":material/chevron_right:",
                key="drill_next",
                on_click=_go_on,
                args=(now,),
            )
        else:
            st.button(
                _("Next drill"),
                type="primary",
                icon=":material/chevron_right:",
                key="drill_another",
                on_click=begin,
                args=(who, cells, now.pair),
            )
        st.button(_("End the drill"), key="drill_end", type="tertiary", on_click=end)


def _go_on(now: DrillSession) -> None:
    now.step += 1
    now.answer = None


def end() -> None:
    """End the drill and go back to the table."""
    st.session_state.pop(SESSION, None)

"""The sentences of the page About: purpose, standards, figures, voice, privacy."""

from __future__ import annotations

import streamlit as st

from core.api.core import Core
from core.wire import STANDARD
from pages.parts.i18n import _
from pages.parts.shown_text import escaped


def draw_purpose() -> None:
    """What the service is, and for whom."""
    st.markdown(
        _(
            "Wenlu gives exercises along the national standard for Chinese as a second language, marks the answers, "
            "explains them and keeps the evidence under every number. It is for students, who practise and read their "
            "own report; for teachers, who see their class and decide where a student objects to a mark; and for "
            "programs of schools and publishers, which call the same service over HTTP."
        )
    )


def draw_standards(core: Core) -> None:
    """The two documents called HSK 3.0, and how levels are named after them."""
    st.subheader(_("Standards and levels"))
    st.markdown(
        _(
            "Two documents are called “HSK 3.0”, and they put two words in five at different levels. So Wenlu says "
            "which document a level comes from. Where it names none, it is the first."
        )
    )
    st.markdown(
        "- "
        + _(
            "**{name}**, Chinese Proficiency Grading Standards for International Chinese Language Education, 2021: levels 1 to 6 and the band 7–9."
        ).format(name=STANDARD)
        + "\n- "
        + _("**HSK examination syllabus (2025)**, in force since July 2026: known here for words and characters.")
    )
    tables = core.tables
    st.markdown(
        _(
            "From {standard}: {words} words, {characters} characters and {grammar} grammar points, which are divided "
            "into {points} knowledge points. There are exercises for every level."
        ).format(
            standard=STANDARD,
            words=f"{len(tables.words.rows):,}",
            characters=f"{len(tables.characters.rows):,}",
            grammar=len(tables.points.grammar),
            points=len(tables.points.rows),
        )
    )


def draw_figures() -> None:
    """What a score means, and where the accuracy of the service is stated."""
    st.subheader(_("What the figures mean"))
    st.markdown(
        _(
            "A score is the mean of the marks, 0 to 100, and is always shown with the number of answers behind it. "
            "**72 ± 9** means: with 95 % confidence between 63 and 81 (Wilson's interval). With few answers the range "
            "is wide, and where it is uneven it is written out: 95 (79–99). Matching, ordering and pinyin earn "
            "partial credit. A skill is called better or worse than another only when their ranges do not overlap."
        )
    )
    st.markdown(
        _(
            "Every number can be opened down to the answers behind it. How accurate the service itself is (how many "
            "questions are within their level, how evenly the right answers are spread over the positions, how fast "
            "it responds) is measured by a command that anyone can run: `uv run python -m benchmarks`. Nothing is "
            "claimed that was not measured."
        )
    )


def draw_voice(core: Core) -> None:
    """The voice of the listening cards, whose recordings are played, and whose stroke order is shown."""
    st.subheader(_("The voice"))
    st.markdown(
        _(
            "Listening cards are spoken by a synthetic Chinese voice of your own browser, and say so. It is not a "
            "native speaker: rhythm and stress are often not natural. Voices that work on your device come first; a "
            "few browsers offer only voices of their maker's servers, and then the text of the card goes there. "
            "Without any Chinese voice the card can be read in pinyin or skipped."
        )
    )
    st.markdown(_recorded_by(core))
    if sentences := _sentences_by(core):
        st.markdown(sentences)
    if credit := core.words.strokes_credit():
        st.markdown(_("Stroke order: {credit}").format(credit=escaped(credit)))


def _recorded_by(core: Core) -> str:
    word_count = len(core.recordings.words)
    if not word_count:
        return _(
            "No recordings are installed on this server. With them, single words would be played as native speakers "
            "say them; the administrator can add them with one command."
        )
    sentence = _(
        "Single words are played from recordings by native speakers if they are among the {words} recordings on "
        "this server and have only one reading; the card says so."
    ).format(words=f"{word_count:,}")
    credit = core.recordings.credit()
    return f"{sentence} {_('Recordings: {credit}').format(credit=escaped(credit))}" if credit else sentence


def _sentences_by(core: Core) -> str:
    """Which sentences are played from files; "" where none are."""
    count = len(core.sentences.sentences)
    if not count:
        return ""
    sentence = _(
        "Sentences are played from files if they are among the {sentences} recorded ones on this server. They are spoken by a synthetic "
        "voice too, and the card says so."
    ).format(sentences=f"{count:,}")
    credit = core.sentences.credit()
    return f"{sentence} {_('Recordings: {credit}').format(credit=escaped(credit))}" if credit else sentence


def draw_privacy(core: Core) -> None:
    """Privacy: what leaves the machine (nothing), what is kept, who sees it, how it is erased."""
    st.subheader(_("Privacy"))
    lines = (
        _(
            "**Nothing leaves this server.** It calls no other host, the pages load nothing from elsewhere, there are no trackers. (Your browser's voice: see below.)"
        ),
        _(
            "**What is kept:** your answers with their times and marks, the evidence drawn from them, your rounds of "
            "practice, your plans and what you did for them, the texts you write, what you wrote to your teacher, "
            "your account, when you signed in and with which kind of browser, and the text and scores of what you "
            "read aloud. Two cookies stay in your browser: one keeps you signed in for two weeks, the other shows for "
            "90 days that your account was used here before."
        ),
        _("**Recordings** of your voice are kept on this server until you delete the reading.")
        if core.speech.keeps_recordings
        else _("**Recordings** of your voice are dropped as soon as they are scored."),
        _(
            "**Your teacher and your administrator** see your answers and the texts you hand in; nobody outside your organisation does."
        ),
        _(
            "**To erase** all of it, ask your administrator: the page Administration removes everything kept about a "
            "student at once. Replies remembered for repeated API calls go within two days, with the nightly work."
        ),
    )
    st.markdown("\n".join(f"- {line}" for line in lines))

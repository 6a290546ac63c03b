"""What Wenlu says about itself."""

from __future__ import annotations

import streamlit as st

from pages.parts.i18n import _


def draw_about() -> None:
    """Purpose, standard, voice, privacy; plain sentences."""
    st.title(_("About"))
    st.markdown(
        _(
            "Wenlu gives exercises along the national standard for Chinese as a second language, marks the answers, explains them and keeps the evidence, for students in the browser and for programs over HTTP."
        )
    )
    st.subheader(_("Levels and standards"))
    st.markdown(
        _(
            "Every level shown here is a level of GF 0025-2021 (Chinese Proficiency Grading Standards for International Chinese Language Education) unless another standard is named beside it. The grammar list has 572 points; exercises exist for levels 1 to 3 so far."
        )
    )
    st.subheader(_("Scores"))
    st.markdown(
        _(
            "A score is the mean of the marks, 0 to 100, with the number of answers under it. The range beside a mean is a 95 % Wilson interval: with few answers it is wide, and that is the truth. Matching, ordering and pinyin earn partial credit."
        )
    )
    st.subheader(_("The voice"))
    st.markdown(
        _(
            "Listening cards are spoken by the synthetic Chinese voice of your own browser. It is not a native speaker; tones are right, rhythm is often not. Without such a voice the card says so, and can be read in pinyin or skipped."
        )
    )
    st.subheader(_("Privacy"))
    st.markdown(
        _(
            "No page sends anything to another host, and there are no trackers. Kept are: your answers with their times, what was marked, what you told your teacher, and one cookie that keeps you signed in for two weeks. Your teacher and your administrator see your answers; nobody outside your organisation does."
        )
    )

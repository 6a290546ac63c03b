"""How Chinese text to learn from is shown: pinyin, characters, tone colours, with a sentence that shows them."""

from __future__ import annotations

from typing import get_args

import streamlit as st

from core.api.preferences import PinyinUse, Script
from pages.parts.i18n import _
from pages.parts.preferences import offers_pinyin, preferences
from pages.parts.ruby import draw_learning_text
from pages.parts.settings.saving import save_choice
from pages.parts.visitor import Visitor

SAMPLE = "我们在图书馆学习汉语。"
"""Has all four tones, a neutral one, and characters that differ between the scripts."""
PINYIN: tuple[PinyinUse, ...] = get_args(PinyinUse)
SCRIPTS: tuple[Script, ...] = get_args(Script)


def draw_chinese_text(who: Visitor) -> None:
    """Pinyin, script and colours; the sentence below them is drawn as chosen."""
    mine = preferences()
    st.subheader(_("Chinese text"), anchor=False)
    with st.container(border=True, key="settings_sample"):
        draw_learning_text(who.core, SAMPLE, pinyin=offers_pinyin(), size_px=32)
    pinyin = {"always": _("Always"), "tap": _("On tap"), "never": _("Never")}
    st.segmented_control(
        _("Pinyin above characters"), PINYIN, default=mine.pinyin, format_func=pinyin.__getitem__, required=True,
        key="settings_pinyin", on_change=save_choice, args=(who, "pinyin", "settings_pinyin"),
    )  # fmt: skip
    st.caption(
        _(
            "On tap, every card and text has a button for it; lessons and stories of levels 1 and 2 begin with it. It never stands where the pinyin is what is asked."
        )
    )
    st.toggle(
        _("Colours of tones"), mine.tone_colours, key="settings_tones",
        on_change=save_choice, args=(who, "tone_colours", "settings_tones"),
    )  # fmt: skip
    scripts = {"simplified": _("Simplified"), "both": _("Both"), "traditional": _("Traditional")}
    st.segmented_control(
        _("Characters"), SCRIPTS, default=mine.script, format_func=scripts.__getitem__, required=True,
        key="settings_script", on_change=save_choice, args=(who, "script", "settings_script"),
    )  # fmt: skip
    st.caption(
        _(
            "Traditional characters are converted automatically (OpenCC), which is rarely wrong, but can be. They are shown on cards, in lessons and stories, in texts to read and to say, and in grammar examples; everything else stays simplified. You can type either."
        )
    )

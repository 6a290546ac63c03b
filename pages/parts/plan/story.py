"""A story on its page: sound, the text as the visitor prefers it, the translation folded; and the list of all stories."""

from __future__ import annotations

import streamlit as st

from core.errors import NotFound
from core.texts.wire import Story
from pages.parts.addresses import page_named
from pages.parts.brand import KAI
from pages.parts.components import listen_bar
from pages.parts.i18n import _, language
from pages.parts.lessons.data import EASY_LEVEL
from pages.parts.map.words import level_short
from pages.parts.names import level_name
from pages.parts.practice.spoken_lines import text_lines
from pages.parts.ruby import learning_html, pinyin_switch, shown_tag
from pages.parts.shown_text import escaped, escaped_html, escaped_lines
from pages.parts.speaking.desk import listening_words
from pages.parts.visitor import Visitor

LEVELS = tuple(range(1, 8))
SPEAKERS = {"男": "light-dark(#2b4c7e,#9bbbe6)", "女": "light-dark(#a83324,#ee9083)"}


def draw_story_page(who: Visitor, story_id: str) -> None:
    """One story; of a student it is noted that it was opened."""
    try:
        story = who.core.texts.story(story_id, who.caller, student_id=who.account.student_id or "")
    except NotFound:
        st.title(_("Story"))
        st.warning(_("There is no such story (any more). Choose another one."), icon=":material/search_off:")
        draw_list(who)
        return
    st.title(escaped(story.title.zh), anchor=False)
    st.caption(
        " · ".join(
            [*([escaped(story.title.en)] if language() == "en" else []), level_name(story.level), _("no questions")]
        )
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        listen_bar()(
            key=f"story_listen_{story.id}",
            data={"lines": text_lines(spoken_text(story), who.core.questions.recording), "ui": listening_words()},
        )
        pinyin = pinyin_switch(f"story_pinyin_{story.id}", easy=story.level <= EASY_LEVEL)
    with st.container(border=True, key="story_text"):
        st.html(story_html(who, story, pinyin=pinyin))
    with st.expander(_("Translation")):
        st.markdown(escaped_lines(story.translation))
    with st.container(horizontal=True):
        if who.account.role == "student":
            st.page_link(page_named("today"), label=_("Back to Today"), icon=":material/arrow_back:")
        st.page_link(page_named("story"), label=_("All stories"), icon=":material/auto_stories:")


def spoken_text(story: Story) -> str:
    """The story as it is spoken: a turn with its speaker on a line, a passage as a whole."""
    if story.kind == "passage":
        return story.text
    return "\n".join(f"{line.speaker}：{line.text}" for line in story.lines)


def story_html(who: Visitor, story: Story, *, pinyin: bool) -> str:
    """A passage as one paragraph, a dialogue turn by turn."""
    height = 1.75 if pinyin else 1.9
    start = f'<div lang="{shown_tag()}" style="font-family:{KAI};font-size:28px;line-height:{height};overflow-wrap:anywhere;max-width:34em">'
    if story.kind == "passage":
        return f"{start}{learning_html(who.core, story.text, pinyin=pinyin)}</div>"
    turns = "".join(
        f'<div style="display:flex;gap:14px"><span style="flex:none;font-size:20px;color:{SPEAKERS[line.speaker]}">{escaped_html(line.speaker)}</span>'
        f"<div>{learning_html(who.core, line.text, pinyin=pinyin)}</div></div>"
        for line in story.lines
    )
    return f"{start}{turns}</div>"


def draw_choice(who: Visitor) -> None:
    """The page without a story in its address."""
    st.title(_("Stories"))
    st.markdown(_("Short texts and dialogues to read or to hear, without a question."))
    draw_list(who)


def draw_list(who: Visitor) -> None:
    """The stories of a level, each a link."""
    level = (
        st.segmented_control(
            _("Level"), LEVELS, default=_first_level(who), format_func=level_short, key="story_level", required=True
        )
        or 1
    )
    for story in who.core.texts.stories_of(level):
        icon = ":material/forum:" if story.kind == "dialogue" else ":material/article:"
        title = story.title.zh if language() == "zh" else f"{story.title.zh} · {story.title.en}"
        st.page_link(page_named("story"), label=escaped(title), icon=icon, query_params={"id": story.id})


def _first_level(who: Visitor) -> int:
    if who.account.role != "student":
        return 1
    level = who.core.knowledge.level(who.student_id, who.caller)
    return level.level if level.known else 1

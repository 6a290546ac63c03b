"""One grammar point: explanation, pattern, examples, what is mistaken for it, and a button that starts a round of practice."""

from __future__ import annotations

import streamlit as st

from core.answers.wire import StartPractice
from core.errors import WenluError
from core.texts.wire import PointView
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button, may_give
from pages.parts.brand import KAI
from pages.parts.hearing import has_voice
from pages.parts.i18n import _, explanation_language, language
from pages.parts.map.words import level_short
from pages.parts.ruby import learning_html, pinyin_switch, shown_tag
from pages.parts.shown_text import escaped, escaped_html, escaped_lines
from pages.parts.visitor import Visitor

ROUND_CARDS = 5


def draw_point(who: Visitor, point: PointView) -> None:
    """The chosen point in a box of its own."""
    with st.container(border=True):
        st.subheader(escaped(f"{point.id} {point.title}"))
        st.caption(
            _("Level {level} · {category}").format(
                level=level_short(point.level),
                category=who.core.tables.points.category_text(point.category, language()),
            )
        )
        st.html(f'<p lang="zh-CN" style="font-size:20px;font-weight:600;margin:0">{escaped_html(point.pattern)}</p>')
        st.markdown(escaped_lines(point.explanation.get(explanation_language())))
        pinyin = pinyin_switch("point_pinyin")
        for example in point.examples:
            _draw_sentence(who, example.zh, example.en, pinyin=pinyin)
        if point.near_miss is not None:
            st.markdown(f"**{_('Easily mistaken for it')}**")
            _draw_sentence(who, point.near_miss.zh, point.near_miss.why.get(explanation_language()), pinyin=pinyin)
        _practise(who, point)


def _draw_sentence(who: Visitor, chinese: str, gloss: str, *, pinyin: bool) -> None:
    html = learning_html(who.core, chinese, pinyin=pinyin)
    st.html(
        f'<div style="margin:0 0 8px"><div lang="{shown_tag()}" style="font:26px/1.6 {KAI}">{html}</div>'
        f'<div style="font-size:14px;opacity:.8">{escaped_html(gloss)}</div></div>'
    )


def _practise(who: Visitor, point: PointView) -> None:
    if may_give(who):
        gift = Gift(
            title=_("Practise: {point}").format(point=who.core.tables.points.short_name(point.id).get(language())),
            point_id=point.id,
        )
        draw_give_button(gift, "point_give", label=_("Give to students"), type="primary")
    if who.account.role != "student":
        return
    if not point.practisable:
        st.caption(_("There are no exercises on this point yet."))
        return
    if st.button(_("Practise this"), type="primary", icon=":material/edit_note:", key="practise_point"):
        request = StartPractice(student_id=who.student_id, points=[point.id], topics=["grammar"], count=ROUND_CARDS)
        try:
            view = who.core.practice.start(request, who.caller, voice=has_voice())
        except WenluError as error:
            st.error(escaped(error.remedy(language())))
            return
        if view.cards:
            st.switch_page(page_named("practice"), query_params={"session": view.session_id})
        st.info(_("You have done all exercises on this point in the last 14 days. Come back later or choose another."))

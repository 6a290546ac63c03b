"""Who reads an essay: the embedded engine, and the operator's language model beside it; how far that has come, and where texts are sent."""

from __future__ import annotations

import re

import streamlit as st

from core.api.essays import EssayView
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LOOK_SECONDS = 1.0
"""How often the page looks whether the rest has come."""
THIS_MACHINE = ("127.0.0.1", "localhost", "::1")
ENGINE = re.compile(
    r"[^+(]+?(?: \+ (?P<name>.+?)(?: \((?P<done>\d+) of (?P<of>\d+) passages\))?"
    r"| \((?P<silent>.+) (?:has not answered yet|did not answer)\))?"
)
"""The engine as a report states it (`core.essays.language_model.reviewer`)."""


def draw_where_sent(who: Visitor) -> None:
    """Say before an essay is sent whether a language model reads it too, which one, and where that is; nothing without one."""
    model = who.core.administration.essay_model
    if model is None:
        return
    name, host = escaped(model.name), escaped(model.host)
    if model.host in THIS_MACHINE:
        said = _(
            "A language model of this service’s operator, {name}, reads your essay too. It runs on the same machine: your text does not leave it."
        ).format(name=name)
    else:
        said = _(
            "A language model of this service’s operator, {name}, reads your essay too: title, level and text are sent to {host}, your name is not."
        ).format(name=name, host=host)
    st.caption(f":material/outgoing_mail: {said}")


def draw_engine(who: Visitor, view: EssayView, *, waits: bool) -> None:
    """Say who has read the essay; while the language model is reading, how far it has come."""
    st.caption(engine_text(view.report.engine, waits=waits))
    if waits:
        _draw_progress(who, view.evaluation_id)


def engine_text(engine: str, *, waits: bool = False) -> str:
    """Who has read an essay, in words; `waits` while the language model is still asked."""
    match = ENGINE.fullmatch(engine)
    name = escaped((match["name"] or match["silent"] or "") if match else "")
    if match is None or not name:
        return _("Reviewed by the embedded engine.")
    if waits:
        return _("Reviewed by the embedded engine; the language model {name} is still reading.").format(name=name)
    if match["silent"]:
        return _("Reviewed by the embedded engine; the language model {name} did not answer.").format(name=name)
    if match["done"]:
        return _(
            "Reviewed by the embedded engine; the language model {name} answered about {done} of {count} passages."
        ).format(name=name, done=match["done"], count=match["of"])
    return _("Reviewed by the embedded engine and the language model {name}.").format(name=name)


def language_model_of(engine: str) -> str:
    """The name of the language model that has read an essay beside the embedded engine; "" where none has answered."""
    match = ENGINE.fullmatch(engine)
    return (match["name"] or "") if match else ""


@st.fragment(run_every=LOOK_SECONDS)
def _draw_progress(who: Visitor, evaluation_id: str) -> None:
    """How far the language model has come, refreshed every second; the page is drawn anew once its part is there."""
    progress = who.core.essays.progress(evaluation_id, who.caller)
    if progress is None:
        st.rerun()
    st.progress(
        progress.settled / max(1, progress.questions),
        text=":material/hourglass_top: "
        + _(
            "The language model is reading: {done} of {count} answers. You can read on; the rest comes by itself."
        ).format(done=progress.settled, count=progress.questions),
    )

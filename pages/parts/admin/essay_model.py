"""Which engine corrects essays: the embedded one, and the operator's language model with what was measured of it and its use."""

from __future__ import annotations

import streamlit as st

from core.api.essay_model import EssayModel
from core.records.essay_models import MeasuredModel, MeasuredShare
from pages.parts.dates import day_name
from pages.parts.i18n import _
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor


def draw_essay_model(who: Visitor) -> None:
    """Draw which engine answers, what was measured of the language model, and what was asked of it since the start."""
    st.subheader(_("Correction of essays"), anchor=False)
    model = who.core.administration.essay_model
    if model is None:
        st.markdown(
            _(
                "The embedded engine works alone, and no text is sent anywhere. `wenlu model` measures a language model of your own and lets it correct too."
            )
        )
        return
    st.markdown(
        _("The embedded engine, and beside it the language model {name} at {host}: essays are sent there.").format(
            name=f"**{escaped(model.name)}**", host=escaped(model.host)
        )
    )
    if model.measured is None:
        st.warning(
            _("This model is not measured: it only asks for checks. `wenlu model` measures it."),
            icon=":material/straighten:",
        )
    else:
        _draw_measured(model.measured)
    _draw_use(model)


def _draw_measured(measured: MeasuredModel) -> None:
    if not measured.marks_errors:
        st.warning(
            _("Nothing that this model says was sure enough to be marked as an error: it asks for checks."),
            icon=":material/straighten:",
        )
    st.dataframe(
        [
            {_("Measured"): name, _("Share"): f"{share.value:.1%}", _("95 % interval"): _interval(share)}
            for name, share in figures(measured).items()
        ],
        hide_index=True,
    )
    st.caption(
        _("Measured on {day}, on 600 sentences of which half are right. Each passage is asked about {count}×.").format(
            day=day_name(measured.measured_at), count=measured.samples
        )
    )


def figures(measured: MeasuredModel) -> dict[str, MeasuredShare]:
    """What was measured, by its name."""
    return {
        _("Errors that are marked"): measured.told,
        _("Marks that are right"): measured.right,
        _("Right sentences with a mark"): measured.clean_touched,
        _("Errors that are marked or asked about"): measured.told_or_asked,
        _("Right sentences with a mark or a question"): measured.clean_shown,
    }


def _interval(share: MeasuredShare) -> str:
    return f"{share.low:.1%}–{share.high:.1%}"


def _draw_use(model: EssayModel) -> None:
    use = model.use
    st.caption(
        _(
            "Since the start of this process: {requests} questions, {failures} without an answer, {seconds} s on average."
        ).format(requests=use.requests, failures=use.failures, seconds=f"{use.mean_seconds:.1f}")
    )

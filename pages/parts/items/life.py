"""How an item performs: difficulty before and after answers, discrimination, what was chosen."""

from __future__ import annotations

import streamlit as st

from core.api.questions import Estimate, LifeCard, OptionRate
from pages.parts.brand import KAI
from pages.parts.figures import answers_name
from pages.parts.i18n import _, ngettext
from pages.parts.items.words import estimate_text, percent_text, signed
from pages.parts.map.words import joined
from pages.parts.names import minutes_name
from pages.parts.shown_text import escaped_html

SCALE_EDGE = 4.0
"""The scale of difficulty ends here, in logits; what lies beyond is drawn at the edge."""
NO_DISCRIMINATION = 0.0
LINE = "color-mix(in srgb, currentColor 16%, transparent)"
STRONG_LINE = "color-mix(in srgb, currentColor 38%, transparent)"


def draw_life(card: LifeCard) -> None:
    """Sentences before pictures."""
    st.subheader(_("Life of the item"))
    st.markdown(use_sentence(card))
    st.html(difficulty_html(card))
    st.caption(difficulty_caption(card))
    st.markdown(f"**{_('Does it tell stronger from weaker students?')}**  \n{discrimination_sentence(card)}")
    if card.item.type == "multiple_choice":
        _draw_options(card)


def use_sentence(card: LifeCard) -> str:
    """How often it was shown and answered, how well and how fast."""
    if not card.shown and not card.answers:
        return _("No student has had it yet.")
    # Answers that came over the API may be to items that were never drawn here.
    shown = [ngettext("Shown to {count} student", "Shown to {count} students", card.shown)]
    parts = [
        *(shown if card.shown >= card.students else []),
        _("{answers} by {students}").format(
            answers=answers_name(card.answers), students=ngettext("{count} student", "{count} students", card.students)
        ),
    ]
    if card.share_right is not None:
        parts.append(_("{share} right at the first try").format(share=percent_text(card.share_right)))
    if card.median_seconds is not None:
        parts.append(_("half of them within {time}").format(time=minutes_name(card.median_seconds)))
    return _("{facts}.").format(facts=_("; ").join(parts))


# -- difficulty -----------------------------------------------------------------------------------------


def difficulty_html(card: LifeCard) -> str:
    """Two lines on one scale: a ring where it was expected, a disc where it was found."""
    rows = [_row("○", _("Expected"), card.predicted)]
    if card.observed is not None:
        rows.append(_row("●", _("Observed"), card.observed))
    return (
        f'<div style="display:grid;gap:10px;font-size:14px"><strong>{escaped_html(_("Difficulty"))}</strong>'
        f'{"".join(rows)}<div style="display:flex;justify-content:space-between;font-size:13px;opacity:.8">'
        f"<span>{escaped_html(_('easier'))}</span><span>{escaped_html(_('average'))}</span><span>{escaped_html(_('harder'))}</span></div></div>"
    )


def _row(mark: str, name: str, estimate: Estimate) -> str:
    """Name and figure, under them interval and mark on the scale; the zero is a tick."""
    left, middle, right = (_percent_along_scale(value) for value in (estimate.low, estimate.value, estimate.high))
    text = f"{name} {estimate_text(estimate)}"
    return (
        f'<div><div>{escaped_html(mark)} {escaped_html(text)}</div><div aria-hidden="true" style="position:relative;height:22px">'
        f'<div style="position:absolute;top:10px;width:100%;height:2px;background:{LINE}"></div>'
        f'<div style="position:absolute;left:50%;top:5px;width:1px;height:12px;background:{STRONG_LINE}"></div>'
        f'<div style="position:absolute;left:{left:.1f}%;width:{right - left:.1f}%;top:8px;height:6px;border-radius:3px;background:{STRONG_LINE}"></div>'
        f'<div style="position:absolute;left:calc({middle:.1f}% - 8px);top:0;width:16px;text-align:center;font-size:18px;line-height:22px">{mark}</div>'
        "</div></div>"
    )


def _percent_along_scale(value: float) -> float:
    """Position of a difficulty in logits on the scale from very easy (0) to very hard (100)."""
    return 50 + 50 * max(-SCALE_EDGE, min(SCALE_EDGE, value)) / SCALE_EDGE


def difficulty_caption(card: LifeCard) -> str:
    """The unit, and what is missing."""
    unit = _("In logits, with 95 % range: at 0 an average student has it right half of the time, above it is harder.")
    return (
        unit if card.observed is not None else joined([not_enough_answers(card.students, card.needed.observed), unit])
    )


def not_enough_answers(students: int, needed: int) -> str:
    """How many students have answered of those that a figure needs; of each student the first answer counts."""
    return _("Not enough data yet: {students} of {needed} students have answered.").format(
        students=students, needed=needed
    )


def discrimination_sentence(card: LifeCard) -> str:
    """In words first, then the slope."""
    slope_estimate = card.discrimination
    if slope_estimate is None:
        return not_enough_answers(card.students, card.needed.discrimination)
    if slope_estimate.high < NO_DISCRIMINATION:
        verdict = _("No: stronger students do worse. Check the key.")
    elif slope_estimate.low > NO_DISCRIMINATION:
        verdict = _("Yes: stronger students do better.")
    else:
        verdict = _("Not clear yet.")
    slope = _("Slope {figure}; 1 is as expected, 0 tells nothing.").format(figure=estimate_text(slope_estimate))
    return joined([verdict, slope])


# -- options --------------------------------------------------------------------------------------------


def _draw_options(card: LifeCard) -> None:
    st.markdown(f"**{_('What was chosen')}**")
    if card.options is None:
        st.caption(not_enough_answers(card.students, card.needed.options))
        return
    st.html(f'<div style="display:grid;gap:12px">{"".join(option_html(option) for option in card.options)}</div>')
    st.caption(
        _(
            "“Ability” is the mean ability of the students who chose the option, in logits relative to everyone who answered."
        )
    )


def option_html(option: OptionRate) -> str:
    """The option, a bar as long as its share, its figures; the right one is named in words."""
    right = f' <strong style="font-size:13px">✓ {escaped_html(_("right answer"))}</strong>' if option.right else ""
    width = max(0.0, min(100.0, 100 * option.rate.value))
    strength = ".8" if option.right else ".45"
    return (
        f'<div><div><span style="font-size:13px;opacity:.8">{escaped_html(option.id)}</span> '
        f'<span lang="zh-CN" style="font-family:{KAI};font-size:20px">{escaped_html(option.text)}</span>{right}</div>'
        f'<div aria-hidden="true" style="height:8px;border-radius:4px;background:{LINE}">'
        f'<div style="height:8px;border-radius:4px;width:{width:.1f}%;background:currentColor;opacity:{strength}"></div></div>'
        f'<div style="font-size:13px;opacity:.85">{escaped_html(option_figures(option))}</div></div>'
    )


def option_figures(option: OptionRate) -> str:
    """`12 answers, 30 % (18–45), ability +0.4`."""
    figures = answers_name(option.chosen) + _(", ") + percent_text(option.rate)
    if option.ability is None:
        return figures
    plus = "+" if option.ability > 0 else ""
    return figures + _(", ") + _("ability {figure}").format(figure=f"{plus}{signed(option.ability)}")

"""What to do next, the total, and the three that it is made of with the eleven indicators behind them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.api.speech import Aspect, AspectName, aspects, is_judged
from core.speech.wire import Indicator, SpeechReport
from pages.parts.figures import number
from pages.parts.i18n import _, explanation_language, language, ngettext
from pages.parts.shown_text import escaped, escaped_html
from pages.parts.speaking.words import confidence_text, quantity_text, range_text, sentences

AT_ONCE = 2
"""Findings that stand open: more than two things nobody keeps in mind at the next reading."""
SHADE = "color-mix(in srgb, currentColor 12%, transparent)"


def draw_total(report: SpeechReport) -> None:
    """Draw the total with its range, and what it rests on."""
    st.subheader(_("Total"), anchor=False)
    low, high = report.total_interval
    shown_range = f"{low:.0f}–{high:.0f}"
    if report.short:
        first = shown_range
        beside = _("of 100 · 80 % range; one number ({total}) would claim too much").format(
            total=number(report.total_score)
        )
    else:
        first = number(report.total_score)
        beside = _("of 100 · 80 % range {low}–{high}").format(low=f"{low:.0f}", high=f"{high:.0f}")
    st.html(
        '<div style="display:flex;flex-wrap:wrap;align-items:baseline;gap:0 16px">'
        f'<strong style="font-size:44px;line-height:1.1;font-variant-numeric:tabular-nums">{first}</strong>'
        f'<span style="font-size:16px">{escaped_html(beside)}</span></div>'
        f'<div role="img" aria-label="{escaped_html(_("Range of the total"))}" style="position:relative;height:12px;border-radius:6px;'
        f'margin-top:8px;background:{SHADE}">'
        f'<span style="position:absolute;inset:0 auto 0 {low}%;width:{max(1.0, high - low)}%;border-radius:6px;background:currentColor;'
        'opacity:.3"></span>'
        f'<span style="position:absolute;top:-3px;height:18px;width:3px;left:calc({report.total_score}% - 1px);'
        'background:currentColor"></span></div>'
    )
    notes = [basis_text(report)]
    if report.short:
        notes.append(_("The text is short: read a longer one for a narrower range, and for what is said of the pace."))
    st.caption(sentences([*notes, escaped(report.note.get(explanation_language()))]))


def basis_text(report: SpeechReport) -> str:
    """How many syllables could be judged, and how sure the total is."""
    read = [syllable for syllable in report.syllables if syllable.status == "read"]
    judged = sum(is_judged(syllable.verdict) for syllable in read)
    return _("Rests on {judged} of {read} syllables that could be judged ({sure}).").format(
        judged=judged, read=len(read), sure=confidence_text(report.confidence)
    )


def draw_warnings(report: SpeechReport) -> None:
    """Draw what was wrong with the recording, and what to do."""
    for warning in report.quality.warnings:
        st.warning(escaped(warning.get(explanation_language())), icon=":material/graphic_eq:")


def draw_findings(report: SpeechReport) -> None:
    """Draw the two sentences to act on, and the others behind them."""
    st.subheader(_("What to do next"), anchor=False)
    found = [escaped(finding.get(explanation_language())) for finding in report.findings]
    if not found:
        st.markdown(_("Nothing stands out. Take a longer text, or a higher level."))
        return
    st.markdown(_numbered(found[:AT_ONCE]))
    if further := found[AT_ONCE:]:
        title = ngettext("{count} more, for later", "{count} more, for later", len(further))
        with st.expander(title, icon=":material/more_horiz:", type="compact"):
            st.markdown(_numbered(further, first=AT_ONCE + 1))


def _numbered(lines: Sequence[str], *, first: int = 1) -> str:
    return "\n".join(f"{number}. {line}" for number, line in enumerate(lines, first))


def draw_beside(report: SpeechReport) -> None:
    """Draw in words what was left out and what was said beside the text."""
    lines = beside_lines(report)
    if lines:
        st.markdown("  \n".join(f":material/{icon}: {escaped(line)}" for icon, line in lines))


def beside_lines(report: SpeechReport) -> list[tuple[str, str]]:
    """Icon and sentence for each kind of departure from the text."""
    lines = []
    if report.omitted:
        words = " ".join(report.syllables[index].character for index in report.omitted)
        lines.append(("remove", _("Left out: {words}").format(words=words)))
    for kind, icon, sentence in (
        ("extra", "add", _("Added to the text: {places}")),
        ("repeat", "replay", _("Said again: {places}")),
        ("filler", "more_horiz", _("“Uh” or “um”: {places}")),
    ):
        places = [_after(report, extra.after) for extra in report.beside if extra.kind == kind]
        if places:
            lines.append((icon, sentence.format(places=_(", ").join(places))))
    return lines


def _after(report: SpeechReport, index: int) -> str:
    if index < 0:
        return _("before the first syllable")
    return _("after {character}").format(character=report.syllables[index].character)


def aspect_names() -> dict[AspectName, str]:
    """Names of the three."""
    return {"sounds": _("Sounds and tones"), "fluency": _("Fluency"), "completeness": _("Completeness")}


def draw_aspects(report: SpeechReport) -> None:
    """Draw the three that the total is made of, side by side; each opens to the indicators behind it, the eleven of them in all."""
    for column, aspect in zip(st.columns(len(aspect_names()), gap="medium"), aspects(report), strict=True):
        with column, st.container(border=True):
            st.html(aspect_line(aspect))
            title = ngettext("{count} indicator behind it", "{count} indicators behind it", len(aspect.indicators))
            with st.expander(title, icon=":material/bar_chart:", type="compact"):
                st.html("".join(indicator_line(indicator) for indicator in aspect.indicators))
                st.caption(
                    "  \n".join(_source_line(indicator) for indicator in aspect.indicators if indicator.reference)
                )


def aspect_line(aspect: Aspect) -> str:
    """HTML of one of the three: name, score and bar; a dash where nothing could be measured."""
    score = "–" if aspect.score is None else f"{aspect.score:.0f}"
    width = aspect.score or 0.0
    return (
        '<div style="display:grid;grid-template-columns:1fr auto;gap:4px 12px;align-items:baseline">'
        f'<span style="font-size:16px">{escaped_html(aspect_names()[aspect.name])}</span>'
        f'<strong style="font-size:28px;line-height:1.1;font-variant-numeric:tabular-nums">{score}</strong>'
        f'<span style="grid-column:1/-1;height:8px;border-radius:4px;background:{SHADE}">'
        f'<span style="display:block;height:8px;border-radius:4px;width:{width}%;background:currentColor;opacity:.7"></span></span></div>'
    )


def _source_line(indicator: Indicator) -> str:
    assert indicator.reference is not None
    colon = "：" if language() == "zh" else ": "
    return f"{escaped(indicator.label.get(language()))}{colon}{escaped(indicator.reference.source.get(language()))}"


def indicator_line(indicator: Indicator) -> str:
    """HTML of an indicator: name, bar, score; below them the raw value, its range, what it rests on."""
    known = indicator.value is not None
    score = f"{indicator.score:.0f}" if known else "–"
    bar = (
        f'<span style="display:block;height:8px;border-radius:4px;width:{indicator.score}%;background:currentColor;opacity:.7"></span>'
        if known
        else ""
    )
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:0 16px;font-size:15px;margin-bottom:8px">'
        f'<span style="flex:1 0 11em">{escaped_html(indicator.label.get(language()))}</span>'
        '<div style="flex:1000 1 260px;display:grid;grid-template-columns:1fr 2.5em;gap:2px 16px;align-items:center">'
        f'<span style="height:8px;border-radius:4px;background:{SHADE}">{bar}</span>'
        f'<strong style="text-align:right;font-variant-numeric:tabular-nums">{score}</strong>'
        f'<span style="grid-column:1/-1;font-size:13px;opacity:.8">{escaped_html(measured_text(indicator))}</span></div></div>'
    )


def measured_text(indicator: Indicator) -> str:
    """What was measured: `3.4 syllables/s · native readers 3.45–4.2 · from 11 values · sure`."""
    if indicator.value is None:
        return _("cannot judge: too little to measure")
    parts = [quantity_text(indicator.value, indicator.unit)]
    if indicator.reference is not None:
        span = range_text(indicator.reference.low, indicator.reference.high, indicator.unit)
        parts.append(_("native readers {range}").format(range=span))
    parts.append(ngettext("from {count} value", "from {count} values", indicator.n))
    parts.append(confidence_text(indicator.confidence))
    return " · ".join(parts)


def draw_intonation(report: SpeechReport) -> None:
    """Draw what was found in each intonation group."""
    groups = [group for group in report.intonation if group.reasons]
    if not groups:
        return
    with st.expander(_("Intonation, group by group"), icon=":material/airwave:", type="compact"):
        for group in groups:
            words = "".join(syllable.character for syllable in report.syllables[group.first : group.last + 1])
            score = _("cannot judge") if group.score is None else f"{group.score:.0f}"
            reasons = " ".join(escaped(reason.get(explanation_language())) for reason in group.reasons)
            st.markdown(f"**{escaped(words)}** · {score}  \n{reasons}")

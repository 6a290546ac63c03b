"""The report of a class: how many practised, what to teach next, who needs what; as PDF and Word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from core.answers.wire import StudentLine
from core.api.documents import word
from core.errors import NoFont
from core.knowledge.wire import ClassMap, LevelNow
from core.records.printed import Block, Document, Heading, Listing, Paragraph, Table
from core.wire import Language
from pages.parts.dates import month_name
from pages.parts.figures import answers_name, number, with_n
from pages.parts.i18n import _, language, ngettext, writing_in
from pages.parts.map.words import joined, level_short
from pages.parts.names import one_language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

MOST_NAMED = 6
WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def draw_class_report(who: Visitor, lines: Sequence[StudentLine], month: str, chosen: Language) -> None:
    """What is in it, and the files."""
    st.subheader(_("Report of the class"))
    st.markdown(
        _("One or two pages for colleagues and meetings: who practised, what to teach next, who needs the same thing.")
    )

    def document() -> Document:
        caller = replace(who.caller, language=chosen)
        view = who.core.knowledge.class_map(caller)
        levels = who.core.knowledge.class_levels([line.student_id for line in lines], caller)
        name = who.scope.chosen.name if who.scope.chosen else ""
        with writing_in(chosen):
            return class_document(view, lines, levels, month, name=name)

    with st.container(horizontal=True):
        if who.core.printer.ready():
            st.download_button(
                _("Download as PDF"),
                lambda: who.core.documents.pdf(document(), who.caller),
                file_name=f"wenlu-class-{month}.pdf",
                mime="application/pdf",
                icon=":material/picture_as_pdf:",
                key="home_class_pdf",
            )
        st.download_button(
            _("Download as Word"),
            lambda: word(document()),
            file_name=f"wenlu-class-{month}.docx",
            mime=WORD_TYPE,
            icon=":material/description:",
            key="home_class_word",
        )
    if not who.core.printer.ready():
        st.caption(escaped(NoFont().remedy(language())))


def class_document(
    view: ClassMap, lines: Sequence[StudentLine], levels: Mapping[str, LevelNow], month: str, *, name: str
) -> Document:
    """The document in the language of writing. What to teach next and who needs help are of today, and say so."""
    return Document(
        title=_("Class report"),
        language=language(),
        subtitle=" · ".join(part for part in (one_language(name), month_name(month)) if part),
        blocks=(
            Paragraph(_lead(lines), "lead"),
            Heading(_("Students")),
            _students(lines, levels),
            *_today(view),
            Paragraph(_("Each mean is followed by its 95 % range; levels are the estimates of today."), "quiet"),
        ),
        footer=_("Wenlu · every number is counted from stored answers"),
    )


def _lead(lines: Sequence[StudentLine]) -> str:
    active = [line for line in lines if line.answers]
    answers = sum(line.answers for line in active)
    sentence = _("{active} of {count} students practised and gave {answers}.").format(
        active=len(active), count=len(lines), answers=answers_name(answers)
    )
    if not answers:
        return _("Nobody practised in this month.")
    mean = sum((line.mean_score or 0.0) * line.answers for line in active) / answers
    return joined([sentence, _("On average they were worth {mean} of 100.").format(mean=number(mean))])


def _students(lines: Sequence[StudentLine], levels: Mapping[str, LevelNow]) -> Table:
    rows = tuple(
        (
            one_language(line.name),
            line.number,
            _level(levels[line.student_id]),
            "–" if line.mean_score is None else with_n(line.mean_score, line.interval, line.answers),
        )
        for line in sorted(lines, key=lambda line: (one_language(line.name), line.number))
    )
    return Table(
        (_("Name"), _("Number"), _("Level (80 % range)"), _("Mean score of 100")), rows, column_widths=(3, 2, 3, 4)
    )


def _level(level: LevelNow) -> str:
    """`2 (1–3)`; a dash while nothing is known."""
    if not level.known:
        return "–"
    low, now, high = (level_short(each) for each in (level.low, level.level, level.high))
    return now if low == high else f"{now} ({low}–{high})"


def _today(view: ClassMap) -> list[Block]:
    blocks: list[Block] = []
    if view.teach_next:
        points = tuple(f"{each.point_id} {each.name}: {each.reason}" for each in view.teach_next[:MOST_NAMED])
        blocks += [Heading(_("Teach this next, as of today")), Listing(points)]
    if view.groups:
        groups = tuple(
            f"{each.point_id} {each.name}: {_(', ').join(map(one_language, each.names))}"
            for each in view.groups[:MOST_NAMED]
        )
        blocks += [Heading(_("Groups by need, as of today")), Listing(groups)]
    if view.needs_help:
        helped = tuple(f"{one_language(each.name)}: {' '.join(each.reasons)}" for each in view.needs_help[:MOST_NAMED])
        more = len(view.needs_help) - MOST_NAMED
        if more > 0:
            helped += (ngettext("and {count} more", "and {count} more", more),)
        blocks += [Heading(_("Who needs help, as of today")), Listing(helped)]
    return blocks

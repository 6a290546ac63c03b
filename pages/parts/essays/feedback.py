"""What a teacher says of an essay before the text is looked at: what is done well, two errors worth learning from, the others by kind."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import streamlit as st

from core.api.essay_reviews import Lesson, lessons, rest, sentence_of
from core.api.essays import EssayReport, EssayView
from core.api.marking import ReturnedEssay
from core.essays.wire import EditShown, StrengthShown
from core.tables.points import Points
from pages.parts.essays.compare import NEW, OLD, Piece, sheet
from pages.parts.essays.exercise import open_exercise
from pages.parts.essays.verdicts import Verdicts, edit_name
from pages.parts.essays.words import TYPES, change_text, confidence_text, error_names
from pages.parts.i18n import _, explanation_language, ngettext
from pages.parts.map.words import full_name, level_short
from pages.parts.marking.returned import corrections_of
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

FEW = 3
"""So many other errors are shown without a click."""
QUOTE_AROUND = 24
"""So many characters of the sentence are quoted on each side of an error."""
CUT, BETWEEN = "…", "……"


def draw_strengths(report: EssayReport, points: Points) -> None:
    """Draw what is done well; nothing where nothing is."""
    said = strength_texts(report, points)
    if said:
        st.subheader(_("Done well"), anchor=False)
        st.markdown("\n".join(f"- {escaped(each)}" for each in said))


def strength_texts(report: EssayReport, points: Points) -> list[str]:
    """What is done well, each with the words that show it."""
    texts = (_strength_text(report, strength, points) for strength in report.strengths)
    return [text for text in texts if text]


def _strength_text(report: EssayReport, strength: StrengthShown, points: Points) -> str:
    passages = [_plain(report.essay_content[span.start : span.end]) for span in strength.spans]
    if strength.kind == "joined":
        passages = [BETWEEN.join(passages)]
    quotes = _(", ").join(_("“{words}”").format(words=passage) for passage in passages)
    if strength.kind == "words":
        return _("Words of level {level} or above in which no error was found: {words}.").format(
            level=report.hsk_level, words=quotes
        )
    if strength.kind == "particles":
        return _("的, 地 and 得 stand in {count} places, and none of them was found wrong.").format(
            count=strength.count
        )
    point = points.by_id.get(strength.point)
    if point is None:
        return ""
    values = {"point": full_name(point), "level": level_short(point.level), "words": quotes}
    if strength.kind == "joined":
        return _("Clauses joined by {point} (level {level}): {words}.").format(**values)
    return _("Used without an error that was found: {point} (level {level}), as in {words}.").format(**values)


def _plain(text: str) -> str:
    return " ".join(text.split())


# -- errors ----------------------------------------------------------------------------------------------------


def draw_errors(who: Visitor, view: EssayView, verdicts: Verdicts, returned: ReturnedEssay | None) -> None:
    """Draw the errors most worth learning from, each with a way to practise it, and the others by kind."""
    report = view.report
    standing = standing_errors(report, verdicts, returned)
    first = lessons(standing, hsk_level=int(report.hsk_level))
    if not first:
        return
    st.subheader(
        ngettext("An error worth learning from", "{count} errors worth learning from", len(first)), anchor=False
    )
    is_own = who.account.student_id == view.student_id
    columns = st.columns(len(first)) if len(first) > 1 else [st.container()]
    for number, (column, lesson) in enumerate(zip(columns, first, strict=True)):
        with column, st.container(border=True, height="stretch"):
            _draw_lesson(who, view, lesson, number, is_own=is_own)
    _draw_others(rest(standing, first))


def standing_errors(report: EssayReport, verdicts: Verdicts, returned: ReturnedEssay | None) -> list[EditShown]:
    """The errors that nobody calls right: neither the writer, unless the teacher overruled it, nor the teacher who returned the text."""
    said_right = {
        name for name, verdict in verdicts.items() if verdict.verdict == "dismissed" and verdict.settled != "overruled"
    }
    kept = _kept_by_teacher(returned)
    return [
        edit for edit in report.edits if edit_name(edit) not in said_right and (kept is None or edit_name(edit) in kept)
    ]


def _kept_by_teacher(returned: ReturnedEssay | None) -> Collection[tuple[int, int, str]] | None:
    if returned is None:
        return None
    return {(each.start, each.end, each.replacement) for each in corrections_of(returned)}


def _draw_lesson(who: Visitor, view: EssayView, lesson: Lesson, number: int, *, is_own: bool) -> None:
    edit = lesson.edit
    again = (
        " · " + ngettext("{count} time in this essay", "{count} times in this essay", lesson.repeated)
        if lesson.repeated > 1
        else ""
    )
    st.markdown(f"**{error_names()[edit.type]}**{again}")
    st.html(sheet(quoted(view.report.essay_content, edit), size_px=24))
    st.markdown(escaped(edit.explanation.get(explanation_language())))
    point = who.core.tables.points.by_id.get(edit.point)
    about = [f"{point.id} {full_name(point)}"] if point else []
    st.caption(escaped(" · ".join([*about, confidence_text(edit.confidence, check=False)])))
    if is_own:
        st.button(
            _("Practise it now"),
            icon=":material/exercise:",
            key=f"essay_practise_{number}",
            on_click=open_exercise,
            args=(who, view.evaluation_id, edit),
        )


def quoted(essay: str, edit: EditShown) -> list[Piece]:
    """The sentence of an error with the error struck and the correction put in, cut where it is long."""
    start, end = sentence_of(essay, edit)
    first, last = max(start, edit.start - QUOTE_AROUND), min(end, edit.end + QUOTE_AROUND)
    return [
        ((CUT if first > start else "") + essay[first : edit.start], ""),
        (edit.original, OLD),
        (edit.replacement, NEW),
        (essay[edit.end : last] + (CUT if last < end else ""), ""),
    ]


def _draw_others(edits: Sequence[EditShown]) -> None:
    """The other errors by kind, folded away where they are many."""
    if not edits:
        return
    st.subheader(_("The other errors, by kind"), anchor=False)
    names = error_names()
    for kind in TYPES:
        of_kind = [edit for edit in edits if edit.type == kind]
        if of_kind:
            with st.expander(f"{names[kind]} · {len(of_kind)}", expanded=len(edits) <= FEW):
                st.markdown("\n".join(f"- **{escaped(change_text(edit))}** {_reason(edit)}" for edit in of_kind))


def _reason(edit: EditShown) -> str:
    return escaped(edit.explanation.get(explanation_language()))

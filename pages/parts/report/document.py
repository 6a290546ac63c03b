"""The report as a document for print: the same sentences and numbers as on the page, and nothing beside them."""

from __future__ import annotations

from core.answers.wire import LEAST_FOR_SKILL, PointChange, PointRecord, Report, SkillScore
from core.knowledge.wire import LevelNow
from core.records.classes import ReportComment
from core.records.printed import Bar, Bars, Block, Document, Heading, Line, LinePoint, Lines, Listing, Paragraph, Table
from core.wire import Topic
from pages.parts.figures import answers_name, number, with_n
from pages.parts.i18n import _, language
from pages.parts.level import level_sentence
from pages.parts.names import level_name, one_language, topic_names
from pages.parts.report.change import change_sentence, verdict_sentence
from pages.parts.report.gains import counts_name, gains_sentence, most_answered
from pages.parts.report.words import changes_of, first_sentence, skill_level_names, skills_of
from pages.parts.shown_text import unescaped


def report_document(
    report: Report, month: str | None, *, name: str, level: LevelNow | None = None, comment: ReportComment | None = None
) -> Document:
    """The document of a report with answers in it; `name` is the student's as the page shows it.

    `level` stands in a report that ends today: in one of a past month nobody would know of which day it is. `comment`: what the teacher
    writes under it.
    """
    return Document(
        title=_("Learning report"),
        language=language(),
        subtitle=f"{name} · {report.period.replace(' to ', _(' to '))}",
        blocks=(
            *_sentences(report, month),
            *([Paragraph(plain(level_sentence(level)))] if level is not None and level.known and month is None else []),
            *_months(report),
            *_skills(report),
            *_gains(report),
            *_points(report),
            *_comment(comment),
            Paragraph(_method(), "quiet"),
        ),
        footer=_("Wenlu · every number is counted from stored answers"),
    )


def _sentences(report: Report, month: str | None) -> list[Block]:
    sentences = (first_sentence(report, month), change_sentence(report, month), gains_sentence(report))
    first, *others = (plain(sentence) for sentence in sentences)
    return [Paragraph(first, "lead"), *(Paragraph(sentence) for sentence in others)]


def _months(report: Report) -> list[Block]:
    if sum(month.score.n > 0 for month in report.months) < 2:
        return []
    points = tuple(LinePoint(month.month, month.score.score, month.score.interval) for month in report.months)
    return [Heading(_("Month against month")), Lines((Line(_("Mean score of 100"), points),), joined=False)]


def _skills(report: Report) -> list[Block]:
    bars = tuple(_bar(topic, skill) for topic, skill in skills_of(report).items())
    compared = tuple(
        f"{topic_names()[topic]}: {plain(verdict_sentence(change))}"
        for topic, change in changes_of(report).items()
        if min(change.before.n, change.now.n) >= LEAST_FOR_SKILL
    )
    return [Heading(_("Skills")), Bars(bars), *([Listing(compared)] if compared else [])]


def _bar(topic: Topic, skill: SkillScore) -> Bar:
    if skill.n < LEAST_FOR_SKILL:
        nothing = _("Not enough data yet ({answers}).").format(answers=answers_name(skill.n))
        return Bar(topic_names()[topic], None, value_text=nothing)
    text = f"{skill_level_names()[skill.level]} · {with_n(skill.score, skill.interval, skill.n)}"
    return Bar(topic_names()[topic], skill.score, skill.interval, text)


def _gains(report: Report) -> list[Block]:
    if not report.gained and not report.lost:
        return []
    return [
        Heading(_("Points newly met and no longer met")),
        *_changes(_("Newly met"), report.gained),
        *_changes(_("No longer met"), report.lost),
    ]


def _changes(title: str, changes: list[PointChange]) -> list[Block]:
    if not changes:
        return []
    rows = tuple(
        (f"{change.point_id} {change.name}", level_name(change.level), counts_name(change))
        for change in most_answered(changes)
    )
    head = (_("Knowledge point"), _("Level"), _("Right answers"))
    return [Heading(title, 2), Table(head, rows, column_widths=(5, 3, 4))]


def _points(report: Report) -> list[Block]:
    blocks: list[Block] = []
    for title, records in ((_("Went best"), report.strongest), (_("To work on"), report.weakest)):
        if records:
            blocks += [Heading(title), _records(records)]
    return blocks


def _records(records: list[PointRecord]) -> Table:
    rows = tuple(
        (f"{record.point_id} {record.name}", level_name(record.level), f"{number(record.correct)}/{record.n}")
        for record in records
    )
    return Table(
        (_("Knowledge point"), _("Level"), _("Right answers")), rows, column_widths=(5, 3, 1.6), number_columns=(2,)
    )


def _comment(comment: ReportComment | None) -> list[Block]:
    if comment is None:
        return []
    return [Heading(_("From the teacher")), Paragraph(comment.text), Paragraph(one_language(comment.by), "quiet")]


def _method() -> str:
    return _(
        "Each mean is followed by its 95 % range (Wilson). A change is reported only where the 95 % range of the difference does not include 0; answers from the same day count together (Newcombe's range)."
    )


def plain(markdown: str) -> str:
    """A sentence of the pages without its marks.

    >>> plain("on average **60** of 100, \\\\(a\\\\)")
    'on average 60 of 100, (a)'
    """
    return unescaped(markdown.replace("**", ""))

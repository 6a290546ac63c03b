"""What a report says before any number: true, with n, and no claim that chance could have made."""

from __future__ import annotations

from core.answers.wire import LEAST_FOR_SKILL, Change, Report, SkillScore
from core.wire import TOPICS, Topic
from pages.parts.dates import month_name
from pages.parts.figures import answers_name, with_interval
from pages.parts.i18n import _, ngettext
from pages.parts.names import topic_names

LEAST_FOR_SENTENCE = 5
"""Under so many answers the 95 % band is wider than half the scale: nothing is said but the count."""


def first_sentence(report: Report, month: str | None) -> str:
    """The time in one or two sentences."""
    progress = report.overall_progress
    when = month_name(month) if month else _("The last 30 days")
    days = ngettext("{count} day", "{count} days", len(progress.trend_dates))
    answers_and_days = _("{when}: {answers} on {days}").format(
        when=when, answers=answers_name(progress.total_attempts), days=days
    )
    if progress.total_attempts < LEAST_FOR_SENTENCE:
        return _("{said}. That is too few to say more; one round of ten gives a first picture.").format(
            said=answers_and_days
        )
    mean = with_interval(progress.average_score, progress.interval)
    scored = _("{said}, on average **{mean}** of 100 points.").format(said=answers_and_days, mean=mean)
    return f"{scored} {skills_sentence(report)}"


def skills_sentence(report: Report) -> str:
    """The best and the weakest skill are named only when their 95 % bands lie apart."""
    known = {topic: skill for topic, skill in skills_of(report).items() if skill.n >= LEAST_FOR_SKILL}
    if len(known) < 2:
        return _("There are not enough answers yet to compare the skills.")
    best = max(known, key=lambda topic: known[topic].score)
    least = min(known, key=lambda topic: known[topic].score)
    if _apart(known[least], known[best]):
        return _("{best} is strongest; {least} needs the most practice.").format(
            best=topic_names()[best], least=topic_names()[least]
        )
    return _("The skills do not differ clearly: their 95 % ranges overlap.")


def skills_of(report: Report) -> dict[Topic, SkillScore]:
    """The four skills by topic."""
    return {topic: getattr(report.skill_analysis, topic) for topic in TOPICS}


def changes_of(report: Report) -> dict[Topic, Change]:
    """The four skills against the time before, by topic."""
    return {topic: getattr(report.comparison.skills, topic) for topic in TOPICS}


def skill_level_names() -> dict[str, str]:
    """The contract's level names: excellent from 90, good from 75, average from 60, weak below."""
    return {
        "excellent": _("Excellent"),
        "good": _("Good"),
        "average": _("Average"),
        "weak": _("Weak"),
        "none": _("No answers"),
    }


def _apart(lower: SkillScore, upper: SkillScore) -> bool:
    return lower.interval is not None and upper.interval is not None and lower.interval[1] < upper.interval[0]

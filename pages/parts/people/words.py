"""Words of the dry run of an import."""

from __future__ import annotations

from core.api.people import DryRun
from pages.parts.i18n import _, language, ngettext


def action_marks() -> dict[str, str]:
    """What happens with a row, with a mark, so that the column is read at a glance."""
    return {
        "new": "＋ " + _("new"),
        "changed": "～ " + _("changed"),
        "same": "＝ " + _("here already"),
        "question": "？ " + _("to be decided"),
        "fault": "✕ " + _("fault"),
        "left_out": "－ " + _("left out"),
    }


def erasing_text() -> str:
    """What erasing a student takes away and what it leaves, in both places where it is done."""
    return _(
        "Everything kept about the student is removed at once and cannot be brought back without a file that was exported before: answers, evaluations, "
        "evidence, essays, recordings, questions to the teacher, classes, and the sign-in with its user name. A receipt says what was removed, without "
        "the name. Backups made before still hold the student."
    )


def result_sentence(shown: DryRun) -> str:
    """`**38 new**, 1 changed, 3 here already, 2 rows with faults: nothing is written yet.`"""
    parts = []
    if count := shown.count("new"):
        parts.append(ngettext("**{count} new**", "**{count} new**", count))
    if count := shown.count("changed"):
        parts.append(ngettext("{count} with changes", "{count} with changes", count))
    if count := shown.count("same"):
        parts.append(ngettext("{count} here already", "{count} here already", count))
    if count := shown.count("question"):
        parts.append(ngettext("{count} to be decided", "{count} to be decided", count))
    if count := shown.count("fault"):
        parts.append(ngettext("**{count} row with a fault**", "**{count} rows with faults**", count))
    if count := shown.count("left_out"):
        parts.append(ngettext("{count} left out", "{count} left out", count))
    joiner = "，" if language() == "zh" else ", "
    return _("{parts}. Nothing is written yet.").format(parts=joiner.join(parts))

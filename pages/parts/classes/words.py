"""What is said of a class."""

from __future__ import annotations

from core.access.wire import ClassLine
from core.records.classes import Consent
from pages.parts.dates import day_name
from pages.parts.i18n import _, ngettext
from pages.parts.names import one_language
from pages.parts.visitor import Visitor


def taking_out_text(who: Visitor) -> str:
    """What becomes of students who are taken out of a class, and who can put them back."""
    if who.account.role == "admin":
        return _(
            "Everything the student did stays, and the student stays in the school. You can put the student back at any time."
        )
    return _(
        "Everything the student did stays, and the student stays in the school. If the student is in no other class of yours, you no longer see the student, and only an administrator can put them back."
    )


def students_name(count: int) -> str:
    """`12 students`."""
    return ngettext("{count} student", "{count} students", count)


def consent_names() -> dict[Consent, str]:
    """What guardians said, in the interface language."""
    return {
        "not_needed": _("Not needed: the students are adults, or the school has it on file"),
        "given": _("Given by all guardians"),
        "missing": _("Not given, or not by all"),
    }


def facts(line: ClassLine) -> list[str]:
    """Who teaches it, whether it is over, what is switched off."""
    teachers = _(", ").join(map(one_language, line.teachers))
    return [
        *([_("all students of the school, whoever comes")] if line.everyone else []),
        _("taught by {names}").format(names=teachers) if teachers else _("no teacher yet"),
        *([_("over since {day}").format(day=day_name(line.archived_at))] if line.archived_at else []),
        *([_("recordings and study peers are off")] if line.consent == "missing" else []),
    ]

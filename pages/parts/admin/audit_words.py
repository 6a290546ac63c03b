"""The words of the audit log: who, what, to whom, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from core.api.audit import AuditAction, AuditActor, AuditLine, AuditSubject, Fact, FactName
from pages.parts.i18n import _
from pages.parts.names import one_language, student_label


def action_names() -> dict[AuditAction, str]:
    """What was done."""
    return {
        "organisation_made": _("School made"),
        "address_changed": _("Short name of the school changed"),
        "plan_changed": _("Plan changed"),
        "quota_granted": _("More calls granted"),
        "quota_requested": _("More calls asked for"),
        "quota_request_answered": _("Request for calls answered"),
        "quota_request_withdrawn": _("Request for calls taken back"),
        "key_made": _("Key made"),
        "key_revoked": _("Key revoked"),
        "key_suspended": _("Key suspended"),
        "key_resumed": _("Key let in again"),
        "account_made": _("Account made"),
        "account_renamed": _("Account renamed"),
        "account_closed": _("Account closed"),
        "account_opened": _("Account opened again"),
        "password_changed": _("Password changed"),
        "code_given": _("One-time code in place of a password"),
        "signins_ended": _("Signed out elsewhere"),
        "roster_imported": _("List brought in"),
        "roster_import_undone": _("List taken back"),
        "student_renamed": _("Student renamed"),
        "student_renumbered": _("Number of a student changed"),
        "students_merged": _("Two students made one"),
        "student_exported": _("Data of a student taken out"),
        "student_brought_back": _("Data of a student brought in"),
        "student_erased": _("Student erased"),
        "student_searched": _("Database searched for words"),
        "class_made": _("Class made"),
        "class_changed": _("Class changed"),
        "class_members_changed": _("Students put into or out of a class"),
        "class_opened_to_teacher": _("Class opened to a teacher"),
        "class_taken_from_teacher": _("Class taken from a teacher"),
        "joining_opened": _("Code to join a class made"),
        "joining_ended": _("Code to join a class ended"),
        "joining_admitted": _("Somebody admitted to a class"),
        "joining_refused": _("Somebody not admitted to a class"),
        "platform_registered": _("Learning platform let in (LTI)"),
        "platform_removed": _("Learning platform let in no more (LTI)"),
        "record_store_registered": _("Record store named to which work is sent (xAPI)"),
        "record_store_removed": _("Work sent to a record store no more (xAPI)"),
        "records_exported": _("Work of all students taken out (xAPI)"),
        "backup_made": _("Backup made"),
        "backup_restored": _("Backup restored"),
    }


def fact_words() -> Mapping[FactName, str]:
    """What a number or a word of an act is about."""
    return {
        "address": _("short name"),
        "tier": _("plan"),
        "limit": _("calls a month"),
        "overage": _("billing past the quota"),
        "calls": _("calls"),
        "period": _("month"),
        "state": _("answered"),
        "permissions": _("permissions"),
        "rules": _("usage rules of"),
        "role": _("role"),
        "ended": _("sign-ins ended"),
        "students": _("students"),
        "accounts": _("accounts"),
        "classes": _("classes"),
        "members": _("members of classes"),
        "teachers": _("teachers of classes"),
        "rows": _("records"),
        "scope": _("extent"),
        "words": _("words looked for"),
        "renamed": _("renamed"),
        "consent": _("guardians' consent"),
        "keep_days": _("days that recordings are kept"),
        "over": _("over"),
        "added": _("added"),
        "removed": _("taken out"),
        "days": _("days"),
        "approval": _("a teacher admits each"),
        "naming": _("students named by"),
        "made_at": _("as of"),
    }


def value_words() -> Mapping[str, str]:
    """Names of closed lists that stand in an act."""
    return {
        "granted": _("granted"),
        "refused": _("refused"),
        "student": _("student"),
        "teacher": _("teacher"),
        "admin": _("administrator"),
        "whole": _("everything"),
        "own": _("what the student may see"),
        "not_needed": _("no consent needed"),
        "given": _("given"),
        "missing": _("missing"),
        "pseudonyms": _("pseudonyms"),
        "student-ids": _("their ids"),
    }


def actor_name(actor: AuditActor) -> str:
    """Who did it."""
    if actor.kind == "operator":
        return _("The operator")
    if actor.kind == "service":
        return _("The service itself")
    if actor.kind == "key":
        return _("Program with the key {name}").format(name=actor.name or actor.id)
    return one_language(actor.name) if actor.name else _("Account {id}").format(id=actor.id)


def subject_name(subject: AuditSubject) -> str:
    """Whom or what it concerns; empty where nobody."""
    if not subject.kind:
        return ""
    if subject.erased:
        return _("An erased student (receipt {id})").format(id=subject.id)
    if subject.kind == "student":
        return student_label(subject.name, subject.id)
    if subject.kind in ("request", "import", "platform"):
        return subject.id
    return one_language(subject.name) if subject.name else subject.id


def concerned(line: AuditLine) -> str:
    """Whom an act concerns: both where they are two."""
    return " · ".join(filter(None, (subject_name(line.subject), subject_name(line.related))))


def told_facts(line: AuditLine) -> str:
    """`plan: free → education; calls a month: 500`."""
    words, shown = fact_words(), value_words()
    return "; ".join(
        f"{word}: {_change(line.facts, name, shown.get)}" for name, word in words.items() if name in line.facts
    )


def _change(facts: Mapping[FactName, Fact], name: FactName, named: Callable[[str], str | None]) -> str:
    """The value of a fact, after what it was before where that is told."""
    values = dict(facts.items())
    pair = [values[each] for each in (f"{name}_before", name) if each in values]
    return " → ".join(_value(each, named) for each in pair)


def _value(value: Fact, named: Callable[[str], str | None]) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return f"{value:,}" if isinstance(value, int) else named(value) or value

"""A core with a school and its teacher, and drafts as a teacher writes them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from core.api.core import Core
from core.api.questions import ItemDraft
from core.questions.formats.draft import item_of
from core.records.access import PERMISSIONS, Account, Caller, Organisation
from core.records.answers import AnswerRow, EvaluationRow
from core.records.evidence import Evidence
from core.records.items import Item
from core.tables import shipped_tables
from core.wire import Bilingual

NOW = datetime(2026, 11, 24, 2, tzinfo=UTC)
TABLES = shipped_tables()
CALLER = Caller("org", frozenset(PERMISSIONS), "en")
OTHER = Caller("other", frozenset(PERMISSIONS), "en")
TEACHER = Account("li", "org", "li", "teacher", "李老师", "x", None, "zh", NOW)


def with_school(core: Core) -> Core:
    """Two organisations with a teacher each, and a student's account."""
    for name in ("org", "other"):
        core.store.add_organisation(Organisation(name, name, "free", None, False, NOW))
    core.store.add_account(TEACHER)
    core.store.add_account(replace(TEACHER, account_id="he", organisation_id="other", username="he"))
    core.store.add_account(replace(TEACHER, account_id="kid", role="student", username="kid"))
    return core


def tea(**changed: Any) -> ItemDraft:
    """An item about tea."""
    fields: dict[str, Any] = {
        "type": "multiple_choice",
        "topic": "grammar",
        "level": 1,
        "instruction": Bilingual(zh="选一选。", en="Choose."),
        "stem": "我____茶。",
        "options": ("喝", "吃", "看", "听"),
        "key": "喝",
        "explanation": Bilingual(zh="茶要喝。", en="Tea is drunk."),
    }
    return ItemDraft(**{**fields, **changed})


def tea_item() -> Item:
    """The item that files would make of it."""
    return item_of(tea())


def answer_all(core: Core, item: Item, given: list[str], *, at: datetime = NOW, prefix: str = "s") -> None:
    """One answer a student, by label; the first is student `s0`."""
    for number, label in enumerate(given):
        student, evaluation = f"{prefix}{number}", f"ev_{prefix}_{item.id}_{number}_{at.timestamp()}"
        right, source = label == item.key, f"{evaluation}#0"
        row = EvaluationRow(evaluation, "org", student, None, "print", "{}", at)
        answer = AnswerRow(
            evaluation, 0, student, item.id, item.type, item.topic, item.standard_level, (), (), f'"{label}"', True, right,
            100.0 * right, 5 + number, at,
        )  # fmt: skip
        piece = Evidence(student, "answer", "skill", item.topic, float(right), 1.0, source, at, source, item.id)
        core.store.add_evaluation(row, [answer], [piece], call=None, reply=None)

"""The words of the statements: verbs and types of activities of ADL's vocabulary and of the Tin Can registry, and the statements' own extensions."""

from __future__ import annotations

from typing import Literal

from core.wire import QuestionType

VERSION = "1.0.3"
"""Of the specification, sent with every request."""
STATEMENT_VERSION = "1.0.0"
"""Of the form of a statement, which all versions 1.0.x share (xAPI 1.0.3, part two, 2.4.10)."""
ANSWERED, COMPLETED, SCORED = (f"http://adlnet.gov/expapi/verbs/{name}" for name in ("answered", "completed", "scored"))
DISPLAY: dict[str, dict[str, str]] = {
    ANSWERED: {"en-US": "answered", "zh-CN": "回答了"},
    COMPLETED: {"en-US": "completed", "zh-CN": "完成了"},
    SCORED: {"en-US": "was scored on", "zh-CN": "得到了评分"},
}

Kind = Literal["items", "practices", "readings", "essays", "assignments", "lessons"]
"""What is done; also the folder of its ids under the site's address."""
TYPES: dict[Kind, str] = {
    "items": "http://adlnet.gov/expapi/activities/cmi.interaction",
    "practices": "http://adlnet.gov/expapi/activities/assessment",
    "readings": "http://adlnet.gov/expapi/activities/performance",
    "essays": "http://id.tincanapi.com/activitytype/essay",
    "assignments": "http://id.tincanapi.com/activitytype/school-assignment",
    "lessons": "http://adlnet.gov/expapi/activities/lesson",
}
NAMES: dict[Kind, dict[str, str]] = {
    "items": {"en-US": "Question", "zh-CN": "题目"},
    "practices": {"en-US": "Practice round", "zh-CN": "一组练习"},
    "readings": {"en-US": "Reading aloud", "zh-CN": "朗读"},
    "essays": {"en-US": "Essay", "zh-CN": "作文"},
    "assignments": {"en-US": "Assignment", "zh-CN": "作业"},
    "lessons": {"en-US": "Lesson", "zh-CN": "课程"},
}
"""What an activity is called: its kind alone, since titles are what people typed."""
INTERACTIONS: dict[QuestionType, str] = {
    "multiple_choice": "choice",
    "fill_blank": "fill-in",
    "matching": "matching",
    "ordering": "sequencing",
}
"""Types of interactions (xAPI 1.0.3, part two, 2.4.4.1)."""

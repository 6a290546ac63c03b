"""What the students of a class are called beside a chart and in a table."""

from __future__ import annotations

from collections.abc import Sequence

from core.knowledge.wire import ClassStudent
from pages.parts.map.words import shortened
from pages.parts.names import one_language

LONGEST_NAME = 18
"""Characters of a name beside the rows."""


def name_in_one_language(name: str) -> str:
    """Of a name given in both languages (`中文 · English`, as in the demo) the half in the interface language, shortened."""
    return shortened(one_language(name), LONGEST_NAME)


def unique_names(students: Sequence[ClassStudent]) -> list[str]:
    """The names of the students; the id follows a name that several have."""
    names = [student.name for student in students]
    return [
        name if names.count(name) == 1 else f"{name} ({student.student_id})"
        for name, student in zip(names, students, strict=True)
    ]

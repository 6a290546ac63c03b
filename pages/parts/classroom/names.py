"""What the students of a class are called beside a chart and in a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.knowledge.wire import ClassStudent
from pages.parts.map.words import shortened
from pages.parts.names import one_language, student_label

LONGEST_NAME = 18
"""Characters of a name beside the rows."""


def name_in_one_language(name: str) -> str:
    """Of a name given in both languages (`中文 · English`, as in the demo) the half in the interface language, shortened."""
    return shortened(one_language(name), LONGEST_NAME)


def short_label(name: str, number: str) -> str:
    """Name and number of a student; of a long name the beginning."""
    return student_label(name_in_one_language(name), number)


def unique_names(students: Sequence[ClassStudent]) -> list[str]:
    """What stands beside the rows of the chart, where there is little room: the names, and the number behind one that several have."""
    names = [name_in_one_language(student.name) for student in students]
    counts = Counter(names)
    return [
        name if counts[name] == 1 else f"{name} ({student.number})"
        for name, student in zip(names, students, strict=True)
    ]

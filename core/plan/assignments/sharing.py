"""What the essays of classmates share: sentences that two students or more handed in alike.

A finding is for the teacher to look at, and no verdict: a sentence of the task, a set phrase or a text from class may be shared by right.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable

from core.language.levels import HAN
from core.plan.assignments.progress import body_of, resource_id_of
from core.plan.assignments.wire import EssayBody
from core.ports.store import Store
from core.records.access import Caller
from core.records.plan import Assignment
from core.wire import Closed

SENTENCE_END = re.compile(r"[。！？!?…\r\n]+")
LEAST_CHARACTERS = 8
"""Chinese characters of a sentence that tells anything when two wrote it: 我家有三口人 is everybody's."""


class SharedSentence(Closed):
    """A sentence that several students handed in."""

    sentence: str
    """As it stands in the text that was handed in first."""
    student_ids: tuple[str, ...]
    """By the time at which they handed it in."""


def shared_sentences(
    row: Assignment, caller: Caller, *, store: Store, simplify: Callable[[str], str]
) -> list[SharedSentence]:
    """Of the texts handed in for an assignment: sentences alike in their Chinese characters, whatever the script and the marks, that do not
    stand in the task. Those that most students share come first, then the longest."""
    body = body_of(row)
    if not isinstance(body, EssayBody):
        return []
    texts = [
        text
        for text in store.writings(row.organisation_id, resource_id=resource_id_of(row.assignment_id))
        if text.handed_in_at is not None and caller.sees(text.student_id)
    ]
    given = _characters(simplify("".join((row.title, body.task_zh, *body.hints_zh))))
    first: dict[str, str] = {}
    writers: dict[str, dict[str, None]] = defaultdict(dict)
    for text in sorted(texts, key=lambda each: (str(each.handed_in_at), each.student_id)):
        for sentence in SENTENCE_END.split(text.text):
            key = _characters(simplify(sentence))
            if len(key) >= LEAST_CHARACTERS and key not in given:
                first.setdefault(key, sentence.strip())
                writers[key][text.student_id] = None
    found = [
        SharedSentence(sentence=first[key], student_ids=tuple(students))
        for key, students in writers.items()
        if len(students) > 1
    ]
    return sorted(found, key=lambda each: (-len(each.student_ids), -len(each.sentence), each.sentence))


def _characters(text: str) -> str:
    return "".join(HAN.findall(text))

"""Sentences to read aloud. The recording stays in the browser session: what is kept is that they were read."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from random import sample

from core.learning.days import day_of
from core.plan.assignments.wire import AloudSentence
from core.plan.ids import SAY
from core.ports.language import PinyinReader
from core.records.evidence import Evidence
from core.tables import Tables
from core.tables.content.texts import Sentence

MOST_SENTENCES = 50
LONGEST = 30
"""Characters that are read aloud in one breath or two."""


class AloudSentences:
    """The sentences that a reader can be given, by ids `say_<sentence id>`."""

    def __init__(self, tables: Tables, reader: PinyinReader) -> None:
        self._tables = tables
        self._reader = reader

    @cached_property
    def _by_id(self) -> dict[str, Sentence]:
        return {row.id: row for row in self._tables.content.sentences}

    def of_tasks(self, task_ids: Sequence[str]) -> list[AloudSentence]:
        """The sentences behind the ids, in that order, each once; ids of anything else are left out."""
        ids = [task_id.removeprefix(SAY) for task_id in dict.fromkeys(task_ids) if task_id.startswith(SAY)]
        return [
            AloudSentence(
                task_id=SAY + row.id,
                text=row.text,
                pinyin=self._reader.transcription(row.text),
                translation=row.en,
                level=row.level,
            )
            for row in (self._by_id[sentence_id] for sentence_id in ids[:MOST_SENTENCES] if sentence_id in self._by_id)
        ]

    def drawn(self, level: int, count: int) -> list[str]:
        """Ids of so many short sentences of a level, drawn at random."""
        short = [row.id for row in self._by_id.values() if row.level == level and len(row.text) <= LONGEST]
        return [SAY + sentence_id for sentence_id in sample(short, min(count, len(short)))]


def evidence(student_id: str, task_id: str, read_at: datetime) -> Evidence:
    """The evidence that a sentence was read aloud: the day was active, and it earns its experience once a day and sentence. It
    says nothing of any skill."""
    return Evidence(
        student_id=student_id,
        kind="reading_aloud",
        target_kind="skill",
        target="speaking",
        outcome=1.0,
        weight=1.0,
        source=task_id,
        occurred_at=read_at,
        idempotency_key=f"reading_aloud:{student_id}:{task_id}:{day_of(read_at).isoformat()}",
    )

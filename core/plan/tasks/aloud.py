"""Sentences to read aloud. The recording stays in the browser session: what is kept is that they were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from random import sample

from core.learning.days import day_of
from core.plan.assignments.wire import AloudSentence
from core.plan.ids import SAY
from core.ports.language import PinyinReader
from core.records.evidence import Evidence
from core.tables.content.texts import Sentence

MOST_SENTENCES = 50
LONGEST = 30
"""Characters that are read aloud in one breath or two."""


def sentences_of(
    task_ids: Sequence[str], sentences: Mapping[str, Sentence], reader: PinyinReader
) -> list[AloudSentence]:
    """The sentences behind ids `say_<sentence id>`, in that order, each once; what is none is left out."""
    ids = [task_id.removeprefix(SAY) for task_id in dict.fromkeys(task_ids) if task_id.startswith(SAY)]
    return [
        AloudSentence(
            task_id=SAY + row.id,
            text=row.text,
            pinyin=reader.transcription(row.text),
            translation=row.en,
            level=row.level,
        )
        for row in (sentences[sentence_id] for sentence_id in ids[:MOST_SENTENCES] if sentence_id in sentences)
    ]


def drawn(level: int, count: int, sentences: Iterable[Sentence]) -> list[str]:
    """Ids of short sentences of a level, drawn by chance."""
    short = [row.id for row in sentences if row.level == level and len(row.text) <= LONGEST]
    return [SAY + sentence_id for sentence_id in sample(short, min(count, len(short)))]


def evidence(student_id: str, task_id: str, at: datetime) -> Evidence:
    """A sentence was read aloud: the day was active, and it earns its experience once a day and sentence. It says nothing of
    any skill yet."""
    return Evidence(
        student_id=student_id,
        kind="reading_aloud",
        target_kind="skill",
        target="speaking",
        outcome=1.0,
        weight=1.0,
        source=task_id,
        occurred_at=at,
        idempotency_key=f"reading_aloud:{student_id}:{task_id}:{day_of(at).isoformat()}",
    )

"""Readings of students: written with everything that follows from them, and given again for the same Idempotency-Key."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from core.errors import AlreadyAnswered, BadParameter
from core.learning.days import day_of
from core.ports.language import PinyinReader, ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.plan import Completion
from core.records.speech import NewReading, RepeatableReply, StoredRecording
from core.speech import history
from core.speech.evidence import ReadingAct, evidence_of, is_reading
from core.speech.reading.citation import citation_tones
from core.speech.upload import SpeechUpload, media_type
from core.speech.wire import SpeechReport
from core.tables import Tables

UPLOAD = "speech/uploadfile"
"""The endpoint under which an Idempotency-Key is remembered."""
READING_ID = "spe"
"""How the ids of stored readings begin."""


@dataclass(frozen=True)
class SpeechReply:
    """A report as JSON text, and whether it is an earlier one that is given again."""

    text: str
    repeated: bool = False

    @property
    def report(self) -> SpeechReport:
        """The report read back from the text."""
        return history.kept_report(self.text)


class ReadingKeeper:
    """Writes the readings of students. `task_texts` gives the texts of the plan's tasks, by task id; it is asked once."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        converter: ScriptConverter,
        reader: PinyinReader,
        task_texts: Callable[[], Mapping[str, str]],
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._converter = converter
        self._reader = reader
        self._task_texts = task_texts

    def reply(
        self,
        upload: SpeechUpload,
        caller: Caller,
        *,
        score: Callable[[], SpeechReport],
        idempotency_key: str | None,
        keeps_recordings: bool,
    ) -> SpeechReply:
        """Score a student's reading and keep it, or give the first reply again where the same key came with the same upload.

        Raises `BadParameter` for a key that stands for another request, and whatever `score` raises; then nothing is kept.
        """
        repeatable = None if idempotency_key is None else _repeatable(idempotency_key, upload)
        try:
            return self._earlier_reply(repeatable, caller) or SpeechReply(
                self._keep(score(), upload, caller, repeatable, keeps_recordings=keeps_recordings)
            )
        except AlreadyAnswered:
            earlier = self._earlier_reply(repeatable, caller)
            if earlier is None:
                raise
            return earlier

    def _earlier_reply(self, repeatable: RepeatableReply | None, caller: Caller) -> SpeechReply | None:
        if repeatable is None:
            return None
        remembered = self._store.remembered_reply(caller.organisation_id, repeatable.idempotency_key)
        if remembered is None:
            return None
        endpoint, fingerprint, text = remembered
        if (endpoint, fingerprint) != (repeatable.endpoint, repeatable.fingerprint):
            raise BadParameter.of("Idempotency-Key", "was used before with another request")
        return SpeechReply(text, repeated=True)

    def _keep(
        self,
        scored: SpeechReport,
        upload: SpeechUpload,
        caller: Caller,
        repeatable: RepeatableReply | None,
        *,
        keeps_recordings: bool,
    ) -> str:
        """The report with its id as JSON text, written together with its evidence and the tasks of the plan that it
        finishes."""
        assert upload.student_id is not None
        report = scored.model_copy(update={"evaluation_id": self._identifiers.new(READING_ID)})
        organisation_id, student_id, now = caller.organisation_id, upload.student_id, self._clock.now()
        act = self._act(upload.text, student_id, organisation_id, now)
        key, rendered = history.text_key(act.simplified), report.model_dump_json()
        finished_tasks = self._tasks_by_text.get(key, ()) if is_reading(report) else ()
        seconds = round(report.quality.seconds)
        self._store.add_reading(
            NewReading(
                history.stored(
                    report, rendered, organisation_id=organisation_id, student_id=student_id, key=key, read_at=now
                ),
                evidence_of(report, act),
                [Completion(organisation_id, student_id, task, day_of(now), seconds, now) for task in finished_tasks],
                StoredRecording(upload.raw, media_type(upload.raw)) if keeps_recordings else None,
                repeatable,
            )
        )
        return rendered

    def _act(self, text: str, student_id: str, organisation_id: str, now: datetime) -> ReadingAct:
        simplified = self._converter.simplified(text)
        key = history.text_key(simplified)
        earlier = self._store.readings(organisation_id, student_id, limit=1, text_key=key)
        return ReadingAct(
            student_id=student_id,
            task_id=next(iter(self._tasks_by_text.get(key, ())), f"text_{key}"),
            read_at=now,
            again=bool(earlier) and day_of(earlier[0].line.created_at) == day_of(now),
            simplified=simplified,
            citation=citation_tones(simplified, self._reader),
            words=self._tables.words.by_form,
            points=self._word_points,
        )

    @cached_property
    def _tasks_by_text(self) -> dict[str, tuple[str, ...]]:
        """Ids of the plan's tasks by the key of the text that is to be read."""
        ids_by_text: dict[str, list[str]] = defaultdict(list)
        for task_id, text in self._task_texts().items():
            ids_by_text[history.text_key(text)].append(task_id)
        return {key: tuple(ids) for key, ids in ids_by_text.items()}

    @cached_property
    def _word_points(self) -> dict[str, str]:
        """Ids of the knowledge points that are words, by word; without the words that several points are named after."""
        ids_by_word: dict[str, list[str]] = defaultdict(list)
        for row in self._tables.points.rows:
            if row.kind == "word":
                ids_by_word[row.name].append(row.id)
        return {word: ids[0] for word, ids in ids_by_word.items() if len(ids) == 1}


def _repeatable(key: str, upload: SpeechUpload) -> RepeatableReply:
    """The key with a fingerprint of every part of the upload."""
    digest = hashlib.sha256(upload.raw)
    for part in (upload.filename, upload.text, upload.student_id or ""):
        digest.update(len(part.encode()).to_bytes(8) + part.encode())
    return RepeatableReply(UPLOAD, key, digest.hexdigest())

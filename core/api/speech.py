"""Reading aloud: a recording scored, kept for a student, looked back on, forgotten."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.plan import Plans
from core.errors import AlreadyAnswered, BadParameter, NotFound
from core.learning.days import day_of
from core.ports.language import PinyinReader, ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.plan import ThingDone
from core.records.speech import KeptRecording, RepeatableReply, WholeReading
from core.speech import history
from core.speech.evidence import Occasion, evidence_of, is_reading
from core.speech.history_wire import ReadingSummary, ReadingView, Scores, SpokenSyllables
from core.speech.ports import SpeechEvaluator
from core.speech.reading.citation import citation_tones
from core.speech.upload import SpeechUpload, checked, media_type
from core.speech.wire import SpeechReport
from core.tables import Tables

__all__ = [
    "KeptRecording",
    "ReadingSummary",
    "ReadingView",
    "Scores",
    "SpeechReply",
    "SpeechUpload",
    "SpokenSyllables",
    "checked",
]

UPLOAD = "speech/uploadfile"
"""Under which an Idempotency-Key is remembered."""

READING_ID = "spe"
"""How ids of stored readings begin."""

MOST_LINES = 200

MOST_VIEWED = 20
"""Readings of one text."""

MOST_COUNTED = 100
"""Readings from which the table of tone pairs is made: a few thousand syllables, and older ones say little of today."""


@dataclass(frozen=True)
class SpeechReply:
    """A report as JSON text, and whether it is an earlier one that comes again."""

    text: str
    repeated: bool = False

    @property
    def report(self) -> SpeechReport:
        """The text read back."""
        return SpeechReport.model_validate_json(self.text)


@bounded
class Readings:
    """Reading aloud: a recording scored, kept for a student, looked back on, forgotten."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        converter: ScriptConverter,
        reader: PinyinReader,
        evaluator: SpeechEvaluator,
        queues: Queues,
        keeps_recordings: bool,
        plan: Plans,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self._converter = converter
        self._reader = reader
        self.evaluator = evaluator
        self._queues = queues
        self.keeps_recordings = keeps_recordings
        self._plan = plan

    def evaluate(self, upload: SpeechUpload, caller: Caller | None = None) -> SpeechReport:
        """Score a reading; kept for `upload.student_id`, who is made when new. Without a student or a caller nothing is kept.

        Raises `BadParameter` for parts that cannot be, `BadRequest` where the recording cannot be scored, `Busy`.
        """
        return self.uploaded(upload, caller).report

    def uploaded(
        self, upload: SpeechUpload, caller: Caller | None, *, idempotency_key: str | None = None
    ) -> SpeechReply:
        """POST {speech_url}/uploadfile: as `evaluate_speech`, and for what is kept the same key with the same upload gives the
        first report again. Raises `BadParameter` for a key that stands for another request."""
        upload = checked(upload.raw, filename=upload.filename, text=upload.text, student_id=upload.student_id)
        if caller is None or upload.student_id is None:
            return SpeechReply(self._scored(upload, caller).model_dump_json())
        repeatable = None if idempotency_key is None else _repeatable(idempotency_key, upload)
        try:
            return self._reply_before(repeatable, caller) or SpeechReply(self._kept_reading(upload, caller, repeatable))
        except AlreadyAnswered:
            before = self._reply_before(repeatable, caller)
            if before is None:
                raise
            return before

    def _reply_before(self, repeatable: RepeatableReply | None, caller: Caller) -> SpeechReply | None:
        if repeatable is None:
            return None
        found = self._store.remembered_reply(caller.organisation_id, repeatable.idempotency_key)
        if found is None:
            return None
        endpoint, fingerprint, text = found
        if (endpoint, fingerprint) != (repeatable.endpoint, repeatable.fingerprint):
            raise BadParameter.of("Idempotency-Key", "was used before with another request")
        return SpeechReply(text, repeated=True)

    def _scored(self, upload: SpeechUpload, caller: Caller | None) -> SpeechReport:
        with self._queues.speech.turn(visitor(caller)):
            return self.evaluator.evaluate(upload.raw, filename=upload.filename, text=upload.text)

    def _kept_reading(self, upload: SpeechUpload, caller: Caller, repeatable: RepeatableReply | None) -> str:
        """The report as JSON text, written with everything that follows from it."""
        assert upload.student_id is not None
        scored = self._scored(upload, caller)
        report = scored.model_copy(update={"evaluation_id": self._identifiers.new(READING_ID)})
        organisation_id, student_id, now = caller.organisation_id, upload.student_id, self._clock.now()
        occasion = self._occasion(upload.text, student_id, caller, now)
        key, rendered = history.text_key(occasion.simplified), report.model_dump_json()
        tasks = self._spoken_tasks.get(key, ()) if is_reading(report) else ()
        seconds = round(report.quality.seconds)
        self._store.add_reading(
            WholeReading(
                history.stored(
                    report, rendered, organisation_id=organisation_id, student_id=student_id, key=key, at=now
                ),
                evidence_of(report, occasion),
                [ThingDone(organisation_id, student_id, task, day_of(now), seconds, now) for task in tasks],
                KeptRecording(upload.raw, media_type(upload.raw)) if self.keeps_recordings else None,
                repeatable,
            )
        )
        return rendered

    def report(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> ReadingView:
        """A reading, for its teacher, or for the student who is named. Raises `NotFound`."""
        found = self._store.reading(caller.organisation_id, evaluation_id)
        if found is None or student_id not in (None, found.line.student_id):
            raise NotFound(f"There is no reading {evaluation_id!r}.")
        return history.view(found, self._store.kept_recordings(caller.organisation_id, found.line.student_id))

    def history(
        self, student_id: str, caller: Caller, *, words: bool = False, limit: int = MOST_LINES
    ) -> list[ReadingSummary]:
        """A student's readings, newest first; with `words` the single words that were said, as drills ask for them."""
        kept = self._store.kept_recordings(caller.organisation_id, student_id)
        lines = self._store.reading_lines(caller.organisation_id, student_id, limit=limit, words=words)
        return [history.summary(line, kept) for line in lines]

    def same_sentence(
        self, student_id: str, text: str, caller: Caller, *, limit: int = MOST_VIEWED
    ) -> list[ReadingView]:
        """A student's readings of one text, oldest first; marks and script do not count."""
        key = history.text_key(self._converter.simplified(text))
        found = self._store.readings(caller.organisation_id, student_id, limit=limit, text_key=key)
        kept = self._store.kept_recordings(caller.organisation_id, student_id)
        return [history.view(reading, kept) for reading in reversed(found)]

    def spoken_syllables(self, student_id: str, caller: Caller, *, limit: int = MOST_COUNTED) -> list[SpokenSyllables]:
        """The syllables of a student's newest readings, newest reading first: what the table of tone pairs is made from."""
        return [
            history.spoken(reading) for reading in self._store.readings(caller.organisation_id, student_id, limit=limit)
        ]

    def kept_recording(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> KeptRecording:
        """A kept recording as it was sent. Raises `NotFound`, also where recordings are not kept."""
        self.report(evaluation_id, caller, student_id=student_id)
        found = self._store.recording(caller.organisation_id, evaluation_id)
        if found is None:
            raise NotFound(f"The recording of {evaluation_id!r} was not kept.")
        return found

    def forget(self, student_id: str, evaluation_id: str, caller: Caller) -> None:
        """Remove report and recording; what they said of the student stays in the evidence log. Raises `NotFound`."""
        if not self._store.forget_reading(caller.organisation_id, student_id, evaluation_id):
            raise NotFound(f"There is no reading {evaluation_id!r}.")

    def _occasion(self, text: str, student_id: str, caller: Caller, now: datetime) -> Occasion:
        simplified = self._converter.simplified(text)
        key = history.text_key(simplified)
        earlier = self._store.readings(caller.organisation_id, student_id, limit=1, text_key=key)
        return Occasion(
            student_id=student_id,
            task_id=next(iter(self._spoken_tasks.get(key, ())), f"text_{key}"),
            at=now,
            again=bool(earlier) and day_of(earlier[0].line.created_at) == day_of(now),
            simplified=simplified,
            citation=citation_tones(simplified, self._reader),
            words=self._tables.words.by_form,
            points=self._word_points,
        )

    @cached_property
    def _spoken_tasks(self) -> dict[str, tuple[str, ...]]:
        """Ids of the plan's sentences by what is said."""
        found: dict[str, list[str]] = defaultdict(list)
        for task_id, sentence in self._plan.spoken_sentences.by_id.items():
            found[history.text_key(sentence.text)].append(task_id)
        return {key: tuple(ids) for key, ids in found.items()}

    @cached_property
    def _word_points(self) -> dict[str, str]:
        """Knowledge points that are words; none of a word that several points are named after."""
        found: dict[str, list[str]] = defaultdict(list)
        for row in self._tables.points.rows:
            if row.kind == "word":
                found[row.name].append(row.id)
        return {word: ids[0] for word, ids in found.items() if len(ids) == 1}


def _repeatable(key: str, upload: SpeechUpload) -> RepeatableReply:
    """The key with a fingerprint of every part."""
    digest = hashlib.sha256(upload.raw)
    for part in (upload.filename, upload.text, upload.student_id or ""):
        digest.update(len(part.encode()).to_bytes(8) + part.encode())
    return RepeatableReply(UPLOAD, key, digest.hexdigest())

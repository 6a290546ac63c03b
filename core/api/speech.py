"""Reading aloud: scoring recordings, storing reports for a student, history, forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from core.access.arguments import bounded
from core.access.queues import Queues, visitor
from core.api.plan import Plans
from core.errors import NotFound
from core.ports.language import PinyinReader, ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.speech import WORD_LENGTH, StoredRecording
from core.speech import history
from core.speech.aspects import Aspect, AspectName, aspects
from core.speech.history_wire import ReadingRemark, ReadingSummary, ReadingView, Scores, SpokenSyllables
from core.speech.keeping import ReadingKeeper, SpeechReply
from core.speech.ports import SoundReader, SpeechEvaluator
from core.speech.resynthesis.own_voice import MEDIA_TYPE, OwnVoice, own_voice
from core.speech.tones.verdicts import ToneModel
from core.speech.upload import SpeechUpload, checked
from core.speech.verdicts import FAULTS, SyllableVerdict, Verdict, is_judged
from core.speech.wire import SpeechReport
from core.tables import Tables

__all__ = [
    "FAULTS",
    "MEDIA_TYPE",
    "WORD_LENGTH",
    "Aspect",
    "AspectName",
    "OwnVoice",
    "ReadingRemark",
    "ReadingSummary",
    "ReadingView",
    "Scores",
    "SpeechReply",
    "SpeechUpload",
    "SpokenSyllables",
    "StoredRecording",
    "SyllableVerdict",
    "Verdict",
    "aspects",
    "checked",
    "is_judged",
]

MOST_LINES = 200

MOST_VIEWED = 20
"""Readings of one text."""

MOST_COUNTED = 100
"""Readings from which the table of tone pairs is made: a few thousand syllables, and older ones say little of today."""


@bounded
class Readings:
    """Reading aloud: scoring recordings, storing reports for a student, history, forgetting."""

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
        sounds: SoundReader,
        tones: ToneModel,
        queues: Queues,
        keeps_recordings: bool,
        plan: Plans,
    ) -> None:
        self._store = store
        self._converter = converter
        self.evaluator = evaluator
        self._sounds = sounds
        self._tones = tones
        self._queues = queues
        self.keeps_recordings = keeps_recordings
        self.keeper = ReadingKeeper(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            converter=converter,
            reader=reader,
            task_texts=lambda: {task_id: row.text for task_id, row in plan.spoken_sentences.by_id.items()},
        )

    def evaluate(self, upload: SpeechUpload, caller: Caller | None = None) -> SpeechReport:
        """Score a reading and store it for `upload.student_id`, a new student included; without student or caller nothing is stored.

        Raises `BadParameter` for invalid parts, `BadRequest` where the recording cannot be scored, `Busy`.
        """
        return self.uploaded(upload, caller).report

    def uploaded(
        self, upload: SpeechUpload, caller: Caller | None, *, idempotency_key: str | None = None
    ) -> SpeechReply:
        """POST {speech_url}/uploadfile: as `evaluate`; for a stored reading, the same key with the same upload returns the first
        report again. Raises `BadParameter` for a key that was used with another request."""
        upload = checked(upload.raw, filename=upload.filename, text=upload.text, student_id=upload.student_id)
        if caller is None or upload.student_id is None:
            return SpeechReply(self._scored(upload, caller).model_dump_json())
        return self.keeper.reply(
            upload,
            caller,
            score=partial(self._scored, upload, caller),
            idempotency_key=idempotency_key,
            keeps_recordings=self.keeps_recordings
            and not self._store.lacks_consent(caller.organisation_id, upload.student_id),
        )

    def _scored(self, upload: SpeechUpload, caller: Caller | None) -> SpeechReport:
        with self._queues.speech.turn(visitor(caller)):
            return self.evaluator.evaluate(upload.raw, filename=upload.filename, text=upload.text)

    def own_voice(self, recording: bytes, report: SpeechReport, caller: Caller | None = None) -> OwnVoice:
        """The syllables of a reading whose tone was called wrong, said by the same voice with the right tone, as sound files; for those
        whose pitch is not sure, why there is none. Nothing is stored.

        `recording` is the sound file that the report is of. Raises `BadRequest` where it cannot be opened, `Busy`.
        """
        with self._queues.speech.turn(visitor(caller)):
            samples = self._sounds.decode(recording, name="reading").samples
            return own_voice(samples, report, model=self._tones)

    def report(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> ReadingView:
        """A reading, for its teacher, or for the student who is named. Raises `NotFound`."""
        reading = self._store.reading(caller.organisation_id, evaluation_id)
        if reading is None or student_id not in (None, reading.line.student_id):
            raise NotFound(f"There is no reading {evaluation_id!r}.")
        return history.view(reading, self._store.kept_recordings(caller.organisation_id, reading.line.student_id))

    def history(
        self, student_id: str, caller: Caller, *, words: bool | None = False, limit: int = MOST_LINES
    ) -> list[ReadingSummary]:
        """A student's readings of texts longer than a word, newest first; with `words` those of single words, which drills ask for, with
        None of both."""
        with_recording = self._store.kept_recordings(caller.organisation_id, student_id)
        lines = self._store.reading_lines(caller.organisation_id, student_id, limit=limit, words=words)
        return [history.summary(line, with_recording) for line in lines]

    def remarks(
        self, evaluation_ids: Sequence[str], caller: Caller, *, student_id: str | None = None
    ) -> list[ReadingRemark]:
        """What was said of each of these readings in a few words, in their order, for their teacher, or for the student who is named;
        those that are not there are left out."""
        stored = (self._store.reading(caller.organisation_id, evaluation_id) for evaluation_id in evaluation_ids)
        return [
            history.remark(reading)
            for reading in stored
            if reading is not None and student_id in (None, reading.line.student_id)
        ]

    def same_sentence(
        self, student_id: str, text: str, caller: Caller, *, limit: int = MOST_VIEWED
    ) -> list[ReadingView]:
        """A student's readings of one text, oldest first; marks and script do not count."""
        key = history.text_key(self._converter.simplified(text))
        readings = self._store.readings(caller.organisation_id, student_id, limit=limit, text_key=key)
        with_recording = self._store.kept_recordings(caller.organisation_id, student_id)
        return [history.view(reading, with_recording) for reading in reversed(readings)]

    def spoken_syllables(self, student_id: str, caller: Caller, *, limit: int = MOST_COUNTED) -> list[SpokenSyllables]:
        """The syllables of a student's newest readings, newest reading first: what the table of tone pairs is made from."""
        return [
            history.spoken(reading) for reading in self._store.readings(caller.organisation_id, student_id, limit=limit)
        ]

    def kept_recording(self, evaluation_id: str, caller: Caller, *, student_id: str | None = None) -> StoredRecording:
        """A kept recording as it was sent. Raises `NotFound`, also where recordings are not kept."""
        self.report(evaluation_id, caller, student_id=student_id)
        recording = self._store.recording(caller.organisation_id, evaluation_id)
        if recording is None:
            raise NotFound(f"The recording of {evaluation_id!r} was not kept.")
        return recording

    def forget(self, student_id: str, evaluation_id: str, caller: Caller) -> None:
        """Remove report and recording; the evidence about the student stays in the log. Raises `NotFound`."""
        if not self._store.delete_reading(caller.organisation_id, student_id, evaluation_id):
            raise NotFound(f"There is no reading {evaluation_id!r}.")

"""Voice notes: what a teacher says about a text that was handed in, recorded on the marking desk and heard by its student."""

from __future__ import annotations

from core.access.arguments import bounded
from core.api.marking import Marking
from core.plan.assignments import assigning
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Caller
from core.records.marking import VoiceNote
from core.speech.ports import SoundReader, SoundWriter

__all__ = ["VoiceNote", "VoiceNotes"]
"""Names that pages may import for voice notes (they use the core through its facade only)."""


@bounded
class VoiceNotes:
    """One note for each text; another one takes its place."""

    def __init__(
        self, *, store: Store, clock: Clock, marking: Marking, sounds: SoundReader, writer: SoundWriter
    ) -> None:
        self._store = store
        self._clock = clock
        self._marking = marking
        self._sounds = sounds
        self._writer = writer

    def keep(self, writing_id: str, sound: bytes, caller: Caller, *, by: str) -> VoiceNote:
        """Keep what a teacher has said about a text; it is heard by its student once the text is returned.

        `sound` is a sound file of two minutes at most. Raises `Forbidden`, `NotFound`, and `core.speech.refusals.Refused` with what is wrong
        with the recording.
        """
        account = assigning.teacher(by, caller, store=self._store)
        writing = self._marking.handed_in_text(writing_id, caller)
        recording = self._sounds.decode(sound, name="note")
        note = VoiceNote(
            writing_id=writing_id,
            organisation_id=caller.organisation_id,
            student_id=writing.student_id,
            account_id=account.account_id,
            teacher=account.display_name,
            seconds=round(recording.seconds, 1),
            media_type=self._writer.media_type,
            sound=self._writer.encode(recording),
            made_at=self._clock.now(),
        )
        self._store.put_voice_note(note)
        return note

    def on_desk(self, writing_id: str, caller: Caller, *, by: str) -> VoiceNote | None:
        """The note of a text, for its teachers. Raises `Forbidden`, `NotFound`."""
        assigning.teacher(by, caller, store=self._store)
        self._marking.handed_in_text(writing_id, caller)
        return self._store.voice_note(caller.organisation_id, writing_id)

    def remove(self, writing_id: str, caller: Caller, *, by: str) -> bool:
        """Remove the note of a text; False when there is none. Raises `Forbidden`, `NotFound`."""
        assigning.teacher(by, caller, store=self._store)
        self._marking.handed_in_text(writing_id, caller)
        return self._store.remove_voice_note(caller.organisation_id, writing_id)

    def returned(self, student_id: str, writing_id: str, caller: Caller) -> VoiceNote | None:
        """The note that came back to a student with a text; None where there is none, or the text is not returned. Raises `NotFound`."""
        if self._marking.returned(student_id, writing_id, caller) is None:
            return None
        return self._store.voice_note(caller.organisation_id, writing_id)

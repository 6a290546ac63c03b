"""The tone ear: hearing tones, answering, and which tones a student confuses by ear and in speaking."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import cached_property
from random import Random

from core.access.arguments import bounded
from core.answers.heard_tones import heard_tones, spoken_tones
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.answers import Answers
from core.api.questions import Questions
from core.api.speech import Readings
from core.learning.tone_confusion import HeardTone, ToneCell, ToneTable, tone_table
from core.ports.language import Recordings
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.ear import EarCard, EarKind, EarSound, EarSounds
from core.questions.service import keep
from core.records.access import Caller
from core.speech.drills.confusions import said_tones
from core.tables import Tables

__all__ = ["EarCard", "EarKind", "EarSound", "HeardTone", "ToneCell", "ToneTable", "tones_heard"]
"""Names that pages may import for the tone ear (they use the core through its facade only)."""

tones_heard = spoken_tones
"""The tones of a reading as they are spoken, 1-5."""
COUNTED = timedelta(days=180)
"""Older answers say little about how one hears today."""


@bounded
class Ear:
    """The tone ear: hearing tones, answering, and which tones a student confuses by ear and in speaking."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        tables: Tables,
        recordings: Recordings,
        questions: Questions,
        answers: Answers,
        speech: Readings,
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._recordings = recordings
        self._questions = questions
        self._answers = answers
        self._speech = speech
        self._sounds: tuple[object, EarSounds] | None = None

    def kinds(self, *, voice: bool = False) -> tuple[EarKind, ...]:
        """What can be heard: with an audio pack what is recorded, else, with a Chinese `voice` in the browser, words. Nothing without either."""
        recorded = self._recorded.kinds()
        return recorded or (self._spoken.kinds() if voice else ())

    def scored(self) -> bool:
        """Whether answers count: recordings are played. A synthetic voice is practice without a score."""
        return bool(self._recorded.kinds())

    def next(
        self,
        student_id: str,
        kind: EarKind,
        caller: Caller,
        *,
        seed: int,
        lately: Sequence[str] = (),
        voice: bool = False,
    ) -> EarCard | None:
        """The next card: what the student confuses comes more often, and nothing twice in a row. None where nothing can be heard.

        `lately`: texts of what was heard in this session, the last one last. With recordings the item is kept, so that its answer counts.
        """
        scored = self.scored()
        if not scored and not voice:
            return None
        sounds = self._recorded if scored else self._spoken
        card = sounds.card(kind, self.heard(student_id, caller), lately=lately, random=Random(seed))
        if card is not None and scored:
            keep([card.item], caller, store=self._store, clock=self._clock)
        return card

    def answer(self, student_id: str, item_id: str, chosen: str, caller: Caller, *, seconds: int = 0) -> bool:
        """Store the answer to a card that was played from a recording; whether it is right. Raises `NotFound` for one that was not."""
        answer = AnswerItem(question_id=item_id, answer=chosen, time_spent=seconds)
        evaluation = self._answers.submit(SubmitRequest(student_id=student_id, answers=[answer]), caller).payload
        return evaluation.summary.correct_count == 1

    def heard(self, student_id: str, caller: Caller) -> ToneTable:
        """Tones said by tones heard, from all the student's answers to items that tell tones apart by ear."""
        now = self._clock.now()
        rows = [
            row
            for row in self._store.answers_between(
                caller.organisation_id, student_id, now - COUNTED, now + timedelta(seconds=1)
            )
            if row.topic == "listening" and row.type == "multiple_choice"
        ]
        items = self._store.items(caller.organisation_id, {row.item_id for row in rows})
        return tone_table(heard_tones(rows, items))

    def spoken(self, student_id: str, caller: Caller) -> ToneTable:
        """Tones meant by tones that came out, from the student's readings aloud."""
        return tone_table(said_tones(self._speech.spoken_syllables(student_id, caller)))

    @property
    def _recorded(self) -> EarSounds:
        """What the audio pack holds; made anew where another pack was installed."""
        pack = self._recordings.words
        if self._sounds is None or self._sounds[0] is not pack:
            self._sounds = (
                pack,
                EarSounds(
                    syllables=self._recordings.syllables,
                    words=self._tables.words.rows,
                    pair_words=self._tables.tone_pairs,
                    plays=lambda word: self._questions.word_recording(word) is not None,
                ),
            )
        return self._sounds[1]

    @cached_property
    def _spoken(self) -> EarSounds:
        """What a voice can say: words, for it reads characters; of these such as are read in one way."""
        return EarSounds(
            syllables=(),
            words=(),
            pair_words=self._tables.tone_pairs,
            plays=self._tables.read_in_one_way.__contains__,
        )

"""The facade: everything the service does, part by part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Protocol

from core.access.queues import Queues
from core.access.service import Access
from core.answers.diagnosis.meanings import Meanings, Telling
from core.api.administration import Administration
from core.api.answers import Answers
from core.api.assignments import Assignments
from core.api.audit import AuditLog
from core.api.calls import Calls
from core.api.classes import Classes
from core.api.contests import Contests
from core.api.documents import Documents
from core.api.ear import Ear
from core.api.essay_model import EssayModel
from core.api.essay_reviews import EssayReviews
from core.api.essays import Essays
from core.api.fetching import Fetching
from core.api.giving import Giving
from core.api.knowledge import Knowledge
from core.api.learning_records import LearningRecords
from core.api.lti import Lti
from core.api.marking import Marking
from core.api.operations import Operations, no_backup
from core.api.own_lessons import OwnLessons
from core.api.own_texts import OwnTexts
from core.api.people import People
from core.api.placement import Placement
from core.api.plan import Plans
from core.api.portrait import Portraits
from core.api.practice import Practice
from core.api.preferences import Settings
from core.api.presenting import Chapter, Presenting, Story
from core.api.questions import FileReader, Questions
from core.api.quota import Quotas
from core.api.road import Roads
from core.api.rulings import Rulings
from core.api.sound import Sound
from core.api.speaking import Speaking
from core.api.speech import Readings
from core.api.stroke_pack import StrokePacks
from core.api.student_data import StudentData
from core.api.texts import Texts
from core.api.trial import Trial
from core.api.upkeep import NoBackups, Upkeep
from core.api.voice_notes import VoiceNotes
from core.api.words import Words
from core.api.writing import Writing
from core.backends.audio_pack import AudioPack
from core.backends.record_store import RecordStoreEndpoint
from core.backends.sentence_pack import RecordedSentences
from core.backends.stroke_pack import StrokePack
from core.backends.strokes import StrokeOrder
from core.essays.service import EssayEvaluator
from core.learning.prediction.predictor import Predictor
from core.ports.backups import Backups
from core.ports.language import LanguageModel, PinyinReader, Recordings, ScriptConverter, SentenceRecordings
from core.ports.lti import PlatformCalls
from core.ports.store import Store
from core.ports.system import Clock, Identifiers, Printer
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.settings import Settings as ServiceSettings
from core.speech.ports import SoundReader, SoundWriter, SpeechEvaluator
from core.speech.tones.verdicts import ToneModel
from core.tables import Tables
from core.tables.words.lists import Word, no_definition, own_gloss
from core.texts.analysis import Analyser
from core.wire import Language


class UploadReader(FileReader, SoundReader, Protocol):
    """Reads uploaded files of every kind within limits."""


class StoryTeller(Protocol):
    """Works out the presenter's story on a sample class of its own, with the parts of a core."""

    def __call__(self, core: Core, caller: Caller, began: Callable[[Chapter], None], /) -> Story:
        """In the language of `caller`; `began` is called as each chapter begins."""


class Core:
    """Everything the service does, behind typed methods: `core.essays.evaluate(...)`. Safe to share between threads."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        access: Access,
        reader: PinyinReader,
        converter: ScriptConverter,
        analyser: Analyser,
        printer: Printer,
        recordings: Recordings,
        speech_evaluator: SpeechEvaluator,
        tone_model: ToneModel,
        essay_evaluator: EssayEvaluator,
        files: UploadReader,
        sound_writer: SoundWriter,
        platform_calls: PlatformCalls,
        keeps_recordings: bool = False,
        queues: Queues | None = None,
        gloss: Callable[[Word], str] = own_gloss,
        define: Callable[[str], str] = no_definition,
        language_model: LanguageModel | None = None,
        essay_model: EssayModel | None = None,
        bank: ItemBank | None = None,
        audio_pack: AudioPack | None = None,
        sentences: SentenceRecordings | None = None,
        sentence_pack: AudioPack | None = None,
        stroke_order: StrokeOrder | None = None,
        stroke_pack: StrokePack | None = None,
        default_language: Language = "zh",
        tell_story: StoryTeller | None = None,
        newest_backup: Callable[[], datetime | None] = no_backup,
        watched_folders: Mapping[str, Path] = MappingProxyType({}),
        backups: Backups | None = None,
        settings: ServiceSettings | None = None,
        loaded_models: Callable[[], Mapping[str, bool]] = dict,
    ) -> None:
        self.store = store
        self.clock = clock
        self.identifiers = identifiers
        self.tables = tables
        self.access = access
        self.reader = reader
        self.converter = converter
        self.analyser = analyser
        self.printer = printer
        self.recordings = recordings
        self.sentences = sentences or RecordedSentences(None)
        self.files = files
        self.queues = queues or Queues()
        self.sound = Sound(
            store=store,
            pack=audio_pack or AudioPack(None),
            sentence_pack=sentence_pack or AudioPack(None, kind="sentences"),
        )
        self.stroke_packs = StrokePacks(store=store, pack=stroke_pack or StrokePack(None))
        self.bank = bank or ItemBank(tables, reader)
        self.calls = Calls(store=store, default_language=default_language)
        predictor = partial(Predictor.current, tables, store)
        self._predictor = predictor
        telling = Telling(parse=analyser.parser.parse, meanings=Meanings(tables.words, reader=reader, gloss=gloss))
        self.answers = Answers(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            converter=converter,
            calls=self.calls,
            telling=telling,
        )
        self.questions = Questions(
            store=store,
            clock=clock,
            tables=tables,
            bank=self.bank,
            recordings=recordings,
            sentences=self.sentences,
            reader=reader,
            files=files,
            gloss=gloss,
            language_model=language_model,
            printer=printer,
            queues=self.queues,
            predictor=predictor,
            calls=self.calls,
        )
        self.practice = Practice(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            converter=converter,
            calls=self.calls,
            questions=self.questions,
            telling=telling,
        )
        self.trial = Trial(clock=clock, tables=tables, bank=self.bank, converter=converter, telling=telling)
        self.texts = Texts(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            bank=self.bank,
            analyser=analyser,
            queues=self.queues,
        )
        self.own_texts = OwnTexts(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            reader=reader,
            analyser=analyser,
            gloss=gloss,
            define=define,
            queues=self.queues,
            calls=self.calls,
            questions=self.questions,
        )
        self.own_lessons = OwnLessons(store=store, clock=clock, identifiers=identifiers)
        self.documents = Documents(printer=printer, files=files, queues=self.queues)
        self.classes = Classes(store=store, clock=clock, identifiers=identifiers)
        self.student_data = StudentData(
            store=store,
            clock=clock,
            identifiers=identifiers,
            questions=self.questions,
            queues=self.queues,
            essay_evaluator=essay_evaluator,
        )
        self.administration = Administration(
            store=store, clock=clock, access=access, student_data=self.student_data, essay_model=essay_model
        )
        self.knowledge = Knowledge(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            bank=self.bank,
            queues=self.queues,
            predictor=predictor,
            calls=self.calls,
            reader=reader,
        )
        self.learning_records = LearningRecords(store=store, clock=clock, connect=RecordStoreEndpoint)
        self.people = People(
            store=store,
            clock=clock,
            identifiers=identifiers,
            access=access,
            reader=reader,
            printer=printer,
            queues=self.queues,
            knowledge=self.knowledge,
        )
        self.lti = Lti(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            access=access,
            reader=reader,
            calls=platform_calls,
        )
        self.preferences = Settings(store=store, clock=clock)
        in_force = settings or ServiceSettings()
        self.audit = AuditLog(store=store, clock=clock, kept_days=in_force.audit_days)
        self.quota = Quotas(store=store, clock=clock, identifiers=identifiers, operator=in_force.operator)
        self.operations = Operations(store=store, clock=clock, newest_backup=newest_backup, folders=watched_folders)
        self.upkeep = Upkeep(
            store=store,
            clock=clock,
            operations=self.operations,
            backups=backups or NoBackups(),
            settings=in_force,
            sound=self.sound,
            stroke_packs=self.stroke_packs,
            loaded_models=loaded_models,
        )
        self.portrait = Portraits(
            store=store,
            clock=clock,
            tables=tables,
            printer=printer,
            queues=self.queues,
            calls=self.calls,
            knowledge=self.knowledge,
        )
        self.placement = Placement(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            bank=self.bank,
            gloss=gloss,
            answers=self.answers,
            needs_no_voice=self.questions.needs_no_voice,
        )
        self.contests = Contests(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            bank=self.bank,
            calls=self.calls,
            questions=self.questions,
            knowledge=self.knowledge,
            portrait=self.portrait,
        )
        self.plan = Plans(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            bank=self.bank,
            predictor=predictor,
            calls=self.calls,
            questions=self.questions,
            knowledge=self.knowledge,
        )
        self.fetching = Fetching(
            store=store,
            tables=tables,
            calls=self.calls,
            answers=self.answers,
            questions=self.questions,
            plan=self.plan,
        )
        self.writing = Writing(store=store, clock=clock, identifiers=identifiers, tables=tables, calls=self.calls)
        self.road = Roads(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            predictor=predictor,
            questions=self.questions,
            knowledge=self.knowledge,
            plan=self.plan,
            writing=self.writing,
        )
        self.assignments = Assignments(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            questions=self.questions,
            texts=self.texts,
            writing=self.writing,
            converter=converter,
            plan=self.plan,
        )
        self.essays = Essays(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            analyser=analyser,
            evaluator=essay_evaluator,
            queues=self.queues,
            calls=self.calls,
        )
        self.rulings = Rulings(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            converter=converter,
            calls=self.calls,
            essays=self.essays,
        )
        self.essay_reviews = EssayReviews(store=store, clock=clock, identifiers=identifiers, essays=self.essays)
        self.marking = Marking(
            store=store,
            clock=clock,
            identifiers=identifiers,
            converter=converter,
            essays=self.essays,
            default_language=default_language,
        )
        self.voice_notes = VoiceNotes(store=store, clock=clock, marking=self.marking, sounds=files, writer=sound_writer)
        self.speech = Readings(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            converter=converter,
            reader=reader,
            evaluator=speech_evaluator,
            sounds=files,
            tones=tone_model,
            queues=self.queues,
            keeps_recordings=keeps_recordings,
            plan=self.plan,
        )
        self.speaking = Speaking(tables=tables, converter=converter, reader=reader, speech=self.speech)
        self.ear = Ear(
            store=store,
            clock=clock,
            tables=tables,
            recordings=recordings,
            questions=self.questions,
            answers=self.answers,
            speech=self.speech,
        )
        self.words = Words(
            store=store,
            clock=clock,
            identifiers=identifiers,
            tables=tables,
            analyser=analyser,
            reader=reader,
            converter=converter,
            gloss=gloss,
            define=define,
            stroke_order=stroke_order or StrokeOrder(None),
            queues=self.queues,
            calls=self.calls,
            questions=self.questions,
            knowledge=self.knowledge,
            plan=self.plan,
        )
        self.giving = Giving(
            store=store,
            clock=clock,
            tables=tables,
            questions=self.questions,
            plan=self.plan,
            speaking=self.speaking,
        )

        self.presenting = Presenting(tell=None if tell_story is None else partial(tell_story, self), queues=self.queues)

    @property
    def predictor(self) -> Predictor:
        """The model behind predictions: the one refitted on this database, else the shipped one."""
        return self._predictor()

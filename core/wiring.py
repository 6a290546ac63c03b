"""Makes a core from settings: the only place that chooses back ends."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache, partial
from pathlib import Path

from core.access.demo import ensure_demo
from core.access.demo_door import DemoDoor, demo_door
from core.access.queues import Queues
from core.access.rate import RateLimit
from core.access.service import Access
from core.api.core import Core
from core.api.essay_model import EssayModel
from core.api.operations import no_backup
from core.api.presenting import Chapter, Story
from core.backends.audio_pack import AudioPack
from core.backends.cedict import CedictGlosses
from core.backends.chat import ChatEndpoint
from core.backends.essay_models import read_models
from core.backends.isolated.files import IsolatedFiles
from core.backends.isolated.reader import IsolatedReader
from core.backends.jieba import JiebaSegmenter
from core.backends.pdf import PdfPrinter
from core.backends.pinyin import PypinyinReader
from core.backends.platforms import HttpPlatformCalls
from core.backends.recordings import RecordedWords
from core.backends.scripts import OpenccConverter
from core.backends.sentence_pack import RecordedSentences, sentences_folder
from core.backends.sherpa import recogniser
from core.backends.sound import Mp3Writer
from core.backends.standards import StandardLevels
from core.backends.stroke_pack import StrokePack
from core.backends.strokes import StrokeOrder
from core.backends.system import RandomIdentifiers, SystemClock
from core.demo.making import begin, make, to_be_made
from core.demo.story import tell_story
from core.demo.year import SteppedClock
from core.essays.language_model.policy import UNMEASURED
from core.essays.language_model.reviewer import LanguageModelReviewer
from core.essays.language_model.trial import policy_from
from core.essays.merging.explanations import Explainer
from core.essays.ports import Corrector, Detector, Reviewer
from core.essays.prompting import correction_version
from core.essays.scoring.fitted import FittedScorer
from core.essays.service import EssayEvaluator
from core.language.confusion_sets import ConfusionSets
from core.language.levels import LevelList
from core.language.readings import Context, Reading, phrase_reading, with_contexts, word_reading
from core.models import acoustic
from core.models import tones as tone_model
from core.models.acoustic import OnnxAcousticModel
from core.models.ngrams.characters import NgramModel
from core.models.parsing.parser import NeuralParser
from core.models.tones import NumpyToneModel
from core.ports.language import LanguageModel, PinyinReader, ScriptConverter
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.records.access import Caller
from core.settings import DATA_HOME, Settings
from core.speech.ports import SpeechEvaluator
from core.speech.reading.text import variants_of
from core.speech.service import ReadingEvaluator
from core.store.copies.backup import back_up_before_migrating
from core.store.copies.folder import newest_backup
from core.store.copies.kept import KeptBackups
from core.store.database.engine import make_engine
from core.store.database.migrate import upgrade, upgrade_in_memory
from core.store.database.private_files import secure_folder
from core.store.sql import SqlStore
from core.tables import TABLE_SETS_KEPT, Tables, shipped_tables
from core.texts.analysis import Analyser


def migrate(settings: Settings) -> None:
    """Bring the database to the newest revision and, where the demo is open, make its accounts; once, before any worker starts.

    A database that holds anything is backed up before its tables are changed.
    """
    secure_folder(DATA_HOME)
    engine = make_engine(settings.database_url, durable=settings.durable)
    try:
        back_up = partial(back_up_before_migrating, engine, settings.backups, now=SystemClock().now)
        upgrade(engine, before=back_up if settings.backup_before_migrating else None)
        if demo_door_of(settings) != "closed":
            store = SqlStore(engine)
            organisation = ensure_demo(store, SystemClock(), RandomIdentifiers())
            if organisation is not None and settings.demo_class:
                begin(store, organisation.organisation_id, SystemClock().now())
    finally:
        engine.dispose()


def demo_door_of(settings: Settings) -> DemoDoor:
    """How far the demo is open under these settings."""
    return demo_door(settings.demo, listening=settings.listening, proxies=settings.trusted_proxies)


def start_demo_class(settings: Settings) -> None:
    """Make the demo's simulated year in a process beside the server, if it was begun and is not done."""
    engine = make_engine(settings.database_url, durable=settings.durable)
    try:
        needed = demo_door_of(settings) != "closed" and settings.demo_class and to_be_made(SqlStore(engine))
    finally:
        engine.dispose()
    if needed:
        command = [sys.executable, "-m", "core.cli", "demo-class"]
        environment = {**os.environ, "WENLU_DATABASE_URL": settings.database_url, "OPENBLAS_NUM_THREADS": "1"}
        environment["WENLU_PARENT"] = str(os.getpid())  # it ends with this process: `core.commands.processes.lifeline`
        root = Path(__file__).resolve().parent.parent
        run = partial(subprocess.run, command, env=environment, cwd=root, stdout=subprocess.DEVNULL, check=False)
        # A thread waits for the process, so that no zombie is left when it ends.
        threading.Thread(target=run, name="demo-class", daemon=True).start()


def make_demo_class(settings: Settings) -> Iterator[str]:
    """Make the demo's simulated year in this process; yields a line for each step. See `core.demo.making.make`."""
    clock = SteppedClock(SystemClock().now())
    core = build_core(settings, clock=clock)
    try:
        yield from make(core, clock, real=SystemClock())
    finally:
        core.store.close()


def build_core(
    settings: Settings,
    *,
    clock: Clock | None = None,
    identifiers: Identifiers | None = None,
    tables: Tables | None = None,
    evaluator: SpeechEvaluator | None = None,
    correctors: Sequence[Corrector] | None = None,
    detector: Detector | None = None,
    store: SqlStore | None = None,
    analyser: Analyser | None = None,
    bank: ItemBank | None = None,
    essays: EssayEvaluator | None = None,
) -> Core:
    """A core over the settings' database, which must be migrated already. Making it is cheap: tables and models load lazily.

    An object that is passed in is used instead of the one that the settings ask for.
    """
    clock = clock or SystemClock()
    identifiers = identifiers or RandomIdentifiers()
    store = store or SqlStore(make_engine(settings.database_url, durable=settings.durable))
    store.now = clock.now
    tables = tables or shipped_tables()
    converter = OpenccConverter()
    reader = reader_of(tables)
    analyser = analyser or analyser_of(tables)
    language_model = language_model_of(tables)
    operators_model = essay_model(settings)
    readings = evaluator or reading_evaluator(settings, tables, reader, converter)
    essays = essays or essay_evaluator(
        tables,
        analyser=analyser,
        reader=reader,
        converter=converter,
        language_model=language_model,
        correctors=correctors,
        detector=detector,
        reviewer=essay_reviewer(settings, operators_model),
    )
    return Core(
        store=store,
        clock=clock,
        identifiers=identifiers,
        tables=tables,
        access=_access(settings, store, clock, identifiers),
        reader=reader,
        converter=converter,
        analyser=analyser,
        gloss=CedictGlosses().gloss,
        define=CedictGlosses().define,
        language_model=language_model,
        bank=bank or bank_of(tables),
        printer=PdfPrinter(),
        recordings=RecordedWords(Path(settings.recordings) if settings.recordings else None),
        stroke_order=StrokeOrder(Path(settings.strokes) if settings.strokes else None),
        stroke_pack=StrokePack(Path(settings.strokes) if settings.strokes else None),
        audio_pack=AudioPack(Path(settings.recordings) if settings.recordings else None),
        sentences=RecordedSentences(sentences_folder(settings.recordings)),
        sentence_pack=AudioPack(sentences_folder(settings.recordings), kind="sentences"),
        speech_evaluator=readings,
        tone_model=tone_model_of(tables),
        essay_evaluator=essays,
        essay_model=operators_model,
        files=isolated_files(settings),
        sound_writer=Mp3Writer(),
        platform_calls=HttpPlatformCalls(),
        keeps_recordings=settings.keep_recordings,
        queues=Queues(
            speech=(settings.speech_at_once, settings.speech_waiting),
            essays=(settings.essay_at_once, settings.essay_waiting),
            texts=(settings.text_at_once, settings.text_waiting),
        ),
        tell_story=sample_story,
        newest_backup=partial(newest_backup, Path(settings.backups), settings.database_url)
        if settings.backups
        else no_backup,
        watched_folders={"data": DATA_HOME, **({"backups": Path(settings.backups)} if settings.backups else {})},
        backups=KeptBackups(settings.backups, settings.database_url, clock=clock),
        settings=settings,
        loaded_models=partial(loaded_models, analyser, readings, essays),
    )


def loaded_models(analyser: Analyser, readings: SpeechEvaluator, essays: EssayEvaluator) -> dict[str, bool]:
    """Which of the large models, loaded when they are first needed, are in the memory of this process."""
    acoustic_model = readings.acoustic if isinstance(readings, ReadingEvaluator) else None
    return {
        "texts": isinstance(analyser.parser, NeuralParser) and analyser.parser.is_loaded,
        "readings": isinstance(acoustic_model, OnnxAcousticModel) and acoustic_model.is_loaded,
        "essays": essays.is_loaded,
    }


def sample_story(core: Core, caller: Caller, began: Callable[[Chapter], None]) -> Story:
    """The presenter's story, worked out in a database in memory with the models that `core` has loaded, and without the operator's
    language model."""
    clock = SteppedClock(core.clock.now())
    settings = Settings(database_url="sqlite://", secret="only-in-memory-" * 3, recordings="", essay_model_file="")
    sample = build_core(
        settings,
        clock=clock,
        tables=core.tables,
        evaluator=core.speech.evaluator,
        analyser=core.analyser,
        bank=core.bank,
        essays=replace(core.essays.evaluator, reviewer=None),
    )
    assert isinstance(sample.store, SqlStore)
    try:
        upgrade_in_memory(sample.store.engine)
        return tell_story(sample, clock, language=caller.language or "zh", began=began)
    finally:
        sample.store.close()


@lru_cache(TABLE_SETS_KEPT)
def analyser_of(tables: Tables) -> Analyser:
    """The analyser that finds words and grammar points: one for all cores over the same tables, lazily loaded."""
    converter = OpenccConverter()
    return Analyser(
        parser=NeuralParser(tables.folder / "models" / "parser", simplified=converter.simplified),
        converter=converter,
        syllabus=StandardLevels(tables),
        levels=lambda: level_list(tables),
        tables=tables,
    )


@lru_cache(TABLE_SETS_KEPT)
def reader_of(tables: Tables) -> PypinyinReader:
    """The reader of pinyin: one for all cores over the same tables, lazily loaded."""
    return PypinyinReader(lambda: known_readings(tables))


@lru_cache(TABLE_SETS_KEPT)
def segmenter_of(tables: Tables) -> JiebaSegmenter:
    """The segmenter that knows the words of the tables: one for all cores over them, lazily loaded."""
    return JiebaSegmenter(tables)


@lru_cache(TABLE_SETS_KEPT)
def language_model_of(tables: Tables) -> NgramModel:
    """The n-gram model of characters: one for all cores over the same tables, lazily loaded."""
    return NgramModel(tables.folder / "models" / "ngram" / "characters.npz")


@lru_cache(TABLE_SETS_KEPT)
def acoustic_model_of(tables: Tables) -> OnnxAcousticModel:
    """What hears which sounds are said: one for all cores over the same tables, lazily loaded."""
    return OnnxAcousticModel(tables.folder / acoustic.MODEL)


@lru_cache(TABLE_SETS_KEPT)
def tone_model_of(tables: Tables) -> NumpyToneModel:
    """What hears tones: one for all cores over the same tables, lazily loaded."""
    return NumpyToneModel(tables.folder / tone_model.MODEL)


@lru_cache(TABLE_SETS_KEPT)
def bank_of(tables: Tables) -> ItemBank:
    """The item bank: one for all cores over the same tables, since its drafts are made of them alone, in seconds."""
    return ItemBank(tables, reader_of(tables))


def isolated_files(settings: Settings) -> IsolatedFiles:
    """The reader of uploaded files, in processes of their own, which are started when they are needed."""
    return IsolatedFiles(_isolated_reader(settings.file_seconds, settings.file_memory_mb * 2**20))


@cache
def _isolated_reader(seconds: float, memory_bytes: int) -> IsolatedReader:
    """One reader for all cores of this process, since the process that it starts takes 75 MB."""
    return IsolatedReader(seconds=seconds, memory_bytes=memory_bytes)


def _access(settings: Settings, store: SqlStore, clock: Clock, identifiers: Identifiers) -> Access:
    """The access rules of the settings: rates, open addresses, tokens, the demo."""
    shared = store if settings.shared_rate else None
    rate = RateLimit(rate_per_second=settings.rate_per_second, burst=settings.rate_burst, store=shared)
    open_rate = RateLimit(rate_per_second=settings.open_rate_per_second, burst=settings.open_rate_burst, store=shared)
    return Access(
        store=store,
        clock=clock,
        identifiers=identifiers,
        rate=rate,
        open_rate=open_rate if settings.open_addresses else None,
        secret=settings.secret,
        token_lifetime_seconds=settings.token_lifetime_seconds,
        closed=frozenset() if settings.open_speech else frozenset(["speech"]),
        demo=demo_door_of(settings),
    )


def reading_evaluator(
    settings: Settings, tables: Tables, reader: PinyinReader, converter: ScriptConverter
) -> ReadingEvaluator:
    """The scorer of readings aloud, with the shipped models, lazily loaded."""
    return ReadingEvaluator(
        decoder=isolated_files(settings),
        acoustic=acoustic_model_of(tables),
        tones=tone_model_of(tables),
        reader=reader,
        segmenter=segmenter_of(tables),
        converter=converter,
        recogniser=recogniser(settings.speech_backend, settings.sherpa_model),
        load_norms=lambda: tables.speech_norms,
        load_variants=lambda: variants_of(tables.words.rows),
    )


def essay_evaluator(
    tables: Tables,
    *,
    analyser: Analyser,
    reader: PinyinReader,
    converter: ScriptConverter,
    language_model: LanguageModel,
    correctors: Sequence[Corrector] | None = None,
    detector: Detector | None = None,
    reviewer: Reviewer | None = None,
) -> EssayEvaluator:
    """An evaluator of essays, with the shipped correctors or with those passed in, lazily loaded.

    The shipped detector was fitted on what the shipped correctors propose, so that it comes with them alone.
    """

    def load_detector() -> Detector | None:
        return essay_detector(tables) if detector is None and correctors is None else detector

    return EssayEvaluator(
        analyser=analyser,
        converter=converter,
        load_correctors=lambda: essay_correctors(tables) if correctors is None else correctors,
        scorer=FittedScorer(),
        explainer=Explainer(reader, lambda: pinyin_of_words(tables), look_alike(tables), association(tables)),
        load_names=lambda: tables.names.by_name,
        load_prompts=lambda: tables.essay_prompts,
        language_model=language_model,
        reviewer=reviewer,
        load_detector=load_detector,
    )


def essay_model(settings: Settings) -> EssayModel | None:
    """The operator's language model: the one that the settings name, else the one that `wenlu model` has set."""
    models = read_models(settings.essay_model_file)
    active = models.in_use(settings.essay_model_url, settings.essay_model, settings.essay_model_key)
    if active is None:
        return None
    chat = ChatEndpoint(active.url, active.model, key=active.key, seconds=settings.essay_model_seconds)
    return EssayModel(chat, active.url, models.measured_of(active.url, active.model, correction_version()))


def essay_reviewer(settings: Settings, model: EssayModel | None) -> Reviewer | None:
    """A reviewer over the operator's language model, where there is one."""
    if model is None:
        return None
    return LanguageModelReviewer(
        model.chat,
        policy=policy_from(model.measured) if model.measured else UNMEASURED,
        seconds=settings.essay_model_seconds,
        at_once=settings.essay_model_at_once,
    )


def embedded_evaluator(tables: Tables) -> EssayEvaluator:
    """An evaluator with the shipped correctors and no language model beside them: the judge when one is measured."""
    return essay_evaluator(
        tables,
        analyser=analyser_of(tables),
        reader=reader_of(tables),
        converter=OpenccConverter(),
        language_model=language_model_of(tables),
    )


@lru_cache(TABLE_SETS_KEPT)
def essay_correctors(tables: Tables) -> tuple[Corrector, ...]:
    """The correctors of essays, the rules first, which explain their edits: one of each for all cores over the same tables.

    A model whose files are missing is left out.
    """
    from core.essays.rules.corrector import RuleCorrector
    from core.models.essays.encoder import EssayEncoder
    from core.models.essays.speller import spelling_corrector
    from core.models.essays.usage import usage_corrector

    models = tables.folder / "models" / "essay"
    correctors: list[Corrector] = [
        RuleCorrector(
            tables.essay_rules,
            probabilities=tables.essay_rule_probabilities,
            words=tables.words,
            classifiers=tables.classifiers,
            traditional=tables.characters.traditional,
        )
    ]
    if (models / "words.npz").exists() and (tables.folder / "essay_speller.toml").exists():
        correctors.append(spelling_corrector(tables))
    if (models / "network.npz").exists() and (models / "encoder.npz").exists():
        correctors.append(EssayEncoder(models))
    if (models / "usage.npz").exists() and (models / "words.npz").exists():
        correctors.append(usage_corrector(tables))
    return tuple(correctors)


@lru_cache(TABLE_SETS_KEPT)
def essay_detector(tables: Tables) -> Detector | None:
    """What says in which clauses of an essay something is off: one for all cores over the same tables; None where a file is missing."""
    from core.models.essays.detector import FILE, VERSION, ClauseDetector, read_detector
    from core.models.essays.encoder import EssayEncoder

    encoder = next((one for one in essay_correctors(tables) if isinstance(one, EssayEncoder)), None)
    file = tables.folder / FILE
    if encoder is None or not file.exists():
        return None
    return ClauseDetector(VERSION, lambda: read_detector(file, doubts=encoder.doubts, ngrams=language_model_of(tables)))


LOOK_ALIKES = 8
"""How many characters, those nearest in shape to another one, count as looking like it."""


def association(tables: Tables) -> Callable[[str, str], float | None]:
    """How strongly a verb, adjective or measure word is associated with a noun, by the word bigram model, which is loaded lazily."""

    def association_of(first_word: str, second_word: str) -> float | None:
        from core.models.essays.speller import WORDS
        from core.models.ngrams import words as word_bigrams

        file, by_form = tables.folder / WORDS, tables.words.by_form
        first, second = (
            {part for row in by_form.get(form, ()) for part in row.pos} for form in (first_word, second_word)
        )
        if not first & {"V", "Adj", "M"} or "N" not in second or not file.exists():
            return None
        return word_bigrams.shared(file).association(first_word, second_word)

    return association_of


def look_alike(tables: Tables) -> Callable[[str, str], bool]:
    """Whether two characters look alike; the table is loaded lazily."""

    @cache
    def sets() -> ConfusionSets:
        return ConfusionSets(tables.essay_confusions)

    return lambda written, meant: 0 <= sets().shape_rank(written, meant) < LOOK_ALIKES


def pinyin_of_words(tables: Tables) -> dict[str, str]:
    """Pinyin by form of the word list; "" for a form that has several readings."""
    single = tables.read_in_one_way
    return {
        form: pinyin if form in single else ""
        for word in tables.words.rows
        for form, pinyin in zip(word.forms, word.pinyin, strict=False)
    }


def known_readings(tables: Tables) -> dict[str, Reading]:
    """Readings of the word list's forms (each from its easiest entry), of names and of phrases."""
    readings: dict[str, Reading] = {}
    for word in sorted(tables.words.rows, key=lambda word: word.level):
        for form, pinyin in zip(word.forms, word.pinyin, strict=False):
            readings.setdefault(form, word_reading(pinyin, word.level, word.pos, word=form))
    for word_form, rows in tables.polyphones.items():
        contexts = [Context(row.pinyin, row.before, row.after) for row in rows]
        readings[word_form] = with_contexts(readings.get(word_form), word_form, contexts)
    readings.update({name.name: word_reading(name.pinyin, 0) for name in tables.names.rows if len(name.name) > 1})
    readings.update({phrase: phrase_reading(pinyin) for phrase, pinyin in tables.readings.items()})
    return readings


def in_memory_core(
    *,
    clock: Clock | None = None,
    identifiers: Identifiers | None = None,
    tables: Tables | None = None,
    evaluator: SpeechEvaluator | None = None,
    correctors: Sequence[Corrector] | None = None,
    detector: Detector | None = None,
    store: SqlStore | None = None,
    analyser: Analyser | None = None,
    bank: ItemBank | None = None,
    keep_recordings: bool = False,
    demo: bool = False,
) -> Core:
    """A migrated core on a database in memory, which lives as long as the core: for tests and trials."""
    settings = Settings(
        database_url="sqlite://",
        secret="only-in-memory-" * 3,
        recordings="",
        strokes="",
        essay_model_file="",
        keep_recordings=keep_recordings,
        demo=demo,
    )
    core = build_core(
        settings,
        clock=clock,
        identifiers=identifiers,
        tables=tables,
        evaluator=evaluator,
        correctors=correctors,
        detector=detector,
        store=store,
        analyser=analyser,
        bank=bank,
    )
    if store is None:
        assert isinstance(core.store, SqlStore)
        upgrade_in_memory(core.store.engine)
    if demo:
        ensure_demo(core.store, core.clock, core.identifiers)
    return core


@cache
def shared_core() -> Core:
    """The core of this process, from the environment; its database is migrated on first use."""
    settings = Settings.from_environment()
    migrate(settings)
    return build_core(settings)


def level_list(tables: Tables) -> LevelList:
    """The word list of GF 0025-2021 with the project's names, for checking texts against a level."""
    return LevelList(tables.words.levels, tables.names.by_name)

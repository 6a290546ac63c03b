"""Settings become a core: the only place that chooses back ends."""

from __future__ import annotations

from functools import cache

from core.access.demo import ensure_demo
from core.access.rate import RateLimit
from core.access.service import Access
from core.api import Core
from core.backends.parser import NeuralParser
from core.backends.pinyin import PypinyinReader
from core.backends.scripts import OpenccConverter
from core.backends.standards import StandardLevels
from core.backends.system import RandomIdentifiers, SystemClock
from core.demo import SteppedClock, simulate_class
from core.language.levels import LevelList
from core.language.readings import Context, Reading, phrase_reading, with_contexts, word_reading
from core.ports import Clock, Identifiers
from core.settings import Settings
from core.store.engine import make_engine
from core.store.migrate import upgrade
from core.store.sql import SqlStore
from core.tables import Tables
from core.texts.analysis import Analyser


def migrate(settings: Settings) -> None:
    """Bring the database to the newest revision and, if set, make the demo accounts; once, before any worker."""
    engine = make_engine(settings.database_url, durable=settings.durable)
    try:
        upgrade(engine)
        if settings.demo:
            made = ensure_demo(SqlStore(engine), SystemClock(), RandomIdentifiers())
            if made is not None and settings.demo_class:
                _simulate(settings, made.organisation_id)
    finally:
        engine.dispose()


def _simulate(settings: Settings, organisation_id: str) -> None:
    now = SystemClock().now()
    clock = SteppedClock(now)
    core = build_core(settings, clock=clock)
    simulate_class(core, clock, organisation_id, until=now)
    core.store.close()


def build_core(
    settings: Settings,
    *,
    clock: Clock | None = None,
    identifiers: Identifiers | None = None,
    tables: Tables | None = None,
) -> Core:
    """A core over the settings' database, which is expected to be migrated. The parts are cheap; tables load lazily."""
    clock = clock or SystemClock()
    identifiers = identifiers or RandomIdentifiers()
    store = SqlStore(make_engine(settings.database_url, durable=settings.durable))
    shared = store if settings.shared_rate else None
    rate = RateLimit(rate_per_second=settings.rate_per_second, burst=settings.rate_burst, store=shared)
    open_rate = RateLimit(rate_per_second=settings.open_rate_per_second, burst=settings.open_rate_burst, store=shared)
    access = Access(
        store=store,
        clock=clock,
        identifiers=identifiers,
        rate=rate,
        open_rate=open_rate if settings.open_addresses else None,
        secret=settings.secret,
        token_lifetime_seconds=settings.token_lifetime_seconds,
    )
    tables = tables or Tables()
    converter = OpenccConverter()
    return Core(
        store=store,
        clock=clock,
        identifiers=identifiers,
        tables=tables,
        access=access,
        reader=PypinyinReader(lambda: known_readings(tables)),
        converter=converter,
        analyser=Analyser(
            parser=NeuralParser(tables.folder / "models" / "parser", simplified=converter.simplified),
            converter=converter,
            syllabus=StandardLevels(tables),
            levels=lambda: level_list(tables),
            tables=tables,
        ),
    )


def known_readings(tables: Tables) -> dict[str, Reading]:
    """Readings of the word list's forms (the easiest entry of each), of the names, and of phrases."""
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
    demo: bool = False,
) -> Core:
    """A migrated core on a database that lives as long as the object does: for tests and trials."""
    settings = Settings(database_url="sqlite://", secret="only-in-memory-" * 3)
    core = build_core(settings, clock=clock, identifiers=identifiers, tables=tables)
    assert isinstance(core.store, SqlStore)
    upgrade(core.store.engine)
    if demo:
        ensure_demo(core.store, core.clock, core.identifiers)
    return core


@cache
def shared_core() -> Core:
    """The process's core, from the environment; migrated on first use."""
    settings = Settings.from_environment()
    migrate(settings)
    return build_core(settings)


def level_list(tables: Tables) -> LevelList:
    """The word list of GF 0025-2021 with the project's names, for checking texts against a level."""
    return LevelList(tables.words.levels, tables.names.by_name)

"""Export and import: items that come back equal, QTI against the schemas' rules, Anki's own importer twice."""

from __future__ import annotations

import io
import random
import tempfile
import time
import zipfile
from datetime import UTC, datetime
from pathlib import Path

from core.api.core import Core
from core.questions.formats import anki
from core.questions.formats.draft import item_of
from core.questions.formats.gift.reading import read_gift
from core.questions.formats.gift.writing import gift_text
from core.questions.formats.qti.writing import qti_package
from core.questions.formats.registry import FORMATS
from core.records.items import Item
from core.wire import BANDS, QUESTION_TYPES, TOPICS, Language
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.questions.qti_structure import faults_in_item, faults_in_manifest

PER_CELL = 40
SEED = 572
LEAST_A_SECOND = 100
"""Items written, read and made again in a second of CPU."""
LANGUAGES: tuple[Language, ...] = ("zh", "en")


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    run_part(bars)
    return bars.failed


def run_part(bars: Bars, core: Core | None = None) -> None:
    """The same into bars of a larger benchmark."""
    items = sample(core or in_memory_core())
    print(f"    {len(items)} items, {PER_CELL} at random of each type, topic and band that has so many")
    for name in FORMATS:
        _round_trip(bars, name, items)
    _plain_gift(bars, items)
    _qti(bars, items)
    _anki(bars, items)


def sample(core: Core) -> list[Item]:
    """Items of every cell, drawn by a fixed seed."""
    rng = random.Random(SEED)
    items = []
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                drafts = core.bank.drafts(kind, topic, band)
                items += [draft.item() for draft in rng.sample(drafts, min(PER_CELL, len(drafts)))]
    return list({item.id: item for item in items if item is not None}.values())


def _round_trip(bars: Bars, name: str, items: list[Item]) -> None:
    form = FORMATS[name]  # type: ignore[index]
    equal = 0
    started = time.process_time()
    for language in LANGUAGES:
        questions = form.read(form.file(items, language=language))
        items_again = [question.draft and item_of(question.draft) for question in questions]
        equal += sum(item == item_again for item, item_again in zip(items, items_again, strict=True))
    seconds = time.process_time() - started
    bars.equal(f"{form.name}: items that come back equal, in Chinese and in English", equal, 2 * len(items))
    bars.at_least(f"{form.name}: items out and in again a second", 2 * len(items) / seconds, LEAST_A_SECOND)


def _plain_gift(bars: Bars, items: list[Item]) -> None:
    """Without the comments that hold what GIFT lacks."""
    lines = gift_text(items, language="zh").split("\n")
    questions = read_gift("\n".join(line for line in lines if not line.startswith("//")).encode())
    bars.equal(
        "plain GIFT without our comments: questions read",
        sum(question.draft is not None for question in questions),
        len(items),
    )


def _qti(bars: Bars, items: list[Item]) -> None:
    with zipfile.ZipFile(io.BytesIO(qti_package(items, language="zh"))) as package:
        names = set(package.namelist())
        documents = [package.read(name) for name in names if name.startswith("items/") and name.endswith(".xml")]
        faults = faults_in_manifest(package.read("imsmanifest.xml"), names)
    bars.equal(
        "QTI 2.1: items that hold to the schemas' rules",
        sum(not faults_in_item(document) for document in documents),
        len(items),
    )
    bars.equal("QTI 2.1: faults of the manifest", len(faults), 0)


def _anki(bars: Bars, items: list[Item]) -> None:
    try:
        from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest
    except ImportError:
        print("    Anki is not installed (uv sync --group dev): its import is not measured.")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.apkg"
        collection = Collection(str(Path(folder) / "collection.anki2"))
        counts = []
        for day in (22, 23):
            changed_at = datetime(2026, 11, day, tzinfo=UTC)
            path.write_bytes(anki.anki_deck(items, language="zh", title="文路", changed_at=changed_at))
            options = ImportAnkiPackageOptions(merge_notetypes=True)
            collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path), options=options))
            counts.append((collection.note_count(), collection.card_count()))
        collection.close()
    bars.equal("Anki: notes and cards after the first and the second import", counts, [(len(items), len(items))] * 2)

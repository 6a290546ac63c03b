"""Question generation of all bands: enough, distinct, inside the level, balanced, fast; what proves and measures an item."""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from math import exp, lgamma, log

from benchmarks.questions.formats import run_part as formats
from benchmarks.questions.judged_items import run_part as judged
from benchmarks.questions.life import run_part as life
from benchmarks.questions.proof import run_part as proof
from core.api.core import Core
from core.backends.jieba import JiebaSegmenter
from core.language.levels import LevelList
from core.questions.wire import GenerateRequest, Question
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.wire import BANDS, QUESTION_TYPES, TOPICS, BandLevel
from core.wiring import in_memory_core, level_list
from evaluation.bars import Bars

ITEMS_A_CELL = 50
SEEDS = 5
THOUSAND = 1_000
LEVEL_ITEMS = 6_000
"""Items of a band whose words are looked up."""
KEY_ITEMS = 2_000
SEED = 572
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    core = in_memory_core()
    started = time.process_time()
    core.bank.warm()
    print(f"    every cell found in {time.process_time() - started:.1f} CPU s")
    caller = Caller("bench", frozenset(PERMISSIONS), "zh")
    _cells(bars, core, caller)
    _repeats(bars, core, caller)
    _levels(bars, core)
    for band in BANDS:
        _key_balance(bars, core, caller, band)
    _speed(bars, core, caller)
    life(bars)
    proof(bars)
    formats(bars)
    judged(bars)
    return bars.failed


def _cells(bars: Bars, core: Core, caller: Caller) -> None:
    """Of each type x topic x band the fewest distinct items that five seeds gave, and what is wrong with any."""
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                batches = [
                    core.questions.generate(
                        GenerateRequest(level=band, type=kind, topic=topic, count=ITEMS_A_CELL, seed=SEED + seed),
                        caller,
                    ).questions
                    for seed in range(SEEDS)
                ]
                bars.at_least(
                    f"{kind} x {topic} x {band}, {len(core.bank.drafts(kind, topic, band))} drafts: distinct items, "
                    f"the fewest of {SEEDS} seeds",
                    min(len({_shown(question) for question in batch}) for batch in batches),
                    ITEMS_A_CELL,
                )
                bad = sum(not _options_hold(question) for batch in batches for question in batch)
                bars.equal(f"{kind} x {topic} x {band}: items with doubled options or no key among them", bad, 0)


def _shown(question: Question) -> tuple[object, ...]:
    return question.question, tuple(option.text for option in question.options), _heard(question)


def _repeats(bars: Bars, core: Core, caller: Caller) -> None:
    """A thousand items of a band in batches of fifty, for one student and for nobody in particular."""
    for band in BANDS:
        for student in ("student", None):
            shown: list[tuple[object, ...]] = []
            doubled = 0
            for number in range(THOUSAND // ITEMS_A_CELL):
                request = GenerateRequest(
                    level=band,
                    type=QUESTION_TYPES[number % len(QUESTION_TYPES)],
                    count=ITEMS_A_CELL,
                    seed=number,
                    student_id=student,
                )
                batch = [_shown(question) for question in core.questions.generate(request, caller).questions]
                doubled += len(batch) - len(set(batch))
                shown += batch
            whose = "one student" if student else "no student named"
            bars.equal(f"{band}, {whose}: doubled items inside batches of {ITEMS_A_CELL}", doubled, 0)
            share = 1 - len(set(shown)) / len(shown)
            # Without a student the service cannot know what was seen: draws of different seeds may meet by chance.
            if student:
                bars.at_most(f"{band}, {whose}: share of repeats across {len(shown)} items", share, 0.01)
            else:
                print(
                    f"    {band}, {whose}: share of repeats across {len(shown)} items of {number + 1} seeds {share:.3f}"
                )


def _levels(bars: Bars, core: Core) -> None:
    """Of all items, or of a random part of them, the share whose words all lie inside their own standard level."""
    segmenter, levels = JiebaSegmenter(core.tables), level_list(core.tables)
    rng = random.Random(SEED)
    for band in BANDS:
        cells = [core.bank.drafts(kind, topic, band) for kind in QUESTION_TYPES for topic in TOPICS]
        drafts = [draft for cell in cells for draft in cell]
        drawn = [draft.item() for draft in rng.sample(drafts, min(LEVEL_ITEMS, len(drafts)))]
        items = [item for item in drawn if item is not None]
        inside = sum(_inside(_stem(item), segmenter, levels, item.standard_level) for item in items)
        bars.at_least(
            f"{band}: items whose stem lies inside their level, all words (n = {len(items)} of {len(drafts)})",
            inside / len(items),
            0.97,
        )


def _stem(item: Item) -> list[str]:
    heard = [item.audio.text or ""] if item.audio else []
    return [item.stem, *(option.text for option in item.left), *heard]


def _heard(question: Question) -> str:
    return (question.audio.text or "") if question.audio else ""


def _options_hold(question: Question) -> bool:
    options = question.options
    texts = [option.text for option in options if not option.id.isdigit()]
    parts = re.split(r"[,-]", question.correct_answer)
    known = {option.id for option in options}
    keyed = not options or all(part in known for part in parts)
    return len(set(texts)) == len(texts) and keyed


def _inside(texts: list[str], segmenter: JiebaSegmenter, levels: LevelList, level: int) -> bool:
    return all(not levels.beyond(segmenter.words(run), level=level) for text in texts for run in HAN_RUN.findall(text))


def _key_balance(bars: Bars, core: Core, caller: Caller, band: BandLevel) -> None:
    """Chi-square test of the key's place over A, B, C, D in 2,000 items of a fixed seed."""
    keys: Counter[str] = Counter()
    seed = SEED
    while keys.total() < KEY_ITEMS:
        request = GenerateRequest(level=band, type="multiple_choice", count=50, seed=seed)
        batch = core.questions.generate(request, caller)
        keys.update(question.correct_answer for question in batch.questions)
        seed += 1
    expected = keys.total() / 4
    statistic = sum((keys[label] - expected) ** 2 / expected for label in "ABCD")
    bars.check(
        f"{band}: key places {dict(sorted(keys.items()))}, chi-square {statistic:.2f}: p",
        _chi_square_p(statistic, degrees=3),
        _chi_square_p(statistic, degrees=3) > 0.001,
        "over 0.001",
    )


def _chi_square_p(statistic: float, *, degrees: int) -> float:
    """Upper tail of the chi-square distribution, by the series of the lower incomplete gamma function."""
    a, x = degrees / 2, statistic / 2
    if x == 0:
        return 1.0
    term = total = 1 / a
    n = a
    while term > total * 1e-12:
        n += 1
        term *= x / n
        total += term
    return max(0.0, 1 - total * exp(-x + a * log(x) - lgamma(a)))


def _speed(bars: Bars, core: Core, caller: Caller) -> None:
    """Items a second on one core, the write to the store included; the first batch after a start that is warm."""
    items = 0
    bands = list(BANDS)
    started = time.process_time()
    for seed in range(60):
        request = GenerateRequest(level=bands[seed % 3], type=QUESTION_TYPES[seed % 4], count=50, seed=seed)
        items += core.questions.generate(request, caller).total
    bars.at_least("items a second of CPU", items / (time.process_time() - started), 100)
    started, items = time.process_time(), 0
    for seed in range(30):
        request = GenerateRequest(
            level=bands[seed % 3], type=QUESTION_TYPES[seed % 4], count=50, seed=seed, student_id=f"s{seed}"
        )
        items += core.questions.generate(request, caller).total
    bars.at_least("items a second of CPU, fitted to a student", items / (time.process_time() - started), 100)
    fresh = in_memory_core(tables=core.tables)
    fresh.bank.warm()
    begun = time.perf_counter()
    fresh.questions.generate(GenerateRequest(level="intermediate", type="multiple_choice", seed=1), caller)
    bars.at_most("seconds to the first batch, warm", time.perf_counter() - begun, 0.5)

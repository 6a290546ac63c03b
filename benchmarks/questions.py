"""Question generation at level beginner: enough, distinct, inside the level, balanced, fast."""

from __future__ import annotations

import re
import time
from collections import Counter
from math import exp, lgamma, log

from benchmarks.bars import Bars
from core.api import Core
from core.backends.jieba import JiebaSegmenter
from core.language.levels import LevelList
from core.questions.wire import GenerateRequest, Question
from core.records import PERMISSIONS, Caller
from core.wire import QUESTION_TYPES, TOPICS
from core.wiring import in_memory_core, level_list

ITEMS_A_CELL = 50
KEY_ITEMS = 2_000
SEED = 572
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    core = in_memory_core()
    started = time.process_time()
    core.bank.warm()
    print(f"    bank made in {time.process_time() - started:.1f} CPU s")
    caller = Caller("bench", frozenset(PERMISSIONS), "zh")
    inside = checked = 0
    segmenter, levels = JiebaSegmenter(core.tables), level_list(core.tables)
    for kind in QUESTION_TYPES:
        for topic in TOPICS:
            request = GenerateRequest(level="beginner", type=kind, topic=topic, count=ITEMS_A_CELL, seed=SEED)
            made = core.generate_questions(request, caller)
            distinct = {
                (question.question, tuple(o.text for o in question.options), _heard(question))
                for question in made.questions
            }
            bars.at_least(
                f"{kind} x {topic}, bank {len(core.bank.items(kind, topic))}: distinct items",
                len(distinct),
                ITEMS_A_CELL,
            )
            bad = sum(not _options_hold(question) for question in made.questions)
            bars.equal(f"{kind} x {topic}: items with doubled options or no key among them", bad, 0)
    for kind in QUESTION_TYPES:
        for topic in TOPICS:
            for item in core.bank.items(kind, topic):
                shown = [
                    item.stem,
                    *(o.text for o in item.left),
                    *(o.text for o in item.options),
                    item.audio.text or "" if item.audio else "",
                ]
                checked += 1
                inside += _inside(shown, segmenter, levels)
    bars.at_least(f"items of the whole bank with all words inside level 3 (n = {checked})", inside / checked, 0.95)
    _key_balance(bars, core, caller)
    _speed(bars, core, caller)
    return bars.failed


def _heard(question: Question) -> str:
    return (question.audio.text or "") if question.audio else ""


def _options_hold(question: Question) -> bool:
    options = question.options
    texts = [option.text for option in options if not option.id.isdigit()]
    parts = re.split(r"[,-]", question.correct_answer)
    known = {option.id for option in options}
    keyed = not options or all(part in known for part in parts)
    return len(set(texts)) == len(texts) and keyed


def _inside(texts: list[str], segmenter: JiebaSegmenter, levels: LevelList) -> bool:
    return all(not levels.beyond(segmenter.words(run), level=3) for text in texts for run in HAN_RUN.findall(text))


def _key_balance(bars: Bars, core: Core, caller: Caller) -> None:
    """Chi-square test of the key's place over A, B, C, D in 2,000 items of a fixed seed."""
    keys: Counter[str] = Counter()
    seed = SEED
    while keys.total() < KEY_ITEMS:
        request = GenerateRequest(level="beginner", type="multiple_choice", count=50, seed=seed)
        made = core.generate_questions(request, caller)
        keys.update(question.correct_answer for question in made.questions)
        seed += 1
    expected = keys.total() / 4
    statistic = sum((keys[label] - expected) ** 2 / expected for label in "ABCD")
    bars.check(
        f"key places {dict(sorted(keys.items()))}, chi-square {statistic:.2f}: p",
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
    """Items a second on one core, the write to the store included."""
    items = 0
    started = time.process_time()
    for seed in range(40):
        request = GenerateRequest(level="beginner", type=QUESTION_TYPES[seed % 4], count=50, seed=seed)
        items += core.generate_questions(request, caller).total
    bars.at_least("items a second of CPU", items / (time.process_time() - started), 50)

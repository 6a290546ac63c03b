"""Properties that must hold for every essay, checked on random ones: `uv run python -m benchmarks.essays.properties [essays]`.

Half of the essays are the project's own sentences with characters doubled, left out and exchanged, evaluated by everything that ships; half are
random characters, evaluated by correctors that propose anything anywhere and contradict themselves. Both contain what breaks marks, offsets and
pages: emoji, CRLF, 𠮷, brackets, arrows, markup. The properties are those of `evaluation/essays/properties.py`.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from core.essays.service import EssayEvaluator
from core.wiring import in_memory_core
from evaluation.essays.fakes import (
    BREAKING,
    UNSTABLE_ERRORS,
    ListedErrors,
    RecklessCorrector,
    evaluator,
    random_essay,
    request,
)
from evaluation.essays.properties import violations

ESSAYS = 2_000
SEED = 853
CHANGED = 0.04
"""The share of characters that are changed: about as many as learners get wrong."""
BREAKING_SHARE = 0.03


def learner_like(rng: random.Random, sentences: Sequence[str]) -> str:
    """Two to four sentences in one or two paragraphs, with errors and with what breaks marks and offsets."""
    text = "".join(rng.choice(sentences) + rng.choice(("", "", "\r\n", "\n")) for _ in range(rng.randint(2, 4)))
    return "".join(_changed(rng, character, text) for character in text)


def _changed(rng: random.Random, character: str, text: str) -> str:
    if character in "\r\n":
        return character
    draw = rng.random()
    if draw < BREAKING_SHARE:
        return character + rng.choice(BREAKING)
    if draw < BREAKING_SHARE + CHANGED:
        return rng.choice(("", character * 2, rng.choice(text)))
    return character


def edits_and_violations(essay_evaluator: EssayEvaluator, essays: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """The number of edits and the violations of each essay."""
    for essay in essays:
        essay_request = request(essay)
        yield len(essay_evaluator.assess(essay_request).features.edits), violations(essay_evaluator, essay_request)


def print_row(name: str, essay_evaluator: EssayEvaluator, essays: Sequence[str]) -> int:
    """Print the row of some essays and return the number of violations."""
    began, edits, violation_counts = time.perf_counter(), 0, Counter[str]()
    for edit_count, violations_found in edits_and_violations(essay_evaluator, essays):
        edits += edit_count
        violation_counts.update(violations_found)
    seconds = time.perf_counter() - began
    print(
        f"{name:<10} {len(essays):>6} essays {edits:>6} edits {violation_counts.total():>4} violations  {seconds:.0f} s"
    )
    for fault, count in violation_counts.most_common():
        print(f"    {count:>5} {fault}")
    return violation_counts.total()


def main(essays: int = ESSAYS) -> int:
    """Print the rows of both halves and return the number of violations."""
    rng = random.Random(SEED)
    core = in_memory_core()
    sentences = [row.text for row in core.tables.content.sentences]
    breaking_essays = ["\n".join(random_essay(rng) for _ in range(rng.randint(1, 3))) for _ in range(essays // 2)]
    learner_essays = [learner_like(rng, sentences) for _ in range(essays - len(breaking_essays))]
    learner_essays = [text if len(text) > 20 else "我今天去学校学习汉语了。" + text for text in learner_essays]
    return print_row(
        "reckless", evaluator(RecklessCorrector(), ListedErrors(UNSTABLE_ERRORS)), breaking_essays
    ) + print_row("shipped", core.essays.evaluator, learner_essays)


if __name__ == "__main__":
    sys.exit(int(main(*map(int, sys.argv[1:])) > 0))

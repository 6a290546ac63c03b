"""What holds of every essay, counted over random ones: `uv run python -m benchmarks.essays.properties [essays]`.

Half of the essays are the project's own sentences with characters doubled, left out and exchanged, judged by everything that ships; half are
characters at random, judged by judges that propose anything anywhere and contradict themselves. Both hold what breaks marks, offsets and
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
from evaluation.essays.made import FICKLE, HARD, Listed, Reckless, evaluator, random_essay, request
from evaluation.essays.properties import violations

ESSAYS = 2_000
SEED = 853
CHANGED = 0.04
"""Share of characters that are changed: about as learners err."""
HARD_SHARE = 0.03


def learner_like(chance: random.Random, sentences: Sequence[str]) -> str:
    """Two to four sentences in one or two paragraphs, with errors and what is hard to carry."""
    text = "".join(
        chance.choice(sentences) + chance.choice(("", "", "\r\n", "\n")) for _ in range(chance.randint(2, 4))
    )
    return "".join(_changed(chance, mark, text) for mark in text)


def _changed(chance: random.Random, mark: str, text: str) -> str:
    if mark in "\r\n":
        return mark
    drawn = chance.random()
    if drawn < HARD_SHARE:
        return mark + chance.choice(HARD)
    if drawn < HARD_SHARE + CHANGED:
        return chance.choice(("", mark * 2, chance.choice(text)))
    return mark


def counted(made: EssayEvaluator, essays: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Edits and violations of each essay."""
    for essay in essays:
        asked = request(essay)
        yield len(made.evaluated(asked).features.edits), violations(made, asked)


def shown(name: str, made: EssayEvaluator, essays: Sequence[str]) -> int:
    """Print one row; how many violations there were."""
    began, edits, found = time.perf_counter(), 0, Counter[str]()
    for number, faults in counted(made, essays):
        edits += number
        found.update(faults)
    seconds = time.perf_counter() - began
    print(f"{name:<10} {len(essays):>6} essays {edits:>6} edits {found.total():>4} violations  {seconds:.0f} s")
    for fault, times in found.most_common():
        print(f"    {times:>5} {fault}")
    return found.total()


def main(essays: int = ESSAYS) -> int:
    """Print the rows of both halves; how many violations there were in all."""
    chance = random.Random(SEED)
    core = in_memory_core()
    sentences = [row.text for row in core.tables.content.sentences]
    hard = ["\n".join(random_essay(chance) for _ in range(chance.randint(1, 3))) for _ in range(essays // 2)]
    plain = [learner_like(chance, sentences) for _ in range(essays - len(hard))]
    plain = [text if len(text) > 20 else "我今天去学校学习汉语了。" + text for text in plain]
    return shown("reckless", evaluator(Reckless(), Listed(FICKLE)), hard) + shown(
        "shipped", core.essays.evaluator, plain
    )


if __name__ == "__main__":
    sys.exit(int(main(*map(int, sys.argv[1:])) > 0))

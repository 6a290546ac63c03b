"""Essays made worse: versions of the project's own passages and learner-like text, and what becomes of their scores.

Errors are those that the learner-like text has marked, put into its right sides one at a time or all, and characters doubled, left out and
exchanged. Order is disturbed by shuffling the sentences, connectives are put before every sentence, and a passage gets another's title. Every number that pages show (the score
and both ends of its range) is compared.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.essays.segmentation import SENTENCE
from core.essays.service import EssayEvaluator
from core.essays.wire import EssayRequest
from core.language.levels import HAN
from core.tables.content.texts import Passage
from evaluation.essays.learner_text import CHANGE, FOLDER, pair_of

EACH = 10
"""Versions of an essay, at most."""
SEED = 411
LINES = (2, 4, 6, 9)
"""Lines of learner-like text that make an essay: 60 to 350 characters."""
LEVELS = 6
CONNECTIVES = [
    "而且",
    "所以",
    "但是",
    "另外",
    "然后",
    "因此",
    "不过",
    "首先",
    "其次",
    "总之",
    "此外",
    "同时",
    "可是",
    "于是",
]
ORDER, STUFFED, OFF_TITLE = "sentences shuffled", "connectives before every sentence", "under another title"


@dataclass(frozen=True)
class Essay:
    """A right text, made worse in different ways."""

    right: str
    level: int
    versions: tuple[tuple[str, str], ...]
    """What was done, and the text."""
    title: str = ""
    other_title: str = ""
    """Of another text; "" where there is none."""


def learner_essay(rng: random.Random, level: int) -> Essay:
    """Lines of one file that stand together, with the errors that they have marked."""
    lines: list[str] = []
    while not any(CHANGE.search(line) for line in lines):
        file = rng.choice(sorted(FOLDER.glob("*.txt")))
        every_line = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        first = rng.randrange(len(every_line))
        lines = every_line[first : first + rng.choice(LINES)]
    right = "".join(pair_of(line).right for line in lines)
    errors = [(index, match) for index, line in enumerate(lines) for match in CHANGE.finditer(line)]
    planted = [
        ("a learner's error", _with_error(lines, *error))
        for error in rng.sample(errors, min(len(errors), EACH // 2 - 1))
    ]
    all_errors = ("all its errors", "".join(pair_of(line).wrong for line in lines))
    return Essay(right, level, (*planted, all_errors, *_disturbed(rng, right)))


def _with_error(lines: list[str], index: int, error: re.Match[str]) -> str:
    """The right text with one error, a change that `lines[index]` has marked."""
    before, after = error.string[: error.start()], error.string[error.end() :]
    texts = [pair_of(line).right for line in lines]
    texts[index] = CHANGE.sub(r"\2", before) + error[1] + CHANGE.sub(r"\2", after)
    return "".join(texts)


def own_essay(rng: random.Random, passage: Passage, other_title: str) -> Essay:
    """A passage of the project's own."""
    text = "".join(passage.sentences)
    versions = (*_disturbed(rng, text), *list(_disturbed(rng, text))[: EACH - 6], (OFF_TITLE, text))
    return Essay(text, min(passage.level, LEVELS), versions, passage.title_zh, other_title)


def _disturbed(rng: random.Random, text: str) -> Iterator[tuple[str, str]]:
    places = [index for index, character in enumerate(text) if HAN.match(character)]
    one, other, third = rng.choice(places), rng.choice(places), rng.choice(places)
    yield "a character left out", text[:one] + text[one + 1 :]
    yield "a character doubled", text[:other] + text[other] + text[other:]
    yield "a character exchanged", text[:third] + text[rng.choice(places)] + text[third + 1 :]
    sentences = SENTENCE.findall(text)
    yield STUFFED, "".join(rng.choice(CONNECTIVES) + rng.choice(("，", "")) + sentence for sentence in sentences)
    rng.shuffle(sentences)
    yield ORDER, "".join(sentences)


def essays(rng: random.Random, passages: Sequence[Passage]) -> Iterator[Essay]:
    """Without end: one of the learner-like text, one of the project's own."""
    while True:
        yield learner_essay(rng, rng.randint(1, LEVELS))
        one, other = rng.sample(passages, 2)
        yield own_essay(rng, one, other.title_zh)


def numbers(evaluator: EssayEvaluator, text: str, title: str, level: int) -> tuple[float, float, float]:
    """The score and its range, as pages show them."""
    request = EssayRequest(student_id="s", essay_content=text, essay_title=title, hsk_level=str(level))  # type: ignore[arg-type]
    scores = evaluator.assess(request).scores
    return scores.overall, scores.low, scores.high


def compared(evaluator: EssayEvaluator, passages: Sequence[Passage], versions: int) -> Mapping[str, Counter[str]]:
    """For each way of making essays worse how many versions raised a number, lowered the score, and left it."""
    rng = random.Random(SEED)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for essay in essays(rng, passages):
        before = numbers(evaluator, essay.right, essay.title, essay.level)
        for name, text in essay.versions:
            if sum(count.total() for count in counts.values()) == versions:
                return counts
            title = essay.other_title if name == OFF_TITLE else essay.title
            after = numbers(evaluator, text, title, essay.level)
            raised = any(new > old for new, old in zip(after, before, strict=True))
            counts[name]["raised" if raised else "lowered" if after < before else "left"] += 1
    raise AssertionError("essays come without end")

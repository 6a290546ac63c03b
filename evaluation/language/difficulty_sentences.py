"""Single sentences of a known level, and how honest the range is that the product gives them.

The sentences are those of the exercises (`data/content/sentences-*.jsonl`). Each carries the level of the learners that it was written for: a
sentence of level 5 practises a word or point of that level inside words of levels 1 to 5, so that its words alone may well be
easier. Such a level is worth a range and no exact figure: the words of a sentence cannot say which of several levels it was written for.
The sentences are cut in two by hash: one half may be used to calibrate, 200 of the other half are scored.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from core.language.difficulty import LEVELS
from core.tables import DATA
from core.texts.wire import GrammarText
from evaluation.language.difficulty_texts import LevelledText

SCORED = 200


def levelled_sentences() -> list[LevelledText]:
    """Every sentence of the exercises once, with the first level that it is given."""
    levels: dict[str, int] = {}
    for path in sorted((DATA / "content").glob("sentences-*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            levels.setdefault(row["text"], row["level"])
    return [LevelledText(level, text) for text, level in levels.items()]


def scored_sentences() -> list[LevelledText]:
    """200 sentences of the half that nothing is calibrated on, about equally many of each level, drawn by hash."""
    half = sorted((s for s in levelled_sentences() if _hash(s.text) % 2), key=lambda sentence: _hash(sentence.text))
    drawn = []
    for number, level in enumerate(LEVELS):
        share = SCORED // len(LEVELS) + (number < SCORED % len(LEVELS))
        drawn += [sentence for sentence in half if sentence.level == level][:share]
    return drawn


def _hash(text: str) -> int:
    return int(sha256(text.encode()).hexdigest(), 16)


@dataclass(frozen=True)
class RangeScores:
    """What single sentences are told."""

    told: int
    """Sentences that are given a level."""
    narrow: int
    """Sentences whose range is one level."""
    held: int
    """Sentences whose range holds their level."""
    mean_width: float
    """Levels."""
    n: int


def range_scores(sentences: Sequence[LevelledText], result_of: Callable[[str], GrammarText]) -> RangeScores:
    """How often a level is told, how often the range holds the known level, and how wide it is."""
    results = [result_of(sentence.text) for sentence in sentences]
    widths = [high - low + 1 for low, high in (result.level_interval for result in results)]
    return RangeScores(
        told=sum(result.level_known for result in results),
        narrow=sum(width == 1 for width in widths),
        held=sum(
            result.level_interval[0] <= sentence.level <= result.level_interval[1]
            for sentence, result in zip(sentences, results, strict=True)
        ),
        mean_width=sum(widths) / len(widths),
        n=len(results),
    )

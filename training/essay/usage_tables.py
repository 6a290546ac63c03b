"""Tables of the judge of usage: what learners do (counted), how clauses begin and end, words as vectors."""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse
import scipy.sparse.linalg
from numpy.typing import NDArray

from core.essays.spelling.words import UNKNOWN
from core.essays.usage.candidates import DELETE, INSERT, NUMBER_OF
from core.essays.usage.features import RATIO_STEPS, TABLES
from core.language.grammar.sentence import ParsedText
from core.models.ngrams.words import SHIFT, WordBigrams
from evaluation.essays.usage_rows import Row, listed

LONGEST = 4
"""Characters of what is mixed up; what is missing or extra is one shorter at most."""
NOT_CHINESE = re.compile(r"[^\u4e00-\u9fff]")
LEAST_COUNT = 2
"""Times that something must have been missing, or extra, to be looked for."""
PRIOR_WORDS, PRIOR_TAGS = 12.0, 3.0
"""Cases by which a neighbour's share among the places of an error is drawn to its share elsewhere."""
FREQUENT = 20
"""Places beside which a word must stand to be told from others, where it stands less than twice beside an error."""
LEAST_RATIO, MOST_RATIO = 0.05, 4.0
VECTORS, WIDTH = 14_000, 32
NEAREST, LEAST_LIKENESS = 8, 0.45
EDGE_COUNT = 15
"""Times that a word must stand in the right text for its own place at the edge of clauses to be known."""
Entry = tuple[int, str, str, Any, float]


class Place(NamedTuple):
    """A word with its place in the text and the number of its part of speech."""

    word: str
    start: int
    end: int
    tag: int


def places(parsed: ParsedText) -> list[Place]:
    """The words, with an empty one before each sentence and after the last."""
    found: list[Place] = []
    for sentence in parsed.sentences:
        found.append(Place("", sentence.start, sentence.start, 0))
        for word, token in zip(sentence.words, sentence.tokens, strict=True):
            found.append(Place(word, token.start, token.end, NUMBER_OF.get(token.tag, NUMBER_OF["X"])))
    end = found[-1].end if found else 0
    return [*found, Place("", end, end, 0)]


def habits(rows: Iterable[Row], words: WordBigrams) -> dict[str, Any]:
    """See `core.essays.usage.candidates.Habits`."""
    missing: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    written: Counter[str] = Counter()
    for row in rows:
        found = places(row.parsed)
        written.update(place.word for place in found if place.word)
        for start, end, new in row.changes:
            old = row.parsed.text[start:end]
            if NOT_CHINESE.search(old + new):
                continue
            if not old and len(new) < LONGEST:
                missing[new] += row.weight  # type: ignore[assignment]
            elif not new and len(old) < LONGEST:
                extra[old] += row.weight  # type: ignore[assignment]
            elif old and new and max(len(old), len(new)) <= LONGEST and sorted(old) != sorted(new):
                for pair in _widened(row.parsed.text, found, start, end, new):
                    mixed[pair] += row.weight  # type: ignore[assignment]
    total = sum(written.values())
    known = {word for counts in (missing, extra) for word in counts if word in words.ids or word in listed()}
    told: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (old, new), count in mixed.items():
        if new in words.ids or new in listed():
            told[old][new] = _log(count / (written[old] + 10))
    return {
        "missing": {word: _log(count / total) for word, count in missing.items() if count >= LEAST_COUNT and word in known},
        "extra": {word: _log(count / (written[word] + 10)) for word, count in extra.items() if count >= LEAST_COUNT},
        "mixed": dict(told),
    }  # fmt: skip


def _log(value: float) -> float:
    return round(float(np.log(value)), 3)


def _widened(text: str, found: Sequence[Place], start: int, end: int, new: str) -> Iterator[tuple[str, str]]:
    """What was written and meant, and the whole word where only a part of one is wrong."""
    yield text[start:end], new
    over = next((place for place in found if place.start <= start and end <= place.end), None)
    if over and (over.start, over.end) != (start, end) and over.end - over.start <= LONGEST:
        yield over.word, text[over.start : start] + new + text[end : over.end]


def company(rows: Sequence[Row], told: Mapping[str, Any]) -> list[Entry]:
    """See `core.essays.usage.features.Company`: (operation, table, word, neighbour, ratio)."""
    anywhere = [Counter[Any]() for _ in TABLES]
    present: defaultdict[str, list[Counter[Any]]] = defaultdict(lambda: [Counter[Any]() for _ in TABLES])
    wrong: defaultdict[tuple[int, str], list[Counter[Any]]] = defaultdict(lambda: [Counter[Any]() for _ in TABLES])
    for row in rows:
        found = places(row.parsed)
        at = {place.start: number for number, place in reversed(list(enumerate(found))) if place.word}
        for before, after in itertools.pairwise(found):
            _count(anywhere, before, after, 1.0)
        for before, here, after in zip(found, found[1:], found[2:], strict=False):
            if here.word in told["extra"]:
                _count(present[here.word], before, after, 1.0)
        for start, end, new in row.changes:
            number, old = at.get(start, 0), row.parsed.text[start:end]
            if number and not old and new in told["missing"]:
                _count(wrong[INSERT, new], found[number - 1], found[number], row.weight)
            elif number and not new and old in told["extra"] and found[number].end == end:
                _count(wrong[DELETE, old], found[number - 1], found[number + 1], row.weight)
    return [
        entry
        for (operation, word), counts in wrong.items()
        for entry in _entries(operation, word, counts, anywhere if operation == INSERT else present[word])
    ]


def _count(counts: Sequence[Counter[Any]], before: Place, after: Place, weight: float) -> None:
    for count, neighbour in zip(counts, (before.word, after.word, before.tag, after.tag), strict=True):
        count[neighbour] += weight  # type: ignore[assignment]


def _entries(
    operation: int, word: str, wrong: Sequence[Counter[Any]], else_: Sequence[Counter[Any]]
) -> Iterator[Entry]:
    for table, counts, usual in zip(TABLES, wrong, else_, strict=True):
        by_tag = table.startswith("tag")
        prior, number = PRIOR_TAGS if by_tag else PRIOR_WORDS, sum(counts.values())
        all_usual = sum(usual.values()) + len(usual) / 2
        for neighbour, count in usual.items():
            if not by_tag and count < (FREQUENT if operation == INSERT else 5) and counts[neighbour] < LEAST_COUNT:
                continue
            share = (count + 0.5) / all_usual
            ratio = float(np.log((counts[neighbour] + prior * share) / (number + prior) / share))
            if abs(ratio) > LEAST_RATIO:
                yield operation, table, word, neighbour, round(float(np.clip(ratio, -MOST_RATIO, MOST_RATIO)), 2)


def company_arrays(entries: Iterable[Entry]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The entries as `core.models.essays.usage.company_of` reads them: names of rows and columns, and arrays."""
    by_table: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_table[f"{entry[0]}_{entry[1]}"].append(entry)
    names, arrays = {}, {}
    for key in (f"{operation}_{table}" for operation in (INSERT, DELETE) for table in TABLES):
        found = by_table[key]
        rows = {word: number for number, word in enumerate(dict.fromkeys(entry[2] for entry in found))}
        columns = {other: number for number, other in enumerate(dict.fromkeys(entry[3] for entry in found))}
        steps = np.zeros((len(rows), len(columns)), np.int8)
        for _, _, word, other, ratio in found:
            steps[rows[word], columns[other]] = round(float(np.clip(ratio, -MOST_RATIO, MOST_RATIO)) * RATIO_STEPS)
        names[key], arrays[f"company_{key}"] = [list(rows), list(columns)], steps
    return names, arrays


def edges(parsed_texts: Iterable[ParsedText], words: WordBigrams) -> dict[str, dict[str, float]]:
    """How likely words begin and end clauses, see `core.models.essays.usage_model.MarkedBigrams`."""
    begin, end, written = Counter[str](), Counter[str](), Counter[str]()
    for parsed in parsed_texts:
        found = ["" if place.tag <= NUMBER_OF["PUNCT"] else place.word for place in places(parsed)]
        for before, after in itertools.pairwise(found):
            begin[after] += not before and bool(after)
            end[before] += not after and bool(before)
            written[after] += bool(after)
    share, marks = sum(end.values()) / sum(written.values()), sum(begin.values())
    begins, ends = {"": 0.0}, {"": _log(share)}
    for word, count in written.items():
        if count >= EDGE_COUNT and word in words.ids:
            usual = float(np.exp(words.log_probability(word)))
            begins[word] = _log((begin[word] + 20 * usual) / (marks + 20))
            ends[word] = _log((end[word] + 3 * share) / (count + 3))
    return {"begins": begins, "ends": ends}


def vectors(words: WordBigrams, stored: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The most frequent words by a truncated singular value decomposition of what goes together more often than by chance.

    `stored` is the file of the bigrams. Levy and Goldberg 2014, "Neural Word Embedding as Implicit Matrix Factorization".
    """
    from core.models.ngrams.words import _keys

    keys = _keys(stored["sizes"].astype(np.int64), stored["steps"])
    chances = stored["table"][stored["probabilities"]].astype(np.float64)
    usual = stored["unigrams"].astype(np.float64)
    rank = usual.copy()
    rank[words.ids[UNKNOWN]] = -np.inf
    top = np.argsort(-rank, kind="stable")[:VECTORS]
    row_of = np.full(len(usual), -1)
    row_of[top] = np.arange(VECTORS)
    left, right = keys >> SHIFT, keys & ((1 << SHIFT) - 1)
    kept = (row_of[left] >= 0) & (row_of[right] >= 0)
    left, right, chances = left[kept], right[kept], chances[kept]
    # Nats above chance and one more, so that what is merely usual counts a little; pairs met more often weigh more.
    weight = np.maximum(chances - usual[right] + 1, 0) * np.exp((chances + usual[left] + np.log(1e6)) / 8)
    table = scipy.sparse.csr_matrix((weight, (row_of[left], row_of[right])), shape=(VECTORS, VECTORS))
    one, strength, other = scipy.sparse.linalg.svds(table, k=WIDTH, rng=np.random.default_rng(0))
    names = list(words.ids)
    found: dict[str, NDArray[Any]] = {
        "vector_words": np.frombuffer("\n".join(names[number] for number in top).encode(), np.uint8)
    }
    for side, values in (("left", one * np.sqrt(strength)), ("right", other.T * np.sqrt(strength))):
        steps = np.abs(values).max(axis=0) / 127
        found[f"vector_{side}"] = np.round(values / steps).astype(np.int8)
        found[f"vector_{side}_steps"] = steps.astype(np.float32)
    return found


def near(found: Mapping[str, NDArray[Any]]) -> dict[str, list[str]]:
    """For each listed word with a vector those of its part of speech that stand in the likest company."""
    names = {word: row for row, word in enumerate(found["vector_words"].tobytes().decode("utf-8").split("\n"))}
    words = [word for word in listed() if word in names]
    sides = [found[f"vector_{side}"] * found[f"vector_{side}_steps"] for side in ("left", "right")]
    scaled = [side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9) for side in sides]
    chosen = np.hstack(scaled)[[names[word] for word in words]].astype(np.float32)
    likeness = chosen @ chosen.T / 2
    np.fill_diagonal(likeness, -1)
    told: dict[str, list[str]] = {}
    for row, word in enumerate(words):
        parts = listed()[word]
        best = np.argsort(-likeness[row], kind="stable")[: 8 * NEAREST].tolist()
        alike = [words[at] for at in best if likeness[row, at] > LEAST_LIKENESS and listed()[words[at]] & parts]
        if alike and (len(word) > 1 or parts & {"V", "Adj", "Prep", "Conj"}):
            told[word] = alike[: NEAREST if len(word) > 1 else 5]
    return told

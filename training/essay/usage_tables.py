"""Tables of the usage corrector: error rates of learners, words at the edges of clauses, and word vectors."""

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
from core.language.grammar.sentence import Document
from core.models.ngrams.words import SHIFT, WordBigrams
from evaluation.essays.usage_rows import Row, listed

LONGEST = 4
"""The most characters of words that are mixed up; missing and superfluous words have at most one less."""
NOT_CHINESE = re.compile(r"[^\u4e00-\u9fff]")
LEAST_COUNT = 2
"""How often a word must have been missing, or superfluous, to be looked for."""
PRIOR_WORDS, PRIOR_TAGS = 12.0, 3.0
"""Pseudo-counts by which a neighbour's share at errors is smoothed towards its share elsewhere."""
FREQUENT = 20
"""Places beside which a word must stand to be told from others, where it stands less than twice beside an error."""
LEAST_RATIO, MOST_RATIO = 0.05, 4.0
VECTORS, WIDTH = 14_000, 32
NEAREST, LEAST_LIKENESS = 8, 0.45
EDGE_COUNT = 15
"""Times that a word must stand in the right text for its own place at the edge of clauses to be known."""
Entry = tuple[int, str, str, Any, float]


class PositionedWord(NamedTuple):
    """A word with its start and end in the text and the number of its part of speech."""

    word: str
    start: int
    end: int
    tag: int


def positioned_words(document: Document) -> list[PositionedWord]:
    """The words, with an empty one before each sentence and after the last."""
    words: list[PositionedWord] = []
    for sentence in document.sentences:
        words.append(PositionedWord("", sentence.start, sentence.start, 0))
        for word, token in zip(sentence.words, sentence.tokens, strict=True):
            words.append(PositionedWord(word, token.start, token.end, NUMBER_OF.get(token.tag, NUMBER_OF["X"])))
    end = words[-1].end if words else 0
    return [*words, PositionedWord("", end, end, 0)]


def count_errors(rows: Iterable[Row], words: WordBigrams) -> dict[str, Any]:
    """See `core.essays.usage.candidates.ErrorRates`."""
    missing: Counter[str] = Counter()
    extra: Counter[str] = Counter()
    mixed: Counter[tuple[str, str]] = Counter()
    written: Counter[str] = Counter()
    for row in rows:
        words_of_text = positioned_words(row.document)
        written.update(word.word for word in words_of_text if word.word)
        for start, end, new in row.changes:
            old = row.document.text[start:end]
            if NOT_CHINESE.search(old + new):
                continue
            if not old and len(new) < LONGEST:
                missing[new] += row.weight  # type: ignore[assignment]
            elif not new and len(old) < LONGEST:
                extra[old] += row.weight  # type: ignore[assignment]
            elif old and new and max(len(old), len(new)) <= LONGEST and sorted(old) != sorted(new):
                for pair in _widened(row.document.text, words_of_text, start, end, new):
                    mixed[pair] += row.weight  # type: ignore[assignment]
    total = sum(written.values())
    known = {word for counts in (missing, extra) for word in counts if word in words.ids or word in listed()}
    mixed_rates: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for (old, new), count in mixed.items():
        if new in words.ids or new in listed():
            mixed_rates[old][new] = _log(count / (written[old] + 10))
    return {
        "missing": {word: _log(count / total) for word, count in missing.items() if count >= LEAST_COUNT and word in known},
        "extra": {word: _log(count / (written[word] + 10)) for word, count in extra.items() if count >= LEAST_COUNT},
        "mixed": dict(mixed_rates),
    }  # fmt: skip


def _log(value: float) -> float:
    return round(float(np.log(value)), 3)


def _widened(text: str, found: Sequence[PositionedWord], start: int, end: int, new: str) -> Iterator[tuple[str, str]]:
    """The written and the intended text, and the same for the whole word where only a part of it is wrong."""
    yield text[start:end], new
    over = next((word for word in found if word.start <= start and end <= word.end), None)
    if over and (over.start, over.end) != (start, end) and over.end - over.start <= LONGEST:
        yield over.word, text[over.start : start] + new + text[end : over.end]


def count_collocations(rows: Sequence[Row], error_counts: Mapping[str, Any]) -> list[Entry]:
    """See `core.essays.usage.features.Collocations`: (operation, table, word, neighbour, ratio)."""
    anywhere = [Counter[Any]() for _ in TABLES]
    present: defaultdict[str, list[Counter[Any]]] = defaultdict(lambda: [Counter[Any]() for _ in TABLES])
    wrong: defaultdict[tuple[int, str], list[Counter[Any]]] = defaultdict(lambda: [Counter[Any]() for _ in TABLES])
    for row in rows:
        words_of_text = positioned_words(row.document)
        index_at = {word.start: number for number, word in reversed(list(enumerate(words_of_text))) if word.word}
        for before, after in itertools.pairwise(words_of_text):
            _count(anywhere, before, after, 1.0)
        for before, here, after in zip(words_of_text, words_of_text[1:], words_of_text[2:], strict=False):
            if here.word in error_counts["extra"]:
                _count(present[here.word], before, after, 1.0)
        for start, end, new in row.changes:
            number, old = index_at.get(start, 0), row.document.text[start:end]
            if number and not old and new in error_counts["missing"]:
                _count(wrong[INSERT, new], words_of_text[number - 1], words_of_text[number], row.weight)
            elif number and not new and old in error_counts["extra"] and words_of_text[number].end == end:
                _count(wrong[DELETE, old], words_of_text[number - 1], words_of_text[number + 1], row.weight)
    return [
        entry
        for (operation, word), counts in wrong.items()
        for entry in _entries(operation, word, counts, anywhere if operation == INSERT else present[word])
    ]


def _count(counts: Sequence[Counter[Any]], before: PositionedWord, after: PositionedWord, weight: float) -> None:
    for count, neighbour in zip(counts, (before.word, after.word, before.tag, after.tag), strict=True):
        count[neighbour] += weight  # type: ignore[assignment]


def _entries(
    operation: int, word: str, wrong: Sequence[Counter[Any]], elsewhere: Sequence[Counter[Any]]
) -> Iterator[Entry]:
    for table, counts, usual_counts in zip(TABLES, wrong, elsewhere, strict=True):
        by_tag = table.startswith("tag")
        prior, number = PRIOR_TAGS if by_tag else PRIOR_WORDS, sum(counts.values())
        all_usual = sum(usual_counts.values()) + len(usual_counts) / 2
        for neighbour, count in usual_counts.items():
            if not by_tag and count < (FREQUENT if operation == INSERT else 5) and counts[neighbour] < LEAST_COUNT:
                continue
            share = (count + 0.5) / all_usual
            ratio = float(np.log((counts[neighbour] + prior * share) / (number + prior) / share))
            if abs(ratio) > LEAST_RATIO:
                yield operation, table, word, neighbour, round(float(np.clip(ratio, -MOST_RATIO, MOST_RATIO)), 2)


def collocation_arrays(entries: Iterable[Entry]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """The entries as `core.models.essays.usage.collocations_from` reads them: names of rows and columns, and arrays."""
    by_table: defaultdict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_table[f"{entry[0]}_{entry[1]}"].append(entry)
    names, arrays = {}, {}
    for key in (f"{operation}_{table}" for operation in (INSERT, DELETE) for table in TABLES):
        entries_of_table = by_table[key]
        rows = {word: number for number, word in enumerate(dict.fromkeys(entry[2] for entry in entries_of_table))}
        columns = {other: number for number, other in enumerate(dict.fromkeys(entry[3] for entry in entries_of_table))}
        steps = np.zeros((len(rows), len(columns)), np.int8)
        for _, _, word, other, ratio in entries_of_table:
            steps[rows[word], columns[other]] = round(float(np.clip(ratio, -MOST_RATIO, MOST_RATIO)) * RATIO_STEPS)
        names[key], arrays[f"company_{key}"] = [list(rows), list(columns)], steps
    return names, arrays


def clause_edges(documents: Iterable[Document], words: WordBigrams) -> dict[str, dict[str, float]]:
    """How probably words begin and end clauses, see `core.models.essays.usage_statistics.MarkedBigrams`."""
    begin, end, written = Counter[str](), Counter[str](), Counter[str]()
    for document in documents:
        words_or_marks = ["" if word.tag <= NUMBER_OF["PUNCT"] else word.word for word in positioned_words(document)]
        for before, after in itertools.pairwise(words_or_marks):
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
    """Vectors of the most frequent words: a truncated singular value decomposition of pairs that occur together more often than by chance.

    `stored` is the file of the bigrams. Levy and Goldberg 2014, "Neural Word Embedding as Implicit Matrix Factorization".
    """
    from core.models.ngrams.words import _keys

    keys = _keys(stored["sizes"].astype(np.int64), stored["steps"])
    log_probabilities = stored["table"][stored["probabilities"]].astype(np.float64)
    log_frequencies = stored["unigrams"].astype(np.float64)
    rank = log_frequencies.copy()
    rank[words.ids[UNKNOWN]] = -np.inf
    most_frequent = np.argsort(-rank, kind="stable")[:VECTORS]
    row_of = np.full(len(log_frequencies), -1)
    row_of[most_frequent] = np.arange(VECTORS)
    left, right = keys >> SHIFT, keys & ((1 << SHIFT) - 1)
    both_frequent = (row_of[left] >= 0) & (row_of[right] >= 0)
    left, right, log_probabilities = left[both_frequent], right[both_frequent], log_probabilities[both_frequent]
    # Nats above chance plus one, so that pairs at chance level count a little; more frequent pairs weigh more.
    weight = np.maximum(log_probabilities - log_frequencies[right] + 1, 0) * np.exp(
        (log_probabilities + log_frequencies[left] + np.log(1e6)) / 8
    )
    table = scipy.sparse.csr_matrix((weight, (row_of[left], row_of[right])), shape=(VECTORS, VECTORS))
    left_vectors, strength, right_vectors = scipy.sparse.linalg.svds(table, k=WIDTH, rng=np.random.default_rng(0))
    names = list(words.ids)
    arrays: dict[str, NDArray[Any]] = {
        "vector_words": np.frombuffer("\n".join(names[number] for number in most_frequent).encode(), np.uint8)
    }
    for side, values in (("left", left_vectors * np.sqrt(strength)), ("right", right_vectors.T * np.sqrt(strength))):
        steps = np.abs(values).max(axis=0) / 127
        arrays[f"vector_{side}"] = np.round(values / steps).astype(np.int8)
        arrays[f"vector_{side}_steps"] = steps.astype(np.float32)
    return arrays


def words_used_alike(vectors_: Mapping[str, NDArray[Any]]) -> dict[str, list[str]]:
    """For each listed word with a vector, the words of its part of speech with the most similar collocations."""
    row_of = {word: row for row, word in enumerate(vectors_["vector_words"].tobytes().decode("utf-8").split("\n"))}
    words = [word for word in listed() if word in row_of]
    sides = [vectors_[f"vector_{side}"] * vectors_[f"vector_{side}_steps"] for side in ("left", "right")]
    scaled = [side / np.maximum(np.linalg.norm(side, axis=1, keepdims=True), 1e-9) for side in sides]
    chosen = np.hstack(scaled)[[row_of[word] for word in words]].astype(np.float32)
    likeness = chosen @ chosen.T / 2
    np.fill_diagonal(likeness, -1)
    alike: dict[str, list[str]] = {}
    for row, word in enumerate(words):
        parts = listed()[word]
        best = np.argsort(-likeness[row], kind="stable")[: 8 * NEAREST].tolist()
        similar = [
            words[index] for index in best if likeness[row, index] > LEAST_LIKENESS and listed()[words[index]] & parts
        ]
        if similar and (len(word) > 1 or parts & {"V", "Adj", "Prep", "Conj"}):
            alike[word] = similar[: NEAREST if len(word) > 1 else 5]
    return alike

"""What an essay does well, each with the words that show it.

Only what can be counted is said, and only where it is not ordinary for the level that the writer declared; of an essay without anything of the
kind nothing is said. A clause that holds an edit or a place to check shows nothing, for what stands beside an error may be part of it. Most errors
of learners are not found, so that a clause must be fluent as well: without that, corrections of learners' sentences touched 19 % of the grammar
points and 9 % of the words that were called good (YACLC, the half for design, and MuCGEC).

Of 了 nothing is said: of ten errors with it the engine tells about one, so that the absence of marks shows nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.arrays import Float64
from core.essays.discourse.connectives import CONNECTIVES
from core.essays.scoring.features import EssayFeatures
from core.essays.segmentation import CLAUSE
from core.essays.spelling.particles import PARTICLES

StrengthKind = Literal["point", "joined", "words", "particles"]
"""A grammar point used; clauses joined; words of the level; 的, 地 and 得 throughout."""
Span = tuple[int, int]

MOST_STRENGTHS = 3
MOST_QUOTES = 2
"""Passages quoted for a grammar point."""
LONGEST_QUOTE = 40
"""In characters: a longer match covers half a paragraph and shows nobody what is meant."""
LEAST_WORDS, MOST_WORDS = 2, 5
"""One word of the level may have been copied from the task."""
SHORTEST_WORD = 2
"""In characters: a single one is often what is left of a misspelt word."""
JOINED_BELOW = 1
"""Clauses may be joined by a point so many levels below the declared one: that too is more than the level's task asks."""
LEAST_PARTICLES, LEAST_OTHERS = 10, 2
"""How often 的, 地 and 得 must occur, and how often 地 and 得 among them: 的 alone is right nearly everywhere."""
FLUENT_CLAUSE, FLUENT_POINT, FLUENT_WORD = -4.75, -3.7, -5.0
"""The least mean of the natural logarithms of the probabilities of characters: over the clause of whatever is praised, and over the passage
itself. With them, read at level 3, the nearest corrections of the sentences of YACLC's half for design leave 191 of 201 words as they are,
61 of 65 points and 16 of 16 pairs of joining words (`benchmarks.essays.praise` counts the half that is scored)."""
JOINING = CONNECTIVES | frozenset("就也都才又还而则却便更")
FORMLESS = frozenset({"【四59】", "【五56】", "【六54】", "【七—九128】"})
"""Points without words of their own: clauses that stand side by side, compound sentences within compound sentences."""
PARTICLE_TAGS = ("PART", "SCONJ", "AUX")
HIGHEST_LEVEL = 7


@dataclass(frozen=True)
class Strength:
    """Something done well."""

    kind: StrengthKind
    point: str
    """Id of the grammar point; "" where it is about none."""
    spans: tuple[Span, ...]
    """The passages that show it, by position, in code points of the essay; of `particles` none."""
    count: int
    """How many places show it, with those that are not among `spans`."""


def strengths(
    features: EssayFeatures, point_levels: Mapping[str, int], log_probabilities: Float64 | None
) -> list[Strength]:
    """At most `MOST_STRENGTHS` things that an essay does well, the most telling first; none of a text that is not scored like an essay.

    Parameters
    ----------
    point_levels
        The level, 1-7, of each grammar point whose use says something about the writer.
    log_probabilities : array [shape=(n_code_points,)]
        Natural logarithms of the probabilities of the essay's characters; None without a language model, when nothing is said.
    """
    if features.findings or log_probabilities is None:
        return []
    found = candidates(features, point_levels, log_probabilities)
    return list({strength.kind: strength for strength in reversed(found)}.values())[::-1][:MOST_STRENGTHS]


def candidates(
    features: EssayFeatures,
    point_levels: Mapping[str, int],
    log_probabilities: Float64,
    *,
    least_words: int = LEAST_WORDS,
) -> list[Strength]:
    """All that could be said, the most telling first; `least_words`: how many words of the level are worth a line."""
    clean = [
        (start, end) for start, end in clean_clauses(features) if log_probabilities[start:end].mean() >= FLUENT_CLAUSE
    ]
    points = _points(features, point_levels, clean, log_probabilities)
    return [*points, *_words(features, clean, log_probabilities, least=least_words), *_particles(features)]


def clean_clauses(features: EssayFeatures) -> list[Span]:
    """The clauses without an edit and without a place to check, in code points of the essay."""
    marks = [*features.edits, *features.checks]
    return [
        (match.start(), match.end())
        for match in CLAUSE.finditer(features.essay)
        if not any(mark.start <= match.end() and match.start() <= mark.end for mark in marks)
    ]


def _is_clean(span: Span, clauses: Sequence[Span], essay: str) -> bool:
    """Whether every clause that a span touches is a clean one."""
    start, end = span
    touched = [match.span() for match in CLAUSE.finditer(essay) if match.start() < end and start < match.end()]
    return bool(touched) and all(clause in clauses for clause in touched)


# -- grammar points --------------------------------------------------------------------------------------------


def _points(
    features: EssayFeatures, point_levels: Mapping[str, int], clean: Sequence[Span], log_probabilities: Float64
) -> Iterator[Strength]:
    """Points of the declared level or above, the highest and then the one used most often first."""
    wrong = {mark.point for mark in (*features.edits, *features.checks)} | FORMLESS
    found: list[tuple[int, Strength]] = []
    for point, spans in features.points.items():
        if point not in point_levels or point in wrong:
            continue
        level, joins = point_levels[point], any(_joins(span, features.essay) for span in spans)
        if level < features.hsk_level - (JOINED_BELOW if joins else 0):
            continue
        right = [span for span in sorted(set(spans)) if _is_clean(span, clean, features.essay)]
        strength = _joined(features, point, right) if joins else _point(point, right, log_probabilities)
        if strength:
            found.append((level, strength))
    for _, strength in sorted(found, key=lambda pair: (-pair[0], -pair[1].count, pair[1].spans)):
        yield strength


def _point(point: str, right: Sequence[Span], log_probabilities: Float64) -> Strength | None:
    quoted = [
        (start, end)
        for start, end in right
        if end - start <= LONGEST_QUOTE and log_probabilities[start:end].mean() >= FLUENT_POINT
    ]
    return Strength("point", point, tuple(quoted[:MOST_QUOTES]), len(quoted)) if quoted else None


def _joined(features: EssayFeatures, point: str, right: Sequence[Span]) -> Strength | None:
    """Clauses joined by a point, shown by the words that join the first of them: of the rest of the clauses nothing is said."""
    words = [
        (token.start, token.end)
        for sentence in features.parsed.sentences
        for token in sentence.tokens
        if right
        and right[0][0] <= token.start
        and token.end <= right[0][1]
        and features.parsed.text[token.start : token.end] in JOINING
    ]
    return Strength("joined", point, tuple(words), len(right)) if words else None


def _joins(span: Span, essay: str) -> bool:
    """Whether a span reaches over the end of a clause."""
    return sum(1 for _ in CLAUSE.finditer(essay, *span)) > 1


# -- words and particles ---------------------------------------------------------------------------------------


def _words(
    features: EssayFeatures, clean: Sequence[Span], log_probabilities: Float64, *, least: int
) -> Iterator[Strength]:
    """Words of the declared level or above, the highest first, each once."""
    first: dict[str, tuple[int, Span]] = {}
    ever_wrong = set[str]()
    for word in features.words:
        if not features.hsk_level <= word.level <= HIGHEST_LEVEL or len(word.text) < SHORTEST_WORD:
            continue
        if word.text in features.title:
            continue
        is_fluent = log_probabilities[word.start : word.end].mean() >= FLUENT_WORD
        if is_fluent and _is_clean((word.start, word.end), clean, features.essay):
            first.setdefault(word.text, (word.level, (word.start, word.end)))
        else:
            ever_wrong.add(word.text)
    right = sorted(
        (pair for text, pair in first.items() if text not in ever_wrong), key=lambda pair: (-pair[0], pair[1])
    )
    if len(right) >= least:
        yield Strength("words", "", tuple(sorted(span for _, span in right[:MOST_WORDS])), len(right))


def _particles(features: EssayFeatures) -> Iterator[Strength]:
    """的, 地 and 得 where none of them is marked or missing."""
    marks = [*features.edits, *features.checks]
    if any(set(mark.original + mark.replacement) & PARTICLES for mark in marks):
        return
    counts: dict[str, int] = defaultdict(int)
    for sentence in features.parsed.sentences:
        for token in sentence.tokens:
            text = features.parsed.text[token.start : token.end]
            if text in PARTICLES and token.tag in PARTICLE_TAGS:
                counts[text] += 1
    if sum(counts.values()) >= LEAST_PARTICLES and counts["地"] + counts["得"] >= LEAST_OTHERS:
        yield Strength("particles", "", (), sum(counts.values()))

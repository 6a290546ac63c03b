"""A search for the nearest of a hundred thousand students, in two steps.

Step one ranks everybody by an approximation of whole numbers: centred values in eight steps of their spread (the best
uniform quantiser of a normal variable, Max 1960), kept as bit planes, so that a product of two vectors is a handful of
AND and population counts, 64 points at a time. Step two computes the best `SHORTLIST` exactly.

Recall@10 by quantiser and length of the shortlist, on 100,000 simulated students (`benchmarks.learning.path.population`, 40
queries, November 2026): eight steps 500 / 1,000 / 2,000 exactly computed .978 / .993 / 1.000; four steps .930 / .970 / .988,
4,000 .998; signs alone 4,000 .873. What lost otherwise: one exact product in float32 takes 44 ms and 340 MB, and
masked vectors need four; the first 64 principal axes, scanned whole, reach .773 with a shortlist of 2,000 (256 axes
.960), and an index over them (HNSW) cannot do better than the scan that it approximates.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from core.arrays import Bool, Float32, Positions, UInt8, UInt64
from core.learning.matching.similarity import (  # fmt: skip
    LEAST_SHARED,
    SHRINKAGE,
    UNTOUCHED,
    complementarities,
    means,
    met,
    similarities,
)

SHORTLIST = 2_000
"""Students whose similarity is computed exactly; figures with others stand above."""
EXCHANGES = 200
"""Students whose place is known exactly already, by complement, and who are put in order by similarity where they tie."""
STEP = 0.586
"""Width of the quantiser's steps in standard deviations, for eight of them (Max 1960, table II)."""
MIDDLE = 3.5
"""Of the eight steps 0-7."""
INNER, OUTER = 0.413, 2.697
"""Mean square, in variances, of a normal variable within two steps of the middle and beyond them (2 x 0.586 standard
deviations, numerically on simulated students): what a step says about a length."""
BLOCK = 4_096
"""Vectors turned into planes at a time: 14 MB of float32."""
SPAN = 32_768
"""Students counted at a time: a word of each plane is 1 MB in all, which stays in the cache of a core."""

PLANES = 6
MASK, ONES, TWOS, FOURS, FAR, MET = range(PLANES)
"""Planes: has evidence; the three bits of the step; is two steps or more from the middle; is met."""
BITS = ((ONES, 1), (TWOS, 2), (FOURS, 4))
Pairs = list[tuple[int, int]]
"""(plane of the others, plane of one's own)."""
PRODUCTS: list[Pairs] = [
    [
        (other_plane, own_plane)
        for other_plane, weight in BITS
        for own_plane, own_weight in BITS
        if weight * own_weight == 1 << shift
    ]
    for shift in range(5)
]
"""Pairs of bits by the weight of their product: 1, 2, 4, 8, 16."""
LINEAR: list[Pairs] = [[(MASK, bit), (bit, MASK)] for bit, _ in BITS]


_COUNTERS = ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1), thread_name_prefix="neighbours")
"""Started on first use; more than four gain little, since the memory is then what is waited for."""


@dataclass(frozen=True, slots=True)
class Match:
    """Another student beside the one asked about."""

    student_id: str
    similarity: float
    """0-1, see `core.learning.matching.similarity.similarities`."""
    shared: int
    """Points on which both have evidence."""
    complement: float
    """0-1, see `core.learning.matching.similarity.complementarities`."""
    teaches: tuple[int, ...]
    """Indexes of the points that the other has met and the one asked about has not."""
    learns: tuple[int, ...]
    """The same the other way round."""


class Neighbours:
    """Vectors of students by id, with their bit planes. Not safe to change while another thread reads."""

    def __init__(self, points: int) -> None:
        self.points = points
        self._words = -(-points // 64)
        self._index_of: dict[str, int] = {}
        self._ids: list[str] = []
        self._free: list[int] = []
        self._vectors: UInt8 = np.full((0, points), UNTOUCHED, dtype=np.uint8)
        self._planes: UInt64 = np.zeros((PLANES, self._words, 0), dtype=np.uint64)
        self._means: Float32 = np.zeros(0, dtype=np.float32)
        self._known: Float32 = np.zeros(0, dtype=np.float32)

    def __len__(self) -> int:
        return len(self._index_of)

    def __contains__(self, student_id: str) -> bool:
        return student_id in self._index_of

    def put(self, rows: Iterable[tuple[str, bytes]]) -> None:
        """Add students, or change their vectors."""
        remaining = iter(rows)
        while batch := dict(islice(remaining, BLOCK)):
            self._make_room(len(batch.keys() - self._index_of.keys()))
            indexes = np.array([self._index_for(name) for name in batch], dtype=np.intp)
            vectors = np.frombuffer(b"".join(batch.values()), dtype=np.uint8)
            self._write(indexes, vectors.reshape(len(batch), self.points))

    def drop(self, student_ids: Iterable[str]) -> None:
        """Forget students; unknown ones are passed over."""
        freed_indexes = [self._index_of.pop(student_id) for student_id in student_ids if student_id in self._index_of]
        self._free += freed_indexes
        indexes = np.array(freed_indexes, dtype=np.intp)
        # Without evidence nobody is compared with them.
        self._vectors[indexes] = UNTOUCHED
        self._planes[:, :, indexes] = 0

    # -- the search --------------------------------------------------------------------------------------

    def similar(self, vector: bytes, count: int, *, without: Collection[str] = ()) -> list[Match]:
        """The students with the highest similarity, the highest first; ties by id."""
        own = np.frombuffer(vector, dtype=np.uint8)
        indexes = self._shortlist(self._approximate(own), without, SHORTLIST)
        scores, _ = similarities(own, self._vectors[indexes], self._means[indexes])
        order = sorted(range(len(indexes)), key=lambda row: (-scores[row], self._ids[indexes[row]]))
        return self._matches(own, indexes[order[:count]])

    def complementary(self, vector: bytes, count: int, *, without: Collection[str] = ()) -> list[Match]:
        """Those with whom most can be exchanged, the most first; then by similarity, then by id.

        Who can teach nothing, or be taught nothing, is left out.
        """
        own = np.frombuffer(vector, dtype=np.uint8)
        planes = planes_of(own[None, :])[:, :, 0]
        shared, both = self._counted(planes, [[(MASK, MASK)], [(MET, MET)]])
        teaches = self._known - both
        learns = np.bitwise_count(planes[MET]).sum() - both
        scores = complementarities(teaches, learns, both)
        scores[(shared < LEAST_SHARED) | (scores <= 0)] = -np.inf
        indexes = self._shortlist(scores, without, EXCHANGES)
        alike, _ = similarities(own, self._vectors[indexes], self._means[indexes])
        order = sorted(
            range(len(indexes)), key=lambda row: (-scores[indexes[row]], -alike[row], self._ids[indexes[row]])
        )
        return self._matches(own, indexes[order[:count]])

    def _shortlist(self, scores: Float32, without: Collection[str], count: int) -> Positions:
        """Indexes of the best rows, without the students in `without`."""
        for student_id in without:
            if student_id in self._index_of:
                scores[self._index_of[student_id]] = -np.inf
        return _best(scores, count)

    def _approximate(self, own: UInt8) -> Float32:
        """[rows] the shrunk correlation of each student by quantised values; -inf where too little is shared."""
        planes = planes_of(own[None, :])[:, :, 0]
        counted = self._counted(planes, [[(MASK, MASK)], [(FAR, MASK)], [(MASK, FAR)], *LINEAR, *PRODUCTS])
        shared, far, own_far = counted[:3]
        product = MIDDLE * MIDDLE * shared
        for (_, weight), count in zip(BITS, counted[3:6], strict=True):
            product -= MIDDLE * weight * count
        for shift, count in enumerate(counted[6:]):
            product += (1 << shift) * count
        lengths = (INNER * shared + (OUTER - INNER) * far) * (INNER * shared + (OUTER - INNER) * own_far)
        scores: Float32 = product / np.sqrt(np.maximum(lengths, INNER)) * (shared / (shared + SHRINKAGE))
        scores[shared < LEAST_SHARED] = -np.inf
        return scores

    def _counted(self, own: UInt64, groups: list[Pairs]) -> list[Float32]:
        """[rows] for each group: how many points stand in both planes of a pair, added over its pairs."""
        totals = np.zeros((len(groups), self._planes.shape[2]), dtype=np.uint16)
        spans = [slice(start, start + SPAN) for start in range(0, totals.shape[1], SPAN)]
        # numpy lets go of the interpreter while it counts, so that two cores share the work.
        list(_COUNTERS.map(lambda span: _count(totals[:, span], self._planes[:, :, span], own, groups), spans))
        return [total.astype(np.float32) for total in totals]

    def _matches(self, own: UInt8, indexes: Positions) -> list[Match]:
        """The matches of the students with these indexes."""
        others = self._vectors[indexes]
        scores, shared = similarities(own, others, self._means[indexes])
        known, knows = met(own[None, :])[0], met(others)
        teaches, learns = knows & ~known, known & ~knows
        both = (knows & known).sum(axis=1)
        complements = complementarities(teaches.sum(axis=1), learns.sum(axis=1), both)
        return [
            Match(
                self._ids[index],
                float(scores[row]),
                int(shared[row]),
                float(complements[row]),
                tuple(np.flatnonzero(teaches[row]).tolist()),
                tuple(np.flatnonzero(learns[row]).tolist()),
            )
            for row, index in enumerate(indexes)
        ]

    # -- keeping -----------------------------------------------------------------------------------------

    def _make_room(self, count: int) -> None:
        missing = count - len(self._free)
        if missing <= 0:
            return
        # Grown by a quarter at least, so that one student more does not copy everybody.
        more = max(missing, len(self._ids) // 4)
        first = len(self._ids)
        self._free += range(first + more - 1, first - 1, -1)
        self._ids += [""] * more
        self._vectors = np.concatenate([self._vectors, np.full((more, self.points), UNTOUCHED, dtype=np.uint8)])
        empty = np.zeros((PLANES, self._words, more), dtype=np.uint64)
        self._planes = np.concatenate([self._planes, empty], axis=2)
        self._means = np.concatenate([self._means, np.zeros(more, dtype=np.float32)])
        self._known = np.concatenate([self._known, np.zeros(more, dtype=np.float32)])

    def _index_for(self, student_id: str) -> int:
        index = self._index_of.get(student_id)
        if index is None:
            index = self._index_of[student_id] = self._free.pop()
            self._ids[index] = student_id
        return index

    def _write(self, indexes: Positions, vectors: UInt8) -> None:
        self._vectors[indexes] = vectors
        self._planes[:, :, indexes] = planes_of(vectors)
        self._means[indexes] = means(vectors)
        self._known[indexes] = met(vectors).sum(axis=1)


def _count(totals: NDArray[np.uint16], planes: UInt64, own: UInt64, groups: list[Pairs]) -> None:
    """Adds to [group, row] what each group has in common with one's own planes."""
    common, count = np.empty(totals.shape[1], dtype=np.uint64), np.empty(totals.shape[1], dtype=np.uint8)
    # Word by word: what several pairs ask of a plane is then still in the cache.
    for word in range(planes.shape[1]):
        for total, pairs in zip(totals, groups, strict=True):
            for other_plane, own_plane in pairs:
                if own[own_plane, word]:
                    np.bitwise_and(planes[other_plane, word], own[own_plane, word], out=common)
                    np.add(total, np.bitwise_count(common, out=count), out=total)


def planes_of(vectors: UInt8) -> UInt64:
    """[plane, word, student]: the bit planes of vectors, 64 points a word."""
    touched = vectors != UNTOUCHED
    values = np.where(touched, vectors - means(vectors)[:, None], np.float32(0.0))
    counts = np.maximum(touched.sum(axis=1), 1)
    spread = np.sqrt((values * values).sum(axis=1) / counts)
    steps = np.floor(values / (STEP * np.maximum(spread, 1e-3))[:, None] + (MIDDLE + 0.5))
    step = np.clip(steps, 0, 7).astype(np.uint8)
    far = (step >= 6) | (step <= 1)
    bits = [touched, *((step & bit).astype(bool) for _, bit in BITS), far]
    return np.stack([_packed(bit & touched) for bit in bits] + [_packed(met(vectors))])


def _packed(bits: Bool) -> UInt64:
    """[word, student] of [student, point]."""
    packed = np.packbits(bits, axis=1)
    wide = np.zeros((len(bits), -(-bits.shape[1] // 64) * 8), dtype=np.uint8)
    wide[:, : packed.shape[1]] = packed
    return np.ascontiguousarray(wide.view(np.uint64).T)


def _best(scores: Float32, count: int) -> Positions:
    """Indexes of the highest scores, in no order; -inf never."""
    possible = np.flatnonzero(scores > -np.inf)
    if len(possible) <= count:
        return possible
    return possible[np.argpartition(-scores[possible], count - 1)[:count]]

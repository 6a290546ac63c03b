"""Students whose knowledge is like another's, or fills its gaps: what the words mean, for vectors of mastery.

The similarity of two students is the cosine of their centred vectors over the points on which both have evidence: each
vector is centred on its own mean, untouched points are masked. It is shrunk by the number n of shared points to
r n / (n + 30) (Koren 2008, "Factorization meets the neighborhood", 2.2): among a hundred thousand students the highest plain
correlations are those of the fewest shared points, and chance. Fewer than 30 shared points are no comparison.
"""

from __future__ import annotations

import numpy as np

from core.arrays import Bool, Float32, Int64, UInt8
from core.learning.mastery import MET_FROM

UNTOUCHED = 255
"""In a vector: no evidence (`core.records.learner.Learner.vector`)."""
WHOLLY = 200
"""In a vector: mastery 1."""
MET_AT = round(WHOLLY * MET_FROM)
"""In a vector: from here on a point counts as known to a peer. Mastery, not status: who can teach it knows it now."""
LEAST_SHARED = 30
"""Points on which both must have evidence."""
SHRINKAGE = 30.0
"""Shared points at which a correlation counts half: the least number allowed, so that nobody ranks high by it alone."""


def means(vectors: UInt8) -> Float32:
    """[students]: the mean of each vector over the points with evidence; 0 where there are none."""
    touched = vectors != UNTOUCHED
    sums = np.where(touched, vectors, 0).sum(axis=1, dtype=np.float32)
    vector_means: Float32 = sums / np.maximum(touched.sum(axis=1, dtype=np.float32), 1.0)
    return vector_means


def met(vectors: UInt8) -> Bool:
    """[students, points]: what a peer counts as known."""
    known: Bool = (vectors >= MET_AT) & (vectors != UNTOUCHED)
    return known


def similarities(own: UInt8, others: UInt8, others_means: Float32) -> tuple[Float32, Int64]:
    """(similarity, shared points) of one vector with each of several, exactly: what the search is held to.

    The similarity is (1 + r n / (n + 30)) / 2, in 0-1: 0.5 is no relation. It is 0 with fewer than 30 shared points.

    Parameters
    ----------
    own : array [points]
    others : array [students, points]
    others_means : array [students]
        `means(others)`.
    """
    columns = np.flatnonzero(own != UNTOUCHED)
    mine = own[columns] - means(own[None, :])[0]
    values = others.take(columns, axis=1)
    shared = values != UNTOUCHED
    theirs = (values - others_means[:, None]) * shared
    own_lengths = shared.astype(np.float32) @ (mine * mine)
    lengths = own_lengths * np.einsum("ij,ij->i", theirs, theirs)
    with np.errstate(divide="ignore", invalid="ignore"):
        correlation = np.where(lengths > 0, (theirs @ mine) / np.sqrt(lengths), np.float32(0.0))
    count = shared.sum(axis=1)
    shrunk = np.clip(correlation, -1.0, 1.0) * count / (count + SHRINKAGE)
    return np.where(count >= LEAST_SHARED, (1 + shrunk) / 2, 0.0).astype(np.float32), count


def complementarities(teaches: Float32, learns: Float32, both: Float32) -> Float32:
    """Twice the smaller of two gains, as a share of the points that either has met: 0-1, for arrays of counts.

    1 = each knows as much as the other, and none of the same; 0 = one of them can teach nothing.

    >>> complementarities(np.array([20.0, 20, 10]), np.array([20.0, 0, 30]), np.array([0.0, 50, 40])).tolist()
    [1.0, 0.0, 0.25]
    """
    either = np.maximum(teaches + learns + both, 1)
    share: Float32 = (2 * np.minimum(teaches, learns) / either).astype(np.float32)
    return share

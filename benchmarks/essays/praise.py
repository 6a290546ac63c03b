"""Whether what a review praises is right: how much of it no correction of the sentence touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.essays.engine import Engine, share
from core.essays.feedback.strengths import StrengthKind, candidates
from core.essays.refusals import NoEssay
from core.essays.wire import EssayRequest, HskLevel
from evaluation.essays.nearness import Distances
from evaluation.essays.sets import LearnerRow, yaclc
from evaluation.essays.told import errors_between, without_punctuation
from evaluation.figures import Figure

LEVEL: HskLevel = "3"
"""The level at which the sentences are read as essays: of most of their words something is said then."""
KINDS: dict[StrengthKind, str] = {"point": "grammar points", "joined": "joining words", "words": "words"}


def figures(engine: Engine) -> list[Figure]:
    """The share of praised passages that the nearest correction of a learner's sentence leaves as they are."""
    counts, untouched = praised(engine, yaclc(scored=True))
    return [
        share(f"praised {name} that no correction touches, YACLC, the half that is scored", untouched[kind], counts[kind], "passages", None)
        for kind, name in KINDS.items()
        if counts[kind]
    ]  # fmt: skip


def praised(engine: Engine, rows: Sequence[LearnerRow]) -> tuple[Counter[StrengthKind], Counter[StrengthKind]]:
    """The passages praised in sentences read as essays, and those of them that the nearest correction leaves as they are, by kind."""
    counts, untouched = Counter[StrengthKind](), Counter[StrengthKind]()
    for row in rows:
        bare, places = without_punctuation(row.written)
        rights = [without_punctuation(right)[0] for right in row.right]
        errors = errors_between(bare, min(rights, key=lambda right: Distances(bare, right).distance))
        for kind, start, end in _praised(engine, row.written):
            first, last = places[start], places[end]
            is_touched = any(
                (error.start < last and first < error.end) or (error.start == error.end and first < error.start < last)
                for error in errors
            )
            counts[kind] += 1
            untouched[kind] += not is_touched
    return counts, untouched


def _praised(engine: Engine, text: str) -> Iterable[tuple[StrengthKind, int, int]]:
    evaluator = engine.evaluator
    assert evaluator.language_model is not None
    try:
        features = evaluator.embedded(EssayRequest(student_id="s", essay_content=text, hsk_level=LEVEL)).features
    except NoEssay:
        return
    log_probabilities = evaluator.language_model.token_log_probabilities(features.parsed.text)
    for strength in candidates(features, evaluator.analyser.difficulty_points, log_probabilities, least_words=1):
        yield from ((strength.kind, start, end) for start, end in strength.spans)

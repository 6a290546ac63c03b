"""What an essay says of its writer, as evidence. Only edits count, and of a strict reader's those that any other would be shown: a place to
check says nothing.

The act is logged once, and so are its figures and each of its errors, however many drafts are evaluated: the log passes over
what it has under the same key. A later draft with the same error in the same words adds nothing; a new error does.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.essays.edits import apply, transposed
from core.essays.merging.meant import meant_word
from core.essays.merging.selection import BUDGETS
from core.essays.model import Change, Edit
from core.essays.reporting import Evaluated
from core.essays.scoring.features import EssayFeatures
from core.records.evidence import Evidence, TargetKind

EVIDENT = BUDGETS["normal"]
"""What it lets through is evidence. A strict reader's doubts are not: a review is failed whatever its weight."""
ERROR_WEIGHT = 1.0
"""Of an error that is certain: what stands there was chosen freely. Below 1 in any case, so that it is no attempt on the wire; of
several errors about one thing in one essay the second counts half, the third a third: they have one cause."""
USED_WEIGHT = 0.1
"""Of a grammar point that was used without an error: once an essay, since whoever writes chooses what is safe."""
SCORE_WEIGHT, UNCALIBRATED_WEIGHT = 4.0, 1.0
"""Of an overall score on its leaf, in answers: half of the prior (`learning.indicators.PRIOR_OBSERVATIONS`) where it was fitted on
scored essays of the level, else little."""
SENTENCES_A_WEIGHT = 4
"""Sentences of an essay that tell as much as one answer: they share topic and writer."""
MOST_WEIGHT = 8.0
"""Of one essay on one leaf, however long: as much as the prior."""
LEAST_CHARACTERS = 30
"""Chinese characters from which a text is an essay that earns experience, as when it is handed in."""
HIGHEST_BAND = 8
"""Level of the band 7-9, in the middle of nine."""
CONTEXT = 6
"""Characters on each side by which an error is known again in a later draft."""
ERROR_RATE, RICHNESS, SCORE, ESSAYS = "D49", "D51", "D52", "D54"
"""Leaves of the portrait: written error rate, lexical richness, composition score, compositions submitted."""


@dataclass(frozen=True)
class Occasion:
    """What a report does not say of an essay."""

    evaluation_id: str
    student_id: str
    act: str
    """Equal for the drafts of one essay."""
    at: datetime
    points: Collection[str]
    """Ids of the knowledge points."""
    telling: Collection[str]
    """Those whose use says something: not those that any prose holds."""
    words: Collection[str]
    """The word list, which the plan draws from."""


def evidence_of(found: Evaluated, occasion: Occasion) -> list[Evidence]:
    """All that is to be logged of an evaluation; nothing of a text that is no essay of its writer."""
    features = found.features
    if any(finding.severity == "refusal" for finding in features.findings):
        return []
    log = _Log(occasion)
    return [*_act(features, log), *_portrait(found, log), *_errors(features, log), *_used(features, log)]


class _Log:
    """Makes the pieces of one evaluation."""

    def __init__(self, occasion: Occasion) -> None:
        self.occasion = occasion

    def piece(
        self, kind: str, target_kind: TargetKind, target: str, *, place: str, once: str, outcome: float, weight: float
    ) -> Evidence:
        """`place`: number of the edit, the leaf, the point; `once`: what makes the piece the same in another draft."""
        occasion = self.occasion
        return Evidence(
            student_id=occasion.student_id,
            kind=kind,
            target_kind=target_kind,
            target=target,
            outcome=round(outcome, 4),
            weight=round(weight, 4),
            source=f"{occasion.evaluation_id}#{place}",
            occurred_at=occasion.at,
            idempotency_key=f"{kind}:{occasion.act}:{target_kind}:{once}",
        )


def _act(features: EssayFeatures, log: _Log) -> Iterator[Evidence]:
    """The act itself: the same piece as when the text is handed in unread."""
    occasion = log.occasion
    if features.characters >= LEAST_CHARACTERS:
        yield Evidence(
            student_id=occasion.student_id,
            kind="essay",
            target_kind="skill",
            target="writing",
            outcome=1.0,
            weight=1.0,
            source=occasion.evaluation_id,
            occurred_at=occasion.at,
            idempotency_key=f"essay:{occasion.act}",
        )


def _portrait(found: Evaluated, log: _Log) -> Iterator[Evidence]:
    """Of the first draft that is evaluated; later ones have been told what to mend."""
    features, scores = found.features, found.scores
    if features.characters < LEAST_CHARACTERS:
        return
    sentences = features.parsed.sentences
    wrong = sum(
        any(sentence.start <= edit.start < sentence.start + len(sentence.text) for _, edit in _sure(features))
        for sentence in sentences
    )
    weight = min(MOST_WEIGHT, len(sentences) / SENTENCES_A_WEIGHT)
    yield _on_leaf(log, ERROR_RATE, wrong / max(1, len(sentences)), weight)
    if found.level is not None:
        yield _on_leaf(log, RICHNESS, float(HIGHEST_BAND if found.level == 7 else found.level), 1.0)
    if not features.findings:
        weight = SCORE_WEIGHT if scores.calibrated else UNCALIBRATED_WEIGHT
        yield _on_leaf(log, SCORE, scores.overall / 100, weight)
    yield _on_leaf(log, ESSAYS, 1.0, 1.0)


def _on_leaf(log: _Log, leaf: str, outcome: float, weight: float) -> Evidence:
    return log.piece("essay_scored", "indicator", leaf, place=leaf, once=leaf, outcome=outcome, weight=weight)


def _sure(features: EssayFeatures) -> list[tuple[int, Edit]]:
    """The edits that are evidence, with their numbers among all."""
    return [(number, edit) for number, edit in enumerate(features.edits) if EVIDENT.is_error(edit)]


# -- errors and points -----------------------------------------------------------------------------------------


def _errors(features: EssayFeatures, log: _Log) -> Iterator[Evidence]:
    """Each edit on what it is about; the surest of those about one thing weighs most."""
    told: Counter[tuple[TargetKind, str]] = Counter()
    for number, edit in sorted(_sure(features), key=lambda pair: -pair[1].confidence):
        target = target_of(features, edit, log.occasion)
        if target is None:
            continue
        told[target] += 1
        yield log.piece(
            "essay_error",
            *target,
            place=str(number),
            outcome=0.0,
            weight=ERROR_WEIGHT * edit.confidence / told[target],
            once=f"{target[1]}:{known_again(features.corrected, features.edits, edit)}",
        )


def target_of(features: EssayFeatures, edit: Edit, occasion: Occasion) -> tuple[TargetKind, str] | None:
    """The knowledge point or listed word that an edit is about; None where it is about neither, as most marks are."""
    if edit.point in occasion.points:
        return "point", edit.point
    if edit.point in occasion.words:
        return "word", edit.point
    word = _word(features, edit, occasion.words)
    return ("word", word) if word else None


def _word(features: EssayFeatures, edit: Edit, words: Collection[str]) -> str:
    """What should have been written, where it is a listed word or part of one; what is extra, where something is."""
    if edit.type in ("P", "S"):
        return ""
    simplified = features.parsed.text
    plain = dict(zip(features.essay, simplified, strict=True))
    new = "".join(plain.get(character, character) for character in edit.replacement)
    if edit.type == "B":
        change = Change(edit.start, edit.end, simplified[edit.start : edit.end], new, "B")
        word = meant_word(simplified, apply(simplified, [change]), edit.start, words)
        if word:
            return word
    said = new or simplified[edit.start : edit.end]
    return said if said in words else ""


def known_again(corrected: str, edits: Sequence[Change], edit: Change) -> str:
    """Equal for the same error in the same words, whether errors beside it were mended since or not."""
    start, end = transposed(edit.start, edit.end, edits)
    around = corrected[max(0, start - CONTEXT) : end + CONTEXT]
    told = "\n".join((around, edit.original, edit.replacement))
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _used(features: EssayFeatures, log: _Log) -> Iterator[Evidence]:
    """Points that stand somewhere in the essay and nowhere with an error in them."""
    for point, places in features.points.items():
        telling = point in log.occasion.telling
        if telling and not any(edit.point == point for edit in features.edits) and not _touched(features, places):
            yield log.piece("essay_use", "point", point, place=point, once=point, outcome=1.0, weight=USED_WEIGHT)


def _touched(features: EssayFeatures, places: Collection[tuple[int, int]]) -> bool:
    return any(edit.start <= end and start <= edit.end for edit in features.edits for start, end in places)

"""What an essay says about its writer, as evidence.

Only edits are evidence, and of those that a strict reader is shown only the ones that any other reader would be shown too. A place to check
says nothing about the writer.

The act of writing is logged once, and so are its figures and each of its errors, however many drafts are evaluated: the evidence log ignores a
piece whose key it already holds. A later draft with the same error in the same words adds nothing; a new error does.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from core.essays.edits import apply, corrected_range
from core.essays.merging.intended_word import intended_word
from core.essays.merging.selection import DISPLAY_THRESHOLDS
from core.essays.model import Change, Edit
from core.essays.reporting import AssessedEssay
from core.essays.scoring.features import EssayFeatures
from core.records.evidence import Evidence, TargetKind

EVIDENCE_THRESHOLDS = DISPLAY_THRESHOLDS["normal"]
"""What these thresholds show as an error is evidence. What only a strict reader is shown is not: a spaced-repetition review counts as failed
whatever the weight of the evidence."""
ERROR_WEIGHT = 1.0
"""Weight of an error that is certain: what stands there was chosen freely. The weight of an edit is below 1 in any case, so that the wire does
not count it as an attempt; of several errors about one target in one essay the second counts half and the third a third, because they have
one cause."""
USE_WEIGHT = 0.1
"""Weight of a grammar point that was used without an error, once an essay: whoever writes freely chooses what is safe."""
SCORE_WEIGHT, UNCALIBRATED_WEIGHT = 4.0, 1.0
"""Weight of an overall score on its indicator, in answers: half of the prior (`learning.indicators.PRIOR_OBSERVATIONS`) where the score was
fitted on scored essays of the level, else little."""
SENTENCES_PER_ANSWER = 4
"""So many sentences of an essay say as much as one answer, because they share their topic and their writer."""
MOST_WEIGHT = 8.0
"""The greatest weight of one essay on one indicator, however long the essay is: as much as the prior."""
LEAST_CHARACTERS = 30
"""A text of so many Chinese characters is an essay that earns experience, as when it is handed in."""
HIGHEST_BAND = 8
"""The level that stands for the band 7-9: the middle of it."""
CONTEXT = 6
"""An error is recognised in a later draft by so many characters on each side of it."""
ERROR_RATE, RICHNESS, SCORE, ESSAYS = "D49", "D51", "D52", "D54"
"""Indicators of the portrait: written error rate, lexical richness, composition score, compositions submitted."""


@dataclass(frozen=True)
class WritingAct:
    """Who wrote an essay and when, which its report does not say."""

    evaluation_id: str
    student_id: str
    act_id: str
    """The same for all drafts of one essay."""
    occurred_at: datetime


@dataclass(frozen=True)
class EvidenceTargets:
    """What the evidence of an essay can be about."""

    points: Collection[str]
    """Ids of the knowledge points."""
    telling_points: Collection[str]
    """Ids of the points whose use says something about the writer: points that occur in any prose are left out."""
    words: Collection[str]
    """The word list, which the plan draws from."""


def evidence_of(essay: AssessedEssay, act: WritingAct, targets: EvidenceTargets) -> list[Evidence]:
    """All evidence to be logged for an evaluation; none for a text that is not an essay of its writer's own."""
    features = essay.features
    if any(finding.severity == "refusal" for finding in features.findings):
        return []
    return [
        *_writing_evidence(features, act),
        *_portrait_evidence(essay, act),
        *_error_evidence(features, act, targets),
        *_use_evidence(features, act, targets),
    ]


def writing_evidence_of(essay: AssessedEssay, act: WritingAct) -> list[Evidence]:
    """The evidence of the act of writing alone, for an evaluation that is not finished yet."""
    features = essay.features
    refused = any(finding.severity == "refusal" for finding in features.findings)
    return [] if refused else list(_writing_evidence(features, act))


def _piece(
    act: WritingAct,
    kind: str,
    target_kind: TargetKind,
    target: str,
    *,
    position: str,
    key: str,
    outcome: float,
    weight: float,
) -> Evidence:
    """One piece of evidence of an evaluation.

    `position` is the number of the edit, or the id of the indicator or point; `key` makes the piece the same in another draft.
    """
    return Evidence(
        student_id=act.student_id,
        kind=kind,
        target_kind=target_kind,
        target=target,
        outcome=round(outcome, 4),
        weight=round(weight, 4),
        source=f"{act.evaluation_id}#{position}",
        occurred_at=act.occurred_at,
        idempotency_key=f"{kind}:{act.act_id}:{target_kind}:{key}",
    )


def _writing_evidence(features: EssayFeatures, act: WritingAct) -> Iterator[Evidence]:
    """The act of writing itself: the same piece of evidence as when the text is handed in without an evaluation."""
    if features.characters >= LEAST_CHARACTERS:
        yield Evidence(
            student_id=act.student_id,
            kind="essay",
            target_kind="skill",
            target="writing",
            outcome=1.0,
            weight=1.0,
            source=act.evaluation_id,
            occurred_at=act.occurred_at,
            idempotency_key=f"essay:{act.act_id}",
        )


def _portrait_evidence(essay: AssessedEssay, act: WritingAct) -> Iterator[Evidence]:
    """Evidence for the portrait, from the first draft that is evaluated: the writer of a later draft has been told what to correct."""
    features, scores = essay.features, essay.scores
    if features.characters < LEAST_CHARACTERS:
        return
    sentences = features.parsed.sentences
    wrong = sum(
        any(sentence.start <= edit.start < sentence.start + len(sentence.text) for _, edit in _certain_edits(features))
        for sentence in sentences
    )
    weight = min(MOST_WEIGHT, len(sentences) / SENTENCES_PER_ANSWER)
    yield _on_indicator(act, ERROR_RATE, wrong / max(1, len(sentences)), weight)
    if essay.level is not None:
        yield _on_indicator(act, RICHNESS, float(HIGHEST_BAND if essay.level == 7 else essay.level), 1.0)
    if not features.findings:
        weight = SCORE_WEIGHT if scores.calibrated else UNCALIBRATED_WEIGHT
        yield _on_indicator(act, SCORE, scores.overall / 100, weight)
    yield _on_indicator(act, ESSAYS, 1.0, 1.0)


def _on_indicator(act: WritingAct, indicator: str, outcome: float, weight: float) -> Evidence:
    return _piece(
        act, "essay_scored", "indicator", indicator, position=indicator, key=indicator, outcome=outcome, weight=weight
    )


def _certain_edits(features: EssayFeatures) -> list[tuple[int, Edit]]:
    """The edits that are evidence, each with its number among all edits."""
    return [(number, edit) for number, edit in enumerate(features.edits) if EVIDENCE_THRESHOLDS.is_error(edit)]


# -- errors and points -----------------------------------------------------------------------------------------


def _error_evidence(features: EssayFeatures, act: WritingAct, targets: EvidenceTargets) -> Iterator[Evidence]:
    """Each edit as evidence about its target; of several about one target the most confident one weighs most."""
    edits_about: Counter[tuple[TargetKind, str]] = Counter()
    for number, edit in sorted(_certain_edits(features), key=lambda pair: -pair[1].confidence):
        target = target_of(features, edit, targets)
        if target is None:
            continue
        edits_about[target] += 1
        yield _piece(
            act,
            "essay_error",
            *target,
            position=str(number),
            outcome=0.0,
            weight=ERROR_WEIGHT * edit.confidence / edits_about[target],
            key=f"{target[1]}:{error_key(features.corrected, features.edits, edit)}",
        )


def target_of(features: EssayFeatures, edit: Edit, targets: EvidenceTargets) -> tuple[TargetKind, str] | None:
    """The knowledge point or listed word that an edit is about; None where it is about neither, as with most punctuation."""
    if edit.point in targets.points:
        return "point", edit.point
    if edit.point in targets.words:
        return "word", edit.point
    word = _target_word(features, edit, targets.words)
    return ("word", word) if word else None


def _target_word(features: EssayFeatures, edit: Edit, words: Collection[str]) -> str:
    """The listed word that should have been written, whole or in part, or the one that is superfluous; "" where there is none."""
    if edit.type in ("P", "S"):
        return ""
    simplified = features.parsed.text
    to_simplified = dict(zip(features.essay, simplified, strict=True))
    new = "".join(to_simplified.get(character, character) for character in edit.replacement)
    if edit.type == "B":
        change = Change(edit.start, edit.end, simplified[edit.start : edit.end], new, "B")
        word = intended_word(simplified, apply(simplified, [change]), edit.start, words)
        if word:
            return word
    word = new or simplified[edit.start : edit.end]
    return word if word in words else ""


def error_key(corrected: str, edits: Sequence[Change], edit: Change) -> str:
    """A key that is equal for the same error in the same words, whether or not the errors around it have been corrected since."""
    start, end = corrected_range(edit.start, edit.end, edits)
    context = corrected[max(0, start - CONTEXT) : end + CONTEXT]
    key_text = "\n".join((context, edit.original, edit.replacement))
    return hashlib.sha256(key_text.encode()).hexdigest()[:16]


def _use_evidence(features: EssayFeatures, act: WritingAct, targets: EvidenceTargets) -> Iterator[Evidence]:
    """Points that the essay uses, and nowhere with an error in them."""
    for point, spans in features.points.items():
        if (
            point in targets.telling_points
            and not any(edit.point == point for edit in features.edits)
            and not _has_edit_near(features, spans)
        ):
            yield _piece(act, "essay_use", "point", point, position=point, key=point, outcome=1.0, weight=USE_WEIGHT)


def _has_edit_near(features: EssayFeatures, spans: Collection[tuple[int, int]]) -> bool:
    return any(edit.start <= end and start <= edit.end for edit in features.edits for start, end in spans)

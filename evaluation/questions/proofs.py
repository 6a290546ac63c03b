"""Proofs of the questions of the content, each source judged by the model that has not read it."""

from __future__ import annotations

import csv
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Float64
from core.backends.cedict import CedictGlosses
from core.models.ngrams.characters import NgramModel
from core.ports.language import LanguageModel
from core.questions.proofs.blind_guess import FEATURES, LONGEST_WORD_OPTION, blind_guess, features, option_probabilities
from core.questions.proofs.guards import AcceptedPairs, Guards
from core.questions.proofs.orders import orders_proof
from core.questions.proofs.proof import Verifiers, gap_proof, question_proof, verdict_of_readings
from core.records.proofs import Proof
from core.tables import Tables
from core.tables.content.proofs import ProofRow, mark_of
from evaluation.corpus import FOLDS, ROOT, fold_of
from evaluation.questions.content_questions import Choice, Ordering

PROOFS_FILE = ROOT / "data" / "content" / "proofs.csv"
RIDGE = 0.02
"""Penalty on the squared weights for each item: keeps a weight near 0 where there is little to learn it from."""
STEPS = 400
RATE = 0.5

Models = Callable[[str], LanguageModel]
"""The model that has not read a source."""


def fold_models(folder: Path) -> Models:
    """The five models of `training.ngram.train --folds`."""
    models = [NgramModel(folder / f"fold-{fold}.npz") for fold in range(FOLDS)]
    return lambda source: models[fold_of(source)]


def guards_of(tables: Tables) -> Guards:
    """As the product builds them."""
    return Guards(
        equivalents=tables.equivalents,
        classifiers=tables.classifiers,
        words=tables.words,
        pairs=AcceptedPairs.of(tables.content),
        gloss=CedictGlosses().gloss,
    )


@dataclass(frozen=True)
class OptionFeatures:
    """The options of one question as the blind solver sees them, the key first [shape=(options, features)]."""

    source: str
    words: bool
    given: Float64


def option_features(questions: Sequence[Choice], models: Models, guards: Guards) -> list[OptionFeatures]:
    """Features of all questions."""
    return [
        OptionFeatures(
            row.source,
            max(map(len, (row.key, *row.wrong))) <= LONGEST_WORD_OPTION,
            features([row.key, *row.wrong], model=models(row.source), words=guards.words),
        )
        for row in questions
    ]


def fitted(rows: Sequence[OptionFeatures]) -> Float64:
    """Weights of the conditional logit, by gradient ascent on the mean log probability of the key."""
    feature_rows = np.stack([row.given for row in rows])
    scale = np.maximum(feature_rows.std((0, 1)), 1e-6)
    feature_rows = feature_rows / scale
    weights = np.zeros(len(FEATURES))
    for _ in range(STEPS):
        scores = feature_rows @ weights
        powers = np.exp(scores - scores.max(1, keepdims=True))
        probabilities = powers / powers.sum(1, keepdims=True)
        slope = (feature_rows[:, 0] - np.einsum("no,nof->nf", probabilities, feature_rows)).mean(0)
        weights += RATE * (slope - RIDGE * weights)
    result: Float64 = weights / scale
    return result


def cross_fitted_weights(rows: Sequence[OptionFeatures]) -> Mapping[tuple[int, bool], Float64]:
    """Weights for each fifth, fitted on the other four; apart for words and answers."""
    return {
        (fold, words): fitted([row for row in rows if row.words == words and fold_of(row.source) != fold])
        for fold in range(FOLDS)
        for words in (True, False)
    }


def choice_proofs(questions: Sequence[Choice], models: Models, guards: Guards) -> Iterator[tuple[Choice, Proof]]:
    """Each question with its proof; neither the language model nor the blind solver has seen the source."""
    rows = option_features(questions, models, guards)
    weights = cross_fitted_weights(rows)
    for question, row in zip(questions, rows, strict=True):
        verifiers = Verifiers(models(question.source), guards)
        if question.gap is None:
            proof = question_proof(question.asked, question.key, question.wrong, verifiers=verifiers)
        else:
            wrong = list(question.wrong)
            proof = gap_proof(question.gap, question.key, wrong, verifiers=verifiers, source=question.source)
        guess = blind_guess(
            [question.key, *question.wrong],
            0,
            stem=question.asked,
            model=verifiers.model,
            words=guards.words,
            weights=weights[fold_of(question.source), row.words],
        )
        yield question, proof.model_copy(update={"blind": guess})


def choice_row(question: Choice, proof: Proof, readings: Mapping[str, int], doubted: Collection[str] = ()) -> ProofRow:
    """As it is stored. `readings`: how many readers named the key and nothing else, by mark; `doubted`: marks that some reader solved otherwise."""
    assert proof.blind is not None
    mark = mark_of(question.source, [question.key], question.wrong)
    read = readings.get(mark, 0)
    return ProofRow(
        mark=mark,
        source=question.source,
        part=question.part,
        margin=proof.margin,
        rival=proof.rival,
        passed=proof.passed,
        failed=tuple(f"{finding.guard}:{finding.option}" for finding in proof.failed),
        chance=round(proof.blind.chance, 2),
        cues=proof.blind.cues,
        readings=read,
        verdict=verdict_of_readings(read, proof.verdict, proof.failed, doubted=mark in doubted),
    )


def ordering_row(row: Ordering, model: LanguageModel) -> ProofRow:
    """As it is stored."""
    orders = orders_proof(row.pieces, row.orders, model=model, text=row.text)
    accepted = ["".join(row.pieces[index] for index in order) for order in row.orders]
    return ProofRow(
        mark=mark_of(row.source, row.pieces, accepted),
        source=row.source,
        part="order",
        tried=orders.tried,
        rivals=orders.rivals,
        verdict="plausible" if orders.rivals else "proved",
    )


def write(rows: Sequence[ProofRow], path: Path) -> None:
    """One line a question; a question that stands twice (same source and options) once."""
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(ProofRow.model_fields)
        for row in {row.mark: row for row in rows}.values():
            writer.writerow([_cell(value) for value in row.model_dump().values()])


def _cell(value: object) -> str:
    if isinstance(value, tuple):
        return "|".join(map(str, value))
    return "" if value is None or (value == 0 and not isinstance(value, float)) else str(value)


def picks_key(row: OptionFeatures, weights: Float64) -> bool:
    """Whether the blind solver picks the key."""
    return bool(option_probabilities(row.given, weights).argmax() == 0)

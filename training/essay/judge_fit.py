"""Fits a judge of edits, which does not ship: what the correctors propose weighed by boosted trees (`training.essay.judge`).

    uv run --with scikit-learn==1.9.1 python -m training.essay.judge_fit --rows FILE

1. Rates of changes: how often each was made in four fifths of the learner-like text and of MuCGEC, and how often what it changes occurs there and
   in everyday text.
2. What the correctors propose on a third of the fifth of the learner-like text and on the fifth of MuCGEC that none of them was trained on, and on
   everyday and own sentences held out, whose proposals are all wrong: boosted trees over `training.essay.judge.FEATURES`.

YACLC's half for design and the everyday sentences of the benchmark are only measured. FILE keeps what was proposed, for further runs and for
`training.essay.detector_fit`; models must not change in between.
"""

from __future__ import annotations

import argparse
import pickle
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.arrays import Bool, Float32, Float64
from core.essays.edits import minimal_change
from core.essays.merging.candidates import Opinions, opinions, proposals_by_change
from core.essays.service import EssayEvaluator
from core.models.boosted_trees import read_trees
from core.models.essays.encoder import EssayEncoder
from core.models.essays.speller import NGRAMS
from core.models.essays.usage_statistics import CharacterGains
from core.models.ngrams.characters import NgramModel
from core.wiring import in_memory_core
from evaluation.corpus import ROOT, fold_of
from evaluation.essays.learner_text import is_held_out, lines
from evaluation.essays.nearness import Change, Distances
from evaluation.essays.pairs import HELD_OUT, held_out, pairs
from evaluation.essays.sets import (
    LearnerRow,
    clean_everyday,
    everyday_text,
    mucgec,
    own_sentences,
    treebank_sentences,
    yaclc,
)
from evaluation.essays.told import alignment, distance_removed, share_right, share_told, told
from evaluation.essays.usage_rows import marked
from evaluation.reference import REFERENCE
from training.essay.boosting import stored_trees
from training.essay.judge import CORRECTORS, FEATURES, ChangeDescriber, Rates, character_frequency
from training.essay.tagger_material import is_whole

MEASURED_EVERYDAY = 1_500
"""So many everyday sentences are the benchmark's; the judge is fitted on others."""
EVERYDAY, OWN = 1_800, 600
LEARNERS_EVERY = 3
"""Of the fifth of the learner-like text every third line is read: a sentence takes a tenth of a second."""
EVERYDAY_MEASURED_HERE, TREEBANK_MEASURED_HERE = 800, 250
FLAGGED = (0.01, 0.015, 0.02, 0.03)
"""Shares of the measured everyday sentences that a threshold may flag."""
LONGEST = 120
LONGEST_COUNTED = 3
"""Characters of what is taken out or replaced whose occurrences are counted."""
TREES = {
    "max_iter": 160,
    "max_leaf_nodes": 10,
    "min_samples_leaf": 25,
    "learning_rate": 0.06,
    "l2_regularization": 10.0,
}
WEIGHTS = {"learner": 1.0, "mucgec": 3.0, "everyday": 1.0, "own": 1.0}

Label = Callable[[Change], bool]


@dataclass(frozen=True)
class Sentence:
    """What the correctors propose for one sentence."""

    source: str
    written: str
    changes: list[Opinions]
    right: list[bool]
    features: Float64
    simplified: str
    doubts: Float32
    """What the encoder doubts, see `core.models.essays.encoder.EssayEncoder.doubts`."""
    logarithms: Float64
    """Log probability of each character by the n-gram model."""


def rates() -> Rates:
    """See the module, 1."""
    changes: Counter[str] = Counter()
    for written, made in _mended():
        for change in made:
            start, end, new = minimal_change(written, *change)
            key = f"{written[start:end]}>{new}"
            changes.update((key, f"{written[max(0, start - 1) : start]}|{key}", f"{key}|{written[end : end + 1]}"))
    kept = {key: count for key, count in changes.items() if count > 1 or "|" not in key}
    wanted = {old for key in kept if "|" not in key and len(old := key.partition(">")[0]) <= LONGEST_COUNTED}
    occurrences: Counter[str] = Counter()
    for text in (*(written for written, _ in _mended()), *everyday_text(held_out=False)):
        occurrences[""] += len(text)
        for size in range(1, LONGEST_COUNTED + 1):
            occurrences.update(
                part for start in range(len(text) - size + 1) if (part := text[start : start + size]) in wanted
            )
    return Rates(kept, dict(occurrences))


def _mended() -> Iterator[tuple[str, tuple[Change, ...]]]:
    for line in lines():
        if not is_held_out(line) and is_whole(line):
            yield marked(line)
    for pair in pairs(REFERENCE, measuring=False):
        table = Distances(pair.wrong, pair.right)
        if table.distance < len(pair.wrong) / 3:
            yield pair.wrong, tuple(alignment(pair.wrong, pair.right))


def material() -> Iterator[tuple[str, str, Label]]:
    """Source, sentence, and whether a change of it is right; see the module, 2."""
    held_out_lines = [line for line in lines() if is_held_out(line) and is_whole(line)]
    random.Random(2).shuffle(held_out_lines)
    for line in held_out_lines[::LEARNERS_EVERY]:
        written, changes = marked(line)
        yield "learner", written, wholly_nearer(LearnerRow(written, (_applied(written, changes),)))
    for row in mucgec():
        if row.right and held_out(row.written) and len(row.written) < LONGEST:
            yield "mucgec", row.written, wholly_nearer(row)
    for text in clean_everyday(MEASURED_EVERYDAY + EVERYDAY)[MEASURED_EVERYDAY:]:
        yield "everyday", text, lambda _: False
    own = [text for row_id, text in own_sentences() if fold_of(row_id) == HELD_OUT]
    random.Random(1).shuffle(own)
    for text in own[:OWN]:
        yield "own", text, lambda _: False
    for row in yaclc(scored=False):
        yield "design", row.written, nearer(row)
    for text in clean_everyday(MEASURED_EVERYDAY)[:EVERYDAY_MEASURED_HERE]:
        yield "everyday measured", text, lambda _: False
    for text in treebank_sentences()[:TREEBANK_MEASURED_HERE]:
        yield "treebank", text, lambda _: False


def _applied(text: str, changes: Sequence[Change]) -> str:
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def nearer(row: LearnerRow) -> Label:
    """Right is what brings the sentence nearer to a correction, as in the benchmark."""
    tables = [Distances(row.written, right) for right in row.right]
    return lambda change: any(table.gain(change) > 0 for table in tables)


def wholly_nearer(row: LearnerRow) -> Label:
    """Right is what brings the sentence nearer to a correction by all that it changes: the removal of any word that was moved is no correction."""
    tables = [Distances(row.written, right) for right in row.right]

    def right(change: Change) -> bool:
        start, end, new = change
        gone = row.written[start:end]
        full = 2 if sorted(gone) == sorted(new) else max(end - start, len(new), 1)
        return any(table.gain(change) >= full for table in tables)

    return right


def sentences(evaluator: EssayEvaluator, model: ChangeDescriber) -> Iterator[Sentence]:
    """The material with what the correctors propose."""
    ngrams = NgramModel(ROOT / "data" / NGRAMS)
    for source, written, right in material():
        parsed = evaluator.analyser.parsed_text(written)
        proposed = [proposal for corrector in evaluator.correctors for proposal in corrector.proposals(written, parsed)]
        asked = opinions(written, parsed.text, proposals_by_change(written, parsed.text, proposed))
        changes = list(asked.values())
        labels = [right((change.start, change.end, change.replacement)) for change in changes]
        yield Sentence(
            source, written, changes, labels, model.features(parsed.text, changes), parsed.text,
            model.doubts(parsed.text), ngrams.token_log_probabilities(parsed.text),
        )  # fmt: skip


def describer(known_rates: Rates, evaluator: EssayEvaluator) -> ChangeDescriber:
    """What describes changes for the judge."""
    ngrams = NgramModel(ROOT / "data" / NGRAMS)
    encoder = next(one for one in evaluator.correctors if isinstance(one, EssayEncoder))
    return ChangeDescriber(known_rates, CharacterGains(ngrams), character_frequency(ngrams), encoder.doubts)


def joined(chosen: Iterable[Sentence]) -> tuple[Float64, Bool, Float64]:
    """Features, labels and weights of all changes of some sentences."""
    kept = [sentence for sentence in chosen if sentence.changes]
    weights = [WEIGHTS.get(sentence.source, 1.0) for sentence in kept for _ in sentence.changes]
    return (
        np.concatenate([sentence.features for sentence in kept]),
        np.array([label for sentence in kept for label in sentence.right]),
        np.array(weights),
    )


def fitted(found: Sequence[Sentence], options: dict[str, Any] = TREES) -> Any:
    """Boosted trees of scikit-learn."""
    from sklearn.ensemble import HistGradientBoostingClassifier  # type: ignore[import-untyped]

    features, right, weights = joined(sentence for sentence in found if sentence.source in WEIGHTS)
    model = HistGradientBoostingClassifier(**options, early_stopping=False, random_state=0)
    return model.fit(features, right, sample_weight=weights)


def report(found: Sequence[Sentence], probabilities: Callable[[Float64], Float64]) -> None:
    """Told, right and distance removed on YACLC's half for design at the thresholds that flag so many everyday sentences, one change a place."""
    rows = {row.written: row for row in yaclc(scored=False)}
    everyday = sorted((_surest(one, probabilities) for one in found if one.source == "everyday measured"), reverse=True)
    treebank = [_surest(one, probabilities) for one in found if one.source == "treebank"]
    for share in FLAGGED:
        threshold = everyday[int(share * len(everyday))]
        total = np.sum(
            [
                told(rows[one.written], shown(one, probabilities, threshold)).counts()
                for one in found
                if one.source == "design"
            ],
            axis=0,
        )
        also = sum(surest >= threshold for surest in treebank) / len(treebank)
        print(
            f"  {share:.1%} flagged: told {share_told(total):.3f}, right {share_right(total):.2f} of {total[2]}, "
            f"removed {distance_removed(total):+.3f}; treebank {also:.3f}"
        )


def _surest(sentence: Sentence, probabilities: Callable[[Float64], Float64]) -> float:
    return float(probabilities(sentence.features).max()) if sentence.changes else 0.0


def surest_corrector(rows: Float64) -> Float64:
    """The probability of the surest of the correctors, as it says itself."""
    first = FEATURES.index(CORRECTORS[0])
    return np.asarray(1 / (1 + np.exp(-rows[:, first : first + len(CORRECTORS)].max(axis=1))))


def shown(sentence: Sentence, probabilities: Callable[[Float64], Float64], threshold: float) -> list[Change]:
    """The changes from a probability on, the surest first, none that another shown one excludes."""
    if not sentence.changes:
        return []
    chosen: list[Change] = []
    given = probabilities(sentence.features)
    for index in np.argsort(-given, kind="stable").tolist():
        change = sentence.changes[index]
        rival = any(
            (change.start < end and start < change.end) or (change.start == change.end == start == end)
            for start, end, _ in chosen
        )
        if given[index] >= threshold and not rival:
            chosen.append((change.start, change.end, change.replacement))
    return chosen


def read_rows(file: Path) -> tuple[Rates, list[Sentence]]:
    """The rates and the material with what the correctors propose, from the file where it is there, else made and kept in it."""
    if not file.exists():
        evaluator, known_rates = in_memory_core().essays.evaluator, rates()
        file.write_bytes(pickle.dumps((known_rates, list(sentences(evaluator, describer(known_rates, evaluator))))))
    known: tuple[Rates, list[Sentence]] = pickle.loads(file.read_bytes())
    return known


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True)
    _, found = read_rows(parser.parse_args().rows)
    for name in WEIGHTS:
        labels = [right for one in found if one.source == name for right in one.right]
        print(f"{name}: {sum(labels)} of {len(labels)} proposals right")
    print("the surest corrector as it says itself:")
    report(found, surest_corrector)
    trees = read_trees(stored_trees(fitted(found), "judge"), "judge")
    print("the judge:")
    report(found, lambda rows: np.asarray(1 / (1 + np.exp(-trees.log_odds(rows)))))


if __name__ == "__main__":
    main()

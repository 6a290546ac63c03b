"""Fits a judge of edits, which does not ship: what the correctors propose weighed by boosted trees (`training.essay.judge`).

    uv run --with scikit-learn==1.9.1 python -m training.essay.judge_fit --rows FILE

1. Rates of changes: how often each was made in four fifths of the learner-like text and of MuCGEC, and how often what it changes occurs there and
   in everyday text.
2. What the correctors propose on a third of the fifth of the learner-like text and on the fifth of MuCGEC that none of them was trained on, and on
   everyday and own sentences held out, whose proposals are all wrong: boosted trees over `training.essay.judge.FEATURES`.
3. A curve over their log odds on YACLC's half for design (a coefficient and an intercept).

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
from evaluation.essays.told import told
from evaluation.essays.usage_rows import marked
from evaluation.reference import REFERENCE
from training.essay.boosting import stored_trees
from training.essay.judge import JudgeModel, Rates, character_frequency
from training.essay.tagger_material import is_whole

MEASURED_EVERYDAY = 1_500
"""So many everyday sentences are the benchmark's; the judge is fitted on others."""
EVERYDAY, OWN = 1_800, 600
LEARNERS_EVERY = 3
"""Of the fifth of the learner-like text every third line is read: a sentence takes a tenth of a second."""
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
            yield pair.wrong, tuple(_steps(pair.wrong, pair.right))


def _steps(wrong: str, right: str) -> Iterable[Change]:
    from evaluation.essays.told import alignment

    return alignment(wrong, right)


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
    for text in clean_everyday(MEASURED_EVERYDAY):
        yield "everyday measured", text, lambda _: False
    for text in treebank_sentences():
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


def sentences(evaluator: EssayEvaluator, model: JudgeModel) -> Iterator[Sentence]:
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


def unfitted(known_rates: Rates, evaluator: EssayEvaluator) -> JudgeModel:
    """The judge without trees, for its features."""
    ngrams = NgramModel(ROOT / "data" / NGRAMS)
    encoder = next(one for one in evaluator.correctors if isinstance(one, EssayEncoder))
    return JudgeModel(
        known_rates, CharacterGains(ngrams), character_frequency(ngrams), encoder.doubts, _no_trees(), (1.0, 0.0)
    )


def _no_trees() -> Any:
    return None


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


def curve_of(found: Sequence[Sentence], odds: Callable[[Float64], Float64]) -> tuple[float, float]:
    """Weight and intercept on MuCGEC's fifth and YACLC's half for design."""
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]

    features, right, _ = joined(sentence for sentence in found if sentence.source == "design")
    curve = LogisticRegression(C=10).fit(odds(features)[:, None], right)
    return round(float(curve.coef_[0][0]), 4), round(float(curve.intercept_[0]), 4)


def report(found: Sequence[Sentence], probabilities: Callable[[Float64], Float64]) -> None:
    """Told, right and flagged by the threshold, one change a place."""
    rows = {row.written: row for row in yaclc(scored=False)}
    for threshold in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7):
        total, line = np.zeros(6, np.int64), ""
        flagged: Counter[str] = Counter()
        count: Counter[str] = Counter()
        for sentence in found:
            if sentence.source not in ("design", "everyday measured", "treebank"):
                continue
            chosen = shown(sentence, probabilities, threshold)
            count[sentence.source] += 1
            flagged[sentence.source] += bool(chosen)
            if sentence.source == "design":
                total += told(rows[sentence.written], chosen).counts()
        line = " ".join(
            f"{name} {flagged[name] / max(1, count[name]):.4f}" for name in ("everyday measured", "treebank")
        )
        print(
            f"from {threshold}: told {total[1] / max(1, total[0]):.3f} ({total[1]} of {total[0]}), right {total[3] / max(1, total[2]):.3f}"
            f" ({total[3]} of {total[2]}), removed {(total[4] - total[5]) / max(1, total[4]):+.3f}; {line}"
        )


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
        file.write_bytes(pickle.dumps((known_rates, list(sentences(evaluator, unfitted(known_rates, evaluator))))))
    known: tuple[Rates, list[Sentence]] = pickle.loads(file.read_bytes())
    return known


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=Path, required=True)
    known_rates, found = read_rows(parser.parse_args().rows)
    model = fitted(found)
    arrays = stored_trees(model, "judge")
    trees = read_trees(arrays, "judge")
    curve = curve_of(found, trees.log_odds)
    judge = JudgeModel(known_rates, None, None, None, trees, curve)  # type: ignore[arg-type]
    print(
        len(found),
        "sentences;",
        *(
            f"{name}: {sum(sentence.right.count(True) for sentence in found if sentence.source == name)} of {sum(len(sentence.right) for sentence in found if sentence.source == name)} right;"
            for name in WEIGHTS
        ),
        "curve",
        curve,
    )
    report(found, judge.probabilities)


if __name__ == "__main__":
    main()

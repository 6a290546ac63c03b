"""Recorded replies of a language model about sentences, and what the product would make of them.

A recording is a CSV with the columns set, line, sample, start, end, replacement, sure: one edit a row, in code points of the sentence; `line` counts
the sentences of a set from 1; `sure` is 1 where the model calls the edit certain, else 0. A sample without a row for a sentence changes nothing in it.
`evaluation.essays.recording` writes such files.

`recorded_replies.csv` holds what a large language model made of 613 sentences of learners (YACLC, in halves), 300 everyday sentences and the 600 of
`data/essay_model_check.csv`, three times each, before any correction of them was seen; no person wrote or chose them. It was asked as the product asks
(`core.essays.prompting`), but about single sentences without those before, about words alone (a few marks of the 600 are corrected too), and without
types and reasons. The samples of the 600 hardly differ; in essays a model's samples differ more.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from core.essays.language_model.answers import SampleEdit, fitting_type
from core.essays.language_model.measuring import MeasuredSentence, SentenceOutcome, outcome_of, policy_of
from core.essays.language_model.policy import Policy, proposals
from core.essays.merging.selection import DISPLAY_THRESHOLDS, Selection, Strictness
from core.essays.model import EditType
from core.essays.service import EssayEvaluator
from evaluation.essays.nearness import Change
from evaluation.essays.sets import LearnerRow
from evaluation.essays.told import Told, distance_removed, share_right, share_told, told

COLUMNS = ("set", "line", "sample", "start", "end", "replacement", "sure")
SURE = {"0": False, "1": True}
NAME = "recorded"
"""The model's name in proposals."""


class RecordedEdit(NamedTuple):
    """A row of a recording, in code points of the sentence."""

    start: int
    end: int
    replacement: str
    sure: bool


class ToldShares(NamedTuple):
    """Figures of a set, 0-1 each: see `evaluation.essays.told`."""

    told: float
    right: float
    removed: float
    """Below 0 where the changes add to the distance."""
    changes: int


class Recording:
    """The edits of a recording by set, line and sample."""

    def __init__(self, edits: Mapping[str, Mapping[int, Mapping[int, Sequence[RecordedEdit]]]]) -> None:
        self._edits = edits
        labels = {label for lines in edits.values() for samples in lines.values() for label in samples}
        self.labels: tuple[int, ...] = tuple(sorted(labels))
        """The numbers of the samples, in order."""

    @property
    def sets(self) -> tuple[str, ...]:
        """The names of the sets."""
        return tuple(self._edits)

    def samples(self, set_: str, line: int, text: str) -> list[list[SampleEdit]]:
        """The edits of each sample of the sentence on a line. Raises `ValueError` for one that lies outside the sentence."""
        by_label = self._edits[set_].get(line, {})
        return [[_sample_edit(text, edit, set_, line) for edit in by_label.get(label, ())] for label in self.labels]


def read_recording(path: Path) -> Recording:
    """A recording in a file. Raises `ValueError` where it has not the columns that it should have, or a `sure` that is neither 0 nor 1."""
    edits: dict[str, dict[int, dict[int, list[RecordedEdit]]]] = defaultdict(
        lambda: defaultdict(lambda: defaultdict(list))
    )
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        if tuple(reader.fieldnames or ()) != COLUMNS:
            raise ValueError(f"{path.name} has the columns {reader.fieldnames}, not {COLUMNS}")
        for row in reader:
            if row["sure"] not in SURE:
                raise ValueError(f"{path.name}, line {reader.line_num}: sure is {row['sure']!r}, not 0 or 1")
            edit = RecordedEdit(int(row["start"]), int(row["end"]), row["replacement"], SURE[row["sure"]])
            edits[row["set"]][int(row["line"])][int(row["sample"])].append(edit)
    return Recording(edits)


def _sample_edit(text: str, edit: RecordedEdit, set_: str, line: int) -> SampleEdit:
    start, end, replacement, sure = edit
    if not 0 <= start <= end <= len(text):
        raise ValueError(f"{set_}, line {line}: {start}-{end} lies outside a sentence of {len(text)}")
    claimed: EditType = "B" if end - start == len(replacement) == 1 else "W"
    return SampleEdit(start, end, replacement, fitting_type(claimed, text[start:end], replacement), sure=sure)


# -- what the product makes of it ----------------------------------------------------------------------------


def recorded_policy(
    evaluator: EssayEvaluator,
    recording: Recording,
    set_: str,
    sentences: Sequence[MeasuredSentence],
) -> Policy:
    """The policy that `wenlu model` would set from these replies: see `core.essays.language_model.measuring.policy_of`."""
    return policy_of(recorded_outcomes(evaluator, recording, set_, sentences))


def recorded_outcomes(
    evaluator: EssayEvaluator, recording: Recording, set_: str, sentences: Sequence[MeasuredSentence]
) -> list[SentenceOutcome]:
    """What the replies make of each sentence."""
    return [
        outcome_of(sentence, recording.samples(set_, line, sentence.written), evaluator.judge(sentence.written))
        for line, sentence in enumerate(sentences, start=1)
    ]


def recorded_selection(
    evaluator: EssayEvaluator,
    text: str,
    samples: Sequence[Sequence[SampleEdit]],
    policy: Policy,
    *,
    strictness: Strictness = "normal",
) -> Selection:
    """What is shown of a sentence when a model answers so, together with what the evaluator's correctors say."""
    proposed = proposals(text, samples, policy, evaluator.judge(text), name=NAME)
    parsed = evaluator.analyser.parsed_text(text)
    read = [(0, len(text))] if policy.measured and policy.samples > 1 else []
    return evaluator.corrections(text, parsed, DISPLAY_THRESHOLDS[strictness], proposed, read=read)


def told_by_recording(
    evaluator: EssayEvaluator,
    rows: Sequence[LearnerRow],
    recording: Recording,
    set_: str,
    policy: Policy,
    *,
    checks: bool = False,
) -> list[Told]:
    """What is told of each sentence by what is marked as an error; with `checks` also by the places to check."""
    return [
        told(row, _changes(recorded_selection(evaluator, row.written, samples, policy), checks=checks))
        for line, row in enumerate(rows, start=1)
        for samples in [recording.samples(set_, line, row.written)]
    ]


def is_touched(evaluator: EssayEvaluator, text: str, samples: Sequence[Sequence[SampleEdit]], policy: Policy) -> bool:
    """Whether something but punctuation is marked as an error in a sentence when a model answers so."""
    return any(edit.type != "P" for edit in recorded_selection(evaluator, text, samples, policy).edits)


def _changes(selection: Selection, *, checks: bool) -> list[Change]:
    shown = [*selection.edits, *(selection.checks if checks else ())]
    return [(edit.start, edit.end, edit.replacement) for edit in shown]


def shares_told(sentences: Sequence[Told]) -> ToldShares:
    """Told, right and removed of a set."""
    counts = np.sum([sentence.counts() for sentence in sentences], axis=0)
    return ToldShares(share_told(counts), share_right(counts), distance_removed(counts), int(counts[2]))

"""Recorded replies of a language model, read from a file and scored under a policy."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.essays.language_model.policy import UNMEASURED, Cell, Policy
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.essays.recorded import (
    Recording,
    is_touched,
    read_recording,
    recorded_outcomes,
    recorded_policy,
    recorded_selection,
    shares_told,
    told_by_recording,
)
from evaluation.essays.sets import LearnerRow

ROWS = [
    LearnerRow("我昨天去了二个商店买东西。", ("我昨天去了两个商店买东西。",)),
    LearnerRow("他跑的很快，我很高心。", ("他跑得很快，我很高兴。",)),
    LearnerRow("今天天气很好。", ("今天天气很好。",)),
]
WRITTEN = """set,line,sample,start,end,replacement,sure
learners,1,1,5,6,两,1
learners,1,2,3,8,去了两个商,1
learners,1,3,5,6,两,0
learners,2,1,2,3,得,1
learners,2,2,2,3,得,0
learners,2,3,9,10,兴,1
learners,3,2,4,5,非常,0
clean,1,1,4,5,非常,0
clean,1,2,4,5,非常,0
clean,1,3,4,5,非常,0
"""
AGREEING = Policy(
    samples=3,
    probabilities={
        Cell(3, True, False): 0.95,
        Cell(3, False, False): 0.9,
        Cell(2, False, False): 0.6,
        Cell(1, False, False): 0.2,
    },
    error_from=0.7,
    error_types=frozenset("BWLD"),
    measured=True,
)


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    path = tmp_path / "replies.csv"
    path.write_text(WRITTEN, encoding="utf-8")
    return read_recording(path)


def test_what_the_samples_agree_on_is_told_and_what_one_alone_says_is_not(recording: Recording) -> None:
    told = told_by_recording(evaluator(), ROWS, recording, "learners", AGREEING)
    assert [sentence.changes for sentence in told] == [1, 0, 0]
    assert shares_told(told) == (1 / 3, 1.0, 1 / 3, 1)
    with_checks = told_by_recording(evaluator(), ROWS, recording, "learners", AGREEING, checks=True)
    assert shares_told(with_checks) == (2 / 3, 1.0, 2 / 3, 2)


def test_the_embedded_engine_has_its_say_beside_the_model(recording: Recording) -> None:
    with_rule = evaluator(ListedErrors({"高心": ("高兴", "B")}))
    told = told_by_recording(with_rule, ROWS, recording, "learners", AGREEING)
    assert shares_told(told).told == 2 / 3


def test_right_sentences_that_are_touched_are_counted(recording: Recording) -> None:
    sentences = [ROWS[2].written, ROWS[0].right[0]]
    samples = [recording.samples("clean", line, text) for line, text in enumerate(sentences, start=1)]

    def touched(policy: Policy) -> list[bool]:
        return [
            is_touched(evaluator(), text, replies, policy) for text, replies in zip(sentences, samples, strict=True)
        ]

    assert sum(touched(AGREEING)) == 1
    assert not any(touched(UNMEASURED))


def test_an_unmeasured_model_marks_nothing_as_an_error(recording: Recording) -> None:
    selection = recorded_selection(
        evaluator(), ROWS[0].written, recording.samples("learners", 1, ROWS[0].written), UNMEASURED
    )
    assert (selection.edits, len(selection.checks)) == ((), 1)


def test_a_policy_is_set_from_a_recording_as_the_command_sets_it(recording: Recording) -> None:
    policy = recorded_policy(evaluator(), recording, "learners", ROWS)
    assert policy.measured
    assert policy.probabilities[Cell(policy.samples, True, False)] > 0.6


def test_the_certainty_of_the_samples_is_read(recording: Recording) -> None:
    sure = [[edit.sure for edit in sample] for sample in recording.samples("learners", 1, ROWS[0].written)]
    assert sure == [[True], [True], [False]]
    (outcome, *_) = recorded_outcomes(evaluator(), recording, "learners", ROWS)
    assert [edit.cell for edit in outcome.edits[3]] == [Cell(3, True, False)]


def test_a_recording_that_is_not_of_these_sentences_is_refused(recording: Recording, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="learners, line 1: 5-6 lies outside a sentence of 2"):
        recording.samples("learners", 1, "我们")
    other = tmp_path / "other.csv"
    other.write_text("line,start\n1,2\n", encoding="utf-8")
    with pytest.raises(ValueError, match="has the columns"):
        read_recording(other)
    other.write_text(WRITTEN.replace("两,1", "两,yes"), encoding="utf-8")
    with pytest.raises(ValueError, match="line 2: sure is 'yes', not 0 or 1"):
        read_recording(other)

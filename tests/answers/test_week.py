"""What is claimed of seven days, against a history that was planted."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from core.answers.week import week_learned
from core.answers.wire import WeekLearned
from core.api.core import Core
from core.records.evidence import Evidence
from core.records.words import OwnWord
from core.tables.points import Points
from core.wiring import in_memory_core
from core.words.deck import recalled
from evaluation.service.clock import StoppedClock
from tests.answers.conftest import CALLER, Answering

TODAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 4, tzinfo=UTC)
POINT = "【一01】"


@pytest.fixture(scope="module")
def points() -> Points:
    return in_memory_core().tables.points


def answered(target: str, days_ago: float, *, right: bool = True, kind: str = "word", weight: float = 1.0) -> Evidence:
    """One answer about a word or a point, so many days before noon of the day."""
    at = NOON - timedelta(days=days_ago)
    source = f"ev_{at:%m%d%H%M}#0"
    return Evidence(
        "s1", "answer", kind, target, float(right), weight, source, at, f"{source}:{kind}:{target}:{right}:{weight}"
    )  # type: ignore[arg-type]


def recalled_wrong(word: str, days_ago: float) -> Evidence:
    """A card of the student's own words, graded as forgotten."""
    at = NOON - timedelta(days=days_ago)
    own = OwnWord(
        organisation_id="org", student_id="s1", word=word, pinyin="", meaning="", level=None, sentence="", added_at=at
    )
    return recalled(own, "forgotten", at)


def written(kind: str, days_ago: float, *, act: str, target: str = POINT, weight: float = 0.9) -> Evidence:
    """An error in an essay that the engine or a teacher marked, or a use without one."""
    at = NOON - timedelta(days=days_ago)
    outcome = 1.0 if kind == "essay_use" else 0.0
    if kind == "essay_marked":
        return Evidence("s1", kind, "point", target, outcome, weight, f"{act}#12", at, f"{kind}:{act}:12-14:said:1")  # type: ignore[arg-type]
    return Evidence(
        "s1", kind, "point", target, outcome, weight, f"essay_{act}#0", at, f"{kind}:{act}:point:{target}:x"
    )


def learned(points: Points, *log: Evidence) -> WeekLearned:
    return week_learned(list(log), "s1", TODAY, points=points, language="en")


def test_a_word_right_again_after_a_week_without_it_is_kept(points: Points) -> None:
    week = learned(points, answered("朋友", 20), answered("朋友", 2))
    (word,) = week.words
    assert (word.word, word.days, len(word.evidence)) == ("朋友", 18, 2)
    assert (week.first, week.last) == ("2026-11-16", "2026-11-22")


@pytest.mark.parametrize(
    "log",
    [
        [answered("朋友", 8), answered("朋友", 2)],  # six days
        [answered("朋友", 30), answered("朋友", 20)],  # before these days
        [answered("朋友", 20, right=False), answered("朋友", 2)],  # learned, not kept
        [answered("朋友", 20), answered("朋友", 5), answered("朋友", 3, right=False)],  # gone again
        [answered("朋友", 20), answered("朋友", 12, right=False), answered("朋友", 3)],  # was wrong in between
        [answered("朋友", 20), answered("学校", 2)],
        [],
    ],
    ids=["six days", "long ago", "wrong at first", "wrong since", "wrong between", "two words", "nothing"],
)
def test_nothing_is_claimed_that_the_answers_do_not_show(points: Points, log: list[Evidence]) -> None:
    assert learned(points, *log).words == []


def test_seven_days_to_the_minute_are_enough(points: Points) -> None:
    assert [word.days for word in learned(points, answered("朋友", 9), answered("朋友", 2)).words] == [7]


def test_an_answer_that_was_taken_back_counts_for_nothing(points: Points) -> None:
    right = answered("朋友", 2)
    back = replace(right, kind="retraction", weight=-1.0, idempotency_key="back")
    assert learned(points, answered("朋友", 20), right, back).words == []
    wrong = answered("朋友", 2, right=False)
    upheld = [replace(wrong, kind="retraction", weight=-1.0, idempotency_key="no longer wrong"), right]
    assert len(learned(points, answered("朋友", 20), wrong, *upheld).words) == 1


def test_of_a_word_of_ones_own_each_grade_has_its_day(points: Points) -> None:
    kept = [answered("朋友", 11), answered("朋友", 1)]
    assert len(learned(points, *kept, recalled_wrong("朋友", 16)).words) == 1
    assert learned(points, *kept, recalled_wrong("朋友", 16), recalled_wrong("朋友", 0)).words == []


def test_a_word_that_went_wrong_in_an_essay_since_is_not_claimed(points: Points) -> None:
    error = replace(written("essay_error", 1, act="a"), target_kind="word", target="朋友")
    assert learned(points, answered("朋友", 20), answered("朋友", 2), error).words == []


def test_points_that_became_met_in_these_days_are_told_with_their_answers(points: Points) -> None:
    log = [answered(POINT, days, kind="point") for days in (3, 2, 1)]
    (change,) = learned(points, *log).points
    assert (change.point_id, change.n, len(change.evidence)) == (POINT, 3, 3)


def test_an_essay_error_that_did_not_return_is_one_on_a_point_that_a_new_essay_uses(points: Points) -> None:
    week = learned(points, written("essay_error", 20, act="a"), written("essay_use", 2, act="b", weight=0.1))
    (mended,) = week.mended
    assert (mended.point_id, mended.essays) == (POINT, ["essay_a", "essay_b"])


def test_an_error_that_a_teacher_marked_has_no_evaluation_to_open(points: Points) -> None:
    week = learned(points, written("essay_marked", 20, act="a"), written("essay_use", 2, act="b", weight=0.1))
    assert [error.essays for error in week.mended] == [["", "essay_b"]]


@pytest.mark.parametrize(
    "log",
    [
        [written("essay_error", 20, act="a")],  # not used again: nobody knows
        [written("essay_use", 2, act="b", weight=0.1)],
        [
            written("essay_error", 20, act="a"),
            written("essay_use", 2, act="a", weight=0.1),
        ],  # a later draft, told what to do
        [written("essay_marked", 20, act="a"), written("essay_use", 2, act="a", weight=0.1)],
        [
            written("essay_error", 20, act="a"),
            replace(written("essay_error", 20, act="a"), weight=-0.9, kind="retraction", idempotency_key="back"),
            replace(written("essay_error", 20, act="a"), idempotency_key="restored:essay_error:a:point:x:w:2"),
            replace(written("essay_use", 2, act="a", weight=0.1), source="essay_a2#0"),
        ],
        [
            written("essay_error", 20, act="a"),
            written("essay_error", 3, act="c"),
            written("essay_use", 2, act="b", weight=0.1),
        ],
    ],
    ids=["not used again", "never wrong", "the same essay", "marked by a teacher", "counts again", "wrong again"],
)
def test_an_essay_error_is_not_said_to_be_mended_without_proof(points: Points, log: list[Evidence]) -> None:
    assert learned(points, *log).mended == []


def test_an_error_that_a_teacher_took_back_was_none(points: Points) -> None:
    error = written("essay_error", 20, act="a")
    back = replace(error, kind="retraction", weight=-error.weight, idempotency_key="back")
    assert learned(points, error, back, written("essay_use", 2, act="b", weight=0.1)).mended == []


def test_what_was_really_answered_is_counted_and_opens_to_its_answers(
    core: Core, clock: StoppedClock, answer: Answering
) -> None:
    answer(right=6, topic="vocabulary")
    clock.advance(timedelta(days=9))
    answer(right=6, topic="vocabulary")
    week = core.answers.week("s1", CALLER)
    assert week.answers == 6
    assert week.words
    for word in week.words:
        assert len(core.answers.evidence("s1", word.evidence, CALLER)) == 2


def test_an_empty_week_claims_nothing(core: Core) -> None:
    week = core.answers.week("s1", CALLER)
    assert (week.answers, week.words, week.points, week.mended) == (0, [], [], [])


def test_the_stamp_of_a_week_changes_with_an_answer_and_with_the_day_and_else_stays(
    core: Core, clock: StoppedClock, answer: Answering
) -> None:
    stamps = [core.answers.week_stamp("s1", CALLER)]
    answer(right=1, topic="vocabulary")
    stamps.append(core.answers.week_stamp("s1", CALLER))
    assert core.answers.week_stamp("s1", CALLER) == stamps[-1]
    clock.advance(timedelta(days=1))
    stamps.append(core.answers.week_stamp("s1", CALLER))
    stamps.append(core.answers.week_stamp("s1", replace(CALLER, language="en")))
    assert len(set(stamps)) == 4

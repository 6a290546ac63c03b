"""Minutes ahead: defaults without answers, the own pace with them, and an open page counts for little."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product
from math import exp, sqrt

import numpy as np
import pytest

from core.learning.times import Pace, default_seconds, typical_characters
from core.records.items import Audio, Option
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic
from tests.store.rows import item

SEEN: tuple[QuestionType, Topic] = ("multiple_choice", "grammar")
UNSEEN: tuple[QuestionType, Topic] = ("ordering", "reading")
DEFAULT = {kind: default_seconds(*kind, typical_characters(*kind, None)) for kind in product(QUESTION_TYPES, TOPICS)}


@dataclass(frozen=True)
class Answered:
    type: str
    topic: str
    seconds: int


def answered(seconds: int, count: int, type_: str = "multiple_choice", topic: str = "grammar") -> list[Answered]:
    return [Answered(type_, topic, seconds)] * count


def test_every_kind_of_question_has_a_default_and_without_answers_it_is_predicted() -> None:
    pace = Pace.of([])
    assert pace.known == 0
    for type_, topic in product(QUESTION_TYPES, TOPICS):
        assert pace.seconds(type_, topic) == pytest.approx(DEFAULT[type_, topic])


def test_one_answer_moves_little_and_many_move_nearly_all_the_way() -> None:
    default = Pace().seconds("multiple_choice", "grammar")
    one, many = (Pace.of(answered(44, count)).seconds("multiple_choice", "grammar") for count in (1, 200))
    assert default < one < 1.6 * default  # of the twofold time that the answer took
    assert many == pytest.approx(44 * exp(0.5**2 / 2), rel=0.05)


def test_a_slow_student_is_taken_to_be_slow_in_kinds_not_seen_but_less_so() -> None:
    slow = Pace.of(answered(60, 50))
    seen, unseen = (slow.seconds(*kind) / DEFAULT[kind] for kind in (SEEN, UNSEEN))
    assert 1.2 < unseen < seen
    assert slow.seconds_aloud(20) > Pace().seconds_aloud(20)
    assert slow.seconds_of_essay(80) > Pace().seconds_of_essay(80)


def test_an_effect_of_a_kind_is_told_from_the_student_s_own() -> None:
    types_slowly = Pace.of(answered(22, 30) + answered(90, 30, "fill_blank"))
    assert types_slowly.seconds("fill_blank", "grammar") > 2 * DEFAULT["fill_blank", "grammar"]
    assert types_slowly.seconds("multiple_choice", "grammar") < 1.5 * DEFAULT[SEEN]


def test_what_is_predicted_is_the_mean_so_that_sums_are_right() -> None:
    draw = np.random.default_rng(5)
    times = [Answered(*SEEN, round(seconds)) for seconds in 30 * np.exp(draw.normal(0, 0.5, 400))]
    predicted = Pace.of(times).seconds(*SEEN)
    assert predicted == pytest.approx(np.mean([each.seconds for each in times]), rel=0.05)


def test_a_page_left_open_overnight_counts_for_little() -> None:
    usual = answered(25, 49)
    without, beside = Pace.of(usual), Pace.of([*usual, *answered(36_000, 1)])
    assert beside.seconds(*SEEN) < 1.06 * without.seconds(*SEEN)


def test_answers_without_a_time_and_of_unknown_kinds_say_nothing() -> None:
    assert Pace.of([*answered(0, 9), *answered(99, 9, "essay")]) == Pace()


def test_a_longer_question_takes_longer_and_an_item_says_its_own_length() -> None:
    pace = Pace.of(answered(30, 20))
    assert pace.seconds(*SEEN, 40) > pace.seconds(*SEEN, 20) > pace.seconds(*SEEN, 0) > 0
    text = item("q").model_copy(
        update={"type": "multiple_choice", "stem": "我____书 (read).", "options": [Option(id="A", text="看")]}
    )
    assert pace.seconds_of(text) == pace.seconds(*SEEN, 3)
    heard = text.model_copy(update={"audio": Audio(kind="speech", text="你好！", pinyin="nǐ hǎo")})
    assert pace.seconds_of(heard) == pace.seconds(*SEEN, 5)


def test_long_texts_of_a_high_level_do_not_make_a_student_slow() -> None:
    answers = answered(75, 30, "multiple_choice", "reading")
    slow, usual = Pace.of(answers, level=1), Pace.of(answers, level=5)
    assert slow.general.factor > 1.5 > usual.general.factor
    assert usual.seconds("multiple_choice", "reading") == pytest.approx(75, rel=0.2)


def test_a_longer_text_takes_longer_to_read_aloud_and_to_write() -> None:
    pace = Pace()
    assert pace.seconds_aloud(30) > pace.seconds_aloud(10) > 0
    assert pace.seconds_of_essay(400) > pace.seconds_of_essay(80) > 0


def test_a_pace_is_read_from_500_answers_in_under_a_millisecond() -> None:
    draw = np.random.default_rng(5)
    kinds = list(DEFAULT)
    times = [Answered(*kinds[place % len(kinds)], round(30 * exp(draw.normal(0, 0.5)))) for place in range(500)]
    best = min(_seconds_of(times) for _ in range(20))
    assert best < 0.001


def _seconds_of(times: list[Answered]) -> float:
    start = time.process_time()
    Pace.of(times)
    return time.process_time() - start


def test_estimates_are_the_posterior_means_of_the_normal_model() -> None:
    """Against the same posterior by Bayesian linear regression over all effects at once."""
    draw = np.random.default_rng(9)
    kinds = list(DEFAULT)[:3]
    times = [Answered(*kinds[place % 3 if place < 9 else 0], int(draw.integers(10, 60))) for place in range(14)]
    design, logs = np.zeros((len(times), 4)), np.zeros(len(times))
    variance = 0.4**2 + 0.3**2 + 0.5**2
    for row, each in enumerate(times):
        design[row, [0, 1 + kinds.index((each.type, each.topic))]] = 1
        logs[row] = np.log(each.seconds / DEFAULT[each.type, each.topic]) + variance / 2
    prior = np.diag([1 / 0.4**2] + [1 / 0.3**2] * 3)
    covariance = np.linalg.inv(design.T @ design / 0.5**2 + prior)
    effects = covariance @ design.T @ logs / 0.5**2
    pace = Pace.of(times)
    for place, kind in enumerate(kinds):
        combine = np.zeros(4)
        combine[[0, 1 + place]] = 1
        assert pace.kinds[kind].mean == pytest.approx(combine @ effects)
        assert sqrt(pace.kinds[kind].variance) == pytest.approx(sqrt(combine @ covariance @ combine))
    assert pace.general.mean == pytest.approx(effects[0])

"""Generation: deterministic by seed, nothing twice, nothing seen within 14 days, and honest about shortage."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest

from core.api.core import Core
from core.questions.wire import GenerateRequest
from core.records.access import PERMISSIONS, Caller
from core.settings import Settings
from core.wire import BANDS
from core.wiring import build_core, in_memory_core, migrate
from evaluation.service.clock import StoppedClock

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")


@pytest.fixture(scope="module")
def shared() -> Core:
    return in_memory_core()


def request(**changed: object) -> GenerateRequest:
    """A request for multiple-choice grammar at level beginner."""
    fields = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", **changed}
    return GenerateRequest.model_validate(fields)


def test_the_same_seed_gives_the_same_questions_and_another_gives_others(shared: Core) -> None:
    first = shared.questions.generate(request(seed=7), CALLER)
    again = shared.questions.generate(request(seed=7), CALLER)
    other = shared.questions.generate(request(seed=8), CALLER)
    assert first == again
    assert [q.id for q in first.questions] != [q.id for q in other.questions]


def test_the_seed_that_was_chosen_is_told_and_can_be_sent_again(shared: Core) -> None:
    first = shared.questions.generate(request(), CALLER)
    assert shared.questions.generate(request(seed=first.seed), CALLER) == first


@pytest.mark.parametrize("seed", range(5))
def test_a_batch_holds_no_question_and_no_source_twice(shared: Core, seed: int) -> None:
    made = shared.questions.generate(request(topic=None, count=50, seed=seed), CALLER)
    assert len({question.id for question in made.questions}) == made.total == 50
    similar = [
        shared.store.items(CALLER.organisation_id, [question.id])[question.id].similar for question in made.questions
    ]
    assert len(set(similar)) == 50


def test_tags_filter(shared: Core) -> None:
    made = shared.questions.generate(request(topic=None, tags=["food", "weather"], count=20), CALLER)
    assert made.total > 0
    assert all({"food", "weather"} & set(question.tags) for question in made.questions)


def test_a_student_never_sees_an_item_twice_within_14_days_and_then_may(clock: StoppedClock) -> None:
    core = in_memory_core(clock=clock)
    wanted = request(type="ordering", topic="reading", count=50, student_id="s1")
    first = core.questions.generate(wanted, CALLER)
    second = core.questions.generate(wanted, CALLER)
    assert first.total == 50
    assert not {q.id for q in first.questions} & {q.id for q in second.questions}
    assert second.total < 50
    assert second.notice is not None
    clock.advance(timedelta(days=13, hours=23))
    assert core.questions.generate(wanted, CALLER).total == 0
    clock.advance(timedelta(hours=2))
    assert core.questions.generate(wanted, CALLER).total == 50


def test_another_student_is_not_held_back_by_what_the_first_saw(shared: Core) -> None:
    wanted = request(type="ordering", topic="vocabulary", count=50)
    for student in ("a", "b"):
        mine = wanted.model_copy(update={"student_id": student})
        assert shared.questions.generate(mine, CALLER).total == 50


@pytest.mark.parametrize("level", ["intermediate", "advanced"])
def test_every_band_has_questions_of_its_own_levels(shared: Core, level: str) -> None:
    made = shared.questions.generate(request(level=level), CALLER)
    lowest, highest = BANDS[made.questions[0].level]
    assert made.total == 10
    assert {question.level for question in made.questions} == {level}
    assert all(lowest <= question.standard_level <= highest for question in made.questions)


def test_a_request_that_cannot_be_filled_says_so(shared: Core) -> None:
    made = shared.questions.generate(request(tags=["no-such-theme"]), CALLER)
    assert (made.questions, made.total, made.requested) == ([], 0, 10)
    assert "只有 0 道" in (made.notice or "")


def test_explanations_follow_the_language(shared: Core) -> None:
    chinese = shared.questions.generate(request(seed=3, count=1), CALLER).questions[0]
    english = shared.questions.generate(request(seed=3, count=1), Caller("org", CALLER.permissions, "en")).questions[0]
    assert chinese.id == english.id
    assert chinese.explanation != english.explanation


def test_requests_for_one_student_at_once_all_get_questions_and_nothing_twice(tmp_path: Path) -> None:
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'wenlu.db'}", demo=False)
    migrate(settings)
    core = build_core(settings)
    core.bank.warm()

    def ask(_: int) -> list[str]:
        made = core.questions.generate(request(student_id="s1", topic=None, count=20), CALLER)
        return [question.id for question in made.questions]

    with ThreadPoolExecutor(40) as threads:
        given = [each for batch in threads.map(ask, range(40)) for each in batch]
    core.store.close()
    assert len(given) == len(set(given)) == 800

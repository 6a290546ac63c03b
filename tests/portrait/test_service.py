"""First portrait, update, portrait, as the contract and its decisions have them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.api.core import Core
from core.errors import BadParameter, NotFound, QuotaExceeded
from core.knowledge.wire import UpdateRequest
from core.portrait import labels
from core.portrait.wire import UpdatePortraitRequest
from core.records.access import Call
from evaluation.service.clock import StoppedClock
from tests.portrait.conftest import CALLER, Answering, behaviour, first_request, flat, got, report


def test_a_first_portrait_stands_in_the_current_one_until_evidence_moves_it(core: Core) -> None:
    made = core.portrait.first(first_request(), CALLER)
    assert made.first_portrait.model_dump(exclude={"tested"}) == {
        "listen_ability": 80.0,
        "speak_ability": 70.0,
        "read_ability": 60.0,
        "write_ability": 50.0,
        "comprehensive_ability": 65.0,
        "known": True,
    }
    current = made.current_portrait.language_ability
    assert (current.listen, current.speak, current.read, current.write) == (80.0, 70.0, 60.0, 50.0)
    assert all(current.known.values())
    assert made.level_labels.language == "中文达人"


def test_what_is_not_known_is_a_number_with_known_false_and_null_in_the_tree(core: Core) -> None:
    made = report(core)
    assert made.first_portrait.comprehensive_ability == 0.0
    assert not made.first_portrait.known
    assert made.current_portrait.classroom_performance.model_dump() == {
        "score": 0.0,
        "level": "白银学习者",
        "known": False,
        "label_known": False,
    }
    assert made.current_portrait.community_performance.level == "社交新人"
    assert {node.value for node in flat(made).values()} == {None}


def test_the_tree_has_3_6_36_and_85_nodes(core: Core) -> None:
    nodes = flat(report(core))
    assert [sum(key.startswith(letter) for key in nodes) for letter in "FSTD"] == [3, 6, 36, 85]


def test_the_posts_create_the_student_and_get_of_an_unknown_one_is_404(core: Core) -> None:
    with pytest.raises(NotFound, match="no student 's1'"):
        got(core)
    report(core)
    assert got(core).student_id == "s1"


def test_get_gives_the_same_twice_and_what_the_update_gave(core: Core, answer: Answering) -> None:
    answer(6, 2)
    made = report(core, behaviour(core))
    assert got(core) == got(core) == made


def test_an_update_without_news_changes_nothing(core: Core, answer: Answering, clock: StoppedClock) -> None:
    answer(6, 2)
    made = report(core)
    clock.advance(timedelta(hours=1))
    assert report(core) == made


def test_values_fade_with_the_days(core: Core, answer: Answering, clock: StoppedClock) -> None:
    answer(12, 2)
    before = flat(report(core))["D34"]
    clock.advance(timedelta(days=60))
    after = flat(report(core))["D34"]
    assert after.n == pytest.approx(before.n / 2, abs=0.02)
    assert after.value < before.value
    assert after.band[1] - after.band[0] > before.band[1] - before.band[0]


def test_a_second_first_portrait_replaces_the_baseline_and_keeps_the_behaviours(
    core: Core, clock: StoppedClock
) -> None:
    core.portrait.first(first_request(), CALLER)
    report(core, *(behaviour(core, "D58", days=day) for day in range(1, 5)))
    clock.advance(timedelta(days=1))
    made = core.portrait.first(first_request(listen_ability=30.0), CALLER)
    assert made.first_portrait.listen_ability == 30.0
    assert made.current_portrait.language_ability.listen == 30.0
    assert flat(made)["D58"].n > 3
    assert len(core.store.first_portraits("org", "s1")) == 2


def test_a_behaviour_sent_twice_counts_once(core: Core) -> None:
    one, other = behaviour(core, days=1), behaviour(core, days=2)
    report(core, one, one, other)
    made = report(core, one)
    assert flat(made)["D58"].n == pytest.approx(2 ** (-1 / 21) + 2 ** (-2 / 21), abs=0.01)
    assert len(core.store.evidence_of("org", "s1")) == 2


def test_percentages_are_shares_of_max_and_other_kinds_are_in_their_unit(core: Core) -> None:
    report(
        core,
        behaviour(core, "D58", value=9, max=10.0),
        behaviour(core, "D08", "duration", 45),
        behaviour(core, "D73", "level", 6),
        behaviour(core, "D65", "switch", 1),
        behaviour(core, "D63", "count", 12),
    )
    stored = {row.target: (row.kind, row.outcome, row.weight) for row in core.store.evidence_of("org", "s1")}
    assert stored == {
        "D58": ("behaviour", 0.9, 1.0),
        "D08": ("behaviour", 45.0, 1.0),
        "D73": ("behaviour", 6.0, 1.0),
        "D65": ("behaviour", 1.0, 1.0),
        "D63": ("behaviour", 12.0, 1.0),
    }


@pytest.mark.parametrize(
    ("indicator", "kind", "value", "more", "field", "message"),
    [
        ("D58", "count", 3, {}, "kind", "'count' is not the kind of D58, which is 'percentage'"),
        ("D58", "percentage", 101, {}, "value", "101 is more than max, 100"),
        ("D58", "percentage", 11, {"max": 10.0}, "value", "11 is more than max, 10"),
        ("D73", "level", 10, {}, "value", "10 is not a level from 1 to 9"),
        ("D73", "level", 0, {}, "value", "0 is not a level from 1 to 9"),
        ("D65", "switch", 0.5, {}, "value", "0.5 is not 0"),
        ("D08", "duration", 20_000, {}, "value", "at most 10080"),
        ("D63", "count", 3, {"max": 5.0}, "max", "only a percentage has a max"),
        ("D58", "percentage", 50, {"days": -1}, "occurred_at", "lies in the future"),
        ("D58", "percentage", 50, {"days": 20_000}, "occurred_at", "is before 2000-01-01"),
    ],
)
def test_a_behaviour_that_its_indicator_does_not_take_is_refused_by_its_place(
    core: Core, indicator: str, kind: str, value: float, more: dict[str, float], field: str, message: str
) -> None:
    with pytest.raises(BadParameter, match=message) as caught:
        report(core, behaviour(core), behaviour(core, indicator, kind, value, **more))
    assert [fault.field for fault in caught.value.faults] == [f"behaviors[1].{field}"]
    assert caught.value.error_code == 400002
    assert core.store.evidence_of("org", "s1") == []


def test_past_the_quota_nothing_is_written(core: Core) -> None:
    call = Call("org", "key", "portrait/update", "2026-11", 0, False, 0, "r1", core.clock.now(), 60)
    request = UpdatePortraitRequest(student_id="s1", behaviors=[behaviour(core)])
    with pytest.raises(QuotaExceeded, match="quota of 0 calls"):
        core.portrait.update(request, replace(CALLER, call=call))
    with pytest.raises(QuotaExceeded, match="quota of 0 calls"):
        core.portrait.first(first_request(), replace(CALLER, call=call))
    assert core.store.evidence_of("org", "s1") == []
    assert core.store.student("org", "s1") is None


@pytest.mark.parametrize(
    ("score", "language", "classroom", "community"),
    [
        (100, "中文大师", "钻石学习者", "社交名人"),
        (85, "中文大师", "钻石学习者", "社交名人"),
        (84.9, "中文达人", "铂金学习者", "社交牛人"),
        (60, "中文达人", "铂金学习者", "社交牛人"),
        (59.9, "中文能手", "黄金学习者", "社交牛人"),
        (20, "中文能手", "黄金学习者", "社交牛人"),
        (19.9, "中文小白", "白银学习者", "社交新人"),
        (0, "中文小白", "白银学习者", "社交新人"),
    ],
)
def test_the_lower_bound_belongs_to_the_higher_tier(
    score: float, language: str, classroom: str, community: str
) -> None:
    found = (
        labels.tier(score, labels.LANGUAGE),
        labels.tier(score, labels.CLASSROOM),
        labels.tier(score, labels.COMMUNITY),
    )
    assert found == (language, classroom, community)


def test_experience_is_one_a_question_and_one_more_when_right(core: Core, answer: Answering) -> None:
    answer(30, 10)
    made = report(core).level_labels
    assert (made.star_exp, made.star_level, made.next_star_exp) == (70, 1, 110)


def test_experience_is_never_lost_and_an_upheld_appeal_adds_to_it(core: Core, answer: Answering) -> None:
    from core.answers.wire import AppealRequest

    sources = answer(0, 2)
    assert report(core).level_labels.star_exp == 2
    evaluation_id = sources[0].partition("#")[0]
    question = core.store.answers_of("org", evaluation_id)[0].item_id
    request = AppealRequest(student_id="s1", evaluation_id=evaluation_id, question_id=question)
    core.answers.appeal(request, CALLER)
    before = flat(report(core))["D34"].value
    core.answers.settle_appeal(core.answers.appeals(CALLER)[0].appeal_id, CALLER, upheld=True)
    made = report(core)
    assert made.level_labels.star_exp == 3
    assert flat(made)["D34"].value > before
    assert flat(made)["D34"].n == 2


def test_own_answers_feed_the_tree_without_any_behaviour(core: Core, answer: Answering) -> None:
    answer(4, 1, topic="vocabulary", tag="pinyin")
    answer(4, 1, topic="reading")
    answer(4, 1, topic="listening", seconds=60)
    answer(4, 1, topic="grammar")
    nodes = flat(report(core))
    for leaf in ("D08", "D09", "D33", "D34", "D35", "D39", "D70"):
        assert nodes[leaf].value is not None, leaf
    assert nodes["D05"].n + nodes["D06"].n + nodes["D07"].n == 5
    assert nodes["D37"].n + nodes["D38"].n == 5
    assert nodes["D70"].raw == 1
    assert nodes["S3"].value is not None


def test_the_maps_leaf_bears_the_day_of_its_last_answer(core: Core, answer: Answering, clock: StoppedClock) -> None:
    answer(4, 1, topic="grammar")
    answered = flat(report(core))["D35"]
    clock.advance(timedelta(days=20))
    answer(3, 1)
    later = flat(report(core))
    assert (later["D35"].value, later["D35"].updated_at) == (answered.value, answered.updated_at)
    assert later["D34"].updated_at > later["D35"].updated_at


def test_effort_stands_beside_ability_and_never_in_it(core: Core, answer: Answering) -> None:
    answer(10, 4, topic="reading")
    answer(10, 4, topic="vocabulary")
    answer(10, 4, topic="grammar")
    before = report(core)
    reports = [behaviour(core, "D39", "duration", 300, days=day / 2) for day in range(20)]
    after = report(core, *reports)
    assert (after.effort["read"] or 0) > (before.effort["read"] or 0) > 0
    assert after.current_portrait.language_ability.read == before.current_portrait.language_ability.read


def test_settings_and_consent_never_score(core: Core) -> None:
    reports = [behaviour(core, leaf, "switch", 1, days=day) for leaf in ("D82", "D83", "D11") for day in range(1, 9)]
    nodes = flat(report(core, *reports))
    assert (nodes["T35"].value, nodes["T05"].value, nodes["S6"].value) == (None, None, None)
    assert (nodes["D82"].value, nodes["D82"].raw) == (None, 100.0)


def test_lower_is_better_where_the_tree_says_so(core: Core) -> None:
    few = [behaviour(core, "D49", value=2, days=day) for day in range(1, 20)]
    many = [behaviour(core, "D49", value=60, days=day) for day in range(1, 20)]
    good = flat(report(core, *few, student_id="careful"))["D49"].value
    poor = flat(report(core, *many, student_id="hasty"))["D49"].value
    assert good > 80 > 60 > poor


def test_class_scores_are_half_ability_and_half_effort(core: Core) -> None:
    effort = [
        behaviour(core, leaf, value=100, days=day) for leaf in ("D58", "D61", "D68", "D71") for day in range(1, 15)
    ]
    effort += [behaviour(core, leaf, "count", 100, days=day) for leaf in ("D63", "D64") for day in range(1, 15)]
    ability = [behaviour(core, leaf, value=0, days=day) for leaf in ("D66", "D69") for day in range(1, 15)]
    node = flat(report(core, *effort, *ability))["S5"]
    assert 40 < node.value < 65


def test_under_30_per_cent_coverage_a_node_is_null(core: Core) -> None:
    nodes = flat(report(core, *(behaviour(core, "D58", days=day) for day in range(1, 20))))
    assert nodes["D58"].value is not None
    assert nodes["T25"].value is not None
    assert nodes["S5"].value is None


def test_the_stored_state_equals_one_made_anew_from_the_whole_log(
    core: Core, answer: Answering, clock: StoppedClock
) -> None:
    from core.portrait.sums import read

    for day in range(6):
        answer(3, 1, start=4 * day)
        answer(2, 1, topic="listening", start=3 * day)
        report(core, behaviour(core, "D58", days=20 - day), behaviour(core, "D08", "duration", 10 + day, days=day))
        clock.advance(timedelta(days=7))
    made = report(core)
    stored = core.store.portrait_state("org", "s1")
    assert stored is not None
    core.store.fold_portraits(
        "org",
        ["s1"],
        lambda given: (replace(stored, version="another", watermark=0), None),
        version="x",
        at=clock.now(),
    )
    assert report(core).model_dump(exclude={"updated_at"}) == made.model_dump(exclude={"updated_at"})
    anew = core.store.portrait_state("org", "s1")
    assert anew is not None
    for key, sums in read(stored).states.leaves.items():
        other = read(anew).states.leaves[key]
        assert abs(sums.total - other.total) + abs(sums.n - other.n) < 1e-9


def test_the_nightly_refresh_gives_what_the_update_gives_and_writes_nothing_twice(
    core: Core, answer: Answering, clock: StoppedClock
) -> None:
    for student in ("a", "b", "c"):
        answer(5, 2, student_id=student)
    day = datetime(2026, 11, 24, tzinfo=UTC).date()
    core.portrait.update(UpdatePortraitRequest(student_id="a"), CALLER)
    assert core.knowledge.after_update("org", ["a", "b", "c"], day) == 2
    assert core.knowledge.after_update("org", ["a", "b", "c"], day) == 0
    one, other = got(core, "a"), got(core, "b")
    assert one.model_dump(exclude={"student_id"}) == other.model_dump(exclude={"student_id"})


@given(scores=st.lists(st.floats(0, 100), min_size=4, max_size=4))
def test_comprehensive_ability_is_the_mean_of_the_four(scores: list[float]) -> None:
    from core.portrait.drawing import _abilities
    from core.records.learner import FirstPortrait

    names = ("listen_ability", "speak_ability", "read_ability", "write_ability")
    request = first_request(**dict(zip(names, scores, strict=True)))
    baseline = FirstPortrait(
        "org", "s1", "{}", request.test_results.model_dump_json(), "api", datetime(2026, 11, 24, tzinfo=UTC)
    )
    assert _abilities(baseline).comprehensive_ability == pytest.approx(sum(scores) / 4, abs=0.0051)


def test_the_nightly_update_makes_the_portraits_of_students_with_new_evidence(
    core: Core, answer: Answering, clock: StoppedClock
) -> None:
    answer(5, 2)
    answer(4, 1, topic="grammar", student_id="s2")
    clock.advance(timedelta(days=1))
    core.knowledge.update(UpdateRequest(), CALLER)
    assert [state.student_id for state in core.store.portrait_states("org")] == ["s1", "s2"]
    assert flat(got(core, "s2"))["D35"].n > 0
    made = got(core)
    core.knowledge.update(UpdateRequest(), CALLER)
    assert got(core) == made

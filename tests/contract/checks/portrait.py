"""The tree of indicators, labels, stars, experience, and what moves a portrait."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from weakref import WeakKeyDictionary

from core.portrait import labels
from tests.contract.school import ORGANISATION, School
from tests.http.record import BEHAVIOURS, FIRST, PEER_SWITCH_ON
from tests.http.service import ESSAY, FIRST_PORTRAIT, NOW, PEERS, PORTRAIT, SUBMIT, UPDATE_PORTRAIT

Node = dict[str, Any]
SKILLS = ("listen", "speak", "read", "write")
KINDS = {"percentage": "D03", "level": "D01", "duration": "D08", "switch": "D13", "count": "D10"}
ESSAY_TEXT = "昨天我去了图书馆，看了一本很有意思的书。书里的故事发生在北京，我读了以后也想去那里看一看。"
"""A text of thirty Chinese characters or more is an essay that earns experience."""


def portrait_of(school: School, student_id: str) -> dict[str, Any]:
    """A student's portrait."""
    reply = school.get(PORTRAIT.format(student_id))
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def level(nodes: list[Node], depth: int) -> Iterator[Node]:
    """The nodes at a depth of the tree, the first being 1."""
    for node in nodes:
        if depth == 1:
            yield node
        else:
            yield from level(node["children"], depth - 1)


def _tree(school: School, name: str = "portrait") -> list[Node]:
    found: list[Node] = school.looked_at(name)[0].body["data"]["indicators"]
    return found


def _nodes(school: School, name: str = "portrait") -> list[Node]:
    return [node for depth in (1, 2, 3, 4) for node in level(_tree(school, name), depth)]


# -- the tree ------------------------------------------------------------------------------------------------


def tree_level(school: School, depth: str, nodes: str) -> None:
    assert len(list(level(_tree(school), int(depth)))) == int(nodes)


def tree_values(school: School) -> None:
    values = [node["value"] for node in _nodes(school)]
    assert all(value is None or 0 <= value <= 100 for value in values)
    assert any(value is not None for value in values)


def tree_kinds(school: School) -> None:
    assert {node["kind"] for node in level(_tree(school), 4)} == set(KINDS)


def tree_n(school: School) -> None:
    assert all(node["n"] >= 0 for node in _nodes(school))
    assert any(node["n"] > 0 for node in _nodes(school))


def tree_updated(school: School) -> None:
    stamps = [node["updated_at"] for node in _nodes(school)]
    assert all(stamp is None or stamp.endswith("Z") for stamp in stamps)
    assert any(stamps)


def tree_null(school: School) -> None:
    assert {node["value"] for node in _nodes(school, "portrait.unknown")} == {None}


def tree_has_kind(school: School, kind: str) -> None:
    assert kind in {node["kind"] for node in level(_tree(school), 4)}


def tree_has_name(school: School, name: str) -> None:
    assert name in {node["name_zh"] for node in level(_tree(school), 4)}


# -- the first portrait --------------------------------------------------------------------------------------


def first(school: School, student_id: str, **results: float) -> dict[str, Any]:
    """The portrait after a first one with these test results."""
    body = {**FIRST, "student_id": student_id, "test_results": {**FIRST["test_results"], **results}}
    reply = school.post(FIRST_PORTRAIT, body)
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def first_is_the_test(school: School) -> None:
    made = first(school, school.student())["first_portrait"]
    assert {name: made[name] for name in FIRST["test_results"]} == FIRST["test_results"]


def comprehensive_is_mean(school: School) -> None:
    made = first(school, school.student())["first_portrait"]
    assert abs(made["comprehensive_ability"] - sum(FIRST["test_results"].values()) / 4) < 0.01


def second_first_replaces(school: School) -> None:
    student_id = school.student()
    first(school, student_id)
    made = first(school, student_id, write_ability=61)
    assert made["first_portrait"]["write_ability"] == 61
    assert made["current_portrait"]["language_ability"]["write"] == 61


def second_first_keeps_history(school: School) -> None:
    student_id = school.student()
    school.post(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": BEHAVIOURS})
    before = _leaf(portrait_of(school, student_id), "D03")
    made = first(school, student_id)
    assert _leaf(made, "D03") == before
    assert before["n"] > 0


def stands_until_moved(school: School, skill: str) -> None:
    student_id = school.student()
    made = first(school, student_id)
    current = portrait_of(school, student_id)["current_portrait"]["language_ability"]
    assert current[skill] == made["first_portrait"][f"{skill}_ability"] == FIRST["test_results"][f"{skill}_ability"]


# -- labels --------------------------------------------------------------------------------------------------


def language_label(school: School, score: str, label: str) -> None:
    made = first(school, school.student(), **{f"{skill}_ability": float(score) for skill in SKILLS})
    assert made["level_labels"]["language"] == label


LEAVES = {
    "classroom": (
        *((leaf, "percentage", 0, 100) for leaf in ("D58", "D61", "D66", "D68", "D69", "D71")),
        ("D73", "level", 1, 9),
        ("D74", "level", 1, 9),
    ),
    "community": (
        ("D78", "percentage", 0, 100),
        ("D80", "percentage", 0, 100),
        ("D84", "level", 1, 9),
        ("D79", "count", 0, 1),
        ("D81", "count", 0, 1),
    ),
}
"""Indicators of an area with their kind, the worst value and the best."""


PERFORMANCES: WeakKeyDictionary[School, dict[str, list[tuple[float, str]]]] = WeakKeyDictionary()


def _performances(school: School, area: str) -> list[tuple[float, str]]:
    """Scores with their labels of students from the worst to the best; made once for a school whose replies nobody breaks."""
    if school.breaks_replies:
        return _made(school, area)
    kept = PERFORMANCES.setdefault(school, {})
    if area not in kept:
        kept[area] = _made(school, area)
    return kept[area]


def _made(school: School, area: str) -> list[tuple[float, str]]:
    found = []
    for tenth in range(11):
        student_id = school.student()
        behaviours = [
            {
                "indicator": leaf,
                "kind": kind,
                "value": low + (high - low) * tenth / 10,
                "occurred_at": f"2026-11-{day}T01:00:00Z",
            }
            for leaf, kind, low, high in LEAVES[area]
            for day in range(10, 24)
            for _ in range(6)
        ]
        reply = school.post(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": behaviours})
        performance = reply.body["data"]["current_portrait"][f"{area}_performance"]
        found.append((performance["score"], performance["level"]))
    return found


def tier(school: School, area: str, label: str, low: str, high: str) -> None:
    found = _performances(school, area)
    within = [said for score, said in found if float(low) <= score < float(high)]
    assert within, found
    assert set(within) == {label}
    assert all(said != label for score, said in found if not float(low) <= score < float(high))


def tier_bound(school: School, area: str, bound: str, label: str) -> None:
    """Evidence does not give a score of exactly the bound: the table that the answer is made from is asked, and the answer near it."""
    tiers = {"classroom": labels.CLASSROOM, "community": labels.COMMUNITY}[area]
    assert labels.tier(float(bound), tiers) == label != labels.tier(float(bound) - 0.01, tiers)
    assert all(said == labels.tier(score, tiers) for score, said in _performances(school, area))


# -- stars and experience ------------------------------------------------------------------------------------


def star_level(school: School, star: str, experience: str) -> None:
    """A student with essays and questions answered wrongly, which earn 10 and 1."""
    student_id = school.student()
    tens, ones = divmod(int(experience), 10)
    school.evidence(student_id, "essay", "skill", "writing", [1.0] * tens)
    school.evidence(student_id, "answer", "skill", "grammar", [0.0] * ones)
    labelled = portrait_of(school, student_id)["level_labels"]
    assert (labelled["star_exp"], labelled["star_level"]) == (int(experience), int(star))


def _earned(school: School, student_id: str) -> int:
    earned: int = portrait_of(school, student_id)["level_labels"]["star_exp"]
    return earned


def experience(school: School, act: str, points: str) -> None:
    student_id = school.student()
    if act == "question":
        school.answered(student_id, wrong=1)
    elif act == "right":
        school.answered(student_id, right=1)
        assert _earned(school, student_id) == int(points)
        return
    elif act == "reading":
        school.upload(student_id=student_id)
    else:
        school.post(ESSAY, {"student_id": student_id, "essay_content": ESSAY_TEXT})
    assert _earned(school, student_id) == int(points)


def experience_of_plan(school: School) -> None:
    student_id = school.student()
    school.evidence(student_id, "plan_day", "skill", "plan", [1.0])
    assert _earned(school, student_id) == 5


def experience_once(school: School) -> None:
    student_id = school.student()
    (question,) = school.questions()
    answers = [{"question_id": question["id"], "answer": question["correct_answer"]}]
    body = {"student_id": student_id, "answers": answers, "session_id": "once"}
    assert [school.post(SUBMIT, body).status for _ in range(2)] == [200, 200]
    assert _earned(school, student_id) == 2


def experience_stays(school: School) -> None:
    student_id = school.student()
    school.answered(student_id, right=3)
    earned = _earned(school, student_id)
    with school.at(NOW + timedelta(days=300)):
        assert _earned(school, student_id) == earned == 6


# -- behaviours ----------------------------------------------------------------------------------------------


def _leaf(portrait: dict[str, Any], leaf: str) -> Node:
    return next(node for node in level(portrait["indicators"], 4) if node["id"] == leaf)


def reported(school: School, **behaviour: Any) -> dict[str, Any]:
    """The portrait of a new student after one behaviour."""
    body = {"occurred_at": "2026-11-23T09:00:00+08:00", **behaviour}
    reply = school.post(UPDATE_PORTRAIT, {"student_id": school.student(), "behaviors": [body]})
    assert reply.status == 200, reply.body
    found: dict[str, Any] = reply.body["data"]
    return found


def takes_kind(school: School, kind: str) -> None:
    leaf = KINDS[kind]
    node = _leaf(reported(school, indicator=leaf, kind=kind, value=1), leaf)
    assert node["kind"] == kind
    assert node["n"] > 0


def percentage_of_max(school: School) -> None:
    halves = [reported(school, indicator="D03", kind="percentage", value=10, max=20)]
    halves.append(reported(school, indicator="D03", kind="percentage", value=50))
    all_right = reported(school, indicator="D03", kind="percentage", value=20, max=20)
    assert _leaf(halves[0], "D03")["raw"] == _leaf(halves[1], "D03")["raw"] < _leaf(all_right, "D03")["raw"]


def behaviours_move(school: School) -> None:
    low = reported(school, indicator="D68", kind="percentage", value=0)
    high = reported(school, indicator="D68", kind="percentage", value=100)
    assert _leaf(low, "D68")["value"] < _leaf(high, "D68")["value"]


def update_is_what_get_gives(school: School) -> None:
    made = reported(school, indicator="D03", kind="percentage", value=82)
    assert portrait_of(school, made["student_id"]) == made


def peer_switch(school: School, on: str) -> None:
    """Opted in a day ago; and out, an hour ago."""
    student_id = school.student()
    switches = [PEER_SWITCH_ON]
    if on == "0":
        switches.append({**PEER_SWITCH_ON, "value": 0, "occurred_at": "2026-11-24T09:00:00+08:00"})
    for switch in switches:
        assert school.post(UPDATE_PORTRAIT, {"student_id": student_id, "behaviors": [switch]}).status == 200
    reply = school.get(PEERS.format(student_id))
    assert reply.body["data"]["opted_in"] is (on == "1")
    consents = school.service.store.consent(ORGANISATION, student_id)
    assert (consents is not None) is (on == "1")

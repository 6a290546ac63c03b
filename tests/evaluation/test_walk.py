"""One student walks through three months: every number that two places show is the same (`benchmarks walk` walks with twelve)."""

from __future__ import annotations

from pathlib import Path

from evaluation.questions.bank_items import shared_bank
from evaluation.walk.cast import KINDS, walked
from evaluation.walk.comparing import compared, names_of
from evaluation.walk.numbers import PageRecorder, Shown, of_class, of_json, of_student
from evaluation.walk.reasons import Checked, check
from pages.parts import components, i18n, visitor

ROOT = Path(__file__).resolve().parents[2]
LEAST_PAIRS = 60
LEAST_REASONS = 200
NAMES = {"grammar": "grammar"}


def test_a_student_is_told_the_same_everywhere_and_for_true_reasons() -> None:
    kind = next(kind for kind in KINDS if kind.name == "all round")
    reasons = Checked()
    walk = walked([kind], bank=shared_bank(), each_week=lambda walker: check(walker, reasons))
    assert not reasons.false
    assert reasons.count >= LEAST_REASONS
    assert reasons.noticed > 0.9 * reasons.changed
    recorder = PageRecorder(walk, ROOT / "pages", i18n, visitor, components)
    in_class = of_class(recorder, walk.core.access.open_signin(walk.teacher))
    found = of_student(walk, walk.walkers[kind.name], recorder, in_class)
    comparison = compared(found, names_of(ROOT / "data" / "indicators.csv"))
    assert not comparison.differing
    assert not comparison.unknown
    assert len(comparison.pairs) >= LEAST_PAIRS


def number(place: str, name: str, text: str, *about: str) -> Shown:
    return Shown(place, name, about, float(text), text)


def test_two_places_that_differ_are_told() -> None:
    found = [
        number("report", "overall_progress.total_attempts", "12"),
        number("report", "comparison.overall.now.n", "13"),
    ]
    comparison = compared(found, NAMES)
    assert [(quantity, one.text, other.text) for quantity, one, other in comparison.differing] == [
        ("answers", "12", "13")
    ]


def test_what_is_rounded_differently_is_the_same_within_the_rounding() -> None:
    places = ("report", "overall_progress.average_score"), ("page report", "metric Mean score of 100")
    same = [number(*places[0], "72.44"), number(*places[1], "72.4", "0")]
    other = [number(*places[0], "72.54"), number(*places[1], "72.4", "0")]
    assert not compared(same, NAMES).differing
    assert compared(other, NAMES).differing


def test_counts_add_up_exactly() -> None:
    skills = [number("report", f"skill_analysis.{skill}.n", "20") for skill in ("grammar", "reading")]
    assert not compared([number("report", "overall_progress.total_attempts", "40"), *skills], NAMES).differing
    assert compared([number("report", "overall_progress.total_attempts", "41"), *skills], NAMES).differing


def test_up_and_down_are_not_the_same() -> None:
    down = number("report", "comparison.overall.difference", "-5.0")
    text = "“The mean score went **{way}** by {points} points (95 % range {low} to {high}).” points"
    assert not compared([down, number("page report", text.replace("{way}", "down"), "5")], NAMES).differing
    assert compared([down, number("page report", text.replace("{way}", "up"), "5")], NAMES).differing


def test_a_place_without_a_line_in_the_register_is_told() -> None:
    assert compared([number("report", "new_field", "1")], NAMES).unknown == {"report new_field"}


def test_numbers_of_a_json_value_are_named_by_their_path_and_by_what_they_are_about() -> None:
    body = {"knowledge_points": [{"point_id": "【一01】", "n": 3, "shown": True}], "note": "about 4 of 10"}
    assert [(each.name, each.about, each.text) for each in of_json("map", body)] == [
        ("knowledge_points[].n", ("【一01】",), "3"),
        ("note~", ("0",), "4"),
        ("note~", ("1",), "10"),
    ]

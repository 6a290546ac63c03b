"""Life of items on simulated students: recovered difficulty and slope, coverage of the intervals, planted faults retired by
rule, what a prediction before the first answer gains, the cost of a night, and search over the bank."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from benchmarks.questions.simulated_items import OPTIONS, Class, Fault, SimulatedItem, simulated_class, simulated_item
from core.api.core import Core
from core.arrays import Float64
from core.learning.intervals import Z95
from core.learning.items.prediction import form_part, kind_part
from core.learning.items.statistics import PREDICTED_SPREAD, curve, slope
from core.questions.catalogue import Catalogue, OwnItems
from core.questions.kinds.building import Draft, Frame, Wording, fill_blank_item, multiple_choice_item
from core.questions.life.retirement import Case, below_chance, objections, reversed_slope
from core.questions.life.wire import ItemQuery
from core.records.access import Organisation
from core.records.answers import AnswerRow, EvaluationRow
from core.records.evidence import Evidence
from core.records.items import Item
from core.wire import QUESTION_TYPES, TOPICS, Bilingual
from core.wiring import in_memory_core
from evaluation.bars import Bars

SEED = 2026
STUDENTS = 2_000
ITEMS = 2_000
"""Items whose difficulty is recovered, at each number of answers."""
ANSWERS = (30, 60, 200)
RASCH = 1e-3
"""Spread of slopes that holds them at 1."""
SOUND, FAULTY = 800, 120
LOOKS = (30, 40, 60, 100, 150, 200)
"""Answers at which the rules look: a sound item must get past all of them."""
COVERAGE = (0.93, 0.97)
FALSE_SHARE = 0.01
FOUND: dict[Fault, tuple[float, float]] = {
    "wrong_key": (0.9, 0.97),
    "two_right": (0.3, 0.55),
    "tells_nothing": (0.15, 0.5),
}
"""Least share of planted faults retired after 60 and after 200 answers: what was reached, less twice the chance error."""
NIGHT_ITEMS, NIGHT_STUDENTS = 100, 60
SEARCH_MS = 100.0
WHY = Bilingual(zh="因为。", en="Because.")


def run_part(bars: Bars) -> None:
    """Run all parts."""
    rng = np.random.default_rng(SEED)
    students = simulated_class(STUDENTS, rng)
    _abilities(students)
    _recovery(bars, students, rng)
    _retirement(bars, students, rng)
    core = in_memory_core()
    _prediction(core, rng)
    _search(bars, core)
    _night(core, rng)


def run() -> int:
    """This part alone; how many bars failed."""
    bars = Bars()
    run_part(bars)
    return bars.failed


def _abilities(students: Class) -> None:
    off = students.truth - students.ability
    print(
        f"    {len(students.truth)} students: correlation of true and estimated ability "
        f"{np.corrcoef(students.truth, students.ability)[0, 1]:.3f}, error variance {off.var():.3f} "
        f"(said {students.error.mean():.3f})"
    )


# -- difficulty and slope --------------------------------------------------------------------------------------


@dataclass
class _Recovered:
    truth: list[float]
    found: list[float]
    inside: list[bool]

    def line(self) -> str:
        truth, estimates = np.array(self.truth), np.array(self.found)
        error = np.sqrt(((truth - estimates) ** 2).mean())
        return f"correlation {np.corrcoef(truth, estimates)[0, 1]:.3f}, RMSE {error:.3f}, in the interval {np.mean(self.inside):.3f}"


def _recovery(bars: Bars, students: Class, rng: np.random.Generator) -> None:
    for answers in ANSWERS:
        items = [simulated_item(students, answers, rng, options=OPTIONS if i % 3 else 1) for i in range(ITEMS)]
        difficulty, slopes, rasch = (_Recovered([], [], []) for _ in range(3))
        for item in items:
            fitted = curve(item.ability, item.error, item.score, predicted=item.predicted, floor=item.floor)
            slope_fixed = curve(
                item.ability, item.error, item.score, predicted=item.predicted, floor=item.floor, slope_spread=RASCH
            )
            for recovered, truth, estimate in (
                (difficulty, item.difficulty, fitted.difficulty),
                (rasch, item.difficulty, slope_fixed.difficulty),
                (slopes, item.slope, fitted.slope),
            ):
                recovered.truth.append(truth)
                recovered.found.append(estimate.value)
                recovered.inside.append(estimate.low <= truth <= estimate.high)
        print(f"    {answers} answers, difficulty: {difficulty.line()}")
        print(f"    {answers} answers, difficulty with the slope held at 1: {rasch.line()}")
        print(f"    {answers} answers, slope: {slopes.line()}; {_other_slopes(items)}")
        covered = float(np.mean(difficulty.inside))
        bars.check(
            f"95 % intervals of difficulty, {answers} answers",
            covered,
            COVERAGE[0] <= covered <= COVERAGE[1],
            f"{COVERAGE[0]} to {COVERAGE[1]}",
        )


def _other_slopes(items: list[SimulatedItem]) -> str:
    """Correlation with the true slope of the ways that were not taken."""
    truth = np.array([item.slope for item in items])
    plain = np.array([slope(item.ability, item.score).value for item in items])
    biserial = np.array([_biserial(item) for item in items])
    return (
        f"correlation of the slope without a floor {np.corrcoef(truth, plain)[0, 1]:.3f}, of the point-biserial "
        f"{np.corrcoef(truth, biserial)[0, 1]:.3f}"
    )


def _biserial(item: SimulatedItem) -> float:
    score = item.score
    return float(np.corrcoef(item.ability, score)[0, 1]) if 0 < score.mean() < 1 else 0.0


# -- retirement --------------------------------------------------------------------------------------------------


def _retirement(bars: Bars, students: Class, rng: np.random.Generator) -> None:
    for options in (OPTIONS, 1):
        name = "choice" if options > 1 else "typed"
        early, late = _retired(students, rng, "sound", options, SOUND)
        bars.at_most(f"sound items ({name}) retired after 60 answers", early, FALSE_SHARE)
        bars.at_most(f"sound items ({name}) retired after 200 answers", late, FALSE_SHARE)
    for fault, (least_early, least_late) in FOUND.items():
        early, late = _retired(students, rng, fault, OPTIONS, FAULTY)
        bars.at_least(f"{fault}: retired after 60 answers", early, least_early)
        bars.at_least(f"{fault}: retired after 200 answers", late, least_late)
    _single_figures(students, rng)


def _single_figures(students: Class, rng: np.random.Generator) -> None:
    """What tests on one figure each find by 60 answers: beside the rules above."""
    plain = _item(OPTIONS)
    for fault in ("sound", *FOUND):
        drawn = [simulated_item(students, 60, rng, fault=fault) for _ in range(FAULTY)]
        looks = [[_case(plain, item, look) for look in LOOKS if look <= 60] for item in drawn]
        tests: dict[str, Callable[[Case], object]] = {
            "slope below 0": reversed_slope,
            "share below chance": below_chance,
            "an option chosen by abler students than the key": _abler,
        }
        shares = (f"{name} {np.mean([any(map(test, cases)) for cases in looks]):.3f}" for name, test in tests.items())
        print(f"    {fault}, found by 60 answers by one figure alone: {', '.join(shares)}")


def _abler(case: Case) -> bool:
    """Welch's test at 95 %, options of ten answers or more."""
    groups = {label: case.abilities[np.array(case.chosen_labels) == label] for label in case.labels}
    key = groups.pop(case.item.key)
    return any(
        min(len(key), len(group)) >= 10
        and group.mean() - key.mean() > Z95 * np.sqrt(group.var(ddof=1) / len(group) + key.var(ddof=1) / len(key))
        for group in groups.values()
    )


def _retired(students: Class, rng: np.random.Generator, fault: Fault, options: int, count: int) -> tuple[float, float]:
    """Shares retired by 60 and by 200 answers; says which rules spoke first."""
    plain = _item(options)
    retired_after, rules = [], Counter[str]()
    for _ in range(count):
        drawn = simulated_item(students, max(LOOKS), rng, fault=fault, options=options)
        answers, rule = _first_objection(plain, drawn)
        retired_after.append(answers)
        rules[rule] += bool(rule)
    rules_text = ", ".join(f"{rule} {number}" for rule, number in rules.most_common() if number)
    print(
        f"    {fault}, {'choice' if options > 1 else 'typed'}: {sum(rules.values())} of {count}: {rules_text or 'none'}"
    )
    return float(np.mean(np.array(retired_after) <= 60)), float(np.mean(np.array(retired_after) <= max(LOOKS)))


def _first_objection(plain: Item, drawn: SimulatedItem) -> tuple[float, str]:
    """Answers at which the rules retire it, and which rule; infinity when never."""
    for look in LOOKS:
        reasons = objections(_case(plain, drawn, look))
        if reasons:
            return look, reasons[0].rule
    return float("inf"), ""


def _case(plain: Item, drawn: SimulatedItem, answers: int) -> Case:
    labels = [plain.key, *(option.id for option in plain.options if option.id != plain.key)]
    return Case(
        item=plain,
        predicted_difficulty=drawn.predicted,
        abilities=drawn.ability[:answers],
        ability_variances=drawn.error[:answers],
        scores=drawn.score[:answers],
        chosen_labels=tuple(labels[index] for index in drawn.chosen[:answers]) if plain.options else (),
    )


def _item(options: int) -> Item:
    frame = Frame(source="simulated", topic="grammar", standard_level=1, tags=("gap",))
    if options == 1:
        return fill_blank_item(frame, Wording(WHY, "我____茶。", WHY), key="喝")
    return multiple_choice_item(frame, Wording(WHY, "我____茶。", WHY), key="喝", wrong=["吃", "看", "听"])


# -- prediction --------------------------------------------------------------------------------------------------


def _prediction(core: Core, rng: np.random.Generator) -> None:
    """RMSE of three ways of predicting, on items of the bank, where kind and form matter so many times as much as assumed.
    There are no answers of real students: this says what a wrong guess of the sizes costs, not whether they are right."""
    items = [
        item
        for kind in QUESTION_TYPES
        for topic in TOPICS
        for item in _some(core.bank.drafts(kind, topic, "beginner"), rng)
    ]
    kinds = _centred(np.array([kind_part(item) for item in items]))
    forms = _centred(np.array([form_part(item) for item in items]))
    rest = rng.normal(0, PREDICTED_SPREAD, len(items))
    for times in (0.0, 0.5, 1.0, 2.0):
        truth = times * (kinds + forms) + rest
        ways = {
            "level and points": 0 * kinds,
            "with the kind": kinds,
            "with kind and form": kinds + forms,
        }
        errors = ", ".join(f"{name} {np.sqrt(((truth - way) ** 2).mean()):.3f}" for name, way in ways.items())
        print(f"    predicted difficulty of {len(items)} items, parts {times} times as assumed: RMSE {errors}")


def _some(drafts: Sequence[Draft], rng: np.random.Generator) -> list[Item]:
    drawn = rng.choice(len(drafts), min(60, len(drafts)), replace=False)
    items = (drafts[index].item() for index in drawn)
    return [item for item in items if item is not None]


def _centred(values: Float64) -> Float64:
    centred: Float64 = values - values.mean()
    return centred


# -- search ------------------------------------------------------------------------------------------------------


def _search(bars: Bars, core: Core) -> None:
    catalogue = Catalogue(core.bank)
    own = OwnItems((), {})
    queries = [
        ItemQuery(),
        ItemQuery(text="喜欢"),
        ItemQuery(text="的"),
        ItemQuery(text="like tea"),
        ItemQuery(kind="tones", levels=(2,)),
        ItemQuery(theme="food", types=("matching",), descending=True),
        ItemQuery(sort="type", offset=1_000),
    ]
    started = time.process_time()
    total = catalogue.search(queries[0], own, stored_items=lambda _: {}).total
    print(
        f"    {total} drafts in columns after {time.process_time() - started:.1f} CPU s (the bank's own part included)"
    )
    worst = 0.0
    for query in queries:
        catalogue.search(query, own, stored_items=lambda _: {})
        started = time.perf_counter()
        catalogue.search(query, own, stored_items=lambda _: {})
        worst = max(worst, 1000 * (time.perf_counter() - started))
    bars.at_most(f"slowest of {len(queries)} searches over {total} drafts, ms", worst, SEARCH_MS)


# -- a night -----------------------------------------------------------------------------------------------------


def _night(core: Core, rng: np.random.Generator) -> None:
    """What a round of the rules costs where every item has enough answers."""
    items = _some(core.bank.drafts("multiple_choice", "grammar", "beginner")[:4_000], rng)
    items += _some(core.bank.drafts("multiple_choice", "vocabulary", "beginner")[:4_000], rng)
    items = items[:NIGHT_ITEMS]
    now = core.clock.now()
    core.store.add_organisation(Organisation("night", "Night", "free", None, False, now))
    core.store.issue_items(
        items, organisation_id="night", student_id=None, at=now, not_since=now, call=None, reply=None
    )
    for student in range(NIGHT_STUDENTS):
        _answered(core, f"s{student}", items, rng)
    started = time.process_time()
    judged = core.questions.retire_by_rule("night")
    spent = time.process_time() - started
    print(
        f"    a night: {judged.items} items by {judged.answers} answers in {spent:.2f} CPU s "
        f"({1000 * spent / judged.items:.1f} ms an item), {judged.retired} retired"
    )
    started = time.process_time()
    again = core.questions.retire_by_rule("night")
    print(f"    again without news: {again.items} items, {1000 * (time.process_time() - started):.1f} ms")


def _answered(core: Core, student: str, items: Sequence[Item], rng: np.random.Generator) -> None:
    now, evaluation = core.clock.now(), f"ev_{student}"
    right = rng.random(len(items)) < 0.6
    rows = [
        AnswerRow(
            evaluation, position, student, item.id, item.type, item.topic, item.standard_level, (), (),
            f'"{item.key if right[position] else item.options[-1].id}"', True, bool(right[position]), 100.0 * right[position], 9, now,
        )
        for position, item in enumerate(items)
    ]  # fmt: skip
    evidence = [
        Evidence(
            student, "answer", "skill", item.topic, float(right[position]), 1.0, f"{evaluation}#{position}", now,
            f"{evaluation}#{position}", item.id,
        )
        for position, item in enumerate(items)
    ]  # fmt: skip
    row = EvaluationRow(evaluation, "night", student, None, "print", "{}", now)
    core.store.add_evaluation(row, rows, evidence, call=None, reply=None)

"""Grammar detection: case files, official examples, the gold set, and what it costs beside the parser alone."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Collection
from functools import cache
from statistics import median

from core.api.core import Core
from core.learning.intervals import wilson
from core.tables import Tables
from core.wiring import in_memory_core
from evaluation.bars import Bars
from evaluation.figures import Figure, Section, report
from evaluation.language.grammar_cases import Case, CaseFile, case_files
from evaluation.language.grammar_gold import Counts, Detection, agreement, gold, run_detector
from evaluation.language.grammar_kinds import kind_sentences, wrong
from evaluation.reference import ABSENT, REFERENCE

COMMAND = "uv run python -m benchmarks grammar"
OFFICIAL, PRECISION, RECALL, MACRO, KINDS = 0.98, 0.85, 0.85, 0.75, 0.85
MOST_COST = 1.5
"""Whole analysis over segmenting, tagging and parsing alone, in the same run."""
SECONDS_FOR_1000 = 0.3
REPEATS = 9
REGISTERS = 12


@cache
def core() -> Core:
    """One core for all accuracy benchmarks."""
    return in_memory_core()


@cache
def detected(text: str) -> tuple[tuple[str, int, int], ...]:
    """Point, start and end of every match."""
    return tuple((match.point, match.start, match.end) for match in core().analyser.analyse(text).matches)


def points_in(text: str) -> frozenset[str]:
    """The points found in a text."""
    return frozenset(point for point, _, _ in detected(text))


# -- the baseline: regular expressions from the titles alone ------------------------------------------------


@cache
def title_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns of the words that a title names: alternatives at 、 and /, gaps at ⋯⋯."""
    patterns = []
    for point in Tables().points.grammar:
        named = re.sub(r"（.*?）", "", point.title.split("：")[-1])
        options = [option.strip(" “”\"'") for option in re.split(r"[、；/]", named) if option.strip()]
        expressions = ["(?:.{0,15}?)".join(map(re.escape, re.split(r"⋯+|…+", option))) for option in options]
        patterns.append((point.id, re.compile("|".join(expressions))))
    return tuple(patterns)


def baseline(text: str) -> frozenset[str]:
    """Points whose title's own characters stand in the text."""
    return frozenset(point for point, pattern in title_patterns() if pattern.search(text))


# -- figures ---------------------------------------------------------------------------------------------


def case_failures() -> tuple[int, int, list[str]]:
    """Cases that fail, cases, and the failing lines."""
    failures, n = [], 0
    for file in case_files():
        for case in (*file.positive, *file.negative):
            n += 1
            if spans_of(file, case) != case.spans:
                failures.append(f"{file.point} {case.text}")
    return len(failures), n, failures


def spans_of(file: CaseFile, case: Case) -> tuple[tuple[int, int], ...]:
    """Where the file's point was found in a case."""
    return tuple((start, end) for point, start, end in detected(case.text) if point == file.point)


def official_lines() -> list[tuple[str, str]]:
    """Point and official example line; empty when the reference data is absent."""
    path = REFERENCE / "gf0025" / "grammar_points.jsonl"
    if not path.exists():
        return []
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [
        (row["id"], line)
        for row in rows
        for line in (
            *row["official_examples"],
            *(line for sub in row["sub_points"] for line in sub["official_examples"]),
        )
    ]


def own_point_rate(detect: Callable[[str], Collection[str]]) -> tuple[float, int, list[str]]:
    """Share of official lines in which their own point is detected, n, and the lines missed."""
    lines = official_lines()
    missed = [f"{point} {line}" for point, line in lines if point not in detect(line)]
    return 1 - len(missed) / max(len(lines), 1), len(lines), missed


def share(name: str, value: float, n: int, unit: str, *, bar: float | None = None, baseline: str = "") -> Figure:
    """A share with its Wilson interval."""
    low, high = wilson(value, n)
    return Figure(name, value, n, unit, low, high, bar, baseline)


def gold_figures(result: Detection, plain: Detection) -> list[Figure]:
    """Micro precision and recall, macro F1, with bootstrap intervals and the baseline's."""
    micro, baseline_counts = result.micro(), plain.micro()
    macro, points = result.macro_f1()
    labels = micro.right + micro.missed
    rows: list[tuple[str, float, Callable[[Detection], float], float, int, str, float]] = [
        ("micro precision", micro.precision, lambda s: s.micro().precision, PRECISION, micro.right + micro.spurious, "labels found", baseline_counts.precision),
        ("micro recall", micro.recall, lambda s: s.micro().recall, RECALL, labels, "gold labels", baseline_counts.recall),
        ("macro F1, points with 5 or more", macro, lambda s: s.macro_f1()[0], MACRO, points, "points", plain.macro_f1()[0]),
    ]  # fmt: skip
    return [
        Figure(name, value, n, unit, *result.interval(figure), bar=bar, baseline=f"{baseline:.3f} (titles as patterns)")
        for name, value, figure, bar, n, unit, baseline in rows
    ]


def kind_figures() -> list[Figure]:
    """Share of the sentences of six kinds that rules missed or mistook whose points are right, for each half."""
    return [
        share(
            f"kinds once missed, {name}",
            1 - len(wrong(sentences, points_in)) / len(sentences),
            len(sentences),
            "sentences",
            bar=bar,
        )
        for name, bar, sentences in (
            ("half seen", None, [sentence for sentence in kind_sentences() if sentence.was_seen]),
            ("half only scored", KINDS, [sentence for sentence in kind_sentences() if not sentence.was_seen]),
        )
    ]


def point_table(result: Detection) -> list[str]:
    """Markdown: for each of the 572 points its figures on the gold set; a point without gold says so."""
    scores, tables = result.by_point(), Tables()
    lines = ["| point | title | n | precision | recall | F1 |", "|---|---|---|---|---|---|"]
    for point in tables.points.grammar:
        counts = scores.get(point.id, Counts(0, 0, 0))
        n = counts.right + counts.missed
        title = point.title.replace("|", "／")
        if n:
            figures = f"{counts.precision:.2f} | {counts.recall:.2f} | {counts.f1:.2f}"
        else:
            figures = "no gold | no gold | no gold" + (f" ({counts.spurious} false)" if counts.spurious else "")
        lines.append(f"| {point.id} | {title} | {n} | {figures} |")
    return lines


@cache
def measure() -> Section:
    """All accuracy figures of grammar detection."""
    failed, cases, _ = case_failures()
    figures = [share("own case files pass, spans exact", 1 - failed / max(cases, 1), cases, "cases", bar=1.0)]
    notes = []
    if official_lines():
        rate, n, _ = own_point_rate(points_in)
        base, _, _ = own_point_rate(baseline)
        figures.append(
            share(
                "own point fires on official examples",
                rate,
                n,
                "lines",
                bar=OFFICIAL,
                baseline=f"{base:.3f} (titles as patterns)",
            )
        )
    else:
        notes.append(f"Official examples not measured: {ABSENT}")
    units = gold("test")
    result, plain = run_detector(units, points_in), run_detector(units, baseline)
    figures += gold_figures(result, plain) + kind_figures()
    same, labels = agreement("test")
    notes.append(
        f"The two labelling passes agree with F1 {same:.3f} ({labels} labels in the first). Both passes and the settlement were made "
        "by a language model under rules frozen before measuring (`tests/evaluation/grammar_gold_rules.md`): the figures say how far the "
        "detector follows that reading of the standard."
    )
    return Section(
        title="Grammar points (GF 0025-2021, 572 points)",
        model="rule table data/grammar_rules over the project's parser",
        data=f"{cases} own cases; official example lines of the standard; gold set of {len(units)} units, 12 registers (tests/evaluation)",
        figures=figures,
        command=COMMAND,
        notes=notes,
        table=point_table(result),
    )


def _seconds(work: Callable[[str], object], text: str) -> float:
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work(text)
        seconds.append(time.perf_counter() - start)
    return median(seconds)


def _long_text(characters: int) -> str:
    """Gold sentences of all registers in turn, joined until they are long enough: as varied as text is."""
    units = gold("test")
    text = "".join(unit.text for first in range(REGISTERS) for unit in units[first::REGISTERS])
    return (text * (characters // len(text) + 1))[:characters]


def costs(bars: Bars) -> None:
    """The whole analysis against the parser alone; 1,000 characters; linear up to 20,000."""
    analyser = core().analyser
    parser = analyser.parser
    text = _long_text(1_000)
    analyser.analyse(text)
    whole, alone = _seconds(analyser.analyse, text), _seconds(parser.parse, text)
    bars.at_most("whole analysis / parser alone, 1,000 characters", whole / alone, MOST_COST)
    bars.at_most("seconds for 1,000 characters, warm", whole, SECONDS_FOR_1000)
    half, full = _seconds(analyser.analyse, _long_text(10_000)), _seconds(analyser.analyse, _long_text(20_000))
    bars.at_most("20,000 characters / 10,000 characters (linear: 2)", full / half, 2.4)
    print(f"    20,000 characters: {full:.2f} s; parser alone on 1,000: {alone * 1000:.0f} ms")
    bars.at_most("memory of the process, MB", _resident_megabytes(), 700)


def _resident_megabytes() -> float:
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run() -> int:
    """Print the figures; how many bars failed."""
    bars = Bars()
    costs(bars)
    report(measure(), bars)
    for line in case_failures()[2][:20]:
        print("    fails:", line)
    if official_lines():
        for line in own_point_rate(points_in)[2]:
            print("    not found in", line)
    return bars.failed

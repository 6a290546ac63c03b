"""Inspect the grammar detector: `python -m tests.cases.check_grammar --help`."""

from __future__ import annotations

import argparse
import json
import os
import random
import tomllib
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from core.errors import CorruptTable
from core.language.grammar.detect import Detector
from core.language.grammar.lexicon import Lexicon
from core.language.grammar.predicates.registry import text_predicate_named
from core.language.grammar.rules import Match, PreparedRule
from core.language.grammar.sentence import ParsedText, parsed_text
from core.language.rules.expressions import WordClasses
from core.models.parsing.parser import NeuralParser
from core.tables import DATA, shipped_tables
from core.tables.grammar import GrammarRule, grammar_classes, grammar_rules_of
from core.wiring import level_list
from evaluation.language.grammar_cases import FOLDER, case_file_name, case_files, read_case_file

REFERENCE = Path(os.environ.get("WENLU_REFERENCE", Path(__file__).resolve().parents[3] / "shared" / "reference"))


@cache
def parser() -> NeuralParser:
    return NeuralParser(DATA / "models" / "parser")


@cache
def rule_rows() -> tuple[GrammarRule, ...]:
    rows: list[GrammarRule] = []
    for path in sorted((DATA / "grammar_rules").glob("*.toml")):
        try:
            rows += grammar_rules_of(path)
        except CorruptTable as error:
            print(f"LEFT OUT {path.name}: {str(error)[:300]}")
    return tuple(rows)


@cache
def detector(only: frozenset[str] | None = None) -> Detector:
    """All rules, or those of some points and of the points that compete with them."""
    selected = [row for row in rule_rows() if only is None or row.point in only]
    groups = {group for row in selected for group in row.group}
    competing = [row for row in rule_rows() if row in selected or groups & set(row.group)]
    classes = grammar_classes(DATA / "grammar_rules" / "classes")
    valid = []
    for row in competing:
        try:
            if row.scope == "sentence":
                PreparedRule(row, WordClasses(classes))
            else:
                text_predicate_named(row.predicate)
            valid.append(row)
        except (KeyError, ValueError) as error:
            print(f"LEFT OUT a rule of {row.point}: {error!r}")
    return Detector(valid, classes)


@cache
def lexicon() -> Lexicon:
    tables = shipped_tables()
    return Lexicon.of(tables.words, tables.names.by_name)


@cache
def parse(text: str) -> ParsedText:
    return parsed_text(text, parser().parse(text), lexicon())


def matches_in(text: str, only: frozenset[str] | None = None) -> list[Match]:
    return detector(only).matches(parse(text))


@cache
def official() -> dict[str, list[str]]:
    """Official example lines by point."""
    lines: dict[str, list[str]] = {}
    for line in (REFERENCE / "gf0025" / "grammar_points.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        lines[row["id"]] = [
            *row["official_examples"],
            *(e for sub in row["sub_points"] for e in sub["official_examples"]),
        ]
    return lines


def bracketed(text: str, spans: Iterable[tuple[int, int]]) -> str:
    starts, ends = Counter(s for s, _ in spans), Counter(e for _, e in spans)
    return "".join("]" * ends[i] + "[" * starts[i] + c for i, c in enumerate(text)) + "]" * ends[len(text)]


def check_point(point: str) -> tuple[int, int, int, int]:
    """Print what fails; case failures, cases, official lines missed, official lines."""
    only, failed, cases = frozenset([point]), 0, 0
    path = FOLDER / case_file_name(point)
    if path.exists():
        file = read_case_file(path)
        if len(file.positive) < 3 or len(file.negative) < 3:
            print(
                f"{point} has {len(file.positive)} positive and {len(file.negative)} near misses; 3 of each are needed"
            )
            failed += 1
        for case in (*file.positive, *file.negative):
            cases += 1
            spans = tuple((m.start, m.end) for m in matches_in(case.text, only) if m.point == point)
            if spans != case.spans:
                failed += 1
                print(f"{point} wanted {bracketed(case.text, case.spans)} found {bracketed(case.text, spans)}")
    else:
        print(f"{point} has no case file {path.name}")
        failed += 1
    missed = [line for line in official().get(point, []) if not any(m.point == point for m in matches_in(line, only))]
    for line in missed:
        print(f"{point} official, not found: {line}")
    return failed, cases, len(missed), len(official().get(point, []))


def show_corpus(points: list[str], sample: int) -> None:
    """Where points fire in the project's content, in the dev sentences and in treebank dev: to look for false alarms."""
    texts = corpus()
    for point in points:
        hits = []
        for text in texts:
            spans = [(m.start, m.end) for m in matches_in(text, frozenset([point])) if m.point == point]
            if spans:
                hits.append(bracketed(text, spans))
        print(f"{point} fires in {len(hits)} of {len(texts)} texts")
        for line in random.Random(1).sample(hits, min(sample, len(hits))):
            print("   ", line)


@cache
def corpus() -> tuple[str, ...]:
    texts = []
    for path in sorted((DATA / "content").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines()[::4]:
            row = json.loads(line)
            texts += [row[name] for name in ("text", "zh", "sentence") if isinstance(row.get(name), str)]
    for path in sorted(REFERENCE.glob("treebank/dev-*.conllu")):
        for block in path.read_text(encoding="utf-8").split("\n\n")[::2]:
            words = [
                line.split("\t")[1]
                for line in block.splitlines()
                if line[:1].isdigit() and "-" not in line.split("\t")[0]
            ]
            texts.append("".join(words))
    for line in (REFERENCE / "gf0025" / "grammar_points.jsonl").read_text(encoding="utf-8").splitlines()[::3]:
        texts += json.loads(line)["official_examples"]
    dev = (
        (Path(__file__).resolve().parents[1] / "evaluation" / "grammar_sentences.tsv")
        .read_text(encoding="utf-8")
        .splitlines()[1:]
    )
    texts += [line.split("\t")[3] for line in dev if line.split("\t")[2] == "dev"]
    return tuple(text for text in texts if text)


def points_of(names: list[str]) -> list[str]:
    """Points named, or all points of the rule files named."""
    points: list[str] = []
    for name in names:
        if name.startswith("【"):
            points.append(name)
        else:
            path = DATA / "grammar_rules" / name
            points += dict.fromkeys(row["point"] for row in tomllib.loads(path.read_text(encoding="utf-8"))["rule"])
    return points or [file.point for file in case_files()]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("names", nargs="*", help="points 【二20】 or rule files adverbs.toml; none = all case files")
    arguments.add_argument("--parse", help="print the tokens of a text and all points found")
    arguments.add_argument("--corpus", type=int, default=0, help="print so many places where the points fire elsewhere")
    arguments.add_argument("--level", help="LEVEL:TEXT, print the words of a text above a level")
    options = arguments.parse_args()
    if options.parse:
        for sentence in parse(options.parse).sentences:
            print(
                " ".join(
                    f"{i}:{w}/{t.tag}/{t.relation}<{t.head}"
                    for i, (w, t) in enumerate(zip(sentence.words, sentence.tokens, strict=True))
                )
            )
        for match in matches_in(options.parse):
            print(match.point, match.type, match.start, match.end, options.parse[match.start : match.end])
        return
    if options.level:
        level, _, text = options.level.partition(":")
        beyond = level_list(shipped_tables()).beyond(parser().words(text), level=int(level))
        print(" ".join(f"{t.text}({t.level})" for t in beyond) or "all inside the level")
        return
    points = points_of(options.names)
    if options.corpus:
        show_corpus(points, options.corpus)
        return
    total = [sum(part) for part in zip(*(check_point(point) for point in points), strict=True)]
    print(
        f"{len(points)} points: {total[0]} of {total[1]} cases fail; {total[2]} of {total[3]} official lines not found"
    )


if __name__ == "__main__":
    main()

"""`python -m benchmarks` lists the benchmarks; `python -m benchmarks NAME...` runs them; `all` runs every one.

`python -m benchmarks NAME --option ...` runs one that takes options; `--help` tells them.

The exit status is 1 when a bar does not hold.
"""

from __future__ import annotations

import importlib
import sys

BENCHMARKS = {
    "counts": ("counts", "rows of the standard's tables, the acyclic graph"),
    "questions": ("questions.suite", "every type x topic: distinct items, level, key balance, speed"),
    "parser": ("language.parser", "segmentation, tags and trees on treebanks, jieba beside; speed"),
    "pinyin": ("language.pinyin", "readings in context: case table, 200 sentences, pypinyin beside"),
    "grammar": ("language.grammar", "572 points: case files, official examples, gold set; cost beside the parser"),
    "difficulty": ("language.difficulty", "levels of texts not fitted on, word coverage beside"),
    "speech": (
        "speech.suite",
        "reading aloud: gate, pauses, sounds, integrity, tones, fluency, intonation, totals, cost",
    ),
    "essay": (
        "essays.suite",
        "essays: spelling, clean text, learner sentences, behaviour pack, score, properties, cost",
    ),
    "learner": ("learning.suite", "prediction, nightly job, path and peers, portrait, map page"),
    "walk": (
        "learning.walk",
        "twelve kinds of students: every number that two places show, over HTTP and on the pages",
    ),
    "plan": ("plan.suite", "amounts, moves, minutes, cost, simulated learners"),
    "classes": (
        "classes.suite",
        "people and classes: an import with every fault, forty essays marked, a ruling for everybody, isolation, pages of 60 students",
    ),
    "accuracy": ("accuracy", "all of these accuracy figures, written to docs/accuracy.md"),
    "api": ("service.api", "CPU of a metered call against a bare handler, latency at 8 clients"),
    "quota": ("service.quota", "4 processes x 16 threads at a limit of 1,000; the turn of the month"),
    "crash": ("service.crash", "kill -9 of the workers under load"),
    "copies": (
        "service.copies",
        "backup under load, verify, restore into both kinds of database: losses, time, memory",
    ),
    "student_data": ("service.student_data", "a year of a student exported, erased, imported: equal state, time"),
    "attack": (
        "attack",
        "everything that once stopped, opened or misled the service, with its relatives, on a running server",
    ),
    "clone": ("service.clone", "from nothing to the first page, installed without a cache: seconds, disk, idle memory"),
    "first_use": ("service.first_use", "CPU of the rules on a first essay, and of commands, in fresh processes"),
    "pages": (
        "pages",
        "clicks to a card, a reading, an essay; axe, keys, a phone's width; times; students at once; other hosts",
    ),
    "screens": ("pages.screens", "the pictures of docs/screens, made anew"),
}
"""By name: the module under `benchmarks` and what it measures."""
WITH_OPTIONS = ("pages", "screens")
"""Their `run` takes the rest of the command line."""


def main(arguments: list[str]) -> int:
    """Run the named benchmarks in order; how many bars failed decides the exit status."""
    first_option = next((place for place, word in enumerate(arguments) if word.startswith("-")), len(arguments))
    names, options = arguments[:first_option], arguments[first_option:]
    if options and (len(names) != 1 or names[0] not in WITH_OPTIONS):
        print(f"Options are for one of these alone: {', '.join(WITH_OPTIONS)}.")
        return 2
    if not names:
        for name, (_, what) in BENCHMARKS.items():
            print(f"{name:10} {what}")
        return 0
    failed = 0
    for name in BENCHMARKS if names == ["all"] else names:
        if name not in BENCHMARKS:
            print(f"There is no benchmark {name!r}; there are: {', '.join(BENCHMARKS)}.")
            return 2
        module, what = BENCHMARKS[name]
        print(f"== {name}: {what}", flush=True)
        run = importlib.import_module(f"benchmarks.{module}").run
        failed += run(options) if options else run()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

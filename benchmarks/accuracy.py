"""Every model's measured accuracy, printed and written to docs/accuracy.md."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.essays import suite as essay
from benchmarks.language import difficulty, grammar, parser, pinyin
from benchmarks.learning import portrait as learner_portrait
from benchmarks.learning import prediction as learner_prediction
from benchmarks.plan import times as plan_times
from benchmarks.questions import judged_items
from benchmarks.speech import suite as speech
from evaluation.bars import Bars
from evaluation.figures import Section, markdown, report
from evaluation.reference import REFERENCE

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "accuracy.md"
HEAD = """# Measured accuracy

Written by `uv run python -m benchmarks accuracy`, never by hand. Each figure names its data, its n and a 95 % interval, with a
baseline beside it. Reference data that may not be copied into this repository (treebanks, official examples) is read
from the folder that WENLU_REFERENCE names; where it is absent the figures that need it are left out and the section says so.
The floors that tests hold are in `tests/evaluation/floors.toml`.
"""


MEASURED: dict[str, Callable[[], Section]] = {
    "parser": parser.measure,
    "pinyin": pinyin.section,
    "grammar": grammar.measure,
    "difficulty": difficulty.measure,
    "speech": speech.section,
    "essay": essay.section,
    "prediction": learner_prediction.section,
    "portrait": learner_portrait.section,
    "times": plan_times.section,
    "judged": judged_items.section,
}
"""In the order in which a text is worked on, then the learner."""


def chosen() -> list[str]:
    """The names of the sections to measure: those of WENLU_ACCURACY, else all for which this machine has the data."""
    if named := os.environ.get("WENLU_ACCURACY"):
        return [name for name in MEASURED if name in named.split(",")]
    missing = set() if (REFERENCE / "treebank").exists() else {"parser"}
    return [name for name in MEASURED if name not in missing | (set() if speech.available() else {"speech"})]


def with_sections(document: str, found: Sequence[str]) -> str:
    """The document with these sections in place of those of the same heading."""
    for section in found:
        heading = section.split("\n", 1)[0]
        before, separator, rest = document.partition(f"\n{heading}\n")
        if not separator:
            raise ValueError(f"There is no section {heading!r} yet: write the whole document once.")
        end = rest.find("\n## ")
        document = f"{before}\n{section.rstrip()}\n" + ("" if end < 0 else rest[end:])
    return document


def run() -> int:
    """Print and write; how many bars failed. `WENLU_ACCURACY=difficulty,times` measures some sections and leaves the others as they are."""
    bars = Bars()
    found = [MEASURED[name]() for name in chosen()]
    for section in found:
        report(section, bars)
    texts = [markdown(section) for section in found]
    some = bool(os.environ.get("WENLU_ACCURACY"))
    written = with_sections(DOCUMENT.read_text("utf-8"), texts) if some else "\n".join([HEAD, *texts])
    DOCUMENT.write_text(written, encoding="utf-8")
    print(f"    written: docs/{DOCUMENT.name}")
    return bars.failed

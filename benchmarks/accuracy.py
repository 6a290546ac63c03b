"""Every model's measured accuracy, printed and written to docs/accuracy.md."""

from __future__ import annotations

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


def sections() -> list[Section]:
    """All sections: in the order in which a text is worked on, then the learner."""
    read = [parser.measure()] if (REFERENCE / "treebank").exists() else []
    of_texts = [*read, pinyin.section(), grammar.measure(), difficulty.measure()]
    of_speech = [speech.section()] if speech.available() else []
    of_learners = [learner_prediction.section(), learner_portrait.section(), plan_times.section()]
    return [*of_texts, *of_speech, essay.section(), *of_learners, judged_items.section()]


def run() -> int:
    """Print and write; how many bars failed."""
    bars, found = Bars(), sections()
    for section in found:
        report(section, bars)
    DOCUMENT.write_text("\n".join([HEAD, *map(markdown, found)]), encoding="utf-8")
    print(f"    written: docs/{DOCUMENT.name}")
    return bars.failed

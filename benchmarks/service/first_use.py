"""What the first of a kind costs in a fresh process: the rules of learner errors on an essay, a command."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from evaluation.bars import Bars

ROUNDS = 3
PREPARED = """
import time
from core.tables import Tables
from core.wiring import analyser_of
tables = Tables()
passages = tables.content.passages
text = "".join("".join(row.sentences) for row in passages[:: max(1, len(passages) // 4)])[:600]
analyser = analyser_of(tables)
"""
ESSAY = (
    PREPARED
    + """
from core.essays.rules.corrector import RuleCorrector
parsed = analyser.analyse(text).parsed
rules, probabilities = tables.essay_rules, tables.essay_rule_probabilities
words, classifiers = tables.words, tables.classifiers
words.by_form, classifiers.by_noun
begun = time.process_time()
corrector = RuleCorrector(rules, probabilities=probabilities, words=words, classifiers=classifiers)
corrector.proposals(text, parsed)
print(time.process_time() - begun)
"""
)
COMMANDS = (("doctor",), ("--help",))


def run() -> int:
    """The least of some rounds for each, in processes of their own, held to a second and to one and a half."""
    bars = Bars()
    essay = min(float(_output_of(ESSAY)) for _ in range(ROUNDS))
    bars.at_most("s of CPU: rules of learner errors made ready and run on a first essay", essay, 1.0)
    for command in COMMANDS:
        bars.at_most(f"s of CPU: wenlu {' '.join(command)}", min(_command(command) for _ in range(ROUNDS)), 1.5)
    return bars.failed


def _output_of(code: str) -> str:
    return subprocess.run((sys.executable, "-c", code), check=True, capture_output=True, text=True).stdout


def _command(arguments: tuple[str, ...]) -> float:
    """Seconds of CPU that a command takes, on a database of its own."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "WENLU_DATABASE_URL": f"sqlite:///{Path(folder) / 'wenlu.db'}"}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            (sys.executable, "-m", "core.cli", *arguments), check=False, capture_output=True, env=environment
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

"""The file of how many errors of free writing the embedded engine finds (`core.tables.essays.found`), as a command writes it."""

from __future__ import annotations

from collections.abc import Sequence

from core.tables.essays.found import LEAST_ERRORS
from evaluation.corpus import ROOT
from evaluation.essays.told import Told, by_kind

FOUND = ROOT / "data" / "essay_found.toml"
HEAD = """\
# How many errors of learners' free writing the embedded engine finds at the setting normal: YACLC, the half that is scored.
# Written by `uv run python -m benchmarks essay` (this alone: `python -m benchmarks.essays.found`), never by hand.
"""


def found_toml(sentences: Sequence[Told]) -> str:
    """The figures as the file holds them; kinds with fewer than `core.tables.essays.found.LEAST_ERRORS` errors are left out."""
    shares = by_kind(sentences)
    errors, found = (sum(sentence.counts()[index] for sentence in sentences) for index in (0, 1))
    lines = [HEAD + f"sentences = {len(sentences)}", f"errors = {errors}", f"found = {found}", ""]
    for kind, (found_of_kind, errors_of_kind) in sorted(shares.items()):
        if errors_of_kind >= LEAST_ERRORS:
            lines += [f'[kinds."{kind}"]', f"errors = {errors_of_kind}", f"found = {found_of_kind}", ""]
    return "\n".join(lines)

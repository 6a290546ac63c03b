"""Whether the reasons of corrections are right: what two blind readers said (`evaluation.essays.reasons_read`)."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.essays.engine import share
from evaluation.essays.reasons_read import READERS, readings, right
from evaluation.figures import Figure

REASONS_RIGHT = 0.95


def figures() -> Iterator[Figure]:
    """For each reader the corrections that are right, and of these, and of all, the reasons that are right."""
    for reader in READERS:
        rows = [row for row in readings() if row.reader == reader]
        mended = [row for row in rows if row.edit]
        name = f"corrections of learners' sentences, reader {reader} of two"
        yield share(f"{name}: that are right", len(mended), len(rows), "corrections", None)
        for part, language in (("zh", "Chinese"), ("en", "English")):
            yield share(
                f"{name}: of the right ones those whose {language} reason is right", right(mended, part), len(mended), "reasons", REASONS_RIGHT
            )  # fmt: skip
            yield share(f"{name}: of all those whose {language} reason is right", right(rows, part), len(rows), "reasons", None)  # fmt: skip

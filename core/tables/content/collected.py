"""All content, read from its files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from core.tables.content.tasks import Mend, Register, Scale
from core.tables.content.texts import Dialogue, Exchange, Passage, Sentence, Source
from core.tables.reading import jsonl_rows


class Content:
    """All content, in the order of the files."""

    def __init__(
        self,
        sentences: Iterable[Sentence],
        exchanges: Iterable[Exchange],
        passages: Iterable[Passage],
        dialogues: Iterable[Dialogue],
        mends: Iterable[Mend] = (),
        scales: Iterable[Scale] = (),
        registers: Iterable[Register] = (),
    ) -> None:
        self.sentences = list(sentences)
        self.exchanges = list(exchanges)
        self.passages = list(passages)
        self.dialogues = list(dialogues)
        self.mends = list(mends)
        self.scales = list(scales)
        self.registers = list(registers)

    @classmethod
    def read(cls, folder: Path) -> Content:
        """The files of a folder. Raises `CorruptTable` on the first bad row."""
        return cls(
            (row for path in sorted(folder.glob("sentences-*.jsonl")) for row in jsonl_rows(path, Sentence)),
            (row for path in sorted(folder.glob("exchanges*.jsonl")) for row in jsonl_rows(path, Exchange)),
            (row for path in sorted(folder.glob("passages*.jsonl")) for row in jsonl_rows(path, Passage)),
            (row for path in sorted(folder.glob("dialogues*.jsonl")) for row in jsonl_rows(path, Dialogue)),
            (row for path in sorted(folder.glob("mends-*.jsonl")) for row in jsonl_rows(path, Mend)),
            (row for path in sorted(folder.glob("scales.jsonl")) for row in jsonl_rows(path, Scale)),
            (row for path in sorted(folder.glob("registers.jsonl")) for row in jsonl_rows(path, Register)),
        )

    def between(self, lowest: int, highest: int) -> Content:
        """The content of some standard levels, both ends included."""

        def inside(row: Source) -> bool:
            return lowest <= row.level <= highest

        return Content(
            filter(inside, self.sentences),
            filter(inside, self.exchanges),
            filter(inside, self.passages),
            filter(inside, self.dialogues),
            filter(inside, self.mends),
            filter(inside, self.scales),
            filter(inside, self.registers),
        )

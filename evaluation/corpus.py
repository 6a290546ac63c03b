"""Text whose licence lets weights ship: technical prose, treebanks, this project's own sentences."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONTENT = ROOT / "data" / "content"
FIELDS = ("text", "a", "b", "turns", "sentences", "wrong_replies", "questions", "zh", "setting_zh", "title_zh")
"""Where right Chinese stands in a row of content. Options are left out, since the model judges them, and so are
explanations, which quote what is wrong."""
TREEBANKS = ("train-gsd-converted", "train-pud", "train-hk")
HAN = re.compile(r"[\u4e00-\u9fff]")
LEAST_HAN = 0.6
"""Share of Chinese characters in a line worth reading: code and lists of names are not."""
FOLDS = 5


def fold_of(row_id: str) -> int:
    """The fifth (0-4) that a row of content belongs to, whatever else is in the files."""
    return zlib.crc32(row_id.encode()) % FOLDS


def prose(corpus: Path) -> Iterator[str]:
    """Lines of the Linux.cn translators (LCTT, Apache-2.0), each once."""
    seen = set()
    with gzip.open(corpus / "essay" / "clean-text-lctt.txt.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            text = line.strip()
            if text and text not in seen and len(HAN.findall(text)) >= LEAST_HAN * len(text.replace(" ", "")):
                seen.add(text)
                yield text


def treebank(corpus: Path, name: str) -> Iterator[str]:
    """Sentences of one treebank of Universal Dependencies."""
    text = (corpus / "treebank" / f"{name}.conllu").read_text(encoding="utf-8")
    for block in text.strip().split("\n\n"):
        rows = (line.split("\t") for line in block.splitlines() if line and not line.startswith("#"))
        yield "".join(row[1] for row in rows if row[0].isdigit())


def own(*, held_out: int | None = None, only: int | None = None) -> Iterator[str]:
    """Right Chinese of this project's content, without one fifth of its rows, or of that fifth alone; each text once."""
    yield from dict.fromkeys(text for row_id, text in _own_rows() if _wanted(row_id, held_out, only))


def _wanted(row_id: str, held_out: int | None, only: int | None) -> bool:
    fold = fold_of(row_id)
    return fold != held_out and only in (None, fold)


def _own_rows() -> Iterator[tuple[str, str]]:
    for path in sorted(CONTENT.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield from ((row["id"], text) for name in FIELDS for text in _strings(row.get(name)))
    for path in sorted((ROOT / "data" / "grammar_examples").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            yield from ((row["id"], example["zh"]) for example in row["examples"])


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield re.sub(r"\s", "", value)
    elif isinstance(value, list):
        for entry in value:
            yield from _strings(entry)
    elif isinstance(value, dict):
        yield from (text for name in FIELDS for text in _strings(value.get(name)))

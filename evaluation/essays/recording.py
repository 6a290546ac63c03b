"""Writes a language model's replies about single sentences into a recording, read as the product reads its answers.

uv run python -m evaluation.essays.recording REPLIES --map MAP --sample N [--into CSV]

Replies are lines with tabs between LINE, QUOTE, CORRECTION and SURE (certain or likely): one edit a line, LINE from 1 in the list of sentences that the
model was asked about. The map is that list in JSON: set, line in the set, and the sentence of each. Neither becomes part of the repository. Rows of this
sample of these sentences are replaced; all others of the file stay.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from core.essays.language_model.answers import PassageAnswer, read_answer
from evaluation.essays.recorded import COLUMNS

RECORDED = Path(__file__).with_name("recorded_replies.csv")
Row = tuple[str, int, int, int, int, str, int]
"""A row of a recording: see `evaluation.essays.recorded.COLUMNS`."""


class AskedSentence(NamedTuple):
    """A sentence that the model was asked about, and where it stands among the sets."""

    set: str
    line: int
    text: str


class Reply(NamedTuple):
    """An edit as the model wrote it."""

    quote: str
    correction: str
    sure: str

    def quoted(self) -> dict[str, str]:
        """The edit as it stands in a JSON answer; the type is the one that fits the change."""
        return {**self._asdict(), "type": "W"}


def asked_sentences(path: Path) -> list[AskedSentence]:
    """The sentences of a map, in order."""
    return [AskedSentence(*entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def replies_by_line(path: Path, *, sentences: int) -> Mapping[int, Sequence[Reply]]:
    """The replies of a file by line, which counts from 1. Raises `ValueError` for one that is about none of so many sentences."""
    replies: dict[int, list[Reply]] = defaultdict(list)
    for number, written in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not written.strip():
            continue
        line, *cells = written.split("\t")
        if len(cells) != len(Reply._fields) or not line.isdecimal() or not 1 <= int(line) <= sentences:
            raise ValueError(
                f"{path.name}, line {number}: {written!r} is not LINE (1-{sentences}), QUOTE, CORRECTION, SURE"
            )
        replies[int(line)].append(Reply(*cells))
    return replies


def answer_read(replies: Sequence[Reply], text: str) -> PassageAnswer:
    """What the product accepts of an answer with these edits."""
    answer = json.dumps({"edits": [reply.quoted() for reply in replies]}, ensure_ascii=False)
    return read_answer(answer, text) or PassageAnswer()


def rows_of(asked: AskedSentence, answer: PassageAnswer, *, sample: int) -> Iterator[Row]:
    """The rows of one sample of a sentence."""
    for edit in answer.edits:
        yield asked.set, asked.line, sample, edit.start, edit.end, edit.replacement, int(edit.sure)


def recorded_rows(path: Path) -> list[Row]:
    """The rows of a recording; none where there is no file. Raises `ValueError` where it has not the columns that it should have."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        head, *rows = csv.reader(lines)
    if tuple(head) != COLUMNS:
        raise ValueError(f"{path.name} has the columns {head}, not {COLUMNS}")
    return [
        (set_, int(line), int(sample), int(start), int(end), replacement, int(sure))
        for set_, line, sample, start, end, replacement, sure in rows
    ]


def write_recording(path: Path, rows: Iterable[Row]) -> None:
    """Write a recording, sorted."""
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(sorted(rows))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the replies of a file into a recording, and say how many were accepted."""
    parser = argparse.ArgumentParser(prog="python -m evaluation.essays.recording", description=__doc__)
    parser.add_argument("replies", type=Path)
    parser.add_argument("--map", type=Path, required=True, help="JSON: [[set, line, sentence], ...]")
    parser.add_argument("--sample", type=int, required=True, help="the number of the sample, from 1")
    parser.add_argument("--into", type=Path, default=RECORDED)
    options = parser.parse_args(arguments)
    sentences = asked_sentences(options.map)
    replies = replies_by_line(options.replies, sentences=len(sentences))
    answers = [answer_read(replies.get(line, ()), asked.text) for line, asked in enumerate(sentences, start=1)]
    new = [
        row
        for asked, answer in zip(sentences, answers, strict=True)
        for row in rows_of(asked, answer, sample=options.sample)
    ]
    replaced = {(asked.set, asked.line, options.sample) for asked in sentences}
    write_recording(options.into, [*(row for row in recorded_rows(options.into) if row[:3] not in replaced), *new])
    print(
        f"{options.replies.name}: {sum(map(len, replies.values()))} edits of {len(replies)} of {len(sentences)} sentences, "
        f"the last of line {max(replies, default=0)}; {sum(answer.refused for answer in answers)} refused, {len(new)} rows.",
        file=sys.stderr,
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

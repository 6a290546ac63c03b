"""What readers said of the diagnosis of wrong answers (`core.answers.diagnosis`), and how many are told today.

    uv run python -m benchmarks.questions.judged_answers [--sheet FILE --seed N]

`tests/evaluation/judged_answers.tsv`: draws of 200 items, evenly over all kinds of item and bands, each answered wrongly by chance (another
option, two or three pairs exchanged, one piece moved, a near miss typed) and not by learners. The readers are language models, no persons. The reader `author` is
the one that wrote the rules, read the Chinese, and is not blind; A to F read both languages and had not seen the rules. `state` says `before mending` of a
reading that a later one of a fresh draw has replaced: it is printed and holds no bar. The bars are those of the last draw that was read blind; its `state` names the
commit whose sentences were read. What was missed there has been mended since, and what the sentences are worth now is not known before a fresh draw is read. With
`--sheet` a draw is written for readers.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.questions.readings import hold_each_reader
from benchmarks.questions.wrong_answers import WrongAnswer, drawn
from core.answers.wire import AnswerItem, PracticeCard
from core.api.core import Core
from core.questions import service as questions
from core.records.access import PERMISSIONS, Caller
from core.records.items import Item
from core.wiring import in_memory_core
from evaluation.bars import Bars

FILE = Path(__file__).resolve().parents[2] / "tests" / "evaluation" / "judged_answers.tsv"
ITEMS, SEED = 200, 29
LEAST = {"right": 0.95, "helpful": 0.95}
ROUND = 50
ABOUT_TEXTS = ("detail", "inference", "short_answer")


@dataclass(frozen=True)
class Told:
    """A wrong answer with what the service says about it in both languages."""

    wrong: WrongAnswer
    zh: str
    en: str
    deciding: Sequence[str]


def told(core: Core, wrong: Sequence[WrongAnswer]) -> list[Told]:
    """The answers given in rounds of practice, as a student's page gives them, and read in both languages."""
    callers = [Caller("measured", frozenset(PERMISSIONS), language) for language in ("zh", "en")]
    lines: list[Told] = []
    for start in range(0, len(wrong), ROUND):
        part = wrong[start : start + ROUND]
        questions.keep([each.item for each in part], callers[0], store=core.store, clock=core.clock)
        session = core.practice.review("s1", [each.item.id for each in part], callers[0]).session_id
        for each in part:
            core.practice.answer("s1", session, AnswerItem(question_id=each.item.id, answer=each.given), callers[0])
        views = [core.practice.view("s1", session, caller).cards for caller in callers]
        lines += [Told(each, *_both(zh, en), zh.deciding) for each, zh, en in zip(part, *views, strict=True)]
    return lines


def _both(zh: PracticeCard, en: PracticeCard) -> tuple[str, str]:
    assert zh.detail is not None
    return ("", "") if zh.detail.is_correct else (zh.diagnosis, en.diagnosis)


def run(bars: Bars) -> None:
    """Print how many are told, and the share of right and of helpful lines of each reading that is kept."""
    core = in_memory_core(demo=False)
    lines = told(core, drawn(core, SEED, ITEMS))
    _coverage(bars, lines)
    hold_each_reader(FILE, LEAST, bars)


def _coverage(bars: Bars, lines: Sequence[Told]) -> None:
    named = [bool(line.zh and line.en) for line in lines]
    bars.check("wrong answers with a diagnosis", f"{sum(named)} of {len(named)}", all(named), "every one")
    about = [line for line in lines if any(f" {kind} " in line.wrong.kind for kind in ABOUT_TEXTS)]
    found = sum(bool(line.deciding) for line in about)
    print(f"    questions on a text with the sentence that decides: {found} of {len(about)} of this draw")


def write_sheet(path: Path, seed: int) -> None:
    """A draw for readers: the item as it is shown, its key, the wrong answer, and what was said about it."""
    core = in_memory_core(demo=False)
    lines = told(core, drawn(core, seed, ITEMS))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(["number", "seed", "item", "kind", "shown", "text", "key", "given", "told_zh", "told_en"])
        for number, line in enumerate(lines, start=1):
            item = line.wrong.item
            given = line.wrong.given if isinstance(line.wrong.given, str) else ",".join(line.wrong.given)
            text = (item.audio.text or "") if item.audio else item.full_text
            shown = " / ".join([item.question.zh, *(f"{each.id}. {each.text}" for each in (*item.left, *item.options))])
            cells = [
                number,
                seed,
                item.id,
                line.wrong.kind,
                shown,
                text,
                _said(item, item.key),
                _said(item, given),
                line.zh,
                line.en,
            ]
            writer.writerow([str(cell).replace("\n", " / ").replace("\t", " ") for cell in cells])


def _said(item: Item, answer: str) -> str:
    """An answer with the texts of its labels."""
    text = {each.id: each.text for each in item.options}
    left = {each.id: each.text for each in item.left}
    if item.answer_kind == "choice":
        return f"{answer}. {text[answer]}"
    if item.answer_kind == "order":
        return f"{answer}: {' | '.join(text[label] for label in answer.split(','))}"
    if item.answer_kind == "pairs":
        pairs = [pair.split("-") for pair in answer.split(",")]
        return " ; ".join(f"{one}-{other}: {left[one]} = {text[other]}" for one, other in pairs)
    return answer


def main() -> int:
    """The figures, or a sheet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sheet", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    if options.sheet is not None:
        write_sheet(options.sheet, options.seed)
        return 0
    bars = Bars()
    run(bars)
    return 1 if bars.failed else 0


if __name__ == "__main__":
    sys.exit(main())

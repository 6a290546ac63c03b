"""Every question of the written content as a proof sees it: a gap with options, a question with options, pieces to order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from core.questions.kinds.pieces import orders_of, pieces_of
from core.questions.kinds.sentences import with_blank
from core.questions.proofs.guards import GapContext
from core.questions.proofs.proof import LONGEST_GAP, gap_context
from core.records.items import BLANK
from core.tables.content.collected import Content
from core.tables.content.texts import Comprehension, Gap


@dataclass(frozen=True)
class Choice:
    """A gap (with its context) or a question (without one) and four options."""

    source: str
    part: str
    level: int
    asked: str
    gap: GapContext | None
    key: str
    wrong: tuple[str, ...]
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True)
class Ordering:
    """Pieces in the written order, and further right orders."""

    source: str
    level: int
    pieces: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    text: str


def choices(content: Content) -> Iterator[Choice]:
    """In the order of the files: sentences, passages, dialogues, exchanges."""
    for row in content.sentences:
        for part, gap in (("cloze", row.cloze), ("word", row.word)):
            if gap is not None:
                yield _gap(row.id, part, row.level, with_blank(row.text, gap), gap)
    for text in (*content.passages, *content.dialogues):
        for number, question in enumerate(text.questions):
            yield _question(text.id, f"question-{number}", text.level, question)
    for passage in content.passages:
        if passage.cloze is not None:
            body = "".join(passage.sentences)
            yield _gap(passage.id, "gap", passage.level, with_blank(body, passage.cloze), passage.cloze)
    for exchange in content.exchanges:
        yield _question(exchange.id, "question-0", exchange.level, exchange.question)
        wrong = tuple(exchange.wrong_replies)
        yield Choice(exchange.id, "reply", exchange.level, exchange.a, None, exchange.b, wrong)


def orderings(content: Content) -> Iterator[Ordering]:
    """Sentences that are cut into pieces."""
    for row in content.sentences:
        if row.chunks:
            orders = tuple(tuple(order) for order in orders_of(row))
            yield Ordering(row.id, row.level, tuple(pieces_of(row)), orders, row.text)


def _gap(source: str, part: str, level: int, stem: str, gap: Gap) -> Choice:
    short = max(map(len, (gap.key, *gap.distractors))) <= LONGEST_GAP
    accepted = tuple(word for word in gap.accept if word != gap.key)
    context = gap_context(stem) if short else None
    return Choice(source, part, level, stem.replace(BLANK, ""), context, gap.key, tuple(gap.distractors), accepted)


def _question(source: str, part: str, level: int, question: Comprehension) -> Choice:
    key, *wrong = question.options
    return Choice(source, part, level, question.zh, None, key, tuple(wrong))

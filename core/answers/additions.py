"""Answers that an item accepts in one organisation beside its own: rulings of its teachers (`core.records.rulings`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.answers import text_marking
from core.answers.marking import chosen_option, mark, without_stem
from core.answers.wire import GivenAnswer
from core.errors import BadRequest
from core.records.answers import FULL_SCORE
from core.records.items import Item
from core.records.rulings import Ruling
from core.wire import Bilingual

Simplify = Callable[[str], str]


class NotAcceptable(BadRequest):
    """An answer that is not of the form that the item asks for, so that it cannot be among the accepted ones."""

    def __init__(self, item_id: str, given: str) -> None:
        super().__init__(
            f"{given!r} is not in the form of an answer to the item {item_id!r}, so it cannot be accepted from everyone.",
            remedy=Bilingual(
                zh="这个答案不合题目要求的形式，不能列入答案。请只改这一份，或者停用这道题。",
                en="The answer is not in the form that the question asks for. Let it count for this student alone, or retire the question.",
            ),
        )


def with_additions(item: Item, additions: Sequence[str]) -> Item:
    """The item with further accepted answers; its id stays, so the copy is for marking and never stored."""
    return item.model_copy(update={"accepted": [*item.accepted, *additions]}) if additions else item


def additions_among(rulings: Sequence[Ruling], item_id: str) -> list[str]:
    """The answers that rulings in force add to an item."""
    return [ruling.addition for ruling in rulings if ruling.item_id == item_id and ruling.scope == "accept"]


def items_as_marked(items: Mapping[str, Item], rulings: Sequence[Ruling]) -> dict[str, Item]:
    """The items as the organisation's teachers have them marked."""
    return {item_id: with_additions(item, additions_among(rulings, item_id)) for item_id, item in items.items()}


def addition_of(item: Item, answer: GivenAnswer, *, simplify: Simplify) -> str:
    """A student's answer in the form of `Item.accepted`. Raises `NotAcceptable`."""
    parts = [answer] if isinstance(answer, str) else list(answer)
    addition = _in_form(item, parts, simplify)
    if not addition or mark(with_additions(item, [addition]), answer, simplify=simplify).score != FULL_SCORE:
        raise NotAcceptable(item.id, "".join(parts))
    return addition


def _in_form(item: Item, parts: list[str], simplify: Simplify) -> str:
    if item.answer_kind == "choice":
        option = chosen_option(item, parts, simplify)
        return option.id if option is not None else ""
    if item.answer_kind == "pairs":
        pairs = text_marking.pairs_of(parts, item.options, simplify)
        complete = len({left for left, *_ in pairs}) == len(pairs) == len(item.key.split(","))
        return ",".join(f"{left}-{right}" for left, right, _, _ in sorted(pairs)) if complete else ""
    if item.answer_kind == "order":
        labels, more = text_marking.labels_of(parts, item.options, simplify)
        complete = not more and sorted(labels) == sorted(item.key.split(","))
        return ",".join(labels) if complete else ""
    given = "".join(parts).strip()
    return given if item.answer_kind == "pinyin" else without_stem(item, given, simplify)

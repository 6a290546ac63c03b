"""The card that anybody may try: every answer to it is marked beforehand, so that nothing is asked of the service when it is answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from core.answers.diagnosis.deciding import deciding_sentences
from core.answers.diagnosis.meanings import Telling
from core.answers.marking import mark
from core.answers.service import detail
from core.answers.wire import AnswerItem, PracticeCard
from core.records.items import Item
from core.tables.points import Points
from core.wire import Language


@dataclass(frozen=True)
class TrialCard:
    """A multiple-choice item with what is said to each of its options."""

    item: Item
    answered: tuple[PracticeCard, ...]
    """The card as it stands after each answer, in the order of the options."""


def trial_card(
    item: Item, *, language: Language, points: Points, simplify: Callable[[str], str], telling: Telling
) -> TrialCard:
    """The card with all its answers marked as in practice; none suggests what to do next, for a visitor has no plan."""

    def answered(label: str) -> PracticeCard:
        marked = mark(item, label, simplify=simplify, telling=telling)
        told = detail(item, AnswerItem(question_id=item.id, answer=label), marked, points, language)
        return PracticeCard(
            position=0,
            item=item,
            detail=told.model_copy(update={"suggestion": None}),
            diagnosis=marked.diagnosis.get(language),
            deciding=deciding_sentences(item),
            answered=True,
            given=json.dumps(label),
        )

    return TrialCard(item, tuple(answered(option.id) for option in item.options))

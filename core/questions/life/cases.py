"""The answers to an item put together as the case that the rules of retirement look at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

import numpy as np

from core.learning.items.prediction import expected_probability, predicted_difficulty
from core.learning.items.statistics import abilities
from core.learning.prediction.predictor import Predictor
from core.learning.sums.columns import SumColumns, micros_of
from core.questions.life.retirement import Case
from core.records.answers import FULL_SCORE
from core.records.items import Item
from core.records.learner import Sums
from core.records.own_items import ItemAnswer


def first_answers(answers: Iterable[ItemAnswer], since: datetime | None = None) -> list[ItemAnswer]:
    """The first answer of each student, oldest first, of those given after a moment: a second answer follows an explanation."""
    first_by_student: dict[str, ItemAnswer] = {}
    for answer in answers:
        first_by_student.setdefault(answer.student_id, answer)
    return [answer for answer in first_by_student.values() if since is None or answer.answered_at > since]


def case_of(
    item: Item, answers: Sequence[ItemAnswer], sums_by_student: dict[str, Sums], *, predictor: Predictor, now: datetime
) -> Case:
    """The item with its answers and the abilities of who gave them; students without a map count as average."""
    scores = np.array([answer.score / FULL_SCORE for answer in answers])
    expected = np.full(len(answers), expected_probability(item, predictor))
    wholes = SumColumns.of([sums_by_student.get(answer.student_id) for answer in answers])
    ability, variance = abilities(wholes, micros_of(now), score=scores, probability=expected)
    return Case(
        item=item,
        predicted_difficulty=predicted_difficulty(item, predictor),
        abilities=ability,
        ability_variances=variance,
        scores=scores,
        chosen_labels=tuple(map(_label_reader(item), answers)) if item.answer_kind == "choice" else (),
    )


def _label_reader(item: Item) -> Callable[[ItemAnswer], str]:
    """What reads which option an answer means, as the marking does: by label or text, in any case; the key where it was right."""
    names = {option.text.strip().lower(): option.id for option in item.options}
    names.update({option.id.lower(): option.id for option in item.options})

    def label(answer: ItemAnswer) -> str:
        if answer.score >= FULL_SCORE:
            return item.key
        value = json.loads(answer.given)
        text = "".join(map(str, value)) if isinstance(value, list) else str(value)
        return names.get(text.strip().lower(), "")

    return label

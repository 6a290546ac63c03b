"""How hard an item will be, before any student has answered it.

There are no answers of real students to fit this on. The level's and the points' part is the learner model's; what kind and form
add is set by hand to the signs and rough sizes of the literature: recall is harder than recognition (Laufer and Goldstein
2004), wrong options close to the key make an item harder (Beinborn, Zesch and Gurevych 2014; Susanti et al. 2017), and so do longer
texts and inferences (Freedle and Kostin 1993). `benchmarks/questions/life.py` shows what is gained where these sizes are right, half or
double, and what is lost where they mean nothing. Refit them when items have some thousands of answers.
"""

from __future__ import annotations

from math import log2

import numpy as np

from core.learning.prediction.features import LEAST, MOST, logistic
from core.learning.prediction.predictor import Predictor
from core.learning.simulation.students import CHOICE_SHARE, GUESS_CHOICE, GUESS_OPEN
from core.records.items import Item

GUESSED = CHOICE_SHARE * GUESS_CHOICE + (1 - CHOICE_SHARE) * GUESS_OPEN
"""Share of right answers that are guessed among those that the learner model was fitted on: its probabilities hold them."""
NEARLY = 0.02
"""Probability of knowing the answer that a point which everybody guesses at is given."""

KINDS = {
    "typed": 0.5,
    "short_answer": 0.5,
    "dictation": 0.4,
    "sentence_dictation": 0.6,
    "mend": 0.3,
    "scale": 0.2,
    "register": 0.3,
    "inference": 0.3,
    "main_idea": 0.2,
    "attitude": 0.3,
    "purpose": 0.3,
    "pinyin": 0.1,
    "heard": 0.2,
    "tones": 0.2,
    "order": 0.1,
    "sentence": 0.2,
    "near_synonym": 0.3,
    "look_alike": 0.2,
    "collocation": 0.3,
}
"""Logits that a kind of item is harder than a plain choice; tags that are not here add nothing."""
LISTENING = 0.2
USUAL_LENGTH, DOUBLED = 16, 0.1
"""Characters of a usual text, and what a text of double the length adds."""
MOST_LENGTH = 0.4
ALIKE, USUAL_LIKENESS = 0.6, 0.2
"""What an item adds whose wrong options are made of the key's characters, and how much of them they usually share."""


def predicted_difficulty(item: Item, predictor: Predictor) -> float:
    """Logits; 0 = an average student knows it half of the time, higher is harder."""
    return point_difficulty(item, predictor) + kind_part(item) + form_part(item)


def point_difficulty(item: Item, predictor: Predictor) -> float:
    """The mean difficulty of the item's points, else its level's; guessing taken out."""
    probability = expected_probability(item, predictor)
    knows = min(max((probability - GUESSED) / (1.0 - GUESSED), NEARLY), 1.0 - NEARLY)
    return float(np.log((1.0 - knows) / knows))


def expected_probability(item: Item, predictor: Predictor) -> float:
    """Probability of an average student on the item's points, or its level, guessing included."""
    indexes = [predictor.index_of[point] for point in item.points if point in predictor.index_of]
    if indexes:
        return float(predictor.base_probability[indexes].mean())
    return float(np.clip(logistic(np.array(predictor.model.levels[item.standard_level - 1])), LEAST, MOST))


def kind_part(item: Item) -> float:
    """What the kind of the item adds."""
    listening = LISTENING if item.topic == "listening" else 0.0
    return max((KINDS[tag] for tag in item.tags if tag in KINDS), default=0.0) + listening


def form_part(item: Item) -> float:
    """What the length of the text and the closeness of the wrong options add."""
    read = len(item.stem) or len(item.full_text)
    length = DOUBLED * log2(read / USUAL_LENGTH) if read else 0.0
    close = ALIKE * (likeness(item) - USUAL_LIKENESS) if item.answer_kind == "choice" else 0.0
    return min(max(length, -MOST_LENGTH), MOST_LENGTH) + close


def likeness(item: Item) -> float:
    """0-1: the mean share of characters that a wrong option and the key have in common (Dice)."""
    key = set(next((option.text for option in item.options if option.id == item.key), ""))
    wrong = [set(option.text) for option in item.options if option.id != item.key]
    shared = [2 * len(key & text) / (len(key) + len(text)) for text in wrong if key or text]
    return sum(shared) / len(shared) if shared else 0.0


def floor_of(item: Item) -> float:
    """Probability of a right answer by guessing."""
    match item.answer_kind:
        case "choice":
            return 1.0 / len(item.options)
        case "order":
            return (1.0 + len(item.accepted)) / float(np.prod(np.arange(1, len(item.options) + 1)))
        case _:
            return 0.0

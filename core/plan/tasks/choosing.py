"""One task for one position: an item of the bank or a sentence to be read aloud, about the target or, failing that, at the level."""

from __future__ import annotations

from core.learning.items.pauses import resting
from core.plan.day import reasons
from core.plan.day.filled_day import Day, Offer, Target
from core.plan.day.positions import Position
from core.plan.ids import SAY
from core.plan.model import Task
from core.records.items import parts_of
from core.tables.content.texts import Sentence
from core.wire import Bilingual, Skill

TRIED = 20
"""Points tried for something to write."""


def task_for(day: Day, position: Position, target: Target | None) -> tuple[Skill, Task] | None:
    """A task that trains the position's skill on the target; where there is none left, one at the student's level; where the skill has
    none at all that was not seen lately, one of another skill. With the skill that it trains; None when everything was seen."""
    skill, tapped = position.skill, position.place == "way"
    task = (target and _about(day, skill, target, tapped)) or _at_level(day, skill, tapped)
    if task is not None:
        return skill, task
    others = ((other, _at_level(day, other, tapped)) for other in position.allowed if other != skill)
    return next(((other, task) for other, task in others if task is not None), None)


def _about(day: Day, skill: Skill, target: Target, tapped: bool) -> Task | None:
    if skill == "speaking":
        return _said(day, _sentence(day, target), target)
    if target.kind == "tone":
        return _toned(day, target)
    shelf = day.stock.shelf
    draw = shelf.about_point if target.kind == "point" else shelf.about_word
    return _asked(day, draw(skill, target.name, day.draw_constraints(tapped=tapped, distance=target.distance)), target)


def _toned(day: Day, target: Target) -> Task | None:
    """A word with these tones among others that differ in tones alone: what the bank has to hear for a word is that, where
    nothing is typed."""
    words = day.stock.tone_words.get(target.name, ())
    for word in day.random.sample(words, min(TRIED, len(words))):
        offer = day.stock.shelf.about_word("listening", word, day.draw_constraints(tapped=True))
        if offer is not None:
            return _asked(day, offer, target)
    return None


def _sentence(day: Day, target: Target) -> Sentence | None:
    sentences = day.stock.sentences
    if target.kind == "tone":
        return sentences.about_tones(target.name, day.levels, without=day.taken, random=day.random)
    draw = sentences.about_point if target.kind == "point" else sentences.about_word
    return draw(target.name, without=day.taken, random=day.random)


def _at_level(day: Day, skill: Skill, tapped: bool) -> Task | None:
    """Whole texts to hear or read; sentences to say; a new word's item to write, since no text of the bank is written."""
    level = day.level()
    predicted = float(day.standing.by_level[level - 1])
    target = Target("none", "", "level", _level_reason(day, level, predicted, skill), predicted)
    if skill == "speaking":
        return _said(day, day.stock.sentences.at_level(level, without=day.taken, random=day.random), target)
    if skill == "writing":
        return _written(day, level)
    return _asked(day, day.stock.shelf.at_level(skill, level, day.draw_constraints(tapped=tapped)), target)


def _level_reason(day: Day, level: int, predicted: float, skill: Skill) -> Bilingual:
    own = day.standing.level
    return reasons.at_level(level, predicted, skill, own.level, known=own.known)


def _written(day: Day, level: int) -> Task | None:
    """Any point of the level that can be written about."""
    indexes = day.stock.official_points.level_indexes[level - 1]
    for _ in range(TRIED):
        index = int(indexes[day.random.randrange(len(indexes))])
        predicted = float(day.standing.states.predicted[index])
        point = day.stock.official_points.rows[index].id
        target = Target(
            "point", point, "level", _level_reason(day, level, predicted, "writing"), predicted, 1 / len(indexes)
        )
        task = _about(day, "writing", target, False)
        if task is not None:
            return task
    return None


def _asked(day: Day, offer: Offer | None, target: Target) -> Task | None:
    if offer is None:
        return None
    day.offers.append(offer)
    day.alike.add(offer.similar)
    day.shown_sources |= resting(parts_of(offer.source))
    day.level_of[offer.id] = offer.standard_level
    seconds = day.pace.seconds(offer.type, offer.topic, offer.characters)
    return _task(day, offer.id, "item", target, seconds)


def _said(day: Day, sentence: Sentence | None, target: Target) -> Task | None:
    if sentence is None:
        return None
    seconds = day.pace.seconds_aloud(len(sentence.text))
    day.level_of[f"{SAY}{sentence.id}"] = sentence.level
    return _task(day, f"{SAY}{sentence.id}", "say", target, seconds)


def _task(day: Day, task_id: str, kind: str, target: Target, seconds: float) -> Task:
    day.taken.add(task_id)
    return Task(
        task_id=task_id,
        kind="say" if kind == "say" else "item",
        target_kind=target.kind,
        target=target.name,
        why=target.why,
        reason=target.reason,
        chance=target.predicted,
        probability=target.probability,
        seconds=round(seconds, 1),
        evidence=target.evidence,
    )

"""Which words the questions about words are to ask: errors, reviews that are due, new ones, those first that the student has put by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from core.learning.days import day_of
from core.learning.memory import Card
from core.plan.day import reasons
from core.plan.day.filled_day import Day, Target
from core.plan.day.memory import WORD
from core.plan.day.positions import Position
from core.plan.inputs import WRITTEN
from core.plan.model import TargetKind
from core.wire import Bilingual, Skill

NEW_WORD_SHARE = 0.5
"""Of the questions about words, so many stay for new words while there are any; the rest are reviews."""
DAYS_OF_REVIEWS = 3
"""When more days' positions than this are due, new words wait."""
WORDS_LOOKED_AT = 12
"""New words tried for one position, of those that the student has put by and of the level each."""
ERROR_TIMES = 2
"""How often a word, a tone, or the weakest point of an essay that went wrong is asked: once is no practice."""
TONE_NAMES: Mapping[str, Bilingual] = {
    **{str(tone): Bilingual(zh=f"第{name}声", en=f"tone {tone}") for tone, name in enumerate("一二三四", start=1)},
    "5": Bilingual(zh="轻声", en="the neutral tone"),
}


def word_targets(day: Day, wanted: Sequence[Position]) -> list[Target | None]:
    """Errors first, then words that are due, then new ones of the student's levels; on a return after a fortnight, and while many
    days of reviews wait, nothing new."""
    urgent, due = _urgent_words(day), _due_words(day)
    waits_long = len(due) > DAYS_OF_REVIEWS * len(wanted)
    only_reviews = day.standing.states.returning or waits_long
    reviews = len(wanted) if only_reviews else round(len(wanted) * (1 - NEW_WORD_SHARE))
    targets: list[Target | None] = []
    for position in wanted:
        target = _first(day, position, urgent)
        if target is None and reviews > 0:
            target = _first(day, position, due)
            reviews -= target is not None
        targets.append(target or _new_word(day, position) or _first(day, position, due))
    return targets


def with_room_for_errors(day: Day, wanted: Sequence[Position]) -> list[Position]:
    """The positions with enough among them for the words and tones that went wrong: the earliest give way, and where tones can
    only be spoken, it is spoken, whatever the skill of the position was."""
    found = list(wanted)
    booked: set[int] = set()
    for target in _urgent_words(day):
        free = [index for index in range(len(found)) if index not in booked]
        if not free:
            break
        index = min(free, key=lambda index: (not _fits(day, found[index], target), index))
        if not _fits(day, found[index], target):
            found[index] = replace(found[index], form="word", skill=_skill_for(day, found[index], target))
        booked.add(index)
    return found


def _fits(day: Day, position: Position, target: Target) -> bool:
    return position.form == "word" and _asks(day, position, target)


def _skill_for(day: Day, position: Position, target: Target) -> Skill:
    """The position's own where it can ask the target, else the first that can."""
    skills = (position.skill, *position.allowed)
    return next((each for each in skills if _asks(day, replace(position, skill=each), target)), position.skill)


def _first(day: Day, position: Position, targets: list[Target]) -> Target | None:
    """The first that the position can ask, taken out of the list."""
    index = next((index for index, target in enumerate(targets) if _asks(day, position, target)), None)
    return None if index is None else targets.pop(index)


def words_of(day: Day, position: Position) -> Collection[str]:
    """Words that can be asked at a position: on the way those are read, for what is heard of a word is typed, tones apart."""
    if position.skill == "speaking":
        return day.stock.sentences.words()
    return () if position.place == "way" and position.skill != "reading" else day.stock.shelf.words(position.skill)


def _asks(day: Day, position: Position, target: Target) -> bool:
    if target.kind == "tone":
        return position.skill == "speaking" or (position.skill == "listening" and target.name in day.stock.tone_words)
    writes = target.written and position.place != "way" and target.name in day.stock.shelf.words("writing")
    if writes and position.skill != "writing":
        return False
    return target.name in words_of(day, position)


def _urgent_words(day: Day) -> list[Target]:
    """Words and tones that went wrong in the last two days, each twice: once is no practice."""
    by_target: dict[tuple[TargetKind, str], list[int]] = {}
    for number, error in enumerate(day.inputs.errors):
        if error.target_kind in ("word", "tone"):
            kind: TargetKind = "word" if error.target_kind == "word" else "tone"
            by_target.setdefault((kind, error.target), []).append(number)
    made = []
    for (kind, target), numbers in by_target.items():
        errors = [day.inputs.errors[number] for number in numbers]
        reason = reasons.urgent(spoken_name(kind, target), errors, [day_of(error.occurred_at) for error in errors])
        written = any(error.kind in WRITTEN for error in errors)
        sources = tuple(error.source for error in errors)
        made += [Target(kind, target, "urgent", reason, None, 1.0, sources, written=written)] * ERROR_TIMES
    return made


def spoken_name(kind: TargetKind, target: str) -> Bilingual:
    """A word, or tones one after the other.

    >>> spoken_name("tone", "3-5").zh, spoken_name("tone", "3-5").en
    ('第三声＋轻声', 'tone 3 before the neutral tone')
    """
    if kind != "tone":
        return Bilingual(zh=target, en=target)
    names = [TONE_NAMES[tone] for tone in target.split("-")]
    return Bilingual(zh="＋".join(name.zh for name in names), en=" before ".join(name.en for name in names))


def _due_words(day: Day) -> list[Target]:
    """Words whose day has come, those longest overdue for their stability first."""
    now = day.inputs.now
    due = [
        (card.overdue_days(now) / max(card.stability, 1.0), target.removeprefix(WORD), card)
        for target, card in day.inputs.cards.items()
        if target.startswith(WORD) and card.overdue_days(now) >= 0
    ]
    due.sort(key=lambda each: (-each[0], each[1]))
    return [_due_word(word, card, day) for _, word, card in due]


def _due_word(word: str, card: Card, day: Day) -> Target:
    since = (day_of(day.inputs.now) - day_of(card.last_at)).days
    return Target("word", word, "due", reasons.due_word(word, since), None)


def _new_word(day: Day, position: Position) -> Target | None:
    """A word that the student has put by and that was never asked, the last one first; else one of the student's levels, at random."""
    words = words_of(day, position)
    new = (
        word
        for word in day.inputs.own_words
        if word in words and f"{WORD}{word}" not in day.inputs.cards and word not in day.own_words_asked
    )
    for word in islice(new, WORDS_LOOKED_AT):
        if _can_be_drawn(day, position, word):
            day.own_words_asked.add(word)
            return Target("word", word, "new_word", reasons.own_word(word), None)
    level = day.level()
    pool = day.stock.words.get(level, ())
    for _ in range(WORDS_LOOKED_AT if pool else 0):
        word = day.random.choice(pool)
        if word in words and f"{WORD}{word}" not in day.inputs.cards:
            predicted = float(day.standing.by_level[level - 1])
            return Target("word", word, "new_word", reasons.new_word(word, level), predicted, 1 / len(pool))
    return None


def _can_be_drawn(day: Day, position: Position, word: str) -> bool:
    """Whether something that asks the word is left for the position: of what there is for it all may have been seen lately, or be typed."""
    if position.skill == "speaking":
        return day.stock.sentences.about_word(word, without=day.taken, random=day.random) is not None
    constraints = day.draw_constraints(tapped=position.place == "way")
    return day.stock.shelf.about_word(position.skill, word, constraints) is not None

"""Wrong answers as a learner might give them, drawn evenly over the kinds of item and the bands."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.answers.marking import mark
from core.api.core import Core
from core.language.confusable_readings import confusable_pinyin
from core.questions.draw import subtype_of
from core.questions.kinds.building import Draft
from core.records.items import Item
from core.tables.content.texts import Gap
from core.wire import BANDS, QUESTION_TYPES, TOPICS

Answer = str | list[str]
TRIES = 20
NO_WORD = "不知道"
"""Typed where no near miss was found that is not accepted."""


@dataclass(frozen=True)
class WrongAnswer:
    """An item with a wrong answer to it."""

    item: Item
    kind: str
    """Type, topic and kind of item, and its band."""
    given: Answer


class Learner:
    """Gives wrong answers: another option, two pairs the wrong way round, a piece moved, a near miss typed."""

    def __init__(self, core: Core, rng: random.Random) -> None:
        self._core = core
        self._rng = rng
        content = core.tables.content
        self._gaps: Mapping[tuple[str, str], Gap] = {
            **{(row.id, "grammar"): row.cloze for row in content.sentences if row.cloze is not None},
            **{(row.id, "vocabulary"): row.word for row in content.sentences if row.word is not None},
        }
        self._alike = {row.character: row.alike for row in core.tables.essay_confusions}
        self._sounds: dict[str, list[str]] = defaultdict(list)
        for row in core.tables.essay_confusions:
            for reading in row.readings:
                self._sounds[reading].append(row.character)
        self._words: dict[tuple[str, int], list[str]] = defaultdict(list)
        for word in core.tables.words.rows:
            self._words[word.pos[0], len(word.text)].append(word.text)

    def answer(self, item: Item) -> Answer:
        """An answer to the item that is marked wrong."""
        for _ in range(TRIES):
            given = self._answer(item)
            if not self._is_right(item, given):
                return given
        return NO_WORD

    def _is_right(self, item: Item, given: Answer) -> bool:
        return mark(item, given, simplify=self._core.converter.simplified).is_correct

    def _answer(self, item: Item) -> Answer:
        rng = self._rng
        if item.answer_kind == "choice":
            return rng.choice([each.id for each in item.options if each.id not in (item.key, *item.accepted)])
        if item.answer_kind == "pairs":
            return self._pairs(item)
        if item.answer_kind == "order":
            return self._order(item)
        if item.answer_kind == "pinyin":
            return self._wrong_reading(item.key, item.stem)
        return self._typed(item)

    def _pairs(self, item: Item) -> list[str]:
        pairs = [pair.split("-") for pair in item.key.split(",")]
        chosen = self._rng.sample(range(len(pairs)), min(len(pairs), self._rng.choice((2, 2, 3))))
        rights = [pairs[place][1] for place in chosen]
        for place, right in zip(chosen, [*rights[1:], rights[0]], strict=True):
            pairs[place][1] = right
        return ["-".join(pair) for pair in pairs]

    def _order(self, item: Item) -> list[str]:
        right = [order.split(",") for order in (item.key, *item.accepted)]
        while True:
            given = list(self._rng.choice(right))
            piece = given.pop(self._rng.randrange(len(given)))
            given.insert(self._rng.randrange(len(given) + 1), piece)
            if given not in right:
                return given

    def _wrong_reading(self, reading: str, characters: str) -> str:
        wrong = confusable_pinyin(reading, avoid=set(), characters=characters, seed=str(self._rng.random()))
        return self._rng.choice(wrong[:4]) if wrong else reading.translate(str.maketrans("āáǎàēéěè", "aaaaeeee"))

    def _typed(self, item: Item) -> str:
        if "short_answer" in item.tags:
            return self._short_answer(item)
        ways: list[Callable[[Item], str]] = [self._another_word, self._another_character, self._another_sound]
        if "dictation" in item.tags:
            ways.append(lambda each: self._wrong_reading(each.pinyin, each.key))
        elif item.pinyin:
            ways += [lambda each: self._wrong_reading(each.pinyin, each.key), self._another_word]
        right = {item.key, *item.accepted}
        for _ in range(50):
            given = self._rng.choice(ways)(item)
            if given and given not in right:
                return given
        return self._another_word(item)

    def _another_word(self, item: Item) -> str:
        gap = self._gaps.get((item.source, item.topic))
        if gap is not None:
            return self._rng.choice(gap.distractors)
        entries = self._core.tables.words.by_form.get(item.key, ())
        pos = entries[0].pos[0] if entries else "N"
        alike = [word for word in self._words[pos, len(item.key)] if set(word) & set(item.key)]
        return self._rng.choice(alike or self._words[pos, len(item.key)] or self._words["N", 2])

    def _another_character(self, item: Item) -> str:
        place = self._rng.randrange(len(item.key))
        alike = self._alike.get(item.key[place], "")
        return item.key[:place] + self._rng.choice(alike) + item.key[place + 1 :] if alike else ""

    def _another_sound(self, item: Item) -> str:
        place = self._rng.randrange(len(item.key))
        readings = next(
            (row.readings for row in self._core.tables.essay_confusions if row.character == item.key[place]), ()
        )
        same = [
            character for reading in readings for character in self._sounds[reading] if character != item.key[place]
        ]
        return item.key[:place] + self._rng.choice(same) + item.key[place + 1 :] if same else ""

    def _short_answer(self, item: Item) -> str:
        """Something of the text that is as long as the answer, else the answer with a piece missing."""
        text = (item.audio.text or "") if item.audio else item.full_text
        listed = self._core.tables.words.by_form
        right = {item.key, *item.accepted}
        parts = {
            text[start : start + length]
            for length in {len(item.key), 2}
            for start in range(len(text) - length + 1)
            if text[start : start + length] in listed
        }
        parts = {part for part in parts if part not in right and part not in item.question.zh and len(part) > 1}
        numbers = "一二三四五六七八九十"
        if any(mark in numbers for mark in item.key):
            changed = "".join(self._rng.choice(numbers) if mark in numbers else mark for mark in item.key)
            if changed not in right:
                return changed
        return self._rng.choice(sorted(parts)) if parts else item.key[:-1]


def drawn(core: Core, seed: int, count: int) -> list[WrongAnswer]:
    """Items evenly over kinds and bands, none of one text or word twice, each with a wrong answer."""
    rng = random.Random(seed)
    learner = Learner(core, rng)
    cells: dict[str, list[Draft]] = defaultdict(list)
    for band in BANDS:
        for kind in QUESTION_TYPES:
            for topic in TOPICS:
                for draft in core.bank.drafts(kind, topic, band):
                    cells[f"{kind} {topic} {subtype_of(draft.frame.tags)} {band}"].append(draft)
    names = sorted(cells)
    rng.shuffle(names)
    chosen: list[WrongAnswer] = []
    alike: set[str] = set()
    while len(chosen) < count:
        for name in names[: count - len(chosen)]:
            item = _fresh(cells[name], alike, rng)
            if item is not None:
                alike.update((item.source, item.similar))
                chosen.append(WrongAnswer(item, name, learner.answer(item)))
    return chosen


def _fresh(drafts: Sequence[Draft], alike: set[str], rng: random.Random) -> Item | None:
    for _ in range(50):
        item = rng.choice(drafts).item()
        if item is not None and alike.isdisjoint((item.source, item.similar)):
            return item
    return None

"""Sentences to be read aloud: the project's own sentences, by point, by word and by level."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from functools import cache, cached_property, lru_cache
from random import Random

from core.language.pinyin import parse
from core.plan.ids import SAY
from core.tables import TABLE_SETS_KEPT, Tables
from core.tables.content.texts import Sentence

NEUTRAL = 5
"""Of a syllable without a tone of its own."""
LONGEST = 30
"""Characters that are read aloud in one breath or two."""


class SpokenSentences:
    """Sentences short enough to be read aloud."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @cached_property
    def by_id(self) -> dict[str, Sentence]:
        """By the id of the task."""
        return {f"{SAY}{row.id}": row for row in self._tables.content.sentences if len(row.text) <= LONGEST}

    def about_point(self, point: str, *, without: Collection[str], random: Random) -> Sentence | None:
        """A sentence around the point."""
        return _one(self._of_point.get(point, ()), without, random)

    def about_word(self, word: str, *, without: Collection[str], random: Random) -> Sentence | None:
        """A sentence that asks the word."""
        return _one(self._of_word.get(word, ()), without, random)

    def about_tones(
        self, tones: str, levels: tuple[int, int], *, without: Collection[str], random: Random
    ) -> Sentence | None:
        """A sentence of the levels around a word with these tones (3-3)."""
        found = [row for row in self._of_tones.get(tones, ()) if levels[0] <= row.level <= levels[1]]
        return _one(found or self._of_tones.get(tones, ()), without, random)

    def at_level(self, level: int, *, without: Collection[str], random: Random) -> Sentence | None:
        """Any sentence of the level."""
        return _one(self._of_level.get(level, ()), without, random)

    def words(self) -> Collection[str]:
        """Words with a sentence of their own."""
        return self._of_word.keys()

    @cached_property
    def _of_point(self) -> dict[str, list[Sentence]]:
        return self._by(lambda row: row.point)

    @cached_property
    def _of_word(self) -> dict[str, list[Sentence]]:
        return self._by(lambda row: row.word.key if row.word else None)

    @cached_property
    def _of_level(self) -> dict[int, list[Sentence]]:
        found: dict[int, list[Sentence]] = defaultdict(list)
        for row in self.by_id.values():
            found[row.level].append(row)
        return found

    @cached_property
    def _of_tones(self) -> dict[str, list[Sentence]]:
        by_form = self._tables.words.by_form
        found: dict[str, list[Sentence]] = defaultdict(list)
        for word, rows in self._of_word.items():
            if word in by_form:
                found[tones_of(by_form[word][0].pinyin[0])] += rows
        return found

    def _by(self, key: Callable[[Sentence], str | None]) -> dict[str, list[Sentence]]:
        found: dict[str, list[Sentence]] = defaultdict(list)
        for row in self.by_id.values():
            name = key(row)
            if name is not None:
                found[name].append(row)
        return found


@lru_cache(TABLE_SETS_KEPT)
def spoken_of(tables: Tables) -> SpokenSentences:
    """The sentences of tables: one collection for all who plan with them."""
    return SpokenSentences(tables)


@cache
def tones_of(pinyin: str) -> str:
    """Tones of a word as they are written, before any tone change; 5 = none.

    >>> tones_of("nǐ hǎo"), tones_of("māma")
    ('3-3', '1-5')
    """
    syllables = parse(pinyin.replace(" ", "").lower()) or ()
    return "-".join(str(syllable.tone or NEUTRAL) for syllable in syllables)


def _one(rows: Sequence[Sentence], without: Collection[str], random: Random) -> Sentence | None:
    """From a random one on the first that was not said lately."""
    if not rows:
        return None
    start = random.randrange(len(rows))
    turned = (rows[(start + turn) % len(rows)] for turn in range(len(rows)))
    return next((row for row in turned if f"{SAY}{row.id}" not in without), None)

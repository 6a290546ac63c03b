"""Errors planted into clean sentences, as learners make them or evenly, and the labels that undo them."""

from __future__ import annotations

import bisect
import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from core.models.essays.encoder import DELETE, KEEP
from core.models.ngrams.characters import SPECIAL
from training.essay.choices import CHOICES, FORBIDDEN, Choices, same_function

Recipe = Literal["learner", "even"]
INSERTED = (
    "的", "了", "是", "在", "有", "会", "就", "到", "都", "要", "也", "我", "上", "人", "得", "能", "还", "不", "很", "来", "把", "个",
    "里", "最", "想", "这", "出", "才", "中", "对", "从", "只", "和", "为", "去", "过", "完", "着", "地", "们", "时", "他", "给", "被",
    "但", "而", "那", "让", "使", "说", "多", "后", "一", "以", "更", "又", "再", "可以", "一个", "应该", "但是", "所以", "因为", "他们", "，", "、", "吗",
)  # fmt: skip
"""What a tag can insert before a character: what the annotators of MuCGEC's four fifths insert most often, and similar words."""
TAGS = ("", "", *INSERTED)
"""By number; `KEEP` and `DELETE` come first."""
OFTEN_LEFT_OUT = dict(zip(INSERTED, (1 / (rank + 3) for rank in range(len(INSERTED))), strict=True))
"""How often, in proportion, a learner leaves a word out where it should stand."""
TOO_MANY = "的了是在有，也要不会都多就去上对为以他们很我到想和得从个着过地被把给"
"""What learners insert where it does not belong, the most frequent first."""
EVENNESS = 0.3
"""Learners err where words are rare: a place is drawn by its character's count to the power of minus this; 0 in the recipe "even"."""
FURTHER_ERROR = 0.3
"""Probability of a further error in a sentence that has one, each time; long sentences have more (`_error_count`)."""
UNSURE = -1
"""A label from which nothing is learned."""


@dataclass
class Cell:
    """A character as written, with the intended one and its labels."""

    written: str
    intended: str
    tag: int = KEEP
    wrong: int = 0


@dataclass(frozen=True)
class Planted:
    """Labels for `core.models.ngrams.characters.symbols` of one sentence; the last place is the mark of its end."""

    written: str
    choice: list[int]
    """Index of the intended character among the choices of the written one; `UNSURE` where it is none of them."""
    tags: list[int]
    """Tags (`TAGS`): what to do with the character, or what to insert before it."""
    wrong: list[int]
    intended: str


@dataclass
class WeightedConfusions:
    """What may be written for a character or word, with cumulative weights."""

    written: list[str] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)

    def draw(self, rng: random.Random) -> str | None:
        """One of them, drawn by weight."""
        if not self.written:
            return None
        place = bisect.bisect_right(self.sums, rng.random() * self.sums[-1])
        return self.written[min(place, len(self.written) - 1)]


class Planter:
    """Plants errors by one of two recipes.

    "learner": words of the same letters as an input method offers them, characters by kind of likeness and frequency, function
    words left out, doubled and exchanged. "even": every confusion, every place and every function word alike.
    """

    def __init__(
        self, choices: Choices, words: Mapping[str, str], counts: Counter[str], *, recipe: Recipe, clean: float = 0.5
    ) -> None:
        self._recipe = recipe
        self._clean = clean
        self._hard = {character: (count + 20.0) ** -EVENNESS for character, count in counts.items()}
        self._choice = _choice_of(choices)
        self._confusions = _confusions(choices, counts, even=recipe == "even")
        self._classes = _confusions(choices, counts, even=True, only_class=True)
        self._homophones = _homophones(words, counts)

    def plant(self, sentence: str, rng: random.Random) -> Planted:
        """The sentence, half the time with errors."""
        return self.labelled(self.cells(sentence, rng))

    def cells(self, sentence: str, rng: random.Random) -> list[Cell]:
        """The sentence with planted errors, character by character."""
        cells = [Cell(character, character) for character in sentence]
        cells.append(Cell("\x03", "\x03"))
        if rng.random() >= self._clean:
            for _ in range(_error_count(len(sentence), rng)):
                cells = self._plant_one(cells, rng)
        return cells

    def labelled(self, cells: Sequence[Cell]) -> Planted:
        """The labels that the network learns from."""
        return Planted(
            "".join(cell.written for cell in cells),
            [self._choice.get((cell.written, cell.intended), UNSURE) for cell in cells],
            [cell.tag for cell in cells],
            [cell.wrong for cell in cells],
            "".join(cell.intended for cell in cells),
        )

    def _plant_one(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        what = rng.random()
        if self._recipe == "even":
            if what < 0.8:
                return self._character(cells, rng)
            return self._left_out(cells, rng) if what < 0.9 else self._too_many(cells, rng)
        if what < 0.24:
            return self._word(cells, rng)
        if what < 0.60:
            return self._character(cells, rng)
        if what < 0.72:
            return self._class(cells, rng)
        return self._left_out(cells, rng) if what < 0.88 else self._too_many(cells, rng)

    def _character(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        return self._exchange(cells, self._place(cells, rng), self._confusions, rng)

    def _place(self, cells: Sequence[Cell], rng: random.Random) -> int:
        if self._recipe == "even":
            return rng.randrange(len(cells))
        return rng.choices(range(len(cells)), [self._hard.get(cell.intended, 0.5) for cell in cells])[0]

    def _class(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        places = [place for place, cell in enumerate(cells) if cell.written in self._classes]
        return self._exchange(cells, rng.choice(places), self._classes, rng) if places else cells

    def _exchange(
        self, cells: list[Cell], place: int, among: Mapping[str, WeightedConfusions], rng: random.Random
    ) -> list[Cell]:
        cell = cells[place]
        written = among[cell.intended].draw(rng) if cell.intended in among and _is_unchanged(cell) else None
        if written and (cell.intended, written) not in FORBIDDEN:
            cells[place] = Cell(written, cell.intended, wrong=1)
        return cells

    def _word(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        """Write a word as another one with the same letters; a single character where there is no such word at the position."""
        place = self._place(cells, rng)
        for length, back in itertools.product((4, 3, 2), range(4)):
            start = place - back
            if back >= length or start < 0 or start + length > len(cells):
                continue
            word = "".join(cell.intended for cell in cells[start : start + length])
            others = self._homophones.get(word)
            if others is None or not all(_is_unchanged(cell) for cell in cells[start : start + length]):
                continue
            other = others.draw(rng) or word
            changed = [Cell(new, old, wrong=int(new != old)) for new, old in zip(other, word, strict=True)]
            if all((cell.written, cell.intended) in self._choice for cell in changed):
                return [*cells[:start], *changed, *cells[start + length :]]
        return self._character(cells, rng)

    def _left_out(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        """Leave out a function word; the character after it gets the label."""
        found = []
        for place, cell in enumerate(cells[:-1]):
            for length in (2, 1):
                word = "".join(other.written for other in cells[place : place + length])
                if word in OFTEN_LEFT_OUT and cell.tag == KEEP and place + length < len(cells):
                    found.append((place, length, word))
        if not found or len(cells) < 6:
            return cells
        weights = [1.0 if self._recipe == "even" else OFTEN_LEFT_OUT[word] for *_, word in found]
        place, length, word = rng.choices(found, weights)[0]
        after = cells[place + length]
        if not all(map(_is_unchanged, (*cells[place : place + length], after))):
            return cells
        after.tag = TAGS.index(word)
        return [*cells[:place], *cells[place + length :]]

    def _too_many(self, cells: list[Cell], rng: random.Random) -> list[Cell]:
        """Insert a function word; the first of two equal ones gets the label."""
        place = rng.randrange(len(cells))
        even = self._recipe == "even"
        drawn = rng.random() if even else rng.random() ** 2
        word = TOO_MANY[int(drawn * len(TOO_MANY))]
        if not even and place and rng.random() < 0.15 and cells[place - 1].written not in SPECIAL + "，。！？":
            word = cells[place - 1].written
        if not _is_unchanged(cells[place]):
            return cells
        while place and cells[place - 1].written == word:
            place -= 1
        if cells[place].tag != KEEP:
            return cells
        return [*cells[:place], Cell(word, word, DELETE, 1), *cells[place:]]


def _is_unchanged(cell: Cell) -> bool:
    return not cell.wrong and cell.tag == KEEP


def _error_count(length: int, rng: random.Random) -> int:
    count = 1
    while count < 6 and rng.random() < FURTHER_ERROR * min(2.0, max(0.4, length / 25)):
        count += 1
    return count


def _choice_of(choices: Choices) -> dict[tuple[str, str], int]:
    alphabet = choices.alphabet
    ranks = {}
    for place, row in enumerate(choices.meant.tolist()):
        for rank, other in enumerate(row):
            if rank == 0 or other:
                ranks[alphabet[place], alphabet[other]] = rank
    return ranks


SHARE_OF_KIND = (0.0, 0.46, 0.25, 0.1, 0.09, 0.0, 0.9, 0.5, 0.25, 0.25, 0.12, 0.05)
"""Weight by kind of choice (`training.essay.choices`): by sound, then the same and alike in shape, then by class."""


def _confusions(
    choices: Choices, counts: Counter[str], *, even: bool, only_class: bool = False
) -> dict[str, WeightedConfusions]:
    """For each intended character, what may be written for it."""
    alphabet = choices.alphabet
    confusions: dict[str, WeightedConfusions] = defaultdict(WeightedConfusions)
    for place in range(len(alphabet)):
        for rank in range(1, CHOICES):
            other, kind = int(choices.meant[place, rank]), int(choices.kinds[place, rank])
            intended, written = alphabet[other], alphabet[place]
            if not other or (only_class and written not in same_function(intended)):
                continue
            weight = 1.0 if even else SHARE_OF_KIND[kind] * (counts[written] + 3.0) ** 0.5
            if weight:
                row = confusions[intended]
                row.written.append(written)
                row.sums.append((row.sums[-1] if row.sums else 0.0) + weight)
    return dict(confusions)


def _homophones(words: Mapping[str, str], counts: Counter[str]) -> dict[str, WeightedConfusions]:
    """For each word, others with the same letters and length, weighted by the rarer of their characters."""
    groups: dict[tuple[int, str], list[str]] = defaultdict(list)
    for word, letters in words.items():
        if letters:
            groups[len(word), letters].append(word)
    found = {}
    for group in groups.values():
        for word in group:
            others = [other for other in group if other != word]
            if others:
                weights = [(min(counts[character] for character in other) + 1.0) ** 0.5 for other in others]
                found[word] = WeightedConfusions(others, list(itertools.accumulate(weights)))
    return found

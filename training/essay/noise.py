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
from training.essay.choices import CHOICES, FORBIDDEN, Choices, classmates

Recipe = Literal["learner", "even"]
INSERTED = (
    "的", "了", "是", "在", "有", "会", "就", "到", "都", "要", "也", "我", "上", "人", "得", "能", "还", "不", "很", "来", "把", "个",
    "里", "最", "想", "这", "出", "才", "中", "对", "从", "只", "和", "为", "去", "过", "完", "着", "地", "们", "时", "他", "给", "被",
    "但", "而", "那", "让", "使", "说", "多", "后", "一", "以", "更", "又", "再", "可以", "一个", "应该", "但是", "所以", "因为", "他们", "，", "、", "吗",
)  # fmt: skip
"""What a tag can ask to put in before a character: what annotators of MuCGEC's four fifths put in most, and its kin."""
TAGS = ("", "", *INSERTED)
"""By number; `KEEP` and `DELETE` come first."""
OFTEN_LEFT_OUT = dict(zip(INSERTED, (1 / (rank + 3) for rank in range(len(INSERTED))), strict=True))
"""How often a learner leaves a word out, in proportion, if it stands there."""
TOO_MANY = "的了是在有，也要不会都多就去上对为以他们很我到想和得从个着过地被把给"
"""What learners put in where it does not belong, most often first."""
EVENNESS = 0.3
"""Learners err where words are rare: a place is drawn by its character's count to the power of minus this; 0 in the recipe "even"."""
SECOND = 0.3
"""Chance of another error in a sentence that has one, each time; long sentences have more (`_wanted`)."""
UNSURE = -1
"""A label that is not learned from."""


@dataclass
class Cell:
    """A character as written, and what is right there."""

    written: str
    meant: str
    tag: int = KEEP
    wrong: int = 0


@dataclass(frozen=True)
class Planted:
    """Labels for `core.models.ngrams.characters.symbols` of one sentence; the last place is the mark of its end."""

    written: str
    choice: list[int]
    """Place of the meant character among the choices of the written one; `UNSURE` where there is none."""
    tags: list[int]
    """Of `TAGS`: what to do with the character, or what to put in before it."""
    wrong: list[int]
    meant: str


@dataclass
class Confusing:
    """What may be written for a character, with running sums of weights."""

    written: list[str] = field(default_factory=list)
    sums: list[float] = field(default_factory=list)

    def draw(self, chance: random.Random) -> str | None:
        """One by weight."""
        if not self.written:
            return None
        place = bisect.bisect_right(self.sums, chance.random() * self.sums[-1])
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
        self._confusing = _confusing(choices, counts, even=recipe == "even")
        self._classes = _confusing(choices, counts, even=True, only_class=True)
        self._homophones = _homophones(words, counts)

    def plant(self, sentence: str, chance: random.Random) -> Planted:
        """The sentence, half the time with errors."""
        return self.labelled(self.cells(sentence, chance))

    def cells(self, sentence: str, chance: random.Random) -> list[Cell]:
        """The same character by character."""
        cells = [Cell(character, character) for character in sentence]
        cells.append(Cell("\x03", "\x03"))
        if chance.random() >= self._clean:
            for _ in range(_wanted(len(sentence), chance)):
                cells = self._one(cells, chance)
        return cells

    def labelled(self, cells: Sequence[Cell]) -> Planted:
        """The cells as the network learns from them."""
        return Planted(
            "".join(cell.written for cell in cells),
            [self._choice.get((cell.written, cell.meant), UNSURE) for cell in cells],
            [cell.tag for cell in cells],
            [cell.wrong for cell in cells],
            "".join(cell.meant for cell in cells),
        )

    def _one(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        what = chance.random()
        if self._recipe == "even":
            if what < 0.8:
                return self._character(cells, chance)
            return self._left_out(cells, chance) if what < 0.9 else self._too_many(cells, chance)
        if what < 0.24:
            return self._word(cells, chance)
        if what < 0.60:
            return self._character(cells, chance)
        if what < 0.72:
            return self._class(cells, chance)
        return self._left_out(cells, chance) if what < 0.88 else self._too_many(cells, chance)

    def _character(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        return self._exchange(cells, self._place(cells, chance), self._confusing, chance)

    def _place(self, cells: Sequence[Cell], chance: random.Random) -> int:
        if self._recipe == "even":
            return chance.randrange(len(cells))
        return chance.choices(range(len(cells)), [self._hard.get(cell.meant, 0.5) for cell in cells])[0]

    def _class(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        places = [place for place, cell in enumerate(cells) if cell.written in self._classes]
        return self._exchange(cells, chance.choice(places), self._classes, chance) if places else cells

    def _exchange(
        self, cells: list[Cell], place: int, among: Mapping[str, Confusing], chance: random.Random
    ) -> list[Cell]:
        cell = cells[place]
        written = among[cell.meant].draw(chance) if cell.meant in among and _sound(cell) else None
        if written and (cell.meant, written) not in FORBIDDEN:
            cells[place] = Cell(written, cell.meant, wrong=1)
        return cells

    def _word(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        """A word written as another of the same letters; a single character where no such word is round the place."""
        place = self._place(cells, chance)
        for length, back in itertools.product((4, 3, 2), range(4)):
            start = place - back
            if back >= length or start < 0 or start + length > len(cells):
                continue
            word = "".join(cell.meant for cell in cells[start : start + length])
            others = self._homophones.get(word)
            if others is None or not all(_sound(cell) for cell in cells[start : start + length]):
                continue
            other = others.draw(chance) or word
            changed = [Cell(new, old, wrong=int(new != old)) for new, old in zip(other, word, strict=True)]
            if all((cell.written, cell.meant) in self._choice for cell in changed):
                return [*cells[:start], *changed, *cells[start + length :]]
        return self._character(cells, chance)

    def _left_out(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        """A function word less; the character after it bears the label."""
        found = []
        for place, cell in enumerate(cells[:-1]):
            for length in (2, 1):
                word = "".join(other.written for other in cells[place : place + length])
                if word in OFTEN_LEFT_OUT and cell.tag == KEEP and place + length < len(cells):
                    found.append((place, length, word))
        if not found or len(cells) < 6:
            return cells
        weights = [1.0 if self._recipe == "even" else OFTEN_LEFT_OUT[word] for *_, word in found]
        place, length, word = chance.choices(found, weights)[0]
        after = cells[place + length]
        if not all(map(_sound, (*cells[place : place + length], after))):
            return cells
        after.tag = TAGS.index(word)
        return [*cells[:place], *cells[place + length :]]

    def _too_many(self, cells: list[Cell], chance: random.Random) -> list[Cell]:
        """A function word more; the first of two alike bears the label."""
        place = chance.randrange(len(cells))
        even = self._recipe == "even"
        drawn = chance.random() if even else chance.random() ** 2
        word = TOO_MANY[int(drawn * len(TOO_MANY))]
        if not even and place and chance.random() < 0.15 and cells[place - 1].written not in SPECIAL + "，。！？":
            word = cells[place - 1].written
        if not _sound(cells[place]):
            return cells
        while place and cells[place - 1].written == word:
            place -= 1
        if cells[place].tag != KEEP:
            return cells
        return [*cells[:place], Cell(word, word, DELETE, 1), *cells[place:]]


def _sound(cell: Cell) -> bool:
    return not cell.wrong and cell.tag == KEEP


def _wanted(length: int, chance: random.Random) -> int:
    wanted = 1
    while wanted < 6 and chance.random() < SECOND * min(2.0, max(0.4, length / 25)):
        wanted += 1
    return wanted


def _choice_of(choices: Choices) -> dict[tuple[str, str], int]:
    known = choices.alphabet
    found = {}
    for place, row in enumerate(choices.meant.tolist()):
        for rank, other in enumerate(row):
            if rank == 0 or other:
                found[known[place], known[other]] = rank
    return found


SHARE_OF_KIND = (0.0, 0.46, 0.25, 0.1, 0.09, 0.0, 0.9, 0.5, 0.25, 0.25, 0.12, 0.05)
"""Weight by kind of choice (`training.essay.choices`): by sound, then the same and alike in shape, then by class."""


def _confusing(choices: Choices, counts: Counter[str], *, even: bool, only_class: bool = False) -> dict[str, Confusing]:
    """By meant character, what may be written."""
    known = choices.alphabet
    found: dict[str, Confusing] = defaultdict(Confusing)
    for place in range(len(known)):
        for rank in range(1, CHOICES):
            other, kind = int(choices.meant[place, rank]), int(choices.kinds[place, rank])
            meant, written = known[other], known[place]
            if not other or (only_class and written not in classmates(meant)):
                continue
            weight = 1.0 if even else SHARE_OF_KIND[kind] * (counts[written] + 3.0) ** 0.5
            if weight:
                row = found[meant]
                row.written.append(written)
                row.sums.append((row.sums[-1] if row.sums else 0.0) + weight)
    return dict(found)


def _homophones(words: Mapping[str, str], counts: Counter[str]) -> dict[str, Confusing]:
    """By word, others of the same letters and length; weights from the rarer of their characters."""
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
                found[word] = Confusing(others, list(itertools.accumulate(weights)))
    return found

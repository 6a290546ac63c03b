"""Which tones and sounds count as right for each syllable of a text.

The expected tone is the spoken one (`core.language.spoken`). Beside it stand: the dictionary tone of a third tone where the change
is optional (between feet), the full tone of a light syllable and the reverse where usage varies, and readings of one word that the
standard has side by side. Obligatory are the change inside a foot (你好, 展览馆, 很好, 两把), that of 一 and 不, and the neutral tone
of particles and of 子, 们, 么. A pause after a syllable undoes the first kind: see `after_pause`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.language.caching import bounded_cache
from core.language.lattice import DOUBLED_VERBS
from core.language.pinyin import NEUTRAL, Syllable, parse
from core.language.spoken import (
    BEGINS_DIRECTION,
    CARRIES_SANDHI,
    COUNTED,
    COUNTED_BY_NAME,
    DEGREES,
    DIGITS,
    ENDS_DIRECTION,
    NUMERALS,
)  # fmt: skip
from core.speech.aligning.phones import sounds
from core.speech.model import Sounds
from core.speech.reading import allowed_readings as allowed

ALWAYS_FIRST = ("第", "初", "星期", "周", "礼拜", "之")
"""After these 一 has its first tone and no other."""
POTENTIAL = frozenset("懂到见完动起下上来去开好清出进住着了得成过")
"""What stands after 不 in a potential complement, where 不 is light (听不懂)."""
LOCALIZERS = frozenset("上里边面头")
"""Light after a noun in most words (桌上, 里边), full for many speakers."""
RHYMING = frozenset("边面头")
NO_NOUN = frozenset("马以向往朝早零之")
"""After these 上 is no localizer: 马上, 以上."""
TWO_TONES = (2, 3)
LONGEST_VARIANT = 4
"""Characters of the longest word with several readings."""


@dataclass(frozen=True)
class Line:
    """A text as it is said, character by character; '' stands where nothing is said.

    `word` numbers the words; `pause` tells where a mark stands before the character; `from_digits` where the text has a figure.
    """

    text: str
    listed: Sequence[Syllable | None]
    spoken: Sequence[Syllable | None]
    word: Sequence[int]
    pause: Sequence[bool]
    from_digits: Sequence[bool]
    lone: Callable[[str], Syllable | None]
    """Reading of a character by itself."""

    def after(self, place: int) -> int | None:
        """Place of the next syllable; None at a pause or the end."""
        following = place + 1
        while following < len(self.text) and self.text[following] == "儿" and self.spoken[following] is None:
            following += 1
        if following >= len(self.text) or self.spoken[following] is None or self.pause[following]:
            return None
        return following

    def before(self, place: int) -> str:
        """The character before, '' at a pause or the beginning."""
        return "" if not place or self.pause[place] or self.spoken[place - 1] is None else self.text[place - 1]

    def spoken_tone(self, place: int) -> int:
        """0 where nothing is said."""
        syllable = self.spoken[place]
        return syllable.tone if syllable else 0

    def listed_tone(self, place: int) -> int:
        """Of the dictionary; 0 where nothing is said."""
        syllable = self.listed[place]
        return syllable.tone if syllable else 0

    def same_word(self, place: int, other: int) -> bool:
        """Whether both belong to one word."""
        return self.word[place] == self.word[other]


@bounded_cache(4_096)
def syllable_of(marked: str) -> Syllable | None:
    """A syllable with tone mark; without one it is neutral. None for '', the r of erhua and hums."""
    found = parse(marked) if marked and marked != "r" else None
    if not found or sounds(found[0].letters) is None:
        return None
    return Syllable(found[0].letters, found[0].tone or NEUTRAL)


def accepted_tones(line: Line, place: int) -> frozenset[int]:
    """All tones that count as right for the syllable at a place, the expected one among them."""
    character, tone = line.text[place], line.spoken_tone(place)
    if character == "一" and line.listed_tone(place) in (1, NEUTRAL):
        return _of_yi(line, place)
    if character == "不" and line.listed_tone(place) in (4, NEUTRAL):
        return _of_bu(line, place)
    if character in allowed.INTERJECTIONS and line.after(place) is None and not line.before(place):
        return frozenset(range(1, NEUTRAL + 1))
    if tone == NEUTRAL:
        return frozenset({tone}) | _full(line, place)
    found = {tone} | (_of_third(line, place) if line.listed_tone(place) == 3 else set())
    return frozenset(found | ({NEUTRAL} if _may_be_light(line, place) else set()))


def _of_yi(line: Line, place: int) -> frozenset[int]:
    tone, changed = line.spoken_tone(place), _changed(line, place, (1, 2, 4))
    left, right = line.text[max(0, place - 2) : place], line.text[place + 1 : place + 3]
    if tone == NEUTRAL:
        return frozenset({NEUTRAL, changed})
    if tone == 1 and (left.endswith(ALWAYS_FIRST) or not changed):
        return frozenset({1})
    if tone == 1:
        # 一楼, 二十一天: said with the first tone, and by many with the change.
        open_end = right.startswith(COUNTED_BY_NAME) or left[-1:] in DIGITS
        in_digits = right[:1] in DIGITS and right[:1] not in "十百千万亿"
        return frozenset({1, changed} if open_end and not in_digits and line.after(place) is not None else {1})
    counts = left[-1:] in DIGITS or line.from_digits[place] or right[:1] == "点"
    return frozenset({tone, changed, *((1,) if counts else ())})


def _of_bu(line: Line, place: int) -> frozenset[int]:
    tone, changed = line.spoken_tone(place), _changed(line, place, (4, 2, 4))
    right = line.text[place + 1 : place + 2]
    twins = line.before(place) == right != ""
    verb = line.before(place) in DOUBLED_VERBS or (place > 0 and line.same_word(place - 1, place))
    potential = verb and right in POTENTIAL
    return frozenset({tone, changed, *((NEUTRAL,) if twins or potential else ())})


def _changed(line: Line, place: int, tones: tuple[int, int, int]) -> int:
    """What 一 or 不 becomes: `tones` before a pause, before a fourth tone, before any other."""
    following = line.after(place)
    if following is None:
        return tones[0]
    tone = 4 if line.text[following] == "个" else line.spoken_tone(following)
    if tone == NEUTRAL:
        full = line.lone(line.text[following])
        tone = full.tone if full else 0
    return tones[1] if tone == 4 else tones[2]


def _of_third(line: Line, place: int) -> set[int]:
    """A third tone: before another it may change or must; before a light one of a third tone it does in some words."""
    following, tone = line.after(place), line.spoken_tone(place)
    if following is None:
        return {tone}
    light = line.listed_tone(following) == NEUTRAL or line.spoken_tone(following) == NEUTRAL
    if light:
        if line.text[place] == line.text[following] and line.text[place] in DOUBLED_VERBS:
            return {2} if tone == 2 else set(TWO_TONES)
        carries = line.text[following] in CARRIES_SANDHI and line.text[place] != "哪"
        return set(TWO_TONES) if carries and tone == 2 else {tone}
    if line.listed_tone(following) != 3:
        return {tone}
    if tone == 2 and (line.same_word(place, following) or _tight(line, place, following)):
        return {2}
    return set(TWO_TONES)


def _tight(line: Line, place: int, following: int) -> bool:
    """Two words of one syllable in one foot: 很好, 两把."""
    return line.text[place] in DEGREES | NUMERALS and all(_is_alone(line, other) for other in (place, following))


def _is_alone(line: Line, place: int) -> bool:
    """A word of one syllable."""
    neighbours = (other for other in (place - 1, place + 1) if 0 <= other < len(line.text))
    return not any(line.same_word(place, other) for other in neighbours)


def _full(line: Line, place: int) -> set[int]:
    """The full tone of a light syllable, where that is no mistake."""
    character, listed = line.text[place], line.listed[place]
    if character in allowed.PARTICLES | allowed.SUFFIXES or _told_apart(line, place):
        return set()
    if listed is not None and listed.tone != NEUTRAL:
        return {listed.tone}
    full, said = line.lone(character), line.spoken[place]
    return {full.tone} if full and said and full.letters == said.letters else set()


def _told_apart(line: Line, place: int) -> bool:
    return line.text[max(0, place - 1) : place + 1] in allowed.TOLD_APART


def _may_be_light(line: Line, place: int) -> bool:
    """Whether a full syllable may be said light: complements of direction, localizers, 个, second halves of words."""
    character, before = line.text[place], line.before(place)
    if not before or line.text[place - 1 : place + 1] in allowed.TOLD_APART:
        return False
    together = line.same_word(place - 1, place)
    if (together and line.text[place - 1 : place + 1] in allowed.LIGHT_SECOND) or _second_of_double(line.text, place):
        return True
    if character == "个":
        return before in COUNTED
    if character in ENDS_DIRECTION:
        return before in BEGINS_DIRECTION
    following = line.after(place)
    if character in BEGINS_DIRECTION and following is not None and line.text[following] in ENDS_DIRECTION:
        return line.same_word(place, following) and not line.same_word(place, place - 1)
    ends = together and (following is None or not line.same_word(place, following))
    return character in LOCALIZERS and ends and _localizes(character, before)


def _localizes(character: str, before: str) -> bool:
    return before in "里外上下前后左右东西南北这那哪旁" if character in RHYMING else before not in NO_NOUN


def _second_of_double(text: str, place: int) -> bool:
    """The second half of either word in 研究研究."""
    word = text[place - 1 : place + 1]
    return word[0] != word[1] and word in (text[place + 1 : place + 3], text[max(0, place - 3) : place - 1])


def after_pause(tones: frozenset[int], *, listed: int) -> frozenset[int]:
    """The tones that count where the reader makes a pause after the syllable: the dictionary's as well.

    Sandhi looks at what follows without a pause. `listed` is the dictionary tone (`ExpectedSyllable.listed_tone`).

    >>> sorted(after_pause(frozenset({2}), listed=3))
    [2, 3]
    """
    return tones if listed == NEUTRAL else tones | {listed}


@dataclass(frozen=True)
class Readings:
    """Sounds of a syllable, the expected first, and what they add to its tones."""

    sounds: tuple[Sounds, ...]
    tones: frozenset[int]


def readings(line: Line, place: int, further: Sequence[str], *, erhua: bool) -> Readings:
    """What counts as right beside the expected reading: `further` syllables with tone mark, readings that the standard has
    side by side, the finals that erhua leaves."""
    said = line.spoken[place]
    if said is None:
        raise ValueError(f"nothing is said at {place}")
    others = [syllable_of(marked) for marked in [*further, *_side_by_side(line, place)]]
    syllables = [said, *(other for other in others if other is not None)]
    found = [pair for syllable in syllables if (pair := sounds(syllable.letters)) is not None]
    if erhua:
        found += [(initial, allowed.ERHUA_FINALS[final]) for initial, final in found if final in allowed.ERHUA_FINALS]
    return Readings(
        tuple(dict.fromkeys(Sounds(*pair) for pair in found)), frozenset(syllable.tone for syllable in syllables)
    )


def _side_by_side(line: Line, place: int) -> Sequence[str]:
    character, said = line.text[place], line.spoken[place]
    following = line.text[place + 1 : place + 2]
    if character in allowed.PARTICLE_SOUNDS and said and said.tone == NEUTRAL:
        return allowed.PARTICLE_SOUNDS[character]
    if character in allowed.DEMONSTRATIVES:
        contracts = following not in allowed.NEVER_CONTRACTED and said and said.tone != NEUTRAL
        return allowed.DEMONSTRATIVES[character] if contracts else ()
    if character in allowed.ALONE and _is_alone(line, place):
        return allowed.ALONE[character]
    return allowed.ANYWHERE.get(character, ())


def further_readings(line: Line, variants: Mapping[str, Sequence[str]]) -> dict[int, list[str]]:
    """Further syllables by place, of the words that the standard reads in several ways and of `variants` (word to its other
    readings). Readings of another number of syllables are passed over; the r of erhua counts for its 儿."""
    found: dict[int, list[str]] = {}
    for start in range(len(line.text)):
        for size in range(1, min(LONGEST_VARIANT, len(line.text) - start) + 1):
            if not line.same_word(start, start + size - 1):
                break
            if size == 1 and not _is_alone(line, start):
                continue
            word = line.text[start : start + size]
            for pinyin in (*allowed.WORDS.get(word, ()), *variants.get(word, ())):
                syllables = _syllables_of(pinyin)
                if len(syllables) in (size, len(word.rstrip("儿"))):
                    for place, syllable in enumerate(syllables, start):
                        if syllable_of(syllable) != line.listed[place]:
                            found.setdefault(place, []).append(syllable)
    return found


@bounded_cache(4_096)
def _syllables_of(pinyin: str) -> tuple[str, ...]:
    return tuple(syllable.marked for syllable in parse(pinyin.lower()) or ())

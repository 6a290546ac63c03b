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
"""Characters that follow 不 in a potential complement, where 不 is light (听不懂)."""
LOCALIZERS = frozenset("上里边面头")
"""Light after a noun in most words (桌上, 里边), full for many speakers."""
RHYMING = frozenset("边面头")
NO_NOUN = frozenset("马以向往朝早零之")
"""After these 上 is no localizer: 马上, 以上."""
TWO_TONES = (2, 3)
LONGEST_VARIANT = 4
"""Characters of the longest word with several readings."""


@dataclass(frozen=True)
class SpokenLine:
    """A text as it is said, character by character; a syllable is None where nothing is said.

    `dictionary` holds the dictionary's syllables, `spoken` those after sandhi; `word` the number of each character's word; `pause`
    whether a mark stands before the character; `from_digits` whether the text has a figure there.
    """

    text: str
    dictionary: Sequence[Syllable | None]
    spoken: Sequence[Syllable | None]
    word: Sequence[int]
    pause: Sequence[bool]
    from_digits: Sequence[bool]
    lone: Callable[[str], Syllable | None]
    """Gives the reading of a character by itself."""

    def after(self, index: int) -> int | None:
        """Index of the next syllable; None at a pause or the end."""
        following = index + 1
        while following < len(self.text) and self.text[following] == "儿" and self.spoken[following] is None:
            following += 1
        if following >= len(self.text) or self.spoken[following] is None or self.pause[following]:
            return None
        return following

    def before(self, index: int) -> str:
        """The character before, '' at a pause or the beginning."""
        return "" if not index or self.pause[index] or self.spoken[index - 1] is None else self.text[index - 1]

    def spoken_tone(self, index: int) -> int:
        """The tone that is said; 0 where nothing is said."""
        syllable = self.spoken[index]
        return syllable.tone if syllable else 0

    def dictionary_tone(self, index: int) -> int:
        """The tone in the dictionary; 0 where nothing is said."""
        syllable = self.dictionary[index]
        return syllable.tone if syllable else 0

    def same_word(self, index: int, other_index: int) -> bool:
        """Whether both belong to one word."""
        return self.word[index] == self.word[other_index]


@bounded_cache(4_096)
def syllable_of(marked: str) -> Syllable | None:
    """A syllable with tone mark; without one it is neutral. None for '', the r of erhua and hums."""
    parsed = parse(marked) if marked and marked != "r" else None
    if not parsed or sounds(parsed[0].letters) is None:
        return None
    return Syllable(parsed[0].letters, parsed[0].tone or NEUTRAL)


def accepted_tones(line: SpokenLine, index: int) -> frozenset[int]:
    """All tones that count as right for the syllable at an index, the expected one among them."""
    character, tone = line.text[index], line.spoken_tone(index)
    if character == "一" and line.dictionary_tone(index) in (1, NEUTRAL):
        return _tones_of_yi(line, index)
    if character == "不" and line.dictionary_tone(index) in (4, NEUTRAL):
        return _tones_of_bu(line, index)
    if character in allowed.INTERJECTIONS and line.after(index) is None and not line.before(index):
        return frozenset(range(1, NEUTRAL + 1))
    if tone == NEUTRAL:
        return frozenset({tone}) | _full_tones(line, index)
    tones = {tone} | (_tones_of_third(line, index) if line.dictionary_tone(index) == 3 else set())
    return frozenset(tones | ({NEUTRAL} if _may_be_light(line, index) else set()))


def _tones_of_yi(line: SpokenLine, index: int) -> frozenset[int]:
    tone, changed = line.spoken_tone(index), _changed(line, index, (1, 2, 4))
    left, right = line.text[max(0, index - 2) : index], line.text[index + 1 : index + 3]
    if tone == NEUTRAL:
        return frozenset({NEUTRAL, changed})
    if tone == 1 and (left.endswith(ALWAYS_FIRST) or not changed):
        return frozenset({1})
    if tone == 1:
        # 一楼, 二十一天: said with the first tone, and by many with the change.
        open_end = right.startswith(COUNTED_BY_NAME) or left[-1:] in DIGITS
        in_digits = right[:1] in DIGITS and right[:1] not in "十百千万亿"
        return frozenset({1, changed} if open_end and not in_digits and line.after(index) is not None else {1})
    counts = left[-1:] in DIGITS or line.from_digits[index] or right[:1] == "点"
    return frozenset({tone, changed, *((1,) if counts else ())})


def _tones_of_bu(line: SpokenLine, index: int) -> frozenset[int]:
    tone, changed = line.spoken_tone(index), _changed(line, index, (4, 2, 4))
    right = line.text[index + 1 : index + 2]
    doubled = line.before(index) == right != ""
    verb = line.before(index) in DOUBLED_VERBS or (index > 0 and line.same_word(index - 1, index))
    potential = verb and right in POTENTIAL
    return frozenset({tone, changed, *((NEUTRAL,) if doubled or potential else ())})


def _changed(line: SpokenLine, index: int, tones: tuple[int, int, int]) -> int:
    """The tone that 一 or 不 takes: one of `tones`, for a pause, a fourth tone and any other tone after it."""
    following = line.after(index)
    if following is None:
        return tones[0]
    tone = 4 if line.text[following] == "个" else line.spoken_tone(following)
    if tone == NEUTRAL:
        full = line.lone(line.text[following])
        tone = full.tone if full else 0
    return tones[1] if tone == 4 else tones[2]


def _tones_of_third(line: SpokenLine, index: int) -> set[int]:
    """Tones that count for a third tone.

    Before another third tone it may change or must; before a light syllable that has a third tone of its own it does in some words.
    """
    following, tone = line.after(index), line.spoken_tone(index)
    if following is None:
        return {tone}
    light = line.dictionary_tone(following) == NEUTRAL or line.spoken_tone(following) == NEUTRAL
    if light:
        if line.text[index] == line.text[following] and line.text[index] in DOUBLED_VERBS:
            return {2} if tone == 2 else set(TWO_TONES)
        carries = line.text[following] in CARRIES_SANDHI and line.text[index] != "哪"
        return set(TWO_TONES) if carries and tone == 2 else {tone}
    if line.dictionary_tone(following) != 3:
        return {tone}
    if tone == 2 and (line.same_word(index, following) or _in_one_foot(line, index, following)):
        return {2}
    return set(TWO_TONES)


def _in_one_foot(line: SpokenLine, index: int, following: int) -> bool:
    """Whether two words of one syllable stand in one foot: 很好, 两把."""
    return line.text[index] in DEGREES | NUMERALS and all(_is_alone(line, position) for position in (index, following))


def _is_alone(line: SpokenLine, index: int) -> bool:
    """Whether the character is a word of its own."""
    neighbours = (neighbour for neighbour in (index - 1, index + 1) if 0 <= neighbour < len(line.text))
    return not any(line.same_word(index, neighbour) for neighbour in neighbours)


def _full_tones(line: SpokenLine, index: int) -> set[int]:
    """The full tone of a light syllable, where saying it is no mistake; else nothing."""
    character, dictionary = line.text[index], line.dictionary[index]
    if character in allowed.PARTICLES | allowed.SUFFIXES or _distinguished_by_tone(line, index):
        return set()
    if dictionary is not None and dictionary.tone != NEUTRAL:
        return {dictionary.tone}
    full, spoken = line.lone(character), line.spoken[index]
    return {full.tone} if full and spoken and full.letters == spoken.letters else set()


def _distinguished_by_tone(line: SpokenLine, index: int) -> bool:
    return line.text[max(0, index - 1) : index + 1] in allowed.DISTINGUISHED_BY_TONE


def _may_be_light(line: SpokenLine, index: int) -> bool:
    """Whether a full syllable may be said light: complements of direction, localizers, 个, second halves of words."""
    character, before = line.text[index], line.before(index)
    if not before or line.text[index - 1 : index + 1] in allowed.DISTINGUISHED_BY_TONE:
        return False
    in_word = line.same_word(index - 1, index)
    if (in_word and line.text[index - 1 : index + 1] in allowed.LIGHT_SECOND) or _second_of_double(line.text, index):
        return True
    if character == "个":
        return before in COUNTED
    if character in ENDS_DIRECTION:
        return before in BEGINS_DIRECTION
    following = line.after(index)
    if character in BEGINS_DIRECTION and following is not None and line.text[following] in ENDS_DIRECTION:
        return line.same_word(index, following) and not line.same_word(index, index - 1)
    ends = in_word and (following is None or not line.same_word(index, following))
    return character in LOCALIZERS and ends and _localizes(character, before)


def _localizes(character: str, before: str) -> bool:
    return before in "里外上下前后左右东西南北这那哪旁" if character in RHYMING else before not in NO_NOUN


def _second_of_double(text: str, index: int) -> bool:
    """Whether the character is the second half of either word in 研究研究."""
    word = text[index - 1 : index + 1]
    return word[0] != word[1] and word in (text[index + 1 : index + 3], text[max(0, index - 3) : index - 1])


def after_pause(tones: frozenset[int], *, dictionary_tone: int) -> frozenset[int]:
    """The tones that count where the reader makes a pause after the syllable: `dictionary_tone` as well.

    A pause undoes sandhi, which depends on what follows.

    >>> sorted(after_pause(frozenset({2}), dictionary_tone=3))
    [2, 3]
    """
    return tones if dictionary_tone == NEUTRAL else tones | {dictionary_tone}


@dataclass(frozen=True)
class AcceptedReadings:
    """Sounds that count as right for a syllable, the expected first, and the tones that come with them."""

    sounds: tuple[Sounds, ...]
    tones: frozenset[int]


def accepted_readings(line: SpokenLine, index: int, further: Sequence[str], *, erhua: bool) -> AcceptedReadings:
    """What counts as right for a syllable: the expected reading, `further` syllables with tone mark, readings that the standard
    has side by side, and the finals that erhua leaves."""
    spoken = line.spoken[index]
    if spoken is None:
        raise ValueError(f"nothing is said at {index}")
    further_syllables = [syllable_of(marked) for marked in [*further, *_side_by_side(line, index)]]
    syllables = [spoken, *(syllable for syllable in further_syllables if syllable is not None)]
    pairs = [pair for syllable in syllables if (pair := sounds(syllable.letters)) is not None]
    if erhua:
        pairs += [(initial, allowed.ERHUA_FINALS[final]) for initial, final in pairs if final in allowed.ERHUA_FINALS]
    return AcceptedReadings(
        tuple(dict.fromkeys(Sounds(*pair) for pair in pairs)), frozenset(syllable.tone for syllable in syllables)
    )


def _side_by_side(line: SpokenLine, index: int) -> Sequence[str]:
    character, spoken = line.text[index], line.spoken[index]
    following = line.text[index + 1 : index + 2]
    if character in allowed.PARTICLE_SOUNDS and spoken and spoken.tone == NEUTRAL:
        return allowed.PARTICLE_SOUNDS[character]
    if character in allowed.DEMONSTRATIVES:
        contracts = following not in allowed.NEVER_CONTRACTED and spoken and spoken.tone != NEUTRAL
        return allowed.DEMONSTRATIVES[character] if contracts else ()
    if character in allowed.AS_LONE_WORD and _is_alone(line, index):
        return allowed.AS_LONE_WORD[character]
    return allowed.IN_EVERY_WORD.get(character, ())


def further_readings(line: SpokenLine, variants: Mapping[str, Sequence[str]]) -> dict[int, list[str]]:
    """Further syllables by index, of the words that the standard reads in several ways and of `variants` (word to its other
    readings). Readings of another number of syllables are passed over; the r of erhua counts for its 儿."""
    further: dict[int, list[str]] = {}
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
                    for index, syllable in enumerate(syllables, start):
                        if syllable_of(syllable) != line.dictionary[index]:
                            further.setdefault(index, []).append(syllable)
    return further


@bounded_cache(4_096)
def _syllables_of(pinyin: str) -> tuple[str, ...]:
    return tuple(syllable.marked for syllable in parse(pinyin.lower()) or ())

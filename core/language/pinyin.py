"""Pinyin as text: syllables, tones, the many ways in which people type it.

Internally a syllable is `lü4` (letters, tone 1-5, 5 = neutral); shown and stored it is `lǜ`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from core.language.caching import bounded_cache

TONE_MARKS = {1: "\u0304", 2: "\u0301", 3: "\u030c", 4: "\u0300"}
"""Combining macron, acute, caron, grave."""
TONE_OF_MARK = {**{mark: tone for tone, mark in TONE_MARKS.items()}, "\u0306": 3, "ˉ": 1, "ˊ": 2, "ˇ": 3, "ˋ": 4}
"""The tone of each mark: the combining marks, the breve that many type for the caron, and the spacing marks."""
NEUTRAL = 5
PASSPORT_SPELLING = re.compile(r"(?<![^\W\d])([ln])yu")
"""lyu and nyu for lü and nü, at the beginning of a word: elsewhere guānyú and yīnyuè are meant."""
SEPARATORS = frozenset("'’‘ʼ`·•-—.,，。、！？!?/∥()（）")
"""What may stand between syllables, besides white space."""
CLUSTER = re.compile(r"[^\u0300-\u036f][\u0300-\u036f]*+|[\u0300-\u036f]++", re.DOTALL)
"""A character with the combining marks that follow it: normal forms of the letters of pinyin reach no further."""

_FINALS = {
    "": "a o e ai ei ao ou an en ang eng er yi ya ye yao you yan yin yang ying yo wu wa wo wai wei wan wen wang weng yu yue yuan yun yong",
    "b": "a o ai ei ao an en ang eng i ie iao ian in ing u",
    "p": "a o ai ei ao ou an en ang eng i ie iao ian in ing u",
    "m": "a o e ai ei ao ou an en ang eng i ie iao iu ian in ing u",
    "f": "a o ei ou an en ang eng u",
    "d": "a e ai ei ao ou an en ang eng ong i ia ie iao iu ian ing u uo ui uan un",
    "t": "a e ai ei ao ou an ang eng ong i ie iao ian ing u uo ui uan un",
    "n": "a e ai ei ao ou an en ang eng ong i ie iao iu ian in iang ing u uo uan un ü üe",
    "l": "a o e ai ei ao ou an ang eng ong i ia ie iao iu ian in iang ing u uo uan un ü üe",
    "g": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "k": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "h": "a e ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "j": "i ia ie iao iu ian in iang ing iong u ue uan un",
    "q": "i ia ie iao iu ian in iang ing iong u ue uan un",
    "x": "i ia ie iao iu ian in iang ing iong u ue uan un",
    "zh": "a e i ai ei ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "ch": "a e i ai ao ou an en ang eng ong u ua uo uai ui uan un uang",
    "sh": "a e i ai ei ao ou an en ang eng u ua uo uai ui uan un uang",
    "r": "e i ao ou an en ang eng ong u ua uo ui uan un",
    "z": "a e i ai ei ao ou an en ang eng ong u uo ui uan un",
    "c": "a e i ai ei ao ou an en ang eng ong u uo ui uan un",
    "s": "a e i ai ao ou an en ang eng ong u uo ui uan un",
}  # fmt: skip
"""Which finals stand after which initial in Modern Standard Chinese (table of the Scheme for the Chinese
Phonetic Alphabet, 1958)."""

SYLLABLES = frozenset(
    initial + final for initial, finals in _FINALS.items() for final in finals.split()
) | {"r", "m", "n", "ng", "hm", "hng", "ê"}  # fmt: skip
"""Letters of all syllables; `r` is the suffix of erhua."""
LONGEST_SYLLABLE = 6


@dataclass(frozen=True)
class Syllable:
    """Letters (with ü) and tone; tone 0 means that none was written."""

    letters: str
    tone: int

    @property
    def marked(self) -> str:
        """With the tone mark where the orthography puts it.

        >>> Syllable("lü", 4).marked, Syllable("gui", 4).marked, Syllable("hao", 3).marked, Syllable("ma", 5).marked
        ('lǜ', 'guì', 'hǎo', 'ma')
        """
        mark = TONE_MARKS.get(self.tone)
        if mark is None:
            return self.letters
        index = _marked_vowel(self.letters)
        text = self.letters[: index + 1] + mark + self.letters[index + 1 :]
        return unicodedata.normalize("NFC", text)


def _marked_vowel(letters: str) -> int:
    """Index of the vowel that bears the mark: a or e; else the o of ou; else the last vowel."""
    for vowel in "ae":
        if vowel in letters:
            return letters.index(vowel)
    if "ou" in letters:
        return letters.index("o")
    return max((letters.rfind(vowel) for vowel in "iouüê"), default=0) if letters else 0


def parse(text: str) -> tuple[Syllable, ...] | None:
    """Syllables of pinyin typed in any common way: marks or numbers, v or u: for ü, with or without spaces.

    None when the text is not pinyin.

    >>> [s.marked for s in parse("nv3'er2")], [s.marked for s in parse("Běijīng")], [s.tone for s in parse("ni hao")]
    (['nǚ', 'ér'], ['běi', 'jīng'], [0, 0])
    >>> parse("hello, world") is None
    True
    """
    letters = letters_with_tones(text)
    return None if letters is None else _parsed_pieces(letters)


def parse_as(text: str, expected: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """Syllables of typed pinyin, split like the expected ones where the letters are the same: wǎnān as wǎn'ān, nàer as nàr.

    Otherwise as `parse`; None when the text is not pinyin.
    """
    parsed = parse_as_with_ends(text, expected)
    return None if parsed is None else tuple(syllable for syllable, _ in parsed)


def parse_as_with_ends(text: str, expected: Sequence[Syllable]) -> tuple[tuple[Syllable, int], ...] | None:
    """What `parse_as` reads, each syllable with the offset in `text` behind its last letter, mark or digit."""
    typed = letters_with_tones(text)
    if typed is None:
        return None
    without_breaks = [letter for letter in typed if letter.letter]
    for spelling in (without_breaks, _with_short_erhua(without_breaks, expected)):
        split = _split_like(spelling, expected)
        if split is not None:
            return tuple(zip(split, _ends(spelling, [len(syllable.letters) for syllable in expected]), strict=True))
    syllables = _parsed_pieces(typed)
    if syllables is None:
        return None
    return tuple(zip(syllables, _ends(without_breaks, [len(syllable.letters) for syllable in syllables]), strict=True))


def _ends(letters: Sequence[Letter], lengths: Sequence[int]) -> list[int]:
    return [letters[end - 1].end for end in accumulate(lengths)]


def _parsed_pieces(letters: Sequence[Letter]) -> tuple[Syllable, ...] | None:
    if not any(letter.letter for letter in letters):
        return None
    syllables = _fewest_syllables([(letter.letter, letter.tone) for letter in letters])
    return None if syllables is None else _tone_before_r(syllables)


def _with_short_erhua(letters: list[Letter], expected: Sequence[Syllable]) -> list[Letter]:
    """A final er as r, where an erhua is expected."""
    tail = [letter.letter for letter in letters[-2:]]
    if expected and expected[-1].letters == "r" and tail == ["e", "r"]:
        return [*letters[:-2], letters[-1]]
    return letters


def _split_like(typed: Sequence[Letter], expected: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """The typed letters as the expected syllables; None when the letters differ or a syllable has two tones."""
    letters = "".join(letter.letter for letter in typed).replace("ü", "u")
    if letters != "".join(syllable.letters for syllable in expected).replace("ü", "u"):
        return None
    syllables, start = [], 0
    for syllable in expected:
        part = [(letter.letter, letter.tone) for letter in typed[start : start + len(syllable.letters)]]
        tones = [tone for _, tone in part if tone]
        parsed = _one_syllable(part)
        if len(tones) > 1 or parsed is None:
            return None
        syllables.append(parsed)
        start += len(syllable.letters)
    return _tone_before_r(tuple(syllables))


def _tone_before_r(syllables: tuple[Syllable, ...]) -> tuple[Syllable, ...]:
    """zher4 is zhè + r: the digit after an erhua belongs to the syllable before the r."""
    corrected = list(syllables)
    for index in range(1, len(corrected)):
        if corrected[index].letters == "r" and corrected[index].tone and not corrected[index - 1].tone:
            corrected[index - 1] = Syllable(corrected[index - 1].letters, corrected[index].tone)
            corrected[index] = Syllable("r", 0)
    return tuple(corrected)


class Letter(NamedTuple):
    """A letter with the tone that follows it; an empty one is a separator. `end`: where it ends in the text as typed."""

    letter: str
    tone: int
    end: int


def letters_with_tones(text: str) -> list[Letter] | None:
    """The letters of a text, each with the tone mark or digit that follows it; None when the text is not pinyin."""
    letters: list[Letter] = []
    for character, end in _decomposed(text):
        last = letters[-1] if letters else None
        follows_letter = last is not None and last.letter != ""
        if character in TONE_OF_MARK and last is not None and follows_letter:
            letters[-1] = Letter(last.letter, TONE_OF_MARK[character], end)
        elif character == "\u0308" and last is not None and last.letter == "u":
            letters[-1] = Letter("ü", last.tone, end)
        elif character == "\u0302" and last is not None and last.letter == "e":
            letters[-1] = Letter("ê", last.tone, end)
        elif character in "012345" and last is not None and follows_letter:
            letters[-1] = Letter(last.letter, int(character) or NEUTRAL, end)
            letters.append(Letter("", 0, end))
        elif "a" <= character <= "z" or character in "ɡɑ":
            letters.append(Letter({"v": "ü", "ɡ": "g", "ɑ": "a"}.get(character, character), 0, end))
        elif character in SEPARATORS or character.isspace():
            letters.append(Letter("", 0, end))
        else:
            return None
    return letters


def _decomposed(text: str) -> Iterator[tuple[str, int]]:
    """The text in plain letters and combining marks, each with the offset in the text behind what it was typed as."""
    plain: list[tuple[str, int]] = []
    for cluster in CLUSTER.finditer(text):
        # NFKC first: full-width letters and digits become plain ones. By letters with their marks, so that each keeps its offset.
        for character in unicodedata.normalize("NFKC", cluster[0]).lower():
            if character == ":" and plain and plain[-1][0] == "u":
                plain[-1] = ("ü", cluster.end())
            else:
                plain.append((character, cluster.end()))
    joined = "".join(character for character, _ in plain)
    passport_y = {match.start() + 1 for match in PASSPORT_SPELLING.finditer(joined)}
    umlauts = {index + 1 for index in passport_y}
    for index, (character, end) in enumerate(plain):
        if index not in passport_y:
            letter = "ü" if index in umlauts else character
            yield from ((part, end) for part in unicodedata.normalize("NFD", letter))


def _fewest_syllables(letters: Sequence[tuple[str, int]]) -> tuple[Syllable, ...] | None:
    """Split into as few known syllables as possible; a syllable has one tone at most.

    A dynamic programme from the left. Of each prefix it keeps only the fewest syllables that it has and the last of them, so that
    time and memory are linear in the length.
    """
    fewest: list[int | None] = [0] + [None] * len(letters)
    back: list[tuple[int, Syllable | None]] = [(0, None)] * (len(letters) + 1)
    for end in range(1, len(letters) + 1):
        if not letters[end - 1][0]:
            fewest[end], back[end] = fewest[end - 1], (end - 1, None)
            continue
        for start in range(max(0, end - LONGEST_SYLLABLE), end):
            head, syllable = fewest[start], _one_syllable(letters[start:end])
            # The r of erhua needs a syllable before it.
            if head is None or syllable is None or (syllable.letters == "r" and not head):
                continue
            current = fewest[end]
            if current is None or head + 1 < current:
                fewest[end], back[end] = head + 1, (start, syllable)
    return None if fewest[-1] is None else tuple(_traced_back(back))[::-1]


def _traced_back(back: Sequence[tuple[int, Syllable | None]]) -> Iterator[Syllable]:
    """The syllables, read back from the last to the first."""
    end = len(back) - 1
    while end:
        end, syllable = back[end]
        if syllable is not None:
            yield syllable


def _one_syllable(typed: Sequence[tuple[str, int]]) -> Syllable | None:
    letters = "".join(letter for letter, _ in typed)
    tones = [tone for _, tone in typed if tone]
    if len(tones) > 1 or "" in (letter for letter, _ in typed):
        return None
    plain = letters.replace("ü", "u") if letters[:1] in ("j", "q", "x", "y") else letters
    return Syllable(plain, tones[0] if tones else 0) if plain in SYLLABLES else None


@bounded_cache(16_384)
def split_marked(text: str) -> tuple[str, ...]:
    """Syllables of a word's pinyin as the word list writes it; () when it cannot be read.

    >>> split_marked("nǚ'ér"), split_marked("yīhuìr"), split_marked("zuò shēngyi")
    (('nǚ', 'ér'), ('yī', 'huì', 'r'), ('zuò', 'shēng', 'yi'))
    """
    syllables = parse(text)
    return () if syllables is None else tuple(syllable.marked for syllable in syllables)


def join_syllables(syllables: Sequence[str]) -> str:
    """One word: an apostrophe before a later syllable that begins with a vowel.

    >>> join_syllables(["nǚ", "ér"]), join_syllables(["tiān", "ān", "mén"])
    ("nǚ'ér", "tiān'ānmén")
    """
    word = ""
    for syllable in syllables:
        bare = unicodedata.normalize("NFD", syllable)[:1]
        word += ("'" if word and bare in ("a", "o", "e") else "") + syllable
    return word

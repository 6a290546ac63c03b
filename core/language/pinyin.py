"""Pinyin as text: syllables, tones, the many ways in which people type it.

A syllable is written `lü4` inside (letters, tone 1-5, 5 = neutral) and `lǜ` outside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

BY_TONE = {1: "\u0304", 2: "\u0301", 3: "\u030c", 4: "\u0300"}
"""Combining macron, acute, caron, grave."""
MARKS = {**{mark: tone for tone, mark in BY_TONE.items()}, "\u0306": 3, "ˉ": 1, "ˊ": 2, "ˇ": 3, "ˋ": 4}
"""What is read as a tone: the marks, the breve that many type for the caron, and the marks standing alone."""
NEUTRAL = 5
PASSPORT = re.compile(r"(?<![^\W\d])([ln])yu")
"""lyu and nyu for lü and nü, at the beginning of a word: elsewhere guānyú and yīnyuè are meant."""

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
        mark = BY_TONE.get(self.tone)
        if mark is None:
            return self.letters
        place = _mark_place(self.letters)
        text = self.letters[: place + 1] + mark + self.letters[place + 1 :]
        return unicodedata.normalize("NFC", text)


def _mark_place(letters: str) -> int:
    """a or e takes the mark; else the o of ou; else the last vowel."""
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
    pieces = _pieces(text)
    if pieces is None or not any(letters for letters, _ in pieces):
        return None
    syllables = _split_pieces(tuple(pieces))
    return None if syllables is None else _tone_before_r(syllables)


def parse_as(text: str, wanted: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """Syllables of typed pinyin, cut like the wanted ones where the letters are the same: wǎnān as wǎn'ān, nàer as nàr.

    Otherwise as `parse`; None when the text is not pinyin.
    """
    pieces = [piece for piece in _pieces(text) or () if piece[0]]
    free = parse(text)
    for letters in (pieces, _erhua_short(pieces, wanted)):
        cut = _cut_like(letters, wanted)
        if cut is not None:
            return cut
    return free


def _erhua_short(pieces: list[tuple[str, int]], wanted: Sequence[Syllable]) -> list[tuple[str, int]]:
    """The final er written out as r, where an erhua is wanted."""
    tail = [letter for letter, _ in pieces[-2:]]
    if wanted and wanted[-1].letters == "r" and tail == ["e", "r"]:
        return [*pieces[:-2], pieces[-1]]
    return pieces


def _cut_like(pieces: list[tuple[str, int]], wanted: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """The pieces as syllables of the wanted letters; None when the letters differ or a syllable has two tones."""
    letters = "".join(letter for letter, _ in pieces).replace("ü", "u")
    if letters != "".join(syllable.letters for syllable in wanted).replace("ü", "u"):
        return None
    found, place = [], 0
    for syllable in wanted:
        part = pieces[place : place + len(syllable.letters)]
        tones = [tone for _, tone in part if tone]
        written = _syllable(part)
        if len(tones) > 1 or written is None:
            return None
        found.append(written)
        place += len(syllable.letters)
    return _tone_before_r(tuple(found))


def _tone_before_r(syllables: tuple[Syllable, ...]) -> tuple[Syllable, ...]:
    """zher4 is zhè + r: the digit after an erhua belongs to the syllable before the r."""
    found = list(syllables)
    for place in range(1, len(found)):
        if found[place].letters == "r" and found[place].tone and not found[place - 1].tone:
            found[place - 1] = Syllable(found[place - 1].letters, found[place].tone)
            found[place] = Syllable("r", 0)
    return tuple(found)


def _pieces(text: str) -> list[tuple[str, int]] | None:
    """Letters one by one, each with the tone mark or the digit that follows it; ('', 0) is a break."""
    pieces: list[tuple[str, int]] = []
    # NFKC first: full-width letters and digits become plain ones.
    plain = unicodedata.normalize("NFKC", text).lower().replace("u:", "ü")
    for mark in unicodedata.normalize("NFD", PASSPORT.sub(r"\1ü", plain)):
        if mark in MARKS and pieces and pieces[-1][0]:
            pieces[-1] = (pieces[-1][0], MARKS[mark])
        elif mark == "\u0308" and pieces and pieces[-1][0] == "u":
            pieces[-1] = ("ü", pieces[-1][1])
        elif mark == "\u0302" and pieces and pieces[-1][0] == "e":
            pieces[-1] = ("ê", pieces[-1][1])
        elif mark in "012345" and pieces and pieces[-1][0]:
            pieces[-1] = (pieces[-1][0], int(mark) or NEUTRAL)
            pieces.append(("", 0))
        elif "a" <= mark <= "z" or mark in "ɡɑ":
            pieces.append(({"v": "ü", "ɡ": "g", "ɑ": "a"}.get(mark, mark), 0))
        elif re.match(r"[\s'’‘ʼ`·•\-—.,，。、！？!?/∥()（）]", mark):
            pieces.append(("", 0))
        else:
            return None
    return pieces


@lru_cache(maxsize=4096)
def _split_pieces(pieces: tuple[tuple[str, int], ...]) -> tuple[Syllable, ...] | None:
    """Cut into known syllables, fewest first; a syllable has one tone at most. Dynamic programme from the left."""
    best: list[tuple[Syllable, ...] | None] = [()] + [None] * len(pieces)
    for end in range(1, len(pieces) + 1):
        if not pieces[end - 1][0]:
            best[end] = best[end - 1]
            continue
        for start in range(max(0, end - LONGEST_SYLLABLE), end):
            head, syllable = best[start], _syllable(pieces[start:end])
            if head is None or syllable is None or _bare_r_after_vowelless(head, syllable):
                continue
            current = best[end]
            if current is None or len(head) + 1 < len(current):
                best[end] = (*head, syllable)
    return best[-1]


def _syllable(pieces: Sequence[tuple[str, int]]) -> Syllable | None:
    letters = "".join(letter for letter, _ in pieces)
    tones = [tone for _, tone in pieces if tone]
    if len(tones) > 1 or "" in (letter for letter, _ in pieces):
        return None
    plain = letters.replace("ü", "u") if letters[:1] in ("j", "q", "x", "y") else letters
    return Syllable(plain, tones[0] if tones else 0) if plain in SYLLABLES else None


def _bare_r_after_vowelless(head: tuple[Syllable, ...], syllable: Syllable) -> bool:
    """The r of erhua needs a syllable before it."""
    return syllable.letters == "r" and not head


@cache
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

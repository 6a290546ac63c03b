"""Pinyin as text: syllables, tones, the many ways in which people type it.

A syllable is written `lü4` inside (letters, tone 1-5, 5 = neutral) and `lǜ` outside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from core.language.remembering import remembered

BY_TONE = {1: "\u0304", 2: "\u0301", 3: "\u030c", 4: "\u0300"}
"""Combining macron, acute, caron, grave."""
MARKS = {**{mark: tone for tone, mark in BY_TONE.items()}, "\u0306": 3, "ˉ": 1, "ˊ": 2, "ˇ": 3, "ˋ": 4}
"""What is read as a tone: the marks, the breve that many type for the caron, and the marks standing alone."""
NEUTRAL = 5
PASSPORT = re.compile(r"(?<![^\W\d])([ln])yu")
"""lyu and nyu for lü and nü, at the beginning of a word: elsewhere guānyú and yīnyuè are meant."""
BREAKS = frozenset("'’‘ʼ`·•-—.,，。、！？!?/∥()（）")
"""What may stand between syllables, beside white space."""
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
    read = pieces(text)
    return None if read is None else _read(read)


def parse_as(text: str, wanted: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """Syllables of typed pinyin, cut like the wanted ones where the letters are the same: wǎnān as wǎn'ān, nàer as nàr.

    Otherwise as `parse`; None when the text is not pinyin.
    """
    read = placed_as(text, wanted)
    return None if read is None else tuple(syllable for syllable, _ in read)


def placed_as(text: str, wanted: Sequence[Syllable]) -> tuple[tuple[Syllable, int], ...] | None:
    """What `parse_as` reads, each syllable with the offset in `text` behind its last letter, mark or digit."""
    read = pieces(text)
    if read is None:
        return None
    written = [piece for piece in read if piece.letter]
    for letters in (written, _erhua_short(written, wanted)):
        cut = _cut_like(letters, wanted)
        if cut is not None:
            return tuple(zip(cut, _ends(letters, [len(syllable.letters) for syllable in wanted]), strict=True))
    free = _read(read)
    if free is None:
        return None
    return tuple(zip(free, _ends(written, [len(syllable.letters) for syllable in free]), strict=True))


def _ends(written: Sequence[Piece], sizes: Sequence[int]) -> list[int]:
    return [written[last - 1].end for last in accumulate(sizes)]


def _read(read: Sequence[Piece]) -> tuple[Syllable, ...] | None:
    if not any(piece.letter for piece in read):
        return None
    syllables = _split([(piece.letter, piece.tone) for piece in read])
    return None if syllables is None else _tone_before_r(syllables)


def _erhua_short(read: list[Piece], wanted: Sequence[Syllable]) -> list[Piece]:
    """The final er written out as r, where an erhua is wanted."""
    tail = [piece.letter for piece in read[-2:]]
    if wanted and wanted[-1].letters == "r" and tail == ["e", "r"]:
        return [*read[:-2], read[-1]]
    return read


def _cut_like(read: Sequence[Piece], wanted: Sequence[Syllable]) -> tuple[Syllable, ...] | None:
    """The pieces as syllables of the wanted letters; None when the letters differ or a syllable has two tones."""
    letters = "".join(piece.letter for piece in read).replace("ü", "u")
    if letters != "".join(syllable.letters for syllable in wanted).replace("ü", "u"):
        return None
    found, start = [], 0
    for syllable in wanted:
        part = [(piece.letter, piece.tone) for piece in read[start : start + len(syllable.letters)]]
        tones = [tone for _, tone in part if tone]
        written = _syllable(part)
        if len(tones) > 1 or written is None:
            return None
        found.append(written)
        start += len(syllable.letters)
    return _tone_before_r(tuple(found))


def _tone_before_r(syllables: tuple[Syllable, ...]) -> tuple[Syllable, ...]:
    """zher4 is zhè + r: the digit after an erhua belongs to the syllable before the r."""
    found = list(syllables)
    for place in range(1, len(found)):
        if found[place].letters == "r" and found[place].tone and not found[place - 1].tone:
            found[place - 1] = Syllable(found[place - 1].letters, found[place].tone)
            found[place] = Syllable("r", 0)
    return tuple(found)


class Piece(NamedTuple):
    """A letter with the tone that follows it; without a letter it is a break. `end`: where it ends in the text as typed."""

    letter: str
    tone: int
    end: int


def pieces(text: str) -> list[Piece] | None:
    """Letters one by one, each with the tone mark or the digit that follows it; None when the text is not pinyin."""
    found: list[Piece] = []
    for mark, end in _decomposed(text):
        last = found[-1] if found else None
        written = last is not None and last.letter != ""
        if mark in MARKS and last is not None and written:
            found[-1] = Piece(last.letter, MARKS[mark], end)
        elif mark == "\u0308" and last is not None and last.letter == "u":
            found[-1] = Piece("ü", last.tone, end)
        elif mark == "\u0302" and last is not None and last.letter == "e":
            found[-1] = Piece("ê", last.tone, end)
        elif mark in "012345" and last is not None and written:
            found[-1] = Piece(last.letter, int(mark) or NEUTRAL, end)
            found.append(Piece("", 0, end))
        elif "a" <= mark <= "z" or mark in "ɡɑ":
            found.append(Piece({"v": "ü", "ɡ": "g", "ɑ": "a"}.get(mark, mark), 0, end))
        elif mark in BREAKS or mark.isspace():
            found.append(Piece("", 0, end))
        else:
            return None
    return found


def _decomposed(text: str) -> Iterator[tuple[str, int]]:
    """The text in plain letters and combining marks, each with the offset in the text behind what it was typed as."""
    plain: list[tuple[str, int]] = []
    for cluster in CLUSTER.finditer(text):
        # NFKC first: full-width letters and digits become plain ones. By letters with their marks, so that each keeps its offset.
        for mark in unicodedata.normalize("NFKC", cluster[0]).lower():
            if mark == ":" and plain and plain[-1][0] == "u":
                plain[-1] = ("ü", cluster.end())
            else:
                plain.append((mark, cluster.end()))
    whole = "".join(mark for mark, _ in plain)
    dropped = {found.start() + 1 for found in PASSPORT.finditer(whole)}
    umlauts = {place + 1 for place in dropped}
    for place, (mark, end) in enumerate(plain):
        if place not in dropped:
            yield from ((part, end) for part in unicodedata.normalize("NFD", "ü" if place in umlauts else mark))


def _split(read: Sequence[tuple[str, int]]) -> tuple[Syllable, ...] | None:
    """Cut into known syllables, fewest first; a syllable has one tone at most.

    Dynamic programme from the left that keeps of each beginning only how many syllables it has at least and the last of them, so that
    time and memory grow with the length alone.
    """
    fewest: list[int | None] = [0] + [None] * len(read)
    last: list[tuple[int, Syllable | None]] = [(0, None)] * (len(read) + 1)
    for end in range(1, len(read) + 1):
        if not read[end - 1][0]:
            fewest[end], last[end] = fewest[end - 1], (end - 1, None)
            continue
        for start in range(max(0, end - LONGEST_SYLLABLE), end):
            head, syllable = fewest[start], _syllable(read[start:end])
            # The r of erhua needs a syllable before it.
            if head is None or syllable is None or (syllable.letters == "r" and not head):
                continue
            current = fewest[end]
            if current is None or head + 1 < current:
                fewest[end], last[end] = head + 1, (start, syllable)
    return None if fewest[-1] is None else tuple(_traced(last))[::-1]


def _traced(last: Sequence[tuple[int, Syllable | None]]) -> Iterator[Syllable]:
    """The syllables from the last to the first."""
    place = len(last) - 1
    while place:
        place, syllable = last[place]
        if syllable is not None:
            yield syllable


def _syllable(read: Sequence[tuple[str, int]]) -> Syllable | None:
    letters = "".join(letter for letter, _ in read)
    tones = [tone for _, tone in read if tone]
    if len(tones) > 1 or "" in (letter for letter, _ in read):
        return None
    plain = letters.replace("ü", "u") if letters[:1] in ("j", "q", "x", "y") else letters
    return Syllable(plain, tones[0] if tones else 0) if plain in SYLLABLES else None


@remembered(16_384)
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

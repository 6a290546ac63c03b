"""The sounds that the acoustic model tells apart: initials and finals of Standard Chinese, without tone.

The inventory is the table of the Scheme for the Chinese Phonetic Alphabet (1958), with three deviations that follow the sound rather
than the spelling: the three vowels written i are three finals (`i`, `-i` after z c s as `ii`, after zh ch sh r as `iii`),
bo po mo fo have the final `uo`, and syllables written with y and w have no initial.
"""

from __future__ import annotations

from functools import cache

from core.language.caching import bounded_cache

SILENCE = "sil"
_INITIALS = "b p m f d t n l g k h j q x zh ch sh r z c s"
_FINALS = "a ai ei ao ou an en ang eng ong e er i ia ie iao iu ian in iang ing iong u ua uo uai ui uan un uang ueng ü üe üan ün ii iii"
INITIALS, FINALS = tuple(_INITIALS.split()), tuple(_FINALS.split())
FINAL_STATES = 2
"""A final changes from its first half to its second (an against ang, ia against ie); an initial is one state."""
STATES = (
    SILENCE,
    *INITIALS,
    *(f"{final}/{part}" for final in FINALS for part in range(FINAL_STATES)),
)
"""Columns of the acoustic model's output."""
INDEX = {name: index for index, name in enumerate(STATES)}
PALATALS = frozenset("jqx")
DENTALS, RETROFLEXES = frozenset({"z", "c", "s"}), frozenset({"zh", "ch", "sh", "r"})
LABIALS = frozenset("bpmf")
WITHOUT_INITIAL = {
    "yi": "i", "ya": "ia", "yo": "uo", "ye": "ie", "yao": "iao", "you": "iu", "yan": "ian", "yin": "in", "yang": "iang",
    "ying": "ing", "yong": "iong", "yu": "ü", "yue": "üe", "yuan": "üan", "yun": "ün", "wu": "u", "wa": "ua", "wo": "uo",
    "wai": "uai", "wei": "ui", "wan": "uan", "wen": "un", "wang": "uang", "weng": "ueng", "r": "er", "o": "uo", "ê": "ie",
    "yai": "ai",
}  # fmt: skip
"""Syllables without an initial, where the spelling is not the final's name; `r` is the suffix of erhua."""


@bounded_cache(4_096)
def sounds(letters: str) -> tuple[str | None, str] | None:
    """Initial (None without one) and final of a syllable in pinyin letters with ü; None for interjections (m, n, ng, hm).

    >>> sounds("zhi"), sounds("xue"), sounds("bo"), sounds("yan"), sounds("er"), sounds("lüe")
    (('zh', 'iii'), ('x', 'üe'), ('b', 'uo'), (None, 'ian'), (None, 'er'), ('l', 'üe'))
    """
    if letters in WITHOUT_INITIAL:
        return None, WITHOUT_INITIAL[letters]
    if letters in FINALS:
        return None, letters
    initial = letters[:2] if letters[:2] in RETROFLEXES else letters[:1]
    final = letters[len(initial) :]
    if initial not in INITIALS or not final:
        return None
    if initial in PALATALS and final.startswith("u"):
        final = "ü" + final[1:]
    if final == "i" and initial in DENTALS:
        final = "ii"
    elif final == "i" and initial in RETROFLEXES:
        final = "iii"
    elif final == "o":
        final = "uo"
    return (initial, final) if final in FINALS else None


@cache
def states(initial: str | None, final: str) -> tuple[int, ...]:
    """Columns of `STATES` that a syllable passes through, in order.

    >>> [STATES[place] for place in states("zh", "ong")]
    ['zh', 'ong/0', 'ong/1']
    """
    parts = tuple(INDEX[f"{final}/{part}"] for part in range(FINAL_STATES))
    return parts if initial is None else (INDEX[initial], *parts)

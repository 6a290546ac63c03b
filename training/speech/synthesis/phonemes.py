"""From syllables to the phonemes that the speech model was trained on.

The symbols are facts of the model: the International Phonetic Alphabet as misaki (Apache-2.0) and pinyin-to-ipa (MIT) write Mandarin,
affricates as single letters, the tone as an arrow behind the vowel that bears it, a space between words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from core.speech.model import Sounds

TONES = {1: "→", 2: "↗", 3: "↓", 4: "↘", 5: ""}
TONE_PLACE = "0"
INITIALS = {
    "b": "p", "p": "pʰ", "m": "m", "f": "f", "d": "t", "t": "tʰ", "n": "n", "l": "l", "g": "k", "k": "kʰ", "h": "x",
    "j": "ʨ", "q": "ʨʰ", "x": "ɕ", "zh": "ꭧ", "ch": "ꭧʰ", "sh": "ʂ", "r": "ɻ", "z": "ʦ", "c": "ʦʰ", "s": "s",
}  # fmt: skip
FINALS = {
    "a": "a0", "ai": "ai0", "ei": "ei0", "ao": "au0", "ou": "ou0", "an": "a0n", "en": "ə0n", "ang": "a0ŋ", "eng": "ə0ŋ",
    "ong": "ʊ0ŋ", "e": "ɤ0", "er": "ɚ0", "i": "i0", "ia": "ja0", "ie": "je0", "iao": "jau0", "iu": "jou0", "ian": "jɛ0n",
    "in": "i0n", "iang": "ja0ŋ", "ing": "i0ŋ", "iong": "jʊ0ŋ", "u": "u0", "ua": "wa0", "uo": "wo0", "uai": "wai0",
    "ui": "wei0", "uan": "wa0n", "un": "wə0n", "uang": "wa0ŋ", "ueng": "wə0ŋ", "ü": "y0", "üe": "ɥe0", "üan": "ɥɛ0n",
    "ün": "y0n", "ii": "ɨ0", "iii": "ɨ0",
}  # fmt: skip
"""Finals of `core.speech.aligning.phones`, with the place of the tone."""
MARKS = {"，": ",", "、": ",", "。": ".", "！": "!", "？": "?", "：": ":", "；": ";"}
"""Chinese marks and what the model takes for them; no others are spoken."""
WORD_SPACE = " "


class Phoneme(NamedTuple):
    """One token of the model. `syllable` is the index of its syllable, None for marks and spaces."""

    symbol: str
    syllable: int | None
    in_final: bool = False


class ToSay(NamedTuple):
    """A syllable with the tone that is commanded (1-5), and what stands before the next one: a mark, a space or nothing."""

    sounds: Sounds
    tone: int
    after: str


def phonemes(syllables: Sequence[ToSay]) -> list[Phoneme]:
    """The tokens of a sentence in order; a tone arrow belongs to the final.

    >>> "".join(phoneme.symbol for phoneme in phonemes([ToSay(Sounds("zh", "ong"), 1, ""), ToSay(Sounds("g", "uo"), 2, ".")]))
    'ꭧʊ→ŋkwo↗.'
    """
    tokens: list[Phoneme] = []
    for index, (sounds, tone, after) in enumerate(syllables):
        initial = "" if sounds.initial is None else INITIALS[sounds.initial]
        final = FINALS[sounds.final].replace(TONE_PLACE, TONES[tone])
        tokens += [Phoneme(symbol, index) for symbol in initial]
        tokens += [Phoneme(symbol, index, in_final=True) for symbol in final]
        tokens += [Phoneme(symbol, None) for symbol in after]
    return tokens

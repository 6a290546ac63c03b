"""What is drawn for each sentence: a voice, a speed, and other tones for half of its syllables.

Everything is drawn from the text alone, so that a sentence is spoken in the same way whatever other sentences there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from training.speech.synthesis.packages import VOICES
from training.speech.synthesis.sentences import Sentence, digest

SEED = 20261129
SLOWEST, FASTEST = 0.75, 1.15
CHANGED_SHARE = 0.5
"""Of the syllables with a full tone: which tone a word has in the dictionary then says little about what is heard."""
FULL_TONES = (1, 2, 3, 4)


@dataclass(frozen=True)
class Draw:
    """How a sentence is spoken; `tones` are those commanded in its second reading."""

    voice: str
    speed: float
    tones: tuple[int, ...]


def draw(sentence: Sentence) -> Draw:
    """The draw of a sentence."""
    rng = np.random.default_rng([SEED, int(digest(sentence.text)[:16], 16)])
    voice = str(rng.choice(VOICES))
    speed = round(float(rng.uniform(SLOWEST, FASTEST)), 2)
    tones = [syllable.tone for syllable in sentence.syllables]
    return Draw(voice, speed, changed_tones(tones, sentence.after, rng))


def changed_tones(tones: Sequence[int], after: Sequence[str], rng: np.random.Generator) -> tuple[int, ...]:
    """Tones with about `CHANGED_SHARE` of the full ones replaced by another, at least one of them.

    Neutral tones stay. No third tone is put beside another: the voices have learnt to speak the first of two as a second tone, so
    that the commanded tone would not be the one that is heard. A mark between two syllables keeps them apart.
    """
    full = [index for index, tone in enumerate(tones) if tone in FULL_TONES]
    is_changed = {index: bool(rng.random() < CHANGED_SHARE) for index in full}
    if full and not any(is_changed.values()):
        is_changed[int(rng.choice(full))] = True
    drawn = list(tones)
    for index in full:
        if is_changed[index]:
            options = [tone for tone in FULL_TONES if tone != tones[index]]
            if 3 in options and _beside_third(index, drawn, after, is_changed):
                options.remove(3)
            drawn[index] = int(rng.choice(options))
    return tuple(drawn)


def _beside_third(index: int, drawn: Sequence[int], after: Sequence[str], is_changed: dict[int, bool]) -> bool:
    """Whether a third tone stands before the syllable, or behind it one that stays."""
    if index and drawn[index - 1] == 3 and not after[index - 1].strip():
        return True
    following = index + 1
    stays = following < len(drawn) and not is_changed.get(following, False)
    return stays and drawn[following] == 3 and not after[index].strip()

"""The tone ear: a recorded syllable or word is heard, and the learner says which tones it had.

The recordings are those of the audio pack: single syllables in one voice, words in another. What comes next depends on what the learner confuses.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from core.language.pinyin import Syllable, join_syllables, parse
from core.language.spoken import TONE_CHANGES
from core.learning.tone_confusion import ToneTable, next_contrast
from core.questions.kinds.building import Frame, Wording, multiple_choice_item
from core.records.items import Audio, Item
from core.tables.words.lists import Word
from core.tables.words.tone_pairs import PairWord
from core.wire import Bilingual

EarKind = Literal["syllable", "word"]
FULL_TONES = (1, 2, 3, 4)
TRIED = 60
"""Contrasts that are drawn before a round without a fitting recording is given up."""
RESTING = 12
"""So many sounds were heard since before one comes again, as long as there are others."""
HEARD = Bilingual(zh="听一听，是第几声？", en="Listen: which tone is it?")
HEARD_TWO = Bilingual(zh="听一听，是哪两个声调？", en="Listen: which two tones are they?")


@dataclass(frozen=True)
class EarSound:
    """Something that can be played: a syllable (`ma3`) or a word (妈)."""

    text: str
    syllables: tuple[Syllable, ...]
    gloss: str = ""
    level: int = 1

    @property
    def tones(self) -> tuple[int, ...]:
        """Its tones as it is spoken."""
        return tuple(syllable.tone for syllable in self.syllables)

    @property
    def reading(self) -> str:
        """Its reading with tone marks."""
        return _reading(self.syllables)

    @property
    def is_word(self) -> bool:
        """Whether it is a word in characters, and not a syllable without a meaning."""
        return not self.text[-1].isdigit()


@dataclass(frozen=True)
class EarCard:
    """What is to be heard: an item, and for each option what to compare with."""

    item: Item
    sound: EarSound
    examples: dict[str, EarSound | None]
    """By option: the same syllable, or another word, with these tones; None where nothing of the kind is there."""


class EarSounds:
    """Everything that the tone ear can play, by letters and by tones."""

    def __init__(
        self,
        *,
        syllables: Iterable[str],
        words: Iterable[Word],
        pair_words: Iterable[PairWord],
        plays: Callable[[str], bool],
    ) -> None:
        """`syllables`: recorded ones (`lü4`); `plays`: whether a word can be played."""
        self.by_letters: dict[str, dict[int, list[EarSound]]] = defaultdict(lambda: defaultdict(list))
        self.by_tones: dict[tuple[int, int], list[EarSound]] = defaultdict(list)
        for spoken in sorted(syllables):
            self._put_syllable(EarSound(spoken, (Syllable(spoken[:-1], int(spoken[-1])),)))
        for word in words:
            for form, pinyin in zip(word.forms, word.pinyin, strict=False):
                parsed = parse(pinyin.lower()) or ()
                if len(form) == 1 == len(parsed) and form not in TONE_CHANGES and plays(form):
                    self._put_syllable(EarSound(form, parsed, word.gloss, word.level))
        for pair_word in pair_words:
            parsed = parse(pair_word.spoken.lower()) or ()
            # Of two third tones the first is a second tone to the ear, and a third one on paper.
            unclear = pair_word.pair == (3, 3) or TONE_CHANGES.intersection(pair_word.word)
            if unclear or len(parsed) != 2 or not plays(pair_word.word):
                continue
            said = tuple(Syllable(part.letters, tone) for part, tone in zip(parsed, pair_word.pair, strict=True))
            self.by_tones[pair_word.pair].append(EarSound(pair_word.word, said, pair_word.gloss, pair_word.level))

    def _put_syllable(self, sound: EarSound) -> None:
        (syllable,) = sound.syllables
        if syllable.tone in FULL_TONES:
            self.by_letters[syllable.letters][syllable.tone].append(sound)

    def kinds(self) -> tuple[EarKind, ...]:
        """What can be asked."""
        syllables = any(len(tones) > 1 for tones in self.by_letters.values())
        kinds: dict[EarKind, bool] = {"syllable": syllables, "word": len(self.by_tones) > 1}
        return tuple(kind for kind, there in kinds.items() if there)

    def card(self, kind: EarKind, table: ToneTable, *, lately: Sequence[str] = (), random: Random) -> EarCard | None:
        """The next card: two tones by how often the learner confuses them, then a sound of the first. None where nothing can be heard.

        `lately`: what was heard before, the last one last; the last one never comes again at once.
        """
        made = self._syllable if kind == "syllable" else self._word
        for resting in (set(lately[-RESTING:]), set(lately[-1:])):
            for _ in range(TRIED):
                card = made(*next_contrast(table, FULL_TONES, random=random), table, resting, random)
                if card is not None:
                    return card
        return None

    def _syllable(
        self, said: int, beside: int, _: ToneTable, resting: Collection[str], random: Random
    ) -> EarCard | None:
        candidates = [tones for tones in self.by_letters.values() if said in tones and beside in tones]
        if not candidates:
            return None
        tones = random.choice(candidates)
        sound = _picked(tones[said], resting, random)
        if sound is None:
            return None
        letters = sound.syllables[0].letters
        examples = {
            Syllable(letters, tone).marked: _like(sound, tones[tone]) if tone in tones else None for tone in FULL_TONES
        }
        return _card(sound, HEARD, examples)

    def _word(
        self, said: int, beside: int, table: ToneTable, resting: Collection[str], random: Random
    ) -> EarCard | None:
        place = random.randrange(2)
        pairs = [pair for pair in self.by_tones if pair[place] == said]
        if not pairs:
            return None
        pair = random.choice(sorted(pairs))
        sound = _picked(self.by_tones[pair], resting, random)
        other = _other(pair[1 - place], table, random)
        offered = [_pair(place, first, second) for first in (said, beside) for second in (pair[1 - place], other)]
        if sound is None or (3, 3) in offered:  # it sounds as 2-3
            return None
        examples: dict[str, EarSound | None] = {}
        for tones in offered:
            changed = [Syllable(old.letters, tone) for old, tone in zip(sound.syllables, tones, strict=True)]
            words = [word for word in self.by_tones.get(tones, ()) if word != sound]
            examples[_reading(changed)] = sound if tones == pair else random.choice(words) if words else None
        return _card(sound, HEARD_TWO, examples)


def _pair(place: int, tone: int, other: int) -> tuple[int, int]:
    return (tone, other) if place == 0 else (other, tone)


def _other(tone: int, table: ToneTable, random: Random) -> int:
    """A tone to stand beside one that is said, by how often it is taken for it."""
    others = [other for other in FULL_TONES if other != tone]
    return random.choices(others, [table.cells[tone, other].n + 1 for other in others])[0]


def _picked(sounds: Sequence[EarSound], resting: Collection[str], random: Random) -> EarSound | None:
    fresh = [sound for sound in sounds if sound.text not in resting]
    return random.choice(fresh) if fresh else None


def _like(sound: EarSound, others: Sequence[EarSound]) -> EarSound | None:
    """Of other sounds one of the same voice, where there is one: syllables and words are spoken by two people."""
    if sound in others:
        return sound
    alike = [other for other in others if other.is_word == sound.is_word]
    return next(iter(alike or others), None)


def _reading(syllables: Sequence[Syllable]) -> str:
    return join_syllables([syllable.marked for syllable in syllables])


def _card(sound: EarSound, question: Bilingual, examples: dict[str, EarSound | None]) -> EarCard:
    reading = sound.reading
    said = f"{sound.text} {reading}" if sound.is_word else reading
    frame = Frame(
        source=f"ear:{sound.text}",
        topic="listening",
        standard_level=sound.level,
        tags=(f"level_{sound.level}", "tones", "ear"),
        translation=sound.gloss,
        full_text=sound.text if sound.is_word else reading,
        audio=Audio(kind="speech", text=sound.text, pinyin=reading),
    )
    explanation = Bilingual(
        zh=f"你听到的是 {said}。", en=f"You heard {said}{f' ({sound.gloss})' if sound.gloss else ''}."
    )
    wrong = [option for option in examples if option != reading]
    item = multiple_choice_item(frame, Wording(question, "", explanation), key=reading, wrong=wrong)
    return EarCard(item, sound, {option.id: examples[option.text] for option in item.options})

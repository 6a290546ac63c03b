"""Hearing tones: a word is spoken, the options are readings that differ from it in tones alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from core.language.confusions import other_tones
from core.questions.kinds.making import Asked, Draft, Frame, choice
from core.records.items import Audio, Item
from core.tables.words.lists import Word
from core.wire import Bilingual

WRONG_OPTIONS = 3
WITHOUT_TONES = str.maketrans("āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ", "aaaaeeeeiiiioooouuuuüüüü")
HEARD = Bilingual(zh="听一听，你听到的是哪一个？注意声调。", en="Which one do you hear? Mind the tones.")


class ToneItems:
    """Makes the items that tell tones apart: words of the list with a partner that sounds the same but for the tones."""

    def __init__(self, words: Sequence[Word], *, levels: tuple[int, int]) -> None:
        """`words`: all of the list, for the partners; `levels`: standard levels of the words that are asked."""
        self._alike: dict[tuple[int, str], dict[str, Word]] = defaultdict(dict)
        readings: dict[str, set[str]] = defaultdict(set)
        for word in words:
            readings[word.text].add(word.pinyin[0])
            # The first word of the list stands for a reading: lists begin with the easiest.
            self._alike[_sound(word)].setdefault(word.pinyin[0].lower(), word)
        self._words = [
            word
            for word in words
            if levels[0] <= word.level <= levels[1] and word.gloss and len(readings[word.text]) == 1
        ]

    def choose(self) -> Iterator[Draft]:
        """Words that have a partner among the words of the list."""
        for word in self._words:
            partners = self._partners(word)
            if partners and word.text not in HEARD.zh:  # a word of the instruction would be read
                yield Draft(_frame(word), partial(_choice, word=word, partners=partners))

    def _partners(self, word: Word) -> list[Word]:
        """Words of the same letters in other tones, easiest first."""
        alike = self._alike.get(_sound(word), {})
        return [other for reading, other in alike.items() if reading != word.pinyin[0].lower()]


def _choice(frame: Frame, *, word: Word, partners: Sequence[Word]) -> Item | None:
    right = word.pinyin[0]
    made = other_tones(right, characters=word.text, avoid=set(word.also), seed=word.id)
    # What sounds as the word itself does in speech (two third tones) is no wrong option.
    sayable = set(made)
    wrong = [other.pinyin[0] for other in partners if other.pinyin[0] in sayable]
    wrong += [reading for reading in made if reading not in wrong]
    if not any(other.pinyin[0] in wrong for other in partners) or len(wrong) < WRONG_OPTIONS:
        return None
    shown = [other for other in partners if other.pinyin[0] in wrong[:WRONG_OPTIONS]]
    zh = "；".join(f"{other.pinyin[0]} 是“{other.text}”" for other in shown)
    en = "; ".join(f"{other.pinyin[0]} is {other.text}{f' ({other.gloss})' if other.gloss else ''}" for other in shown)
    explanation = Bilingual(
        zh=f"你听到的是 {right}：{word.text}。{zh}。",
        en=f"You heard {right}: {word.text} ({word.gloss}). {en}.",
    )
    return choice(frame, Asked(HEARD, "", explanation), key=right, wrong=wrong[:WRONG_OPTIONS])


def _sound(word: Word) -> tuple[int, str]:
    """How many characters, and the letters without tone marks: 先 and 西安 are no pair."""
    return len(word.text), word.pinyin[0].lower().translate(WITHOUT_TONES)


def _frame(word: Word) -> Frame:
    return Frame(
        source=word.id,
        topic="listening",
        standard_level=word.level,
        tags=(f"level_{word.level}", "tones", word.pos[0]),
        words=(word.text,),
        translation=word.gloss,
        full_text=word.text,
        audio=Audio(kind="speech", text=word.text, pinyin=word.pinyin[0]),
    )

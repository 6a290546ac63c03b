"""Hearing tones: a word is spoken, the options are readings that differ from it in tones alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial

from core.language.confusable_readings import other_tones
from core.language.pinyin import parse
from core.language.sandhi import spoken_forms
from core.questions.kinds.building import Draft, Frame, Wording, multiple_choice_item
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
            if levels[0] <= word.level <= levels[1]
            and word.gloss
            and len(readings[word.text]) == 1
            and _is_said_as_written(word)
        ]

    def multiple_choice(self) -> Iterator[Draft]:
        """Words that have a partner among the words of the list."""
        for word in self._words:
            partners = self._partners(word)
            if partners and word.text not in HEARD.zh:  # a word of the instruction would be read
                yield Draft(_frame(word), partial(_choice, word=word, partners=partners))

    def _partners(self, word: Word) -> list[Word]:
        """Words of the same letters in other tones, easiest first."""
        alike = self._alike.get(_sound(word), {})
        return [partner for reading, partner in alike.items() if reading != word.pinyin[0].lower()]


def _choice(frame: Frame, *, word: Word, partners: Sequence[Word]) -> Item | None:
    right = word.pinyin[0]
    readings = other_tones(right, characters=word.text, avoid=set(word.also), seed=word.id)
    # What sounds as the word itself does in speech (two third tones) is no wrong option.
    sayable = set(readings)
    wrong = [partner.pinyin[0] for partner in partners if partner.pinyin[0] in sayable]
    wrong += [reading for reading in readings if reading not in wrong]
    if not any(partner.pinyin[0] in wrong for partner in partners) or len(wrong) < WRONG_OPTIONS:
        return None
    shown = [partner for partner in partners if partner.pinyin[0] in wrong[:WRONG_OPTIONS]]
    zh = "；".join(f"{partner.pinyin[0]} 是“{partner.text}”" for partner in shown)
    en = "; ".join(
        f"{partner.pinyin[0]} is {partner.text}{f' ({partner.gloss})' if partner.gloss else ''}" for partner in shown
    )
    explanation = Bilingual(
        zh=f"你听到的是 {right}：{word.text}。{zh}。",
        en=f"You heard {right}: {word.text} ({word.gloss}). {en}.",
    )
    return multiple_choice_item(frame, Wording(HEARD, "", explanation), key=right, wrong=wrong[:WRONG_OPTIONS])


def _is_said_as_written(word: Word) -> bool:
    """Whether no sandhi changes a tone: what is heard (xiáoqǔ) would stand in none of the options (xiǎoqǔ)."""
    return len(set(spoken_forms(word.text, parse(word.pinyin[0].lower()) or ()))) == 1


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

"""What a wrong order of other things than the words of a sentence did: characters of a word, sentences of a text, what was heard one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from core.answers.diagnosis.meanings import Meanings, ended, joined, quoted
from core.answers.diagnosis.words import Words
from core.records.items import Item
from core.wire import Bilingual

NOTED = frozenset({"order", "scale"})
"""Kinds of item of which each piece says why it stands after the one before."""
SHORT = 16
"""Characters of a sentence that is named; of a longer one its beginning, in whole clauses or words."""


def told_sequence(
    item: Item,
    given: Sequence[str],
    right: Sequence[str],
    text: Mapping[str, str],
    meanings: Meanings | None,
    *,
    moved: Sequence[str],
) -> Bilingual | None:
    """The first thing that stands wrong, as labels `given` against the nearest order `right`, and the labels that were `moved`; None where no rule of these kinds says it."""
    tags = frozenset(item.tags)
    if sorted(given) != sorted(right) or list(given) == list(right):
        return None
    if "build" in tags and meanings is not None:
        return _built(given, right, text, meanings)
    if "heard" in tags and item.topic == "listening":
        return _heard(given, right, text, meanings)
    if tags & NOTED:
        words = meanings.words if meanings is not None else Words(lambda _: False)
        return _reversed(item, given, right, text, moved, words)
    return None


def _built(given: Sequence[str], right: Sequence[str], text: Mapping[str, str], meanings: Meanings) -> Bilingual:
    word, built = ("".join(text[label] for label in order) for order in (right, given))
    first = next(place for place, (one, other) in enumerate(zip(given, right, strict=True)) if one != other)
    character = text[right[first]]
    place = (
        Bilingual(zh=f"第一个字是“{character}”", en=f"it begins with {character}")
        if first == 0
        else Bilingual(
            zh=f"“{text[right[first - 1]]}”后面是“{character}”", en=f"after {text[right[first - 1]]} comes {character}"
        )
    )
    told = Bilingual(zh=f"你排成了“{built}”；{place.zh}", en=f"You made {built}; {place.en}")
    return joined(ended(told), ended(meanings.told(word)))


def _heard(given: Sequence[str], right: Sequence[str], text: Mapping[str, str], meanings: Meanings | None) -> Bilingual:
    first = next(place for place, (one, other) in enumerate(zip(given, right, strict=True)) if one != other)
    heard, chosen = text[right[first]], text[given[first]]
    later = right.index(given[first]) + 1
    reading = f"（{meanings.reading(heard)}）" if meanings is not None else ""
    chosen_reading = f"（{meanings.reading(chosen)}）" if meanings is not None else ""
    return Bilingual(
        zh=f"第 {first + 1} 个听到的是“{heard}”{reading}；你放的“{chosen}”{chosen_reading}是第 {later} 个。",
        en=f"Word {first + 1} that you heard is {heard}{_latin(reading)}; {chosen}{_latin(chosen_reading)}, which you put there, is word {later}.",
    )


def _latin(reading: str) -> str:
    return f" ({reading.strip('（）')})" if reading else ""


def _reversed(
    item: Item, given: Sequence[str], right: Sequence[str], text: Mapping[str, str], moved: Sequence[str], words: Words
) -> Bilingual | None:
    """Two neighbours of the right order that stand the other way round, and what ties the second to the first; else two that were parted."""
    at = {label: place for place, label in enumerate(given)}
    links = {option.id: option.note for option in item.options}
    neighbours = [(one, two) for one, two in pairwise(right) if one in moved or two in moved]
    turned = [(one, two) for one, two in neighbours if at[two] < at[one]]
    if turned:
        one, two = (_named(text[label], words) for label in turned[0])
        put = Bilingual(zh=f"你把“{two}”放在了“{one}”前面", en=f"You put “{two}” before “{one}”")
    elif not (turned := [(one, two) for one, two in neighbours if at[two] != at[one] + 1]):
        return None
    else:
        one, two = (_named(text[label], words) for label in turned[0])
        put = Bilingual(
            zh=f"你没有让“{two}”紧接着“{one}”", en=f"In your order “{two}” does not come right after “{one}”"
        )
    link = links[turned[0][1]] or Bilingual(zh=f"应该先是“{one}”，再是“{two}”", en=f"“{one}” comes first, then “{two}”")
    return joined(ended(put), ended(link))


def _named(sentence: str, words: Words) -> str:
    """A sentence as it is named: whole where it is short, else its beginning."""
    sentence = quoted(sentence).rstrip("！？，")
    return sentence if len(sentence) <= SHORT + 2 else f"{words.cut(sentence, SHORT)}……"

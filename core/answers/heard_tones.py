"""Which tones a student's answers heard, from all listening items whose options are readings that differ in tones alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from core.language.pinyin import NEUTRAL, parse
from core.language.spoken import TONE_CHANGES
from core.learning.tone_confusion import HeardTone
from core.records.answers import AnswerRow
from core.records.items import Item

TAG = "tones"
"""Of items that tell tones apart."""


def heard_tones(rows: Sequence[AnswerRow], items: Mapping[str, Item]) -> Iterator[HeardTone]:
    """The tones that were said and heard in each answer, syllable by syllable.

    A syllable counts only where the options differ in it: the other tones were given away. What 一 and 不 sound like cannot be read off a
    reading; texts with them are left out. A third tone before a third is said as a
    second, in what was played and in what was chosen.
    """
    for row in rows:
        item = items.get(row.item_id)
        if item is not None and row.answered and TAG in item.tags and item.type == "multiple_choice":
            yield from _heard(row, item)


def _heard(row: AnswerRow, item: Item) -> Iterator[HeardTone]:
    given = json.loads(row.given)
    chosen = next((option.text for option in item.options if option.id == given), None)
    if chosen is None or item.audio is None or TONE_CHANGES.intersection(item.full_text):
        return
    said, heard = spoken_tones(item.audio.pinyin or ""), spoken_tones(chosen)
    offered = [spoken_tones(option.text) for option in item.options]
    if not said or any(len(tones) != len(said) for tones in (heard, *offered)):
        return
    source = f"{row.evaluation_id}#{row.position}"
    for place, (tone, tone_heard) in enumerate(zip(said, heard, strict=True)):
        if len({tones[place] for tones in offered}) > 1:
            yield HeardTone(tone, tone_heard, source, at=row.answered_at)


def spoken_tones(reading: str) -> tuple[int, ...]:
    """The tones of a reading as they are spoken; () for what is no pinyin.

    >>> spoken_tones("nǐhǎo"), spoken_tones("māma"), spoken_tones("?")
    ((2, 3), (1, 5), ())
    """
    syllables = parse(reading.replace(" ", "").lower()) or ()
    tones = [syllable.tone or NEUTRAL for syllable in syllables]
    return tuple(2 if pair == (3, 3) else pair[0] for pair in pairwise([*tones, 0]))

"""Tone-pair drills: which pairs of tones a learner says wrong or has hardly said, and what to drill next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from random import Random
from typing import NamedTuple

from core.errors import NotFound
from core.language.pinyin import NEUTRAL
from core.learning.intervals import wilson
from core.ports.language import PinyinReader, ScriptConverter
from core.speech.drills.wire import ChooseStep, Drill, DrillAnswer, DrillWord, HearStep, PairCell, SayStep
from core.speech.history_wire import SpokenSyllables
from core.speech.reading.citation import citation_tones
from core.speech.wire import SyllableJudged
from core.tables.words.tone_pairs import PAIRS, PairWord, TonePair
from core.wire import Bilingual

LONGEST_GAP_MS = 200
"""Two syllables further apart are no pair: their tones do not lean on one another. Pauses count from 250 ms."""
CHOICES = 4
BELIEF_BEFORE = (2.0, 1.0)
"""Beta distribution of a pair that was never read: two thirds right, and so wide that three readings outweigh it. Beside 18 pairs
with 18 of 20 right, one with 10 of 20 came first in 70 % of 2,000 draws and an unread one in 28 %; with (1, 1) 48 and 51 %, which drills
the unknown before the known weakness; (4, 2) as (2, 1) but slower to believe.
"""
REST = 3
"""So many other pairs come before a pair comes again."""
STEPS = ("hear", "choose", "say")
UNKNOWN_TONE = 0
"""Instead of the dictionary tone of a character that has none."""
LIKE_2_3: frozenset[TonePair] = frozenset({(2, 3), (3, 3)})
"""They sound alike and never stand side by side as options."""
Words = Mapping[TonePair, Sequence[PairWord]]


class ReadTones(NamedTuple):
    """A stored reading: its syllables, the dictionary tones of the same syllables (`UNKNOWN_TONE` where there is none), and when
    it was read."""

    syllables: Sequence[SyllableJudged]
    dictionary_tones: Sequence[int]
    read_at: datetime


class JudgedPair(NamedTuple):
    """Two syllables that were read one after the other, and whether both tones were right."""

    pair: TonePair
    right: bool
    read_at: datetime


class NoDrillWords(NotFound):
    """The words for a drill have run out."""

    default_remedy = Bilingual(zh="请多选几个等级，或从头再练。", en="Allow more levels, or begin anew.")

    def __init__(self, levels: tuple[int, int]) -> None:
        super().__init__(f"No words are left for a drill at levels {levels[0]} to {levels[1]}.")


def read_tones(spoken: SpokenSyllables, *, converter: ScriptConverter, reader: PinyinReader) -> ReadTones:
    """The syllables of a stored reading with their dictionary tones."""
    citation = citation_tones(converter.simplified(spoken.text), reader)
    tones = [citation.get(syllable.position, UNKNOWN_TONE) for syllable in spoken.syllables]
    return ReadTones(spoken.syllables, tones, datetime.fromisoformat(spoken.read_at))


def judged_pairs(reading: ReadTones) -> Iterator[JudgedPair]:
    """Neighbouring syllables of one word or phrase, of which both tones could be judged.

    Pairs over a mark or a silence are left out, and so are those that begin with a neutral tone. A third tone before a third
    counts as 3-3 by `dictionary_tones`, however it was said; everywhere else the expected tone counts (一天 is 4-1).
    """
    neighbours = pairwise(zip(reading.syllables, reading.dictionary_tones, strict=True))
    for (syllable, dictionary_tone), (following, following_dictionary_tone) in neighbours:
        tone, following_tone = syllable.tone, following.tone
        if tone is None or following_tone is None or "unsure" in (tone.verdict, following_tone.verdict):
            continue
        if tone.expected == NEUTRAL or not _adjoin(syllable, following):
            continue
        both_third = dictionary_tone == following_dictionary_tone == 3
        first = 3 if both_third and tone.expected == 2 else tone.expected
        right = tone.verdict == following_tone.verdict == "right"
        yield JudgedPair((first, following_tone.expected), right, reading.read_at)


def _adjoin(syllable: SyllableJudged, following: SyllableJudged) -> bool:
    """Whether two syllables stand side by side in the text and were said without a silence between."""
    if syllable.end_ms is None or following.start_ms is None or following.start_ms - syllable.end_ms > LONGEST_GAP_MS:
        return False
    return syllable.word == following.word or following.position - syllable.position <= syllable.length


def pair_matrix(readings: Iterable[ReadTones]) -> list[PairCell]:
    """The 20 pairs in order (1-1, 1-2 ... 4-5) with what all readings tell about each."""
    judged_by_pair: dict[TonePair, list[JudgedPair]] = defaultdict(list)
    for reading in readings:
        for judged in judged_pairs(reading):
            judged_by_pair[judged.pair].append(judged)
    return [_cell(pair, judged_by_pair.get(pair, [])) for pair in PAIRS]


def _cell(pair: TonePair, judged: Sequence[JudgedPair]) -> PairCell:
    n, right = len(judged), sum(read.right for read in judged)
    share = right / n if n else None
    return PairCell(
        first=pair[0],
        second=pair[1],
        said=said_pair(pair),
        n=n,
        right=right,
        share=share,
        interval=wilson(share or 0.0, n),
        last=max(read.read_at for read in judged).isoformat() if judged else None,
    )


def said_pair(pair: TonePair) -> TonePair:
    """A pair of tones as it is spoken.

    >>> said_pair((3, 3)), said_pair((3, 5))
    ((2, 3), (3, 5))
    """
    return (2, 3) if pair == (3, 3) else pair


def words_by_pair(words: Iterable[PairWord], *, levels: tuple[int, int] = (1, 4)) -> dict[TonePair, list[PairWord]]:
    """The words of some levels, both ends included, by their pair."""
    words_of_pair: dict[TonePair, list[PairWord]] = defaultdict(list)
    for word in words:
        if levels[0] <= word.level <= levels[1]:
            words_of_pair[word.pair].append(word)
    return dict(words_of_pair)


def drill_order(matrix: Sequence[PairCell], *, rng: Random) -> list[TonePair]:
    """All pairs, those first that are probably weakest: a share is drawn for each from what is believed of it.

    A pair hardly read is believed in widely and so comes early now and then; a pair often read rightly seldom comes (Thompson 1933).
    """
    drawn = [
        (rng.betavariate(BELIEF_BEFORE[0] + cell.right, BELIEF_BEFORE[1] + cell.n - cell.right), index)
        for index, cell in enumerate(matrix)
    ]
    return [(matrix[index].first, matrix[index].second) for _, index in sorted(drawn)]


def next_drill(
    matrix: Sequence[PairCell],
    words: Sequence[PairWord],
    *,
    seed: int,
    levels: tuple[int, int] = (1, 4),
    pair: TonePair | None = None,
    seen: Collection[str] = (),
    lately: Sequence[TonePair] = (),
) -> Drill:
    """The next drill of a session.

    Parameters
    ----------
    matrix : of `pair_matrix`
    words : the table of words
    seed : same seed, same drill
    levels : lowest and highest level of the words
    pair : the pair to drill; None for one that is probably weak
    seen : words that were shown in this session
    lately : pairs drilled in this session, the last one last; the last `REST` of them rest

    Raises
    ------
    NoDrillWords
        When no pair has three words left.
    """
    rng = Random(seed)
    unseen = (word for word in words if word.word not in seen and pair in (None, word.pair))
    fresh = words_by_pair(unseen, levels=levels)
    ready = [candidate for candidate in drill_order(matrix, rng=rng) if len(fresh.get(candidate, ())) >= len(STEPS)]
    resting = set(lately[-REST:])
    drilled = next((candidate for candidate in ready if candidate not in resting), ready[0] if ready else None)
    if drilled is None:
        raise NoDrillWords(levels)
    to_hear, to_choose, to_say = rng.sample(fresh[drilled], len(STEPS))
    return Drill(
        first=drilled[0],
        second=drilled[1],
        hear=HearStep(played=_word(to_hear), options=_two_options(drilled, rng)),
        choose=ChooseStep(word=_word(to_choose), options=_options(drilled, rng)),
        say=SayStep(word=_word(to_say)),
    )


def answered(step: HearStep | ChooseStep, chosen: TonePair) -> DrillAnswer:
    """Whether the pair that was chosen is the one that was asked."""
    word = step.played if isinstance(step, HearStep) else step.word
    right_pair = (word.first, word.second)
    return DrillAnswer(right=chosen == right_pair, chosen=chosen, wanted=right_pair)


def _word(word: PairWord) -> DrillWord:
    return DrillWord(**word.model_dump())


def _near(pair: TonePair) -> list[TonePair]:
    """Pairs that differ in one tone and in sound."""
    return [
        other
        for other in PAIRS
        if (other[0] == pair[0]) != (other[1] == pair[1]) and not {other, pair} <= LIKE_2_3
    ]  # fmt: skip


def _two_options(pair: TonePair, rng: Random) -> tuple[TonePair, TonePair]:
    options = [pair, rng.choice(_near(pair))]
    rng.shuffle(options)
    return options[0], options[1]


def _options(pair: TonePair, rng: Random) -> tuple[TonePair, ...]:
    """The pair among others that differ in one tone; 2-3 and 3-3 never both."""
    others = _near(pair)
    rng.shuffle(others)
    options = [pair]
    for other in others:
        if len(options) < CHOICES and not (other in LIKE_2_3 and LIKE_2_3 & set(options)):
            options.append(other)
    return tuple(sorted(options))

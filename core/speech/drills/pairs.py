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
from core.speech.drills.wire import ChooseStep, Drill, DrillAnswer, DrillWord, HearStep, PairCell, SayStep
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
LIKE_2_3: frozenset[TonePair] = frozenset({(2, 3), (3, 3)})
"""They sound alike and never stand side by side as options."""
Words = Mapping[TonePair, Sequence[PairWord]]


class Reading(NamedTuple):
    """A stored result: its syllables, the dictionary tones of the same syllables (0 where unknown), and its moment."""

    syllables: Sequence[SyllableJudged]
    listed: Sequence[int]
    at: datetime


class JudgedPair(NamedTuple):
    """Two syllables that were read one after the other, and whether both tones were right."""

    pair: TonePair
    right: bool
    at: datetime


class NoDrillWords(NotFound):
    """The words for a drill have run out."""

    default_remedy = Bilingual(zh="请放宽级别，或从头再练。", en="Allow more levels, or begin anew.")

    def __init__(self, levels: tuple[int, int]) -> None:
        super().__init__(f"No words are left for a drill at levels {levels[0]} to {levels[1]}.")


def judged_pairs(reading: Reading) -> Iterator[JudgedPair]:
    """Neighbouring syllables of one word or phrase, of which both tones could be judged.

    Left out are pairs over a mark or a silence, and those that begin with a neutral tone. A third tone before a third counts as 3-3
    by `listed`, however it was said; everywhere else the expected tone counts (一天 is 4-1).
    """
    neighbours = pairwise(zip(reading.syllables, reading.listed, strict=True))
    for (one, listed), (other, listed_after) in neighbours:
        if one.tone is None or other.tone is None or "unsure" in (one.tone.verdict, other.tone.verdict):
            continue
        if one.tone.expected == NEUTRAL or not _together(one, other):
            continue
        first = 3 if listed == listed_after == 3 and one.tone.expected == 2 else one.tone.expected
        right = one.tone.verdict == other.tone.verdict == "right"
        yield JudgedPair((first, other.tone.expected), right, reading.at)


def _together(one: SyllableJudged, other: SyllableJudged) -> bool:
    """In the text side by side, and said without a silence between."""
    if one.end_ms is None or other.start_ms is None or other.start_ms - one.end_ms > LONGEST_GAP_MS:
        return False
    return one.word == other.word or other.position - one.position <= one.length


def pair_matrix(readings: Iterable[Reading]) -> list[PairCell]:
    """The 20 pairs in order (1-1, 1-2 ... 4-5) with what all readings tell about each."""
    found: dict[TonePair, list[JudgedPair]] = defaultdict(list)
    for reading in readings:
        for judged in judged_pairs(reading):
            found[judged.pair].append(judged)
    return [_cell(pair, found.get(pair, [])) for pair in PAIRS]


def _cell(pair: TonePair, judged: Sequence[JudgedPair]) -> PairCell:
    n, right = len(judged), sum(one.right for one in judged)
    share = right / n if n else None
    return PairCell(
        first=pair[0],
        second=pair[1],
        said=said_pair(pair),
        n=n,
        right=right,
        share=share,
        interval=wilson(share or 0.0, n),
        last=max(one.at for one in judged).isoformat() if judged else None,
    )


def said_pair(pair: TonePair) -> TonePair:
    """As it is spoken.

    >>> said_pair((3, 3)), said_pair((3, 5))
    ((2, 3), (3, 5))
    """
    return (2, 3) if pair == (3, 3) else pair


def words_by_pair(words: Iterable[PairWord], *, levels: tuple[int, int] = (1, 4)) -> dict[TonePair, list[PairWord]]:
    """The words of some levels, both ends included, by their pair."""
    found: dict[TonePair, list[PairWord]] = defaultdict(list)
    for word in words:
        if levels[0] <= word.level <= levels[1]:
            found[word.pair].append(word)
    return dict(found)


def drill_order(matrix: Sequence[PairCell], *, random: Random) -> list[TonePair]:
    """All pairs, those first that are probably weakest: a share is drawn for each from what is believed of it.

    A pair hardly read is believed in widely and so comes early now and then; a pair often read rightly seldom comes (Thompson 1933).
    """
    drawn = [
        (random.betavariate(BELIEF_BEFORE[0] + cell.right, BELIEF_BEFORE[1] + cell.n - cell.right), number)
        for number, cell in enumerate(matrix)
    ]
    return [(matrix[number].first, matrix[number].second) for _, number in sorted(drawn)]


def next_drill(
    matrix: Sequence[PairCell],
    words: Sequence[PairWord],
    *,
    seed: int,
    levels: tuple[int, int] = (1, 4),
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
    seen : words that were shown in this session
    lately : pairs drilled in this session, the last one last; the last `REST` of them rest

    Raises
    ------
    NoDrillWords
        When no pair has three words left.
    """
    random = Random(seed)
    fresh = words_by_pair((word for word in words if word.word not in seen), levels=levels)
    ready = [pair for pair in drill_order(matrix, random=random) if len(fresh.get(pair, ())) >= len(STEPS)]
    resting = set(lately[-REST:])
    pair = next((pair for pair in ready if pair not in resting), ready[0] if ready else None)
    if pair is None:
        raise NoDrillWords(levels)
    heard, chosen, said = random.sample(fresh[pair], len(STEPS))
    return Drill(
        first=pair[0],
        second=pair[1],
        hear=HearStep(played=_word(heard), options=_two_options(pair, random)),
        choose=ChooseStep(word=_word(chosen), options=_options(pair, random)),
        say=SayStep(word=_word(said)),
    )


STEPS = ("hear", "choose", "say")


def answered(step: HearStep | ChooseStep, chosen: TonePair) -> DrillAnswer:
    """Whether the pair that was chosen is the one that was asked."""
    word = step.played if isinstance(step, HearStep) else step.word
    wanted = (word.first, word.second)
    return DrillAnswer(right=chosen == wanted, chosen=chosen, wanted=wanted)


def _word(word: PairWord) -> DrillWord:
    return DrillWord(**word.model_dump())


def _near(pair: TonePair) -> list[TonePair]:
    """Pairs that differ in one tone and in sound."""
    return [
        other
        for other in PAIRS
        if (other[0] == pair[0]) != (other[1] == pair[1]) and not {other, pair} <= LIKE_2_3
    ]  # fmt: skip


def _two_options(pair: TonePair, random: Random) -> tuple[TonePair, TonePair]:
    options = [pair, random.choice(_near(pair))]
    random.shuffle(options)
    return options[0], options[1]


def _options(pair: TonePair, random: Random) -> tuple[TonePair, ...]:
    """The pair among others that differ in one tone; 2-3 and 3-3 never both."""
    others = _near(pair)
    random.shuffle(others)
    options = [pair]
    for other in others:
        if len(options) < CHOICES and not (other in LIKE_2_3 and LIKE_2_3 & set(options)):
            options.append(other)
    return tuple(sorted(options))

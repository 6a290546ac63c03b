"""Tones as spoken where they differ from the dictionary: 一 and 不, neutral tones by grammar, third tones in feet.

The rules of 一 and 不 are those of Chao (1968). Third tones follow the feet of Shih (1986, The prosodic domain of tone
sandhi in Chinese) and Duanmu (2007, The phonology of Standard Chinese, ch. 11):

1. A word of two syllables is a foot; one of three is a foot and a syllable, divided where its parts are words: (展览)馆, 小(老虎).
2. Words of one syllable pair up: a numeral with its measure word, a degree adverb with what it modifies, an adjective or
   a verb with its noun before all others, the others from left to right: (我想)买(两把)(雨伞).
3. A remaining syllable joins the foot on its right, or the one on its left at the end of a clause: (买(好酒)), ((有点)远).
4. A third tone before a third tone becomes a second, inside first and outwards. Between feet the change is optional; it
   is made after a pair of one-syllable words, (我也)(想去) wó yé xiǎng qù, and not after a word: (老板)(请我们).
5. A pause ends everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from core.language.caching import bounded_cache
from core.language.lattice import DOUBLED_VERBS
from core.language.pinyin import NEUTRAL, Syllable, parse
from core.language.readings import Reading, parts_of_speech

TONE_CHANGES = frozenset("一不")
"""Their tone depends on what follows, and is written in several ways."""
DIGITS = frozenset("零〇一二三四五六七八九十百千万亿")
SINGLE_DIGITS = frozenset("零〇一二三四五六七八九")
NUMERALS = DIGITS | frozenset("两几半")
DEGREES = frozenset("很太最更挺")
COUNTED = NUMERALS | frozenset("这那哪每多")
ORDINALS = ("第", "初", "星期", "周", "礼拜", "之", "月")
"""After these 一 is a number with a name and keeps its tone."""
COUNTED_BY_NAME = ("月", "号", "楼", "年级", "等奖", "流")
"""Before these 一 is the first of a series: 一月, 一楼."""
CARRIES_SANDHI = frozenset("里起")
"""A neutral syllable that still changes a third tone before it (哪里 náli, 卷起 juánqi); 子, 朵 and 奶奶 do not."""
ENDS_DIRECTION = frozenset("来去")
BEGINS_DIRECTION = frozenset("回进出上下过起")
BRINGS = frozenset("拿带送寄搬买借派打跑走飞传抬推端牵开游爬骑冲跳递")
"""Verbs after which 来, 去 and 过去 are complements of direction and lose their tone."""
AFTER_DIRECTION = frozenset("了，。！？；的吧吗呢")


@dataclass(frozen=True)
class Group:
    """Syllables of a foot, by index; `of_words` when it is made of words of one syllable."""

    indices: tuple[int, ...]
    of_words: bool


def spoken_syllables(
    text: str, syllables: Sequence[str], lengths: Sequence[int], words: Mapping[str, Reading]
) -> list[str]:
    """The syllable spoken for each character; '' where the text has no syllable.

    Parameters
    ----------
    text : Chinese text
    syllables : dictionary reading of each character, 'r' for the 儿 of erhua
    lengths : of the words, in characters
    words : known words, by which words of three syllables are divided and verbs find their objects

    >>> spoken_syllables("小老虎", ["xiǎo", "lǎo", "hǔ"], [1, 2], {})
    ['xiǎo', 'láo', 'hǔ']
    >>> spoken_syllables("展览馆", ["zhǎn", "lǎn", "guǎn"], [3], {})
    ['zhán', 'lán', 'guǎn']
    """
    parsed = [_syllable(syllable) for syllable in syllables]
    tones = [syllable.tone if syllable else 0 for syllable in parsed]
    spans = _spans(lengths)
    _neutral_words(text, tones, spans)
    for index in range(len(text) - 1, -1, -1):
        if text[index] in TONE_CHANGES and tones[index] not in (0, NEUTRAL):
            tones[index] = _yi_or_bu(text, index, tones, spans)
    _third_tones(text, tones, spans, words)
    return [_written(syllable, tone, old) for syllable, tone, old in zip(parsed, tones, syllables, strict=True)]


@bounded_cache(4_096)
def _syllable(marked: str) -> Syllable | None:
    found = parse(marked) if marked and marked != "r" else None
    return None if not found else replace(found[0], tone=found[0].tone or NEUTRAL)


def _written(syllable: Syllable | None, tone: int, old: str) -> str:
    return old if syllable is None or syllable.tone == tone else replace(syllable, tone=tone).marked


def _spans(lengths: Sequence[int]) -> list[tuple[int, int]]:
    ends = list(accumulate(lengths))
    return list(zip([0, *ends], ends, strict=False))


def _neutral_words(text: str, tones: list[int], spans: Sequence[tuple[int, int]]) -> None:
    """个 after a number or a demonstrative, 来 and 去 of direction, the middle of 看一看 and 好不好."""
    for start, end in spans:
        if text[start:end] == "个" and start and text[start - 1] in COUNTED:
            tones[start] = NEUTRAL
        if end - start == 2 and text[start:end] in ("这个", "那个", "哪个", "几个"):
            tones[end - 1] = NEUTRAL
        if text[end - 1] in ENDS_DIRECTION and tones[end - 1] and _is_direction(text, start, end):
            tones[end - 1] = NEUTRAL
    for index in range(1, len(text) - 1):
        if text[index - 1] == text[index + 1] and _between_twins(text, index) and tones[index]:
            tones[index] = NEUTRAL


def _between_twins(text: str, index: int) -> bool:
    return text[index] == "不" or (text[index] == "一" and text[index - 1] in DOUBLED_VERBS)


def _is_direction(text: str, start: int, end: int) -> bool:
    """Whether the word that ends in 来 or 去 is or has a complement of direction without 不 or 得 in it."""
    before = text[end - 2] if end > 1 else ""
    if before in BEGINS_DIRECTION:
        first = text[end - 3] if end > 2 else ""
        if text[end - 2 : end] == "过去":
            return first in BRINGS
        return end - start >= 2 and first not in ("不", "得")
    return before in BRINGS and (end == len(text) or text[end] in AFTER_DIRECTION)


def _yi_or_bu(text: str, index: int, tones: Sequence[int], spans: Sequence[tuple[int, int]]) -> int:
    next_tone = _next_tone(text, index, tones)
    if text[index] == "不":
        return 2 if next_tone == 4 else 4
    if _keeps_first_tone(text, index, spans) or not next_tone:
        return 1
    return 2 if next_tone == 4 else 4


def _next_tone(text: str, index: int, tones: Sequence[int]) -> int:
    """The tone of the next syllable, 0 before a pause; 个 counts as a fourth tone though it is neutral."""
    following = index + 1
    if following >= len(text):
        return 0
    return 4 if text[following] == "个" else tones[following]


def _keeps_first_tone(text: str, index: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether 一 keeps its tone: in ordinals, in names of numbers, at the end of numbers and of words (统一)."""
    left, right = text[max(0, index - 2) : index], text[index + 1 : index + 3]
    if left.endswith(ORDINALS) or right.startswith(COUNTED_BY_NAME):
        return True
    if right[:1] in SINGLE_DIGITS or (left[-1:] in DIGITS and right[:1] not in DIGITS):
        return bool(right or left)
    return any(end == index + 1 and end - start > 1 for start, end in spans)


def _third_tones(text: str, tones: list[int], spans: Sequence[tuple[int, int]], words: Mapping[str, Reading]) -> None:
    for start, end in spans:
        _inside_word(text, tones, start, end, words)
    for clause in _clauses(tones, spans):
        groups = _joined(_paired(text, clause, words), tones)
        for left, right in pairwise(groups):
            if left.of_words:
                _change(tones, left.indices[-1], right.indices[0])


def _change(tones: list[int], left: int, right: int) -> None:
    """A third tone before a third tone that stands right beside it becomes a second."""
    if tones[left] == tones[right] == 3 and not any(tones[left + 1 : right]):
        tones[left] = 2


def _inside_word(text: str, tones: list[int], start: int, end: int, words: Mapping[str, Reading]) -> None:
    """Sandhi inside a word, inner feet first; a neutral syllable changes the third tone before it only in some words."""
    doubled = end - start == 2 and text[start] == text[start + 1] and text[start] in DOUBLED_VERBS
    for index in range(start, end):
        previous = index - 1
        carries = text[index] in CARRIES_SANDHI or (index > start and (doubled or text[previous : index + 1] == "小姐"))
        if carries and previous >= 0 and tones[index] == NEUTRAL and tones[previous] == 3:
            tones[previous] = 2
    indices = [index for index in range(start, end) if tones[index]]
    joints = list(pairwise(indices))
    if end - start == 3 and text[start + 1 : end] in words and text[start : end - 1] not in words:
        joints.reverse()
    if len(joints) == 3:
        joints = [joints[0], joints[2], joints[1]]
    for left, right in joints:
        _change(tones, left, right)


def _clauses(tones: Sequence[int], spans: Sequence[tuple[int, int]]) -> list[list[Group]]:
    """Words with a tone between pauses and neutral words; each word a group of its own."""
    clauses: list[list[Group]] = [[]]
    for start, end in spans:
        indices = tuple(index for index in range(start, end) if tones[index])
        if not indices or tones[indices[0]] == NEUTRAL:
            clauses.append([])
        else:
            clauses[-1].append(Group(indices, of_words=len(indices) == 1))
    return [clause for clause in clauses if clause]


def _paired(text: str, clause: Sequence[Group], words: Mapping[str, Reading]) -> list[Group]:
    """One-syllable words in pairs: the parts of a phrase first, then from left to right."""

    def is_phrase(first: Group, second: Group) -> bool:
        character, next_character = text[first.indices[0]], text[second.indices[0]]
        first_pos = parts_of_speech(character, words)
        takes_noun = ("Adj" in first_pos or "V" in first_pos) and parts_of_speech(next_character, words) == {"N"}
        return character in NUMERALS or character in DEGREES or takes_noun

    return _pairs(_pairs(clause, is_phrase), None)


def _pairs(groups: Sequence[Group], pair_up: Callable[[Group, Group], bool] | None) -> list[Group]:
    """Each one-syllable word joined with the one-syllable word after it where `pair_up` says so; always without `pair_up`."""
    paired: list[Group] = []
    index = 0
    while index < len(groups):
        pair = groups[index : index + 2]
        if len(pair) == 2 and all(len(group.indices) == 1 for group in pair) and (pair_up is None or pair_up(*pair)):
            paired.append(Group(pair[0].indices + pair[1].indices, of_words=True))
            index += 2
        else:
            paired.append(groups[index])
            index += 1
    return paired


def _joined(groups: Sequence[Group], tones: list[int]) -> list[Group]:
    """Sandhi inside the pairs, then between each remaining syllable and the group on its right or, at the end, on its left."""
    for group in groups:
        if group.of_words and len(group.indices) == 2:
            _change(tones, *group.indices)
    for index, group in enumerate(groups):
        if len(group.indices) == 1:
            if index + 1 < len(groups):
                _change(tones, group.indices[-1], groups[index + 1].indices[0])
            elif index:
                _change(tones, groups[index - 1].indices[-1], group.indices[0])
    return list(groups)

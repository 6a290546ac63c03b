"""What is spoken where the dictionary writes something else: 一 and 不, neutral tones of grammar, third tones in groups.

The rules of 一 and 不 are those of Chao (1968). Third tones follow the feet of Shih (1986, The prosodic domain of tone
sandhi in Chinese) and Duanmu (2007, The phonology of Standard Chinese, ch. 11):

1. A word of two syllables is a foot; one of three is a foot and a syllable, cut where its parts are words: (展览)馆, 小(老虎).
2. Words of one syllable pair up: a numeral with its measure word, a degree adverb with what it modifies, an adjective or
   a verb with its noun before all others, the others from left to right: (我想)买(两把)(雨伞).
3. A syllable left over joins the foot on its right, or the one on its left at the end of a clause: (买(好酒)), ((有点)远).
4. A third tone before a third tone becomes a second, inside first and outwards. Between feet the change is optional; it
   is made after a pair of one-syllable words, (我也)(想去) wó yé xiǎng qù, and not after a word: (老板)(请我们).
5. A pause ends everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from core.language.lattice import DOUBLED_VERBS
from core.language.pinyin import NEUTRAL, Syllable, parse
from core.language.readings import Reading, parts_of
from core.language.remembering import remembered

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
    """Syllables spoken together; `of_words` when it is made of words of one syllable."""

    places: tuple[int, ...]
    of_words: bool


def spoken_syllables(
    text: str, syllables: Sequence[str], lengths: Sequence[int], words: Mapping[str, Reading]
) -> list[str]:
    """What is spoken for each character; '' where the text has no syllable.

    Parameters
    ----------
    text : Chinese text
    syllables : dictionary reading of each character, 'r' for the 儿 of erhua
    lengths : of the words, in characters
    words : known words, by which words of three syllables are cut and verbs find their objects

    >>> spoken_syllables("小老虎", ["xiǎo", "lǎo", "hǔ"], [1, 2], {})
    ['xiǎo', 'láo', 'hǔ']
    >>> spoken_syllables("展览馆", ["zhǎn", "lǎn", "guǎn"], [3], {})
    ['zhán', 'lán', 'guǎn']
    """
    said = [_syllable(syllable) for syllable in syllables]
    tones = [syllable.tone if syllable else 0 for syllable in said]
    spans = _spans(lengths)
    _neutral_words(text, tones, spans)
    for place in range(len(text) - 1, -1, -1):
        if text[place] in "一不" and tones[place] not in (0, NEUTRAL):
            tones[place] = _yi_or_bu(text, place, tones, spans)
    _third_tones(text, tones, spans, words)
    return [_written(syllable, tone, old) for syllable, tone, old in zip(said, tones, syllables, strict=True)]


@remembered(4_096)
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
    for place in range(1, len(text) - 1):
        if text[place - 1] == text[place + 1] and _between_twins(text, place) and tones[place]:
            tones[place] = NEUTRAL


def _between_twins(text: str, place: int) -> bool:
    return text[place] == "不" or (text[place] == "一" and text[place - 1] in DOUBLED_VERBS)


def _is_direction(text: str, start: int, end: int) -> bool:
    """Whether the word that ends in 来 or 去 is or has a complement of direction without 不 or 得 in it."""
    before = text[end - 2] if end > 1 else ""
    if before in BEGINS_DIRECTION:
        begun = text[end - 3] if end > 2 else ""
        if text[end - 2 : end] == "过去":
            return begun in BRINGS
        return end - start >= 2 and begun not in ("不", "得")
    return before in BRINGS and (end == len(text) or text[end] in AFTER_DIRECTION)


def _yi_or_bu(text: str, place: int, tones: Sequence[int], spans: Sequence[tuple[int, int]]) -> int:
    after = _after(text, place, tones)
    if text[place] == "不":
        return 2 if after == 4 else 4
    if _keeps_first_tone(text, place, spans) or not after:
        return 1
    return 2 if after == 4 else 4


def _after(text: str, place: int, tones: Sequence[int]) -> int:
    """The tone of the next syllable, 0 before a pause; 个 counts as a fourth tone though it is neutral."""
    following = place + 1
    if following >= len(text):
        return 0
    return 4 if text[following] == "个" else tones[following]


def _keeps_first_tone(text: str, place: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Ordinals, names of numbers, the ends of numbers and of words (统一)."""
    left, right = text[max(0, place - 2) : place], text[place + 1 : place + 3]
    if left.endswith(ORDINALS) or right.startswith(COUNTED_BY_NAME):
        return True
    if right[:1] in SINGLE_DIGITS or (left[-1:] in DIGITS and right[:1] not in DIGITS):
        return bool(right or left)
    return any(end == place + 1 and end - start > 1 for start, end in spans)


def _third_tones(text: str, tones: list[int], spans: Sequence[tuple[int, int]], words: Mapping[str, Reading]) -> None:
    for start, end in spans:
        _inside_word(text, tones, start, end, words)
    for clause in _clauses(tones, spans):
        groups = _joined(_paired(text, clause, words), tones)
        for left, right in pairwise(groups):
            if left.of_words:
                _change(tones, left.places[-1], right.places[0])


def _change(tones: list[int], left: int, right: int) -> None:
    """A third tone before a third tone that stands right beside it becomes a second."""
    if tones[left] == tones[right] == 3 and not any(tones[left + 1 : right]):
        tones[left] = 2


def _inside_word(text: str, tones: list[int], start: int, end: int, words: Mapping[str, Reading]) -> None:
    """Inner feet first; a neutral syllable of a third tone changes what stands before it only in some words."""
    doubled = end - start == 2 and text[start] == text[start + 1] and text[start] in DOUBLED_VERBS
    for place in range(start, end):
        before = place - 1
        carries = text[place] in CARRIES_SANDHI or (place > start and (doubled or text[before : place + 1] == "小姐"))
        if carries and before >= 0 and tones[place] == NEUTRAL and tones[before] == 3:
            tones[before] = 2
    places = [place for place in range(start, end) if tones[place]]
    joints = list(pairwise(places))
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
        places = tuple(place for place in range(start, end) if tones[place])
        if not places or tones[places[0]] == NEUTRAL:
            clauses.append([])
        else:
            clauses[-1].append(Group(places, of_words=len(places) == 1))
    return [clause for clause in clauses if clause]


def _paired(text: str, clause: Sequence[Group], words: Mapping[str, Reading]) -> list[Group]:
    """One-syllable words in pairs: the parts of a phrase first, then from left to right."""

    def is_phrase(first: Group, second: Group) -> bool:
        one, other = text[first.places[0]], text[second.places[0]]
        heads = parts_of(one, words)
        takes_noun = ("Adj" in heads or "V" in heads) and parts_of(other, words) == {"N"}
        return one in NUMERALS or one in DEGREES or takes_noun

    return _pairs(_pairs(clause, is_phrase), None)


def _pairs(groups: Sequence[Group], pair_up: Callable[[Group, Group], bool] | None) -> list[Group]:
    """The one-syllable words that pair up with the one-syllable word after them; all of them without `pair_up`."""
    found: list[Group] = []
    place = 0
    while place < len(groups):
        pair = groups[place : place + 2]
        if len(pair) == 2 and all(len(group.places) == 1 for group in pair) and (pair_up is None or pair_up(*pair)):
            found.append(Group(pair[0].places + pair[1].places, of_words=True))
            place += 2
        else:
            found.append(groups[place])
            place += 1
    return found


def _joined(groups: Sequence[Group], tones: list[int]) -> list[Group]:
    """The pairs changed inside, then the syllables left over joined to the right or, at the end, to the left."""
    for group in groups:
        if group.of_words and len(group.places) == 2:
            _change(tones, *group.places)
    for place, group in enumerate(groups):
        if len(group.places) == 1:
            if place + 1 < len(groups):
                _change(tones, group.places[-1], groups[place + 1].places[0])
            elif place:
                _change(tones, groups[place - 1].places[-1], group.places[0])
    return list(groups)

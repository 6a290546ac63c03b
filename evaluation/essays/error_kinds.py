"""Kinds of errors in learners' sentences, told from what was written and what should stand there.

The kinds are those in which the engine's recall is reported. A kind is told by the text of the difference alone, so that the same classifier
serves every set and every corrector; what several kinds could claim goes to the narrowest (`KINDS` is in that order).
"""

from __future__ import annotations

import csv
from functools import cache
from typing import get_args

from core.language.confusable_readings import CONFUSED_FINALS, CONFUSED_INITIALS
from core.tables.essays.found import ErrorKind
from evaluation.corpus import ROOT

Kind = ErrorKind
KINDS: tuple[Kind, ...] = get_args(Kind)

ASPECT = frozenset({"了", "着", "过", "正在", "正"})
DISPOSAL = frozenset({"把", "被", "将", "叫", "让", "使"})
MODAL_OR_NEGATION_WORDS = (
    "会 能 能够 可以 可能 要 想 应该 应当 该 得 必须 需要 愿意 敢 肯 不 没 没有 别 不要 不用 未 无 "
    "不能 不会 不想 不可以 不是"
)

CONNECTIVES_WORDS = (
    "因为 所以 因此 由于 虽然 尽管 但是 但 可是 不过 然而 却 如果 要是 假如 的话 就 那么 那 便 才 只要 "
    "只有 除非 不管 无论 不论 即使 就是 既然 既 而且 并且 并 而 还 也 又 再 不但 不仅 不只 或者 或 还是 "
    "和 跟 与 及 以及 然后 于是 接着 后来 另外 此外 总之 比如 例如 一边 一方面 首先 其次 最后 都 以便 "
    "为了 从而"
)

PREPOSITIONS_WORDS = (
    "在 对 给 跟 从 向 为 由 离 往 于 按 按照 根据 以 用 比 朝 替 关于 对于 至于 随着 通过 当 自 "
    "自从 除了 经过 沿着 为了 针对"
)

COMPLEMENTS_WORDS = (
    "作 为 满 错 到 完 好 见 成 住 掉 懂 会 起来 下去 出来 过来 过去 上来 下来 进来 进去 出去 起 上 "
    "下 来 去 开 走 死 极了 得 不了 得了 清楚 干净 在"
)

MODAL_OR_NEGATION = frozenset(MODAL_OR_NEGATION_WORDS.split())
CONNECTIVES = frozenset(CONNECTIVES_WORDS.split())
PREPOSITIONS = frozenset(PREPOSITIONS_WORDS.split())
COMPLEMENTS = frozenset(COMPLEMENTS_WORDS.split())
AFTER_NUMBER = frozenset("一二三四五六七八九十百千万两几半这那每某各第多数0123456789")
DE = frozenset("的地得")
MOST_ALIKE = 8
"""Farther down the list characters look less alike than a learner would mix up."""


def kind_of(before: str, written: str, right: str, after: str) -> Kind:
    """The kind of one difference.

    Parameters
    ----------
    before, after
        What stands before and after it in the sentence as written.
    written, right
        What stands there, and what should; one of them may be empty.

    >>> kind_of("他跑", "的", "得", "很快"), kind_of("我买", "", "了", "书"), kind_of("三", "个", "本", "书"), kind_of("我很高", "心", "兴", "")
    ('的地得', 'aspect', 'measure word', 'character')
    >>> kind_of("我", "去明天", "明天去", ""), kind_of("我", "", "昨天", "去"), kind_of("", "参观", "拜访", "老师")
    ('order', 'missing', 'word choice')
    """
    changed = [part for part in (written, right) if part]
    if written and right and sorted(written) == sorted(right):
        return "order"
    if any(set(part) <= DE for part in changed):
        return "的地得"
    if any(part in ASPECT for part in changed) or (changed == ["在"] and right and _is_verb_next(after)):
        return "aspect"
    classes: tuple[tuple[Kind, frozenset[str]], ...] = (
        ("把 and 被", DISPOSAL),
        ("modal or negation", MODAL_OR_NEGATION),
    )
    for kind, words in classes:
        if any(part in words for part in changed):
            return kind
    if _is_measure_word(before, changed):
        return "measure word"
    if len(written) == len(right) <= 2 and _is_miswritten(written, right):
        return "character"
    classes = (("connective", CONNECTIVES), ("preposition", PREPOSITIONS))
    for kind, words in classes:
        if any(part in words for part in changed) or (right and _whole_word(before, right, after) in words):
            return kind
    if before and any(part in COMPLEMENTS for part in changed):
        return "complement"
    if not written:
        return "missing"
    return "word choice" if right else "extra"


def _whole_word(before: str, right: str, after: str) -> str:
    """What stands there with one neighbour, where only half of a word is missing or wrong (而【且】).

    >>> _whole_word("努力，而", "且", "聪明")
    '而且'
    """
    return next((word for word in (before[-1:] + right, right + after[:1]) if word in CONNECTIVES), "")


def _is_verb_next(after: str) -> bool:
    """`在` before what is no place: the aspect word."""
    return bool(after) and after[:1] not in "家这那哪学" and "上" not in after[:4] and "里" not in after[:4]


def _is_measure_word(before: str, changed: list[str]) -> bool:
    return before[-1:] in AFTER_NUMBER and before != "" and all(part in _measure_words() for part in changed)


@cache
def _measure_words() -> frozenset[str]:
    with (ROOT / "data" / "classifiers.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    return frozenset(cell for row in rows[1:] for cell in row[1].split("|")) | frozenset("个位本只条张件次种些点块")


def _is_miswritten(written: str, right: str) -> bool:
    """Whether each character that differs sounds (nearly) or looks like the one that should stand there, or is written in another script's form."""
    differing = [(one, other) for one, other in zip(written, right, strict=True) if one != other]
    return all(
        sound_alike(one, other)
        or other in _alike(one)
        or one in _alike(other)
        # Only forms of other scripts (traditional, Japanese) are not in the table.
        or one not in _characters()
        for one, other in differing
    )


@cache
def sound_alike(one: str, other: str) -> bool:
    """Whether two characters share a syllable, tones apart, or have syllables that differ by one confusion of learners."""
    return any(
        first == second or _differ_by_a_confusion(first, second) for first in _sounds(one) for second in _sounds(other)
    )


def _differ_by_a_confusion(one: str, other: str) -> bool:
    """Whether two syllables without tones differ in one pair of confusable initials or finals.

    >>> _differ_by_a_confusion("xin", "xing"), _differ_by_a_confusion("zhi", "zi"), _differ_by_a_confusion("ma", "ta")
    (True, True, False)
    """
    for first, second in ((one, other), (other, one)):
        if any(first.startswith(i) and second == j + first[len(i) :] for i, j in CONFUSED_INITIALS):
            return True
        if any(first.endswith(i) and second == first[: len(first) - len(i)] + j for i, j in CONFUSED_FINALS):
            return True
    return False


def _sounds(character: str) -> frozenset[str]:
    return _characters().get(character, (frozenset[str](), ""))[0]


def _alike(character: str) -> str:
    return _characters().get(character, (frozenset[str](), ""))[1][:MOST_ALIKE]


@cache
def _characters() -> dict[str, tuple[frozenset[str], str]]:
    """Of each character its syllables without tones, and those that look like it, the likest first."""
    with (ROOT / "data" / "essay_confusions.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["character"]: (frozenset(sound.rstrip("012345") for sound in row["readings"].split("|")), row["alike"])
            for row in csv.DictReader(file)
        }

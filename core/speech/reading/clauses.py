"""Marks of a text: the break before each syllable, and the clauses between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from core.speech.model import Break, Clause

ClauseKind = Literal["statement", "question", "particle_question", "exclamation", "continuing"]
MAJOR = frozenset("。！？!?…\n\r")
"""Ends of sentences; a full stop counts where no figure or letter follows it."""
MINOR = frozenset("，、：；,;:—–()（）[]【】〈〉")
"""Short pauses. Quotation and title marks are none: 我看《红楼梦》 is read on."""
QUESTION_PARTICLES = frozenset("吗吧嘛么")
"""They make a question of a statement; 呢 does so only without a question word."""
NO_PARTICLE = ("什么", "怎么", "多么", "这么", "那么", "要么")
QUESTION_WORDS = (
    "什么",
    "谁",
    "哪",
    "怎么",
    "几",
    "多少",
    "为何",
    "如何",
    "多大",
    "多长",
    "多高",
    "多远",
    "多久",
    "是不是",
    "有没有",
    "能不能",
    "好不好",
    "还是",
)


def break_of(marks: str, *, first: bool, new_word: bool) -> Break:
    """The strongest break in what stands between two syllables.

    >>> break_of("，“", first=False, new_word=True), break_of("", first=False, new_word=False)
    ('minor', 'none')
    """
    if first or any(mark in MAJOR for mark in marks) or marks.strip("”’」》) ").endswith("."):
        return "major"
    if any(mark in MINOR for mark in marks):
        return "minor"
    return "word" if new_word or marks else "none"


def clauses(breaks: Sequence[Break], characters: str, marks: Sequence[str]) -> tuple[Clause, ...]:
    """The clauses of a text.

    Parameters
    ----------
    breaks : before each syllable
    characters : one for each syllable, as said
    marks : what stands after each syllable that is none
    """
    clauses_so_far, first, sentence_start = [], 0, 0
    for last in range(len(breaks)):
        if last + 1 < len(breaks) and breaks[last + 1] not in ("minor", "major"):
            continue
        kind = clause_kind(characters[sentence_start : last + 1], marks[last], ends=last + 1 == len(breaks))
        clauses_so_far.append(Clause(first, last, kind))
        first = last + 1
        if kind != "continuing":
            sentence_start = first
    return tuple(clauses_so_far)


def clause_kind(characters: str, marks: str, *, ends: bool) -> ClauseKind:
    """By the mark after it and its last word. `characters` are those of the sentence up to here.

    >>> clause_kind("你去吗", "？", ends=True), clause_kind("你去哪儿呢", "？", ends=True), clause_kind("你好", "，", ends=False)
    ('particle_question', 'question', 'continuing')
    """
    asks = next((mark for mark in marks if mark in "？?！!。…\n"), "")
    if asks in ("！", "!"):
        return "exclamation"
    if asks in ("？", "?"):
        return _question(characters)
    if break_of(marks, first=False, new_word=False) == "minor" or not (ends or asks or marks.strip()):
        return "continuing"
    if not marks.strip() and ends and (characters[-1:] == "吗" or any(word in characters for word in QUESTION_WORDS)):
        return _question(characters)
    return "statement"


def _question(characters: str) -> ClauseKind:
    """With a particle that asks, or by its words."""
    asks = any(word in characters for word in QUESTION_WORDS)
    if characters.endswith(NO_PARTICLE):
        return "question"
    last = characters[-1:]
    return "particle_question" if last in QUESTION_PARTICLES or (last == "呢" and not asks) else "question"

"""Texts that are no essay of their writer: repeated, copied from the title, without sense, foreign, an old poem.

A finding says why, in words, and how high the score may be at most; the text is evaluated all the same.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from core.language.levels import HAN
from core.wire import Bilingual

Kind = Literal["repetition", "copied_title", "no_sense", "foreign", "classical"]
Severity = Literal["caution", "refusal"]
REFUSED = 20.0
"""Highest score of a text that is no essay."""
CAUTIONED = 60.0
"""Highest score of a text that partly is."""

SENTENCE_END = re.compile(r"[。！？!?…\r\n]+")
CLAUSE_END = re.compile(r"[，。！？；：、,.!?;:…\s]+")
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
MODERN = frozenset("的了着过们吗呢吧这那哪么什很没")
"""Characters of modern grammar: about one in ten of any modern text; old verse and prose have next to none."""
CLASSICAL = frozenset("之乎者也矣焉哉其吾汝曰兮")

LEAST_REPEATED = 3
"""Sentences: saying something twice is no repetition."""
REPEATED_REFUSED, REPEATED_CAUTIONED = 0.5, 0.3
"""Share of the characters that stand in sentences seen before."""
LEAST_PHRASE = 4
"""Characters of a sentence, or of a title, that can be repeated or copied: shorter ones recur by nature."""
STRETCH = 6
LEAST_STRETCHES = 60
SAME_STRETCHES = 0.5
"""Share of stretches of six characters that were seen before: repetition without full stops."""
TITLE_SHARE = 0.4
LEAST_FLUENCY = -6.4
"""Natural logarithm of probability a Chinese character under the n-gram model: -3.9 to -4.8 in 25 scored learners' essays, -7.1 in
one of them with its characters shuffled, -7.7 in characters drawn from the 300 most frequent, -9.8 from 3,000."""
LEAST_FOR_FLUENCY = 20
"""Characters."""
HAN_REFUSED, HAN_CAUTIONED = 0.3, 0.6
"""Share of Chinese characters among them and Latin words."""
VERSE_LENGTHS = (4, 5, 7)
LEAST_VERSES = 4
SAME_LENGTH = 0.9
VERSE_MODERN, PROSE_MODERN, LEAST_CLASSICAL = 0.04, 0.02, 0.05
"""Shares: at most so many modern characters in verse and prose, at least so many classical ones in prose."""


@dataclass(frozen=True)
class Finding:
    """Why a text is not scored like an essay."""

    kind: Kind
    severity: Severity
    highest_score: float
    reason: Bilingual


def inspect(simplified: str, title: str, *, fluency: float | None) -> list[Finding]:
    """What speaks against scoring the text like an essay; both texts in simplified characters.

    `fluency`: mean natural logarithm of probability of its Chinese characters; None where there is no model to ask.
    """
    found = [
        *_repetition(simplified),
        *_copied_title(simplified, title),
        *_foreign(simplified),
        *_classical(simplified),
    ]
    return found or list(_no_sense(simplified, fluency))


def highest_score(findings: Sequence[Finding]) -> float:
    """The highest score that the findings allow, 0-100."""
    return min((finding.highest_score for finding in findings), default=100.0)


def _finding(kind: Kind, severity: Severity, zh: str, en: str) -> Finding:
    return Finding(kind, severity, REFUSED if severity == "refusal" else CAUTIONED, Bilingual(zh=zh, en=en))


def _repetition(text: str) -> Iterator[Finding]:
    sentences = [said for part in SENTENCE_END.split(text) if len(said := "".join(HAN.findall(part))) >= LEAST_PHRASE]
    counts = Counter(sentences)
    total = sum(map(len, sentences))
    again = sum(len(said) * (count - 1) for said, count in counts.items())
    said, times = max(counts.items(), key=lambda pair: pair[1], default=("", 0))
    if times >= LEAST_REPEATED and again >= REPEATED_CAUTIONED * total:
        severity: Severity = "refusal" if again >= REPEATED_REFUSED * total else "caution"
        yield _finding(
            "repetition",
            severity,
            f"“{_short(said)}”这一句写了 {times} 次，请换成新的内容。",
            f"The sentence “{_short(said)}” stands here {times} times; write something new in its place.",
        )
    elif _same_stretches(text) >= SAME_STRETCHES:
        yield _finding(
            "repetition",
            "refusal",
            "同样的话反复出现，请换成新的内容。",
            "The same words come again and again; write something new in their place.",
        )


def _same_stretches(text: str) -> float:
    said = "".join(HAN.findall(text))
    stretches = [said[start : start + STRETCH] for start in range(len(said) - STRETCH + 1)]
    return 1 - len(set(stretches)) / len(stretches) if len(stretches) >= LEAST_STRETCHES else 0.0


def _copied_title(text: str, title: str) -> Iterator[Finding]:
    named, said = "".join(HAN.findall(title)), "".join(HAN.findall(text))
    if len(named) >= LEAST_PHRASE and said.count(named) * len(named) >= TITLE_SHARE * len(said):
        yield _finding(
            "copied_title",
            "refusal",
            "正文大部分是题目的重复，还没有自己的内容。",
            "Most of the text repeats the title; there is nothing of its own yet.",
        )


def _foreign(text: str) -> Iterator[Finding]:
    chinese, latin = len(HAN.findall(text)), len(LATIN_WORD.findall(text))
    share = chinese / max(1, chinese + latin)
    if share < HAN_CAUTIONED:
        yield _finding(
            "foreign",
            "refusal" if share < HAN_REFUSED else "caution",
            "正文里外文太多，只能评中文的部分。",
            "Too much of the text is not Chinese; only the Chinese in it can be evaluated.",
        )


def _classical(text: str) -> Iterator[Finding]:
    clauses = ["".join(HAN.findall(part)) for part in CLAUSE_END.split(text)]
    lengths = [len(clause) for clause in clauses if clause]
    said = "".join(clauses)
    length, times = max(Counter(lengths).items(), key=lambda pair: pair[1], default=(0, 0))
    modern = _share(said, MODERN)
    verse = length in VERSE_LENGTHS and times >= LEAST_VERSES and times >= SAME_LENGTH * len(lengths)
    prose = modern <= PROSE_MODERN and _share(said, CLASSICAL) >= LEAST_CLASSICAL
    if (verse and modern <= VERSE_MODERN) or prose:
        yield _finding(
            "classical",
            "refusal",
            "这看起来是古诗或文言文，不按现代汉语作文评分。",
            "This looks like classical verse or prose; it is not scored as an essay in modern Chinese.",
        )


def _share(said: str, characters: frozenset[str]) -> float:
    return sum(character in characters for character in said) / max(1, len(said))


def _no_sense(text: str, fluency: float | None) -> Iterator[Finding]:
    if fluency is not None and fluency < LEAST_FLUENCY and len(HAN.findall(text)) >= LEAST_FOR_FLUENCY:
        yield _finding(
            "no_sense",
            "refusal",
            "这些字连不成词句，看不出要说什么。",
            "These characters do not form words and sentences.",
        )


def _short(said: str) -> str:
    return said if len(said) <= 12 else said[:12] + "……"

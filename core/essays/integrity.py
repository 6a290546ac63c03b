"""Recognises texts that are not an essay of their writer's own: repetition, a copied title, nonsense, foreign text, classical verse.

A finding gives the reason in words and the highest score that the text may get; the text is evaluated all the same.
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
"""The highest score of a text that is not an essay."""
CAUTIONED = 60.0
"""The highest score of a text that is partly an essay."""

SENTENCE_END = re.compile(r"[。！？!?…\r\n]+")
CLAUSE_END = re.compile(r"[，。！？；：、,.!?;:…\s]+")
LATIN_WORD = re.compile(r"[A-Za-z]{2,}")
MODERN = frozenset("的了着过们吗呢吧这那哪么什很没")
"""Function characters of the modern language: about one in ten characters of any modern text; classical verse and prose have next to none."""
CLASSICAL = frozenset("之乎者也矣焉哉其吾汝曰兮")

LEAST_REPEATED = 3
"""How often a sentence must occur: saying something twice is no repetition."""
REPEATED_REFUSED, REPEATED_CAUTIONED = 0.5, 0.3
"""Share of the characters that belong to sentences that have occurred before."""
LEAST_PHRASE = 4
"""Sentences and titles of so many characters count as repeated or copied: shorter ones recur by nature."""
SHINGLE = 6
LEAST_SHINGLES = 60
SAME_SHINGLES = 0.5
"""Share of shingles (runs of six characters) that have occurred before: this finds repetition without full stops."""
TITLE_SHARE = 0.4
LEAST_FLUENCY = -6.4
"""Natural logarithm of the probability of a Chinese character under the n-gram model: -3.9 to -4.8 in 25 scored learners' essays, -7.1 in
one of them with its characters shuffled, -7.7 in characters drawn from the 300 most frequent, -9.8 from 3,000."""
LEAST_FOR_FLUENCY = 20
"""Fluency is judged of texts of so many Chinese characters."""
HAN_REFUSED, HAN_CAUTIONED = 0.3, 0.6
"""Share of the Chinese characters among Chinese characters and Latin words."""
VERSE_LENGTHS = (4, 5, 7)
LEAST_VERSES = 4
SAME_LENGTH = 0.9
VERSE_MODERN, PROSE_MODERN, LEAST_CLASSICAL = 0.04, 0.02, 0.05
"""Shares of characters: at most so many modern ones in verse and in prose, at least so many classical ones in prose."""


@dataclass(frozen=True)
class Finding:
    """A reason for which a text is not scored like an essay."""

    kind: Kind
    severity: Severity
    highest_score: float
    reason: Bilingual


def inspect(simplified: str, title: str, *, fluency: float | None) -> list[Finding]:
    """The reasons against scoring a text like an essay; text and title are in simplified characters.

    `fluency` is the mean natural logarithm of the probability of its Chinese characters; None where there is no model.
    """
    findings = [
        *_repetition(simplified),
        *_copied_title(simplified, title),
        *_foreign(simplified),
        *_classical(simplified),
    ]
    return findings or list(_no_sense(simplified, fluency))


def highest_score(findings: Sequence[Finding]) -> float:
    """The highest score that the findings allow, 0-100."""
    return min((finding.highest_score for finding in findings), default=100.0)


def _finding(kind: Kind, severity: Severity, zh: str, en: str) -> Finding:
    return Finding(kind, severity, REFUSED if severity == "refusal" else CAUTIONED, Bilingual(zh=zh, en=en))


def _repetition(text: str) -> Iterator[Finding]:
    sentences = [
        sentence for piece in SENTENCE_END.split(text) if len(sentence := "".join(HAN.findall(piece))) >= LEAST_PHRASE
    ]
    counts = Counter(sentences)
    total = sum(map(len, sentences))
    repeated_characters = sum(len(sentence) * (count - 1) for sentence, count in counts.items())
    sentence, times = max(counts.items(), key=lambda pair: pair[1], default=("", 0))
    if times >= LEAST_REPEATED and repeated_characters >= REPEATED_CAUTIONED * total:
        severity: Severity = "refusal" if repeated_characters >= REPEATED_REFUSED * total else "caution"
        yield _finding(
            "repetition",
            severity,
            f"“{_short(sentence)}”这一句写了 {times} 次，请换成新的内容。",
            f"The sentence “{_short(sentence)}” stands here {times} times; write something new in its place.",
        )
    elif _repeated_shingle_share(text) >= SAME_SHINGLES:
        yield _finding(
            "repetition",
            "refusal",
            "同样的话反复出现，请换成新的内容。",
            "The same words come again and again; write something new in their place.",
        )


def _repeated_shingle_share(text: str) -> float:
    characters = "".join(HAN.findall(text))
    shingles = [characters[start : start + SHINGLE] for start in range(len(characters) - SHINGLE + 1)]
    return 1 - len(set(shingles)) / len(shingles) if len(shingles) >= LEAST_SHINGLES else 0.0


def _copied_title(text: str, title: str) -> Iterator[Finding]:
    title_characters, text_characters = "".join(HAN.findall(title)), "".join(HAN.findall(text))
    if len(title_characters) >= LEAST_PHRASE and text_characters.count(title_characters) * len(
        title_characters
    ) >= TITLE_SHARE * len(text_characters):
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
    clauses = ["".join(HAN.findall(piece)) for piece in CLAUSE_END.split(text)]
    lengths = [len(clause) for clause in clauses if clause]
    characters = "".join(clauses)
    commonest_length, count = max(Counter(lengths).items(), key=lambda pair: pair[1], default=(0, 0))
    modern = _share(characters, MODERN)
    is_verse = commonest_length in VERSE_LENGTHS and count >= LEAST_VERSES and count >= SAME_LENGTH * len(lengths)
    is_prose = modern <= PROSE_MODERN and _share(characters, CLASSICAL) >= LEAST_CLASSICAL
    if (is_verse and modern <= VERSE_MODERN) or is_prose:
        yield _finding(
            "classical",
            "refusal",
            "这看起来是古诗或文言文，不按现代汉语作文评分。",
            "This looks like classical verse or prose; it is not scored as an essay in modern Chinese.",
        )


def _share(text: str, characters: frozenset[str]) -> float:
    return sum(character in characters for character in text) / max(1, len(text))


def _no_sense(text: str, fluency: float | None) -> Iterator[Finding]:
    if fluency is not None and fluency < LEAST_FLUENCY and len(HAN.findall(text)) >= LEAST_FOR_FLUENCY:
        yield _finding(
            "no_sense",
            "refusal",
            "这些字连不成词句，看不出要说什么。",
            "These characters do not form words and sentences.",
        )


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= 12 else sentence[:12] + "……"

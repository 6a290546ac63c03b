"""The sentence of a text that decides a question about it, and the one that speaks of what was chosen instead.

Both are looked for by what is quoted, else by what they share with the explanation and with the option; where nothing stands out, none is named.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.records.items import BLANK, Item

TURN = re.compile(r"^[男女AB]：")
"""Who speaks, at the head of a line; it is neither said nor shown as part of a sentence."""
SENTENCE = re.compile(r"[^。！？…]+[。！？…]*[”’）]*")
QUOTED = re.compile("“([^”]{2,60})”")
HAN = re.compile(r"[\u4e00-\u9fff]+")
ABOUT_TEXT = frozenset({"detail", "inference", "attitude", "purpose", "short_answer"})
"""Kinds of item that one sentence can decide; what a whole text is about (main_idea) stands in no sentence."""
LEAST_SHARED = 2.0
"""Weight of the pairs of characters that a sentence must share with the explanation and the key. A pair that stands in one sentence of the
text weighs 1, in two .5."""
LEAST_LEAD = 1.35
"""How many times as much as any other sentence it must share."""
QUESTION_WEIGHT = 0.4
"""Of the pairs of the question: they say where to look, and not what is found there."""
LEAST_OF_OPTION = 2
"""Characters of a key that may stand quoted in the explanation without being taken for words of the text."""


@dataclass(frozen=True)
class Passage:
    """The sentences of a text as they stand in it, without the names of speakers."""

    sentences: Sequence[str]

    @classmethod
    def of(cls, item: Item) -> Passage:
        """The text that a question is about: what is heard, else what is shown after the answer."""
        text = (item.audio.text or "") if item.audio else item.full_text
        return cls([sentence for line in text.split("\n") for sentence in _sentences(TURN.sub("", line.strip()))])


def _sentences(line: str) -> Iterator[str]:
    for match in SENTENCE.finditer(line):
        if HAN.search(match[0]):
            yield match[0].strip()


def deciding_sentences(item: Item) -> list[str]:
    """The sentence or sentences of the text that decide the question, as they stand in the text; [] where none stands out."""
    if ABOUT_TEXT.isdisjoint(item.tags) or item.topic not in ("reading", "listening"):
        return []
    passage = Passage.of(item)
    if len(passage.sentences) < 2:
        return []
    key = next((option.text for option in item.options if option.id == item.key), item.key)
    if item.answer_kind != "choice":
        return _holding(passage, [item.key, *item.accepted], _asked(item))
    quoted = [part for part in QUOTED.findall(item.explanation.zh) if part != key or len(part) > LEAST_OF_OPTION]
    found = [sentence for sentence in passage.sentences if any(part in sentence for part in quoted)]
    if found and (len(found) == 1 or len(found) <= len(quoted)):
        return found
    best = _standing_out(
        found or passage.sentences, {_plain(item.explanation.zh): 1.0, key: 1.0, _asked(item): QUESTION_WEIGHT}, passage
    )
    return [best] if best else []


def _holding(passage: Passage, answers: Sequence[str], question: str) -> list[str]:
    """The sentence in which the answer stands; of several the one that shares most with the question."""
    for answer in answers:
        found = [sentence for sentence in passage.sentences if answer in sentence]
        # Who asks about it does not say it.
        found = [sentence for sentence in found if not sentence.endswith("？")] or found
        if len(found) == 1:
            return found
        if found:
            best = _standing_out(found, {question: 1.0}, passage, least=1.0)
            return [best] if best else []
    best = _standing_out(passage.sentences, {answers[0]: 1.0, question: QUESTION_WEIGHT}, passage)
    return [best] if best else []


def _standing_out(
    candidates: Sequence[str], evidence: dict[str, float], passage: Passage, *, least: float = LEAST_SHARED
) -> str | None:
    """The candidate that shares most with the evidence, by rare pairs of characters; None where it does not stand out."""
    spread = Counter(pair for sentence in passage.sentences for pair in _pairs(sentence))
    scores = [
        sum(
            weight * sum(1 / spread[pair] for pair in _pairs(text) & _pairs(sentence))
            for text, weight in evidence.items()
        )
        for sentence in candidates
    ]
    ranked = sorted(zip(scores, range(len(candidates)), strict=True), reverse=True)
    score, best = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    return candidates[best] if score >= least and score >= LEAST_LEAD * second else None


def _pairs(text: str) -> set[str]:
    return {first + second for run in HAN.findall(text) for first, second in pairwise(run)}


ABOUT_SPEAKING = re.compile(
    r"(?:文章里|文中|文章|短文|整篇文章|男的|女的|他|她|医生|作者)?(?:里|中|最后)?(?:说的是|说|问|写的是|提到)"
)


def _plain(explanation: str) -> str:
    """An explanation without who says it."""
    return ABOUT_SPEAKING.sub(" ", explanation)


def _asked(item: Item) -> str:
    return item.question.zh.removesuffix(item.stem).replace("（用几个字回答）", "").replace(BLANK, "").strip()

"""Potential complements: 听得懂, 吃不完 (可能补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.tokens import tag, word
from core.language.grammar.word_classes import pattern, words

POTENTIAL = pattern(
    r"(?P<v>[\u4e00-\u9fff])(?P<n>[得不])(?P<c>%{potential_complements}|到(?![了底处])|见(?!得)|起(?![来床点码])|"
    r"了(?=[\u4e00-\u9fff，。！？；、…”]|$)|开(?![始心会车])|起来|成(?![了为])|着(?!急)|出(?![门去国差])|进(?![行步])|下(?![班课雨雪面边午个])|"
    r"上(?![课班学去来面边午个网])|过(?![来去])|好(?![吃看听像])|清(?![楚]))"
)
NOT_POTENTIAL = pattern(r"%{not_potential}|[觉值懂显取获记认晓使]得")
NOT_VERBS = words("not_verbs_before_potential")
FIXED_POTENTIALS = words("fixed_potentials")
RARE_TAILS = words("rare_potential_tails")
UNSURE_WITH_DE = words("unsure_with_de")
VERBS_OF_COMPLEMENT = {
    "见": frozenset("看听瞧望碰遇闻"),
    "好": words("verbs_with_potential_hao"),
    "及": frozenset("赶顾"),
}


@predicate
def potential(sentence: Sentence) -> Iterator[Span]:
    """Verb + 得 or 不 + result or direction: 听得懂, 吃不完, 来不了, 开不进去."""
    for match in POTENTIAL.finditer(sentence.text):
        start = match.start()
        index = sentence.token_over(start)
        if _is_potential(sentence.text, match) and _is_verb(sentence, index):
            early = sentence.spans[index][0]
            yield (early if early >= start - 1 and tag(sentence, index) == "VERB" else start), match.end()


def _is_potential(text: str, match: re.Match[str]) -> bool:
    """Whether verb, 得 or 不 and complement go together; fixed words and 不 as adverb are out."""
    start, end = match.span()
    verb, complement, after = match["v"], match["c"], text[end : end + 1]
    tail = match["n"] + complement
    if verb in NOT_VERBS or NOT_POTENTIAL.match(text, start) or match[0] in ("过得去", "过不去"):
        return False
    if re.match(r"不[过同]|[得不]了[了解]", text[start + 1 :]) and match[0] not in FIXED_POTENTIALS:
        return False
    if tail in RARE_TAILS and match[0] not in FIXED_POTENTIALS:
        return False
    if complement in ("清", "清楚") and verb in "看听记分认说" and re.match(r"[^，。！；的，了]", after):
        return True
    if match["n"] == "得" and complement in UNSURE_WITH_DE and (complement == "好" or after not in ("吗", "？", "?")):
        return False
    if complement in VERBS_OF_COMPLEMENT and verb not in VERBS_OF_COMPLEMENT[complement]:
        return False
    if (complement == "了" and after in ("解", "结")) or (complement == "到" and after in ("底", "处")):
        return False
    return not (tail == "得了" and re.match(r"[。，！；吧”]|$", text[end:]))


def _is_verb(sentence: Sentence, index: int) -> bool:
    """The token is a verb, or holds the whole complement."""
    kind, text = tag(sentence, index), word(sentence, index)
    if kind == "NOUN":
        return len(text) == 1 or "不" in text or "得" in text
    return kind in ("VERB", "ADP", "ADJ", "AUX", "X")

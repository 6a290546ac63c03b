"""Separable verbs, whole or with something inside: 帮忙, 帮个忙 (离合词)."""

from __future__ import annotations

from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.word_classes import expanded, pattern, words

SEPARABLE_VERBS = words("separable_verbs")
# Each character has one reading here: with two, the time of a repetition would double with every one of them.
BETWEEN = expanded(
    rf"(?:(?:%{{between_halves}}|一下儿|会儿?|(?:[我你他她您]|别人|大家|人家)(?=的|一|个)|{NUMBER}|%{{measures_between_halves}})+)"
)
SEPARABLE = pattern(
    "|".join(f"{pair[0]}{BETWEEN}?{pair[1]}" for pair in sorted(SEPARABLE_VERBS))
    + r"|(?P<long>(?:(?:握|招|摆)(?=.+手)|(?:点|摇)(?=.+头)|(?:散|跑)(?=.+步)|跳(?=.+舞)|聊(?=.+天)|[吵打](?=.+架)|[请放](?=.+假)|"
    r"生(?=.+气)|离(?=.+婚)|毕(?=.+业)|道(?=.+歉)|唱(?=.+歌)|游(?=.+泳)|[上下](?=.+课)|照(?=.+相)|鼓(?=.+掌)|排(?=.+队))(?:了|过|"
    rf"着)(?:{NUMBER}?(?:个|次|一下儿?|场|会儿?|半天)?)%{{separable_objects}})"
)
NEW_WORD = pattern(r"%{after_separable_other}")
ACROSS_WORDS = words("across_words")


@predicate
def separable_verb(sentence: Sentence) -> Iterator[Span]:
    """帮忙, 见面, 睡觉 ... whole or with something inside."""
    text = sentence.text
    for match in SEPARABLE.finditer(text):
        start, end = match.span()
        last, after, inside = text[end - 1], text[end : end + 1], text[start + 1 : end - 1]
        spoken = (last == "话" and after in ("人", "得", "着")) or (last == "忙" and after in ("人", "着"))
        if NEW_WORD.match(text, end) and last in "头话病面发忙觉" and not spoken:
            continue
        if last == "话" and (inside.endswith("的") or inside in ("什么", "大")):
            continue
        if (start and text[start - 1 : start + 1] in ACROSS_WORDS) or (match[0] in ("见面", "说话") and after == "礼"):
            continue
        yield start, end

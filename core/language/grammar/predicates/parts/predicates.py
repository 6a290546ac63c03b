"""Verbs, adjectives, nouns and amounts as predicates (谓语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span, cached_on_sentence
from core.language.grammar.syntax.amounts import NUMBER
from core.language.grammar.syntax.chunks import chunks, without_particles
from core.language.grammar.syntax.dependencies import copulas, predicate_heads
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words


@predicate
@cached_on_sentence
def verb_or_adjective(sentence: Sentence) -> Iterator[Span]:
    """The head of each verbal or adjectival predicate."""
    indices = set(predicate_heads(sentence)) | set(copulas(sentence))
    if not indices:
        indices = {i for i in range(len(sentence.tokens)) if _may_be_predicate(sentence, i)}
    for index in sorted(indices):
        yield sentence.span(index, index)


def _may_be_predicate(sentence: Sentence, index: int) -> bool:
    """For sentences in which the parser sees no predicate: a verb, an adjective at the end, 在 before a place."""
    base = relation(sentence, index).partition(":")[0]
    if tag(sentence, index) in ("VERB", "ADJ"):
        return base not in ("acl", "amod", "nmod") and word(sentence, index + 1) not in ("的", "起来", "下去")
    return (word(sentence, index) == "在" and base == "root") or word(sentence, index) == "学会"


NOMINAL_PREDICATE = re.compile(
    rf"(?:{NUMBER}+(?:多|来)?(?:[年月日号点岁块元毛分米斤]|分钟|公斤|公里)(?:半|{NUMBER}*分?)?(?:左右|多)?|(?:星期|周)[一二三四五六日天几]|[晴阴雨][天]|怎么样|"
    rf"{NUMBER}+|.{{1,6}}人|[高大小长短黄黑红白圆][个眼头鼻脸胡腿]?[子睛发][发]?|{NUMBER}+[口个]人|春节|中秋节|国庆节|元旦|多大|多少钱|几[号点岁]|星期几|.{{0,4}}节)"
)


@predicate
def nominal_predicate(sentence: Sentence) -> Iterator[Span]:
    """今天星期五, 他四十: a noun or an amount as predicate; without a verb in the chunk."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if span is not None:
            yield span[1]


SUBJECT_AND_NOMINAL = pattern(
    r"(?P<s>(?:[今明昨后前]天|现在|[我你您他她它]们?|[这那][\u4e00-\u9fff]{0,8}?|[我你他她][\u4e00-\u9fff]{1,5}?|小[\u4e00-\u9fff]|"
    r"[\u4e00-\u9fff]{2,8}?)?)(?P<adv>(?:%{adverbs_before_nominal}|每[\u4e00-\u9fff])*)(?P<p>"
    + NOMINAL_PREDICATE.pattern
    + r")"
)
PERSONS_OF_A_PLACE = words("persons_born_somewhere")
ORIGIN_OR_FESTIVAL = pattern(r"%{ends_of_place_names_before_ren}人$|节$")


@cached_on_sentence
def nominal_parts(sentence: Sentence, first: int, last: int) -> tuple[int, Span] | None:
    """Start of the subject and span of the nominal predicate in a chunk, None when there is none."""
    last = without_particles(sentence, first, last)
    start, end = sentence.span(first, last)
    text = sentence.text[start:end]
    if len(text) > 22 or any(
        word(sentence, i) in ("是", "有", "在", "为", "的") and i > first + 1 and word(sentence, i) != "的"
        for i in range(first, last + 1)
    ):
        return None
    match = SUBJECT_AND_NOMINAL.fullmatch(text)
    if match is not None and (re.search(r"是|[宽长高深重厚离]$", match["s"] + match["adv"]) or "是" in match["p"]):
        return None
    if match is None:
        return _trait(sentence, first, text, start)
    verbs = [
        i
        for i in range(first, last + 1)
        if tag(sentence, i) in ("VERB", "ADP", "AUX") and sentence.spans[i][0] < start + match.start("p")
    ]
    if verbs or (not match["s"] and not match["adv"]):
        return _trait(sentence, first, text, start)
    subject = match["s"]
    if re.fullmatch(r".{1,6}人|.{0,4}节", match["p"]) and not (
        subject in PERSONS_OF_A_PLACE and (ORIGIN_OR_FESTIVAL.search(match["p"]))
    ):
        return None
    if (
        re.fullmatch(NUMBER + "+", match["p"])
        and subject not in ("我", "你", "他", "她")
        and not re.search(r"(?:女儿|儿子|爸爸|妈妈|奶奶|爷爷|孩子)$", subject)
    ):
        return None
    if re.search(r"(?:第|[一二三四五六七八九十百千万])$", subject) or (
        is_time(subject) and not re.search(r"(?:[月号日点半分节几]|星期.|周.|天|" + NUMBER + r"+)$", match["p"])
    ):
        return None
    subject_start = start if subject else start + match.start("p")
    return subject_start, (start + match.start("p"), start + match.end("p"))


LOOKS = pattern(
    r"(?P<s>[我你他她][\u4e00-\u9fff]{0,4}?|)"
    r"(?P<p>%{qualities_of_looks}[\u4e00-\u9fff]?(?:个子|眼睛|头发|鼻子|脸|个儿|胡子|皮肤))"
)


def _trait(sentence: Sentence, first: int, text: str, start: int) -> tuple[int, Span] | None:
    """她高个子, 大眼睛; 这儿怎么样."""
    match = LOOKS.fullmatch(text)
    if match is None or (not match["s"] and first == 0):
        return None
    if not match["s"] and not re.search(r"(?:个子|眼睛|头发|鼻子|皮肤)[，、]$", sentence.text[:start]):
        return None
    return start - (0 if match["s"] else 1), (start + match.start("p"), start + match.end("p"))

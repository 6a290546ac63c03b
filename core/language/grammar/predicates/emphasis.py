"""Ways of emphasis: rhetorical questions, double negation, 就, 是, 可, 怎么也不 (强调的方法)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.questions import INDIRECT, RHETORICAL, ends_in_question_mark, is_asked
from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.predicates.sentences.shi import copula_tokens, kind_of_shi
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.word_classes import pattern, words

RHETORICAL_WORD = pattern(r"%{rhetorical_question_words}")


@predicate
def rhetorical_question_word(sentence: Sentence) -> Iterator[Span]:
    """【四63】: a question word in a question that expects no answer; the span is the question word."""
    text = sentence.text
    for match in RHETORICAL.finditer(text):
        word = RHETORICAL_WORD.search(match[0])
        if not word or not (
            is_asked(sentence)
            or ends_in_question_mark(sentence, match.end())
            or (text.rstrip("”").endswith("！") and match[0].startswith(("谁", "哪")))
        ):
            continue
        if (
            INDIRECT.search(text[: match.start()])
            or (re.search(r"[有没任]$", text[: match.start()]) and word[0] == "谁")
            or match[0].startswith("何况")
        ):
            continue
        yield match.start() + word.start(), match.start() + word.end()


@check
def rhetorical_not(sentence: Sentence, markers: Markers) -> bool:
    """【三76】: 不是……吗 with something between, no 是不是."""
    start, end = markers[0]
    inside = sentence.text[start + 2 : end - 1]
    return bool(inside) and not re.search(r"[，].*[，]", inside) and "而是" not in inside and "就是" not in inside


@check
def why_bother(sentence: Sentence, markers: Markers) -> bool:
    """【七—九129】: a question mark or 呢 after 何必 or 何苦."""
    start, end = markers[0]
    return sentence.text[start:end].endswith("呢") or sentence.text[end : end + 1] in {"？", "?"}


NOT_DOUBLE_NEGATION = pattern(r"没有?%{nouns_not_double_negated}")


@check
def none_but(sentence: Sentence, markers: Markers) -> bool:
    """【四64】: 没有 with a noun and 不 whose subject the noun is."""
    start, end = markers[0]
    inside = sentence.text[start:end]
    return (
        not NOT_DOUBLE_NEGATION.search(inside)
        and sentence.text[start - 1 : start] not in {"有", "还"}
        and "没有不" not in inside[:3]
    )


OTHER_JIU = pattern(r"%{before_other_jiu}[^，。]{0,8}$")


@check
def just_this(sentence: Sentence, markers: Markers) -> bool:
    """【二74】: 就 stresses identity or place: no condition, no time before it, no 不是……就是."""
    start, end = markers[0]
    text = sentence.text
    clause = re.split(r"[，。！？；：“”]", text[:start])[-1]
    following = text[end:]
    if OTHER_JIU.search(clause):
        return False
    if re.search(r"(?:不是|只要|如果|要是|既然|除了|一)[^。]*，[^，]*$", text[:start]) or (
        not clause and not following.startswith(("在", "是这", "是那"))
    ):
        return False
    if following.startswith("是") and (
        re.search(r"[^，]是[^，]{0,6}，$", text[:start]) or re.match(r"是(?:不|没|有点|太|要|想|爱|喜欢|了)", following)
    ):
        return False
    return not re.search(r"^[^，。]{1,8}了[？。]?$", following) or following.startswith("在")


@predicate
def stressed_is(sentence: Sentence) -> Iterator[Span]:
    """【三77】: 是 before an adjective or verb phrase that could stand without it."""
    for clause in clauses(sentence):
        for index, rest in copula_tokens(clause):
            if kind_of_shi(clause, index, rest) == "emphatic":
                yield sentence.span(index, index)


KE_WORDS = words("ke_words")
KE_OTHER_WORD = pattern(r"%{ke_other_words}$")


@check
def ke(sentence: Sentence, markers: Markers) -> bool:
    """【五58】: 可 is an adverb of emphasis: a subject before it, no noun or adjective that it would be part of."""
    start, _ = markers[0]
    index = sentence.token_over(start)
    if sentence.words[index] not in KE_WORDS:
        return False
    clause = re.split(r"[，。！？；：“”]", sentence.text[:start])[-1]
    return bool(clause) and not KE_OTHER_WORD.search(clause)


@check
def zenme_ye_bu(sentence: Sentence, markers: Markers) -> bool:
    """【五59】: 怎么也不 states; with a question mark it asks for the reason."""
    return not ends_in_question_mark(sentence, markers[0][1]) and not sentence.text.rstrip("”").endswith(
        ("？", "?", "呢。", "呢")
    )

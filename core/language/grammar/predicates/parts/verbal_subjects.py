"""Verbs, adjectives and clauses as subjects (主语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.chunks import chunks
from core.language.grammar.syntax.dependencies import is_subject
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import NOMINAL, relation, tag, word
from core.language.grammar.word_classes import pattern, words


@predicate
def verbal_subject(sentence: Sentence) -> Iterator[Span]:
    """Verbs and adjectives, alone or with what belongs to them, before 是, 很, 对…, 需要 ..."""
    for first, last in chunks(sentence):
        tokens = _verbal_head(sentence, first, last)
        if tokens is not None:
            yield sentence.span(*tokens)


JUDGEMENT = pattern(
    r"%{adverbs_of_judgement}{0,8}(?:(?:%{judgements}|是(?!否|不是)|有(?:用|好处|意思|帮助|利|害|助于)|没有(?:好处|用|意思|意义|关系)|没用|没关系|"
    r"对[\u4e00-\u9fff]{1,6}(?:很|有|非常|不|都|也|没|好|来说|的)|(?:可以|能)(?=让|使|帮|提高|增|减|锻炼|避免|得到|保)|有什么|要(?:花|用|有|注意)|是一|有趣))"
)


def _verbal_head(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """Tokens of a verbal or adjectival subject at the head of a chunk."""
    if tag(sentence, first) not in ("VERB", "ADJ", "ADV", "NOUN", "AUX"):
        return None
    end = first
    for end in range(first, min(first + 6, last)):
        text = sentence.text[sentence.spans[end + 1][0] : sentence.spans[last][1]]
        inner = [tag(sentence, i) for i in range(first, end + 1)]
        if not {"VERB", "ADJ"} & set(inner) or (
            inner[0] == "NOUN" and not re.match(r"早|多|少|长", word(sentence, first))
        ):
            continue
        if any(word(sentence, i) in ("的", "了", "着", "是", "让", "请", "想") for i in range(first, end + 1)) and not (
            word(sentence, end) == "了" and word(sentence, first) == "太"
        ):
            return None
        if any(tag(sentence, i) == "PRON" and i > first + 1 for i in range(first, end)) or any(
            is_subject(sentence, i) and tag(sentence, i) == "PRON" for i in range(first, end + 1)
        ):
            return None
        if inner[-1] in ("ADV", "AUX", "ADP", "NUM", "DET") and word(sentence, end) != "了":
            continue
        judged = JUDGEMENT.match(text)
        if (
            judged
            and sentence.spans[end + 1][0] + judged.end() not in sentence.token_at_end
            and not judged[0].endswith(("对", "是一", "要有", "比"))
        ):
            judged = None
        if judged and tag(sentence, end + 1) == "ADJ" and end + 3 < last:
            judged = None
        if judged and re.match(r"是" + re.escape(word(sentence, first)), text):
            return None
        if (
            judged
            and tag(sentence, end + 1) in ("ADJ", "ADV", "AUX", "VERB", "ADP")
            and not re.match(
                r"(?:很|太|非常|好|快|难|对)(?:[得的]|$)", text[:2] if judged.end() < 2 and len(text) > 2 else ""
            )
        ):
            checked = _subject_checked(sentence, first, end)
            if checked is not None:
                return checked
    return None


NO_SUBJECT_FIRST = words("not_first_in_subject")


def _subject_checked(sentence: Sentence, first: int, end: int) -> tuple[int, int] | None:
    """Refuse what is a predicate itself: an elliptic clause with an adverbial complement, a verb before its object."""
    following, kind, lead = word(sentence, end + 1), tag(sentence, end), word(sentence, first)
    alone = kind == "VERB" and first == end and relation(sentence, end) == "root"
    if alone and (following in ("好", "快", "完") or (following == "对" and not word(sentence, end + 2))):
        return None
    if lead in NO_SUBJECT_FIRST or (kind == "ADJ" and first == end and tag(sentence, end + 1) == "ADJ"):
        return None
    if lead in ("不", "没有", "没", "有"):
        return None if relation(sentence, first + 1).startswith("root") else (first, end)
    if word(sentence, end) == "了":
        return (first, end) if following[:1] in "不也很都" else None
    return (first, end) if kind in ("NOUN", "VERB", "ADJ", "PROPN") else None


@predicate
def clause_subject(sentence: Sentence) -> Iterator[Span]:
    """他不去也可以, 身体健康很重要: a subject with its predicate before a judgement."""
    for first, last in chunks(sentence):
        span = _clause_before(sentence, first, last)
        if span is not None:
            yield sentence.span(*span)


VERDICT = pattern(
    r"(?:(?:并|也|都|才|真|确实|还|当然)?(?:(?:不|非常|很|最|更|比较|十分|特别|太){1,4}好(?![吃看听])|"
    r"(?:不|非常|很|最|更|比较|十分|特别|太){0,4}(?:%{verdicts}|有(?:道理|好处|意义|必要)))|"
    r"对[\u4e00-\u9fff]{1,6}(?:很|非常|都|也|有|没|不|最)[\u4e00-\u9fff]{1,6}|对%{beneficiaries}(?:好|不好|有好处)|"
    r"是(?:为了|因为|不对的|应该的|对的|好事|正常的|一[件种个]|件|不可能的|必须的|很)|(?:不)?等于|说明|证明|意味着|让[我你他她人大]|使[我他她人]|令人|表明)"
)
SHORT_CLAUSES = words("short_clauses")
NOT_IN_SUBJECT = words("not_in_clause_subject")


def _clause_before(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """Tokens of a clause that is the subject of a verdict at the end of the chunk."""
    for verdict in range(first + 2, last + 1):
        rest = sentence.text[sentence.spans[verdict][0] : sentence.spans[last][1]]
        if not VERDICT.match(rest) or tag(sentence, verdict - 1) == "ADP" or word(sentence, verdict - 2) == "对":
            continue
        if verdict == first + 2 and sentence.text[slice(*sentence.span(first, first + 1))] in SHORT_CLAUSES:
            return first, first + 1
        if not _is_clause(sentence, first, verdict):
            return None
        subject = next(index for index in range(first, verdict) if _may_be_subject(sentence, index))
        return subject if tag(sentence, first) != "DET" else first, verdict - 1
    return None


def _may_be_subject(sentence: Sentence, index: int) -> bool:
    return tag(sentence, index) in NOMINAL and not is_time(word(sentence, index))


def _is_clause(sentence: Sentence, first: int, verdict: int) -> bool:
    """From a token up to another stands a plain subject with its predicate."""
    subjects = [index for index in range(first, verdict - 1) if _may_be_subject(sentence, index)]
    verbs = [
        index
        for index in range(first + 1, verdict)
        if tag(sentence, index) in ("VERB", "ADJ") and not relation(sentence, index).startswith(("amod", "acl"))
    ]
    if not subjects or not verbs or subjects[0] > verbs[0] or subjects[0] > first + 2:
        return False
    inside = {word(sentence, index) for index in range(first, verdict)}
    return not inside & NOT_IN_SUBJECT and tag(sentence, verdict - 1) not in ("ADV", "AUX", "ADP")

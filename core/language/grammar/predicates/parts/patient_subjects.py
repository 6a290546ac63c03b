"""Subjects that are acted upon: 作业写完了 (受事主语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.predicates.sentences.subject_and_predicate import double_parts
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.chunks import chunks
from core.language.grammar.syntax.dependencies import noun_phrase, predicate_heads, subjects_of
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words

DEALT_WITH = pattern(
    r"%{things_dealt_with}(?:都|也|已经|全|终于|早就|还没|没)*[吃写做洗用花卖修看读寄](?:完|好|光|掉|干净)"
)


@predicate
def patient_subject(sentence: Sentence) -> Iterator[Span]:
    """作业写完了: what is acted upon before its verb, without 被."""
    for first, last in chunks(sentence):
        if DEALT_WITH.match(sentence.text[slice(*sentence.span(first, last))]):
            yield sentence.span(first, first)
            continue
        if re.search(r"[被把让叫给由将]|为.*所", sentence.text[slice(*sentence.span(first, last))]):
            continue
        pair = double_parts(sentence, first, last)
        if pair is not None:
            head = sentence.tokens[pair[1]].head
            if (
                tag(sentence, head) == "VERB"
                and word(sentence, pair[0]) not in PERSONS
                and (tag(sentence, pair[1]) in ("PRON", "PROPN") or word(sentence, pair[1]) in PERSONS)
                and not any(
                    sentence.tokens[i].head == head and relation(sentence, i) == "obj" for i in range(head, last + 1)
                )
            ):
                yield sentence.span(*noun_phrase(sentence, pair[0]))
                continue
        for index in predicate_heads(sentence):
            if first < index <= last and tag(sentence, index) == "VERB" and _acts_on_subject(sentence, index, last):
                subjects = [i for i in subjects_of(sentence, index) if i >= first]
                if (
                    len(subjects) == 1
                    and tag(sentence, subjects[0]) in ("NOUN", "PART", "PROPN")
                    and word(sentence, subjects[0]) not in PERSONS
                    and not re.search(r"[们员家师者人生]$", word(sentence, subjects[0]))
                ):
                    yield sentence.span(*noun_phrase(sentence, subjects[0]))


PERSONS = words("persons_not_patients")
ACTING_ON_THINGS = pattern(r"%{verbs_on_things}%{completed_results}?")
NEEDING_RESULT = words("verbs_needing_result")
RESULT_AFTER_PATIENT = pattern(r"%{results_after_patient}")


def _acts_on_subject(sentence: Sentence, index: int, last: int) -> bool:
    """A verb that acts on things, with a complement or 了, or with 没, 已经 before it, and with no object."""
    if not ACTING_ON_THINGS.fullmatch(word(sentence, index)) or any(
        relation(sentence, i) in ("obj", "xcomp", "ccomp")
        and i > index
        and tag(sentence, i) in ("NOUN", "PRON", "PROPN")
        for i in sentence.children[index]
    ):
        return False
    if tag(sentence, index + 1) in ("NOUN", "PRON", "NUM", "PROPN", "DET") and index < last:
        return False
    behind = "".join(sentence.words[index + 1 : last + 1])
    if behind.startswith(("得", "着", "过来", "起来", "不")):
        return (
            behind.startswith("着") and word(sentence, index) in ("开", "关", "放", "挂", "锁", "装")
        ) or behind.startswith(("不完", "不下", "得完"))
    if word(sentence, index) in NEEDING_RESULT and not re.match(r"(?:完|好|掉|光|到|出|坏|走)", behind):
        return False
    return RESULT_AFTER_PATIENT.match(behind) is not None or (len(word(sentence, index)) == 2 and behind == "")

"""为了, 以 (目的复句)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.complex_sentences.linked_clauses import clause_index, follows_clause
from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag_at


@check
def weile(sentence: Sentence, markers: Markers) -> bool:
    """为了 whose aim is a clause's length away from what is done: the verb it serves stands in a later clause."""
    place = sentence.token_over(markers[0][0])
    clause = clause_index(sentence, markers[0][0])
    aim = sentence.tokens[place].head
    served = sentence.tokens[aim].head if aim >= 0 else -1
    if aim <= place or served < 0 or markers[0][0] == sentence.clauses[clause][0]:
        return True
    return not (place < aim < served and clause_index(sentence, sentence.spans[served][0]) == clause)


AIM = re.compile(
    r"纪念|调动|方便|提高|保证|满足|适应|促进|确保|缓解|增强|加强|防止|减少|降低|扩大|改善|推动|保护|维护|吸引|表示|表达|帮助|鼓励|应对|实现|达到"
    r"|获得|取得|节省|节约|避免|解决|证明|显示|示|求|待|备|飨|激发|增加|增进|支持|保持|维持|提醒|庆祝|迎接|弥补|补充|检验|观察|进一步|更好|尽快|便于"
)


@check
def yi(sentence: Sentence, markers: Markers) -> bool:
    """以 "in order to" before a verb, after a clause."""
    at, end = markers[0]
    clause = sentence.clauses[clause_index(sentence, at)]
    if not follows_clause(sentence, at) or re.search(
        r"(?<![行认作因人])为(?![止了])|求(?:生存|得)|方式|形式|名义|身份|态度", sentence.text[end : clause[1]]
    ):
        return False
    return tag_at(sentence, end) == "VERB" or AIM.match(sentence.text[end:]) is not None

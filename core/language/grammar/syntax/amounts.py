"""Numerals, measure words, adjectives of degree: pieces of patterns."""

from __future__ import annotations

from core.language.grammar.syntax.clauses import FINAL_PARTICLES, Clause
from core.language.grammar.word_classes import pattern, words

NUMBER = "[零〇一二两三四五六七八九十百千万亿几半0-9０-９]"
QUANTITY = r"(?:[零一二两三四五六七八九十百千万亿几半多\d０-９]+(?:来|多)?(?:个半|个|[^，。；：！？的]{1,2}))"
MEASURE_WORDS = pattern(r"%{measure_words_of_phrases}")
COUNT = rf"(?:{NUMBER}|多|好几|数){{1,12}}"
"""No number that is written out has more."""

VERBS_OF_GETTING = words("verbs_of_getting")
THINGS_WITH_HANDLES = words("things_with_handles")
AFTER_VERB = frozenset({"了", "着", "过", "出", "到", "上", "起"})


def ba_counts(clause: Clause, index: int) -> bool:
    """Whether 把 is a measure word without a numeral (拿着把伞): before it a verb, after it a noun, and no verb for which it could be the preposition.

    Where something follows the noun (搬把椅子坐下), the verb must be one of getting and the noun a thing with a handle.
    """
    if clause.word(index) != "把":
        return False
    verb = index - 1
    if clause.word(verb) in AFTER_VERB:
        verb -= 1
    if clause.tag(verb) != "VERB":
        return False
    end = index + 1
    while clause.tag(end) in {"ADJ", "NOUN", "PROPN", "ADV"} or clause.word(end) == "的":
        end += 1
    if clause.tag(end - 1) not in {"NOUN", "PROPN"} or end == index + 1:
        return False
    if not clause.rest(end).rstrip(FINAL_PARTICLES + "了"):
        return True
    return clause.word(verb)[:1] in VERBS_OF_GETTING and clause.word(end - 1) in THINGS_WITH_HANDLES

"""Conjunctions: 和, 还是, 或者, 只要, 那, 由于, 并, 而 (连词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.prepositions.causes import before_a_noun
from core.language.grammar.predicates.prepositions.partners import is_with
from core.language.grammar.predicates.registry import check
from core.language.grammar.predicates.words.demonstratives import is_then
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import pattern


@check
def joins_equals(sentence: Sentence, markers: Markers) -> bool:
    """跟, 和, 同, 与 as a conjunction."""
    start, end = markers[0]
    low, high = clause_around(sentence, start)
    return start > low and end < high and not is_with(sentence, start, end)


@check
def offers_a_choice(sentence: Sentence, markers: Markers) -> bool:
    """还是 between two things of one kind."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    before, after = text[low:start], text[end:high]
    if (
        not after
        or len(before) < 1
        or re.search(r"(?:虽然|尽管|但是?|可是?|却|最后|终于|最终|结果|后来|最好|都|，)$", before)
    ):
        return False
    index = sentence.token_over(start)
    if re.search(r"还是", before) or {"是", "还是"} & set(sentence.words[max(0, index - 9) : index]):
        return True
    if re.search(r"[？?]", text[high : high + 2]):
        return True
    return bool(re.search(r"不知|没想好|不管|无论|不论|想好|决定|说不清|分不清|问|知道", text[:start]))


@check
def single_choice(sentence: Sentence, markers: Markers) -> bool:
    """或 or 或者 once, not 或者……或者……."""
    text, (start, end) = sentence.text, markers[0]
    if end - start == 1:
        return not re.search(r"[，；]或[^，；。]{1,12}，或", text)
    return text.count("或者") == 1 or not re.search(r"(?:^|[，。]|[我你他们])或者[^。；]{1,20}[，]?或者", text)


@check
def condition(sentence: Sentence, markers: Markers) -> bool:
    """只要 with a clause as condition; 就 or 都 or 便 follows or a second clause."""
    start, end = markers[0]
    text = sentence.text
    if re.match(r"[^。；]{1,40}?[，]?[^。；]{0,20}?(?:就|都|便|总|也|一定|即可|会|能|可以)", text[end:]):
        return True
    low, high = clause_around(sentence, start)
    return not text[low:start] and (high < len(text) - 1 or low > 0) and not re.match(r"[^，。]{0,3}[，。]", text[end:])


@check
def then(sentence: Sentence, markers: Markers) -> bool:
    """那 as a conjunction."""
    return is_then(sentence, markers[0][0])


@check
def before_a_clause(sentence: Sentence, markers: Markers) -> bool:
    """由于 as a conjunction."""
    return not before_a_noun(sentence, markers)


@check
def joins_verbs(sentence: Sentence, markers: Markers) -> bool:
    """并 with a verb before it somewhere and a verb phrase behind."""
    start, end = markers[0]
    low, high = clause_around(sentence, start)
    index = sentence.token_over(start)
    if end >= high or sentence.tokens[index].tag == "VERB":
        return False
    return start > low or low > 0


@check
def contrasts_clauses(sentence: Sentence, markers: Markers) -> bool:
    """而 at the head of a clause that has a subject of its own or stands against the one before."""
    start, end = markers[0]
    text = sentence.text
    _, high = clause_around(sentence, start)
    if re.search(r"(?:因(?!此)|为了|由于|随着|通过|正)[^。；，]{1,20}，$", text[:start]) and not re.search(
        r"因为[^。]{1,30}，[^。]{1,30}，$", text[:start]
    ):
        return bool(re.search(r"[我你他她它们人]", text[end : end + 3]))
    return high > end + 1


PREPOSITION_BEFORE_ER = pattern(r"%{prepositions_before_er}[^，。；只]{1,14}$")


@check
def joins_qualities(sentence: Sentence, markers: Markers) -> bool:
    """而 between two adjectives or verbs within a clause."""
    start, end = markers[0]
    text = sentence.text
    low, high = clause_around(sentence, start)
    if start == low or end >= high:
        return False
    if PREPOSITION_BEFORE_ER.search(text[low:start]):
        return False
    index = sentence.token_over(start)
    if index < 1 or index + 1 >= len(sentence.tokens):
        return False
    left, right = sentence.tokens[index - 1].tag, sentence.tokens[index + 1].tag
    return right in {"ADJ", "VERB", "ADV", "AUX"} or (left == "ADJ" and right != "PRON")

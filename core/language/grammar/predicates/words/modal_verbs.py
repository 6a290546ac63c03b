"""Modal verbs: 会, 能, 想, 要, 可能, 该, 得 děi (能愿动词)."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import check
from core.language.grammar.sentence import Markers, Sentence
from core.language.grammar.syntax.clauses import CLAUSE_EDGE, PARTICLE_AND_EDGE
from core.language.grammar.syntax.times_and_places import is_time
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern


@check
def modal(sentence: Sentence, markers: Markers) -> bool:
    """A verb follows 会, 能, 想, 要 ..., not a noun; or nothing follows at all."""
    end = markers[0][1]
    start = markers[0][0]
    index = sentence.token_over(end)
    if end >= len(sentence.text) or index < 0 or CLAUSE_EDGE.match(sentence.text, end):
        return sentence.text[start:end] in ("会", "能", "敢") or sentence.text[start - 1 : start] in ("不", "没")
    if sentence.text[end] in "吗吧呢了的":
        return sentence.text[start:end] in ("会", "能", "敢") or sentence.text[start - 1 : start] == "不"
    soon = re.match(r"要[^，。！？；]{1,8}了(?:[。！，；？!]|$)", sentence.text[start:])
    if soon and sentence.text[start - 1 : start] not in ("不", "也", "还"):
        return False
    if start and sentence.text[start - 1] in "很真有太" and sentence.text[start] in "想要":
        return sentence.text[start - 1] in "很真" and tag(sentence, index) == "VERB"
    return _verb_follows(sentence, index, sentence.text[start:end])


def _verb_follows(sentence: Sentence, index: int, modal_verb: str) -> bool:
    """From a token on, through adverbs, times and prepositional phrases, a verb stands before the noun ends the phrase."""
    first = tag(sentence, index)
    if first in ("VERB", "ADJ", "AUX", "ADP"):
        return True
    if first == "ADV":
        return any(
            tag(sentence, i) in ("VERB", "ADJ", "AUX", "ADP", "PRON")
            for i in range(index, min(index + 6, len(sentence.tokens)))
        )
    if first in ("PRON", "PROPN") and modal_verb == "想":
        return False
    for verb in range(index, min(index + 6, len(sentence.tokens))):
        if tag(sentence, verb) == "PUNCT" or word(sentence, verb) in ("的", "了"):
            return False
        if tag(sentence, verb) == "VERB" and relation(sentence, verb).partition(":")[0] not in (
            "acl",
            "compound",
            "amod",
        ):
            return (
                relation(sentence, index).startswith(("obl", "nmod:tmod", "advmod", "nsubj", "nummod", "dep"))
                or verb == index
            )
    return False


@check
def modal_question(sentence: Sentence, markers: Markers) -> bool:
    """要不要 and 想不想 before a verb."""
    index = sentence.token_over(markers[0][1] + 2)
    return index >= 0 and (tag(sentence, index) in ("VERB", "ADP", "ADV", "AUX", "ADJ"))


@check
def may(sentence: Sentence, markers: Markers) -> bool:
    """可能, 可以 as modal verbs, not 没有可能, 还可以, 这种可能."""
    start, end = markers[0]
    before = sentence.text[max(0, start - 4) : start]
    if sentence.text[start:end] == "可能":
        if re.search(r"(?:没有?|有|种|的|[个]|任何|之|这一|排除|什么)$", before) and not re.search(
            r"^(?:会|是|要|在)", sentence.text[end:]
        ):
            return False
        return not re.match(r"性|的(?!话)|，?因素", sentence.text[end:])
    return not (re.search(r"(?:还|挺|很|真|够)$", before) and PARTICLE_AND_EDGE.match(sentence.text, end))


GAI_NOUN = pattern(r"(?:%{gai_nouns}|人员?[，。])")


@check
def should(sentence: Sentence, markers: Markers) -> bool:
    """该 "should", not "this"; 应该 always."""
    start, end = markers[0]
    if sentence.text[start:end] == "应该":
        return True
    index = sentence.token_over(end)
    if relation(sentence, sentence.token_over(start)) == "det" or (
        index >= 0 and tag(sentence, index) in ("NOUN", "PART") and not is_time(word(sentence, index))
    ):
        return False
    if GAI_NOUN.match(sentence.text[end:]):
        return False
    return (
        index < 0
        or tag(sentence, index) not in ("NOUN", "PROPN", "PART", "NUM")
        or relation(sentence, index).startswith("obl")
        or sentence.text[end : end + 1] in "我你他她谁"
    )


@check
def dei(sentence: Sentence, markers: Markers) -> bool:
    """得 read děi: after a subject, an adverb or a time and before a verb or an amount."""
    start, end = markers[0]
    index = sentence.token_over(start)
    here, before = tag(sentence, index), tag(sentence, index - 1)
    if word(sentence, index) != "得" or sentence.text[start - 1 : start] in "不":
        return False
    if CLAUSE_EDGE.match(sentence.text, end) or sentence.text[end] in "了到过出第很着":
        return False
    after = tag(sentence, index + 1)
    if here == "AUX" and relation(sentence, index) == "aux" and before not in ("VERB", "ADJ"):
        return True
    if before in ("PRON", "ADV", "PUNCT", "NOUN", "PROPN", "AUX", "PART", "SCONJ", "CCONJ", ""):
        if sentence.text[start - 1 : start] in "很非太真最" and start:
            return False
        return here != "PART" or (before in ("PRON", "ADV") and after in ("VERB", "ADV", "ADP"))
    return False

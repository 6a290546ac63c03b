"""Particles at the end of a sentence: 吗, 吧, 呢, 了, 的 (语气助词)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import PARTICLE_AND_EDGE
from core.language.grammar.syntax.tokens import relation, tag, word


@predicate
def final_particle(sentence: Sentence) -> Iterator[Span]:
    """吗, 吧, 呢, 了 at the end of a clause."""
    text = sentence.text
    for match in re.finditer(r"[吗呢吧了]", text):
        start, end = match.span()
        index = sentence.token_over(start)
        if word(sentence, index) not in ("吗", "呢", "吧", "了") and not re.fullmatch(
            r".*[^吗呢吧了]了", word(sentence, index)
        ):
            continue
        if match[0] == "吧" and (text[end : end + 1] in "？?" and text[end : end + 1]):
            continue
        if match[0] == "了":
            if final_le(sentence, start):
                yield start, end
        elif PARTICLE_AND_EDGE.match(text, end) and not re.match(r"[、]", text[end:]):
            yield start, end


def final_le(sentence: Sentence, start: int) -> bool:
    """了 that closes a clause and is no complement (来不了), no 为了, no 罢了, no 算了."""
    text = sentence.text
    if not PARTICLE_AND_EDGE.match(text, start + 1) or text[start + 1 : start + 2] == "、":
        return False
    if re.search(r"(?:为|除|[罢]|[不得])$", text[:start]) and not re.search(
        r"(?:觉得|取得|获得|记得|[行使]不得|不得)$", text[:start]
    ):
        return bool(re.search(r"[^\W\d_]不$", text[:start])) and text[:start] in ("不",)
    return sentence.token_over(start) >= 0


@check
def de_final(sentence: Sentence, markers: Markers) -> bool:
    """的 that closes a statement, not a 的-phrase that stands for a noun."""
    start, _ = markers[0]
    text = sentence.text[:start]
    clause = re.split(r"[，,；;。！？!?：“]", text)[-1]
    if re.fullmatch(r"(?:好|是|对|真|行|嗯|没错)?", clause) and not re.fullmatch(r"真", clause):
        return False
    if re.search(r"(?:什么|似|有)$", clause):
        return False
    if re.search(r"(?:会|能|可以|要|肯定|一定|应该)[^的]{1,15}$", clause) and not re.search(r"是[^会能]{0,3}$", clause):
        return True
    if re.search(r"(?:挺|蛮|够|怪)[^的]{1,6}$", clause):
        return True
    if re.search(r"(?:很|非常|不会|没|有)[^的是]{1,6}$", clause) and not re.search(r"(?:是|有)", clause[:-1]):
        return True
    shi = re.search(r"是([^的]{2,16})$", clause)
    if shi is None:
        return False
    first = sentence.token_over(len(text) - len(shi[1]))
    last = sentence.token_over(start) - 1
    tags = [tag(sentence, i) for i in range(first, last + 1)]
    if not {"VERB", "ADP"} & set(tags):
        return False
    if re.match(r"[我你他她]?(?:自己)?(?:写|买|画|做|送|给|用|拍)", shi[1]) and len(shi[1]) < 5:
        return re.search(r"(?:谁|什么时候|怎么|在|跟|从)", shi[1]) is not None
    return (
        tags[-1] in ("VERB", "ADJ", "PART", "ADP")
        or tags[0] in ("ADP",)
        or relation(sentence, last + 1).startswith("discourse")
    )

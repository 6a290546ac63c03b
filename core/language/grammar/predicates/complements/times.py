"""How often: 看了两次, 找过他一次 (动量补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import COUNT
from core.language.grammar.syntax.tokens import relation, tag, word

TIMES = (
    rf"(?:{COUNT}(?:来|多)?(?:次|遍|回(?![来去家答])|趟|下儿|下(?![午个次周来去课班面边])|声(?!音)|眼(?!睛|镜|泪)|番|顿|脚(?!步)|拳|巴掌|"
    r"场(?!所|景|面|地|雨|雪)|圈)|一下儿?(?![子午]))"
)
PRONOUN_OBJECT = r"(?:我们?|你们?|您|他们?|她们?|它|大家|自己|谁|[小老][\u4e00-\u9fff]|咱们)"
TIMES_AFTER = re.compile(rf"(?P<a>[\u4e00-\u9fff])(?P<p>了|过|起来)?(?P<n>{TIMES})(?P<after>[^，。！？；]{{0,4}})")
TIMES_WITH = re.compile(
    rf"(?P<v>[\u4e00-\u9fff])(?P<p>了|过)?(?P<o>{PRONOUN_OBJECT}|中国|北京|上海|"
    rf"[\u4e00-\u9fff]{{2}}?)(?P<n>{TIMES})(?=[，。！？；了”吧吗]|$)|"
    rf"(?P<v2>[\u4e00-\u9fff])(?P<p2>了|过)?(?P<n2>{TIMES})(?P<o2>[\u4e00-\u9fff]{{1,6}}?)(?=[，。！？；了吧吗”]|$)"
)


@predicate
def times(sentence: Sentence) -> Iterator[Span]:
    """Verb + (了, 过) + 两次, 一遍, 一下儿, with no object of its own."""
    text = sentence.text
    for match in TIMES_AFTER.finditer(text):
        start, end = match.start(), match.end("n")
        index = sentence.token_over(start)
        if not _verb_before(sentence, index) or (
            match["p"] is None and relation(sentence, index).startswith(("nsubj", "obl"))
        ):
            continue
        if (
            _object_after(sentence, end)
            or re.match(r"(?:都|也|地|又|的|比|一)", text[end:])
            or re.search(r"第$", text[: match.start("n")])
        ):
            continue
        yield sentence.spans[index][0], end


def _verb_before(sentence: Sentence, index: int) -> bool:
    return (
        (tag(sentence, index) == "ADJ" and sentence.text.startswith("一下", sentence.spans[index][1]))
        or tag(sentence, index) == "VERB"
        or word(sentence, index) == "等"
        or (
            tag(sentence, index) in ("ADP", "ADJ")
            and len(word(sentence, index)) == 1
            and word(sentence, index) in "开来去到打对等"
        )
    )


def _object_after(sentence: Sentence, end: int) -> bool:
    """A noun follows that the verb takes as its object."""
    index = sentence.token_over(end)
    return (
        index >= 0
        and tag(sentence, index) in ("NOUN", "PROPN", "PRON", "ADJ")
        and sentence.text[end : end + 1] not in "，。！？了吧吗"
        and not relation(sentence, index).startswith(("nsubj", "advmod"))
    )


@predicate
def times_and_object(sentence: Sentence) -> Iterator[Span]:
    """Object and count together: 找了他两次, 去过两次上海."""
    text = sentence.text
    for match in TIMES_WITH.finditer(text):
        if match["v"]:
            index, noun = sentence.token_over(match.start("v")), sentence.token_over(match.start("o"))
            if (
                not _verb_before(sentence, index)
                or tag(sentence, noun) not in ("PRON", "PROPN", "NOUN")
                or sentence.spans[noun][0] != match.start("o")
                or (match["p"] is None and tag(sentence, noun) != "PRON")
            ):
                continue
            if re.search(r"[比第每这那上下]$", text[: match.start("n")]):
                continue
            yield sentence.spans[index][0], match.end("n")
        else:
            index, noun = sentence.token_over(match.start("v2")), sentence.token_over(match.start("o2"))
            if (
                not _verb_before(sentence, index)
                or tag(sentence, noun) not in ("PRON", "PROPN", "NOUN", "ADJ")
                or relation(sentence, noun).startswith("nsubj")
            ):
                continue
            if (
                tag(sentence, sentence.token_over(match.end("o2") - 1)) not in ("NOUN", "PROPN", "PRON", "PART")
                or match["o2"][0] in "的都也就"
                or match["n2"].endswith(("场", "番", "声"))
            ):
                continue
            yield sentence.spans[index][0], match.end("o2")

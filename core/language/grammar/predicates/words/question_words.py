"""Question words that ask and question words that do not: 谁, 什么, 怎么, 几 (疑问代词)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import clause_around
from core.language.grammar.word_classes import pattern

QUESTION_WORD = pattern(r"%{words_that_ask}")
EMBEDDING = pattern(r"%{embedding_verbs}")
WHATEVER = re.compile(r"无论|不管|不论|别管|任凭|甭管|哪怕|随便")
HYPOTHESIS = pattern(r"%{hypotheses}")


def _takes_in_all(sentence: Sentence, start: int, end: int, high: int) -> bool:
    """都 or 也 follows soon: 谁都, 什么时候也."""
    text = sentence.text
    after = re.match(r"[^都也]{0,6}?[都也]", text[end:high])
    if not after:
        return False
    word, asking = text[start:end], "？" in text or "?" in text
    if word.startswith("怎"):
        return not asking and bool(
            re.match(r"[^都也]{0,4}?[都也](?:能|行|可以|没|不|会|好|是|有|觉得|要)", text[end:high])
        )
    if text[max(0, start - 1) : start] in {"为", "是"}:
        return False
    return len(after[0]) == 1 or not asking


def _is_repeated(text: str, start: int, end: int) -> bool:
    """The same word again, not in a question: 想吃什么吃什么."""
    word = text[start:end]
    if "？" in text or "?" in text or (word == "几" and EMBEDDING.search(text)):
        return False
    offsets = [match.start() for match in re.finditer(re.escape(word), text)]
    if word == "谁" and "谁是谁" in text:
        return False
    if word == "几" and "就几" not in text:
        return False
    return any(index != start and 1 < abs(index - start) <= 14 for index in offsets)


def _is_unspecific(text: str, start: int, end: int, low: int) -> bool:
    """Something, somebody: 吃点儿什么, 请谁来, 好像在哪儿见过, 有什么……吗."""
    word, before = text[start:end], text[max(low, start - 8) : start]
    if word in {"几", "多少", "多久", "怎么样"} or text[start - 1 : start] == "为":
        return False
    if word == "什么" and re.search(r"[点些]儿?$", before) and ("？" not in text or "吗" in text):
        return not EMBEDDING.search(text[:start])
    if re.search(r"吗[？?”]*$", text) and word != "怎么":
        return not EMBEDDING.search(text[:start])
    return (
        bool(HYPOTHESIS.search(text[:start]))
        and "？" not in text
        and word != "怎么"
        and not EMBEDDING.search(text[:start])
    )


def does_not_ask(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a question word at a place means everyone, whoever or something."""
    text = sentence.text
    low, high = clause_around(sentence, start)
    if WHATEVER.search(text[:start]) and not re.search(r"[？?]", text):
        return True
    return (
        _takes_in_all(sentence, start, end, high)
        or _is_repeated(text, start, end)
        or _is_unspecific(text, start, end, low)
    )  # fmt: skip


NO_QUESTION = pattern(r"%{not_questions}|(?<![了做干买吃])点什么|[这那前后近头上最过第]几")


@check
def asks(sentence: Sentence, markers: Markers) -> bool:
    """The question word asks, directly or indirectly."""
    start, end = markers[0]
    text = sentence.text
    window = text[max(0, start - 3) : end + 3]
    for match in NO_QUESTION.finditer(window):
        if match.start() + max(0, start - 3) < end and match.end() + max(0, start - 3) > start:
            return "？" in text and text[start] == "哪"
    if does_not_ask(sentence, start, end):
        return False
    if text[start:end] in {"几", "多少"} and not re.search(
        r"[？?]|知道|问|告诉|算|猜|数数|看看|清楚|明白|记得|忘", text
    ):
        return False
    low, _ = clause_around(sentence, start)
    if text[start : start + 3] in {"怎么也", "怎么都"} and not re.search(r"[？?]", text):
        return False
    if text[start : start + 3] == "谁知道" and not re.search(r"[？?]", text):
        return False
    if (
        text[start:end] == "什么"
        and re.search(r"[不没][^知清懂明，]{0,5}$", text[low:start])
        and not re.search(r"[？?]", text)
    ):
        return bool(EMBEDDING.search(text[:start]))
    return not re.search(r"吗[？?”]*$", text) or text[start:end] == "怎么" or bool(EMBEDDING.search(text[:start]))


@predicate
def general_or_indefinite(sentence: Sentence) -> Iterator[Span]:
    """谁都, 想吃什么吃什么, 吃点儿什么."""
    for match in QUESTION_WORD.finditer(sentence.text):
        start, end = match.span()
        around = sentence.text[max(0, start - 2) : end + 1]
        if re.search(
            r"为什么|什么的|好几|[一二三四五六七八九十]几|几[十百千万乎]|没什么|不怎么|哪怕|没几|[这那前近]几|有什么|说什么[也都]",
            around,
        ):
            continue
        if match[0] == "几" and not _is_repeated(sentence.text, start, end):
            continue
        if does_not_ask(sentence, start, end):
            yield start, end

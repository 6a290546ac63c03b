"""Change, completion, progress, duration, experience (动作的态)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Check, predicate
from core.language.grammar.predicates.words.aspect_particles import aspect_le_tokens, guo, zhe
from core.language.grammar.predicates.words.final_particles import final_le
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words

NO_CHANGE = pattern(
    r"太[^，。]{1,8}$|(?:可|最[\u4e00-\u9fff]{1,3}不过|再[\u4e00-\u9fff]{1,3}不过|极|%{states_with_si}死[我人他]?|透|坏)$|"
    r"^(?:好|行|算|得|对|罢|别[^，]{0,8}|不要[^，]{1,8})$"
)


@predicate
def change(sentence: Sentence) -> Iterator[Span]:
    """了 at the end of a clause, a new state: from the predicate before it."""
    text = sentence.text
    for match in re.finditer("了", text):
        start, end = match.span()
        if not final_le(sentence, start):
            continue
        clause = re.split(r"[，,；;：:。！？!?…“”\"]", text[:start])[-1]
        if NO_CHANGE.search(clause):
            continue
        index = sentence.token_over(start)
        head = sentence.tokens[index].head
        if word(sentence, index) != "了":
            yield sentence.span(index, index)
            continue
        if word(sentence, index - 1) in ("天黑", "天亮", "天冷", "天热"):
            yield sentence.spans[index - 1][0] + 1, end
            continue
        first, _ = chunk_of(sentence, index)
        begin = (
            head
            if first <= head < index and tag(sentence, head) in ("VERB", "ADJ", "NOUN", "AUX", "PROPN")
            else index - 1
        )
        if tag(sentence, begin) == "NOUN":
            begin = _phrase_start(sentence, begin, first)
        yield sentence.spans[begin][0], end


def _phrase_start(sentence: Sentence, begin: int, first: int) -> int:
    while (
        begin - 1 >= first
        and tag(sentence, begin - 1) in ("NUM", "ADJ")
        and relation(sentence, begin - 1).startswith(("nummod", "amod"))
    ):
        begin -= 1
    return begin


COMPLEMENTS = words("completed_complements")


@predicate
def completion(sentence: Sentence) -> Iterator[Span]:
    """Verb + 了 with something after it."""
    for index in aspect_le_tokens(sentence):
        first = index - 1
        while (
            first > 0
            and word(sentence, first) in COMPLEMENTS
            and tag(sentence, first - 1) in ("VERB", "ADJ")
            and relation(sentence, first) not in ("root",)
        ):
            first -= 1
        yield sentence.span(first, index)


PROGRESS = pattern(r"(?<![现存实所好内潜自旨正])(?:正在|正(?!%{zheng_other_words})|在(?!%{zai_other_words}))")


@predicate
def progress(sentence: Sentence) -> Iterator[Span]:
    """在, 正, 正在 before a verb; 呢 after one."""
    text, ended = sentence.text, set()
    for match in PROGRESS.finditer(text):
        start, end = match.span()
        index, following = sentence.token_over(start), sentence.token_over(end)
        marker = text[start:end]
        if start not in sentence.token_at_start or end not in sentence.token_at_start:
            continue
        if marker != "正在" and relation(sentence, index) != "advmod" and tag(sentence, index) not in ("ADV", "AUX"):
            continue
        verb = next(
            (
                i
                for i in range(following, min(following + 9, len(sentence.tokens)))
                if tag(sentence, i) == "PUNCT"
                or (tag(sentence, i) in ("VERB", "ADJ") and relation(sentence, i) not in ("amod", "advmod"))
            ),
            -1,
        )
        if verb < 0 or tag(sentence, verb) == "PUNCT":
            continue
        closing = re.match(r"[^，。！？；]{0,14}?呢(?=[，。！？；：”]|$)", text[end:])
        stop = end + closing.end() if closing else sentence.spans[verb][1]
        ended.add(stop)
        yield start, stop
    yield from _bare_ne(sentence, ended)


NOT_PROGRESS = pattern(r"%{not_progress_ne}|[这那]么|着$")
WITH_ZHE = pattern(r"%{verbs_with_zhe_ne}着[^，]{0,6}$")


def _bare_ne(sentence: Sentence, ended: set[int]) -> Iterator[Span]:
    """看书呢: 呢 alone; not in questions, not 还…呢, 才…呢, 可…呢."""
    text = sentence.text
    for match in re.finditer(r"呢(?=[，,。！!；;”]|$)", text):
        if match.end() in ended or re.search(r"[？?]", text[match.end() :][:1] or ""):
            continue
        first, _ = chunk_of(sentence, sentence.token_over(match.start()))
        begin = sentence.spans[first][0]
        clause = text[begin : match.start()]
        if NOT_PROGRESS.search(clause) and not WITH_ZHE.search(clause):
            continue
        indices = range(first, sentence.token_over(match.start()))
        verb = next((i for i in indices if tag(sentence, i) == "VERB"), -1)
        if verb >= 0 and not any(tag(sentence, i) == "AUX" and word(sentence, i) != "着" for i in indices):
            yield sentence.spans[verb][0], match.end()


@predicate
def lasting(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 着."""
    yield from _with_particle(sentence, "着", zhe)


@predicate
def experience(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 过."""
    yield from _with_particle(sentence, "过", guo)


def _with_particle(sentence: Sentence, particle: str, is_particle: Check) -> Iterator[Span]:
    for match in re.finditer(particle, sentence.text):
        start, end = match.span()
        if is_particle(sentence, (match.span(),)):
            index = sentence.token_over(start)
            first = index if word(sentence, index) != particle else index - 1
            if word(sentence, first) in ("到", "起", "见") and tag(sentence, first - 1) == "VERB":
                first -= 1
            yield sentence.spans[first][0], end

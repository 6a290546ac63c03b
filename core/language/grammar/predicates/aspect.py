"""Change, completion, progress, duration, experience (动作的态)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Check, Span, predicate
from core.language.grammar.predicates.words.aspect_particles import aspect_le_tokens, guo, zhe
from core.language.grammar.predicates.words.final_particles import final_le
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.chunks import chunk_of
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words


@predicate
def change(sentence: Sentence) -> Iterator[Span]:
    """了 at the end of a clause, a new state: from the predicate before it."""
    text = sentence.text
    for found in re.finditer("了", text):
        start, end = found.span()
        if not final_le(sentence, start):
            continue
        clause = re.split(r"[，,；;：:。！？!?…“”\"]", text[:start])[-1]
        if re.search(
            r"太[^，。]{1,8}$|(?:可|最[\u4e00-\u9fff]{1,3}不过|再[\u4e00-\u9fff]{1,3}不过|极|[饿累忙热冷困急气烦疼痛笑吓渴乐美羡慕]死[我人他]?|透|坏)$|"
            r"^(?:好|行|算|得|对|罢|别[^，]{0,8}|不要[^，]{1,8})$",
            clause,
        ):
            continue
        place = sentence.token_over(start)
        head = sentence.tokens[place].head
        if word(sentence, place) != "了":
            yield sentence.span(place, place)
            continue
        if word(sentence, place - 1) in ("天黑", "天亮", "天冷", "天热"):
            yield sentence.spans[place - 1][0] + 1, end
            continue
        first, _ = chunk_of(sentence, place)
        at = (
            head
            if first <= head < place and tag(sentence, head) in ("VERB", "ADJ", "NOUN", "AUX", "PROPN")
            else place - 1
        )
        if tag(sentence, at) == "NOUN":
            at = _phrase_start(sentence, at, first)
        yield sentence.spans[at][0], end


def _phrase_start(sentence: Sentence, at: int, first: int) -> int:
    while (
        at - 1 >= first
        and tag(sentence, at - 1) in ("NUM", "ADJ")
        and relation(sentence, at - 1).startswith(("nummod", "amod"))
    ):
        at -= 1
    return at


COMPLEMENTS = words("completed_complements")


@predicate
def completion(sentence: Sentence) -> Iterator[Span]:
    """Verb + 了 with something after it."""
    for place in aspect_le_tokens(sentence):
        first = place - 1
        while (
            first > 0
            and word(sentence, first) in COMPLEMENTS
            and tag(sentence, first - 1) in ("VERB", "ADJ")
            and relation(sentence, first) not in ("root",)
        ):
            first -= 1
        yield sentence.span(first, place)


PROGRESS = pattern(r"(?<![现存实所好内潜自旨正])(?:正在|正(?!%{zheng_other_words})|在(?!%{zai_other_words}))")


@predicate
def progress(sentence: Sentence) -> Iterator[Span]:
    """在, 正, 正在 before a verb; 呢 after one."""
    text, ended = sentence.text, set()
    for found in PROGRESS.finditer(text):
        start, end = found.span()
        place, following = sentence.token_over(start), sentence.token_over(end)
        marker = text[start:end]
        if start not in sentence.token_at_start or end not in sentence.token_at_start:
            continue
        if marker != "正在" and relation(sentence, place) != "advmod" and tag(sentence, place) not in ("ADV", "AUX"):
            continue
        if (
            marker == "正在"
            and tag(sentence, following) in ("NOUN", "PROPN", "PRON")
            and relation(sentence, following) != "nmod"
        ):
            pass
        verb = next(
            (
                at
                for at in range(following, min(following + 9, len(sentence.tokens)))
                if tag(sentence, at) == "PUNCT"
                or (tag(sentence, at) in ("VERB", "ADJ") and relation(sentence, at) not in ("amod", "advmod"))
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
    for found in re.finditer(r"呢(?=[，,。！!；;”]|$)", text):
        if found.end() in ended or re.search(r"[？?]", text[found.end() :][:1] or ""):
            continue
        first, _ = chunk_of(sentence, sentence.token_over(found.start()))
        begin = sentence.spans[first][0]
        clause = text[begin : found.start()]
        if NOT_PROGRESS.search(clause) and not WITH_ZHE.search(clause):
            continue
        places = range(first, sentence.token_over(found.start()))
        verb = next((at for at in places if tag(sentence, at) == "VERB"), -1)
        if verb >= 0 and not any(tag(sentence, at) == "AUX" and word(sentence, at) != "着" for at in places):
            yield sentence.spans[verb][0], found.end()


@predicate
def lasting(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 着."""
    yield from _with_particle(sentence, "着", zhe)


@predicate
def experience(sentence: Sentence) -> Iterator[Span]:
    """The verb with its 过."""
    yield from _with_particle(sentence, "过", guo)


def _with_particle(sentence: Sentence, particle: str, counts: Check) -> Iterator[Span]:
    for found in re.finditer(particle, sentence.text):
        start, end = found.span()
        if counts(sentence, (found.span(),)):
            place = sentence.token_over(start)
            first = place if word(sentence, place) != particle else place - 1
            if word(sentence, first) in ("到", "起", "见") and tag(sentence, first - 1) == "VERB":
                first -= 1
            yield sentence.spans[first][0], end

"""Serial verb phrases: 去商店买水果, 哭着说 (连谓短语)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.chunks import chunk_of, chunks, merged, without_particles
from core.language.grammar.syntax.dependencies import is_subject
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern, words

FIRST_VERB = pattern(r"%{serial_first_verbs}[着了上下到出进回开]?")


@predicate
def serial_phrase(sentence: Sentence) -> Iterator[Span]:
    """Two verb phrases of one subject in a row: 去商店买水果, 哭着说."""
    spans = []
    for first, last in chunks(sentence):
        stop = without_particles(sentence, first, last)
        verbs = [
            i
            for i in range(first, stop + 1)
            if tag(sentence, i) == "VERB" and not relation(sentence, i).startswith(("acl", "amod", "compound", "aux"))
        ]
        for verb, next_verb in pairwise(verbs):
            if not _is_serial(sentence, verb, next_verb):
                continue
            spans.append(sentence.span(verb, stop))
            break
    yield from merged(spans)


NOT_BETWEEN = words("not_between_serial_verbs")
NOT_SECOND = words("serial_not_second")


def _is_serial(sentence: Sentence, verb: int, next_verb: int) -> bool:
    """Whether a second verb carries on from a first: no subject, conjunction or complement marker between them."""
    between = [word(sentence, i) for i in range(verb + 1, next_verb)]
    lead, follow = word(sentence, verb), word(sentence, next_verb)
    if (tag(sentence, verb - 1) == "VERB" and lead in NOT_SECOND) or word(sentence, verb - 1) in ("得", "不"):
        return False
    with_zhe = between == ["着"]
    if not with_zhe:
        if FIRST_VERB.fullmatch(lead) is None or next_verb - verb > 7:
            return False
        if set(between) & NOT_BETWEEN or ("把" in between and lead not in ("去", "来", "拿", "带")):
            return False
    going = ("去", "来", "回", "到", "进", "坐")
    if any(is_subject(sentence, i) for i in range(verb + 1, next_verb)) and lead not in going:
        return False
    if follow == "去":
        onward = (
            tag(sentence, next_verb + 1) in ("NOUN", "PROPN", "VERB") and next_verb < chunk_of(sentence, next_verb)[1]
        )
        return bool(between) and tag(sentence, verb + 1) != "VERB" and onward
    if follow in NOT_SECOND:
        return False
    is_argument = (
        relation(sentence, next_verb).startswith(("ccomp", "nsubj", "obj")) and sentence.tokens[next_verb].head == verb
    )
    if is_argument and lead not in ("去", "来", "着"):
        return "着" in between
    return not follow.startswith(("有", "是")) or lead in ("去", "来")

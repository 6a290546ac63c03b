"""Complements of direction that mean time (哭起来, 说下去) or state (安静下来) (趋向补语的引申意义)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.tokens import tag
from core.language.grammar.word_classes import pattern, words

STARTED = pattern(
    r"(?P<v>%{verbs_started}|跳(?!起)|玩儿?|跳舞|跳动)(?:了)?起来"
    r"|(?P<v2>%{verbs_started_with_object})起(?!来|床|点)(?P<o>[^，。；！？的了]{1,5}?)来(?=[，。！？；了”]|$)"
)
STARTED_TO_LIKE = pattern(r"(?:%{verbs_of_liking}|玩儿?|忙(?!得))上(?:了)?(?!%{shang_not_starting})")
GOING_ON = pattern(r"%{verbs_going_on_xiaqu}下去")
KEPT = pattern(r"%{verbs_kept_xialai}(?:了)?下来")
GOES_DOWN = re.compile(r"从[^，。]{1,6}(?:上|下|里|楼|山)[^，。]{0,4}$")
EASY = pattern(r"[，,]?%{judgements_of_ease}")
TRIED = words("verbs_tried")
BETTER_LIFE = re.compile(r"[^，。]{0,3}(?:幸福|好|新|美|富|安|小康|舒|热|这|活|[\u4e00-\u9fff]{2,4}(?:日子|生活))")
NOT_STARTED = words("verbs_not_started_with_shang")


@predicate
def time(sentence: Sentence) -> Iterator[Span]:
    """哭起来, 下起雨来, 爱上: begins; 说下去, 保持下来: goes on."""
    yield from _begun(sentence)
    yield from _begun_up(sentence)
    yield from _lasting(sentence)


def _begun(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for match in STARTED.finditer(text):
        start, end = match.span()
        if not _begins_verb(sentence, start):
            continue
        verb = match["v"] or ""
        if (verb in TRIED and EASY.match(text, end)) or (
            verb in ("说", "讲", "谈", "看", "读") and text[end : end + 1] == "，"
        ):
            continue
        yield start, end


def _begun_up(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for match in STARTED_TO_LIKE.finditer(text):
        verb = match[0].rstrip("了")[:-1]
        end = match.start() + len(verb) + 1
        better = (
            verb in ("过", "吃", "喝", "忙", "干") and text[end : end + 1] == "了" and BETTER_LIFE.match(text, end + 1)
        )
        if verb in NOT_STARTED and not better:
            continue
        if _begins_verb(sentence, match.start()):
            yield match.start(), end


def _begins_verb(sentence: Sentence, start: int) -> bool:
    index = sentence.token_over(start)
    return sentence.spans[index][0] == start and tag(sentence, index) in ("VERB", "ADJ", "ADP", "AUX", "ADV", "NOUN")


LASTING_OR_MOVING = words("verbs_lasting_or_moving")


def _lasting(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for match in GOING_ON.finditer(text):
        start, end = match.span()
        verb = match[0][:-2]
        if verb in LASTING_OR_MOVING and not re.search(r"继续|一直|永远|坚持|这样|这么|接着|要|再|能|起", text[:start]):
            continue
        if _begins_verb(sentence, start) and not re.search(r"[得不]$", text[:start]):
            yield start, end
    for match in KEPT.finditer(text):
        if _begins_verb(sentence, match.start()) and not (
            match[0][:1] in "跑" and GOES_DOWN.search(text[: match.start()])
        ):
            yield match.span()


CHANGED_STATE = pattern(
    r"(?P<a>%{qualities_calming_down})(?:了)?(?:下来)|(?P<b>%{qualities_fading})(?:了)?下去|"
    r"(?P<c>%{states_coming_round}|改(?!革)|改造)(?:了)?过来|(?P<d>%{qualities_rising})(?:了)?起来|"
    r"(?P<e>%{verbs_gathering})(?:了)?起来"
)


@predicate
def state(sentence: Sentence) -> Iterator[Span]:
    """安静下来, 淡下去, 藏起来, 醒过来, 热闹起来."""
    text = sentence.text
    for match in CHANGED_STATE.finditer(text):
        start, end = match.span()
        index = sentence.token_over(start)
        if sentence.spans[index][0] != start or tag(sentence, index) not in ("VERB", "ADJ", "ADV", "NOUN", "AUX"):
            continue
        if re.search(r"[得不]$", text[:start]) and not re.search(r"变得|[觉显]得$", text[:start]):
            continue
        if (
            text[start:end].endswith("倒过来")
            or match["a"] == "降"
            or (match["e"] in ("发展",) and not re.match(r"[，。了！]|$", text[end:]))
        ):
            continue
        yield start, end

"""Complements of direction: 走来, 拿出来, 关上 (趋向补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.tokens import relation, tag, word
from core.language.grammar.word_classes import pattern

VERB_AND_COMPOUND = pattern(
    r"(?P<v>%{motion_verbs})(?:了)?(?P<d>%{compound_directions})(?!年)|"
    r"(?P<v2>%{motion_verbs})(?:了)?(?P<d1>[上下进出回过起])(?P<o>(?!来|"
    r"去)[^，。；！？、的了着过]{1,7}?)(?P<d2>[来去])(?=[，。！？；了吧吗的拿看”、]|$)|"
    r"(?P<v3>%{motion_verbs})(?:了)(?P<o3>[一两三几][^，。；！？]{1,6}?)(?P<d3>%{compound_directions})"
)
RISING = pattern(r"%{rising_verbs}$")
NOT_LOWERING = pattern(r"%{not_lowering_verbs}$")


@predicate
def compound(sentence: Sentence) -> Iterator[Span]:
    """Verb of motion + 出来, 进去, 起来 ... with or without an object inside."""
    for match in VERB_AND_COMPOUND.finditer(sentence.text):
        start, end = match.span()
        index = sentence.token_over(start)
        verb = match["v"] or match["v2"] or match["v3"]
        direction = match["d"] or (match["d1"] or "") + (match["d2"] or "") if not match["d3"] else match["d3"]
        if tag(sentence, index) not in ("VERB", "ADP", "AUX", "NOUN") or sentence.spans[index][0] < start:
            continue
        if direction == "起来" and (not RISING.search(verb) or (match["v2"] and match["o"][0] in "雨雪风歌")):
            continue
        if (
            (direction in ("下去", "下来") and NOT_LOWERING.search(verb))
            or (direction == "过来" and verb in ("转变", "改"))
            or (direction == "过去" and verb in ("照",))
        ):
            continue
        if direction in ("下去",) and re.search(r"继续|一直|永远|接着|坚持", sentence.text[:start]):
            continue
        if re.match(r"(?:得|不)", sentence.text[start + len(verb) :]):
            continue
        if match["v2"] and re.search(r"[是在有把被给就]", match["o"]):
            continue
        if match["v2"] and match["d1"] == "上" and re.match(r"个|次|午|海|级|学|班|课", match["o"]):
            continue
        if sentence.token_at_end.get(end) is None:
            continue
        yield start, end


COMING_OR_GOING = pattern(
    r"(?P<v>%{verbs_coming_or_going})(?:了)?(?P<d>[来去])(?!%{laiqu_other_words})|"
    r"(?P<v2>%{verbs_fetching})(?:了)?(?P<o>[^，。；！？的过来去]{1,6}?)(?P<d2>[来去])(?=[，。！？；了吧吗”]|$)"
)
MOVING_TO = pattern(
    r"%{verbs_moving_up}上(?!%{shang_not_moving})|%{verbs_moving_down}下(?!%{xia_not_moving})|"
    r"%{verbs_moving_in}进(?!来|去|行|步|口|入|展|而|出|一步)|%{verbs_moving_out}出(?!%{chu_not_moving})|"
    r"%{verbs_rising}起(?!来|床|飞|点|初|码|伏|跑|义|诉)|%{verbs_passing}过(?!来|去|程|年|于|不|了?一次|多|分|期|关|敏|节|"
    r"[两三几]次)(?=%{after_passing_guo})|%{verbs_returning}回(?!%{hui_not_moving})|"
    r"%{verbs_opening}开(?!%{kai_not_opening})"
)


@predicate
def simple(sentence: Sentence) -> Iterator[Span]:
    """走来, 带一瓶水去, 走进, 放下, 打开: movement only."""
    text = sentence.text
    for match in COMING_OR_GOING.finditer(text):
        start, end = match.span()
        index = sentence.token_over(start)
        if tag(sentence, index) not in ("VERB", "ADP") or sentence.spans[index][0] != start:
            continue
        if match["v2"]:
            if re.search(r"^[上下进出回过起]|[上下进出回过起]$|[是在把被给就不得和]|一起|以|[从向]", match["o"]) or (
                match["v2"] in ("上", "下", "进", "回") and tag(sentence, index + 1) not in ("NOUN", "PROPN")
            ):
                continue
            if match["v2"] in ("叫", "请", "打", "找") and match["d2"] == "去":
                continue
            if match["v2"] in ("回", "进", "上", "下") and re.match(r"个|次|周|月|年|午|子|一", match["o"]):
                continue
        elif (tag(sentence, sentence.token_over(end - 1)) == "VERB" and _own_verb(sentence, end)) or (
            match["v"] in ("打", "换", "转", "引", "买") and match["d"] == "去"
        ):
            continue
        yield start, end
    for match in MOVING_TO.finditer(text):
        start, end = match.span()
        index = sentence.token_over(start)
        if tag(sentence, index) not in ("VERB", "ADP", "NOUN", "ADJ") or (
            sentence.spans[index][0] != start and word(sentence, index)[-len(match[0]) :] != match[0]
        ):
            continue
        if _separated(text, end) or (
            text[start:end] in ("打开", "分开") and text[end : end + 1] in "来" and text[end : end + 1]
        ):
            continue
        if end not in sentence.token_at_end and end not in sentence.token_at_start:
            continue
        yield start, end


def _own_verb(sentence: Sentence, end: int) -> bool:
    """来 or 去 that governs what follows: 他带去北京."""
    return tag(sentence, sentence.token_over(end)) == "VERB" and sentence.tokens[
        sentence.token_over(end - 1)
    ].head == sentence.token_over(end)


def _separated(text: str, end: int) -> bool:
    """The object is followed by 来 or 去: a compound direction."""
    return re.match(r"(?!来|去)[^，。；！？、的了着过]{1,7}?[来去](?=[，。！？；了吧吗”]|$)", text[end:]) is not None


RESULTING = pattern(
    r"%{verbs_attaching_shang}上(?!%{shang_not_resulting})|"
    r"%{verbs_producing_chu}出(?!%{chu_not_resulting})|"
    r"%{verbs_starting_qi}起(?!%{qi_not_resulting})|"
    r"%{verbs_keeping_xia}下(?!%{xia_not_resulting})"
)
MOVING_OUT = pattern(r"%{verbs_literally_out}出|拿下|(?:拉|挂|抓|卷|穿)起|(?:摘|卸|拿|甩)下")


@predicate
def resulting(sentence: Sentence) -> Iterator[Span]:
    """Verb + 上, 出, 起, 下 of result: 关上, 想出, 想起, 留下."""
    text = sentence.text
    for match in RESULTING.finditer(text):
        start, end = match.span()
        index = sentence.token_over(start)
        if (MOVING_OUT.fullmatch(match[0]) and match[0] not in ("流出",)) or (
            sentence.spans[index][0] != start
            and not (sentence.spans[index][1] == end and tag(sentence, index) == "VERB")
        ):
            continue
        if tag(sentence, index) not in ("VERB", "ADP", "NOUN", "ADJ", "AUX", "ADV") or end not in sentence.token_at_end:
            continue
        if match[0] in ("爱上", "喜欢上", "迷上"):
            continue
        if (tag(sentence, index) == "NOUN" and relation(sentence, index) in ("nmod", "nsubj", "obj", "obl")) or (
            tag(sentence, index) == "NOUN" and match[0][-1] in "上下" and sentence.spans[index][1] != end
        ):
            continue
        last = sentence.token_over(end - 1)
        if (
            match[0][-1] in "上下"
            and tag(sentence, index) not in ("VERB",)
            and relation(sentence, last).startswith(("case", "obl", "nmod"))
            and len(word(sentence, last)) == 1
            and tag(sentence, last) in ("ADP", "NOUN")
        ):
            continue
        if (
            _separated(text, end)
            and match[0][-1] == "起"
            and re.match(r"[^，。]{1,3}来", text[end:])
            and match[0] not in ("想起", "提起")
        ):
            continue
        if match[0] == "想起" and text[end : end + 1] == "床":
            continue
        yield start, end

"""The checklist of structure: length, paragraphs, ending, and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.essays.discourse.composition import MANY_SENTENCES, ChecklistItem, Composition
from core.essays.scoring.tasks import ASKED
from core.language.levels import HAN
from core.wire import Bilingual

END_MARK = re.compile(r"[。！？!?…][”’」』）)]*\s*$")
LONGEST_SENTENCE = 90
"""In Chinese characters. Of 871 sentences of scored essays one in a hundred is longer; most of these lack full stops."""
TWO_PARAGRAPHS, THREE_PARAGRAPHS = 150, 300
"""The lengths in characters from which two and three paragraphs can be expected."""
ONE_BLOCK = 200
"""A text of so many characters in one paragraph is advised to be divided; tasks of the levels 4 and 5 ask for one paragraph."""
ENDING_LEVEL = 3
"""Below this level no ending is expected."""
SHARE_WITHOUT_ENDING = 0.4
"""Some credit, because an essay may end without the words that are looked for."""
DEDUCTION_WITHOUT_END_MARK = 0.3
ENOUGH = 0.7
CLOSING = "总之 总的来说 总而言之 所以 因此 最后 希望 相信 这就是 以上 我觉得 我认为 我想 祝 谢谢 再见 下次 以后 将来 从此 一定 难忘 毕竟"
"""Closing sentences contain one of these words."""


def structure(composition: Composition) -> Iterator[ChecklistItem]:
    yield _length(composition)
    if composition.characters >= TWO_PARAGRAPHS:
        yield _paragraphs(composition)
    if len(composition.sentences) >= MANY_SENTENCES and composition.hsk_level >= ENDING_LEVEL:
        yield _ending(composition)
    yield _sentences(composition)


def _length(composition: Composition) -> ChecklistItem:
    asked = ASKED[composition.hsk_level]
    share = min(1.0, composition.characters / asked)
    return ChecklistItem(
        "structure",
        "length",
        share,
        Bilingual(zh="篇幅", en="Length"),
        Bilingual(
            zh=f"{composition.characters} 个字；这一级要求写 {asked} 字左右",
            en=f"{composition.characters} characters; this level asks for about {asked}",
        ),
        advice=None
        if share >= ENOUGH
        else Bilingual(
            zh=f"再写 {asked - composition.characters} 个字左右。",
            en=f"Add about {asked - composition.characters} more characters.",
        ),
    )


def _paragraphs(composition: Composition) -> ChecklistItem:
    expected = 3 if composition.characters >= THREE_PARAGRAPHS else 2
    count = len(composition.paragraphs)
    share = min(1.0, count / expected)
    return ChecklistItem(
        "structure",
        "paragraphs",
        share,
        Bilingual(zh="分段", en="Paragraphs"),
        Bilingual(zh=f"{count} 段", en=f"{count} paragraph{'s' if count != 1 else ''}"),
        composition.paragraphs,
        None
        if count > 1 or composition.characters < ONE_BLOCK
        else Bilingual(
            zh=f"可以分成 {expected} 段：开头、中间、结尾各说一件事。",
            en=f"Divide it into {expected} paragraphs: beginning, middle and end.",
        ),
    )


def _ending(composition: Composition) -> ChecklistItem:
    last = composition.paragraphs[-1] if len(composition.paragraphs) > 1 else composition.sentences[-1]
    start = max(last[0], composition.sentences[-2][0])
    closing_words = [word for word in CLOSING.split() if word in composition.text[start : last[1]]]
    return ChecklistItem(
        "structure",
        "ending",
        1.0 if closing_words else SHARE_WITHOUT_ENDING,
        Bilingual(zh="结尾", en="Ending"),
        Bilingual(zh=f"末尾有“{closing_words[0]}”", en=f"the end has “{closing_words[0]}”")
        if closing_words
        else Bilingual(zh="最后两句里没有看到收尾的话", en="no closing words in the last two sentences"),
        ((start, last[1]),),
    )


def _sentences(composition: Composition) -> ChecklistItem:
    long_sentences = tuple(
        span for span in composition.sentences if len(HAN.findall(composition.text[slice(*span)])) > LONGEST_SENTENCE
    )
    ended = bool(END_MARK.search(composition.text.rstrip()))
    share = max(
        0.0, 1 - len(long_sentences) / max(1, len(composition.sentences)) - (0 if ended else DEDUCTION_WITHOUT_END_MARK)
    )
    shortfall_zh = [f"有 {len(long_sentences)} 句超过 {LONGEST_SENTENCE} 字"] * bool(long_sentences) + [
        "全文最后没有句末标点"
    ] * (not ended)
    shortfall_en = [f"{len(long_sentences)} over {LONGEST_SENTENCE} characters"] * bool(long_sentences) + [
        "no mark at the end of the text"
    ] * (not ended)
    return ChecklistItem(
        "structure",
        "sentences",
        share,
        Bilingual(zh="断句", en="Sentences"),
        Bilingual(
            zh=f"{len(composition.sentences)} 句" + "；".join(["", *shortfall_zh]),
            en=f"{len(composition.sentences)} in all" + "; ".join(["", *shortfall_en]),
        ),
        long_sentences,
        None
        if share == 1
        else Bilingual(
            zh="意思说完了就用句号，另起一句。",
            en="When a thought is complete, put a full stop and start a new sentence.",
        ),
    )

"""The checklist of structure: length, paragraphs, ending, sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.essays.discourse.composition import MANY_SENTENCES, Composition, Line
from core.essays.scoring.overall import ASKED
from core.language.levels import HAN
from core.wire import Bilingual

END_MARK = re.compile(r"[。！？!?…][”’」』）)]*\s*$")
LONGEST_SENTENCE = 90
"""Chinese characters. Of 871 sentences of scored essays one in a hundred is longer; such a one has mostly lost its full stops."""
TWO_PARAGRAPHS, THREE_PARAGRAPHS = 150, 300
"""Characters from which so many paragraphs can be asked for."""
ENDING_LEVEL = 3
"""Below it nobody is asked for an ending."""
WITHOUT_ENDING = 0.4
"""Not nothing: an ending may do without the words that are looked for."""
UNMARKED_END = 0.3
ENOUGH = 0.7
CLOSING = "总之 总的来说 总而言之 所以 因此 最后 希望 相信 这就是 以上 我觉得 我认为 我想 祝 谢谢 再见 下次 以后 将来 从此 一定 难忘 毕竟"
"""Words of which closing sentences hold one."""


def structure(made: Composition) -> Iterator[Line]:
    yield _length(made)
    if made.characters >= TWO_PARAGRAPHS:
        yield _paragraphs(made)
    if len(made.sentences) >= MANY_SENTENCES and made.hsk_level >= ENDING_LEVEL:
        yield _ending(made)
    yield _sentences(made)


def _length(made: Composition) -> Line:
    asked = ASKED[made.hsk_level]
    share = min(1.0, made.characters / asked)
    return Line(
        "structure",
        "length",
        share,
        Bilingual(zh="篇幅", en="Length"),
        Bilingual(
            zh=f"{made.characters} 个字；这一级的作文一般写 {asked} 字左右",
            en=f"{made.characters} characters; tasks of this level ask for about {asked}",
        ),
        advice=None
        if share >= ENOUGH
        else Bilingual(
            zh=f"再写 {asked - made.characters} 个字左右。",
            en=f"Write about {asked - made.characters} characters more.",
        ),
    )


def _paragraphs(made: Composition) -> Line:
    wanted = 3 if made.characters >= THREE_PARAGRAPHS else 2
    count = len(made.paragraphs)
    share = min(1.0, count / wanted)
    return Line(
        "structure",
        "paragraphs",
        share,
        Bilingual(zh="分段", en="Paragraphs"),
        Bilingual(zh=f"{count} 段", en=f"{count} paragraph{'s' if count != 1 else ''}"),
        made.paragraphs,
        None
        if share == 1
        else Bilingual(
            zh=f"可以分成 {wanted} 段：开头、中间、结尾各说一件事。",
            en=f"Divide it into {wanted} paragraphs: beginning, middle and end.",
        ),
    )


def _ending(made: Composition) -> Line:
    last = made.paragraphs[-1] if len(made.paragraphs) > 1 else made.sentences[-1]
    start = max(last[0], made.sentences[-2][0])
    found = [mark for mark in CLOSING.split() if mark in made.text[start : last[1]]]
    return Line(
        "structure",
        "ending",
        1.0 if found else WITHOUT_ENDING,
        Bilingual(zh="结尾", en="Ending"),
        Bilingual(zh=f"末尾有“{found[0]}”", en=f"the end has “{found[0]}”")
        if found
        else Bilingual(zh="最后两句里没有看到收尾的话", en="no closing words in the last two sentences"),
        ((start, last[1]),),
        None
        if found
        else Bilingual(
            zh="最后用一两句话说说你的看法或希望。", en="Close with a sentence or two of your view or hope."
        ),
    )


def _sentences(made: Composition) -> Line:
    long = tuple(place for place in made.sentences if len(HAN.findall(made.text[slice(*place)])) > LONGEST_SENTENCE)
    ended = bool(END_MARK.search(made.text.rstrip()))
    share = max(0.0, 1 - len(long) / max(1, len(made.sentences)) - (0 if ended else UNMARKED_END))
    shortfall = [f"有 {len(long)} 句超过 {LONGEST_SENTENCE} 字"] * bool(long) + ["全文最后没有句末标点"] * (not ended)
    told = [f"{len(long)} over {LONGEST_SENTENCE} characters"] * bool(long) + ["no mark at the end of the text"] * (
        not ended
    )
    return Line(
        "structure",
        "sentences",
        share,
        Bilingual(zh="断句", en="Sentences"),
        Bilingual(
            zh=f"{len(made.sentences)} 句" + "；".join(["", *shortfall]),
            en=f"{len(made.sentences)} sentences" + "; ".join(["", *told]),
        ),
        long,
        None
        if share == 1
        else Bilingual(
            zh="意思说完了就用句号，另起一句。", en="Where a thought is complete, put a full stop and begin anew."
        ),
    )

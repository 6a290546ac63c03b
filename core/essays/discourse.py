"""Structure, coherence and content of an essay as checklists: each line says what was looked for, what was found and where.

These are heuristics and are called so: surface features correlate with human judgements of coherence by .2 at most. A line that
cannot be judged (no title, a text of two sentences) is left out rather than guessed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from core.essays.overall import ASKED
from core.language.levels import HAN
from core.wire import Bilingual

Part = Literal["structure", "coherence", "content"]
Place = tuple[int, int]
PARAGRAPH = re.compile(r"[^\r\n]+")
SENTENCE = re.compile(r"[^。！？!?…\r\n]+[。！？!?…]*[”’」』）)]*")
CLAUSE = re.compile(r"[^，,；;：:。！？!?…\r\n]+")
END_MARK = re.compile(r"[。！？!?…][”’」』）)]*\s*$")
LONGEST_SENTENCE = 90
"""Chinese characters. Nine in ten sentences of the scored essays are shorter; a longer one has mostly lost its full stops."""
MANY_SENTENCES, MANY_CHARACTERS = 4, 150
"""From here on paragraphs and an ending can be asked for."""
THREE_PARAGRAPHS = 300
CLOSING = (
    "总之",
    "总的来说",
    "总而言之",
    "所以",
    "因此",
    "最后",
    "希望",
    "相信",
    "这就是",
    "以上",
    "我觉得",
    "我认为",
    "我想",
    "祝",
    "谢谢",
    "再见",
    "下次",
    "以后",
    "将来",
    "从此",
    "一定",
    "难忘",
    "毕竟",
)
CONNECTIVES = frozenset(
    [
        "因为",
        "所以",
        "因此",
        "但是",
        "可是",
        "然而",
        "不过",
        "而且",
        "并且",
        "如果",
        "要是",
        "虽然",
        "尽管",
        "首先",
        "其次",
        "最后",
        "总之",
        "另外",
        "此外",
        "于是",
        "然后",
        "即使",
        "不仅",
        "不但",
        "只要",
        "只有",
        "无论",
        "不管",
        "既然",
        "由于",
        "从而",
        "例如",
        "比如",
        "同时",
        "相反",
        "反而",
        "否则",
        "何况",
        "甚至",
        "以及",
        "可见",
        "其实",
        "当然",
        "毕竟",
        "显然",
        "因而",
        "假如",
        "以致",
        "与其",
        "宁可",
        "再说",
        "第一",
        "第二",
        "第三",
        "后来",
        "接着",
        "结果",
        "终于",
        "一方面",
        "另一方面",
        "总的来说",
        "也就是说",
        "换句话说",
        "除了",
        "以后",
        "以前",
        "这样",
        "还有",
    ]
)
EXAMPLES = (
    "例如",
    "比如",
    "譬如",
    "有一次",
    "有一天",
    "记得",
    "因为",
    "由于",
    "原因",
    "去年",
    "今年",
    "昨天",
    "那天",
    "小时候",
    "上个",
    "岁",
    "第一次",
)
ANAPHORA = frozenset(
    [
        "他",
        "她",
        "它",
        "他们",
        "她们",
        "它们",
        "这",
        "那",
        "这个",
        "那个",
        "这样",
        "那样",
        "这些",
        "那些",
        "这里",
        "那里",
        "这儿",
        "那儿",
        "其",
        "此",
        "自己",
    ]
)
CLAUSES_A_CONNECTIVE = 3.0
"""Half of the scored essays have a connective in every third clause or more often."""
LEAST_LINKED, LINKED = 0.5, 0.95
"""Shares of sentences that take up a word, a pronoun or a connective of the one before, without any credit and with all: of the scored
essays half have .87 and more, nine in ten .73."""
ONE_CONNECTIVE = 0.5
"""Share of all connectives that a single one may have."""
NOT_CONTENT = frozenset(
    [
        "的",
        "了",
        "是",
        "在",
        "有",
        "我",
        "你",
        "您",
        "们",
        "很",
        "也",
        "都",
        "就",
        "不",
        "和",
        "个",
        "一",
        "这",
        "那",
        "上",
        "下",
        "里",
        "到",
        "说",
        "要",
        "会",
        "能",
        "可以",
        "我们",
        "你们",
        "自己",
        "没有",
        "没",
        "着",
        "过",
        "把",
        "被",
        "给",
        "对",
        "从",
        "还",
    ]
)
Word = tuple[str, int, int]
"""A word with its place in the text."""


@dataclass(frozen=True)
class Line:
    """One line of a checklist."""

    part: Part
    name: str
    share: float
    """0-1: how far it is met."""
    label: Bilingual
    found: Bilingual
    places: tuple[Place, ...] = ()
    """What the line speaks of, in code points."""
    advice: Bilingual | None = None
    """What would mend it; None where it is met."""


@dataclass(frozen=True)
class Composition:
    """A text cut up."""

    text: str
    title: str
    hsk_level: int
    paragraphs: tuple[Place, ...]
    sentences: tuple[Place, ...]
    clauses: int
    words: tuple[Word, ...]

    @property
    def characters(self) -> int:
        """Chinese ones."""
        return len(HAN.findall(self.text))

    def words_in(self, place: Place) -> list[str]:
        """The words of a stretch."""
        return [word for word, start, _ in self.words if place[0] <= start < place[1]]


def composition(text: str, title: str, words: Sequence[tuple[str, int, int, int]], *, hsk_level: int) -> Composition:
    """A text (simplified) and its words with place and level, cut into paragraphs and sentences."""
    return Composition(
        text,
        title,
        hsk_level,
        tuple(match.span() for match in PARAGRAPH.finditer(text) if HAN.search(match[0])),
        tuple(match.span() for match in SENTENCE.finditer(text) if HAN.search(match[0])),
        sum(1 for match in CLAUSE.finditer(text) if HAN.search(match[0])),
        tuple((word, start, end) for word, start, end, _ in words),
    )


def checklist(made: Composition) -> list[Line]:
    """All lines that can be judged, structure first."""
    return [*_structure(made), *_coherence(made), *_content(made)]


def score(lines: Sequence[Line], part: Part) -> float:
    """0-100, the mean of a part's lines; 50 where none could be judged."""
    shares = [line.share for line in lines if line.part == part]
    return round(100 * sum(shares) / len(shares), 1) if shares else 50.0


# -- structure -------------------------------------------------------------------------------------------------


def _structure(made: Composition) -> Iterator[Line]:
    yield _length(made)
    if made.characters >= MANY_CHARACTERS:
        yield _paragraphs(made)
    if len(made.sentences) >= MANY_SENTENCES and made.hsk_level >= 3:
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
        if share >= 0.7
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
    found = [mark for mark in CLOSING if mark in made.text[start : last[1]]]
    return Line(
        "structure",
        "ending",
        1.0 if found else 0.4,
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
    share = max(0.0, 1 - len(long) / max(1, len(made.sentences)) - (0 if ended else 0.3))
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


# -- coherence -------------------------------------------------------------------------------------------------


def _coherence(made: Composition) -> Iterator[Line]:
    if len(made.sentences) < MANY_SENTENCES:
        return
    used = [(word, start, end) for word, start, end in made.words if word in CONNECTIVES]
    yield _connectives(made, used)
    if len(used) >= 4:
        yield _variety(used)
    yield _links(made)


def _connectives(made: Composition, used: Sequence[Word]) -> Line:
    wanted = max(1.0, made.clauses / CLAUSES_A_CONNECTIVE)
    share = min(1.0, len(used) / wanted)
    return Line(
        "coherence",
        "connectives",
        share,
        Bilingual(zh="连接词语", en="Connectives"),
        Bilingual(zh=f"{made.clauses} 个小句里用了 {len(used)} 次", en=f"{len(used)} in {made.clauses} clauses"),
        tuple((start, end) for _, start, end in used),
        None
        if share >= 0.5
        else Bilingual(
            zh="句子之间是什么关系（先后、原因、转折），用连接词语说出来。",
            en="Say with connectives how sentences hang together: order, reason, contrast.",
        ),
    )


def _variety(used: Sequence[Word]) -> Line:
    (commonest, count), *_ = Counter(word for word, _, _ in used).most_common(1)
    share = 1.0 if count <= ONE_CONNECTIVE * len(used) else max(0.3, 1.5 - count / len(used))
    return Line(
        "coherence",
        "variety",
        share,
        Bilingual(zh="连接词语的变化", en="Variety of connectives"),
        Bilingual(zh=f"“{commonest}”用了 {count} 次", en=f"“{commonest}” {times(count)}"),
        tuple((start, end) for word, start, end in used if word == commonest),
        None
        if share == 1
        else Bilingual(
            zh=f"有几处“{commonest}”可以换一个说法或者不用。", en=f"Replace some “{commonest}”, or leave them out."
        ),
    )


def times(count: int) -> str:
    """
    >>> times(1), times(3)
    ('once', '3 times')
    """
    return "once" if count == 1 else f"{count} times"


def _links(made: Composition) -> Line:
    sets = [set(made.words_in(place)) for place in made.sentences]
    loose = tuple(
        place
        for (before, after), place in zip(pairwise(sets), made.sentences[1:], strict=True)
        if not (before & after - NOT_CONTENT or after & ANAPHORA or after & CONNECTIVES)
    )
    linked = 1 - len(loose) / (len(sets) - 1)
    share = min(1.0, max(0.0, (linked - LEAST_LINKED) / (LINKED - LEAST_LINKED)))
    return Line(
        "coherence",
        "links",
        share,
        Bilingual(zh="前后句的联系", en="Links between sentences"),
        Bilingual(
            zh=f"{len(sets) - 1 - len(loose)} 处接上了前一句的词语、代词或连接词语，{len(loose)} 处没有",
            en=f"{len(sets) - 1 - len(loose)} sentences take up a word, a pronoun or a connective, {len(loose)} do not",
        ),
        loose,
        None
        if share >= 0.5
        else Bilingual(
            zh="用前一句里的词，或者“这”“他”等，把句子接起来。",
            en="Take up a word of the sentence before, or use 这, 他 and the like.",
        ),
    )


# -- content ---------------------------------------------------------------------------------------------------


def _content(made: Composition) -> Iterator[Line]:
    if wanted := set(HAN.findall(made.title)) - set("的我你他她和在是一有了"):
        yield _title(made, wanted)
    yield _details(made)
    if len(made.sentences) >= MANY_SENTENCES:
        yield _repetition(made)


def _title(made: Composition, wanted: set[str]) -> Line:
    taken = [mark for mark in HAN.findall(made.title) if mark in wanted and mark in made.text]
    share = min(1.0, 1.25 * len(set(taken)) / len(wanted))
    places = tuple(match.span() for mark in sorted(set(taken)) for match in list(re.finditer(mark, made.text))[:3])
    return Line(
        "content",
        "title",
        share,
        Bilingual(zh="扣题", en="On the title"),
        Bilingual(
            zh=f"题目里的字有 {len(set(taken))}/{len(wanted)} 个在文中出现",
            en=f"{len(set(taken))} of {len(wanted)} characters of the title come up",
        ),
        places,
        None if share >= 0.6 else Bilingual(zh="写一写题目里说的事。", en="Write about what the title names."),
    )


def _details(made: Composition) -> Line:
    places = tuple(match.span() for mark in EXAMPLES for match in re.finditer(mark, made.text))
    wanted = max(1.0, made.characters / 120)
    share = min(1.0, len(places) / wanted)
    return Line(
        "content",
        "details",
        0.3 + 0.7 * share,
        Bilingual(zh="例子和理由", en="Examples and reasons"),
        Bilingual(zh=f"找到 {len(places)} 处", en=f"{len(places)} found"),
        tuple(sorted(places)),
        None
        if share >= 0.7
        else Bilingual(zh="举个例子：什么时候、在哪儿、为什么。", en="Give an example: when, where, why."),
    )


def _repetition(made: Composition) -> Line:
    bare = ["".join(HAN.findall(made.text[slice(*place)])) for place in made.sentences]
    seen: set[str] = set()
    again = []
    for said, place in zip(bare, made.sentences, strict=True):
        if said in seen:
            again.append(place)
        seen.add(said)
    share = 1 - len(again) / len(bare)
    return Line(
        "content",
        "repetition",
        share * share,
        Bilingual(zh="不重复", en="Without repetition"),
        Bilingual(zh=f"{len(again)} 句是前面写过的", en=f"{len(again)} that stood there before")
        if again
        else Bilingual(zh="没有重复的句子", en="no sentence twice"),
        tuple(again),
        Bilingual(zh="删去重复的句子，写点新的。", en="Drop the repeated sentences and say something new.")
        if again
        else None,
    )

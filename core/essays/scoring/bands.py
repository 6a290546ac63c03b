"""The band of an essay: how far its level's task is done, and the evidence in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from core.essays.scoring.overall import is_varied, stuffed_connectives
from core.essays.scoring.richness import Richness
from core.essays.scoring.tasks import ASKED, TaskDone, task_done
from core.wire import Bilingual

BandTask = Literal[TaskDone, "not_judged"]

CAN_DO: Mapping[int, Bilingual] = {
    1: Bilingual(
        zh="能用学过的词语写简单的句子，说说自己和身边的人",
        en="can write simple sentences about oneself and people nearby",
    ),
    2: Bilingual(zh="能用简单的句子写日常生活里的事", en="can write simple sentences about everyday life"),
    3: Bilingual(
        zh="能写几句连得起来的短句，说清楚一件熟悉的事",
        en="can write a few connected sentences about something familiar",
    ),
    4: Bilingual(
        zh="能写一段八十字左右的话，说清楚一件事和自己的看法",
        en="can write a paragraph of some 80 characters that tells of something and gives a view",
    ),
    5: Bilingual(
        zh="能写八十到一百字的短文，有叙述，有说明，有看法",
        en="can write a short text of 80 to 100 characters that narrates, explains and gives a view",
    ),
    6: Bilingual(
        zh="能写四百字左右的文章，内容完整，前后连贯",
        en="can write a complete and coherent text of some 400 characters",
    ),
}
"""What a writer at a level can do, after the writing tasks of the HSK."""
TASK_TEXTS: Mapping[BandTask, Bilingual] = {
    "done": Bilingual(zh="任务完成", en="task done"),
    "nearly": Bilingual(zh="任务基本完成", en="task nearly done"),
    "half": Bilingual(zh="任务完成了一半左右", en="task about half done"),
    "begun": Bilingual(zh="任务刚开了头", en="task only begun"),
    "not_judged": Bilingual(zh="不按作文评", en="not judged as an essay"),
}
OFF_TITLE = Bilingual(zh="没有出现题目里的字", en="no character of the title comes up")
CONNECTIVES_FROM_LEVEL, CONNECTIVES_FROM_CLAUSES = 3, 8
"""From which level and how many clauses a text without a single connective is remarked on."""


@dataclass(frozen=True)
class Band:
    """How far the task is done, the evidence, and what a writer at the level can do."""

    task: BandTask
    text: Bilingual
    can_do: Bilingual


def band(counts: Richness, *, characters: int, errors: int, hsk_level: int, off_title: bool, refused: bool) -> Band:
    """The band of an essay of so many Chinese characters with so many errors; `refused`: it is not scored like an essay.

    >>> counts = Richness(characters=22, distinct_characters=18, distinct_words=5)
    >>> band(counts, characters=22, errors=0, hsk_level=4, off_title=False, refused=False).text.en
    'Level 4: task only begun; 22 of about 80 characters; no errors found'
    """
    task: BandTask = "not_judged" if refused else task_done(counts.characters, hsk_level=hsk_level)
    remarks = [
        TASK_TEXTS[task],
        *_remarks(counts, task, characters=characters, errors=errors, hsk_level=hsk_level),
        *([OFF_TITLE] if off_title and not refused else []),
    ]
    return Band(
        task,
        Bilingual(
            zh=f"{hsk_level} 级：" + "；".join(each.zh for each in remarks),
            en=f"Level {hsk_level}: " + "; ".join(each.en for each in remarks),
        ),
        CAN_DO[hsk_level],
    )


def _remarks(counts: Richness, task: BandTask, *, characters: int, errors: int, hsk_level: int) -> Iterator[Bilingual]:
    if task not in ("done", "not_judged"):
        asked = ASKED[hsk_level]
        yield Bilingual(zh=f"写了 {characters} 字，要求 {asked} 字左右", en=f"{characters} of about {asked} characters")
    if errors:
        plural = "s" if errors > 1 else ""
        yield Bilingual(
            zh=f"{characters} 字里有 {errors} 处错误", en=f"{errors} error{plural} in {characters} characters"
        )
    else:
        yield Bilingual(zh="没有发现错误", en="no errors found")
    if task == "not_judged":
        return
    if not is_varied(counts):
        yield Bilingual(zh="用的字重复较多", en="few different characters")
    if stuffed_connectives(counts):
        yield Bilingual(zh="连接词语太多", en="too many connectives")
    elif hsk_level >= CONNECTIVES_FROM_LEVEL and counts.clauses >= CONNECTIVES_FROM_CLAUSES and not counts.connectives:
        yield Bilingual(zh="没有用连接词语", en="connectives missing")

"""Explanations cut to what an item shows: a note on a wrong option is noise where that option does not stand."""

from __future__ import annotations

import re
from collections.abc import Collection

from core.tables.content.texts import Gap
from core.wire import Bilingual

HAN = re.compile(r"[\u4e00-\u9fff]+")
QUOTED = re.compile("“([^”]{1,300}+)”")
"""With an end, so that an opening mark without its closing one is not read on from to the end of the text."""
EXAMPLE_ZH = re.compile("。|：(?=“)|，(?:如|例如)(?=“)|。?例如(?=：)")
EXAMPLE_EN = re.compile(r"[.](?= |$)|: (?=[\u4e00-\u9fff])|, as in |, e[.]g[.],? ")
"""Where the first sentence ends, or its example begins."""
LEAST_GIST = 8
"""Characters of a first sentence that says something by itself."""
SHORT = 3
"""Longer quotations are of patterns (除非……否则……), which explain."""


def reason(gap: Gap, text: str, *, shown: str, instead: Bilingual) -> Bilingual:
    """Why the key is right, without the notes on wrong options that `shown`, all that the learner sees, does not hold.

    Where nothing is left, `instead` stands.

    >>> gap = Gap(key="快", distractors=["慢", "高", "多"], why_zh="跑步说“快”；“高”不说跑步。", why_en="Running is 快; 高 is height.")
    >>> reason(gap, "他跑得快。", shown="他跑得____。快", instead=Bilingual(zh="", en="")).zh
    '跑步说“快”。'
    """
    absent = [word for word in gap.distractors if word not in shown]
    zh, en = gap.why_zh.split("；"), gap.why_en.split("; ")
    kept_zh, kept_en = _before_absent(zh, absent, shown + text), _before_absent(en, absent, shown + text)
    if len(kept_zh) < len(zh):
        # The same note may stand in English without naming the word.
        kept_en = kept_en[: len(kept_zh)]
    if not kept_zh or not kept_en:
        return instead
    return Bilingual(zh=_ended("；".join(kept_zh), "。"), en=_ended("; ".join(kept_en), "."))


def gist(explanation: Bilingual) -> Bilingual:
    """What an explanation of a point says first, without its example.

    >>> gist(Bilingual(zh="“就”在后半句引出结果：“累了就睡。”别的。", en="就 opens the result: 累了就睡 (sleep if tired). More.")).zh
    '“就”在后半句引出结果。'
    """
    zh = EXAMPLE_ZH.split(explanation.zh, maxsplit=1)[0]
    en = EXAMPLE_EN.split(explanation.en, maxsplit=1)[0]
    if len(zh) < LEAST_GIST:
        return explanation
    return Bilingual(zh=_ended(zh, "。"), en=_ended(en, "."))


def speaks_of(rule: Bilingual, text: str) -> bool:
    """Whether a rule is about this sentence: of several words of a point it may name others.

    >>> speaks_of(Bilingual(zh="“的确”表示真是这样。", en=""), "你究竟想去哪儿？"), speaks_of(Bilingual(zh="先说原因。", en=""), "他病了。")
    (False, True)
    """
    named = [part.strip("…") for quoted in QUOTED.findall(rule.zh) for part in re.split(r"……|[A-Z、X]", quoted)]
    words = [word for word in named if HAN.fullmatch(word)]
    return not words or any(word in text for word in words)


def _before_absent(clauses: list[str], absent: Collection[str], shown: str) -> list[str]:
    """The clauses before the first that names one of the words, or, after the first clause, any short word that is not shown."""
    for number, clause in enumerate(clauses):
        quoted = [word for part in QUOTED.findall(clause) for word in part.split("、")]
        named = {*quoted, *HAN.findall(clause)}
        if any(word in named or (len(word) > 1 and word in clause) for word in absent):
            return clauses[:number]
        if number and any(len(word) <= SHORT and word not in shown for word in (*quoted, *_in_latin(clause))):
            return clauses[:number]
    return clauses


def _in_latin(clause: str) -> list[str]:
    """Chinese words inside an English clause."""
    words = HAN.findall(clause)
    return words if sum(map(len, words)) < len(clause) / 2 else []


def _ended(text: str, mark: str) -> str:
    return text if text[-1] in "。！？.!?" else f"{text}{mark}"

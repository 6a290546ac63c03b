"""Segments the project's own content with the segmenter at hand and puts right what the word list knows better.

    uv run python training/parser/silver.py OUT.txt

Parts of a list word join (聊+天), unless grammar parts them (不+能, 看+到, 每+天, 三+遍); a noun parts from 上 or 里, a number
from its measure word. The lines train the segmenter again (`segmenter.py --silver`).
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from core.models.parsing.parser import NeuralParser  # noqa: E402

FIELDS = ("text", "a", "b", "sentences", "turns", "short", "questions", "zh", "options", "why_zh", "wrong_replies")
NUMBERS = "零一二两三四五六七八九十百千万几半"
SPLIT_AFTER_FIRST = "不没这那哪每几两三四五六七八九十"
SPLIT_BEFORE_LAST = "到见完好上下里来去起得过了着的懂住开掉走"
KEPT_TOGETHER = frozenset(
    [
        "觉得",
        "记得",
        "懂得",
        "起来",
        "出来",
        "进来",
        "下来",
        "上来",
        "过来",
        "回来",
        "出去",
        "进去",
        "上去",
        "下去",
        "过去",
        "回去",
        "因为",
        "不但",
        "不过",
        "不管",
        "不仅",
        "不如",
        "不同",
        "没有",
        "没关系",
        "那么",
        "这么",
        "这样",
        "那样",
        "怎么",
        "几乎",
        "三明治",
        "对不起",
        "来不及",
        "早上",
        "晚上",
        "路上",
        "以上",
        "以下",
        "一下",
        "马上",
        "刚好",
        "正好",
        "最好",
        "友好",
        "看来",
        "原来",
        "本来",
        "从来",
        "后来",
        "近来",
        "将来",
        "未来",
        "想到",
        "直到",
        "遇到",
        "得到",
        "受到",
        "达到",
        "除了",
        "为了",
        "通过",
        "经过",
        "超过",
        "不断",
        "不久",
        "不安",
        "不满",
        "不足",
        "不幸",
        "不得不",
        "差不多",
        "这里",
        "那里",
        "哪里",
        "心里",
        "夜里",
        "家里",
        "离开",
        "公开",
        "网上",
        "身上",
        "世界上",
        "世上",
        "那边",
        "这边",
        "哪些",
        "这些",
        "那些",
        "上来",
        "开走",
        "丢掉",
        "接着",
        "随着",
        "沿着",
        "有着",
    ]
)
LOCATIVES = "上里"


def main(out: Path) -> None:
    """Write one segmented sentence a line."""
    parser = NeuralParser(ROOT / "data/models/parser")
    parts_of_speech = listed_parts_of_speech()
    with out.open("w", encoding="utf-8") as lines:
        for text in dict.fromkeys(texts()):
            for words in parser.segmented(text):
                lines.write(" ".join(corrected(words, parts_of_speech)) + "\n")


def texts() -> Iterator[str]:
    """Chinese strings of data/content, with white space removed."""
    for path in sorted((ROOT / "data/content").glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from strings(json.loads(line))


def strings(value: object) -> Iterator[str]:
    """All of them under the known fields."""
    if isinstance(value, str):
        if re.search(r"[。！？]", value):
            yield re.sub(r"\s", "", value)
    elif isinstance(value, list):
        for entry in value:
            yield from strings(entry)
    elif isinstance(value, dict):
        for name in FIELDS:
            yield from strings(value.get(name))


def listed_parts_of_speech() -> dict[str, set[str]]:
    """Parts of speech of the word list, and names."""
    parts_by_word: dict[str, set[str]] = {}
    with (ROOT / "data/words.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            for form in row["forms"].split("|"):
                parts_by_word.setdefault(form, set()).update(row["pos"].split("|"))
    with (ROOT / "data/names.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines):
            parts_by_word.setdefault(row[0], set()).add("N")
    return parts_by_word


def corrected(words: list[str], listed_words: dict[str, set[str]]) -> list[str]:
    """The words after joining and then splitting them."""
    joined: list[str] = []
    index = 0
    while index < len(words):
        counted = index > 0 and words[index] == "个"
        size = next((n for n in (4, 3, 2) if not counted and joins(words[index : index + n], n, listed_words)), 1)
        joined.append("".join(words[index : index + size]))
        index += size
    corrected_words: list[str] = []
    for word in joined:
        if word == "个人" and corrected_words and corrected_words[-1][-1] in NUMBERS + "这那哪每":
            corrected_words += ["个", "人"]
        else:
            corrected_words += split(word, listed_words)
    return corrected_words


def joins(words: list[str], count: int, listed_words: dict[str, set[str]]) -> bool:
    """Whether the words form one listed word that grammar does not split."""
    form = "".join(words)
    if len(words) < count or form not in listed_words:
        return False
    if form in KEPT_TOGETHER:
        return words[-1] not in ("了", "过", "着") and len(words) == 2
    return (
        form[0] not in SPLIT_AFTER_FIRST and form[-1] not in SPLIT_BEFORE_LAST and "不" not in form and "得" not in form
    )


def split(word: str, listed_words: dict[str, set[str]]) -> list[str]:
    """A word split as grammar demands: 墙上 as 墙 上, 三遍 as 三 遍; a listed word stays whole."""
    if len(word) < 2 or (word in listed_words and word not in ("每天", "这个", "那个")):
        return [word]
    if word[0] in "每这那" and "M" in listed_words.get(word[1:], set()) | (
        {"M"} if word[1:] in ("天", "年") else set()
    ):
        return [word[0], word[1:]]
    if all(c in NUMBERS for c in word[:-1]) and "M" in listed_words.get(word[-1], set()) and word[-1] not in NUMBERS:
        return [word[:-1], word[-1]]
    if word[-1] in LOCATIVES and "N" in listed_words.get(word[:-1], set()):
        return [word[:-1], word[-1]]
    return [word]


if __name__ == "__main__":
    main(Path(sys.argv[1]))

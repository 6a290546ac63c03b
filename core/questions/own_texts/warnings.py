"""What is said of a text and its questions before they are given to students."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from core.language.levels import HAN
from core.ports.language import PinyinReader
from core.questions.life.checks import draft_fault
from core.questions.own_texts.items import SPEAKER, item_fields, spoken_lines
from core.questions.own_texts.wire import USUAL_OPTIONS, OwnTextDraft, TextQuestion, TextWarning
from core.tables import Tables
from core.wire import Bilingual

LEAST_CHARACTERS = 20
"""Chinese characters from which on a text is long enough for questions about it."""
NOT_COMPARED = re.compile(r"[\W_]+")
"""Punctuation and white space: two options that differ in nothing else are one to a student."""


def warnings_of(draft: OwnTextDraft, *, tables: Tables, reader: PinyinReader) -> list[TextWarning]:
    """What keeps a text from being approved, and what its writer should look at; of the text first, then by question."""
    found = list(_of_text(draft, tables))
    for number, question in enumerate(draft.questions, 1):
        found += _of_question(number, draft, question, reader)
    return found


def _of_text(draft: OwnTextDraft, tables: Tables) -> Iterator[TextWarning]:
    characters = len(HAN.findall(draft.text))
    if not characters:
        yield _stop("text", 0, "还没有课文。", "There is no Chinese text yet.")
    elif characters < LEAST_CHARACTERS:
        yield _note(
            "short",
            0,
            f"课文只有 {characters} 个汉字，很难就它提问。",
            f"The text has only {characters} characters: little to ask about.",
        )
    if not draft.title:
        yield _stop("title", 0, "还没有标题。", "There is no title yet.")
    if not draft.questions:
        yield _stop("questions", 0, "还没有题目。", "There is no question yet.")
    if draft.kind == "dialogue":
        yield from _of_speakers(draft)
    unknown = [point for point in draft.points if point not in tables.points.by_id]
    if unknown:
        named = "、".join(unknown)
        yield _stop("points", 0, f"没有这些语法点：{named}。", f"There are no such points: {named}.")
    asked = Counter(_bare(question.ask_zh) for question in draft.questions if question.ask_zh)
    if any(count > 1 for count in asked.values()):
        yield _note("asked_twice", 0, "有一个问题问了两次。", "One question is asked twice.")


def _of_speakers(draft: OwnTextDraft) -> Iterator[TextWarning]:
    lines = spoken_lines(draft.text)
    without = [line for line in lines if not SPEAKER.match(line)]
    if without:
        shown = without[0][:20]
        yield _note(
            "speaker",
            0,
            f"“{shown}”这一行前面没有“男：”或“女：”，会用平常的声音读。",
            f"The line “{shown}” does not begin with 男： or 女：; it is read in the usual voice.",
        )


def _of_question(number: int, draft: OwnTextDraft, question: TextQuestion, reader: PinyinReader) -> list[TextWarning]:
    found = list(_of_answer(number, draft, question))
    if not question.ask_zh:
        found.append(_stop("ask", number, "没有问题。", "There is no question."))
    if not any(each.blocks for each in found):
        fault = draft_fault(item_fields(draft, question, reader))
        if fault is not None and draft.text:
            found.append(TextWarning(id="fault", question=number, blocks=True, said=fault))
    if not question.why_zh and not question.why_en:
        found.append(
            _note(
                "reason",
                number,
                "没有写理由，学生答错了不知道为什么。",
                "There is no reason: students will not learn why.",
            )
        )
    return found


def _of_answer(number: int, draft: OwnTextDraft, question: TextQuestion) -> Iterator[TextWarning]:
    if not question.key:
        yield _stop("key", number, "没有正确答案。", "There is no right answer.")
    if question.kind == "choice":
        yield from _of_options(number, question)
    if question.key and draft.text and not _stands(draft, question):
        yield _note(
            "not_in_text",
            number,
            f"课文里没有一句话提到“{question.key}”，学生要靠推断。",
            f"No sentence of the text says “{question.key}”: students have to infer it.",
        )


def _of_options(number: int, question: TextQuestion) -> Iterator[TextWarning]:
    options = [option for option in (question.key, *question.wrong) if option]
    bare = Counter(_bare(option) for option in options)
    if same := [option for option in options if bare[_bare(option)] > 1]:
        yield _stop("same", number, f"有两个相同的选项：“{same[0]}”。", f"Two options are the same: “{same[0]}”.")
    if not any(question.wrong):
        yield _stop("wrong", number, "没有错误选项。", "There is no wrong option.")
    elif question.key and len(options) != USUAL_OPTIONS:
        yield _note(
            "options",
            number,
            f"有 {len(options)} 个选项，通常是 {USUAL_OPTIONS} 个。",
            f"There are {len(options)} options; {USUAL_OPTIONS} are usual.",
        )


def _stands(draft: OwnTextDraft, question: TextQuestion) -> bool:
    """Whether a sentence of the text says the answer: a short one in its very words, a choice in a pair of its characters at least."""
    text = "".join(SPEAKER.sub("", line) for line in draft.text.splitlines())
    bare_text, keys = _bare(text), [_bare(question.key), *map(_bare, question.accepted)]
    if question.kind == "short" or len(keys[0]) < 2:
        return any(key and key in bare_text for key in keys)
    pairs = {keys[0][index : index + 2] for index in range(len(keys[0]) - 1)}
    return any(pair in bare_text for pair in pairs)


def _bare(text: str) -> str:
    return NOT_COMPARED.sub("", unicodedata.normalize("NFKC", text)).lower()


def _stop(name: str, question: int, zh: str, en: str) -> TextWarning:
    return TextWarning(id=name, question=question, blocks=True, said=Bilingual(zh=zh, en=en))


def _note(name: str, question: int, zh: str, en: str) -> TextWarning:
    return TextWarning(id=name, question=question, blocks=False, said=Bilingual(zh=zh, en=en))

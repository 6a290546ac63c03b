"""The items that the questions of a text become."""

from __future__ import annotations

import re
from typing import Any

from core.ports.language import PinyinReader
from core.questions.catalogue import OWN_SOURCE
from core.questions.formats.draft import ItemDraft
from core.questions.own_texts.wire import OwnTextDraft, TextQuestion
from core.records.items import Audio
from core.wire import Bilingual

SPEAKER = re.compile(r"^\s*([男女])\s*[：:]\s*")
"""Who says a line, at its head."""


def source_of(text_id: str) -> str:
    """What all questions of a text have as their source, through all its versions.

    >>> source_of("tx_1")
    'own_tx_1'
    """
    return f"{OWN_SOURCE}{text_id}"


def spoken_lines(text: str) -> list[str]:
    """The lines of a dialogue in one form, those without a speaker as they are.

    >>> spoken_lines("男: 你好！\\n\\n女：你好！")
    ['男：你好！', '女：你好！']
    """
    return [SPEAKER.sub(r"\1：", line).strip() for line in text.splitlines() if line.strip()]


def shown_text(draft: OwnTextDraft) -> str:
    """The text as students read it, after the answer where it is heard."""
    return "\n".join(spoken_lines(draft.text)) if draft.kind == "dialogue" else draft.text


def item_fields(text: OwnTextDraft, question: TextQuestion, reader: PinyinReader) -> dict[str, Any]:
    """The fields of the `ItemDraft` of a question, whole or not; its source is not among them."""
    heard = text.kind == "dialogue"
    lines = spoken_lines(text.text) if heard else []
    common: dict[str, Any] = {
        "topic": "listening" if heard else "reading",
        "level": text.level,
        "stem": "" if heard else text.text,
        "explanation": Bilingual(zh=question.why_zh, en=question.why_en),
        "translation": text.translation,
        "full_text": shown_text(text),
        "points": text.points,
        "audio": _audio(lines, reader) if lines else None,
        "key": question.key,
    }
    zh, en = question.ask_zh, question.ask_en
    if question.kind == "short":
        zh = f"{zh}（用几个字回答）" if zh else ""
        told = f"{en}（{question.ask_zh}） Answer in a few characters." if en else zh
        return {
            **common,
            "type": "fill_blank",
            "tags": (f"level_{text.level}", "short_answer"),
            "instruction": Bilingual(zh=zh, en=told),
            "accepted": question.accepted,
            "pinyin": reader.transcription(question.key) if question.key else "",
        }
    notes = {
        wrong: Bilingual(zh=question.notes_zh.get(wrong, ""), en=question.notes_en.get(wrong, ""))
        for wrong in question.wrong
        if wrong in question.notes_zh or wrong in question.notes_en
    }
    return {
        **common,
        "type": "multiple_choice",
        "tags": (f"level_{text.level}", "detail"),
        "instruction": Bilingual(zh=zh, en=f"{en}（{zh}）" if en else zh),
        "options": ((question.key,) if question.key else ()) + question.wrong,
        "notes": notes,
    }


def draft_of_question(text: OwnTextDraft, question: TextQuestion, reader: PinyinReader) -> ItemDraft:
    """The draft of a question without faults. Raises `pydantic.ValidationError` for another."""
    return ItemDraft(**item_fields(text, question, reader))


def _audio(lines: list[str], reader: PinyinReader) -> Audio:
    """Lines to be spoken one after the other, each with its pinyin."""
    pinyin = "\n".join(reader.transcription(SPEAKER.sub("", line)) for line in lines)
    return Audio(kind="speech", text="\n".join(lines), pinyin=pinyin)

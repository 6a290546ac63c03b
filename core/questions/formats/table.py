"""CSV: a question a row, everything in sight, for a spreadsheet. UTF-8 with its mark, quoted throughout (RFC 4180).

Several texts in one cell stand between `|`; a `|` in a text is written `\\|`. A further right order is written as places: `2 1 3`.
Cells that a spreadsheet would take for a formula get an apostrophe in front (OWASP, "CSV Injection"), which is taken away again
on reading. What a file says is right: a row whose question was changed is another item, with the row's own texts.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.questions.formats import problems
from core.questions.formats.details import INSTRUCTIONS, problem_in
from core.questions.formats.draft import (
    IMPORT_DEFAULTS,
    FileLocation,
    ImportDefaults,
    ImportedQuestion,
    ItemDraft,
    draft_of,
    is_ours,
    item_of,
    whole_text,
)
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.texts import FORBIDDEN_CHARACTERS, LINE_ENDS, clean, one_line, tags_of
from core.questions.formats.uploads import check_question_count, decode_text
from core.records.items import Audio, Item
from core.records.printed import escape_formula, unescape_formula
from core.wire import TOPICS, Bilingual, Language, QuestionType, Topic

COLUMNS: dict[str, str] = {
    "id": "编号", "type": "题型", "topic": "类别", "level": "等级", "instruction_zh": "题目要求", "instruction_en": "题目要求（英文）",
    "stem": "题干", "left": "左边", "options": "选项", "key": "答案", "accepted": "其他正确答案", "orders": "其他正确顺序",
    "explanation_zh": "解释", "explanation_en": "解释（英文）", "notes_zh": "选项说明", "notes_en": "选项说明（英文）", "translation": "英文翻译", "full_text": "全文", "pinyin": "拼音",
    "answer_kind": "作答方式", "audio_text": "听力原文", "audio_pinyin": "听力拼音", "audio_url": "录音地址", "tags": "标签",
    "points": "语法点", "words": "词语", "source": "来源", "similar": "同类",
}  # fmt: skip
"""Columns with their names in Chinese; both are read, in any order, and those that are absent are empty."""
TYPES: dict[str, QuestionType] = {
    "multiple_choice": "multiple_choice", "选择题": "multiple_choice", "选择": "multiple_choice",
    "fill_blank": "fill_blank", "填空题": "fill_blank", "填空": "fill_blank",
    "matching": "matching", "配对题": "matching", "配对": "matching",
    "ordering": "ordering", "排序题": "ordering", "排序": "ordering",
}  # fmt: skip
TOPIC_NAMES: dict[str, Topic] = {
    **{topic: topic for topic in TOPICS}, "语法": "grammar", "词汇": "vocabulary", "阅读": "reading", "听力": "listening",
}  # fmt: skip
LEVEL = re.compile(r"(?:level_|HSK\s*+)?([1-7])(?:\s*+[-–—]\s*+9)?(?:\s*+级)?")
CELL_TEXT = re.compile(r"(?:[^\\|]++|\\.|\\\Z)++", re.DOTALL)
"""A text of a cell; a `\\` that ends the cell stands for itself."""
ORDER_CELL = re.compile(r"[\d\s|,]*+")
POSITION = re.compile(r"\d++")
MOST_DIGITS = 3
"""Digits: nothing has a thousand pieces, and Python refuses to make a number of 4,300."""
MOST_COLUMNS = 256
MOST_ROWS = 50_000
"""Of one file, empty ones too: ten for each question that it may hold."""
NOTED = " → "
"""Between an option and what is written on it."""
DELIMITERS = ",;\t"
"""Spreadsheets write the one that their country's settings say."""
CHINESE_ENCODING = "gb18030"
"""What a Chinese Excel writes as "CSV" without further words."""


# -- out -----------------------------------------------------------------------------------------------------------


def csv_file(items: Sequence[Item], *, language: Language) -> bytes:
    """The items as a CSV file; `language` is that of the head."""
    out = io.StringIO()
    table = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    table.writerow(COLUMNS if language == "en" else COLUMNS.values())
    for item in items:
        table.writerow([escape_formula(cell) for cell in _cells(draft_of(item)).values()])
    return out.getvalue().encode("utf-8-sig")


def _cells(draft: ItemDraft) -> dict[str, str]:
    """The row by column."""
    audio = draft.audio
    cell_by_column = {
        "id": draft.external_id,
        "level": str(draft.level),
        "instruction_zh": draft.instruction.zh,
        "instruction_en": draft.instruction.en,
        "explanation_zh": draft.explanation.zh,
        "explanation_en": draft.explanation.en,
        "notes_zh": _cell(tuple(f"{text}{NOTED}{note.zh}" for text, note in draft.notes.items())),
        "notes_en": _cell(tuple(f"{text}{NOTED}{note.en}" for text, note in draft.notes.items())),
        "orders": " | ".join(" ".join(str(index + 1) for index in order) for order in draft.orders),
        "audio_text": (audio.text or "") if audio else "",
        "audio_pinyin": (audio.pinyin or "") if audio else "",
        "audio_url": (audio.url or "") if audio else "",
    }
    return {name: cell_by_column[name] if name in cell_by_column else _cell(getattr(draft, name)) for name in COLUMNS}


def _cell(value: str | tuple[str, ...]) -> str:
    return value if isinstance(value, str) else " | ".join(map(_escaped, value))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")


# -- in ------------------------------------------------------------------------------------------------------------


def read_csv(file: bytes, *, defaults: ImportDefaults = IMPORT_DEFAULTS) -> list[ImportedQuestion]:
    """Every row of a CSV file, in order. Raises `UnreadableFile`, `TooLarge`."""
    text = FORBIDDEN_CHARACTERS.sub("", LINE_ENDS.sub("\n", decode_text(file, otherwise=CHINESE_ENCODING)))
    rows = _rows(text)
    _, head = next(rows, (1, []))
    names = {zh: name for name, zh in COLUMNS.items()} | {name: name for name in COLUMNS}
    columns = [names.get(cell.strip().lower(), "") for cell in head]
    if not {"type", "key", "options"} & set(columns):
        raise UnreadableFile(
            "The first row names no column that is known (type, options, key …).",
            zh="第一行没有可识别的列名（题型、选项、答案等）。",
        )
    questions: list[ImportedQuestion] = []
    for line, cells in rows:
        if any(cell.strip() for cell in cells):
            cells_by_column = {name: cell for name, cell in zip(columns, cells, strict=False) if name}
            questions.append(_read_row(FileLocation("line", line), cells_by_column, defaults))
            check_question_count(len(questions))
    return questions


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the line that each begins on."""
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    table = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line, count = 1, 0
    while True:
        try:
            row = next(table, None)
        except csv.Error as error:
            raise UnreadableFile(
                f"The row on line {line} is broken: {error}.", zh=f"第 {line} 行开始的一行格式有误。"
            ) from error
        if row is None:
            return
        count += 1
        if len(row) > MOST_COLUMNS or count > MOST_ROWS:
            raise UnreadableFile(
                f"The table has more than {MOST_COLUMNS} columns or {MOST_ROWS} rows.",
                zh=f"表格超过 {MOST_COLUMNS} 列或 {MOST_ROWS} 行。",
            )
        yield line, [unescape_formula(cell) for cell in row]
        line = table.line_num + 1


def _read_row(location: FileLocation, cells: Mapping[str, str], defaults: ImportDefaults) -> ImportedQuestion:
    kind = TYPES.get(cells.get("type", "").strip().lower())
    level = LEVEL.fullmatch(cells.get("level", "").strip() or str(defaults.level))
    topic = TOPIC_NAMES.get(cells.get("topic", "").strip().lower() or defaults.topic)
    orders = _orders(cells.get("orders", ""))
    if kind is None:
        return ImportedQuestion(location, problem=_unknown(cells.get("type", ""), "题型", "type"))
    if level is None:
        return ImportedQuestion(location, problem=_unknown(cells.get("level", ""), "等级", "level"))
    if topic is None:
        return ImportedQuestion(location, problem=_unknown(cells.get("topic", ""), "类别", "topic"))
    if orders is None:
        return ImportedQuestion(location, problem=problems.BAD_ORDER)
    fields = _fields(cells, kind) | {"topic": topic, "level": int(level[1]), "orders": orders}
    problem = problem_in(fields)
    if problem is not None:
        return ImportedQuestion(location, problem=problem)
    return ImportedQuestion(location, _without_foreign_id(ItemDraft(**fields)))


def _unknown(text: str, zh: str, en: str) -> Bilingual:
    return Bilingual(zh=f"{zh}“{text[:40]}”无法识别。", en=f"The {en} {text[:40]!r} is not known.")


def _fields(cells: Mapping[str, str], kind: QuestionType) -> dict[str, Any]:
    """A draft's fields out of the cells."""
    fields: dict[str, Any] = {
        name: clean(cells.get(name, "")) for name in ("stem", "translation", "full_text", "pinyin", "source", "similar")
    }
    for name in ("left", "options", "accepted", "points", "words"):
        fields[name] = tuple(str(one_line(text)) for text in cell_texts(cells.get(name, "")))
    instruction = _bilingual(cells, "instruction")
    audio = {name: str(clean(cells.get(f"audio_{name}", ""))) or None for name in ("text", "pinyin", "url")}
    return fields | {
        "type": kind,
        "instruction": instruction if "id" in cells or instruction.zh or instruction.en else INSTRUCTIONS[kind],
        "explanation": _bilingual(cells, "explanation"),
        "notes": _notes(cells, fields["options"]),
        "key": one_line(cells.get("key", "")),
        "tags": tags_of(cell_texts(cells.get("tags", ""))),
        "answer_kind": cells.get("answer_kind", "").strip() or "text",
        "audio": Audio(kind="file" if audio["url"] else "speech", **audio) if any(audio.values()) else None,
        "external_id": one_line(cells.get("id", "")),
    }


def cell_texts(cell: str) -> list[str]:
    """The texts of a cell.

    >>> cell_texts("是 | 不\\\\|是")
    ['是', '不|是']
    """
    texts = [re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL).strip() for text in CELL_TEXT.findall(cell)]
    return [text for text in texts if text]


def _notes(cells: Mapping[str, str], options: Sequence[str]) -> dict[str, Bilingual]:
    """What is written on options, by their texts; what is written on none of them is left out."""
    of: dict[str, dict[str, str]] = {"zh": {}, "en": {}}
    for language, notes in of.items():
        for text in cell_texts(cells.get(f"notes_{language}", "")):
            option, noted, note = text.partition(NOTED)
            if noted and one_line(option) in options:
                notes[str(one_line(option))] = note
    return {
        option: Bilingual(zh=of["zh"].get(option, ""), en=of["en"].get(option, ""))
        for option in options
        if option in of["zh"] or option in of["en"]
    }


def _bilingual(cells: Mapping[str, str], name: str) -> Bilingual:
    return Bilingual(zh=cells.get(f"{name}_zh", ""), en=cells.get(f"{name}_en", ""))


def _orders(cell: str) -> tuple[tuple[int, ...], ...] | None:
    """Orders of places from 0; None where something else is written."""
    orders = [POSITION.findall(order) for order in cell_texts(cell)]
    if not ORDER_CELL.fullmatch(cell) or any(len(position) > MOST_DIGITS for order in orders for position in order):
        return None
    return tuple(tuple(int(position) - 1 for position in order) for order in orders)


def _without_foreign_id(draft: ItemDraft) -> ItemDraft:
    """The draft; one that no longer gives the item whose id it bears is another, with its texts as they stand."""
    if not is_ours(draft) or item_of(draft).id == draft.external_id:
        return draft
    return draft.model_copy(update={"external_id": "", "full_text": whole_text(draft) or draft.full_text})

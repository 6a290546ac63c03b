"""What a format cannot hold of an item: details, kept as one line of JSON beside the question; and how the two become a draft again.

What a file shows counts: a teacher may have changed it there. The details only add to it (the other language, topic, level,
points, sound), and those that describe a text which was changed are dropped with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import Field, ValidationError

from core.questions.formats import problems
from core.questions.formats.draft import FileLocation, ImportDefaults, ImportedQuestion, ItemDraft, fault_of
from core.questions.formats.texts import MOST_LINE, MOST_TEXT, Line, Tag, Text, clean, one_line
from core.records.items import Audio
from core.wire import Bilingual, Closed, Language, QuestionType, Topic

INSTRUCTIONS: dict[QuestionType, Bilingual] = {
    "multiple_choice": Bilingual(zh="选出正确的答案。", en="Choose the right answer."),
    "fill_blank": Bilingual(zh="写出答案。", en="Type the answer."),
    "matching": Bilingual(zh="把左右两边连起来。", en="Match the two sides."),
    "ordering": Bilingual(zh="按正确的顺序排列。", en="Put these in the right order."),
}
"""For questions of other systems, which have one text where an item has an instruction and a stem."""
TRANSCRIPT = Bilingual(zh="听力原文：", en="What is heard: ")


class ItemDetails(Closed):
    """The details of an item; the fields are named as in `ItemDraft`. `language` is the one in which the question was shown."""

    language: Language
    id: Line
    type: QuestionType
    topic: Topic
    level: int = Field(ge=1, le=7)
    instruction: Bilingual
    explanation: Bilingual
    notes: dict[Line, Bilingual] = Field(default_factory=dict)
    translation: Text = ""
    full_text: Text = ""
    pinyin: Text = ""
    answer_kind: Literal["text", "pinyin", "text_or_pinyin"] = "text"
    audio: Audio | None = None
    orders: tuple[tuple[int, ...], ...] = ()
    pieces: tuple[Line, ...] = ()
    """What `orders` are orders of."""
    tags: tuple[Tag, ...] = ()
    points: tuple[Line, ...] = ()
    words: tuple[Line, ...] = ()
    source: Line = ""
    similar: Line = ""


@dataclass(frozen=True)
class ParsedQuestion:
    """A question as a file shows it. Its texts may still be unclean."""

    type: QuestionType
    text: str
    """Instruction and stem together, unless the format keeps them apart."""
    instruction: str | None = None
    """Where the format keeps it apart; `text` is then the stem alone."""
    left: Sequence[str] = ()
    options: Sequence[str] = ()
    key: str = ""
    accepted: Sequence[str] = ()
    orders: Sequence[tuple[int, ...]] | None = None
    """None where the format has no room for further right orders."""
    explanation: str = ""
    tags: Sequence[str] = ()
    external_id: str = ""
    notes: tuple[Bilingual, ...] = field(default=())


# -- out ---------------------------------------------------------------------------------------------------------


def details_json(draft: ItemDraft, language: Language) -> str:
    """The details as one line of JSON."""
    details = ItemDetails(
        language=language,
        id=draft.external_id,
        pieces=draft.options if draft.orders else (),
        **{name: getattr(draft, name) for name in ItemDetails.model_fields if name in ItemDraft.model_fields},
    )
    return details.model_dump_json(exclude_defaults=True)


def feedback_text(draft: ItemDraft | ItemDetails, language: Language) -> str:
    """What is shown after the answer: the explanation, and what was heard."""
    transcript = draft.audio.text if draft.audio is not None else None
    parts = [draft.explanation.get(language), f"{TRANSCRIPT.get(language)}{transcript}" if transcript else ""]
    return "\n".join(part for part in parts if part)


# -- in ----------------------------------------------------------------------------------------------------------


def parse_details(text: str | bytes, parsed: ParsedQuestion) -> tuple[ItemDetails | None, ParsedQuestion]:
    """The details of a question of that type; without them, and with a note, where they are damaged or another's."""
    try:
        details = ItemDetails.model_validate_json(text)
    except ValidationError:
        details = None
    if details is None or details.type != parsed.type:
        return None, replace(parsed, notes=(*parsed.notes, problems.DETAILS_DAMAGED))
    if details.orders and parsed.orders is None and tuple(map(one_line, parsed.options)) != details.pieces:
        return details.model_copy(update={"orders": ()}), replace(
            parsed, notes=(*parsed.notes, problems.ORDERS_DROPPED)
        )
    return details, parsed


def imported_question(
    location: FileLocation, parsed: ParsedQuestion, details: ItemDetails | None, defaults: ImportDefaults
) -> ImportedQuestion:
    """The draft that a question makes, or the problem that keeps it from being one."""
    fields = _fields_with_details(parsed, details) if details is not None else _foreign_fields(parsed, defaults)
    fields |= {
        "left": tuple(map(one_line, parsed.left)),
        "options": tuple(map(one_line, parsed.options)),
        "key": one_line(parsed.key),
        "accepted": tuple(dict.fromkeys(map(one_line, parsed.accepted))),
    }
    problem = problem_in(fields)
    if problem is not None:
        return ImportedQuestion(location, problem=problem)
    return ImportedQuestion(location, ItemDraft(**fields), notes=tuple(dict.fromkeys(parsed.notes)))


def problem_in(fields: Mapping[str, Any]) -> Bilingual | None:
    """What keeps the fields from being a draft."""
    short = [*fields["left"], *fields["options"], fields["key"], *fields["accepted"]]
    if max(map(len, short)) > MOST_LINE:
        return problems.too_long(MOST_LINE)
    if len(str(fields["stem"])) > MOST_TEXT:
        return problems.too_long(MOST_TEXT)
    fault = fault_of(ItemDraft.model_construct(**fields))
    if fault is not None:
        return fault
    try:
        ItemDraft(**fields)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return Bilingual(zh=f"“{where}”不合要求：{first['msg']}。", en=f"{where} does not hold: {first['msg']}.")
    return None


def _foreign_fields(parsed: ParsedQuestion, defaults: ImportDefaults) -> dict[str, Any]:
    """Fields of a question that this service did not write."""
    explanation = str(clean(parsed.explanation))
    return {
        "type": parsed.type,
        "topic": defaults.topic,
        "level": defaults.level,
        "instruction": _in_both_languages(str(clean(parsed.instruction)))
        if parsed.instruction
        else INSTRUCTIONS[parsed.type],
        "stem": clean(parsed.text),
        "explanation": _in_both_languages(explanation),
        "orders": tuple(parsed.orders or ()),
        "tags": tuple(parsed.tags),
        "external_id": one_line(parsed.external_id),
    }


def _fields_with_details(parsed: ParsedQuestion, details: ItemDetails) -> dict[str, Any]:
    """Fields of a question that this service wrote, as it is now."""
    fields: dict[str, Any] = {
        name: getattr(details, name) for name in ItemDetails.model_fields if name in ItemDraft.model_fields
    }
    instruction, stem = _split_instruction(parsed, details)
    fields |= {
        "instruction": instruction,
        "stem": stem,
        "orders": details.orders if parsed.orders is None else tuple(parsed.orders),
        "tags": tuple(parsed.tags) or details.tags,
        "external_id": details.id,
    }
    # Of an option that was written anew nothing is known.
    options = set(map(one_line, parsed.options))
    fields["notes"] = {text: note for text, note in details.notes.items() if text in options}
    explanation = str(clean(parsed.explanation))
    if explanation != feedback_text(details, details.language):
        fields["explanation"] = _in_both_languages(explanation)
    return fields


def _split_instruction(parsed: ParsedQuestion, details: ItemDetails) -> tuple[Bilingual, str]:
    """Instruction and stem out of what is shown; an instruction that was changed is the same in both languages."""
    text, instruction_before = str(clean(parsed.text)), details.instruction.get(details.language)
    if parsed.instruction is not None:
        instruction_now = str(clean(parsed.instruction))
        return (
            details.instruction if instruction_now == instruction_before else _in_both_languages(instruction_now)
        ), text
    if text == instruction_before or text.startswith(f"{instruction_before}\n"):
        return details.instruction, text[len(instruction_before) + 1 :]
    return (details.instruction if not instruction_before else _in_both_languages("")), text


def _in_both_languages(text: str) -> Bilingual:
    return Bilingual(zh=text, en=text)

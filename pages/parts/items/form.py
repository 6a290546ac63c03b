"""The form of an item, by its type. What is typed stays in the session while the teacher looks around."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from core.api.questions import ItemDraft
from core.records.items import Audio
from core.wire import QUESTION_TYPES, TOPICS, Bilingual, QuestionType
from pages.parts.i18n import _
from pages.parts.items.filter import LEVELS, point_names
from pages.parts.map.words import level_short
from pages.parts.names import topic_names, type_names
from pages.parts.visitor import Visitor

EDITED_DRAFT = "items_base"
"""Key of the session state: the draft that is edited; absent when the item is new."""
FIELD_NAMES = (
    "type", "topic", "level", "stem", "key", "wrong", "accepted", "answer_kind", "pinyin", "pairs", "pieces", "orders",
    "heard", "why_zh", "why_en", "notes_zh", "notes_en", "translation", "points",
    *(f"instruction_{language}_{kind}" for kind in QUESTION_TYPES for language in ("zh", "en")),
)  # fmt: skip
CONTENT_FIELDS = ("stem", "key", "wrong", "pairs", "pieces", "heard")
"""Without any of these there is nothing to preview."""
PAIR_MARK = "="
NOTE_MARK = re.compile("[=＝]")
INSTRUCTIONS: dict[QuestionType, Bilingual] = {
    "multiple_choice": Bilingual(zh="选出填入空白处的正确答案。", en="Choose what fits the blank."),
    "fill_blank": Bilingual(zh="在空白处填一个词。", en="Fill the blank with one word."),
    "matching": Bilingual(zh="把左右两边连起来。", en="Match the two sides."),
    "ordering": Bilingual(zh="把词语排成一个完整的句子。", en="Put the pieces in order to make a sentence."),
}
ANSWER_KINDS = ("text", "pinyin", "text_or_pinyin")
MOST_POINTS = 40


def field_key(name: str) -> str:
    """Where the session keeps a field."""
    return f"item_field_{name}"


def _widget_settings(name: str) -> dict[str, Any]:
    return {"key": field_key(name), "persist_state": "session"}


def typed_text(name: str) -> str:
    """A text as it stands in the form."""
    return str(st.session_state.get(field_key(name)) or "")


def lines_of(name: str) -> tuple[str, ...]:
    """The lines of a text that hold something."""
    return tuple(line.strip() for line in typed_text(name).splitlines() if line.strip())


# -- drawn -----------------------------------------------------------------------------------------------


def draw_form(who: Visitor) -> None:
    """Type first, then what that type asks for, then what every item has."""
    kind = _draw_choice(_("Type"), "type", QUESTION_TYPES, type_names(), "multiple_choice")
    with st.container(horizontal=True):
        topic = _draw_choice(_("Skill"), "topic", TOPICS, topic_names(), "grammar")
        _draw_choice(_("Level"), "level", LEVELS, {level: level_short(level) for level in LEVELS}, 1)
    if topic == "listening":
        st.text_area(_("Audio text (spoken by the browser's voice)"), height=80, **_widget_settings("heard"))
    DRAW_BY_TYPE[kind]()
    _draw_instruction(kind)
    _draw_reasons()
    points = point_names(who)
    st.multiselect(
        _("Knowledge points it is evidence for"),
        list(points),
        format_func=points.__getitem__,
        max_selections=MOST_POINTS,
        placeholder=_("Choose points"),
        **_widget_settings("points"),
    )


def _draw_choice(label: str, name: str, options: Any, names: Any, default: Any) -> Any:
    """One of a few, never none."""
    st.session_state.setdefault(field_key(name), default)
    with st.container(width="content"):
        chosen = st.segmented_control(
            label, options, format_func=names.__getitem__, required=True, **_widget_settings(name)
        )
    return default if chosen is None else chosen


def _draw_stem() -> None:
    st.text_area(
        _("Question; four underscores ____ mark the blank"),
        height=80,
        placeholder="他____去过北京。",
        **_widget_settings("stem"),
    )


def _draw_multiple_choice() -> None:
    _draw_stem()
    st.text_input(_("Right answer"), **_widget_settings("key"))
    st.text_area(_("Wrong answers, one a line"), height=110, **_widget_settings("wrong"))
    _draw_notes(_("What a wrong answer gets wrong (optional)"), "家里 = 他在那儿看书，不是看电影。")


def _draw_fill_blank() -> None:
    _draw_stem()
    st.text_input(_("Right answer"), **_widget_settings("key"))
    st.text_area(_("Also right, one a line (optional)"), height=80, **_widget_settings("accepted"))
    names = {"text": _("Characters"), "pinyin": _("Pinyin"), "text_or_pinyin": _("Either")}
    kind = _draw_choice(_("What students type"), "answer_kind", ANSWER_KINDS, names, "text")
    if kind != "pinyin":
        st.text_input(_("Pinyin of the right answer, with tone marks"), **_widget_settings("pinyin"))


def _draw_matching() -> None:
    st.text_area(
        _("Pairs, one a line, with = between the two"),
        height=140,
        placeholder="苹果 = apple\n香蕉 = banana",
        **_widget_settings("pairs"),
    )
    _draw_notes(_("Why a pair belongs together, by its right side (optional)"), "apple = “苹果”是一种水果。")


def _draw_ordering() -> None:
    st.text_area(
        _("Pieces in the right order, one a line"),
        height=140,
        placeholder="我\n明天\n去北京",
        **_widget_settings("pieces"),
    )
    st.text_area(
        _("Other right orders, one a line, as numbers of the pieces (optional)"),
        height=80,
        placeholder="2 1 3",
        **_widget_settings("orders"),
    )
    _draw_notes(_("What ties a piece to the one before it (optional)"), "去北京 = 动词在时间后面。")


def _draw_notes(label: str, example: str) -> None:
    """What is told about a wrong answer, beside the explanation that all answers get."""
    with st.expander(label, type="compact"):
        for language, caption in (
            ("zh", _("In Chinese: the text, =, the note; one a line")),
            ("en", _("In English")),
        ):
            placeholder = example if language == "zh" else ""
            st.text_area(caption, height=110, placeholder=placeholder, **_widget_settings(f"notes_{language}"))


DRAW_BY_TYPE = {
    "multiple_choice": _draw_multiple_choice,
    "fill_blank": _draw_fill_blank,
    "matching": _draw_matching,
    "ordering": _draw_ordering,
}


def _draw_instruction(kind: QuestionType) -> None:
    """In both languages, ready to be kept."""
    default = INSTRUCTIONS[kind]
    for language, label in (("zh", _("Instruction in Chinese")), ("en", _("Instruction in English"))):
        name = f"instruction_{language}_{kind}"
        st.session_state.setdefault(field_key(name), default.get("zh" if language == "zh" else "en"))
        st.text_input(label, **_widget_settings(name))


def _draw_reasons() -> None:
    st.text_area(_("Explanation in Chinese: why this is right"), height=80, **_widget_settings("why_zh"))
    st.text_area(_("Explanation in English"), height=80, **_widget_settings("why_en"))
    st.text_input(_("English translation (optional)"), **_widget_settings("translation"))


# -- read ------------------------------------------------------------------------------------------------


def is_empty() -> bool:
    """Whether nothing was typed that could be shown."""
    return not any(typed_text(name).strip() for name in CONTENT_FIELDS)


def fields() -> dict[str, Any]:
    """What stands in the form, as the fields of an `ItemDraft`; what the form does not show is that of the edited one."""
    kind: QuestionType = st.session_state.get(field_key("type")) or "multiple_choice"
    base = st.session_state.get(EDITED_DRAFT)
    kept_fields = (
        {name: getattr(base, name) for name in ("tags", "words", "source", "similar")}
        if isinstance(base, ItemDraft)
        else {}
    )
    typed = READ_BY_TYPE[kind]()
    return {
        **kept_fields,
        "type": kind,
        "topic": st.session_state.get(field_key("topic")) or "grammar",
        "level": int(st.session_state.get(field_key("level")) or 1),
        "instruction": Bilingual(zh=typed_text(f"instruction_zh_{kind}"), en=typed_text(f"instruction_en_{kind}")),
        "explanation": Bilingual(zh=typed_text("why_zh"), en=typed_text("why_en")),
        "notes": {} if kind == "fill_blank" else _notes(typed["options"]),
        "translation": typed_text("translation"),
        "points": tuple(st.session_state.get(field_key("points")) or ()),
        "audio": _audio(base),
        **typed,
    }


def _notes(options: Collection[str]) -> dict[str, Bilingual]:
    """Notes by the option that they are about. A line that `note_fault` names is left out."""
    of: dict[str, dict[str, str]] = {"zh": {}, "en": {}}
    for language, notes in of.items():
        for line in lines_of(f"notes_{language}"):
            text, note = _note_of(line, options)
            if note and text in options:
                notes[text] = note
    return {text: Bilingual(zh=of["zh"].get(text, ""), en=of["en"].get(text, "")) for text in {**of["zh"], **of["en"]}}


def note_fault() -> str | None:
    """What is wrong with the first line of the notes that would be lost; None where all of them are kept."""
    kind: QuestionType = st.session_state.get(field_key("type")) or "multiple_choice"
    if kind == "fill_blank":
        return None  # its form shows no notes
    options = READ_BY_TYPE[kind]()["options"]
    for line in (*lines_of("notes_zh"), *lines_of("notes_en")):
        text, note = _note_of(line, options)
        if not text or not note:
            return _("Write the text, =, and the note about it: “{line}”.").format(line=line)
        if text not in options:
            return _("There is a note about “{text}”, which is none of the options, pieces or right sides.").format(
                text=text
            )
    return None


def _note_of(line: str, options: Collection[str]) -> tuple[str, str]:
    """The text that a line is about, and the note: divided behind an option, for that may hold the mark itself, else at the first mark. Without
    a mark the note is empty."""
    halves = [(line[: mark.start()].strip(), line[mark.end() :].strip()) for mark in NOTE_MARK.finditer(line)]
    return next((half for half in halves if half[0] in options), halves[0] if halves else (line, ""))


def _audio(base: object) -> Audio | None:
    """What is heard; unchanged it keeps its reading or its sound file."""
    heard = typed_text("heard").strip()
    if st.session_state.get(field_key("topic")) != "listening":
        return None
    audio_before = base.audio if isinstance(base, ItemDraft) else None
    if audio_before is not None and (audio_before.text or "") == heard:
        return audio_before
    return Audio(kind="speech", text=heard) if heard else None


def _read_multiple_choice() -> dict[str, Any]:
    """The key among the options, first: the item puts them into an order of its own."""
    key = typed_text("key").strip()
    return {"stem": typed_text("stem").strip(), "key": key, "options": ((key,) if key else ()) + lines_of("wrong")}


def _read_fill_blank() -> dict[str, Any]:
    kind = st.session_state.get(field_key("answer_kind")) or "text"
    pinyin = typed_text("pinyin").strip() if kind != "pinyin" else ""
    return {
        "stem": typed_text("stem").strip(),
        "key": typed_text("key").strip(),
        "accepted": lines_of("accepted"),
        "answer_kind": kind,
        "pinyin": pinyin,
    }


def _read_matching() -> dict[str, Any]:
    """A line without the mark between its halves is a left side without a right one."""
    pairs = [line.replace("＝", PAIR_MARK).partition(PAIR_MARK) for line in lines_of("pairs")]
    left = tuple(left_text.strip() for left_text, _mark, _other in pairs)
    return {
        "left": left,
        "options": tuple(right_text.strip() for _one, mark, right_text in pairs if mark),
        **_kept_stem(),
    }


def _read_ordering() -> dict[str, Any]:
    return {"options": lines_of("pieces"), "orders": orders_of(lines_of("orders")), **_kept_stem()}


def _kept_stem() -> dict[str, str]:
    """The stem of the edited matching or ordering, which its form does not show."""
    base = st.session_state.get(EDITED_DRAFT)
    return {"stem": base.stem} if isinstance(base, ItemDraft) and base.type in ("matching", "ordering") else {}


def orders_of(lines: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Numbers from 1 as places from 0; whatever is no number is no place of any piece, and the draft says so.

    >>> orders_of(("2 1 3", "3,1,2"))
    ((1, 0, 2), (2, 0, 1))
    """
    return tuple(
        tuple(int(part) - 1 if part.isdecimal() else -1 for part in line.replace(",", " ").replace("，", " ").split())
        for line in lines
    )


READ_BY_TYPE = {
    "multiple_choice": _read_multiple_choice,
    "fill_blank": _read_fill_blank,
    "matching": _read_matching,
    "ordering": _read_ordering,
}


# -- filled ----------------------------------------------------------------------------------------------


def empty_form() -> None:
    """A new item."""
    for name in FIELD_NAMES:
        st.session_state.pop(field_key(name), None)
    st.session_state.pop(EDITED_DRAFT, None)


def fill_form(draft: ItemDraft) -> None:
    """The form shows a draft."""
    empty_form()
    notes = {
        text: Bilingual(zh=_on_one_line(note.zh), en=_on_one_line(note.en))
        for text, note in draft.notes.items()
        if note.zh or note.en
    }
    # Kept as the form can show it: else a note with a line break would count as changed.
    st.session_state[EDITED_DRAFT] = draft.model_copy(update={"notes": notes})
    st.session_state.update({field_key(name): value for name, value in form_of(draft).items()})


def form_of(draft: ItemDraft) -> dict[str, Any]:
    """The form's fields of a draft."""
    wrong = [text for text in draft.options if text != draft.key]
    return {
        "type": draft.type,
        "topic": draft.topic,
        "level": draft.level,
        "stem": draft.stem,
        "key": draft.key,
        "wrong": "\n".join(wrong) if draft.type == "multiple_choice" else "",
        "accepted": "\n".join(draft.accepted),
        "answer_kind": draft.answer_kind,
        "pinyin": draft.pinyin,
        "pairs": "\n".join(
            f"{left} {PAIR_MARK} {right}" for left, right in zip(draft.left, draft.options, strict=False)
        ),
        "pieces": "\n".join(draft.options) if draft.type == "ordering" else "",
        "orders": "\n".join(" ".join(str(index + 1) for index in order) for order in draft.orders),
        "heard": (draft.audio.text or "") if draft.audio else "",
        "why_zh": draft.explanation.zh,
        "why_en": draft.explanation.en,
        "notes_zh": _note_lines({text: note.zh for text, note in draft.notes.items()}),
        "notes_en": _note_lines({text: note.en for text, note in draft.notes.items()}),
        "translation": draft.translation,
        "points": list(draft.points),
        f"instruction_zh_{draft.type}": draft.instruction.zh,
        f"instruction_en_{draft.type}": draft.instruction.en,
    }


def _note_lines(notes: Mapping[str, str]) -> str:
    """Notes as the form has them: one a line, the empty ones left out."""
    return "\n".join(f"{text} {PAIR_MARK} {_on_one_line(note)}" for text, note in notes.items() if note.strip())


def _on_one_line(note: str) -> str:
    return " ".join(line.strip() for line in note.splitlines() if line.strip())

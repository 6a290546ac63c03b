"""An item as a teacher writes it and as files carry it: without what follows from it (id, labels, places of the options)."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from operator import not_
from typing import Literal

from pydantic import Field, field_validator, model_validator

from core.questions.formats import problems
from core.questions.formats.texts import MOST_TEXT, Line, Tag, Text, clean
from core.questions.kinds import building as making
from core.questions.kinds.building import LABELS, Frame, Wording
from core.records.items import BLANK, AnswerKind, Audio, Item
from core.wire import Bilingual, Closed, Language, QuestionType, Topic

LEAST_OPTIONS = 2
MOST_OPTIONS = len(LABELS)
MOST_SEARCHED = 7
"""Options of a choice whose first arrangement is searched for: 6! = 720 ids at most, some 2 ms."""
MOST_ACCEPTED = 60
MOST_LISTED = 100
"""Options, pieces or pairs that are read at all; how many may be asked is `MOST_OPTIONS`, which says so in the teacher's words."""
MOST_NAMES = 40
"""Tags, points or words of one item."""
ITEM_ID = "q_"
"""How the ids of this service's items begin."""
SAFE_ADDRESSES = ("https://", "http://", "/")


class ItemDraft(Closed):
    """A question with its answer, of any of the four types. Texts are clean (`core.questions.formats.texts`).

    Options stand as they were shown; of an ordering they are the pieces in the right order, of a matching
    `left[n]` belongs to `options[n]`. Raises `pydantic.ValidationError` where it cannot be asked or marked.
    """

    type: QuestionType
    topic: Topic
    level: int = Field(ge=1, le=7)
    """Of the standard; 7 stands for the band 7-9."""
    instruction: Bilingual = Bilingual(zh="", en="")
    stem: Text = ""
    left: tuple[Line, ...] = Field(default=(), max_length=MOST_LISTED)
    options: tuple[Line, ...] = Field(default=(), max_length=MOST_LISTED)
    key: Line = ""
    """Of a choice the right option's text, of a typed answer the expected text; empty for the other two."""
    accepted: tuple[Line, ...] = Field(default=(), max_length=MOST_ACCEPTED)
    """Further right texts of a typed answer."""
    orders: tuple[tuple[int, ...], ...] = Field(default=(), max_length=MOST_ACCEPTED)
    """Further right orders of an ordering, as places (from 0) in `options`."""
    explanation: Bilingual = Bilingual(zh="", en="")
    notes: dict[Line, Bilingual] = Field(default_factory=dict, max_length=MOST_LISTED, exclude_if=not_)
    """By the text of an option: what is wrong with it, what ties it to the one before it, or what joins it to its left side. Where there are
    none the dump does not name them: the ids of own items without notes are made from it, and are older than this field."""
    translation: Text = ""
    full_text: Text = ""
    pinyin: Text = ""
    answer_kind: Literal["text", "pinyin", "text_or_pinyin"] = "text"
    """What may be typed; of no matter for the other three types."""
    audio: Audio | None = None
    tags: tuple[Tag, ...] = Field(default=(), max_length=MOST_NAMES)
    points: tuple[Line, ...] = Field(default=(), max_length=MOST_NAMES)
    words: tuple[Line, ...] = Field(default=(), max_length=MOST_NAMES)
    external_id: Line = ""
    """The id in the system that it comes from; this service's own where it was exported here."""
    source: Line = ""
    similar: Line = ""

    @field_validator("instruction", "explanation")
    @classmethod
    def _cleaned(cls, text: Bilingual) -> Bilingual:
        """Where one language says nothing the other stands in."""
        zh, en = str(clean(text.zh)), str(clean(text.en))
        if max(len(zh), len(en)) > MOST_TEXT:
            raise ValueError(f"an instruction or an explanation has at most {MOST_TEXT} characters")
        return Bilingual(zh=zh or en, en=en or zh)

    @field_validator("notes")
    @classmethod
    def _clean_notes(cls, notes: dict[Line, Bilingual]) -> dict[Line, Bilingual]:
        return {text: cls._cleaned(note) for text, note in notes.items()}

    @field_validator("audio")
    @classmethod
    def _plays_safely(cls, audio: Audio | None) -> Audio | None:
        """Clean texts; the address of a sound is one that a browser fetches and nothing else."""
        if audio is None:
            return None
        texts = {name: str(clean(getattr(audio, name) or "")) or None for name in ("text", "pinyin", "url")}
        if texts["url"] and not texts["url"].startswith(SAFE_ADDRESSES):
            raise ValueError("the address of a sound begins with https://, http:// or /")
        if max(len(text or "") for text in texts.values()) > MOST_TEXT:
            raise ValueError(f"a transcript has at most {MOST_TEXT} characters")
        return Audio(kind=audio.kind, **texts) if any(texts.values()) else None

    @model_validator(mode="after")
    def _can_be_asked(self) -> ItemDraft:
        problem = fault_of(self)
        if problem is not None:
            raise ValueError(problem.en)
        return self

    def question_text(self, language: Language) -> str:
        """Instruction and stem, as a student reads them."""
        return "\n".join(part for part in (self.instruction.get(language), self.stem) if part)


@dataclass(frozen=True)
class FileLocation:
    """Where a question stands in a file: the line it begins on, or its number (both from 1), and the name it bears there."""

    unit: Literal["line", "question"]
    number: int
    name: str = ""

    def text(self, language: Language) -> str:
        """The location in words."""
        name = f"（{self.name}）" if self.name and language == "zh" else f" ({self.name})" if self.name else ""
        if language == "en":
            return f"{self.unit} {self.number}{name}"
        return f"第 {self.number} {'行' if self.unit == 'line' else '题'}{name}"


@dataclass(frozen=True)
class ImportedQuestion:
    """A question of a file: a draft, or the problem that keeps it from being one; `notes` say what the draft lost."""

    place: FileLocation
    draft: ItemDraft | None = None
    problem: Bilingual | None = None
    notes: tuple[Bilingual, ...] = ()
    item: Item | None = None
    """What the draft makes (`item_of`), where that was looked up already."""


@dataclass(frozen=True)
class ImportDefaults:
    """What the file of another system does not say about its questions; the teacher chooses it for all of them."""

    topic: Topic = "grammar"
    level: int = 1


IMPORT_DEFAULTS = ImportDefaults()


# -- can it be asked -----------------------------------------------------------------------------------------


def fault_of(draft: ItemDraft) -> Bilingual | None:
    """Why the parts of a draft make no question that can be marked; None when they do."""
    match draft.type:
        case "multiple_choice":
            return (
                _empty(draft.question_text("zh") or draft.audio)
                or _options_fault(draft.options, "选项", "options")
                or (None if draft.key in draft.options else problems.KEY_MISSING)
            )
        case "fill_blank":
            return _empty(draft.question_text("zh") or draft.audio) or (None if draft.key else problems.NO_ANSWER)
        case "matching":
            return (
                (None if len(draft.left) == len(draft.options) else problems.UNPAIRED)
                or _options_fault(draft.left, "左边的项", "items on the left")
                or _options_fault(draft.options, "右边的项", "items on the right")
            )
        case "ordering":
            return _options_fault(draft.options, "要排序的项", "pieces") or _orders_fault(draft)


def _empty(shown: object) -> Bilingual | None:
    return None if shown else problems.NO_QUESTION


def _options_fault(texts: Sequence[str], noun_zh: str, noun_en: str) -> Bilingual | None:
    if len(texts) < LEAST_OPTIONS:
        return problems.too_few(noun_zh, noun_en, LEAST_OPTIONS)
    if len(texts) > MOST_OPTIONS:
        return problems.too_many(noun_zh, noun_en, MOST_OPTIONS)
    if not all(texts):
        return problems.EMPTY_OPTION
    return problems.SAME_TWICE if len(set(texts)) < len(texts) else None


def _orders_fault(draft: ItemDraft) -> Bilingual | None:
    """Every order uses each piece once, none stands twice, and at least one order is wrong."""
    indexes = tuple(range(len(draft.options)))
    right = {indexes, *draft.orders}
    valid = all(tuple(sorted(order)) == indexes for order in right) and len(right) == len(draft.orders) + 1
    return None if valid and len(right) < math.factorial(len(indexes)) else problems.BAD_ORDER


# -- from an item ----------------------------------------------------------------------------------------------


def draft_of(item: Item) -> ItemDraft:
    """The draft that an item can be made from again."""
    return ItemDraft(
        type=item.type,
        topic=item.topic,
        level=item.standard_level,
        instruction=Bilingual(**{code: _instruction(item, code) for code in ("zh", "en")}),
        stem=item.stem,
        explanation=item.explanation,
        notes={option.text: option.note for option in item.options if option.note is not None},
        translation=item.translation,
        full_text=item.full_text,
        pinyin=item.pinyin,
        audio=item.audio,
        tags=tuple(item.tags),
        points=tuple(item.points),
        words=tuple(item.words),
        external_id=item.id,
        source=item.source,
        similar=item.similar,
        **_answer(item),  # type: ignore[arg-type]
    )


def _instruction(item: Item, language: Literal["zh", "en"]) -> str:
    """The question less its stem, which stands on the lines after it."""
    whole = item.question.get(language)
    return "" if whole == item.stem else whole.removesuffix(f"\n{item.stem}") if item.stem else whole


def _answer(item: Item) -> dict[str, object]:
    """Options, key and further answers, as a draft has them."""
    text = {option.id: option.text for option in item.options}
    match item.type:
        case "multiple_choice":
            return {"options": tuple(text.values()), "key": text[item.key]}
        case "fill_blank":
            return {"key": item.key, "accepted": tuple(item.accepted), "answer_kind": item.answer_kind}
        case "matching":
            pairs = dict(pair.split("-") for pair in item.key.split(","))
            return {
                "left": tuple(left.text for left in item.left),
                "options": tuple(text[pairs[left.id]] for left in item.left),
            }
        case "ordering":
            labels = item.key.split(",")
            orders = tuple(tuple(map(labels.index, order.split(","))) for order in item.accepted)
            return {"options": tuple(text[label] for label in labels), "orders": orders}


def without_unknown_names(
    question: ImportedQuestion, *, points: Container[str], words: Container[str]
) -> ImportedQuestion:
    """The question less grammar points and words that the tables do not have, with a note: evidence of them would be lost."""
    if question.draft is None:
        return question
    known_names = {
        name: tuple(name_in_draft for name_in_draft in getattr(question.draft, name) if name_in_draft in known)
        for name, known in (("points", points), ("words", words))
    }
    lost = [
        name_in_draft
        for name in known_names
        for name_in_draft in getattr(question.draft, name)
        if name_in_draft not in known_names[name]
    ]
    if not lost:
        return question
    notes = (*question.notes, problems.unknown_names(lost))
    return replace(question, draft=question.draft.model_copy(update=known_names), notes=notes)


# -- to an item ------------------------------------------------------------------------------------------------


def item_of(draft: ItemDraft) -> Item:
    """The item, by `core.questions.kinds.building`, so that the same question is the same item under the same id.

    The id of a choice depends on the order in which its wrong options were once given, which nobody sees. Where the
    draft bears an id of this service, the order is searched for that gives this id; every other draft has them in
    the order of their code points, so that a file that shuffles them names the same item.

    A draft that bears such an id and has another content is another item: its translation, full text and pinyin,
    which were made for the content before, are left out.
    """
    wrong = _sorted_wrong(draft)
    if not is_ours(draft):
        return _made(draft, wrong)
    if draft.type != "multiple_choice":
        item = _made(draft, wrong)
        return item if item.id == draft.external_id else new_item_of(draft)
    every = len(draft.options) <= MOST_SEARCHED
    order = making.wrong_option_order(
        draft.external_id, _frame(draft), _wording(draft), key=draft.key, wrong=wrong, try_all_orders=every
    )
    return new_item_of(draft) if order is None else _made(draft, order)


def new_item_of(draft: ItemDraft) -> Item:
    """The item of a draft that is none of those that are there already, whatever id it bears."""
    if is_ours(draft):
        draft = draft.model_copy(update={"translation": "", "full_text": whole_text(draft), "pinyin": ""})
    return _made(draft, _sorted_wrong(draft))


def is_ours(draft: ItemDraft) -> bool:
    """Whether the draft bears the id of an item of this service."""
    return draft.external_id.startswith(ITEM_ID)


def _sorted_wrong(draft: ItemDraft) -> list[str]:
    return sorted(text for text in draft.options if text != draft.key) if draft.type == "multiple_choice" else []


def _made(draft: ItemDraft, wrong: Sequence[str]) -> Item:
    frame, wording = _frame(draft), _wording(draft)
    match draft.type:
        case "multiple_choice":
            return making.multiple_choice_item(frame, wording, key=draft.key, wrong=wrong, notes=draft.notes)
        case "fill_blank":
            kind: AnswerKind = draft.answer_kind
            return making.fill_blank_item(
                frame, wording, key=draft.key, accepted=draft.accepted, kind=kind, pinyin=draft.pinyin
            )
        case "matching":
            pairs = list(zip(draft.left, draft.options, strict=True))
            return making.matching_item(frame, wording, pairs, notes=draft.notes)
        case "ordering":
            return making.ordering_item(frame, wording, draft.options, other_orders=draft.orders, notes=draft.notes)


def _wording(draft: ItemDraft) -> Wording:
    return Wording(draft.instruction, draft.stem, draft.explanation)


def _frame(draft: ItemDraft) -> Frame:
    return Frame(
        source=draft.source or f"own_{_fingerprint(draft)}",
        topic=draft.topic,
        standard_level=draft.level,
        tags=draft.tags,
        points=draft.points,
        words=draft.words,
        translation=draft.translation,
        full_text=draft.full_text or ("" if is_ours(draft) else whole_text(draft)),
        similar=draft.similar,
        audio=draft.audio,
    )


def _fingerprint(draft: ItemDraft) -> str:
    """Twelve signs of a hash of what is asked: items of other systems have no sentence that they were made from."""
    shown = [
        draft.question_text("zh"),
        *draft.left,
        *sorted(draft.options),
        draft.key,
        draft.audio and draft.audio.text,
    ]
    return hashlib.sha256("\n".join(str(part) for part in shown).encode()).hexdigest()[:12]


def whole_text(draft: ItemDraft) -> str:
    """The complete right sentence: the stem with its only blank filled, or the pieces put together.

    >>> whole_text(ItemDraft(type="fill_blank", topic="grammar", level=1, stem="我____茶。", key="喝"))
    '我喝茶。'
    """
    if draft.type == "ordering":
        return "".join(draft.options)
    return draft.stem.replace(BLANK, draft.key) if draft.key and draft.stem.count(BLANK) == 1 else ""

"""A paper to print: the questions, and apart from them the key with its explanations, as blocks (`core.records.printed`).

Two documents, so that the key never lies on a sheet that is handed out; `core.ports.system.Printer` makes a PDF of each. What is heard
stands in the key alone, for whoever reads it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from core.questions.formats.anki import OR
from core.questions.formats.draft import ItemDraft, draft_of
from core.records.items import BLANK, Item
from core.records.printed import Block, Document, Heading, Paragraph, Table
from core.wire import QUESTION_TYPES, Bilingual, Language, QuestionType

LONGEST_OPTION_LINE = 34
"""How many characters all options may have in total to stand on one line of A4 at 12 pt."""
ANSWER_LINE = "____________________"
GAP = "\xa0" * 5
"""Spaces that the printer does not collapse."""
NUMERALS = "一二三四"
HEADINGS: dict[QuestionType, Bilingual] = {
    "multiple_choice": Bilingual(zh="选择题", en="Multiple choice"),
    "fill_blank": Bilingual(zh="填空题", en="Fill in the blank"),
    "matching": Bilingual(zh="配对题", en="Matching"),
    "ordering": Bilingual(zh="排序题", en="Put in order"),
}
KEY = Bilingual(zh="答案与解释", en="Key and explanations")
ANSWER = Bilingual(zh="答案：", en="Answer: ")
HEARD = Bilingual(zh="（听力）", en="(Listening) ")
READ_OUT = Bilingual(zh="朗读：", en="To be read out: ")
SIDES = {"zh": ("左", "右"), "en": ("Left", "Right")}


@dataclass(frozen=True)
class PaperHead:
    """What stands at the top of a paper; what is empty is left out."""

    title: str = ""
    class_name: str = ""
    date: str = ""
    with_name: bool = True
    """A line for the student's name and the marks."""

    def line(self, language: Language) -> str:
        """The line under the title."""
        zh = language == "zh"
        parts = [
            f"{'班级：' if zh else 'Class: '}{self.class_name}" if self.class_name else "",
            f"{'日期：' if zh else 'Date: '}{self.date}" if self.date else "",
            (f"姓名：____________{GAP}得分：________" if zh else f"Name: ____________{GAP}Marks: ________")
            if self.with_name
            else "",
        ]
        return GAP.join(part for part in parts if part)


@dataclass(frozen=True)
class Paper:
    """The sheet for students and the one for the teacher."""

    questions: Document
    key: Document


def paper(items: Sequence[Item], head: PaperHead, *, language: Language) -> Paper:
    """The items as a paper, type by type, numbered through; within a type they keep their order."""
    ordered = sorted(items, key=lambda item: QUESTION_TYPES.index(item.type))
    numbered = list(enumerate(((item, draft_of(item)) for item in ordered), start=1))
    blocks = tuple(_sections(numbered, language))
    key_blocks = tuple(block for number, (item, draft) in numbered for block in _key(number, item, draft, language))
    subtitle = GAP.join(part for part in (KEY.get(language), head.class_name, head.date) if part)
    return Paper(
        Document(head.title, language, blocks, subtitle=head.line(language), footer=head.title),
        Document(head.title, language, key_blocks, subtitle=subtitle, footer=f"{head.title} · {KEY.get(language)}"),
    )


# -- questions -----------------------------------------------------------------------------------------------------


def _sections(numbered: Sequence[tuple[int, tuple[Item, ItemDraft]]], language: Language) -> Iterator[Block]:
    for number_of_section, (kind, group) in enumerate(groupby(numbered, key=lambda entry: entry[1][0].type)):
        questions = list(group)
        name = HEADINGS[kind].get(language)
        yield Heading(
            f"{NUMERALS[number_of_section]}、{name}（{len(questions)} 题）"
            if language == "zh"
            else f"{name} ({len(questions)})"
        )
        for number, (item, draft) in questions:
            yield from _question(number, item, draft, language)


def _question(number: int, item: Item, draft: ItemDraft, language: Language) -> Iterator[Block]:
    heard = HEARD.get(language) if draft.audio is not None else ""
    lines = draft.question_text(language).split("\n")
    yield Heading(f"{number}. {heard}{lines[0]}", level=2)
    yield from map(_read, lines[1:])
    match draft.type:
        case "multiple_choice":
            yield from _choices([f"{option.id}. {option.text}" for option in item.options])
        case "fill_blank":
            if BLANK not in draft.stem:
                yield Paragraph(f"{ANSWER.get(language)}{ANSWER_LINE}")
        case "matching":
            yield _pairs(item, language)
        case "ordering":
            yield from _choices([f"{option.id}. {option.text}" for option in item.options])
            yield Paragraph(f"{ANSWER.get(language)}{ANSWER_LINE}")


def _choices(shown: Sequence[str]) -> Iterator[Block]:
    """On one line where they are short, else one under the other."""
    if sum(map(len, shown)) + 2 * len(shown) <= LONGEST_OPTION_LINE:
        yield _read(GAP.join(shown))
    else:
        yield from map(_read, shown)


def _read(text: str) -> Paragraph:
    return Paragraph(text, "read")


def _pairs(item: Item, language: Language) -> Table:
    rows = tuple(
        (f"{left.id}. {left.text}", f"{right.id}. {right.text}")
        for left, right in zip(item.left, item.options, strict=True)
    )
    return Table(SIDES[language], rows, column_widths=(3, 2), read=True)


# -- key -----------------------------------------------------------------------------------------------------------


def _key(number: int, item: Item, draft: ItemDraft, language: Language) -> Iterator[Block]:
    yield Paragraph(f"{number}. {_solution(item, draft, language)}")
    heard = (draft.audio.text or "") if draft.audio is not None else ""
    lines = [f"{READ_OUT.get(language)}{heard}" if heard else "", draft.explanation.get(language)]
    for text in lines:
        yield from (Paragraph(line, "quiet") for line in text.split("\n") if line)


def _solution(item: Item, draft: ItemDraft, language: Language) -> str:
    """The answer in letters and, where that says more, in words."""
    match draft.type:
        case "multiple_choice":
            return f"{item.key}（{draft.key}）" if language == "zh" else f"{item.key} ({draft.key})"
        case "fill_blank":
            return OR.get(language).join((draft.key, *draft.accepted))
        case "matching":
            return item.key.replace(",", GAP)
        case "ordering":
            return OR.get(language).join(order.replace(",", "") for order in (item.key, *item.accepted))

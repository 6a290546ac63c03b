"""Texts offered for reading aloud: sentences, dialogues and passages of the project's own, by level."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from random import Random
from typing import Literal

from pydantic import Field

from core.language.normalise import fold
from core.tables.content.collected import Content
from core.tables.content.texts import Dialogue, Exchange, Passage, Sentence
from core.wire import Bilingual, Closed

TextKind = Literal["sentence", "dialogue", "passage"]
SENTENCE_LENGTH = (6, 40)
"""Code points of a sentence: long enough for a tone to have neighbours, short enough for two breaths."""
LONGEST = 400
"""Code points of a passage or dialogue: at 3 syllables a second it is read in about two minutes, the longest recording."""
TITLE_CHARACTERS = 14
"""A sentence is named by its beginning."""


class TextChoice(Closed):
    """A text to read aloud."""

    id: str
    kind: TextKind
    title: Bilingual
    level: int = Field(ge=1, le=7, description="Of the word list; 7 is the band 7-9")
    theme: str
    text: str
    translation: str = Field(description="English")
    length: int = Field(description="Chinese characters")


class TextChoices:
    """All texts that may be read aloud, by id; made once."""

    def __init__(self, content: Content) -> None:
        self.by_id = {choice.id: choice for choice in _choices(content)}

    def of(self, *, level: int | None = None, kind: TextKind | None = None, search: str = "") -> list[TextChoice]:
        """Those of a level and kind that hold the searched text, in the order of the content.

        `search` is found in text, titles and translation, whatever its width, case and punctuation.
        """
        searched = fold(search)
        return [
            choice
            for choice in self.by_id.values()
            if level in (None, choice.level) and kind in (None, choice.kind) and (not searched or searched in _searchable_text(choice))
        ]  # fmt: skip

    def drawn(
        self,
        count: int,
        *,
        seed: int,
        level: int | None = None,
        kind: TextKind | None = None,
        search: str = "",
        without: Collection[str] = (),
    ) -> list[TextChoice]:
        """At most `count` of them by seed, of as many themes and kinds as there are; `without` names ids read lately,
        which come only when nothing else is left."""
        shuffled = self.of(level=level, kind=kind, search=search)
        Random(seed).shuffle(shuffled)
        fresh = _varied([choice for choice in shuffled if choice.id not in without], count)
        return fresh + _varied([choice for choice in shuffled if choice.id in without], count - len(fresh))


def _varied(choices: Sequence[TextChoice], count: int) -> list[TextChoice]:
    """The first ones in order, each theme and kind taken anew only when all have had their turn."""
    turns: dict[tuple[str, str], int] = {}
    numbered = []
    for index, choice in enumerate(choices):
        turn = turns.get((choice.theme, choice.kind), 0)
        turns[choice.theme, choice.kind] = turn + 1
        numbered.append((turn, index))
    return [choices[index] for _, index in sorted(numbered)[:count]]


def _searchable_text(choice: TextChoice) -> str:
    """The text that a search looks into; a line break keeps the fields apart."""
    return "\n".join(map(fold, (choice.text, choice.title.zh, choice.title.en, choice.translation)))


def chinese_characters(text: str) -> int:
    """How many of the code points are Chinese characters.

    >>> chinese_characters("你好，Tom！")
    2
    """
    return sum("\u3400" <= mark <= "\u9fff" for mark in text)


def _choices(content: Content) -> Iterator[TextChoice]:
    for sentence in content.sentences:
        if SENTENCE_LENGTH[0] <= len(sentence.text) <= SENTENCE_LENGTH[1]:
            yield _choice(sentence, "sentence", _beginning(sentence.text), sentence.text, sentence.en)
    for exchange in content.exchanges:
        text, english = f"{exchange.a}\n{exchange.b}", f"{exchange.a_en}\n{exchange.b_en}"
        yield _choice(exchange, "dialogue", _beginning(exchange.a), text, english)
    for dialogue in content.dialogues:
        text = "\n".join(turn.text for turn in dialogue.turns)
        if len(text) <= LONGEST:
            title = Bilingual(zh=_cut(dialogue.turns[0].text), en=dialogue.setting_en)
            yield _choice(dialogue, "dialogue", title, text, dialogue.en)
    for passage in content.passages:
        text = "".join(passage.sentences)
        if len(text) <= LONGEST:
            title = Bilingual(zh=passage.title_zh, en=passage.title_en)
            yield _choice(passage, "passage", title, text, passage.en)


def _choice(
    row: Sentence | Exchange | Dialogue | Passage, kind: TextKind, title: Bilingual, text: str, english: str
) -> TextChoice:
    return TextChoice(
        id=row.id,
        kind=kind,
        title=title,
        level=row.level,
        theme=row.theme,
        text=text,
        translation=english,
        length=chinese_characters(text),
    )


def _beginning(text: str) -> Bilingual:
    return Bilingual(zh=_cut(text), en=_cut(text))


def _cut(text: str) -> str:
    return text if len(text) <= TITLE_CHARACTERS else text[:TITLE_CHARACTERS] + "…"

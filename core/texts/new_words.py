"""The words of a text that are above a level, with what they mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from core.language.difficulty import UNLISTED
from core.tables.words.lists import Word, WordList
from core.tables.words.notes import WordNotes
from core.texts.analysis import Analysis
from core.wire import Closed

MOST_WORDS = 60


class NewWord(Closed):
    """A word above a level."""

    word: str
    level: int | None
    """1-7; None where the list does not hold it."""
    pinyin: str
    gloss: str
    """English; empty where none is known."""
    zh: str
    """Its meaning in simpler Chinese; empty where none was written."""
    count: int
    """How often it stands in the text."""


def new_words(
    analysis: Analysis,
    level: int,
    *,
    words: WordList,
    notes: WordNotes,
    gloss: Callable[[Word], str],
    define: Callable[[str], str],
) -> list[NewWord]:
    """The words above a level, easiest first and then in the order of the text; names, numbers and compounds of easy parts are none."""
    above = [word for word in analysis.words if word.evidence and word.level > level]
    counts = Counter(word.text for word in above)
    first = {word.text: word for word in reversed(above)}
    ordered = sorted(first.values(), key=lambda word: (word.level, word.start))[:MOST_WORDS]
    return [
        _new_word(word.text, word.level, counts[word.text], words=words, notes=notes, gloss=gloss, define=define)
        for word in ordered
    ]


def _new_word(
    text: str,
    level: int,
    count: int,
    *,
    words: WordList,
    notes: WordNotes,
    gloss: Callable[[Word], str],
    define: Callable[[str], str],
) -> NewWord:
    row = next(iter(words.by_form.get(text, ())), None)
    pinyin = (
        row.pinyin[row.forms.index(text)] if row and text in row.forms and len(row.pinyin) == len(row.forms) else ""
    )
    note = notes.by_id.get(row.id) if row else None
    return NewWord(
        word=text,
        level=None if level == UNLISTED else level,
        pinyin=pinyin,
        gloss=gloss(row) if row else define(text),
        zh=note.zh if note else "",
        count=count,
    )

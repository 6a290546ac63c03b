"""A student's own words as an Anki deck: one note a word with two cards, from the word to its meaning and back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Any

from core.questions.formats.anki import STYLE, deck_id, html, package_bytes
from core.records.words import OwnWord
from core.wire import Bilingual, Language

if TYPE_CHECKING:
    import genanki

FIELDS = ("Word", "Pinyin", "Meaning", "Sentence", "Level")
WORD_TYPE = 1_572_202_103
"""Id of the note type: any number, never to be changed."""
TITLE = Bilingual(zh="文路·生词本", en="Wenlu: my words")
WORD_STYLE = """
.card { text-align: center; }
.word { font-size: 48px; line-height: 1.4; }
.pinyin, .meaning { font-family: system-ui, "Noto Sans SC", sans-serif; }
.sentence { margin-top: .6em; }
"""
BAND = "7-9"
WORD = '<div class="word">{{Word}}</div>'
SAID = '<div class="pinyin">{{Pinyin}}</div>{{tts zh_CN:Word}}'
MEANING = '<div class="meaning">{{Meaning}}</div>'
SENTENCE = '{{#Sentence}}<div class="sentence">{{Sentence}}</div>{{/Sentence}}'
BREAK = '{{FrontSide}}<hr id="answer">'


def word_deck(words: Sequence[OwnWord], *, language: Language, changed_at: datetime) -> bytes:
    """The words as a deck; `changed_at` becomes the notes' time of change. A word's note is the same one in every export of its student."""
    import genanki

    title = TITLE.get(language)
    deck = genanki.Deck(deck_id("wenlu own words"), title)
    for word in words:
        deck.add_note(_note(word))
    return package_bytes(genanki.Package(deck), changed_at)


@cache
def _note_type() -> Any:
    import genanki

    return genanki.Model(
        WORD_TYPE,
        "文路·生词",
        fields=[{"name": name} for name in FIELDS],
        templates=[
            {"name": "词语 → 意思", "qfmt": WORD, "afmt": BREAK + SAID + MEANING + SENTENCE},
            {"name": "意思 → 词语", "qfmt": MEANING, "afmt": BREAK + WORD + SAID + SENTENCE},
        ],
        css=STYLE + WORD_STYLE,
    )


def _note(word: OwnWord) -> genanki.Note:
    import genanki

    level = "" if word.level is None else BAND if word.level == 7 else str(word.level)
    fields = (word.word, word.pinyin, word.meaning, word.sentence, level)
    return genanki.Note(
        _note_type(),
        [html(field) for field in fields],
        guid=genanki.guid_for("wenlu-word", word.student_id, word.word),
        tags=[f"HSK{level}"] if level else [],
    )

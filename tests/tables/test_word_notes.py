"""What the lists say of words and characters beside English: whole, short, and about what is in the lists."""

from __future__ import annotations

import re

from core.tables import shipped_tables

TABLES = shipped_tables()
NOTES = TABLES.word_notes.by_id
HAN = re.compile(r"[\u4e00-\u9fff]")
LEAST_SHOWN = 0.98
"""Share of the sentences in which a form of the word stands as it is: a verb may be parted by its object (道了歉)."""


def test_every_word_has_a_gloss_and_from_level_4_a_meaning_in_chinese() -> None:
    words = TABLES.words.rows
    assert [word.text for word in words if not word.gloss] == []
    assert [word.text for word in words if word.level >= 4 and not NOTES[word.id].zh] == []


def test_a_meaning_is_short_and_no_sentence() -> None:
    bad = [note.zh for note in NOTES.values() if note.zh and (note.zh[-1] in "。！？" or not HAN.search(note.zh))]
    assert bad == []


def test_a_sentence_has_its_word_and_ends_as_a_sentence() -> None:
    words = {word.id: word for word in TABLES.words.rows}
    sentences = [(words[note.id], note.example) for note in NOTES.values() if note.example]
    assert [text for _, text in sentences if text[-1] not in "。！？”"] == []
    shown = sum(any(form in text for form in word.forms) for word, text in sentences)
    assert shown > LEAST_SHOWN * len(sentences)


def test_what_is_mixed_up_with_a_word_is_another_word_of_the_list() -> None:
    words, forms = {word.id: word for word in TABLES.words.rows}, TABLES.words.by_form
    strange = [(words[note.id].text, other) for note in NOTES.values() for other in note.near if other not in forms]
    assert strange == []
    assert [note.id for note in NOTES.values() if set(note.near) & set(words[note.id].forms)] == []


def test_every_character_says_what_it_is_made_of() -> None:
    notes = TABLES.character_notes.by_character
    assert [row.character for row in TABLES.characters.rows if row.character not in notes] == []
    assert [
        note.character for note in notes.values() if len(note.parts) == 1 or any(len(part) > 1 for part in note.parts)
    ] == []

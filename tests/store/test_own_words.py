"""Students' own words, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from core.records.words import OwnWord
from core.store.sql import SqlStore
from tests.store.rows import NOW

WORD = OwnWord("org", "s1", "图书馆", "túshūguǎn", "library", 1, "我去图书馆。😀", NOW)


def test_a_word_comes_back_as_it_was_put_by_and_stays_as_it_was(store: SqlStore) -> None:
    assert store.add_own_word(WORD)
    assert not store.add_own_word(replace(WORD, sentence="别的。"))
    assert store.own_words("org", ["s1"]) == {"s1": [WORD]}


def test_words_are_of_one_student_and_the_last_added_comes_first(store: SqlStore) -> None:
    newer = replace(WORD, word="借书", level=None, added_at=NOW + timedelta(microseconds=1))
    classmate = replace(WORD, student_id="s2")
    foreign = replace(WORD, organisation_id="other")
    for word in (WORD, newer, classmate, foreign):
        assert store.add_own_word(word)
    assert store.own_words("org", ["s1", "s2", "nobody"]) == {"s1": [newer, WORD], "s2": [classmate]}
    assert store.own_words("other", ["s1"]) == {"s1": [foreign]}


def test_only_the_word_that_is_named_is_removed(store: SqlStore) -> None:
    store.add_own_word(WORD)
    store.add_own_word(replace(WORD, student_id="s2"))
    assert not store.remove_own_word("org", "s1", "好")
    assert not store.remove_own_word("other", "s1", "图书馆")
    assert store.remove_own_word("org", "s1", "图书馆")
    assert store.own_words("org", ["s1", "s2"]) == {"s2": [replace(WORD, student_id="s2")]}


def test_words_go_with_the_student_and_move_when_two_are_one(store: SqlStore) -> None:
    store.add_own_word(WORD)
    store.add_own_word(replace(WORD, student_id="s2", sentence="别的。"))
    store.add_own_word(replace(WORD, student_id="s2", word="好"))
    store.merge_students("org", "s2", "s1", NOW, unused_password="")
    assert {word.word: word.sentence for word in store.own_words("org", ["s1"])["s1"]} == {
        "图书馆": WORD.sentence,
        "好": WORD.sentence,
    }
    assert store.erase_student("org", "s1")["own_word"] == 2
    assert store.own_words("org", ["s1", "s2"]) == {}

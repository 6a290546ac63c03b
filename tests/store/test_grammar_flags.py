"""Teachers' flags on matches of the grammar detector, on SQLite and PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from core.records.texts import GrammarFlag
from core.store.sql import SqlStore
from tests.store.rows import NOW, STUDENT

FLAG = GrammarFlag("gf_1", "org", "wrong", "【三27】", "两把椅子。😀", 1, 2, "量词", "li", NOW)


def test_a_flag_comes_back_as_it_was_given(store: SqlStore) -> None:
    store.add_grammar_flag(FLAG)
    assert store.grammar_flags("org") == [FLAG]


def test_flags_are_listed_newest_first_and_of_one_organisation(store: SqlStore) -> None:
    newer = replace(FLAG, flag_id="gf_2", judgement="missing", created_at=NOW + timedelta(microseconds=1))
    same_moment = replace(FLAG, flag_id="gf_0")
    foreign = replace(FLAG, flag_id="gf_3", organisation_id="other")
    for flag in (FLAG, newer, foreign, same_moment):
        store.add_grammar_flag(flag)
    assert store.grammar_flags("org") == [newer, same_moment, FLAG]
    assert store.grammar_flags("other") == [foreign]
    assert store.grammar_flags("nobody") == []


def test_an_id_is_given_once(store: SqlStore) -> None:
    store.add_grammar_flag(FLAG)
    with pytest.raises(IntegrityError, match=r"(?i)unique"):
        store.add_grammar_flag(replace(FLAG, note="again"))
    assert store.grammar_flags("org") == [FLAG]


def test_a_flag_is_removed_once_and_only_by_its_organisation(store: SqlStore) -> None:
    store.add_grammar_flag(FLAG)
    assert not store.remove_grammar_flag("other", "gf_1")
    assert not store.remove_grammar_flag("org", "gf_2")
    assert store.remove_grammar_flag("org", "gf_1")
    assert not store.remove_grammar_flag("org", "gf_1")
    assert store.grammar_flags("org") == []


@pytest.mark.parametrize("text", ["'; DROP TABLE grammar_flag; --", "一\n二", "‮عربى", "好" * 500])
def test_any_sentence_and_note_is_kept_unharmed(store: SqlStore, text: str) -> None:
    flag = replace(FLAG, sentence=text, note=text, end=len(text))
    store.add_grammar_flag(flag)
    assert store.grammar_flags("org") == [flag]


def test_erasing_a_student_leaves_what_teachers_said(store: SqlStore) -> None:
    store.put_student(STUDENT)
    store.add_grammar_flag(FLAG)
    store.erase_student("org", "s1")
    assert store.grammar_flags("org") == [FLAG]

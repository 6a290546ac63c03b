"""Lessons that teachers wrote in the store: versions, and whose they are."""

from __future__ import annotations

from dataclasses import replace

from core.records.own_lessons import OwnLesson
from core.store.sql import SqlStore
from tests.store.rows import NOW

ROW = OwnLesson("org", "own-lesson_1", "{}", "approved", "acc", NOW, NOW)


def test_only_the_next_version_takes_the_place_of_a_lesson(store: SqlStore) -> None:
    assert store.put_own_lesson(ROW)
    assert not store.put_own_lesson(ROW)
    assert not store.put_own_lesson(replace(ROW, version=3))
    newer = replace(ROW, body='{"title": "新"}', state="retired", version=2)
    assert store.put_own_lesson(replace(newer, author="else"))
    assert store.own_lessons("org") == [newer]
    assert store.own_lesson("org", "own-lesson_1") == newer


def test_a_lesson_is_deleted_in_its_version(store: SqlStore) -> None:
    store.put_own_lesson(ROW)
    assert not store.delete_own_lesson(replace(ROW, version=2))
    assert store.delete_own_lesson(ROW)
    assert store.own_lessons("org") == []


def test_an_organisation_sees_its_own_lessons_only(store: SqlStore) -> None:
    store.put_own_lesson(ROW)
    assert store.own_lessons("other") == []
    assert store.own_lesson("other", "own-lesson_1") is None
    assert not store.delete_own_lesson(replace(ROW, organisation_id="other"))

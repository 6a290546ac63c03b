"""Readings aloud: stored completely or not at all, listed, deleted, erased with their student."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.errors import AlreadyAnswered
from core.records.plan import Completion
from core.records.speech import NewReading, ReadingLine, RepeatableReply, StoredReading, StoredRecording
from core.store.sql import SqlStore
from tests.store.rows import NOW, cells, evidence, row_counts, with_organisation

SOUND = StoredRecording(b"\x00\xff sound", "audio/wav")
ONCE = RepeatableReply("speech/uploadfile", "once", "f" * 64)


def stored(evaluation_id: str = "spe_1", *, minutes: int = 0, **changed: Any) -> StoredReading:
    """A reading of s1."""
    line = ReadingLine(
        evaluation_id, "org", "s1", "你好吗", "k1", '{"total_score": 80.0}', NOW + timedelta(minutes=minutes)
    )
    return StoredReading(replace(line, **changed), f'{{"evaluation_id": "{evaluation_id}"}}')


def whole(evaluation_id: str = "spe_1", **changed: Any) -> NewReading:
    """A new reading with evidence, a completion and a recording."""
    piece = evidence(evaluation_id, kind="misread_tone")
    done = Completion("org", "s1", "say_s0001", NOW.date(), 6, NOW)
    return replace(NewReading(stored(evaluation_id), [piece], [done], SOUND), **changed)


def test_a_reading_is_kept_with_its_evidence_its_task_and_its_recording(store: SqlStore) -> None:
    store.add_reading(whole())
    assert store.reading("org", "spe_1") == stored()
    assert store.recording("org", "spe_1") == SOUND
    assert store.kept_recordings("org", "s1") == {"spe_1"}
    assert [piece.kind for piece in store.evidence_of("org", "s1")] == ["misread_tone"]
    assert [row.resource_id for row in store.completions_between("org", ["s1"], NOW.date(), NOW.date())] == [
        "say_s0001"
    ]
    assert store.student("org", "s1") is not None


def test_a_task_that_is_done_already_is_left_as_it_is(store: SqlStore) -> None:
    store.add_reading(whole())
    store.add_reading(whole("spe_2"))
    assert len(store.completions_between("org", ["s1"], NOW.date(), NOW.date())) == 1


def test_readings_come_newest_first_whole_or_as_lines_and_by_text(store: SqlStore) -> None:
    for number, key in enumerate(["k1", "k2", "k1"]):
        row = stored(f"spe_{number}", minutes=number, text_key=key)
        store.add_reading(NewReading(row, []))
    assert [line.evaluation_id for line in store.reading_lines("org", "s1", limit=2)] == ["spe_2", "spe_1"]
    assert [row.line.evaluation_id for row in store.readings("org", "s1", limit=9)] == ["spe_2", "spe_1", "spe_0"]
    assert [row.line.evaluation_id for row in store.readings("org", "s1", limit=9, text_key="k1")] == ["spe_2", "spe_0"]
    assert store.reading_lines("other", "s1", limit=9) == []
    assert store.reading_lines("org", "s1", limit=9, words=True) == []
    assert store.readings("org", "s2", limit=9) == []


def test_single_words_do_not_push_readings_out_of_the_list(store: SqlStore) -> None:
    store.add_reading(NewReading(stored("spe_0"), []))
    for number in (1, 2):
        store.add_reading(NewReading(stored(f"spe_{number}", minutes=number, text="老师"), []))
    assert [line.evaluation_id for line in store.reading_lines("org", "s1", limit=1)] == ["spe_0"]
    assert [line.evaluation_id for line in store.reading_lines("org", "s1", limit=1, words=True)] == ["spe_2"]
    assert [line.evaluation_id for line in store.reading_lines("org", "s1", limit=2, words=None)] == ["spe_2", "spe_1"]


def test_another_organisation_sees_neither_reading_nor_recording(store: SqlStore) -> None:
    store.add_reading(whole())
    assert store.reading("other", "spe_1") is None
    assert store.recording("other", "spe_1") is None
    assert not store.delete_reading("other", "s1", "spe_1")


def test_of_two_calls_under_one_key_the_second_writes_nothing(store: SqlStore) -> None:
    store.add_reading(whole(repeatable=ONCE))
    before = row_counts(store)
    with pytest.raises(AlreadyAnswered, match="answered by an earlier call"):
        store.add_reading(whole("spe_2", repeatable=ONCE))
    assert row_counts(store) == before
    assert store.remembered_reply("org", "once") == (ONCE.endpoint, ONCE.fingerprint, stored().report)


def test_forgetting_a_reading_takes_report_recording_and_reply_and_leaves_the_evidence(store: SqlStore) -> None:
    store.add_reading(whole(repeatable=ONCE))
    store.add_reading(whole("spe_2"))
    assert not store.delete_reading("org", "s2", "spe_1")
    assert store.delete_reading("org", "s1", "spe_1")
    assert not store.delete_reading("org", "s1", "spe_1")
    assert store.reading("org", "spe_1") is None
    assert store.recording("org", "spe_1") is None
    assert store.remembered_reply("org", "once") is None
    assert store.kept_recordings("org", "s1") == {"spe_2"}
    assert len(store.evidence_of("org", "s1")) == 2


def test_erasing_a_student_takes_readings_and_recordings_along(store: SqlStore) -> None:
    with_organisation(store)
    before = row_counts(store)
    store.add_reading(whole(repeatable=ONCE))
    removed = store.erase_student("org", "s1")
    assert {name: count for name, count in removed.items() if count} == {
        "student": 1, "evidence": 1, "thing_done": 1, "speech_evaluation": 1, "speech_recording": 1, "idempotent_reply": 1,
    }  # fmt: skip
    assert row_counts(store) == before
    assert not [name for name, text in cells(store) if "spe_1" in text]

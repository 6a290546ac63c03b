"""`wenlu refit`: both losses are said, and a better model is in use at once."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from core.cli import main
from core.records.access import Organisation
from core.records.students import Student
from core.settings import Settings
from core.store.sql import SqlStore
from core.wiring import build_core
from evaluation.service.sqlite import migrated_file
from tests.learning.test_refitting import simulated

AT = datetime(2026, 6, 1, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SqlStore:
    """A database with one organisation, the command line's default."""
    monkeypatch.setenv("WENLU_DATABASE_URL", migrated_file(tmp_path / "refit.db"))
    settings = replace(Settings.from_environment(), demo=False)
    store = build_core(settings).store
    assert isinstance(store, SqlStore)
    store.add_organisation(Organisation("org", "School", "free", None, False, AT))
    return store


def with_answers(store: SqlStore) -> None:
    evidence = [replace(piece, idempotency_key=piece.source) for _, piece in simulated(40, 90)]
    for student_id in {piece.student_id for piece in evidence}:
        store.put_student(Student("org", student_id, created_at=AT))
    store.append_evidence("org", evidence, at=AT)


def test_a_better_model_is_kept_and_both_losses_are_said(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    with_answers(store)
    assert main(["refit", "--all"]) == 0
    said = capsys.readouterr().out
    assert "answers held out (students)" in said
    assert "with shipped-" in said
    assert "is in use from now on" in said
    assert store.saved_predictor() is not None


def test_with_too_few_answers_nothing_changes(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["refit", "--organisation", "School"]) == 1
    assert "There are 0 answers on knowledge points" in capsys.readouterr().err
    assert store.saved_predictor() is None


def test_an_unknown_organisation_is_named(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["refit", "--organisation", "Nobody"]) == 1
    assert "There is no organisation 'Nobody'" in capsys.readouterr().err


def test_whose_answers_are_read_is_asked_and_said(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["refit"])
    assert "--organisation" in capsys.readouterr().err
    with_answers(store)
    store.add_organisation(Organisation("demo", "Simulated", "free", None, False, AT, demo=True))
    assert main(["refit", "--all"]) == 0
    assert "Answers are read of: School\n" in capsys.readouterr().out


def test_simulated_answers_are_never_read(store: SqlStore, capsys: pytest.CaptureFixture[str]) -> None:
    store.add_organisation(Organisation("demo", "Simulated", "free", None, False, AT, demo=True))
    assert main(["refit", "--organisation", "Simulated"]) == 1
    assert "are simulated" in capsys.readouterr().err

"""The about page says what is so: standards, figures, privacy, and every data file with its licence."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.api.core import Core
from core.backends.recordings import RecordedWords
from core.records.access import Role
from tests.pages.conftest import OpenPage, page_text


@pytest.mark.parametrize("role", ["student", "teacher", "admin"])
def test_everyone_reads_it(open_page: OpenPage, role: Role) -> None:
    test = open_page("pages/about.py", role).run()
    assert not test.exception
    assert "**GF 0025-2021**" in page_text(test)
    assert "HSK examination syllabus (2025)" in page_text(test)


def test_the_counts_are_those_of_the_tables(open_page: OpenPage) -> None:
    text = page_text(open_page("pages/about.py", "student").run())
    assert "11,092 words, 3,000 characters and 572 grammar points, which are divided into 853 knowledge points" in text


def test_every_data_file_stands_there_with_its_licence(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/about.py", "student").run()
    (table,) = test.table
    shown = "\n".join(table.value["File"])
    assert len(table.value) == len(core.tables.sources)
    assert all(source.name in shown for source in core.tables.sources)
    origins = "\n".join(table.value["Source and licence"])
    assert "krmanik/HSK-3.0" in origins
    assert "Licence: MIT" in origins


def test_recordings_are_named_with_their_makers(
    open_page: OpenPage, core: Core, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "No recordings are installed on this server." in page_text(open_page("pages/about.py", "student").run())
    (tmp_path / "茶.mp3").write_bytes(b"sound")
    monkeypatch.setattr(core, "recordings", RecordedWords(tmp_path))
    text = page_text(open_page("pages/about.py", "student").run())
    assert "the 1 recordings on this server" in text
    assert "Recordings: " not in text
    (tmp_path / "credit.txt").write_text("Li Ming (CC BY)")
    assert "Recordings: Li Ming (CC BY)" in page_text(open_page("pages/about.py", "student").run())

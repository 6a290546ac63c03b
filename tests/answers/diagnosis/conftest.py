"""What the telling of wrong answers draws on: the tables of the project, without a parser."""

from __future__ import annotations

import pytest

from core.answers.diagnosis.meanings import Meanings, Telling
from core.tables import shipped_tables
from core.tables.words.lists import own_gloss
from core.wiring import reader_of


@pytest.fixture(scope="session")
def telling() -> Telling:
    tables = shipped_tables()
    reader = reader_of(tables)
    return Telling(parse=lambda _: [], meanings=Meanings(tables.words, reader=reader, gloss=own_gloss))

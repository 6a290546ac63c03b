"""What the telling of wrong answers draws on: the tables of the project, without a parser."""

from __future__ import annotations

import pytest

from core.answers.diagnosis.meanings import Meanings, Telling
from core.backends.pinyin import PypinyinReader
from core.tables import Tables
from core.tables.words.lists import own_gloss
from core.wiring import known_readings


@pytest.fixture(scope="session")
def telling() -> Telling:
    tables = Tables()
    reader = PypinyinReader(lambda: known_readings(tables))
    return Telling(parse=lambda _: [], meanings=Meanings(tables.words, reader=reader, gloss=own_gloss))

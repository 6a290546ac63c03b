"""The project's own texts: inside their level, with one key, each once."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest

from core.backends.jieba import JiebaSegmenter
from core.tables import shipped_tables
from core.tables.content.annotations import annotated_text
from core.tables.content.texts import Dialogue, Gap, Theme
from core.wiring import level_list, segmenter_of

TABLES = shipped_tables()
CONTENT = TABLES.content
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")
SIX = 6


@pytest.fixture(scope="module")
def segmenter() -> JiebaSegmenter:
    return segmenter_of(TABLES)


def test_there_are_at_least_8000_sentences_and_exchanges() -> None:
    assert len(CONTENT.sentences) + len(CONTENT.exchanges) >= 8000


def test_every_point_has_six_sentences_of_two_themes_or_more() -> None:
    under = Counter(row.point for row in CONTENT.sentences)
    points = [point.id for point in TABLES.points.grammar]
    assert {point: under[point] for point in points if under[point] < SIX} == {}
    themes = {point: {row.theme for row in CONTENT.sentences if row.point == point} for point in points}
    assert [point for point in points if len(themes[point]) < 2] == []


def test_every_word_of_every_text_lies_inside_the_level(segmenter: JiebaSegmenter) -> None:
    levels = level_list(TABLES)
    beyond = []
    for name, text, level in texts():
        for run in HAN_RUN.findall(text):
            beyond += [(name, token.text, token.level) for token in levels.beyond(segmenter.words(run), level=level)]
    assert beyond == []


def test_the_list_of_themes_is_the_one_that_texts_bear() -> None:
    assert [row.id for row in TABLES.themes] == list(get_args(Theme))


def test_every_text_is_annotated_inside_its_bounds() -> None:
    rows = [*CONTENT.sentences, *CONTENT.exchanges, *CONTENT.passages, *CONTENT.dialogues]
    assert list(TABLES.annotations) == [row.id for row in rows]
    for row in rows:
        text, annotation = annotated_text(row), TABLES.annotations.of(row.id)
        assert all(0 <= span.start < span.end <= len(text) for span in (*annotation.words, *annotation.points)), row.id
        assert {span.point for span in annotation.points} <= TABLES.points.by_id.keys(), row.id


def texts() -> list[tuple[str, str, int]]:
    """Id, text and level of everything a learner reads or hears before answering."""
    found = [(row.id, row.text, row.level) for row in CONTENT.sentences]
    for row in CONTENT.exchanges:
        found += [(row.id, text, row.level) for text in (row.a, row.b, row.question.zh, *row.wrong_replies)]
    for text in (*CONTENT.passages, *CONTENT.dialogues):
        lines = [turn.text for turn in text.turns] if isinstance(text, Dialogue) else text.sentences
        found += [(text.id, line, text.level) for line in lines]
        found += [(text.id, question.zh, text.level) for question in text.questions]
    return found


def test_ids_and_texts_stand_once() -> None:
    for values in (
        [row.id for row in (*CONTENT.sentences, *CONTENT.exchanges, *CONTENT.passages, *CONTENT.dialogues)],
        [row.text for row in CONTENT.sentences],
        [row.a + row.b for row in CONTENT.exchanges],
    ):
        assert [value for value, count in Counter(values).items() if count > 1] == []


def gaps() -> list[tuple[str, str, Gap]]:
    """Id, text and gap."""
    found = [(row.id, row.text, gap) for row in CONTENT.sentences for gap in (row.cloze, row.word) if gap]
    return found + [(row.id, "".join(row.sentences), row.cloze) for row in CONTENT.passages if row.cloze]


def test_every_gap_stands_in_its_text_with_four_different_options() -> None:
    for name, text, gap in gaps():
        assert text[gap.start_in(text) :].startswith(gap.key), name
        assert len({gap.key, *gap.distractors}) == 4, name
        assert not set(gap.distractors) & {gap.key, *gap.accept}, name


def test_a_gap_without_a_decided_place_is_refused() -> None:
    for name, text, gap in gaps():
        if gap.nth == 0 and text.count(gap.key) > 1:
            assert text.index(gap.key) == gap.start_in(text), name


def test_comprehension_questions_have_four_different_options() -> None:
    rows = [*CONTENT.exchanges, *CONTENT.passages, *CONTENT.dialogues]
    for row in rows:
        for question in row.questions if hasattr(row, "questions") else [row.question]:
            assert len(set(question.options)) == 4, row.id


def bare(text: str) -> str:
    """Chinese characters only."""
    return "".join(HAN_RUN.findall(text))


def test_all_chunks_give_their_sentences_and_at_most_four_orders_are_accepted() -> None:
    for row in CONTENT.sentences:
        if row.chunks:
            assert bare("".join(row.chunks)) == bare(row.text), row.id
            assert len(set(row.chunks)) == len(row.chunks), row.id
            assert len(row.orders) <= 3, row.id
            assert all(sorted(order) == list(range(len(row.chunks))) for order in row.orders), row.id

"""Every item that can be made holds together."""

from __future__ import annotations

import itertools
import re
from collections import Counter

import pytest

from core.answers.marking import mark
from core.api.core import Core
from core.backends.scripts import OpenccConverter
from core.questions.kinds.sentences import with_blank
from core.wire import QUESTION_TYPES, TOPICS, QuestionType, Topic
from core.wiring import in_memory_core
from evaluation.questions.bank_items import bank_items

CELLS = list(itertools.product(QUESTION_TYPES, TOPICS))
SIMPLIFY = OpenccConverter().simplified


@pytest.fixture(scope="module")
def core() -> Core:
    return in_memory_core()


@pytest.mark.parametrize(("kind", "topic"), CELLS)
def test_every_cell_has_fifty_items_and_none_twice(kind: QuestionType, topic: Topic) -> None:
    items = bank_items(kind, topic, "beginner")
    assert len(items) >= 50
    assert len({item.id for item in items}) == len(items)
    assert {(item.type, item.topic, item.level) for item in items} == {(kind, topic, "beginner")}


@pytest.mark.parametrize(("kind", "topic"), CELLS)
def test_the_key_of_every_item_marks_as_right_and_options_differ(kind: QuestionType, topic: Topic) -> None:
    for item in bank_items(kind, topic, "beginner"):
        assert mark(item, item.key, simplify=SIMPLIFY).is_correct, item
        for further in item.accepted:
            assert mark(item, further, simplify=SIMPLIFY).is_correct, item
        texts = [option.text for option in item.options]
        assert len(set(texts)) == len(texts), item
        assert item.explanation.zh, item
        assert item.explanation.en, item


def test_no_wrong_option_marks_as_right() -> None:
    for topic in TOPICS:
        for item in bank_items("multiple_choice", topic, "beginner")[::7]:
            right = [option.id for option in item.options if mark(item, option.id, simplify=SIMPLIFY).is_correct]
            assert right == [item.key]


def test_a_listening_item_never_shows_what_it_says() -> None:
    for kind in QUESTION_TYPES:
        for item in bank_items(kind, "listening", "beginner"):
            assert item.audio is not None
            assert item.audio.text
            assert item.audio.pinyin
            assert item.stem == ""
            said = item.audio.text.replace("男：", "").replace("女：", "")
            assert said not in item.question.zh
            assert said not in item.question.en


def test_items_name_points_that_exist_and_the_level_of_their_source(core: Core) -> None:
    points = core.tables.points.by_id
    for kind, topic in CELLS:
        for item in bank_items(kind, topic, "beginner"):
            assert all(point in points for point in item.points), item
            assert 1 <= item.standard_level <= 3


def test_a_matching_set_of_sentences_has_one_solution_by_its_own_distractors(core: Core) -> None:
    by_id = {row.id: row for row in core.tables.content.sentences}
    for item in bank_items("matching", "grammar", "beginner"):
        rows = [by_id[name] for name in item.source.split("+")]
        keys = [row.cloze.key for row in rows]
        certain = {(row.id, wrong) for row in rows for wrong in row.cloze.distractors}
        solutions = [
            order
            for order in itertools.permutations(keys)
            if not any((row.id, key) in certain for row, key in zip(rows, order, strict=True))
        ]
        assert solutions == [tuple(keys)], item
        own = {with_blank(row.text, row.cloze): row.cloze.key for row in rows}
        right = {option.id: option.text for option in item.options}
        joined = dict(pair.split("-") for pair in item.key.split(","))
        assert {left.text: right[joined[left.id]] for left in item.left} == own, item


def test_the_place_of_the_key_is_spread_over_the_options() -> None:
    places = Counter(item.key for topic in TOPICS for item in bank_items("multiple_choice", topic, "beginner"))
    share = {label: count / places.total() for label, count in places.items()}
    assert set(share) == set("ABCD")
    assert all(0.23 < value < 0.27 for value in share.values())


def test_ordering_items_are_never_shown_in_an_accepted_order() -> None:
    for topic in TOPICS:
        for item in bank_items("ordering", topic, "beginner"):
            assert ",".join(option.id for option in item.options) not in (item.key, *item.accepted)


def test_an_item_has_the_same_id_in_every_process() -> None:
    assert item_ids(in_memory_core()) == item_ids(in_memory_core())


def item_ids(core: Core) -> list[str]:
    """Ids of one cell in order."""
    return [item.id for item in core.bank.items("matching", "vocabulary", "beginner")]


def test_vocabulary_options_share_no_word_that_bears_meaning(core: Core) -> None:
    for item in bank_items("multiple_choice", "vocabulary", "beginner"):
        if "meaning" in item.tags:
            words = [set(re.findall(r"[a-z]{5,}", option.text)) for option in item.options]
            for one, other in itertools.combinations(words, 2):
                assert not one & other, item

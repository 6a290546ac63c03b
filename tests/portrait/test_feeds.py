"""Which leaves an answer feeds."""

from __future__ import annotations

from core.portrait.feeds import CONTESTABLE, FED, FEEDS, Materials, fed_by
from core.tables import shipped_tables
from core.wire import QUESTION_TYPES, TOPICS
from evaluation.questions.bank_items import bank_items


def test_every_leaf_of_the_table_is_in_the_tree_and_fed_by_some_item() -> None:
    tables = shipped_tables()
    materials = Materials(lambda: tables.content)
    items = [item for kind in QUESTION_TYPES for topic in TOPICS for item in bank_items(kind, topic)]
    found = {feed.leaf_id for item in items for feed in fed_by(item, materials)}
    assert found == {feed.leaf_id for feed in FEEDS}
    assert set(tables.indicators.by_id) >= FED


def test_every_listening_reading_and_vocabulary_item_feeds_what_is_right_or_wrong_once_in_its_skill() -> None:
    tables = shipped_tables()
    materials = Materials(lambda: tables.content)
    for topic, leaves in (("listening", {"D05", "D06", "D07"}), ("reading", {"D37", "D38"}), ("vocabulary", {"D34"})):
        for item in bank_items("multiple_choice", topic):  # type: ignore[arg-type]
            assert sum(feed.leaf_id in leaves for feed in fed_by(item, materials)) == 1, item.id


def test_a_talk_by_one_person_is_not_a_dialogue() -> None:
    tables = shipped_tables()
    materials = Materials(lambda: tables.content)
    kinds = [materials.of(row.id) for row in tables.content.dialogues]
    assert (kinds.count("monologue"), kinds.count("dialogue")) == (74, 204)


def test_what_a_contest_can_test_is_right_or_wrong() -> None:
    assert CONTESTABLE == ("D05", "D06", "D07", "D33", "D34", "D37", "D38", "D35")

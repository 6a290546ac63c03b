"""Items by target: what a plan draws from, with an organisation's own items and without what it took out of use."""

from __future__ import annotations

from random import Random

import pytest

from core.questions.organisation_bank import draft_of_own_item
from core.questions.targets import ItemShelf, TargetIndex, _DraftsByTarget, skill_of
from core.records.items import Item
from core.records.plan import DrawConstraints
from evaluation.questions.bank_items import bank_items, shared_index

SEED = 3


def constraints(*, excluded_ids: set[str] | None = None, tapped: bool = False) -> DrawConstraints:
    return DrawConstraints(excluded_ids or set(), set(), Random(SEED), tapped)


def own_text(name: str) -> Item:
    """A teacher's own question on a text of level 2."""
    made = next(item for item in bank_items("multiple_choice", "reading") if item.standard_level == 2)
    return made.model_copy(update={"id": f"q_{name}", "source": name, "similar": name})


def test_an_own_text_comes_first_and_the_bank_follows_when_it_was_seen() -> None:
    item = own_text("own")
    shelf = ItemShelf(shared_index(), own=[(item.type, item.topic, draft_of_own_item(item))])
    first = shelf.at_level("reading", 2, constraints())
    assert first is not None
    assert first.id == "q_own"
    after = shelf.at_level("reading", 2, constraints(excluded_ids={"q_own"}))
    assert after is not None
    assert after.standard_level == 2


def test_the_shared_index_does_not_keep_what_is_heard_from_a_pack_of_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    item = own_text("heard")
    shelf = ItemShelf(shared_index(), recorded={2: [draft_of_own_item(item)]})
    monkeypatch.setattr(TargetIndex, "shelves", _DraftsByTarget())
    monkeypatch.setattr(TargetIndex, "offer", lambda *_: pytest.fail("the index is asked"))
    first, again = (shelf.at_level("listening", 2, constraints()) for _ in range(2))
    assert first is not None
    assert first is again
    assert first.id == "q_heard"


def test_what_is_retired_or_was_seen_is_not_drawn() -> None:
    found = ItemShelf(shared_index()).about_point("reading", "【一01】", constraints())
    assert found is not None
    for shelf, seen in (
        (ItemShelf(shared_index(), retired={found.id}), set()),
        (ItemShelf(shared_index()), {found.id}),
    ):
        other = shelf.about_point("reading", "【一01】", constraints(excluded_ids=seen))
        assert other is not None
        assert other.id != found.id


def test_on_the_way_nothing_is_to_be_typed() -> None:
    shelf = ItemShelf(shared_index())
    typed = sorted(shelf.words("listening"))[:200]
    offers = [shelf.about_word("listening", word, constraints(tapped=True)) for word in typed]
    assert all(offer.type != "fill_blank" for offer in offers if offer is not None)
    assert any(offer is None for offer in offers), "most words are heard and typed only"


def test_the_form_nearest_to_the_wanted_chance_is_taken() -> None:
    shelf = ItemShelf(shared_index())
    base = constraints()
    easy = DrawConstraints(base.excluded_ids, base.used_sources, Random(SEED), False, lambda guessed, _level: -guessed)
    hard = DrawConstraints(base.excluded_ids, base.used_sources, Random(SEED), False, lambda guessed, _level: guessed)
    points = [f"【二{number:02d}】" for number in range(1, 40)]
    kinds = [
        [offer.type for point in points if (offer := shelf.about_point("reading", point, how)) is not None]
        for how in (easy, hard)
    ]
    assert kinds[0].count("multiple_choice") > kinds[1].count("multiple_choice")


def test_skills_follow_from_type_and_topic() -> None:
    assert skill_of("fill_blank", "vocabulary") == "writing"
    assert skill_of("multiple_choice", "listening") == "listening"
    assert skill_of("matching", "grammar") == "reading"

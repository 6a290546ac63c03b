"""Out and in again: the same items, whatever stands in them."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.questions.formats.draft import ItemDraft, draft_of, item_of
from core.questions.formats.problems import UnreadableFile
from core.questions.formats.registry import FORMATS, FormatName
from core.records.items import Item
from core.wire import Language
from tests.questions.formats.drafts import DRAFTS

SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def brought_back(name: FormatName, items: list[Item], language: Language) -> list[Item]:
    found = FORMATS[name].read(FORMATS[name].file(items, language=language))
    assert [each.problem for each in found] == [None] * len(items)
    assert [note for each in found for note in each.notes] == []
    return [item_of(each.draft) for each in found if each.draft is not None]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", FORMATS)
def test_items_of_every_cell_come_back_equal(items: list[Item], name: FormatName, language: Language) -> None:
    assert brought_back(name, items, language) == items


@pytest.mark.parametrize("name", FORMATS)
@SLOW
@given(draft=DRAFTS)
def test_an_item_with_any_text_comes_back_equal_under_its_id(name: FormatName, draft: ItemDraft) -> None:
    item = item_of(draft)
    assert brought_back(name, [item], "zh") == [item]


@SLOW
@given(draft=DRAFTS)
def test_an_item_and_its_draft_hold_the_same(draft: ItemDraft) -> None:
    item = item_of(draft)
    assert item_of(draft_of(item)) == item
    assert draft_of(item_of(draft_of(item))) == draft_of(item)


@pytest.mark.parametrize("name", FORMATS)
def test_the_same_items_give_the_same_file(items: list[Item], name: FormatName) -> None:
    some = items[:20]
    assert FORMATS[name].file(some, language="zh") == FORMATS[name].file(some, language="zh")


@pytest.mark.parametrize("name", FORMATS)
@SLOW
@given(chance=st.randoms(use_true_random=False))
def test_a_damaged_file_is_read_or_refused_and_never_breaks_the_reader(
    items: list[Item], name: FormatName, chance: Random
) -> None:
    file = bytearray(FORMATS[name].file(items[:12:3], language="zh"))
    for _ in range(chance.randint(1, 8)):
        place = chance.randrange(len(file))
        match chance.randrange(3):
            case 0:
                file[place] = chance.randrange(256)
            case 1:
                del file[place : place + chance.randint(1, 200)]
            case _:
                file[place:place] = file[chance.randrange(len(file)) :][:50]
    with suppress(UnreadableFile):
        found = FORMATS[name].read(bytes(file))
        assert all((each.draft is None) != (each.problem is None) for each in found)

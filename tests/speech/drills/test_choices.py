"""Texts offered for reading aloud."""

from __future__ import annotations

from core.speech.drills.choices import LONGEST, SENTENCE_LENGTH, TextChoices
from core.tables import shipped_tables

CHOICES = TextChoices(shipped_tables().content)


def test_every_level_has_texts_of_every_kind() -> None:
    for level in range(1, 8):
        for kind in ("sentence", "dialogue", "passage"):
            assert len(CHOICES.of(level=level, kind=kind)) >= 10, (level, kind)  # type: ignore[arg-type]


def test_no_text_is_longer_than_can_be_recorded() -> None:
    for choice in CHOICES.by_id.values():
        limits = SENTENCE_LENGTH if choice.kind == "sentence" else (1, LONGEST)
        assert limits[0] <= len(choice.text) <= limits[1], choice.id
        assert choice.title.zh
        assert choice.title.en
        assert choice.length > 0


def test_the_same_seed_draws_the_same_texts_and_another_seed_others() -> None:
    drawn = CHOICES.drawn(8, seed=1, level=2)
    assert drawn == CHOICES.drawn(8, seed=1, level=2)
    assert drawn != CHOICES.drawn(8, seed=2, level=2)


def test_a_draw_has_as_many_themes_as_texts() -> None:
    drawn = CHOICES.drawn(10, seed=3, level=3, kind="sentence")
    assert len({choice.theme for choice in drawn}) == 10


def test_texts_read_lately_come_only_when_nothing_else_is_left() -> None:
    everything = CHOICES.of(level=1, kind="passage")
    lately = {choice.id for choice in everything[2:]}
    drawn = CHOICES.drawn(2, seed=1, level=1, kind="passage", without=lately)
    assert {choice.id for choice in drawn} == {choice.id for choice in everything[:2]}
    assert len(CHOICES.drawn(len(everything), seed=1, level=1, kind="passage", without=lately)) == len(everything)


def test_a_search_looks_into_text_title_and_translation() -> None:
    by_text = CHOICES.of(search="起床，")
    assert by_text
    assert all("起床" in choice.text + choice.title.zh for choice in by_text)
    assert CHOICES.of(search="ｍｏｒｎｉｎｇ at home", kind="passage")[0].title.zh == "家里的早上"
    assert CHOICES.of(search="没有这样的课文题目") == []

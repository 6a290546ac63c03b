"""Confusion sets: what may be written for what, by sound and by shape."""

from pathlib import Path

import pytest

from core.errors import CorruptTable
from core.language.confusion_sets import ConfusionSets, Sound
from core.tables.essays.confusions import essay_confusions
from core.tables.essays.speller import essay_habits

DATA = Path(__file__).resolve().parents[2] / "data"


@pytest.fixture(scope="module")
def sets() -> ConfusionSets:
    return ConfusionSets(essay_confusions(DATA / "essay_confusions.csv"))


@pytest.mark.parametrize(
    ("written", "meant", "sound"),
    [
        ("在", "再", Sound.SAME),
        ("买", "卖", Sound.OTHER_TONE),
        ("是", "四", Sound.NEAR),
        ("老", "脑", Sound.NEAR),
        ("跑", "抱", Sound.FAR),
        ("人", "口", Sound.UNLIKE),
    ],
)
def test_two_characters_sound_alike_by_their_nearest_readings(
    sets: ConfusionSets, written: str, meant: str, sound: Sound
) -> None:
    assert sets.sound(written, meant) is sound
    assert sets.sound(meant, written) is sound


@pytest.mark.parametrize(("written", "meant"), [("己", "已"), ("侍", "待"), ("晴", "睛"), ("未", "末"), ("竟", "境")])
def test_characters_that_look_alike_are_confusions_of_one_another(
    sets: ConfusionSets, written: str, meant: str
) -> None:
    found = {confusion.character: confusion for confusion in sets.confusions(written)}
    assert 0 <= found[meant].shape_rank < 8


def test_no_character_is_a_confusion_of_itself(sets: ConfusionSets) -> None:
    assert all(character not in {one.character for one in sets.confusions(character)} for character in "的了我们是")


def test_only_the_wanted_characters_may_be_meant() -> None:
    few = ConfusionSets(essay_confusions(DATA / "essay_confusions.csv"), among="再做")
    assert [confusion.character for confusion in few.confusions("在")] == ["再"]


def test_what_is_not_in_the_table_has_no_confusions(sets: ConfusionSets) -> None:
    assert sets.confusions("A") == ()
    assert sets.sound("A", "在") is Sound.UNLIKE


def test_a_reading_that_is_none_stops_the_load(tmp_path: Path) -> None:
    path = tmp_path / "essay_confusions.csv"
    path.write_text("character,readings,alike\n在,zài,\n", encoding="utf-8")
    with pytest.raises(CorruptTable, match="readings"):
        essay_confusions(path)


def test_habits_hold_in_both_directions() -> None:
    habits = essay_habits(DATA / "essay_habits.csv")
    assert "再" in habits["在"]
    assert "在" in habits["再"]
    assert habits["的"] >= {"地", "得"}

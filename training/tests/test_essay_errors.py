"""Errors that the essay encoder learns from: planted ones and learners' pairs as labels."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from core.models.essays.encoder import DELETE, KEEP
from evaluation.ngrams.training import vocabulary
from training.essay.choices import FORBIDDEN, choices, same_function
from training.essay.noise import TAGS, Cell, Planter, Recipe
from training.essay.pairs import cells_of

TEXTS = ["他已经回家了，我们明天再去看他。", "因为下雨，所以他在家里看书。", "这个菜很好吃，你应该多吃一点。"]
WORDS = {"已经": "yi jing", "一经": "yi jing", "在家": "zai jia", "再加": "zai jia", "明天": "ming tian"}


@pytest.fixture(scope="module", params=["learner", "even"])
def planter(request: pytest.FixtureRequest) -> Planter:
    recipe: Recipe = request.param
    counts = Counter("".join(TEXTS))
    return Planter(choices(vocabulary(TEXTS), counts), WORDS, counts, recipe=recipe, clean=0.0)


def mended(cells: list[Cell]) -> str:
    """What the labels say is right."""
    put_in = (TAGS[cell.tag] if cell.tag > DELETE else "" for cell in cells)
    kept = ("" if cell.tag == DELETE else cell.intended for cell in cells)
    return "".join(f"{before}{character}" for before, character in zip(put_in, kept, strict=True)).rstrip("\x03")


def test_labels_undo_the_errors_that_were_planted(planter: Planter) -> None:
    rng = random.Random(0)
    for text in TEXTS * 60:
        assert mended(planter.cells(text, rng)) == text


def test_the_mark_of_wrong_stands_where_a_character_is_wrong(planter: Planter) -> None:
    rng = random.Random(1)
    for text in TEXTS * 30:
        for cell in planter.cells(text, rng):
            assert cell.wrong == (cell.tag == DELETE or cell.written != cell.intended)


def test_the_meant_character_is_among_the_choices(planter: Planter) -> None:
    rng = random.Random(2)
    for text in TEXTS * 30:
        assert min(planter.plant(text, rng).choice[:-1]) >= 0


def test_de_is_never_planted_for_the_adverbial_de(planter: Planter) -> None:
    rng = random.Random(3)
    cells = [cell for _ in range(300) for cell in planter.cells("他慢慢地走，高兴地笑。", rng)]
    assert not any((cell.intended, cell.written) in FORBIDDEN for cell in cells if cell.wrong)


def test_half_of_the_sentences_stay_clean() -> None:
    counts = Counter("".join(TEXTS))
    planter = Planter(choices(vocabulary(TEXTS), counts), WORDS, counts, recipe="learner")
    rng = random.Random(4)
    clean = sum(planter.plant(TEXTS[0], rng).written.rstrip("\x03") == TEXTS[0] for _ in range(400))
    assert 160 < clean < 260


def test_a_learners_pair_becomes_labels() -> None:
    cells = cells_of("我昨天去到了北京旅行很高兴", "我昨天去了北京旅行，很高兴")
    assert [
        (cell.written, TAGS[cell.tag] if cell.tag > DELETE else cell.tag) for cell in cells if cell.tag != KEEP
    ] == [
        ("到", DELETE),
        ("很", "，"),
    ]


def test_what_no_label_can_say_is_wrong_but_teaches_nothing() -> None:
    cells = cells_of("我见面他", "我跟他见面了")
    assert any(cell.tag < 0 or cell.wrong for cell in cells)


def test_classmates_do_the_same_and_leave_out_the_character_itself() -> None:
    assert set(same_function("着")) == {"了", "过"}

"""The levels of texts keep what they reached. The figures: `python -m benchmarks difficulty`."""

from __future__ import annotations

from core.wiring import in_memory_core
from evaluation.language.difficulty_texts import levelled_texts, scores
from tests.evaluation.floors import FLOORS


def test_levelled_texts_come_out_near_their_level() -> None:
    analyser = in_memory_core().analyser
    found = scores(levelled_texts(), lambda text: analyser.analyse(text).estimate.level)
    floors = FLOORS["difficulty"]
    assert found.exact >= floors["exact"]
    assert found.within_one >= floors["within_one"]
    assert found.rank_correlation >= floors["rank_correlation"]

"""The levels of texts keep what they reached. The figures: `python -m benchmarks difficulty`."""

from __future__ import annotations

from core.texts.service import grammar_text
from core.texts.wire import GrammarTextRequest
from core.wiring import in_memory_core
from evaluation.language.difficulty_sentences import SCORED, range_scores, scored_sentences
from evaluation.language.difficulty_texts import levelled_texts, scores
from tests.evaluation.floors import FLOORS


def test_levelled_texts_come_out_near_their_level() -> None:
    analyser = in_memory_core().analyser
    found = scores(levelled_texts(), lambda text: analyser.analyse(text).estimate.level)
    floors = FLOORS["difficulty"]
    assert found.exact >= floors["exact"]
    assert found.within_one >= floors["within_one"]
    assert found.rank_correlation >= floors["rank_correlation"]


def test_a_single_sentence_is_told_no_level_and_its_range_holds_the_level_it_was_written_for() -> None:
    analyser = in_memory_core().analyser
    found = range_scores(scored_sentences(), lambda text: grammar_text(GrammarTextRequest(txt=text), analyser=analyser))
    assert found.n == SCORED
    assert (found.told, found.narrow) == (0, 0)
    assert found.held / found.n >= FLOORS["difficulty"]["sentence_ranges_held"]

"""What a result says: points in the order of the standard, level with its reasons, coverage, what to change."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from core.api.core import Core
from core.language.difficulty import CREDIBLE, estimate
from core.texts.wire import GrammarText, GrammarTextRequest

PUT = "他把书放在桌子上了。"


@pytest.fixture(scope="module")
def results(texts_core: Core, passages: list[str]) -> list[GrammarText]:
    return [texts_core.texts.grammar_text(GrammarTextRequest(txt=text)) for text in passages]


def test_points_stand_in_the_order_of_the_standard_each_with_its_places(
    texts_core: Core, results: list[GrammarText], passages: list[str]
) -> None:
    order = list(texts_core.analyser.point_levels)
    for text, result in zip(passages, results, strict=True):
        assert result.grammar_list == sorted(result.grammar_list, key=order.index)
        assert list(result.grammar_dict) == result.grammar_list
        for matches in result.grammar_dict.values():
            assert matches
            assert [match[:2] for match in matches] == sorted({match[:2] for match in matches})
            assert all(text[start:end] == matched for start, end, matched, _ in matches)


def test_distinct_points_are_counted_by_level_and_the_two_highest_together(
    texts_core: Core, results: list[GrammarText]
) -> None:
    levels = texts_core.analyser.point_levels
    for result in results:
        counts = result.grammar_count.model_dump()
        assert sum(counts.values()) == len(result.grammar_list)
        assert counts["level_6_9"] == sum(levels[point] >= 6 for point in result.grammar_list)
        assert counts["level_1"] == sum(levels[point] == 1 for point in result.grammar_list)


def test_the_interval_holds_the_level_and_four_fifths_of_the_probability(results: list[GrammarText]) -> None:
    for result in results:
        low, high = result.level_interval
        assert 1 <= low <= int(result.difficulty_level) <= high <= 7
        assert sum(result.level_probabilities) == pytest.approx(1, abs=0.004)
        assert sum(result.level_probabilities[low - 1 : high]) >= CREDIBLE - 0.004
        assert result.known
        assert result.standard == "GF 0025-2021"


def test_coverage_rises_to_at_most_1_in_both_standards(results: list[GrammarText]) -> None:
    for result in results:
        assert [curve.standard for curve in result.coverage] == ["GF 0025-2021", "HSK syllabus 2025"]
        for curve in result.coverage:
            for shares in (curve.words, curve.characters):
                assert len(shares) == 7
                assert shares == sorted(shares)
                assert 0 <= shares[0] <= shares[-1] <= 1


def test_reasons_are_at_or_above_the_level_and_stand_in_the_text(
    results: list[GrammarText], passages: list[str]
) -> None:
    for text, result in zip(passages, results, strict=True):
        reasons, level = result.reasons, int(result.difficulty_level)
        assert all((word.level or 8) >= level for word in reasons.words)
        assert all(word.word in text for word in reasons.words)
        assert [word.count for word in reasons.words] == sorted((word.count for word in reasons.words), reverse=True)
        assert sum(word.share for word in reasons.words) <= 1.01
        assert all(point.level >= level for point in reasons.points)
        assert [point.level for point in reasons.points] == sorted((p.level for p in reasons.points), reverse=True)
        assert all(point.count == len(result.grammar_dict[point.id]) for point in reasons.points)
        assert all(mark in text for mark in reasons.characters)
        assert len(set(reasons.characters)) == len(reasons.characters)
        assert reasons.words_per_clause > 0


def test_a_reason_counts_all_its_places(texts_core: Core) -> None:
    result = texts_core.texts.grammar_text(GrammarTextRequest(txt=PUT * 3))
    (word,) = (word for word in result.reasons.words if word.word == "把")
    assert (word.count, word.level, result.words) == (3, 3, 24)
    assert word.share == pytest.approx(1 / 8)


def test_the_level_of_two_texts_together_lies_between_theirs(texts_core: Core, passages: list[str]) -> None:
    def level(text: str) -> int:
        return texts_core.analyser.analyse(text).estimate.level

    chosen = passages[::9]
    levels = {text: level(text) for text in chosen}
    for first, second in itertools.pairwise([*chosen, *chosen[::2]]):
        together = level(f"{first}\n{second}")
        low, high = sorted([levels[first], levels[second]])
        assert low <= together <= high, (first, second)


def test_the_same_text_twice_has_the_level_of_once(texts_core: Core, passages: list[str]) -> None:
    for text in passages[::15]:
        once, twice = (texts_core.analyser.analyse(each).estimate for each in (text, f"{text}\n{text}"))
        assert (once.level, 2 * once.words) == (twice.level, twice.words)


def test_the_content_rises_in_level_from_band_to_band(texts_core: Core) -> None:
    rows = texts_core.tables.content.passages
    means = []
    for band in (1, 2, 3):
        texts = ["".join(row.sentences) for row in rows if row.level == band]
        scores = [texts_core.analyser.analyse(text).estimate.score for text in texts]
        means.append(sum(scores) / len(scores))
    assert means == sorted(means)


def test_the_changes_that_are_named_truly_lower_the_level(
    texts_core: Core, passages: list[str], results: list[GrammarText]
) -> None:
    tried = 0
    for text, result in zip(passages, results, strict=True):
        lower, analysis = result.lower, texts_core.analyser.analyse(text)
        assert lower.level == max(1, int(result.difficulty_level) - 1)
        assert lower.reachable is (int(result.difficulty_level) > 1)
        assert set(lower.points) <= set(result.grammar_list)
        if not lower.reachable:
            continue
        tried += 1
        words = [
            replace(word, level=lower.level, characters=(lower.level,) * len(word.characters))
            if analysis.parsed.text[word.start : word.end] in lower.words
            else word
            for word in analysis.counted
        ]
        assert estimate(words).level <= lower.level
    assert tried > 5


def test_the_view_has_the_result_and_every_word_with_both_levels(texts_core: Core) -> None:
    request = GrammarTextRequest(txt=PUT)
    view = texts_core.texts.view(request)
    assert view.result == texts_core.texts.grammar_text(request)
    shown = {view.text[word.start : word.end]: (word.level, word.syllabus_level) for word in view.shown_words}
    assert shown["把"] == (3, 3)
    assert shown["桌子"] == (1, 1)
    assert all(before.end <= after.start for before, after in itertools.pairwise(view.shown_words))

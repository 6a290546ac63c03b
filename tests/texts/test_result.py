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
        reasons, level = result.reasons, int(result.difficulty_level) if result.level_known else 2
        assert all((word.level or 8) >= level for word in reasons.words)
        assert all(word.word in text for word in reasons.words)
        counts = [word.count for word in reasons.words]
        assert counts == sorted(counts, reverse=True) or not result.level_known
        assert sum(word.share for word in reasons.words) <= 1.01
        assert all(point.level >= level for point in reasons.points)
        assert [point.level for point in reasons.points] == sorted((p.level for p in reasons.points), reverse=True)
        assert all(point.count == len(result.grammar_dict[point.id]) for point in reasons.points)
        assert all(mark in text for mark in reasons.characters)
        assert len(set(reasons.characters)) == len(reasons.characters)
        assert reasons.words_per_clause > 0


def test_the_level_is_the_median_of_the_probabilities_that_are_sent(results: list[GrammarText]) -> None:
    for result in results:
        level, probabilities = int(result.difficulty_level), result.level_probabilities
        assert sum(probabilities[:level]) >= 0.5 - 0.004
        assert sum(probabilities[level - 1 :]) >= 0.5 - 0.004


SHORT = "你慢点儿走，别摔倒了。"
ENOUGH = "昨天晚上我和朋友一起去饭馆吃饭，点了很多菜。服务员说这里的鱼最好吃，所以我们又要了一条鱼。吃完饭，我们坐地铁回家了。"


def test_a_text_of_one_sentence_has_no_known_level_and_the_hardest_words_stand_first(texts_core: Core) -> None:
    result = texts_core.texts.grammar_text(GrammarTextRequest(txt=SHORT))
    assert result.known
    assert not result.level_known
    assert result.difficulty_level in set("1234567")
    assert [(word.word, word.level) for word in result.reasons.words] == [("摔倒", 5)]
    assert (result.lower.words, result.lower.points, result.lower.reachable) == ([], [], False)


def test_what_stands_out_in_a_short_text_lies_above_level_1_and_the_hardest_comes_first(texts_core: Core) -> None:
    request = GrammarTextRequest(txt="虽然天气很冷，王静还是坚持去操场锻炼身体。")
    reasons = texts_core.texts.grammar_text(request).reasons
    levels = [word.level or 8 for word in reasons.words]
    assert levels == sorted(levels, reverse=True)
    assert min(levels) >= 2
    assert reasons.points
    assert all(point.level >= 2 for point in reasons.points)
    assert "王静" not in [word.word for word in reasons.words]


def test_a_text_of_thirty_words_has_a_level_and_names_do_not_make_it_long_enough(texts_core: Core) -> None:
    result = texts_core.texts.grammar_text(GrammarTextRequest(txt=ENOUGH))
    assert result.words >= 30
    assert result.level_known
    named = texts_core.texts.grammar_text(GrammarTextRequest(txt="李明和王芳住在北京，张伟住在上海。" * 4))
    assert named.words < 30
    assert not named.level_known


def test_the_advice_never_replaces_a_name(texts_core: Core) -> None:
    text = ENOUGH + "第二天，王静从马德里回来了，我们去机场接她，她给我们带了西班牙的火腿和橄榄。"
    result = texts_core.texts.grammar_text(GrammarTextRequest(txt=text))
    assert result.level_known
    for names in ([word.word for word in result.reasons.words], result.lower.words):
        assert not {"王静", "马德里", "西班牙"} & set(names)


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


@pytest.mark.exhaustive
def test_the_changes_that_are_named_truly_lower_the_level(
    texts_core: Core, passages: list[str], results: list[GrammarText]
) -> None:
    tried = 0
    for text, result in zip(passages, results, strict=True):
        lower, analysis = result.lower, texts_core.analyser.analyse(text)
        assert lower.level == max(1, int(result.difficulty_level) - 1)
        assert lower.reachable is (result.level_known and int(result.difficulty_level) > 1)
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

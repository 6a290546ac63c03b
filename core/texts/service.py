"""Text difficulty and grammar points, read as numbered steps."""

from __future__ import annotations

from collections import Counter, defaultdict

from core.language.difficulty import LEVELS, UNLISTED, changes_to_lower, coverage
from core.language.levels import HAN
from core.language.standards import GRADING_STANDARD, SYLLABUS
from core.texts.analysis import Analyser, Analysis
from core.texts.wire import (
    Coverage,
    GrammarCount,
    GrammarText,
    GrammarTextRequest,
    HardPoint,
    HardWord,
    Lower,
    Reasons,
    ShownWord,
    TextView,
)  # fmt: skip

MOST_REASONS = 20
MOST_POINTS = 8


def grammar_text(request: GrammarTextRequest, *, analyser: Analyser) -> GrammarText:
    """The result of the contract for a text; nothing is stored."""
    # 1. Parse, level, match: once.
    analysis = analyser.analyse(request.txt)
    # 2. Put it into the form of the contract.
    return result(analysis, analyser)


def text_view(request: GrammarTextRequest, *, analyser: Analyser) -> TextView:
    """The same with the levels of every word, for the page."""
    analysis = analyser.analyse(request.txt)
    shown = [
        ShownWord(
            start=word.start,
            end=word.end,
            level=None if word.level == UNLISTED else word.level,
            syllabus_level=analyser.syllabus.word_level(word.text),
            evidence=word.evidence,
        )
        for word in analysis.words
    ]
    return TextView(text=request.txt, result=result(analysis, analyser), shown_words=shown)


def result(analysis: Analysis, analyser: Analyser) -> GrammarText:
    """An analysis in the form of the contract."""
    matches_of: dict[str, list[tuple[int, int, str, str]]] = defaultdict(list)
    for match in analysis.matches:
        matches_of[match.point].append((match.start, match.end, analysis.text[match.start : match.end], match.type))
    order = list(analyser.point_levels)
    points = sorted(matches_of, key=order.index)
    estimate = analysis.estimate
    return GrammarText(
        grammar_list=points,
        grammar_dict={point: matches_of[point] for point in points},
        difficulty_level=str(estimate.level),  # type: ignore[arg-type]
        grammar_count=_count(points, analyser),
        known=estimate.words > 0,
        level_known=estimate.level_known,
        level_interval=(estimate.low, estimate.high),
        level_probabilities=[round(share, 3) for share in estimate.probabilities],
        words=estimate.words,
        reasons=_reasons(analysis, analyser),
        coverage=_coverage(analysis, analyser),
        lower=_lower(analysis, analyser),
    )


def _count(points: list[str], analyser: Analyser) -> GrammarCount:
    levels = Counter(analyser.point_levels[point] for point in points)
    fields = {f"level_{level}": levels[level] for level in range(1, 6)}
    return GrammarCount(**fields, level_6_9=levels[6] + levels[7])


def _floor(analysis: Analysis) -> int:
    """The level from which on words and points are named as reasons: of a text without a known level everything above level 1."""
    return analysis.estimate.level if analysis.estimate.level_known else LEVELS[1]


def _reasons(analysis: Analysis, analyser: Analyser) -> Reasons:
    lengths = [word.clause_words for word in analysis.counted]
    clauses = sum(1 / length for length in lengths)
    return Reasons(
        words=_hard_words(analysis, analyser),
        characters=_hard_characters(analysis),
        points=_hard_points(analysis, analyser),
        words_per_clause=round(len(lengths) / clauses, 1) if clauses else 0.0,
    )


def _hard_words(analysis: Analysis, analyser: Analyser) -> list[HardWord]:
    """The words that are not known at the level below, most frequent first, then hardest; the hardest first where no level is known."""
    counts: Counter[tuple[str, int]] = Counter(
        (analysis.parsed.text[word.start : word.end], word.level)
        for word in analysis.counted
        if word.level >= _floor(analysis)
    )
    by_count = sorted(counts.items(), key=lambda item: (-item[1], -item[0][1]))
    ordered = by_count if analysis.estimate.level_known else sorted(by_count, key=lambda item: -item[0][1])
    return [
        HardWord(
            word=word,
            level=None if level == UNLISTED else level,
            syllabus_level=analyser.syllabus.word_level(word),
            count=count,
            share=round(count / len(analysis.counted), 4),
        )
        for (word, level), count in ordered[:MOST_REASONS]
    ]


def _hard_characters(analysis: Analysis) -> list[str]:
    text = analysis.parsed.text
    levels = {
        character: level
        for word in analysis.counted
        for character, level in zip(HAN.findall(text, word.start, word.end), word.characters, strict=True)
    }
    least = analysis.estimate.level + 1 if analysis.estimate.level_known else LEVELS[1]
    above = [character for character, level in levels.items() if level >= least]
    return sorted(above, key=lambda character: -levels[character])[:MOST_REASONS]


def _hard_points(analysis: Analysis, analyser: Analyser) -> list[HardPoint]:
    counts = Counter(match.point for match in analysis.matches)
    points = [
        HardPoint(id=point, level=level, count=count)
        for point, count in counts.items()
        if (level := analyser.difficulty_points.get(point, 0)) >= _floor(analysis)
    ]
    return sorted(points, key=lambda point: (-point.level, -point.count))[:MOST_REASONS]


def _coverage(analysis: Analysis, analyser: Analyser) -> list[Coverage]:
    texts = [analysis.parsed.text[word.start : word.end] for word in analysis.counted]
    characters = [character for text in texts for character in HAN.findall(text)]
    syllabus = analyser.syllabus
    return [
        Coverage(
            standard=GRADING_STANDARD,
            words=_rounded(coverage(word.level for word in analysis.counted)),
            characters=_rounded(coverage(level for word in analysis.counted for level in word.characters)),
        ),
        Coverage(
            standard=SYLLABUS,
            words=_rounded(coverage(syllabus.word_level(text) or UNLISTED for text in texts)),
            characters=_rounded(coverage(syllabus.character_level(character) or UNLISTED for character in characters)),
        ),
    ]


def _rounded(shares: tuple[float, ...]) -> list[float]:
    return [round(share, 4) for share in shares]


def _lower(analysis: Analysis, analyser: Analyser) -> Lower:
    if not analysis.estimate.level_known:
        return Lower(level=max(analysis.estimate.level - 1, 1), words=[], points=[], reachable=False)
    text = analysis.parsed.text
    change = changes_to_lower(analysis.estimate, [(text[word.start : word.end], word) for word in analysis.counted])
    harder = {
        match.point: level
        for match in analysis.matches
        if (level := analyser.difficulty_points.get(match.point, 0)) > max(change.to_level, 1)
    }
    points = sorted(harder, key=lambda point: -harder[point])[:MOST_POINTS]
    return Lower(level=change.to_level, words=list(change.words), points=points, reachable=change.reached)

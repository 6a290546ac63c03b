"""What a set of marked answers says, by knowledge point, word and skill: strengths, weaknesses, what to do next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.answers.tested import tested_official_points
from core.answers.wire import LEAST_FOR_SKILL, AdviceItem, Analysis, PointRecord, SkillAnalysis, SkillScore
from core.learning.intervals import wilson
from core.learning.mastery import LEAST_ANSWERS, MET_FROM
from core.records.items import Item
from core.tables.points import Points
from core.wire import TOPICS, Language, Topic

SKILL_NAMES: dict[Topic, tuple[str, str]] = {
    "vocabulary": ("词汇", "Vocabulary"),
    "grammar": ("语法", "Grammar"),
    "reading": ("阅读", "Reading"),
    "listening": ("听力", "Listening"),
}
WEAK_SHARE = MET_FROM
"""Below this share a skill is named as a weakness: the contract's bar for met."""
GOOD_SHARE = 0.8
"""From this share of right answers on, a skill or point is named as a strength."""
MOST_NAMED = 5
NEXT_ITEMS = 5
"""Items to do after a review: one short round."""


@dataclass(frozen=True)
class MarkedAnswer:
    """One answer with what it is evidence for."""

    item_id: str
    topic: Topic
    points: tuple[str, ...]
    words: tuple[str, ...]
    is_correct: bool
    score: float
    source: str
    """evaluation_id#position."""

    @classmethod
    def of(cls, item: Item, *, is_correct: bool, score: float, source: str) -> MarkedAnswer:
        """From the item that was answered."""
        return cls(item.id, item.topic, tuple(item.points), tuple(item.words), is_correct, score, source)


def analyse(answers: Sequence[MarkedAnswer], points: Points, language: Language) -> Analysis:
    """Strengths, weaknesses and recommendations that name knowledge points and words.

    `answers` without those that were left empty: no evidence comes from them either.
    """
    zh = language == "zh"
    by_point = point_records(answers, points, language)
    missed = sorted((row for row in by_point if row.correct < row.n), key=lambda row: (row.correct - row.n, row.level))
    strong = sorted(
        (row for row in by_point if row.correct == row.n >= LEAST_ANSWERS), key=lambda row: (-row.n, row.level)
    )
    missed_words = _missed_words(answers, right=False)
    strengths = [*_strong_skills(answers, zh), *(_point_with_count(row) for row in strong[:MOST_NAMED])]
    weaknesses = [*_weak_skills(answers, zh), *(_point_with_count(row) for row in weakest(missed))]
    return Analysis(
        strengths=strengths,
        weaknesses=weaknesses,
        recommendations=_recommendations(
            missed[:MOST_NAMED], missed_words, [row.item_id for row in answers if not row.is_correct], zh
        ),
    )


def _recommendations(
    missed: list[PointRecord], missed_words: list[str], wrong_items: list[str], zh: bool
) -> list[AdviceItem]:
    recommendations = [
        AdviceItem(
            type="review_point",
            content=f"复习{row.point_id}“{row.name}”，再做 {NEXT_ITEMS} 道同类题。"
            if zh
            else f"Review {row.point_id} {row.name}, then do {NEXT_ITEMS} more items on it.",
            resources=[row.point_id],
        )
        for row in missed
    ]
    if missed_words:
        words = "、".join(missed_words) if zh else ", ".join(missed_words)
        content = f"记一记这些词：{words}。" if zh else f"Learn these words: {words}."
        recommendations.append(AdviceItem(type="review_words", content=content, resources=[]))
    if wrong_items:
        content = "把做错的题再做一遍。" if zh else "Redo the exercises you got wrong."
        recommendations.append(AdviceItem(type="redo", content=content, resources=list(dict.fromkeys(wrong_items))))
    return recommendations


def _strong_skills(answers: Sequence[MarkedAnswer], zh: bool) -> list[str]:
    return _skills(answers, zh, lambda share: share >= GOOD_SHARE)


def _weak_skills(answers: Sequence[MarkedAnswer], zh: bool) -> list[str]:
    return _skills(answers, zh, lambda share: share < WEAK_SHARE)


def _skills(answers: Sequence[MarkedAnswer], zh: bool, fits: Callable[[float], bool]) -> list[str]:
    lines = []
    for topic in TOPICS:
        right = [row.is_correct for row in answers if row.topic == topic]
        if len(right) >= LEAST_FOR_SKILL and fits(sum(right) / len(right)):
            name = SKILL_NAMES[topic][0 if zh else 1]
            lines.append(
                f"{name}：{len(right)} 题对 {sum(right)} 题" if zh else f"{name}: {sum(right)} of {len(right)}"
            )
    return lines


def _missed_words(answers: Iterable[MarkedAnswer], *, right: bool) -> list[str]:
    return list(dict.fromkeys(word for row in answers if row.is_correct is right for word in row.words))[:MOST_NAMED]


def _point_with_count(row: PointRecord) -> str:
    return f"{row.point_id} {row.name} ({row.correct}/{row.n})"


def point_records(answers: Iterable[MarkedAnswer], points: Points, language: Language) -> list[PointRecord]:
    """Each official point that the answers test, with its counts and the answers under it."""
    answers_by_point: dict[str, list[MarkedAnswer]] = defaultdict(list)
    for row in answers:
        for point_id in tested_official_points(row.topic, row.points, points):
            answers_by_point[point_id].append(row)
    return [
        PointRecord(
            point_id=point_id,
            name=points.short_name(point_id).get(language),
            level=points.by_id[point_id].level,
            n=len(rows),
            correct=sum(row.is_correct for row in rows),
            evidence=[row.source for row in rows],
        )
        for point_id, rows in answers_by_point.items()
    ]


def weakest(records: Iterable[PointRecord], *, least: int = LEAST_ANSWERS, most: int = MOST_NAMED) -> list[PointRecord]:
    """Points answered wrong more often than chance of the draw explains: lowest upper bound of accuracy first."""
    poor = [row for row in records if row.n >= least and row.correct / row.n < GOOD_SHARE]
    return sorted(poor, key=lambda row: (wilson(row.correct / row.n, row.n)[1], row.level))[:most]


def strongest(
    records: Iterable[PointRecord], *, least: int = LEAST_ANSWERS, most: int = MOST_NAMED
) -> list[PointRecord]:
    """Points answered right: highest lower bound of accuracy first."""
    good = [row for row in records if row.n >= least and row.correct / row.n >= GOOD_SHARE]
    return sorted(good, key=lambda row: (-wilson(row.correct / row.n, row.n)[0], row.level))[:most]


def skill_analysis(scores: Iterable[tuple[Topic, float]]) -> SkillAnalysis:
    """Mean score by skill, with the level names of the contract."""
    scores_by_topic: dict[Topic, list[float]] = {topic: [] for topic in TOPICS}
    for topic, score in scores:
        scores_by_topic[topic].append(score)
    return SkillAnalysis(**{topic: _skill(values) for topic, values in scores_by_topic.items()})


def _skill(scores: list[float]) -> SkillScore:
    """excellent from 90, good from 75, average from 60, weak below, none without answers (decisions, Values)."""
    if not scores:
        return SkillScore(score=0.0, level="none", n=0, interval=None)
    mean = sum(scores) / len(scores)
    score = round(mean, 1)
    return SkillScore(score=score, level=_level_of(score), n=len(scores), interval=score_interval(mean, len(scores)))


def _level_of(score: float) -> Literal["excellent", "good", "average", "weak"]:
    if score >= 90:
        return "excellent"
    if score >= 75:
        return "good"
    return "average" if score >= 60 else "weak"


def score_interval(mean: float, n: int) -> tuple[float, float] | None:
    """95 % interval of a mean score on 0-100; None under 2 answers."""
    if n < 2:
        return None
    low, high = wilson(mean / 100, n)
    return (round(100 * low, 1), round(100 * high, 1))

"""What an essay does well: true, of the level, with the words that show it, and never beside an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.essays.feedback.strengths import FLUENT_CLAUSE, MOST_STRENGTHS, Strength, strengths
from core.essays.integrity import Finding
from core.essays.scoring.features import EssayFeatures, LevelledWord
from core.records.texts import Token
from core.wire import Bilingual
from evaluation.essays.fakes import ListedErrors, evaluator, request

ESSAY = "周末我把房间打扫干净了。因为天气很好，所以我们参观了博物馆。我喜欢那里的环境。他跑的快。"
POINTS = {"【三54】": 3, "【二68】": 2, "【一05】": 1}
SPANS: Mapping[str, Sequence[tuple[int, int]]] = {"【三54】": [(3, 10)], "【二68】": [(12, 21)], "【一05】": [(31, 33)]}


def word(text: str, level: int) -> LevelledWord:
    start = ESSAY.index(text)
    return LevelledWord(text, start, start + len(text), level)


WORDS = [word("打扫", 3), word("参观", 3), word("博物馆", 5), word("环境", 3), word("喜欢", 1)]


def features(level: str = "3", *, wrong: ListedErrors | None = None, essay: str = ESSAY) -> EssayFeatures:
    """The essay with its points and words, and the words that join its clauses as tokens."""
    found = evaluator(*([wrong] if wrong else [])).assess(request(essay, hsk_level=level)).features
    sentence = found.parsed.sentences[1]
    tokens = [Token(text, essay.index(text), essay.index(text) + 2, "SCONJ", -1, "mark") for text in ("因为", "所以")]
    parsed = replace(
        found.parsed,
        sentences=(found.parsed.sentences[0], replace(sentence, tokens=tokens), *found.parsed.sentences[2:]),
    )
    return replace(found, points=SPANS, words=WORDS, parsed=parsed)


def said(of: EssayFeatures, log_probability: float = -2.0) -> list[Strength]:
    return strengths(of, POINTS, np.full(len(of.essay), log_probability))


def quotes(of: EssayFeatures, strength: Strength) -> list[str]:
    return [of.essay[start:end] for start, end in strength.spans]


def test_a_point_joined_clauses_and_words_of_the_level_are_said_with_the_words_that_show_them() -> None:
    essay = features()
    point, joined, words = said(essay)
    assert (point.kind, point.point, quotes(essay, point)) == ("point", "【三54】", ["把房间打扫干净"])
    assert (joined.kind, joined.point, quotes(essay, joined)) == ("joined", "【二68】", ["因为", "所以"])
    assert (words.kind, quotes(essay, words)) == ("words", ["打扫", "参观", "博物馆", "环境"])


def test_nothing_is_praised_that_is_ordinary_for_the_level() -> None:
    assert [strength.kind for strength in said(features("5"))] == []
    assert "【一05】" not in {strength.point for strength in said(features("2"))}


def test_nothing_is_praised_in_a_clause_with_an_edit_or_a_place_to_check() -> None:
    for probability in (0.9, 0.48):
        essay = features(wrong=ListedErrors({"房间": ("屋子", "W"), "环境": ("情况", "W")}, probability=probability))
        assert len(essay.edits) + len(essay.checks) == 2
        spoken = said(essay)
        assert {strength.kind for strength in spoken} == {"joined", "words"}
        assert quotes(essay, spoken[1]) == ["参观", "博物馆"]


def test_a_point_that_is_wrong_anywhere_is_not_praised_elsewhere() -> None:
    wrong = ListedErrors({"跑的": ("跑得", "W")}, points={"跑的": "【三54】"})
    assert "point" not in {strength.kind for strength in said(features(wrong=wrong))}


def test_nothing_is_praised_that_no_model_finds_fluent() -> None:
    assert said(features(), FLUENT_CLAUSE - 0.1) == []
    assert strengths(features(), POINTS, None) == []


def test_one_word_of_the_level_or_words_of_the_title_are_no_strength() -> None:
    assert said(replace(features(), points={}, words=WORDS[:1])) == []
    assert said(replace(features(), points={}, words=WORDS[:2], title="参观")) == []


def test_a_text_that_is_not_scored_like_an_essay_is_not_praised() -> None:
    finding = Finding("repetition", "caution", 60.0, Bilingual(zh="重复", en="repeated"))
    assert said(replace(features(), findings=[finding])) == []


def test_particles_are_praised_where_they_are_many_and_none_is_marked() -> None:
    def with_particles(count: int, *, wrong: bool) -> list[Strength]:
        text = "他高兴地说我的书很好看，" * count
        plain = evaluator(*([ListedErrors({"我的": ("我", "D")})] if wrong else [])).assess(request(text)).features
        tokens = [
            Token(character, index, index + 1, "PART", -1, "mark")
            for index, character in enumerate(text)
            if character in "的地"
        ]
        sentences = (replace(plain.parsed.sentences[0], tokens=tokens),)
        return said(replace(plain, findings=[], parsed=replace(plain.parsed, sentences=sentences)))

    assert [(each.kind, each.count, each.spans) for each in with_particles(6, wrong=False)] == [("particles", 12, ())]
    assert with_particles(3, wrong=False) == []
    assert with_particles(6, wrong=True) == []


def test_at_most_three_strengths_one_of_each_kind() -> None:
    essay = replace(features("2"), points={**SPANS, "【四39】": [(31, 35)]})
    spoken = strengths(essay, {**POINTS, "【四39】": 4}, np.full(len(essay.essay), -2.0))
    assert len(spoken) == len({strength.kind for strength in spoken}) == MOST_STRENGTHS
    assert spoken[0].point == "【四39】"

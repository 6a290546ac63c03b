"""From an essay to its report: all steps together, with correctors whose proposals are known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from pydantic import ValidationError

from core.errors import BadParameter
from core.essays.model import Proposal
from core.essays.refusals import NoChinese, TextTooLong, TextTooShort
from core.essays.reporting import report_of
from core.essays.wire import EssayReport
from core.language.difficulty import LEAST_WORDS, CountedWord
from core.language.grammar.sentence import ParsedText
from evaluation.essays.fakes import UNSTABLE_ERRORS, CharacterAnalyser, ListedErrors, evaluator, request

WRONG = ListedErrors(
    {
        "高心": ("高兴", "B"), "题高": ("提高", "B"), "了了": ("了", "D"), "尊敬意见": ("尊重意见", "W"), "见面他": ("跟他见面", "S"),
        "一本猫": ("一只猫", "W"), ",": ("，", "P"), "没来": ("没有来", "W"),
    },
    points={"一本猫": "【一17】"},
)  # fmt: skip
ESSAY = "昨天我很高心,我的汉语题高了了。\r\n我要见面他，他有一本猫，我尊敬意见。"


def evaluated(essay: str = ESSAY, *correctors: Any, **fields: str) -> EssayReport:
    """The report with the corrector `WRONG`, or with others."""
    return evaluator(*(correctors or (WRONG,))).evaluate(request(essay, **fields), language="zh")


def test_everything_in_a_report_follows_from_its_edits() -> None:
    report = evaluated()
    assert [(edit.type, edit.original, edit.replacement) for edit in report.edits] == [
        ("B", "心", "兴"), ("P", ",", "，"), ("B", "题", "提"), ("D", "了", ""), ("S", "见面他", "跟他见面"), ("W", "一本猫", "一只猫"),
        ("W", "尊敬意见", "尊重意见"),
    ]  # fmt: skip
    assert report.corrected_version == "昨天我很高兴，我的汉语提高了。\r\n我要跟他见面，他有一只猫，我尊重意见。"
    assert report.marked_version == (
        "昨天我很高兴[B心]，[P,]我的汉语提[B题]高[D了]了。\r\n"
        "我要[S见面他→跟他见面]，他有[W一本猫→一只猫]，我[W尊敬意见→尊重意见]。"
    )
    assert report.word_level.error_count == 6
    assert [(error.type, error.position) for error in report.word_level.errors[:3]] == [
        ("别字", "5-6"), ("标点", "6-7"), ("别字", "11-12"),
    ]  # fmt: skip
    assert (report.sentence_level.grammar_errors, report.sentence_level.vocabulary_issues) == (2, 1)


def test_reasons_come_in_the_language_of_the_caller_and_in_both_beside_it() -> None:
    english = evaluator(WRONG).evaluate(request(ESSAY), language="en")
    assert english.word_level.errors[0].explanation == english.edits[0].explanation.en
    assert evaluated().word_level.errors[0].explanation == english.edits[0].explanation.zh


def test_without_correctors_an_essay_has_no_edits() -> None:
    report = evaluator().evaluate(request(ESSAY), language="zh")
    assert (report.edits, report.corrected_version) == ([], ESSAY)
    assert report.models == ["essay-score 2"]


def test_an_essay_that_cannot_be_evaluated_is_refused_with_what_to_do() -> None:
    with pytest.raises(TextTooShort, match="has 3 Chinese characters; evaluation needs at least 10") as short:
        evaluated("你好吗?")
    assert (short.value.remedy("zh"), short.value.remedy("en")) == ("请再写 7 个字。", "Write 7 more characters.")
    for nothing in ("", "Hello, teacher!", "😀" * 20):
        with pytest.raises(NoChinese, match="has no Chinese characters"):
            evaluated(nothing)
    with pytest.raises(TextTooLong, match="has 5001 characters; at most 5000"):
        evaluated("我" * 5001)
    with pytest.raises(BadParameter, match="essay_content"):
        evaluated("你好")


def test_characters_of_the_rarer_planes_count() -> None:
    assert evaluated("𠮷" * 10).characters == 10


@pytest.mark.parametrize(
    "changed",
    [
        {"hsk_level": "7"},
        {"hsk_level": "0"},
        {"framework": "RACE"},
        {"strictness": "mild"},
        {"essay_title": "题" * 201},
    ],
)
def test_what_the_contract_does_not_know_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        request(ESSAY, **changed)


def test_defaults_are_those_of_the_contract() -> None:
    essay_request = request(ESSAY)
    defaults = (essay_request.essay_title, essay_request.hsk_level, essay_request.framework, essay_request.strictness)
    assert defaults == ("", "4", "RASNC", "normal")


def test_what_a_second_reading_would_undo_is_not_shown() -> None:
    report = evaluated("我今天去学校学习了汉语的词", ListedErrors(UNSTABLE_ERRORS))
    assert report.edits == []
    assert report.corrected_version == report.essay_content


def test_the_stricter_the_reader_the_more_is_shown() -> None:
    shown = {}
    for strictness in ("strict", "normal", "gentle"):
        report = evaluated(ESSAY, replace(WRONG, probability=0.48), strictness=strictness)
        shown[strictness] = (len(report.edits), len(report.checks))
    assert shown == {"strict": (7, 0), "normal": (0, 7), "gentle": (0, 0)}


def test_places_to_check_cost_nothing() -> None:
    doubted = evaluated(ESSAY, replace(WRONG, probability=0.48))
    assert (doubted.word_level.error_count, doubted.corrected_version) == (0, ESSAY)
    assert doubted.overall_score == evaluator().evaluate(request(ESSAY), language="zh").overall_score


def test_each_further_error_lowers_the_score_or_leaves_it() -> None:
    scores = [evaluated("我很高兴。" * (8 - count) + "我很高心。" * count).overall_score for count in range(6)]
    assert scores == sorted(scores, reverse=True)


def test_a_text_that_is_no_essay_gets_a_reason_and_no_high_score() -> None:
    report = evaluated("我很喜欢我的家。" * 200, hsk_level="1")
    assert [finding.kind for finding in report.findings] == ["repetition"]
    assert report.overall_score <= 20
    assert report.score_range[1] <= 20
    assert report.discourse_level.suggestions[0] == report.findings[0].reason.zh


def test_essay_and_title_come_back_exactly_as_sent() -> None:
    essay = " \ufeff我今天去学校学习汉语了。\r\n\r\n\t𠮷😀[→]\\<b>&amp;</b> \n"
    report = evaluated(essay, essay_title=" 我的 [题] ")
    assert (report.essay_content, report.corrected_version, report.essay_title) == (essay, essay, " 我的 [题] ")


def test_the_report_says_which_engine_and_which_correctors_answered() -> None:
    report = evaluated()
    assert report.engine == "wenlu-essay 1"
    assert report.models == ["listed 1", "essay-score 2"]


@pytest.mark.parametrize(("words", "told"), [(LEAST_WORDS - 1, False), (LEAST_WORDS, True)])
def test_an_essay_of_few_words_is_told_no_level(words: int, told: bool) -> None:
    essay_evaluator = evaluator(WRONG)
    counted = [CountedWord(0, 1, 1, (1,), 5)] * words
    analyse = essay_evaluator.analyser.analyse
    essay_evaluator.analyser.analyse = lambda text: replace(analyse(text), counted=counted)  # type: ignore[method-assign]
    assert (essay_evaluator.assess(request(ESSAY)).level is not None) is told


def test_levels_and_points_used_come_with_the_report() -> None:
    essay_evaluator = evaluator(WRONG)
    assessed = essay_evaluator.assess(request(ESSAY))
    features = replace(assessed.features, points={"【二01】": [(0, 1)], "【一02】": [(0, 1)], "【七—九03】": [(0, 1)]})
    report = report_of(
        replace(assessed, features=features, level=3), request(ESSAY), language="zh", evaluation_id="ess_1"
    )
    assert report.level_profile.points == ["【一02】", "【二01】", "【七—九03】"]
    assert report.level_profile.level == 3
    assert report.evaluation_id == "ess_1"


def test_a_corrector_sees_the_essay_as_sent_and_its_document_in_simplified_characters() -> None:
    texts_seen = []

    class SimplifyingAnalyser(CharacterAnalyser):
        def parsed_text(self, text: str) -> ParsedText:
            return super().parsed_text(text.translate(str.maketrans("學習漢語", "学习汉语")))

    class RecordingCorrector(ListedErrors):
        def proposals(self, text: str, parsed: ParsedText) -> list[Proposal]:
            texts_seen.append((text, parsed.text))
            return []

    replace(evaluator(RecordingCorrector({})), analyser=SimplifyingAnalyser()).assess(request("我今天去學校學習漢語了"))
    assert texts_seen == [("我今天去學校學習漢語了", "我今天去学校学习汉语了")]


def test_what_was_corrected_was_written_all_the_same() -> None:
    essay = "我很高心，因为我的朋友来了。"
    report = evaluator(ListedErrors({"高心": ("高兴", "B")})).evaluate(request(essay, hsk_level="1"), language="zh")
    assert report.band is not None
    assert report.band.task == "nearly"
    assert report.band.text.zh == "1 级：任务基本完成；写了 12 字，要求 20 字左右；12 字里有 1 处错误"

"""A review is shown at once, and completed in the store when the language model has answered."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from core.api.core import Core
from core.backends.chat import ChatEndpoint
from core.essays.history_wire import EssayProgress
from core.essays.language_model.policy import Cell, Policy
from core.essays.language_model.reviewer import LanguageModelReviewer
from core.essays.wire import EssayReport, EssayRequest
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.service.clock import StoppedClock
from evaluation.service.model_server import Reply, model_server, quoted
from tests.plan.planning import CALLER, SCHOOL, school

ESSAY = "\n".join(
    [
        "星期一早上我很高心，因为爸爸妈妈从老家来看我了。我们一起去公园散步、照相，后来在一家小饭馆吃饭，菜又便宜又好吃。在路上我见面了老师。",
        "第二天下雨，我们没出门，在家里包饺子。妈妈教我怎么做，可是我包得不好看，大家都很高心地笑了。晚上我见面了同屋，她也来吃饺子。",
        "星期三天气好了，我们坐火车去海边。弟弟第一次看见大海，他很高心，在沙滩上跑来跑去。我见面了几个外国朋友，跟他们打了一会儿球。",
        "星期四爸爸有点儿累，我们就在宾馆休息，看电视，下棋。爸爸赢了三盘，他很高心。下午我去买东西，在商店里我见面了一个中学同学。",
        "最后一天我送他们去车站。妈妈哭了，我也不太高心。回学校以后我见面了班长，他说：别难过，放假你就可以回家了。我觉得他说得对。",
    ]
)
"""Some 400 characters in five paragraphs, each with an error that the embedded engine knows and one that it does not."""
SURE = Policy(1, {Cell(1, True, False): 0.9}, 0.7, frozenset("BLDWS"), measured=True)
WRONG = ListedErrors({"高心": ("高兴", "B")})


@cache
def loaded() -> Core:
    """Tables and word list, read once for all tests."""
    return school(StoppedClock(datetime(2026, 11, 24, tzinfo=UTC)))


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    made = school(clock, "s1", "s2", tables=loaded().tables, analyser=loaded().analyser)
    made.essays.evaluator = evaluator(WRONG)
    return made


def meets(content: dict[str, Any], sample: int) -> str:
    """The model sees what the embedded engine does not, and what it does."""
    if "text" not in content:
        return json.dumps({"rubric": {"structure": 70}, "advice": []})
    edits = [quoted("我见面了", "我见到了", "W"), quoted("高心", "高兴", "B")]
    return json.dumps({"edits": [edit for edit in edits if edit["quote"] in content["text"]]}, ensure_ascii=False)


def with_model(core: Core, url: str, *, seconds: float = 20.0) -> LanguageModelReviewer:
    reviewer = LanguageModelReviewer(ChatEndpoint(url, "teacher", seconds=seconds), policy=SURE, seconds=seconds)
    core.essays.evaluator.reviewer = reviewer
    return reviewer


def begun(core: Core, essay: str = ESSAY) -> EssayReport:
    return core.essays.begin(EssayRequest(student_id="s1", essay_content=essay), CALLER).payload


def stored(core: Core, report: EssayReport) -> EssayReport:
    return core.essays.essay(report.evaluation_id, CALLER).report


def eventually(done: Callable[[], bool], *, seconds: float = 30.0) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.02)


def finished(core: Core, report: EssayReport) -> None:
    eventually(lambda: core.essays.progress(report.evaluation_id, CALLER) is None)


def originals(report: EssayReport) -> list[str]:
    return [edit.original for edit in report.edits]


def error_evidence(core: Core) -> list[str]:
    return [piece.idempotency_key for piece in core.store.evidence_of(SCHOOL, "s1") if piece.kind == "essay_error"]


def test_the_embedded_part_is_shown_at_once_and_the_rest_comes(core: Core) -> None:
    core.essays.evaluate(
        EssayRequest(student_id="s2", essay_content=ESSAY), CALLER
    )  # tables are read at the first essay
    with model_server(meets, seconds=1.0) as server:
        with_model(core, server.url)
        began = time.monotonic()
        report = begun(core)
        assert time.monotonic() - began < 1.0
        assert originals(report) == ["心"] * 5
        assert report.engine == "wenlu-essay 1 (teacher has not answered yet)"
        progress = core.essays.progress(report.evaluation_id, CALLER)
        assert progress == EssayProgress(settled=0, questions=6)
        finished(core, report)
        assert time.monotonic() - began < 8.0  # six questions of a second each, four at once
    complete = stored(core, report)
    assert originals(complete) == ["心", "面"] * 5
    assert complete.engine == "wenlu-essay 1 + teacher"
    assert complete.opinion == {"structure": 70}
    assert complete.evaluation_id == report.evaluation_id
    (line,) = core.essays.history("s1", CALLER)
    assert line.figures.errors == {"B": 5, "W": 5}


def test_the_evidence_is_that_of_the_completed_report_alone(core: Core) -> None:
    with model_server(meets, seconds=0.2) as server:
        with_model(core, server.url)
        report = begun(core)
        assert [piece.kind for piece in core.store.evidence_of(SCHOOL, "s1")] == ["essay"]
        finished(core, report)
        evidence = error_evidence(core)
        again = core.essays.evaluate(EssayRequest(student_id="s1", essay_content=ESSAY), CALLER).payload
    assert originals(again) == originals(stored(core, report))
    assert error_evidence(core) == evidence


def test_a_second_look_at_the_same_essay_is_complete_at_once(core: Core) -> None:
    with model_server(meets, seconds=0.2) as server:
        with_model(core, server.url)
        finished(core, begun(core))
        asked = len(server.asked)
        again = begun(core)
        assert (again.engine, len(server.asked)) == ("wenlu-essay 1 + teacher", asked)
        assert core.essays.progress(again.evaluation_id, CALLER) is None


@pytest.mark.parametrize("reply", [lambda *_: None, lambda *_: "no JSON"], ids=["broken", "babbling"])
def test_a_model_that_does_not_answer_leaves_the_embedded_part(core: Core, reply: Reply) -> None:
    with model_server(reply, seconds=0.1) as server:
        with_model(core, server.url)
        report = begun(core)
        finished(core, report)
    complete = stored(core, report)
    assert originals(complete) == ["心"] * 5
    assert complete.engine == "wenlu-essay 1 (teacher did not answer)"
    assert len(error_evidence(core)) > 0


def test_one_answer_over_http_waits_for_the_model_no_longer_than_it_may(core: Core) -> None:
    with model_server(meets, seconds=3.0) as server:
        with_model(core, server.url, seconds=0.5)
        began = time.monotonic()
        report = core.essays.evaluate(EssayRequest(student_id="s1", essay_content=ESSAY), CALLER).payload
        assert time.monotonic() - began < 2.5
    assert originals(report) == ["心"] * 5
    assert core.essays.progress(report.evaluation_id, CALLER) is None


def test_an_essay_that_is_deleted_meanwhile_does_not_come_back(core: Core) -> None:
    with model_server(meets, seconds=0.3) as server:
        reviewer = with_model(core, server.url)
        report = begun(core)
        core.essays.forget("s1", report.evaluation_id, CALLER)
        finished(core, report)
        assert core.essays.history("s1", CALLER) == []
        assert error_evidence(core) == []
        assert reviewer is core.essays.evaluator.reviewer


def test_a_mark_that_the_writer_has_judged_meanwhile_stays(core: Core) -> None:
    def rebuilds(content: dict[str, Any], sample: int) -> str:
        edits = [quoted("高心", "兴奋", "W")] if "高心" in content.get("text", "") else []
        return json.dumps({"edits": edits}, ensure_ascii=False)

    with model_server(rebuilds, seconds=0.4) as server:
        with_model(core, server.url)
        core.essays.evaluator.reviewer._policy = Policy(
            1, {Cell(1, True, False): 0.99}, 0.7, frozenset("W"), measured=True
        )  # type: ignore[union-attr]
        report = begun(core)
        edit = report.edits[0]
        name = {"start": edit.start, "end": edit.end, "replacement": edit.replacement}
        core.essay_reviews.give_verdict("s1", report.evaluation_id, verdict="dismissed", caller=CALLER, **name)
        finished(core, report)
    complete = stored(core, report)
    assert complete.edits == report.edits
    assert complete.engine == "wenlu-essay 1"
    assert len(error_evidence(core)) > 0


def test_the_progress_of_another_organisation_is_not_seen(core: Core) -> None:
    with model_server(meets, seconds=0.3) as server:
        with_model(core, server.url)
        report = begun(core)
        assert core.essays.progress(report.evaluation_id, CALLER) is not None
        assert core.essays.progress(report.evaluation_id, replace(CALLER, organisation_id="other")) is None
        finished(core, report)


def test_without_a_model_nothing_is_to_be_completed(core: Core) -> None:
    report = begun(core)
    assert report.engine == "wenlu-essay 1"
    assert core.essays.progress(report.evaluation_id, CALLER) is None
    assert len(error_evidence(core)) > 0

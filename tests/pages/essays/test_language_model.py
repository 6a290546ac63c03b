"""The operator's language model on the pages: where texts are sent, who has read an essay, and the part that comes later."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.api.essay_model import EssayModel
from core.backends.chat import ChatEndpoint
from core.essays.language_model.policy import Cell, Policy
from core.essays.language_model.reviewer import LanguageModelReviewer
from core.records.essay_models import MeasuredCell, MeasuredModel, MeasuredShare
from evaluation.essays.fakes import ListedErrors, evaluator
from evaluation.service.model_server import ModelServer, model_server, quoted
from pages.parts.admin.views import SERVICE
from pages.parts.essays.engine import engine_text
from pages.parts.essays.words import correctors_text
from pages.parts.i18n import use_language
from pages.parts.writing.sheet import own_task
from tests.pages.admin.conftest import section
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

PAGE = "pages/writing.py"
ESSAY = "我点了二个菜，我们吃得很开心。\n\n下午我见面了老师，我们谈了很久。"
SURE = Policy(1, {Cell(1, True, False): 0.9}, 0.7, frozenset("DW"), measured=True)


def replies(content: dict[str, Any], sample: int) -> str:
    text = content.get("text", "")
    edits = [quoted("我见面了", "我见了", "D", "“见面”后面不能带人")] if "我见面了" in text else []
    return json.dumps({"edits": edits}, ensure_ascii=False)


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server(replies, seconds=1.0) as running:
        yield running


@pytest.fixture(autouse=True)
def language_model(core: Core, server: ModelServer) -> EssayModel:
    """An evaluation by a fake corrector and a stand-in server."""
    chat = ChatEndpoint(server.url, "teacher-7b")
    core.essays.evaluator = evaluator(ListedErrors({"二个": ("两个", "W")}))
    core.essays.evaluator.reviewer = LanguageModelReviewer(chat, policy=SURE)
    core.administration.essay_model = EssayModel(chat, server.url, None)
    return core.administration.essay_model


def on_the_desk(open_page: OpenPage, core: Core) -> AppTest:
    student, caller = account_of(core, "student").student_id or "", caller_of(core, "student")
    text = core.writing.keep(student, own_task(), ESSAY, caller, title="我的周末", writing_id=None)
    page = open_page(PAGE, "student")
    page.query_params["essay"] = text.writing_id
    return page.run()


def test_before_an_essay_is_sent_the_page_says_where_it_goes(
    open_page: OpenPage, core: Core, language_model: EssayModel
) -> None:
    here = page_text(on_the_desk(open_page, core))
    assert "teacher-7b, reads your essay too. It runs on the same machine" in here
    elsewhere = EssayModel(language_model.chat, "https://user:pw@models.example.org/v1", None)
    core.administration.essay_model = elsewhere
    there = page_text(on_the_desk(open_page, core))
    assert "title, level and text are sent to models.example.org, your name is not" in there
    assert "pw" not in there.split("models.example.org")[0][-60:]
    core.administration.essay_model = None
    assert "language model" not in page_text(on_the_desk(open_page, core))


def test_the_embedded_part_is_shown_at_once_and_the_rest_comes(
    open_page: OpenPage, core: Core, server: ModelServer
) -> None:
    page = on_the_desk(open_page, core)
    next(button for button in page.button if button.label == "Review my draft").click()
    page = page.run()
    assert not page.exception
    shown = page_text(page)
    assert "1 error" in shown
    assert "the language model teacher-7b is still reading" in shown
    (bar,) = page.get("progress")
    assert "of 3 answers" in bar.proto.text
    (line,) = core.essays.history(account_of(core, "student").student_id or "", caller_of(core, "student"))
    until = time.monotonic() + 30
    while core.essays.progress(line.evaluation_id, caller_of(core, "student")) is not None:
        assert time.monotonic() < until
        time.sleep(0.05)
    page = page.run()
    shown = page_text(page)
    assert "2 errors" in shown
    assert "Reviewed by the embedded engine and the language model teacher-7b." in shown
    assert page.get("progress") == []
    report = core.essays.essay(line.evaluation_id, caller_of(core, "student")).report
    assert [edit.explanation.zh for edit in report.edits if edit.original == "面"] == [
        "语言模型的说明：“见面”后面不能带人"
    ]
    assert {key for content in server.asked for key in content} == {"text", "before", "title", "hsk_level", "essay"}


@pytest.mark.parametrize(
    ("engine", "said"),
    [
        ("wenlu-essay 1", "Reviewed by the embedded engine."),
        ("wenlu-essay 1 + m (v2)", "Reviewed by the embedded engine and the language model m (v2)."),
        ("wenlu-essay 1 + m (2 of 5 passages)", "m answered about 2 of 5 passages."),
        ("wenlu-essay 1 (m did not answer)", "the language model m did not answer."),
        ("wenlu-essay 1 (m has not answered yet)", "the language model m did not answer."),
        ("something else (", "Reviewed by the embedded engine."),
    ],
)
def test_who_read_an_essay_is_said_in_words(engine: str, said: str) -> None:
    use_language("en")
    assert engine_text(engine).endswith(said)


def test_what_the_operators_model_found_is_told_from_what_this_services_models_found() -> None:
    found = [["rule:a"], ["ngram"], ["language_model"], ["measured_language_model", "ngram"]]
    assert len({correctors_text(correctors) for correctors in found}) == 4
    assert correctors_text(["language_model"]) == correctors_text(["measured_language_model"])


# -- administration ------------------------------------------------------------------------------------------

SHARE = MeasuredShare(count=62, of=100, low=0.52, high=0.71)
MEASURED = MeasuredModel(
    url="u", model="teacher-7b", prompt="p", measured_at=datetime(2026, 11, 20, tzinfo=UTC), samples=3,
    cells=(MeasuredCell(samples=3, agreed=True, probability=0.93),), error_from=0.7, error_types=("W",),
    told=SHARE, right=SHARE, clean_touched=SHARE, told_or_asked=SHARE, shown_right=SHARE, clean_shown=SHARE, seconds=1.2,
)  # fmt: skip


def test_the_administrator_sees_which_engine_answers_and_its_use(
    open_page: OpenPage, core: Core, language_model: EssayModel
) -> None:
    language_model.chat.answer([{"role": "system", "content": ""}, {"role": "user", "content": "{}"}], {})
    unmeasured = page_text(section(open_page, SERVICE).run())
    assert "the language model **teacher-7b** at 127.0.0.1" in unmeasured
    assert "This model is not measured: it only asks for checks." in unmeasured
    assert "1 questions, 0 without an answer, 1." in unmeasured
    core.administration.essay_model = EssayModel(language_model.chat, language_model.url, MEASURED)
    page = section(open_page, SERVICE).run()
    assert not page.exception
    assert "Measured on" in page_text(page)
    assert "Each passage is asked about 3×." in page_text(page)
    tables = [frame.value for frame in page.dataframe]
    assert any("62.0%" in str(table.to_dict()) and "52.0%–71.0%" in str(table.to_dict()) for table in tables)
    core.administration.essay_model = None
    assert "The embedded engine works alone" in page_text(section(open_page, SERVICE).run())

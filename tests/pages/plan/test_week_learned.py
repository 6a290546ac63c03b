"""The week on a page: read again when something has come to it, and not at every run."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from core.answers.wire import WeekLearned
from core.api.core import Core
from core.records.access import Caller
from tests.pages.conftest import account_of, caller_of, page_text, submit_answers


def page() -> None:
    from core import wiring
    from pages.parts.plan.week_learned import draw_week
    from pages.parts.visitor import Visitor

    core = wiring.shared_core()
    (account,) = core.store.accounts_named("student")
    draw_week(Visitor(core, account), account.student_id or "")


def test_the_week_is_read_again_after_an_answer_and_only_then(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[str] = []
    read = core.answers.week

    def counted(student_id: str, caller: Caller) -> WeekLearned:
        reads.append(student_id)
        return read(student_id, caller)

    monkeypatch.setattr(core.answers, "week", counted)
    student_id = account_of(core, "student").student_id or ""
    test = AppTest.from_function(page, default_timeout=120)
    test.session_state["language"] = "en"
    test.run()
    assert "No answers in these seven days" in page_text(test)
    submit_answers(core, student_id, caller_of(core, "student"), right=0, wrong=1)
    test.run()
    assert "1 answer so far" in page_text(test)
    assert len(reads) == 2
    test.run()
    assert "1 answer so far" in page_text(test)
    assert len(reads) == 2

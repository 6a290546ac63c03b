"""Every input has a bound: all request models walked, all arguments of the facade refused past it."""

from __future__ import annotations

import inspect
from operator import attrgetter

import pytest

from core.access.arguments import LONGEST_ARGUMENT, LONGEST_ID
from core.answers.wire import AnswerItem
from core.errors import BadParameter
from core.essays.service import refuse_unusable
from core.essays.wire import LONGEST_ESSAY
from core.wiring import in_memory_core
from tests.web.request_models import facade_parameters, request_models, unbounded

ELSEWHERE = {
    "EssayRequest.essay_content": "core.essays.service.refuse_unusable, which tells how many there are",
    "ItemDraft.instruction": "its validator, after cleaning",
    "ItemDraft.explanation": "its validator, after cleaning",
    "ItemDraft.notes": "its validator, after cleaning",
    "ItemDraft.audio": "its validator, after cleaning",
    "ItemDraft.orders": "each is an order of the options, which have a bound",
    "WritingTask": "the core's own: a page hands on what `writing_task` gave it",
    "Item": "the core's own: a page hands on items that it was given",
    "ItemLine": "the core's own: a page hands on the lines of a search that it was given",
    "SpeechReport": "the core's own: a page hands on the report that it was given",
    "Audio": "the core's own: what an item plays is handed on as it was made",
    "OwnTextView": "the core's own: a page hands on the text that `delete` gave it",
    "OwnLessonView": "the core's own: a page hands on the lesson that `delete` gave it",
    "OwnWord": "the core's own: a page hands on the word that `remove` gave it",
    "AuditActor": "the core's own: a page hands on whom `actors` gave it",
    "PairCell": "the core's own: a page hands on what `tone_pair_cells` gave it",
}
"""Where the bound of a field stands that its model does not show."""


def test_every_field_of_every_request_has_a_bound() -> None:
    left = [
        fault
        for model in request_models()
        for fault in unbounded(model)
        if not any(fault.startswith((f"{name}.", f"{name}:", f"{name}[")) for name in ELSEWHERE)
    ]
    assert left == []


def test_an_essay_is_refused_by_its_length_and_told_it() -> None:
    with pytest.raises(BadParameter, match="5001"):
        refuse_unusable("好" * (LONGEST_ESSAY + 1))


@pytest.mark.parametrize("parts", [["好" * 2001], ["好" * 1000] * 3, ["好"] * 51, "好" * 2001])
def test_an_answer_has_a_bound_over_all_its_parts(parts: list[str] | str) -> None:
    with pytest.raises(ValueError, match="at most 2000 characters in all, 50 strings"):
        AnswerItem(question_id="q", answer=parts)


BARE = sorted(
    {(method, name) for method, name, kind in facade_parameters() if kind in (str, str | None)} - {("plan.warm", "")}
)


def test_no_method_of_the_facade_takes_a_text_without_end() -> None:
    core = in_memory_core()
    taken = []
    for method, name in BARE:
        called = attrgetter(method)(core)
        given = {
            parameter.name: "x" * ((LONGEST_ID if name.endswith("_id") else LONGEST_ARGUMENT) + 1)
            for parameter in inspect.signature(called).parameters.values()
            if parameter.name == name
        }
        try:
            called(**given)
        except BadParameter:
            continue
        except TypeError:
            pass
        taken.append((method, name))
    assert taken == []
    assert len(BARE) > 80


@pytest.mark.parametrize("value", ["\ud800", "a\x00"])
def test_an_id_that_no_database_keeps_is_refused(value: str) -> None:
    with pytest.raises(BadParameter, match="holds what no database keeps"):
        in_memory_core().questions.item(value, None)  # type: ignore[arg-type]


def test_a_number_out_of_all_bounds_is_refused() -> None:
    with pytest.raises(BadParameter, match="months: is a number out of all bounds"):
        in_memory_core().knowledge.history("s1", None, months=10**30)  # type: ignore[arg-type]

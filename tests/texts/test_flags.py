"""A teacher's word on the detector."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from pydantic import ValidationError

from core.api.core import Core
from core.errors import BadParameter, NotFound
from core.records.access import PERMISSIONS, Caller
from core.texts.wire import FlagRequest, FlagView
from core.wiring import in_memory_core
from evaluation.service.clock import CountingIdentifiers, StoppedClock

CALLER = Caller("org", frozenset(PERMISSIONS), "zh")
OTHERS = Caller("other", frozenset(PERMISSIONS), "zh")
Flagging = Callable[..., FlagView]


@pytest.fixture
def core(clock: StoppedClock, identifiers: CountingIdentifiers) -> Core:
    return in_memory_core(clock=clock, identifiers=identifiers)


def request(**changed: Any) -> FlagRequest:
    asked = {"judgement": "wrong", "point_id": "【三27】", "sentence": "两把椅子。", "start": 1, "end": 2, **changed}
    return FlagRequest.model_validate(asked)


def test_a_flag_is_kept_with_sentence_span_note_author_and_time(core: Core, clock: StoppedClock) -> None:
    made = core.texts.flag(request(note="把 is a measure word here"), CALLER, by="li")
    assert made.model_dump() == {
        "flag_id": "gf_0001",
        "judgement": "wrong",
        "point_id": "【三27】",
        "sentence": "两把椅子。",
        "start": 1,
        "end": 2,
        "note": "把 is a measure word here",
        "by": "li",
        "at": clock.now(),
    }
    assert core.texts.flags(CALLER) == [made]


def test_flags_are_listed_newest_first(core: Core, clock: StoppedClock) -> None:
    first = core.texts.flag(request(), CALLER, by="li")
    clock.advance(timedelta(seconds=1))
    second = core.texts.flag(request(judgement="missing"), CALLER, by="wang")
    assert core.texts.flags(CALLER) == [second, first]


def test_another_organisation_neither_sees_nor_withdraws_a_flag(core: Core) -> None:
    made = core.texts.flag(request(), CALLER, by="li")
    assert core.texts.flags(OTHERS) == []
    with pytest.raises(NotFound, match="There is no flag 'gf_0001'"):
        core.texts.withdraw_flag(made.flag_id, OTHERS)
    assert core.texts.flags(CALLER) == [made]


def test_a_withdrawn_flag_is_gone_and_cannot_be_withdrawn_again(core: Core) -> None:
    made = core.texts.flag(request(), CALLER, by="li")
    core.texts.withdraw_flag(made.flag_id, CALLER)
    assert core.texts.flags(CALLER) == []
    with pytest.raises(NotFound, match="There is no flag"):
        core.texts.withdraw_flag(made.flag_id, CALLER)


@pytest.mark.parametrize(("start", "end"), [(2, 1), (0, 6), (6, 6)])
def test_a_span_outside_the_sentence_is_refused_and_not_kept(core: Core, start: int, end: int) -> None:
    with pytest.raises(BadParameter, match=f"{start}-{end} is not a span of 5 characters") as refused:
        core.texts.flag(request(start=start, end=end), CALLER, by="li")
    assert [fault.field for fault in refused.value.faults] == ["end"]
    assert core.texts.flags(CALLER) == []


def test_a_missing_point_may_be_said_of_a_place_without_length(core: Core) -> None:
    assert core.texts.flag(request(judgement="missing", start=5, end=5), CALLER, by="li").end == 5


def test_an_unknown_point_is_refused_by_name(core: Core) -> None:
    with pytest.raises(BadParameter, match="【三99】 is not a grammar point of the standard") as refused:
        core.texts.flag(request(point_id="【三99】"), CALLER, by="li")
    assert [fault.field for fault in refused.value.faults] == ["point_id"]
    assert core.texts.flags(CALLER) == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("judgement", "right"), ("point_id", "三27"), ("sentence", ""), ("sentence", "好" * 501), ("start", -1),
        ("note", "好" * 501),
        ("note", "a\x00b"),
        ("sentence", "\x00"), ("colour", "red"),
    ],
)  # fmt: skip
def test_a_flag_of_another_form_is_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError, match=field):
        request(**{field: value})

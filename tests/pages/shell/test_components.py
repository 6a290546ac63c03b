"""The number by which the browser tells which of two drawings of a component is newer."""

from __future__ import annotations

from typing import Any

import pytest
import streamlit as st

from pages.parts.components import component_from


@pytest.fixture
def mounted(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a component is given, in place of a browser."""
    given: list[dict[str, Any]] = []

    def component(*_: Any, **__: Any) -> Any:
        return lambda **arguments: given.append(arguments)

    monkeypatch.setattr(st.components.v2, "component", component)
    monkeypatch.setattr(st, "session_state", {})
    return given


def test_other_data_get_a_greater_number_and_the_same_data_keep_theirs(mounted: list[dict[str, Any]]) -> None:
    draw = component_from("one", scripts=("shell/dom.js",), styles=())
    for data in ({"text": "一"}, {"text": "二"}, {"text": "二"}, {"text": "一"}):
        draw(data=data, key="desk")
    first, second, same, back = (given["data"]["drawn"] for given in mounted)
    assert first < second == same < back
    assert [given["data"]["text"] for given in mounted] == ["一", "二", "二", "一"]


def test_each_key_has_its_own_number_and_a_new_session_a_greater_one(
    mounted: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = component_from("one", scripts=("shell/dom.js",), styles=())
    draw(data={"text": "一"}, key="desk")
    draw(data={"text": "二"}, key="other")
    draw(data={"text": "一"}, key="desk")
    monkeypatch.setattr(st, "session_state", {})
    draw(data={"text": "一"}, key="desk")
    desk, _, again, new_session = (given["data"]["drawn"] for given in mounted)
    assert desk == again < new_session

"""The speed of voices: chosen where something is played, kept in the account, the same everywhere."""

from __future__ import annotations

import json
import re

import pytest
import streamlit

from core.api.core import Core
from core.backends.sentence_pack import ADDRESS
from pages.parts import preferences
from pages.parts.components import asset
from pages.parts.preferences import SPEEDS, keep_speed, widget_preferences
from pages.parts.visitor import Visitor
from tests.pages.conftest import account_of


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """The session state of a page."""
    state: dict[str, object] = {"language": "en"}
    monkeypatch.setattr(streamlit, "session_state", state)
    return state


def test_a_speed_that_is_chosen_on_a_card_is_kept_and_told_to_every_widget(
    core: Core, session: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    account = account_of(core, "student")
    monkeypatch.setattr(preferences, "visitor", lambda: Visitor(core, account))
    keep_speed(0.6)
    assert core.preferences.of(account).voice_speed == "slowest"
    assert widget_preferences()["speed"] == 0.6
    keep_speed(1)
    assert core.preferences.of(account).voice_speed == "usual"


def test_what_is_no_speed_is_not_kept(core: Core, session: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    account = account_of(core, "student")
    monkeypatch.setattr(preferences, "visitor", lambda: Visitor(core, account))
    for chosen in (0.01, 3, "fast", None, [1], float("nan")):
        keep_speed(chosen)
    assert core.preferences.of(account).voice_speed == "usual"


def test_who_is_not_signed_in_sends_nothing(session: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preferences, "visitor", lambda: None)
    keep_speed(0.6)
    assert widget_preferences()["speed"] == 1
    assert not widget_preferences(keeps_speed=False)["voice"]["kept"]


def test_the_settings_know_every_speed_of_the_switch() -> None:
    offered = re.search(r"^const SPEEDS = (\[.+\]);$", asset("shell/speech.js"), re.MULTILINE)
    assert offered is not None
    assert set(json.loads(offered[1])) <= set(SPEEDS.values())


def test_the_scripts_know_files_of_a_synthetic_voice_by_their_address() -> None:
    assert f'const MADE = "{ADDRESS}"' in asset("shell/speech.js")

"""A run of fragments that are gone is not begun."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from streamlit.runtime.fragment import MemoryFragmentStorage
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

from frame import late_fragments


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The fragments of each run that was begun."""
    begun: list[list[str]] = []
    monkeypatch.setattr(ScriptRunner, "_run_script", ScriptRunner._run_script)  # put back afterwards
    monkeypatch.setattr(late_fragments, "_run_script", lambda _, data: begun.append(data.fragment_id_queue))
    late_fragments.pass_over_late_fragments()
    return begun


def run(*fragments: str) -> None:
    """A run of these fragments in a session that knows the fragment `here`."""
    storage = MemoryFragmentStorage()
    storage.register("here", lambda: None)
    runner: Any = SimpleNamespace(_fragment_storage=storage)
    ScriptRunner._run_script(runner, SimpleNamespace(fragment_id_queue=list(fragments)))  # type: ignore[arg-type]


def test_whole_pages_and_fragments_that_are_there_run(runs: list[list[str]]) -> None:
    run()
    run("here")
    run("gone", "here")
    assert runs == [[], ["here"], ["gone", "here"]]


def test_fragments_that_are_all_gone_do_not(runs: list[list[str]]) -> None:
    run("gone")
    run("gone", "gone too")
    assert runs == []

"""Messages that a page sends while it is being left.

A widget inside a fragment may send something between a click that leads to another page and that page's first run: a second click, a
value that is told with a delay. Streamlit (1.67) then starts a run of a fragment that is gone, under the address of the page that was left;
the browser takes this for a change of the page and empties it, and the run draws nothing. Such runs are passed over here, which is
all that Streamlit would do in them. There is no other way than a private method; a test checks that it exists.
"""

from __future__ import annotations

from typing import Any

from streamlit.errors import FragmentStorageKeyError
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner

_run_script = ScriptRunner._run_script


def pass_over_late_fragments() -> None:
    """From now on a run whose fragments are all gone is not begun. A second call changes nothing."""
    ScriptRunner._run_script = _run_unless_late  # type: ignore[assignment, method-assign]


def _run_unless_late(runner: Any, rerun_data: Any) -> None:
    fragments = rerun_data.fragment_id_queue
    if not fragments or any(_is_there(runner._fragment_storage, fragment) for fragment in fragments):
        _run_script(runner, rerun_data)


def _is_there(storage: Any, fragment: str) -> bool:
    try:
        storage.lookup(fragment)
    except FragmentStorageKeyError:
        return False
    return True

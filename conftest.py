"""Which tests run: by default the set that takes thirteen minutes, with `--full` all of them.

The default set leaves out what needs a browser or PostgreSQL, measures accuracy, makes up input or goes through a whole
table; of tables it takes a sample that is the same in every run. A file that differs from `origin/main` is run whole, and
so is everything when files or markers are named on the command line. What is left out is deselected, not skipped, and
counted in the last lines.
"""

from __future__ import annotations

import gc
import subprocess
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

ROOT = Path(__file__).parent
LEFT_OUT = ("browser", "postgresql", "evaluation", "fuzz", "exhaustive")
"""Markers of what only `--full` runs."""
LONG = ("exhaustive", "evaluation")
"""Markers of tests that take many seconds each."""
BY_FOLDER = {"tests/browser": "browser", "tests/evaluation": "evaluation"}
BY_FILE = {"tests/http/test_schemathesis.py": "fuzz"}
"""Files that hold nothing else, and take seconds to be read."""
ONE_OF = 12
"""Of the rows of a table the default set takes about one of so many."""

Row = TypeVar("Row")
CHANGED = pytest.StashKey[frozenset[str]]()
COUNTED = pytest.StashKey[Counter[str]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full`."""
    parser.addoption("--full", action="store_true", help="run every test, and tables whole")


def pytest_configure(config: pytest.Config) -> None:
    """Learn once what differs from `origin/main`."""
    config.stash[CHANGED] = changed_files(ROOT)
    config.stash[COUNTED] = Counter()


def changed_files(root: Path) -> frozenset[str]:
    """Paths that differ from `origin/main` or are new; none without git or that branch."""
    found: set[str] = set()
    for command in (("diff", "--name-only", "origin/main"), ("ls-files", "--others", "--exclude-standard")):
        try:
            told = subprocess.run(("git", *command), cwd=root, capture_output=True, text=True, timeout=20, check=True)
        except (OSError, subprocess.SubprocessError):
            return frozenset()
        found.update(told.stdout.splitlines())
    return frozenset(found)


def runs_all(config: pytest.Config) -> bool:
    """Whether everything was asked for: by `--full`, by a marker, or by naming files."""
    named = config.args_source != pytest.Config.ArgsSource.TESTPATHS
    return bool(config.getoption("--full") or config.getoption("-m") or named)


def _differs(path: str, changed: frozenset[str]) -> bool:
    """Whether a file, or one in a folder, is among the changed."""
    return any(each == path or each.startswith(f"{path.rstrip('/')}/") for each in changed)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files of `BY_FILE` unread where the default set would leave out all that they hold."""
    marker = BY_FILE.get(_from_root(collection_path))
    if marker is None or runs_all(config) or _differs(_from_root(collection_path), config.stash[CHANGED]):
        return None
    config.stash[COUNTED][f"{marker} (a file)"] += 1
    return True


def _from_root(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.as_posix()


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """After a file take what it left alive, tables and models for the most part, out of the collector's passes: a worker's heap grows to
    gigabytes, and each pass over it takes a second."""
    if nextitem is None or _file(nextitem) != _file(item):
        gc.collect()
        gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark by folder, refuse a name that two tests share, leave out what the default set does not hold, and order the files."""
    twice = [name for name, count in Counter(item.nodeid for item in items).items() if count > 1]
    if twice:  # of tests that share a name several processes would run one
        raise pytest.UsageError(f"Several tests are called {twice[0]}; give each an id.")
    for item in items:
        for folder, marker in BY_FOLDER.items():
            if item.nodeid.startswith(f"{folder}/"):
                item.add_marker(marker)
    if not runs_all(config):
        _leave_out(config, items)
    _in_order(items)


def _leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what the default set does not hold."""
    kept, left = [], []
    for item in items:
        why = next((marker for marker in LEFT_OUT if item.get_closest_marker(marker)), None)
        if why is None or _differs(_file(item), config.stash[CHANGED]):
            kept.append(item)
        else:
            left.append(item)
            config.stash[COUNTED][why] += 1
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def _in_order(items: list[pytest.Item]) -> None:
    """Files of the browser one after another, so that a worker keeps its Chromium; then those that hold long tests, then those with
    the most tests, so that what is short comes last and no worker waits long for another. Workers take files in this order."""
    files = Counter(_file(item) for item in items)
    long = {_file(item) for item in items if any(item.get_closest_marker(marker) for marker in LONG)}
    items.sort(
        key=lambda item: (
            item.get_closest_marker("browser") is None,
            _file(item) not in long,
            -files[_file(item)],
            _file(item),
        )
    )


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker tells the process that started it what it left out."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["left_out"] = dict(session.config.stash[COUNTED])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Every worker leaves out the same: keep what one of them tells."""
    told = getattr(node, "workeroutput", {}).get("left_out", {})
    node.config.stash[COUNTED] = Counter(told) or node.config.stash[COUNTED]


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say what was left out, and how to run it."""
    counted = config.stash[COUNTED]
    if counted:
        listed = ", ".join(f"{marker} {count}" for marker, count in counted.most_common())
        terminalreporter.write_line(f"Left out of the default set: {listed}. `uv run pytest --full` runs them.")


Sample = Callable[..., list[Any]]


@pytest.fixture(scope="session")
def sample(request: pytest.FixtureRequest) -> Sample:
    """Rows of a table to test: all of them with `--full` or where its files differ, else a sample that never changes.

    `sample(rows, key, source)`: `key` names a row, `source` is the file or folder of the table, from the project's root.
    At least one row is taken.
    """
    config = request.config

    def taken(rows: Sequence[Row], key: Callable[[Row], str], source: str, one_of: int = ONE_OF) -> list[Row]:
        if runs_all(config) or _differs(source, config.stash[CHANGED]):
            return list(rows)
        numbered = [(zlib.crc32(key(row).encode()), row) for row in rows]
        return [row for number, row in numbered if number % one_of == 0] or [
            row for _, row in sorted(numbered, key=lambda each: each[0])[:1]
        ]

    return taken

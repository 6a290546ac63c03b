"""Words of people in a real browser: nothing becomes markup, and no page asks another host for anything."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser

from core.settings import Settings
from core.store.sql import SqlStore
from core.wiring import build_core
from evaluation.service.looking import Watch, faults, settled
from evaluation.service.marked import HOST, PEOPLE, fill_demo, visits
from tests.browser.conftest import ENVIRONMENT, running_server

pytestmark = pytest.mark.browser

LEAST_SHOWN = {"student": 8, "teacher": 8, "admin": 1}
"""Pages on which some marker can be read, by role."""


@pytest.fixture(scope="module")
def school(
    tmp_path_factory: pytest.TempPathFactory, demo_database: Path
) -> Iterator[tuple[str, dict[str, str], dict[str, str]]]:
    """A server on a database full of markers: its address, sign-in cookies by role, ids."""
    folder: Path = tmp_path_factory.mktemp("words")
    shutil.copy(demo_database, folder)
    core = build_core(Settings(database_url=f"sqlite:///{folder / 'wenlu.db'}", secret="only-for-a-test-" * 3))
    assert isinstance(core.store, SqlStore)
    ids = fill_demo(core)
    cookies = {}
    for role, name in PEOPLE.items():
        (account,) = core.store.accounts_named(name)
        assert account is not None
        cookies[role] = core.access.open_signin(account)
    core.store.close()
    with running_server(folder, ENVIRONMENT) as address:
        yield address, cookies, ids


@pytest.mark.timeout(900)  # every page of a role, each until it is at rest
@pytest.mark.parametrize(("role", "least"), LEAST_SHOWN.items())
def test_nothing_typed_is_markup_and_no_request_leaves_the_machine(
    chromium: Browser, school: tuple[str, dict[str, str], dict[str, str]], role: str, least: int
) -> None:
    address, cookies, ids = school
    bad: list[str] = []
    shown = 0
    context = chromium.new_context(locale="en-US", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(60_000)
    context.add_cookies([{"name": "wenlu_signin", "value": cookies[role], "url": address}])
    page = context.new_page()
    watch = Watch(page)
    for _, name, query in (visit for visit in visits(ids) if visit[0] == role):
        page.goto(f"{address}/{name}?{urlencode(query)}")
        settled(page)
        bad += [f"{name} {sorted(query)}: {fault}" for fault in faults(page)]
        shown += HOST in page.locator("[data-testid=stMain]").inner_text()
    context.close()
    assert not bad, "\n".join(bad)
    assert watch.strangers == []
    assert shown >= least

"""What the pages of the demo organisation say about its simulated year."""

from __future__ import annotations

from datetime import UTC, datetime

from core.access.demo import DemoMaking
from core.api.core import Core
from core.records.access import Account
from tests.pages.conftest import OpenPage, account_of, page_text


def set_demo_state(core: Core, account: Account, *, made: int, done: bool) -> None:
    """The state of the making, in place of any other."""
    state = DemoMaking(
        organisation_id=account.organisation_id,
        made=made,
        of=41,
        until=datetime(2026, 11, 22, 4, tzinfo=UTC),
        beat=None,
        done=done,
    )
    assert core.store.change_demo_state(core.store.demo_state(), state.model_dump_json())


def test_what_is_simulated_is_said_on_every_page(open_page: OpenPage, core: Core) -> None:
    set_demo_state(core, account_of(core, "student"), made=41, done=True)
    test = open_page("frame/frame.py", "student").run()
    assert not test.exception
    assert "Demo: all students and all answers before 22 Nov 2026 are simulated." in page_text(test)


def test_the_making_shows_its_progress(open_page: OpenPage, core: Core) -> None:
    set_demo_state(core, account_of(core, "student"), made=12, done=False)
    test = open_page("frame/frame.py", "student").run()
    assert not test.exception
    (bar,) = test.get("progress")
    assert "12 of 41 students" in bar.proto.text
    assert bar.proto.value == 29


def test_without_a_simulated_year_nothing_is_said(open_page: OpenPage) -> None:
    test = open_page("frame/frame.py", "student").run()
    assert "simulated" not in page_text(test)
    assert not test.get("progress")

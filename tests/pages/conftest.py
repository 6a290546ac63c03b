"""Pages run against a real core on an in-memory database, signed in as one of the demo people."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import pytest
import streamlit as st
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from core import wiring
from core.access import demo
from core.access.keys import hash_password
from core.answers.wire import AnswerItem as Given
from core.answers.wire import Evaluation, SubmitRequest
from core.api.core import Core
from core.backends.system import SystemClock
from core.questions.bank import ItemBank
from core.records.access import PERMISSIONS, Account, Caller, Role
from core.records.items import Item
from core.wire import Topic
from evaluation.questions.bank_items import bank_items, shared_bank
from pages.parts import i18n, visitor
from pages.parts.shown_text import unescaped

ROOT = Path(__file__).resolve().parents[2]
USERNAMES: dict[Role, str] = {"student": "student", "teacher": "teacher", "admin": "admin"}

OpenPage = Callable[[str, Role | None], AppTest]


@pytest.fixture(scope="session")
def bank() -> ItemBank:
    """One item bank for all tests: it is made from data files and never changes."""
    return shared_bank()


class SettableClock(SystemClock):
    """A clock that tells the machine's time until `fixed_time` is set."""

    fixed_time: datetime | None = None

    def now(self) -> datetime:
        """`fixed_time` if it is set, otherwise the present."""
        return self.fixed_time or super().now()


@pytest.fixture(autouse=True)
def fresh_session_state() -> None:
    """Outside of a run Streamlit has one session state for all tests: the language that one chose would stay for the next."""
    st.session_state.clear()


@pytest.fixture(scope="session", autouse=True)
def one_password_hash() -> Iterator[None]:
    """Demo accounts get one ready password hash (nobody knows the password): computing a hash takes as long as a page."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(demo, "hash_password", lambda _: ONE_HASH)
        yield


@pytest.fixture(scope="session", autouse=True)
def component_manifests_read_once() -> Iterator[None]:
    """Scan installed packages for components once: every AppTest would do it, at nine tenths of the time of a small page."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


ONE_HASH = hash_password("nobody knows it")


@pytest.fixture
def core(bank: ItemBank, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A new database with the demo people; the pages use it as the process's core."""
    new_core = wiring.in_memory_core(demo=True, bank=bank, clock=SettableClock())
    monkeypatch.setattr(wiring, "shared_core", lambda: new_core)
    yield new_core
    new_core.store.close()


@pytest.fixture
def open_page(core: Core, monkeypatch: pytest.MonkeyPatch) -> OpenPage:
    """A page (or `frame/frame.py`) as a demo person sees it; role None: without a cookie."""

    # AppTest calls format_func outside of a run, where there is no session to take the language from.
    monkeypatch.setattr(i18n, "DEFAULT", "en")

    def open_as(path: str, role: Role | None) -> AppTest:
        secret = core.access.open_signin(account_of(core, role)) if role else None
        monkeypatch.setattr(visitor, "cookie", lambda: secret)
        test = AppTest.from_file(str(ROOT / path), default_timeout=120)
        test.session_state["language"] = "en"
        return test

    return open_as


def account_of(core: Core, role: Role) -> Account:
    """The demo account of a role."""
    (account,) = core.store.accounts_named(USERNAMES[role])
    return account


def caller_of(core: Core, role: Role) -> Caller:
    """The caller as which pages call the core for the demo account of a role."""
    return Caller(account_of(core, role).organisation_id, frozenset(PERMISSIONS), "en")


def page_titles(test: AppTest) -> list[str]:
    """The page titles that were drawn."""
    return [title.value for title in test.title]


def page_text(test: AppTest) -> str:
    """All plain text on the page; escaped text as it is drawn."""
    headings = [*test.title, *test.header, *test.subheader]
    elements = [*headings, *test.markdown, *test.caption, *test.info, *test.warning, *test.error]
    return unescaped("\n".join(element.value for element in elements))


def wrong_answer(item: Item) -> str:
    """An option that is not the key."""
    return next(option.id for option in item.options if option.id != item.key)


def submit_answers(
    core: Core,
    student_id: str,
    caller: Caller,
    *,
    right: int,
    wrong: int,
    topic: Topic = "grammar",
    point: str | None = None,
) -> Evaluation:
    """Submit answers to multiple-choice items of all kinds and levels, or of one point, the right ones first."""
    fitting = [item for item in bank_items("multiple_choice", topic) if point is None or point in item.points[:1]]
    items = fitting[:: len(fitting) // (right + wrong)][: right + wrong]
    now = core.clock.now()
    core.store.issue_items(
        items,
        organisation_id=caller.organisation_id,
        student_id=None,
        at=now,
        not_since=now - timedelta(days=1),
        call=None,
        reply=None,
    )
    answers = [
        Given(question_id=item.id, answer=item.key if index < right else wrong_answer(item), time_spent=9)
        for index, item in enumerate(items)
    ]
    return core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload

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
NAMES: dict[Role, str] = {"student": "student", "teacher": "teacher", "admin": "admin"}

Enter = Callable[[str, Role | None], AppTest]


@pytest.fixture(scope="session")
def bank() -> ItemBank:
    """One item bank for all tests: it is made from data files and never changes."""
    return shared_bank()


class ToldClock(SystemClock):
    """The machine's time, until another is told."""

    told: datetime | None = None

    def now(self) -> datetime:
        """What was told, else the present."""
        return self.told or super().now()


@pytest.fixture(autouse=True)
def no_language_of_before() -> None:
    """Outside of a run Streamlit has one state for all: what a test before chose would go on."""
    st.session_state.clear()


@pytest.fixture(scope="session", autouse=True)
def one_password_hash() -> Iterator[None]:
    """Nobody knows the passwords of demo people: they are hashed once, for a hash takes as long as a page."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(demo, "hash_password", lambda _: ONE_HASH)
        yield


@pytest.fixture(scope="session", autouse=True)
def packages_read_once() -> Iterator[None]:
    """Every AppTest reads the description of every installed package for components: nine tenths of what a small page costs."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


ONE_HASH = hash_password("nobody knows it")


@pytest.fixture
def core(bank: ItemBank, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A new database with the demo people; the pages use it as the process's core."""
    made = wiring.in_memory_core(demo=True, bank=bank, clock=ToldClock())
    monkeypatch.setattr(wiring, "shared_core", lambda: made)
    yield made
    made.store.close()


@pytest.fixture
def open_page(core: Core, monkeypatch: pytest.MonkeyPatch) -> Enter:
    """A page (or `frame/frame.py`) as a demo person sees it; role None: without a cookie."""

    # AppTest calls format_func outside of a run, where there is no session to take the language from.
    monkeypatch.setattr(i18n, "DEFAULT", "en")

    def entered(path: str, role: Role | None) -> AppTest:
        secret = core.access.open_signin(account_of(core, role)) if role else None
        monkeypatch.setattr(visitor, "cookie", lambda: secret)
        test = AppTest.from_file(str(ROOT / path), default_timeout=120)
        test.session_state["language"] = "en"
        return test

    return entered


def account_of(core: Core, role: Role) -> Account:
    """The demo account of a role."""
    found = core.store.account_named(NAMES[role])
    assert found is not None
    return found


def caller_of(core: Core, role: Role) -> Caller:
    """As the pages call the core for that account."""
    return Caller(account_of(core, role).organisation_id, frozenset(PERMISSIONS), "en")


def titles(test: AppTest) -> list[str]:
    """The page titles that were drawn."""
    return [title.value for title in test.title]


def said(test: AppTest) -> str:
    """All plain text on the page, with what was escaped as it is drawn."""
    drawn = [*test.title, *test.subheader, *test.markdown, *test.caption, *test.info, *test.warning, *test.error]
    return unescaped("\n".join(element.value for element in drawn))


def wrong_answer(item: Item) -> str:
    """An option that is not the key."""
    return next(option.id for option in item.options if option.id != item.key)


def practised(
    core: Core,
    student_id: str,
    caller: Caller,
    *,
    right: int,
    wrong: int,
    topic: Topic = "grammar",
    point: str | None = None,
) -> Evaluation:
    """Answers to multiple-choice items of all kinds and levels, or of one point, the right ones first."""
    every = [item for item in bank_items("multiple_choice", topic) if point is None or point in item.points[:1]]
    items = every[:: len(every) // (right + wrong)][: right + wrong]
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
        Given(question_id=item.id, answer=item.key if place < right else wrong_answer(item), time_spent=9)
        for place, item in enumerate(items)
    ]
    return core.answers.submit(SubmitRequest(student_id=student_id, answers=answers), caller).payload

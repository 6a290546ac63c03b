"""Every page as every role: it opens for those whom its first line lets in, for nobody else, and not without signing in.

Pages and roles are read from the files, so that a page that is added is opened here without another word.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import get_args

import pytest

from core import wiring
from core.api.core import Core
from core.questions.bank import ItemBank
from core.records.access import Role
from pages.parts.addresses import addresses
from tests.pages.conftest import ROOT, OpenPage, SettableClock, page_text, page_titles

ROLES: tuple[Role, ...] = get_args(Role)
QUERIES = {"lesson": {"resource": "lesson_n1-01"}}
"""What a page needs in its address to show anything."""


def roles_of_page(page: str) -> tuple[Role, ...]:
    """The roles that a page names in its call of `require_role`; none where it has none, or several."""
    calls = [
        node
        for node in ast.walk(ast.parse((ROOT / "pages" / f"{page}.py").read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require_role"
    ]
    return tuple(ast.literal_eval(role) for role in calls[0].args) if len(calls) == 1 else ()


PAGES = {path.stem: roles_of_page(path.stem) for path in sorted((ROOT / "pages").glob("*.py"))}
LEAD_ON = {(address.name, role) for address in addresses() for role in address.leads_on}
"""Old addresses that open another page at once."""
OPEN = [
    (page, role) for page, roles in PAGES.items() for role in ROLES if role in roles and (page, role) not in LEAD_ON
]
SHUT = [(page, role) for page, roles in PAGES.items() for role in ROLES if role not in roles]


@pytest.fixture(scope="module")
def school(bank: ItemBank) -> Iterator[Core]:
    """One for all: here pages are only looked at."""
    shared = wiring.in_memory_core(demo=True, bank=bank, clock=SettableClock())
    yield shared
    shared.store.close()


@pytest.fixture
def core(school: Core, monkeypatch: pytest.MonkeyPatch) -> Core:
    """The process's core for the pages."""
    monkeypatch.setattr(wiring, "shared_core", lambda: school)
    return school


def test_every_page_lets_somebody_in_and_has_an_address_with_the_roles_of_its_menu() -> None:
    assert [page for page, roles in PAGES.items() if not roles] == []
    assert {address.name for address in addresses()} == set(PAGES)
    assert [address.name for address in addresses() if not set(address.roles) <= set(PAGES[address.name])] == []


@pytest.mark.parametrize(("page", "role"), OPEN)
def test_a_page_opens_for_its_role(open_page: OpenPage, page: str, role: Role) -> None:
    test = open_page(f"pages/{page}.py", role)
    for name, value in QUERIES.get(page, {}).items():
        test.query_params[name] = value
    test.run()
    assert not test.exception
    assert page_titles(test)


@pytest.mark.parametrize(("page", "role"), SHUT)
def test_a_page_of_another_role_stays_shut(open_page: OpenPage, page: str, role: Role) -> None:
    test = open_page(f"pages/{page}.py", role).run()
    assert not test.exception
    assert "This page is not part of your account." in page_text(test)
    assert page_titles(test) == []


@pytest.mark.parametrize("page", PAGES)
def test_without_a_cookie_every_page_ends_at_the_gate(open_page: OpenPage, page: str) -> None:
    test = open_page(f"pages/{page}.py", None).run()
    assert not test.exception
    assert page_titles(test) == []
    assert "Practise Chinese along the national standard" in page_text(test)

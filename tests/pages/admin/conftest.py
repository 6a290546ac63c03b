"""Administration, opened at a section: by the demo's administrator, or by that of a school beside the demo."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from core.api.core import Core
from core.records.access import PERMISSIONS, Caller
from pages.parts import visitor
from tests.pages.conftest import OpenPage

OpenSchool = Callable[[str], AppTest]
SCHOOL = "Lantian"


def section(open_page: OpenPage, view: str) -> AppTest:
    """The page at a section, as the demo's administrator sees it."""
    test = open_page("pages/admin.py", "admin")
    test.query_params["view"] = view
    return test


def school_caller(core: Core, name: str = SCHOOL) -> Caller:
    """The caller as which pages call the core for the administrator of a school beside the demo."""
    return Caller(core.access.organisation(name).organisation_id, frozenset(PERMISSIONS), "en")


@pytest.fixture
def open_school(core: Core, open_page: OpenPage, monkeypatch: pytest.MonkeyPatch) -> OpenSchool:
    """The page at a section, as the administrator of the one school beside the demo sees it: the operator's."""
    head = core.access.new_account(
        core.access.organisation(SCHOOL), "admin", username="head", password="right horse head"
    )
    secret = core.access.open_signin(head)

    def open_as(view: str) -> AppTest:
        test = open_page("pages/admin.py", None)
        monkeypatch.setattr(visitor, "cookie", lambda: secret)
        test.query_params["view"] = view
        return test

    return open_as

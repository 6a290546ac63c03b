"""What people typed is text in every section of Administration."""

from __future__ import annotations

from core.api.core import Core
from evaluation.service.marked import HOST, fill_demo
from pages.parts.admin.views import DATA, PEOPLE, PLAN, SERVICE
from tests.pages.admin.conftest import section
from tests.pages.conftest import OpenPage
from tests.pages.rules.test_typed_text import drawn_nodes, read_as_markup


def test_no_section_reads_what_people_typed_as_markup(open_page: OpenPage, core: Core) -> None:
    fill_demo(core)
    shown = 0
    for view in (PEOPLE, PLAN, DATA, SERVICE):
        test = section(open_page, view).run()
        assert not test.exception
        assert read_as_markup(test) == [], view
        shown += HOST in str([getattr(node, "proto", "") for node in drawn_nodes(test)])
    assert shown >= 3

"""Who did what, on the page Administration: filters, pages, the file, both languages."""

from __future__ import annotations

import csv
import io
from datetime import timedelta

import pytest
from streamlit.testing.v1 import AppTest

from core.access.audit.reading import PAGE
from core.access.quota import period_of
from core.api.audit import AUDIT_ACTIONS, FACT_NAMES
from core.api.core import Core
from core.records.access import Caller
from core.wire import Language
from pages.parts import i18n
from pages.parts.admin.audit import HEAD, Asked, audit_csv
from pages.parts.admin.audit_words import action_names, fact_words
from pages.parts.admin.views import DATA
from pages.parts.visitor import Visitor
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text

EVERYTHING = Asked(actor=None, action=None, since=None, until=None)


def opened(open_page: OpenPage) -> AppTest:
    """The section of Administration that has the log."""
    test = open_page("pages/admin.py", "admin")
    test.query_params["view"] = DATA
    return test.run()


def table(test: AppTest) -> list[list[str]]:
    """The rows of the log."""
    shown = [each.value for each in test.dataframe if each.value.shape[1] == 5]
    return [] if not shown else shown[-1].values.tolist()


def admin(core: Core) -> Caller:
    """The administrator of the demo, as the pages call the core for one."""
    return caller_of(core, "admin")


def test_an_act_on_the_page_stands_first_with_the_name_of_who_did_it(open_page: OpenPage, core: Core) -> None:
    teacher = account_of(core, "teacher")
    core.administration.close_account(teacher.account_id, Visitor(core, account_of(core, "admin")).caller)
    test = opened(open_page)
    assert not test.exception
    assert "Kept for 730 days." in page_text(test)
    who, what, whom = table(test)[0][1:4]
    assert what == "Account closed"
    assert who in account_of(core, "admin").display_name
    assert whom in teacher.display_name


def test_filters_leave_out_the_rest_and_a_range_that_is_none_is_said(open_page: OpenPage, core: Core) -> None:
    now, organisation_id = core.clock.now(), admin(core).organisation_id
    core.store.grant_temporary(organisation_id, period_of(now), 500, note="", at=now)
    test = opened(open_page)
    test.selectbox(key="audit_action").select("quota_granted").run()
    assert [(row[2], row[4]) for row in table(test)] == [("More calls granted", f"calls: 500; month: {period_of(now)}")]
    test.selectbox(key="audit_action").select("backup_restored").run()
    assert table(test) == []
    assert "Nothing of this kind was done in these days." in page_text(test)
    today = test.date_input(key="audit_since").max
    test.date_input(key="audit_since").set_value(today)
    test.date_input(key="audit_until").set_value(today - timedelta(days=1)).run()
    assert [each.value for each in test.warning] == ["The last day lies before the first."]


def test_a_hundred_stand_on_a_page_and_one_turns_to_older_and_back(open_page: OpenPage, core: Core) -> None:
    now, organisation_id = core.clock.now(), admin(core).organisation_id
    for number in range(PAGE + 5):
        core.store.grant_temporary(organisation_id, period_of(now), number + 1, note="", at=now)
    test = opened(open_page)
    test.selectbox(key="audit_action").select("quota_granted").run()
    first = table(test)
    assert len(first) == PAGE
    assert test.button(key="audit_newer").disabled
    test.button(key="audit_older").click().run()
    assert [row[4].partition(";")[0] for row in table(test)] == [f"calls: {5 - number}" for number in range(5)]
    assert test.button(key="audit_older").disabled
    test.button(key="audit_newer").click().run()
    assert table(test) == first


def test_from_a_page_that_has_become_empty_one_turns_back(open_page: OpenPage, core: Core) -> None:
    now, organisation_id = core.clock.now(), admin(core).organisation_id
    for number in range(PAGE + 1):
        core.store.grant_temporary(organisation_id, period_of(now), number + 1, note="", at=now)
    test = opened(open_page)
    test.selectbox(key="audit_action").select("quota_granted").run()
    assert "The file holds the newest 50,000 of these acts at most" in page_text(test)
    with core.store.write() as connection:  # type: ignore[attr-defined]
        oldest = "SELECT min(seq) FROM audit_entry WHERE action = 'quota_granted'"
        connection.exec_driver_sql(f"DELETE FROM audit_entry WHERE seq = ({oldest})")
    test.button(key="audit_older").click().run()
    assert table(test) == []
    test.button(key="audit_newer").click().run()
    assert len(table(test)) == PAGE


def test_no_cell_of_the_file_is_a_formula(core: Core) -> None:
    account = account_of(core, "teacher")
    with core.store.write() as connection:  # type: ignore[attr-defined]
        connection.exec_driver_sql("UPDATE account SET display_name = '=1+1' WHERE role = 'teacher'")
    who = Visitor(core, account_of(core, "admin"))
    core.administration.close_account(account.account_id, who.caller)
    head, first, *_ = csv.reader(io.StringIO(audit_csv(who, EVERYTHING).decode("utf-8-sig")))
    assert tuple(head) == HEAD
    row = dict(zip(head, first, strict=True))
    assert (row["action"], row["subject"], row["actor_kind"]) == ("account_closed", "'=1+1", "account")


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_action_and_every_fact_has_its_words(language: Language) -> None:
    i18n.use_language(language)
    assert tuple(action_names()) == AUDIT_ACTIONS
    assert set(fact_words()) == {name for name in FACT_NAMES if not name.endswith("_before")}
    assert len(set(action_names().values())) == len(AUDIT_ACTIONS)

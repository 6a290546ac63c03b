"""The administration page: quota, keys, ledger, erasure."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from core.access import suspension
from core.access.quota import period_of
from core.access.wire import KeyView, TokenRequest
from core.api.core import Core
from core.errors import Forbidden, KeySuspended, NotFound
from core.records.access import PERMISSIONS, Call, Caller
from core.records.availability import AvailabilityHour
from pages.parts import visitor
from pages.parts.admin.bill import ledger_csv
from pages.parts.admin.views import DATA, PLAN, SERVICE
from pages.parts.visitor import Visitor
from tests.pages.admin.conftest import section
from tests.pages.conftest import OpenPage, account_of, caller_of, page_text, submit_answers


def call(core: Core, *, limit: int, price_li: int = 0, request_id: str = "r") -> Call:
    """A counted call of the demo organisation."""
    now = core.clock.now()
    return Call(
        organisation_id=caller_of(core, "admin").organisation_id,
        key_id="key_1",
        endpoint="questions/generate",
        period=period_of(now),
        limit=limit,
        overage=True,
        price_li=price_li,
        request_id=request_id,
        called_at=now,
        retry_after_seconds=1,
    )


def new_key(core: Core) -> KeyView:
    """A new key of the demo organisation."""
    rules = core.administration.usage_rules().version
    core.administration.new_api_key(frozenset({"questions"}), caller_of(core, "admin"), agreed_rules=rules)
    return core.administration.api_keys(caller_of(core, "admin"))[0]


def test_the_month_is_said_in_one_sentence_and_drawn_as_a_bar(open_page: OpenPage, core: Core) -> None:
    for _ in range(3):
        core.store.count_call(call(core, limit=50_000))
    organisation_id, now = caller_of(core, "admin").organisation_id, core.clock.now()
    core.store.grant_temporary(organisation_id, period_of(now), 500, note="", at=now)
    test = section(open_page, PLAN).run()
    assert not test.exception
    assert "Wenlu demo has 50,497 of 50,500 calls left in" in page_text(test)
    assert "500 temporary calls of this month are included." in page_text(test)
    assert [metric.value for metric in test.metric] == ["Education", "3", "Refused"]
    assert len(test.get("progress")) == 1


def test_a_plan_without_limit_has_no_bar(open_page: OpenPage, core: Core) -> None:
    organisation_id = caller_of(core, "admin").organisation_id
    core.store.set_plan(organisation_id, tier="enterprise", monthly_limit=None, overage=False)
    test = section(open_page, PLAN).run()
    assert "its plan has no limit" in page_text(test)
    assert len(test.get("progress")) == 0


def test_a_new_key_is_shown_until_copied_and_then_never_again(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/admin.py", "admin").run()
    assert test.button(key="make_key").disabled
    test.checkbox(key="rules_agreed_0").check().run()
    test.button(key="make_key").click().run()
    (shown,) = [code.value for code in test.code if "?school=" not in code.value]
    (key,) = core.administration.api_keys(caller_of(core, "admin"))
    assert shown.startswith(key.prefix)
    assert core.access.token(TokenRequest(api_key=shown)).permissions == sorted(PERMISSIONS)
    assert key.agreed_rules == core.administration.usage_rules().version
    assert "Copy it now" in page_text(test)
    test.button(key="key_copied").click().run()
    assert all("?school=" in code.value for code in test.code)
    assert shown not in page_text(test)


def test_a_revoked_key_is_refused_and_listed_apart(open_page: OpenPage, core: Core) -> None:
    new_key(core)
    (key,) = core.administration.api_keys(caller_of(core, "admin"))
    test = open_page("pages/admin.py", "admin").run()
    assert f"`{key.prefix}_…` · Questions" in page_text(test)
    test.button(key=f"revoke_{key.key_id}").click().run()
    assert core.administration.api_keys(caller_of(core, "admin"))[0].revoked_at is not None
    assert "Revoked keys (1)" in [box.label for box in test.expander]


def test_the_rules_are_shown_and_linked_where_a_key_is_made(open_page: OpenPage, core: Core) -> None:
    test = open_page("pages/admin.py", "admin").run()
    assert all(rule.en in page_text(test) for rule in core.administration.usage_rules().rules)
    assert "(/docs/usage-rules)" in test.checkbox(key="rules_agreed_0").label


def test_a_suspended_key_says_why_and_no_other_is_made_meanwhile(open_page: OpenPage, core: Core) -> None:
    key = new_key(core)
    suspension.suspend(key.key_id, "copied the *whole* bank", store=core.store, clock=core.clock)
    test = open_page("pages/admin.py", "admin").run()
    assert "Suspended by the operator of the service on" in page_text(test)
    assert "copied the *whole* bank" in page_text(test)
    assert "No new key can be made" in page_text(test)
    assert [button.key for button in test.button if button.key == "make_key"] == []
    with pytest.raises(KeySuspended, match="whole"):
        new_key(core)
    suspension.resume(key.key_id, store=core.store, clock=core.clock)
    assert "make_key" in [button.key for button in test.run().button]


def test_a_key_of_another_organisation_cannot_be_revoked(core: Core) -> None:
    other = core.access.organisation("Another school")
    core.access.new_key(other, frozenset({"questions"}))
    (key,) = core.store.keys(other.organisation_id)
    with pytest.raises(NotFound, match="There is no key"):
        core.administration.revoke_api_key(key.key_id, caller_of(core, "admin"))
    assert core.store.keys(other.organisation_id)[0].revoked_at is None


def test_the_ledger_adds_up_to_the_bill(open_page: OpenPage, core: Core) -> None:
    for number in range(4):
        core.store.count_call(call(core, limit=2, price_li=50, request_id=f"=r{number}"))
    test = section(open_page, PLAN).run()
    assert "4 calls, **0.10 yuan** past the quota." in page_text(test)
    month = period_of(core.clock.now())
    who = Visitor(core, account_of(core, "admin"))
    lines = ledger_csv(who, month).decode("utf-8-sig").splitlines()[1:]
    assert sum(float(line.split(",")[-1]) for line in lines) == pytest.approx(0.10)
    assert all(",'=r" in line for line in lines)


def test_another_month_without_calls_says_so(open_page: OpenPage, core: Core) -> None:
    core.store.count_call(call(core, limit=2))
    test = section(open_page, PLAN).run()
    test.selectbox(key="ledger_month").select_index(3).run()
    assert "No calls in this month." in page_text(test)


def test_a_student_is_erased_only_after_the_id_was_typed(open_page: OpenPage, core: Core) -> None:
    submit_answers(core, "s1", caller_of(core, "admin"), right=1, wrong=1)
    test = section(open_page, DATA).run()
    test.selectbox(key="erase_student").set_value("s1").run()
    assert test.button(key="erase_now").disabled
    test.text_input(key="erase_typed").set_value("s1").run()
    test.button(key="erase_now").click().run()
    assert not test.exception
    organisation_id = caller_of(core, "admin").organisation_id
    assert core.store.student(organisation_id, "s1") is None
    now = core.clock.now()
    assert core.store.answers_between(organisation_id, "s1", now - timedelta(days=1), now + timedelta(days=1)) == []
    assert core.store.evidence_of(organisation_id, "s1") == []


def test_erasing_takes_the_sign_in_too_but_the_demos_and_both_pages_say_so(open_page: OpenPage, core: Core) -> None:
    student = account_of(core, "student")
    assert student.student_id is not None
    page = open_page("pages/people.py", "admin").run()
    page.selectbox(key="people_chosen").set_value(student.student_id).run()
    administration = section(open_page, DATA).run()
    administration.selectbox(key="erase_student").set_value(student.student_id).run()
    for shown in (page, administration):
        assert "and the sign-in with its user name" in page_text(shown)
        assert "Backups made before still hold the student" in page_text(shown)
    core.student_data.erase(student.student_id, caller_of(core, "admin"))
    assert account_of(core, "student") == student, "a button for everybody"


def test_a_student_is_taken_out_as_a_file_and_an_erasure_leaves_a_receipt(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "admin")
    submit_answers(core, "s1", caller, right=1, wrong=1)
    test = section(open_page, DATA).run()
    assert not [box for box in test.selectbox if box.key == "receipt_chosen"]
    test.selectbox(key="erase_student").set_value("s1").run()
    assert "Download everything about this student" in [button.label for button in test.get("download_button")]
    test.text_input(key="erase_typed").set_value("s1").run()
    test.button(key="erase_now").click().run()
    (receipt,) = core.student_data.receipts(caller)
    assert receipt.asked_by == account_of(core, "admin").account_id
    assert test.selectbox(key="receipt_chosen").value == receipt.receipt_id
    assert "Download the receipt" in [button.label for button in test.get("download_button")]
    assert not test.exception


def test_the_short_name_of_the_school_is_shown_and_changed(
    open_page: OpenPage, core: Core, monkeypatch: pytest.MonkeyPatch
) -> None:
    core.access.organisation("Taken")
    school = core.access.organisation("Another school")
    secret = core.access.open_signin(
        core.access.new_account(school, "admin", username="head", password="right horse head")
    )
    caller = Caller(school.organisation_id, frozenset(PERMISSIONS), "en")
    test = open_page("pages/admin.py", None)
    monkeypatch.setattr(visitor, "cookie", lambda: secret)
    test.run()
    assert any("?school=another-school" in each.value for each in test.code)
    for typed, said in (("La tian", "2 to 32 small letters"), ("taken", "Another school has")):
        test.text_input(key="school_address").set_value(typed)
        next(each for each in test.button if each.label == "Save").click().run()
        assert any(said in each.value for each in test.error)
    test.text_input(key="school_address").set_value("Lantian")
    next(each for each in test.button if each.label == "Save").click().run()
    assert not test.exception
    assert core.administration.organisation(caller).address == "lantian"
    assert any("?school=lantian" in each.value for each in test.code)


def test_who_enters_the_demo_takes_no_short_name_that_a_school_may_want(open_page: OpenPage, core: Core) -> None:
    caller = caller_of(core, "admin")
    test = open_page("pages/admin.py", "admin").run()
    assert any("?school=wenlu-demo" in each.value for each in test.code)
    assert "The short name of the demo school cannot be changed." in page_text(test)
    assert not [each for each in test.text_input if each.key == "school_address"]
    with pytest.raises(Forbidden, match="not changed"):
        core.administration.set_school_address("lantian", caller)
    assert core.administration.organisation(caller).address == "wenlu-demo"


def test_a_student_of_another_organisation_cannot_be_erased(core: Core) -> None:
    other = core.access.organisation("Another school")
    theirs = Caller(other.organisation_id, frozenset())
    submit_answers(core, "theirs", theirs, right=1, wrong=0)
    with pytest.raises(NotFound, match="There is no student 'theirs'"):
        core.student_data.erase("theirs", caller_of(core, "admin"))
    assert core.store.student(other.organisation_id, "theirs") is not None


def test_health_names_the_database_the_tables_and_the_versions(open_page: OpenPage) -> None:
    test = section(open_page, SERVICE).run()
    assert "The database answers and is up to date" in page_text(test)
    tables = [frame.value.to_dict("list") for frame in test.dataframe]
    assert tables[0]["Rows"][:4] == ["11,092", "3,000", "572", "853"]
    assert "python" in tables[1]["Part"]


def test_availability_is_shown_beside_the_promise_of_the_plan(open_page: OpenPage, core: Core) -> None:
    # Neither the hour before nor the minute that begins lies in another month.
    now = core.clock.now().replace(day=15, minute=20, second=0, microsecond=0)
    core.clock.fixed_time = now  # type: ignore[attr-defined]
    hour = now.replace(minute=0) - timedelta(hours=1)
    core.store.note_availability([AvailabilityHour(hour, (1 << 60) - 1, (1 << 59) - 1, calls=98_765, failed=87_654)])
    text = page_text(section(open_page, SERVICE).run())
    assert "73.750 % of 80 minutes since" in text
    assert "The plan Education is promised 99.5 %:" in text
    assert "not kept" in text
    assert "Not ready: 1 minute." in text
    assert "or it was stuck: 20 minutes." in text
    # The calls are those of every organisation on the server, and none of a school's business.
    assert not re.search(r"98,?765|87,?654", text)


def test_before_anything_was_measured_no_figure_is_shown(open_page: OpenPage) -> None:
    assert "Nothing was measured yet." in page_text(section(open_page, SERVICE).run())

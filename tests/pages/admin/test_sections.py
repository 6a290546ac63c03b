"""The sections of Administration: what needs a person at the top, one section at a time, settings and health for the operator's alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from core.access.quota_requests import QuotaRequestBody
from core.access.settings_meaning import settings_in_force
from core.api.core import Core
from core.errors import BadSetting
from core.records.backups import BackupLine, BackupTask
from core.settings import Settings
from core.web import siblings
from pages.parts.admin.health import _database_words
from pages.parts.admin.needs import SECTIONS, need_text
from pages.parts.admin.views import DATA, PEOPLE, PLAN, SERVICE, section_names
from pages.parts.i18n import use_language
from tests.pages.admin.conftest import OpenSchool, school_caller, section
from tests.pages.conftest import OpenPage, page_text

HEADINGS = {
    PEOPLE: {"Sign-in of the school", "Accounts", "API keys"},
    PLAN: {"Requests for more calls", "Ledger"},
    DATA: {"Backups", "Erase a student"},
    SERVICE: {"State of the service", "Correction of essays", "Recordings", "Stroke order of characters"},
}


class Kept:
    """`core.ports.backups.Backups` of a test: what it is given, and what was begun."""

    folder = "/srv/it's backups"

    def __init__(self, *lines: BackupLine, task: BackupTask | None = None) -> None:
        self._lines = lines
        self.task = task or BackupTask()
        self.begun: list[str] = []

    def lines(self) -> tuple[BackupLine, ...]:
        return self._lines

    def begin(self, *, made: Callable[[], None]) -> BackupTask:
        self.begun.append("")
        return self.task

    def begin_check(self, name: str) -> BackupTask:
        self.begun.append(name)
        return self.task


def given(core: Core, kept: Kept) -> Kept:
    """Give the core these backups, and disks with room."""
    core.upkeep._backups = kept
    core.upkeep._operations._folders = {}
    return kept


def line(core: Core, name: str, *, days: int = 0, checked: bool = False, fault: str = "") -> BackupLine:
    now = core.clock.now()
    return BackupLine(name, now - timedelta(days=days), 12_400_000, "", now if checked else None, fault)


@pytest.mark.parametrize("view", HEADINGS)
def test_a_section_shows_its_parts_and_no_others(open_page: OpenPage, view: str) -> None:
    test = section(open_page, view).run()
    assert not test.exception
    shown = {heading.value for heading in test.subheader}
    assert shown >= HEADINGS[view]
    assert shown.isdisjoint(set().union(*(names for other, names in HEADINGS.items() if other != view)))
    assert test.query_params["view"] == view


def test_whoever_enters_the_demo_sees_neither_settings_nor_backups_nor_other_schools(
    open_page: OpenPage, core: Core
) -> None:
    core.access.organisation("Another school")
    service, data, plan = (section(open_page, view).run() for view in (SERVICE, DATA, PLAN))
    assert "In the demo nothing is asked for." in page_text(plan)
    assert not [button for button in plan.button if button.label == "Send the request"]
    assert "Settings of the service" not in page_text(service)
    for hidden in ("Another school", "Disk (", "Memory of this process"):
        assert hidden not in page_text(service)
    assert "the operator of the service makes and keeps them" in page_text(data)
    assert not [button for button in data.button if button.key == "backup_now"]
    assert "run `wenlu strokes install` on the server" in page_text(service)
    assert not [button for button in service.button if button.key == "stroke_pack_fetch"]


def test_where_all_is_well_one_quiet_sentence_says_so(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(line(core, "a.zip", days=1, checked=True)))
    test = open_school(PEOPLE).run()
    assert not test.exception
    assert "Nothing needs you here just now." in page_text(test)


def test_what_needs_a_person_stands_at_the_top_and_leads_to_its_section(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(line(core, "a.zip", days=9)))
    organisation_id = school_caller(core).organisation_id
    core.access.new_key(core.access.organisation("Lantian"), frozenset({"questions"}))
    (key,) = core.store.keys(organisation_id)
    core.store.suspend_key(organisation_id, key.key_id, "copies the bank", core.clock.now())
    test = open_school(PEOPLE).run()
    assert "more than a week old" in page_text(test)
    assert f"The key {key.prefix}… is suspended" in page_text(test)
    test.button(key="need_0_old_backup").click().run()
    assert not test.exception
    assert "The newest good backup was made on" in page_text(test)
    assert test.query_params["view"] == DATA


def test_every_need_has_words_and_a_section(core: Core) -> None:
    from core.access.attention import Need

    use_language("en")
    for kind, view in SECTIONS.items():
        assert view in section_names()
        assert need_text(Need(kind, "x", 2, core.clock.now())).strip()
    assert need_text(Need("night_missed", count=1)) == "The nightly work of 1 night is not done."
    assert need_text(Need("night_missed", count=2)) == "The nightly work of 2 nights is not done."


def test_a_backup_is_made_and_checked_by_a_press_and_the_restoring_command_is_there(
    core: Core, open_school: OpenSchool
) -> None:
    kept = given(
        core, Kept(line(core, "b.zip", days=1, fault="table answer, row 3"), line(core, "a.zip", days=2, checked=True))
    )
    test = open_school(DATA).run()
    assert "It was read back and is whole." in page_text(test)
    assert test.dataframe[0].value["Checked"].tolist()[0] == "damaged: table answer, row 3"
    assert "A damaged backup cannot be restored: make a new one" in test.warning[0].value
    assert "wenlu restore '/srv/it'\"'\"'s backups/b.zip' --yes" in [code.value for code in test.code]
    test.button(key="backup_now").click().run()
    test.selectbox(key="backup_chosen").set_value("a.zip")
    test.button(key="backup_check").click().run()  # chosen and pressed at once
    assert not test.exception
    assert kept.begun == ["", "a.zip"]


def test_a_folder_that_cannot_be_read_is_told_of_with_what_to_do(
    core: Core, open_school: OpenSchool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_kept: Kept) -> None:
        raise BadSetting("The folder of backups cannot be read: Permission denied.")

    given(core, Kept())
    monkeypatch.setattr(Kept, "lines", unreadable)
    test = open_school(DATA).run()
    assert not test.exception
    assert "The folder of backups cannot be read." in page_text(test)
    assert "Permission denied" in test.error[0].value
    assert "There is no good backup yet." not in page_text(test)


def test_a_backup_under_way_tells_how_far_it_is_and_offers_no_second(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(task=BackupTask("writing", "a.zip", "answer", 15_000)))
    test = open_school(DATA).run()
    assert "The backup is written: `answer`, 15,000 rows" in page_text(test)
    assert not [button for button in test.button if button.key == "backup_now"]


def test_settings_are_told_with_their_meaning_and_no_secret(core: Core, open_school: OpenSchool) -> None:
    secret = "right horse secret that is long enough"
    core.upkeep._settings = Settings(secret=secret, memory_mb=1024, allowed_origins="https://*a*.test")
    given(core, Kept(line(core, "a.zip")))
    test = open_school(SERVICE).run()
    assert not test.exception
    cells = [str(cell) for table in test.table for column in table.value.to_dict("list").values() for cell in column]
    assert len(cells) == 2 * len(settings_in_force(Settings()))
    assert secret not in "".join(cells)
    assert "`WENLU_SECRET`  \n**set**" in cells
    assert any("`wenlu scheduler`" in cell for cell in cells), "commands in meanings are drawn as such"
    assert "`WENLU_MEMORY_MB`  \n**1024**" in cells
    assert not [cell for cell in cells if "*a*" in cell.replace("\\*", "")]


def test_health_tells_nights_disks_memory_and_parts_and_what_to_do(
    core: Core, open_school: OpenSchool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(core, Kept(line(core, "a.zip")))
    monkeypatch.setattr(core.upkeep._operations, "disks", lambda: {"data": (1_000_000_000, 100_000_000_000)})
    monkeypatch.setattr(siblings, "running", lambda: {"api-1": True, "scheduler": False})
    core.clock.fixed_time = core.clock.now() + timedelta(days=3)  # type: ignore[attr-defined]
    core.queues.pressure.high = True
    text = page_text(open_school(SERVICE).run())
    assert "The database answers and is up to date" in text
    assert "Lantian: the nightly work of" in text
    assert "Disk (the data): 1.0 of 100.0 GB are free" in text
    assert "delete old backups" in text
    assert "The part `api-1` runs" in text
    assert "The part `scheduler` does not run" in text
    assert "No costly work is begun." in text


def test_a_school_that_is_not_the_operators_is_told_to_write_to_it(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept())
    core.upkeep._settings = Settings(operator="Somebody else")
    core.clock.fixed_time = core.clock.now() + timedelta(days=3)  # type: ignore[attr-defined]
    text = page_text(open_school(SERVICE).run())
    assert "Lantian: the nightly work of" in text
    assert "Tell the operator of the service." in text
    assert "Run `wenlu nightly`" not in text


def test_every_problem_of_the_database_has_words_and_a_remedy() -> None:
    use_language("en")
    for problem in (
        "the database does not answer",
        "the database does not stand at this version's newest revision",
        "the disk of the database is nearly full",
        "the database cannot be written",
    ):
        text, remedy = _database_words(problem)
        assert text != problem
        assert remedy


def test_a_request_is_made_and_withdrawn_on_the_page(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(line(core, "a.zip")))
    caller = school_caller(core)
    test = open_school(PLAN).run()
    assert "Nothing was asked for yet." in page_text(test)
    send = next(each for each in test.button if each.label == "Send the request")
    send.click().run()
    assert any("what the calls are for" in each.value for each in test.error)
    test.number_input(key="request_calls_0").set_value(5_000)
    test.text_area(key="request_reason_0").set_value("A *test* week")
    next(each for each in test.button if each.label == "Send the request").click().run()
    assert not test.exception
    (request,) = core.quota.requests(caller)
    assert (request.kind, request.calls, request.reason, request.key_id) == ("temporary", 5_000, "A *test* week", "")
    assert "5,000 more calls in" in page_text(test)
    assert "A *test* week" in page_text(test)
    test.button(key=f"withdraw_{request.request_id}").click().run()
    assert core.quota.requests(caller)[0].state == "withdrawn"
    assert "The request is withdrawn." in [each.value for each in test.success]
    assert not [button for button in test.button if button.key == f"withdraw_{request.request_id}"]


def test_twenty_open_requests_are_the_most(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(line(core, "a.zip")))
    for _ in range(20):
        core.quota.ask(QuotaRequestBody(kind="upgrade", reason="more"), school_caller(core))
    test = open_school(PLAN).run()
    assert "20 requests wait: no more can." in page_text(test)
    assert not [button for button in test.button if button.label == "Send the request"]


def test_the_operators_school_answers_the_requests_of_all(core: Core, open_school: OpenSchool) -> None:
    given(core, Kept(line(core, "a.zip")))
    other = school_caller(core, "Other school")
    asked = [
        core.quota.ask(QuotaRequestBody(kind="temporary", calls=700, reason="exams"), other),
        core.quota.ask(QuotaRequestBody(kind="upgrade", reason="growing"), other),
    ]
    core.upkeep._settings, core.quota._operator = Settings(operator="Lantian"), "Lantian"
    test = open_school(PLAN).run()
    assert "2 requests for more calls wait for your answer." in page_text(test)
    test.number_input(key=f"grant_calls_{asked[0].request_id}").set_value(300)
    test.button(key=f"grant_{asked[0].request_id}").click().run()  # typed and pressed at once
    test.button(key=f"grant_{asked[1].request_id}").click().run()
    assert any(
        "Say how many calls, or which plan; nothing was changed. (the request names neither" in each.value
        for each in test.error
    )
    test.button(key=f"refuse_{asked[1].request_id}").click().run()
    assert not test.exception
    states = {request.request_id: request.state for request in core.quota.requests(other)}
    assert states == {asked[0].request_id: "granted", asked[1].request_id: "refused"}
    assert [each.granted_calls for each in core.quota.requests(other)] == [None, 300]
    assert "No request waits." in page_text(test)


def test_a_press_alone_grants_neither_fewer_calls_nor_those_of_a_month_that_is_over(
    core: Core, open_school: OpenSchool
) -> None:
    given(core, Kept(line(core, "a.zip")))
    other = school_caller(core, "Other school")
    core.store.set_plan(other.organisation_id, tier="education", monthly_limit=90_000, overage=False)
    core.clock.fixed_time = core.clock.now() - timedelta(days=40)  # type: ignore[attr-defined]
    late = core.quota.ask(QuotaRequestBody(kind="temporary", calls=700, reason="exams"), other)
    fewer = core.quota.ask(QuotaRequestBody(kind="upgrade", calls=1_000, reason="growing"), other)
    core.clock.fixed_time += timedelta(days=40)  # type: ignore[attr-defined]
    core.upkeep._settings, core.quota._operator = Settings(operator="Lantian"), "Lantian"
    test = open_school(PLAN).run()
    assert test.number_input(key=f"grant_calls_{late.request_id}").value is None
    for request, why in ((late, "which is over"), (fewer, "the organisation has 90000")):
        test.button(key=f"grant_{request.request_id}").click().run()
        assert any(why in each.value for each in test.error), why
    test.number_input(key=f"grant_calls_{late.request_id}").set_value(700)
    test.button(key=f"grant_{late.request_id}").click().run()
    assert not test.exception
    assert {each.request_id: each.granted_calls for each in core.quota.requests(other)} == {
        late.request_id: 700,
        fewer.request_id: None,
    }

"""Opting in to study peers over HTTP: a behaviour of POST /portrait/update."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from core.errors import Unavailable
from core.portrait.behaviours import PEER_SWITCH, is_switched_off
from core.records.access import PERMISSIONS, Caller
from core.records.classes import SchoolClass
from core.records.students import Student
from tests.http.service import PEERS, UPDATE_PORTRAIT, Service, error_of

CALLER = Caller("org_0001", frozenset(PERMISSIONS))


def report(service: Service, value: int, *, hours_ago: float) -> Any:
    """Report the switch of s1 as it was set some hours ago."""
    at = service.clock.now() - timedelta(hours=hours_ago)
    switch = {"indicator": PEER_SWITCH, "kind": "switch", "value": value, "occurred_at": at.isoformat()}
    return service.post(UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": [switch]})


def opted_in(service: Service) -> bool:
    told: bool = service.get(PEERS.format("s1")).json()["data"]["opted_in"]
    assert told == service.core.knowledge.opted_in("s1", CALLER)
    return told


def test_the_indicator_is_the_switch_of_study_peers(service: Service) -> None:
    indicator = service.core.tables.indicators.by_id[PEER_SWITCH]
    assert (indicator.leaf_zh, indicator.data_type) == ("学伴匹配开关", "switch")


def test_the_switch_opts_in_and_out(service: Service) -> None:
    assert report(service, 1, hours_ago=3).status_code == 200
    assert opted_in(service)
    assert report(service, 0, hours_ago=2).status_code == 200
    assert not opted_in(service)


def test_the_latest_of_one_report_counts(service: Service) -> None:
    now = service.clock.now()
    switches = [
        {
            "indicator": PEER_SWITCH,
            "kind": "switch",
            "value": value,
            "occurred_at": (now - timedelta(hours=hours)).isoformat(),
        }
        for value, hours in ((0, 1), (1, 2))
    ]
    service.post(UPDATE_PORTRAIT, {"student_id": "s1", "behaviors": switches})
    assert not opted_in(service)


def test_a_report_that_comes_late_or_twice_takes_back_no_withdrawal(service: Service) -> None:
    report(service, 1, hours_ago=3)
    report(service, 0, hours_ago=1)
    report(service, 1, hours_ago=3)
    report(service, 1, hours_ago=2)
    assert not opted_in(service)
    assert report(service, 1, hours_ago=0.5).status_code == 200
    assert opted_in(service)


def test_what_a_student_presses_on_a_page_outlasts_an_older_report(service: Service) -> None:
    service.submit()
    service.core.knowledge.opt_in("s1", CALLER, on=True)
    service.core.knowledge.opt_in("s1", CALLER, on=False)
    report(service, 1, hours_ago=1)
    assert not opted_in(service)


def test_a_faulty_report_switches_nothing(service: Service) -> None:
    error_of(report(service, 2, hours_ago=1), 400, 400002)
    error_of(report(service, 1, hours_ago=-1), 400, 400002)
    assert not service.core.knowledge.opted_in("s1", CALLER)


def test_without_the_guardians_consent_the_report_is_refused_and_not_kept(service: Service) -> None:
    now = service.clock.now()
    service.store.put_student(Student("org_0001", "s1", "", None, now))
    service.store.put_class(SchoolClass("org_0001", "cls_1", "A", now, consent="missing"))
    service.store.change_members("org_0001", "cls_1", added=["s1"], at=now)
    refused = error_of(report(service, 1, hours_ago=1), 400)
    assert "guardians" in refused["message"]
    assert service.store.evidence_of("org_0001", "s1") == []
    assert report(service, 0, hours_ago=1).status_code == 200


def test_of_two_reports_at_once_the_newer_withdrawal_wins(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    knowledge, turn = service.core.knowledge, service.core.knowledge.turn_peer_switch

    def late(student_id: str, caller: Caller, *, on: bool) -> None:
        """The report that opts in is overtaken by the newer one before it turns the switch."""
        monkeypatch.setattr(knowledge, "turn_peer_switch", turn)
        assert on
        assert report(service, 0, hours_ago=1).status_code == 200
        turn(student_id, caller, on=on)

    monkeypatch.setattr(knowledge, "turn_peer_switch", late)
    assert report(service, 1, hours_ago=2).status_code == 200
    assert not opted_in(service)


def test_a_withdrawal_that_is_cut_off_is_known_before_it_is_done(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.submit()
    service.core.knowledge.opt_in("s1", CALLER, on=True)

    def fail(*_: object) -> None:
        raise Unavailable("cut off")

    with monkeypatch.context() as broken:
        broken.setattr(service.store, "withdraw_consent", fail)
        with pytest.raises(Unavailable, match="cut off"):
            service.core.knowledge.opt_in("s1", CALLER, on=False)
    assert is_switched_off(service.store.evidence_of("org_0001", "s1", targets=[PEER_SWITCH]))
    service.core.knowledge.opt_in("s1", CALLER, on=False)
    assert not opted_in(service)

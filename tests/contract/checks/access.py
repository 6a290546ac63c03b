"""Keys, tokens, permissions, quota, bill and rates."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from unittest.mock import patch

import pytest

from core.cli import main
from core.errors import BadParameter
from core.records.access import Permission, Tier
from core.records.quota import Plan, TemporaryGrant
from core.settings import Settings
from tests.contract.language import Reply, must_refuse
from tests.contract.school import ORGANISATION, School
from tests.http.service import GENERATE, PORTRAIT, QUOTA_REQUESTS, SUBMIT, TOKEN, Service
from tests.speech.made_reports import RAW

ASKED = {"level": "beginner", "type": "multiple_choice", "topic": "grammar", "count": 1, "seed": 1}
MONTH = "2026-11"
TURN = datetime(2026, 11, 30, 16, tzinfo=UTC)
"""00:00 on 1 December in UTC+8."""
QUOTA = ("x-quota-limit", "x-quota-remaining", "x-quota-reset")
customers = count(1)


class Customer:
    """An organisation of its own with a plan of its own."""

    def __init__(self, school: School, *, limit: int | None = None, overage: bool = False, tier: Tier = "free") -> None:
        self.school = school
        self.name = f"Customer {next(customers)}"
        self.id = school.service.organisation(self.name, tier=tier).organisation_id
        if limit is not None or overage:
            self.plan(limit, overage=overage, tier=tier)

    def plan(self, limit: int | None, *, overage: bool = False, tier: Tier = "free") -> None:
        """Give it another plan."""
        self.school.service.store.set_plan(self.id, tier=tier, monthly_limit=limit, overage=overage)

    def token(self, *permissions: Permission) -> str:
        """A token of a new key."""
        return (
            self.school.service.new_token(self.name, permissions)
            if permissions
            else self.school.service.new_token(self.name)
        )

    def generate(self) -> Reply:
        """A call that counts."""
        return self.post(GENERATE, ASKED)

    def post(self, path: str, body: Any, **headers: str) -> Reply:
        """POST with a token of its own."""
        return self.school.reply(self.school.service.post(path, body, token=self.token(), headers=headers))


@contextmanager
def planned(school: School, limit: int | None, *, overage: bool) -> Iterator[None]:
    """Another plan of the school for a while."""
    store = school.service.store
    store.set_plan(ORGANISATION, tier="free", monthly_limit=limit, overage=overage)
    try:
        yield
    finally:
        store.set_plan(ORGANISATION, tier="enterprise", monthly_limit=None, overage=False)


def again(school: School, name: str) -> Reply:
    """The call of that name once more, as a new one."""
    call = school.call_of(name)
    if name == "submit":
        call = replace(call, body={key: value for key, value in call.body.items() if key != "session_id"})
    return school.send(call)


def used(school: School) -> int:
    return school.service.store.quota_used(ORGANISATION, MONTH)


# -- open addresses ------------------------------------------------------------------------------------------


def _open_call(school: School, service: Service, address: str, token: str = "") -> Reply:
    if address == "grammar":
        return school.reply(service.post("/grammar/grammar_text", {"txt": "你好"}, token=token))
    parts = {"data": {"text": "你好"}, "files": {"file": ("a.wav", RAW)}}
    return school.reply(service.call("POST", "/speech/uploadfile", token=token, **parts))


def closed_grammar(school: School) -> None:
    service = school.another(open_addresses=False)
    must_refuse(_open_call(school, service, "grammar"), 401)
    assert _open_call(school, service, "grammar", service.token).status == 200


def closed_speech(school: School) -> None:
    service = school.another(open_addresses=False)
    must_refuse(_open_call(school, service, "speech"), 401)
    assert _open_call(school, service, "speech", service.token).status == 200


def open_rate(school: School, address: str) -> None:
    service = school.another(open_rate_per_second=0.5, open_rate_burst=1)
    assert _open_call(school, service, address).status == 200
    must_refuse(_open_call(school, service, address), 429001)
    assert Settings().open_rate_per_second < Settings().rate_per_second


def open_rate_spares_tokens(school: School) -> None:
    service = school.another(open_rate_per_second=0.5, open_rate_burst=1)
    _open_call(school, service, "speech")
    assert _open_call(school, service, "speech", service.token).status == 200


# -- keys and tokens -----------------------------------------------------------------------------------------


def _new_key(school: School, *permissions: Permission) -> str:
    made = frozenset(permissions or ("questions",))
    return school.service.core.access.new_key(school.service.organisation(), made)


def _token_of(school: School, key: str) -> Reply:
    return school.reply(school.service.post(TOKEN, {"api_key": key}, token=""))


def token_works(school: School) -> None:
    token = _token_of(school, _new_key(school)).body["data"]["access_token"]
    assert school.reply(school.service.post(GENERATE, ASKED, token=token)).status == 200


def token_lasts(school: School) -> None:
    data = _token_of(school, _new_key(school)).body["data"]
    lasts = timedelta(seconds=data["expires_in"])
    with school.at(school.service.clock.now() + lasts - timedelta(seconds=1)):
        assert school.reply(school.service.post(GENERATE, ASKED, token=data["access_token"])).status == 200
    with school.at(school.service.clock.now() + lasts):
        must_refuse(school.reply(school.service.post(GENERATE, ASKED, token=data["access_token"])), 401001)


def token_permissions(school: School) -> None:
    data = _token_of(school, _new_key(school, "questions", "essay")).body["data"]
    assert sorted(data["permissions"]) == ["essay", "questions"]


def permission_is_known(school: School, permission: Permission) -> None:
    assert _token_of(school, _new_key(school, permission)).body["data"]["permissions"] == [permission]


def permission_is_unknown(school: School) -> None:
    with pytest.raises(BadParameter, match="administration unknown"):
        _new_key(school, "administration")  # type: ignore[arg-type]


def _revoked(school: School) -> tuple[str, str]:
    """A key and its token after the key was revoked."""
    key = _new_key(school)
    token = _token_of(school, key).body["data"]["access_token"]
    store = school.service.store
    (row,) = [row for row in store.keys(ORGANISATION) if key.startswith(row.prefix)]
    store.revoke_key(ORGANISATION, row.key_id, school.service.clock.now())
    return key, token


def revoked_key(school: School) -> None:
    must_refuse(_token_of(school, _revoked(school)[0]), 401)


def revoked_key_token(school: School) -> None:
    must_refuse(school.reply(school.service.post(GENERATE, ASKED, token=_revoked(school)[1])), 401)


def key_hash(school: School) -> None:
    key = _new_key(school)
    assert _token_of(school, key).status == 200
    kept = school.service.store.keys(ORGANISATION)
    assert all(key not in str(row) for row in kept)
    assert any(len(row.secret_sha256) == 64 for row in kept)


def same_student_id(school: School) -> None:
    student_id = school.student()
    academy = Customer(school)
    school.answered(student_id, right=1)
    must_refuse(school.reply(school.service.get(PORTRAIT.format(student_id), token=academy.token())), 404)
    body = {"student_id": student_id, "behaviors": []}
    theirs = academy.post("/v1/portrait/update", body).body["data"]
    ours = school.get(PORTRAIT.format(student_id)).body["data"]
    assert (theirs["student_id"], theirs["level_labels"]["star_exp"]) == (student_id, 0)
    assert ours["level_labels"]["star_exp"] > 0


# -- commands ------------------------------------------------------------------------------------------------


@contextmanager
def at_the_command_line(school: School) -> Iterator[Any]:
    """Commands on a database of their own, a file; each gives what it prints on stdout."""
    environment = {"WENLU_DATABASE_URL": school.database_on_disk(), "WENLU_DEMO": "0"}

    def run(*arguments: str) -> str:
        told = io.StringIO()
        with redirect_stdout(told), redirect_stderr(io.StringIO()):
            assert main(list(arguments)) == 0, arguments
        return told.getvalue()

    with patch.dict(os.environ, environment):
        yield run


CREATE = ("keys", "create", "--organisation", "School")


def command_create(school: School) -> None:
    with at_the_command_line(school) as run:
        assert run(*CREATE, "--permissions", "essay").startswith("wl_")
        assert run("keys", "list", "--organisation", "School").rstrip().endswith(" essay")


def command_list(school: School) -> None:
    with at_the_command_line(school) as run:
        key = run(*CREATE).strip()
        listed = run("keys", "list", "--organisation", "School")
        assert "active" in listed
        assert key not in listed


def command_revoke(school: School) -> None:
    with at_the_command_line(school) as run:
        run(*CREATE)
        key_id = run("keys", "list", "--organisation", "School").split()[0]
        run("keys", "revoke", key_id)
        assert "revoked" in run("keys", "list", "--organisation", "School")


def command_grant(school: School) -> None:
    with at_the_command_line(school) as run:
        run(*CREATE)
        run("quota", "grant", "25", "--organisation", "School")
        assert "0 of 1025 calls, 25 of them temporary" in run("quota", "show", "--organisation", "School")


def command_bill(school: School) -> None:
    with at_the_command_line(school) as run:
        run(*CREATE)
        assert "total: 0.00 yuan" in run("quota", "ledger", "--month", MONTH)
        assert "billed: 0.00 yuan" in run("quota", "show", "--organisation", "School", "--month", MONTH)


# -- quota ---------------------------------------------------------------------------------------------------


def quota_headers(school: School, name: str) -> None:
    with planned(school, 10**6, overage=False):
        headers = again(school, name).headers
    assert headers["x-quota-limit"] == "1000000"
    assert 0 < int(headers["x-quota-remaining"]) < 10**6
    assert headers["x-quota-reset"] == "2026-12-01T00:00:00+08:00"


def tier(school: School, name: Tier, calls: str) -> None:
    assert Customer(school, tier=name).generate().headers["x-quota-limit"] == calls


def enterprise(school: School) -> None:
    assert Customer(school, tier="enterprise").generate().headers["x-quota-limit"] == "unlimited"
    contracted = Customer(school, limit=1_234_567, tier="enterprise")
    assert contracted.generate().headers["x-quota-limit"] == "1234567"


def quota_reset(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    must_refuse(customer.generate(), 429001)
    with school.at(TURN):
        assert customer.generate().status == 200


def quota_not_reset(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    with school.at(TURN - timedelta(seconds=1)):
        must_refuse(customer.generate(), 429001)


def quota_not_carried(school: School) -> None:
    customer = Customer(school, limit=5)
    assert customer.generate().headers["x-quota-remaining"] == "4"
    with school.at(TURN):
        reply = customer.generate()
        assert (reply.headers["x-quota-limit"], reply.headers["x-quota-remaining"]) == ("5", "4")


def temporary_quota(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    must_refuse(customer.generate(), 429001)
    school.service.store.grant_temporary(customer.id, MONTH, 1, note="", at=school.service.clock.now())
    assert customer.generate().status == 200
    must_refuse(customer.generate(), 429001)


def upgraded_plan(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    must_refuse(customer.generate(), 429001)
    customer.plan(None, tier="education")
    assert customer.generate().headers["x-quota-limit"] == "50000"


def past_quota(school: School, name: str) -> None:
    del name
    customer = Customer(school, limit=1)
    assert customer.generate().headers["x-quota-remaining"] == "0"
    refused = customer.generate()
    must_refuse(refused, 429001)
    assert refused.headers["x-quota-remaining"] == "0"


def past_quota_retry_after(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    seconds = int(customer.generate().headers["retry-after"])
    assert 0 <= seconds - (TURN - school.service.clock.now()).total_seconds() <= 1


def overage(school: School, name: str) -> None:
    with planned(school, 0, overage=True):
        assert again(school, name).status == 200
    with planned(school, 0, overage=False):
        must_refuse(again(school, name), 429001)


def overage_price(school: School, name: str, li: str) -> None:
    """In thousandths of a yuan."""
    with planned(school, 0, overage=True):
        assert again(school, name).status == 200
    assert list(school.service.store.ledger(ORGANISATION, MONTH))[-1].billed_li == int(li)


def ledger_price(school: School, name: str, endpoint: str, li: str) -> None:
    with planned(school, 0, overage=True):
        assert again(school, name).status == 200
    row = list(school.service.store.ledger(ORGANISATION, MONTH))[-1]
    assert (row.endpoint, row.billed_li) == (endpoint, int(li))


def unpriced(school: School, name: str) -> None:
    with planned(school, 0, overage=True):
        must_refuse(again(school, name), 429001)


def counted(school: School, name: str, calls: str) -> None:
    before = used(school)
    assert again(school, name).status == 200
    assert used(school) == before + int(calls)


REFUSED = {"400": "generate -level", "404": "portrait /nobody", "403": "generate @without:questions"}


def refused_is_not_counted(school: School, status: str) -> None:
    name, change = REFUSED[status].split()
    before = used(school)
    assert school.send(school.with_change(school.call_of(name), change)).status == int(status)
    assert used(school) == before


def counted_together(school: School) -> None:
    customer = Customer(school, limit=1_000)
    token = customer.token()
    with ThreadPoolExecutor(4) as threads:
        replies = list(threads.map(lambda _: school.service.post(GENERATE, ASKED, token=token), range(12)))
    remaining = [int(school.reply(each).headers["x-quota-remaining"]) for each in replies]
    assert sorted(remaining) == list(range(988, 1_000))


def quota_of_organisation(school: School) -> None:
    customer = Customer(school, limit=1)
    customer.generate()
    must_refuse(customer.generate(), 429001)  # each call has a key of its own
    assert Customer(school, limit=1).generate().status == 200


def ledger_agrees(school: School) -> None:
    customer = Customer(school, limit=1, overage=True)
    statuses = [customer.generate().status for _ in range(3)]
    rows = list(school.service.store.ledger(customer.id, MONTH))
    assert statuses == [200] * len(rows)
    assert [row.billed_li for row in rows] == [0, 50, 50]
    assert len(rows) == school.service.store.quota_used(customer.id, MONTH)


def not_counted(school: School, path: str) -> None:
    before = used(school)
    reply = school.reply(school.service.get(path, token=""))
    assert (reply.status, reply.body != "") == (200, True)
    assert school.reply(school.service.get(path)).status == 200
    assert used(school) == before


# -- rates ---------------------------------------------------------------------------------------------------


def rate_setting(school: School) -> None:
    for burst in (1, 3):
        service = school.another(rate_per_second=0.001, rate_burst=burst)
        statuses = [school.reply(service.post(SUBMIT, {})).status for _ in range(burst + 1)]
        assert statuses == [400] * burst + [429]


def default_burst(school: School, calls: str) -> None:
    """So many calls at once."""
    service = school.another(rate_per_second=Settings().rate_per_second, rate_burst=Settings().rate_burst)
    statuses = [school.reply(service.post(SUBMIT, {})).status for _ in range(int(calls) + 1)]
    assert statuses == [400] * int(calls) + [429]


def default_rate(school: School, calls: str) -> None:
    """A call more once so many'th of a second has passed, and not before."""
    service = school.another(rate_per_second=Settings().rate_per_second, rate_burst=1)
    statuses = []
    for waited in (0.0, 0.9, 0.2):
        service.clock.advance(timedelta(seconds=waited / float(calls)))
        statuses.append(school.reply(service.post(SUBMIT, {})).status)
    assert statuses == [400, 429, 400]


def rate_of_key(school: School) -> None:
    service = school.another(rate_per_second=0.001, rate_burst=1)
    assert [school.reply(service.post(SUBMIT, {})).status for _ in range(2)] == [400, 429]
    assert school.reply(service.post(SUBMIT, {}, token=service.new_token())).status == 400


# -- requests for more ---------------------------------------------------------------------------------------

MORE = {"kind": "temporary", "calls": 500, "reason": "Two new classes."}


def request_past_quota(school: School) -> None:
    customer = Customer(school, limit=0)
    must_refuse(customer.generate(), 429001)
    assert customer.post(QUOTA_REQUESTS, MORE).body["data"]["calls"] == 500


def quota_remedy(school: School) -> None:
    customer = Customer(school, limit=0)
    for language in ("zh", "en"):
        refused = customer.post(GENERATE, ASKED, **{"Accept-Language": language})
        assert "POST /v1/quota/requests" in refused.body["remedy"]


def request_is_kept(school: School) -> None:
    customer = Customer(school, limit=0)
    made = customer.post(QUOTA_REQUESTS, MORE).body["data"]
    store = school.service.store
    (kept,) = store.quota_requests(customer.id)
    assert (kept.request_id, kept.calls, kept.reason) == (made["request_id"], 500, made["reason"])
    granted: TemporaryGrant | Plan = TemporaryGrant(MONTH, 500, "")
    store.answer_quota_request(customer.id, kept.request_id, "granted", at=school.service.clock.now(), granted=granted)
    assert customer.generate().headers["x-quota-remaining"] == "499"

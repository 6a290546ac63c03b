"""How a school that has nobody yet gets its first administrator."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from core.access import keys
from core.access.demo import ensure_demo
from core.access.first_administrator import LIFETIME, Invitation, invite
from core.api.core import Core
from core.errors import BadParameter, Forbidden, Unauthorised
from core.wiring import in_memory_core
from evaluation.service.clock import CountingIdentifiers, StoppedClock

SCHOOL = "Lantian School"


@pytest.fixture
def core(clock: StoppedClock, monkeypatch: pytest.MonkeyPatch) -> Iterator[Core]:
    """A core without anybody; hashes of passwords are cheap."""
    monkeypatch.setattr(keys, "SCRYPT_N", 2)
    made = in_memory_core(clock=clock)
    yield made
    made.store.close()


def invited(core: Core, username: str = "head", school: str = SCHOOL) -> Invitation:
    organisation = core.access.organisation(school)
    store, key = core.store, core.access.secret
    return invite(organisation, username, store=store, key=key, clock=core.clock, identifiers=core.identifiers)


def test_the_code_opens_the_account_of_an_administrator_who_then_chooses_a_password(core: Core) -> None:
    people, invitation = core.access.people, invited(core)
    opened = people.sign_in("head", invitation.code)
    assert (opened.account.role, people.has_password(opened.account)) == ("admin", False)
    people.choose_password(opened.account, "correct horse battery", cookie=opened.secret)
    with pytest.raises(Unauthorised, match="wrong"):
        people.sign_in("head", invitation.code)
    assert people.sign_in("head", "correct horse battery").account.account_id == invitation.account.account_id


def test_the_code_is_kept_as_a_hash_only(core: Core) -> None:
    invitation = invited(core)
    (stored,) = core.store.access_codes(invitation.account.organisation_id)
    assert invitation.code not in repr(stored)
    assert stored.expires_at == core.clock.now() + LIFETIME == invitation.expires_at


def test_a_code_that_is_too_old_opens_nothing(core: Core, clock: StoppedClock) -> None:
    invitation = invited(core)
    clock.advance(LIFETIME + timedelta(seconds=1))
    with pytest.raises(Unauthorised, match="wrong"):
        core.access.people.sign_in("head", invitation.code)


def test_a_lost_code_is_made_anew_and_the_one_before_is_void(core: Core) -> None:
    first, second = invited(core), invited(core)
    assert first.account == second.account
    with pytest.raises(Unauthorised, match="wrong"):
        core.access.people.sign_in("head", first.code)
    assert core.access.people.sign_in("head", second.code).account.role == "admin"


@pytest.mark.parametrize("username", ["head", "another"])
def test_a_school_whose_administrator_has_a_password_gets_no_first_one(core: Core, username: str) -> None:
    organisation = core.access.organisation(SCHOOL)
    core.access.new_account(organisation, "admin", username="head", password="correct horse battery")
    with pytest.raises(Forbidden, match="has an administrator already"):
        invited(core, username)
    assert core.access.people.sign_in("head", "correct horse battery").account.username == "head"
    assert invited(core, username, "Another School").account.username == username


def test_a_second_invitation_under_another_name_names_the_first(core: Core) -> None:
    invited(core, "haed")
    with pytest.raises(BadParameter, match="'haed' is invited already") as refused:
        invited(core)
    assert "wenlu accounts disable --username haed --organisation 'Lantian School'" in refused.value.remedy("en")
    (mistaken,) = core.store.accounts_named("haed")
    core.access.people.disable(mistaken)
    assert core.access.people.sign_in("head", invited(core).code).account.role == "admin"


def test_the_name_of_somebody_else_is_refused_and_they_keep_their_password(core: Core) -> None:
    core.access.new_account(core.access.organisation(SCHOOL), "teacher", username="head", password="correct horse")
    with pytest.raises(BadParameter, match="'head' is taken"):
        invited(core)
    assert core.access.people.sign_in("head", "correct horse").account.role == "teacher"


def test_the_demo_gets_no_administrator_of_its_own(core: Core) -> None:
    demo = ensure_demo(core.store, core.clock, CountingIdentifiers())
    assert demo is not None
    with pytest.raises(BadParameter, match="is the demo"):
        invited(core, school=demo.name)

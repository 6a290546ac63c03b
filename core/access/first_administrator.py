"""The first administrator of a school: an account without a password, opened by a one-time code that the operator hands over."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from datetime import datetime, timedelta

from core.access.keys import UNMATCHABLE_HASH
from core.access.roster import codes
from core.errors import BadParameter, Forbidden
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Organisation
from core.wire import Bilingual

LIFETIME = timedelta(days=7)
"""Shorter than that of a student's code, which waits on paper for the first lesson: this one opens everything that the school has."""


@dataclass(frozen=True)
class Invitation:
    """By this somebody signs in as the first administrator and then chooses a password."""

    account: Account
    code: str
    """Eight characters, stored as a keyed hash only: it is shown once."""
    expires_at: datetime


def invite(
    organisation: Organisation, username: str, *, store: Store, key: str, clock: Clock, identifiers: Identifiers
) -> Invitation:
    """Make the account if it is not there, and give it a new code; the code before is void.

    Raises `Forbidden` where an administrator has a password already, and for the demo, whose doors are its own; `BadParameter` where another
    administrator is invited, or the name is that of somebody else.
    """
    if organisation.demo:
        raise BadParameter.of("organisation", f"{organisation.name!r} is the demo and has its own administrator")
    account = _invited(organisation, username, store=store) or _added(
        organisation, username, store=store, clock=clock, identifiers=identifiers
    )
    now = clock.now()
    given = codes.give([account], only_unused=True, store=store, key=key, now=now, lifetime=LIFETIME)
    if account.account_id not in given:
        raise _not_the_first(organisation)  # the person has chosen a password in the meantime
    return Invitation(account, given[account.account_id], now + LIFETIME)


def _invited(organisation: Organisation, username: str, *, store: Store) -> Account | None:
    """The open account of an earlier invitation under this name; None before the first. Raises `Forbidden`, `BadParameter`."""
    accounts = store.accounts(organisation.organisation_id)
    administrators = [each for each in accounts if each.role == "admin" and each.disabled_at is None]
    if any(codes.has_password(each) for each in administrators):
        raise _not_the_first(organisation)
    for each in administrators:
        if each.username == username:
            return each
    if administrators:
        other, school = administrators[0].username, shlex.quote(organisation.name)
        raise BadParameter.of(
            "username",
            f"{other!r} is invited already",
            remedy=Bilingual(
                zh=f"请用 --username {other} 再邀请一次；若用户名写错了，请先运行 "
                f"wenlu accounts disable --username {other} --organisation {school}。",
                en=f"Invite again with --username {other}; if that name was a mistake, close it first: "
                f"wenlu accounts disable --username {other} --organisation {school}.",
            ),
        )
    return None


def _added(
    organisation: Organisation, username: str, *, store: Store, clock: Clock, identifiers: Identifiers
) -> Account:
    account = Account(
        account_id=identifiers.new("acc"),
        organisation_id=organisation.organisation_id,
        username=username,
        role="admin",
        display_name=username,
        password_hash=UNMATCHABLE_HASH,
        student_id=None,
        language=None,
        created_at=clock.now(),
    )
    if not store.add_account(account):
        raise BadParameter.of("username", f"{username!r} is taken")
    return account


def _not_the_first(organisation: Organisation) -> Forbidden:
    school = shlex.quote(organisation.name)
    return Forbidden(
        f"{organisation.name!r} has an administrator already.",
        remedy=Bilingual(
            zh=f"忘记密码时运行 wenlu accounts password --organisation {school} --username 用户名；另设管理员时运行 "
            f"wenlu accounts create --role admin --organisation {school} --username 用户名。",
            en=f"A forgotten password is set anew by wenlu accounts password --organisation {school} --username NAME; a second "
            f"administrator is made by wenlu accounts create --role admin --organisation {school} --username NAME.",
        ),
    )

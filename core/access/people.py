"""Accounts, passwords, and the browsers that are signed in."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.access import keys
from core.access.acting import acting
from core.access.classes import CHOSEN, first_class_of
from core.access.demo import DEMO_PEOPLE
from core.access.demo_door import DemoDoor, is_local_request
from core.access.guess_limits import GuessLimiter
from core.access.passwords import checked_password
from core.access.roster import codes
from core.access.wire import SIGNIN_DAYS, SIGNIN_IDLE_DAYS
from core.errors import BadParameter, Forbidden, NotFound, Unauthorised, UnknownSchool
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Organisation, Role, Signin
from core.records.audit import Actor
from core.wire import Bilingual, Language

SIGNIN_CACHE_SECONDS = 1.0
"""How long an answer about a cookie is reused before the store is asked again. A sign-in that this process ends is over at once."""
MOST_CACHED_SIGNINS = 10_000
LAST_SEEN_INTERVAL = timedelta(minutes=5)
"""The time at which a sign-in was last seen is written at most this often."""
LONGEST_NAME = 128
"""Characters of the longest user name that an account can have."""


@dataclass(frozen=True)
class OpenedSignin:
    """A sign-in that was just opened."""

    account: Account
    secret: str
    """The value of the sign-in cookie."""
    device: str
    """The value of the device cookie, by which this browser is recognised at its next sign-in; it grants no access."""


class People:
    """Sign-ins and accounts. One instance a process."""

    def __init__(
        self, *, store: Store, clock: Clock, identifiers: Identifiers, key: Callable[[], str], demo: DemoDoor
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._demo = demo
        self._key = key
        self.guess_limiter = GuessLimiter(store, key)
        self._signin_cache: OrderedDict[str, tuple[float, bool]] = OrderedDict()
        self._ended_count = 0
        self._lock = threading.Lock()

    # -- signing in and out ------------------------------------------------------------------------------

    def sign_in(
        self,
        username: str,
        password: str,
        *,
        school: str = "",
        address: str = "local",
        device: str = "",
        browser: str = "",
    ) -> OpenedSignin:
        """Open a new sign-in if the user name and password are right.

        `school` is the organisation's address or its full name; without it the name is enough where only one organisation, the demo apart,
        has it. Raises `RateExceeded` before the password is checked, `Unauthorised` for a wrong password, an unknown name and a name of
        several organisations, which take the same time, its kind `UnknownSchool` where no organisation is called so, whatever the name,
        and `Forbidden` for the right password of a closed account.
        """
        now = self._clock.now()
        account = self._account_at(school, username)
        client = self.guess_limiter.client(address, device)
        tokens = self.guess_limiter.take(username, account.account_id if account else "", client, now=now)
        matches = keys.password_matches(password, account.password_hash if account else keys.UNMATCHABLE_HASH)
        # A person without a password has a one-time code; the page that opens then asks for a password (`has_password`).
        matches = codes.matches(account, password, store=self._store, key=self._key(), now=now) or matches
        if account is None or not matches or account.demo:
            if school and not any(_rank(each, school) for each in self._store.organisations()):
                raise UnknownSchool
            raise Unauthorised(
                "The user name or password is wrong.",
                remedy=Bilingual(
                    zh="请检查用户名和密码，并填上学校代号或学校全称。",
                    en="Check the user name and password, and give the school: its short name or its full name.",
                ),
            )
        self._refuse_closed(account)
        self.guess_limiter.give_back(tokens)
        new_device = secrets.token_urlsafe(32)
        self.guess_limiter.remember_client(account.account_id, client, now, device=new_device)
        return OpenedSignin(account, self.open_signin(account, browser=browser), new_device)

    def _account_at(self, school: str, username: str) -> Account | None:
        """The account of a name, in the school with an address or full name where one is given; None where that leaves none, or several.

        Of organisations of which one has the address that is the name of the other, the address counts: cards and links hold it.
        """
        if not _can_be_a_name(username) or (school and not _can_be_a_name(school)):
            return None
        organisations = self._store.organisations()
        ranks = {each.organisation_id: _rank(each, school) if school else 1 for each in organisations}
        # An account of the demo has no password: that it bears a name as well must not shut out whose name it is.
        found = [
            each
            for each in self._store.accounts_named(username)
            if not each.demo and ranks.get(each.organisation_id, 0)
        ]
        # Anyone may bring people into an open demo, under names of people of real schools: those come first.
        in_demo = {each.organisation_id for each in organisations if each.demo}
        found = [each for each in found if each.organisation_id not in in_demo] or found
        best = max((ranks[each.organisation_id] for each in found), default=0)
        found = [each for each in found if ranks[each.organisation_id] == best]
        return found[0] if len(found) == 1 else None

    def has_several_schools(self) -> bool:
        """Whether this server has more than one school, the demo apart: then a user name may be one of several, and the sign-in asks."""
        return sum(not each.demo for each in self._store.organisations()) > 1

    def _demo_account(self, username: str) -> Account | None:
        return next((account for account in self._store.accounts_named(username) if account.demo), None)

    def _refuse_closed(self, account: Account) -> None:
        organisation = self._store.organisation(account.organisation_id)
        organisation_closed = organisation is None or (organisation.demo and self._demo == "closed")
        if account.disabled_at is not None or organisation_closed:
            raise Forbidden(
                "The account is closed.",
                remedy=Bilingual(zh="请联系管理员重新开通。", en="Ask the administrator to open it again."),
            )

    def enter_demo(self, username: str, headers: Mapping[str, str], *, browser: str = "") -> str:
        """A new cookie secret for a demo account, without a password. Raises `Unauthorised` where the demo is closed to the request."""
        account = self._demo_account(username) if self.demo_open(headers) else None
        if account is None or account.disabled_at is not None:
            raise Unauthorised("There is no such demo account here.")
        return self.open_signin(account, browser=browser)

    def demo_open(self, headers: Mapping[str, str]) -> bool:
        """Whether the sender of a request with these headers (names in lower case) may enter the demo."""
        return self._demo == "open" or (self._demo == "loopback" and is_local_request(headers))

    def demo_accounts(self, headers: Mapping[str, str]) -> list[Account]:
        """The demo accounts of this database; none where the demo is closed to the sender of a request with these headers."""
        if not self.demo_open(headers):
            return []
        accounts = (self._demo_account(person.username) for person in DEMO_PEOPLE)
        return [account for account in accounts if account is not None]

    def open_signin(self, account: Account, *, browser: str = "") -> str:
        """Open a sign-in without checking a password; returns a new cookie secret."""
        secret, now = secrets.token_urlsafe(32), self._clock.now()
        expires_at = now + timedelta(days=SIGNIN_DAYS)
        self._store.add_signin(Signin(keys.secret_sha256(secret), account.account_id, now, now, expires_at, browser))
        return secret

    def account_of(self, cookie: str) -> Account | None:
        """The account that is signed in under a cookie secret; None once the sign-in has ended or the account is closed."""
        now, token_sha256 = self._clock.now(), keys.secret_sha256(cookie)
        row = self._store.signed_in(token_sha256, now, seen_since=_idle_limit(now), demo=self._demo != "closed")
        if row is None:
            return None
        account, signin = row
        if now - signin.last_seen_at > LAST_SEEN_INTERVAL:
            self._store.touch_signin(token_sha256, now)
        return account

    def signin_name(self, cookie: str) -> str:
        """The hash of a sign-in's cookie: a name for the sign-in that may be stored, since it grants no access."""
        return keys.secret_sha256(cookie)

    def is_signed_in(self, cookie: str) -> bool:
        """Whether anybody is signed in under a cookie secret. The answer may be a second old (`SIGNIN_CACHE_SECONDS`)."""
        cached = self.cached_sign_in(cookie)
        if cached is not None:
            return cached
        asked_at = time.monotonic()
        with self._lock:
            ended_before = self._ended_count
        signed_in = self.account_of(cookie) is not None
        with self._lock:
            if ended_before == self._ended_count:  # else a sign-in ended while the store was asked
                self._signin_cache[keys.secret_sha256(cookie)] = (asked_at, signed_in)
            while len(self._signin_cache) > MOST_CACHED_SIGNINS:
                self._signin_cache.popitem(last=False)
        return signed_in

    def cached_sign_in(self, cookie: str) -> bool | None:
        """What `is_signed_in` returned within the last second; None where the store has to be asked."""
        with self._lock:
            asked_at, signed_in = self._signin_cache.get(keys.secret_sha256(cookie), (None, False))
        return signed_in if asked_at is not None and time.monotonic() - asked_at <= SIGNIN_CACHE_SECONDS else None

    def sign_out(self, cookie: str) -> None:
        """End a browser session."""
        self._store.end_signin(keys.secret_sha256(cookie))
        self.clear_signin_cache()

    def clear_signin_cache(self) -> None:
        """Forget what `is_signed_in` said lately, because sign-ins were ended."""
        with self._lock:
            self._ended_count += 1
            self._signin_cache.clear()

    # -- open sign-ins, and ending them --------------------------------------------------------------------

    def signins(self, organisation_id: str, account_id: str) -> list[Signin]:
        """The browsers that are signed in to an account, last seen first; none for an account of another organisation."""
        now = self._clock.now()
        return self._store.signins(organisation_id, account_id, now, seen_since=_idle_limit(now))

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> int:
        """End one sign-in (`only`, the hash of its cookie), all but one (`keep`), or all; returns how many were ended."""
        ended = self._store.end_signins(organisation_id, account_id, only=only, keep=keep)
        self.clear_signin_cache()
        return len(ended)

    # -- accounts ----------------------------------------------------------------------------------------

    def new_account(
        self,
        organisation: Organisation,
        role: Role,
        *,
        username: str,
        password: str,
        student_id: str | None = None,
        name: str = "",
        language: Language | None = None,
    ) -> Account:
        """A new account; `student_id` for students only (their user name unless given). Without a `language` its interface follows the
        browser until its person chooses one.

        Raises `BadParameter` for a name that is taken or a password that cannot be one (`core.access.passwords`).
        """
        account = Account(
            account_id=self._identifiers.new("acc"),
            organisation_id=organisation.organisation_id,
            username=username,
            role=role,
            display_name=name or username,
            password_hash=keys.hash_password(checked_password(password, username=username)),
            student_id=(student_id or username) if role == "student" else None,
            language=language,
            created_at=self._clock.now(),
        )
        if not self._store.add_account(account):
            raise BadParameter.of("username", f"{username!r} is taken")
        first_class_of(account, store=self._store)
        return account

    def change_password(self, account: Account, password: str) -> None:
        """Set a new password and end every sign-in. Raises `BadParameter`, also for a demo account, which has no password."""
        if account.demo:
            raise BadParameter.of("username", f"{account.username!r} is a demo account and has no password")
        new_hash = keys.hash_password(checked_password(password, username=account.username))
        if not self._store.change_password(account.organisation_id, account.account_id, new_hash):
            raise NotFound(f"There is no account {account.username!r}.")
        self.clear_signin_cache()

    def has_password(self, account: Account) -> bool:
        """Whether the person has chosen a password; otherwise they signed in by a one-time code and have to choose one first."""
        return codes.has_password(account)

    def choose_password(self, account: Account, password: str, *, cookie: str) -> None:
        """Set the first password of a person who signed in by a one-time code, which is void from now on; the sign-in of the cookie goes on, all
        others end.

        Raises `BadParameter` for a password that cannot be one, `Forbidden` for an account that has one.
        """
        if codes.has_password(account):
            raise Forbidden(
                "The account has a password.",
                remedy=Bilingual(zh="已经设置过密码了。", en="You have a password already."),
            )
        new_hash = keys.hash_password(checked_password(password, username=account.username))
        keep = keys.secret_sha256(cookie)
        with acting(Actor("account", account.account_id)):
            known = self._store.change_password(account.organisation_id, account.account_id, new_hash, keep_signin=keep)
        if not known:
            raise NotFound(f"There is no account {account.username!r}.")
        self.clear_signin_cache()

    def choose_class(self, account: Account, class_id: str) -> None:
        """Set the class that pages show to a teacher or administrator; empty for all of theirs."""
        current = self._current(account)
        self._store.update_account(replace(current, settings={**current.settings, CHOSEN: class_id}))

    def _current(self, account: Account) -> Account:
        """The account as it is stored now: a page may hold one that was read long ago, and what changed since must stay changed."""
        return self._store.account(account.organisation_id, account.account_id) or account

    def set_language(self, account: Account, language: Language) -> None:
        """Set the language of an account's interface."""
        self._store.update_account(replace(self._current(account), language=language))

    def disable(self, account: Account) -> bool:
        """Close an account and end its sign-ins; False when it was closed before."""
        changed = self._store.set_disabled(account.organisation_id, account.account_id, self._clock.now())
        self.clear_signin_cache()
        return changed

    def enable(self, account: Account) -> bool:
        """Open a closed account again; False when it was open."""
        changed = self._store.set_disabled(account.organisation_id, account.account_id, None)
        self.clear_signin_cache()
        return changed


def _idle_limit(now: datetime) -> datetime:
    """The time at which a sign-in must have been seen last, or later, in order not to have expired."""
    return now - timedelta(days=SIGNIN_IDLE_DAYS)


def _rank(organisation: Organisation, school: str) -> int:
    """How closely an organisation is called what was typed: 4 by its address, 3 by its full name, 2 and 1 by these in other capitals, 0 not."""
    folded = school.casefold()
    by = (
        school == organisation.address,
        school == organisation.name,
        folded == organisation.address,
        folded == organisation.name.casefold(),
    )
    return len(by) - by.index(True) if any(by) else 0


def _can_be_a_name(username: str) -> bool:
    """Whether an account can have this user name. PostgreSQL takes no NUL, and an impossible name need not be looked up."""
    return 0 < len(username) <= LONGEST_NAME and username.isprintable()

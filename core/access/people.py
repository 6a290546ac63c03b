"""People at the door: accounts, passwords, and the browsers that are signed in."""

from __future__ import annotations

import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.access import keys
from core.access.demo import DEMO_PEOPLE
from core.access.demo_door import DemoDoor, asked_from_here
from core.access.guessing import Guesses
from core.access.passwords import checked
from core.access.wire import SIGNIN_DAYS, SIGNIN_IDLE_DAYS
from core.errors import BadParameter, Forbidden, NotFound, Unauthorised
from core.ports.access import AccessStore
from core.ports.system import Clock, Identifiers
from core.records.access import Account, Organisation, Role, Signin
from core.wire import Bilingual, Language

HOLDS_SECONDS = 1.0
"""For so long what is known of a cookie is believed before the store is asked again. What ends in this process ends at once."""
MOST_HOLDING = 10_000
SEEN_EACH = timedelta(minutes=5)
LONGEST_NAME = 128
"""Characters of a user name that anybody can have."""


@dataclass(frozen=True)
class Entered:
    """A sign-in that was just opened."""

    account: Account
    secret: str
    """Of the cookie."""
    device: str
    """Of the cookie by which this browser is known again at the door; it opens nothing."""


class People:
    """Sign-ins and accounts. One a process."""

    def __init__(
        self, *, store: AccessStore, clock: Clock, identifiers: Identifiers, key: Callable[[], str], demo: DemoDoor
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._demo = demo
        self._guesses = Guesses(store, key)
        self._holding: OrderedDict[str, tuple[float, bool]] = OrderedDict()
        self._ends = 0
        self._lock = threading.Lock()

    # -- in and out --------------------------------------------------------------------------------------

    def sign_in(
        self, username: str, password: str, *, address: str = "local", device: str = "", browser: str = ""
    ) -> Entered:
        """A fresh sign-in for a right name and password.

        Raises `RateExceeded` before the password is looked at, `Unauthorised` for a wrong one or an unknown name, which take
        the same time, `Forbidden` for the right one of a closed account.
        """
        now = self._clock.now()
        account = self._store.account_named(username) if _can_be_a_name(username) else None
        client = self._guesses.client(address, device)
        taken = self._guesses.take(username, account.account_id if account else "", client, now=now)
        holds = keys.password_holds(password, account.password_hash if account else keys.NOBODYS)
        if account is None or not holds or account.demo:
            raise Unauthorised(
                "The user name or password is wrong.",
                remedy=Bilingual(zh="请检查用户名和密码。", en="Check the user name and password."),
            )
        self._refuse_closed(account)
        self._guesses.give_back(taken)
        fresh = secrets.token_urlsafe(32)
        self._guesses.know(account.account_id, client, now, device=fresh)
        return Entered(account, self.open_signin(account, browser=browser), fresh)

    def _refuse_closed(self, account: Account) -> None:
        organisation = self._store.organisation(account.organisation_id)
        shut = organisation is None or (organisation.demo and self._demo == "closed")
        if account.disabled_at is not None or shut:
            raise Forbidden(
                "The account is closed.",
                remedy=Bilingual(zh="请联系管理员重新开通。", en="Ask the administrator to open it again."),
            )

    def enter_demo(self, username: str, headers: Mapping[str, str], *, browser: str = "") -> str:
        """A fresh cookie secret for a demo account, without a password. Raises `Unauthorised` where the demo is closed to the request."""
        account = self._store.account_named(username) if self.demo_open(headers) else None
        if account is None or not account.demo or account.disabled_at is not None:
            raise Unauthorised("There is no such demo account here.")
        return self.open_signin(account, browser=browser)

    def demo_open(self, headers: Mapping[str, str]) -> bool:
        """Whether whoever sent a request with these headers (names in small letters) may enter the demo."""
        return self._demo == "open" or (self._demo == "loopback" and asked_from_here(headers))

    def demo_accounts(self, headers: Mapping[str, str]) -> list[Account]:
        """The demo accounts of this database; none where the demo is closed to whoever sent a request with these headers."""
        if not self.demo_open(headers):
            return []
        accounts = (self._store.account_named(person.username) for person in DEMO_PEOPLE)
        return [account for account in accounts if account is not None and account.demo]

    def open_signin(self, account: Account, *, browser: str = "") -> str:
        """A fresh cookie secret for an account whose holder is known."""
        secret, now = secrets.token_urlsafe(32), self._clock.now()
        expires_at = now + timedelta(days=SIGNIN_DAYS)
        self._store.add_signin(Signin(keys.secret_sha256(secret), account.account_id, now, now, expires_at, browser))
        return secret

    def account_of(self, cookie: str) -> Account | None:
        """The account signed in under a cookie secret, while it lasts and the account is open."""
        now, token_sha256 = self._clock.now(), keys.secret_sha256(cookie)
        found = self._store.signed_in(token_sha256, now, seen_since=_idle(now), demo=self._demo != "closed")
        if found is None:
            return None
        account, signin = found
        if now - signin.last_seen_at > SEEN_EACH:
            self._store.touch_signin(token_sha256, now)
        return account

    def signin_named(self, cookie: str) -> str:
        """The name of a sign-in that may be kept: the hash of its cookie."""
        return keys.secret_sha256(cookie)

    def holds(self, cookie: str) -> bool:
        """Whether anybody is signed in under a cookie secret, as of at most a second ago."""
        lately = self.held_lately(cookie)
        if lately is not None:
            return lately
        began = time.monotonic()
        with self._lock:
            ends = self._ends
        held = self.account_of(cookie) is not None
        with self._lock:
            if ends == self._ends:  # else something ended while the store was asked
                self._holding[keys.secret_sha256(cookie)] = (began, held)
            while len(self._holding) > MOST_HOLDING:
                self._holding.popitem(last=False)
        return held

    def held_lately(self, cookie: str) -> bool | None:
        """What `holds` said within the last second; None where it has to be asked."""
        with self._lock:
            asked, held = self._holding.get(keys.secret_sha256(cookie), (None, False))
        return held if asked is not None and time.monotonic() - asked <= HOLDS_SECONDS else None

    def sign_out(self, cookie: str) -> None:
        """End a browser session."""
        self._store.end_signin(keys.secret_sha256(cookie))
        self._forget_what_held()

    def _forget_what_held(self) -> None:
        with self._lock:
            self._ends += 1
            self._holding.clear()

    # -- what is open, and ending it -----------------------------------------------------------------------

    def signins(self, organisation_id: str, account_id: str) -> list[Signin]:
        """The browsers signed in to an account, the last seen first; none for an account of another organisation."""
        now = self._clock.now()
        return self._store.signins(organisation_id, account_id, now, seen_since=_idle(now))

    def end_signins(self, organisation_id: str, account_id: str, *, only: str = "", keep: str = "") -> int:
        """End one sign-in (by the hash of its cookie), all but one, or all; how many were ended."""
        ended = self._store.end_signins(organisation_id, account_id, only=only, keep=keep)
        self._forget_what_held()
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
        language: Language = "zh",
    ) -> Account:
        """A new account; `student_id` for students only (their user name unless given).

        Raises `BadParameter` for a name that is taken or a password that cannot be one (`core.access.passwords`).
        """
        account = Account(
            account_id=self._identifiers.new("acc"),
            organisation_id=organisation.organisation_id,
            username=username,
            role=role,
            display_name=name or username,
            password_hash=keys.hash_password(checked(password, username=username)),
            student_id=(student_id or username) if role == "student" else None,
            language=language,
            created_at=self._clock.now(),
        )
        if not self._store.add_account(account):
            raise BadParameter.of("username", f"{username!r} is taken")
        return account

    def change_password(self, account: Account, password: str) -> None:
        """A new password, which ends every sign-in. Raises `BadParameter`, also for a demo account, which has none."""
        if account.demo:
            raise BadParameter.of("username", f"{account.username!r} is a demo account and has no password")
        fresh = keys.hash_password(checked(password, username=account.username))
        if not self._store.change_password(account.organisation_id, account.account_id, fresh):
            raise NotFound(f"There is no account {account.username!r}.")
        self._forget_what_held()

    def set_language(self, account: Account, language: Language) -> None:
        """The language of an account's interface."""
        self._store.update_account(replace(account, language=language))

    def disable(self, account: Account) -> bool:
        """Close an account and end its sign-ins; False when it was closed before."""
        done = self._store.set_disabled(account.organisation_id, account.account_id, self._clock.now())
        self._forget_what_held()
        return done

    def enable(self, account: Account) -> bool:
        """Open a closed account again; False when it was open."""
        done = self._store.set_disabled(account.organisation_id, account.account_id, None)
        self._forget_what_held()
        return done


def _idle(now: datetime) -> datetime:
    return now - timedelta(days=SIGNIN_IDLE_DAYS)


def _can_be_a_name(username: str) -> bool:
    """PostgreSQL takes no NUL, and a name that nobody can have need not be looked for."""
    return 0 < len(username) <= LONGEST_NAME and username.isprintable()

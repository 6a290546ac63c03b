"""Who is looking at the page: the account to which the sign-in cookie belongs."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import streamlit as st

from core import wiring
from core.api.classes import Scope
from core.api.core import Core
from core.records.access import PERMISSIONS, Account, Caller
from core.wire import Language
from pages.parts.i18n import (
    DEFAULT,
    EXPLANATIONS,
    explanation_language,
    language_of_locale,
    use_language,
)

COOKIE = "wenlu_signin"
SCOPE_SECONDS = 1.0
"""How long what was read of a person's classes is used again."""


@dataclass(frozen=True)
class Visitor:
    """A signed-in person with what the pages need to call the core for them."""

    core: Core
    account: Account
    cookie: str = field(default="", repr=False)
    """The cookie under which the person is signed in; empty where none is needed (tests, commands)."""
    _scopes: list[tuple[float, Scope]] = field(default_factory=list, repr=False, compare=False)
    """The scope that was read last, and when."""

    @property
    def scope(self) -> Scope:
        """The classes that the person can look at, and whose students they may ask about. It may be a second old: fragments keep their visitor
        for as long as the page is open, and a class may be taken from its teacher meanwhile."""
        read_at, scope = self._scopes[-1] if self._scopes else (0.0, None)
        if scope is None or time.monotonic() - read_at > SCOPE_SECONDS:
            scope = self.core.classes.scope(self.account)
            self._scopes[:] = [(time.monotonic(), scope)]
        return scope

    @property
    def caller(self) -> Caller:
        """The caller as which the core is called, with the language that the person reads explanations in.

        Fragments and callbacks keep the visitor of the run that drew them: where the sign-in has ended since, the run ends here.
        """
        if self.cookie and not self.core.access.people.is_signed_in(self.cookie):
            st.stop()
        students, chosen = self.scope.students, self.scope.chosen
        return Caller(
            self.account.organisation_id,
            frozenset(PERMISSIONS),
            explanation_language(),
            person=self.account.display_name,
            class_id="" if chosen is None else chosen.class_id,
            # Pages that a student has and a teacher may look at ask for a student that does not exist, and find nothing.
            students=None if students is None else students | {self.student_id},
            account_id=self.account.account_id,
        )

    @property
    def student_id(self) -> str:
        """The student id of this account; an account of another role gets an id that no student has."""
        return self.account.student_id or f"no-student-{self.account.account_id}"


def cookie() -> str | None:
    """The sign-in cookie that the browser sent when it opened this page."""
    return st.context.cookies.get(COOKIE)


def service() -> Core:
    """The process's core."""
    return wiring.shared_core()


def visitor() -> Visitor | None:
    """The person signed in, or None."""
    secret = cookie()
    account = service().access.people.account_of(secret) if secret else None
    return Visitor(service(), account, secret or "") if account else None


def headers() -> dict[str, str]:
    """The headers of the request that opened this page, their names in lower case."""
    return {name.lower(): value for name, value in st.context.headers.items()}


def browser_locale() -> str | None:
    """The language that the browser asks for, such as `en-GB`."""
    return st.context.locale


def settle_language(account: Account | None) -> None:
    """Set the interface language: the one chosen in the account; before a choice that named in the address, otherwise the browser's."""
    if account is not None and account.language is not None:
        use_language(account.language)
        return
    named = st.query_params.get("lang")
    if named in ("zh", "en"):
        use_language("zh" if named == "zh" else "en")
    elif "language" not in st.session_state:
        locale = browser_locale()
        use_language(language_of_locale(locale) if locale else DEFAULT)


def save_language(who: Visitor, chosen: Language) -> None:
    """Change the language of the interface, and of explanations where they follow it, and save it in the account."""
    who.core.access.people.set_language(who.account, chosen)
    if who.account.student_id is not None and st.session_state.get(EXPLANATIONS) is None:
        who.core.calls.explain_in(chosen, who.account.student_id, who.caller)
    use_language(chosen)

"""What the administrator of an organisation sees and does: its address, accounts, keys, the bill, a student's export."""

from __future__ import annotations

from core.access import administration
from core.access.arguments import bounded
from core.access.demo import DemoMaking
from core.access.school_addresses import set_address
from core.access.service import Access
from core.access.suspension import refuse_new_key
from core.access.usage_rules import RULES
from core.access.wire import Bill, KeyView, LedgerLine, QuotaUse, SigninView, UsageRules
from core.api.essay_model import EssayModel
from core.api.student_data import StudentData
from core.errors import Forbidden
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Account, Caller, Organisation, Permission
from core.wire import Bilingual


@bounded
class Administration:
    """What the administrator of an organisation sees and does: accounts, keys, the bill, a student's export."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        access: Access,
        student_data: StudentData,
        essay_model: EssayModel | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._access = access
        self._student_data = student_data
        self.essay_model = essay_model
        """The operator's language model for essays; None where the embedded engine works alone."""

    def database_ready(self) -> bool:
        """Whether the database answers and is at the newest revision."""
        return self._store.ready()

    def export_student(self, student_id: str, caller: Caller) -> bytes:
        """Everything about a student as a zip of readable files. Raises `NotFound`."""
        return self._student_data.export(student_id, caller)

    def organisation(self, caller: Caller) -> Organisation:
        """The caller's organisation. Raises `NotFound`."""
        return administration.organisation_of(caller, store=self._store)

    def set_school_address(self, address: str, caller: Caller) -> str:
        """Change the short name by which the sign-in finds the organisation; returns it as it is kept. Raises `BadParameter` for one that is
        none, or that another has or is named, `Forbidden` for the demo: anyone may enter that as its administrator, and could take the address
        that a school wants."""
        if self.organisation(caller).demo:
            raise Forbidden(
                "The address of the demo is not changed by those who enter it.",
                remedy=Bilingual(
                    zh="演示学校的代号不能改。", en="The short name of the demo school cannot be changed."
                ),
            )
        return set_address(caller.organisation_id, address, store=self._store)

    def accounts(self, caller: Caller) -> list[Account]:
        """The organisation's accounts by user name."""
        return self._store.accounts(caller.organisation_id)

    def signins(self, account_id: str, caller: Caller, *, cookie: str = "") -> list[SigninView]:
        """Where an account of the organisation is signed in; `cookie` is the sign-in cookie of the caller's browser."""
        return administration.signins(account_id, caller, cookie=cookie, people=self._access.people)

    def end_signins(self, account_id: str, caller: Caller, *, only: str = "", keep_cookie: str = "") -> int:
        """End one sign-in of an account of the organisation, or all but that of a cookie. Returns how many were ended."""
        keep = self._access.people.signin_name(keep_cookie) if keep_cookie else ""
        return self._access.people.end_signins(caller.organisation_id, account_id, only=only, keep=keep)

    def close_account(self, account_id: str, caller: Caller) -> bool:
        """Refuse an account from now on and end its sign-ins. Raises `NotFound`."""
        return self._access.people.disable(administration.account_of(account_id, caller, store=self._store))

    def open_account(self, account_id: str, caller: Caller) -> bool:
        """Open a closed account again. Raises `NotFound`."""
        return self._access.people.enable(administration.account_of(account_id, caller, store=self._store))

    def quota(self, caller: Caller) -> QuotaUse:
        """Tier, limit and use of this month."""
        return administration.quota_use(caller, store=self._store, clock=self._clock)

    def api_keys(self, caller: Caller) -> list[KeyView]:
        """The organisation's keys without their secrets, newest first."""
        return administration.keys(caller, store=self._store)

    def usage_rules(self) -> UsageRules:
        """The rules that whoever makes a key agrees to."""
        return RULES

    def new_api_key(self, permissions: frozenset[Permission], caller: Caller, *, agreed_rules: str) -> str:
        """Make a new key and return it in plain text: it is shown once and stored as a hash.

        `agreed_rules`: the version of the usage rules that the administrator has agreed to. Raises `BadParameter` for another one than
        holds now, `KeySuspended` where the operator has suspended a key of the organisation.
        """
        refuse_new_key(caller.organisation_id, store=self._store)
        organisation = administration.organisation_of(caller, store=self._store)
        return self._access.new_key(organisation, permissions, agreed_rules=agreed_rules)

    def revoke_api_key(self, key_id: str, caller: Caller) -> bool:
        """Refuse a key of the organisation from now on; False when it was revoked before."""
        return administration.revoke(key_id, caller, store=self._store, clock=self._clock)

    def bill(self, period: str, caller: Caller) -> Bill:
        """A month `YYYY-MM` by endpoint, from the ledger."""
        return administration.bill(period, caller, store=self._store)

    def ledger(self, period: str, caller: Caller) -> list[LedgerLine]:
        """Every counted call of a month `YYYY-MM`."""
        return administration.ledger(period, caller, store=self._store)

    def demo_making(self, caller: Caller) -> DemoMaking | None:
        """How far the simulation of the demo year has come in the caller's organisation; None where there is none."""
        text = self._store.demo_state()
        making = None if text is None else DemoMaking.model_validate_json(text)
        return making if making and making.organisation_id == caller.organisation_id else None

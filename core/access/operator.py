"""Whose administrators look after the installation as a whole: its backups, its settings, its health.

A backup holds every organisation, so an administrator of one of several must not have it. Nobody of the demo is ever the operator's: whoever
comes by may enter it.
"""

from __future__ import annotations

from core.errors import Forbidden
from core.ports.access import AccessStore
from core.records.access import Caller, Organisation
from core.wire import Bilingual

NOT_OPERATOR = Bilingual(
    zh="这项工作由服务的运营方负责。运营方可以用 WENLU_OPERATOR=学校全称 指定由哪个学校的管理员在页面上负责。",
    en="It is for the operator of the service, who can say with WENLU_OPERATOR=NAME whose administrators do it on the pages.",
)


def is_operator(caller: Caller, *, named: str, store: AccessStore) -> bool:
    """Whether the caller is an administrator of the operator's organisation: the one that the setting `operator` names; without it the only one
    beside the demo."""
    schools = [each for each in store.organisations() if not each.demo]
    own = next((each for each in schools if each.organisation_id == caller.organisation_id), None)
    if own is None or not (_bears(own, named) if named.strip() else len(schools) == 1):
        return False
    account = store.account(caller.organisation_id, caller.account_id)
    return account is not None and account.role == "admin" and account.disabled_at is None


def is_nobody(named: str, *, store: AccessStore) -> bool:
    """Whether the setting `operator` names no organisation that can be the operator's, perhaps by a slip of the pen."""
    return bool(named.strip()) and not any(_bears(each, named) for each in store.organisations() if not each.demo)


def _bears(organisation: Organisation, named: str) -> bool:
    return organisation.name.strip() == named.strip()


def is_named_operator(caller: Caller, *, named: str, store: AccessStore) -> bool:
    """Whether the caller is an administrator of the organisation that the setting names as the operator's.

    Only such a one grants quota: the only school of a server may be somebody else's customer.
    """
    return bool(named.strip()) and is_operator(caller, named=named, store=store)


def refuse_all_but_operator(caller: Caller, *, named: str, store: AccessStore) -> None:
    """Raises `Forbidden` for all but administrators of the operator's organisation."""
    if not is_operator(caller, named=named, store=store):
        raise Forbidden("It is for the operator of the service.", remedy=NOT_OPERATOR)


def refuse_all_but_named_operator(caller: Caller, *, named: str, store: AccessStore) -> None:
    """Raises `Forbidden` for all but administrators of the organisation that the setting names as the operator's."""
    if not is_named_operator(caller, named=named, store=store):
        raise Forbidden("It is for the operator of the service.", remedy=NOT_OPERATOR)

"""No data of an organisation is reached without its id: the methods of the store require it, so that no caller can forget it."""

from __future__ import annotations

import dataclasses
import inspect
import typing

import pytest

from core.ports.store import Store

IDS = frozenset({"account_id", "student_id", "item_id", "item_ids", "student_ids", "key_id", "made_by"})
GLOBAL = {
    "key_state": "from a token to its key: whose it is, is the question",
    "key_by_hash": "from a secret to its key: whose it is, is the question",
    "signed_in": "from a cookie to its account: whose it is, is the question",
    "touch_signin": "names a cookie by its hash, which nobody but its holder can",
    "end_signin": "names a cookie by its hash, which nobody but its holder can",
    "accounts_named": "a user name is typed before it is known who that is, and of which organisation",
    "known_clients": "asked at the door before it is known who that is; gives back only hashes that were given",
    "remember_client": "noted at the door for the account that just signed in; notes hashes, reads nothing",
    "missing_item_ids": "which ids are not kept yet; gives back only ids that were given",
    "item_counts": "sums over all organisations without students: nothing in them is about anybody",
}


def methods() -> list[str]:
    return sorted(name for name, _ in inspect.getmembers(Store, inspect.isfunction) if not name.startswith("_"))


def holds_organisation(kind: object) -> bool:
    """Whether a parameter is a row that bears its organisation, or holds rows that do."""
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        named = {field.name for field in dataclasses.fields(kind)}
        return "organisation_id" in named or any(
            holds_organisation(each) for each in typing.get_type_hints(kind).values() if each is not kind
        )
    return any(holds_organisation(each) for each in typing.get_args(kind))


def scoped(name: str) -> bool:
    """Whether a method that takes an id takes the id of its organisation as well."""
    method = getattr(Store, name)
    parameters = inspect.signature(method).parameters
    named = [each for each in parameters if each in IDS or each.endswith(("_id", "_ids"))]
    if not [each for each in named if each != "organisation_id"]:
        return True
    organisation = parameters.get("organisation_id")
    if organisation is not None:
        return organisation.default is inspect.Parameter.empty
    hints = typing.get_type_hints(method)
    return any(holds_organisation(hints[each]) for each in parameters if each in hints)


def test_a_method_that_takes_an_id_takes_its_organisation() -> None:
    assert [name for name in methods() if not (scoped(name) or GLOBAL.get(name))] == []


def test_the_exceptions_are_methods_of_the_store_and_each_has_its_reason() -> None:
    assert [name for name, why in GLOBAL.items() if name not in methods() or not why] == []


def test_a_method_by_a_bare_id_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def essay_by_id(self: Store, evaluation_id: str) -> None:
        """A method that the store must not have."""

    monkeypatch.setattr(Store, "essay_by_id", essay_by_id, raising=False)
    assert not scoped("essay_by_id")

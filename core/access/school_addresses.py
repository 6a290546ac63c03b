"""The address of a school: the short name by which the sign-in finds it, made with the organisation and changed by its administrator."""

from __future__ import annotations

import re
import unicodedata

from core.errors import BadParameter
from core.ports.access import AccessStore
from core.wire import Bilingual

ADDRESS = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])")
LONGEST_BASE = 28
"""Characters that are taken from a name: a counter fits behind them."""
LEAST_LETTERS = 3
ID_CHARACTERS = 6
OTHERS = re.compile("[^a-z0-9]+")


def address_base(name: str, organisation_id: str) -> str:
    """The address of an organisation before it is made unique: the Latin letters of its name, else the end of its id.

    >>> address_base("École Bleue, Lyon", "org_0123456789abcdef0123"), address_base("蓝天学校", "org_0123456789abcdef0123")
    ('ecole-bleue-lyon', 'school-ef0123')
    """
    from_name = _letters(name)[:LONGEST_BASE].strip("-")
    if sum(each.isalpha() for each in from_name) >= LEAST_LETTERS:
        return from_name
    return f"school-{_letters(organisation_id)[-ID_CHARACTERS:].strip('-')}"


def _letters(text: str) -> str:
    return OTHERS.sub("-", unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()).strip("-")


def free_address(name: str, organisation_id: str, *, store: AccessStore) -> str:
    """An address for a new organisation that no other has or is named, with a counter from 2 on where another has it."""
    base = address_base(name, organisation_id)
    address, count = base, 1
    taken = {text for each in store.organisations() for text in (each.address, each.name.casefold())}
    while address in taken:
        count += 1
        address = f"{base}-{count}"
    return address


def set_address(organisation_id: str, typed: str, *, store: AccessStore) -> str:
    """Give an organisation another address; returns it as it is kept.

    Raises `BadParameter` for one that is none, or that another has or is named.
    """
    address = typed.strip().casefold()
    if not ADDRESS.fullmatch(address):
        raise BadParameter.of(
            "address",
            f"{typed!r} is not 2 to 32 of a-z, 0-9 and the hyphen",
            remedy=Bilingual(
                zh="请用 2 到 32 个小写字母、数字或横线，横线不在两端。",
                en="Take 2 to 32 small letters, digits or hyphens, no hyphen at either end.",
            ),
        )
    names = {each.name.casefold() for each in store.organisations() if each.organisation_id != organisation_id}
    if address in names or not store.set_address(organisation_id, address):
        raise BadParameter.of(
            "address",
            f"{address!r} is taken by another organisation",
            remedy=Bilingual(
                zh=f"“{address}”已经有学校用了。请换一个。", en=f"Another school has “{address}”. Choose another."
            ),
        )
    return address

"""A teacher's own links among the resources of the organisation."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from urllib.parse import urlsplit

from core.errors import NotFound
from core.plan.assignments.wire import LONGEST_URL, LinkFields, LinkView
from core.plan.ids import LINK
from core.plan.refusals import refused
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.plan import ResourceLink
from core.tables.resources import Resource
from core.wire import Bilingual, Skill

SCHEMES = ("http", "https")
NOT_IN_URLS = re.compile(r"[\s\x00-\x1f\x7f<>\"\\]")


def checked_url(url: str) -> str:
    """The address without white space around it. Raises `BadParameter` for anything but http and https, for one without a
    host, and for one that bears a name or a password.

    >>> checked_url(" https://example.org/a?b=1 ")
    'https://example.org/a?b=1'
    """
    address = url.strip()
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        raise _no_address(address) from None
    good = parts.scheme in SCHEMES and parts.hostname and "@" not in parts.netloc and not NOT_IN_URLS.search(address)
    if not good or len(address) > LONGEST_URL:
        raise _no_address(address)
    return address


def _no_address(url: str) -> Exception:
    return refused(
        "url",
        f"{url[:80]!r} is no http or https address",
        zh="请填写完整的网址，以 https:// 或 http:// 开头，不要带用户名和密码。",
        en="Give the whole address, beginning with https:// or http://, without a user name or password in it.",
    )


def link_resource(
    resource_id: str, title: str, *, level: int, skill: Skill, points: Sequence[str], seconds: int
) -> Resource:
    """A link as something to watch or to hear."""
    return Resource(
        resource_id=resource_id,
        resource_type="audio" if skill == "listening" else "video",
        kind="link",
        title=Bilingual(zh=title, en=title),
        goal=Bilingual(zh="", en=""),
        level=level,
        skill=skill,
        theme="school",
        points=tuple(points),
        seconds=seconds,
    )


def add(
    fields: LinkFields,
    caller: Caller,
    *,
    by: str,
    known_points: Collection[str],
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> LinkView:
    """Keep a link. Raises `BadParameter`."""
    checked = fields.model_copy(update={"url": checked_url(fields.url)})
    if unknown := [point for point in checked.points if point not in known_points]:
        raise refused(
            "points",
            f"{unknown[0]!r} is no grammar point",
            zh="请从列表中选择语法点。",
            en="Choose grammar points from the list.",
        )
    link = ResourceLink(
        identifiers.new("ln"), caller.organisation_id, checked.model_dump_json(), by, clock.now()
    )  # fmt: skip
    store.add_link(link)
    return _view(link, store)


def links_of(caller: Caller, *, store: Store) -> list[LinkView]:
    """The organisation's links, newest first."""
    return [_view(link, store) for link in store.links(caller.organisation_id)]


def found_link(link_id: str, caller: Caller, *, store: Store) -> LinkView:
    """A link that is not removed. Raises `NotFound`."""
    link_row = next((link for link in store.links(caller.organisation_id) if link.link_id == link_id), None)
    if link_row is None:
        raise NotFound(f"There is no link {link_id!r}.")
    return _view(link_row, store)


def _view(link: ResourceLink, store: Store) -> LinkView:
    account = store.account(link.organisation_id, link.made_by)
    return LinkView(
        link_id=link.link_id,
        resource_id=LINK + link.link_id,
        fields=LinkFields.model_validate_json(link.body),
        by=account.display_name if account else "",
        made_at=link.made_at,
    )

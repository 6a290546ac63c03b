"""Registering a platform: only what the operator registered can open Wenlu or is called."""

from __future__ import annotations

import hashlib

from core.access.lti.addresses import is_callable
from core.errors import BadParameter, NotFound
from core.ports.store import Store
from core.ports.system import Clock
from core.records.access import Organisation
from core.records.lti import Registration
from core.wire import Bilingual

LONGEST_NAME = 255
"""Characters of issuer, client and deployment, as LTI bounds them."""
MOST_REGISTRATIONS = 200
"""Of one organisation."""


def register(
    organisation: Organisation,
    *,
    issuer: str,
    client_id: str,
    deployment_id: str,
    authorize_url: str,
    token_url: str,
    keys_url: str,
    store: Store,
    clock: Clock,
) -> Registration:
    """A new registration. Raises `BadParameter` for addresses that may not be called, and for a platform that is registered already."""
    for name, text in (("issuer", issuer), ("client_id", client_id), ("deployment_id", deployment_id)):
        _check_name(name, text)
    for name, url in (("authorize_url", authorize_url), ("token_url", token_url), ("keys_url", keys_url)):
        _check_url(name, url)
    if organisation.demo:
        raise BadParameter.of(
            "organisation",
            "is the demo",
            remedy=Bilingual(
                zh="演示机构不能连接学习平台。", en="The demo cannot be connected to a learning platform."
            ),
        )
    registration = Registration(
        registration_id=_registration_id(organisation.organisation_id, issuer, client_id, deployment_id),
        organisation_id=organisation.organisation_id,
        issuer=issuer,
        client_id=client_id,
        deployment_id=deployment_id,
        authorize_url=authorize_url,
        token_url=token_url,
        keys_url=keys_url,
        made_at=clock.now(),
    )
    _refuse_other_addresses(registration, store=store)
    if len(store.lti_registrations(organisation.organisation_id)) >= MOST_REGISTRATIONS:
        raise BadParameter.of("organisation", f"has {MOST_REGISTRATIONS} registrations already")
    if not store.add_lti_registration(registration):
        raise BadParameter.of(
            "deployment",
            "is registered already",
            remedy=Bilingual(
                zh="这个平台、客户端和部署已经登记过了；要改就先用 wenlu lti remove 删去。",
                en="This platform, client and deployment are registered already; remove that with wenlu lti remove first.",
            ),
        )
    return registration


def _registration_id(organisation_id: str, issuer: str, client_id: str, deployment_id: str) -> str:
    """The same for the same deployment, so that one that is removed and registered again finds its courses and columns."""
    named = "\n".join((organisation_id, issuer, client_id, deployment_id))
    return f"lti_{hashlib.sha256(named.encode()).hexdigest()[:20]}"


def _check_name(name: str, text: str) -> None:
    if not 0 < len(text) <= LONGEST_NAME or not text.isprintable() or text != text.strip():
        raise BadParameter.of(
            name,
            f"has not 1 to {LONGEST_NAME} printable characters",
            remedy=Bilingual(
                zh="请原样抄写学习平台给出的值，前后不要有空格。",
                en="Copy it as the platform shows it, without blanks around it.",
            ),
        )


def _check_url(name: str, url: str) -> None:
    if not is_callable(url):
        raise BadParameter.of(
            name,
            f"{url!r} is no address that may be called",
            remedy=Bilingual(
                zh="地址要以 https:// 开头（本机可以用 http://），不含用户名和 #。",
                en="The address begins with https:// (http:// on this machine alone), without a user name and without #.",
            ),
        )


def _refuse_other_addresses(new: Registration, *, store: Store) -> None:
    """Of one client of a platform, and of one platform in an organisation, all registrations have the same addresses: else the keys of
    one could sign for the people of another."""
    for each in store.lti_registrations_of(new.issuer):
        same_platform = each.client_id == new.client_id or each.organisation_id == new.organisation_id
        addresses = (each.authorize_url, each.token_url, each.keys_url)
        if same_platform and addresses != (new.authorize_url, new.token_url, new.keys_url):
            raise BadParameter.of(
                "issuer",
                f"{new.issuer!r} is registered with other addresses",
                remedy=Bilingual(
                    zh="这个平台已用别的地址登记过。请核对三个地址；如果平台换了地址，先用 wenlu lti remove 删去旧登记。",
                    en="This platform is registered with other addresses. Check the three; if they changed, remove the old"
                    " registrations with wenlu lti remove first.",
                ),
            )


def remove(organisation_id: str, registration_id: str, *, store: Store) -> None:
    """Forget a registration; people, classes and their work stay. Raises `NotFound`."""
    if not store.remove_lti_registration(organisation_id, registration_id):
        raise NotFound(f"There is no registration {registration_id!r}.")


def chosen(issuer: str, client_id: str, *, store: Store) -> Registration | None:
    """A registration of the client that a platform begins a sign-in for; without a client that of the only one. None where there is
    none, or several."""
    if not 0 < len(issuer) <= LONGEST_NAME or not f"{issuer}{client_id}".isprintable():
        return None
    found = store.lti_registrations_of(issuer)
    if client_id:
        found = [each for each in found if each.client_id == client_id]
    return found[0] if len({each.client_id for each in found}) == 1 else None

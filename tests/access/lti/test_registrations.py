"""Registering platforms, and the tool's own keys."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from core.access.lti import keys
from core.api.core import Core
from core.errors import BadParameter, NotFound, WenluError
from core.records.access import Organisation
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import OWN, Platform


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"keys_url": "http://lms.test/keys"}, "keys_url"),
        ({"token_url": "ftp://lms.test/token"}, "token_url"),
        ({"authorize_url": "javascript:alert(1)"}, "authorize_url"),
        ({"keys_url": "https://user:pass@lms.test/keys"}, "keys_url"),
        ({"keys_url": "https://lms.test/keys#x"}, "keys_url"),
        ({"keys_url": "https://lms.test/ keys"}, "keys_url"),
        ({"keys_url": "https://lms.test:99999/keys"}, "keys_url"),
        ({"keys_url": "https:///keys"}, "keys_url"),
        ({"keys_url": "https://lms.test/" + "k" * 2_000}, "keys_url"),
        ({"issuer": ""}, "issuer"),
        ({"issuer": " https://lms.test"}, "issuer"),
        ({"client_id": "c\n1"}, "client_id"),
        ({"deployment_id": "d" * 256}, "deployment_id"),
    ],
)
def test_an_address_or_a_name_that_cannot_be_one_is_not_registered(
    changes: dict[str, str], field: str, core: Core, school: Organisation, clock: StoppedClock
) -> None:
    with pytest.raises(BadParameter, match=field) as refusal:
        Platform(core, clock).register(school, **changes)
    assert refusal.value.remedy("zh")
    assert core.store.lti_registrations() == []


def test_http_is_for_this_machine_alone(core: Core, school: Organisation, clock: StoppedClock) -> None:
    loopback = "http://localhost:8080"
    made = Platform(core, clock).register(
        school,
        authorize_url=f"{loopback}/authorize",
        token_url=f"{loopback}/token",
        keys_url="http://127.0.0.1:8080/keys",
    )
    assert core.store.lti_registrations(school.organisation_id) == [made]


def test_a_deployment_is_registered_once_for_one_organisation(platform: Platform, core: Core) -> None:
    other = core.access.organisation("Other", tier="education")
    with pytest.raises(BadParameter, match="registered already"):
        platform.register(other)


def test_one_platform_has_one_set_of_addresses(platform: Platform, school: Organisation, core: Core) -> None:
    """Else the keys of one registration could sign for the people of another."""
    for organisation, changes in (
        (school, {"deployment_id": "2"}),
        (school, {"client_id": "client-2"}),
        (core.access.organisation("Other", tier="education"), {"deployment_id": "3"}),
    ):
        with pytest.raises(BadParameter, match="other addresses"):
            platform.register(organisation, **changes, keys_url="https://evil.test/keys")


def test_a_registration_that_is_not_there_cannot_be_removed(core: Core, school: Organisation) -> None:
    with pytest.raises(NotFound, match="no registration"):
        core.lti.remove(school.organisation_id, "lti_9")


def test_another_organisations_registration_cannot_be_removed(platform: Platform, core: Core) -> None:
    other = core.access.organisation("Other", tier="education")
    (registration,) = core.store.lti_registrations()
    with pytest.raises(NotFound, match="no registration"):
        core.lti.remove(other.organisation_id, registration.registration_id)


def test_the_demo_is_connected_to_nothing(core: Core, clock: StoppedClock, school: Organisation) -> None:
    with pytest.raises(BadParameter, match="demo"):
        Platform(core, clock).register(replace(school, demo=True))


def test_the_tools_key_is_made_once_and_only_its_public_half_is_shown(core: Core) -> None:
    (first,) = core.lti.key_set()["keys"]
    assert core.lti.key_set()["keys"] == [first]
    assert set(first) == {"kty", "use", "alg", "kid", "n", "e"}


def test_a_new_key_is_published_before_it_signs_and_the_old_one_for_another_day(
    core: Core, clock: StoppedClock
) -> None:
    (old,) = core.lti.key_set()["keys"]
    kid = core.lti.rotate_keys()
    assert [key["kid"] for key in core.lti.key_set()["keys"]] == [kid, old["kid"]]
    assert keys.signing_key(core.store, clock.now()).kid == old["kid"]
    with pytest.raises(WenluError, match="does not sign yet"):
        core.lti.rotate_keys()
    clock.advance(keys.SIGNS_AFTER)
    assert keys.signing_key(core.store, clock.now()).kid == kid
    assert [key["kid"] for key in core.lti.key_set()["keys"]] == [kid, old["kid"]]
    clock.advance(timedelta(days=1))
    assert [key["kid"] for key in core.lti.key_set()["keys"]] == [kid]


def test_of_a_key_that_signs_no_more_the_private_half_is_forgotten(core: Core, clock: StoppedClock) -> None:
    (old,) = core.lti.key_set()["keys"]
    core.lti.rotate_keys()
    assert core.store.lti_keys("").count("BEGIN PRIVATE KEY") == 2
    clock.advance(keys.SIGNS_AFTER)
    keys.signing_key(core.store, clock.now())
    assert core.store.lti_keys("").count("BEGIN PRIVATE KEY") == 1
    assert old in core.lti.key_set()["keys"]


def test_two_processes_that_rotate_at_once_make_one_key(core: Core, monkeypatch: pytest.MonkeyPatch) -> None:
    core.lti.key_set()
    monkeypatch.setattr(core.store, "replace_lti_keys", lambda before, after: False)
    with pytest.raises(WenluError, match="another process"):
        core.lti.rotate_keys()


def test_the_configuration_names_our_addresses(core: Core) -> None:
    told = core.lti.configuration(OWN)
    assert told["target_link_uri"] == f"{OWN}/lti/launch"
    assert told["oidc_initiation_url"] == f"{OWN}/lti/login"
    assert told["public_jwk_url"] == f"{OWN}/lti/keys"

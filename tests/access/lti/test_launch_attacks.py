"""Launches that do not hold: each is refused with its reason, and leaves nothing behind."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization

from core.access.lti import claims, states
from core.access.lti.platform_keys import PlatformKeys
from core.api.core import Core
from core.errors import BadParameter, LaunchRefused, PlatformAway, WenluError
from core.records.access import Organisation
from evaluation.service.clock import StoppedClock
from evaluation.service.lti_platform import (
    ADMINISTRATOR,
    BROWSER,
    LAUNCH,
    LEARNER,
    OWN,
    Platform,
    connect,
    jwk_of,
    key_pair,
)

Forge = Callable[[Platform, str], str]
"""A token, given the nonce that a launch has to bear."""
NOW = 1_795_485_600
"""The time at which the clock of `attacked` stands, in seconds since 1970."""


def changed(**changes: Any) -> Forge:
    """A token that the platform has signed, with other claims."""
    return lambda platform, nonce: platform.signed(platform.claims(nonce, **changes))


def claim(name: str, value: Any) -> Forge:
    return changed(**{name: value})


def unsigned(platform: Platform, nonce: str, *, algorithm: str = "none") -> str:
    parts = {"alg": algorithm, "kid": "k1", "typ": "JWT"}, platform.claims(nonce)
    return ".".join(base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in parts) + "."


def hs256_with_the_public_key(platform: Platform, nonce: str) -> str:
    """The classical confusion: the public key, which everybody has, as the secret of an HMAC."""
    pem = platform.key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    head = unsigned(platform, nonce, algorithm="HS256")[:-1]
    signature = base64.urlsafe_b64encode(hmac.new(pem, head.encode(), hashlib.sha256).digest()).rstrip(b"=")
    return f"{head}.{signature.decode()}"


def with_header(**header: Any) -> Forge:
    """A token under a key of the attacker, whose header leads to that key."""
    return lambda platform, nonce: jwt.encode(
        platform.claims(nonce), key_pair(9), algorithm="RS256", headers={"kid": "k1", **header}
    )


def tampered(platform: Platform, nonce: str) -> str:
    head, _, signature = platform.signed(platform.claims(nonce)).split(".")
    body = base64.urlsafe_b64encode(json.dumps(platform.claims(nonce, sub="admin")).encode()).rstrip(b"=").decode()
    return f"{head}.{body}.{signature}"


def of_algorithm(name: str) -> Forge:
    return lambda platform, nonce: platform.signed(platform.claims(nonce), algorithm=name)


def without_kid(platform: Platform, nonce: str) -> str:
    return jwt.encode(platform.claims(nonce), platform.key, algorithm="RS256")


FORGED: dict[str, tuple[Forge, str]] = {
    "a signature of another key": (lambda p, n: p.signed(p.claims(n), key=key_pair(9)), "not signed by the platform"),
    "a body changed after signing": (tampered, "not signed by the platform"),
    "a signature cut off": (lambda p, n: p.signed(p.claims(n))[:-20], "not signed by the platform"),
    "alg none": (unsigned, "not signed with RS256"),
    "alg None in other capitals": (lambda p, n: unsigned(p, n, algorithm="nOnE"), "not signed with RS256"),
    "HS256 with the public key": (hs256_with_the_public_key, "not signed with RS256"),
    "RS512": (of_algorithm("RS512"), "not signed with RS256"),
    "PS256": (of_algorithm("PS256"), "not signed with RS256"),
    "no kid": (without_kid, "not signed with RS256 under a named key"),
    "a kid that is not published": (lambda p, n: p.signed(p.claims(n), kid="k9"), "does not publish"),
    "a kid that is a path": (lambda p, n: p.signed(p.claims(n), kid="../../k1"), "does not publish"),
    "a kid of a key that only encrypts": (lambda p, n: p.signed(p.claims(n), kid="enc"), "does not publish"),
    "a kid of a key that is too short": (
        lambda p, n: p.signed(p.claims(n), kid="short", key=key_pair(8, 1024)),
        "does not publish",
    ),
    "a jku header": (with_header(jku="https://evil.test/keys"), "not signed by the platform"),
    "a jwk header": (with_header(jwk=jwk_of(key_pair(9), "k1")), "not signed by the platform"),
    "an x5u header": (with_header(x5u="https://evil.test/cert"), "not signed by the platform"),
    "a crit header": (with_header(crit=["exp"]), "not signed"),
    "no token": (lambda p, n: "", "no token"),
    "no JWT": (lambda p, n: "x.y.z", "not signed by the platform"),
    "a token that is too long": (changed(filler="x" * 16_000), "more than 20000 characters|has more than 20000"),
    "another issuer": (claim("iss", "https://evil.test"), "from another platform"),
    "no issuer": (claim("iss", None), "from another platform"),
    "another audience": (claim("aud", "client-2"), "for another tool"),
    "no audience": (claim("aud", None), "for another tool"),
    "an audience that is an object": (claim("aud", {"client-1": True}), "for another tool"),
    "several audiences without azp": (claim("aud", ["client-1", "client-2"]), "another than this one is authorised"),
    "another azp": (claim("azp", "client-2"), "another than this one is authorised"),
    "several audiences with another azp": (
        changed(aud=["client-1", "client-2"], azp="client-2"),
        "another than this one is authorised",
    ),
    "expired": (changed(exp=NOW - 61, iat=NOW - 300), "too old"),
    "no exp": (claim("exp", None), "until when it holds"),
    "an exp that is a text": (claim("exp", "tomorrow"), "until when it holds|not signed"),
    "an exp that is true": (claim("exp", True), "until when it holds"),
    "no iat": (claim("iat", None), "when it was made"),
    "issued long ago": (claim("iat", NOW - 601), "too old"),
    "issued in the future": (claim("iat", NOW + 61), "from the future"),
    "an exp beyond all numbers": (claim("exp", 1e300), "until when it holds"),
    "another nonce": (lambda p, n: p.signed(p.claims(n[::-1])), "nonce is not the one"),
    "no nonce": (claim("nonce", None), "nonce is not the one"),
    "a nonce that is a list": (lambda p, n: p.signed(p.claims(n, nonce=[n])), "nonce is not the one"),
    "a deployment that is not registered": (claim(claims.DEPLOYMENT_ID, "2"), "deployment '2'"),
    "no deployment": (claim(claims.DEPLOYMENT_ID, None), "deployment ''"),
    "no version": (claim(claims.LTI_VERSION, None), "not LTI 1.3.0"),
    "version 1.1": (claim(claims.LTI_VERSION, "1.1"), "not LTI 1.3.0"),
    "no message type": (claim(claims.MESSAGE_TYPE, None), "kind that is not known"),
    "an unknown message type": (claim(claims.MESSAGE_TYPE, "LtiSubmissionReviewRequest"), "kind that is not known"),
    "no resource link": (claim(claims.RESOURCE_LINK, None), "which link was opened"),
    "a target of another host": (claim(claims.TARGET_LINK_URI, "https://evil.test/lti/launch"), "another address"),
    "a target that begins as ours": (claim(claims.TARGET_LINK_URI, f"{OWN}.evil.test/lti/launch"), "another address"),
    "a target with a user name": (
        claim(claims.TARGET_LINK_URI, "https://wenlu.test@evil.test/lti/launch"),
        "another address",
    ),
    "no target": (claim(claims.TARGET_LINK_URI, None), "another address"),
    "no sub": (claim("sub", None), "anonymous"),
    "an empty sub": (claim("sub", ""), "anonymous"),
    "a sub that is too long": (claim("sub", "u" * 256), "anonymous"),
    "a sub with NUL": (claim("sub", "u\x001"), "anonymous"),
    "a sub that is a number": (claim("sub", 1), "anonymous|not signed"),
    "no roles": (claim(claims.ROLES, None), "what the person is"),
    "roles that are a text": (claim(claims.ROLES, LEARNER), "what the person is"),
    "the platform's administrator alone": (claim(claims.ROLES, [ADMINISTRATOR]), "neither teaches nor learns"),
    "a role that only ends as a teacher's": (
        claim(claims.ROLES, ["https://evil.test/vocab#Instructor"]),
        "neither teaches nor learns",
    ),
    "too many roles": (claim(claims.ROLES, [LEARNER] * 101), "what the person is"),
    "a course id that is too long": (claim(claims.CONTEXT, {"id": "c" * 256}), "course's id"),
    "deep linking by a learner": (
        changed(
            **{
                claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST,
                claims.DEEP_LINKING_SETTINGS: {
                    "deep_link_return_url": "https://lms.test/return",
                    "accept_types": ["ltiResourceLink"],
                },
            }
        ),
        "Only a teacher",
    ),
    "deep linking that returns to a script": (
        changed(
            **{
                claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST,
                claims.DEEP_LINKING_SETTINGS: {
                    "deep_link_return_url": "javascript:alert(1)",
                    "accept_types": ["ltiResourceLink"],
                },
            }
        ),
        "where the choice is to be sent",
    ),
    "deep linking that takes no links": (
        changed(
            **{
                claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST,
                claims.DEEP_LINKING_SETTINGS: {
                    "deep_link_return_url": "https://lms.test/return",
                    "accept_types": ["file"],
                },
            }
        ),
        "takes no links",
    ),
}


@pytest.mark.filterwarnings("ignore:The RSA key is 1024 bits long")  # the attacker's
@pytest.mark.parametrize("name", FORGED)
def test_a_forged_launch_is_refused_and_leaves_nothing(name: str, attacked: Platform) -> None:
    forge, reason = FORGED[name]
    attacked.keys[1:] = [jwk_of(key_pair(2), "enc", use="enc"), jwk_of(key_pair(8, 1024), "short")]
    request = attacked.begin()
    with pytest.raises(WenluError, match=reason):
        attacked.core.lti.launch(
            forge(attacked, request["nonce"]), state=request["state"], browser=BROWSER, own_origin=OWN
        )
    assert nobody(attacked)


def nobody(platform: Platform) -> bool:
    store = platform.core.store
    return not any(
        store.accounts(each.organisation_id)
        or store.students(each.organisation_id)
        or store.lti_people(each.organisation_id)
        for each in store.organisations()
    )


def test_at_least_forty_attacks_are_tried() -> None:
    assert len(FORGED) >= 40


STATES: dict[str, tuple[Callable[[Platform, str], str], str]] = {
    "none": (lambda p, state: "", "not one that was given"),
    "made up": (lambda p, state: "x.y.z", "not one that was given"),
    "changed": (lambda p, state: state[:-3] + "abc", "not one that was given"),
    "a choice": (
        lambda p, state: states.offered(
            states.Choice("a", "o", "r", "https://lms.test", None, "", False),
            secret=p.core.access.secret,
            now=p.clock.now(),
        ),
        "not one that was given",
    ),
    "an access token of the API": (
        lambda p, state: jwt.encode({"i": p.issuer, "exp": NOW + 60}, p.core.access.secret, algorithm="HS256"),
        "not one that was given",
    ),
}


@pytest.mark.parametrize("name", STATES)
def test_a_state_that_was_not_given_is_refused(name: str, attacked: Platform) -> None:
    forge, reason = STATES[name]
    request = attacked.begin()
    token = attacked.signed(attacked.claims(request["nonce"]))
    with pytest.raises(LaunchRefused, match=reason):
        attacked.core.lti.launch(token, state=forge(attacked, request["state"]), browser=BROWSER, own_origin=OWN)
    assert nobody(attacked)


@pytest.mark.parametrize("browser", ["", "c" * 43])
def test_a_launch_that_another_browser_began_is_refused(browser: str, attacked: Platform) -> None:
    request = attacked.begin()
    token = attacked.signed(attacked.claims(request["nonce"]))
    with pytest.raises(LaunchRefused, match="another browser"):
        attacked.core.lti.launch(token, state=request["state"], browser=browser, own_origin=OWN)
    assert nobody(attacked)


def test_the_nonce_of_one_sign_in_does_not_hold_in_another(attacked: Platform) -> None:
    first, second = attacked.begin(), attacked.begin()
    token = attacked.signed(attacked.claims(first["nonce"]))
    with pytest.raises(LaunchRefused, match="nonce is not the one"):
        attacked.core.lti.launch(token, state=second["state"], browser=BROWSER, own_origin=OWN)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"target": "https://evil.test/lti/launch"}, "another address"),
        ({"target": f"{OWN}/lti/launch/../../evil"}, "another address"),
        ({"target": ""}, "another address"),
        ({"client_id": "client-2"}, "not registered"),
        ({"client_id": "c" * 201}, "more than 200"),
        ({"login_hint": ""}, "login_hint"),
    ],
)
def test_a_sign_in_is_begun_for_a_registered_platform_and_our_own_address_alone(
    changes: dict[str, str], reason: str, attacked: Platform
) -> None:
    with pytest.raises((LaunchRefused, BadParameter), match=reason):
        attacked.begin(**changes)


def test_an_unregistered_platform_is_told_what_to_do(attacked: Platform) -> None:
    with pytest.raises(LaunchRefused, match="not registered") as refusal:
        attacked.core.lti.begin(
            "https://evil.test",
            client_id="",
            login_hint="u",
            message_hint="",
            target=LAUNCH,
            own_origin=OWN,
            browser=BROWSER,
        )
    assert "wenlu lti register" in refusal.value.remedy("en")


def test_a_launch_is_used_once(platform: Platform) -> None:
    request = platform.begin()
    token = platform.signed(platform.claims(request["nonce"]))
    platform.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)
    with pytest.raises(LaunchRefused, match="used already"):
        platform.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)


def test_a_state_is_too_old_after_ten_minutes(platform: Platform, clock: StoppedClock) -> None:
    request = platform.begin()
    clock.advance(states.STATE_LIFETIME)
    token = platform.signed(platform.claims(request["nonce"]))
    with pytest.raises(LaunchRefused, match="too old"):
        platform.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)


def test_clocks_may_differ_by_a_minute(platform: Platform) -> None:
    now = int(platform.clock.now().timestamp())
    assert platform.launch(iat=now + 59).account.role == "student"
    assert platform.launch(exp=now - 59, iat=now - 300).account.role == "student"


def test_a_deployment_of_another_organisation_leads_into_that_one(platform: Platform) -> None:
    """The deployment says whose school it is, and the same `sub` is somebody else there."""
    other = platform.core.access.organisation("Other", tier="education")
    platform.register(other, deployment_id="2")
    here, there = platform.launch(), platform.launch(**{claims.DEPLOYMENT_ID: "2"})
    assert here.account.organisation_id != there.account.organisation_id == other.organisation_id
    assert here.account.account_id != there.account.account_id


def test_the_same_sub_of_another_platform_is_somebody_else(platform: Platform, school: Organisation) -> None:
    second = Platform(platform.core, platform.clock, issuer="https://two.test", host="two.test", key=key_pair(3))
    first = platform.launch()
    connect(platform.core, second)
    second.register(school)
    assert second.launch().account.account_id != first.account.account_id


def test_a_platform_cannot_sign_for_another(platform: Platform, school: Organisation) -> None:
    second = Platform(platform.core, platform.clock, issuer="https://two.test", host="two.test", key=key_pair(3))
    second.register(school, client_id=platform.client_id)
    request = platform.begin()
    token = second.signed({**second.claims(request["nonce"]), "iss": platform.issuer})
    with pytest.raises(LaunchRefused, match="not signed by the platform"):
        platform.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)


def test_a_removed_platform_lets_nobody_in(platform: Platform) -> None:
    request = platform.begin()
    (registration,) = platform.core.store.lti_registrations()
    platform.core.lti.remove(registration.organisation_id, registration.registration_id)
    token = platform.signed(platform.claims(request["nonce"]))
    with pytest.raises(LaunchRefused, match="not registered here"):
        platform.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)


@pytest.mark.parametrize(
    "keys", [None, [1, 2], [{"kty": "oct", "kid": "k1", "k": "eA"}], [{"kty": "RSA", "kid": "k1"}], [{}] * 101]
)
def test_keys_that_are_none_let_nobody_in(keys: Any, platform: Platform) -> None:
    platform.keys = keys
    with pytest.raises((LaunchRefused, PlatformAway), match=r"does not publish|not a JWKS"):
        platform.launch()


def test_an_unknown_key_is_looked_for_once_a_minute_and_found_when_it_is_published(
    core: Core, school: Organisation, clock: StoppedClock
) -> None:
    platform = Platform(core, clock)
    seconds = [0.0]
    keys = PlatformKeys(platform, monotonic=lambda: seconds[0])
    registration = platform.register(school)
    assert keys.key(registration, "k1") is not None
    for _ in range(5):
        with pytest.raises(LaunchRefused, match="does not publish"):
            keys.key(registration, "k2")
    assert platform.called == [f"{platform.url}/keys"]
    platform.keys.append(jwk_of(key_pair(2), "k2"))
    seconds[0] = 61.0
    assert keys.key(registration, "k2") is not None
    assert len(platform.called) == 2


def test_a_withdrawn_key_holds_no_longer_than_an_hour_although_its_platform_is_away(
    core: Core, school: Organisation, clock: StoppedClock
) -> None:
    platform = Platform(core, clock)
    seconds = [0.0]
    keys = PlatformKeys(platform, monotonic=lambda: seconds[0])
    registration = platform.register(school)
    assert keys.key(registration, "k1") is not None
    platform.status[f"{platform.url}/keys"] = -1
    seconds[0] = 3_601.0
    with pytest.raises(PlatformAway, match="Nobody answers"):
        keys.key(registration, "k1")
    with pytest.raises(PlatformAway, match="a moment ago"):
        keys.key(registration, "k1")


def test_a_launch_waits_only_shortly_for_the_keys_that_another_fetches(
    core: Core, school: Organisation, clock: StoppedClock
) -> None:
    platform = Platform(core, clock)
    registration = platform.register(school)
    keys = PlatformKeys(platform, turn_seconds=0.01)
    with keys._set_at(registration.keys_url).turn, pytest.raises(PlatformAway, match="takes long"):
        keys.key(registration, "k1")
    assert keys.key(registration, "k1") is not None


def test_a_platform_whose_keys_are_away_is_not_asked_again_at_once(platform: Platform) -> None:
    platform.status[f"{platform.url}/keys"] = 500
    with pytest.raises(PlatformAway, match="answered 500"):
        platform.launch()
    with pytest.raises(PlatformAway, match="a moment ago"):
        platform.launch()
    assert platform.called.count(f"{platform.url}/keys") == 1

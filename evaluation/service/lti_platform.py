"""A learning platform in this process, which plays the other side of LTI 1.3 and checks all that is sent to it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from core.access.lti import claims
from core.access.lti.id_tokens import OPENS
from core.api.core import Core
from core.api.lti import Lti, OpenedLaunch
from core.errors import PlatformAway
from core.ports.lti import PlatformAnswer
from core.ports.system import Clock
from core.records.access import Organisation
from core.records.lti import Registration

OWN = "https://wenlu.test"
"""The address of the service that is opened."""
LAUNCH = f"{OWN}/lti/launch"
BROWSER = "b" * 43
INSTRUCTOR = "http://purl.imsglobal.org/vocab/lis/v2/membership#Instructor"
LEARNER = "http://purl.imsglobal.org/vocab/lis/v2/membership#Learner"
ADMINISTRATOR = "http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator"


@cache
def key_pair(_number: int, bits: int = 2048) -> rsa.RSAPrivateKey:
    """An RSA key, one for each number."""
    return rsa.generate_private_key(public_exponent=65537, key_size=bits)


def jwk_of(key: rsa.RSAPrivateKey, kid: str, **more: Any) -> dict[str, Any]:
    """The public half as a JWK."""
    public: dict[str, Any] = json.loads(RSAAlgorithm.to_jwk(key.public_key()))
    return {"kty": "RSA", "n": public["n"], "e": public["e"], "kid": kid, "use": "sig", "alg": "RS256", **more}


@dataclass
class Platform:
    """A platform. It is `core.ports.lti.PlatformCalls` as well: calls that are meant for it reach it."""

    core: Core
    clock: Clock
    issuer: str = "https://lms.test"
    client_id: str = "client-1"
    deployment_id: str = "1"
    host: str = "lms.test"
    key: rsa.RSAPrivateKey = field(default_factory=lambda: key_pair(1))
    keys: list[dict[str, Any]] = field(default_factory=list)
    """Its JWKS."""
    pages: dict[str, tuple[list[dict[str, Any]], str]] = field(default_factory=dict)
    """Lists of members by address, each with its Link header."""
    scores: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    """Scores that it took: address and body."""
    status: dict[str, int] = field(default_factory=dict)
    """What it answers at an address instead of working."""
    called: list[str] = field(default_factory=list)
    """Addresses that were called."""
    assertions: set[str] = field(default_factory=set)
    tokens: dict[str, str] = field(default_factory=dict)
    """Access tokens with their scopes."""

    def __post_init__(self) -> None:
        self.keys.append(jwk_of(self.key, "k1"))

    @property
    def url(self) -> str:
        """Its address."""
        return f"https://{self.host}"

    def register(self, organisation: Organisation, **changes: str) -> Registration:
        """Have the operator register it."""
        fields = {
            "issuer": self.issuer,
            "client_id": self.client_id,
            "deployment_id": self.deployment_id,
            "authorize_url": f"{self.url}/authorize",
            "token_url": f"{self.url}/token",
            "keys_url": f"{self.url}/keys",
        }
        return self.core.lti.register(organisation, **{**fields, **changes})

    # -- the browser's way ---------------------------------------------------------------------------------

    def begin(self, *, browser: str = BROWSER, **changes: str) -> dict[str, str]:
        """What our authentication request says, checked as a platform checks it."""
        fields = {
            "client_id": self.client_id, "login_hint": "u1", "message_hint": "m1", "target": LAUNCH, "own_origin": OWN
        }  # fmt: skip
        begun = self.core.lti.begin(self.issuer, **{**fields, **changes}, browser=browser)
        parts = urlsplit(begun.url)
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"{self.url}/authorize"
        return self.checked_request(dict(parse_qsl(parts.query)))

    def checked_request(self, request: dict[str, str]) -> dict[str, str]:
        """An authentication request that is complete (IMS Security Framework 1.0, 5.1.1.2)."""
        wanted = {
            "scope": "openid", "response_type": "id_token", "response_mode": "form_post", "prompt": "none",
            "client_id": self.client_id, "redirect_uri": LAUNCH,
        }  # fmt: skip
        assert {name: request.get(name) for name in wanted} == wanted
        assert len(request["nonce"]) >= 32
        assert request["state"]
        assert request["login_hint"]
        return request

    def claims(self, nonce: str, /, **changes: Any) -> dict[str, Any]:
        """The claims of a learner's launch; a change to None takes a claim away."""
        now = self.clock.now().timestamp()
        body = {
            "iss": self.issuer,
            "sub": "u1",
            "aud": self.client_id,
            "exp": int(now) + 300,
            "iat": int(now),
            "nonce": nonce,
            "name": "Anna Müller",
            claims.MESSAGE_TYPE: claims.RESOURCE_LINK_REQUEST,
            claims.LTI_VERSION: "1.3.0",
            claims.DEPLOYMENT_ID: self.deployment_id,
            claims.TARGET_LINK_URI: LAUNCH,
            claims.RESOURCE_LINK: {"id": "link-1"},
            claims.ROLES: [LEARNER],
            claims.CONTEXT: {"id": "course-1", "title": "Chinese 1"},
            claims.MEMBERSHIPS: {"context_memberships_url": f"{self.url}/members", "service_versions": ["2.0"]},
            **changes,
        }
        return {name: value for name, value in body.items() if value is not None}

    def signed(self, body: dict[str, Any], *, kid: str = "k1", key: Any = None, algorithm: str = "RS256") -> str:
        """The claims under its key."""
        return jwt.encode(body, key or self.key, algorithm=algorithm, headers={"kid": kid})

    def launch(self, **changes: Any) -> OpenedLaunch:
        """Somebody comes in, from the beginning to the page."""
        request = self.begin()
        token = self.signed(self.claims(request["nonce"], **changes))
        return self.core.lti.launch(token, state=request["state"], browser=BROWSER, own_origin=OWN)

    def teacher(self, subject: str = "t1", /, **changes: Any) -> OpenedLaunch:
        """A teacher comes in."""
        return self.launch(**{"sub": subject, "name": "Li Hua", claims.ROLES: [INSTRUCTOR], **changes})

    def opened_assignment(self, assignment_id: str, subject: str = "u1", /, **changes: Any) -> OpenedLaunch:
        """A learner opens the link to an assignment that has a column in the gradebook."""
        endpoint = {"scope": [claims.SCORE_SCOPE], "lineitem": f"{self.url}/columns/1?type=2"}
        opens = {OPENS: f"assignment:{assignment_id}"}
        return self.launch(**{"sub": subject, claims.CUSTOM: opens, claims.GRADES: endpoint, **changes})

    def deep_linking(self, subject: str = "t1", **settings: Any) -> OpenedLaunch:
        """A teacher is to choose a link."""
        wanted = {
            "deep_link_return_url": f"{self.url}/return", "accept_types": ["ltiResourceLink"], "data": "back-1",
            "accept_presentation_document_targets": ["window"], **settings,
        }  # fmt: skip
        changes = {
            claims.MESSAGE_TYPE: claims.DEEP_LINKING_REQUEST,
            claims.RESOURCE_LINK: None,
            claims.DEEP_LINKING_SETTINGS: {name: value for name, value in wanted.items() if value is not None},
        }
        return self.teacher(subject, **changes)

    def read_answer(self, answer: str) -> dict[str, Any]:
        """The body of our answer to deep linking, checked as a platform checks it (Deep Linking 2.0, 2.1)."""
        body = self._of_tool(answer, audience=self.issuer)
        assert body["iss"] == self.client_id
        assert body[claims.DEPLOYMENT_ID] == self.deployment_id
        assert body[claims.MESSAGE_TYPE] == claims.DEEP_LINKING_RESPONSE
        assert body[claims.LTI_VERSION] == "1.3.0"
        assert body["nonce"]
        return body

    def _of_tool(self, text: str, *, audience: str) -> dict[str, Any]:
        """A token that is signed with one of the tool's published keys and not too old."""
        kid = jwt.get_unverified_header(text)["kid"]
        (row,) = [each for each in self.core.lti.key_set()["keys"] if each["kid"] == kid]
        key: Any = RSAAlgorithm.from_jwk(row)
        body: dict[str, Any] = jwt.decode(
            text, key, algorithms=["RS256"], audience=audience, options={"verify_exp": False, "verify_iat": False}
        )
        assert 0 <= body["exp"] - self.clock.now().timestamp() <= timedelta(hours=1).total_seconds()
        return body

    # -- its services --------------------------------------------------------------------------------------

    def call(
        self,
        method: str,
        url: str,
        *,
        named_hosts: Collection[tuple[str, int]],
        headers: Mapping[str, str],
        body: bytes | None = None,
        most_bytes: int,
    ) -> PlatformAnswer:
        """See `core.ports.lti.PlatformCalls.call`."""
        assert most_bytes > 0
        self.called.append(url)
        parts = urlsplit(url)
        assert (parts.hostname, 443) in named_hosts or parts.hostname != self.host
        if (status := self.status.get(url, 0)) == -1:
            raise PlatformAway("Nobody answers.")
        if status:
            return PlatformAnswer(status, {}, b"")
        if url == f"{self.url}/keys":
            return _json(200, {"keys": self.keys})
        if url == f"{self.url}/token":
            return self._token(body or b"")
        scope = self.tokens.get(headers.get("Authorization", "").removeprefix("Bearer "))
        if url in self.pages:
            if scope != claims.MEMBERSHIP_SCOPE:
                return _json(401, {})
            members, link = self.pages[url]
            return _json(200, {"id": url, "members": members}, {"link": link} if link else {})
        if parts.path.endswith("/scores") and method == "POST":
            if scope != claims.SCORE_SCOPE or headers.get("Content-Type") != claims.SCORE_TYPE:
                return _json(401, {})
            self.scores.append((url, json.loads(body or b"")))
            return _json(200, {})
        return _json(404, {})

    def _token(self, body: bytes) -> PlatformAnswer:
        """An access token for a signed assertion that was not used before (IMS Security Framework 1.0, 4.1)."""
        form = {name: values[0] for name, values in parse_qs(body.decode()).items()}
        assertion = self._of_tool(form["client_assertion"], audience=f"{self.url}/token")
        assert form["grant_type"] == "client_credentials"
        assert form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        assert (assertion["iss"], assertion["sub"]) == (self.client_id, self.client_id)
        assert assertion["jti"] not in self.assertions
        self.assertions.add(assertion["jti"])
        token = f"token-{len(self.assertions)}"
        self.tokens[token] = form["scope"]
        return _json(200, {"access_token": token, "token_type": "Bearer", "expires_in": 3600, "scope": form["scope"]})


def _json(status: int, body: dict[str, Any], headers: dict[str, str] | None = None) -> PlatformAnswer:
    return PlatformAnswer(status, {"content-type": "application/json", **(headers or {})}, json.dumps(body).encode())


def connect(core: Core, platform: Platform) -> None:
    """Have a core's calls to platforms reach this one alone."""
    core.lti = Lti(
        store=core.store,
        clock=core.clock,
        identifiers=core.identifiers,
        tables=core.tables,
        access=core.access,
        reader=core.reader,
        calls=platform,
    )

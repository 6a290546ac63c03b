"""Requests to a service that the operator named: bounded, over TLS, and tried again only where that helps."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from core.backends import outgoing
from core.backends.outgoing import Outgoing, checked_address
from core.errors import BadParameter, OtherServiceFailed


def asked(handler: object, *, seconds: float = 30.0) -> tuple[Outgoing, list[float]]:
    """The way to a service that answers so, and the waits that it takes."""
    waits: list[float] = []
    made = Outgoing("The service", transport=httpx.MockTransport(handler), sleep=waits.append, seconds=seconds)  # type: ignore[arg-type]
    return made, waits


class Dripping(httpx.AsyncByteStream):
    """A body of which a byte comes now and then, without end."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            await asyncio.sleep(0.01)
            yield b"x"


class Endless(httpx.AsyncByteStream):
    """A body without end, as fast as it is read."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield b"x" * 2**16


@pytest.mark.parametrize(
    ("stream", "seconds", "told"),
    [(Dripping(), 0.1, "did not answer within 0.1 s"), (Endless(), 30.0, "answered more than 1 MB")],
)
def test_an_answer_has_one_deadline_and_one_size(
    stream: httpx.AsyncByteStream, seconds: float, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "MOST_BYTES", 2**20)
    service, waits = asked(lambda _: httpx.Response(200, stream=stream), seconds=seconds)
    with pytest.raises(OtherServiceFailed, match=told):
        service.ask("GET", "https://service.test", headers={})
    assert waits == [1.0, 4.0]


def test_the_authorities_of_this_machine_are_trusted_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outgoing.certificates.cache_clear()
    brought_along = outgoing.certificates().cert_store_stats()["x509_ca"]
    (tmp_path / "own.pem").write_bytes(authority("School Authority"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
    outgoing.certificates.cache_clear()
    try:
        names = [str(each["subject"]) for each in outgoing.certificates().get_ca_certs()]
    finally:
        outgoing.certificates.cache_clear()
    assert any("School Authority" in each for each in names)
    assert brought_along > 0
    assert len(names) > 1


def authority(name: str) -> bytes:
    """A certificate that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    made = x509.CertificateBuilder(
        issuer_name=called,
        subject_name=called,
        public_key=key.public_key(),
        serial_number=1,
        not_valid_before=now - timedelta(days=1),
        not_valid_after=now + timedelta(days=1),
    ).add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
    return made.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def test_a_packed_answer_is_not_unpacked() -> None:
    service, _ = asked(lambda _: httpx.Response(200, headers={"Content-Encoding": "br"}, stream=Endless()))
    with pytest.raises(OtherServiceFailed, match="answered more than"):
        service.ask("GET", "https://service.test", headers={})


@pytest.mark.parametrize("code", [200, 204, 301, 400, 401, 404, 409, 413, 501])
def test_an_answer_that_another_try_would_not_change_is_given_at_once(code: int) -> None:
    service, waits = asked(lambda _: httpx.Response(code, headers={"X-One": "1"}, content=b"body"))
    answer = service.ask("POST", "https://service.test", headers={}, content=b"{}")
    assert (answer.status, answer.headers["x-one"], answer.body, waits) == (code, "1", b"body", [])


@pytest.mark.parametrize(
    "address",
    ["https://lrs.example/xapi", "http://127.0.0.1:8080/xapi", "http://localhost/xapi", "http://[::1]:9/x", "http://127.9.9.9"],
)  # fmt: skip
def test_an_address_over_tls_or_on_this_machine_is_taken(address: str) -> None:
    assert checked_address("endpoint", address + "/") == address


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://lrs.example/xapi", "neither https nor on this machine"),
        ("http://localhost.example/xapi", "neither https nor on this machine"),
        ("http://127.0.0.1.example", "neither https nor on this machine"),
        ("ftp://127.0.0.1/x", "neither https nor on this machine"),
        ("file:///etc/passwd", "no address"),
        ("https://user:secret@lrs.example", "a user, a query or a fragment"),
        ("https://lrs.example/?a=b", "a user, a query or a fragment"),
        ("https://lrs.example/#x", "a user, a query or a fragment"),
        ("lrs.example", "no address"),
        ("https://", "no address"),
        ("https://lrs.example:99999/", "no address"),
        ("https://lrs.example/\nx", "no address"),
        ("https://lrs.example/a b", "no address"),
        ("https://lrs.example/" + "x" * 1_000, "no address"),
    ],
)
def test_any_other_address_is_refused_without_repeating_what_may_be_secret(address: str, why: str) -> None:
    with pytest.raises(BadParameter, match=why) as refused:
        checked_address("endpoint", address)
    assert "secret" not in str(refused.value)

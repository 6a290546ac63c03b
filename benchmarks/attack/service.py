"""Attacks on what surrounds requests: connections, queues, uploads, addresses, origins, headers, logs."""

from __future__ import annotations

import http.client
import io
import math
import socket
import struct
import time
import wave
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchmarks.attack.trying import Attack, Target, timed

LET_GO_SECONDS = 25.0
"""A server with the settings as they ship cuts a head after 10 s; uvicorn's pings and the sweep add some."""
QUICK_SECONDS = 1.0
"""What a neighbour's call may take while an attack runs."""
GRAMMAR = "/grammar/grammar_text"
UPLOAD = "/_stcore/upload_file/{}/{}"
PLAIN = {"txt": "我每天早上都去学校学习汉语。"}
LONG = {"txt": "我们学校的老师每天早上都让学生把昨天学过的课文再读一遍，然后才开始讲新的语法。" * 50}
HOST = "127.0.0.1"
KEY = "dGhlIHNhbXBsZSBub25jZQ=="

Attempt = Callable[[Target], str | None]


def connected(target: Target) -> socket.socket:
    """A new connection on which nothing has been sent."""
    return socket.create_connection((HOST, target.port), timeout=LET_GO_SECONDS)


def neighbour(target: Target) -> str | None:
    """Whether a caller with a token is answered quickly."""
    answer = target.call("POST", GRAMMAR, PLAIN, token=target.token)
    if answer.status != 200:
        return f"a call with a token got {answer.status}"
    return f"a call with a token took {answer.seconds:.1f} s" if answer.seconds > QUICK_SECONDS else None


def until_closed(connection: socket.socket) -> float | None:
    """Seconds until the other side closes; None where it does not."""
    with timed() as seconds:
        try:
            while connection.recv(2**16):
                if seconds() > LET_GO_SECONDS:
                    return None
        except TimeoutError:
            return None
        except OSError:
            pass
        return seconds()


def sent_and_closed(partial_request: bytes, target: Target) -> str | None:
    """Half of a request is sent: the server must not wait for the rest for ever."""
    with connected(target) as connection:
        connection.sendall(partial_request)
        return None if until_closed(connection) is not None else "the connection stays"


def trickled(first_bytes: bytes, byte: bytes, target: Target) -> str | None:
    """The rest of a request comes byte by byte, two a second."""
    with connected(target) as connection, timed() as seconds:
        connection.sendall(first_bytes)
        try:
            while seconds() < LET_GO_SECONDS:
                connection.sendall(byte)
                time.sleep(0.5)
        except OSError:
            return None
    return f"still read after {LET_GO_SECONDS:.0f} s"


def silent(count: int, target: Target) -> str | None:
    """Connections that say nothing, while a neighbour calls."""
    connections = [connected(target) for _ in range(count)]
    try:
        if (slow := neighbour(target)) is not None:
            return slow
        return None if until_closed(connections[0]) is not None else "half-open connections stay"
    finally:
        for connection in connections:
            connection.close()


def crowd(count: int, work: Callable[[], object], target: Target) -> str | None:
    """So many strangers at once; a caller with a token meanwhile."""
    neighbour(target)  # what is read at the first call is read
    with ThreadPoolExecutor(count) as pool:
        running = [pool.submit(work) for _ in range(count)]
        time.sleep(0.3)
        answer = target.call("POST", GRAMMAR, PLAIN, token=target.token)
        errors = [future.exception() for future in running]
    if any(errors):
        return "a stranger got no answer"
    if answer.status != 200:
        return f"a call with a token got {answer.status}"
    return f"a call with a token took {answer.seconds:.1f} s" if answer.seconds > 2 * QUICK_SECONDS else None


def recording(seconds: float) -> bytes:
    """A tone, as a multipart body with a text to it."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(16_000)
        samples = (int(8_000 * math.sin(index / 12)) for index in range(int(16_000 * seconds)))
        sound.writeframes(b"".join(struct.pack("<h", sample) for sample in samples))
    head = b'--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\n'
    text = '\r\n--b\r\nContent-Disposition: form-data; name="text"\r\n\r\n我每天早上去学校。\r\n--b--\r\n'
    return head + buffer.getvalue() + text.encode()


def long_uploads(target: Target) -> str | None:
    """Nine recordings of 100 s from strangers."""
    body = recording(100)
    kind = {"Content-Type": "multipart/form-data; boundary=b"}
    return crowd(9, lambda: target.call("POST", "/speech/uploadfile", body, headers=kind), target)


def long_texts(target: Target) -> str | None:
    """Nine long texts from strangers."""
    return crowd(9, lambda: target.call("POST", GRAMMAR, LONG), target)


def handshake(target: Target, headers: dict[str, str], path: str = "/_stcore/stream") -> int:
    """The status that a websocket handshake gets."""
    upgrade_headers = {
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": KEY,
        "Sec-WebSocket-Version": "13",
    }
    connection = http.client.HTTPConnection(HOST, target.port, timeout=LET_GO_SECONDS)
    try:
        connection.request("GET", path, headers={**upgrade_headers, **headers})
        return connection.getresponse().status
    finally:
        connection.close()


def websocket_from(origin: str | None, target: Target) -> str | None:
    """A page of another origin opens a websocket with the visitor's cookies."""
    headers = {"Cookie": f"wenlu_signin={target.cookies['student']}"}
    status = handshake(target, headers if origin is None else {**headers, "Origin": origin})
    return f"a websocket from {origin} is let in" if status == 101 else None


def other_port(target: Target) -> str | None:
    """The original: any port of this machine."""
    return websocket_from(f"http://127.0.0.1:{target.port + 1}", target)


def forged_host(target: Target) -> str | None:
    """The origin matches a host that a header names, sent by nobody's proxy."""
    headers = {"Origin": "http://evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http"}
    return "X-Forwarded-Host is believed" if handshake(target, headers) == 101 else None


def idle_websockets(target: Target) -> str | None:
    """Websockets that say nothing."""
    request = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {HOST}:{target.port}\r\nOrigin: http://{HOST}:{target.port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n"
    ).encode()
    connections = [connected(target) for _ in range(30)]
    try:
        for connection in connections:
            connection.sendall(request)
        if (slow := neighbour(target)) is not None:
            return slow
        return None if until_closed(connections[0]) is not None else "a websocket that says nothing stays"
    finally:
        for connection in connections:
            connection.close()


def upload(cookie: str | None, session: str, target: Target) -> str | None:
    """A file without an account, or to somebody else's page."""
    form = b'--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n' + b"x" * 2**20 + b"\r\n--b--\r\n"
    headers = {"Content-Type": "multipart/form-data; boundary=b"}
    answer = target.call("PUT", UPLOAD.format(session, "f"), form, cookie=cookie, headers=headers)
    return None if answer.status in (403, 404, 411, 413) else f"the upload got {answer.status}"


def strangers_upload(target: Target) -> str | None:
    """The original: no account."""
    return upload(None, "0" * 32, target)


def upload_to_another(target: Target) -> str | None:
    """With an account, and the id of a page that is not its own."""
    return upload(target.cookies["student"], "0" * 32, target)


def hidden(path: str, target: Target) -> str | None:
    """An address that nobody may see."""
    status = target.call("GET", path).status
    return None if status == 404 else f"{path} answers {status}"


def forged_addresses(target: Target) -> str | None:
    """The original: every call says that it comes from elsewhere, to escape the rate of strangers."""
    statuses = [
        target.call("POST", GRAMMAR, "{}", headers={"X-Forwarded-For": f"203.0.113.{number}"}).status
        for number in range(30)
    ]
    return None if 429 in statuses else "30 calls in a row under forged addresses: no rate"


def no_headers(target: Target) -> str | None:
    """The original: no frame-ancestors, no nosniff."""
    headers = target.call("GET", "/", headers={"Accept": "text/html"}).headers
    policy = headers.get("content-security-policy", "")
    if "frame-ancestors 'none'" not in policy or headers.get("x-content-type-options") != "nosniff":
        return "a page may be framed or sniffed"
    return "inline scripts may run" if "script-src 'unsafe-inline'" in policy else None


def named_in_the_log(target: Target) -> str | None:
    """The original: student ids in the access log."""
    marker = "logged-student-4711"
    target.call("GET", f"/v1/portrait/{marker}?x={marker}", token=target.token)
    target.call("GET", f"/report?student={marker}")
    log = target.folder / "log"
    return "a student's id is in the log" if log.exists() and marker in log.read_text(errors="replace") else None


def kept_by_caches(target: Target) -> str | None:
    """Answers about students must not be cached."""
    api = target.call("GET", "/v1/portrait/nobody", token=target.token).headers
    page = target.call("GET", "/media/" + "0" * 56 + ".pdf").headers.get("cache-control", "")
    fresh = api.get("expires") != "0" and "no-store" not in api.get("cache-control", "")
    return f"answers may be kept: {page!r}" if fresh or "no-store" not in page else None


def cors(target: Target) -> str | None:
    """A page elsewhere reads the API, or Streamlit's routes, with the visitor's cookies."""
    request_headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    for method, path in (("OPTIONS", GRAMMAR), ("GET", "/_stcore/health"), ("OPTIONS", UPLOAD.format("a", "b"))):
        headers = target.call(method, path, headers=request_headers).headers
        if any(name.startswith("access-control-allow") for name in headers):
            return f"{method} {path} allows another origin"
    return None


def odd_paths(target: Target) -> str | None:
    """Ways out of the folder of static files."""
    for path in (
        "//etc/passwd", "/static/%2e%2e/%2e%2e/app.py", "/static/..%2f..%2fapp.py", "/component/..;/app.py", "/%5c%5chost/x",
        "/_stcore/bidi-components/../../app.py", "/docs/assets/..%2f..%2f__init__.py", "/recordings/..%2f..%2fwenlu.db",
    ):  # fmt: skip
        answer = target.call("GET", path)
        if answer.status >= 500 or b"root:" in answer.body or b"shared_core" in answer.body:
            return f"{path} answers {answer.status}"
    return None


def odd_methods(target: Target) -> str | None:
    """Methods that echo or do what they are not for."""
    secret = "echo-4711"
    for method in ("TRACE", "CONNECT", "PATCH", "HEAD", "FOO"):
        answer = target.call(method, "/v1/portrait/x", headers={"X-Secret": secret})
        if answer.status >= 500 or secret.encode() in answer.body:
            return f"{method} answers {answer.status}"
    return None


def odd_hosts(target: Target) -> str | None:
    """Hosts that are not valid."""
    for host in ("evil.example/x", "a@b", "a b", "<script>", "a:99999999", "x" * 5_000):
        if target.call("GET", "/", headers={"Host": host}).status != 400:
            return f"Host {host[:20]!r} is taken"
    return None


def pipelined(target: Target) -> str | None:
    """Five hundred requests in one write, and no answer read for a while."""
    with connected(target) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n" * 500)
        if (slow := neighbour(target)) is not None:
            return slow
        return None if until_closed(connection) is not None else "the connection stays"


def refused(request: bytes, target: Target) -> str | None:
    """What is over a bound gets a status in the four hundreds."""
    with connected(target) as connection:
        try:
            connection.sendall(request)
            answer = connection.recv(2**16)
        except ConnectionError:
            return None
    return None if answer.startswith(b"HTTP/1.1 4") else f"answered {answer[:15]!r}"


HEAD = b"POST /grammar/grammar_text HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
ATTACKS: tuple[Attack, ...] = (
    Attack("a visitor uploads without an account", 5, strangers_upload, original=True),
    Attack("nine long recordings before a call with a token", 10, long_uploads, original=True),
    Attack("nine long texts before a call with a token", 10, long_texts, original=True),
    Attack("forged X-Forwarded-For to escape the rate", 11, forged_addresses, original=True),
    Attack("a page in a frame, a type that is guessed", 16, no_headers, original=True),
    Attack("500 half-open connections", 16, partial(silent, 500), original=True),
    Attack("a websocket from another port", 16, other_port, original=True),
    Attack("a student's id in the log", 16, named_in_the_log, original=True),
    Attack("an upload to somebody else's page", 5, upload_to_another),
    Attack("figures of the process for everybody", 5, partial(hidden, "/_stcore/metrics")),
    Attack("a run of the script for everybody", 5, partial(hidden, "/_stcore/script-health-check")),
    Attack("a download of nobody's page", 5, partial(hidden, "/media/" + "0" * 56 + ".pdf")),
    Attack("a forged X-Forwarded-Host opens a websocket", 11, forged_host),
    Attack("hosts that can be none", 11, odd_hosts),
    Attack("a websocket from the origin null", 16, partial(websocket_from, "null")),
    Attack("a websocket from another host", 16, partial(websocket_from, "http://evil.example")),
    Attack("a websocket without an origin", 16, partial(websocket_from, None)),
    Attack("websockets that say nothing", 16, idle_websockets),
    Attack("a head that trickles", 16, partial(trickled, b"GET / HTTP/1.1\r\nHost: a\r\nX: ", b"x")),
    Attack("a head that is half", 16, partial(sent_and_closed, b"GET / HTTP/1.1\r\nHost: a\r\n")),
    Attack("pipelined requests that nobody reads", 16, pipelined),
    Attack("100,000 bytes of headers", 16, partial(refused, HEAD + b"X: " + b"x" * 100_000 + b"\r\n\r\n")),
    Attack("1,000 headers", 16, partial(refused, HEAD + b"X: y\r\n" * 1_000 + b"\r\n")),
    Attack(
        "a query of 60,000 bytes", 16, partial(refused, b"GET /?" + b"q" * 60_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n")
    ),
    Attack("another origin reads answers", 16, cors),
    Attack("paths out of the static files", 16, odd_paths),
    Attack("methods that echo", 16, odd_methods),
    Attack("answers that caches keep", 16, kept_by_caches),
)

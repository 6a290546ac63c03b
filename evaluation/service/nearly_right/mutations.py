"""What chance makes of a valid request: other values and types, other bytes, other headers, another framing. The same for a seed."""

from __future__ import annotations

import gzip
import json
import random
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import quote, urlencode

from core.settings import Settings
from core.web.middleware import MOST_HEAD_BYTES
from evaluation.service.nearly_right.addresses import Part, Request

Noted = TypeVar("Noted")
Framing = Literal["whole", "chunked", "broken_chunks", "cut", "longer", "shorter", "twofold", "odd_length"]
"""How the length of a body is told: as it is, in chunks, in chunks that are none, with too much or too little promised, or in two ways at once."""
WELL_FRAMED: frozenset[Framing] = frozenset(["whole", "chunked"])
"""Framings after which the server knows where the request ends, and owes an answer."""
TOKEN, COOKIE = "<token>", "<cookie>"
"""Stand for secrets in what is kept of a request."""
MOST_READ_HEAD = MOST_HEAD_BYTES // 2
MOST_READ_BODY = Settings().max_body_bytes // 2
"""Bytes that every address reads to their end: of twice as many some are refused unread, and the answer may go down with the connection."""
BORDER = "wenlu-nearly-right"
MOST_BYTES = 1_500_000
"""No mutated body is longer: bodies of many megabytes are tried one by one elsewhere, and would only be the time that loopback takes."""
ODD: tuple[Any, ...] = (
    None, True, False, 0, -1, 1.5, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 1e308, -0.0, "", " ", "\x00", "a\x00b", "\ud800", "x\udfff",
    "\ufeff", "\u202e", "\ufdfa" * 500, "e\u0301" * 500, "😀" * 300, "a" * 129, "好" * 3_000, "' OR 1=1 --", "../../etc", "%s%n", "{{7*7}}",
    "<script>", [], {}, [[]], [None], [{}], {"a": {}}, ["a"] * 300, [[[[[]]]]], {"__proto__": 1}, "2026-02-30", "24:00", "99:99", "NaN",
    "2026-11-01T08:00:00+99:99", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "\uffff", "\U0010ffff", "１２３", "٣", "Ⅷ", "\r\n", "\u2028",
)  # fmt: skip
"""Values in place of any other."""
ODD_NUMBERS = (
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999",
    b"-1e-999",
    b"01",
    b"0x1",
    b"1_000",
    b"1.",
    b".5",
    b"+1",
    b"-",
    b"1e",
    b"\xef\xbc\x91",
)
ODD_TEXTS = (
    "", " ", ".", "..", "/", "//", "\\", "%", "%00", "\x00", "\x7f", "\r\nX-Injected: 1", "\ufeff", "\u202e", "é" * 200, "好" * 700, "a" * 8_000,
    "-1", "0", "9" * 400, "1e999", "NaN", "null", "true", "[]", "{}", "q_1,q_2", "' OR 1=1 --", "<script>", "../../../etc/passwd",
    "..%2f..%2f", "C:\\x", "file:///etc/passwd", "＿", "e\u0301", "😀",
)  # fmt: skip
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "post", "X" * 100)
CONTENT_TYPES = (
    "", "text/plain", "application/xml", "application/json; charset=gbk", "application/json; charset=utf-16", "application/json;" * 50,
    "multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=" + "x" * 300, "multipart/form-data; boundary=\"a\\\"b\"",
    "multipart/mixed; boundary=x", "application/x-www-form-urlencoded; charset=utf-7", "application/x-www-form-urlencoded", "application/json",
    "application/problem+json", "*/*", "a/b/c", "\xff\xfe",
)  # fmt: skip


@dataclass(frozen=True)
class Call:
    """A mutated request as bytes; `number` and the seed make it again."""

    number: int
    name: str
    method: str
    target: str
    """Path and query, percent-encoded."""
    headers: tuple[tuple[str, str], ...]
    """As Latin-1; without those that tell the length."""
    body: bytes
    framing: Framing
    changes: tuple[str, ...]
    """What was done to it, by the names of the functions here."""

    @property
    def owed(self) -> bool:
        """Whether the server owes an answer: it can tell where the request ends, and has no reason to close the connection over bytes that it
        will not read. A handshake of a websocket that is none may be cut off too."""
        head = len(self.target) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        handshake = any(name.lower() == "upgrade" for name, _ in self.headers)
        return (
            self.framing in WELL_FRAMED and not handshake and head < MOST_READ_HEAD and len(self.body) < MOST_READ_BODY
        )

    def head_and_body(self, secrets: Mapping[str, str]) -> bytes:
        """All bytes of the request; `secrets`: what stands for `TOKEN` and `COOKIE`."""
        headers = list(self.headers)
        headers += {
            "chunked": [("Transfer-Encoding", "chunked")],
            "broken_chunks": [("Transfer-Encoding", "chunked")],
            "twofold": [("Content-Length", str(len(self.body))), ("Transfer-Encoding", "chunked")],
            "longer": [("Content-Length", str(len(self.body) + 1_000))],
            "shorter": [("Content-Length", str(len(self.body) // 2))],
            "odd_length": [("Content-Length", ("-1", "abc", "1, 2", "9" * 30)[self.number % 4])],
        }.get(self.framing, [("Content-Length", str(len(self.body)))] if self.body or self.method != "GET" else [])
        lines = [f"{self.method} {self.target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers)]
        head = "\r\n".join([*lines, "", ""])
        for name, secret in secrets.items():
            head = head.replace(name, secret)
        content = self.body
        if self.framing in ("chunked", "broken_chunks"):
            content = _in_chunks(content, broken=self.framing == "broken_chunks", number=self.number)
        elif self.framing == "cut":
            content = content[: len(content) // 2]
        return head.encode("latin-1", "replace") + content


def _in_chunks(body: bytes, *, broken: bool, number: int) -> bytes:
    size = max(1, len(body) // 3)
    pieces = [body[start : start + size] for start in range(0, len(body), size)]
    chunks = [f"{len(piece):x}\r\n".encode() + piece + b"\r\n" for piece in pieces]
    if not broken:
        return b"".join([*chunks, b"0\r\n\r\n"])
    ends = (b"", b"zz\r\n", b"-1\r\n", b"f" * 40 + b"\r\n", b"5;" + b"x" * 5_000 + b"\r\n", b"0\r\nX: " + b"y" * 5_000)
    return b"".join(chunks) + ends[number % len(ends)]


def mutated(valid: Sequence[Request], count: int, *, seed: int, first: int = 0) -> Iterator[Call]:
    """So many calls, their addresses in proportion to the shares of the valid requests."""
    weighted = [request for request in valid for _ in range(request.share)]
    for number in range(first, first + count):
        yield one(weighted, number, seed=seed)


def one(weighted: Sequence[Request], number: int, *, seed: int) -> Call:
    """The call of that number."""
    rng = random.Random(f"{seed}:{number}")
    return _Mutation(rng.choice(weighted), number, rng).call()


class _Mutation:
    """One request on its way to a call: each step may change it and says so."""

    def __init__(self, request: Request, number: int, rng: random.Random) -> None:
        self._request, self._number, self._rng = request, number, rng
        self._changes: list[str] = []

    def call(self) -> Call:
        """One call in thirty is left valid; the others are changed until something is another than before."""
        spared = self._rng.random() < 1 / 30
        call = self._written_out(spared=spared)
        while not (spared or self._changes):
            call = self._written_out(spared=spared)
        return call

    def _written_out(self, *, spared: bool) -> Call:
        """The fields first, then the bytes, then what surrounds them."""
        rng, request = self._rng, self._request
        headers = [("Host", "127.0.0.1"), *request.headers, *self._held()]
        method, query, body, kind = request.method, list(request.query.items()), b"", ""
        path = quote(request.path)
        if request.coat != "none":
            value = request.body if spared or rng.random() < 0.15 else self._noted("fields", changed(request.body, rng))
            body, kind = self._written(value, spared=spared)
        if not spared:
            body = self._bytes(body, headers)
            path, query_text = self._path(path), self._query(query)
            method = self._method(method)
            headers, kind = self._headers(headers, kind)
        else:
            query_text = urlencode(query)
        if kind:
            headers.append(("Content-Type", kind))
        framing = "whole" if spared else self._framing(body)
        target = path + (f"?{query_text}" if query_text else "")
        return Call(
            self._number, request.name, method, target, tuple(headers), body[:MOST_BYTES], framing, tuple(self._changes)
        )

    def _noted(self, change: str, value: Noted) -> Noted:
        self._changes.append(change)
        return value

    def _held(self) -> list[tuple[str, str]]:
        if self._request.holder == "token":
            return [("Authorization", f"Bearer {TOKEN}")]
        return [("Cookie", f"wenlu_signin={COOKIE}")] if self._request.holder == "cookie" else []

    def _written(self, value: Any, *, spared: bool) -> tuple[bytes, str]:
        """The body's bytes and its content type."""
        match self._request.coat:
            case "json":
                return self._json(value, spared=spared), "application/json"
            case "form":
                return _form(value), "application/x-www-form-urlencoded"
            case _:
                return _multipart(value, self._rng, odd=not spared), f"multipart/form-data; boundary={BORDER}"

    def _json(self, value: Any, *, spared: bool) -> bytes:
        text = json.dumps(value, ensure_ascii=self._rng.random() < 0.5)
        body = text.encode("utf-8", "surrogatepass")
        if not spared and self._rng.random() < 0.1 and body.startswith(b"{") and len(body) > 2:
            name = self._rng.choice(sorted(value)) if isinstance(value, dict) and value else "x"
            again = f"{json.dumps(name)}:{json.dumps(self._rng.choice(ODD))}"
            return self._noted("a name twice", b"{" + again.encode() + b"," + body[1:])
        return body

    def _bytes(self, body: bytes, headers: list[tuple[str, str]]) -> bytes:
        if self._request.coat == "none":
            if self._rng.random() < 0.1:  # a body where there is none
                return self._noted(
                    "a body with GET", self._rng.choice([b"{}", b"x" * 3_000, b"\xff" * 100, b"[" * 2_000])
                )
            return body
        if self._rng.random() >= 0.35:
            return body
        corruption = self._rng.choice(CORRUPTIONS)
        self._changes.append(corruption.__name__.strip("_"))
        content, encoding = corruption(body, self._rng)
        if encoding:
            headers.append(("Content-Encoding", encoding))
        return content

    def _path(self, path: str) -> str:
        if self._rng.random() >= 0.15:
            return path
        head, _, last = path.rpartition("/")
        odd = quote(self._rng.choice(ODD_TEXTS).encode("utf-8", "surrogatepass"), safe="")
        changes = (
            f"{head}/{odd}", f"{path}/", f"{path}/{odd}", f"/{path}", f"{path}//", f"{head}/./{last}", f"{head}/../{last}", f"{head}/%2e%2e/{last}",
            f"{head}/{last}%00", f"{head}/%ff%fe{last}", f"{path};a=b", path.upper(), f"{head}/{last}%2f{odd}", f"{head}/%", f"{head}/%zz",
            f"http://elsewhere.example{path}", "*",
        )  # fmt: skip
        return self._noted("path", self._rng.choice(changes))

    def _query(self, query: list[tuple[str, str]]) -> str:
        rng = self._rng
        if rng.random() >= (0.6 if query else 0.1):
            return urlencode(query)
        self._changes.append("query")
        for _ in range(rng.randint(1, 3)):
            name = rng.choice(query)[0] if query else rng.choice(["student_id", "x", "date", ""])
            query = [each for each in query if each[0] != name or rng.random() < 0.3]
            query += [(f"{name}{rng.choice(['', '', '', '[]', '[0]', '.a'])}", rng.choice(ODD_TEXTS))] * rng.choice(
                [1, 1, 2, 50]
            )
        text = urlencode(query, errors="surrogatepass")
        return text + rng.choice(["", "", "", "&", "&&=", "%", "&a=%zz", "&%ff=%fe", "&" + "q" * 5_000, "#x"])

    def _method(self, method: str) -> str:
        return self._noted("method", self._rng.choice(METHODS)) if self._rng.random() < 0.04 else method

    def _headers(self, headers: list[tuple[str, str]], kind: str) -> tuple[list[tuple[str, str]], str]:
        rng = self._rng
        if rng.random() < 0.08 and kind:
            kind = self._noted("content type", rng.choice(CONTENT_TYPES))
        if rng.random() < 0.2:
            change = rng.choice(HEADERS)
            self._changes.append(change.__name__.strip("_"))
            headers = change(headers, rng)
        return headers, kind

    def _framing(self, body: bytes) -> Framing:
        if self._rng.random() < 0.85 or not body:
            return "whole"
        framings: tuple[Framing, ...] = (
            "chunked", "chunked", "broken_chunks", "cut", "longer", "shorter", "twofold", "odd_length",
        )  # fmt: skip
        chosen = self._rng.choice(framings)
        self._changes.append(chosen)
        return chosen


# -- values ----------------------------------------------------------------------------------------------------


def changed(valid: Any, rng: random.Random) -> Any:
    """One to three places of a value put to something odd, to another type, left out, doubled, wrapped or named otherwise."""
    value = deepcopy(valid)
    for _ in range(rng.randint(1, 3)):
        positions = list(_positions(value))
        if not positions:
            return deepcopy(rng.choice(ODD))
        holder, key = rng.choice(positions)
        choice = rng.random()
        if choice < 0.5:
            holder[key] = deepcopy(rng.choice(ODD))
        elif choice < 0.65:
            holder[key] = _other_type(holder[key], rng)
        elif choice < 0.72:
            holder[key] = _nested(holder[key], rng.choice([1, 5, 19, 21, 300]))
        elif choice < 0.82:
            del holder[key]
        elif isinstance(holder, dict):
            holder[f"{key}{rng.choice(['', '_', ' ', chr(0), '[]', '.', chr(0xFEFF)])}"] = deepcopy(rng.choice(ODD))
        else:
            holder.extend([holder[key]] * rng.choice([1, 30, 300]))
    return value


def _positions(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each (holder, key) inside of a value."""
    for key in list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from _positions(value[key])


def _other_type(value: Any, rng: random.Random) -> Any:
    """The same value as text, in a list, in an object, as a number, as truth, or much longer."""
    text = value if isinstance(value, str) else json.dumps(value, default=repr)
    return rng.choice(
        [
            text,
            [value],
            {"value": value},
            len(text),
            bool(value),
            text * 40,
            [text] * 60,
            list(text[:50]),
            {text[:50]: text},
        ]
    )


def _nested(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


# -- bytes -----------------------------------------------------------------------------------------------------

Corruption = Callable[[bytes, random.Random], tuple[bytes, str]]
"""Gives the bytes and the Content-Encoding that is claimed."""


def _truncated(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body[: rng.randrange(len(body) + 1)], ""


def _doubled(body: bytes, _: random.Random) -> tuple[bytes, str]:
    return body + body, ""


def _with_tail(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body + rng.choice([b"\x00garbage", b"}", b"]", b",", b"\n{}", b" " * 5_000]), ""


def _byte_in_it(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    offset = rng.randrange(len(body) + 1)
    return body[:offset] + bytes([rng.randrange(256)]) + body[offset:], ""


def _bytes_flipped(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    content = bytearray(body)
    for _ in range(rng.randint(1, 8) if content else 0):
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
    return bytes(content), ""


def _with_mark(body: bytes, _: random.Random) -> tuple[bytes, str]:
    return b"\xef\xbb\xbf" + body, ""


def _in_utf_16(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body.decode("utf-8", "replace").encode(
        rng.choice(["utf-16", "utf-32", "utf-16-be", "utf-7", "gb18030"]), "replace"
    ), ""


def _under_brackets(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return rng.choice([b"[", b'{"a":']) * rng.choice([10, 1_000, 50_000]) + body, ""


def _deep_value(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body.replace(b":", b":" + b"[" * rng.choice([18, 30, 5_000]), 1), ""


def _comma_too_many(body: bytes, _: random.Random) -> tuple[bytes, str]:
    return body[:-1] + b"," + body[-1:], ""


def _long_number(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body.replace(b"1", b"1" + b"0" * rng.choice([20, 400, 5_000]), 1), ""


def _odd_number(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    digit = rng.choice([b"0", b"1", b"2", b"5", b"7"])
    return body.replace(digit, rng.choice(ODD_NUMBERS), 1), ""


def _escaped_surrogate(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body.replace(
        b'"', rng.choice([rb'"\ud800', rb'"\udfff\ud800', rb'"\u0000', rb'"\x', rb'"\u12', b'"\x01']), 1
    ), ""


def _empty(_: bytes, __: random.Random) -> tuple[bytes, str]:
    return b"", ""


def _of_one_byte(_: bytes, rng: random.Random) -> tuple[bytes, str]:
    return bytes([rng.choice([0, 32, 255, 123, 34])]) * rng.choice([1, 100, 100_000]), ""


def _very_long(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    return body.replace(b'":"', b'":"' + b"a" * rng.choice([20_000, 200_000, 1_100_000]), 1), ""


def _packed(body: bytes, rng: random.Random) -> tuple[bytes, str]:
    content = rng.choice([body, b" " * 1_000_000])
    encoding = rng.choice(["gzip", "deflate", "br", "zstd", "identity", "gzip, gzip", "x-none"])
    return (gzip.compress(content) if "gzip" in encoding else zlib.compress(content)), encoding


CORRUPTIONS: tuple[Corruption, ...] = (
    _truncated, _doubled, _with_tail, _byte_in_it, _bytes_flipped, _with_mark, _in_utf_16, _under_brackets, _deep_value, _comma_too_many,
    _long_number, _odd_number, _escaped_surrogate, _empty, _of_one_byte, _very_long, _packed,
)  # fmt: skip


def _form(value: Any) -> bytes:
    """Fields percent-encoded; what is no text as JSON."""
    pairs = value.items() if isinstance(value, dict) else [("", value)]
    return urlencode([(name, _as_text(each)) for name, each in pairs], errors="surrogatepass").encode()


def _as_text(value: Any) -> str:
    if isinstance(value, Part):
        return value.filename
    return value if isinstance(value, str) else json.dumps(value, default=repr)


def _multipart(value: Any, rng: random.Random, *, odd: bool) -> bytes:
    """Parts of a form; where `odd`, now and then with a name, a file or a border that is none."""
    parts = list(value.items()) if isinstance(value, dict) else [("", value)]
    if odd and rng.random() < 0.15:
        parts *= rng.choice([2, 30, 500])
    content = b"".join(_part(name, each, rng, odd=odd) for name, each in parts)
    return content + f"--{BORDER}--\r\n".encode()


def _part(name: str, value: Any, rng: random.Random, *, odd: bool) -> bytes:
    part = value if isinstance(value, Part) else None
    content = _as_text(value).encode("utf-8", "surrogatepass") if part is None else _sound(part.content, rng, odd=odd)
    filename = "" if part is None else f'; filename="{part.filename}"'
    if odd and rng.random() < 0.1:
        odd_names = (
            '; filename="../../x"',
            "; filename*=UTF-8''%ff",
            '; filename="',
            '; filename="' + "a" * 3_000 + '"',
            '; name="text"',
            "",
        )
        filename = rng.choice(odd_names)
    lines = [f'Content-Disposition: form-data; name="{name}"{filename}']
    if odd and rng.random() < 0.1:
        lines += rng.choice(
            [
                ["Content-Type: text/plain; charset=utf-16"],
                ["Content-Transfer-Encoding: base64"],
                ["X: " + "y" * 9_000],
                ["no header"],
                lines * 40,
            ]
        )
    head = "\r\n".join([f"--{BORDER}", *lines, "", ""])
    return head.encode("utf-8", "surrogatepass") + content + b"\r\n"


def _sound(content: bytes, rng: random.Random, *, odd: bool) -> bytes:
    """A file now and then cut short, emptied, or with other figures in its head."""
    if not odd or rng.random() < 0.4:
        return content
    head = bytearray(content)
    for _ in range(rng.randint(1, 6)):
        head[rng.randrange(min(60, len(head)))] = rng.choice([0, 1, 127, 128, 255])
    return rng.choice(
        [
            bytes(head),
            bytes(head),
            content[: rng.randrange(len(content))],
            b"",
            b"RIFF" * 50,
            b"\x1aE\xdf\xa3" + content,
        ]
    )


# -- headers ---------------------------------------------------------------------------------------------------

Headers = list[tuple[str, str]]


def _many(headers: Headers, rng: random.Random) -> Headers:
    return headers + [(f"X-{number}", "y") for number in range(rng.choice([60, 95, 200, 900]))]


def _long(headers: Headers, rng: random.Random) -> Headers:
    return [*headers, ("X-Long", "y" * rng.choice([4_000, 15_000, 70_000]))]


def _twice(headers: Headers, rng: random.Random) -> Headers:
    return [*headers, rng.choice(headers)]


def _no_credential(headers: Headers, _: random.Random) -> Headers:
    return [each for each in headers if each[0] not in ("Authorization", "Cookie")]


def _odd_credential(headers: Headers, rng: random.Random) -> Headers:
    odd = ("", "Bearer", "Bearer ", f"bearer {TOKEN}", f"Bearer {TOKEN} x", f"Basic {TOKEN}", "Bearer a.b.c", "Bearer " + "x" * 5_000,
           "Bearer eyJhbGciOiJub25lIn0.e30.", "Bearer \xff\xfe")  # fmt: skip
    cookies = (
        "",
        "=",
        ";;;",
        "wenlu_signin=",
        "wenlu_signin=" + "x" * 4_000,
        'wenlu_signin="\\',
        f"wenlu_signin={COOKIE}; " * 30,
        "\xff=\xfe",
    )
    return [*_no_credential(headers, rng), ("Authorization", rng.choice(odd)), ("Cookie", rng.choice(cookies))]


def _odd_idempotency(headers: Headers, rng: random.Random) -> Headers:
    return [
        *headers,
        (
            "Idempotency-Key",
            rng.choice(["", "k", "k" * 200, "k" * 201, "\xe9", "a\tb", "k" * 9_000, f"k{rng.randrange(50)}"]),
        ),
    ]


def _odd_language(headers: Headers, rng: random.Random) -> Headers:
    odd = ("zh;q=nan", "zh;q=1e999,en;q=-1", "," * 3_000, "zh-" * 2_000, "*;q=0", "\xff", "en;q=0.5;q=1", ";" * 500)
    return [*headers, ("Accept-Language", rng.choice(odd))]


def _odd_request_id(headers: Headers, rng: random.Random) -> Headers:
    return [*headers, ("X-Request-Id", rng.choice(["", "a" * 64, "a" * 65, "\xff", "a b", "../x"]))]


def _forwarded(headers: Headers, rng: random.Random) -> Headers:
    odd = ("203.0.113.1", "1.2.3.4, " * 300, "::::", "[::1", "\xff", "unknown", "999.1.1.1")
    return [
        *headers,
        ("X-Forwarded-For", rng.choice(odd)),
        ("X-Forwarded-Proto", rng.choice(["https", "x", "", "ws"])),
        ("Forwarded", 'for="['),
    ]


def _conditions(headers: Headers, rng: random.Random) -> Headers:
    odd = (("Range", "bytes=0-,5-9,-1"), ("Range", "bytes=" + "0-1," * 900), ("Range", "bytes=9-1"), ("If-Modified-Since", "x"), ("If-None-Match", "*"),
           ("If-Range", "Wed, 99 Foo"), ("Range", "lines=a-b"), ("If-Modified-Since", "Thu, 01 Jan 99999 00:00:00 GMT"))  # fmt: skip
    return [*headers, rng.choice(odd), ("Range", "bytes=0-0")]


def _odd_host(headers: Headers, rng: random.Random) -> Headers:
    host = rng.choice(["", "a@b", "x" * 300, "127.0.0.1:99999", "[::1", "evil.example", "\xff", "a b"])
    return [("Host", host), *(each for each in headers if each[0] != "Host")]


def _odd_origin(headers: Headers, rng: random.Random) -> Headers:
    origin = rng.choice(
        ["null", "http://[", "http://evil.example", "", "\xff", "http://" + "a" * 3_000, "http://127.0.0.1:x"]
    )
    site = rng.choice(["same-origin", "cross-site", "x"])
    return [*(each for each in headers if each[0] != "Origin"), ("Origin", origin), ("Sec-Fetch-Site", site)]


def _odd_connection(headers: Headers, rng: random.Random) -> Headers:
    return [
        *headers,
        rng.choice(
            [
                ("Connection", "close"),
                ("Connection", "upgrade"),
                ("Upgrade", "h2c"),
                ("Expect", "100-continue"),
                ("Expect", "x"),
                ("TE", "x"),
                ("Connection", "keep-alive, " * 50),
            ]
        ),
    ]


def _odd_accept(headers: Headers, rng: random.Random) -> Headers:
    return [
        *headers,
        ("Accept", rng.choice(["application/json", "text/html;q=nan", "*/*" * 500, "\xff", "", "image/png"])),
        ("Accept-Encoding", "gzip;q=x, br"),
    ]


def _odd_line(headers: Headers, rng: random.Random) -> Headers:
    return [
        *headers,
        rng.choice(
            [
                ("X Y", "1"),
                ("", "1"),
                ("X\x00", "1"),
                ("X", "a\x00b"),
                ("X", "a\x0bb"),
                (" folded", "x"),
                ("X:", ":"),
                ("\xff", "1"),
            ]
        ),
    ]


HEADERS: tuple[Callable[[Headers, random.Random], Headers], ...] = (
    _many, _long, _twice, _no_credential, _odd_credential, _odd_credential, _odd_idempotency, _odd_idempotency, _odd_language, _odd_request_id,
    _forwarded, _conditions, _odd_host, _odd_origin, _odd_origin, _odd_connection, _odd_accept, _odd_line,
)  # fmt: skip

"""A large file fetched over http(s): taken up where it was cut off, checked, and whole or not there at all."""

from __future__ import annotations

import hashlib
import http.client
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from core.errors import BadSetting, Unavailable
from core.wire import Bilingual

BLOCK_BYTES = 2**18
WAIT_SECONDS = 30.0
"""Time to wait for an answer, and for each further block of it."""
ATTEMPTS = 3
MOST_BYTES = 2**31
"""No pack is larger; what is, is something else."""
AGENT = "wenlu (audio pack)"
RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")

Progress = Callable[[int, int | None], None]
"""Called with the bytes that are there, and with how many there will be, where the server says so."""


class DownloadFailed(Unavailable):
    """A file could not be fetched: no network, no such address, cut off."""

    default_remedy = Bilingual(
        zh="请检查网络后再运行一次，会从断点继续；没有网络时，可在别处下载，再用 --from 文件 安装。",
        en="Check the network and run the command again, it goes on where it was cut off; without a network, fetch the file elsewhere and install it with --from FILE.",
    )

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"{url} could not be downloaded: {why}.")


class WrongContent(DownloadFailed):
    """The file is whole, but not the one that was asked for."""

    default_remedy = Bilingual(
        zh="请核对校验和，或换一个下载地址。", en="Look at the checksum again, or take another address."
    )


class _CutOff(Exception):
    """Fewer bytes came than were announced."""


def is_address(text: str) -> bool:
    """Whether it is to be downloaded, and not the name of a file.

    >>> is_address("https://example.org/pack.tar.gz"), is_address("pack.tar.gz"), is_address("file:///etc/passwd")
    (True, False, False)
    """
    return urlsplit(text).scheme.lower() in ("http", "https")


def fetch(url: str, part: Path, *, progress: Progress, sha256: str = "", attempts: int = ATTEMPTS) -> None:
    """Download into `part`. What is there of the same version of the file already is not fetched again.

    A file without a length (a packed repository made on the fly) counts as whole when the server ends the answer in order; that
    the archive is whole shows when it is unpacked. Raises `DownloadFailed`, where what came is kept for the next time;
    `WrongContent` with another checksum, where it is not; `BadSetting` where `part` cannot be written.
    """
    for attempt in range(1, attempts + 1):
        try:
            _attempt(url, part, progress)
            break
        except HTTPError as error:
            raise DownloadFailed(url, f"the server answered {error.code} {error.reason}") from error
        except (URLError, http.client.HTTPException, OSError, _CutOff) as error:
            if attempt == attempts:
                raise DownloadFailed(url, _reason(error)) from error
    if sha256 and _sha256(part) != sha256.lower():
        actual = _sha256(part)
        forget(part)
        raise WrongContent(url, f"its SHA-256 is {actual}, not {sha256}")


def forget(part: Path) -> None:
    """Take a download away, finished or not."""
    with _disk(part):
        part.unlink(missing_ok=True)
        _record_file(part).unlink(missing_ok=True)


def _attempt(url: str, part: Path, progress: Progress) -> None:
    version, total = _recorded(part, url)
    present = part.stat().st_size if version and part.exists() else 0
    if present and total == present:
        progress(present, total)
        return
    headers = {"User-Agent": AGENT, "Accept-Encoding": "identity"}
    if present:
        headers |= {"Range": f"bytes={present}-", "If-Range": version}
    try:
        response = urlopen(Request(url, headers=headers), timeout=WAIT_SECONDS)
    except HTTPError as error:
        if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE or not present:
            raise
        forget(part)
        raise _CutOff("another version") from error
    with response:
        start, total = _start_and_total(response, present)
        if total is not None and total > MOST_BYTES:
            raise WrongContent(url, f"it has {total} bytes, more than a pack has")
        with _disk(part):
            part.parent.mkdir(parents=True, exist_ok=True)
            _record_file(part).write_text(json.dumps([url, _version(response), total]), encoding="utf-8")
            target = part.open("r+b" if start else "wb")
        with target:
            target.seek(start)
            _copy(response, target, part, start, total, progress)


def _copy(
    response: http.client.HTTPResponse, target: IO[bytes], part: Path, start: int, total: int | None, progress: Progress
) -> None:
    received = start
    while block := response.read(BLOCK_BYTES):
        with _disk(part):
            target.write(block)
        received += len(block)
        if received > MOST_BYTES:
            raise WrongContent(response.url, f"it has more than {MOST_BYTES} bytes")
        progress(received, total)
    with _disk(part):
        target.truncate()
    if total is not None and received != total:
        raise _CutOff(f"it ended after {received} of {total} bytes")


def _start_and_total(response: http.client.HTTPResponse, present: int) -> tuple[int, int | None]:
    """The offset in the file at which the answer begins, and the length of the file, where it is known."""
    if response.status == http.HTTPStatus.PARTIAL_CONTENT:
        content_range = RANGE.fullmatch(response.headers.get("Content-Range", ""))
        if content_range is None or int(content_range[1]) != present:
            raise _CutOff("the server sent another part than was asked for")
        return present, None if content_range[2] == "*" else int(content_range[2])
    length = response.headers.get("Content-Length", "")
    return 0, int(length) if length.isdigit() else None


def _version(response: http.client.HTTPResponse) -> str:
    """A strong ETag or a date tells the same file again (RFC 9110, 13.1.5); without either nothing can be taken up."""
    tag = response.headers.get("ETag", "")
    return tag if tag and not tag.startswith("W/") else response.headers.get("Last-Modified", "")


def _recorded(part: Path, url: str) -> tuple[str, int | None]:
    """Version and length of what `part` is a part of; "" where it is of something else."""
    try:
        address, version, total = json.loads(_record_file(part).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return "", None
    return (version, total) if address == url else ("", None)


def _record_file(part: Path) -> Path:
    return part.with_name(f"{part.name}.json")


def _sha256(path: Path) -> str:
    with _disk(path), path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _reason(error: Exception) -> str:
    """One line without a path or an address of this machine.

    >>> _reason(URLError(OSError(101, "Network is unreachable"))), _reason(TimeoutError("timed out"))
    ('Network is unreachable', 'timed out')
    """
    inner = error.reason if isinstance(error, URLError) and isinstance(error.reason, OSError) else error
    return (inner.strerror if isinstance(inner, OSError) else None) or str(inner) or type(inner).__name__


@contextmanager
def _disk(path: Path) -> Iterator[None]:
    """Faults of the disk are the operator's and no reason to try again."""
    try:
        yield
    except OSError as error:
        raise BadSetting(f"{path.name!r} cannot be written: {error.strerror}.") from error

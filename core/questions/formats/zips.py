"""Zip files that came from outside: read in memory, by name, within limits; nothing is ever unpacked to a disk."""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile
import zlib
from urllib.parse import unquote

from core.questions.formats.problems import UnreadableFile
from core.questions.formats.uploads import within_size_limit

MOST_MEMBERS = 20_000
"""Files in a package: items with their details and some pictures."""
MOST_MEMBER_BYTES = 4 * 1024 * 1024
"""The most bytes of one unpacked file; an item has a few thousand."""
MOST_UNPACKED_BYTES = 64 * 1024 * 1024
"""The most bytes of everything that is read from one package."""
PLAIN_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""How members may be packed, as the specification of content packages says."""
DAMAGE_ERRORS = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    RuntimeError,
    NotImplementedError,
    EOFError,
    OSError,
    ValueError,
)
"""What `zipfile` raises for a damaged or encrypted file."""


class Package:
    """The files of a zip by their paths."""

    def __init__(self, file: bytes) -> None:
        """Raises `UnreadableFile`, `TooLarge`."""
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(within_size_limit(file)))
            members = self._zip.infolist()
        except DAMAGE_ERRORS as error:
            raise UnreadableFile(
                "This is not a zip file, or it is damaged.", zh="这不是 zip 文件，或者文件已损坏。"
            ) from error
        if len(members) > MOST_MEMBERS:
            raise UnreadableFile(
                f"The zip holds more than {MOST_MEMBERS} files.", zh=f"压缩包里的文件超过 {MOST_MEMBERS} 个。"
            )
        self._members = {member.filename: member for member in members if not member.is_dir()}
        self._bytes_left = MOST_UNPACKED_BYTES
        for name in self._members:
            checked_path(name)

    @property
    def names(self) -> list[str]:
        """Paths of all files."""
        return list(self._members)

    def read(self, name: str) -> bytes | None:
        """The file's bytes; None when there is no such file. Raises `UnreadableFile` over the limits, or when it is damaged."""
        member = self._members.get(name)
        if member is None:
            return None
        most = min(MOST_MEMBER_BYTES, self._bytes_left)
        try:
            if member.compress_type not in PLAIN_METHODS:
                raise NotImplementedError(member.compress_type)
            with self._zip.open(member) as stream:
                content = stream.read(most + 1)
        except DAMAGE_ERRORS as error:
            raise UnreadableFile(
                f"The file {name} in the zip is damaged or encrypted.", zh=f"压缩包里的文件 {name} 已损坏或加了密码。"
            ) from error
        if len(content) > most:
            raise UnreadableFile(
                f"The file {name} in the zip unpacks to more than is allowed.", zh=f"压缩包里的文件 {name} 解压后过大。"
            )
        self._bytes_left -= len(content)
        return content


def checked_path(path: str) -> str:
    """The path, plain and inside the package. Raises `UnreadableFile` for one that leads out of it."""
    plain = posixpath.normpath(unquote(path))
    if plain.startswith(("/", "..")) or "\\" in plain or ":" in plain or "\x00" in plain:
        raise UnreadableFile(
            f"The path {path[:100]!r} leads out of the package.", zh=f"路径“{path[:100]}”指向压缩包之外。"
        )
    return plain

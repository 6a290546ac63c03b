"""OpenCC as a `core.ports.language.ScriptConverter`."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol, cast


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


class OpenccConverter:
    """Character by character (t2s), so that lengths and offsets stay; loaded on first use."""

    @cached_property
    def _t2s(self) -> _Converter:
        from opencc import OpenCC

        return cast(_Converter, OpenCC("t2s"))

    def simplified(self, text: str) -> str:
        """See `core.ports.language.ScriptConverter.simplified`."""
        if text.isascii():
            return text
        converted = self._t2s.convert(text)
        return converted if len(converted) == len(text) else "".join(map(self._t2s.convert, text))

"""OpenCC as a `core.ports.language.ScriptConverter`."""

from __future__ import annotations

from functools import cached_property
from typing import Protocol, cast


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


class OpenccConverter:
    """t2s and s2tw with OpenCC's phrases, so that 头发 is 頭髮 and 发现 發現; lengths and offsets stay. Loaded on first use.

    s2tw writes the forms of Taiwan (床, 吃), which books for learners have; OpenCC's own s2t writes 牀 and 喫.
    """

    @cached_property
    def _t2s(self) -> _Converter:
        from opencc import OpenCC

        return cast(_Converter, OpenCC("t2s"))

    @cached_property
    def _s2tw(self) -> _Converter:
        from opencc import OpenCC

        return cast(_Converter, OpenCC("s2tw"))

    def simplified(self, text: str) -> str:
        """See `core.ports.language.ScriptConverter.simplified`."""
        if text.isascii():
            return text
        converted = _same_length(self._t2s, text)
        if converted == text:
            return text
        # OpenCC's phrases take 坏 in 打坏 and 一坏 for the rare 坏 of traditional texts, and write 坯 (1.4.2).
        return "".join(
            old if old != new and self._is_simplified(old) else new for old, new in zip(text, converted, strict=True)
        )

    def _is_simplified(self, character: str) -> bool:
        """Whether a character by itself has another form in traditional texts and none in simplified ones."""
        return self._s2tw.convert(character) != character and self._t2s.convert(character) == character

    def traditional(self, text: str) -> str:
        """See `core.ports.language.ScriptConverter.traditional`."""
        return text if text.isascii() else _same_length(self._s2tw, text)


def _same_length(converter: _Converter, text: str) -> str:
    converted = converter.convert(text)
    return converted if len(converted) == len(text) else "".join(map(converter.convert, text))

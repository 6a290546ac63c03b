"""Adjectives that close a clause."""

from __future__ import annotations

from core.language.grammar.word_classes import pattern

ADJECTIVE_AT_END = pattern(r"%{adjectives_at_end}(?:了|的|啊)*$")

"""jieba as a `core.ports.language.Segmenter`: one private tokenizer, taught the word list and the names."""

from __future__ import annotations

import logging
import threading
from functools import cached_property
from typing import TYPE_CHECKING

from core.tables import Tables

if TYPE_CHECKING:
    import jieba

LEAST_FREQUENCY = 200
"""Given to list words and names, so that the list decides where jieba's own counts are thin."""


class JiebaSegmenter:
    """Built lazily: jieba's dictionary takes seconds, and its module-level one is shared and mutable."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._lock = threading.Lock()

    @cached_property
    def _tokenizer(self) -> jieba.Tokenizer:
        import jieba  # 60 MB, of which most are tables that this use has no need of

        jieba.setLogLevel(logging.WARNING)
        tokenizer = jieba.Tokenizer()
        tokenizer.initialize()
        for word in [*self._tables.words.levels, *self._tables.names.by_name]:
            if len(word) > 1:
                tokenizer.add_word(word, max(tokenizer.FREQ.get(word, 0), LEAST_FREQUENCY))
        return tokenizer

    def words(self, text: str) -> list[str]:
        """See `core.ports.language.Segmenter.words`."""
        with self._lock:
            tokenizer = self._tokenizer
        return list(tokenizer.cut(text, HMM=False))

"""Numerals, measure words, adjectives of degree: pieces of patterns."""

from __future__ import annotations

from core.language.grammar.word_classes import pattern

NUMBER = "[零〇一二两三四五六七八九十百千万亿几半0-9０-９]"
QUANTITY = r"(?:[零一二两三四五六七八九十百千万亿几半多\d０-９]+(?:来|多)?(?:个半|个|[^，。；：！？的]{1,2}))"
MEASURE_WORDS = pattern(r"%{measure_words_of_phrases}")
COUNT = rf"(?:{NUMBER}|多|好几|数){{1,12}}"
"""No number that is written out has more."""

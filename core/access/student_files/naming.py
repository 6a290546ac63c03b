"""Whether a text names somebody: the same rule for the database and for log files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from core.records.student_copies import Trace

LATIN = re.compile(r"[0-9A-Za-z]")


def written_forms(word: str) -> list[str]:
    """A word as it is, and as JSON writes it."""
    in_json = [json.dumps(word, ensure_ascii=ascii_only)[1:-1] for ascii_only in (False, True)]
    return list(dict.fromkeys((word, *in_json)))


def is_named_in(text: str, word: str) -> bool:
    """Whether a text holds a word, itself or as JSON writes it, and not within a longer one of Latin letters and digits.

    >>> is_named_in('{"student_id":"s1"}', "s1"), is_named_in("s12", "s1"), is_named_in("王小明同学", "小明")
    (True, False, True)
    """
    before = r"(?<![0-9A-Za-z])" if LATIN.match(word[0]) else ""
    after = r"(?![0-9A-Za-z])" if LATIN.match(word[-1]) else ""
    return re.search("|".join(f"{before}{re.escape(form)}{after}" for form in written_forms(word)), text) is not None


def traces_in_lines(where: str, lines: Iterable[str], words: Sequence[str]) -> list[Trace]:
    """How many lines of a text name each word."""
    counts = dict.fromkeys(words, 0)
    for line in lines:
        for word in words:
            counts[word] += is_named_in(line, word)
    return [Trace(where, word, count) for word, count in counts.items() if count]

"""Token patterns: regular expressions whose atoms are words with a part of speech and a relation.

An atom is `[word/TAG/relation]`; each field may be left out or hold alternatives with `|`, a leading `!` turns the
field around, a word may have a `*` at either end, and `%name` in a word stands for a word class of the table. Between atoms
stand the signs of regular expressions, and white space is free:

    [把/ADP] ([!了])*? [/VERB] (?P<span> [%direction] )

matches 把, then as few tokens other than 了 as possible, a verb, and a directional complement, which is the span.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

ATOM = re.compile(r"\[([^\]]*)\]")
ANY_WORD = r"[^/ ]+"
ANY_REST = r"[^/ ]+"


def compile_pattern(pattern: str, classes: Mapping[str, tuple[str, ...]]) -> re.Pattern[str]:
    """The pattern over `Sentence.encoded`; each atom matches one token.

    Raises
    ------
    ValueError
        For an unknown word class or a broken pattern.

    >>> made = compile_pattern("[很|太/ADV] [/ADJ]", {})
    >>> bool(made.search(" 他/PRON/nsubj 很/ADV/advmod 高/ADJ/root ")), bool(made.search(" 很/ADV/x 去/VERB/y "))
    (True, False)
    """
    pieces, at = [], 0
    for atom in ATOM.finditer(pattern):
        pieces.append(re.sub(r"\s+", "", pattern[at : atom.start()]))
        pieces.append(_atom(atom[1], classes))
        at = atom.end()
    pieces.append(re.sub(r"\s+", "", pattern[at:]))
    try:
        return re.compile("(?<= )(?:" + "".join(pieces) + ")")
    except re.error as error:
        raise ValueError(f"The token pattern {pattern!r} is broken: {error}.") from error


def _atom(body: str, classes: Mapping[str, tuple[str, ...]]) -> str:
    fields = [*body.split("/"), "", ""][:3]
    word, tag, relation = (field.strip() for field in fields)
    words = _field(word, ANY_WORD, "/", lambda option: _word(option, classes))
    tags = _field(tag, ANY_REST, "/", re.escape)
    relations = _field(relation, ANY_REST, " ", lambda option: re.escape(option) + "(?::[^/ ]+)?")
    return f"(?:{words}/{tags}/{relations} )"


def _field(field: str, anything: str, end: str, option_of: object) -> str:
    """One field as an expression; `end` is what follows it in the encoding."""
    if not field:
        return anything
    turned = field.startswith("!")
    options = [option_of(option) for option in field.lstrip("!").split("|")]  # type: ignore[operator]
    either = "(?:" + "|".join(options) + ")"
    return f"(?!{either}{end}){anything}" if turned else either


def _word(option: str, classes: Mapping[str, tuple[str, ...]]) -> str:
    if option.startswith("%"):
        if option[1:] not in classes:
            raise ValueError(f"There is no word class {option[1:]!r}.")
        return _alternation(classes[option[1:]])
    left = "[^/ ]*" if option.startswith("*") else ""
    right = "[^/ ]*" if option.endswith("*") else ""
    return left + re.escape(option.strip("*")) + right


@cache
def _alternation(words: tuple[str, ...]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


def expand_classes(pattern: str, classes: Mapping[str, tuple[str, ...]]) -> str:
    """A character pattern with `%{name}` replaced by the words of the class.

    >>> expand_classes("一%{measure}一", {"measure": ("个", "本")})
    '一(?:个|本)一'
    """

    def words_of(found: re.Match[str]) -> str:
        if found[1] not in classes:
            raise ValueError(f"There is no word class {found[1]!r}.")
        return _alternation(tuple(classes[found[1]]))

    return re.sub(r"%\{(\w+)\}", words_of, pattern)

"""Token patterns: regular expressions whose atoms are words with a part of speech and a relation.

An atom is `[word/TAG/relation]`; each field may be left out or hold alternatives with `|`, a leading `!` negates
the field, a word may have a `*` at either end, and `%name` in a word stands for a word class of the table. Between atoms
stand the signs of regular expressions, and white space is free:

    [把/ADP] ([!了])*? [/VERB] (?P<span> [%direction] )

matches 把, then as few tokens other than 了 as possible, a verb, and a directional complement, which is the span.
"""

from __future__ import annotations

import re
from collections.abc import Callable

ATOM = re.compile(r"\[([^\]]*)\]")
ANY_WORD = r"[^/ ]+"
ANY_REST = r"[^/ ]+"


def token_expression(pattern: str) -> str:
    """The pattern as an expression over `Sentence.encoded`; each atom matches one token, `%name` becomes `%{name}`.

    >>> made = re.compile(token_expression("[很|太/ADV] [/ADJ]"))
    >>> bool(made.search(" 他/PRON/nsubj 很/ADV/advmod 高/ADJ/root ")), bool(made.search(" 很/ADV/x 去/VERB/y "))
    (True, False)
    """
    pieces, end = [], 0
    for atom in ATOM.finditer(pattern):
        pieces.append(re.sub(r"\s+", "", pattern[end : atom.start()]))
        pieces.append(_atom(atom[1]))
        end = atom.end()
    pieces.append(re.sub(r"\s+", "", pattern[end:]))
    return "(?<= )(?:" + "".join(pieces) + ")"


def _atom(body: str) -> str:
    fields = [*body.split("/"), "", ""][:3]
    word, tag, relation = (field.strip() for field in fields)
    words = _field(word, ANY_WORD, "/", _word)
    tags = _field(tag, ANY_REST, "/", re.escape)
    relations = _field(relation, ANY_REST, " ", lambda option: re.escape(option) + "(?::[^/ ]+)?")
    return f"(?:{words}/{tags}/{relations} )"


def _field(field: str, anything: str, end: str, option_of: Callable[[str], str]) -> str:
    """One field as an expression; `end` is what follows it in the encoding."""
    if not field:
        return anything
    negated = field.startswith("!")
    either = "(?:" + "|".join(map(option_of, field.lstrip("!").split("|"))) + ")"
    return f"(?!{either}{end}){anything}" if negated else either


def _word(option: str) -> str:
    if option.startswith("%"):
        return f"%{{{option[1:]}}}"
    left = "[^/ ]*" if option.startswith("*") else ""
    right = "[^/ ]*" if option.endswith("*") else ""
    return left + re.escape(option.strip("*")) + right

"""Patterns with named word classes, and templates filled from what they matched."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

NAMED = re.compile(r"%\{(\w+)\}")
FIELD = re.compile(r"\{(\w+)(?:\|(\w+))?\}")


def any_of(words: Iterable[str]) -> str:
    """An expression for the longest word of a list at a place, and no shorter one: a trie, so that long lists stay quick.

    Atomic: where what follows does not fit, the match does not fall back on a shorter word (书 within 书包).

    >>> any_of(["书", "书包", "报"])
    '(?>(?:书(?:包)?|报))'
    """
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    for word in sorted(set(words)):
        branch = tree
        for character in word:
            branch = branch.setdefault(character, {})
        branch[""] = {}
    return f"(?>{_expression(tree)})"


def _expression(tree: dict[str, dict]) -> str:  # type: ignore[type-arg]
    options = [re.escape(character) + _expression(branch) for character, branch in tree.items() if character]
    if not options:
        return ""
    return f"(?:{'|'.join(options)})" + ("?" if "" in tree else "")


def expanded(pattern: str, *, classes: Mapping[str, Iterable[str]], fragments: Mapping[str, str]) -> str:
    """The pattern with every `%{name}` replaced by the words of the class, or by the fragment.

    Raises
    ------
    ValueError
        For a name that is neither.

    >>> expanded("一%{measure}", classes={"measure": ["个", "本"]}, fragments={})
    '一(?>(?:个|本))'
    """

    def meant(found: re.Match[str]) -> str:
        name = found[1]
        if name in fragments:
            return f"(?:{expanded(fragments[name], classes=classes, fragments=fragments)})"
        if name not in classes:
            raise ValueError(f"There is no class, map or fragment {name!r}.")
        return any_of(classes[name])

    return NAMED.sub(meant, pattern)


def filled(template: str, values: Mapping[str, str], maps: Mapping[str, Mapping[str, str]]) -> str | None:
    """The template with `{name}` and `{name|map}` filled in; None where a map does not know the word.

    Raises
    ------
    KeyError
        For a name or map that does not exist.

    >>> filled("一{noun|measure}{noun}", {"noun": "书"}, {"measure": {"书": "本"}})
    '一本书'
    """
    missing = False

    def value(found: re.Match[str]) -> str:
        nonlocal missing
        word = values[found[1]]
        if found[2] is None:
            return word
        mapped = maps[found[2]].get(word)
        missing = missing or mapped is None
        return mapped or ""

    text = FIELD.sub(value, template)
    return None if missing else text

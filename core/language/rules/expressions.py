"""Regular expressions that name word classes: `一%{measure}%{noun}`.

A short class is written out as a trie. A long one (a class can have thousands of nouns) is looked up: the words of it that
occur in a text are found in a table, and the expression is compiled with these alone. It matches that text in the same way
and takes a millisecond to compile where the whole class takes fifty. Even that is done only where an outline of the expression, with any characters
in place of the class, is found. An expression that has been narrowed for many sentences
is compiled once with the whole class, because that is cheaper then.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

from core.language.rules.needed import FIRST_SIGN, LAST_SIGN, Needed, needed_strings

NAMED = re.compile(r"%\{(\w+)\}")
SIGN = re.compile(f"[{FIRST_SIGN}-{LAST_SIGN}]")
LONG_CLASS = 300
"""A class of more words is looked up. Seven classes of the essay rules (1,150 rules, 177 classes) are so long, with nine tenths
of all words; with a limit of 60 or 1,000 words the first essay took a tenth longer."""
NARROWED_REMEMBERED = 512
"""How many narrowed expressions, and tries for them, are kept."""
SEARCHES_BEFORE_WHOLE, SEARCHES_SPREAD = 100, 400
"""An expression is compiled with whole classes after so many searches, and up to so many more, so that not all are at the same text."""
OUTLINE_REFUSED = re.compile(r"\(\?>|\(\?\(|[*+?}]\+")
"""Groups that are not entered again, conditions, and quantifiers that give nothing back."""
NEGATIVE = ("(?!", "(?<!")
GROUPS = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|(?P<open>\((?:\?<?!)?)|(?P<close>\))|(?P<sign>.)", re.DOTALL)
"""Escapes and sets of characters, which hold no group; what opens and closes one; any other character."""
MATCHES_NOTHING = "(?!)"
"""A pattern that never matches."""

TextWords = Mapping[str, frozenset[str]]
"""The words of each class that occur in a text, by the sign of the class."""


class WordClasses:
    """Word classes and fragments of patterns, by the names with which expressions refer to them.

    Parameters
    ----------
    classes : words by class
    fragments : parts of expressions, which may refer to classes and other fragments
    """

    def __init__(self, classes: Mapping[str, Sequence[str]], fragments: Mapping[str, str] | None = None) -> None:
        self.classes = classes
        self.fragments = fragments or {}
        self.sign_of = {name: chr(ord(FIRST_SIGN) + index) for index, name in enumerate(classes)}
        self._name_of = {sign: name for name, sign in self.sign_of.items()}
        self._tries: dict[str, str] = {}

    @cached_property
    def members(self) -> Mapping[str, frozenset[str]]:
        """The classes as sets."""
        return {name: frozenset(words) for name, words in self.classes.items()}

    def words_of(self, text: str) -> dict[str, frozenset[str]]:
        """The words of each class that occur in a text, by the sign of the class; classes without any are left out."""
        words_by_sign: dict[str, set[str]] = {}
        for start in range(len(text)):
            for length in self._lengths.get(text[start], ()):
                word = text[start : start + length]
                for sign in self._signs.get(word, ()):
                    words_by_sign.setdefault(sign, set()).add(word)
        return {sign: frozenset(words) for sign, words in words_by_sign.items()}

    @cached_property
    def _signs(self) -> Mapping[str, list[str]]:
        """For each word the signs of its classes."""
        signs: dict[str, list[str]] = {}
        for name, words in self.members.items():
            for word in words:
                signs.setdefault(word, []).append(self.sign_of[name])
        return signs

    @cached_property
    def _lengths(self) -> Mapping[str, list[int]]:
        """For each first character the lengths of the words that begin with it."""
        lengths: dict[str, set[int]] = {}
        for word in self._signs:
            lengths.setdefault(word[:1], set()).add(len(word))
        return {character: sorted(word_lengths) for character, word_lengths in lengths.items()}

    def with_signs(self, pattern: str) -> str:
        """The pattern with fragments written out and each class replaced by its sign.

        Raises
        ------
        ValueError
            For a name that is neither a class nor a fragment.
        """

        def replacement(name: re.Match[str]) -> str:
            if name[1] in self.fragments:
                return f"(?:{self.with_signs(self.fragments[name[1]])})"
            if name[1] not in self.sign_of:
                raise ValueError(f"There is no class, map or fragment {name[1]!r}.")
            return self.sign_of[name[1]]

        return NAMED.sub(replacement, pattern)

    def with_words_written_out(self, pattern: str) -> str:
        """The pattern with all words of every class written out, longer ones first.

        The alternatives are not atomic, unlike in an `Expression`: where what follows does not match, a shorter word is tried.

        Raises
        ------
        ValueError
            For a name that is neither class nor fragment.
        """
        return SIGN.sub(lambda sign: _alternation(self.classes[self._name_of[sign[0]]]), self.with_signs(pattern))

    def is_long(self, sign: str) -> bool:
        """Whether the class of a sign is so long that it is looked up."""
        return len(self.classes[self._name_of[sign]]) > LONG_CLASS

    def longest(self, sign: str) -> int:
        """The length of the longest word of the class of a sign."""
        return max(map(len, self.classes[self._name_of[sign]]))

    def trie(self, sign: str) -> str:
        """An expression for the longest matching word of a class."""
        if sign not in self._tries:
            self._tries[sign] = any_of(self.classes[self._name_of[sign]])
        return self._tries[sign]


class Expression:
    """A regular expression with named classes, compiled when it is first searched for.

    Parameters
    ----------
    pattern : a pattern with `%{name}` for a class or fragment
    classes : the classes and fragments that the names refer to

    Raises
    ------
    ValueError
        For a name that is neither class nor fragment.
    """

    def __init__(self, pattern: str, classes: WordClasses) -> None:
        self._classes = classes
        self._signed = classes.with_signs(pattern)
        signs = set(SIGN.findall(self._signed))
        self._long = frozenset(filter(classes.is_long, signs))
        self._searches_left = SEARCHES_BEFORE_WHOLE + zlib.crc32(pattern.encode()) % SEARCHES_SPREAD

    @cached_property
    def needed(self) -> Needed:
        """What a text must contain to match, including signs of word classes. Raises `re.error` for a broken pattern."""
        return needed_strings(self._signed)

    @property
    def groups(self) -> frozenset[str]:
        """The names of the groups."""
        return frozenset(re.findall(r"\(\?P<(\w+)>", self._signed))

    @cached_property
    def whole(self) -> re.Pattern[str]:
        """The expression compiled with all words of all classes."""
        return re.compile(SIGN.sub(lambda sign: self._classes.trie(sign[0]), self._signed))

    def finditer(self, text: str, words: TextWords | None) -> Iterator[re.Match[str]]:
        """The matches in a text, or a part of one, in which these words of the classes occur and no others; None: in any text."""
        if self._is_narrowed(words) and self._outline is not None and not self._outline.search(text):
            return iter(())
        return self.within(words).finditer(text)

    def is_found(self, text: str, words: TextWords | None) -> bool:
        """Whether there is a match in a text or a part of one; `words` as for `finditer`."""
        return next(self.finditer(text, words), None) is not None

    @cached_property
    def _outline(self) -> re.Pattern[str] | None:
        """An expression that is found wherever this one is: any characters stand in it for a word of a long class, so that it is compiled once for all texts.

        None where less would be found: a long class in a negative lookaround, or in a group that is not entered again.
        """
        if OUTLINE_REFUSED.search(self._signed) or _is_negated(self._signed, self._long):
            return None
        return re.compile(SIGN.sub(lambda sign: self._outlined(sign[0]), self._signed))

    def _outlined(self, sign: str) -> str:
        return f"(?:.{{1,{self._classes.longest(sign)}}})" if sign in self._long else self._classes.trie(sign)

    def _is_narrowed(self, words: TextWords | None) -> bool:
        return words is not None and bool(self._long) and self._searches_left > 0

    def within(self, words: TextWords | None) -> re.Pattern[str]:
        """The expression compiled for a text in which these words of the classes occur and no others; None: for any text."""
        if words is None or not self._is_narrowed(words):
            return self.whole
        self._searches_left -= 1  # from any thread: a rough count is enough
        return _compiled(SIGN.sub(lambda sign: self._narrowed(sign[0], words), self._signed))

    def _narrowed(self, sign: str, words: TextWords) -> str:
        if sign not in self._long:
            return self._classes.trie(sign)
        return _trie(words[sign]) if sign in words else MATCHES_NOTHING


def _is_negated(pattern: str, signs: frozenset[str]) -> bool:
    """Whether one of the signs stands in a negative lookaround.

    >>> _is_negated("(?!a(?:X))b", frozenset("X")), _is_negated("(?!a)[(]X", frozenset("X"))
    (True, False)
    """
    negative_groups: list[bool] = []
    for part in GROUPS.finditer(pattern):
        if part["open"]:
            negative_groups.append(part["open"] in NEGATIVE)
        elif part["close"]:
            negative_groups.pop()
        elif part["sign"] in signs and any(negative_groups):
            return True
    return False


@lru_cache(NARROWED_REMEMBERED)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@lru_cache(NARROWED_REMEMBERED)
def _trie(words: frozenset[str]) -> str:
    return any_of(words)


def _alternation(words: Iterable[str]) -> str:
    return "(?:" + "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)) + ")"


def any_of(words: Iterable[str]) -> str:
    """An expression for the longest word of a list at a position, and no shorter one: a trie, so that long lists stay fast.

    It is atomic: where what follows does not match, no shorter word is tried (书 within 书包).

    >>> any_of(["书", "书包", "报"])
    '(?>(?:书(?:包)?|报))'
    """
    tree: dict[str, dict] = {}  # type: ignore[type-arg]
    for word in sorted(set(words)):
        branch = tree
        for character in word:
            branch = branch.setdefault(character, {})
        branch[""] = {}
    return f"(?>{_branches(tree)})"


def _branches(tree: dict[str, dict]) -> str:  # type: ignore[type-arg]
    options = [re.escape(character) + _branches(branch) for character, branch in tree.items() if character]
    if not options:
        return ""
    return f"(?:{'|'.join(options)})" + ("?" if "" in tree else "")

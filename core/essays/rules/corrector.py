"""The rule table as a judge of essays (`core.essays.ports.Corrector`)."""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from core.essays.model import Proposal
from core.essays.rules.conditions import Condition, condition
from core.essays.rules.patterns import expanded, filled
from core.essays.rules.vocabulary import Vocabulary, vocabulary
from core.essays.traditional import is_traditional
from core.language.grammar.needed import needed_strings
from core.language.grammar.sentence import Document, Sentence
from core.tables.equivalents import Classifiers
from core.tables.essay_rules import EssayRule, EssayRules
from core.tables.words import WordList
from core.wire import Bilingual

EDIT = "edit"
"""The group that a rule changes; without it the whole match."""
MENTIONED = re.compile(r"(?:不说|不能说|不可以说|不写|不是|写成|说成|错写)[“‘「『][^”’」』\r\n]*$")
"""What stands before a form that is spoken of and not used: 两点不说“二点”."""
LONGEST_MENTION = 20
"""Characters that are looked back over for it."""


@dataclass(frozen=True)
class CompiledRule:
    """A rule with its search prepared; stateless, so one instance serves all threads."""

    row: EssayRule
    pattern: re.Pattern[str]
    conditions: tuple[Condition, ...]
    needed: frozenset[str] | None
    """A text without any of these characters and pairs cannot match; None: any may."""

    def found(self, sentence: Sentence) -> Iterator[re.Match[str]]:
        """Matches in a sentence that satisfy the conditions."""
        for match in self.pattern.finditer(sentence.text):
            if all(holds(sentence, match) for holds in self.conditions) and not _is_mentioned(match):
                yield match


def _is_mentioned(match: re.Match[str]) -> bool:
    start = match.start()
    return MENTIONED.search(match.string, max(0, start - LONGEST_MENTION), start) is not None


def compiled(row: EssayRule, words: Vocabulary) -> CompiledRule:
    """The rule prepared.

    Raises
    ------
    ValueError
        For a broken pattern or condition, or an unknown class; the message names the rule.
    """
    try:
        text = expanded(row.chars, classes=words.classes, fragments=words.fragments)
        pattern = re.compile(text)
        groups = frozenset(pattern.groupindex)
        conditions = tuple(condition(line, words, groups) for line in row.where)
    except (ValueError, re.error) as error:
        raise ValueError(f"Rule {row.id!r}: {error}") from error
    # The search needs no atomic groups to be the same for this question, and their trees are not read.
    return CompiledRule(row, pattern, conditions, needed_strings(text.replace("(?>", "(?:")))


class RuleCorrector:
    """All rules on every sentence; stateless after it is made.

    Parameters
    ----------
    rules : the table
    words, classifiers : lists that classes of the rules draw on
    traditional : simplified character to traditional one, for essays in traditional characters
    """

    def __init__(
        self,
        rules: EssayRules,
        *,
        words: WordList,
        classifiers: Classifiers,
        traditional: Mapping[str, str] | None = None,
    ) -> None:
        self._words = vocabulary(rules, words=words, classifiers=classifiers)
        self._rules = tuple(compiled(row, self._words) for row in rules.rows)
        self._traditional = dict(traditional or {})
        self._version = f"rules {len(self._rules)}-{_fingerprint(rules)}"
        self._by_string: dict[str, list[int]] = defaultdict(list)
        self._anywhere = frozenset(place for place, rule in enumerate(self._rules) if rule.needed is None)
        for place, rule in enumerate(self._rules):
            for string in rule.needed or ():
                self._by_string[string].append(place)

    @property
    def version(self) -> str:
        """How many rules, and a fingerprint of them."""
        return self._version

    def proposals(self, text: str, document: Document) -> tuple[Proposal, ...]:
        """What the rules find, sorted by start; of proposals that overlap only the one of the surest rule."""
        whole = Sentence(document.text, 0, tuple(token for part in document.sentences for token in part.tokens))
        found = list(self._on(whole, "text"))
        for sentence in document.sentences:
            found += self._on(sentence, "sentence")
        kept = settled(found)
        if not is_traditional(text, document.text, self._traditional):
            return kept
        return tuple(replace(one, replacement=self._as_written(one, text, document.text)) for one in kept)

    def _on(self, sentence: Sentence, scope: str) -> Iterator[Proposal]:
        for rule in self._rules_for(sentence.text):
            if rule.row.scope == scope:
                for match in rule.found(sentence):
                    proposal = self._proposal(rule.row, match, sentence.start)
                    if proposal is not None:
                        yield proposal

    def _rules_for(self, text: str) -> Iterator[CompiledRule]:
        """The rules that can match these characters and pairs, in the order of the table."""
        places = set(self._anywhere)
        for string in {*text, *map("".join, pairwise(text))} & self._by_string.keys():
            places.update(self._by_string[string])
        return (self._rules[place] for place in sorted(places))

    def _proposal(self, row: EssayRule, match: re.Match[str], offset: int) -> Proposal | None:
        """None where a map does not know the word, or nothing would change."""
        start, end = match.span(EDIT) if EDIT in match.re.groupindex else match.span()
        if start < 0:
            return None
        values = {name: value or "" for name, value in match.groupdict().items()} | {"match": match[0]}
        wrong = match.string[start:end]
        right = filled(row.replacement, values, self._words.maps)
        if right is None or right == wrong:
            return None
        values |= {"wrong": wrong, "right": right}
        zh, en = (filled(template, values, self._words.maps) for template in (row.zh, row.en))
        if zh is None or en is None:
            return None
        return Proposal(
            offset + start, offset + end, right, row.type, "rule", row.id, row.chance, row.point, Bilingual(zh=zh, en=en)
        )  # fmt: skip

    def _as_written(self, proposal: Proposal, text: str, simplified: str) -> str:
        """The replacement in traditional characters: where the place itself has the character, as it is written there."""
        place = slice(proposal.start, proposal.end)
        forms = self._traditional | dict(zip(simplified[place], text[place], strict=True))
        return "".join(forms.get(character, character) for character in proposal.replacement)


def settled(proposals: Iterable[Proposal]) -> tuple[Proposal, ...]:
    """Of proposals that touch one another only that with the highest chance, of equals the earlier; sorted by start."""
    kept: list[Proposal] = []
    for proposal in sorted(proposals, key=lambda one: (-one.chance, one.start, one.end, one.name)):
        if not any(_touch(proposal, other) for other in kept):
            kept.append(proposal)
    return tuple(sorted(kept, key=lambda one: (one.start, one.end)))


def _touch(one: Proposal, other: Proposal) -> bool:
    """Whether they share a character, or put something in at the same place."""
    if one.start == other.start:
        return True
    return one.start < other.end and other.start < one.end


def _fingerprint(rules: EssayRules) -> str:
    digest = hashlib.sha256()
    for row in rules.rows:
        digest.update(row.model_dump_json().encode())
    digest.update(repr((sorted(rules.classes.items()), sorted(rules.fragments.items()))).encode())
    digest.update(repr({name: sorted(known.items()) for name, known in sorted(rules.maps.items())}).encode())
    return digest.hexdigest()[:8]

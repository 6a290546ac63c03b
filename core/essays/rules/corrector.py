"""The rule table as a corrector of essays (`core.essays.ports.Corrector`)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from core.essays.model import Proposal
from core.essays.rules.templates import filled
from core.essays.rules.vocabulary import Vocabulary, vocabulary
from core.essays.traditional import is_traditional
from core.language.grammar.sentence import ParsedText, Sentence, Span
from core.language.rules.conditions import MARKERS, MATCH, SURROUNDINGS, Occurrence, condition
from core.language.rules.expressions import Expression, TextWords
from core.language.rules.index import RuleIndex
from core.language.rules.needed import strings_of
from core.language.rules.tree import Named, named
from core.tables.essays.rules import EssayRule, EssayRules
from core.tables.words.equivalents import Classifiers
from core.tables.words.lists import WordList
from core.wire import Bilingual

EDIT = "edit"
"""Name of the group that a rule changes; a pattern without it changes the whole match."""
NOWHERE: Span = (-1, -1)
PARTS_OF_TEXT = SURROUNDINGS | {MATCH, MARKERS}
"""What conditions call parts of the text, so that no word named by the tree can have such a name."""
MENTIONED = re.compile(r"(?:不说|不能说|不可以说|不写|不是|写成|说成|错写)[“‘「『][^”’」』\r\n]*$")
"""Stands before a form that is quoted as wrong rather than used: 两点不说“二点”."""
LONGEST_MENTION = 20
"""At most so many characters before a form are searched for `MENTIONED`."""


class PreparedRule:
    """A rule with its conditions and the words that it names by the tree; its pattern is compiled at the first text that has the strings it needs.

    Raises
    ------
    ValueError
        For a broken pattern or condition, an unknown class, or a word named like a part of the text; the message names the rule.
    """

    def __init__(self, row: EssayRule, vocabulary: Vocabulary) -> None:
        self.row = row
        try:
            self.expression = Expression(row.chars, vocabulary.words)
            self.needed = self.expression.needed
            groups = self.expression.groups
            self.named: tuple[Named, ...] = ()
            for line in row.tree:
                self.named += (named(line, vocabulary.words, groups=groups),)
                if self.named[-1].name in PARTS_OF_TEXT:
                    raise ValueError(f"{self.named[-1].name!r} already names a part of the text.")
                groups |= {self.named[-1].name}
            self.groups = groups
            self.conditions = tuple(
                condition(line, vocabulary.words, groups=groups, classifiers=vocabulary.classifiers)
                for line in row.where
            )
        except (ValueError, re.error) as error:
            raise ValueError(f"Rule {row.id!r}: {error}") from error

    @property
    def has_edit(self) -> bool:
        """Whether the rule changes a group, not the whole match."""
        return EDIT in self.groups

    def matches(self, sentence: Sentence, words: TextWords | None = None) -> Iterator[Occurrence]:
        """Matches in a sentence that satisfy the conditions; `words` are the words of each class that occur in the text."""
        for match in self.expression.finditer(sentence.text, words):
            occurrence = self._occurrence(sentence, match, words)
            if occurrence and all(holds(occurrence) for holds in self.conditions) and not _is_mentioned(match):
                yield occurrence

    def _occurrence(self, sentence: Sentence, match: re.Match[str], words: TextWords | None) -> Occurrence | None:
        """The match with the words that are named by their place in the tree; None where one of them is not there."""
        groups = {name: match.span(name) for name in match.re.groupindex if match.start(name) >= 0}
        for line in self.named:
            if any(name not in groups for name in line.groups):
                return None
            span = line.found(sentence, [groups[name] for name in line.groups], words)
            if span is None:
                return None
            groups[line.name] = span
        return Occurrence(sentence, match.span(), groups, words=words)


def _is_mentioned(match: re.Match[str]) -> bool:
    start = match.start()
    return MENTIONED.search(match.string, max(0, start - LONGEST_MENTION), start) is not None


class RuleCorrector:
    """Applies all rules to every sentence; it does not change after it is made.

    Parameters
    ----------
    rules : the table
    probabilities : for each rule the measured probability, 0-1, that a proposal of it is right
    words, classifiers : the word list and measure words that classes of the rules are taken from
    traditional : simplified characters with their traditional forms, for essays in traditional characters

    Raises
    ------
    ValueError
        For a rule without a probability, and as `PreparedRule`.
    """

    def __init__(
        self,
        rules: EssayRules,
        *,
        probabilities: Mapping[str, float],
        words: WordList,
        classifiers: Classifiers,
        traditional: Mapping[str, str] | None = None,
    ) -> None:
        unmeasured = [row.id for row in rules.rows if row.id not in probabilities]
        if unmeasured:
            raise ValueError(f"No probability of the rules {unmeasured}; run training.essay.rule_probabilities.")
        self._probabilities = probabilities
        self._priorities = {row.id: row.priority for row in rules.rows}
        self._words = vocabulary(rules, words=words, classifiers=classifiers)
        self._classes = self._words.words
        prepared = [PreparedRule(row, self._words) for row in rules.rows]
        self._index = {
            scope: RuleIndex([rule for rule in prepared if rule.row.scope == scope]) for scope in ("sentence", "text")
        }
        self._traditional = dict(traditional or {})
        self._version = f"rules {len(prepared)}-{_fingerprint(rules, probabilities)}"

    @property
    def version(self) -> str:
        """The number of rules and a fingerprint of them."""
        return self._version

    def proposals(self, text: str, parsed: ParsedText) -> tuple[Proposal, ...]:
        """The proposals of the rules, sorted by start; of proposals that overlap, only that of the rule with the highest priority."""
        kept = without_overlap(self.all_proposals(parsed), self._priorities)
        if not is_traditional(text, parsed.text, self._traditional):
            return kept
        return tuple(replace(proposal, replacement=self._as_written(proposal, text, parsed.text)) for proposal in kept)

    def all_proposals(self, parsed: ParsedText) -> Iterator[Proposal]:
        """The proposals of every rule by itself, in simplified characters; they may overlap and conflict."""
        whole = Sentence(parsed.text, 0, tuple(token for part in parsed.sentences for token in part.tokens))
        words_of_text, *words_of_sentences = (
            self._classes.words_of(sentence.text) for sentence in (whole, *parsed.sentences)
        )
        yield from self._on(whole, "text", words_of_text, words_of_text)
        for sentence, words in zip(parsed.sentences, words_of_sentences, strict=True):
            yield from self._on(sentence, "sentence", words, words_of_text)

    def _on(
        self, sentence: Sentence, scope: str, sentence_words: TextWords, text_words: TextWords
    ) -> Iterator[Proposal]:
        """The proposals of the rules of a scope; `sentence_words` are the class words of this sentence, `text_words` those of the whole text.

        Patterns are compiled for the whole text, so once for all of its sentences.
        """
        for rule in self._index[scope].candidates(strings_of(sentence.text) | sentence_words.keys()):
            for occurrence in rule.matches(sentence, text_words):
                proposal = self._proposal(rule, occurrence)
                if proposal is not None:
                    yield proposal

    def _proposal(self, rule: PreparedRule, occurrence: Occurrence) -> Proposal | None:
        """The proposal of a match; None where a map does not contain the word, or nothing would change."""
        row = rule.row
        start, end = occurrence.groups.get(EDIT, NOWHERE) if rule.has_edit else occurrence.span
        if start < 0:
            return None
        text, offset = occurrence.sentence.text, occurrence.sentence.start
        values = {name: occurrence.text(name) for name in rule.groups} | {"match": occurrence.text(MATCH)}
        wrong = text[start:end]
        right = filled(row.replacement, values, self._words.maps)
        if right is None or right == wrong:
            return None
        values |= {"wrong": wrong, "right": right}
        zh, en = (filled(template, values, self._words.maps) for template in (row.zh, row.en))
        if zh is None or en is None:
            return None
        return Proposal(
            offset + start, offset + end, right, row.type, "rule", row.id, self._probabilities[row.id], row.point,
            Bilingual(zh=zh, en=en),
        )  # fmt: skip

    def _as_written(self, proposal: Proposal, text: str, simplified: str) -> str:
        """The replacement in traditional characters; a character that the replaced text contains is written as it is there."""
        span = slice(proposal.start, proposal.end)
        forms = self._traditional | dict(zip(simplified[span], text[span], strict=True))
        return "".join(forms.get(character, character) for character in proposal.replacement)


def without_overlap(proposals: Iterable[Proposal], priorities: Mapping[str, int]) -> tuple[Proposal, ...]:
    """Of proposals that overlap, only the one with the highest priority, and of equal ones the earlier; sorted by start."""
    by_precedence = sorted(
        proposals,
        key=lambda proposal: (-priorities[proposal.name], proposal.start, proposal.end, proposal.name),
    )
    kept: list[Proposal] = []
    for proposal in by_precedence:
        if not any(_touch(proposal, other) for other in kept):
            kept.append(proposal)
    return tuple(sorted(kept, key=lambda proposal: (proposal.start, proposal.end)))


def _touch(one: Proposal, other: Proposal) -> bool:
    """Whether two proposals share a character, or insert something at the same position."""
    if one.start == other.start:
        return True
    return one.start < other.end and other.start < one.end


def _fingerprint(rules: EssayRules, probabilities: Mapping[str, float]) -> str:
    digest = hashlib.sha256()
    for row in rules.rows:
        digest.update(row.model_dump_json().encode())
        digest.update(repr(probabilities[row.id]).encode())
    digest.update(repr((sorted(rules.classes.items()), sorted(rules.fragments.items()))).encode())
    digest.update(repr({name: sorted(entries.items()) for name, entries in sorted(rules.maps.items())}).encode())
    return digest.hexdigest()[:8]
